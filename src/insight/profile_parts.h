/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INSIGHT_PROFILE_PARTS_H
#define RJ_INSIGHT_PROFILE_PARTS_H

/**
 * @file
 * One profiled run, and how costs grow.
 */

#include "rjinterp/profile.h"
#include "rjinterp/script.h"

/** The scripts that answer an input, compiled for their places. *Arena-owned*. */
typedef struct profile_subject {
    const rj_probe_input *input;
    const rj_rule_match *matches;
    size_t count;
    rj_chunk *chunks;
    size_t *starts; /**< number of each script's first line among all lines */
    size_t line_count;
    const rj_limits *limits; /**< of profiled runs: more time than usual */
} profile_subject;

/** One run. Arena-owned. */
typedef struct profile_sample {
    rj_lua_line *lines; /**< all lines of all scripts */
    rj_lua_line total;
    uint64_t run_ns;
    const char *problem; /**< the error, or NULL */
} profile_sample;

bool profile_subject_make(const rj_probe_input *input, const rj_limits *limits, rj_arena *arena,
                          profile_subject *out, rj_error *err) RJ_MUST_USE;

/** The place of a line of all. */
rj_position profile_line_place(const profile_subject *subject, size_t line, const char **file);

/** Runs it with counters, or, @p is_timed, as it is. False: no worker or no memory. */
bool profile_sample_take(const profile_subject *subject, const rj_value *arguments, bool is_timed,
                         const rj_limits *limits, const rj_jail_options *jail, rj_arena *arena,
                         profile_sample *out, rj_error *err) RJ_MUST_USE;

/** How the costs of the input grow with each of its lists. */
bool profile_measure_growth(const profile_subject *subject, const rj_jail_options *jail,
                            rj_arena *arena, rj_profile_rule *rule, rj_error *err) RJ_MUST_USE;

#endif
