/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/typed_decode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kube/go_time.h"
#include "kube/number_text.h"

/* A new text in place of @p in; the same node when the text is the same. */
static bool put_text(decoder *d, const rj_value *in, const char *text, size_t bytes,
                     rj_value *out) {
    if (in->kind == RJ_KIND_STRING && in->string.bytes == bytes &&
        memcmp(in->string.data, text, bytes) == 0) {
        *out = *in;
        return true;
    }
    const char *copy = rj_arena_copy(d->arena, text, bytes);
    if (!copy)
        return typed_no_memory(d);
    *out = rj_value_string(copy, bytes);
    out->at = in->at;
    return true;
}

/* White space that Go trims and that JSON writes as it is. Line ends and tabs stand as escapes in
 * the JSON text, which is what the reference trims. */
static size_t blank_at(const char *text, size_t bytes) {
    static const char *const blanks[] = {
        " ",
        "\xC2\x85",
        "\xC2\xA0",
        "\xE1\x9A\x80",
        "\xE2\x80\x80",
        "\xE2\x80\x81",
        "\xE2\x80\x82",
        "\xE2\x80\x83",
        "\xE2\x80\x84",
        "\xE2\x80\x85",
        "\xE2\x80\x86",
        "\xE2\x80\x87",
        "\xE2\x80\x88",
        "\xE2\x80\x89",
        "\xE2\x80\x8A",
        "\xE2\x80\xAF",
        "\xE2\x81\x9F",
        "\xE3\x80\x80",
    };
    /* Mostly a digit. */
    if (!bytes || (text[0] > ' ' && text[0] <= '~'))
        return 0;
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        size_t length = strlen(blanks[i]);
        if (bytes >= length && memcmp(text, blanks[i], length) == 0)
            return length;
    }
    return 0;
}

static void trim(const char **text, size_t *bytes) {
    for (size_t blank; (blank = blank_at(*text, *bytes)) > 0;) {
        *text += blank;
        *bytes -= blank;
    }
    for (size_t length = 1; length <= 3 && length <= *bytes;) {
        if (blank_at(*text + *bytes - length, length) == length) {
            *bytes -= length;
            length = 1;
        } else {
            length++;
        }
    }
}

static bool quantity(decoder *d, const frame *f, const rj_value *in, rj_value *out) {
    char number[RJ_DOUBLE_TEXT_BYTES];
    const char *text = "x"; /* no quantity: what becomes of any other kind */
    size_t bytes = 1;
    if (in->kind == RJ_KIND_STRING) {
        text = in->string.data;
        bytes = in->string.bytes;
        trim(&text, &bytes);
    } else if (rj_value_is_number(in)) {
        bytes = rj_number_text(in, number);
        text = number;
    }
    if (!d->quantity && !(d->quantity = rj_quantity_new()))
        return typed_no_memory(d);
    rj_error failure = RJ_ERROR_INIT;
    if (!rj_quantity_parse(d->quantity, text, bytes, &failure)) {
        rj_error_move(&d->error, &failure);
        return typed_stop(d, f, in);
    }
    if (d->root->keeps_detail)
        return put_text(d, in, text, bytes, out);
    rj_buf written = RJ_BUF_INIT;
    rj_quantity_write(d->quantity, &written);
    bool good = rj_buf_ok(&written) ? put_text(d, in, rj_buf_text(&written), written.bytes, out)
                                    : typed_no_memory(d);
    rj_buf_free(&written);
    return good;
}

static bool point_in_time(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                          rj_value *out) {
    if (in->kind != RJ_KIND_STRING)
        return typed_stop_mismatch(d, f, field, in);
    char text[RJ_GO_TIME_BYTES];
    rj_error failure = RJ_ERROR_INIT;
    if (!rj_go_time_canonical(in->string.data, in->string.bytes, text, &failure)) {
        rj_error_move(&d->error, &failure);
        return typed_stop(d, f, in);
    }
    if (text[0])
        return put_text(d, in, text, strlen(text), out);
    *out = rj_value_null;
    return true;
}

/* A number whose JSON text is an integer of the field's size. */
static bool integer(const rj_value *in, bool wide, rj_value *out) {
    if (!rj_value_is_number(in))
        return false;
    char text[RJ_DOUBLE_TEXT_BYTES];
    size_t bytes = rj_number_text(in, text);
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || end != text + bytes || (!wide && (value < INT32_MIN || value > INT32_MAX)))
        return false;
    *out = rj_value_int(value);
    out->at = in->at;
    return true;
}

bool typed_scalar(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                  rj_value *out) {
    bool good;
    switch ((rj_field_kind)field->kind) {
    case RJ_FIELD_QUANTITY:
        return quantity(d, f, in, out);
    case RJ_FIELD_TIME:
        return point_in_time(d, f, field, in, out);
    case RJ_FIELD_INT_OR_STRING:
        if (in->kind != RJ_KIND_STRING)
            return integer(in, false, out) || typed_stop_mismatch(d, f, field, in);
        *out = *in;
        return true;
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
        good = integer(in, field->kind == RJ_FIELD_INT64, out);
        return good || typed_mismatch(d, f, field, false, in);
    case RJ_FIELD_BOOL:
        good = in->kind == RJ_KIND_BOOL;
        break;
    case RJ_FIELD_STRING:
        good = in->kind == RJ_KIND_STRING;
        break;
    default: /* raw JSON */
        good = true;
        break;
    }
    if (!good)
        return typed_mismatch(d, f, field, false, in);
    *out = *in;
    return true;
}
