/* SPDX-License-Identifier: Apache-2.0 */
#include "script/points.h"

typedef struct numbering {
    rj_points_detail detail;
    rj_arena *arena;
    rj_chunk_point *points;
    size_t count, capacity;
} numbering;

/* ---- what can go both ways ---- */

typedef enum outcome {
    EITHER,
    ALWAYS_TRUE,
    ALWAYS_FALSE
} outcome;

static outcome outcome_of(const rj_expr *expr);

static outcome outcome_of_logical(const rj_expr *expr) {
    const outcome left = outcome_of(expr->as.operation.left);
    const outcome right = outcome_of(expr->as.operation.right);
    const outcome deciding = expr->op == RJ_OP_AND ? ALWAYS_FALSE : ALWAYS_TRUE;
    if (left == deciding || right == deciding)
        return deciding;
    return left == right ? left : left == EITHER ? EITHER : right;
}

static outcome outcome_of_not(const rj_expr *expr) {
    const outcome operand = outcome_of(expr->as.operation.left);
    return operand == EITHER ? EITHER : operand == ALWAYS_TRUE ? ALWAYS_FALSE : ALWAYS_TRUE;
}

/* What the expression is as a condition, unless it raises an error. */
static outcome outcome_of(const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    if (bare->is_constant)
        return ALWAYS_TRUE;
    switch ((rj_expr_kind)bare->kind) {
    case RJ_EXPR_NIL:
    case RJ_EXPR_FALSE:
        return ALWAYS_FALSE;
    case RJ_EXPR_TRUE:
    case RJ_EXPR_NUMBER:
    case RJ_EXPR_STRING:
    case RJ_EXPR_FUNCTION:
    case RJ_EXPR_TABLE:
    case RJ_EXPR_CONCAT:
        return ALWAYS_TRUE;
    case RJ_EXPR_UNARY:
        return bare->op == RJ_OP_NOT ? outcome_of_not(bare) : ALWAYS_TRUE;
    case RJ_EXPR_BINARY:
        return bare->op < RJ_OP_LT ? ALWAYS_TRUE : EITHER;
    case RJ_EXPR_LOGICAL:
        return outcome_of_logical(bare);
    default:
        return EITHER;
    }
}

const rj_expr *rj_points_decider(const rj_expr *logical) {
    const rj_expr *left = logical->as.operation.left;
    return left->kind == RJ_EXPR_LOGICAL && left->op == logical->op ? left->as.operation.right
                                                                    : left;
}

/* ---- numbering ---- */

static bool add(numbering *n, rj_point_kind kind, bool is_other, rj_place place, uint32_t *number) {
    rj_chunk_point *points =
        rj_arena_grow(n->arena, n->points, n->count, &n->capacity, sizeof *points);
    if (!points)
        return false;
    n->points = points;
    points[n->count++] = (rj_chunk_point){.kind = kind,
                                          .is_other = is_other,
                                          .at = place.at,
                                          .offset = place.offset,
                                          .end = place.end};
    if (!is_other)
        *number = (uint32_t)n->count;
    return true;
}

static bool add_branch(numbering *n, rj_point_kind kind, rj_place place, uint32_t *number) {
    return n->detail != RJ_POINTS_ALL ||
           (add(n, kind, false, place, number) && add(n, kind, true, place, number));
}

static bool add_condition(numbering *n, rj_point_kind kind, const rj_expr *condition,
                          uint32_t *number) {
    return outcome_of(condition) != EITHER || add_branch(n, kind, condition->place, number);
}

static bool add_clauses(numbering *n, const rj_stat *stat) {
    for (rj_clause *clause = stat->clauses; clause; clause = clause->next)
        if (clause->condition &&
            !add_condition(n, clause == stat->clauses ? RJ_POINT_IF : RJ_POINT_ELSEIF,
                           clause->condition, &clause->point))
            return false;
    return true;
}

static bool is_constant_loop(const rj_stat *stat) {
    for (const rj_expr *value = stat->values; value; value = value->next)
        if (!value->is_constant)
            return false;
    return true;
}

static bool add_loop(numbering *n, rj_stat *stat) {
    switch (stat->kind) {
    case RJ_STAT_WHILE:
        return add_condition(n, RJ_POINT_WHILE, stat->values, &stat->branch);
    case RJ_STAT_REPEAT:
        return add_condition(n, RJ_POINT_REPEAT, stat->values, &stat->branch);
    case RJ_STAT_NUMERIC_FOR:
        if (is_constant_loop(stat))
            return true;
        return add_branch(n, RJ_POINT_FOR, stat->place, &stat->branch);
    case RJ_STAT_GENERIC_FOR:
        return add_branch(n, RJ_POINT_FOR, stat->place, &stat->branch);
    default:
        return true;
    }
}

static bool add_function(numbering *n, const rj_expr *value, const rj_place *name) {
    const rj_expr *bare = rj_expr_bare(value);
    if (bare->kind != RJ_EXPR_FUNCTION)
        return true;
    rj_function *function = bare->as.function;
    rj_place place = {.at = function->place.at};
    if (name) {
        place.offset = name->offset;
        place.end = name->end;
    }
    return add(n, RJ_POINT_FUNCTION, false, place, &function->point);
}

/* Functions that the statement gives a name. */
static bool add_named_functions(numbering *n, const rj_stat *stat) {
    const rj_expr *target = stat->targets, *value = stat->values;
    const rj_variable *variable = target ? NULL : stat->variables;
    const bool names = stat->kind == RJ_STAT_LOCAL || stat->kind == RJ_STAT_LOCAL_FUNCTION ||
                       stat->kind == RJ_STAT_ASSIGN || stat->kind == RJ_STAT_FUNCTION;
    for (; names && value && (target || variable); value = value->next) {
        if (!add_function(n, value, target ? &target->place : &variable->place))
            return false;
        target = target ? target->next : NULL;
        variable = variable ? variable->next : NULL;
    }
    return true;
}

static bool clear_stat(void *context, const rj_stat *given) {
    rj_stat *stat = (rj_stat *)given; /* which has fields for us */
    (void)context;
    stat->point = stat->branch = 0;
    for (rj_clause *clause = stat->clauses; clause; clause = clause->next)
        clause->point = 0;
    return true;
}

static bool clear_expr(void *context, const rj_expr *given) {
    rj_expr *expr = (rj_expr *)given;
    (void)context;
    if (expr->kind == RJ_EXPR_FUNCTION)
        expr->as.function->point = 0;
    else if (expr->kind == RJ_EXPR_LOGICAL)
        expr->as.operation.point = 0;
    return true;
}

static bool add_stat(void *context, const rj_stat *given) {
    numbering *n = context;
    rj_stat *stat = (rj_stat *)given;
    const bool is_counted = stat->kind != RJ_STAT_LABEL && stat->kind != RJ_STAT_DO;
    if (is_counted && !add(n, RJ_POINT_STATEMENT, false, stat->place, &stat->point))
        return false;
    return add_named_functions(n, stat) && add_loop(n, stat) && add_clauses(n, stat);
}

static bool add_expr(void *context, const rj_expr *given) {
    numbering *n = context;
    rj_expr *expr = (rj_expr *)given;
    if (expr->kind == RJ_EXPR_FUNCTION)
        return expr->as.function->point || add_function(n, expr, NULL);
    if (expr->kind != RJ_EXPR_LOGICAL)
        return true;
    return add_condition(n, expr->op == RJ_OP_AND ? RJ_POINT_AND : RJ_POINT_OR,
                         rj_points_decider(expr), &expr->as.operation.point);
}

bool rj_points_number(const rj_ast *ast, rj_points_detail detail, rj_arena *arena,
                      rj_chunk_point **out, size_t *count) {
    static const rj_ast_visitor clearing = {.stat = clear_stat, .expr = clear_expr};
    static const rj_ast_visitor adding = {.stat = add_stat, .expr = add_expr};
    numbering n = {.detail = detail, .arena = arena};
    if (!rj_ast_visit(ast->main->body, &clearing, NULL) ||
        (detail != RJ_POINTS_NONE && !rj_ast_visit(ast->main->body, &adding, &n)))
        return false;
    *out = n.points;
    *count = n.count;
    return true;
}
