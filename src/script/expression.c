/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "script/parser.h"

enum {
    MAX_DEPTH =
        1000, /* nested constructs: bounds the C stack; LuaJIT takes 200, parentheses aside */
    MAX_HEIGHT = 1000, /* a.b.c…, a + b + c…: bounds the C stack of who walks the tree */
    UNARY_PRIORITY = 8
};

bool rj_parser_advance(rj_parser *p) {
    if (p->has_ahead) {
        p->token = p->ahead;
        p->has_ahead = false;
        return true;
    }
    return rj_lexer_next(&p->lexer, &p->token);
}

bool rj_parser_peek(rj_parser *p) {
    if (p->has_ahead)
        return true;
    p->has_ahead = true;
    return rj_lexer_next(&p->lexer, &p->ahead);
}

bool rj_parser_syntax_error(rj_parser *p) {
    return rj_lexer_error(&p->lexer, p->token.text, p->token.place, "syntax error");
}

bool rj_parser_expect(rj_parser *p, int kind) {
    if (p->token.kind != kind)
        return rj_parser_syntax_error(p);
    return rj_parser_advance(p);
}

static bool too_deep(rj_parser *p) {
    return rj_lexer_fail(&p->lexer, RJ_ERROR_LIMIT, p->token.place, 0,
                         "the script is nested too deeply for LuaJIT (200 levels)");
}

bool rj_parser_enter(rj_parser *p) {
    return ++p->depth <= MAX_DEPTH ? true : too_deep(p);
}

/* ---- nodes ---- */

static rj_expr *new_expr(rj_parser *p, rj_expr_kind kind, rj_place place, uint32_t script_line) {
    rj_expr *expr = rj_arena_calloc(p->arena, 1, sizeof *expr);
    if (!expr) {
        rj_error_no_memory(p->err);
        return NULL;
    }
    expr->kind = (uint8_t)kind;
    expr->place = place;
    expr->script_line = script_line;
    return expr;
}

/* The parent takes over what is known about a child. False: the tree is too high. */
static bool adopt(rj_parser *p, rj_expr *parent, const rj_expr *child) {
    parent->has_function |= child->has_function;
    parent->has_call |= child->has_call;
    if (parent->height <= child->height)
        parent->height = (uint16_t)(child->height + 1);
    if (parent->place.end < child->place.end)
        parent->place.end = child->place.end;
    return parent->height <= MAX_HEIGHT ? true : too_deep(p);
}

static rj_expr *simple_node(rj_parser *p, rj_expr_kind kind) {
    rj_expr *expr = new_expr(p, kind, p->token.place, p->token.place.at.line);
    return expr && rj_parser_advance(p) ? expr : NULL;
}

static rj_expr *string_node(rj_parser *p) {
    rj_bytes text = p->token.text;
    rj_expr *expr = simple_node(p, RJ_EXPR_STRING);
    if (expr)
        expr->as.string = text;
    return expr;
}

static rj_expr *number_node(rj_parser *p) {
    double number = rj_lexer_number(p->token.text);
    rj_expr *expr = simple_node(p, RJ_EXPR_NUMBER);
    if (expr) {
        expr->is_constant = true;
        expr->number = number;
    }
    return expr;
}

rj_expr *rj_parse_name(rj_parser *p) {
    const rj_name *name = p->token.name;
    if (!rj_parser_at(p, RJ_TK_NAME)) {
        rj_parser_syntax_error(p);
        return NULL;
    }
    rj_expr *expr = simple_node(p, RJ_EXPR_NAME);
    if (expr) {
        expr->as.name.name = name;
        if (!rj_scope_use(p, name, &expr->as.name.variable))
            return NULL;
    }
    return expr;
}

static rj_expr *vararg_node(rj_parser *p) {
    rj_function *function = p->reading->function;
    if (!function->is_vararg)
        rj_scope_refuse(p, p->token.place, p->token.place.at.line,
                        "cannot use '...' outside a vararg function");
    function->uses_varargs = true;
    return simple_node(p, RJ_EXPR_VARARG);
}

rj_expr *rj_parse_function_node(rj_parser *p, rj_function *function) {
    if (!function)
        return NULL;
    rj_expr *expr = new_expr(p, RJ_EXPR_FUNCTION, function->place, function->place.at.line);
    if (expr) {
        expr->has_function = true;
        expr->as.function = function;
    }
    return expr;
}

static rj_expr *function_node(rj_parser *p) {
    rj_place start = p->token.place;
    if (!rj_parser_advance(p))
        return NULL;
    return rj_parse_function_node(p, rj_parse_body(p, start, start.at.line, false));
}

/* ---- tables ---- */

/* [key] = value, name = value, value */
static bool parse_field(rj_parser *p, rj_field *field) {
    if (rj_parser_at(p, '[')) {
        if (!rj_parser_advance(p) || !(field->key = rj_parse_expr(p)) ||
            !rj_parser_expect(p, ']') || !rj_parser_expect(p, '='))
            return false;
    } else if (rj_parser_at(p, RJ_TK_NAME)) {
        if (!rj_parser_peek(p))
            return false;
        if (p->ahead.kind == '=' && (!(field->key = string_node(p)) || !rj_parser_advance(p)))
            return false;
    }
    field->value = rj_parse_expr(p);
    return field->value != NULL;
}

static rj_expr *parse_table(rj_parser *p) {
    rj_expr *table = simple_node(p, RJ_EXPR_TABLE);
    rj_field **link = table ? &table->as.fields : NULL;
    if (!table || !rj_parser_enter(p))
        return NULL;
    while (!rj_parser_at(p, '}')) {
        rj_field *field = rj_arena_calloc(p->arena, 1, sizeof *field);
        if (!field) {
            rj_error_no_memory(p->err);
            return NULL;
        }
        if (!parse_field(p, field) || !adopt(p, table, field->value) ||
            (field->key && !adopt(p, table, field->key)))
            return NULL;
        *link = field;
        link = &field->next;
        if (!rj_parser_at(p, ',') && !rj_parser_at(p, ';') && !rj_parser_at(p, '}')) {
            rj_parser_syntax_error(p);
            return NULL;
        }
        while (rj_parser_at(p, ',') || rj_parser_at(p, ';'))
            if (!rj_parser_advance(p))
                return NULL;
    }
    table->place.end = p->token.place.end;
    rj_parser_leave(p);
    return rj_parser_advance(p) ? table : NULL;
}

/* ---- what follows a variable or call ---- */

rj_expr *rj_parse_dot(rj_parser *p, rj_expr *object) {
    if (!rj_parser_advance(p))
        return NULL;
    if (!rj_parser_at(p, RJ_TK_NAME)) {
        rj_parser_syntax_error(p);
        return NULL;
    }
    rj_expr *expr = new_expr(p, RJ_EXPR_INDEX, object->place, object->script_line);
    rj_expr *key = expr ? string_node(p) : NULL;
    if (!key || !adopt(p, expr, object) || !adopt(p, expr, key))
        return NULL;
    expr->as.index.object = object;
    expr->as.index.key = key;
    expr->as.index.dotted = true;
    return expr;
}

static rj_expr *parse_bracket(rj_parser *p, rj_expr *object) {
    rj_expr *expr = new_expr(p, RJ_EXPR_INDEX, object->place, object->script_line);
    if (!expr || !rj_parser_advance(p))
        return NULL;
    rj_expr *key = rj_parse_expr(p);
    if (!key)
        return NULL;
    uint32_t end = p->token.place.end;
    if (!rj_parser_expect(p, ']') || !adopt(p, expr, object) || !adopt(p, expr, key))
        return NULL;
    expr->place.end = end;
    expr->as.index.object = object;
    expr->as.index.key = key;
    return expr;
}

/* ( … ), "string" or { … } behind a callee. */
static bool parse_arguments(rj_parser *p, rj_expr *call) {
    rj_expr *first = NULL;
    if (rj_parser_at(p, RJ_TK_STRING)) {
        first = string_node(p);
    } else if (rj_parser_at(p, '{')) {
        first = parse_table(p);
    } else {
        rj_token open = p->token;
        if (!rj_parser_expect(p, '('))
            return false;
        if (!rj_parser_at(p, ')') && !(first = rj_parse_expr_list(p)))
            return false;
        if (!rj_parser_at(p, ')'))
            return rj_parser_syntax_error(p);
        if (open.newline_before)
            return rj_lexer_error_at(&p->lexer, &open,
                                     "ambiguous syntax (function call x new statement)");
        call->place.end = p->token.place.end;
        if (!rj_parser_advance(p))
            return false;
        call->as.call.arguments = first;
        for (; first; first = first->next)
            if (!adopt(p, call, first))
                return false;
        return true;
    }
    call->as.call.arguments = first;
    return first && adopt(p, call, first);
}

static rj_expr *parse_call(rj_parser *p, rj_expr *callee) {
    bool method = rj_parser_at(p, ':');
    rj_expr *call = new_expr(p, method ? RJ_EXPR_METHOD_CALL : RJ_EXPR_CALL, callee->place,
                             callee->script_line);
    if (!call || !adopt(p, call, callee))
        return NULL;
    call->has_call = true;
    p->reading->function->has_call = true;
    call->as.call.callee = callee;
    if (method) {
        if (!rj_parser_advance(p))
            return NULL;
        call->as.call.method = p->token.name;
        call->as.call.method_place = p->token.place;
        if (!rj_parser_expect(p, RJ_TK_NAME))
            return NULL;
    }
    return parse_arguments(p, call) ? call : NULL;
}

/* Production forgets parentheses but for the line: what stands in them gets that of the opening
 * one, if it isn't a call. */
static rj_expr *parse_paren(rj_parser *p) {
    rj_expr *paren = simple_node(p, RJ_EXPR_PAREN);
    rj_expr *inner = paren ? rj_parse_expr(p) : NULL;
    if (!inner)
        return NULL;
    uint32_t end = p->token.place.end;
    if (!rj_parser_expect(p, ')') || !adopt(p, paren, inner))
        return NULL;
    paren->place.end = end;
    if (rj_expr_is_call(inner))
        paren->script_line = inner->script_line;
    else
        rj_expr_bare(inner)->script_line = paren->script_line;
    paren->is_constant = inner->is_constant;
    paren->number = inner->number;
    paren->as.operation.left = inner;
    return paren;
}

rj_expr *rj_parse_prefix(rj_parser *p) {
    rj_expr *expr = rj_parser_at(p, '(') ? parse_paren(p) : rj_parse_name(p);
    while (expr) {
        switch (p->token.kind) {
        case '.':
            expr = rj_parse_dot(p, expr);
            break;
        case '[':
            expr = parse_bracket(p, expr);
            break;
        case ':':
        case '(':
        case '{':
        case RJ_TK_STRING:
            expr = parse_call(p, expr);
            break;
        default:
            return expr;
        }
    }
    return NULL;
}

/* ---- operators ---- */

static rj_expr *parse_operand(rj_parser *p) {
    switch (p->token.kind) {
    case RJ_TK_NIL:
        return simple_node(p, RJ_EXPR_NIL);
    case RJ_TK_FALSE:
        return simple_node(p, RJ_EXPR_FALSE);
    case RJ_TK_TRUE:
        return simple_node(p, RJ_EXPR_TRUE);
    case RJ_TK_NUMBER:
        return number_node(p);
    case RJ_TK_STRING:
        return string_node(p);
    case RJ_TK_DOTS:
        return vararg_node(p);
    case RJ_TK_FUNCTION:
        return function_node(p);
    case '{':
        return parse_table(p);
    case '(':
    case RJ_TK_NAME:
        return rj_parse_prefix(p);
    default:
        rj_parser_syntax_error(p);
        return NULL;
    }
}

typedef struct binary {
    rj_operator op;
    uint8_t left, right; /* priorities; right < left: groups to the right */
} binary;

static binary binary_of(int token) {
    switch (token) {
    case RJ_TK_OR:
        return (binary){RJ_OP_OR, 1, 1};
    case RJ_TK_AND:
        return (binary){RJ_OP_AND, 2, 2};
    case '<':
        return (binary){RJ_OP_LT, 3, 3};
    case '>':
        return (binary){RJ_OP_GT, 3, 3};
    case RJ_TK_LE:
        return (binary){RJ_OP_LE, 3, 3};
    case RJ_TK_GE:
        return (binary){RJ_OP_GE, 3, 3};
    case RJ_TK_EQ:
        return (binary){RJ_OP_EQ, 3, 3};
    case RJ_TK_NE:
        return (binary){RJ_OP_NE, 3, 3};
    case RJ_TK_CONCAT:
        return (binary){RJ_OP_CONCAT, 5, 5}; /* a chain is read in one go */
    case '+':
        return (binary){RJ_OP_ADD, 6, 6};
    case '-':
        return (binary){RJ_OP_SUB, 6, 6};
    case '*':
        return (binary){RJ_OP_MUL, 7, 7};
    case '/':
        return (binary){RJ_OP_DIV, 7, 7};
    case '%':
        return (binary){RJ_OP_MOD, 7, 7};
    case '^':
        return (binary){RJ_OP_POW, 10, 9};
    default:
        return (binary){RJ_OP_NONE, 0, 0};
    }
}

static double modulo(double a, double b) {
    double rest = fmod(a, b);
    return (b > 0 && rest < 0) || (b < 0 && rest > 0) ? rest + b : rest;
}

/* Production computes what consists of numbers alone when it compiles. */
static void fold(rj_expr *expr) {
    const rj_expr *a = expr->as.operation.left, *b = expr->as.operation.right;
    if (!a->is_constant || (b && !b->is_constant))
        return;
    expr->is_constant = true;
    switch (expr->op) {
    case RJ_OP_ADD:
        expr->number = a->number + b->number;
        break;
    case RJ_OP_SUB:
        expr->number = a->number - b->number;
        break;
    case RJ_OP_MUL:
        expr->number = a->number * b->number;
        break;
    case RJ_OP_DIV:
        expr->number = a->number / b->number;
        break;
    case RJ_OP_MOD:
        expr->number = modulo(a->number, b->number);
        break;
    case RJ_OP_POW:
        /* Where the last digit is a matter of the library, the helper computes it. */
        expr->number = pow(a->number, b->number);
        expr->is_constant =
            fabs(expr->number) <= 9007199254740992.0 && expr->number == trunc(expr->number);
        break;
    case RJ_OP_NEGATE:
        expr->number = -a->number;
        break;
    default:
        expr->is_constant = false;
    }
}

static rj_expr *parse_binary(rj_parser *p, int limit);

static rj_expr *parse_unary(rj_parser *p) {
    rj_operator op = RJ_OP_NONE;
    if (rj_parser_at(p, '-'))
        op = RJ_OP_NEGATE;
    else if (rj_parser_at(p, '#'))
        op = RJ_OP_LENGTH;
    else if (rj_parser_at(p, RJ_TK_NOT))
        op = RJ_OP_NOT;
    else
        return parse_operand(p);
    rj_place place = p->token.place;
    rj_expr *expr = simple_node(p, RJ_EXPR_UNARY);
    rj_expr *operand = expr ? parse_binary(p, UNARY_PRIORITY) : NULL;
    if (!operand || !adopt(p, expr, operand))
        return NULL;
    expr->op = (uint8_t)op;
    expr->script_line = operand->script_line;
    expr->as.operation.left = operand;
    expr->as.operation.operator_place = place;
    fold(expr);
    return expr;
}

/* The operands behind the first one, and all in one list. */
static bool parse_concat(rj_parser *p, rj_expr *concat) {
    rj_expr *last = concat->as.operation.left;
    while (rj_parser_at(p, RJ_TK_CONCAT)) {
        if (!rj_parser_advance(p))
            return false;
        rj_expr *operand = parse_binary(p, 5);
        if (!operand || !adopt(p, concat, operand))
            return false;
        last->next = operand;
        last = operand;
    }
    return true;
}

static rj_expr_kind kind_of(rj_operator op) {
    if (op == RJ_OP_CONCAT)
        return RJ_EXPR_CONCAT;
    return op == RJ_OP_AND || op == RJ_OP_OR ? RJ_EXPR_LOGICAL : RJ_EXPR_BINARY;
}

static rj_expr *parse_binary(rj_parser *p, int limit) {
    if (!rj_parser_enter(p))
        return NULL;
    rj_expr *left = parse_unary(p);
    binary found = binary_of(p->token.kind);
    while (left && found.left > limit) {
        rj_expr *expr = new_expr(p, kind_of(found.op), left->place, left->script_line);
        if (!expr || !adopt(p, expr, left))
            return NULL;
        expr->op = (uint8_t)found.op;
        expr->as.operation.left = left;
        expr->as.operation.operator_place = p->token.place;
        if (found.op == RJ_OP_CONCAT) {
            if (!parse_concat(p, expr))
                return NULL;
        } else {
            rj_expr *right = rj_parser_advance(p) ? parse_binary(p, found.right) : NULL;
            if (!right || !adopt(p, expr, right))
                return NULL;
            expr->as.operation.right = right;
            fold(expr);
        }
        left = expr;
        found = binary_of(p->token.kind);
    }
    rj_parser_leave(p);
    return left;
}

rj_expr *rj_parse_expr(rj_parser *p) {
    return parse_binary(p, 0);
}

rj_expr *rj_parse_expr_list(rj_parser *p) {
    rj_expr *first = rj_parse_expr(p), *last = first;
    while (last && rj_parser_at(p, ',')) {
        if (!rj_parser_advance(p))
            return NULL;
        last->next = rj_parse_expr(p);
        last = last->next;
    }
    return last ? first : NULL;
}
