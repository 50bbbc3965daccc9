/* SPDX-License-Identifier: Apache-2.0 */
#include "script/emit.h"

/* ---- temporaries ---- */

/* "local ħN=" */
static uint32_t open_temporary(rj_emitter *e, rj_place place) {
    uint32_t number = ++e->temporaries;
    rj_emit_newline(e);
    rj_emit(e, "local ");
    rj_emit_temporary(e, number);
    rj_emit(e, "=");
    if (++e->locals > RJ_MAX_EMITTED_LOCALS)
        rj_emit_limit(e, place, "the function has more locals than LuaJIT's 200");
    return number;
}

static uint32_t hold(rj_emitter *e, const rj_expr *expr) {
    uint32_t number = open_temporary(e, expr->place);
    rj_emit_nested(e, expr);
    rj_emit(e, ";");
    return number;
}

static bool has_room(const rj_emitter *e, uint32_t count) {
    return e->locals + count <= RJ_MAX_EMITTED_LOCALS && e->hoist_count + count <= RJ_MAX_HOISTS;
}

static bool is_own_local(const rj_emitter *e, const rj_expr *bare) {
    return bare->kind == RJ_EXPR_NAME && bare->as.name.variable &&
           bare->as.name.variable->function == e->function;
}

/* ---- blocks ---- */

static void count_locals(rj_emitter *e, const rj_variable *variables) {
    for (; variables; variables = variables->next)
        if (!variables->boxed && ++e->locals > RJ_MAX_EMITTED_LOCALS)
            rj_emit_limit(e, variables->place, "the function has more locals than LuaJIT's 200");
}

/* Production's implicit `arg`: nil where the function uses `...`, else the table of it. */
static void emit_arg(rj_emitter *e, const rj_function *function) {
    const rj_variable *arg = function->arg;
    if (!arg || !arg->referenced)
        return;
    rj_emit(e, arg->boxed ? "" : "local ");
    rj_emit_variable(e, arg);
    rj_emit(e, function->uses_varargs ? "=nil;" : "=" RJ_HELPER_TABLE ".arg(...);");
    e->locals++;
}

static void open_box(rj_emitter *e, const rj_block *block, const rj_variable *variables) {
    rj_emit_newline(e);
    rj_emit(e, "local " RJ_HELPER_TABLE "b");
    rj_emit_unsigned(e, block->number);
    rj_emit(e, "={};");
    e->locals++;
    for (; variables; variables = variables->next) {
        if (!variables->boxed)
            continue;
        rj_emit_variable(e, variables);
        rj_emit(e, "=");
        rj_emit_bytes(e, variables->name->text.data, variables->name->text.count);
        rj_emit(e, ";");
    }
}

static void emit_stat(rj_emitter *e, const rj_stat *stat);

void rj_emit_block(rj_emitter *e, const rj_block *block, const rj_variable *variables) {
    const rj_stat *outer = e->stat;
    const size_t cost_before = e->cost;
    uint32_t locals = e->locals;
    if (++e->level > RJ_MAX_LEVEL && block->first)
        rj_emit_limit(e, block->first->place,
                      "the script is nested too deeply for LuaJIT (200 levels)");
    if (block->has_box)
        open_box(e, block, variables);
    if (block == e->function->body)
        emit_arg(e, e->function);
    if (variables)
        rj_emit_trace_variables(e, block == e->function->body ? e->function->point : e->stat->point,
                                variables);
    bool separate = false;
    uint32_t labels = 0; /* in a row: LuaJIT nests them */
    for (const rj_stat *stat = block->first; stat && !e->failed; stat = stat->next) {
        labels = stat->kind == RJ_STAT_LABEL ? labels + 1 : 0;
        if (e->level + labels > RJ_MAX_LEVEL)
            rj_emit_limit(e, stat->place, "more labels in a row than LuaJIT takes");
        if (separate)
            rj_emit(e, ";");
        e->stat = stat;
        rj_emit_newline(e);
        if (!e->traces || (stat->kind != RJ_STAT_LOCAL_FUNCTION && stat->kind != RJ_STAT_FUNCTION))
            rj_emit_hit(e, stat->point);
        emit_stat(e, stat);
        rj_emit_trace_values(e, stat);
        separate = stat->kind != RJ_STAT_LABEL;
    }
    if (block->has_label && block->first)
        rj_emit_check_jump(e, block->first->place, cost_before);
    e->stat = outer;
    e->locals = locals;
    e->level--;
}

static void emit_end(rj_emitter *e) {
    rj_emit_newline(e);
    rj_emit(e, "end");
}

/* ---- declarations ---- */

static bool any_boxed(const rj_variable *variables, bool *all) {
    bool any = false;
    *all = true;
    for (; variables; variables = variables->next) {
        any |= variables->boxed;
        *all &= variables->boxed;
    }
    return any;
}

static void emit_names(rj_emitter *e, const rj_variable *variables, uint32_t first_temporary) {
    for (; variables; variables = variables->next) {
        if (variables->boxed && first_temporary)
            rj_emit_temporary(e, first_temporary++);
        else
            rj_emit_variable(e, variables);
        if (variables->next)
            rj_emit(e, ",");
    }
}

/* Some of the variables live in a table: all values are taken first. */
static void emit_mixed_local(rj_emitter *e, const rj_stat *stat) {
    uint32_t first = e->temporaries + 1, number = first;
    for (const rj_variable *v = stat->variables; v; v = v->next) {
        e->temporaries += v->boxed;
        e->locals += v->boxed;
    }
    rj_emit(e, "local ");
    emit_names(e, stat->variables, first);
    if (stat->values) {
        rj_emit(e, "=");
        rj_emit_list(e, stat->values);
    }
    for (const rj_variable *v = stat->variables; v; v = v->next) {
        if (!v->boxed)
            continue;
        rj_emit(e, ";");
        rj_emit_variable(e, v);
        rj_emit(e, "=");
        rj_emit_temporary(e, number++);
    }
}

static void emit_local(rj_emitter *e, const rj_stat *stat) {
    bool all;
    if (!any_boxed(stat->variables, &all)) {
        rj_emit(e, "local ");
        all = false;
    } else if (!all) {
        emit_mixed_local(e, stat);
        count_locals(e, stat->variables);
        return;
    }
    emit_names(e, stat->variables, 0);
    if (stat->values) {
        rj_emit(e, "=");
        rj_emit_list(e, stat->values);
    } else if (all) {
        rj_emit(e, "=nil");
    }
    count_locals(e, stat->variables);
}

static void emit_local_function(rj_emitter *e, const rj_stat *stat) {
    const rj_variable *variable = stat->variables;
    count_locals(e, variable);
    rj_emit(e, variable->boxed ? "" : "local function ");
    rj_emit_variable(e, variable);
    rj_emit(e, variable->boxed ? "=function" : "");
    rj_emit_function(e, rj_expr_bare(stat->values)->as.function);
}

/* ---- assignment ---- */

static void set_site(rj_emitter *e, const rj_expr *target) {
    if (target->kind == RJ_EXPR_INDEX)
        rj_emit_site(e, RJ_SITE_SET, target->script_line, target->as.index.key->place.at,
                     rj_emit_source(e, target->as.index.object));
}

/* What is assigned to: a variable, or a field, whose site comes when the value has been written. */
static void emit_target(rj_emitter *e, const rj_expr *target) {
    if (target->kind == RJ_EXPR_NAME) {
        rj_emit_expr(e, target);
        return;
    }
    rj_emit_object(e, target->as.index.object);
    rj_emit_key(e, target->as.index.key);
}

static void emit_single_assignment(rj_emitter *e, const rj_stat *stat) {
    emit_target(e, stat->targets);
    rj_emit(e, "=");
    rj_emit_nested(e, stat->values);
    set_site(e, stat->targets);
}

/* One target of an assignment to several, while its parts wait in temporaries (0: none needed). */
typedef struct pending {
    const rj_expr *target;
    const rj_expr *value; /* written where it is stored */
    uint32_t object, key, stored;
    bool done;
} pending;

static bool is_plain(const rj_expr *bare) {
    return bare->is_constant || bare->kind == RJ_EXPR_STRING || bare->kind <= RJ_EXPR_TRUE;
}

/* Production leaves a local where it is, so that an assignment in the same statement shows. */
static void prepare_target(rj_emitter *e, pending *p) {
    if (p->target->kind != RJ_EXPR_INDEX)
        return;
    const rj_expr *object = p->target->as.index.object, *key = p->target->as.index.key;
    if (!is_own_local(e, rj_expr_bare(object)))
        p->object = hold(e, object);
    if (!is_plain(rj_expr_bare(key)))
        p->key = hold(e, key);
}

/* Production gives a local of the function its value at once. */
static void take_value(rj_emitter *e, pending *p, const rj_expr *value) {
    const rj_expr *bare = value ? rj_expr_bare(value) : NULL;
    if (is_own_local(e, p->target)) {
        rj_emit_newline(e);
        rj_emit_expr(e, p->target);
        rj_emit(e, "=");
        if (value)
            rj_emit_nested(e, value);
        else
            rj_emit(e, "nil");
        rj_emit(e, ";");
        p->done = true;
    } else if (!value || is_plain(bare) ||
               (p->target->kind == RJ_EXPR_INDEX && is_own_local(e, bare))) {
        p->value = bare;
    } else {
        p->stored = hold(e, value);
    }
}

/* The last expression has the values of all remaining targets. */
static void take_multiple(rj_emitter *e, pending *items, size_t from, size_t count,
                          const rj_expr *value) {
    rj_emit_newline(e);
    rj_emit(e, "local ");
    for (size_t i = from; i < count; i++) {
        items[i].stored = ++e->temporaries;
        rj_emit_temporary(e, items[i].stored);
        rj_emit(e, i + 1 < count ? "," : "=");
        if (++e->locals > RJ_MAX_EMITTED_LOCALS)
            rj_emit_limit(e, value->place, "the function has more locals than LuaJIT's 200");
    }
    rj_emit_nested(e, value);
    rj_emit(e, ";");
}

static void store(rj_emitter *e, const pending *p) {
    if (p->done)
        return;
    const rj_expr *target = p->target;
    rj_emit_newline(e);
    if (target->kind == RJ_EXPR_NAME) {
        rj_emit_expr(e, target);
    } else {
        if (p->object)
            rj_emit_temporary(e, p->object);
        else
            rj_emit_object(e, target->as.index.object);
        rj_emit(e, p->key ? "[" : "");
        if (p->key)
            rj_emit_temporary(e, p->key);
        else
            rj_emit_key(e, target->as.index.key);
        rj_emit(e, p->key ? "]" : "");
    }
    rj_emit(e, "=");
    if (p->stored)
        rj_emit_temporary(e, p->stored);
    else if (p->value)
        rj_emit_expr(e, p->value);
    else
        rj_emit(e, "nil");
    set_site(e, target);
    rj_emit(e, ";");
}

/* Values that nobody takes. */
static void drop_values(rj_emitter *e, const rj_expr *value) {
    for (; value; value = value->next)
        if (!is_plain(rj_expr_bare(value)))
            hold(e, value);
}

static void emit_sequential(rj_emitter *e, const rj_stat *stat, pending *items, size_t count) {
    uint32_t locals = e->locals;
    rj_emit(e, "do ");
    for (size_t i = 0; i < count; i++)
        prepare_target(e, &items[i]);
    const rj_expr *value = stat->values;
    for (size_t i = 0; i < count; i++) {
        if (value && !value->next && rj_expr_is_multiple(value) && i + 1 < count) {
            take_multiple(e, items, i, count, value);
            value = NULL;
            break;
        }
        take_value(e, &items[i], value);
        value = value ? value->next : NULL;
    }
    drop_values(e, value);
    for (size_t i = count; i > 0 && !e->failed; i--)
        store(e, &items[i - 1]);
    rj_emit_newline(e);
    rj_emit(e, "end");
    e->locals = locals;
}

/* LuaJIT's own order is production's when no local of the function is among the targets; several
 * fields are told apart only when each is stored on its own line. */
static bool is_native_assignment(const rj_emitter *e, const rj_stat *stat) {
    size_t fields = 0;
    for (const rj_expr *target = stat->targets; target; target = target->next) {
        if (is_own_local(e, target))
            return false;
        fields += target->kind == RJ_EXPR_INDEX;
    }
    return fields < 2;
}

static void emit_assignment(rj_emitter *e, const rj_stat *stat) {
    size_t count = 0;
    for (const rj_expr *target = stat->targets; target; target = target->next)
        count++;
    if (count == 1 && !stat->values->next) {
        emit_single_assignment(e, stat);
        return;
    }
    if (count > 1 && is_native_assignment(e, stat) && count < 20) {
        for (const rj_expr *target = stat->targets; target; target = target->next) {
            emit_target(e, target);
            rj_emit(e, target->next ? "," : "=");
        }
        rj_emit_list(e, stat->values);
        for (const rj_expr *target = stat->targets; target; target = target->next)
            set_site(e, target);
        return;
    }
    pending *items = rj_arena_calloc(e->arena, count, sizeof *items);
    if (!items) {
        rj_error_no_memory(e->err);
        e->failed = true;
        return;
    }
    const rj_expr *target = stat->targets;
    for (size_t i = 0; i < count; i++, target = target->next)
        items[i].target = target;
    emit_sequential(e, stat, items, count);
}

/* ---- return ---- */

/* Reading it twice is the same as reading it once: scripts have no metatables. */
static bool is_pure(const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    while (bare->kind == RJ_EXPR_INDEX) {
        const rj_expr *key = rj_expr_bare(bare->as.index.key);
        if (!is_plain(key) && key->kind != RJ_EXPR_NAME)
            return false;
        bare = rj_expr_bare(bare->as.index.object);
    }
    return bare->kind == RJ_EXPR_NAME || bare->kind == RJ_EXPR_STRING;
}

static bool is_lua_function(const rj_expr *callee) {
    const rj_expr *bare = rj_expr_bare(callee);
    if (bare->kind == RJ_EXPR_FUNCTION)
        return true;
    return bare->kind == RJ_EXPR_NAME && bare->as.name.variable &&
           bare->as.name.variable->is_function && !bare->as.name.variable->assigned;
}

static void hoist(rj_emitter *e, const rj_expr *expr) {
    uint32_t number = hold(e, expr);
    e->hoists[e->hoist_count++] = (rj_hoist){expr, number};
}

/* The part of the callee that must be computed only once: what is left can be read twice. */
static void hoist_callee(rj_emitter *e, const rj_expr *call) {
    const rj_expr *callee = call->as.call.callee, *bare = rj_expr_bare(callee);
    if (call->kind == RJ_EXPR_CALL && bare->kind == RJ_EXPR_INDEX) {
        const rj_expr *key = rj_expr_bare(bare->as.index.key);
        if (is_plain(key) || key->kind == RJ_EXPR_NAME)
            callee = bare->as.index.object;
    }
    if (!is_pure(callee))
        hoist(e, callee);
}

/* With functions among the arguments nothing may be written twice; false: they can't be held. */
static bool hoist_arguments(rj_emitter *e, const rj_expr *call) {
    uint32_t count = 1;
    const rj_expr *argument;
    bool any = false;
    for (argument = call->as.call.arguments; argument; argument = argument->next) {
        bool last_multiple = !argument->next && rj_expr_is_multiple(argument);
        any |= argument->has_function;
        if (last_multiple && argument->has_function)
            return false;
        count++;
    }
    if (!any)
        return true;
    if (!has_room(e, count))
        return false;
    for (argument = call->as.call.arguments; argument; argument = argument->next)
        if (argument->next || !rj_expr_is_multiple(argument))
            hoist(e, argument);
    return true;
}

static void emit_callee_test(rj_emitter *e, const rj_expr *call) {
    rj_emit_newline(e);
    rj_emit(e, "if ");
    rj_emit_helper(e, "isc");
    rj_emit_object(e, call->as.call.callee);
    if (call->kind == RJ_EXPR_METHOD_CALL) {
        rj_emit_fresh(e);
        rj_emit(e, ".");
        rj_emit_bytes(e, call->as.call.method->text.data, call->as.call.method->text.count);
        rj_emit_site(e, RJ_SITE_INDEX, call->script_line, call->as.call.method_place.at,
                     rj_emit_source(e, call->as.call.callee));
    }
    rj_emit(e, ")then ");
}

static void emit_passed(rj_emitter *e, const rj_expr *call) {
    rj_emit(e, "return ");
    const bool is_traced = rj_emit_trace_return(e, e->stat);
    if (is_traced)
        rj_emit(e, ",");
    else
        rj_emit_helper(e, "pass");
    const uint32_t slots = is_traced ? 3 : 2;
    e->slots += slots;
    rj_emit_nested(e, call);
    e->slots -= slots;
    rj_emit(e, ")");
}

/* LuaJIT forgets the caller of a tail call, production does so only for Lua functions: a function
 * of the library has to find the line it was called from. */
static void emit_tail_call(rj_emitter *e, const rj_expr *call) {
    uint32_t locals = e->locals, hoists = e->hoist_count;
    const rj_expr *callee = call->as.call.callee;
    if (call->kind == RJ_EXPR_CALL && is_lua_function(callee)) {
        rj_emit(e, "return ");
        rj_emit_nested(e, call);
        return;
    }
    bool function_inside = callee->has_function || call->has_function;
    if (!has_room(e, 1)) {
        emit_passed(e, call);
        return;
    }
    rj_emit(e, "do ");
    hoist_callee(e, call);
    if (function_inside && !hoist_arguments(e, call)) {
        emit_passed(e, call);
    } else {
        emit_callee_test(e, call);
        emit_passed(e, call);
        rj_emit(e, " end");
        rj_emit_newline(e);
        rj_emit(e, "return ");
        rj_emit_nested(e, call);
    }
    rj_emit(e, " end");
    e->locals = locals;
    e->hoist_count = hoists;
}

static void emit_return(rj_emitter *e, const rj_stat *stat) {
    const rj_expr *first = stat->values;
    if (first && !first->next && rj_expr_is_call(first)) {
        emit_tail_call(e, first);
        return;
    }
    if (e->traces && stat->point) {
        rj_emit(e, "return ");
        rj_emit_trace_return(e, stat);
        e->slots += 3;
        rj_emit(e, first ? "," : "");
        e->level++;
        if (first)
            rj_emit_list(e, first);
        e->level--;
        e->slots -= 3;
        rj_emit(e, ")");
        return;
    }
    /* Parentheses keep the call of a helper from being a tail call, which would lose the line. */
    bool wrap = first && !first->next && rj_expr_has_operator(first);
    rj_emit(e, wrap ? "return (" : "return ");
    if (first)
        rj_emit_list(e, first);
    rj_emit(e, wrap ? ")" : "");
}

/* ---- loops ---- */

static bool notes_end(const rj_stat *loop) {
    return loop && loop->kind != RJ_STAT_WHILE && loop->kind != RJ_STAT_REPEAT && loop->branch;
}

/* "ħeN", which tells whether a `for` runs to its end. */
static void emit_end_note(rj_emitter *e, const rj_stat *loop) {
    rj_emit(e, RJ_HELPER_TABLE "e");
    rj_emit_unsigned(e, loop->branch);
}

/* In front of a `for`: "do local ħeN=true;" */
static void open_end_note(rj_emitter *e, const rj_stat *stat) {
    if (!notes_end(stat))
        return;
    rj_emit(e, "do local ");
    emit_end_note(e, stat);
    rj_emit(e, "=true;");
    if (++e->locals > RJ_MAX_EMITTED_LOCALS)
        rj_emit_limit(e, stat->place, "the function has more locals than LuaJIT's 200");
    e->level++;
}

/* Behind it: "if ħeN then ħ.hit(N+1);end end" */
static void close_end_note(rj_emitter *e, const rj_stat *stat) {
    if (!notes_end(stat))
        return;
    rj_emit(e, ";if ");
    emit_end_note(e, stat);
    rj_emit(e, " then ");
    rj_emit_hit(e, stat->branch + 1);
    rj_emit(e, "end end");
    e->cost += RJ_COST_OPERATION;
    e->level--;
    e->locals--;
}

/* In front of `break`. */
static void emit_break(rj_emitter *e) {
    if (notes_end(e->loop)) {
        emit_end_note(e, e->loop);
        rj_emit(e, "=false;");
        e->cost += RJ_COST_STATEMENT;
    }
    rj_emit(e, "break");
}

static void emit_body(rj_emitter *e, const rj_stat *stat) {
    const rj_stat *outer = e->loop;
    e->loop = stat;
    rj_emit_block(e, stat->body, stat->variables);
    e->loop = outer;
}

static void for_site(rj_emitter *e, const rj_stat *stat, const rj_expr *value) {
    rj_emit_site(e, RJ_SITE_FOR, stat->script_line, value->place.at, rj_emit_source(e, value));
}

static void emit_loop_body(rj_emitter *e, const rj_stat *stat) {
    uint32_t locals = e->locals;
    e->locals += 3;
    for (const rj_variable *variable = stat->variables; variable; variable = variable->next)
        if (++e->locals > RJ_MAX_EMITTED_LOCALS)
            rj_emit_limit(e, variable->place, "the function has more locals than LuaJIT's 200");
    rj_emit(e, " do ");
    rj_emit_hit(e, stat->branch);
    emit_body(e, stat);
    emit_end(e);
    e->locals = locals;
}

/* ħ.forinit(ħN) and the like. */
static void emit_checked(rj_emitter *e, const rj_stat *stat, const rj_expr *value, uint32_t number,
                         const char *helper) {
    if (rj_expr_is_number(value)) {
        rj_emit_temporary(e, number);
        return;
    }
    rj_emit_fresh(e);
    rj_emit_helper(e, helper);
    for_site(e, stat, value);
    rj_emit_temporary(e, number);
    rj_emit(e, ")");
}

/* Production computes all three, checks start, step and limit, goes back one step from the start
 * and begins with a step; with step 0 it runs while the start isn't below the limit. */
static void emit_general_for(rj_emitter *e, const rj_stat *stat, const rj_expr *step) {
    const rj_expr *init = stat->values, *limit = init->next;
    uint32_t locals = e->locals;
    rj_emit(e, "do ");
    uint32_t a = hold(e, init), b = hold(e, limit);
    uint32_t c = open_temporary(e, stat->place);
    if (step)
        rj_emit_nested(e, step);
    else
        rj_emit(e, "1");
    rj_emit(e, ";");
    rj_emit_newline(e);
    rj_emit_temporary(e, a);
    rj_emit(e, "=");
    emit_checked(e, stat, init, a, "forinit");
    rj_emit(e, ";");
    rj_emit_temporary(e, c);
    rj_emit(e, "=");
    if (step)
        emit_checked(e, stat, step, c, "forstep");
    else
        rj_emit(e, "1");
    rj_emit(e, ";");
    rj_emit_temporary(e, b);
    rj_emit(e, "=");
    emit_checked(e, stat, limit, b, "forlimit");
    rj_emit(e, ";");
    rj_emit_newline(e);
    rj_emit_temporary(e, a);
    rj_emit(e, "=");
    rj_emit_temporary(e, a);
    rj_emit(e, "-");
    rj_emit_temporary(e, c);
    rj_emit(e, "+");
    rj_emit_temporary(e, c);
    rj_emit(e, ";if ");
    rj_emit_temporary(e, c);
    rj_emit(e, "==0 then ");
    rj_emit_temporary(e, b);
    rj_emit(e, "=");
    rj_emit_helper(e, "forlimit0");
    rj_emit_temporary(e, a);
    rj_emit(e, ",");
    rj_emit_temporary(e, b);
    rj_emit(e, ")end;for ");
    rj_emit_bytes(e, stat->variables->name->text.data, stat->variables->name->text.count);
    rj_emit(e, "=");
    rj_emit_temporary(e, a);
    rj_emit(e, ",");
    rj_emit_temporary(e, b);
    rj_emit(e, ",");
    rj_emit_temporary(e, c);
    emit_loop_body(e, stat);
    rj_emit(e, " end");
    e->locals = locals;
}

/* The usual case: start and step are numbers for sure, the step is known. */
static void emit_numeric_for(rj_emitter *e, const rj_stat *stat) {
    const rj_expr *init = stat->values, *limit = init->next, *step = limit->next;
    double by = step ? step->number : 1;
    if (!rj_expr_is_number(init) || (step && !step->is_constant) || by == 0 || by != by) {
        emit_general_for(e, stat, step);
        return;
    }
    rj_emit(e, "for ");
    rj_emit_bytes(e, stat->variables->name->text.data, stat->variables->name->text.count);
    rj_emit(e, "=");
    if (init->is_constant) {
        rj_emit_number(e, init->number - by + by);
    } else {
        rj_emit(e, "(");
        rj_emit_nested(e, init);
        rj_emit(e, ")-");
        rj_emit_number(e, by);
        rj_emit(e, "+");
        rj_emit_number(e, by);
    }
    rj_emit(e, ",");
    e->slots += 1;
    if (rj_expr_is_number(limit)) {
        rj_emit_nested(e, limit);
    } else {
        rj_emit_fresh(e);
        rj_emit_helper(e, "forlimit");
        for_site(e, stat, limit);
        e->slots += 2;
        rj_emit_single(e, limit);
        e->slots -= 2;
        rj_emit(e, ")");
    }
    e->slots -= 1;
    if (step) {
        rj_emit(e, ",");
        rj_emit_number(e, by);
    }
    emit_loop_body(e, stat);
}

/* LuaJIT calls the iterator with the line of the first token behind `in`: that is a parenthesis, or
 * a name that no operation of its own belongs to. */
static void emit_generic_for(rj_emitter *e, const rj_stat *stat) {
    const rj_expr *first = stat->values;
    rj_emit(e, "for ");
    for (const rj_variable *v = stat->variables; v; v = v->next) {
        rj_emit_bytes(e, v->name->text.data, v->name->text.count);
        rj_emit(e, v->next ? "," : " in ");
    }
    for_site(e, stat, first);
    if (rj_expr_is_multiple(first)) {
        e->wrap_callee = true;
        rj_emit_list(e, first);
        e->wrap_callee = false;
    } else {
        rj_emit(e, "(");
        rj_emit_nested(e, first);
        rj_emit(e, first->next ? ")," : ")");
        if (first->next)
            rj_emit_list(e, first->next);
    }
    emit_loop_body(e, stat);
}

/* ---- the other statements ---- */

static void emit_if(rj_emitter *e, const rj_stat *stat) {
    for (const rj_clause *clause = stat->clauses; clause; clause = clause->next) {
        if (clause != stat->clauses)
            rj_emit_newline(e);
        if (clause->condition) {
            rj_emit(e, clause == stat->clauses ? "if " : "elseif ");
            rj_emit_condition(e, clause->condition, clause->point);
            rj_emit(e, " then");
        } else {
            rj_emit(e, "else");
        }
        rj_emit_block(e, clause->body, NULL);
    }
    emit_end(e);
}

static void emit_while(rj_emitter *e, const rj_stat *stat) {
    rj_emit(e, "while ");
    rj_emit_condition(e, stat->values, stat->branch);
    rj_emit(e, " do");
    emit_body(e, stat);
    emit_end(e);
}

static void emit_repeat(rj_emitter *e, const rj_stat *stat) {
    rj_emit(e, "repeat");
    emit_body(e, stat);
    rj_emit_newline(e);
    rj_emit(e, "until ");
    rj_emit_condition(e, stat->values, stat->branch);
}

static void emit_label(rj_emitter *e, const char *before, const rj_stat *stat, const char *after) {
    rj_emit(e, before);
    rj_emit_bytes(e, stat->label->text.data, stat->label->text.count);
    rj_emit(e, after);
}

static void emit_branching(rj_emitter *e, const rj_stat *stat) {
    const size_t cost_before = e->cost;
    e->cost += RJ_COST_LOOP;
    open_end_note(e, stat);
    switch (stat->kind) {
    case RJ_STAT_WHILE:
        emit_while(e, stat);
        break;
    case RJ_STAT_REPEAT:
        emit_repeat(e, stat);
        break;
    case RJ_STAT_IF:
        emit_if(e, stat);
        break;
    case RJ_STAT_NUMERIC_FOR:
        emit_numeric_for(e, stat);
        break;
    default:
        emit_generic_for(e, stat);
        break;
    }
    close_end_note(e, stat);
    rj_emit_check_jump(e, stat->place, cost_before);
}

static void emit_stat(rj_emitter *e, const rj_stat *stat) {
    e->cost += RJ_COST_STATEMENT;
    switch (stat->kind) {
    case RJ_STAT_LOCAL:
        emit_local(e, stat);
        break;
    case RJ_STAT_LOCAL_FUNCTION:
        emit_local_function(e, stat);
        break;
    case RJ_STAT_ASSIGN:
        emit_assignment(e, stat);
        break;
    case RJ_STAT_FUNCTION:
        emit_single_assignment(e, stat);
        break;
    case RJ_STAT_CALL:
        rj_emit_nested(e, rj_expr_bare(stat->values));
        break;
    case RJ_STAT_DO:
        rj_emit(e, "do");
        rj_emit_block(e, stat->body, NULL);
        emit_end(e);
        break;
    case RJ_STAT_WHILE:
    case RJ_STAT_REPEAT:
    case RJ_STAT_IF:
    case RJ_STAT_NUMERIC_FOR:
    case RJ_STAT_GENERIC_FOR:
        emit_branching(e, stat);
        break;
    case RJ_STAT_RETURN:
        e->cost += RJ_COST_RETURN;
        emit_return(e, stat);
        break;
    case RJ_STAT_BREAK:
        emit_break(e);
        break;
    case RJ_STAT_GOTO:
        emit_label(e, "goto ", stat, "");
        break;
    case RJ_STAT_LABEL:
        emit_label(e, "::", stat, "::");
        break;
    }
}
