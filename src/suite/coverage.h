/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_COVERAGE_H
#define RJ_SUITE_COVERAGE_H

/**
 * @file
 * Counters of scripts, which all jobs share and no worker sees.
 */

#include <stdatomic.h>

#include "rjinterp/coverage.h"
#include "rjinterp/interp.h"

/** A script and its counters. */
typedef struct coverage_script {
    const rj_customization *customization;
    rj_operation operation;
    rj_chunk chunk; /**< counted; without points when the script is broken */
    rj_span_map origin;
    const char *problem; /**< why it can't be compiled, or NULL */
    atomic_uint_fast64_t *counts;
} coverage_script;

struct rj_coverage {
    coverage_script *scripts; /**< by customization (their addresses), then operation */
    size_t count;
    atomic_uint_fast64_t *counts; /**< of all scripts, in memory that forked processes share */
    size_t counts_bytes;
};

/** To be called in each job, before it starts a worker: what runs scripts must not reach counters.
 */
void coverage_hide(const rj_coverage *coverage);

/** Adds what one request has counted. False when it doesn't fit the script. */
bool coverage_add(const rj_coverage *coverage, const rj_measurements *measurements);

#endif
