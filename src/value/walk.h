/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_VALUE_WALK_H
#define RJ_VALUE_WALK_H

/**
 * @file
 * A walk over a tree, parents before children, on a stack of its own: trees may be deeper than the
 * C stack allows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/** A list or map whose children are being visited. */
typedef struct rj_walk_step {
    const rj_value *node;
    size_t next;   /**< the child that comes next */
    uint32_t path; /**< what the walker knows it by */
    uint8_t traits;
} rj_walk_step;

typedef struct rj_walk {
    rj_arena *arena;
    rj_walk_step *steps;
    size_t depth, capacity;
} rj_walk;

typedef struct rj_walk_child {
    const rj_value *value;
    const char *key; /**< NULL: a list item */
    size_t key_bytes;
    uint32_t parent_path;
    uint8_t parent_traits;
} rj_walk_child;

static inline bool rj_walk_is_container(const rj_value *value) {
    return value->kind == RJ_KIND_LIST || value->kind == RJ_KIND_MAP;
}

static inline size_t rj_walk_count(const rj_value *container) {
    return container->kind == RJ_KIND_LIST ? container->list.count : container->map.count;
}

static inline bool rj_walk_is_empty(const rj_value *value) {
    return rj_walk_is_container(value) && rj_walk_count(value) == 0;
}

/** Goes on with the children of @p node (nothing happens for scalars). False: no memory. */
bool rj_walk_enter(rj_walk *walk, const rj_value *node, uint32_t path, uint8_t traits) RJ_MUST_USE;

/** The next child of the innermost node; leaves nodes that have none left. False: the end. */
bool rj_walk_next(rj_walk *walk, rj_walk_child *out);

/** The same, but stays in the innermost node: false when that has no child left. */
bool rj_walk_next_here(rj_walk *walk, rj_walk_child *out);

#endif
