/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_TEXT_STREAM_H
#define RJ_TEXT_TEXT_STREAM_H

/**
 * @file
 * Bytes of a stream as UTF-8 text, piece by piece: byte order marks choose the encoding, and what
 * isn't well-formed becomes U+FFFD, so that everything behind it sees only valid UTF-8.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"

typedef enum rj_text_encoding {
    RJ_ENCODING_UNKNOWN = 0,
    RJ_ENCODING_UTF8,
    RJ_ENCODING_UTF16_LE,
    RJ_ENCODING_UTF16_BE
} rj_text_encoding;

enum {
    RJ_TEXT_PIECE_BYTES = 64 * 1024
};

typedef struct rj_text_stream {
    rj_read_fn read;
    void *ctx;
    const char *name; /**< for messages; borrowed */
    size_t max_bytes; /**< of input */
    size_t read_bytes;
    rj_text_encoding encoding;
    bool ended;
    size_t raw_bytes; /**< read, but not yet decoded: an incomplete character, or all */
    char *raw;        /**< of RJ_TEXT_PIECE_BYTES; borrowed */
} rj_text_stream;

typedef enum rj_text_status {
    RJ_TEXT_MORE, /**< something was appended */
    RJ_TEXT_END,
    RJ_TEXT_FAILED
} rj_text_status;

/** @p raw has RJ_TEXT_PIECE_BYTES and lives as long as the stream. */
void rj_text_stream_init(rj_text_stream *stream, char *raw, rj_read_fn read, void *ctx,
                         const char *name, bool detect_bom, size_t max_bytes);

/** Appends the next piece of text to @p text. */
rj_text_status rj_text_stream_read(rj_text_stream *stream, rj_buf *text, rj_error *err);

#endif
