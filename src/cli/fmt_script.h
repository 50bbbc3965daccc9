/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_FMT_SCRIPT_H
#define RJ_CLI_FMT_SCRIPT_H

/**
 * @file
 * What a script's text is to become: its own lines, without blanks at their ends.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"

typedef enum fmt_verdict {
    FMT_GOOD,      /**< the text may be written */
    FMT_AMBIGUOUS, /**< its lines mean something else than what is folded from them */
} fmt_verdict;

/**
 * Appends what the script @p scalar of @p doc is to become. A folded text gets the lines that it
 * has in the file when they mean the same. A script that doesn't compile stays what it is. False
 * only when there is no memory.
 */
bool fmt_script(const rj_document *doc, const rj_value *scalar, rj_arena *arena, rj_buf *out,
                fmt_verdict *verdict, rj_error *err) RJ_MUST_USE;

/** Appends @p text without blanks at the ends of lines, but for those inside long strings. */
void fmt_trim(const char *text, size_t bytes, rj_buf *out);

#endif
