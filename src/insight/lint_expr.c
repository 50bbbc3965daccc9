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

static bool all_clauses_end(const rj_clause *clause) {
    bool has_else = false;
    for (; clause; clause = clause->next) {
        has_else |= !clause->condition;
        if (lint_falls_through(clause->body))
            return false;
    }
    return has_else;
}

bool lint_ends(const rj_stat *stat) {
    switch (stat->kind) {
    case RJ_STAT_RETURN:
    case RJ_STAT_BREAK:
    case RJ_STAT_GOTO:
        return true;
    case RJ_STAT_CALL:
        return lint_is_call_of(stat->values, "error");
    case RJ_STAT_DO:
        return !lint_falls_through(stat->body);
    case RJ_STAT_WHILE:
        return stat->values->kind == RJ_EXPR_TRUE && !has_break(stat->body);
    case RJ_STAT_IF:
        return all_clauses_end(stat->clauses);
    default:
        return false;
    }
}

bool lint_falls_through(const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next)
        if (lint_ends(stat))
            return false;
    return true;
}
