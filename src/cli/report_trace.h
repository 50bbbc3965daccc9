/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_TRACE_H
#define RJ_CLI_REPORT_TRACE_H

/**
 * @file
 * What `rjinterp trace` writes.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/script.h"
#include "rjinterp/trace.h"

typedef struct trace_text {
    const rj_chunk *chunks; /**< of the request's scripts, traced */
    size_t chunk_count;
    rj_operation operation;
    rj_trace trace;
    size_t max_events;
    bool was_taken; /**< the scripts' process has told what it did */
} trace_text;

/** Whether each event is at a point that its script has: events come from a worker. */
bool trace_is_sound(const trace_text *text);

/** Appends a line for each statement, for people. */
void trace_write_pretty(const trace_text *text, rj_buf *out);

/** Appends one JSON document with events and result, or the error (then @p result is NULL). */
bool trace_write_json(const trace_text *text, const rj_result *result, const rj_error *error,
                      rj_arena *arena, rj_buf *out) RJ_MUST_USE;

#endif
