/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/wire.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void put_u64(rj_buf *out, uint64_t n) {
    rj_buf_append(out, (const char *)&n, sizeof n);
}

static void put_bytes(rj_buf *out, const char *data, size_t bytes) {
    put_u64(out, bytes);
    rj_buf_append(out, data, bytes);
}

static void put_value(rj_buf *out, const rj_value *value) {
    rj_buf_putc(out, (char)value->kind);
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        break;
    case RJ_KIND_BOOL:
        rj_buf_putc(out, value->boolean);
        break;
    case RJ_KIND_INT:
        put_u64(out, (uint64_t)value->number.i64);
        break;
    case RJ_KIND_FLOAT:
        rj_buf_append(out, (const char *)&value->number.f64, sizeof value->number.f64);
        break;
    case RJ_KIND_STRING:
        put_bytes(out, value->string.data, value->string.bytes);
        break;
    case RJ_KIND_LIST:
        put_u64(out, value->list.count);
        for (size_t i = 0; i < value->list.count; i++)
            put_value(out, &value->list.items[i]);
        break;
    case RJ_KIND_MAP:
        put_u64(out, value->map.count);
        for (size_t i = 0; i < value->map.count; i++) {
            put_bytes(out, value->map.members[i].key, value->map.members[i].key_bytes);
            put_value(out, &value->map.members[i].value);
        }
        break;
    }
}

void rj_wire_write_result(const rj_result *result, const rj_customization_set *customizations,
                          rj_buf *out) {
    size_t answered_by = customizations->count;
    for (size_t i = 0; i < customizations->count; i++)
        if (result->answered_by == &customizations->items[i])
            answered_by = i;
    put_u64(out, answered_by);
    put_u64(out, result->count);
    for (size_t i = 0; i < result->count; i++)
        put_value(out, &result->values[i]);
}

typedef struct reader {
    const char *data;
    size_t bytes;
    size_t max_depth;
    rj_arena *arena;
} reader;

static bool take(reader *r, void *into, size_t bytes) {
    if (bytes > r->bytes)
        return false;
    memcpy(into, r->data, bytes);
    r->data += bytes;
    r->bytes -= bytes;
    return true;
}

/* A count of things that take at least one byte each. */
static bool take_count(reader *r, size_t *count) {
    uint64_t n;
    if (!take(r, &n, sizeof n) || n > r->bytes)
        return false;
    *count = (size_t)n;
    return true;
}

static const char *take_bytes(reader *r, size_t *bytes) {
    if (!take_count(r, bytes))
        return NULL;
    const char *copy = rj_arena_copy(r->arena, r->data, *bytes);
    r->data += *bytes;
    r->bytes -= *bytes;
    return copy;
}

static bool take_value(reader *r, size_t depth, rj_value *out);

static bool take_list(reader *r, size_t depth, rj_value *out) {
    size_t count;
    if (!take_count(r, &count))
        return false;
    rj_value *items = rj_arena_calloc(r->arena, count, sizeof *items);
    if (!items)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!take_value(r, depth + 1, &items[i]))
            return false;
    *out = rj_value_list(items, count);
    return true;
}

static bool take_map(reader *r, size_t depth, rj_value *out) {
    size_t count;
    if (!take_count(r, &count))
        return false;
    rj_member *members = rj_arena_calloc(r->arena, count, sizeof *members);
    if (!members)
        return false;
    for (size_t i = 0; i < count; i++) {
        rj_member *m = &members[i];
        m->key = take_bytes(r, &m->key_bytes);
        if (!m->key || !take_value(r, depth + 1, &m->value))
            return false;
        if (i && rj_key_compare(m[-1].key, m[-1].key_bytes, m->key, m->key_bytes) >= 0)
            return false;
    }
    *out = rj_value_map(members, count);
    return true;
}

static bool take_number(reader *r, rj_kind kind, rj_value *out) {
    int64_t whole;
    double number;
    if (kind == RJ_KIND_INT) {
        if (!take(r, &whole, sizeof whole))
            return false;
        *out = rj_value_int(whole);
        return true;
    }
    if (!take(r, &number, sizeof number) || !isfinite(number))
        return false;
    *out = rj_value_float(number);
    return true;
}

static bool take_value(reader *r, size_t depth, rj_value *out) {
    unsigned char kind, truth;
    if (depth > r->max_depth || !take(r, &kind, 1))
        return false;
    switch (kind) {
    case RJ_KIND_NULL:
        *out = rj_value_null;
        return true;
    case RJ_KIND_BOOL:
        if (!take(r, &truth, 1) || truth > 1)
            return false;
        *out = rj_value_bool(truth);
        return true;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return take_number(r, (rj_kind)kind, out);
    case RJ_KIND_STRING: {
        size_t bytes;
        const char *data = take_bytes(r, &bytes);
        if (!data)
            return false;
        *out = rj_value_string(data, bytes);
        return true;
    }
    case RJ_KIND_LIST:
        return take_list(r, depth, out);
    case RJ_KIND_MAP:
        return take_map(r, depth, out);
    default:
        return false;
    }
}

bool rj_wire_read_result(const char *data, size_t bytes, const rj_rule *rule,
                         const rj_customization_set *customizations, size_t max_depth,
                         rj_arena *arena, rj_result *result) {
    reader r = {.data = data, .bytes = bytes, .max_depth = max_depth, .arena = arena};
    uint64_t answered_by, count;
    rj_result read = {0};
    if (!take(&r, &answered_by, sizeof answered_by) || !take(&r, &count, sizeof count) ||
        answered_by > customizations->count || count != rule->result_count)
        return false;
    for (size_t i = 0; i < count; i++) {
        read.names[i] = rule->result_names[i];
        if (!take_value(&r, 0, &read.values[i]))
            return false;
    }
    if (r.bytes)
        return false;
    read.count = (size_t)count;
    if (answered_by < customizations->count)
        read.answered_by = &customizations->items[answered_by];
    *result = read;
    return true;
}

static void put_text(rj_buf *out, const char *text) {
    rj_buf_putc(out, text != NULL);
    if (text)
        put_bytes(out, text, strlen(text));
}

void rj_wire_write_error(const rj_error *err, rj_buf *out) {
    put_u64(out, (uint64_t)err->code);
    put_u64(out, (uint64_t)err->limit);
    put_bytes(out, err->message ? err->message : "", err->message_bytes);
    put_u64(out, err->reason_offset);
    put_u64(out, (uint64_t)err->at.line << 32 | err->at.column);
    put_text(out, err->file);
    put_text(out, err->path);
    put_text(out, err->detail);
    put_text(out, err->hint);
}

/* An optional text; "" and false when the bytes end too early. */
static bool take_text(reader *r, const char **text) {
    unsigned char present;
    size_t bytes;
    *text = NULL;
    if (!take(r, &present, 1) || present > 1)
        return false;
    if (!present)
        return true;
    *text = take_bytes(r, &bytes);
    return *text != NULL;
}

static bool read_error(reader *r, rj_error *err) {
    uint64_t code, limit, reason_offset, at;
    size_t message_bytes;
    const char *message, *file, *path, *detail, *hint;
    if (!take(r, &code, sizeof code) || code == RJ_ERROR_NONE || code > RJ_ERROR_INTERNAL ||
        !take(r, &limit, sizeof limit) || limit > RJ_LIMIT_OUTPUT ||
        !(message = take_bytes(r, &message_bytes)) ||
        !take(r, &reason_offset, sizeof reason_offset) || reason_offset > message_bytes ||
        !take(r, &at, sizeof at) || !take_text(r, &file) || !take_text(r, &path) ||
        !take_text(r, &detail) || !take_text(r, &hint) || r->bytes)
        return false;
    rj_error_set_bytes(err, (rj_error_code)code, message, message_bytes);
    err->reason_offset = (size_t)reason_offset;
    rj_error_name_limit(err, (rj_limit)limit);
    rj_error_locate(err, file, (rj_position){.line = (uint32_t)(at >> 32), .column = (uint32_t)at});
    rj_error_set_path(err, path);
    rj_error_set_detail(err, detail);
    if (hint)
        rj_error_set_hint(err, "%s", hint);
    return true;
}

bool rj_wire_read_error(const char *data, size_t bytes, rj_error *err) {
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        return false;
    reader r = {.data = data, .bytes = bytes, .arena = arena};
    bool ok = read_error(&r, err);
    rj_arena_free(arena);
    return ok;
}
