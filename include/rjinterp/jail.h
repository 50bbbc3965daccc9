/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_JAIL_H
#define RJINTERP_JAIL_H

/**
 * @file
 * Requests run where they can do no harm: in a forked worker that holds everything it needs in
 * memory and can't open a file, reach the network, start a process or outlive its deadline. The
 * parent trusts nothing that the worker says: an answer that makes no sense is an error of that
 * request.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"

/** Extra time, beyond the scripts' own deadline, that the parent gives a worker before it kills it.
 */
enum {
    RJ_JAIL_GRACE_MS = 150
};

typedef struct rj_jail_options {
    /** All requests of a run share one Lua state, in order, as in production's pool. Measured ones
     * don't. */
    bool shares_state;
    bool without_seccomp; /**< leave the system call filter out (to test the other layers) */
    /** Called at most once a run when a layer can't be put up; the others stay. May be NULL. */
    void (*warn)(void *ctx, const char *message);
    void *warn_ctx;
} rj_jail_options;

/**
 * Receives the answer of request @p index: @p result when @p ok, else @p err. Both live until it
 * returns; values are in
 * @p arena, which is reset behind it. Returns false to stop.
 */
typedef bool (*rj_jail_answer_fn)(void *ctx, size_t index, bool ok, const rj_result *result,
                                  rj_error *err, rj_arena *arena);

/**
 * Runs all requests in order, in one worker as long as it lives; a request during which it dies
 * gets an error and a fresh worker goes on behind it. What scripts print is delivered through the
 * request's print function, in the parent. False only when no worker could be started at all.
 */
RJ_API bool rj_jail_run_all(const rj_request *requests, size_t request_count,
                            const rj_jail_options *options, rj_jail_answer_fn answer, void *ctx,
                            rj_error *err) RJ_MUST_USE;

/** One request; as rj_interp_run(), in a worker. */
RJ_API bool rj_jail_run(const rj_request *request, const rj_jail_options *options, rj_arena *arena,
                        rj_result *result, rj_error *err) RJ_MUST_USE;

#endif
