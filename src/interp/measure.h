/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_MEASURE_H
#define RJ_INTERP_MEASURE_H

/**
 * @file
 * Taking the measurements of a request where its scripts run, and carrying them to the parent.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/script.h"

/** A script that was begun. */
typedef struct rj_measured_script {
    const rj_customization *customization;
    const rj_chunk *chunk;
} rj_measured_script;

/** The scripts of a request so far. Zero-initialise with the request and its arena. */
typedef struct rj_measuring {
    const rj_request *request;
    rj_arena *arena;
    rj_measured_script *scripts;
    size_t count, capacity;
} rj_measuring;

/** Whether the request wants anything measured. */
bool rj_measuring_is_wanted(const rj_request *request);

/** To be called before a script is run. False: out of memory. */
bool rj_measuring_begin(rj_measuring *measuring, const rj_customization *customization,
                        const rj_chunk *chunk, rj_error *err) RJ_MUST_USE;

/** When the last script has ended: tells the request's receiver. False: it refused. */
bool rj_measuring_end(rj_measuring *measuring, const rj_lua *lua, rj_error *err) RJ_MUST_USE;

/** Appends measurements. @p customizations tells the position of the customization. */
void rj_wire_write_measurements(const rj_measurements *measurements,
                                const rj_customization_set *customizations, rj_buf *out);

/**
 * Reads what rj_wire_write_measurements() wrote and nothing else; arrays are copied to @p arena.
 * False when the bytes are no measurements that @p request asked for, or the arena is full.
 */
bool rj_wire_read_measurements(const char *data, size_t bytes, const rj_request *request,
                               rj_arena *arena, rj_measurements *out) RJ_MUST_USE;

#endif
