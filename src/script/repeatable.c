/* SPDX-License-Identifier: Apache-2.0 */
#include "script/repeatable.h"

#include <string.h>

/*
 * A name that leads to something shared (a global, or a variable of the top level that stands for a
 * table) may occur only where it can do no harm: as what is called, or before the dot of what is
 * read. The visit counts its occurrences, and those that are harmless; both numbers have to be
 * the same in the end. A name that only holds a constant or a function is harmless everywhere.
 */
typedef struct review {
    const rj_ast *ast;
    size_t occurrences;
    size_t harmless;
} review;

static bool is_text(rj_bytes bytes, const char *text) {
    return bytes.count && bytes.data[0] == text[0] && bytes.count == strlen(text) &&
           memcmp(bytes.data, text, bytes.count) == 0;
}

static bool is_one_of(rj_bytes bytes, const char *const *texts) {
    for (; *texts; texts++)
        if (is_text(bytes, *texts))
            return true;
    return false;
}

/* Functions that change nothing but their arguments, and give no way to what is shared. */
static const char *const harmless_functions[] = {
    "assert", "error",    "ipairs",   "next", "pairs",  "pcall",  "print",
    "select", "tostring", "tonumber", "type", "unpack", "xpcall", NULL};

/* Libraries whose fields are functions and numbers, no tables. */
static const char *const libraries[] = {"math", "os", "string", "table", NULL};

/* Fields of libraries that remember something. */
static const char *const remembering[] = {"random", "randomseed", "setlocale", "setenv", NULL};

static bool is_global(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_NAME && !expr->as.name.variable;
}

static bool is_top_level(const review *r, const rj_variable *variable) {
    return variable->function == r->ast->main;
}

static bool is_constant(const rj_expr *value) {
    return value->is_constant || value->kind == RJ_EXPR_NIL || value->kind == RJ_EXPR_FALSE ||
           value->kind == RJ_EXPR_TRUE || value->kind == RJ_EXPR_NUMBER ||
           value->kind == RJ_EXPR_STRING;
}

/* {Running = true, "a"}: what it holds leads nowhere. */
static bool is_constant_table(const rj_expr *value) {
    if (value->kind != RJ_EXPR_TABLE)
        return false;
    for (const rj_field *field = value->as.fields; field; field = field->next)
        if ((field->key && !is_constant(field->key)) || !is_constant(field->value))
            return false;
    return true;
}

/* require("kube"): its fields are functions. require("_G") is another matter. */
static bool is_require(const rj_expr *value) {
    return value->kind == RJ_EXPR_CALL && is_global(value->as.call.callee) &&
           is_text(value->as.call.callee->as.name.name->text, "require") &&
           value->as.call.arguments && !value->as.call.arguments->next &&
           value->as.call.arguments->kind == RJ_EXPR_STRING &&
           is_text(value->as.call.arguments->as.string, "kube");
}

/* string.format: a field of a library, by its name. */
static bool is_library_field(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_INDEX && is_global(expr->as.index.object) &&
           is_one_of(expr->as.index.object->as.name.name->text, libraries) &&
           expr->as.index.key->kind == RJ_EXPR_STRING &&
           !is_one_of(expr->as.index.key->as.string, remembering);
}

/* The declaration of a variable of the top level, and its value there. NULL: none is known. */
static const rj_expr *declared_value(const review *r, const rj_variable *variable) {
    for (const rj_stat *stat = r->ast->main->body->first; stat; stat = stat->next) {
        if (stat->kind != RJ_STAT_LOCAL)
            continue;
        const rj_expr *value = stat->values;
        for (const rj_variable *v = stat->variables; v; v = v->next) {
            if (v == variable)
                return value;
            value = value ? value->next : NULL;
        }
    }
    return NULL;
}

/* A variable of the top level that stands for a table. */
static bool is_shared_table(const review *r, const rj_expr *expr) {
    if (expr->kind != RJ_EXPR_NAME || !expr->as.name.variable ||
        !is_top_level(r, expr->as.name.variable))
        return false;
    const rj_expr *value = declared_value(r, expr->as.name.variable);
    return value && (is_require(value) || is_constant_table(value));
}

static bool leads_to_shared(const review *r, const rj_expr *expr) {
    return is_global(expr) || is_shared_table(r, expr);
}

/* ---- the top level ---- */

static bool is_harmless_value(const rj_expr *value) {
    return is_constant(value) || value->kind == RJ_EXPR_FUNCTION || is_require(value) ||
           is_constant_table(value) || is_library_field(value);
}

static bool check_local(review *r, const rj_stat *stat) {
    for (const rj_variable *v = stat->variables; v; v = v->next)
        if (v->assigned)
            return false;
    for (const rj_expr *value = stat->values; value; value = value->next) {
        if (!is_harmless_value(value))
            return false;
        r->harmless += is_require(value);
    }
    return true;
}

static bool check_top_level(review *r, const rj_stat *stat) {
    switch (stat->kind) {
    case RJ_STAT_LOCAL:
        return check_local(r, stat);
    case RJ_STAT_LOCAL_FUNCTION:
        return !stat->variables->assigned;
    case RJ_STAT_FUNCTION:
        r->harmless++;
        return is_global(stat->targets);
    default:
        return false;
    }
}

/* Whether the script defines a global function of that name. */
static bool defines(const review *r, const rj_name *name) {
    for (const rj_stat *stat = r->ast->main->body->first; stat; stat = stat->next)
        if (stat->kind == RJ_STAT_FUNCTION && is_global(stat->targets) &&
            stat->targets->as.name.name == name)
            return true;
    return false;
}

/* ---- everything else ---- */

static bool is_in_main_block(const review *r, const rj_stat *stat) {
    for (const rj_stat *s = r->ast->main->body->first; s; s = s->next)
        if (s == stat)
            return true;
    return false;
}

static bool review_stat(void *context, const rj_stat *stat) {
    const review *r = context;
    if (stat->kind == RJ_STAT_FUNCTION)
        return is_in_main_block(r, stat);
    if (stat->kind != RJ_STAT_ASSIGN)
        return true;
    for (const rj_expr *target = stat->targets; target; target = target->next) {
        if (is_global(target))
            return false;
        if (target->kind == RJ_EXPR_INDEX &&
            leads_to_shared(r, rj_expr_bare(target->as.index.object)))
            return false;
    }
    return true;
}

static bool review_expr(void *context, const rj_expr *expr) {
    review *r = context;
    r->occurrences += leads_to_shared(r, expr);
    if (expr->kind == RJ_EXPR_CALL && is_global(expr->as.call.callee)) {
        const rj_name *name = expr->as.call.callee->as.name.name;
        r->harmless += is_one_of(name->text, harmless_functions) || defines(r, name);
    } else if (is_library_field(expr)) {
        r->harmless++;
    } else if (expr->kind == RJ_EXPR_INDEX) {
        r->harmless += is_shared_table(r, expr->as.index.object);
    }
    return true;
}

bool rj_ast_is_repeatable(const rj_ast *ast) {
    enum {
        MOST_STATEMENTS = 200 /* of the top level: each name may be looked up among them */
    };
    static const rj_ast_visitor visitor = {.stat = review_stat, .expr = review_expr};
    review r = {.ast = ast};
    size_t statements = 0;
    for (const rj_stat *stat = ast->main->body->first; stat; stat = stat->next)
        if (++statements > MOST_STATEMENTS || !check_top_level(&r, stat))
            return false;
    return rj_ast_visit(ast->main->body, &visitor, &r) && r.occurrences == r.harmless;
}
