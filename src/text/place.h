/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_PLACE_H
#define RJ_TEXT_PLACE_H

/**
 * @file
 * A place that moves forward through a text and counts lines (by LF alone, as editors do) and
 * columns (characters) on its way, so that a whole document costs one pass.
 */

#include <stddef.h>
#include <string.h>

#include "rjinterp/position.h"

typedef struct rj_place {
    size_t offset;
    rj_position at;
} rj_place;

/** Moves on to byte @p offset of @p text; does nothing when that lies behind. */
static inline void rj_place_move(rj_place *place, const char *text, size_t offset) {
    enum {
        FAR_BYTES = 64
    };
    while (place->offset < offset && offset - place->offset >= FAR_BYTES) {
        const char *feed = memchr(text + place->offset, '\n', offset - place->offset);
        if (!feed)
            break;
        place->offset = (size_t)(feed - text) + 1;
        place->at.line++;
        place->at.column = 1;
    }
    for (; place->offset < offset; place->offset++) {
        unsigned char c = (unsigned char)text[place->offset];
        if (c == '\n') {
            place->at.line++;
            place->at.column = 1;
        } else if (c < 0x80 || c >= 0xC0) {
            place->at.column++;
        }
    }
}

#endif
