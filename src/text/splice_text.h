/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_SPLICE_TEXT_H
#define RJ_TEXT_SPLICE_TEXT_H

/**
 * @file
 * The texts that are put into a document: scalars and map entries. Lines end with LF.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/value.h"

/** A string to write. Borrows. */
typedef struct rj_splice_string {
    const char *data;
    size_t bytes;
} rj_splice_string;

/** A key as the position of a list's item; SIZE_MAX when it is none. */
size_t rj_splice_item_of(const char *key);

/** Whether a literal block scalar can hold it: no character has to be escaped. */
bool rj_splice_fits_literal(const rj_splice_string *s);

/** Whether its literal has to keep its empty lines at the end. */
bool rj_splice_keeps(const rj_splice_string *s);

/**
 * Appends the header of a literal without line end. @p deeper is how many columns the content is
 * indented behind the parent's keys; @p is_explicit: say so even when readers can find out.
 */
void rj_splice_write_header(const rj_splice_string *s, size_t deeper, bool is_explicit,
                            rj_buf *out);

/** Appends the lines of a literal, the last one ended. */
void rj_splice_write_lines(const rj_splice_string *s, size_t indent, rj_buf *out);

/** Appends a scalar of one line. @p style is that of the one it replaces, kept where possible. */
void rj_splice_write_inline(const rj_splice_string *s, rj_style style, bool in_flow, rj_buf *out);

/** Keys that lead to a string, from outside in. */
typedef struct rj_splice_path {
    const char *const *keys;
    size_t count;
} rj_splice_path;

/** Appends lines with the nested maps of @p path, the outermost key in column @p column. */
void rj_splice_write_block(const rj_splice_path *path, const rj_splice_string *s, size_t column,
                           bool literal, rj_buf *out);

/** How the entries of a map in braces are laid out. Borrows. */
typedef struct rj_splice_layout {
    bool quotes_keys;
    const char *lead; /**< white space before a key */
    size_t lead_bytes;
    size_t step;       /**< blanks by which a nested map's keys stand further right */
    const char *colon; /**< between key and value */
    size_t colon_bytes;
} rj_splice_layout;

/** Appends one entry, "key: {key: value}", without the white space before it. */
void rj_splice_write_entry(const rj_splice_path *path, const rj_splice_string *s,
                           const rj_splice_layout *layout, rj_buf *out);

#endif
