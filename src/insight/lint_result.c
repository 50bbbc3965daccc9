/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/lint_script.h"
#include "rjinterp/buf.h"

enum {
    LONGEST_COMPONENT_NAME = 32 /* characters that Karmada allows */
};

/* ---- about tables ---- */

static bool is_empty_table(const rj_expr *expr) {
    return rj_expr_bare(expr)->kind == RJ_EXPR_TABLE && !rj_expr_bare(expr)->as.fields;
}

/* Only these may give a result back whose empty tables stay: their arguments know the paths. */
static bool knows_references(const rj_rule *rule) {
    return rule->operation == RJ_OPERATION_RETAIN || rule->operation == RJ_OPERATION_REVISE_REPLICA;
}

/* ---- empty tables in what is returned ---- */

static void tell_empty(lint_script *s, const rj_expr *value) {
    lint_report(s, "RJ108", value->place, "an empty table here is dropped from the result");
    lint_hint(s, knows_references(s->rule)
                     ? "it stays only where an argument has {} or [] at the same path"
                     : "nobody knows whether {} or [] is meant; leave the field out, or set it to "
                       "nil");
}

static void check_constructor(lint_script *s, const rj_expr *table) {
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        const rj_expr *value = rj_expr_bare(field->value);
        if (value->kind != RJ_EXPR_TABLE)
            continue;
        if (is_empty_table(value) && field->key)
            tell_empty(s, value);
        check_constructor(s, value);
    }
}

/* ---- one table in two places ---- */

/* Fields of Kubernetes objects that are tables for certain. */
static bool is_table_field(rj_bytes key) {
    static const char *const names[] = {
        "labels",     "annotations", "template",    "metadata",     "spec",        "status",
        "conditions", "containers",  "matchLabels", "nodeSelector", "tolerations", "volumes",
        "resources",  "limits",      "requests",    "affinity",     NULL};
    for (size_t i = 0; names[i]; i++)
        if (lint_is(key, names[i]))
            return true;
    return false;
}

/* a.b.c = a.d: what stands at a.d stands at a.b.c, too. */
static void check_shared(lint_script *s, const rj_stat *stat) {
    const rj_expr *target = stat->targets, *value = stat->values;
    for (; target && value; target = target->next, value = value->next) {
        rj_buf left = RJ_BUF_INIT, right = RJ_BUF_INIT;
        const rj_variable *left_root = NULL, *right_root = NULL;
        size_t left_keys, right_keys;
        rj_bytes key;
        if (lint_path(target, &left, &left_root, &left_keys) &&
            lint_path(value, &right, &right_root, &right_keys) && left_root == right_root &&
            left_keys && right_keys && lint_last_key(value, &key) && is_table_field(key) &&
            strcmp(rj_buf_text(&left), rj_buf_text(&right)) != 0) {
            lint_report(s, "RJ109", value->place, "this table then stands in two places");
            lint_hint(s, "production refuses such a result (\"recursively nested\"): put a copy "
                         "there");
        }
        rj_buf_free(&left);
        rj_buf_free(&right);
    }
}

/* {a = t, b = t} with local t = {…} */
static void check_shared_fields(lint_script *s, const rj_expr *table) {
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        if (field->value->kind != RJ_EXPR_NAME || !field->value->as.name.variable)
            continue;
        for (const rj_field *other = table->as.fields; other != field; other = other->next)
            if (other->value->kind == RJ_EXPR_NAME &&
                other->value->as.name.variable == field->value->as.name.variable &&
                lint_is_own_table(field->value)) {
                lint_report(s, "RJ109", field->value->place,
                            "this table then stands in two places");
                lint_hint(s, "production refuses such a result (\"recursively nested\"): make a "
                             "second one");
                break;
            }
    }
}

/* ---- holes ---- */

static void check_holes(lint_script *s, const rj_expr *table) {
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        if (field->key || rj_expr_bare(field->value)->kind != RJ_EXPR_NIL || !field->next)
            continue;
        lint_report(s, "RJ111", field->value->place,
                    "a nil in the middle makes a hole in the list");
        lint_hint(s, "its length isn't what it seems, and production can't encode it: \"cannot "
                     "encode sparse array\"");
        return;
    }
}

/* t[i] = nil inside a list; table.remove closes the gap. */
static void check_removed(lint_script *s, const rj_stat *stat, const rj_function *function) {
    const rj_expr *target = stat->targets, *value = stat->values;
    if (!value || target->next || value->kind != RJ_EXPR_NIL || target->kind != RJ_EXPR_INDEX)
        return;
    const rj_expr *key = rj_expr_bare(target->as.index.key);
    const bool is_position =
        key->is_constant || (key->kind == RJ_EXPR_NAME && rj_expr_is_number(key));
    (void)function;
    if (!is_position)
        return;
    lint_report(s, "RJ111", stat->place, "an element that is set to nil leaves a hole in the list");
    lint_hint(s, "take it out with table.remove");
}

/* ---- names of components ---- */

typedef struct component_names {
    lint_script *s;
    const rj_expr **names;
    size_t count, capacity;
} component_names;

static size_t count_characters(rj_bytes text) {
    size_t count = 0;
    for (size_t i = 0; i < text.count; i++)
        count += (text.data[i] & 0xC0) != 0x80;
    return count;
}

static void check_component_name(component_names *c, const rj_expr *name) {
    const rj_bytes text = name->as.string;
    if (count_characters(text) > LONGEST_COMPONENT_NAME)
        lint_report(c->s, "RJ117", name->place, "a component's name has more than %d characters",
                    LONGEST_COMPONENT_NAME);
    for (size_t i = 0; i < c->count; i++) {
        const rj_bytes other = c->names[i]->as.string;
        if (other.count == text.count && memcmp(other.data, text.data, text.count) == 0) {
            lint_report(c->s, "RJ117", name->place, "two components are called \"%.*s\"",
                        (int)text.count, text.data);
            return;
        }
    }
    const rj_expr **names =
        rj_arena_grow(c->s->lint->arena, c->names, c->count, &c->capacity, sizeof *names);
    if (!names) {
        c->s->has_no_memory = true;
        return;
    }
    c->names = names;
    c->names[c->count++] = name;
}

/* {name = "head", replicas = …} */
static bool visit_component(void *context, const rj_expr *expr) {
    component_names *c = context;
    const rj_expr *name = NULL;
    bool has_replicas = false;
    if (expr->kind != RJ_EXPR_TABLE)
        return true;
    for (const rj_field *field = expr->as.fields; field; field = field->next) {
        if (!field->key || field->key->kind != RJ_EXPR_STRING)
            continue;
        has_replicas |= lint_is(field->key->as.string, "replicas");
        if (lint_is(field->key->as.string, "name") && field->value->kind == RJ_EXPR_STRING)
            name = field->value;
    }
    if (name && has_replicas)
        check_component_name(c, name);
    return !c->s->has_no_memory;
}

static void check_components(lint_script *s) {
    if (s->rule->operation != RJ_OPERATION_INTERPRET_COMPONENT)
        return;
    component_names names = {.s = s};
    static const rj_ast_visitor visitor = {.expr = visit_component};
    (void)rj_ast_visit(s->ast.main->body, &visitor, &names);
}

/* ---- the walk ---- */

static void walk_statements(lint_script *s, const rj_block *block, const rj_function *function) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        if (stat->kind == RJ_STAT_GENERIC_FOR)
            lint_order(s, stat, function);
        if (stat->kind == RJ_STAT_ASSIGN) {
            check_shared(s, stat);
            check_removed(s, stat, function);
        }
        if (stat->kind == RJ_STAT_RETURN && function == s->entry)
            for (const rj_expr *value = stat->values; value; value = value->next)
                if (rj_expr_bare(value)->kind == RJ_EXPR_TABLE)
                    check_constructor(s, rj_expr_bare(value));
        if (stat->body)
            walk_statements(s, stat->body, function);
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            walk_statements(s, clause->body, function);
    }
}

static bool visit_expr(void *context, const rj_expr *expr) {
    lint_script *s = context;
    if (expr->kind == RJ_EXPR_TABLE) {
        check_holes(s, expr);
        check_shared_fields(s, expr);
    } else if (expr->kind == RJ_EXPR_FUNCTION) {
        walk_statements(s, expr->as.function->body, expr->as.function);
    }
    return !s->has_no_memory;
}

void lint_result(lint_script *s) {
    static const rj_ast_visitor visitor = {.expr = visit_expr};
    walk_statements(s, s->ast.main->body, s->ast.main);
    (void)rj_ast_visit(s->ast.main->body, &visitor, s);
    check_components(s);
}
