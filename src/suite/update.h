/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_UPDATE_H
#define RJ_SUITE_UPDATE_H

/**
 * @file
 * What a case would have to expect to pass.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"
#include "rjinterp/rule.h"
#include "rjinterp/value.h"

/**
 * @p output, or NULL for none, changed no more than it takes for @p result to be the same by the
 * rules of comparison: marks, the order of lists and what is equal stay. NULL: all results.
 * False: no memory, or no output is the same as this result.
 */
bool suite_new_output(const rj_rule *rule, const rj_value *output, const rj_result *result,
                      rj_arena *arena, rj_value *out) RJ_MUST_USE;

#endif
