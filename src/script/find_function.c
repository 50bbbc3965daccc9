/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rjinterp/script.h"
#include "script/ast.h"

/* What was seen of a function of that name. */
typedef struct search {
    const char *name;
    bool is_global;
    bool is_local;
    bool is_hidden; /* the script reaches globals in ways that can't be followed */
    rj_position at; /* of the local one */
} search;

static bool is_name(const search *s, const rj_name *name) {
    return name->text.count == strlen(s->name) &&
           memcmp(name->text.data, s->name, name->text.count) == 0;
}

static bool visit_stat(void *context, const rj_stat *stat) {
    search *s = context;
    if (stat->kind == RJ_STAT_ASSIGN || stat->kind == RJ_STAT_FUNCTION) {
        for (const rj_expr *target = stat->targets; target; target = target->next)
            if (target->kind == RJ_EXPR_NAME && !target->as.name.variable &&
                is_name(s, target->as.name.name))
                s->is_global = true;
    }
    if (stat->kind == RJ_STAT_LOCAL || stat->kind == RJ_STAT_LOCAL_FUNCTION) {
        for (const rj_variable *v = stat->variables; v; v = v->next) {
            if (s->is_local || !is_name(s, v->name))
                continue;
            s->is_local = true;
            s->at = v->place.at;
        }
    }
    return true;
}

static bool visit_expr(void *context, const rj_expr *expr) {
    search *s = context;
    static const char *const ways[] = {"_G", "package"};
    if (expr->kind != RJ_EXPR_NAME || expr->as.name.variable)
        return true;
    const rj_bytes text = expr->as.name.name->text;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (text.count == strlen(ways[i]) && memcmp(text.data, ways[i], text.count) == 0)
            s->is_hidden = true;
    return true;
}

bool rj_script_find_function(const char *script, size_t script_bytes, const char *name,
                             rj_arena *arena, rj_definition *out, rj_position *at, rj_error *err) {
    static const rj_ast_visitor visitor = {.stat = visit_stat, .expr = visit_expr};
    rj_ast ast;
    search s = {.name = name};
    if (!rj_ast_parse(script, script_bytes, NULL, arena, &ast, err))
        return false;
    (void)rj_ast_visit(ast.main->body, &visitor, &s);
    *at = s.at;
    *out = s.is_global || s.is_hidden ? RJ_DEFINITION_GLOBAL
           : s.is_local               ? RJ_DEFINITION_LOCAL
                                      : RJ_DEFINITION_NONE;
    return true;
}
