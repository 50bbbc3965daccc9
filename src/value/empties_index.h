/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_VALUE_EMPTIES_INDEX_H
#define RJ_VALUE_EMPTIES_INDEX_H

/**
 * @file
 * The paths at which reference objects hold empty maps or lists. A path is made of keys alone:
 * items of a list share the path of the list.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

enum {
    RJ_EMPTY_MAP = 1,
    RJ_EMPTY_LIST = 2
};

enum {
    RJ_PATH_ROOT = 0 /**< the empty path */
};

/** A path that no reference has. */
#define RJ_PATH_UNKNOWN UINT32_MAX

typedef struct rj_empties_path {
    uint32_t parent;
    uint32_t hash;
    const char *key;
    size_t key_bytes;
    uint8_t found; /**< RJ_EMPTY_… */
} rj_empties_path;

typedef struct rj_empties_index {
    rj_arena *arena;
    rj_empties_path *paths;
    uint32_t count, capacity;
    uint32_t *slots; /**< hash table of path numbers + 1 */
    uint32_t slot_count;
} rj_empties_index;

/** An index that knows the root alone. False: no memory. */
bool rj_empties_index_init(rj_empties_index *index, rj_arena *arena) RJ_MUST_USE;

/** Adds the paths of @p reference. False: no memory. */
bool rj_empties_index_add(rj_empties_index *index, const rj_value *reference) RJ_MUST_USE;

/** The path one key further, or RJ_PATH_UNKNOWN. */
uint32_t rj_empties_index_find(const rj_empties_index *index, uint32_t parent, const char *key,
                               size_t key_bytes);

/** What is at the path: RJ_EMPTY_MAP, RJ_EMPTY_LIST, both or 0. */
uint8_t rj_empties_index_found(const rj_empties_index *index, uint32_t path);

#endif
