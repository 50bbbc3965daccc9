/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_SESSION_H
#define RJ_INTERP_SESSION_H

/**
 * @file
 * What many requests share: over one set of customizations, compiled scripts, and Lua states of
 * scripts that can't tell whether they were used before; or, where that is wanted, one state.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/limits.h"
#include "rjinterp/lua.h"
#include "rjinterp/macros.h"
#include "rjinterp/script.h"

/** One script of the set. */
typedef struct rj_session_script {
    rj_chunk chunk;
    bool is_compiled;
    rj_lua *lua;    /**< of a repeatable script; NULL: none yet */
    bool is_loaded; /**< the state has run the script's top level */
} rj_session_script;

typedef struct rj_session rj_session;

/** Borrows the set, which may not grow any more. NULL: out of memory. */
rj_session *rj_session_new(const rj_customization_set *set, const rj_limits *limits) RJ_MUST_USE;

/**
 * One whose requests, of whatever sets, all run in one state, as production's pool may have it:
 * what a script leaves there is found by the next. NULL: out of memory.
 */
rj_session *rj_session_new_shared(const rj_limits *limits) RJ_MUST_USE;

bool rj_session_is_shared(const rj_session *session);

/** The state of a shared session; *state is NULL until there is one. */
rj_lua **rj_session_shared_state(rj_session *session);

void rj_session_free(rj_session *session);

/** The script of @p match, compiled. NULL and *err when it can't be. */
rj_session_script *rj_session_compile(rj_session *session, const rj_rule_match *match,
                                      rj_operation operation, rj_error *err) RJ_MUST_USE;

/** Whether one more state may be kept: they all need memory. */
bool rj_session_has_room(const rj_session *session);

/** Keeps @p lua as the state of a script that has none. */
void rj_session_keep_state(rj_session *session, rj_session_script *script, rj_lua *lua);

/** Forgets the state of a script: the next run has a fresh one. */
void rj_session_drop_state(rj_session *session, rj_session_script *script);

/** Compiles a rule's script for one run. *chunk is arena-owned. */
bool rj_rule_compile(const rj_rule_match *match, rj_operation operation, const rj_limits *limits,
                     rj_chunk_detail detail, rj_arena *arena, rj_chunk *chunk,
                     rj_error *err) RJ_MUST_USE;

/**
 * As rj_interp_run(), with what the session has. All requests of a session have its set, its limits
 * and one print function. What is to be measured is measured in a state of its own.
 */
bool rj_interp_run_in_session(rj_session *session, const rj_request *request, rj_arena *arena,
                              rj_result *result, rj_error *err) RJ_MUST_USE;

#endif
