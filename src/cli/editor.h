/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EDITOR_H
#define RJ_CLI_EDITOR_H

/**
 * @file
 * A text to the user's editor and back.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

/** Writes @p text to a new file below $TMPDIR. *path is arena-owned. */
bool editor_make_file(const rj_buf *text, rj_arena *arena, const char **path,
                      rj_error *err) RJ_MUST_USE;

/** Lets the user edit the file: $KUBE_EDITOR, else $EDITOR, else vi. */
bool editor_run(const char *path, rj_arena *arena, rj_error *err) RJ_MUST_USE;

#endif
