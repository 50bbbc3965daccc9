/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_trace.h"

#include <string.h>

#include "cli/output_form.h"
#include "cli/snippet.h"
#include "rjinterp/json.h"
#include "rjinterp/rule.h"
#include "rjinterp/utf8.h"

enum {
    VALUES_COLUMN = 56, /* where values stand behind a line that leaves them room */
    MOST_VALUES = 160   /* bytes of values of one line; more begin another */
};

bool trace_is_sound(const trace_text *text) {
    for (size_t i = 0; i < text->trace.event_count; i++) {
        const rj_trace_event *e = &text->trace.events[i];
        if (e->script >= text->chunk_count || e->point >= text->chunks[e->script].point_count)
            return false;
    }
    return true;
}

/* A line of a script, without the blanks around it; *indent is how many stood in front. */
static const char *source_line(const rj_chunk *chunk, uint32_t line, size_t *bytes,
                               size_t *indent) {
    *bytes = *indent = 0;
    if (line < 1 || line > chunk->line_count)
        return "";
    const char *start = chunk->script + chunk->line_offsets[line - 1];
    const char *end = line < chunk->line_count ? chunk->script + chunk->line_offsets[line]
                                               : chunk->script + chunk->script_bytes;
    while (end > start && strchr(" \t\r\n", end[-1]) && end[-1])
        end--;
    while (start < end && (*start == ' ' || *start == '\t')) {
        start++;
        ++*indent;
    }
    *bytes = (size_t)(end - start);
    return start;
}

/* ---- for people ---- */

/* The line that is being written: events of the same place go on it. */
typedef struct writer {
    const trace_text *text;
    rj_buf *out;
    const rj_trace_event *at; /* NULL: none */
    uint32_t line;            /* in the script */
    uint32_t base_depth;
    rj_buf values;
    rj_buf variables; /* at a break: a line for each */
} writer;

static void write_source(writer *w, rj_buf *line) {
    const rj_chunk *chunk = &w->text->chunks[w->at->script];
    const rj_position at = rj_chunk_file_position(chunk, chunk->points[w->at->point].at);
    const uint32_t calls = w->at->depth > w->base_depth ? w->at->depth - w->base_depth : 0;
    size_t bytes, indent;
    const char *source = source_line(chunk, w->line, &bytes, &indent);
    rj_buf_printf(line, "%5u  ", (unsigned)at.line);
    for (uint32_t i = 0; i < calls; i++)
        rj_buf_puts(line, "│ ");
    for (size_t i = 0; i < indent; i++)
        rj_buf_putc(line, ' ');
    cli_write_escaped(source, bytes, line);
}

static void flush(writer *w) {
    rj_buf line = RJ_BUF_INIT;
    if (w->at) {
        write_source(w, &line);
        if (w->values.bytes) {
            const size_t width = rj_utf8_count(rj_buf_text(&line), line.bytes);
            for (size_t i = width + 2; i < VALUES_COLUMN; i++)
                rj_buf_putc(&line, ' ');
            rj_buf_puts(&line, "  ");
            cli_write_escaped(rj_buf_text(&w->values), w->values.bytes, &line);
        }
        rj_buf_append(w->out, rj_buf_text(&line), line.bytes);
        rj_buf_putc(w->out, '\n');
        rj_buf_append(w->out, rj_buf_text(&w->variables), w->variables.bytes);
    }
    rj_buf_free(&line);
    rj_buf_reset(&w->values);
    rj_buf_reset(&w->variables);
    w->at = NULL;
}

static uint32_t line_of(const trace_text *text, const rj_trace_event *e) {
    return text->chunks[e->script].points[e->point].at.line;
}

static bool goes_on(const writer *w, const rj_trace_event *e) {
    return w->at && w->at->script == e->script && w->line == line_of(w->text, e) &&
           w->at->depth == e->depth && w->values.bytes < MOST_VALUES &&
           !(w->variables.bytes && e->kind == RJ_TRACE_STATEMENT);
}

/* "_" is what one calls a value that doesn't matter. */
static bool is_of_interest(const char *text, size_t bytes) {
    return bytes < 2 || memcmp(text, "_ ", 2) != 0;
}

static void write_event(writer *w, const rj_trace_event *e, const char *text) {
    if (e->kind == RJ_TRACE_VALUE && !is_of_interest(text, e->text_bytes))
        return;
    if (!goes_on(w, e)) {
        flush(w);
        w->at = e;
        w->line = line_of(w->text, e);
    }
    switch ((rj_trace_kind)e->kind) {
    case RJ_TRACE_CALL:
    case RJ_TRACE_STATEMENT:
        break;
    case RJ_TRACE_RETURN:
        rj_buf_puts(&w->values, w->values.bytes ? ", returns " : "returns ");
        rj_buf_append(&w->values, text, e->text_bytes);
        rj_buf_puts(&w->values, e->text_bytes ? "" : "nothing");
        break;
    case RJ_TRACE_VALUE:
        rj_buf_puts(&w->values, w->values.bytes ? ", " : "");
        rj_buf_append(&w->values, text, e->text_bytes);
        break;
    case RJ_TRACE_VARIABLE:
        rj_buf_puts(&w->variables, "           ");
        cli_write_escaped(text, e->text_bytes, &w->variables);
        rj_buf_putc(&w->variables, '\n');
        break;
    }
}

static void write_heading(const trace_text *text, size_t script, rj_buf *out) {
    const char *file = rj_chunk_file(&text->chunks[script]);
    cli_write_escaped(file, strlen(file), out);
    rj_buf_printf(out, ": %s\n", rj_rule_of(text->operation)->name);
}

static uint32_t least_depth(const rj_trace *trace) {
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < trace->event_count; i++)
        if (trace->events[i].depth < least)
            least = trace->events[i].depth;
    return least;
}

static void write_notes(const trace_text *text, rj_buf *out) {
    if (text->trace.left_out)
        rj_buf_printf(out, "… and %llu more events; --max-events, now %zu, lets more be shown\n",
                      (unsigned long long)text->trace.left_out, text->max_events);
    for (size_t i = 0; i < text->chunk_count; i++)
        if (text->chunks[i].points_left_out)
            rj_buf_puts(out, "nothing was traced: the script is too large for that\n");
    if (!text->was_taken)
        rj_buf_puts(out, "nothing was traced: no script ran, or its process was ended\n");
}

void trace_write_pretty(const trace_text *text, rj_buf *out) {
    writer w = {.text = text, .out = out, .base_depth = least_depth(&text->trace)};
    const char *event_text = text->trace.text;
    uint32_t script = UINT32_MAX;
    for (size_t i = 0; i < text->trace.event_count; i++) {
        const rj_trace_event *e = &text->trace.events[i];
        if (e->script != script) {
            flush(&w);
            script = e->script;
            write_heading(text, script, out);
        }
        write_event(&w, e, event_text);
        event_text += e->text_bytes;
    }
    flush(&w);
    rj_buf_free(&w.values);
    rj_buf_free(&w.variables);
    write_notes(text, out);
}

/* ---- for programs ---- */

static void write_place(const char *file, rj_position at, rj_buf *out) {
    rj_buf_puts(out, "\"file\":");
    rj_json_write_string(file, strlen(file), out);
    rj_buf_printf(out, ",\"line\":%u,\"column\":%u", (unsigned)at.line, (unsigned)at.column);
}

/* "name = value" as two strings. */
static void write_named(const char *text, size_t bytes, rj_buf *out) {
    const char *equals = memmem(text, bytes, " = ", 3);
    const size_t name_bytes = equals ? (size_t)(equals - text) : 0;
    rj_buf_puts(out, ",\"name\":");
    rj_json_write_string(text, name_bytes, out);
    rj_buf_puts(out, ",\"value\":");
    rj_json_write_string(equals ? equals + 3 : text, equals ? bytes - name_bytes - 3 : bytes, out);
}

static void write_json_event(const trace_text *text, const rj_trace_event *e,
                             const char *event_text, rj_buf *out) {
    static const char *const words[] = {
        [RJ_TRACE_CALL] = "call",         [RJ_TRACE_STATEMENT] = "statement",
        [RJ_TRACE_VALUE] = "value",       [RJ_TRACE_RETURN] = "return",
        [RJ_TRACE_VARIABLE] = "variable",
    };
    const rj_chunk *chunk = &text->chunks[e->script];
    const rj_chunk_point *point = &chunk->points[e->point];
    size_t bytes, indent;
    const char *source = source_line(chunk, point->at.line, &bytes, &indent);
    rj_buf_printf(out, "{\"event\":\"%s\",", words[e->kind]);
    write_place(rj_chunk_file(chunk), rj_chunk_file_position(chunk, point->at), out);
    rj_buf_printf(out, ",\"depth\":%u,\"source\":", (unsigned)e->depth);
    rj_json_write_string(source, bytes, out);
    if (e->kind == RJ_TRACE_VALUE || e->kind == RJ_TRACE_VARIABLE) {
        write_named(event_text, e->text_bytes, out);
    } else if (e->kind == RJ_TRACE_RETURN) {
        rj_buf_puts(out, ",\"value\":");
        rj_json_write_string(event_text, e->text_bytes, out);
    }
    rj_buf_putc(out, '}');
}

static void write_json_error(const rj_error *error, rj_buf *out) {
    rj_buf_puts(out, ",\"error\":{\"message\":");
    rj_json_write_string(error->message, strlen(error->message), out);
    if (error->file) {
        rj_buf_putc(out, ',');
        write_place(error->file, error->at, out);
    }
    rj_buf_putc(out, '}');
}

bool trace_write_json(const trace_text *text, const rj_result *result, const rj_error *error,
                      rj_arena *arena, rj_buf *out) {
    const char *event_text = text->trace.text;
    rj_buf_printf(out, "{\"operation\":\"%s\",\"events\":[", rj_rule_of(text->operation)->name);
    for (size_t i = 0; i < text->trace.event_count; i++) {
        const rj_trace_event *e = &text->trace.events[i];
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_json_event(text, e, event_text, out);
        event_text += e->text_bytes;
    }
    rj_buf_printf(out, "\n],\"leftOut\":%llu", (unsigned long long)text->trace.left_out);
    if (result) {
        rj_value map;
        if (!cli_result_map(result, arena, &map))
            return false;
        rj_buf_puts(out, ",\"result\":");
        rj_json_write(&map, out);
    } else {
        write_json_error(error, out);
    }
    rj_buf_puts(out, "}\n");
    return true;
}
