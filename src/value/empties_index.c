/* SPDX-License-Identifier: Apache-2.0 */
#include "value/empties_index.h"

#include <string.h>

#include "value/walk.h"

enum {
    FIRST_SLOTS = 64
};

static uint32_t hash_of(uint32_t parent, const char *key, size_t key_bytes) {
    uint32_t hash = 2166136261u ^ parent;
    hash *= 16777619u;
    for (size_t i = 0; i < key_bytes; i++)
        hash = (hash ^ (unsigned char)key[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static uint32_t *slot_of(const rj_empties_index *index, uint32_t hash, uint32_t parent,
                         const char *key, size_t key_bytes) {
    uint32_t mask = index->slot_count - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &index->slots[i];
        if (*slot == 0)
            return slot;
        const rj_empties_path *p = &index->paths[*slot - 1];
        if (p->hash == hash && p->parent == parent && p->key_bytes == key_bytes &&
            memcmp(p->key, key, key_bytes) == 0)
            return slot;
    }
}

static bool rehash(rj_empties_index *index, uint32_t slot_count) {
    uint32_t *slots = rj_arena_calloc(index->arena, slot_count, sizeof *slots);
    if (!slots)
        return false;
    index->slots = slots;
    index->slot_count = slot_count;
    for (uint32_t i = 1; i < index->count; i++) {
        const rj_empties_path *p = &index->paths[i];
        *slot_of(index, p->hash, p->parent, p->key, p->key_bytes) = i + 1;
    }
    return true;
}

static bool make_room(rj_empties_index *index) {
    if (index->count < index->capacity)
        return true;
    if (index->capacity > UINT32_MAX / 4)
        return false;
    uint32_t capacity = index->capacity ? 2 * index->capacity : FIRST_SLOTS / 2;
    rj_empties_path *paths = rj_arena_calloc(index->arena, capacity, sizeof *paths);
    if (!paths)
        return false;
    if (index->count)
        memcpy(paths, index->paths, index->count * sizeof *paths);
    index->paths = paths;
    index->capacity = capacity;
    return rehash(index, 2 * capacity);
}

bool rj_empties_index_init(rj_empties_index *index, rj_arena *arena) {
    *index = (rj_empties_index){.arena = arena};
    if (!make_room(index))
        return false;
    index->count = 1; /* the root, which has no key */
    return true;
}

uint32_t rj_empties_index_find(const rj_empties_index *index, uint32_t parent, const char *key,
                               size_t key_bytes) {
    if (parent == RJ_PATH_UNKNOWN)
        return RJ_PATH_UNKNOWN;
    uint32_t slot = *slot_of(index, hash_of(parent, key, key_bytes), parent, key, key_bytes);
    return slot ? slot - 1 : RJ_PATH_UNKNOWN;
}

uint8_t rj_empties_index_found(const rj_empties_index *index, uint32_t path) {
    return path == RJ_PATH_UNKNOWN ? 0 : index->paths[path].found;
}

static bool insert(rj_empties_index *index, uint32_t parent, const char *key, size_t key_bytes,
                   uint32_t *out) {
    if (!make_room(index))
        return false;
    uint32_t hash = hash_of(parent, key, key_bytes);
    uint32_t *slot = slot_of(index, hash, parent, key, key_bytes);
    if (*slot == 0) {
        index->paths[index->count] =
            (rj_empties_path){.parent = parent, .hash = hash, .key = key, .key_bytes = key_bytes};
        *slot = ++index->count;
    }
    *out = *slot - 1;
    return true;
}

bool rj_empties_index_add(rj_empties_index *index, const rj_value *reference) {
    rj_walk walk = {.arena = index->arena};
    if (!rj_walk_enter(&walk, reference, RJ_PATH_ROOT, 0))
        return false;
    rj_walk_child child;
    while (rj_walk_next(&walk, &child)) {
        if (!rj_walk_is_container(child.value))
            continue;
        uint32_t path = child.parent_path;
        if (child.key && !insert(index, path, child.key, child.key_bytes, &path))
            return false;
        if (rj_walk_is_empty(child.value))
            index->paths[path].found |=
                child.value->kind == RJ_KIND_MAP ? RJ_EMPTY_MAP : RJ_EMPTY_LIST;
        else if (!rj_walk_enter(&walk, child.value, path, 0))
            return false;
    }
    return true;
}
