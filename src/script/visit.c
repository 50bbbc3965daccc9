/* SPDX-License-Identifier: Apache-2.0 */
#include "script/ast.h"

typedef struct visit {
    const rj_ast_visitor *visitor;
    void *context;
} visit;

static bool visit_block(const visit *v, const rj_block *block);
static bool visit_expr(const visit *v, const rj_expr *expr);

static bool visit_list(const visit *v, const rj_expr *expr) {
    for (; expr; expr = expr->next)
        if (!visit_expr(v, expr))
            return false;
    return true;
}

static bool visit_fields(const visit *v, const rj_field *field) {
    for (; field; field = field->next)
        if ((field->key && !visit_expr(v, field->key)) || !visit_expr(v, field->value))
            return false;
    return true;
}

static bool visit_expr(const visit *v, const rj_expr *expr) {
    if (v->visitor->expr && !v->visitor->expr(v->context, expr))
        return false;
    switch ((rj_expr_kind)expr->kind) {
    case RJ_EXPR_NIL:
    case RJ_EXPR_FALSE:
    case RJ_EXPR_TRUE:
    case RJ_EXPR_NUMBER:
    case RJ_EXPR_STRING:
    case RJ_EXPR_VARARG:
    case RJ_EXPR_NAME:
        return true;
    case RJ_EXPR_INDEX:
        return visit_expr(v, expr->as.index.object) && visit_expr(v, expr->as.index.key);
    case RJ_EXPR_CALL:
    case RJ_EXPR_METHOD_CALL:
        return visit_expr(v, expr->as.call.callee) && visit_list(v, expr->as.call.arguments);
    case RJ_EXPR_FUNCTION:
        return visit_block(v, expr->as.function->body);
    case RJ_EXPR_TABLE:
        return visit_fields(v, expr->as.fields);
    case RJ_EXPR_CONCAT:
        return visit_list(v, expr->as.operation.left);
    case RJ_EXPR_UNARY:
    case RJ_EXPR_PAREN:
        return visit_expr(v, expr->as.operation.left);
    case RJ_EXPR_BINARY:
    case RJ_EXPR_LOGICAL:
        return visit_expr(v, expr->as.operation.left) && visit_expr(v, expr->as.operation.right);
    }
    return true;
}

static bool visit_clauses(const visit *v, const rj_clause *clause) {
    for (; clause; clause = clause->next)
        if ((clause->condition && !visit_expr(v, clause->condition)) ||
            !visit_block(v, clause->body))
            return false;
    return true;
}

static bool visit_stat(const visit *v, const rj_stat *stat) {
    if (v->visitor->stat && !v->visitor->stat(v->context, stat))
        return false;
    /* The condition of repeat stands behind its body. */
    if (stat->kind == RJ_STAT_REPEAT)
        return visit_block(v, stat->body) && visit_list(v, stat->values);
    return visit_list(v, stat->targets) && visit_list(v, stat->values) &&
           visit_clauses(v, stat->clauses) && (!stat->body || visit_block(v, stat->body));
}

static bool visit_block(const visit *v, const rj_block *block) {
    if (v->visitor->block && !v->visitor->block(v->context, block))
        return false;
    for (const rj_stat *stat = block->first; stat; stat = stat->next)
        if (!visit_stat(v, stat))
            return false;
    return true;
}

bool rj_ast_visit(const rj_block *block, const rj_ast_visitor *visitor, void *context) {
    visit v = {visitor, context};
    return visit_block(&v, block);
}
