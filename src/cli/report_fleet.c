/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_fleet.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/messages.h"
#include "cli/output.h"
#include "rjinterp/json.h"
#include "rjinterp/rule.h"
#include "rjinterp/yaml.h"

enum {
    WRITE_BYTES = 64 * 1024, /* are collected, or what comes in that time */
    WRITE_MS = 100,
    PRINT_BYTES = 4096,
    EXPLAINED_ERRORS = 10 /* get their line of the script and a hint, the others one line */
};

/* ---- writing ---- */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool write_out(fleet_report *r) {
    const cli_documents none = {0};
    rj_error err = RJ_ERROR_INIT;
    if (isatty(r->sink->fd))
        cli_progress_clear(&r->progress);
    bool ok = rj_buf_ok(&r->out) ? cli_sink_write(r->sink, rj_buf_text(&r->out), r->out.bytes, &err)
                                 : rj_error_no_memory(&err);
    if (!ok && !r->could_not_write)
        cli_print_plain_error(&err, &none);
    r->could_not_write = r->could_not_write || !ok;
    rj_error_clear(&err);
    rj_buf_reset(&r->out);
    r->written_ms = now_ms();
    return ok;
}

static bool write_when_due(fleet_report *r) {
    const bool is_due =
        r->out.bytes >= WRITE_BYTES || (r->out.bytes && now_ms() - r->written_ms >= WRITE_MS);
    return !is_due || write_out(r);
}

static void flush_printed(fleet_report *r) {
    if (!r->printed.bytes)
        return;
    rj_buf tamed = RJ_BUF_INIT;
    cli_write_tamed(rj_buf_text(&r->printed), r->printed.bytes, &tamed);
    cli_progress_clear(&r->progress);
    cli_write_error(rj_buf_text(&tamed), tamed.bytes);
    rj_buf_free(&tamed);
    rj_buf_reset(&r->printed);
}

void fleet_report_print(fleet_report *r, const char *data, size_t bytes) {
    rj_buf_append(&r->printed, data, bytes);
    /* Not in the middle of a character. */
    if (r->printed.bytes >= PRINT_BYTES && bytes && data[bytes - 1] == '\n')
        flush_printed(r);
}

/* ---- for people ---- */

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strlen(text), out);
}

/* "RayJob ml/train" */
static void write_name(const rj_fleet_object *object, rj_buf *out) {
    write_escaped(*object->kind ? object->kind : "object", out);
    if (!*object->name && !*object->namespace)
        return;
    rj_buf_putc(out, ' ');
    if (*object->namespace) {
        write_escaped(object->namespace, out);
        rj_buf_putc(out, '/');
    }
    write_escaped(object->name, out);
}

/* "fleet.yaml:12" */
static void write_place(const rj_fleet_object *object, rj_buf *out) {
    write_escaped(object->file, out);
    if (object->line)
        rj_buf_printf(out, ":%u", (unsigned)object->line);
}

/* The reference's form, each heading with the object in front. */
static bool write_documents(const rj_fleet_event *e, rj_buf *out, rj_error *err) {
    const rj_result *result = e->result;
    for (size_t i = 0; i < result->count; i++) {
        rj_buf_puts(out, "---\n# ");
        write_name(e->object, out);
        rj_buf_puts(out, " (");
        write_place(e->object, out);
        rj_buf_printf(out, ") %s [%zu/%zu] %s:\n", rj_rule_of(e->operation)->name, i + 1,
                      result->count, result->names[i]);
        if (rj_yaml_write_escaped(&result->values[i], out, err))
            continue;
        rj_error_prefix(err, "ERROR: ");
        return false;
    }
    return rj_buf_ok(out) || rj_error_no_memory(err);
}

/* On standard error. */
static void tell(fleet_report *r, const rj_fleet_event *e) {
    rj_buf head = RJ_BUF_INIT;
    write_place(e->object, &head);
    rj_buf_puts(&head, ": ");
    write_name(e->object, &head);
    if (e->kind != RJ_FLEET_NO_OBJECT)
        rj_buf_printf(&head, ": Execute %s error", rj_rule_of(e->operation)->name);
    rj_error_prefix(e->err, "%s: ", rj_buf_text(&head));
    rj_buf_free(&head);
    cli_progress_clear(&r->progress);
    if (r->errors <= EXPLAINED_ERRORS) {
        cli_print_error(e->err, &r->documents);
        return;
    }
    rj_error brief = RJ_ERROR_INIT;
    rj_error_set_bytes(&brief, e->err->code, e->err->message, e->err->message_bytes);
    cli_print_error(&brief, &r->documents);
    rj_error_clear(&brief);
}

/* ---- for machines ---- */

static bool add(rj_map_builder *map, const char *key, const rj_value *value) {
    return rj_map_append(map, key, strlen(key), (rj_position){0}, value);
}

static bool add_text(rj_map_builder *map, const char *key, const char *text) {
    const rj_value value = text ? rj_value_text(text) : rj_value_null;
    return add(map, key, &value);
}

static bool add_number(rj_map_builder *map, const char *key, uint32_t number) {
    const rj_value value = number ? rj_value_int(number) : rj_value_null;
    return add(map, key, &value);
}

static bool describe_error(const rj_error *err, rj_arena *arena, rj_value *out) {
    rj_map_builder map = {.arena = arena};
    size_t bytes = err->message ? err->message_bytes : 0;
    while (bytes && err->message[bytes - 1] == '\n')
        bytes--;
    const rj_value message = rj_value_string(err->message ? err->message : "", bytes);
    const bool has_place = err->file && err->at.line;
    if (!add(&map, "message", &message) ||
        (has_place &&
         (!add_text(&map, "file", err->file) || !add_number(&map, "line", err->at.line) ||
          !add_number(&map, "column", err->at.column))) ||
        (err->hint && !add_text(&map, "hint", err->hint)))
        return false;
    *out = rj_map_finish(&map);
    return true;
}

static bool describe(const rj_fleet_event *e, rj_arena *arena, rj_value *out) {
    const rj_fleet_object *o = e->object;
    rj_map_builder map = {.arena = arena};
    const bool is_ok = e->kind == RJ_FLEET_RESULT;
    const rj_value ok = rj_value_bool(is_ok);
    rj_value contents;
    if (!(is_ok ? cli_result_map(e->result, arena, &contents)
                : describe_error(e->err, arena, &contents)) ||
        !add_text(&map, "file", o->file) || !add_number(&map, "line", o->line) ||
        !add_text(&map, "apiVersion", o->api_version) || !add_text(&map, "kind", o->kind) ||
        !add_text(&map, "namespace", o->namespace) || !add_text(&map, "name", o->name) ||
        !add_text(&map, "operation",
                  e->kind == RJ_FLEET_NO_OBJECT ? NULL : rj_rule_of(e->operation)->name) ||
        !add(&map, "ok", &ok) || !add(&map, is_ok ? "result" : "error", &contents))
        return false;
    *out = rj_map_finish(&map);
    return true;
}

static bool write_record(cli_form form, const rj_fleet_event *e, rj_arena *arena, bool is_first,
                         rj_buf *out, rj_error *err) {
    rj_value record;
    if (!describe(e, arena, &record))
        return rj_error_no_memory(err);
    switch (form) {
    case CLI_FORM_YAML:
        rj_buf_puts(out, "---\n");
        if (!rj_yaml_write_escaped(&record, out, err))
            return false;
        break;
    case CLI_FORM_JSON:
        rj_buf_puts(out, is_first ? "[\n" : ",\n");
        rj_json_write(&record, out);
        break;
    case CLI_FORM_JSONL:
    case CLI_FORM_DEFAULT:
        rj_json_write(&record, out);
        rj_buf_putc(out, '\n');
        break;
    }
    return rj_buf_ok(out) || rj_error_no_memory(err);
}

/* ---- events ---- */

static void take_error(fleet_report *r, const rj_fleet_event *e, rj_arena *arena);

/* All of a result or nothing: `line` is taken over when it is complete. */
static bool write_event(fleet_report *r, const rj_fleet_event *e, rj_arena *arena, rj_error *err) {
    const bool is_first = !r->has_records;
    rj_buf_reset(&r->line);
    if (!(r->form == CLI_FORM_DEFAULT ? write_documents(e, &r->line, err)
                                      : write_record(r->form, e, arena, is_first, &r->line, err)))
        return false;
    rj_buf_append(&r->out, rj_buf_text(&r->line), r->line.bytes);
    r->has_records = true;
    return true;
}

static void take_result(fleet_report *r, const rj_fleet_event *e, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    if (!write_event(r, e, arena, &err)) {
        const rj_fleet_event failure = {
            .kind = RJ_FLEET_ERROR, .object = e->object, .operation = e->operation, .err = &err};
        take_error(r, &failure, arena);
    }
    rj_error_clear(&err);
}

static void take_error(fleet_report *r, const rj_fleet_event *e, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    r->errors++;
    r->is_bad = true;
    if (r->form == CLI_FORM_DEFAULT || !write_event(r, e, arena, &err))
        tell(r, e);
    rj_error_clear(&err);
}

static void count_object(fleet_report *r) {
    r->objects++;
    r->failed += r->is_bad;
    r->is_bad = false;
    cli_progress_show(&r->progress, r->objects, r->failed);
}

bool fleet_report_take(fleet_report *r, const rj_fleet_event *e, rj_arena *arena) {
    flush_printed(r);
    switch (e->kind) {
    case RJ_FLEET_RESULT:
        take_result(r, e, arena);
        break;
    case RJ_FLEET_ERROR:
        take_error(r, e, arena);
        break;
    case RJ_FLEET_NO_OBJECT:
        take_error(r, e, arena);
        count_object(r);
        break;
    case RJ_FLEET_OBJECT_END:
        count_object(r);
        break;
    }
    return write_when_due(r);
}

bool fleet_report_finish(fleet_report *r, bool is_interrupted) {
    flush_printed(r);
    if (r->form == CLI_FORM_JSON && !is_interrupted)
        rj_buf_puts(&r->out, r->has_records ? "\n]\n" : "[]\n");
    else if (r->form == CLI_FORM_JSON && r->has_records)
        rj_buf_putc(&r->out, '\n');
    const bool ok = write_out(r);
    cli_progress_clear(&r->progress);
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "%s%llu objects, %llu ok, %llu failed\n",
                  is_interrupted ? "interrupted: " : "", (unsigned long long)r->objects,
                  (unsigned long long)(r->objects - r->failed), (unsigned long long)r->failed);
    cli_write_error(rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return ok;
}

void fleet_report_free(fleet_report *r) {
    rj_buf_free(&r->out);
    rj_buf_free(&r->line);
    rj_buf_free(&r->printed);
}
