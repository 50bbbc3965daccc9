/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/error.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/buf.h"

/* The message of an error that there was no memory to describe; never freed. */
static char no_memory_text[] = "out of memory";

static void free_message(rj_error *err) {
    if (err->message != no_memory_text)
        free(err->message);
    err->message = NULL;
    err->message_bytes = 0;
}

void rj_error_clear(rj_error *err) {
    free_message(err);
    free(err->file);
    free(err->path);
    free(err->detail);
    free(err->hint);
    *err = RJ_ERROR_INIT;
}

bool rj_error_no_memory(rj_error *err) {
    if (!err)
        return false;
    rj_error_clear(err);
    err->code = RJ_ERROR_MEMORY;
    err->message = no_memory_text;
    err->message_bytes = sizeof no_memory_text - 1;
    return false;
}

bool rj_error_set_bytes(rj_error *err, rj_error_code code, const char *message,
                        size_t message_bytes) {
    if (!err)
        return false;
    char *copy = malloc(message_bytes + 1);
    if (!copy)
        return rj_error_no_memory(err);
    if (message_bytes)
        memcpy(copy, message, message_bytes);
    copy[message_bytes] = '\0';
    rj_error_clear(err);
    err->code = code;
    err->message = copy;
    err->message_bytes = message_bytes;
    return false;
}

bool rj_error_vset(rj_error *err, rj_error_code code, const char *format, va_list args) {
    if (!err)
        return false;
    rj_buf text = RJ_BUF_INIT;
    rj_buf_vprintf(&text, format, args);
    if (!rj_buf_ok(&text)) {
        rj_buf_free(&text);
        return rj_error_no_memory(err);
    }
    rj_error_set_bytes(err, code, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return false;
}

bool rj_error_set(rj_error *err, rj_error_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    rj_error_vset(err, code, format, args);
    va_end(args);
    return false;
}

void rj_error_locate(rj_error *err, const char *file, rj_position at) {
    if (!err || err->file)
        return;
    err->file = file ? strdup(file) : NULL;
    if (!err->at.line)
        err->at = at;
}

void rj_error_prefix(rj_error *err, const char *format, ...) {
    if (!err)
        return;
    rj_buf text = RJ_BUF_INIT;
    va_list args;
    va_start(args, format);
    rj_buf_vprintf(&text, format, args);
    va_end(args);
    size_t prefix_bytes = text.bytes;
    if (err->message)
        rj_buf_append(&text, err->message, err->message_bytes);
    if (rj_buf_ok(&text) && text.data) {
        free_message(err);
        err->message = text.data;
        err->message_bytes = text.bytes;
        err->reason_offset += prefix_bytes;
    } else {
        rj_buf_free(&text);
    }
}

void rj_error_name_limit(rj_error *err, rj_limit limit) {
    if (err)
        err->limit = limit;
}

static void replace(char **slot, const char *text) {
    char *copy = text ? strdup(text) : NULL;
    free(*slot);
    *slot = copy;
}

void rj_error_set_path(rj_error *err, const char *path) {
    if (err)
        replace(&err->path, path);
}

void rj_error_set_detail(rj_error *err, const char *detail) {
    if (err)
        replace(&err->detail, detail);
}

void rj_error_set_hint(rj_error *err, const char *format, ...) {
    if (!err)
        return;
    rj_buf text = RJ_BUF_INIT;
    va_list args;
    va_start(args, format);
    rj_buf_vprintf(&text, format, args);
    va_end(args);
    replace(&err->hint, rj_buf_text(&text));
    rj_buf_free(&text);
}

const char *rj_error_reason(const rj_error *err) {
    if (!err->message || err->reason_offset > err->message_bytes)
        return "";
    return err->message + err->reason_offset;
}

void rj_error_move(rj_error *to, rj_error *from) {
    rj_error moved = *from;
    *from = RJ_ERROR_INIT;
    if (!to) {
        rj_error_clear(&moved);
        return;
    }
    rj_error_clear(to);
    *to = moved;
}
