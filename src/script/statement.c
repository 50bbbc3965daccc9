/* SPDX-License-Identifier: Apache-2.0 */
#include "script/parser.h"

static rj_stat *new_stat(rj_parser *p, rj_stat_kind kind, rj_place place) {
    rj_stat *stat = rj_arena_calloc(p->arena, 1, sizeof *stat);
    if (!stat) {
        rj_error_no_memory(p->err);
        return NULL;
    }
    stat->kind = kind;
    stat->place = place;
    stat->script_line = place.at.line;
    return stat;
}

/* A statement that begins with the current token, which is taken. */
static rj_stat *keyword_stat(rj_parser *p, rj_stat_kind kind) {
    rj_stat *stat = new_stat(p, kind, p->token.place);
    return stat && rj_parser_advance(p) ? stat : NULL;
}

static bool take_end(rj_parser *p, rj_stat *stat) {
    stat->place.end = p->token.place.end;
    stat->script_end_line = p->token.place.at.line;
    return rj_parser_expect(p, RJ_TK_END);
}

static bool ends_block(int kind) {
    return kind == RJ_TK_END || kind == RJ_TK_ELSE || kind == RJ_TK_ELSEIF || kind == RJ_TK_UNTIL ||
           kind == RJ_TK_EOF;
}

/* Statements in a scope of their own that the caller has entered already. */
static rj_block *finish_block(rj_parser *p) {
    rj_block *block = p->reading->scope->block;
    if (!rj_parse_statements(p))
        return NULL;
    rj_scope_leave(p);
    return block;
}

static rj_block *parse_block(rj_parser *p, bool is_loop) {
    rj_scope scope = {.is_loop = is_loop};
    return rj_scope_enter(p, &scope) ? finish_block(p) : NULL;
}

static bool note_value(rj_parser *p, rj_variable *variable, const rj_expr *value) {
    return rj_ast_note_value(p->arena, variable, value) ? true : rj_error_no_memory(p->err);
}

/* Each variable gets its value of the list; the last one may stand for several. */
static bool note_values(rj_parser *p, rj_variable *variables, const rj_expr *values) {
    for (; variables; variables = variables->next) {
        bool known = values && !(rj_expr_is_multiple(values) && !values->next);
        if (!note_value(p, variables, known ? values : NULL))
            return false;
        values = values ? values->next : NULL;
    }
    return true;
}

/* ---- functions ---- */

static bool add_parameter(rj_parser *p, rj_variable ***link, const rj_name *name, rj_place place) {
    rj_variable *variable = rj_scope_declare(p, name, place);
    if (!variable || !note_value(p, variable, NULL))
        return false;
    rj_scope_show(p, variable);
    **link = variable;
    *link = &variable->next;
    return true;
}

static bool add_named(rj_parser *p, rj_variable ***link, const char *name, size_t bytes) {
    const rj_name *object = rj_lexer_intern(&p->lexer, name, bytes);
    return object ? add_parameter(p, link, object, p->token.place) : rj_error_no_memory(p->err);
}

static bool parse_parameters(rj_parser *p, rj_function *function, bool is_method) {
    rj_variable **link = &function->parameters, **arg = &function->arg;
    if (!rj_parser_expect(p, '('))
        return false;
    if (is_method && !add_named(p, &link, "self", 4))
        return false;
    bool more = !rj_parser_at(p, ')');
    while (more && !rj_parser_at(p, RJ_TK_DOTS)) {
        rj_token token = p->token;
        if (!rj_parser_expect(p, RJ_TK_NAME) || !add_parameter(p, &link, token.name, token.place))
            return false;
        more = rj_parser_at(p, ',');
        if (more && !rj_parser_advance(p))
            return false;
    }
    if (more) {
        function->is_vararg = true;
        if (!rj_parser_advance(p) || !add_named(p, &arg, "arg", 3))
            return false;
    }
    return rj_parser_expect(p, ')');
}

static bool parse_body_inside(rj_parser *p, rj_function *function, bool is_method) {
    rj_scope scope = {0};
    if (!rj_parser_enter(p) || !rj_scope_enter(p, &scope))
        return false;
    function->body = scope.block;
    if (!parse_parameters(p, function, is_method) || !rj_parse_statements(p))
        return false;
    function->script_end_line = p->token.place.at.line;
    function->place.end = p->token.place.end;
    if (!rj_parser_at(p, RJ_TK_END))
        return rj_parser_syntax_error(p);
    rj_scope_end_function(p);
    rj_scope_leave(p);
    rj_parser_leave(p);
    return true;
}

rj_function *rj_parse_body(rj_parser *p, rj_place start, uint32_t script_line, bool is_method) {
    rj_function *function = rj_arena_calloc(p->arena, 1, sizeof *function);
    if (!function) {
        rj_error_no_memory(p->err);
        return NULL;
    }
    rj_reading reading = {.outer = p->reading, .function = function};
    function->parent = p->reading->function;
    function->place = start;
    function->script_line = script_line;
    p->reading = &reading;
    bool done = parse_body_inside(p, function, is_method);
    p->reading = reading.outer;
    return done && rj_parser_advance(p) ? function : NULL;
}

static void name_function(const rj_expr *value, rj_bytes name) {
    if (value->kind == RJ_EXPR_FUNCTION)
        value->as.function->name = name;
}

/* a = function … end, a.b = function … end */
static void name_by_target(const rj_expr *value, const rj_expr *target) {
    if (target->kind == RJ_EXPR_NAME)
        name_function(value, target->as.name.name->text);
    else if (target->as.index.dotted)
        name_function(value, target->as.index.key->as.string);
}

/* function a.b.c:d( … ) … end */
static rj_stat *parse_function(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_FUNCTION);
    rj_expr *name = stat ? rj_parse_name(p) : NULL;
    while (name && rj_parser_at(p, '.'))
        name = rj_parse_dot(p, name);
    if (name && rj_parser_at(p, ':')) {
        stat->is_method = true;
        name = rj_parse_dot(p, name);
    }
    if (!name)
        return NULL;
    uint32_t line = p->token.place.at.line; /* production: that of the parenthesis */
    rj_function *function = rj_parse_body(p, stat->place, line, stat->is_method);
    stat->targets = name;
    stat->values = rj_parse_function_node(p, function);
    if (!stat->values)
        return NULL;
    name_by_target(stat->values, name);
    if (name->kind == RJ_EXPR_NAME && name->as.name.variable) {
        name->as.name.variable->assigned = true;
        if (!note_value(p, name->as.name.variable, stat->values))
            return NULL;
    }
    stat->script_end_line = function->script_end_line;
    stat->place.end = function->place.end;
    return stat;
}

/* ---- local ---- */

static rj_stat *parse_local_function(rj_parser *p, rj_stat *stat) {
    stat->kind = RJ_STAT_LOCAL_FUNCTION;
    rj_token token = p->token;
    if (!rj_parser_expect(p, RJ_TK_NAME))
        return NULL;
    uint32_t line = p->token.place.at.line;
    stat->variables = rj_scope_declare(p, token.name, token.place);
    if (!stat->variables)
        return NULL;
    rj_scope_show(p, stat->variables);
    rj_function *function = rj_parse_body(p, stat->place, line, false);
    stat->values = rj_parse_function_node(p, function);
    if (!stat->values || !note_value(p, stat->variables, stat->values))
        return NULL;
    name_function(stat->values, stat->variables->name->text);
    stat->variables->is_function = true;
    stat->script_end_line = function->script_end_line;
    return stat;
}

static bool parse_names(rj_parser *p, rj_variable **link) {
    for (;;) {
        rj_token token = p->token;
        if (!rj_parser_expect(p, RJ_TK_NAME))
            return false;
        *link = rj_scope_declare(p, token.name, token.place);
        if (!*link)
            return false;
        link = &(*link)->next;
        if (!rj_parser_at(p, ','))
            return true;
        if (!rj_parser_advance(p))
            return false;
    }
}

static void show_all(rj_parser *p, rj_variable *variables) {
    for (; variables; variables = variables->next)
        rj_scope_show(p, variables);
}

static rj_stat *parse_local(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_LOCAL);
    if (!stat)
        return NULL;
    if (rj_parser_at(p, RJ_TK_FUNCTION))
        return rj_parser_advance(p) ? parse_local_function(p, stat) : NULL;
    if (!parse_names(p, &stat->variables))
        return NULL;
    bool shown = false;
    if (rj_parser_at(p, '=')) {
        if (!rj_parser_advance(p))
            return NULL;
        /* To production `local f = function` is the same as `local function f`. */
        shown = rj_parser_at(p, RJ_TK_FUNCTION) && !stat->variables->next;
        if (shown)
            show_all(p, stat->variables);
        stat->values = rj_parse_expr_list(p);
        if (!stat->values)
            return NULL;
    }
    const rj_expr *value = stat->values;
    for (const rj_variable *v = stat->variables; v && value; v = v->next, value = value->next)
        name_function(value, v->name->text);
    if (!shown)
        show_all(p, stat->variables);
    if (shown && stat->values->kind == RJ_EXPR_FUNCTION && !stat->values->next) {
        stat->kind = RJ_STAT_LOCAL_FUNCTION;
        stat->variables->is_function = true;
    }
    return note_values(p, stat->variables, stat->values) ? stat : NULL;
}

/* ---- assignments and calls ---- */

static bool is_target(const rj_expr *expr) {
    return expr->kind == RJ_EXPR_NAME || expr->kind == RJ_EXPR_INDEX;
}

static bool note_assignment(rj_parser *p, const rj_expr *targets, const rj_expr *values) {
    for (; targets; targets = targets->next) {
        bool known = values && !(rj_expr_is_multiple(values) && !values->next);
        if (known)
            name_by_target(values, targets);
        rj_variable *variable = targets->kind == RJ_EXPR_NAME ? targets->as.name.variable : NULL;
        if (variable) {
            variable->assigned = true;
            if (!note_value(p, variable, known ? values : NULL))
                return false;
        }
        values = values ? values->next : NULL;
    }
    return true;
}

static rj_stat *parse_assignment(rj_parser *p, rj_stat *stat, rj_expr *first) {
    rj_expr *last = first;
    stat->kind = RJ_STAT_ASSIGN;
    stat->targets = first;
    while (rj_parser_at(p, ',')) {
        if (!rj_parser_advance(p))
            return NULL;
        rj_expr *target = rj_parse_prefix(p);
        if (!target)
            return NULL;
        if (!is_target(target)) {
            rj_parser_syntax_error(p);
            return NULL;
        }
        last->next = target;
        last = target;
    }
    if (!rj_parser_expect(p, '='))
        return NULL;
    stat->values = rj_parse_expr_list(p);
    if (!stat->values || !note_assignment(p, stat->targets, stat->values))
        return NULL;
    return stat;
}

static rj_stat *parse_prefix_stat(rj_parser *p) {
    rj_stat *stat = new_stat(p, RJ_STAT_CALL, p->token.place);
    rj_expr *expr = stat ? rj_parse_prefix(p) : NULL;
    if (!expr)
        return NULL;
    stat->script_line = expr->script_line;
    if (is_target(expr) && (rj_parser_at(p, '=') || rj_parser_at(p, ',')))
        return parse_assignment(p, stat, expr);
    if (!rj_expr_is_call(rj_expr_bare(expr))) {
        rj_lexer_error(&p->lexer, p->token.text, stat->place, "parse error");
        return NULL;
    }
    stat->values = expr;
    return stat;
}

/* ---- control ---- */

static rj_stat *parse_do(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_DO);
    if (!stat || !(stat->body = parse_block(p, false)) || !take_end(p, stat))
        return NULL;
    return stat;
}

static rj_stat *parse_while(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_WHILE);
    if (!stat || !(stat->values = rj_parse_expr(p)) || !rj_parser_expect(p, RJ_TK_DO) ||
        !(stat->body = parse_block(p, true)) || !take_end(p, stat))
        return NULL;
    return stat;
}

/* The condition sees the locals of the body. */
static rj_stat *parse_repeat(rj_parser *p) {
    rj_scope scope = {.is_loop = true, .is_repeat = true};
    rj_stat *stat = keyword_stat(p, RJ_STAT_REPEAT);
    if (!stat || !rj_scope_enter(p, &scope) || !rj_parse_statements(p) ||
        !rj_parser_expect(p, RJ_TK_UNTIL) || !(stat->values = rj_parse_expr(p)))
        return NULL;
    stat->body = scope.block;
    stat->script_end_line = stat->values->script_line;
    stat->place.end = stat->values->place.end;
    rj_scope_leave(p);
    return stat;
}

static rj_clause *parse_clause(rj_parser *p, bool has_condition) {
    rj_clause *clause = rj_arena_calloc(p->arena, 1, sizeof *clause);
    if (!clause) {
        rj_error_no_memory(p->err);
        return NULL;
    }
    clause->place = p->token.place;
    if (!rj_parser_advance(p))
        return NULL;
    if (has_condition &&
        (!(clause->condition = rj_parse_expr(p)) || !rj_parser_expect(p, RJ_TK_THEN)))
        return NULL;
    clause->body = parse_block(p, false);
    return clause->body ? clause : NULL;
}

enum {
    MAX_CLAUSES = 5000 /* LuaJIT takes quadratic time over them and refuses some 16000 */
};

static rj_stat *parse_if(rj_parser *p) {
    size_t clauses = 0;
    rj_stat *stat = new_stat(p, RJ_STAT_IF, p->token.place);
    if (!stat)
        return NULL;
    rj_clause **link = &stat->clauses;
    do {
        *link = parse_clause(p, true);
        if (!*link)
            return NULL;
        link = &(*link)->next;
    } while (rj_parser_at(p, RJ_TK_ELSEIF) && ++clauses < MAX_CLAUSES);
    if (rj_parser_at(p, RJ_TK_ELSEIF)) {
        rj_lexer_fail(&p->lexer, RJ_ERROR_LIMIT, p->token.place, 0,
                      "the statement has more than 5000 branches");
        return NULL;
    }
    if (rj_parser_at(p, RJ_TK_ELSE) && !(*link = parse_clause(p, false)))
        return NULL;
    return take_end(p, stat) ? stat : NULL;
}

/* do … end behind the head of a for loop, whose variables belong to the block. */
static rj_stat *parse_for_body(rj_parser *p, rj_stat *stat, const char *const hidden[3]) {
    rj_scope scope = {.is_loop = true};
    if (!rj_parser_expect(p, RJ_TK_DO) || !rj_scope_enter(p, &scope))
        return NULL;
    for (int i = 0; i < 3; i++)
        rj_scope_hidden(p, hidden[i]);
    show_all(p, stat->variables);
    stat->body = finish_block(p);
    return stat->body && take_end(p, stat) ? stat : NULL;
}

static rj_stat *parse_numeric_for(rj_parser *p, rj_stat *stat) {
    static const char *const hidden[] = {"(for index)", "(for limit)", "(for step)"};
    stat->kind = RJ_STAT_NUMERIC_FOR;
    stat->variables->not_string = true;
    rj_expr *last = rj_parser_advance(p) ? rj_parse_expr(p) : NULL;
    stat->values = last;
    if (!last || !rj_parser_expect(p, ',') || !(last = last->next = rj_parse_expr(p)))
        return NULL;
    if (rj_parser_at(p, ',') && (!rj_parser_advance(p) || !(last->next = rj_parse_expr(p))))
        return NULL;
    return parse_for_body(p, stat, hidden);
}

static rj_stat *parse_for(rj_parser *p) {
    static const char *const hidden[] = {"(for generator)", "(for state)", "(for control)"};
    rj_stat *stat = keyword_stat(p, RJ_STAT_GENERIC_FOR);
    if (!stat)
        return NULL;
    rj_token token = p->token;
    if (!rj_parser_at(p, RJ_TK_NAME) || !rj_parser_peek(p)) {
        if (!rj_parser_at(p, RJ_TK_NAME))
            rj_parser_syntax_error(p);
        return NULL;
    }
    if (p->ahead.kind == '=') {
        stat->variables = rj_scope_declare(p, token.name, token.place);
        return stat->variables && rj_parser_advance(p) ? parse_numeric_for(p, stat) : NULL;
    }
    if (!parse_names(p, &stat->variables) || !note_values(p, stat->variables, NULL) ||
        !rj_parser_expect(p, RJ_TK_IN) || !(stat->values = rj_parse_expr_list(p)))
        return NULL;
    p->reading->function->has_call = true;
    return parse_for_body(p, stat, hidden);
}

static rj_stat *parse_goto(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_GOTO);
    if (!stat)
        return NULL;
    stat->label = p->token.name;
    if (!rj_parser_expect(p, RJ_TK_NAME) || !rj_scope_goto(p, stat->label, stat->place))
        return NULL;
    return stat;
}

static rj_stat *parse_label(rj_parser *p) {
    rj_stat *stat = keyword_stat(p, RJ_STAT_LABEL);
    if (!stat)
        return NULL;
    stat->label = p->token.name;
    if (!rj_parser_expect(p, RJ_TK_NAME) || !rj_parser_expect(p, RJ_TK_LABEL) ||
        !rj_scope_label(p, stat->label, stat->place))
        return NULL;
    return stat;
}

static rj_stat *parse_stat(rj_parser *p) {
    if (!rj_parser_at(p, RJ_TK_LABEL))
        rj_scope_statement(p);
    switch (p->token.kind) {
    case RJ_TK_LABEL:
        return parse_label(p);
    case RJ_TK_GOTO:
        return parse_goto(p);
    case RJ_TK_DO:
        return parse_do(p);
    case RJ_TK_WHILE:
        return parse_while(p);
    case RJ_TK_REPEAT:
        return parse_repeat(p);
    case RJ_TK_IF:
        return parse_if(p);
    case RJ_TK_FOR:
        return parse_for(p);
    case RJ_TK_FUNCTION:
        return parse_function(p);
    case RJ_TK_LOCAL:
        return parse_local(p);
    case '(':
    case RJ_TK_NAME:
        return parse_prefix_stat(p);
    default:
        rj_parser_syntax_error(p);
        return NULL;
    }
}

/* return or break, which end their block. */
static rj_stat *parse_last(rj_parser *p) {
    rj_scope_statement(p);
    rj_place place = p->token.place;
    if (rj_parser_at(p, RJ_TK_BREAK)) {
        rj_scope_break(p, place);
        return keyword_stat(p, RJ_STAT_BREAK);
    }
    rj_stat *stat = keyword_stat(p, RJ_STAT_RETURN);
    if (!stat)
        return NULL;
    if (!ends_block(p->token.kind) && !rj_parser_at(p, ';') &&
        !(stat->values = rj_parse_expr_list(p)))
        return NULL;
    return stat;
}

static void append(rj_block *block, rj_stat *stat) {
    if (block->last)
        block->last->next = stat;
    else
        block->first = stat;
    block->last = stat;
}

bool rj_parse_statements(rj_parser *p) {
    rj_block *block = p->reading->scope->block;
    bool last = false;
    if (!rj_parser_enter(p))
        return false;
    while (!last && !ends_block(p->token.kind)) {
        if (rj_parser_at(p, ';')) {
            if (!rj_parser_advance(p))
                return false;
            continue;
        }
        last = rj_parser_at(p, RJ_TK_RETURN) || rj_parser_at(p, RJ_TK_BREAK);
        rj_stat *stat = last ? parse_last(p) : parse_stat(p);
        if (!stat)
            return false;
        append(block, stat);
    }
    if (last && rj_parser_at(p, ';') && !rj_parser_advance(p))
        return false;
    if (!ends_block(p->token.kind))
        return rj_parser_syntax_error(p);
    rj_parser_leave(p);
    return true;
}

/* ---- the script ---- */

static bool parse_script(rj_parser *p, rj_function *main) {
    rj_scope scope = {0};
    rj_reading reading = {.function = main};
    p->reading = &reading;
    if (!rj_parser_advance(p) || !rj_scope_enter(p, &scope))
        return false;
    main->body = scope.block;
    if (!rj_parse_statements(p))
        return false;
    if (!rj_parser_at(p, RJ_TK_EOF))
        return rj_parser_syntax_error(p);
    /* Production's main function ends one line behind the end of its last statement. */
    const rj_stat *last = main->body->last;
    main->script_end_line = last ? last->script_end_line + 1 : 0;
    main->place.end = (uint32_t)p->lexer.bytes;
    rj_scope_end_function(p);
    rj_scope_leave(p);
    return true;
}

bool rj_ast_parse(const char *script, size_t script_bytes, const rj_span_map *origin,
                  rj_arena *arena, rj_ast *out, rj_error *err) {
    rj_parser p = {.arena = arena, .err = err, .refusal = RJ_ERROR_INIT};
    rj_function *main = rj_arena_calloc(arena, 1, sizeof *main);
    if (!main)
        return rj_error_no_memory(err);
    main->is_vararg = true;
    main->place.at = (rj_position){1, 1};
    if (!rj_lexer_start(&p.lexer, script, script_bytes, origin, arena, err))
        return false;
    bool done = parse_script(&p, main);
    if (done && p.refused) {
        if (err)
            rj_error_move(err, &p.refusal);
        done = false;
    }
    rj_error_clear(&p.refusal);
    if (!done)
        return false;
    *out = (rj_ast){.main = main, .variables = p.variables};
    out->comments = p.lexer.comments;
    out->comment_count = p.lexer.comment_count;
    out->line_offsets = p.lexer.line_offsets;
    out->line_count = p.lexer.line_count;
    rj_ast_infer(out);
    return true;
}
