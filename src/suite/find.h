/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_FIND_H
#define RJ_SUITE_FIND_H

/**
 * @file
 * Which files below some paths are customizations and cases.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

#define FIND_CUSTOMIZATIONS "customizations.yaml"
#define FIND_TABLE          "customizations_tests.yaml"
#define FIND_TESTDATA       "testdata"

typedef struct found_directory {
    const char *path;
    const char *table; /**< NULL: none */
    bool has_table;    /**< there is one, be it wanted or not */
    const char **streams;
    size_t stream_count, stream_capacity;
} found_directory;

typedef struct found {
    rj_arena *arena;
    found_directory *items;
    size_t count, capacity;
} found_list;

/** Finds all directories that have cases below or at @p paths. *out is arena-owned. */
bool find_cases(const char *const *paths, size_t count, rj_arena *arena, found_list *out,
                rj_error *err) RJ_MUST_USE;

/** NAME in DIRECTORY. NULL: no memory. */
const char *find_join(rj_arena *arena, const char *directory, const char *name) RJ_MUST_USE;

#endif
