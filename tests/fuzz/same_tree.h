/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_FUZZ_SAME_TREE_H
#define RJ_TESTS_FUZZ_SAME_TREE_H

/**
 * @file
 * Trees with everything in them: contents, styles, forms of numbers and places.
 */

#include <string.h>

#include "rjinterp/value.h"

static inline bool fuzz_same_place(rj_position a, rj_position b) {
    return a.line == b.line && a.column == b.column;
}

static inline bool fuzz_same_bytes(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    return a_bytes == b_bytes && memcmp(a, b, a_bytes) == 0 && a[a_bytes] == '\0';
}

static inline bool fuzz_same_scalar(const rj_value *a, const rj_value *b) {
    switch ((rj_kind)a->kind) {
    case RJ_KIND_BOOL:
        return a->boolean == b->boolean;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return a->number.i64 == b->number.i64 &&
               memcmp(&a->number.f64, &b->number.f64, sizeof a->number.f64) == 0;
    case RJ_KIND_STRING:
        return fuzz_same_bytes(a->string.data, a->string.bytes, b->string.data, b->string.bytes);
    default:
        return true;
    }
}

static inline bool fuzz_same_tree(const rj_value *a, const rj_value *b) {
    if (a->kind != b->kind || a->style != b->style || a->form != b->form ||
        a->in_alias != b->in_alias || !fuzz_same_place(a->at, b->at))
        return false;
    if (a->kind == RJ_KIND_LIST) {
        bool same = a->list.count == b->list.count;
        for (size_t i = 0; same && i < a->list.count; i++)
            same = fuzz_same_tree(&a->list.items[i], &b->list.items[i]);
        return same;
    }
    if (a->kind == RJ_KIND_MAP) {
        bool same = a->map.count == b->map.count;
        for (size_t i = 0; same && i < a->map.count; i++) {
            const rj_member *m = &a->map.members[i], *n = &b->map.members[i];
            same = fuzz_same_bytes(m->key, m->key_bytes, n->key, n->key_bytes) &&
                   fuzz_same_place(m->key_at, n->key_at) && fuzz_same_tree(&m->value, &n->value);
        }
        return same;
    }
    return fuzz_same_scalar(a, b);
}

#endif
