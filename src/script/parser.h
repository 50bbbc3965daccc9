/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_PARSER_H
#define RJ_SCRIPT_PARSER_H

/**
 * @file
 * What the parts of the parser share: expression.c and statement.c read the grammar, scope.c keeps
 * account of names, labels and what production's compiler refuses.
 */

#include "script/lexer.h"

/** A goto whose label wasn't seen yet. */
typedef struct rj_jump {
    const rj_name *label;
    uint32_t line;
    uint32_t local_count;
    rj_place place;
    struct rj_jump *next;
} rj_jump;

typedef struct rj_label {
    const rj_name *name;
    uint32_t line;
    uint32_t local_count;
    rj_place place;
    struct rj_label *next;
} rj_label;

/** A block while it is read. */
typedef struct rj_scope {
    struct rj_scope *outer; /**< NULL: the outermost of its function */
    rj_block *block;
    rj_variable *visible_before;
    rj_jump *jumps;
    rj_label *labels;
    rj_label *new_labels; /**< followed by nothing but labels so far; youngest first */
    bool is_loop;
    bool is_repeat;
} rj_scope;

/** A function while it is read. */
typedef struct rj_reading {
    struct rj_reading *outer;
    rj_function *function;
    rj_scope *scope;
    uint32_t local_count;
    rj_bytes last_local; /**< the latest that was declared */
} rj_reading;

typedef struct rj_parser {
    rj_lexer lexer;
    rj_arena *arena;
    rj_error *err;
    rj_token token; /**< the one to decide on */
    rj_token ahead;
    bool has_ahead;
    rj_reading *reading;
    rj_variable *visible; /**< youngest visible variable */
    rj_variable *variables;
    uint32_t variable_count;
    uint32_t block_count;
    uint32_t jump_count;
    uint32_t depth;
    bool refused;     /**< production's compiler has a complaint */
    rj_error refusal; /**< the first one; syntax errors anywhere go before it */
} rj_parser;

/* ---- the grammar ---- */

/** Makes the next token the current one. */
bool rj_parser_advance(rj_parser *p) RJ_MUST_USE;

/** Reads the next token without leaving the current one. */
bool rj_parser_peek(rj_parser *p) RJ_MUST_USE;

/** Takes a token of this kind, or complains about the one that is there. */
bool rj_parser_expect(rj_parser *p, int kind) RJ_MUST_USE;

/** "syntax error" at the current token. Returns false. */
bool rj_parser_syntax_error(rj_parser *p);

/** Counts a level of nesting in, or fails. */
bool rj_parser_enter(rj_parser *p) RJ_MUST_USE;

static inline void rj_parser_leave(rj_parser *p) {
    p->depth--;
}

static inline bool rj_parser_at(const rj_parser *p, int kind) {
    return p->token.kind == kind;
}

rj_expr *rj_parse_expr(rj_parser *p) RJ_MUST_USE;

/** A list of at least one. */
rj_expr *rj_parse_expr_list(rj_parser *p) RJ_MUST_USE;

/** A variable, call or parenthesised expression with what follows it. */
rj_expr *rj_parse_prefix(rj_parser *p) RJ_MUST_USE;

/** A name as an expression; takes the token. */
rj_expr *rj_parse_name(rj_parser *p) RJ_MUST_USE;

/** object.NAME; takes the dot and the name. */
rj_expr *rj_parse_dot(rj_parser *p, rj_expr *object) RJ_MUST_USE;

/** An expression node around a function. */
rj_expr *rj_parse_function_node(rj_parser *p, rj_function *function) RJ_MUST_USE;

/** From the opening parenthesis to `end`. @p start is where the user sees it begin. */
rj_function *rj_parse_body(rj_parser *p, rj_place start, uint32_t script_line,
                           bool is_method) RJ_MUST_USE;

/** Statements up to a token that ends a block. */
bool rj_parse_statements(rj_parser *p) RJ_MUST_USE;

/* ---- scope ---- */

rj_variable *rj_scope_declare(rj_parser *p, const rj_name *name, rj_place place) RJ_MUST_USE;

/** From here on the name means this variable. */
void rj_scope_show(rj_parser *p, rj_variable *variable);

/** Counts one of production's hidden locals ("(for index)"). */
void rj_scope_hidden(rj_parser *p, const char *name);

/** The variable that a name means, noted as used; NULL for a global. False: no memory. */
bool rj_scope_use(rj_parser *p, const rj_name *name, rj_variable **out) RJ_MUST_USE;

bool rj_scope_enter(rj_parser *p, rj_scope *scope) RJ_MUST_USE;
void rj_scope_leave(rj_parser *p);

void rj_scope_break(rj_parser *p, rj_place place);
bool rj_scope_goto(rj_parser *p, const rj_name *label, rj_place place) RJ_MUST_USE;
bool rj_scope_label(rj_parser *p, const rj_name *label, rj_place place) RJ_MUST_USE;

/** A statement that isn't a label comes next. */
void rj_scope_statement(rj_parser *p);

/** The function ends; gotos that still look for a label are refused. */
void rj_scope_end_function(rj_parser *p);

/** Production's "compile error near line(LINE) <string>: …"; the first one counts. */
void rj_scope_refuse(rj_parser *p, rj_place place, uint32_t line, const char *format, ...)
    RJ_PRINTF(4, 5);

#endif
