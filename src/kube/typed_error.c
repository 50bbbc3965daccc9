/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/typed_decode.h"

#include "kube/number_text.h"
#include "rjinterp/buf.h"

static const char *const scalar_names[] = {
    [RJ_FIELD_STRING] = "string", [RJ_FIELD_BOOL] = "bool",   [RJ_FIELD_INT32] = "int32",
    [RJ_FIELD_INT64] = "int64",   [RJ_FIELD_TIME] = "string", [RJ_FIELD_INT_OR_STRING] = "int32",
};

static const char *element_type_name(const rj_field *field) {
    if (field->of)
        return field->of->type_name;
    if (field->type_name)
        return field->type_name;
    return scalar_names[field->kind];
}

static void put_type_name(rj_buf *out, const rj_field *field, bool as_container) {
    if (as_container && field->map_name) {
        rj_buf_puts(out, field->map_name);
        return;
    }
    if (as_container && field->flags & RJ_FIELD_LIST)
        rj_buf_puts(out, "[]");
    if (as_container && field->flags & RJ_FIELD_MAP)
        rj_buf_puts(out, "map[string]");
    rj_buf_puts(out, element_type_name(field));
}

/* Integer fields name the number that doesn't fit. */
static void put_kind(rj_buf *out, const rj_value *in, bool with_number) {
    rj_buf_puts(out, rj_kind_json_name((rj_kind)in->kind));
    if (with_number && rj_value_is_number(in)) {
        char text[RJ_DOUBLE_TEXT_BYTES];
        rj_buf_putc(out, ' ');
        rj_buf_append(out, text, rj_number_text(in, text));
    }
}

static void put_fields(rj_buf *out, const frame *f) {
    if (!f)
        return;
    put_fields(out, f->parent);
    if (!f->field)
        return;
    if (f->embedded)
        rj_buf_printf(out, ".%s", f->embedded);
    rj_buf_printf(out, ".%s", f->field->name);
}

static const frame *nearest_field(const frame *f) {
    while (f && !f->field)
        f = f->parent;
    return f;
}

/* The way to the value as a user writes it: list positions too, embedded structs not. */
static void put_path(rj_buf *out, const frame *f) {
    if (!f)
        return;
    put_path(out, f->parent);
    if (out->bytes > 0)
        rj_buf_putc(out, '.');
    if (f->field)
        rj_buf_puts(out, f->field->name);
    else if (f->key)
        rj_buf_append(out, f->key, f->key_bytes);
    else
        rj_buf_printf(out, "%zu", f->index);
}

static void locate(decoder *d, const frame *f, const rj_value *in) {
    if (in->at.line)
        rj_error_locate(&d->error, NULL, in->at);
    rj_buf path = RJ_BUF_INIT;
    put_path(&path, f);
    if (rj_buf_ok(&path) && path.bytes > 0)
        rj_error_set_path(&d->error, rj_buf_text(&path));
    rj_buf_free(&path);
}

/* "json: cannot unmarshal KIND into Go struct field STRUCT.PATH of type " */
static void put_beginning(rj_buf *text, const frame *f, const rj_value *in, bool with_number) {
    rj_buf_puts(text, "json: cannot unmarshal ");
    put_kind(text, in, with_number);
    const frame *nearest = nearest_field(f);
    if (nearest) {
        rj_buf_printf(text, " into Go struct field %s", nearest->owner->name);
        put_fields(text, f);
        rj_buf_puts(text, " of type ");
    } else {
        rj_buf_puts(text, " into Go value of type ");
    }
}

static bool set_error(decoder *d, const frame *f, const rj_value *in, rj_buf *text) {
    bool good = rj_buf_ok(text);
    if (good) {
        rj_error_set_bytes(&d->error, RJ_ERROR_TYPE, rj_buf_text(text), text->bytes);
        good = d->error.code == RJ_ERROR_TYPE;
    }
    rj_buf_free(text);
    if (!good)
        return typed_no_memory(d);
    locate(d, f, in);
    return true;
}

bool typed_mismatch(decoder *d, const frame *f, const rj_field *field, bool as_container,
                    const rj_value *in) {
    if (d->error.code != RJ_ERROR_NONE)
        return true;
    bool integer =
        !as_container && (field->kind == RJ_FIELD_INT32 || field->kind == RJ_FIELD_INT64 ||
                          field->kind == RJ_FIELD_INT_OR_STRING);
    rj_buf text = RJ_BUF_INIT;
    put_beginning(&text, f, in, integer);
    put_type_name(&text, field, as_container);
    return set_error(d, f, in, &text);
}

bool typed_stop_mismatch(decoder *d, const frame *f, const rj_field *field, const rj_value *in) {
    rj_error_clear(&d->error);
    bool told = typed_mismatch(d, f, field, false, in);
    return told && false;
}

bool typed_stop(decoder *d, const frame *f, const rj_value *in) {
    if (d->error.code != RJ_ERROR_MEMORY)
        locate(d, f, in);
    return false;
}

bool typed_no_memory(decoder *d) {
    return rj_error_no_memory(&d->error);
}
