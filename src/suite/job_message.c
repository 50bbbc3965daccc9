/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "suite/job.h"

/* Both ends are the same program: numbers are sent as they are in memory. */
typedef struct head {
    uint64_t number, difference_count, differences_left_out;
    int64_t duration_us;
    rj_position reason_at;
    uint32_t runs, failed_runs;
    uint8_t is_error, status, has_no_assertion, was_not_run, outputs_differ, code;
} head;

static const uint32_t no_text = UINT32_MAX;

typedef struct source {
    const char *data;
    size_t left;
    rj_arena *arena;
    bool failed;
} source;

static void write_text(const char *text, rj_buf *out) {
    const uint32_t bytes = text ? (uint32_t)strlen(text) : no_text;
    rj_buf_append(out, (const char *)&bytes, sizeof bytes);
    if (text)
        rj_buf_append(out, text, bytes);
}

static void take(source *s, void *into, size_t bytes) {
    if (s->failed || bytes > s->left) {
        s->failed = true;
        memset(into, 0, bytes);
        return;
    }
    memcpy(into, s->data, bytes);
    s->data += bytes;
    s->left -= bytes;
}

static const char *take_text(source *s) {
    uint32_t bytes;
    take(s, &bytes, sizeof bytes);
    if (s->failed || bytes == no_text)
        return NULL;
    const char *text = bytes <= s->left ? rj_arena_copy(s->arena, s->data, bytes) : NULL;
    s->failed = !text;
    if (text) {
        s->data += bytes;
        s->left -= bytes;
    }
    return text;
}

/* ---- differences ---- */

static void write_difference(const rj_difference *d, rj_buf *out) {
    const uint32_t numbers[] = {(uint32_t)d->kind, d->at.line, d->at.column};
    rj_buf_append(out, (const char *)numbers, sizeof numbers);
    write_text(d->path, out);
    write_text(d->expected, out);
    write_text(d->actual, out);
}

static rj_difference take_difference(source *s) {
    uint32_t numbers[3];
    take(s, numbers, sizeof numbers);
    rj_difference d = {.kind = (rj_difference_kind)numbers[0],
                       .at = {.line = numbers[1], .column = numbers[2]}};
    d.path = take_text(s);
    d.expected = take_text(s);
    d.actual = take_text(s);
    return d;
}

static void take_differences(source *s, size_t count, rj_suite_result *result) {
    if (s->failed || !count)
        return;
    /* Each takes some bytes of what is left. */
    rj_difference *items =
        count <= s->left ? rj_arena_calloc(s->arena, count, sizeof *items) : NULL;
    s->failed = !items;
    for (size_t i = 0; items && !s->failed && i < count; i++)
        items[i] = take_difference(s);
    result->differences = items;
    result->difference_count = count;
}

/* ---- messages ---- */

void job_write(const job_message *message, rj_buf *out) {
    const rj_suite_result *r = &message->result;
    head h;
    memset(&h, 0, sizeof h); /* padding is sent too */
    h.number = message->number;
    h.difference_count = r->difference_count;
    h.differences_left_out = r->differences_left_out;
    h.duration_us = r->duration_us;
    h.reason_at = r->reason_at;
    h.runs = r->runs;
    h.failed_runs = r->failed_runs;
    h.is_error = message->is_error;
    h.status = (uint8_t)r->status;
    h.has_no_assertion = r->has_no_assertion;
    h.was_not_run = r->was_not_run;
    h.outputs_differ = r->outputs_differ;
    h.code = (uint8_t)r->code;
    rj_buf_append(out, (const char *)&h, sizeof h);
    write_text(message->error, out);
    write_text(r->reason, out);
    write_text(r->reason_file, out);
    write_text(r->path, out);
    write_text(r->detail, out);
    write_text(r->hint, out);
    write_text(r->customization, out);
    write_text(r->printed, out);
    write_text(r->new_output, out);
    for (size_t i = 0; i < r->difference_count; i++)
        write_difference(&r->differences[i], out);
}

size_t job_read(const char *data, size_t bytes, rj_arena *arena, job_message *out) {
    source s = {.data = data, .left = bytes, .arena = arena};
    head h;
    take(&s, &h, sizeof h);
    job_message made = {.is_error = h.is_error, .number = (size_t)h.number};
    rj_suite_result *r = &made.result;
    r->status = (rj_suite_status)h.status;
    r->has_no_assertion = h.has_no_assertion;
    r->was_not_run = h.was_not_run;
    r->outputs_differ = h.outputs_differ;
    r->code = (rj_error_code)h.code;
    r->differences_left_out = (size_t)h.differences_left_out;
    r->duration_us = h.duration_us;
    r->reason_at = h.reason_at;
    r->runs = h.runs;
    r->failed_runs = h.failed_runs;
    made.error = take_text(&s);
    r->reason = take_text(&s);
    r->reason_file = take_text(&s);
    r->path = take_text(&s);
    r->detail = take_text(&s);
    r->hint = take_text(&s);
    r->customization = take_text(&s);
    r->printed = take_text(&s);
    r->new_output = take_text(&s);
    take_differences(&s, (size_t)h.difference_count, r);
    if (s.failed || h.status > RJ_SUITE_SKIPPED || h.code > RJ_ERROR_INTERNAL)
        return 0;
    *out = made;
    return bytes - s.left;
}
