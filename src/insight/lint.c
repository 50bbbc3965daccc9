/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "insight/lint_script.h"
#include "rjinterp/buf.h"
#include "rjinterp/script.h"
#include "rjinterp/typed.h"

static const rj_limits *limits_of(const rj_lint *lint) {
    return lint->limits ? lint->limits : rj_limits_default();
}

/* ---- findings ---- */

static rj_lint_finding *add(rj_lint *lint, const char *id) {
    rj_lint_finding *items =
        rj_arena_grow(lint->arena, lint->items, lint->count, &lint->capacity, sizeof *items);
    if (!items)
        return NULL;
    lint->items = items;
    items[lint->count] = (rj_lint_finding){.rule = rj_lint_find_rule(id), .field = ""};
    return &items[lint->count++];
}

static const char *make_text(rj_arena *arena, const char *format, va_list args) RJ_PRINTF(2, 0);

static const char *make_text(rj_arena *arena, const char *format, va_list args) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_vprintf(&text, format, args);
    const char *kept =
        rj_buf_ok(&text) ? rj_arena_copy(arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_buf_free(&text);
    return kept;
}

static rj_position file_position(const lint_script *s, uint32_t offset) {
    return rj_span_map_at(&s->map, s->text, s->bytes, offset);
}

void lint_report(lint_script *s, const char *id, rj_place place, const char *words, ...) {
    rj_lint_finding *f = s->has_no_memory ? NULL : add(s->lint, id);
    va_list args;
    if (!f) {
        s->has_no_memory = true;
        return;
    }
    va_start(args, words);
    f->message = make_text(s->lint->arena, words, args);
    va_end(args);
    s->has_no_memory = !f->message;
    f->customization = s->customization->name;
    f->file = s->customization->source;
    f->field = s->rule->field;
    f->operation = s->rule->operation;
    f->document = s->customization->document.index;
    f->at = file_position(s, place.offset);
    if (place.end > place.offset && place.end <= s->bytes)
        f->end = file_position(s, place.end);
}

void lint_hint(lint_script *s, const char *words, ...) {
    va_list args;
    if (s->has_no_memory || s->lint->count == s->first_finding)
        return;
    va_start(args, words);
    s->lint->items[s->lint->count - 1].hint = make_text(s->lint->arena, words, args);
    va_end(args);
    s->has_no_memory = !s->lint->items[s->lint->count - 1].hint;
}

void lint_fix(lint_script *s, const char *text, size_t offset, size_t bytes) {
    if (s->has_no_memory || s->lint->count == s->first_finding)
        return;
    rj_lint_finding *f = &s->lint->items[s->lint->count - 1];
    f->fix_text = text;
    f->fix_offset = offset;
    f->fix_bytes = bytes;
}

static bool report_yaml(rj_lint *lint, const rj_customization *c, const char *field, const char *id,
                        rj_position at, const rj_buf *message, const rj_buf *hint) {
    rj_lint_finding *f = rj_buf_ok(message) && rj_buf_ok(hint) ? add(lint, id) : NULL;
    if (!f)
        return false;
    f->customization = c->name;
    f->file = c->source;
    f->field = field;
    f->at = at;
    f->document = c->document.index;
    f->message = rj_arena_copy(lint->arena, rj_buf_text(message), message->bytes);
    f->hint = hint->bytes ? rj_arena_copy(lint->arena, rj_buf_text(hint), hint->bytes) : NULL;
    return f->message && (f->hint || !hint->bytes);
}

/* ---- comments that ask to ignore ---- */

typedef struct ignore {
    rj_position at;
    uint32_t file_line; /* whose findings are left out */
    const char *ids;    /* text behind "ignore" */
    size_t bytes;
    rj_place place;
    bool is_used;
} ignore;

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Whether nothing but blanks stands in front of the comment on its line. */
static bool stands_alone(const lint_script *s, const rj_comment *comment) {
    size_t i = comment->place.offset;
    while (i > 0 && is_blank(s->text[i - 1]))
        i--;
    return i == 0 || s->text[i - 1] == '\n' || s->text[i - 1] == '\r';
}

/* Where the next line with code begins. */
static size_t next_code(const lint_script *s, size_t i) {
    while (i < s->bytes) {
        while (i < s->bytes && s->text[i] != '\n')
            i++;
        i += i < s->bytes;
        size_t first = i;
        while (first < s->bytes && is_blank(s->text[first]))
            first++;
        const bool is_comment =
            first + 1 < s->bytes && s->text[first] == '-' && s->text[first + 1] == '-';
        if (first < s->bytes && s->text[first] != '\n' && s->text[first] != '\r' && !is_comment)
            return first;
    }
    return s->bytes;
}

static bool read_ignore(const lint_script *s, const rj_comment *comment, ignore *out) {
    static const char mark[] = "rjinterp: ignore";
    const char *text = s->text + comment->place.offset + 2;
    size_t bytes = comment->place.end - comment->place.offset - 2;
    while (bytes && is_blank(*text)) {
        text++;
        bytes--;
    }
    if (bytes < sizeof mark - 1 || memcmp(text, mark, sizeof mark - 1) != 0)
        return false;
    *out = (ignore){.at = file_position(s, comment->place.offset),
                    .ids = text + sizeof mark - 1,
                    .bytes = bytes - (sizeof mark - 1),
                    .place = comment->place};
    const size_t code =
        stands_alone(s, comment) ? next_code(s, comment->place.end) : comment->place.offset;
    out->file_line = file_position(s, (uint32_t)code).line;
    return true;
}

/* The id among the words; no word at all stands for every id. */
static bool names_id(const ignore *i, const char *id) {
    const size_t bytes = strlen(id);
    bool has_words = false;
    for (size_t at = 0; at < i->bytes; at++) {
        const bool is_word = i->ids[at] == 'R' && (at == 0 || strchr(" ,\t", i->ids[at - 1]));
        has_words |= is_word;
        if (is_word && i->bytes - at >= bytes && memcmp(i->ids + at, id, bytes) == 0)
            return true;
    }
    return !has_words;
}

static bool is_ignored(ignore *ignores, size_t count, const rj_lint_finding *f) {
    bool any = false;
    for (size_t i = 0; i < count; i++)
        if (ignores[i].file_line == f->at.line && names_id(&ignores[i], f->rule->id))
            ignores[i].is_used = any = true;
    return any;
}

static void leave_out(lint_script *s) {
    size_t count = 0, kept = s->first_finding;
    ignore *ignores = rj_arena_calloc(s->lint->arena, s->ast.comment_count + 1, sizeof *ignores);
    if (!ignores) {
        s->has_no_memory = true;
        return;
    }
    for (size_t i = 0; i < s->ast.comment_count; i++)
        if (read_ignore(s, &s->ast.comments[i], &ignores[count]))
            count++;
    for (size_t i = s->first_finding; i < s->lint->count; i++) {
        if (is_ignored(ignores, count, &s->lint->items[i]))
            s->lint->ignored++;
        else
            s->lint->items[kept++] = s->lint->items[i];
    }
    s->lint->count = kept;
    for (size_t i = 0; i < count; i++) {
        if (ignores[i].is_used)
            continue;
        lint_report(s, "RJ118", ignores[i].place, "there is nothing to ignore here");
        if (stands_alone(s, &(rj_comment){ignores[i].place}))
            continue;
        lint_fix(s, "", ignores[i].place.offset, ignores[i].place.end - ignores[i].place.offset);
    }
}

/* ---- what stands around the Lua ---- */

/* A comment in a folded text: the lines behind it have become a part of it. */
static void check_folded(lint_script *s, const rj_rule_script *script) {
    if (!script->scalar || script->scalar->style != RJ_STYLE_FOLDED)
        return;
    for (size_t i = 0; i < s->ast.comment_count; i++) {
        const rj_place place = s->ast.comments[i].place;
        if (s->text[place.offset + 2] == '[' || place.end <= place.offset ||
            file_position(s, place.offset).line == file_position(s, place.end - 1).line)
            continue;
        lint_report(s, "RJ006", place, "the lines behind this comment are a part of it");
        lint_hint(s, "\">\" joins lines: write the script behind \"|\" (rjinterp fmt helps)");
        return;
    }
}

/* The same where what is left can't be parsed: the text has no tree, and is looked at as it is. */
static void check_folded_text(lint_script *s, const rj_rule_script *script) {
    const char *dashes = script->scalar && script->scalar->style == RJ_STYLE_FOLDED
                             ? memmem(s->text, s->bytes, "--", 2)
                             : NULL;
    if (!dashes)
        return;
    const size_t offset = (size_t)(dashes - s->text);
    const char *end = memchr(dashes, '\n', s->bytes - offset);
    const rj_place place = {.offset = (uint32_t)offset,
                            .end = (uint32_t)(end ? (size_t)(end - s->text) : s->bytes)};
    if (file_position(s, place.offset).line == file_position(s, place.end - 1).line)
        return;
    lint_report(s, "RJ006", place, "the lines behind this comment are a part of it");
    lint_hint(s, "\">\" joins lines: write the script behind \"|\"");
}

/* In a block scalar only: in quotes a tab is an escape, or no indentation. */
static void check_tabs(lint_script *s, const rj_rule_script *script) {
    bool at_start = true;
    if (!script->scalar ||
        (script->scalar->style != RJ_STYLE_LITERAL && script->scalar->style != RJ_STYLE_FOLDED))
        return;
    for (size_t i = 0; i < s->bytes; i++) {
        if (at_start && s->text[i] == '\t') {
            const rj_place place = {.offset = (uint32_t)i, .end = (uint32_t)i + 1};
            lint_report(s, "RJ007", place, "a tab in the indentation");
            lint_hint(s, "YAML forbids tabs in its own indentation: use blanks");
            return;
        }
        at_start = s->text[i] == '\n' || (at_start && s->text[i] == ' ');
    }
}

typedef struct unknown_visit {
    rj_lint *lint;
    const rj_customization *customization;
    bool has_no_memory;
} unknown_visit;

static bool take_unknown(void *ctx, const rj_unknown_field *field) {
    unknown_visit *v = ctx;
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    rj_buf_printf(&message, "unknown field \"%s\"%s%s", field->name, *field->path ? " in " : "",
                  field->path);
    if (field->other_path)
        rj_buf_printf(&hint, "it belongs %s%s", *field->other_path ? "below " : "at the top",
                      field->other_path);
    else if (field->near_name)
        rj_buf_printf(&hint, "did you mean \"%s\"?", field->near_name);
    v->has_no_memory =
        !report_yaml(v->lint, v->customization, "", "RJ005", field->at, &message, &hint);
    rj_buf_free(&message);
    rj_buf_free(&hint);
    return !v->has_no_memory;
}

static bool check_fields(rj_lint *lint, const rj_customization *c) {
    unknown_visit v = {.lint = lint, .customization = c};
    return rj_typed_visit_unknown(RJ_SHAPE_CUSTOMIZATION, rj_customization_root(c), take_unknown,
                                  &v) &&
           !v.has_no_memory;
}

/* A rule that is there and says nothing, or that the target doesn't know. */
static bool check_rule_field(rj_lint *lint, const rj_customization *c, const rj_rule *rule) {
    enum {
        FIRST_WITH_COMPONENTS = 15 /* Karmada 1.15 */
    };
    const rj_rule_script *script = &c->scripts[rule->operation];
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    const char *id = NULL;
    if (script->text && !script->text_bytes) {
        id = "RJ008";
        rj_buf_printf(&message, "rule %s has no script", rule->field);
        rj_buf_puts(&hint, "production takes it as not enabled: leave it out");
    } else if (script->text && lint->target_minor && lint->target_minor < FIRST_WITH_COMPONENTS &&
               rule->operation == RJ_OPERATION_INTERPRET_COMPONENT) {
        id = "RJ009";
        rj_buf_printf(&message, "Karmada 1.%u doesn't know rule %s", lint->target_minor,
                      rule->field);
        rj_buf_printf(&hint, "it came with 1.%d", FIRST_WITH_COMPONENTS);
    }
    const bool ok = !id || report_yaml(lint, c, rule->field, id, script->at, &message, &hint);
    rj_buf_free(&message);
    rj_buf_free(&hint);
    return ok;
}

/* ---- one script ---- */

static bool is_blank_text(const rj_rule_script *script) {
    for (size_t i = 0; i < script->text_bytes; i++)
        if (!script->text[i] || !strchr(" \t\r\n", script->text[i]))
            return false;
    return true;
}

/* function NAME(…) … end, or NAME = function(…) … end. */
static void find_entry(lint_script *s) {
    for (const rj_stat *stat = s->ast.main->body->first; stat; stat = stat->next) {
        if (stat->kind != RJ_STAT_FUNCTION && stat->kind != RJ_STAT_ASSIGN)
            continue;
        const rj_expr *value = stat->values;
        for (rj_expr *target = stat->targets; target && value;
             target = target->next, value = value->next)
            if (lint_is_global(target, s->rule->function) && value->kind == RJ_EXPR_FUNCTION) {
                s->entry = value->as.function;
                s->entry_name = target;
            }
    }
}

static bool report_syntax(lint_script *s, const rj_error *own) {
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    const char *reason = rj_error_reason(own);
    size_t bytes = strlen(reason);
    while (bytes && (reason[bytes - 1] == '\n' || reason[bytes - 1] == ' '))
        bytes--;
    rj_buf_append(&message, reason, bytes);
    const rj_position at =
        own->at.line ? own->at : s->customization->scripts[s->rule->operation].at;
    const bool ok =
        report_yaml(s->lint, s->customization, s->rule->field, "RJ001", at, &message, &hint);
    rj_buf_free(&message);
    rj_buf_free(&hint);
    return ok;
}

static bool check_tree(lint_script *s, const rj_rule_script *script) {
    find_entry(s);
    check_folded(s, script);
    check_tabs(s, script);
    lint_names(s);
    lint_flow(s);
    lint_data(s);
    lint_result(s);
    if (!s->has_no_memory)
        leave_out(s);
    return !s->has_no_memory;
}

static bool check_script(rj_lint *lint, const rj_customization *c, const rj_rule *rule,
                         rj_error *err) {
    const rj_rule_script *script = &c->scripts[rule->operation];
    lint_script s = {.lint = lint,
                     .customization = c,
                     .rule = rule,
                     .text = script->text,
                     .bytes = script->text_bytes,
                     .first_finding = lint->count};
    if (!script->text_bytes || is_blank_text(script))
        return true;
    if (script->text_bytes > limits_of(lint)->max_script_bytes) {
        rj_error_set(err, RJ_ERROR_LIMIT, "the script has %zu bytes, more than the limit of %zu",
                     script->text_bytes, limits_of(lint)->max_script_bytes);
        rj_error_locate(err, c->source, script->at);
        return false;
    }
    rj_error own = RJ_ERROR_INIT;
    if (!rj_customization_script_spans(c, rule->operation, lint->arena, &s.map, err))
        return false;
    bool ok = rj_ast_parse(s.text, s.bytes, &s.map, lint->arena, &s.ast, &own);
    if (ok)
        ok = check_tree(&s, script) || rj_error_no_memory(err);
    else if (own.code == RJ_ERROR_MEMORY)
        rj_error_no_memory(err);
    else
        ok = (report_syntax(&s, &own) && (check_folded_text(&s, script), !s.has_no_memory)) ||
             rj_error_no_memory(err);
    rj_error_clear(&own);
    return ok;
}

bool rj_lint_customization(rj_lint *lint, const rj_customization *customization, rj_error *err) {
    lint->customizations++;
    if (!check_fields(lint, customization))
        return rj_error_no_memory(err);
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule *rule = rj_rule_of((rj_operation)i);
        if (!check_rule_field(lint, customization, rule))
            return rj_error_no_memory(err);
        if (customization->scripts[i].text && !check_script(lint, customization, rule, err))
            return false;
    }
    return true;
}

static int compare(const void *left, const void *right) {
    const rj_lint_finding *a = left, *b = right;
    int order = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (!order)
        order = (a->at.line > b->at.line) - (a->at.line < b->at.line);
    if (!order)
        order = (a->at.column > b->at.column) - (a->at.column < b->at.column);
    return order ? order : strcmp(a->rule->id, b->rule->id);
}

void rj_lint_sort(rj_lint *lint) {
    if (lint->count)
        qsort(lint->items, lint->count, sizeof *lint->items, compare);
}
