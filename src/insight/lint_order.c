/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/lint_script.h"
#include "rjinterp/buf.h"

/*
 * The order of pairs. Production goes through a map that came from JSON in any order, through lists
 * from 1 on, and through a table that the script made in the order in which its keys came.
 */

/* ---- lists that grow ---- */

/* x[#x + 1] = …, x[n] = …, table.insert(x, …): the list, and in *counter the n. */
static const rj_expr *appended_to(const rj_stat *stat, const rj_variable **counter) {
    *counter = NULL;
    if (stat->kind == RJ_STAT_CALL && lint_is_call_of(stat->values, "table.insert") &&
        stat->values->as.call.arguments && stat->values->as.call.arguments->next)
        return stat->values->as.call.arguments;
    if (stat->kind != RJ_STAT_ASSIGN || stat->targets->kind != RJ_EXPR_INDEX)
        return NULL;
    const rj_expr *key = rj_expr_bare(stat->targets->as.index.key);
    if (key->kind == RJ_EXPR_NAME)
        *counter = key->as.name.variable;
    const bool is_next = key->kind == RJ_EXPR_BINARY && key->op == RJ_OP_ADD &&
                         key->as.operation.left->kind == RJ_EXPR_UNARY &&
                         key->as.operation.left->op == RJ_OP_LENGTH;
    return is_next || *counter ? stat->targets->as.index.object : NULL;
}

/* s = s .. … */
static const rj_expr *concatenated_to(const rj_stat *stat) {
    if (stat->kind != RJ_STAT_ASSIGN || stat->targets->kind != RJ_EXPR_NAME || !stat->values ||
        rj_expr_bare(stat->values)->kind != RJ_EXPR_CONCAT)
        return NULL;
    const rj_variable *target = stat->targets->as.name.variable;
    for (const rj_expr *part = rj_expr_bare(stat->values)->as.operation.left; part;
         part = part->next)
        if (target && part->kind == RJ_EXPR_NAME && part->as.name.variable == target)
            return stat->targets;
    return NULL;
}

typedef struct count_search {
    const rj_variable *variable;
    bool found;
} count_search;

/* n = n + 1 */
static bool find_count(void *context, const rj_stat *stat) {
    count_search *search = context;
    const rj_expr *value = stat->kind == RJ_STAT_ASSIGN ? stat->values : NULL;
    search->found |= value && stat->targets->kind == RJ_EXPR_NAME &&
                     stat->targets->as.name.variable == search->variable &&
                     value->kind == RJ_EXPR_BINARY && value->op == RJ_OP_ADD;
    return !search->found;
}

static bool counts_in(const rj_block *block, const rj_variable *variable) {
    static const rj_ast_visitor visitor = {.stat = find_count};
    count_search search = {.variable = variable};
    (void)rj_ast_visit(block, &visitor, &search);
    return search.found;
}

/* ---- lists that are sorted ---- */

typedef struct sort_search {
    const char *path;
    bool found;
} sort_search;

static bool is_path(const rj_expr *expr, const char *path) {
    rj_buf text = RJ_BUF_INIT;
    const rj_variable *root;
    size_t keys;
    const bool is = lint_path(expr, &text, &root, &keys) && strcmp(rj_buf_text(&text), path) == 0;
    rj_buf_free(&text);
    return is;
}

/* table.sort(x, …) */
static bool find_sort(void *context, const rj_expr *expr) {
    sort_search *search = context;
    search->found |= lint_is_call_of(expr, "table.sort") && expr->as.call.arguments &&
                     is_path(expr->as.call.arguments, search->path);
    return !search->found;
}

/* Whether the function sorts its n-th parameter. */
static bool sorts_parameter(const rj_function *function, size_t n) {
    const rj_variable *v = function->parameters;
    for (; v && n; n--)
        v = v->next;
    rj_buf path = RJ_BUF_INIT;
    rj_buf_printf(&path, "%u", v ? (unsigned)v->number : 0);
    static const rj_ast_visitor visitor = {.expr = find_sort};
    sort_search search = {.path = rj_buf_text(&path)};
    if (v)
        (void)rj_ast_visit(function->body, &visitor, &search);
    rj_buf_free(&path);
    return search.found;
}

/* table.sort(x), or a call of a local function that sorts what it gets. */
static bool find_any_sort(void *context, const rj_expr *expr) {
    sort_search *search = context;
    if (!find_sort(context, expr))
        return false;
    const rj_function *function =
        expr->kind == RJ_EXPR_CALL ? lint_local_function(expr->as.call.callee) : NULL;
    const rj_expr *argument = function ? expr->as.call.arguments : NULL;
    for (size_t n = 0; argument; argument = argument->next, n++)
        search->found |= is_path(argument, search->path) && sorts_parameter(function, n);
    return !search->found;
}

static bool is_sorted_in(const rj_block *block, const char *path) {
    static const rj_ast_visitor visitor = {.expr = find_any_sort};
    sort_search search = {.path = path};
    (void)rj_ast_visit(block, &visitor, &search);
    return search.found;
}

/* ---- lists that are only counted ---- */

typedef struct mention_count {
    const rj_variable *variable;
    size_t mentions, harmless;
} mention_count;

static bool is_name_of(const rj_expr *expr, const rj_variable *variable) {
    expr = rj_expr_bare(expr);
    return expr->kind == RJ_EXPR_NAME && expr->as.name.variable == variable;
}

static bool count_mention(void *context, const rj_expr *expr) {
    mention_count *count = context;
    count->mentions += expr->kind == RJ_EXPR_NAME && expr->as.name.variable == count->variable;
    count->harmless += expr->kind == RJ_EXPR_UNARY && expr->op == RJ_OP_LENGTH &&
                       is_name_of(expr->as.operation.left, count->variable);
    return true;
}

static bool count_append(void *context, const rj_stat *stat) {
    mention_count *count = context;
    const rj_variable *counter;
    const rj_expr *list = appended_to(stat, &counter);
    count->harmless += list && is_name_of(list, count->variable);
    return true;
}

/* Nothing but #x is made of it. */
static bool is_only_counted(const rj_expr *list, const rj_function *function) {
    static const rj_ast_visitor visitor = {.expr = count_mention, .stat = count_append};
    mention_count count = {.variable = list->kind == RJ_EXPR_NAME ? list->as.name.variable : NULL};
    if (!count.variable)
        return false;
    (void)rj_ast_visit(function->body, &visitor, &count);
    return count.mentions <= count.harmless;
}

/* ---- what is gone through ---- */

/* The table of `in pairs(t)` and `in next, t`. */
static const rj_expr *gone_through(const rj_stat *loop) {
    if (loop->kind != RJ_STAT_GENERIC_FOR)
        return NULL;
    if (lint_is_call_of(loop->values, "pairs"))
        return loop->values->as.call.arguments;
    return lint_is_global(loop->values, "next") ? loop->values->next : NULL;
}

/* Fields of Kubernetes objects that are lists for certain. */
static bool is_list_field(rj_bytes key) {
    static const char *const names[] = {"conditions",
                                        "containers",
                                        "initContainers",
                                        "volumes",
                                        "volumeMounts",
                                        "ports",
                                        "env",
                                        "envFrom",
                                        "tolerations",
                                        "ingress",
                                        "rules",
                                        "items",
                                        "imagePullSecrets",
                                        "ownerReferences",
                                        "finalizers",
                                        "addresses",
                                        "parents",
                                        "parentRefs",
                                        "args",
                                        "command",
                                        "subjects",
                                        "hosts",
                                        "accessModes",
                                        NULL};
    for (size_t i = 0; names[i]; i++)
        if (lint_is(key, names[i]))
            return true;
    return false;
}

enum {
    MOST_TABLES = 3 /* filled one from the other */
};

static bool has_any_order(const lint_script *s, const rj_expr *table, unsigned depth);

typedef struct fill_search {
    const lint_script *s;
    const rj_variable *variable;
    unsigned depth;
    bool in_loop, found;
} fill_search;

static bool find_fill(void *context, const rj_stat *stat) {
    fill_search *search = context;
    for (const rj_expr *target = stat->kind == RJ_STAT_ASSIGN ? stat->targets : NULL; target;
         target = target->next)
        search->found |= target->kind == RJ_EXPR_INDEX &&
                         target->as.index.key->kind != RJ_EXPR_STRING &&
                         is_name_of(target->as.index.object, search->variable);
    return !search->found;
}

static bool find_filling_loop(void *context, const rj_stat *stat) {
    fill_search *search = context;
    static const rj_ast_visitor visitor = {.stat = find_fill};
    const rj_expr *table = gone_through(stat);
    if (table && has_any_order(search->s, table, search->depth + 1))
        (void)rj_ast_visit(stat->body, &visitor, search);
    return !search->found;
}

/* A set that a loop over a map has filled has the order of that map. */
static bool is_filled_in_any_order(const lint_script *s, const rj_expr *own, unsigned depth) {
    if (own->kind != RJ_EXPR_NAME || depth >= MOST_TABLES)
        return false;
    static const rj_ast_visitor visitor = {.stat = find_filling_loop};
    fill_search search = {.s = s, .variable = own->as.name.variable, .depth = depth};
    (void)rj_ast_visit(s->ast.main->body, &visitor, &search);
    return search.found;
}

static bool is_status_items(const lint_script *s, const rj_expr *expr) {
    return s->rule->operation == RJ_OPERATION_AGGREGATE_STATUS && s->entry &&
           s->entry->parameters && s->entry->parameters->next &&
           is_name_of(expr, s->entry->parameters->next);
}

/* Whether pairs may go through the table in another order next time. */
static bool has_any_order(const lint_script *s, const rj_expr *table, unsigned depth) {
    rj_bytes key;
    table = rj_expr_bare(table);
    if (lint_is_own_table(table))
        return is_filled_in_any_order(s, table, depth);
    if (table->kind == RJ_EXPR_LOGICAL)
        table = rj_expr_bare(table->op == RJ_OP_OR ? table->as.operation.left
                                                   : table->as.operation.right);
    if (table->kind == RJ_EXPR_LOGICAL && table->op == RJ_OP_AND)
        table = rj_expr_bare(table->as.operation.right);
    if (is_status_items(s, table))
        return false;
    if (table->kind == RJ_EXPR_NAME && table->as.name.variable && depth < MOST_TABLES) {
        const rj_expr *value = lint_declared_value(table->as.name.variable);
        return !value || has_any_order(s, value, depth + 1);
    }
    return !(lint_last_key(table, &key) && is_list_field(key));
}

/* ---- one loop ---- */

typedef struct pairs_walk {
    lint_script *s;
    const rj_stat *loop;
    const rj_function *function;
    bool told;
} pairs_walk;

static bool is_declared_in(const rj_variable *variable, const rj_stat *loop) {
    for (const rj_block *block = variable->block; block; block = block->parent)
        if (block == loop->body)
            return true;
    return false;
}

static void tell(pairs_walk *w, const rj_stat *stat, const rj_expr *grows, bool is_list) {
    const char *text = w->s->text + grows->place.offset;
    const int count = (int)(grows->place.end - grows->place.offset);
    w->told = true;
    lint_report(w->s, "RJ110", stat->place, "the order of pairs decides the order in %.*s", count,
                text);
    lint_hint(w->s,
              is_list ? "sort it behind the loop: table.sort(%.*s)"
                      : "collect the parts of %.*s in a list, sort it, and join them",
              count, text);
}

static bool check_body(void *context, const rj_stat *stat) {
    pairs_walk *w = context;
    const rj_variable *counter, *root;
    const rj_expr *list = appended_to(stat, &counter);
    const rj_expr *grows = list ? list : concatenated_to(stat);
    rj_buf path = RJ_BUF_INIT;
    size_t keys;
    if (!w->told && grows && lint_path(grows, &path, &root, &keys) &&
        !is_declared_in(root, w->loop) &&
        (!counter || (!is_declared_in(counter, w->loop) && counts_in(w->loop->body, counter))) &&
        !(list && (is_sorted_in(w->function->body, rj_buf_text(&path)) ||
                   is_only_counted(list, w->function))))
        tell(w, stat, grows, list != NULL);
    rj_buf_free(&path);
    return true;
}

static bool find_loop_variable(void *context, const rj_expr *expr) {
    const rj_stat **loop = context;
    for (const rj_variable *v = (*loop)->variables; v; v = v->next)
        if (expr->kind == RJ_EXPR_NAME && expr->as.name.variable == v)
            return false;
    return true;
}

/* for name in pairs(t) do return name end: any of them. */
static void check_first(lint_script *s, const rj_stat *loop) {
    static const rj_ast_visitor visitor = {.expr = find_loop_variable};
    for (const rj_stat *stat = loop->body->first; stat; stat = stat->next) {
        const rj_block block = {.first = stat->kind == RJ_STAT_RETURN ? (rj_stat *)stat : NULL};
        if (!block.first || rj_ast_visit(&block, &visitor, &loop))
            continue;
        lint_report(s, "RJ110", stat->place, "the order of pairs decides what is returned");
        lint_hint(s, "choose by something that is the same each time, the smallest name for one");
    }
}

void lint_order(lint_script *s, const rj_stat *loop, const rj_function *function) {
    const rj_expr *table = gone_through(loop);
    if (!table || !has_any_order(s, table, 0))
        return;
    static const rj_ast_visitor visitor = {.stat = check_body};
    pairs_walk w = {.s = s, .loop = loop, .function = function};
    (void)rj_ast_visit(loop->body, &visitor, &w);
    check_first(s, loop);
}
