/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INSIGHT_PROBE_PARTS_H
#define RJ_INSIGHT_PROBE_PARTS_H

/**
 * @file
 * The steps of a probe: which mutants of an input there are, running trees of arguments, the
 * smallest tree that still fails.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "insight/mutate.h"
#include "insight/probe_schema.h"
#include "rjinterp/macros.h"
#include "rjinterp/probe.h"

/** Changes of an input; none: the input itself. */
typedef struct probe_mutant {
    mutation changes[2];
    uint32_t count;
} probe_mutant;

/** The mutants of an input that are to be run. *Arena-owned*. */
typedef struct probe_plan {
    const rj_probe_input *input;
    const rj_value *schema;
    mutation_sites sites;
    probe_mutant *mutants; /**< [0] is the input itself, then single changes, then pairs */
    size_t count, capacity;
    uint64_t possible; /**< single changes that are admitted, and pairs of them */
    bool is_sampled;
} probe_plan;

/** @p seed decides what is taken when there are more than options->max_mutants. */
bool probe_plan_make(const rj_probe_input *input, const rj_value *schema,
                     const rj_probe_options *options, uint64_t seed, schema_checker *checker,
                     rj_arena *arena, probe_plan *out, rj_error *err) RJ_MUST_USE;

/** A tree of arguments as a case that expects nothing. */
rj_suite_case probe_case_of(const rj_probe_input *input, const rj_value *arguments);

/** Runs cases. Free the results with rj_suite_results_free(). */
bool probe_run_cases(const rj_suite_case *cases, size_t count, const rj_probe_options *options,
                     rj_suite_results *out, rj_error *err) RJ_MUST_USE;

/** What kind of failure a failed case is. */
rj_probe_kind probe_kind_of(const rj_suite_result *result);

/** Whether a result is a failure of the finding. */
bool probe_is_same(const rj_probe_finding *finding, const rj_suite_result *result);

/** Sets message, path and detail to those of a result; texts are copied to @p arena. */
bool probe_describe(rj_probe_finding *finding, const rj_suite_result *result,
                    rj_arena *arena) RJ_MUST_USE;

/**
 * Makes the finding's arguments as small as can be: nothing more can be removed from them without
 * the failure being another, or the schema refusing them. They and the texts are in @p arena then.
 */
bool probe_minimise(rj_probe_finding *finding, const rj_value *schema,
                    const rj_probe_options *options, schema_checker *checker, rj_arena *arena,
                    rj_error *err) RJ_MUST_USE;

#endif
