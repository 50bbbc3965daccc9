/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_test.h"
#include "cli/snippet.h"

static void write_annotation(const char *level, const char *file, rj_position at, const char *title,
                             const char *text, rj_buf *out) {
    rj_buf_printf(out, "::%s file=", level);
    cli_write_command_text(file, true, out);
    rj_buf_printf(out, ",line=%u", (unsigned)(at.line ? at.line : 1));
    if (at.column)
        rj_buf_printf(out, ",col=%u", (unsigned)at.column);
    rj_buf_puts(out, ",title=");
    cli_write_command_text(title, true, out);
    rj_buf_puts(out, "::");
    cli_write_command_text(text, false, out);
    rj_buf_putc(out, '\n');
}

static void write_failure(const rj_suite_result *r, rj_buf *out) {
    rj_buf text = RJ_BUF_INIT;
    const rj_position line_only = {.line = r->item->at.line};
    test_report_failure(r, &text);
    if (text.bytes && text.data[text.bytes - 1] == '\n')
        text.data[--text.bytes] = '\0';
    if (r->item->is_file && r->reason_file) {
        write_annotation("error", r->reason_file, r->reason_at, r->item->name, r->reason, out);
    } else {
        write_annotation("error", r->item->file, line_only, r->item->name, rj_buf_text(&text), out);
        if (test_reason_is_elsewhere(r))
            write_annotation("error", r->reason_file, r->reason_at, r->item->name, r->reason, out);
    }
    rj_buf_free(&text);
}

void test_report_github(const test_report *report, rj_buf *out) {
    for (size_t i = 0; i < report->results->count; i++) {
        const rj_suite_result *r = &report->results->items[i];
        const rj_suite_case *item = r->item;
        if (r->status == RJ_SUITE_FAILED)
            write_failure(r, out);
        else if (r->status == RJ_SUITE_PASSED && r->has_no_assertion)
            write_annotation("warning", item->file, item->at, item->name, "no assertion", out);
        for (size_t n = 0; n < item->note_count && r->reason != item->notes[n].text; n++)
            write_annotation("warning", item->file, item->notes[n].at, item->name,
                             item->notes[n].text, out);
    }
    if (report->is_shuffled)
        rj_buf_printf(out, "shuffled with --shuffle=%llu\n", (unsigned long long)report->seed);
}
