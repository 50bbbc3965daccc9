/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_RESULTS_H
#define RJ_INTERP_RESULTS_H

/**
 * @file
 * What a rule's function returned, checked and made into the value that the reference prints.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/rule.h"
#include "rjinterp/value.h"

typedef struct rj_result_context {
    const rj_rule *rule;
    rj_lua *lua;
    const rj_value *const *references; /**< objects that tell {} from [] */
    size_t reference_count;
    rj_arena *arena;
} rj_result_context;

/** Result @p i of the last run. *out is arena-owned. */
bool rj_result_take(const rj_result_context *context, size_t i, rj_value *out,
                    rj_error *err) RJ_MUST_USE;

#endif
