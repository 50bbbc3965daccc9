/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/lint_script.h"

/* ---- what can't be reached ---- */

static void check_block(lint_script *s, const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        /* A label may be jumped to. */
        if (!lint_ends(stat) || !stat->next || stat->next->kind == RJ_STAT_LABEL ||
            block->has_label)
            continue;
        lint_report(s, "RJ113", stat->next->place, "nothing leads here");
        return;
    }
}

static bool visit_block(void *context, const rj_block *block) {
    lint_script *s = context;
    check_block(s, block);
    return !s->has_no_memory;
}

/* ---- paths without a result ---- */

/* Whether production takes nil there. */
static bool may_be_nil(rj_result_shape shape) {
    return shape == RJ_RESULT_COMPONENTS || shape == RJ_RESULT_REQUIREMENTS;
}

/* ---- results of a wrong type ---- */

static const char *wanted_type(rj_result_shape shape) {
    return shape == RJ_RESULT_HEALTH ? "boolean" : shape == RJ_RESULT_REPLICA ? "number" : "table";
}

/* The type that an expression has for certain, or NULL. */
static const char *type_of(const rj_expr *expr) {
    expr = rj_expr_bare(expr);
    switch ((rj_expr_kind)expr->kind) {
    case RJ_EXPR_NIL:
        return "nil";
    case RJ_EXPR_TRUE:
    case RJ_EXPR_FALSE:
        return "boolean";
    case RJ_EXPR_NUMBER:
        return "number";
    case RJ_EXPR_STRING:
    case RJ_EXPR_CONCAT:
        return "string";
    case RJ_EXPR_TABLE:
        return "table";
    case RJ_EXPR_FUNCTION:
        return "function";
    case RJ_EXPR_UNARY:
        return expr->op == RJ_OP_NOT ? "boolean" : "number";
    case RJ_EXPR_BINARY:
        return expr->op >= RJ_OP_LT && expr->op <= RJ_OP_NE ? "boolean" : "number";
    case RJ_EXPR_CALL:
        return lint_is_call_of(expr, "tostring") || lint_is_call_of(expr, "string.format")
                   ? "string"
                   : NULL;
    default:
        return NULL;
    }
}

static void check_results(lint_script *s, const rj_stat *stat) {
    const rj_expr *value = stat->values;
    const rj_rule *rule = s->rule;
    for (size_t i = 0; value && i < rule->result_count; i++, value = value->next) {
        const char *wanted = wanted_type(rule->result_shapes[i]), *type = type_of(value);
        const bool is_nil = type && strcmp(type, "nil") == 0;
        if (!type || strcmp(type, wanted) == 0 || (is_nil && may_be_nil(rule->result_shapes[i])))
            continue;
        lint_report(s, is_nil ? "RJ105" : "RJ115", value->place, "%s returns %s%s here",
                    rule->function, is_nil ? "" : "a ", type);
        lint_hint(s, "production wants a %s for %s", wanted, rule->result_names[i]);
    }
}

/* ---- paths without a result ---- */

/* Returns of inner functions are others. */
static void check_returns(lint_script *s, const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        if (stat->kind == RJ_STAT_RETURN && stat->values) {
            check_results(s, stat);
        } else if (stat->kind == RJ_STAT_RETURN && !may_be_nil(s->rule->result_shapes[0])) {
            lint_report(s, "RJ105", stat->place, "%s returns nothing here", s->rule->function);
            lint_hint(s, "every path has to return %s", s->rule->result_names[0]);
        }
        if (stat->body)
            check_returns(s, stat->body);
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            check_returns(s, clause->body);
    }
}

/* Where the text of the function ends: its `end`. */
static rj_place end_of(const lint_script *s, const rj_function *function) {
    rj_place place = function->place;
    if (function->place.end >= 3 && function->place.end <= s->bytes) {
        place.offset = function->place.end - 3;
        place.at.line = 0;
    }
    return place;
}

void lint_flow(lint_script *s) {
    static const rj_ast_visitor visitor = {.block = visit_block};
    (void)rj_ast_visit(s->ast.main->body, &visitor, s);
    if (!s->entry)
        return;
    check_returns(s, s->entry->body);
    if (may_be_nil(s->rule->result_shapes[0]) || !lint_falls_through(s->entry->body))
        return;
    lint_report(s, "RJ105", end_of(s, s->entry), "%s may end here without a result",
                s->rule->function);
    lint_hint(s, "every path has to return %s", s->rule->result_names[0]);
}
