/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/report_test.h"
#include "rjinterp/utf8.h"

static void write_text(const char *key, const char *text, rj_buf *out) {
    if (!text)
        return;
    rj_buf_printf(out, ",\"%s\":", key);
    rj_json_quote(text, strlen(text), out);
}

static void write_place(const char *file, rj_position at, rj_buf *out) {
    if (!file)
        return;
    rj_buf_puts(out, ",\"at\":{\"file\":");
    rj_json_quote(file, strlen(file), out);
    rj_buf_printf(out, ",\"line\":%u,\"column\":%u}", (unsigned)at.line, (unsigned)at.column);
}

static void write_differences(const rj_suite_result *r, rj_buf *out) {
    if (!r->difference_count)
        return;
    rj_buf_puts(out, ",\"differences\":[");
    for (size_t i = 0; i < r->difference_count; i++) {
        const rj_difference *d = &r->differences[i];
        rj_buf_printf(out, "%s{\"line\":%u", i ? "," : "", (unsigned)d->at.line);
        write_text("path", d->path, out);
        write_text("expected", d->expected, out);
        write_text("actual", d->actual, out);
        rj_buf_putc(out, '}');
    }
    rj_buf_printf(out, "],\"differencesLeftOut\":%zu", r->differences_left_out);
}

static void write_notes(const rj_suite_case *item, rj_buf *out) {
    if (!item->note_count)
        return;
    rj_buf_puts(out, ",\"notes\":[");
    for (size_t i = 0; i < item->note_count; i++) {
        rj_buf_printf(out, "%s{\"line\":%u", i ? "," : "", (unsigned)item->notes[i].at.line);
        write_text("text", item->notes[i].text, out);
        rj_buf_putc(out, '}');
    }
    rj_buf_putc(out, ']');
}

static void write_result(const rj_suite_result *r, rj_buf *out) {
    static const char *const words[] = {
        [RJ_SUITE_PASSED] = "passed", [RJ_SUITE_FAILED] = "failed", [RJ_SUITE_SKIPPED] = "skipped"};
    const rj_suite_case *item = r->item;
    rj_buf_printf(out, "{\"status\":\"%s\"", words[r->status]);
    write_text("directory", item->directory->path, out);
    write_text("file", item->file, out);
    rj_buf_printf(out, ",\"line\":%u", (unsigned)(item->at.line ? item->at.line : 1));
    write_text("name", item->name, out);
    write_text("description", item->description, out);
    if (item->rule)
        write_text("operation", item->rule->name, out);
    rj_buf_printf(out, ",\"durationMs\":%lld.%03d,\"runs\":%u,\"failedRuns\":%u",
                  (long long)(r->duration_us / 1000), (int)(r->duration_us % 1000), r->runs,
                  r->failed_runs);
    if (r->has_no_assertion)
        rj_buf_puts(out, ",\"noAssertion\":true");
    write_text("reason", r->reason, out);
    write_place(r->reason_file, r->reason_at, out);
    write_text("detail", r->detail, out);
    write_text("hint", r->hint, out);
    write_text("customization", r->customization, out);
    write_text("printed", r->printed, out);
    write_differences(r, out);
    write_notes(item, out);
    rj_buf_putc(out, '}');
}

void test_report_json(const test_report *report, rj_buf *out) {
    const rj_suite_results *results = report->results;
    rj_buf_printf(out, "{\"passed\":%zu,\"failed\":%zu,\"skipped\":%zu", results->passed,
                  results->failed, results->skipped);
    if (report->is_shuffled)
        rj_buf_printf(out, ",\"seed\":\"%llu\"", (unsigned long long)report->seed);
    rj_buf_puts(out, ",\"cases\":[");
    for (size_t i = 0; i < results->count; i++) {
        rj_buf_puts(out, i ? ",\n" : "\n");
        write_result(&results->items[i], out);
    }
    rj_buf_puts(out, "\n]}\n");
}
