/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_SPLICE_EDIT_H
#define RJ_TEXT_SPLICE_EDIT_H

/**
 * @file
 * One change as an edit of a document's text: which bytes go, what comes in their place.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "text/outline.h"
#include "text/splice_text.h"

typedef struct rj_text_edit {
    size_t from, to;
    rj_buf text; /**< owned; lines end with LF */
} rj_text_edit;

/**
 * Where and how the string at @p path changes; a NULL @p s removes the entry. @p quoted: no
 * literals. Keys of lists are numbers. False also when the text has no such place.
 */
bool rj_splice_make_edit(const rj_outline *outline, const rj_splice_path *path,
                         const rj_splice_string *s, bool quoted, rj_text_edit *edit,
                         rj_error *err) RJ_MUST_USE;

#endif
