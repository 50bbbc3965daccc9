/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_BUF_H
#define RJINTERP_BUF_H

/**
 * @file
 * Bytes that grow, up to a bound. A failed append sets a flag and drops what follows, so that a
 * writer checks once, at the end, with rj_buf_ok().
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/macros.h"

typedef struct rj_buf {
    char *data; /**< NUL-terminated when not NULL; owned */
    size_t bytes;
    size_t capacity;
    size_t max_bytes; /**< 0: no bound */
    bool failed;      /**< out of memory or over max_bytes */
} rj_buf;

#define RJ_BUF_INIT ((rj_buf){0})

RJ_API void rj_buf_free(rj_buf *buf);

/** Empties the buffer and its failed flag, keeps the memory. */
RJ_API void rj_buf_reset(rj_buf *buf);

RJ_API void rj_buf_append(rj_buf *buf, const char *data, size_t bytes);
RJ_API void rj_buf_puts(rj_buf *buf, const char *text);
RJ_API void rj_buf_putc(rj_buf *buf, char c);
/** In decimal digits. */
RJ_API void rj_buf_put_int(rj_buf *buf, int64_t number);
RJ_API void rj_buf_fill(rj_buf *buf, char c, size_t count);
RJ_API void rj_buf_printf(rj_buf *buf, const char *format, ...) RJ_PRINTF(2, 3);
RJ_API void rj_buf_vprintf(rj_buf *buf, const char *format, va_list args) RJ_PRINTF(2, 0);

/** Room for @p bytes more bytes; returns where to write them or NULL. Then add to buf->bytes. */
RJ_API char *rj_buf_reserve(rj_buf *buf, size_t bytes);

/** The text; "" for an empty buffer. Borrows. */
RJ_API const char *rj_buf_text(const rj_buf *buf);

static inline bool rj_buf_ok(const rj_buf *buf) {
    return !buf->failed;
}

#endif
