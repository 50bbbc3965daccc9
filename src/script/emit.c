/* SPDX-License-Identifier: Apache-2.0 */
#include "script/emit.h"

#include <math.h>
#include <stdio.h>

#include "script/lexer.h"

enum {
    MAX_SOURCE = 80, /* bytes of source shown as an expression */
    MAX_FLAT = 320   /* bytes of it that are looked at: some may be blanks */
};

void rj_emit_limit(rj_emitter *e, rj_place place, const char *message) {
    if (e->failed)
        return;
    rj_lexer where = {.text = e->script, .bytes = e->script_bytes, .err = e->err};
    where.origin = e->origin;
    rj_lexer_fail(&where, RJ_ERROR_LIMIT, place, 0, message);
    e->failed = true;
}

void rj_emit_check_jump(rj_emitter *e, rj_place place, size_t cost_before) {
    if (e->cost - cost_before > RJ_MAX_JUMP_COST)
        rj_emit_limit(
            e, place,
            "the loop, branch or expression is too long for LuaJIT; move parts of it into "
            "functions");
}

void rj_emit_check_function(rj_emitter *e, rj_place place) {
    if (e->cost > RJ_MAX_FUNCTION_COST)
        rj_emit_limit(e, place, "the function is too long for LuaJIT; divide it");
}

static void no_memory(rj_emitter *e) {
    if (!e->failed)
        rj_error_no_memory(e->err);
    e->failed = true;
}

/* ---- text ---- */

void rj_emit_unsigned(rj_emitter *e, uint64_t number) {
    char digits[24], *end = digits + sizeof digits, *start = end;
    do
        *--start = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    rj_emit_bytes(e, start, (size_t)(end - start));
}

/* Production keeps one zero a function: the sign of the first one holds for all. */
static void emit_zero(rj_emitter *e, double number) {
    if (e->zero == 0)
        e->zero = signbit(number) ? -1 : 1;
    rj_emit(e, e->zero < 0 ? "(-0)" : "0");
}

void rj_emit_number(rj_emitter *e, double number) {
    static const double exact = 9007199254740992.0;
    char text[40];
    if (number == 0) {
        emit_zero(e, number);
    } else if (isnan(number)) {
        rj_emit(e, "(0/0)");
    } else if (isinf(number)) {
        rj_emit(e, number < 0 ? "(-1/0)" : "(1/0)");
    } else {
        rj_emit(e, number < 0 ? "(-" : "");
        double size = fabs(number);
        if (size < exact && size == (double)(uint64_t)size) {
            rj_emit_unsigned(e, (uint64_t)size);
        } else {
            snprintf(text, sizeof text, "%.17g", size);
            rj_emit(e, text);
        }
        rj_emit(e, number < 0 ? ")" : "");
    }
}

void rj_emit_string(rj_emitter *e, rj_bytes text) {
    size_t plain = 0;
    rj_emit(e, "\"");
    for (size_t i = 0; i < text.count; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F)
            continue;
        char escape[8];
        int bytes = c < 0x20 || c == 0x7F ? snprintf(escape, sizeof escape, "\\%03d", c)
                                          : snprintf(escape, sizeof escape, "\\%c", c);
        rj_emit_bytes(e, text.data + plain, i - plain);
        rj_emit_bytes(e, escape, (size_t)bytes);
        plain = i + 1;
    }
    rj_emit_bytes(e, text.data + plain, text.count - plain);
    rj_emit(e, "\"");
}

void rj_emit_temporary(rj_emitter *e, uint32_t number) {
    rj_emit(e, RJ_HELPER_TABLE);
    rj_emit_unsigned(e, number);
}

void rj_emit_variable(rj_emitter *e, const rj_variable *variable) {
    if (!variable->boxed) {
        rj_emit_bytes(e, variable->name->text.data, variable->name->text.count);
        return;
    }
    rj_emit(e, RJ_HELPER_TABLE "b");
    rj_emit_unsigned(e, variable->block->number);
    rj_emit(e, ".v");
    rj_emit_unsigned(e, variable->number);
}

void rj_emit_helper(rj_emitter *e, const char *name) {
    rj_emit(e, RJ_HELPER_TABLE ".");
    rj_emit(e, name);
    rj_emit(e, "(");
}

void rj_emit_hit(rj_emitter *e, uint32_t point) {
    if (!point)
        return;
    e->cost += RJ_COST_HIT;
    rj_emit_helper(e, "hit");
    rj_emit_unsigned(e, point - 1);
    rj_emit(e, ");");
}

static bool is_keyword(rj_bytes text) {
    enum {
        LONGEST = 8
    };
    static const char keywords[][LONGEST + 1] = {
        "and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
        "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
        "repeat",   "return", "then", "true", "until",  "while"};
    char padded[LONGEST + 1] = {0};
    if (text.count > LONGEST)
        return false;
    memcpy(padded, text.data, text.count);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (memcmp(padded, keywords[i], sizeof padded) == 0)
            return true;
    return false;
}

bool rj_emit_is_identifier(rj_bytes text) {
    for (size_t i = 0; i < text.count; i++) {
        char c = text.data[i];
        bool letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return text.count > 0 && !is_keyword(text);
}

/* ---- lines ---- */

static void add_line(rj_emitter *e) {
    rj_chunk_site *sites =
        rj_arena_grow(e->arena, e->sites, e->site_count, &e->site_capacity, sizeof *sites);
    if (!sites) {
        no_memory(e);
        return;
    }
    e->sites = sites;
    rj_chunk_site *site = &e->sites[e->site_count++];
    *site = (rj_chunk_site){0};
    if (e->stat) {
        site->script_line = e->stat->script_line;
        site->at = e->stat->place.at;
    }
}

void rj_emit_newline(rj_emitter *e) {
    if (e->failed)
        return;
    rj_emit_bytes(e, "\n", 1);
    add_line(e);
}

static rj_chunk_site *current_site(rj_emitter *e) {
    return &e->sites[e->site_count - 1];
}

void rj_emit_fresh(rj_emitter *e) {
    if (!e->failed && current_site(e)->kind != RJ_SITE_NONE)
        rj_emit_newline(e);
}

void rj_emit_apart(rj_emitter *e, rj_site_kind kind) {
    if (e->failed)
        return;
    for (const rj_chunk_site *site = current_site(e); site; site = site->next)
        if (site->kind == kind) {
            rj_emit_newline(e);
            return;
        }
}

void rj_emit_site(rj_emitter *e, rj_site_kind kind, uint32_t script_line, rj_position at,
                  const char *expression) {
    if (e->failed)
        return;
    rj_chunk_site *site = current_site(e);
    rj_chunk_site fresh = {script_line, at, expression, kind, NULL};
    if (site->kind == RJ_SITE_NONE) {
        *site = fresh;
        return;
    }
    rj_chunk_site *second = rj_arena_alloc(e->arena, sizeof *second);
    if (!second) {
        no_memory(e);
        return;
    }
    if (kind == RJ_SITE_CALL) {
        *second = *site;
        *site = fresh;
    } else {
        *second = fresh;
        second->next = site->next;
    }
    site->next = second;
}

/* ---- source of operands ---- */

/* A stretch of the script on one line: space around line ends becomes one blank, or none in front
 * of a dot or colon. */
static size_t flatten(const rj_emitter *e, rj_place place, char *out, size_t room) {
    size_t bytes = 0;
    if (place.end - place.offset > 4 * MAX_FLAT)
        place.end = place.offset + 4 * MAX_FLAT; /* blanks could go on for long */
    for (size_t i = place.offset; i < place.end && bytes < room; i++) {
        char c = e->script[i];
        if (c != '\n' && c != '\r' && c != '\t') {
            out[bytes++] = c;
            continue;
        }
        while (i + 1 < place.end && strchr(" \t\r\n", e->script[i + 1]) && e->script[i + 1])
            i++;
        while (bytes && out[bytes - 1] == ' ')
            bytes--;
        if (i + 1 < place.end && !strchr(".:", e->script[i + 1]))
            out[bytes++] = ' ';
    }
    return bytes;
}

/* The text, cut to MAX_SOURCE bytes at its end, or in front when the end matters. */
static const char *source(rj_emitter *e, rj_place place, const char *suffix, rj_bytes name,
                          bool keep_end) {
    char text[MAX_FLAT + 1 + MAX_SOURCE];
    const char *start = text;
    if (keep_end && place.end - place.offset > MAX_FLAT)
        place.offset = place.end - MAX_FLAT;
    if (name.count > MAX_SOURCE)
        name = (rj_bytes){name.data + name.count - MAX_SOURCE, MAX_SOURCE};
    size_t bytes = flatten(e, place, text, keep_end ? MAX_FLAT : MAX_SOURCE + 1);
    if (*suffix)
        text[bytes++] = *suffix;
    memcpy(text + bytes, name.data, name.count);
    bytes += name.count;
    if (bytes > MAX_SOURCE) {
        start = keep_end ? text + bytes - MAX_SOURCE : text;
        memcpy(keep_end ? text + bytes - MAX_SOURCE : text + MAX_SOURCE - 3, "...", 3);
        bytes = MAX_SOURCE;
    }
    const char *copy = rj_arena_copy(e->arena, start, bytes);
    if (!copy)
        no_memory(e);
    return copy;
}

static const rj_expr *shown(const rj_expr *expr) {
    const rj_expr *bare = rj_expr_bare(expr);
    bool simple = bare->kind == RJ_EXPR_NAME || bare->kind == RJ_EXPR_INDEX;
    return simple ? bare : expr;
}

const char *rj_emit_source(rj_emitter *e, const rj_expr *expr) {
    return source(e, shown(expr)->place, "", (rj_bytes){"", 0}, false);
}

const char *rj_emit_callee_source(rj_emitter *e, const rj_expr *call) {
    const rj_expr *callee = shown(call->as.call.callee);
    if (call->kind == RJ_EXPR_METHOD_CALL)
        return source(e, callee->place, ":", call->as.call.method->text, true);
    if (callee->kind == RJ_EXPR_INDEX && callee->as.index.key->kind == RJ_EXPR_STRING &&
        rj_emit_is_identifier(callee->as.index.key->as.string))
        return source(e, shown(callee->as.index.object)->place, ".",
                      callee->as.index.key->as.string, true);
    return source(e, callee->place, "", (rj_bytes){"", 0}, true);
}

/* ---- what lives in tables ---- */

static bool keeps_locals_in_tables(const rj_function *function) {
    return function->most_locals > RJ_MAX_PLAIN_LOCALS;
}

static void choose_boxes(rj_emitter *e, const rj_ast *ast) {
    for (rj_variable *variable = ast->variables; variable; variable = variable->older) {
        variable->boxed |= keeps_locals_in_tables(variable->function);
        if (!variable->boxed || !variable->block)
            continue;
        variable->block->has_box = true;
        if (variable->block->has_label)
            rj_emit_limit(e, variable->place,
                          "a block with a label has locals that LuaJIT has no room for "
                          "(60 upvalues, 200 locals)");
    }
}

typedef struct box_check {
    rj_emitter *e;
    bool choosing;
} box_check;

static bool check_function(void *context, const rj_expr *expr) {
    box_check *check = context;
    if (expr->kind != RJ_EXPR_FUNCTION || !expr->as.function->too_many_upvalues)
        return true;
    const rj_function *function = expr->as.function;
    if (check->choosing) {
        for (size_t i = 0; i < function->upvalue_count; i++)
            function->upvalues[i]->boxed = true;
        return true;
    }
    uint32_t boxes = 0;
    for (const rj_block *block = function->body->parent; block; block = block->parent)
        boxes += block->has_box;
    if (boxes > RJ_MAX_UPVALUES)
        rj_emit_limit(check->e, function->place,
                      "the function uses locals of too many blocks around it (LuaJIT's limit is "
                      "60 upvalues)");
    return !check->e->failed;
}

static bool any_overflow(const rj_ast *ast) {
    for (const rj_variable *variable = ast->variables; variable; variable = variable->older)
        if (variable->boxed || keeps_locals_in_tables(variable->function))
            return true;
    return false;
}

/* LuaJIT has 60 upvalues a function and 200 locals. Where a script needs more, locals become fields
 * of a table, one for each time their block is entered, as each time has locals of its own. */
static void prepare_boxes(rj_emitter *e, const rj_ast *ast) {
    static const rj_ast_visitor visitor = {.expr = check_function};
    if (!any_overflow(ast))
        return;
    box_check check = {e, true};
    if (!rj_ast_visit(ast->main->body, &visitor, &check))
        return;
    choose_boxes(e, ast);
    check.choosing = false;
    if (!rj_ast_visit(ast->main->body, &visitor, &check))
        return;
}

bool rj_emit_chunk(rj_emitter *e, const rj_ast *ast) {
    prepare_boxes(e, ast);
    if (!e->failed) {
        add_line(e);
        rj_emit(e, "local " RJ_HELPER_TABLE "=...;");
        e->function = ast->main;
        e->locals = 1;
        e->level = 1;
        rj_emit_block(e, ast->main->body, NULL);
        rj_emit(e, "\n");
        add_line(e);
        rj_emit_check_function(e, ast->main->place);
    }
    if (!e->failed && !rj_buf_ok(&e->out))
        no_memory(e);
    return !e->failed;
}
