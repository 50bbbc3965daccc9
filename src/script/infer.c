/* SPDX-License-Identifier: Apache-2.0 */
#include "script/ast.h"

/*
 * Which variables only ever hold numbers, or strings. A value that is one for sure settles it for
 * the other kind; a value that comes from another variable depends on that one; anything else rules
 * out both. Scripts can't set metatables, so that arithmetic always makes numbers and `..` strings.
 */

static bool add_flow(rj_arena *arena, rj_variable *source, rj_variable *target) {
    if (source == target)
        return true;
    rj_flow *flow = rj_arena_alloc(arena, sizeof *flow);
    if (!flow)
        return false;
    *flow = (rj_flow){target, source->flows};
    source->flows = flow;
    return true;
}

static bool is_arithmetic(const rj_expr *expr) {
    if (expr->kind == RJ_EXPR_BINARY)
        return expr->op <= RJ_OP_POW;
    return expr->kind == RJ_EXPR_UNARY && expr->op != RJ_OP_NOT;
}

bool rj_ast_note_value(rj_arena *arena, rj_variable *target, const rj_expr *value) {
    const rj_expr *bare = value ? rj_expr_bare(value) : NULL;
    if (bare && (bare->kind == RJ_EXPR_NUMBER || is_arithmetic(bare))) {
        target->not_string = true;
        return true;
    }
    if (bare && (bare->kind == RJ_EXPR_STRING || bare->kind == RJ_EXPR_CONCAT)) {
        target->not_number = true;
        return true;
    }
    if (bare && bare->kind == RJ_EXPR_NAME && bare->as.name.variable)
        return add_flow(arena, bare->as.name.variable, target);
    if (bare && bare->kind == RJ_EXPR_LOGICAL) {
        /* A number or string is true, so that `or` ends there. */
        return rj_ast_note_value(arena, target, bare->as.operation.left) &&
               (bare->op == RJ_OP_OR || rj_ast_note_value(arena, target, bare->as.operation.right));
    }
    target->not_number = true;
    target->not_string = true;
    return true;
}

static void spread_not_number(rj_variable *work) {
    while (work) {
        rj_variable *variable = work;
        work = work->pending;
        for (const rj_flow *flow = variable->flows; flow; flow = flow->next)
            if (!flow->target->not_number) {
                flow->target->not_number = true;
                flow->target->pending = work;
                work = flow->target;
            }
    }
}

static void spread_not_string(rj_variable *work) {
    while (work) {
        rj_variable *variable = work;
        work = work->pending;
        for (const rj_flow *flow = variable->flows; flow; flow = flow->next)
            if (!flow->target->not_string) {
                flow->target->not_string = true;
                flow->target->pending = work;
                work = flow->target;
            }
    }
}

void rj_ast_infer(rj_ast *ast) {
    rj_variable *work = NULL;
    for (rj_variable *variable = ast->variables; variable; variable = variable->older)
        if (variable->not_number) {
            variable->pending = work;
            work = variable;
        }
    spread_not_number(work);
    work = NULL;
    for (rj_variable *variable = ast->variables; variable; variable = variable->older)
        if (variable->not_string) {
            variable->pending = work;
            work = variable;
        }
    spread_not_string(work);
}

bool rj_expr_is_number(const rj_expr *expr) {
    expr = rj_expr_bare(expr);
    if (expr->kind == RJ_EXPR_NAME)
        return expr->as.name.variable && !expr->as.name.variable->not_number;
    if (expr->kind == RJ_EXPR_LOGICAL)
        return rj_expr_is_number(expr->as.operation.left) &&
               (expr->op == RJ_OP_OR || rj_expr_is_number(expr->as.operation.right));
    return expr->kind == RJ_EXPR_NUMBER || is_arithmetic(expr);
}

bool rj_expr_is_string(const rj_expr *expr) {
    expr = rj_expr_bare(expr);
    if (expr->kind == RJ_EXPR_NAME)
        return expr->as.name.variable && !expr->as.name.variable->not_string;
    if (expr->kind == RJ_EXPR_LOGICAL)
        return rj_expr_is_string(expr->as.operation.left) &&
               (expr->op == RJ_OP_OR || rj_expr_is_string(expr->as.operation.right));
    return expr->kind == RJ_EXPR_STRING || expr->kind == RJ_EXPR_CONCAT;
}
