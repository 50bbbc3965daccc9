/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/session.h"

struct rj_session {
    const rj_customization_set *set;
    const rj_limits *limits;
    rj_arena *arena;
    size_t state_count;
    rj_session_script (*scripts)[RJ_OPERATION_COUNT]; /* by customization */
};

rj_session *rj_session_new(const rj_customization_set *set, const rj_limits *limits) {
    rj_arena *arena = rj_arena_new(0);
    rj_session *session = arena ? rj_arena_calloc(arena, 1, sizeof *session) : NULL;
    if (session) {
        session->set = set;
        session->limits = limits;
        session->arena = arena;
        session->scripts = rj_arena_calloc(arena, set->count + 1, sizeof *session->scripts);
        if (session->scripts)
            return session;
    }
    rj_arena_free(arena);
    return NULL;
}

void rj_session_free(rj_session *session) {
    if (!session)
        return;
    for (size_t i = 0; i < session->set->count; i++)
        for (size_t j = 0; j < RJ_OPERATION_COUNT; j++)
            rj_session_drop_state(session, &session->scripts[i][j]);
    rj_arena_free(session->arena);
}

bool rj_session_has_room(const rj_session *session) {
    enum {
        MOST_STATES = 16
    };
    return session->state_count < MOST_STATES;
}

void rj_session_keep_state(rj_session *session, rj_session_script *script, rj_lua *lua) {
    script->lua = lua;
    session->state_count++;
}

void rj_session_drop_state(rj_session *session, rj_session_script *script) {
    session->state_count -= script->lua != NULL;
    rj_lua_free(script->lua);
    script->lua = NULL;
    script->is_loaded = false;
}

bool rj_rule_compile(const rj_rule_match *match, rj_operation operation, const rj_limits *limits,
                     bool is_counted, rj_arena *arena, rj_chunk *chunk, rj_error *err) {
    rj_span_map *origin = rj_arena_calloc(arena, 1, sizeof *origin);
    if (!origin)
        return rj_error_no_memory(err);
    return rj_customization_script_spans(match->customization, operation, arena, origin, err) &&
           (is_counted ? rj_script_compile_counted : rj_script_compile)(
               match->script->text, match->script->text_bytes, origin, limits, arena, chunk, err);
}

rj_session_script *rj_session_compile(rj_session *session, const rj_rule_match *match,
                                      rj_operation operation, rj_error *err) {
    const size_t index = (size_t)(match->customization - session->set->items);
    rj_session_script *script = &session->scripts[index][operation];
    if (!script->is_compiled && !rj_rule_compile(match, operation, session->limits, false,
                                                 session->arena, &script->chunk, err))
        return NULL;
    script->is_compiled = true;
    return script;
}
