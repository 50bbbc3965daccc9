/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_EMIT_H
#define RJ_SCRIPT_EMIT_H

/**
 * @file
 * The tree as a chunk for LuaJIT. emit.c writes text and sites, emit_expr.c and emit_stat.c know
 * what the language means to production and to LuaJIT.
 *
 * LuaJIT gives an instruction the line of the token that was read last when it is emitted. A field
 * access that begins on a line without other operations is therefore told by its line, provided
 * that what follows it (a comma, a closing parenthesis, an operator) stays on that line.
 */

#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/script.h"
#include "script/ast.h"
#include "script/helpers.h"

/** An expression that was evaluated into a local of ours. */
typedef struct rj_hoist {
    const rj_expr *expr;
    uint32_t number;
} rj_hoist;

enum {
    RJ_MAX_HOISTS = 24,
    RJ_MAX_LEVEL = 190,          /* nested constructs, of LuaJIT's 200 */
    RJ_MAX_EMITTED_LOCALS = 198, /* of LuaJIT's 200 */
    RJ_MAX_PLAIN_LOCALS = 180,   /* a function with more keeps its locals in tables */
    RJ_MAX_JUMP_COST = 32000,    /* LuaJIT's jumps reach over 32767 instructions */
    RJ_MAX_FUNCTION_COST = 65000 /* a function of LuaJIT has 65536 constants at most */
};

/*
 * What an emitted construct may cost LuaJIT in instructions, at most. The sums are far above what
 * it really takes (about three times); they have to be above it always, so that LuaJIT never
 * refuses what is emitted.
 */
enum {
    RJ_COST_VALUE = 3,      /* loading it, its key, storing it in a table or as an argument */
    RJ_COST_OPERATION = 10, /* a comparison as a value takes 5, a call of a helper 6 */
    RJ_COST_STATEMENT = 6,
    RJ_COST_RETURN = 20, /* the test of a callee in tail position, and two calls */
    RJ_COST_FUNCTION = 24,
    RJ_COST_HIT = 8,
    RJ_COST_LOOP = 40
};

typedef struct rj_emitter {
    const char *script;
    size_t script_bytes;
    const rj_span_map *origin;
    rj_arena *arena;
    rj_error *err;
    bool failed;
    rj_buf out;
    rj_chunk_site *sites;
    size_t site_count, site_capacity;
    const rj_function *function;
    const rj_stat *stat;
    const rj_stat *loop; /**< the innermost one of the function, or NULL */
    int zero;            /**< sign of the first zero constant of the function; 0: none yet */
    uint32_t locals;     /**< of LuaJIT, in the function, that are alive */
    uint32_t slots;      /**< intermediate values that are alive, at most */
    uint32_t level;      /**< LuaJIT's count of nested constructs */
    uint32_t temporaries;
    size_t cost;      /**< instructions of the function so far, at most */
    bool break_close; /**< the next call's closing parenthesis needs a line of its own */
    bool wrap_callee; /**< the name that is called next stands in parentheses */
    bool traces;      /**< see emit_trace.c */
    rj_hoist hoists[RJ_MAX_HOISTS];
    uint32_t hoist_count;
} rj_emitter;

/* ---- emit.c ---- */

bool rj_emit_chunk(rj_emitter *e, const rj_ast *ast) RJ_MUST_USE;

void rj_emit_limit(rj_emitter *e, rj_place place, const char *message);

/** Refuses what has been emitted since the function cost @p cost_before when LuaJIT may not jump
 * over it. */
void rj_emit_check_jump(rj_emitter *e, rj_place place, size_t cost_before);

/** Refuses the function when LuaJIT may have no room for its constants. */
void rj_emit_check_function(rj_emitter *e, rj_place place);

static inline void rj_emit_bytes(rj_emitter *e, const char *text, size_t bytes) {
    if (e->out.capacity - e->out.bytes > bytes) {
        memcpy(e->out.data + e->out.bytes, text, bytes);
        e->out.bytes += bytes;
    } else {
        rj_buf_append(&e->out, text, bytes);
    }
}

static inline void rj_emit(rj_emitter *e, const char *text) {
    rj_emit_bytes(e, text, strlen(text));
}

void rj_emit_unsigned(rj_emitter *e, uint64_t number);
void rj_emit_number(rj_emitter *e, double number);
void rj_emit_string(rj_emitter *e, rj_bytes text);
void rj_emit_variable(rj_emitter *e, const rj_variable *variable);
void rj_emit_temporary(rj_emitter *e, uint32_t number);

/** "ħ.NAME(" */
void rj_emit_helper(rj_emitter *e, const char *name);

/** Counts a point, in a statement "ħ.hit(N);"; 0: nothing is emitted. */
void rj_emit_hit(rj_emitter *e, uint32_t point);

void rj_emit_newline(rj_emitter *e);

/** A new line, if this one has an operation already. */
void rj_emit_fresh(rj_emitter *e);

/** A new line, if this one has an operation of that kind already. */
void rj_emit_apart(rj_emitter *e, rj_site_kind kind);

/** Notes an operation of the current line. */
void rj_emit_site(rj_emitter *e, rj_site_kind kind, uint32_t script_line, rj_position at,
                  const char *expression);

/** Source of an operand, of a callee with or without method; NULL where there is none to show. */
const char *rj_emit_source(rj_emitter *e, const rj_expr *expr);
const char *rj_emit_callee_source(rj_emitter *e, const rj_expr *call);

bool rj_emit_is_identifier(rj_bytes text);

/* ---- emit_expr.c ---- */

void rj_emit_expr(rj_emitter *e, const rj_expr *expr);

/** One LuaJIT level deeper: operands on the right, arguments, whole expressions. */
void rj_emit_nested(rj_emitter *e, const rj_expr *expr);

/** The same as a condition, both ways of which are counted; 0: they aren't. */
void rj_emit_condition(rj_emitter *e, const rj_expr *expr, uint32_t point);

/** One LuaJIT level deeper, as exactly one value. */
void rj_emit_single(rj_emitter *e, const rj_expr *expr);
void rj_emit_list(rj_emitter *e, const rj_expr *first);

/** What an index or call follows. */
void rj_emit_object(rj_emitter *e, const rj_expr *expr);

/** .name or [key] behind an object; the operation stands on the current line then. */
void rj_emit_key(rj_emitter *e, const rj_expr *key);

/** From "(" to "end". */
void rj_emit_function(rj_emitter *e, const rj_function *function);

/* ---- emit_trace.c: nothing is emitted unless the chunk is traced ---- */

/** Parameters or loop variables, or what a declaration makes, once they have their values. */
void rj_emit_trace_variables(rj_emitter *e, uint32_t point, const rj_variable *variables);

/** What a declaration or an assignment has given a value. Stands behind it. */
void rj_emit_trace_values(rj_emitter *e, const rj_stat *stat);

/** "ħ.ret(N", to be followed by a comma and what is returned, and by a parenthesis. */
bool rj_emit_trace_return(rj_emitter *e, const rj_stat *stat);

/* ---- emit_stat.c ---- */

/** @p variables belong to the block but are declared in front of it: parameters, loop variables. */
void rj_emit_block(rj_emitter *e, const rj_block *block, const rj_variable *variables);

#endif
