/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rjinterp/number.h"
#include "rjinterp/utf8.h"
#include "text/json_scan.h"

/* What stays the same all the way down a tree. */
typedef struct writer {
    rj_buf *out;
    int indent; /* blanks a level; 0: compact */
    bool exact; /* numbers by their form */
} writer;

void rj_json_write_double(double number, rj_buf *out) {
    char text[RJ_DOUBLE_TEXT_BYTES];
    rj_decimal decimal = rj_decimal_shortest(number);
    double magnitude = fabs(number);
    size_t bytes = magnitude != 0 && (magnitude < 1e-6 || magnitude >= 1e21)
                       ? rj_decimal_exponent(&decimal, 1, text)
                       : rj_decimal_plain(&decimal, text);
    rj_buf_append(out, text, bytes);
}

static void write_number(const writer *w, const rj_value *value) {
    if (w->exact && value->form == RJ_NUMBER_UINT64)
        rj_buf_printf(w->out, "%" PRIu64, value->number.u64);
    else if (w->exact && value->form == RJ_NUMBER_NEGATIVE_ZERO)
        rj_buf_puts(w->out, "-0");
    else if (value->kind == RJ_KIND_INT)
        rj_buf_put_int(w->out, value->number.i64);
    else
        rj_json_write_double(value->number.f64, w->out);
}

void rj_json_write_string(const char *data, size_t bytes, rj_buf *out) {
    rj_json_quote(data, bytes, out);
}

static void write_value(const writer *w, const rj_value *value, int level);

static void break_line(const writer *w, int level) {
    if (!w->indent)
        return;
    rj_buf_putc(w->out, '\n');
    rj_buf_fill(w->out, ' ', (size_t)w->indent * (size_t)level);
}

static void write_list(const writer *w, const rj_value *value, int level) {
    rj_buf_putc(w->out, '[');
    for (size_t i = 0; i < value->list.count; i++) {
        if (i)
            rj_buf_putc(w->out, ',');
        break_line(w, level + 1);
        write_value(w, &value->list.items[i], level + 1);
    }
    if (value->list.count)
        break_line(w, level);
    rj_buf_putc(w->out, ']');
}

static void write_map(const writer *w, const rj_value *value, int level) {
    rj_buf_putc(w->out, '{');
    for (size_t i = 0; i < value->map.count; i++) {
        const rj_member *member = &value->map.members[i];
        if (i)
            rj_buf_putc(w->out, ',');
        break_line(w, level + 1);
        rj_json_write_string(member->key, member->key_bytes, w->out);
        rj_buf_puts(w->out, w->indent ? ": " : ":");
        write_value(w, &member->value, level + 1);
    }
    if (value->map.count)
        break_line(w, level);
    rj_buf_putc(w->out, '}');
}

static void write_value(const writer *w, const rj_value *value, int level) {
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        rj_buf_puts(w->out, "null");
        break;
    case RJ_KIND_BOOL:
        rj_buf_puts(w->out, value->boolean ? "true" : "false");
        break;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        write_number(w, value);
        break;
    case RJ_KIND_STRING:
        rj_json_write_string(value->string.data, value->string.bytes, w->out);
        break;
    case RJ_KIND_LIST:
        write_list(w, value, level);
        break;
    case RJ_KIND_MAP:
        write_map(w, value, level);
        break;
    }
}

void rj_json_write(const rj_value *value, rj_buf *out) {
    write_value(&(writer){.out = out}, value, 0);
}

void rj_json_write_exact(const rj_value *value, rj_buf *out) {
    write_value(&(writer){.out = out, .exact = true}, value, 0);
}

void rj_json_write_indented(const rj_value *value, int indent, rj_buf *out) {
    write_value(&(writer){.out = out, .indent = indent}, value, 0);
}
