/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_COMPARE_H
#define RJ_SUITE_COMPARE_H

/**
 * @file
 * The rules by which an expected output and a result are the same.
 */

#include <stdbool.h>

#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"
#include "rjinterp/rule.h"
#include "rjinterp/typed.h"
#include "suite/diff.h"

enum {
    SUITE_MOST_SORT_KEYS = 4
};

/** How results of a shape are compared. */
typedef struct suite_comparison {
    bool has_marks;
    bool is_typed;
    rj_shape shape;                              /**< when typed */
    const char *sorted_by[SUITE_MOST_SORT_KEYS]; /**< keys of the list's items; NULL: not sorted */
} suite_comparison;

suite_comparison suite_comparison_of(rj_result_shape shape);

/**
 * Adds to @p differences where @p result isn't what @p output (a map from names of results) says.
 * Fails when the output makes no sense: it names a result that the operation doesn't have, or has
 * a value of the wrong shape. Values are made in @p scratch.
 */
bool suite_compare(const rj_rule *rule, const rj_value *output, const rj_result *result,
                   rj_arena *scratch, diff_list *differences, rj_error *err) RJ_MUST_USE;

#endif
