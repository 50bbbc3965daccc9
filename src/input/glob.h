/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INPUT_GLOB_H
#define RJ_INPUT_GLOB_H

/**
 * @file
 * The paths that a pattern matches.
 */

#include <stdbool.h>

#include "input/path.h"

/**
 * Adds the paths that @p pattern matches: in byte order within each directory. Directories that
 * can't be read match nothing. *malformed is set when the pattern makes no sense. False: no memory.
 */
bool glob_paths(const char *pattern, text_list *out, bool *malformed) RJ_MUST_USE;

#endif
