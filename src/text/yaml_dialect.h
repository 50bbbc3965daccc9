/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_DIALECT_H
#define RJ_TEXT_YAML_DIALECT_H

/**
 * @file
 * The few spots where libyaml reads YAML otherwise than the reference's library: found in a
 * document's text and rewritten so that libyaml reads what the reference reads.
 *
 *   "\'"            an apostrophe in the reference, an error in libyaml
 *   "\/"            the other way round
 *   [a?b]           `?` ends a plain scalar inside brackets and braces
 *   {a:, b:}        `:` directly before , [ ] { } ? belongs to the scalar
 *   [!!str, 2]      , [ and ] belong to a tag
 *   U+FEFF          at the start of a later line: text
 *   []: x           an empty flow collection is no key
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"

/** Bytes of the rewritten text that the document doesn't have. */
typedef struct rj_yaml_insertion {
    size_t offset; /**< in the rewritten text */
    size_t bytes;
} rj_yaml_insertion;

typedef struct rj_yaml_dialect {
    const char *text; /**< the document's own text when nothing had to be done */
    size_t bytes;
    size_t bom_bytes;     /**< of a byte order mark that was cut off at the start */
    bool has_plain_marks; /**< lines end with LF only and nothing was inserted: libyaml's lines and
                             columns are the document's */
    bool has_tags;        /**< there may be tags */
    const rj_yaml_insertion *insertions;
    size_t insertion_count;
    rj_buf rewritten, insertion_list; /**< owned */
} rj_yaml_dialect;

/** Borrows @p text. False when out of memory. Free with rj_yaml_dialect_free(). */
bool rj_yaml_dialect_apply(const char *text, size_t bytes, rj_yaml_dialect *out);

void rj_yaml_dialect_free(rj_yaml_dialect *dialect);

#endif
