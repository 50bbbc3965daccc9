/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INSIGHT_MUTATE_H
#define RJ_INSIGHT_MUTATE_H

/**
 * @file
 * Changes of one value inside a tree: removed, null, empty, of another type.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

typedef enum mutation_kind {
    MUTATION_REMOVED,
    MUTATION_NULL,
    MUTATION_EMPTY, /**< "", 0, false, [] or {}, whatever is its kind's */
    MUTATION_STRING,
    MUTATION_NUMBER,
    MUTATION_BOOL,
    MUTATION_LIST,
    MUTATION_MAP,
    MUTATION_COUNT
} mutation_kind;

/** A place in a tree: a member of a map or an item of a list. */
typedef struct mutation_site {
    uint32_t parent; /**< number of the site that it stands in */
    uint32_t index;  /**< position there */
    uint32_t end;    /**< number of the first site behind it that isn't inside it */
    const rj_value *value;
    const rj_member *member; /**< NULL: an item of a list */
} mutation_site;

/** All places of a tree, parents before children, in the tree's order. [0] stands for the root,
 * which is never changed. *Arena-owned*; borrows from the tree. */
typedef struct mutation_sites {
    mutation_site *items;
    size_t count, capacity;
} mutation_sites;

/** One change. */
typedef struct mutation {
    uint32_t site;
    mutation_kind kind;
} mutation;

/** False: the arena is full. */
bool mutation_list_sites(const rj_value *root, rj_arena *arena, mutation_sites *out) RJ_MUST_USE;

/** Whether the change makes another value of this one. */
bool mutation_applies(const rj_value *value, mutation_kind kind);

/** Whether both changes can be made: neither place is inside the other. @p a stands first. */
bool mutations_go_together(const mutation_sites *sites, mutation a, mutation b);

/**
 * A copy of the tree with the changes made; what isn't changed is shared. Changes are in the order
 * of their places. False: the arena is full.
 */
bool mutation_apply(const mutation_sites *sites, const mutation *changes, size_t count,
                    rj_arena *arena, rj_value *out) RJ_MUST_USE;

/** A copy of the tree with another value at a place that isn't the root. False: the arena is full.
 */
bool mutation_replace(const mutation_sites *sites, uint32_t site, const rj_value *value,
                      rj_arena *arena, rj_value *out) RJ_MUST_USE;

/** Appends the path of a place: "observedObj.spec.groups[0]". */
void mutation_write_path(const mutation_sites *sites, uint32_t site, rj_buf *out);

/** "removed", "null", "empty", "a string", … */
const char *mutation_word(mutation_kind kind);

#endif
