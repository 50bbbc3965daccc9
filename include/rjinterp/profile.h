/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_PROFILE_H
#define RJINTERP_PROFILE_H

/**
 * @file
 * What the scripts of rules cost on given inputs, by line, and how that grows with the length of
 * the lists in them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/jail.h"
#include "rjinterp/limits.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/probe.h"

enum {
    RJ_PROFILE_SIZES = 4 /**< lists of 1, 10, 100 and 1000 items */
};

/** What a line of a script has cost. */
typedef struct rj_profile_line {
    const char *file;
    rj_position at;
    rj_lua_line cost; /**< all inputs together */
} rj_profile_line;

/** A line whose cost grows faster than the list. */
typedef struct rj_profile_steep_line {
    const char *file;
    rj_position at;
    double exponent; /**< 2: quadratic */
    bool in_memory;  /**< it is what the line allocates that grows so, not its instructions */
} rj_profile_steep_line;

/** How a rule's cost grows with one list. */
typedef struct rj_profile_growth {
    const char *list;                    /**< its path: "statusItems" */
    rj_lua_line costs[RJ_PROFILE_SIZES]; /**< by length */
    size_t count;                        /**< lengths that could be run */
    const char *problem;                 /**< why the next one couldn't, or NULL */
    const rj_profile_steep_line *steep;
    size_t steep_count;
} rj_profile_growth;

/** A rule of a set of customizations, on all of its inputs. */
typedef struct rj_profile_rule {
    const rj_probe_input *input; /**< the dearest one */
    size_t input_count;
    size_t failed_count;    /**< inputs on which the rule fails; they count up to there */
    uint64_t worst_ns;      /**< of the slowest input, not profiled, best of some runs */
    rj_lua_line worst;      /**< of the dearest input */
    rj_profile_line *lines; /**< that ran, the dearest first */
    size_t line_count;
    rj_profile_growth *growths;
    size_t growth_count;
} rj_profile_rule;

typedef struct rj_profile_report {
    rj_profile_rule *rules; /**< in the order of their first inputs */
    size_t count;
} rj_profile_report;

typedef struct rj_profile_options {
    const rj_limits *limits;     /**< of a run that isn't profiled; NULL: defaults */
    const rj_jail_options *jail; /**< may be NULL */
    bool without_growth;
} rj_profile_options;

/** Everything is in @p arena. False when no worker can be started or memory is out. */
RJ_API bool rj_profile_run(const rj_probe_inputs *inputs, const rj_profile_options *options,
                           rj_arena *arena, rj_profile_report *out, rj_error *err) RJ_MUST_USE;

#endif
