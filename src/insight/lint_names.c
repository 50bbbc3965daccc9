/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/near.h"
#include "insight/lint_script.h"

/* What production offers to scripts (spec of its sandbox), and what it refuses when it is called.
 */
static const char *const offered[] = {"assert",     "error",
                                      "ipairs",     "next",
                                      "pairs",      "pcall",
                                      "print",      "require",
                                      "select",     "tonumber",
                                      "tostring",   "type",
                                      "unpack",     "xpcall",
                                      "_G",         "math",
                                      "os",         "package",
                                      "string",     "table",
                                      "_VERSION",   "_GOPHER_LUA_VERSION",
                                      "_printregs", NULL};
static const char *const refused[] = {"collectgarbage", "dofile",   "getfenv",    "getmetatable",
                                      "load",           "loadfile", "loadstring", "rawequal",
                                      "rawget",         "rawset",   "setfenv",    "setmetatable",
                                      "module",         "newproxy", NULL};
/* Known elsewhere: in Lua 5.1 to 5.4, LuaJIT, gopher-lua. */
static const char *const foreign[] = {"io",  "debug", "coroutine", "bit",    "bit32", "jit",
                                      "ffi", "utf8",  "channel",   "rawlen", "warn",  NULL};

typedef struct library {
    const char *name;
    const char *const *fields;
    const char *const *refused;
} library;

static const char *const math_fields[] = {
    "abs",    "acos",       "asin",  "atan", "atan2", "ceil", "cos",   "cosh",
    "deg",    "exp",        "floor", "fmod", "frexp", "huge", "ldexp", "log",
    "log10",  "max",        "min",   "mod",  "modf",  "pi",   "pow",   "rad",
    "random", "randomseed", "sin",   "sinh", "sqrt",  "tan",  "tanh",  NULL};
static const char *const os_fields[] = {"date", "time", NULL};
static const char *const table_fields[] = {"concat", "getn", "insert", "maxn",
                                           "remove", "sort", NULL};
static const char *const string_fields[] = {"byte",   "char",  "find",    "format", "gfind",
                                            "gmatch", "len",   "lower",   "match",  "reverse",
                                            "sub",    "upper", "__index", NULL};
static const char *const string_refused[] = {"gsub", "rep", "dump", NULL};
static const char *const none[] = {NULL};
static const library libraries[] = {{"math", math_fields, none},
                                    {"os", os_fields, none},
                                    {"table", table_fields, none},
                                    {"string", string_fields, string_refused}};
static const char *const kube_fields[] = {"accuratePodRequirements", "getPodDependencies",
                                          "getResourceQuantity", "resourceAdd", NULL};

static bool is_one_of(rj_bytes bytes, const char *const *texts) {
    for (; *texts; texts++)
        if (lint_is(bytes, *texts))
            return true;
    return false;
}

static const char *nearest(rj_bytes given, const char *const *texts) {
    rj_near near = {.given = given.data, .given_bytes = given.count};
    for (; *texts; texts++)
        rj_near_offer(&near, *texts);
    return near.best;
}

/* ---- globals ---- */

/* A global that the script assigns. */
typedef struct global {
    const rj_name *name;
    const rj_expr *first;         /* where */
    bool is_function;             /* a function definition */
    const rj_stat *stat;          /* the first assignment */
    uint32_t first_use, last_use; /* offsets of its name, here and everywhere else */
    struct global *next;
} global;

typedef struct walk {
    lint_script *s;
    global *globals;
    const rj_expr *misnamed; /* what was most likely meant as the function that production calls */
    bool is_dynamic;         /* _G, setfenv: names may come from anywhere */
} walk;

static global *find_global(const walk *w, const rj_name *name) {
    for (global *g = w->globals; g; g = g->next)
        if (g->name == name)
            return g;
    return NULL;
}

static void note_global(walk *w, const rj_expr *target, const rj_stat *stat) {
    if (target->kind != RJ_EXPR_NAME || target->as.name.variable ||
        find_global(w, target->as.name.name))
        return;
    global *g = rj_arena_calloc(w->s->lint->arena, 1, sizeof *g);
    if (!g) {
        w->s->has_no_memory = true;
        return;
    }
    *g = (global){.name = target->as.name.name,
                  .first = target,
                  .is_function = stat->kind == RJ_STAT_FUNCTION,
                  .stat = stat,
                  .first_use = UINT32_MAX,
                  .next = w->globals};
    w->globals = g;
}

static bool note_assignments(void *context, const rj_stat *stat) {
    walk *w = context;
    if (stat->kind == RJ_STAT_ASSIGN || stat->kind == RJ_STAT_FUNCTION)
        for (const rj_expr *target = stat->targets; target; target = target->next)
            note_global(w, target, stat);
    return !w->s->has_no_memory;
}

static bool note_dynamic(void *context, const rj_expr *expr) {
    walk *w = context;
    w->is_dynamic |= lint_is_global(expr, "_G") || lint_is_global(expr, "setfenv");
    return true;
}

static bool note_occurrence(void *context, const rj_expr *expr) {
    const walk *w = context;
    if (expr->kind != RJ_EXPR_NAME || expr->as.name.variable)
        return true;
    global *g = find_global(w, expr->as.name.name);
    if (g && expr->place.offset < g->first_use)
        g->first_use = expr->place.offset;
    if (g && expr->place.offset > g->last_use)
        g->last_use = expr->place.offset;
    return true;
}

typedef struct block_search {
    const rj_stat *stat;
    const rj_block *found; /* that it stands in */
} block_search;

static bool find_block(void *context, const rj_block *block) {
    block_search *search = context;
    for (const rj_stat *stat = block->first; stat; stat = stat->next)
        if (stat == search->stat)
            search->found = block;
    return !search->found;
}

/*
 * `local` in front changes nothing else when the name isn't used before it, nor outside the
 * function whose body the assignment stands in.
 */
static bool may_be_local(const walk *w, const global *g) {
    block_search search = {.stat = g->stat};
    static const rj_ast_visitor visitor = {.block = find_block};
    (void)rj_ast_visit(w->s->ast.main->body, &visitor, &search);
    const rj_function *function = search.found ? search.found->function : NULL;
    if (w->is_dynamic || !function || function->body != search.found || g->stat->targets->next ||
        g->stat->targets->kind != RJ_EXPR_NAME || g->first_use < g->stat->place.offset)
        return false;
    /* A function that calls itself has to be written as one. */
    if (g->stat->kind == RJ_STAT_ASSIGN && g->stat->values->has_function)
        return false;
    return function == w->s->ast.main || g->last_use < function->place.end;
}

/* One text may serve several rules: the functions of the others have to be global, too. */
static bool is_entry_of_another(const walk *w, const global *g) {
    for (unsigned i = 0; i < RJ_OPERATION_COUNT; i++)
        if (g->is_function && w->s->customization->scripts[i].text_bytes > 0 &&
            lint_is(g->name->text, rj_rule_of((rj_operation)i)->function))
            return true;
    return false;
}

static void report_globals(walk *w) {
    static const rj_ast_visitor visitor = {.expr = note_occurrence};
    (void)rj_ast_visit(w->s->ast.main->body, &visitor, w);
    for (global *g = w->globals; g; g = g->next) {
        const rj_bytes text = g->name->text;
        if (lint_is(text, w->s->rule->function) || g->first == w->misnamed ||
            is_entry_of_another(w, g))
            continue;
        if (is_one_of(text, offered) || is_one_of(text, refused)) {
            lint_report(w->s, "RJ101", g->first->place,
                        "%.*s of the library is replaced, for every script that runs later",
                        (int)text.count, text.data);
            continue;
        }
        lint_report(w->s, "RJ101", g->first->place,
                    g->is_function ? "function %.*s is global" : "%.*s is a global variable",
                    (int)text.count, text.data);
        lint_hint(w->s,
                  "put \"local\" in front: production keeps states, in which a global is seen "
                  "by the next object's run");
        if (may_be_local(w, g))
            lint_fix(w->s, "local ", g->stat->place.offset, 0);
    }
}

static void report_undefined(walk *w, const rj_expr *expr) {
    const rj_bytes text = expr->as.name.name->text;
    if (is_one_of(text, offered) || find_global(w, expr->as.name.name) || w->is_dynamic)
        return;
    if (is_one_of(text, refused)) {
        lint_report(w->s, "RJ103", expr->place, "production refuses %.*s", (int)text.count,
                    text.data);
        return;
    }
    if (is_one_of(text, foreign)) {
        lint_report(w->s, "RJ103", expr->place, "production has no %.*s", (int)text.count,
                    text.data);
        return;
    }
    lint_report(w->s, "RJ102", expr->place, "%.*s is defined nowhere", (int)text.count, text.data);
    const char *near = nearest(text, offered);
    if (near)
        lint_hint(w->s, "did you mean %s?", near);
    else
        lint_hint(w->s, "it is nil here");
}

static const rj_expr *required_kube(const rj_variable *variable, const rj_ast *ast);

static void check_field(lint_script *s, const rj_expr *expr, const char *name,
                        const char *const *fields, const char *const *refused_fields) {
    const rj_bytes key = expr->as.index.key->as.string;
    if (is_one_of(key, fields))
        return;
    if (is_one_of(key, refused_fields)) {
        lint_report(s, "RJ103", expr->as.index.key->place, "production refuses %s.%.*s", name,
                    (int)key.count, key.data);
        return;
    }
    lint_report(s, "RJ104", expr->as.index.key->place, "%s has no %.*s", name, (int)key.count,
                key.data);
    const char *near = nearest(key, fields);
    if (near)
        lint_hint(s, "did you mean %s.%s?", name, near);
}

static void check_index(walk *w, const rj_expr *expr) {
    const rj_expr *object = expr->as.index.object;
    if (expr->as.index.key->kind != RJ_EXPR_STRING || object->kind != RJ_EXPR_NAME)
        return;
    if (object->as.name.variable) {
        if (required_kube(object->as.name.variable, &w->s->ast))
            check_field(w->s, expr, "kube", kube_fields, none);
        return;
    }
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (lint_is_global(object, libraries[i].name) && !find_global(w, object->as.name.name))
            check_field(w->s, expr, libraries[i].name, libraries[i].fields, libraries[i].refused);
}

/* text:gsub(…): the methods of strings are refused, too. */
static void check_method(walk *w, const rj_expr *expr) {
    const rj_bytes method = expr->as.call.method->text;
    if (is_one_of(method, string_refused))
        lint_report(w->s, "RJ103", expr->as.call.method_place, "production refuses string.%.*s",
                    (int)method.count, method.data);
}

static bool check_expr(void *context, const rj_expr *expr) {
    walk *w = context;
    if (expr->kind == RJ_EXPR_NAME && !expr->as.name.variable)
        report_undefined(w, expr);
    else if (expr->kind == RJ_EXPR_INDEX)
        check_index(w, expr);
    else if (expr->kind == RJ_EXPR_METHOD_CALL)
        check_method(w, expr);
    return !w->s->has_no_memory;
}

/* The `require("kube")` that a variable of the top level stands for. */
static const rj_expr *required_kube(const rj_variable *variable, const rj_ast *ast) {
    if (variable->assigned)
        return NULL;
    for (const rj_stat *stat = ast->main->body->first; stat; stat = stat->next)
        if (stat->kind == RJ_STAT_LOCAL && stat->variables == variable && stat->values &&
            lint_is_call_of(stat->values, "require") && stat->values->as.call.arguments &&
            stat->values->as.call.arguments->kind == RJ_EXPR_STRING &&
            lint_is(stat->values->as.call.arguments->as.string, "kube"))
            return stat->values;
    return NULL;
}

/* ---- the function that production calls ---- */

static size_t count_parameters(const rj_function *function) {
    size_t count = 0;
    for (const rj_variable *v = function->parameters; v; v = v->next)
        count++;
    return count;
}

static void report_missing(walk *w) {
    lint_script *s = w->s;
    const rj_place start = {.offset = 0, .end = 0, .at = {.line = 1, .column = 1}};
    for (const rj_stat *stat = s->ast.main->body->first; stat; stat = stat->next)
        for (const rj_variable *v = stat->variables; v; v = v->next)
            if (lint_is(v->name->text, s->rule->function)) {
                lint_report(s, "RJ003", v->place, "function %s is local, so it can't be called",
                            s->rule->function);
                lint_hint(s, "leave out \"local\"");
                return;
            }
    if (w->is_dynamic)
        return;
    rj_near near = {.given = s->rule->function, .given_bytes = strlen(s->rule->function)};
    const rj_expr *at = NULL; /* a function whose name is like it */
    for (const global *g = w->globals; g; g = g->next) {
        const char *name = rj_arena_copy(s->lint->arena, g->name->text.data, g->name->text.count);
        const char *best = near.best;
        if (!name) {
            s->has_no_memory = true;
            return;
        }
        rj_near_offer(&near, name);
        at = near.best != best ? g->first : at;
    }
    w->misnamed = at;
    lint_report(s, "RJ002", at ? at->place : start, "the script doesn't define function %s",
                s->rule->function);
    lint_hint(s, "production calls %s(%s%s%s)", s->rule->function, s->rule->parameter_names[0],
              s->rule->parameter_count > 1 ? ", " : "",
              s->rule->parameter_count > 1 ? s->rule->parameter_names[1] : "");
}

static void check_entry(walk *w) {
    lint_script *s = w->s;
    if (!s->entry) {
        for (const global *g = w->globals; g; g = g->next)
            if (lint_is(g->name->text, s->rule->function))
                return; /* something else that may well be a function */
        report_missing(w);
        return;
    }
    const size_t count = count_parameters(s->entry);
    if (count > s->rule->parameter_count)
        lint_report(s, "RJ004", s->entry->place, "%s gets %zu argument%s, and takes %zu",
                    s->rule->function, s->rule->parameter_count,
                    s->rule->parameter_count == 1 ? "" : "s", count);
}

/* ---- locals ---- */

static bool is_parameter(const rj_variable *variable) {
    for (const rj_variable *v = variable->function->parameters; v; v = v->next)
        if (v == variable)
            return true;
    return variable->function->arg == variable;
}

static bool note_loop_variables(void *context, const rj_stat *stat) {
    const rj_variable **searched = context;
    if (stat->kind != RJ_STAT_GENERIC_FOR && stat->kind != RJ_STAT_NUMERIC_FOR)
        return true;
    for (const rj_variable *v = stat->variables; v; v = v->next)
        if (v == *searched)
            return false;
    return true;
}

/* Variables of loops often can't be left out. */
static bool is_of_loop(const rj_ast *ast, const rj_variable *variable) {
    static const rj_ast_visitor visitor = {.stat = note_loop_variables};
    return !rj_ast_visit(ast->main->body, &visitor, &variable);
}

static void report_unused(lint_script *s) {
    for (const rj_variable *v = s->ast.variables; v; v = v->older) {
        const rj_bytes text = v->name->text;
        if (v->referenced || v->assigned || !text.count || text.data[0] == '_' || is_parameter(v) ||
            is_of_loop(&s->ast, v) || (!s->entry && lint_is(text, s->rule->function)))
            continue;
        lint_report(s, "RJ114", v->place,
                    v->is_function ? "local function %.*s is never used"
                                   : "local %.*s is never used",
                    (int)text.count, text.data);
    }
}

/* ---- several at once ---- */

typedef struct use_search {
    const rj_variable *variable;
    uint32_t function_end; /* behind the functions so far: what is in them is used later */
    bool found;
} use_search;

static bool note_use(void *context, const rj_expr *expr) {
    use_search *search = context;
    if (expr->kind == RJ_EXPR_FUNCTION && expr->place.end > search->function_end)
        search->function_end = expr->place.end;
    search->found |= expr->kind == RJ_EXPR_NAME && expr->as.name.variable == search->variable &&
                     expr->place.offset >= search->function_end;
    return !search->found;
}

static bool uses(const rj_expr *expr, const rj_variable *variable) {
    /* The visitor wants a block: one statement with this expression. */
    rj_stat stat = {.kind = RJ_STAT_RETURN};
    rj_expr only = *expr;
    only.next = NULL;
    stat.values = &only;
    const rj_block block = {.first = &stat, .last = &stat};
    static const rj_ast_visitor visitor = {.expr = note_use};
    use_search search = {.variable = variable};
    (void)rj_ast_visit(&block, &visitor, &search);
    return search.found;
}

/*
 * In production a local has its new value as soon as that is known, before the values behind it.
 * Locals of a function around this one don't.
 */
static void check_assignment(walk *w, const rj_stat *stat, const rj_function *function) {
    const rj_expr *own = stat->values;
    for (const rj_expr *target = stat->targets; target && own;
         target = target->next, own = own->next) {
        const rj_variable *v = target->kind == RJ_EXPR_NAME ? target->as.name.variable : NULL;
        for (const rj_expr *value = own->next; v && v->function == function && value;
             value = value->next) {
            if (!uses(value, v))
                continue;
            lint_report(w->s, "RJ116", value->place, "%.*s has its new value here already",
                        (int)v->name->text.count, v->name->text.data);
            lint_hint(w->s, "production assigns locals one after the other: keep the old value in "
                            "another local first");
            return;
        }
    }
}

static bool check_block(void *context, const rj_block *block) {
    walk *w = context;
    for (const rj_stat *stat = block->first; stat; stat = stat->next)
        if (stat->kind == RJ_STAT_ASSIGN)
            check_assignment(w, stat, block->function);
    return !w->s->has_no_memory;
}

void lint_names(lint_script *s) {
    walk w = {.s = s};
    static const rj_ast_visitor first = {.stat = note_assignments, .expr = note_dynamic};
    static const rj_ast_visitor second = {.expr = check_expr, .block = check_block};
    (void)rj_ast_visit(s->ast.main->body, &first, &w);
    check_entry(&w);
    report_globals(&w);
    (void)rj_ast_visit(s->ast.main->body, &second, &w);
    report_unused(s);
}
