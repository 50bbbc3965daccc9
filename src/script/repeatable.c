/* SPDX-License-Identifier: Apache-2.0 */
#include "script/repeatable.h"

#include <string.h>

/*
 * A name that leads to something shared (a global, or a variable of the top level that stands for a
 * table) may occur only where it can do no harm: as what is called, before the dot of what is
 * read, or as an argument of a function of the script whose parameter then has to obey the same.
 * The visit counts its occurrences, and those that are harmless; both numbers have to be the same
 * in the end. A name that only holds a constant or a function is harmless everywhere.
 */
typedef struct review {
    const rj_ast *ast;
    size_t at_top_level; /* occurrences there, which do no harm */
    size_t occurrences;
    size_t harmless;
    bool found_parameter; /* one more that is given a shared table: all has to be looked at again */
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

/* Stands for a table that is shared: a variable of the top level, or a parameter that is given one.
 */
static bool is_shared_table(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_NAME && expr->as.name.variable &&
           expr->as.name.variable->is_shared_table;
}

static bool leads_to_shared(const rj_expr *expr) {
    return is_global(expr) || is_shared_table(expr);
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
    rj_variable *variable = stat->variables;
    for (const rj_expr *value = stat->values; value; value = value->next) {
        if (!is_harmless_value(value))
            return false;
        r->at_top_level += is_require(value);
        if (variable) {
            variable->is_shared_table = is_require(value) || is_constant_table(value);
            variable = variable->next;
        }
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
        r->at_top_level++;
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

/* What hands on a table's content, which is constant, but not the table. */
static const char *const readers[] = {"next", "type", "unpack", NULL};
static const char *const iterators[] = {"ipairs", "pairs", NULL};

static bool is_own(const review *r, const rj_expr *callee, const char *const *names) {
    return is_global(callee) && is_one_of(callee->as.name.name->text, names) &&
           !defines(r, callee->as.name.name);
}

/* for … in pairs(table): the iterator holds the table where no name leads to it. */
static void review_iterator(review *r, const rj_expr *call) {
    if (call->kind == RJ_EXPR_CALL && !call->next && is_own(r, call->as.call.callee, iterators) &&
        call->as.call.arguments && !call->as.call.arguments->next)
        r->harmless += is_shared_table(call->as.call.arguments);
}

/* The function that a name always means. NULL: it may be several, or is none of the script's. */
static const rj_function *function_of(const review *r, const rj_expr *callee) {
    if (callee->kind != RJ_EXPR_NAME || !callee->as.name.variable)
        return NULL;
    const rj_variable *variable = callee->as.name.variable;
    if (variable->function != r->ast->main || variable->assigned)
        return NULL;
    for (const rj_stat *s = r->ast->main->body->first; s; s = s->next)
        if (s->kind == RJ_STAT_LOCAL_FUNCTION && s->variables == variable)
            return s->values->as.function;
    return NULL;
}

static void review_arguments(review *r, const rj_expr *call) {
    const rj_expr *callee = call->as.call.callee;
    if (is_own(r, callee, readers)) {
        for (const rj_expr *a = call->as.call.arguments; a; a = a->next)
            r->harmless += is_shared_table(a);
        return;
    }
    const rj_function *function = NULL;
    rj_variable *parameter = NULL;
    for (const rj_expr *a = call->as.call.arguments; a; a = a->next) {
        if (is_shared_table(a)) {
            if (!function) {
                function = function_of(r, callee);
                if (!function)
                    return;
                parameter = function->parameters;
                for (const rj_expr *b = call->as.call.arguments; b != a && parameter; b = b->next)
                    parameter = parameter->next;
            }
            if (!parameter)
                return;
            r->found_parameter |= !parameter->is_shared_table;
            parameter->is_shared_table = true;
            r->harmless++;
        }
        if (parameter)
            parameter = parameter->next;
    }
}

static bool review_stat(void *context, const rj_stat *stat) {
    review *r = context;
    if (stat->kind == RJ_STAT_FUNCTION)
        return is_in_main_block(r, stat);
    if (stat->kind == RJ_STAT_GENERIC_FOR)
        review_iterator(r, stat->values);
    if (stat->kind != RJ_STAT_ASSIGN)
        return true;
    for (const rj_expr *target = stat->targets; target; target = target->next) {
        if (is_global(target))
            return false;
        if (target->kind == RJ_EXPR_INDEX && leads_to_shared(rj_expr_bare(target->as.index.object)))
            return false;
    }
    return true;
}

static bool review_expr(void *context, const rj_expr *expr) {
    review *r = context;
    r->occurrences += leads_to_shared(expr);
    if (expr->kind == RJ_EXPR_CALL)
        review_arguments(r, expr);
    if (expr->kind == RJ_EXPR_CALL && is_global(expr->as.call.callee)) {
        const rj_name *name = expr->as.call.callee->as.name.name;
        r->harmless += is_one_of(name->text, harmless_functions) || defines(r, name);
    } else if (is_library_field(expr)) {
        r->harmless++;
    } else if (expr->kind == RJ_EXPR_INDEX) {
        r->harmless += is_shared_table(expr->as.index.object);
    }
    return true;
}

bool rj_ast_is_repeatable(const rj_ast *ast) {
    enum {
        MOST_STATEMENTS = 200, /* of the top level: each name may be looked up among them */
        MOST_ROUNDS = 8
    };
    static const rj_ast_visitor visitor = {.stat = review_stat, .expr = review_expr};
    review r = {.ast = ast};
    size_t statements = 0;
    for (const rj_stat *stat = ast->main->body->first; stat; stat = stat->next)
        if (++statements > MOST_STATEMENTS || !check_top_level(&r, stat))
            return false;
    /* Each round but the last one finds a parameter more at least; a script that needs many is odd.
     */
    for (size_t round = 0; round < MOST_ROUNDS; round++) {
        r.occurrences = 0;
        r.harmless = r.at_top_level;
        r.found_parameter = false;
        if (!rj_ast_visit(ast->main->body, &visitor, &r))
            return false;
        if (!r.found_parameter)
            return r.occurrences == r.harmless;
    }
    return false;
}
