/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decodes as Go's encoding/json does, two habits of it included: a wrong type doesn't stop the
 * decoding, but values that decode themselves (quantities, times) do; and a field that comes twice,
 * in two spellings, is decoded into what the first one left there.
 *
 * Recursion goes down the types, not the input, and no type contains itself.
 */
#include "rjinterp/typed.h"

#include <string.h>

#include "kube/typed_decode.h"

static bool decode_field(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                         const rj_value *previous, rj_value *out);

/* A field of the struct that is being decoded. */
typedef struct slot {
    const rj_field *field;
    rj_value value;
    rj_position key_at;
    bool filled;
} slot;

static bool is_empty(const rj_field *field, const rj_value *value, bool keeps_detail) {
    if (field->flags & (RJ_FIELD_LIST | RJ_FIELD_MAP)) {
        bool no_items = value->kind == RJ_KIND_LIST
                            ? value->list.count == 0
                            : value->kind == RJ_KIND_MAP && value->map.count == 0;
        return value->kind == RJ_KIND_NULL || (no_items && !keeps_detail);
    }
    if (field->flags & RJ_FIELD_POINTER || field->kind == RJ_FIELD_TIME)
        return value->kind == RJ_KIND_NULL;
    switch ((rj_field_kind)field->kind) {
    case RJ_FIELD_STRING:
        return value->string.bytes == 0;
    case RJ_FIELD_BOOL:
        return !value->boolean;
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
        return value->number.i64 == 0;
    default:
        return false;
    }
}

/* What a scalar is when nothing was decoded into it. */
static rj_value zero_scalar(const rj_field *field) {
    switch ((rj_field_kind)field->kind) {
    case RJ_FIELD_STRING:
        return rj_value_text("");
    case RJ_FIELD_BOOL:
        return rj_value_bool(false);
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
    case RJ_FIELD_INT_OR_STRING:
        return rj_value_int(0);
    case RJ_FIELD_QUANTITY:
        return rj_value_text("0");
    default:
        return rj_value_null;
    }
}

/* Values that decode themselves take null as a value, their zero. */
static bool null_resets(const rj_field *field) {
    return field->kind == RJ_FIELD_QUANTITY || field->kind == RJ_FIELD_TIME;
}

/* Empty slots for the fields of a struct, or what an earlier decoding left in them. */
static size_t prepare(const rj_struct *type, const rj_value *previous, slot *slots) {
    const rj_field *fields[RJ_MAX_FIELDS];
    size_t count = rj_struct_fields(type, fields);
    for (size_t i = 0; i < count; i++) {
        const rj_value *value = previous ? rj_value_get(previous, fields[i]->name) : NULL;
        slots[i] = (slot){.field = fields[i]};
        if (value) {
            slots[i].value = *value;
            slots[i].filled = true;
        }
    }
    return count;
}

/* Whether nothing is printed of a field that nothing was decoded into: see zero_scalar(). */
static bool is_left_out(const rj_field *field) {
    if (!(field->flags & RJ_FIELD_OMIT))
        return false;
    if (field->flags & (RJ_FIELD_LIST | RJ_FIELD_MAP | RJ_FIELD_POINTER))
        return true;
    const rj_value zero = zero_scalar(field);
    return field->kind != RJ_FIELD_STRUCT && is_empty(field, &zero, false);
}

static bool print_struct(decoder *d, slot *slots, size_t count, rj_value *out) {
    rj_map_builder map = {.arena = d->arena};
    for (size_t i = 0; i < count; i++) {
        slot *s = &slots[i];
        if (!s->filled && is_left_out(s->field))
            continue;
        if (!s->filled && !decode_field(d, NULL, s->field, &rj_value_null, NULL, &s->value))
            return false;
        if (s->field->flags & RJ_FIELD_OMIT && is_empty(s->field, &s->value, d->root->keeps_detail))
            continue;
        if (!rj_map_append(&map, s->field->name, strlen(s->field->name), s->key_at, &s->value))
            return typed_no_memory(d);
    }
    *out = rj_map_finish(&map);
    return true;
}

/* @p in NULL: a struct that nothing is decoded into. */
static bool decode_struct(decoder *d, const frame *f, const rj_struct *type, const rj_value *in,
                          const rj_value *previous, rj_value *out) {
    slot slots[RJ_MAX_FIELDS];
    size_t count = prepare(type, previous, slots);
    for (size_t i = 0; in && i < in->map.count; i++) {
        const rj_member *m = &in->map.members[i];
        frame here = {.parent = f, .owner = type};
        size_t at;
        here.field =
            rj_struct_find(type, m->key, m->key_bytes, d->root->case_matters, &at, &here.embedded);
        if (!here.field)
            continue;
        slot *s = &slots[at];
        if (!decode_field(d, &here, here.field, &m->value, s->filled ? &s->value : NULL, &s->value))
            return false;
        s->key_at = m->key_at;
        s->filled = true;
    }
    if (!print_struct(d, slots, count, out))
        return false;
    if (in)
        out->at = in->at;
    return true;
}

/* One value of the field: the field's own, or an item of its list or map. */
static bool decode_one(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                       const rj_value *previous, rj_value *out) {
    if (field->kind == RJ_FIELD_STRUCT) {
        if (in->kind == RJ_KIND_MAP)
            return decode_struct(d, f, field->of, in, previous, out);
        if (in->kind != RJ_KIND_NULL && !typed_mismatch(d, f, field, false, in))
            return false;
        return decode_struct(d, f, field->of, NULL, previous, out);
    }
    *out = previous && !null_resets(field) ? *previous : zero_scalar(field);
    return in->kind == RJ_KIND_NULL || typed_scalar(d, f, field, in, out);
}

static bool decode_list(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                        const rj_value *previous, rj_value *out) {
    size_t count = in->list.count;
    rj_value *items = count ? rj_arena_calloc(d->arena, count, sizeof *items) : NULL;
    if (count && !items)
        return typed_no_memory(d);
    for (size_t i = 0; i < count; i++) {
        frame here = {.parent = f, .index = i};
        bool again = rj_value_is(previous, RJ_KIND_LIST) && i < previous->list.count;
        if (!decode_one(d, &here, field, &in->list.items[i],
                        again ? &previous->list.items[i] : NULL, &items[i]))
            return false;
    }
    *out = rj_value_list(items, count);
    out->at = in->at;
    return true;
}

static bool decode_map(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                       const rj_value *previous, rj_value *out) {
    rj_map_builder map = {.arena = d->arena};
    for (size_t i = 0; rj_value_is(previous, RJ_KIND_MAP) && i < previous->map.count; i++) {
        const rj_member *m = &previous->map.members[i];
        if (!rj_map_append(&map, m->key, m->key_bytes, m->key_at, &m->value))
            return typed_no_memory(d);
    }
    for (size_t i = 0; i < in->map.count; i++) {
        const rj_member *m = &in->map.members[i];
        frame here = {.parent = f, .key = m->key, .key_bytes = m->key_bytes};
        rj_value value;
        if (!decode_one(d, &here, field, &m->value, NULL, &value))
            return false;
        if (!rj_map_append(&map, m->key, m->key_bytes, m->key_at, &value))
            return typed_no_memory(d);
    }
    *out = rj_map_finish(&map);
    out->at = in->at;
    return true;
}

static bool decode_field(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                         const rj_value *previous, rj_value *out) {
    uint8_t nullable = RJ_FIELD_LIST | RJ_FIELD_MAP | RJ_FIELD_POINTER;
    if (in->kind == RJ_KIND_NULL && field->flags & nullable) {
        *out = rj_value_null;
        return true;
    }
    bool list = field->flags & RJ_FIELD_LIST, map = field->flags & RJ_FIELD_MAP;
    if (list && in->kind == RJ_KIND_LIST)
        return decode_list(d, f, field, in, previous, out);
    if (map && in->kind == RJ_KIND_MAP)
        return decode_map(d, f, field, in, previous, out);
    if (list || map) {
        *out = previous ? *previous : rj_value_null;
        return typed_mismatch(d, f, field, true, in);
    }
    if (rj_value_is(previous, RJ_KIND_NULL))
        previous = NULL;
    return decode_one(d, f, field, in, previous, out);
}

bool rj_typed_decode(rj_shape shape, const rj_value *in, rj_arena *arena, rj_value *out,
                     rj_error *err) {
    decoder d = {.arena = arena, .root = rj_shape_root(shape), .error = RJ_ERROR_INIT};
    rj_value result;
    bool good = decode_field(&d, NULL, &d.root->field, in, NULL, &result);
    rj_quantity_free(d.quantity);
    if (!good || d.error.code != RJ_ERROR_NONE) {
        rj_error_move(err, &d.error);
        return false;
    }
    *out = result;
    return true;
}
