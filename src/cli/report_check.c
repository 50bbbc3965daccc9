/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_check.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/yaml.h"

enum {
    INDENT = 2 /* of JSON */
};

/* ---- the table ---- */

/* Without white space at both ends. */
static void trim(const char **text, size_t *bytes) {
    const char *spaces = " \t\n\v\f\r";
    const size_t lead = strspn(*text, spaces);
    *text += lead;
    *bytes -= lead;
    while (*bytes && strchr(spaces, (*text)[*bytes - 1]))
        --*bytes;
}

static void put(check_report *r, const char *text, rj_buf *out) {
    table_puts(&r->table, text, out);
}

static void put_verdict(check_report *r, const check_verdict *verdict, rj_buf *out) {
    if (verdict->status != CHECK_ERROR) {
        put(r, verdict->status == CHECK_PASS ? "PASS\n" : "UNSET\n", out);
        return;
    }
    const char *text = verdict->message;
    size_t bytes = strlen(text);
    trim(&text, &bytes);
    put(r, "ERROR: ", out);
    table_write(&r->table, text, bytes, out);
    put(r, "\t\n", out);
}

static void put_entry(check_report *r, const check_entry *entry, rj_buf *out) {
    const rj_customization *c = entry->customization;
    put(r, "-----------------------------------\nSOURCE: ", out);
    put(r, *c->name ? c->name : c->source, out);
    put(r, "\n", out);
    if (entry->problem) {
        put(r, entry->problem, out);
        put(r, "\n", out);
        return;
    }
    put(r, "TARGET: ", out);
    put(r, c->api_version, out);
    put(r, " ", out);
    put(r, c->kind, out);
    put(r, "\t\nRULERS:\n", out);
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        put(r, "    ", out);
        put(r, rj_rule_of((rj_operation)i)->name, out);
        put(r, ":\t", out);
        put_verdict(r, &entry->verdicts[i], out);
    }
}

/* ---- the map ---- */

static bool add(rj_map_builder *map, const char *key, rj_value value) {
    return rj_map_append(map, key, strlen(key), (rj_position){0}, &value);
}

/* Entries go away before the report is written. */
static bool add_copy(rj_map_builder *map, const char *key, const char *text, size_t bytes) {
    const char *copy = rj_arena_copy(map->arena, text, bytes);
    return copy && add(map, key, rj_value_string(copy, bytes));
}

static bool add_text(rj_map_builder *map, const char *key, const char *text) {
    return add_copy(map, key, text, strlen(text));
}

static bool add_place(rj_map_builder *map, rj_position at) {
    return (!at.line || add(map, "line", rj_value_int(at.line))) &&
           (!at.column || add(map, "column", rj_value_int(at.column)));
}

static bool describe_verdict(const check_verdict *verdict, rj_arena *arena, rj_value *out) {
    static const char *const names[] = {"UNSET", "PASS", "ERROR"};
    rj_map_builder map = {.arena = arena};
    if (!add_text(&map, "status", names[verdict->status]))
        return false;
    if (verdict->status == CHECK_ERROR) {
        const char *text = verdict->message;
        size_t bytes = strlen(text);
        trim(&text, &bytes);
        if (!add_copy(&map, "message", text, bytes) || !add_place(&map, verdict->at))
            return false;
    }
    *out = rj_map_finish(&map);
    return true;
}

static bool add_rules(rj_map_builder *map, const check_entry *entry) {
    rj_map_builder rules = {.arena = map->arena};
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        rj_value rule;
        if (!describe_verdict(&entry->verdicts[i], map->arena, &rule) ||
            !add(&rules, rj_rule_of((rj_operation)i)->name, rule))
            return false;
    }
    return add(map, "rules", rj_map_finish(&rules));
}

static bool is_bad(const check_entry *entry) {
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        if (entry->verdicts[i].status == CHECK_ERROR)
            return true;
    return entry->problem != NULL;
}

static bool keep_entry(check_report *r, const check_entry *entry) {
    const rj_customization *c = entry->customization;
    rj_map_builder map = {.arena = r->arena};
    if (!add_text(&map, "source", c->source) || !add_place(&map, c->at) ||
        !add_text(&map, "name", c->name) || !add_text(&map, "apiVersion", c->api_version) ||
        !add_text(&map, "kind", c->kind) || !add(&map, "ok", rj_value_bool(!is_bad(entry))) ||
        !(entry->problem ? add_text(&map, "error", entry->problem) : add_rules(&map, entry)))
        return false;
    const rj_value value = rj_map_finish(&map);
    return rj_list_append(&r->entries, &value);
}

static bool describe_findings(const cli_findings *f, rj_arena *arena, rj_value *out) {
    rj_list_builder list = {.arena = arena};
    for (size_t i = 0; i < f->count; i++) {
        rj_map_builder map = {.arena = arena};
        if (!add_text(&map, "file", f->items[i].file) || !add_place(&map, f->items[i].at) ||
            !add_text(&map, "message", f->items[i].message) ||
            (f->items[i].hint && !add_text(&map, "hint", f->items[i].hint)))
            return false;
        const rj_value finding = rj_map_finish(&map);
        if (!rj_list_append(&list, &finding))
            return false;
    }
    *out = rj_list_finish(&list);
    return true;
}

static bool describe(const check_report *r, const cli_findings *findings, bool ok, rj_value *out) {
    rj_map_builder map = {.arena = r->arena};
    rj_value found;
    if (!describe_findings(findings, r->arena, &found) || !add(&map, "ok", rj_value_bool(ok)) ||
        !add(&map, "customizations", rj_list_finish(&r->entries)) || !add(&map, "findings", found))
        return false;
    *out = rj_map_finish(&map);
    return true;
}

/* ---- both ---- */

bool check_report_add(check_report *r, const check_entry *entry, rj_buf *out, rj_error *err) {
    r->failed = r->failed || is_bad(entry);
    if (r->form == CLI_FORM_DEFAULT) {
        put_entry(r, entry, out);
        return true;
    }
    r->entries.arena = r->arena;
    return keep_entry(r, entry) || rj_error_no_memory(err);
}

bool check_report_finish(check_report *r, const cli_findings *findings, bool ok, rj_buf *out,
                         rj_error *err) {
    rj_value all;
    if (r->form == CLI_FORM_DEFAULT) {
        table_flush(&r->table, out);
        return rj_buf_ok(out) || rj_error_no_memory(err);
    }
    if (!describe(r, findings, ok, &all))
        return rj_error_no_memory(err);
    if (r->form == CLI_FORM_YAML)
        return rj_yaml_write_escaped(&all, out, err);
    rj_json_write_indented(&all, INDENT, out);
    rj_buf_putc(out, '\n');
    return rj_buf_ok(out) || rj_error_no_memory(err);
}

void check_report_free(check_report *r) {
    table_writer_free(&r->table);
}
