/* SPDX-License-Identifier: Apache-2.0 */
#include "script/emit.h"

/*
 * What a traced chunk does besides: behind each declaration and assignment, and where parameters
 * and loop variables have got their values, it hands these to a helper. Nothing is evaluated again
 * that could call a function: a field is found by the helper, with raw access, along keys that are
 * constants or variables.
 */

enum {
    MOST_KEYS = 8 /* on the way to a field */
};

static bool is_length_and_one(const rj_expr *key, const rj_expr *object) {
    if (key->kind != RJ_EXPR_BINARY || key->op != RJ_OP_ADD)
        return false;
    const rj_expr *left = rj_expr_bare(key->as.operation.left), *right = key->as.operation.right;
    if (left->kind != RJ_EXPR_UNARY || left->op != RJ_OP_LENGTH || !right->is_constant ||
        right->number != 1)
        return false;
    const rj_expr *measured = rj_expr_bare(left->as.operation.left);
    return measured->kind == RJ_EXPR_NAME && object->kind == RJ_EXPR_NAME &&
           measured->as.name.name == object->as.name.name &&
           measured->as.name.variable == object->as.name.variable;
}

static bool is_simple_key(const rj_expr *key, const rj_expr *object) {
    return key->is_constant || key->kind == RJ_EXPR_STRING || key->kind == RJ_EXPR_NAME ||
           is_length_and_one(key, object);
}

/* A name, or fields of it that can be found again. */
static bool is_path(const rj_expr *expr) {
    size_t keys = 0;
    for (; expr->kind == RJ_EXPR_INDEX; expr = rj_expr_bare(expr->as.index.object))
        if (++keys > MOST_KEYS ||
            !is_simple_key(rj_expr_bare(expr->as.index.key), rj_expr_bare(expr->as.index.object)))
            return false;
    return expr->kind == RJ_EXPR_NAME;
}

static void emit_path(rj_emitter *e, const rj_expr *expr) {
    e->cost += RJ_COST_VALUE;
    if (expr->kind == RJ_EXPR_NAME) {
        rj_emit_expr(e, expr);
        return;
    }
    const rj_expr *object = rj_expr_bare(expr->as.index.object);
    const rj_expr *key = rj_expr_bare(expr->as.index.key);
    emit_path(e, object);
    rj_emit(e, ",");
    if (is_length_and_one(key, object))
        rj_emit(e, RJ_HELPER_TABLE ".none");
    else
        rj_emit_expr(e, key);
}

static void open_set(rj_emitter *e, uint32_t point, const char *name, size_t name_bytes) {
    e->cost += RJ_COST_HIT + RJ_COST_VALUE;
    rj_emit_newline(e);
    rj_emit_helper(e, "set");
    rj_emit_unsigned(e, point - 1);
    rj_emit(e, ",");
    rj_emit_string(e, (rj_bytes){name, name_bytes});
    rj_emit(e, ",");
}

static void emit_variable(rj_emitter *e, uint32_t point, const rj_variable *variable) {
    open_set(e, point, variable->name->text.data, variable->name->text.count);
    rj_emit_variable(e, variable);
    rj_emit(e, ")");
}

void rj_emit_trace_variables(rj_emitter *e, uint32_t point, const rj_variable *variables) {
    if (!e->traces || !point)
        return;
    for (; variables; variables = variables->next) {
        emit_variable(e, point, variables);
        rj_emit(e, ";");
    }
}

static void emit_target(rj_emitter *e, uint32_t point, const rj_expr *target) {
    const rj_expr *bare = rj_expr_bare(target);
    const char *source = rj_emit_source(e, target);
    if (!is_path(bare) || !source)
        return;
    rj_emit(e, ";");
    open_set(e, point, source, strlen(source));
    emit_path(e, bare);
    rj_emit(e, ")");
}

void rj_emit_trace_values(rj_emitter *e, const rj_stat *stat) {
    if (!e->traces || !stat->point)
        return;
    const rj_variable *variables = stat->kind == RJ_STAT_LOCAL ? stat->variables : NULL;
    for (; variables; variables = variables->next) {
        rj_emit(e, ";");
        emit_variable(e, stat->point, variables);
    }
    for (const rj_expr *target = stat->kind == RJ_STAT_ASSIGN ? stat->targets : NULL; target;
         target = target->next)
        emit_target(e, stat->point, target);
}

bool rj_emit_trace_return(rj_emitter *e, const rj_stat *stat) {
    if (!e->traces || !stat->point)
        return false;
    e->cost += RJ_COST_HIT;
    rj_emit_helper(e, "ret");
    rj_emit_unsigned(e, stat->point - 1);
    return true;
}
