/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/lint_script.h"
#include "rjinterp/buf.h"

bool lint_is(rj_bytes bytes, const char *text) {
    return bytes.count == strlen(text) && memcmp(bytes.data, text, bytes.count) == 0;
}

bool lint_is_global(const rj_expr *expr, const char *name) {
    return expr->kind == RJ_EXPR_NAME && !expr->as.name.variable &&
           lint_is(expr->as.name.name->text, name);
}

bool lint_is_call_of(const rj_expr *expr, const char *name) {
    if (expr->kind != RJ_EXPR_CALL)
        return false;
    const rj_expr *callee = expr->as.call.callee;
    const char *dot = strchr(name, '.');
    if (!dot)
        return lint_is_global(callee, name);
    if (callee->kind != RJ_EXPR_INDEX || callee->as.index.key->kind != RJ_EXPR_STRING)
        return false;
    char library[16] = "";
    if ((size_t)(dot - name) >= sizeof library)
        return false;
    memcpy(library, name, (size_t)(dot - name));
    return lint_is_global(callee->as.index.object, library) &&
           lint_is(callee->as.index.key->as.string, dot + 1);
}

bool lint_last_key(const rj_expr *expr, rj_bytes *out) {
    expr = rj_expr_bare(expr);
    if (expr->kind != RJ_EXPR_INDEX || expr->as.index.key->kind != RJ_EXPR_STRING)
        return false;
    *out = expr->as.index.key->as.string;
    return true;
}

bool lint_path(const rj_expr *expr, rj_buf *out, const rj_variable **root, size_t *keys) {
    if (expr->kind == RJ_EXPR_NAME) {
        if (!expr->as.name.variable)
            return false;
        *root = expr->as.name.variable;
        *keys = 0;
        rj_buf_printf(out, "%u", (unsigned)(*root)->number);
        return true;
    }
    if (expr->kind != RJ_EXPR_INDEX || expr->as.index.key->kind != RJ_EXPR_STRING ||
        !lint_path(expr->as.index.object, out, root, keys))
        return false;
    rj_buf_putc(out, '.');
    rj_buf_append(out, expr->as.index.key->as.string.data, expr->as.index.key->as.string.count);
    (*keys)++;
    return true;
}

/* ---- what is never reached ---- */

/* A `break` that leaves this very loop. */
static bool has_break(const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        if (stat->kind == RJ_STAT_BREAK || stat->kind == RJ_STAT_GOTO)
            return true;
        if (stat->kind == RJ_STAT_DO && has_break(stat->body))
            return true;
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            if (has_break(clause->body))
                return true;
    }
    return false;
}

const rj_expr *lint_declared_value(const rj_variable *variable) {
    for (const rj_stat *stat = variable->block ? variable->block->first : NULL; stat;
         stat = stat->next) {
        if (stat->kind != RJ_STAT_LOCAL && stat->kind != RJ_STAT_LOCAL_FUNCTION)
            continue;
        const rj_expr *value = stat->values;
        for (const rj_variable *v = stat->variables; v && value; v = v->next, value = value->next)
            if (v == variable)
                return value;
    }
    return NULL;
}

const rj_function *lint_local_function(const rj_expr *callee) {
    const rj_variable *v = callee->kind == RJ_EXPR_NAME ? callee->as.name.variable : NULL;
    const rj_expr *value = v && !v->assigned ? lint_declared_value(v) : NULL;
    return value && value->kind == RJ_EXPR_FUNCTION ? value->as.function : NULL;
}

bool lint_is_own_table(const rj_expr *expr) {
    expr = rj_expr_bare(expr);
    if (expr->kind == RJ_EXPR_NAME && expr->as.name.variable)
        expr = lint_declared_value(expr->as.name.variable);
    return expr && rj_expr_bare(expr)->kind == RJ_EXPR_TABLE;
}

/* Returns of inner functions are others. */
static bool has_return(const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        if (stat->kind == RJ_STAT_RETURN || (stat->body && has_return(stat->body)))
            return true;
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            if (has_return(clause->body))
                return true;
    }
    return false;
}

/* true, 1, "text", a table: whatever counts as true for certain. */
static bool is_always_true(const rj_expr *expr) {
    const uint8_t kind = rj_expr_bare(expr)->kind;
    return kind == RJ_EXPR_TRUE || kind == RJ_EXPR_NUMBER || kind == RJ_EXPR_STRING ||
           kind == RJ_EXPR_TABLE || kind == RJ_EXPR_FUNCTION;
}

static bool is_always_false(const rj_expr *expr) {
    const uint8_t kind = rj_expr_bare(expr)->kind;
    return kind == RJ_EXPR_FALSE || kind == RJ_EXPR_NIL;
}

enum {
    MOST_CALLS = 2 /* from a function that always fails to one that does */
};

static bool falls_through(const rj_block *block, unsigned calls);

static bool all_clauses_end(const rj_clause *clause, unsigned calls) {
    bool has_else = false;
    for (; clause && !has_else; clause = clause->next) {
        has_else = !clause->condition || is_always_true(clause->condition);
        if (falls_through(clause->body, calls))
            return false;
    }
    return has_else;
}

/* error(…), assert(false), and local functions of which every path ends so. */
static bool always_fails(const rj_expr *call, unsigned calls) {
    if (lint_is_call_of(call, "error"))
        return true;
    if (lint_is_call_of(call, "assert"))
        return call->as.call.arguments && is_always_false(call->as.call.arguments);
    const rj_function *function =
        call->kind == RJ_EXPR_CALL ? lint_local_function(call->as.call.callee) : NULL;
    return function && calls < MOST_CALLS && !has_return(function->body) &&
           !falls_through(function->body, calls + 1);
}

static bool ends(const rj_stat *stat, unsigned calls) {
    switch (stat->kind) {
    case RJ_STAT_RETURN:
    case RJ_STAT_BREAK:
    case RJ_STAT_GOTO:
        return true;
    case RJ_STAT_CALL:
        return always_fails(stat->values, calls);
    case RJ_STAT_DO:
        return !falls_through(stat->body, calls);
    case RJ_STAT_WHILE:
        return is_always_true(stat->values) && !has_break(stat->body);
    case RJ_STAT_REPEAT:
        return !has_break(stat->body) &&
               (is_always_false(stat->values) || !falls_through(stat->body, calls));
    case RJ_STAT_IF:
        return all_clauses_end(stat->clauses, calls);
    default:
        return false;
    }
}

/* Behind a label everything may be reached again. */
static bool falls_through(const rj_block *block, unsigned calls) {
    bool is_reached = true;
    for (const rj_stat *stat = block->first; stat; stat = stat->next)
        is_reached = stat->kind == RJ_STAT_LABEL || (is_reached && !ends(stat, calls));
    return is_reached;
}

bool lint_ends(const rj_stat *stat) {
    return ends(stat, 0);
}

bool lint_falls_through(const rj_block *block) {
    return falls_through(block, 0);
}
