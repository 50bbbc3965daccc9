/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_NEW_SHAPE_H
#define RJ_CLI_NEW_SHAPE_H

/**
 * @file
 * What a kind looks like, as far as a first customization has to know: told by its schema, or the
 * usual.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/value.h"

enum {
    NEW_MOST_KEYS = 8, /* of a path */
    NEW_MOST_GROUPS = 16,
    NEW_MOST_COUNTERS = 12
};

/** Keys from the object on; all are names as Lua has them. Borrows from the schema. */
typedef struct new_path {
    const char *keys[NEW_MOST_KEYS];
    size_t count;
} new_path;

typedef enum new_container {
    NEW_SINGLE, /**< the group stands at its path */
    NEW_LIST,   /**< groups in a list there */
    NEW_MAP     /**< groups in a map there, by name */
} new_container;

/** Pods of one sort. */
typedef struct new_group {
    new_container container;
    new_path path;        /**< to the group, or to the list or map of them */
    const char *replicas; /**< key of their number in the group, or NULL: one */
    const char *template; /**< key of the pod template in the group */
} new_group;

typedef struct new_shape {
    new_group groups[NEW_MOST_GROUPS];
    size_t group_count;
    new_path replicas; /**< of a kind with one sort of pods, or with none; count 0: none */
    bool has_conditions, has_generation;
    const char *phase; /**< key of a text in the status that tells the state, or NULL */
    const char *counters[NEW_MOST_COUNTERS]; /**< keys of numbers in the status that add up */
    size_t counter_count;
} new_shape;

/** The usual: spec.replicas, spec.template, status.readyReplicas, conditions. */
new_shape new_shape_usual(void);

/** What the OpenAPI schema of a kind says. Borrows from it. */
new_shape new_shape_of_schema(const rj_value *schema);

#endif
