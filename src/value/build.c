/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/value.h"

#include <string.h>

bool rj_list_append(rj_list_builder *b, const rj_value *item) {
    rj_value *items = rj_arena_grow(b->arena, b->items, b->count, &b->capacity, sizeof *items);
    if (!items)
        return false;
    b->items = items;
    b->items[b->count++] = *item;
    return true;
}

rj_value rj_list_finish(const rj_list_builder *b) {
    return rj_value_list(b->items, b->count);
}

bool rj_map_append(rj_map_builder *b, const char *key, size_t key_bytes, rj_position key_at,
                   const rj_value *value) {
    rj_member *members =
        rj_arena_grow(b->arena, b->members, b->count, &b->capacity, sizeof *members);
    if (!members)
        return false;
    b->members = members;
    b->members[b->count++] =
        (rj_member){.key = key, .key_bytes = key_bytes, .key_at = key_at, .value = *value};
    return true;
}

static int compare_members(const rj_member *a, const rj_member *b) {
    /* Mostly the first byte tells already; keys end with a NUL. */
    unsigned char first = (unsigned char)a->key[0], other = (unsigned char)b->key[0];
    if (first != other && a->key_bytes && b->key_bytes)
        return first < other ? -1 : 1;
    return rj_key_compare(a->key, a->key_bytes, b->key, b->key_bytes);
}

/* Stable: of equal keys the one appended last has to stay last. */
static void insertion_sort(rj_member *m, size_t count) {
    for (size_t i = 1; i < count; i++) {
        rj_member moving = m[i];
        size_t j = i;
        for (; j > 0 && compare_members(&m[j - 1], &moving) > 0; j--)
            m[j] = m[j - 1];
        m[j] = moving;
    }
}

static void merge(rj_member *m, rj_member *scratch, size_t left, size_t total) {
    memcpy(scratch, m, left * sizeof *m);
    size_t i = 0, j = left, k = 0;
    while (i < left && j < total)
        m[k++] = compare_members(&scratch[i], &m[j]) <= 0 ? scratch[i++] : m[j++];
    while (i < left)
        m[k++] = scratch[i++];
}

static void merge_sort(rj_member *m, rj_member *scratch, size_t count) {
    if (count <= 16) {
        insertion_sort(m, count);
        return;
    }
    size_t left = count / 2;
    merge_sort(m, scratch, left);
    merge_sort(m + left, scratch, count - left);
    if (compare_members(&m[left - 1], &m[left]) > 0)
        merge(m, scratch, left, count);
}

static bool is_sorted(const rj_member *m, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (compare_members(&m[i - 1], &m[i]) >= 0)
            return false;
    return true;
}

rj_value rj_map_finish(rj_map_builder *b) {
    if (!is_sorted(b->members, b->count)) {
        rj_member *scratch =
            b->count > 16 ? rj_arena_alloc(b->arena, b->count / 2 * sizeof *scratch) : NULL;
        if (scratch)
            merge_sort(b->members, scratch, b->count);
        else
            insertion_sort(b->members, b->count);
        size_t kept = 0;
        for (size_t i = 0; i < b->count; i++) {
            bool repeated =
                i + 1 < b->count && compare_members(&b->members[i], &b->members[i + 1]) == 0;
            if (!repeated)
                b->members[kept++] = b->members[i];
        }
        b->count = kept;
    }
    return rj_value_map(b->members, b->count);
}
