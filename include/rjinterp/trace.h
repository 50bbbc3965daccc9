/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_TRACE_H
#define RJINTERP_TRACE_H

/**
 * @file
 * What scripts do, statement by statement: events that are collected while they run, up to a bound.
 */

#include <stddef.h>
#include <stdint.h>

/** A place at which a traced script shows its variables. */
typedef struct rj_trace_break {
    const char *file; /**< NULL: any */
    uint32_t line;    /**< of the file */
} rj_trace_break;

/** What is traced. Borrowed. */
typedef struct rj_trace_options {
    size_t max_events;     /**< those behind them are counted only */
    size_t max_text_bytes; /**< of all events together */
    /** With breaks there are events at those lines only. */
    const rj_trace_break *breaks;
    size_t break_count;
} rj_trace_options;

typedef enum rj_trace_kind {
    RJ_TRACE_CALL,      /**< a function of the script is entered; no text */
    RJ_TRACE_STATEMENT, /**< a statement begins; no text */
    RJ_TRACE_VALUE,     /**< "name = value": a parameter, a loop variable, what was assigned */
    RJ_TRACE_RETURN,    /**< "value, value": what `return` gives back, unless it calls a function of
                             the script for it */
    RJ_TRACE_VARIABLE   /**< "name = value": visible at a break */
} rj_trace_kind;

/** Values are written as in Lua, shortened: {ready = true, conditions = {{…}, {…}}}. */
typedef struct rj_trace_event {
    uint32_t script;     /**< of the request, from 0 */
    uint32_t point;      /**< of the script's traced chunk, from 0: where it is */
    uint32_t text_bytes; /**< the texts of all events stand one behind the other */
    uint16_t depth;      /**< calls around it, those of library functions included */
    uint16_t kind;       /**< rj_trace_kind */
} rj_trace_event;

/** What was traced. */
typedef struct rj_trace {
    const rj_trace_event *events;
    size_t event_count;
    const char *text; /**< of all events; any bytes */
    size_t text_bytes;
    uint64_t left_out; /**< events for which there was no room */
} rj_trace;

#endif
