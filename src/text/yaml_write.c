/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/yaml.h"

#include <math.h>
#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/number.h"
#include "text/yaml_key_order.h"
#include "text/yaml_reread.h"
#include "text/yaml_text.h"

enum {
    INDENT = 2,
    MAX_DEPTH = 10000 /* of the reference's YAML reader */
};

/* A list or a map that has been begun. */
typedef struct level {
    const rj_value *value;
    size_t next;        /* children before it are written */
    size_t indent;      /* column of the children */
    bool begins_inline; /* the first child goes on in the current line */
    bool is_sorted;     /* the map's own order is the one to write in */
    size_t order;       /* else: offset of the order among orders */
} level;

typedef struct writer {
    rj_yaml_cursor at;
    rj_buf levels;    /* stack of level */
    rj_buf orders;    /* stack of const rj_member *, in the order to write them */
    rj_buf scratch;   /* strings as they come back, see yaml_reread.h; room to sort */
    bool is_doubtful; /* the reference may not be able to read the value's JSON text */
    bool is_exact;    /* strings are written as they are, not as the reference rereads them */
} writer;

static level *top_level(const writer *w) {
    return (level *)(void *)(w->levels.data + w->levels.bytes) - 1;
}

static const rj_member **orders_at(const writer *w, size_t offset) {
    return (const rj_member **)(void *)(w->orders.data + offset);
}

static rj_yaml_text read_text(writer *w, const char *data, size_t bytes) {
    rj_yaml_text text = rj_yaml_text_of(data, bytes);
    if (text.traits & (RJ_YAML_NEXT_LINE | RJ_YAML_FORBIDDEN))
        w->is_doubtful = true;
    const unsigned reread =
        w->is_exact ? RJ_YAML_ILL_FORMED : RJ_YAML_NEXT_LINE | RJ_YAML_ILL_FORMED;
    if (text.traits & reread) {
        rj_buf_reset(&w->scratch);
        rj_yaml_reread_string(data, bytes, &w->scratch);
        text = rj_yaml_text_of(rj_buf_text(&w->scratch), w->scratch.bytes);
    }
    return text;
}

/* A decimal without a fraction that fits int64 or uint64. */
static bool is_integer(const rj_decimal *decimal) {
    enum {
        UINT64_DIGITS = 20
    };
    if (decimal->digit_count > decimal->point || decimal->point > UINT64_DIGITS)
        return false;
    char text[RJ_DOUBLE_TEXT_BYTES];
    size_t bytes = rj_decimal_plain(decimal, text);
    const char *most = decimal->negative ? "-9223372036854775808" : "18446744073709551615";
    const size_t most_bytes = strlen(most);
    return bytes < most_bytes || (bytes == most_bytes && memcmp(text, most, bytes) <= 0);
}

static bool write_number(double number, rj_buf *out, rj_error *err) {
    char text[RJ_DOUBLE_TEXT_BYTES];
    if (!isfinite(number)) {
        rj_number_format_g(number, 6, text);
        return rj_error_set(err, RJ_ERROR_TYPE, "json: unsupported value: %s", text);
    }
    if (number == 0) {
        rj_buf_putc(out, '0');
        return true;
    }
    const rj_decimal decimal = rj_decimal_shortest(number);
    size_t bytes = is_integer(&decimal) ? rj_decimal_plain(&decimal, text)
                                        : rj_number_format_g(number, 6, text);
    rj_buf_append(out, text, bytes);
    return true;
}

static bool is_collection(const rj_value *value) {
    return (value->kind == RJ_KIND_LIST && value->list.count) ||
           (value->kind == RJ_KIND_MAP && value->map.count);
}

/* The order of a map's keys, on the stack of orders, when it isn't that of the members. */
static bool push_order(writer *w, level *l) {
    const rj_value *map = l->value;
    const size_t count = map->map.count, bytes = count * sizeof(const rj_member *);
    l->is_sorted = rj_yaml_keys_in_order(map->map.members, count);
    if (l->is_sorted)
        return true;
    rj_buf_reset(&w->scratch);
    void *room = rj_buf_reserve(&w->scratch, bytes);
    l->order = w->orders.bytes;
    if (!room || !rj_buf_reserve(&w->orders, bytes))
        return false;
    w->orders.bytes += bytes;
    const rj_member **order = orders_at(w, l->order);
    for (size_t i = 0; i < count; i++)
        order[i] = &map->map.members[i];
    rj_yaml_sort_keys(order, room, count);
    return true;
}

static bool push_level(writer *w, const rj_value *value, size_t indent, bool begins_inline,
                       rj_error *err) {
    level l = {.value = value, .indent = indent, .begins_inline = begins_inline};
    if (value->kind == RJ_KIND_MAP && !push_order(w, &l))
        return rj_error_no_memory(err);
    rj_buf_append(&w->levels, (const char *)&l, sizeof l);
    return rj_buf_ok(&w->levels) || rj_error_no_memory(err);
}

static void pop_level(writer *w) {
    const level *l = top_level(w);
    if (l->value->kind == RJ_KIND_MAP && !l->is_sorted)
        w->orders.bytes = l->order;
    w->levels.bytes -= sizeof *l;
}

/* A value in the current line; a list or a map that isn't empty is only begun. */
static bool write_inline(writer *w, const rj_value *value, size_t indent, bool begins_inline,
                         rj_error *err) {
    rj_buf *out = w->at.out;
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        rj_buf_puts(out, "null");
        return true;
    case RJ_KIND_BOOL:
        rj_buf_puts(out, value->boolean ? "true" : "false");
        return true;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return write_number(value->number.f64, out, err);
    case RJ_KIND_STRING: {
        const rj_yaml_text text = read_text(w, value->string.data, value->string.bytes);
        rj_yaml_text_write(&text, indent, true, &w->at);
        return true;
    }
    case RJ_KIND_LIST:
    case RJ_KIND_MAP:
        if (w->levels.bytes / sizeof(level) >= MAX_DEPTH)
            return rj_error_set(err, RJ_ERROR_LIMIT, "yaml: exceeded max depth of %d", MAX_DEPTH);
        if (is_collection(value))
            return push_level(w, value, indent, begins_inline, err);
        rj_buf_puts(out, value->kind == RJ_KIND_LIST ? "[]" : "{}");
        return true;
    }
    return true;
}

static bool write_item(writer *w, const rj_value *item, size_t indent, rj_error *err) {
    rj_buf_append(w->at.out, "- ", 2);
    return write_inline(w, item, indent + INDENT, true, err);
}

static bool write_member(writer *w, const rj_member *member, size_t indent, rj_error *err) {
    rj_buf *out = w->at.out;
    const rj_value *value = &member->value;
    const rj_yaml_text key = read_text(w, member->key, member->key_bytes);
    if (member->key_bytes > RJ_YAML_REREAD_SAFE_KEY_BYTES)
        w->is_doubtful = true;
    if (!rj_yaml_text_is_simple_key(&key)) {
        rj_buf_append(out, "? ", 2);
        rj_yaml_text_write(&key, indent + INDENT, true, &w->at);
        rj_yaml_begin_line(&w->at, indent);
        rj_buf_append(out, ": ", 2);
        return write_inline(w, value, indent + INDENT, true, err);
    }
    rj_yaml_text_write(&key, indent + INDENT, false, &w->at);
    rj_buf_putc(out, ':');
    if (is_collection(value))
        return write_inline(w, value, value->kind == RJ_KIND_LIST ? indent : indent + INDENT, false,
                            err);
    rj_buf_putc(out, ' ');
    return write_inline(w, value, indent + INDENT, true, err);
}

static bool write_next_child(writer *w, rj_error *err) {
    level *l = top_level(w);
    const size_t next = l->next++, indent = l->indent;
    const rj_value *value = l->value;
    if (next > 0 || !l->begins_inline)
        rj_yaml_begin_line(&w->at, indent);
    if (value->kind == RJ_KIND_LIST)
        return write_item(w, &value->list.items[next], indent, err);
    const rj_member *member =
        l->is_sorted ? &value->map.members[next] : orders_at(w, l->order)[next];
    return write_member(w, member, indent, err);
}

static bool is_finished(const level *l) {
    return l->next == (l->value->kind == RJ_KIND_LIST ? l->value->list.count : l->value->map.count);
}

static bool write_root(writer *w, const rj_value *root, rj_error *err) {
    if (!write_inline(w, root, is_collection(root) ? 0 : INDENT, true, err))
        return false;
    while (w->levels.bytes && rj_buf_ok(w->at.out)) {
        if (is_finished(top_level(w)))
            pop_level(w);
        else if (!write_next_child(w, err))
            return false;
    }
    rj_yaml_begin_line(&w->at, 0);
    return (rj_buf_ok(w->at.out) && rj_buf_ok(&w->scratch)) || rj_error_no_memory(err);
}

static bool check_doubtful(const rj_value *root, rj_error *err) {
    rj_buf json = RJ_BUF_INIT;
    rj_json_write(root, &json);
    bool ok = rj_buf_ok(&json) ? rj_yaml_reread_check(rj_buf_text(&json), json.bytes, err)
                               : rj_error_no_memory(err);
    rj_buf_free(&json);
    return ok;
}

static bool write_value(const rj_value *value, bool is_exact, rj_buf *out, rj_error *err) {
    if (!rj_buf_ok(out))
        return rj_error_no_memory(err);
    const size_t before = out->bytes;
    writer w = {.at = {.out = out, .line_start = before}, .is_exact = is_exact};
    const bool ok =
        write_root(&w, value, err) && (is_exact || !w.is_doubtful || check_doubtful(value, err));
    if (!ok) {
        out->bytes = before;
        out->failed = false;
        if (out->data)
            out->data[before] = '\0';
    }
    rj_buf_free(&w.levels);
    rj_buf_free(&w.orders);
    rj_buf_free(&w.scratch);
    return ok;
}

bool rj_yaml_write(const rj_value *value, rj_buf *out, rj_error *err) {
    return write_value(value, false, out, err);
}

bool rj_yaml_write_escaped(const rj_value *value, rj_buf *out, rj_error *err) {
    rj_error refused = RJ_ERROR_INIT;
    bool ok = write_value(value, false, out, &refused);
    if (!ok && refused.code == RJ_ERROR_TYPE) {
        rj_error_clear(&refused);
        return write_value(value, true, out, err);
    }
    if (!ok)
        rj_error_move(err, &refused);
    return ok;
}
