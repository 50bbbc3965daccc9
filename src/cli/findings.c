/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/findings.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/script.h"
#include "rjinterp/typed.h"

static const char *keep(cli_findings *f, const char *text) {
    return rj_arena_copy(f->arena, text, strlen(text));
}

/* Takes the texts' memory. */
static bool add(cli_findings *f, const char *file, rj_position at, rj_buf *message, rj_buf *hint,
                rj_error *err) {
    cli_finding *items = rj_arena_grow(f->arena, f->items, f->count, &f->capacity, sizeof *items);
    const cli_finding made = {.file = keep(f, file),
                              .at = at,
                              .message = keep(f, rj_buf_text(message)),
                              .hint = hint->bytes ? keep(f, rj_buf_text(hint)) : NULL};
    const bool ok = items && made.file && made.message && (made.hint || !hint->bytes) &&
                    rj_buf_ok(message) && rj_buf_ok(hint);
    rj_buf_free(message);
    rj_buf_free(hint);
    if (!ok)
        return rj_error_no_memory(err);
    f->items = items;
    f->items[f->count++] = made;
    return true;
}

/* ---- unknown fields ---- */

typedef struct field_visit {
    cli_findings *findings;
    const rj_customization *customization;
    bool ok;
    rj_error *err;
} field_visit;

static void write_place(const char *path, rj_buf *out) {
    if (*path)
        rj_buf_printf(out, "in %s", path);
    else
        rj_buf_puts(out, "at the top");
}

static bool take_unknown(void *ctx, const rj_unknown_field *field) {
    field_visit *v = ctx;
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    rj_buf_printf(&message, "unknown field \"%s\" ", field->name);
    write_place(field->path, &message);
    if (field->other_path) {
        rj_buf_printf(&hint, "\"%s\" belongs %s%s", field->name, *field->other_path ? "below " : "",
                      *field->other_path ? field->other_path : "at the top");
    } else if (field->near_name) {
        rj_buf_printf(&hint, "did you mean \"%s\"?", field->near_name);
    }
    v->ok = add(v->findings, v->customization->source, field->at, &message, &hint, v->err);
    return v->ok;
}

static bool look_at_fields(cli_findings *f, const rj_customization *c, rj_error *err) {
    field_visit v = {.findings = f, .customization = c, .ok = true, .err = err};
    const bool ok =
        rj_typed_visit_unknown(RJ_SHAPE_CUSTOMIZATION, rj_customization_root(c), take_unknown, &v);
    return v.ok && (ok || rj_error_no_memory(err));
}

/* ---- functions ---- */

static bool is_blank(const rj_rule_script *script) {
    for (size_t i = 0; i < script->text_bytes; i++)
        if (!strchr(" \t\r\n", script->text[i]) || !script->text[i])
            return false;
    return true;
}

/* A place in the script as one in the file; the start of the script when it isn't known. */
static bool place_in_file(const rj_customization *c, rj_operation operation, rj_position in_script,
                          rj_arena *arena, rj_position *out, rj_error *err) {
    const rj_rule_script *script = &c->scripts[operation];
    rj_span_map map;
    *out = script->at;
    if (!in_script.line)
        return true;
    if (!rj_customization_script_spans(c, operation, arena, &map, err))
        return false;
    size_t offset = 0;
    for (uint32_t line = 1; line < in_script.line && offset < script->text_bytes; offset++)
        line += script->text[offset] == '\n';
    *out = rj_span_map_at(&map, script->text, script->text_bytes, offset + in_script.column - 1);
    return true;
}

static bool report_function(cli_findings *f, const rj_customization *c, const rj_rule *rule,
                            rj_definition definition, rj_position in_script, rj_arena *arena,
                            rj_error *err) {
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    rj_position at;
    if (!place_in_file(c, rule->operation, in_script, arena, &at, err))
        return false;
    if (definition == RJ_DEFINITION_LOCAL) {
        rj_buf_printf(&message, "function %s of rule %s is local, so it can't be called",
                      rule->function, rule->field);
        rj_buf_puts(&hint, "leave out \"local\"");
    } else {
        rj_buf_printf(&message, "the script of rule %s doesn't define function %s", rule->field,
                      rule->function);
        rj_buf_printf(&hint, "the script has to define a global function %s(%s%s%s)",
                      rule->function, rule->parameter_names[0],
                      rule->parameter_count > 1 ? ", " : "",
                      rule->parameter_count > 1 ? rule->parameter_names[1] : "");
    }
    return add(f, c->source, at, &message, &hint, err);
}

/* A script that doesn't parse is in the report already. */
static bool look_at_script(cli_findings *f, const rj_customization *c, const rj_rule *rule,
                           rj_error *err) {
    const rj_rule_script *script = &c->scripts[rule->operation];
    if (!script->text || !script->text_bytes || is_blank(script) ||
        script->text_bytes > f->limits->max_script_bytes)
        return true;
    rj_error ignored = RJ_ERROR_INIT;
    rj_definition definition;
    rj_position at;
    rj_arena *arena = rj_arena_new(f->limits->max_tree_bytes);
    if (!arena)
        return rj_error_no_memory(err);
    bool ok = true;
    if (rj_script_find_function(script->text, script->text_bytes, rule->function, arena,
                                &definition, &at, &ignored) &&
        definition != RJ_DEFINITION_GLOBAL)
        ok = report_function(f, c, rule, definition, at, arena, err);
    rj_error_clear(&ignored);
    rj_arena_free(arena);
    return ok;
}

/* ---- claims ---- */

static bool claim(cli_findings *f, const rj_customization *c, const rj_rule *rule, rj_error *err) {
    const rj_rule_script *script = &c->scripts[rule->operation];
    /* Dependencies of all are joined. */
    if (!script->text || !script->text_bytes ||
        rule->operation == RJ_OPERATION_INTERPRET_DEPENDENCY)
        return true;
    cli_claim *claims =
        rj_arena_grow(f->arena, f->claims, f->claim_count, &f->claim_capacity, sizeof *claims);
    const cli_claim made = {.api_version = keep(f, c->api_version),
                            .kind = keep(f, c->kind),
                            .operation = rule->operation,
                            .name = keep(f, c->name),
                            .file = keep(f, c->source),
                            .at = script->at,
                            .order = f->customizations};
    if (!claims || !made.api_version || !made.kind || !made.name || !made.file)
        return rj_error_no_memory(err);
    f->claims = claims;
    f->claims[f->claim_count++] = made;
    return true;
}

static bool same_rule(const cli_claim *a, const cli_claim *b) {
    return a->operation == b->operation && strcmp(a->kind, b->kind) == 0 &&
           strcmp(a->api_version, b->api_version) == 0;
}

/* The customizations of a rule in the order in which production takes them. */
static int compare_claims(const void *left, const void *right) {
    const cli_claim *a = left, *b = right;
    int order = strcmp(a->api_version, b->api_version);
    if (!order)
        order = strcmp(a->kind, b->kind);
    if (!order)
        order = (int)a->operation - (int)b->operation;
    if (!order)
        order = strcmp(a->name, b->name);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static bool report_claim(cli_findings *f, const cli_claim *used, const cli_claim *other,
                         rj_error *err) {
    rj_buf message = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    rj_buf_printf(
        &message,
        "customization \"%s\" has a script for rule %s of %s %s, which is never used: that "
        "of \"%s\" (%s:%u) comes first",
        other->name, rj_rule_of(other->operation)->field, other->api_version, other->kind,
        used->name, used->file, (unsigned)used->at.line);
    return add(f, other->file, other->at, &message, &hint, err);
}

/* ---- all ---- */

static int compare_places(const void *left, const void *right) {
    const cli_finding *a = left, *b = right;
    return a->at.line != b->at.line ? (a->at.line > b->at.line) - (a->at.line < b->at.line)
                                    : (a->at.column > b->at.column) - (a->at.column < b->at.column);
}

bool cli_findings_look(cli_findings *f, const rj_customization *c, rj_error *err) {
    const size_t before = f->count;
    f->customizations++;
    if (c->other_kind)
        return true;
    if (!look_at_fields(f, c, err))
        return false;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule *rule = rj_rule_of((rj_operation)i);
        if (!look_at_script(f, c, rule, err) || !claim(f, c, rule, err))
            return false;
    }
    if (f->count > before)
        qsort(f->items + before, f->count - before, sizeof *f->items, compare_places);
    return true;
}

bool cli_findings_finish(cli_findings *f, rj_error *err) {
    if (!f->claim_count)
        return true;
    qsort(f->claims, f->claim_count, sizeof *f->claims, compare_claims);
    size_t used = 0;
    for (size_t i = 1; i < f->claim_count; i++) {
        if (!same_rule(&f->claims[used], &f->claims[i]))
            used = i;
        else if (!report_claim(f, &f->claims[used], &f->claims[i], err))
            return false;
    }
    return true;
}
