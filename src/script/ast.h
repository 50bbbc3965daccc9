/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_AST_H
#define RJ_SCRIPT_AST_H

/**
 * @file
 * The syntax tree of a script, with names resolved: which local variable a name means, which
 * function uses which. Everything is arena-owned and borrows the script's text.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/position.h"

/** Bytes that may hold anything; not NUL-terminated. */
typedef struct rj_bytes {
    const char *data;
    size_t count;
} rj_bytes;

/** A stretch of the script: [offset, end), and where it starts for a reader. */
typedef struct rj_place {
    uint32_t offset;
    uint32_t end;
    rj_position at;
} rj_place;

typedef struct rj_comment {
    rj_place place; /**< from the dashes to the end, without a line end */
} rj_comment;

typedef struct rj_expr rj_expr;
typedef struct rj_stat rj_stat;
typedef struct rj_block rj_block;
typedef struct rj_function rj_function;
typedef struct rj_variable rj_variable;

/** A name anywhere in the script; equal names are one object. */
typedef struct rj_name {
    rj_bytes text;
    uint64_t hash;
    int token;                 /**< kind of token: TK_NAME or the keyword's */
    rj_variable *visible;      /**< while parsing: the local variable it means right now */
    struct rj_name *next_name; /**< the same bucket's next one */
} rj_name;

/** "If source may be something else, so may target." */
typedef struct rj_flow {
    rj_variable *target;
    struct rj_flow *next;
} rj_flow;

/** A local variable, parameter or loop variable. */
struct rj_variable {
    const rj_name *name;
    rj_place place;
    rj_function *function; /**< that declares it */
    rj_block *block;
    rj_variable *next;      /**< in its list of declared names */
    rj_variable *shadowed;  /**< what the name meant before */
    rj_variable *below;     /**< while parsing: visible below this one */
    rj_variable *older;     /**< all variables of the script, youngest first */
    rj_variable *pending;   /**< used by the inference */
    rj_flow *flows;         /**< variables that get this one's value */
    rj_function *last_user; /**< the latest function that was seen to use it from inside */
    uint32_t number;        /**< unique in the script */
    bool referenced;
    bool assigned;        /**< after its declaration */
    bool captured;        /**< by an inner function */
    bool is_function;     /**< declared with a function expression as value */
    bool is_shared_table; /**< see repeatable.c: may be a table that all calls see */
    bool not_number;      /**< may hold something else than a number */
    bool not_string;      /**< may hold something else than a string */
    bool boxed;           /**< lives in its block's table: LuaJIT has too few upvalues or locals */
};

typedef enum rj_expr_kind {
    RJ_EXPR_NIL,
    RJ_EXPR_FALSE,
    RJ_EXPR_TRUE,
    RJ_EXPR_NUMBER,
    RJ_EXPR_STRING,
    RJ_EXPR_VARARG,
    RJ_EXPR_NAME,
    RJ_EXPR_INDEX,
    RJ_EXPR_CALL,
    RJ_EXPR_METHOD_CALL,
    RJ_EXPR_FUNCTION,
    RJ_EXPR_TABLE,
    RJ_EXPR_UNARY,
    RJ_EXPR_BINARY,  /**< arithmetic and comparison */
    RJ_EXPR_LOGICAL, /**< and, or */
    RJ_EXPR_CONCAT,  /**< a .. b .. c as one node */
    RJ_EXPR_PAREN
} rj_expr_kind;

typedef enum rj_operator {
    RJ_OP_NONE,
    RJ_OP_ADD,
    RJ_OP_SUB,
    RJ_OP_MUL,
    RJ_OP_DIV,
    RJ_OP_MOD,
    RJ_OP_POW,
    RJ_OP_LT,
    RJ_OP_LE,
    RJ_OP_GT,
    RJ_OP_GE,
    RJ_OP_EQ,
    RJ_OP_NE,
    RJ_OP_AND,
    RJ_OP_OR,
    RJ_OP_CONCAT,
    RJ_OP_NOT,
    RJ_OP_NEGATE,
    RJ_OP_LENGTH
} rj_operator;

/** One entry of a table constructor. */
typedef struct rj_field {
    rj_expr *key; /**< NULL: the next position */
    rj_expr *value;
    struct rj_field *next;
} rj_field;

struct rj_expr {
    uint8_t kind;         /**< rj_expr_kind */
    uint8_t op;           /**< rj_operator */
    bool has_function;    /**< a function expression somewhere inside */
    bool has_call;        /**< a call somewhere inside, not counting inner functions */
    bool is_constant;     /**< a number that is known, folded as production does */
    uint16_t height;      /**< levels of expressions below */
    uint32_t script_line; /**< the line that production has for it */
    rj_place place;
    rj_expr *next; /**< in a list of expressions */
    double number; /**< when is_constant */
    union {
        rj_bytes string;
        struct {
            const rj_name *name;
            rj_variable *variable; /**< NULL: a global */
        } name;
        struct {
            rj_expr *object;
            rj_expr *key;
            bool dotted; /**< written with a dot */
        } index;
        struct {
            rj_expr *callee; /**< of a method call the object */
            rj_expr *arguments;
            const rj_name *method;
            rj_place method_place;
        } call;
        rj_function *function;
        rj_field *fields;
        struct {
            rj_expr *left; /**< of CONCAT the first of a list; of UNARY and PAREN the only one */
            rj_expr *right;
            rj_place operator_place; /**< CONCAT: the first one */
            uint32_t point;          /**< LOGICAL: see points.h; 0: not counted */
        } operation;
    } as;
};

typedef enum rj_stat_kind {
    RJ_STAT_LOCAL,
    RJ_STAT_LOCAL_FUNCTION,
    RJ_STAT_ASSIGN,
    RJ_STAT_CALL,
    RJ_STAT_DO,
    RJ_STAT_WHILE,
    RJ_STAT_REPEAT,
    RJ_STAT_IF,
    RJ_STAT_NUMERIC_FOR,
    RJ_STAT_GENERIC_FOR,
    RJ_STAT_FUNCTION, /**< function a.b:c() … end: targets has what is assigned */
    RJ_STAT_RETURN,
    RJ_STAT_BREAK,
    RJ_STAT_GOTO,
    RJ_STAT_LABEL
} rj_stat_kind;

/** if, elseif (condition) or else (NULL). */
typedef struct rj_clause {
    rj_expr *condition;
    rj_block *body;
    rj_place place; /**< of the keyword */
    uint32_t point; /**< see points.h; 0: not counted */
    struct rj_clause *next;
} rj_clause;

struct rj_stat {
    rj_stat_kind kind;
    uint32_t script_line;
    uint32_t
        script_end_line; /**< as production counts; 0 for statements without an end of their own */
    rj_place place;
    uint32_t point; /**< see points.h; 0: not counted */
    rj_stat *next;
    rj_variable *variables; /**< LOCAL, LOCAL_FUNCTION, both FORs */
    rj_expr *targets;       /**< ASSIGN, FUNCTION */
    rj_expr *values; /**< LOCAL, ASSIGN, RETURN, FORs; condition of WHILE, REPEAT; the call */
    rj_block *body;
    rj_clause *clauses;
    const rj_name *label; /**< GOTO, LABEL */
    bool is_method;       /**< FUNCTION written with a colon */
    uint32_t branch;      /**< loops: see points.h; 0: not counted */
};

struct rj_block {
    rj_block *parent; /**< the enclosing one, across functions too */
    rj_function *function;
    rj_stat *first;
    rj_stat *last;
    uint32_t number;      /**< unique in the script */
    uint32_t local_count; /**< production's locals that were alive when it began */
    bool has_label;
    bool has_box; /**< some of its variables are boxed */
};

enum {
    RJ_MAX_UPVALUES = 59 /**< LuaJIT's 60, less the one for the table of helpers */
};

struct rj_function {
    rj_function *parent; /**< NULL: the script itself */
    rj_bytes name;       /**< that its definition gives it; of `a.b.c` the last; none: no bytes */
    rj_variable *parameters;
    rj_variable *arg; /**< production's implicit local of vararg functions */
    rj_block *body;
    rj_place place;
    uint32_t script_line;     /**< where production says it is defined */
    uint32_t script_end_line; /**< line of its `end` */
    bool is_vararg;
    bool uses_varargs; /**< `...` occurs in it */
    bool has_call;
    bool too_many_upvalues;
    uint32_t point;         /**< see points.h; 0: not counted */
    uint32_t most_locals;   /**< most that were alive at once, as production counts them */
    rj_variable **upvalues; /**< each once; at most RJ_MAX_UPVALUES */
    size_t upvalue_count, upvalue_capacity;
};

typedef struct rj_ast {
    rj_function *main;
    rj_variable *variables; /**< all, linked by older */
    rj_comment *comments;
    size_t comment_count;
    size_t *line_offsets; /**< where each line begins, as production counts lines */
    size_t line_count;
} rj_ast;

/** What rj_ast_visit() calls; each may be NULL. Returning false stops the visit. */
typedef struct rj_ast_visitor {
    bool (*stat)(void *context, const rj_stat *stat);
    bool (*expr)(void *context, const rj_expr *expr);
    bool (*block)(void *context, const rj_block *block);
} rj_ast_visitor;

/** Visits everything in the order of the text, outer before inner. False when it was stopped. */
bool rj_ast_visit(const rj_block *block, const rj_ast_visitor *visitor, void *context);

/** The expression without parentheses around it. */
static inline rj_expr *rj_expr_bare(const rj_expr *expr) {
    while (expr->kind == RJ_EXPR_PAREN)
        expr = expr->as.operation.left;
    return (rj_expr *)expr;
}

static inline bool rj_expr_is_call(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_CALL || expr->kind == RJ_EXPR_METHOD_CALL;
}

/** It may stand for several values at the end of a list. */
static inline bool rj_expr_is_multiple(const rj_expr *expr) {
    return rj_expr_is_call(expr) || expr->kind == RJ_EXPR_VARARG;
}

/** Arithmetic, comparison, concatenation, `#`: what is left without parentheses. */
static inline bool rj_expr_has_operator(const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    return bare->kind == RJ_EXPR_UNARY || bare->kind == RJ_EXPR_BINARY ||
           bare->kind == RJ_EXPR_CONCAT;
}

/** Provably a number (or raises an error). */
bool rj_expr_is_number(const rj_expr *expr);

/** Provably a string (or raises an error). */
bool rj_expr_is_string(const rj_expr *expr);

/** A variable receives a value (NULL: one that nothing is known about). False: no memory. */
bool rj_ast_note_value(rj_arena *arena, rj_variable *target, const rj_expr *value) RJ_MUST_USE;

/** Carries what may not be a number or string on to all variables that receive it. */
void rj_ast_infer(rj_ast *ast);

/** Text to tree, with production's errors. *Arena-owned.* */
bool rj_ast_parse(const char *script, size_t script_bytes, const rj_span_map *origin,
                  rj_arena *arena, rj_ast *out, rj_error *err) RJ_MUST_USE;

#endif
