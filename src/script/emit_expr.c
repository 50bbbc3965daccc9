/* SPDX-License-Identifier: Apache-2.0 */
#include "script/emit.h"
#include "script/points.h"

#include <math.h>

enum {
    MAX_SLOTS = 235,       /* of LuaJIT's 250 registers */
    MAX_NATIVE_CONCAT = 40 /* operands: LuaJIT nests them */
};

/* ---- levels and registers ---- */

static void use_slots(rj_emitter *e, uint32_t count, rj_place place) {
    e->slots += count;
    if (e->slots + e->locals > MAX_SLOTS)
        rj_emit_limit(e, place, "the expression needs more than LuaJIT's 250 registers");
}

void rj_emit_nested(rj_emitter *e, const rj_expr *expr) {
    if (++e->level > RJ_MAX_LEVEL)
        rj_emit_limit(e, expr->place, "the script is nested too deeply for LuaJIT (200 levels)");
    if (!e->failed)
        rj_emit_expr(e, expr);
    e->level--;
}

/* In an argument list of ours a call with several results or none would be more or less than one.
 */
void rj_emit_single(rj_emitter *e, const rj_expr *expr) {
    bool wrap = rj_expr_is_multiple(expr);
    rj_emit(e, wrap ? "(" : "");
    rj_emit_nested(e, expr);
    rj_emit(e, wrap ? ")" : "");
}

/* Each value but the last waits in a register. */
void rj_emit_list(rj_emitter *e, const rj_expr *first) {
    uint32_t slots = e->slots;
    for (const rj_expr *expr = first; expr; expr = expr->next) {
        rj_emit_nested(e, expr);
        if (expr->next)
            rj_emit(e, ",");
        use_slots(e, 1, expr->place);
    }
    e->slots = slots;
}

/* ---- kinds of operands ---- */

static bool both_numbers(const rj_expr *expr) {
    return rj_expr_is_number(expr->as.operation.left) &&
           rj_expr_is_number(expr->as.operation.right);
}

static bool is_comparison(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_BINARY && expr->op >= RJ_OP_LT;
}

static bool is_equality(const rj_expr *expr) {
    return expr->op == RJ_OP_EQ || expr->op == RJ_OP_NE;
}

/* Two numbers or two strings: neither meaning nor errors can differ. */
static bool comparison_is_safe(const rj_expr *expr) {
    return is_equality(expr) || both_numbers(expr) ||
           (rj_expr_is_string(expr->as.operation.left) &&
            rj_expr_is_string(expr->as.operation.right));
}

static bool arithmetic_is_native(const rj_expr *expr) {
    return expr->op != RJ_OP_MOD && expr->op != RJ_OP_POW && both_numbers(expr);
}

static bool concat_is_native(const rj_expr *expr) {
    int count = 0;
    for (const rj_expr *part = expr->as.operation.left; part; part = part->next)
        if (++count > MAX_NATIVE_CONCAT || !rj_expr_is_string(part))
            return false;
    return true;
}

static bool unary_is_native(const rj_expr *expr) {
    const rj_expr *operand = expr->as.operation.left;
    if (expr->op == RJ_OP_NOT)
        return true;
    return expr->op == RJ_OP_NEGATE ? rj_expr_is_number(operand) : rj_expr_is_string(operand);
}

static bool is_simple(const rj_expr *bare) {
    return bare->is_constant || bare->kind == RJ_EXPR_NAME || bare->kind == RJ_EXPR_STRING ||
           bare->kind <= RJ_EXPR_TRUE;
}

/* ---- constants and names ---- */

static void emit_name(rj_emitter *e, const rj_expr *expr) {
    if (expr->as.name.variable)
        rj_emit_variable(e, expr->as.name.variable);
    else
        rj_emit_bytes(e, expr->as.name.name->text.data, expr->as.name.name->text.count);
}

static void emit_varargs(rj_emitter *e) {
    if (e->function->parent) {
        rj_emit(e, "...");
    } else {
        rj_emit_helper(e, "none");
        rj_emit(e, ")");
    }
}

/* ---- operators ---- */

static const char *helper_of(rj_operator op) {
    static const char *const names[] = {
        [RJ_OP_ADD] = "add", [RJ_OP_SUB] = "sub", [RJ_OP_MUL] = "mul",    [RJ_OP_DIV] = "div",
        [RJ_OP_MOD] = "mod", [RJ_OP_POW] = "pow", [RJ_OP_NEGATE] = "unm", [RJ_OP_LENGTH] = "len"};
    return names[op];
}

static const char *text_of(rj_operator op) {
    static const char *const texts[] = {
        [RJ_OP_ADD] = "+",    [RJ_OP_SUB] = "- ",    [RJ_OP_MUL] = "*",     [RJ_OP_DIV] = "/",
        [RJ_OP_LT] = "<",     [RJ_OP_LE] = "<=",     [RJ_OP_GT] = ">",      [RJ_OP_GE] = ">=",
        [RJ_OP_EQ] = "==",    [RJ_OP_NE] = "~=",     [RJ_OP_AND] = " and ", [RJ_OP_OR] = " or ",
        [RJ_OP_NOT] = "not ", [RJ_OP_NEGATE] = "- ", [RJ_OP_LENGTH] = "#"};
    return texts[op];
}

static void operator_site(rj_emitter *e, const rj_expr *expr) {
    rj_emit_site(e, RJ_SITE_OPERATOR, expr->script_line, expr->as.operation.operator_place.at,
                 rj_emit_source(e, expr));
}

/* ħ.add(a,b) and the like; the operands are one list or two. */
static void emit_helper_call(rj_emitter *e, const rj_expr *expr, const char *name) {
    uint32_t slots = e->slots;
    rj_emit_fresh(e);
    rj_emit_helper(e, name);
    operator_site(e, expr);
    use_slots(e, 2, expr->place);
    for (const rj_expr *part = expr->as.operation.left; part; part = part->next) {
        rj_emit_single(e, part);
        rj_emit(e, part->next ? "," : "");
        use_slots(e, 1, part->place);
    }
    if (expr->kind == RJ_EXPR_BINARY) {
        rj_emit(e, ",");
        rj_emit_single(e, expr->as.operation.right);
    }
    rj_emit(e, ")");
    e->slots = slots;
}

static void emit_right(rj_emitter *e, const rj_expr *expr) {
    uint32_t slots = e->slots;
    use_slots(e, 1, expr->place);
    rj_emit_nested(e, expr);
    e->slots = slots;
}

/* The instruction that compares gets the line of the right operand's last token, which must not be
 * that of another operator. */
static void emit_comparison(rj_emitter *e, const rj_expr *expr) {
    const rj_expr *right = expr->as.operation.right;
    rj_emit_expr(e, expr->as.operation.left);
    rj_emit(e, text_of(expr->op));
    if (comparison_is_safe(expr)) {
        emit_right(e, right);
        return;
    }
    rj_emit_apart(e, RJ_SITE_OPERATOR);
    const rj_expr *bare = rj_expr_bare(right);
    bool wrap = !is_simple(bare) && bare->kind != RJ_EXPR_INDEX;
    if (wrap)
        rj_emit(e, "(");
    emit_right(e, right);
    if (wrap) {
        rj_emit_apart(e, RJ_SITE_OPERATOR);
        rj_emit(e, ")");
    }
    operator_site(e, expr);
}

static void emit_binary(rj_emitter *e, const rj_expr *expr) {
    if (is_comparison(expr)) {
        emit_comparison(e, expr);
    } else if (arithmetic_is_native(expr)) {
        rj_emit_expr(e, expr->as.operation.left);
        rj_emit(e, text_of(expr->op));
        emit_right(e, expr->as.operation.right);
    } else {
        emit_helper_call(e, expr, helper_of(expr->op));
    }
}

void rj_emit_condition(rj_emitter *e, const rj_expr *expr, uint32_t point) {
    if (!point) {
        rj_emit_nested(e, expr);
        return;
    }
    uint32_t slots = e->slots;
    e->cost += RJ_COST_OPERATION;
    rj_emit_helper(e, "branch");
    rj_emit_unsigned(e, point - 1);
    rj_emit(e, ",");
    use_slots(e, 4, expr->place);
    e->level++; /* of LuaJIT's, for the arguments */
    rj_emit_single(e, expr);
    e->level--;
    rj_emit(e, ")");
    e->slots = slots;
}

/* A chain of one operator; @p point counts what its last operand is, 0: nothing does. */
static void emit_chain(rj_emitter *e, const rj_expr *expr, uint32_t point) {
    const rj_expr *left = expr->as.operation.left, *right = expr->as.operation.right;
    const uint32_t own = expr->as.operation.point;
    if (own && rj_points_decider(expr) != left) {
        e->cost += RJ_COST_OPERATION;
        emit_chain(e, left, own);
    } else if (own) {
        rj_emit_condition(e, left, own);
    } else {
        rj_emit_expr(e, left);
    }
    rj_emit(e, text_of(expr->op));
    if (point)
        rj_emit_condition(e, right, point);
    else
        emit_right(e, right);
}

static void emit_logical(rj_emitter *e, const rj_expr *expr) {
    emit_chain(e, expr, 0);
}

static void emit_unary(rj_emitter *e, const rj_expr *expr) {
    if (unary_is_native(expr)) {
        rj_emit(e, text_of(expr->op));
        rj_emit_nested(e, expr->as.operation.left);
    } else {
        emit_helper_call(e, expr, helper_of(expr->op));
    }
}

static void emit_concat(rj_emitter *e, const rj_expr *expr) {
    if (!concat_is_native(expr)) {
        emit_helper_call(e, expr, "cat");
        return;
    }
    uint32_t level = e->level, slots = e->slots;
    for (const rj_expr *part = expr->as.operation.left; part; part = part->next) {
        rj_emit_nested(e, part);
        if (part->next)
            rj_emit(e, "..");
        use_slots(e, 1, part->place);
        e->level++;
    }
    e->level = level;
    e->slots = slots;
}

/* ---- parentheses ---- */

/* Whether the expression, as it is emitted, means something else without parentheses. */
static bool needs_parens(const rj_expr *bare) {
    switch ((rj_expr_kind)bare->kind) {
    case RJ_EXPR_CALL:
    case RJ_EXPR_METHOD_CALL:
    case RJ_EXPR_VARARG:
    case RJ_EXPR_LOGICAL:
        return true;
    case RJ_EXPR_BINARY:
        return is_comparison(bare) || arithmetic_is_native(bare);
    case RJ_EXPR_UNARY:
        return unary_is_native(bare);
    case RJ_EXPR_CONCAT:
        return concat_is_native(bare);
    default:
        return false;
    }
}

static void emit_paren(rj_emitter *e, const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    bool parens = needs_parens(bare);
    if (parens)
        rj_emit(e, "(");
    rj_emit_nested(e, bare);
    if (parens)
        rj_emit(e, ")");
}

/* ---- fields and calls ---- */

static bool emit_hoisted(rj_emitter *e, const rj_expr *expr) {
    for (uint32_t i = 0; i < e->hoist_count; i++)
        if (e->hoists[i].expr == expr) {
            rj_emit_temporary(e, e->hoists[i].number);
            return true;
        }
    return false;
}

void rj_emit_object(rj_emitter *e, const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    if (emit_hoisted(e, expr))
        return;
    if (expr->kind != RJ_EXPR_PAREN || bare->kind == RJ_EXPR_NAME) {
        rj_emit_expr(e, bare);
        return;
    }
    rj_emit(e, "(");
    rj_emit_nested(e, bare);
    rj_emit_apart(e, RJ_SITE_CALL); /* in case this is called */
    rj_emit(e, ")");
}

void rj_emit_key(rj_emitter *e, const rj_expr *key) {
    const rj_expr *bare = rj_expr_bare(key);
    if (bare->kind == RJ_EXPR_STRING && rj_emit_is_identifier(bare->as.string)) {
        rj_emit_fresh(e);
        rj_emit(e, ".");
        rj_emit_bytes(e, bare->as.string.data, bare->as.string.count);
        return;
    }
    uint32_t slots = e->slots;
    use_slots(e, 1, key->place);
    bool simple = is_simple(bare);
    if (simple)
        rj_emit_fresh(e);
    rj_emit(e, "[");
    rj_emit_nested(e, bare);
    if (!simple)
        rj_emit_fresh(e);
    rj_emit(e, "]");
    e->slots = slots;
}

static void emit_index(rj_emitter *e, const rj_expr *expr) {
    rj_emit_object(e, expr->as.index.object);
    rj_emit_key(e, expr->as.index.key);
    rj_emit_site(e, RJ_SITE_INDEX, expr->script_line, expr->as.index.key->place.at,
                 rj_emit_source(e, expr->as.index.object));
}

/* LuaJIT reads a field of the receiver with the line of the method's name, unless parentheses end
 * it before. */
static void emit_receiver(rj_emitter *e, const rj_expr *receiver) {
    bool wrap = receiver->kind == RJ_EXPR_INDEX;
    for (uint32_t i = 0; i < e->hoist_count; i++)
        wrap = wrap && e->hoists[i].expr != receiver;
    if (wrap)
        rj_emit(e, "(");
    rj_emit_object(e, receiver);
    if (wrap)
        rj_emit(e, ")");
}

static void emit_method_callee(rj_emitter *e, const rj_expr *call) {
    const rj_expr *receiver = call->as.call.callee;
    emit_receiver(e, receiver);
    rj_emit_fresh(e);
    rj_emit(e, ":");
    rj_emit_bytes(e, call->as.call.method->text.data, call->as.call.method->text.count);
    rj_emit_site(e, RJ_SITE_INDEX, call->script_line, call->as.call.method_place.at,
                 rj_emit_source(e, receiver));
}

static rj_position callee_at(const rj_expr *call) {
    if (call->kind == RJ_EXPR_METHOD_CALL)
        return call->as.call.method_place.at;
    const rj_expr *callee = rj_expr_bare(call->as.call.callee);
    return callee->kind == RJ_EXPR_INDEX ? callee->as.index.key->place.at : callee->place.at;
}

static void emit_call(rj_emitter *e, const rj_expr *call) {
    const rj_expr *callee = call->as.call.callee;
    bool break_close = e->break_close;
    uint32_t slots = e->slots;
    e->break_close = false;
    if (call->kind == RJ_EXPR_METHOD_CALL) {
        emit_method_callee(e, call);
    } else {
        bool name = rj_expr_bare(callee)->kind == RJ_EXPR_NAME;
        bool wrap = name && e->wrap_callee;
        rj_emit(e, wrap ? "(" : "");
        if (name)
            rj_emit_fresh(e);
        e->break_close = rj_expr_is_call(callee);
        rj_emit_object(e, callee);
        e->break_close = false;
        rj_emit(e, wrap ? ")" : "");
    }
    e->wrap_callee = false;
    rj_emit(e, "(");
    rj_emit_site(e, RJ_SITE_CALL, call->script_line, callee_at(call),
                 rj_emit_callee_source(e, call));
    use_slots(e, 3, call->place);
    for (const rj_expr *argument = call->as.call.arguments; argument; argument = argument->next) {
        if (!emit_hoisted(e, argument))
            rj_emit_nested(e, argument);
        if (argument->next)
            rj_emit(e, ",");
        use_slots(e, 1, argument->place);
    }
    if (break_close)
        rj_emit_newline(e);
    rj_emit(e, ")");
    e->slots = slots;
}

/* ---- tables and functions ---- */

static void emit_field(rj_emitter *e, const rj_expr *table, const rj_field *field) {
    const rj_expr *key = field->key ? rj_expr_bare(field->key) : NULL;
    if (!key) {
        rj_emit_nested(e, field->value);
        return;
    }
    uint32_t slots = e->slots;
    use_slots(e, 1, key->place);
    bool named = key->kind == RJ_EXPR_STRING && rj_emit_is_identifier(key->as.string);
    if (named) {
        rj_emit_bytes(e, key->as.string.data, key->as.string.count);
    } else {
        rj_emit(e, "[");
        rj_emit_nested(e, key);
        rj_emit(e, "]");
    }
    rj_emit(e, "=");
    rj_emit_apart(e, RJ_SITE_SET);
    rj_emit_nested(e, field->value);
    e->slots = slots;
    /* Only a key that is nil or no number can fail. */
    if (key->kind == RJ_EXPR_STRING)
        return;
    rj_emit_site(e, RJ_SITE_SET, table->script_line, key->place.at, rj_emit_source(e, key));
}

/* How many keys of a constructor one call of the helper is told. */
enum {
    KEYS_A_CALL = 40
};

static bool key_is_constant(const rj_expr *key) {
    return key->is_constant || key->kind == RJ_EXPR_STRING || key->kind == RJ_EXPR_TRUE ||
           key->kind == RJ_EXPR_FALSE;
}

/* Whether a field's key is known and not an array index, whose place needs no remembering. */
static bool key_is_listed(const rj_field *field) {
    const rj_expr *key = field->key ? rj_expr_bare(field->key) : NULL;
    const bool is_index = key && key->is_constant && key->number >= 1 &&
                          key->number <= RJ_MAX_ARRAY_INDEX && key->number == floor(key->number);
    return key && key_is_constant(key) && !is_index;
}

static bool has_computed_key(const rj_expr *table) {
    for (const rj_field *field = table->as.fields; field; field = field->next)
        if (field->key && !key_is_constant(rj_expr_bare(field->key)))
            return true;
    return false;
}

static void emit_fields(rj_emitter *e, const rj_expr *table) {
    rj_emit(e, "{");
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        emit_field(e, table, field);
        if (field->next)
            rj_emit(e, ",");
    }
    rj_emit_apart(e, RJ_SITE_SET);
    rj_emit(e, "}");
}

/* The keys behind the table, nil for computed ones, and the closing parentheses of @p calls. */
static void emit_key_order(rj_emitter *e, const rj_expr *table, uint32_t calls) {
    uint32_t listed = 0;
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        if (!key_is_listed(field))
            continue;
        if (listed && listed % KEYS_A_CALL == 0) {
            rj_emit(e, ")");
            calls--;
        }
        rj_emit(e, ",");
        rj_emit_expr(e, rj_expr_bare(field->key));
        listed++;
    }
    if (has_computed_key(table))
        rj_emit(e, ",nil");
    for (; calls; calls--)
        rj_emit(e, ")");
}

/* Whether keys have to be told together with their values, because they are computed: then there
 * must be no items between them. */
static bool is_record(const rj_expr *table) {
    uint32_t count = 0;
    for (const rj_field *field = table->as.fields; field; field = field->next)
        if (!field->key || ++count > KEYS_A_CALL)
            return false;
    return count > 1 && has_computed_key(table);
}

static bool has_room(const rj_emitter *e, uint32_t calls, uint32_t slots) {
    return e->level + calls <= RJ_MAX_LEVEL / 2 && e->slots + e->locals + slots <= MAX_SLOTS / 2;
}

/* ħ.record(key,value,key,value) */
static void emit_record(rj_emitter *e, const rj_expr *table) {
    uint32_t slots = e->slots;
    const rj_field *computed = table->as.fields;
    while (key_is_constant(rj_expr_bare(computed->key)))
        computed = computed->next;
    const rj_expr *shown_key = rj_expr_bare(computed->key);
    rj_emit_fresh(e);
    rj_emit_helper(e, "record");
    rj_emit_site(e, RJ_SITE_SET, table->script_line, shown_key->place.at,
                 rj_emit_source(e, shown_key));
    use_slots(e, 3, table->place);
    for (const rj_field *field = table->as.fields; field; field = field->next) {
        rj_emit_nested(e, rj_expr_bare(field->key));
        rj_emit(e, ",(");
        use_slots(e, 1, field->key->place);
        rj_emit_nested(e, field->value);
        rj_emit(e, field->next ? ")," : "))");
        use_slots(e, 1, field->value->place);
    }
    e->slots = slots;
}

/* Production visits the fields of a table in the order in which they came: the helper notes it.
 * Where LuaJIT's bounds are near, that is left out. */
static void emit_table(rj_emitter *e, const rj_expr *table) {
    uint32_t slots = e->slots, level = e->level, listed = 0;
    for (const rj_field *field = table->as.fields; field; field = field->next)
        listed += key_is_listed(field);
    uint32_t calls = listed ? (listed + KEYS_A_CALL - 1) / KEYS_A_CALL : 1;
    if (is_record(table) && has_room(e, 2, 2 * KEYS_A_CALL)) {
        emit_record(e, table);
        return;
    }
    if (!has_room(e, calls, 4 * calls)) {
        use_slots(e, 1, table->place);
        emit_fields(e, table);
        e->slots = slots;
        return;
    }
    use_slots(e, 3 * calls, table->place);
    e->level += calls;
    for (uint32_t i = 0; i < calls; i++)
        rj_emit_helper(e, "table");
    emit_fields(e, table);
    use_slots(e, listed < KEYS_A_CALL ? listed + 1 : KEYS_A_CALL + 1, table->place);
    emit_key_order(e, table, calls);
    e->slots = slots;
    e->level = level;
}

static void emit_parameters(rj_emitter *e, const rj_function *function) {
    rj_emit(e, "(");
    for (const rj_variable *name = function->parameters; name; name = name->next) {
        rj_emit_bytes(e, name->name->text.data, name->name->text.count);
        if (name->next || function->is_vararg)
            rj_emit(e, ",");
        e->locals++;
    }
    rj_emit(e, function->is_vararg ? "...)" : ")");
}

void rj_emit_function(rj_emitter *e, const rj_function *function) {
    const rj_function *outer = e->function;
    const rj_stat *loop = e->loop;
    uint32_t locals = e->locals, slots = e->slots;
    const size_t outer_cost = e->cost;
    int zero = e->zero;
    bool break_close = e->break_close;
    e->function = function;
    e->loop = NULL;
    e->locals = e->slots = 0;
    e->zero = 0;
    e->cost = RJ_COST_FUNCTION;
    e->break_close = false;
    const char *name =
        function->name.count
            ? rj_arena_copy(e->arena, (const char *)function->name.data, function->name.count)
            : NULL;
    rj_emit_site(e, RJ_SITE_FUNCTION, function->script_line, function->place.at, name);
    emit_parameters(e, function);
    if (function->has_call)
        rj_emit(e, RJ_HELPER_TABLE ".enter();");
    rj_emit_hit(e, function->point);
    rj_emit_block(e, function->body, function->parameters);
    rj_emit_newline(e);
    rj_emit(e, "end");
    rj_emit_check_function(e, function->place);
    e->cost = outer_cost;
    e->function = outer;
    e->loop = loop;
    e->locals = locals;
    e->slots = slots;
    e->zero = zero;
    e->break_close = break_close;
}

static size_t cost_of(const rj_expr *expr) {
    switch ((rj_expr_kind)expr->kind) {
    case RJ_EXPR_CALL:
    case RJ_EXPR_METHOD_CALL:
    case RJ_EXPR_UNARY:
    case RJ_EXPR_BINARY:
    case RJ_EXPR_LOGICAL:
    case RJ_EXPR_CONCAT:
    case RJ_EXPR_TABLE:
        return RJ_COST_OPERATION;
    default:
        return RJ_COST_VALUE;
    }
}

void rj_emit_expr(rj_emitter *e, const rj_expr *expr) {
    if (e->failed)
        return;
    const size_t cost_before = e->cost;
    e->cost += cost_of(expr);
    if (expr->is_constant) {
        rj_emit_number(e, expr->number);
        return;
    }
    switch ((rj_expr_kind)expr->kind) {
    case RJ_EXPR_NIL:
        rj_emit(e, "nil");
        break;
    case RJ_EXPR_FALSE:
        rj_emit(e, "false");
        break;
    case RJ_EXPR_TRUE:
        rj_emit(e, "true");
        break;
    case RJ_EXPR_NUMBER:
        break; /* is_constant */
    case RJ_EXPR_STRING:
        rj_emit_string(e, expr->as.string);
        break;
    case RJ_EXPR_VARARG:
        emit_varargs(e);
        break;
    case RJ_EXPR_NAME:
        emit_name(e, expr);
        break;
    case RJ_EXPR_INDEX:
        emit_index(e, expr);
        break;
    case RJ_EXPR_CALL:
    case RJ_EXPR_METHOD_CALL:
        emit_call(e, expr);
        break;
    case RJ_EXPR_FUNCTION:
        rj_emit_fresh(e);
        rj_emit(e, "function");
        rj_emit_function(e, expr->as.function);
        break;
    case RJ_EXPR_TABLE:
        emit_table(e, expr);
        break;
    case RJ_EXPR_UNARY:
        emit_unary(e, expr);
        break;
    case RJ_EXPR_BINARY:
        emit_binary(e, expr);
        break;
    case RJ_EXPR_LOGICAL:
        emit_logical(e, expr);
        rj_emit_check_jump(e, expr->place, cost_before);
        break;
    case RJ_EXPR_CONCAT:
        emit_concat(e, expr);
        break;
    case RJ_EXPR_PAREN:
        emit_paren(e, expr);
        break;
    }
}
