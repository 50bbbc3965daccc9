/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_DIFF_H
#define RJ_SUITE_DIFF_H

/**
 * @file
 * Where two trees differ, as paths.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"
#include "rjinterp/value.h"

enum {
    DIFF_MOST_KEPT = 200,  /* differences of one case */
    DIFF_MOST_TEXT = 2000, /* bytes of a value as text */
};

/** The mark of a field that isn't compared. */
#define DIFF_EXCLUDE "{{EXCLUDE}}"

/** What counts as equal beyond the same JSON text. */
typedef struct diff_rules {
    bool has_marks;      /**< fields that are expected to be DIFF_EXCLUDE don't count */
    bool has_quantities; /**< members of a map "resourceRequest" are equal by their value */
} diff_rules;

/** Whether a value is the mark. */
bool diff_is_mark(const rj_value *value);

/** Whether two values, at least one of them neither list nor map, are the same. */
bool diff_same_leaf(const rj_value *a, const rj_value *b, bool is_quantity);

/** Differences as they are found; zero-initialise with the arena. */
typedef struct diff_list {
    rj_arena *arena;
    rj_difference *items;
    size_t count, capacity;
    size_t left_out;
} diff_list;

/** Adds a difference; texts of the values are made. NULL: nothing is there. */
bool diff_add(diff_list *list, rj_difference_kind kind, const char *path, const rj_value *expected,
              const rj_value *actual, rj_position at) RJ_MUST_USE;

/** Adds all differences between two values; @p root is the path of both. False: no memory. */
bool diff_values(const char *root, const rj_value *expected, const rj_value *actual,
                 const diff_rules *rules, diff_list *list) RJ_MUST_USE;

#endif
