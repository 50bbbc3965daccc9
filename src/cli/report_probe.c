/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_probe.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/utf8.h"
#include "rjinterp/yaml.h"

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strcspn(text, "\n"), out);
}

static void write_place(const char *file, rj_position at, rj_buf *out) {
    write_escaped(file, out);
    rj_buf_printf(out, ":%u:%u", (unsigned)at.line, (unsigned)at.column);
}

/* ---- cases ---- */

static bool write_case(const rj_probe_finding *finding, rj_arena *arena, rj_buf *out) {
    rj_value item;
    rj_error err = RJ_ERROR_INIT;
    bool ok = rj_probe_finding_case(finding, arena, &item);
    rj_buf_puts(out, "---\n");
    ok = ok && rj_yaml_write_escaped(&item, out, &err);
    rj_error_clear(&err);
    return ok;
}

static bool write_cases(const probe_text *text, rj_arena *arena, rj_buf *out) {
    for (size_t i = 0; i < text->report->count; i++)
        if (!write_case(&text->report->findings[i], arena, out))
            return false;
    return true;
}

/* ---- for people ---- */

static void write_frames(const char *detail, rj_buf *out) {
    while (detail && *detail) {
        const size_t bytes = strcspn(detail, "\n");
        rj_buf_puts(out, "    ");
        cli_write_escaped(detail, bytes, out);
        rj_buf_putc(out, '\n');
        detail += bytes;
        detail += *detail == '\n';
    }
}

static void write_finding(const probe_text *text, const rj_probe_finding *f, rj_buf *out) {
    rj_buf_puts(out, text->is_coloured ? "\033[31m" : "");
    rj_buf_puts(out, rj_probe_kind_name(f->kind));
    rj_buf_puts(out, text->is_coloured ? "\033[0m " : " ");
    write_place(f->file, f->at, out);
    rj_buf_printf(out, ": %s: ", f->input->rule->name);
    write_escaped(f->message, out);
    rj_buf_putc(out, '\n');
    cli_write_snippet(&text->documents, f->file, f->at, out);
    write_frames(f->detail, out);
    if (f->path && *f->path) {
        rj_buf_puts(out, "    ");
        write_escaped(f->path, out);
        rj_buf_puts(out, strstr(f->message, "(nil)") ? " is nil\n" : " is what failed\n");
    }
    rj_buf_printf(out, "    %llu mutant%s; the first, of ", (unsigned long long)f->count,
                  f->count == 1 ? "" : "s");
    write_escaped(f->input->file, out);
    rj_buf_printf(out, ":%u: ", (unsigned)f->input->at.line);
    write_escaped(*f->changes ? f->changes : "unchanged", out);
    rj_buf_puts(out, "\n    as a case:\n");
}

static bool write_pretty(const probe_text *text, rj_arena *arena, rj_buf *out) {
    for (size_t i = 0; i < text->report->count; i++) {
        write_finding(text, &text->report->findings[i], out);
        if (!write_case(&text->report->findings[i], arena, out))
            return false;
        rj_buf_putc(out, '\n');
    }
    return true;
}

void probe_write_counts(const probe_text *text, rj_buf *out) {
    const rj_probe_report *r = text->report;
    for (size_t i = 0; i < r->left_out_count; i++) {
        const rj_probe_left_out *l = &r->left_out[i];
        rj_buf_puts(out, "left out: ");
        write_escaped(l->input->file, out);
        rj_buf_printf(out, ":%u (%s): ", (unsigned)l->input->at.line, l->input->rule->name);
        write_escaped(l->reason, out);
        rj_buf_putc(out, '\n');
    }
    if (r->was_stopped)
        rj_buf_puts(out, "interrupted: not all mutants were run\n");
    else if (r->is_sampled)
        rj_buf_printf(out,
                      "sampled: there are %llu mutants; at most %zu of each input were run (seed "
                      "%llu; --max-mutants sets it)\n",
                      (unsigned long long)r->possible, text->options->max_mutants,
                      (unsigned long long)text->options->seed);
    rj_buf_printf(out, "%llu runs, %llu failed, at %zu place%s\n", (unsigned long long)r->runs,
                  (unsigned long long)r->failed, r->count, r->count == 1 ? "" : "s");
}

/* ---- for programs ---- */

static void write_text(const char *key, const char *value, rj_buf *out) {
    if (!value)
        return;
    rj_buf_printf(out, ",\"%s\":", key);
    rj_json_quote(value, strlen(value), out);
}

static bool write_json_finding(const rj_probe_finding *f, rj_arena *arena, rj_buf *out) {
    rj_value item;
    rj_buf_printf(out, "{\"kind\":\"%s\",\"operation\":\"%s\"", rj_probe_kind_name(f->kind),
                  f->input->rule->name);
    write_text("file", f->file, out);
    rj_buf_printf(out, ",\"line\":%u,\"column\":%u,\"mutants\":%llu", (unsigned)f->at.line,
                  (unsigned)f->at.column, (unsigned long long)f->count);
    write_text("message", f->message, out);
    write_text("path", f->path, out);
    write_text("detail", f->detail, out);
    write_text("changes", f->changes, out);
    write_text("inputFile", f->input->file, out);
    rj_buf_printf(out, ",\"inputLine\":%u,\"case\":", (unsigned)f->input->at.line);
    if (!rj_probe_finding_case(f, arena, &item))
        return false;
    rj_json_write(&item, out);
    rj_buf_putc(out, '}');
    return true;
}

static void write_json_left_out(const rj_probe_left_out *l, rj_buf *out) {
    rj_buf_printf(out, "{\"operation\":\"%s\",\"line\":%u", l->input->rule->name,
                  (unsigned)l->input->at.line);
    write_text("file", l->input->file, out);
    write_text("reason", l->reason, out);
    rj_buf_putc(out, '}');
}

static bool write_json(const probe_text *text, rj_arena *arena, rj_buf *out) {
    const rj_probe_report *r = text->report;
    rj_buf_printf(out,
                  "{\"runs\":%llu,\"possible\":%llu,\"failed\":%llu,\"sampled\":%s,"
                  "\"interrupted\":%s,\"seed\":%llu,\"findings\":[",
                  (unsigned long long)r->runs, (unsigned long long)r->possible,
                  (unsigned long long)r->failed, r->is_sampled ? "true" : "false",
                  r->was_stopped ? "true" : "false", (unsigned long long)text->options->seed);
    for (size_t i = 0; i < r->count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        if (!write_json_finding(&r->findings[i], arena, out))
            return false;
    }
    rj_buf_puts(out, "\n],\"leftOut\":[");
    for (size_t i = 0; i < r->left_out_count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_json_left_out(&r->left_out[i], out);
    }
    rj_buf_puts(out, "\n]}\n");
    return true;
}

static const probe_format formats[] = {
    {"pretty", false, write_pretty}, {"json", true, write_json}, {"cases", true, write_cases}};

const probe_format *probe_format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
