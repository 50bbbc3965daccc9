/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rj_buf_free(rj_buf *buf) {
    free(buf->data);
    *buf = (rj_buf){.max_bytes = buf->max_bytes};
}

void rj_buf_reset(rj_buf *buf) {
    buf->bytes = 0;
    buf->failed = false;
    if (buf->data)
        buf->data[0] = '\0';
}

static char *grow(rj_buf *buf, size_t bytes) {
    const size_t bound = buf->max_bytes ? buf->max_bytes : SIZE_MAX / 4;
    if (buf->failed)
        return NULL;
    if (bytes > bound || buf->bytes > bound - bytes) {
        buf->failed = true;
        return NULL;
    }
    if (buf->capacity - buf->bytes <= bytes) {
        size_t capacity = buf->capacity ? buf->capacity : 64;
        while (capacity - buf->bytes <= bytes)
            capacity *= 2;
        char *data = realloc(buf->data, capacity);
        if (!data) {
            buf->failed = true;
            return NULL;
        }
        buf->data = data;
        buf->capacity = capacity;
    }
    buf->data[buf->bytes + bytes] = '\0';
    return buf->data + buf->bytes;
}

char *rj_buf_reserve(rj_buf *buf, size_t bytes) {
    if (buf->capacity - buf->bytes <= bytes || buf->failed || buf->max_bytes)
        return grow(buf, bytes);
    buf->data[buf->bytes + bytes] = '\0';
    return buf->data + buf->bytes;
}

void rj_buf_append(rj_buf *buf, const char *data, size_t bytes) {
    char *into = rj_buf_reserve(buf, bytes);
    if (!into)
        return;
    if (bytes)
        memcpy(into, data, bytes);
    buf->bytes += bytes;
}

void rj_buf_puts(rj_buf *buf, const char *text) {
    rj_buf_append(buf, text, strlen(text));
}

void rj_buf_putc(rj_buf *buf, char c) {
    char *into = rj_buf_reserve(buf, 1);
    if (!into)
        return;
    *into = c;
    buf->bytes++;
}

void rj_buf_put_int(rj_buf *buf, int64_t number) {
    enum {
        INT64_CHARACTERS = 20
    };
    char text[INT64_CHARACTERS];
    char *start = text + sizeof text;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--start = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--start = '-';
    rj_buf_append(buf, start, (size_t)(text + sizeof text - start));
}

void rj_buf_fill(rj_buf *buf, char c, size_t count) {
    char *into = rj_buf_reserve(buf, count);
    if (!into)
        return;
    memset(into, c, count);
    buf->bytes += count;
}

void rj_buf_vprintf(rj_buf *buf, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int bytes = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (bytes < 0) {
        buf->failed = true;
        return;
    }
    char *into = rj_buf_reserve(buf, (size_t)bytes);
    if (!into)
        return;
    vsnprintf(into, (size_t)bytes + 1, format, args);
    buf->bytes += (size_t)bytes;
}

void rj_buf_printf(rj_buf *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    rj_buf_vprintf(buf, format, args);
    va_end(args);
}

const char *rj_buf_text(const rj_buf *buf) {
    return buf->data ? buf->data : "";
}
