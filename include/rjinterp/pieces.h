/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_PIECES_H
#define RJINTERP_PIECES_H

/**
 * @file
 * A stream cut into the texts of its objects without parsing them: documents, JSON values, and of
 * a list that is too large to be read at once its items. Memory doesn't grow with the stream.
 *
 * What is cut out is then read with rj_document_reader_restart() and rj_document_next(), anywhere
 * and in any order. Cutting looks at lines, braces and quotes alone: of a large YAML list the items
 * are the lines that begin with "- " where the first one does.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"

typedef struct rj_piece_reader rj_piece_reader;

typedef struct rj_piece {
    const char *text; /**< borrows from the reader, until its next call */
    size_t bytes;
    rj_position at; /**< place in the file of its first byte */
} rj_piece;

enum {
    /** Lists up to this size come as one piece, larger ones item by item. */
    RJ_PIECE_LIST_BYTES = 512 * 1024
};

/** As rj_document_reader_new(). max_input_bytes doesn't count here. */
RJ_API rj_piece_reader *rj_piece_reader_new(rj_read_fn read, void *ctx, const char *name,
                                            bool detect_bom, const rj_limits *limits) RJ_MUST_USE;

RJ_API void rj_piece_reader_free(rj_piece_reader *reader);

/** Cuts out the next piece. RJ_READ_FAILED: the stream can't be read on. */
RJ_API rj_read_status rj_piece_next(rj_piece_reader *reader, rj_piece *piece,
                                    rj_error *err) RJ_MUST_USE;

#endif
