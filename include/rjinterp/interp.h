/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_INTERP_H
#define RJINTERP_INTERP_H

/**
 * @file
 * One request, one result: the customizations, an operation and its arguments in, checked values
 * out.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/measure.h"
#include "rjinterp/rule.h"
#include "rjinterp/value.h"

typedef struct rj_request {
    const rj_customization_set *customizations;
    rj_operation operation;
    const rj_value *desired;      /**< NULL: not given */
    const rj_value *observed;     /**< NULL: not given */
    const rj_value *status_items; /**< a list of items as the script sees them, or NULL: nil */
    int32_t desired_replica;
    const rj_limits *limits; /**< NULL: defaults */
    rj_print_fn print;
    void *print_ctx;
    bool reverses_pairs; /**< see rj_lua_options; runs in a state of its own */
    rj_measure measure;
    rj_measured_fn measured; /**< NULL: nothing is measured */
    void *measured_ctx;
} rj_request;

typedef struct rj_result {
    const char *names[RJ_RULE_MAX_RESULTS]; /**< "replica", "requires" */
    rj_value values[RJ_RULE_MAX_RESULTS];   /**< arena-owned */
    size_t count;
    const rj_customization *answered_by; /**< the first one that did; borrows from the request */
} rj_result;

/** Runs the request. The message on failure is what the reference prints after "Execute OPERATION
 * error: ". */
RJ_API bool rj_interp_run(const rj_request *request, rj_arena *arena, rj_result *result,
                          rj_error *err) RJ_MUST_USE;

#endif
