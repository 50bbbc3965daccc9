/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "script/parser.h"

enum {
    MAX_LOCALS = 200, /* production's; LuaJIT's is the same */
    MAX_JUMPS = 5000  /* gotos and labels in a script: pairing them takes quadratic time */
};

void rj_scope_refuse(rj_parser *p, rj_place place, uint32_t line, const char *format, ...) {
    if (p->refused)
        return;
    p->refused = true;
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "compile error near line(%u) <string>: ", line);
    size_t reason = text.bytes;
    va_list args;
    va_start(args, format);
    rj_buf_vprintf(&text, format, args);
    va_end(args);
    rj_error *err = p->lexer.err;
    p->lexer.err = &p->refusal;
    if (rj_buf_ok(&text))
        rj_lexer_fail(&p->lexer, RJ_ERROR_SYNTAX, place, reason, rj_buf_text(&text));
    else
        rj_error_no_memory(&p->refusal);
    p->lexer.err = err;
    rj_buf_free(&text);
}

/* ---- variables ---- */

rj_variable *rj_scope_declare(rj_parser *p, const rj_name *name, rj_place place) {
    rj_variable *variable = rj_arena_calloc(p->arena, 1, sizeof *variable);
    if (!variable) {
        rj_error_no_memory(p->err);
        return NULL;
    }
    variable->name = name;
    variable->place = place;
    variable->function = p->reading->function;
    variable->number = ++p->variable_count;
    variable->older = p->variables;
    p->variables = variable;
    return variable;
}

static void count_local(rj_parser *p, rj_bytes name, rj_place place) {
    rj_reading *reading = p->reading;
    reading->last_local = name;
    reading->local_count++;
    if (reading->local_count > reading->function->most_locals)
        reading->function->most_locals = reading->local_count;
    if (reading->local_count > MAX_LOCALS)
        rj_scope_refuse(p, place, reading->function->script_line, "too many local variables");
}

void rj_scope_show(rj_parser *p, rj_variable *variable) {
    rj_name *name = (rj_name *)variable->name;
    variable->block = p->reading->scope->block;
    variable->shadowed = name->visible;
    name->visible = variable;
    variable->below = p->visible;
    p->visible = variable;
    count_local(p, name->text, variable->place);
}

void rj_scope_hidden(rj_parser *p, const char *name) {
    count_local(p, (rj_bytes){name, strlen(name)}, p->token.place);
}

static bool add_upvalue(rj_parser *p, rj_function *function, rj_variable *variable) {
    for (size_t i = 0; i < function->upvalue_count; i++)
        if (function->upvalues[i] == variable)
            return true;
    if (function->upvalue_count >= RJ_MAX_UPVALUES) {
        function->too_many_upvalues = true;
        variable->boxed = true;
        return true;
    }
    rj_variable **upvalues = rj_arena_grow(p->arena, function->upvalues, function->upvalue_count,
                                           &function->upvalue_capacity, sizeof(rj_variable *));
    if (!upvalues)
        return rj_error_no_memory(p->err);
    function->upvalues = upvalues;
    function->upvalues[function->upvalue_count++] = variable;
    return true;
}

bool rj_scope_use(rj_parser *p, const rj_name *name, rj_variable **out) {
    rj_variable *variable = name->visible;
    *out = variable;
    if (!variable)
        return true;
    variable->referenced = true;
    rj_function *user = p->reading->function;
    if (variable->function == user || variable->last_user == user)
        return true;
    variable->captured = true;
    variable->last_user = user;
    for (; user != variable->function; user = user->parent)
        if (!add_upvalue(p, user, variable))
            return false;
    return true;
}

/* ---- blocks ---- */

bool rj_scope_enter(rj_parser *p, rj_scope *scope) {
    rj_reading *reading = p->reading;
    rj_block *block = rj_arena_calloc(p->arena, 1, sizeof *block);
    if (!block)
        return rj_error_no_memory(p->err);
    block->function = reading->function;
    block->number = ++p->block_count;
    block->local_count = reading->local_count;
    if (reading->scope)
        block->parent = reading->scope->block;
    else if (reading->outer)
        block->parent = reading->outer->scope->block;
    scope->block = block;
    scope->outer = reading->scope;
    scope->visible_before = p->visible;
    reading->scope = scope;
    return true;
}

static rj_label *find_label(const rj_scope *scope, const rj_name *name) {
    for (rj_label *label = scope->labels; label; label = label->next)
        if (label->name == name)
            return label;
    return NULL;
}

/* Production tells a label that has locals declared in front of it, seen from the goto. */
static void join(rj_parser *p, const rj_jump *jump, const rj_label *label) {
    if (jump->local_count >= label->local_count)
        return;
    rj_bytes local = p->reading->last_local;
    rj_scope_refuse(p, jump->place, label->line + 1,
                    "<goto %.*s> at line %u jumps into the scope of local '%.*s'",
                    (int)label->name->text.count, label->name->text.data, jump->line,
                    (int)local.count, local.data);
}

/* The block's gotos that found no label in it look in the block around it. */
static void hand_jumps_out(rj_parser *p, rj_scope *scope, rj_scope *outer) {
    for (rj_jump *jump = scope->jumps, *next; jump; jump = next) {
        next = jump->next;
        if (jump->local_count > scope->block->local_count)
            jump->local_count = scope->block->local_count;
        const rj_label *label = find_label(outer, jump->label);
        if (label) {
            join(p, jump, label);
            continue;
        }
        jump->next = outer->jumps;
        outer->jumps = jump;
    }
    scope->jumps = NULL;
}

static void place_label(rj_parser *p, rj_scope *scope, rj_label *label) {
    const rj_label *twin = find_label(scope, label->name);
    if (twin)
        rj_scope_refuse(p, label->place, label->line + 1, "label '%.*s' already defined on line %u",
                        (int)label->name->text.count, label->name->text.data, twin->line);
    label->next = scope->labels;
    scope->labels = label;
    for (rj_jump **link = &scope->jumps; *link;) {
        if ((*link)->label == label->name) {
            join(p, *link, label);
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
}

/* A label behind which the block ends counts as standing before its locals. */
static void place_new_labels(rj_parser *p, rj_scope *scope, bool at_end) {
    rj_label *label = NULL;
    while (scope->new_labels) { /* oldest first */
        rj_label *next = scope->new_labels;
        scope->new_labels = next->next;
        next->next = label;
        label = next;
    }
    for (rj_label *next; label; label = next) {
        next = label->next;
        if (at_end && !scope->is_repeat)
            label->local_count = scope->block->local_count;
        place_label(p, scope, label);
    }
}

void rj_scope_statement(rj_parser *p) {
    place_new_labels(p, p->reading->scope, false);
}

void rj_scope_leave(rj_parser *p) {
    rj_reading *reading = p->reading;
    rj_scope *scope = reading->scope;
    place_new_labels(p, scope, true);
    if (scope->outer)
        hand_jumps_out(p, scope, scope->outer);
    while (p->visible != scope->visible_before) {
        ((rj_name *)p->visible->name)->visible = p->visible->shadowed;
        p->visible = p->visible->below;
    }
    reading->local_count = scope->block->local_count;
    reading->scope = scope->outer;
}

/* ---- jumps ---- */

void rj_scope_break(rj_parser *p, rj_place place) {
    for (const rj_scope *scope = p->reading->scope; scope; scope = scope->outer)
        if (scope->is_loop)
            return;
    rj_scope_refuse(p, place, place.at.line, "no loop to break");
}

static bool count_jump(rj_parser *p, rj_place place) {
    if (++p->jump_count <= MAX_JUMPS)
        return true;
    return rj_lexer_fail(&p->lexer, RJ_ERROR_LIMIT, place, 0,
                         "the script has more than 5000 gotos and labels");
}

bool rj_scope_goto(rj_parser *p, const rj_name *label, rj_place place) {
    rj_scope *scope = p->reading->scope;
    if (!count_jump(p, place))
        return false;
    if (find_label(scope, label))
        return true;
    rj_jump *jump = rj_arena_calloc(p->arena, 1, sizeof *jump);
    if (!jump)
        return rj_error_no_memory(p->err);
    *jump = (rj_jump){.label = label, .line = place.at.line, .place = place};
    jump->local_count = p->reading->local_count;
    jump->next = scope->jumps;
    scope->jumps = jump;
    return true;
}

bool rj_scope_label(rj_parser *p, const rj_name *name, rj_place place) {
    rj_scope *scope = p->reading->scope;
    if (!count_jump(p, place))
        return false;
    rj_label *label = rj_arena_calloc(p->arena, 1, sizeof *label);
    if (!label)
        return rj_error_no_memory(p->err);
    *label = (rj_label){.name = name, .line = place.at.line, .place = place};
    label->local_count = p->reading->local_count;
    label->next = scope->new_labels;
    scope->new_labels = label;
    scope->block->has_label = true;
    return true;
}

void rj_scope_end_function(rj_parser *p) {
    rj_scope *scope = p->reading->scope;
    place_new_labels(p, scope, true);
    const rj_jump *first = scope->jumps;
    for (const rj_jump *jump = first; jump; jump = jump->next)
        if (jump->place.offset < first->place.offset)
            first = jump;
    if (first)
        rj_scope_refuse(p, first->place, p->reading->function->script_end_line,
                        "no visible label '%.*s' for <goto> at line %u",
                        (int)first->label->text.count, first->label->text.data, first->line);
}
