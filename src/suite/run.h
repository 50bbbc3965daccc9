/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_RUN_H
#define RJ_SUITE_RUN_H

/**
 * @file
 * Runs of cases, and runs in which some cases share a Lua state.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

/** Cases from starts[i] up to starts[i + 1] are the i-th group; the last start is their number. */
typedef struct suite_groups {
    const size_t *starts;
    size_t count;
} suite_groups;

/** Runs the cases; those of a group one after the other in one state. NULL: each in its own. */
bool suite_run_groups(const rj_suite_selection *selection, const rj_suite_options *options,
                      const suite_groups *groups, rj_suite_results *out, rj_error *err) RJ_MUST_USE;

/** Counts what passed, failed and was skipped. */
void suite_count_results(rj_suite_results *results);

/** With fail_fast: what stands behind the first case that failed may have been run or not. */
void suite_forget_behind(rj_suite_results *results);

/** rj_suite_run() with shared_vm. */
bool suite_run_shared(const rj_suite_selection *selection, const rj_suite_options *options,
                      rj_suite_results *out, rj_error *err) RJ_MUST_USE;

#endif
