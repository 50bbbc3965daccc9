/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/value.h"

#include <stdlib.h>
#include <string.h>

const rj_value rj_value_null = {.kind = RJ_KIND_NULL};

rj_value rj_value_bool(bool b) {
    return (rj_value){.kind = RJ_KIND_BOOL, .boolean = b};
}

rj_value rj_value_int(int64_t i) {
    return (rj_value){.kind = RJ_KIND_INT, .number = {.i64 = i, .f64 = (double)i}};
}

rj_value rj_value_float(double d) {
    return (rj_value){.kind = RJ_KIND_FLOAT, .number = {.f64 = d}};
}

rj_value rj_value_string(const char *data, size_t bytes) {
    return (rj_value){.kind = RJ_KIND_STRING, .string = {.data = data, .bytes = bytes}};
}

rj_value rj_value_text(const char *text) {
    return rj_value_string(text, strlen(text));
}

rj_value rj_value_list(const rj_value *items, size_t count) {
    return (rj_value){.kind = RJ_KIND_LIST, .list = {.items = items, .count = count}};
}

rj_value rj_value_map(const rj_member *members, size_t count) {
    return (rj_value){.kind = RJ_KIND_MAP, .map = {.members = members, .count = count}};
}

int rj_key_compare(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    size_t common = a_bytes < b_bytes ? a_bytes : b_bytes;
    int order = common ? memcmp(a, b, common) : 0;
    if (order)
        return order;
    return (a_bytes > b_bytes) - (a_bytes < b_bytes);
}

const rj_value *rj_value_get_n(const rj_value *map, const char *key, size_t key_bytes) {
    if (!rj_value_is(map, RJ_KIND_MAP))
        return NULL;
    size_t low = 0, high = map->map.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const rj_member *m = &map->map.members[middle];
        int order = rj_key_compare(m->key, m->key_bytes, key, key_bytes);
        if (order == 0)
            return &m->value;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const rj_value *rj_value_get(const rj_value *map, const char *key) {
    return rj_value_get_n(map, key, strlen(key));
}

const char *rj_value_get_text(const rj_value *map, const char *key) {
    const rj_value *value = rj_value_get(map, key);
    return rj_value_is(value, RJ_KIND_STRING) ? value->string.data : NULL;
}

const rj_value *rj_value_at(const rj_value *root, const char *path) {
    const rj_value *value = root;
    while (value && *path) {
        size_t bytes = strcspn(path, ".");
        if (rj_value_is(value, RJ_KIND_LIST)) {
            char *end;
            unsigned long i = strtoul(path, &end, 10);
            value = end == path + bytes && i < value->list.count ? &value->list.items[i] : NULL;
        } else {
            value = rj_value_get_n(value, path, bytes);
        }
        path += bytes + (path[bytes] == '.');
    }
    return value;
}

static bool lists_equal(const rj_value *a, const rj_value *b) {
    if (a->list.count != b->list.count)
        return false;
    for (size_t i = 0; i < a->list.count; i++)
        if (!rj_value_equal(&a->list.items[i], &b->list.items[i]))
            return false;
    return true;
}

static bool maps_equal(const rj_value *a, const rj_value *b) {
    if (a->map.count != b->map.count)
        return false;
    for (size_t i = 0; i < a->map.count; i++) {
        const rj_member *m = &a->map.members[i], *n = &b->map.members[i];
        if (rj_key_compare(m->key, m->key_bytes, n->key, n->key_bytes) != 0 ||
            !rj_value_equal(&m->value, &n->value))
            return false;
    }
    return true;
}

bool rj_value_equal(const rj_value *a, const rj_value *b) {
    if (a->kind != b->kind)
        return false;
    switch ((rj_kind)a->kind) {
    case RJ_KIND_NULL:
        return true;
    case RJ_KIND_BOOL:
        return a->boolean == b->boolean;
    case RJ_KIND_INT:
        return a->number.i64 == b->number.i64;
    case RJ_KIND_FLOAT:
        return a->number.f64 == b->number.f64;
    case RJ_KIND_STRING:
        return rj_key_compare(a->string.data, a->string.bytes, b->string.data, b->string.bytes) ==
               0;
    case RJ_KIND_LIST:
        return lists_equal(a, b);
    case RJ_KIND_MAP:
        return maps_equal(a, b);
    }
    return false;
}

const char *rj_kind_json_name(rj_kind kind) {
    switch (kind) {
    case RJ_KIND_NULL:
        return "null";
    case RJ_KIND_BOOL:
        return "bool";
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return "number";
    case RJ_KIND_STRING:
        return "string";
    case RJ_KIND_LIST:
        return "array";
    case RJ_KIND_MAP:
        return "object";
    }
    return "null";
}
