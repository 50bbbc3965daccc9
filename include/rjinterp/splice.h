/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_SPLICE_H
#define RJINTERP_SPLICE_H

/**
 * @file
 * Changes values of one document in the bytes of its file and leaves every other byte alone:
 * comments, order, anchors, line ends, other documents, JSON stays JSON.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/**
 * One value to set or one entry to remove. Borrows. With a path it is a string; with keys it is any
 * value, whose place but for the last key has to be written in the file (an item behind a list's
 * last one is added), and nothing that has an anchor or an alias in it is changed.
 */
typedef struct rj_splice_change {
    const char *path; /**< as rj_value_at()'s; maps on the way that aren't there are made */
    const char *text; /**< NULL: the map entry at the path is removed */
    size_t bytes;
    const char *const *keys; /**< instead of a path: keys, and the numbers of items in lists */
    size_t key_count;
    const rj_value *value; /**< with keys, instead of the text; NULL: it is removed */
} rj_splice_change;

/**
 * Appends the file's bytes with all @p changes made to its @p document_index-th document (as
 * rj_document.index counts). Texts of several lines become literal block scalars where they can:
 * not in JSON, not in brackets, not when they hold characters that have to be escaped.
 *
 * The result has been read again: the document is what was asked for, all others are what they
 * were. Where that can't be had, because an anchor or a merge key ties the place to others or the
 * file isn't UTF-8, the function fails and appends nothing.
 */
RJ_API bool rj_splice(const char *file, size_t file_bytes, const char *name, size_t document_index,
                      const rj_splice_change *changes, size_t change_count, const rj_limits *limits,
                      rj_buf *out, rj_error *err) RJ_MUST_USE;

#endif
