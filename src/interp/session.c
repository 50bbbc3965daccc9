/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/session.h"

typedef struct shared_script {
    const rj_rule_script *text;
    rj_session_script *script;
} shared_script;

struct rj_session {
    const rj_customization_set *set; /* NULL: shared */
    const rj_limits *limits;
    rj_arena *arena;
    size_t state_count;
    rj_session_script (*scripts)[RJ_OPERATION_COUNT]; /* by customization */
    rj_lua *shared_state;
    shared_script *shared; /* those that were compiled */
    size_t shared_count, shared_capacity;
};

static rj_session *new_session(const rj_limits *limits) {
    rj_arena *arena = rj_arena_new(0);
    rj_session *session = arena ? rj_arena_calloc(arena, 1, sizeof *session) : NULL;
    if (!session) {
        rj_arena_free(arena);
        return NULL;
    }
    session->limits = limits;
    session->arena = arena;
    return session;
}

rj_session *rj_session_new(const rj_customization_set *set, const rj_limits *limits) {
    rj_session *session = new_session(limits);
    if (!session)
        return NULL;
    session->scripts = rj_arena_calloc(session->arena, set->count + 1, sizeof *session->scripts);
    if (session->scripts) {
        session->set = set;
        return session;
    }
    rj_session_free(session);
    return NULL;
}

rj_session *rj_session_new_shared(const rj_limits *limits) {
    return new_session(limits);
}

bool rj_session_is_shared(const rj_session *session) {
    return !session->set;
}

rj_lua **rj_session_shared_state(rj_session *session) {
    return &session->shared_state;
}

void rj_session_free(rj_session *session) {
    if (!session)
        return;
    rj_lua_free(session->shared_state);
    for (size_t i = 0; session->set && i < session->set->count; i++)
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
                     rj_chunk_detail detail, rj_arena *arena, rj_chunk *chunk, rj_error *err) {
    static bool (*const compilers[])(const char *script, size_t script_bytes,
                                     const rj_span_map *origin, const rj_limits *limits,
                                     rj_arena *arena, rj_chunk *out, rj_error *err) = {
        [RJ_CHUNK_PLAIN] = rj_script_compile,
        [RJ_CHUNK_COUNTED] = rj_script_compile_counted,
        [RJ_CHUNK_TRACED] = rj_script_compile_traced};
    rj_span_map *origin = rj_arena_calloc(arena, 1, sizeof *origin);
    if (!origin)
        return rj_error_no_memory(err);
    return rj_customization_script_spans(match->customization, operation, arena, origin, err) &&
           compilers[detail](match->script->text, match->script->text_bytes, origin, limits, arena,
                             chunk, err);
}

/* The one of a shared session, which may not be compiled yet. */
static rj_session_script *find_shared(rj_session *s, const rj_rule_script *text) {
    for (size_t i = s->shared_count; i-- > 0;)
        if (s->shared[i].text == text)
            return s->shared[i].script;
    shared_script *grown =
        rj_arena_grow(s->arena, s->shared, s->shared_count, &s->shared_capacity, sizeof *grown);
    rj_session_script *script = grown ? rj_arena_calloc(s->arena, 1, sizeof *script) : NULL;
    s->shared = grown ? grown : s->shared;
    if (script)
        s->shared[s->shared_count++] = (shared_script){.text = text, .script = script};
    return script;
}

static rj_session_script *find_script(rj_session *session, const rj_rule_match *match,
                                      rj_operation operation) {
    if (rj_session_is_shared(session))
        return find_shared(session, match->script);
    return &session->scripts[match->customization - session->set->items][operation];
}

rj_session_script *rj_session_compile(rj_session *session, const rj_rule_match *match,
                                      rj_operation operation, rj_error *err) {
    rj_session_script *script = find_script(session, match, operation);
    if (!script) {
        rj_error_no_memory(err);
        return NULL;
    }
    if (!script->is_compiled && !rj_rule_compile(match, operation, session->limits, RJ_CHUNK_PLAIN,
                                                 session->arena, &script->chunk, err))
        return NULL;
    script->is_compiled = true;
    return script;
}
