/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_MEASURE_H
#define RJINTERP_MEASURE_H

/**
 * @file
 * What can be measured of the scripts of a request while they run, in whatever process that is. A
 * request says what it wants; what was measured comes before its answer, whether the scripts
 * succeed or fail.
 *
 * A new kind of measurement is a field in both structs here, taken in src/interp/measure.c and
 * carried in src/interp/wire_measure.c; nothing else has to know it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/customization.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/rule.h"
#include "rjinterp/trace.h"

/** What is wanted. */
typedef struct rj_measure {
    bool coverage; /**< scripts are compiled with counters, see rj_script_compile_counted() */
    bool time;     /**< how long the scripts run */
    bool lines;    /**< instructions and memory by line; slow, and the time means nothing then */
    bool usage;    /**< instructions and memory of the whole; a little slower */
    /** What the scripts do, see rj_script_compile_traced(); NULL: nobody asks. Not with coverage.
     */
    const rj_trace_options *trace;
} rj_measure;

/** What was measured of one script in one request. Parts that weren't asked for are zero. */
typedef struct rj_measurements {
    const rj_customization *customization; /**< whose script it is; of the request's set */
    rj_operation operation;
    /** Coverage: how often each point of the script's counted chunk was passed. */
    const uint64_t *counts;
    size_t count_count;
    /** Lines: what each of the script's lines has cost, see rj_lua_lines(). */
    const rj_lua_line *lines;
    size_t line_count;
    /** Time: of all scripts of the request so far. */
    uint64_t run_ns;
    /** Usage: of all scripts of the request so far. */
    rj_lua_usage usage;
    /** Trace: of all scripts of the request, with the first one's measurements. */
    rj_trace trace;
} rj_measurements;

/**
 * Receives measurements, once for each script of a request that was begun, in their order, when the
 * last one has ended. They live until it returns. They may come from a worker that a script has
 * taken over: everything about them that depends on the script (here: that there are as many counts
 * as the chunk has points) is for the receiver to check. False: they make no sense, or there is no
 * memory for them; then the request has no answer either, but an error.
 */
typedef bool (*rj_measured_fn)(void *ctx, const rj_measurements *measurements);

#endif
