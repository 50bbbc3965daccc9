/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INPUT_WALK_H
#define RJ_INPUT_WALK_H

/**
 * @file
 * The usable files below a path.
 */

#include <stdbool.h>

#include "input/path.h"

/**
 * Adds @p path when it is no directory, else the manifests in it. *problem is the message when
 * something couldn't be read; what was found before stays. False: no memory.
 */
bool walk_path(const char *path, bool recursive, text_list *out, const char **problem) RJ_MUST_USE;

#endif
