/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/lint_script.h"
#include "rjinterp/buf.h"

/*
 * Paths into the arguments: which may be nil where they are indexed. A path is text, the number of
 * its variable and the keys behind it ("3.status.conditions").
 *
 * What a condition mentions counts as looked at from there on: in the branch, behind `and`, and,
 * where the branch ends, behind the statement. That is generous on purpose: a false alarm costs
 * more than a field that probe finds as well.
 */
typedef struct data_walk {
    lint_script *s;
    const char **known; /* paths that were looked at; a stack */
    size_t known_count, known_capacity;
    const char **told; /* paths that were reported */
    size_t told_count, told_capacity;
    unsigned depth; /* of locals behind locals in a condition */
} data_walk;

static void walk_block(data_walk *w, const rj_block *block);
static void walk_expr(data_walk *w, const rj_expr *expr);

/* ---- what is known ---- */

static void push(data_walk *w, const char ***items, size_t *count, size_t *capacity,
                 const char *path, size_t bytes) {
    const char **grown = rj_arena_grow(w->s->lint->arena, *items, *count, capacity, sizeof *grown);
    const char *copy = rj_arena_copy(w->s->lint->arena, path, bytes);
    if (!grown || !copy) {
        w->s->has_no_memory = true;
        return;
    }
    *items = grown;
    (*items)[(*count)++] = copy;
}

static void know(data_walk *w, const char *path, size_t bytes) {
    push(w, &w->known, &w->known_count, &w->known_capacity, path, bytes);
}

/* The path, or something behind it. */
static bool is_known(const data_walk *w, const char *path, size_t bytes) {
    for (size_t i = 0; i < w->known_count; i++)
        if (strncmp(w->known[i], path, bytes) == 0 &&
            (w->known[i][bytes] == '\0' || w->known[i][bytes] == '.'))
            return true;
    return false;
}

static bool was_told(const data_walk *w, const char *path, size_t bytes) {
    for (size_t i = 0; i < w->told_count; i++)
        if (strlen(w->told[i]) == bytes && memcmp(w->told[i], path, bytes) == 0)
            return true;
    return false;
}

/* ---- declarations ---- */

enum {
    MOST_STEPS = 8 /* from one variable to another */
};

typedef struct declaration_search {
    const rj_variable *variable;
    const rj_stat *stat; /* that declares it */
} declaration_search;

static bool find_declaration(void *context, const rj_stat *stat) {
    declaration_search *search = context;
    for (const rj_variable *v = stat->variables; v; v = v->next)
        if (v == search->variable)
            search->stat = stat;
    return !search->stat;
}

/* What a local was declared with; NULL when it isn't known, or not all its life. */
static const rj_expr *declared_value(const rj_expr *expr) {
    if (expr->kind != RJ_EXPR_NAME || !expr->as.name.variable || expr->as.name.variable->assigned)
        return NULL;
    return lint_declared_value(expr->as.name.variable);
}

/* ---- paths ---- */

typedef struct data_path {
    rj_buf text;
    const rj_variable *root;
    size_t keys;
    bool has_default; /* (path or {}): the last key's value, or a table of the script */
    bool is_element;  /* the last key is a position or a variable */
} data_path;

static bool find_path(const rj_expr *expr, unsigned depth, data_path *out);

static bool append_key(const rj_expr *key, data_path *out) {
    key = rj_expr_bare(key);
    out->is_element = key->kind != RJ_EXPR_STRING;
    if (key->kind == RJ_EXPR_STRING) {
        rj_buf_putc(&out->text, '.');
        rj_buf_append(&out->text, key->as.string.data, key->as.string.count);
    } else if (key->kind == RJ_EXPR_NAME && key->as.name.variable) {
        rj_buf_printf(&out->text, ".[v%u]", (unsigned)key->as.name.variable->number);
    } else if (key->is_constant) {
        rj_buf_printf(&out->text, ".[%g]", key->number);
    } else {
        return false;
    }
    out->keys++;
    out->has_default = false;
    return true;
}

/* `x and x.y` is x.y where it is true; `x.y or {}` is x.y, and never nil. */
static bool find_logical_path(const rj_expr *expr, unsigned depth, data_path *out) {
    if (expr->op == RJ_OP_AND)
        return find_path(expr->as.operation.right, depth, out);
    if (rj_expr_bare(expr->as.operation.right)->kind != RJ_EXPR_TABLE ||
        !find_path(expr->as.operation.left, depth, out))
        return false;
    out->has_default = true;
    return true;
}

/*
 * The path of an expression; a local that stands for a path all its life counts as that path: who
 * has looked at `status` knows `object.status`, and the other way round.
 */
static bool find_path(const rj_expr *expr, unsigned depth, data_path *out) {
    expr = rj_expr_bare(expr);
    if (expr->kind == RJ_EXPR_INDEX)
        return find_path(expr->as.index.object, depth, out) && append_key(expr->as.index.key, out);
    if (expr->kind == RJ_EXPR_LOGICAL)
        return find_logical_path(expr, depth, out);
    if (expr->kind != RJ_EXPR_NAME || !expr->as.name.variable)
        return false;
    const rj_expr *value = depth < MOST_STEPS ? declared_value(expr) : NULL;
    if (value && find_path(value, depth + 1, out))
        return true;
    rj_buf_reset(&out->text);
    out->root = expr->as.name.variable;
    out->keys = 0;
    out->has_default = out->is_element = false;
    rj_buf_printf(&out->text, "%u", (unsigned)out->root->number);
    return true;
}

static void know_all_in(data_walk *w, const rj_expr *expr);

/* has(object, "status", "phase"): whoever asks so has looked. */
static void know_asked(data_walk *w, const rj_expr *call) {
    data_path path = {.text = RJ_BUF_INIT};
    const rj_expr *argument = call->as.call.arguments;
    if (argument && find_path(argument, 0, &path))
        for (argument = argument->next;
             argument && argument->kind == RJ_EXPR_STRING && append_key(argument, &path);
             argument = argument->next)
            know(w, rj_buf_text(&path.text), path.text.bytes);
    rj_buf_free(&path.text);
}

/* local has = object.status ~= nil; if has then … */
static void know_through(data_walk *w, const rj_expr *name) {
    const rj_expr *value = w->depth < MOST_STEPS ? declared_value(name) : NULL;
    if (!value || value->kind == RJ_EXPR_FUNCTION)
        return;
    w->depth++;
    know_all_in(w, value);
    w->depth--;
}

static bool know_mentioned(void *context, const rj_expr *expr) {
    data_walk *w = context;
    data_path path = {.text = RJ_BUF_INIT};
    if (find_path(expr, 0, &path))
        know(w, rj_buf_text(&path.text), path.text.bytes);
    rj_buf_free(&path.text);
    if (expr->kind == RJ_EXPR_NAME)
        know_through(w, expr);
    else if (expr->kind == RJ_EXPR_CALL)
        know_asked(w, expr);
    return !w->s->has_no_memory;
}

/* All paths that an expression names. */
static void know_all_in(data_walk *w, const rj_expr *expr) {
    rj_expr only = *expr;
    only.next = NULL;
    rj_stat stat = {.kind = RJ_STAT_RETURN, .values = &only};
    const rj_block block = {.first = &stat, .last = &stat};
    static const rj_ast_visitor visitor = {.expr = know_mentioned};
    (void)rj_ast_visit(&block, &visitor, w);
}

/* ---- which variables hold data ---- */

typedef enum data_kind {
    NOT_DATA,
    DATA,         /* a table of an argument, not nil */
    OPTIONAL_DATA /* what stands at a path of one, or nil */
} data_kind;

static bool is_parameter_of(const rj_function *function, const rj_variable *variable) {
    for (const rj_variable *v = function ? function->parameters : NULL; v; v = v->next)
        if (v == variable)
            return true;
    return false;
}

static const rj_variable *root_of(const rj_expr *expr, size_t *keys) {
    for (*keys = 0; expr->kind == RJ_EXPR_INDEX; expr = expr->as.index.object)
        (*keys)++;
    return expr->kind == RJ_EXPR_NAME ? expr->as.name.variable : NULL;
}

static data_kind kind_of(const data_walk *w, const rj_variable *variable, unsigned depth);

/* ---- objects that are handed to functions of the script ---- */

typedef struct function_search {
    const rj_function *function;
    const rj_variable *holder; /* the local that holds it */
} function_search;

static bool find_holder(void *context, const rj_stat *stat) {
    function_search *search = context;
    if (stat->kind == RJ_STAT_LOCAL_FUNCTION && stat->values &&
        stat->values->kind == RJ_EXPR_FUNCTION && stat->values->as.function == search->function)
        search->holder = stat->variables;
    return !search->holder;
}

typedef struct call_search {
    const data_walk *w;
    const rj_variable *holder;
    size_t position; /* of the argument */
    unsigned depth;
    bool found;
} call_search;

static bool is_object(const data_walk *w, const rj_variable *variable, unsigned depth);

static bool find_object_argument(void *context, const rj_expr *expr) {
    call_search *search = context;
    if (expr->kind != RJ_EXPR_CALL || expr->as.call.callee->kind != RJ_EXPR_NAME ||
        expr->as.call.callee->as.name.variable != search->holder)
        return true;
    const rj_expr *argument = expr->as.call.arguments;
    for (size_t i = 0; argument && i < search->position; i++)
        argument = argument->next;
    search->found |= argument && argument->kind == RJ_EXPR_NAME && argument->as.name.variable &&
                     is_object(search->w, argument->as.name.variable, search->depth + 1);
    return !search->found;
}

/* An argument of the function that production calls, or of a local function that gets one. */
static bool is_object(const data_walk *w, const rj_variable *variable, unsigned depth) {
    if (variable->assigned || depth > MOST_STEPS)
        return false;
    if (is_parameter_of(w->s->entry, variable))
        return true;
    call_search search = {.w = w, .depth = depth};
    const rj_variable *v = variable->function->parameters;
    for (; v && v != variable; v = v->next)
        search.position++;
    function_search owner = {.function = variable->function};
    static const rj_ast_visitor holders = {.stat = find_holder},
                                calls = {.expr = find_object_argument};
    if (!v || rj_ast_visit(w->s->ast.main->body, &holders, &owner))
        return false;
    search.holder = owner.holder;
    (void)rj_ast_visit(w->s->ast.main->body, &calls, &search);
    return search.found;
}

/* ipairs(x), pairs(x) of data gives tables; of `x or {}` too. */
static bool iterates_data(const data_walk *w, const rj_stat *loop, unsigned depth) {
    const rj_expr *call = loop->values;
    if (!(lint_is_call_of(call, "ipairs") || lint_is_call_of(call, "pairs")) ||
        !call->as.call.arguments)
        return false;
    const rj_expr *list = rj_expr_bare(call->as.call.arguments);
    if (list->kind == RJ_EXPR_LOGICAL && list->as.operation.left)
        list = rj_expr_bare(list->as.operation.left);
    size_t keys;
    const rj_variable *root = root_of(list, &keys);
    return root && kind_of(w, root, depth + 1) != NOT_DATA;
}

/* Every object has these, as far as an API server is concerned. */
static bool is_always_there(rj_bytes key) {
    return lint_is(key, "metadata") || lint_is(key, "spec");
}

/* `a.b`, not `a[i]`: who looks an element up mostly knows that it is there. */
static bool has_constant_key(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_INDEX && expr->as.index.key->kind == RJ_EXPR_STRING;
}

static data_kind kind_of_local(const data_walk *w, const rj_variable *variable, unsigned depth) {
    const rj_expr *value = lint_declared_value(variable);
    size_t keys;
    if (!value || variable->assigned)
        return NOT_DATA;
    value = rj_expr_bare(value);
    const bool has_default =
        value->kind == RJ_EXPR_LOGICAL && value->as.operation.right->kind == RJ_EXPR_TABLE;
    if (has_default)
        value = rj_expr_bare(value->as.operation.left);
    const rj_variable *root = root_of(value, &keys);
    if (!root || kind_of(w, root, depth + 1) == NOT_DATA)
        return NOT_DATA;
    rj_bytes key;
    const bool is_there = keys == 1 && is_object(w, root, depth) && lint_last_key(value, &key) &&
                          is_always_there(key);
    return has_default || is_there || !has_constant_key(value) ? DATA : OPTIONAL_DATA;
}

static data_kind kind_of(const data_walk *w, const rj_variable *variable, unsigned depth) {
    if (depth > MOST_STEPS)
        return NOT_DATA;
    if (is_object(w, variable, depth))
        return DATA;
    declaration_search search = {.variable = variable};
    static const rj_ast_visitor visitor = {.stat = find_declaration};
    (void)rj_ast_visit(w->s->ast.main->body, &visitor, &search);
    if (!search.stat)
        return NOT_DATA;
    if (search.stat->kind == RJ_STAT_LOCAL)
        return kind_of_local(w, variable, depth);
    if (search.stat->kind == RJ_STAT_GENERIC_FOR && search.stat->variables->next == variable)
        return iterates_data(w, search.stat, depth) ? DATA : NOT_DATA;
    return NOT_DATA;
}

/* ---- index of what may be nil ---- */

/* Kinds whose pod template no API server does without. */
static bool has_template(const rj_customization *c) {
    const bool is_job = strcmp(c->api_version, "batch/v1") == 0 && strcmp(c->kind, "Job") == 0;
    return is_job || strcmp(c->api_version, "apps/v1") == 0;
}

/* object.spec, object.metadata */
static bool is_of_object(const data_walk *w, const rj_variable *root, const char *keys) {
    if (!is_object(w, root, 0))
        return false;
    return is_always_there((rj_bytes){keys, strlen(keys)}) ||
           (has_template(w->s->customization) &&
            (strcmp(keys, "spec.template") == 0 || strcmp(keys, "spec.template.spec") == 0));
}

static void tell_optional(data_walk *w, const rj_expr *index, const char *path, size_t bytes) {
    const rj_expr *object = index->as.index.object;
    if (was_told(w, path, bytes))
        return;
    push(w, &w->told, &w->told_count, &w->told_capacity, path, bytes);
    const char *text = w->s->text + object->place.offset;
    const int count = (int)(object->place.end - object->place.offset);
    lint_report(w->s, "RJ106", index->as.index.key->place, "%.*s may be nil", count, text);
    lint_hint(w->s, "look first (if %.*s then …), or take a default: (%.*s or {})", count, text,
              count, text);
}

/* The path of data that isn't always there, and that nobody has looked at so far. */
static bool may_be_nil(const data_walk *w, const rj_expr *expr, data_path *path) {
    if (!find_path(expr, 0, path) || path->has_default || path->is_element)
        return false;
    const data_kind kind = kind_of(w, path->root, 0);
    const char *behind = strchr(rj_buf_text(&path->text), '.');
    return (path->keys ? kind != NOT_DATA && !is_of_object(w, path->root, behind + 1)
                       : kind == OPTIONAL_DATA) &&
           !is_known(w, rj_buf_text(&path->text), path->text.bytes);
}

/* `object.status.phase`: object.status has to be there. */
static void check_optional(data_walk *w, const rj_expr *index) {
    data_path path = {.text = RJ_BUF_INIT};
    if (may_be_nil(w, index->as.index.object, &path))
        tell_optional(w, index, rj_buf_text(&path.text), path.text.bytes);
    rj_buf_free(&path.text);
}

/* ---- results that are nil where something is missing ---- */

/* `object.status and …` is object.status where that is nil. */
static const rj_expr *find_nil_operand(const data_walk *w, const rj_expr *expr) {
    expr = rj_expr_bare(expr);
    if (expr->kind != RJ_EXPR_LOGICAL || expr->op != RJ_OP_AND)
        return NULL;
    const rj_expr *left = rj_expr_bare(expr->as.operation.left);
    const rj_expr *found = find_nil_operand(w, left);
    data_path path = {.text = RJ_BUF_INIT};
    if (!found && left->kind != RJ_EXPR_LOGICAL && may_be_nil(w, left, &path))
        found = left;
    rj_buf_free(&path.text);
    return found ? found : find_nil_operand(w, expr->as.operation.right);
}

static void check_nil_result(data_walk *w, const rj_expr *value) {
    const rj_result_shape shape = w->s->rule->result_shapes[0];
    rj_bytes name;
    if (shape == RJ_RESULT_HEALTH) {
        const rj_expr *operand = find_nil_operand(w, value);
        if (!operand)
            return;
        const int count = (int)(operand->place.end - operand->place.offset);
        const char *text = w->s->text + operand->place.offset;
        lint_report(w->s, "RJ120", operand->place, "the result is nil where %.*s is", count, text);
        lint_hint(w->s, "compare it: %.*s ~= nil and …", count, text);
    } else if (shape == RJ_RESULT_STATUS) {
        data_path path = {.text = RJ_BUF_INIT};
        if (may_be_nil(w, value, &path)) {
            lint_report(w->s, "RJ120", value->place, "the result is nil where this is missing");
            lint_hint(w->s, "take a default: … or {}");
        }
        rj_buf_free(&path.text);
    } else if (shape == RJ_RESULT_DEPENDENCIES && value->kind == RJ_EXPR_CALL &&
               lint_last_key(value->as.call.callee, &name) && lint_is(name, "getPodDependencies")) {
        lint_report(w->s, "RJ120", value->place,
                    "getPodDependencies gives nil for no dependencies");
        lint_hint(w->s, "take a default: … or {}");
    }
}

static void check_zero(data_walk *w, const rj_expr *index) {
    const rj_expr *key = rj_expr_bare(index->as.index.key);
    if (!key->is_constant || key->number != 0)
        return;
    lint_report(w->s, "RJ107", key->place, "lists begin with 1");
    lint_hint(w->s, "a list with an element 0 can't be encoded: \"cannot encode sparse array\"");
}

/* ---- quantities ---- */

static bool is_quantity_map(rj_bytes key) {
    static const char *const names[] = {
        "requests", "limits", "resourceRequest", "capacity", "allocatable", "overhead", NULL};
    for (size_t i = 0; names[i]; i++)
        if (lint_is(key, names[i]))
            return true;
    return false;
}

/* resources.limits.cpu, requests["nvidia.com/gpu"]; limits.cpu with local limits = x.limits. */
static bool is_quantity(const rj_expr *expr) {
    rj_bytes key;
    expr = rj_expr_bare(expr);
    if (expr->kind != RJ_EXPR_INDEX)
        return false;
    const rj_expr *object = expr->as.index.object, *value = declared_value(object);
    if (value && rj_expr_bare(value)->kind == RJ_EXPR_LOGICAL)
        value = rj_expr_bare(value)->as.operation.left;
    return lint_last_key(value ? value : object, &key) && is_quantity_map(key);
}

/*
 * spec.jobManager.resource.memory of Flink, spec.driver.memory of Spark: sizes as Java has them, in
 * which m stands for mebi.
 */
static bool is_java_size(const rj_expr *expr) {
    rj_bytes last, before;
    expr = rj_expr_bare(expr);
    return lint_last_key(expr, &last) && lint_is(last, "memory") &&
           lint_last_key(expr->as.index.object, &before) &&
           (lint_is(before, "resource") || lint_is(before, "driver") ||
            lint_is(before, "executor"));
}

static void check_java_size(data_walk *w, const rj_expr *expr) {
    if (!is_java_size(expr))
        return;
    lint_report(w->s, "RJ119", expr->place,
                "this memory is written as Java does, where m is mebi; in a quantity it is milli");
    lint_hint(w->s, "take the text apart: docs/cookbook.md has a recipe");
}

/* {memory = x} and kube.resourceAdd(x) take quantities. */
static void check_uses_of_size(data_walk *w, const rj_expr *expr) {
    if (expr->kind == RJ_EXPR_TABLE) {
        for (const rj_field *field = expr->as.fields; field; field = field->next)
            if (field->key && field->key->kind == RJ_EXPR_STRING &&
                lint_is(field->key->as.string, "memory"))
                check_java_size(w, field->value);
        return;
    }
    rj_bytes name;
    if (expr->kind == RJ_EXPR_CALL && lint_last_key(expr->as.call.callee, &name) &&
        (lint_is(name, "resourceAdd") || lint_is(name, "getResourceQuantity")))
        for (const rj_expr *argument = expr->as.call.arguments; argument; argument = argument->next)
            check_java_size(w, argument);
}

static void check_quantity(data_walk *w, const rj_expr *expr) {
    if (expr->op == RJ_OP_EQ || expr->op == RJ_OP_NE ||
        !(is_quantity(expr->as.operation.left) || is_quantity(expr->as.operation.right)))
        return;
    const bool compares = expr->op >= RJ_OP_LT && expr->op <= RJ_OP_GE;
    lint_report(w->s, "RJ112", expr->as.operation.operator_place,
                compares ? "quantities are compared as texts" : "a quantity is a text, no number");
    lint_hint(w->s, "kube.getResourceQuantity gives its number; kube.resourceAdd adds exactly");
}

/* ---- the walk ---- */

static void walk_list(data_walk *w, const rj_expr *expr) {
    for (; expr; expr = expr->next)
        walk_expr(w, expr);
}

/* What is in front of `and` and `or` was looked at when what is behind runs. */
static void walk_logical(data_walk *w, const rj_expr *expr) {
    const size_t known = w->known_count;
    walk_expr(w, expr->as.operation.left);
    know_all_in(w, expr->as.operation.left);
    walk_expr(w, expr->as.operation.right);
    w->known_count = known;
}

static void walk_call(data_walk *w, const rj_expr *expr) {
    if (expr->kind == RJ_EXPR_CALL &&
        (lint_is_call_of(expr, "pcall") || lint_is_call_of(expr, "xpcall")))
        return; /* it expects that something fails */
    walk_expr(w, expr->as.call.callee);
    walk_list(w, expr->as.call.arguments);
    if (lint_is_call_of(expr, "assert") && expr->as.call.arguments)
        know_all_in(w, expr->as.call.arguments);
}

static void walk_expr(data_walk *w, const rj_expr *expr) {
    check_uses_of_size(w, expr);
    switch ((rj_expr_kind)expr->kind) {
    case RJ_EXPR_INDEX:
        walk_expr(w, expr->as.index.object);
        walk_expr(w, expr->as.index.key);
        check_optional(w, expr);
        check_zero(w, expr);
        break;
    case RJ_EXPR_CALL:
    case RJ_EXPR_METHOD_CALL:
        walk_call(w, expr);
        break;
    case RJ_EXPR_FUNCTION:
        walk_block(w, expr->as.function->body);
        break;
    case RJ_EXPR_TABLE:
        for (const rj_field *field = expr->as.fields; field; field = field->next) {
            if (field->key)
                walk_expr(w, field->key);
            walk_expr(w, field->value);
        }
        break;
    case RJ_EXPR_LOGICAL:
        walk_logical(w, expr);
        break;
    case RJ_EXPR_BINARY:
        walk_expr(w, expr->as.operation.left);
        walk_expr(w, expr->as.operation.right);
        check_quantity(w, expr);
        break;
    case RJ_EXPR_CONCAT:
        walk_list(w, expr->as.operation.left);
        break;
    case RJ_EXPR_UNARY:
    case RJ_EXPR_PAREN:
        walk_expr(w, expr->as.operation.left);
        break;
    default:
        break;
    }
}

static void walk_if(data_walk *w, const rj_stat *stat) {
    const size_t known = w->known_count;
    bool ends = false;
    for (const rj_clause *clause = stat->clauses; clause; clause = clause->next) {
        if (clause->condition) {
            walk_expr(w, clause->condition);
            know_all_in(w, clause->condition);
        }
        const size_t in_branch = w->known_count;
        walk_block(w, clause->body);
        ends |= !lint_falls_through(clause->body);
        w->known_count = in_branch;
    }
    /* Behind `if not x then return end`, and where the branches fill in what was missing. */
    if (!ends) {
        w->known_count = known;
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            for (const rj_stat *inner = clause->body->first; inner; inner = inner->next)
                for (const rj_expr *target = inner->kind == RJ_STAT_ASSIGN ? inner->targets : NULL;
                     target; target = target->next)
                    know_all_in(w, target);
    }
}

static void walk_stat(data_walk *w, const rj_stat *stat, const rj_block *block) {
    if (stat->kind == RJ_STAT_IF) {
        walk_if(w, stat);
        return;
    }
    if (stat->kind == RJ_STAT_RETURN && stat->values && block->function == w->s->entry)
        check_nil_result(w, stat->values);
    walk_list(w, stat->values);
    if (stat->kind == RJ_STAT_WHILE)
        know_all_in(w, stat->values);
    if (stat->kind == RJ_STAT_ASSIGN) {
        walk_list(w, stat->targets);
        for (const rj_expr *target = stat->targets; target; target = target->next)
            know_all_in(w, target);
    }
    if (stat->body) {
        const size_t known = w->known_count;
        walk_block(w, stat->body);
        w->known_count = known;
    }
}

static void walk_block(data_walk *w, const rj_block *block) {
    const size_t known = w->known_count;
    for (const rj_stat *stat = block->first; stat && !w->s->has_no_memory; stat = stat->next)
        walk_stat(w, stat, block);
    w->known_count = known;
}

/* ---- loops that begin with 0 ---- */

static bool is_zero(const rj_expr *expr) {
    return expr && expr->is_constant && expr->number == 0;
}

typedef struct index_search {
    const rj_variable *variable;
    const rj_expr *found;
} index_search;

static bool find_index(void *context, const rj_expr *expr) {
    index_search *search = context;
    if (expr->kind == RJ_EXPR_INDEX && expr->as.index.key->kind == RJ_EXPR_NAME &&
        expr->as.index.key->as.name.variable == search->variable)
        search->found = expr;
    return !search->found;
}

static bool check_loop(void *context, const rj_stat *stat) {
    lint_script *s = context;
    if (stat->kind != RJ_STAT_NUMERIC_FOR || !is_zero(stat->values))
        return true;
    static const rj_ast_visitor visitor = {.expr = find_index};
    index_search search = {.variable = stat->variables};
    (void)rj_ast_visit(stat->body, &visitor, &search);
    if (search.found) {
        lint_report(s, "RJ107", stat->values->place,
                    "the loop begins with 0, and lists begin with 1");
        lint_hint(s, "let it begin with 1");
    }
    return !s->has_no_memory;
}

void lint_data(lint_script *s) {
    data_walk w = {.s = s};
    walk_block(&w, s->ast.main->body);
    static const rj_ast_visitor visitor = {.stat = check_loop};
    (void)rj_ast_visit(s->ast.main->body, &visitor, s);
}
