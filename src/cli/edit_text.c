/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/edit_text.h"

#include <string.h>

#include "cli/edit_explain.h"
#include "rjinterp/limits.h"
#include "rjinterp/script.h"
#include "rjinterp/utf8.h"

static const char head[] =
    "-- Edit the scripts below, save and leave the editor. These lines are not saved, nor are "
    "lines\n"
    "-- that begin with --~ ; everything else below a ---@rule mark is that rule's script, "
    "comments\n"
    "-- too. A rule without a script is removed; a file without anything cancels the edit. If\n"
    "-- something is wrong with the text, it is opened again with the reasons right here.\n";

enum {
    HEAD_LINES = 4
};

static const char rule_mark[] = "---@rule:";
static const char *const value_marks[] = {"---@name:", "---@apiVersion:", "---@kind:"};

/* ---- values ---- */

edit_values edit_values_of(const rj_customization *c) {
    edit_values values = {.name = c->name, .api_version = c->api_version, .kind = c->kind};
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule_script *script = &c->scripts[i];
        values.scripts[i] =
            (edit_script){.text = script->text ? script->text : "", .bytes = script->text_bytes};
    }
    return values;
}

bool edit_script_equal(const edit_script *a, const edit_script *b) {
    return a->bytes == b->bytes && memcmp(a->text, b->text, a->bytes) == 0;
}

bool edit_values_equal(const edit_values *a, const edit_values *b) {
    bool same = strcmp(a->name, b->name) == 0 && strcmp(a->api_version, b->api_version) == 0 &&
                strcmp(a->kind, b->kind) == 0;
    for (size_t i = 0; same && i < RJ_OPERATION_COUNT; i++)
        same = edit_script_equal(&a->scripts[i], &b->scripts[i]);
    return same;
}

/* ---- lines ---- */

/* A line without its end and without white space around it. */
typedef struct line {
    const char *text;
    size_t bytes; /* without LF and one CR */
    const char *trimmed;
    size_t trimmed_bytes;
} line;

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the line at *i; false at the end. */
static bool take_line(const char *text, size_t bytes, size_t *i, line *out) {
    if (*i >= bytes)
        return false;
    const char *feed = memchr(text + *i, '\n', bytes - *i);
    size_t end = feed ? (size_t)(feed - text) : bytes;
    *out = (line){.text = text + *i, .bytes = end - *i};
    *i = end + 1;
    if (out->bytes && out->text[out->bytes - 1] == '\r')
        out->bytes--;
    out->trimmed = out->text;
    out->trimmed_bytes = out->bytes;
    while (out->trimmed_bytes && is_space(*out->trimmed)) {
        out->trimmed++;
        out->trimmed_bytes--;
    }
    while (out->trimmed_bytes && is_space(out->trimmed[out->trimmed_bytes - 1]))
        out->trimmed_bytes--;
    return true;
}

static bool starts_with(const char *text, size_t bytes, const char *start) {
    size_t length = strlen(start);
    return bytes >= length && memcmp(text, start, length) == 0;
}

static bool is_mark(const char *text, size_t bytes) {
    bool found = starts_with(text, bytes, rule_mark);
    for (size_t i = 0; i < sizeof value_marks / sizeof *value_marks; i++)
        found |= starts_with(text, bytes, value_marks[i]);
    return found;
}

static bool is_explanation(const char *text, size_t bytes) {
    return starts_with(text, bytes, "--~");
}

/* Whether the line would be a mark with fewer hyphens; how many it has more. */
static size_t extra_hyphens(const line *l) {
    size_t hyphens = 0;
    while (hyphens < l->trimmed_bytes && l->trimmed[hyphens] == '-')
        hyphens++;
    if (hyphens < 3 || !is_mark(l->trimmed + hyphens - 3, l->trimmed_bytes - hyphens + 3))
        return 0;
    return hyphens - 2;
}

/* ---- writing ---- */

/* A line of a script so that it is read back as one. */
static void write_line(const line *l, size_t whole, rj_buf *out) {
    size_t lead = (size_t)(l->trimmed - l->text);
    rj_buf_append(out, l->text, lead);
    if (extra_hyphens(l))
        rj_buf_putc(out, '-');
    else if (is_explanation(l->trimmed, l->trimmed_bytes)) {
        rj_buf_puts(out, "--~~");
        lead += 3;
    }
    rj_buf_append(out, l->text + lead, whole - lead);
    rj_buf_putc(out, '\n');
}

static void write_script(const edit_script *script, rj_buf *out) {
    line l;
    for (size_t i = 0, from = 0; take_line(script->text, script->bytes, &i, &l); from = i)
        write_line(&l, i - 1 - from, out);
}

void edit_text_write(const edit_values *values, bool explain, rj_buf *out) {
    rj_buf_puts(out, head);
    rj_buf_printf(out, "---@name: %s\n---@apiVersion: %s\n---@kind: %s\n", values->name,
                  values->api_version, values->kind);
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule *rule = rj_rule_of((rj_operation)i);
        rj_buf_printf(out, "%s %s\n", rule_mark, rule->name);
        if (explain)
            edit_explain(rule, "--~ ", out);
        write_script(&values->scripts[i], out);
    }
}

uint32_t edit_problem_line(const edit_text *text, const edit_problem *problem) {
    uint32_t before = HEAD_LINES + 2 + (uint32_t)text->problem_count;
    return before + (problem->line > text->body_line ? problem->line - text->body_line : 1);
}

void edit_text_write_again(const edit_text *text, const char *bytes, size_t byte_count,
                           rj_buf *out) {
    rj_buf_puts(out, head);
    rj_buf_puts(out, "-- The text was not saved:\n");
    for (size_t i = 0; i < text->problem_count; i++) {
        const edit_problem *p = &text->problems[i];
        rj_buf_printf(out, "-- line %u: ", (unsigned)edit_problem_line(text, p));
        for (const char *c = p->reason; *c; c++)
            rj_buf_putc(out, (unsigned char)*c < ' ' ? ' ' : *c);
        rj_buf_putc(out, '\n');
    }
    rj_buf_puts(out, "--\n");
    rj_buf_append(out, bytes + text->body, byte_count - text->body);
}

/* ---- reading ---- */

enum {
    BELOW_NOTHING = -1,
    BELOW_UNKNOWN_RULE = -2
};

typedef struct reader {
    edit_text *out;
    const edit_values *old;
    rj_arena *arena;
    int rule; /* whose script is being read */
    uint32_t line;
    bool in_head;
    bool seen[RJ_OPERATION_COUNT];
    rj_buf scripts[RJ_OPERATION_COUNT];
    rj_buf lines[RJ_OPERATION_COUNT]; /* of uint32_t */
    rj_buf scratch;
    bool failed; /* no memory */
} reader;

/* The reason is in the reader's scratch. */
static void complain(reader *r, uint32_t at, bool is_in_script) {
    edit_text *out = r->out;
    const char *copy = rj_arena_copy(r->arena, rj_buf_text(&r->scratch), r->scratch.bytes);
    r->failed |= !copy || !rj_buf_ok(&r->scratch);
    if (copy && out->problem_count < EDIT_MAX_PROBLEMS)
        out->problems[out->problem_count++] =
            (edit_problem){.line = at, .reason = copy, .is_in_script = is_in_script};
    rj_buf_reset(&r->scratch);
}

static const char *rest_of_mark(reader *r, const line *l, size_t mark_bytes) {
    const char *rest = l->trimmed + mark_bytes;
    size_t bytes = l->trimmed_bytes - mark_bytes;
    while (bytes && is_space(*rest)) {
        rest++;
        bytes--;
    }
    const char *copy = rj_arena_copy(r->arena, rest, bytes);
    r->failed |= !copy;
    return copy ? copy : "";
}

static bool is_all_space(const char *text, size_t bytes) {
    while (bytes && is_space(text[bytes - 1]))
        bytes--;
    return bytes == 0;
}

static void begin_unknown_rule(reader *r, const char *name) {
    const rj_rule *similar = rj_rule_find(name);
    r->rule = BELOW_UNKNOWN_RULE;
    rj_buf_puts(&r->scratch, "there is no rule ");
    rj_go_quote(name, strlen(name), &r->scratch);
    if (similar)
        rj_buf_printf(&r->scratch, "; is it %s?", similar->name);
    complain(r, r->line, false);
}

static void begin_rule(reader *r, const line *l) {
    const char *name = rest_of_mark(r, l, sizeof rule_mark - 1);
    const rj_rule *rule = rj_rule_find(name);
    if (!rule || strcmp(rule->name, name) != 0) {
        begin_unknown_rule(r, name);
        return;
    }
    size_t i = (size_t)rule->operation;
    r->rule = (int)rule->operation;
    rj_buf *script = &r->scripts[i];
    if (r->seen[i] && !is_all_space(script->data, script->bytes)) {
        rj_buf_printf(&r->scratch, "rule %s is there twice", name);
        complain(r, r->line, false);
    }
    r->seen[i] = true;
    rj_buf_reset(script);
    rj_buf_reset(&r->lines[i]);
}

static void take_mark(reader *r, const line *l) {
    const char **values[] = {&r->out->values.name, &r->out->values.api_version,
                             &r->out->values.kind};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (starts_with(l->trimmed, l->trimmed_bytes, value_marks[i])) {
            *values[i] = rest_of_mark(r, l, strlen(value_marks[i]));
            return;
        }
    }
    begin_rule(r, l);
}

static void complain_about_line(reader *r, const line *l) {
    rj_buf_puts(&r->scratch, "unexpected line ");
    rj_go_quote(l->text, l->bytes, &r->scratch);
    rj_buf_puts(&r->scratch, "; scripts belong below a ---@rule mark");
    complain(r, r->line, false);
}

static void take_script_line(reader *r, const line *l) {
    rj_buf *script = &r->scripts[r->rule], *lines = &r->lines[r->rule];
    size_t lead = (size_t)(l->trimmed - l->text);
    rj_buf_append(script, l->text, lead);
    if (extra_hyphens(l) > 1) {
        lead++;
    } else if (is_explanation(l->trimmed, l->trimmed_bytes)) {
        rj_buf_puts(script, "--~");
        lead += sizeof "--~~" - 1;
    }
    rj_buf_append(script, l->text + lead, l->bytes - lead);
    rj_buf_putc(script, '\n');
    rj_buf_append(lines, (const char *)&r->line, sizeof r->line);
}

static void take(reader *r, const line *l) {
    const char *text = l->trimmed;
    size_t bytes = l->trimmed_bytes;
    bool mark = is_mark(text, bytes);
    if (!mark && is_explanation(text, bytes) && !starts_with(text, bytes, "--~~"))
        return;
    bool is_text = rj_utf8_valid(l->text, l->bytes) && !(mark && memchr(text, '\0', bytes));
    if ((mark || r->rule >= 0) && !is_text) {
        rj_buf_puts(&r->scratch, "the line holds bytes that are no text in UTF-8");
        complain(r, r->line, false);
    } else if (mark) {
        take_mark(r, l);
    } else if (r->rule >= 0) {
        take_script_line(r, l);
    } else if (r->rule == BELOW_NOTHING && bytes && !starts_with(text, bytes, "--")) {
        complain_about_line(r, l);
    }
}

/* Lines about the file itself end with the first mark or text. */
static void follow_head(reader *r, const line *l, size_t offset) {
    bool is_comment =
        starts_with(l->trimmed, l->trimmed_bytes, "--") && !is_mark(l->trimmed, l->trimmed_bytes);
    if (!r->in_head || is_comment || !l->trimmed_bytes)
        return;
    r->in_head = false;
    r->out->is_empty = false;
    r->out->body = offset;
    r->out->body_line = r->line - 1;
}

/* Equal but for CRs at the ends of lines, which editors add and drop. */
static bool equal_without_cr(const rj_buf *script, const edit_script *old) {
    const char *a = rj_buf_text(script), *b = old->text;
    size_t i = 0, j = 0;
    for (; j < old->bytes; j++) {
        if (b[j] == '\r' && j + 1 < old->bytes && b[j + 1] == '\n')
            continue;
        if (i == script->bytes || a[i++] != b[j])
            return false;
    }
    return i == script->bytes;
}

/* Lines that hold nothing make no script, unless they were there before. */
static void finish_script(reader *r, size_t i) {
    rj_buf *script = &r->scripts[i];
    const edit_script *old = &r->old->scripts[i];
    edit_script *out = &r->out->values.scripts[i];
    if (equal_without_cr(script, old)) {
        *out = *old;
        return;
    }
    if (is_all_space(script->data, script->bytes))
        rj_buf_reset(script);
    uint32_t *lines = rj_arena_alloc(r->arena, r->lines[i].bytes + 1);
    const char *text = rj_arena_copy(r->arena, rj_buf_text(script), script->bytes);
    r->failed |= !lines || !text || !rj_buf_ok(script) || !rj_buf_ok(&r->lines[i]);
    if (r->failed)
        return;
    if (r->lines[i].bytes)
        memcpy(lines, r->lines[i].data, r->lines[i].bytes);
    *out = (edit_script){.text = text,
                         .bytes = script->bytes,
                         .lines = lines,
                         .line_count = r->lines[i].bytes / sizeof *lines};
}

/* Scripts that were changed have to compile. */
static bool check_script(reader *r, size_t i, rj_error *err) {
    const edit_script *script = &r->out->values.scripts[i];
    if (edit_script_equal(script, &r->old->scripts[i]) || !script->bytes)
        return true;
    rj_chunk chunk;
    rj_error own = RJ_ERROR_INIT;
    bool ok = rj_script_compile(script->text, script->bytes, NULL, rj_limits_default(), r->arena,
                                &chunk, &own);
    if (!ok && own.code == RJ_ERROR_MEMORY) {
        rj_error_move(err, &own);
        return false;
    }
    if (!ok) {
        const char *reason = rj_error_reason(&own);
        size_t bytes = strlen(reason), at = own.at.line ? own.at.line - 1 : 0;
        while (bytes && is_space(reason[bytes - 1]))
            bytes--;
        rj_buf_printf(&r->scratch, "%s: %.*s", rj_rule_of((rj_operation)i)->name, (int)bytes,
                      reason);
        if (at >= script->line_count)
            at = script->line_count - 1;
        complain(r, script->lines[at], true);
    }
    rj_error_clear(&own);
    return true;
}

static void free_reader(reader *r) {
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        rj_buf_free(&r->scripts[i]);
        rj_buf_free(&r->lines[i]);
    }
    rj_buf_free(&r->scratch);
}

bool edit_text_read(const char *bytes, size_t byte_count, const edit_values *old, rj_arena *arena,
                    edit_text *out, rj_error *err) {
    *out = (edit_text){.values = {.name = old->name, .api_version = "", .kind = ""},
                       .is_empty = true,
                       .body = byte_count};
    reader r = {.out = out, .old = old, .arena = arena, .rule = BELOW_NOTHING, .in_head = true};
    line l;
    for (size_t i = 0, from = 0; take_line(bytes, byte_count, &i, &l); from = i) {
        r.line++;
        follow_head(&r, &l, from);
        take(&r, &l);
    }
    if (r.in_head)
        out->body_line = r.line;
    bool good = true;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        finish_script(&r, i);
        good = good && !r.failed && check_script(&r, i, err);
    }
    free_reader(&r);
    return good && (!r.failed || rj_error_no_memory(err));
}
