/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_POSITION_H
#define RJINTERP_POSITION_H

/**
 * @file
 * Places in a source file, and the way from a text taken out of a file back to that file.
 */

#include <stddef.h>
#include <stdint.h>

#include "rjinterp/macros.h"

/** A place in a file. Both count from 1; 0 means "not known". Columns count characters, not bytes.
 */
typedef struct rj_position {
    uint32_t line;
    uint32_t column;
} rj_position;

/** From byte @c text_offset of a text on, character after character, the file reads from @c at on.
 */
typedef struct rj_span {
    size_t text_offset;
    rj_position at;
} rj_span;

/**
 * Where the bytes of a text that was written as a YAML scalar or JSON string stand in the file:
 * spans with ascending text_offset. A literal scalar has one span a line; a quoted one has
 * another behind each escape and each folded line break. *Borrows* both pointers (usually
 * arena-owned).
 */
typedef struct rj_span_map {
    const char *file;
    const rj_span *spans;
    size_t span_count;
} rj_span_map;

/**
 * The place in the file of byte @p text_offset of @p text. Without spans, counts lines and
 * columns in the text itself.
 */
RJ_API rj_position rj_span_map_at(const rj_span_map *map, const char *text, size_t text_bytes,
                                  size_t text_offset);

#endif
