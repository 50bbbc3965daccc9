/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/report_test.h"
#include "cli/snippet.h"

typedef enum colour {
    RED = 31,
    GREEN = 32,
    YELLOW = 33
} colour;

static void write_coloured(const test_report *report, colour c, const char *text, rj_buf *out) {
    if (report->is_coloured)
        rj_buf_printf(out, "\033[%dm", (int)c);
    rj_buf_puts(out, text);
    if (report->is_coloured)
        rj_buf_puts(out, "\033[0m");
}

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strlen(text), out);
}

/* Each line of the text, indented. */
static void write_block(const char *text, const char *indent, rj_buf *out) {
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        rj_buf_puts(out, indent);
        cli_write_escaped(text, bytes, out);
        rj_buf_putc(out, '\n');
        text += bytes;
        text += *text == '\n';
    }
}

static void write_difference(const test_report *report, const rj_difference *d, rj_buf *out) {
    rj_buf_puts(out, "    ");
    write_escaped(d->path, out);
    rj_buf_puts(out, ": expected ");
    write_coloured(report, GREEN, d->expected ? d->expected : "nothing", out);
    rj_buf_puts(out, ", got ");
    write_coloured(report, RED, d->actual ? d->actual : "nothing", out);
    if (d->at.line)
        rj_buf_printf(out, " (line %u)", (unsigned)d->at.line);
    rj_buf_putc(out, '\n');
}

static void write_reason(const rj_suite_result *r, rj_buf *out) {
    static const cli_documents none = {0};
    if (!r->reason)
        return;
    write_block(r->reason, "    ", out);
    if (!r->reason_file || !r->reason_at.line)
        return;
    if (test_reason_is_elsewhere(r) || r->item->is_file) {
        rj_buf_puts(out, "    at ");
        write_escaped(r->reason_file, out);
        rj_buf_printf(out, ":%u:%u\n", (unsigned)r->reason_at.line, (unsigned)r->reason_at.column);
    }
    if (test_reason_is_elsewhere(r) || r->item->problem)
        cli_write_snippet(&none, r->reason_file, r->reason_at, out);
}

static void write_failure(const test_report *report, const rj_suite_result *r, rj_buf *out) {
    write_coloured(report, RED, "FAIL", out);
    rj_buf_putc(out, ' ');
    test_report_title(r->item, out);
    rj_buf_putc(out, '\n');
    if (r->customization) {
        rj_buf_puts(out, "    with customization ");
        write_escaped(r->customization, out);
        rj_buf_putc(out, '\n');
    }
    write_reason(r, out);
    for (size_t i = 0; i < r->difference_count; i++)
        write_difference(report, &r->differences[i], out);
    if (r->differences_left_out)
        rj_buf_printf(out, "    and %zu more differences\n", r->differences_left_out);
    if (r->detail)
        write_block(r->detail, "    ", out);
    if (r->hint) {
        rj_buf_puts(out, "    hint: ");
        write_escaped(r->hint, out);
        rj_buf_putc(out, '\n');
    }
    if (test_was_repeated(r))
        rj_buf_printf(out, "    failed in %u of %u runs\n", r->failed_runs, r->runs);
    if (r->printed) {
        rj_buf_puts(out, "    printed:\n");
        write_block(r->printed, "    | ", out);
    }
}

static void write_remark(const test_report *report, const char *word, const rj_suite_case *item,
                         const char *text, rj_position at, rj_buf *out) {
    write_coloured(report, YELLOW, word, out);
    rj_buf_putc(out, ' ');
    test_report_title(item, out);
    rj_buf_puts(out, ": ");
    write_escaped(text, out);
    if (at.line)
        rj_buf_printf(out, " (line %u)", (unsigned)at.line);
    rj_buf_putc(out, '\n');
}

static void write_result(const test_report *report, const rj_suite_result *r, rj_buf *out) {
    const rj_suite_case *item = r->item;
    const rj_position nowhere = {0};
    if (r->was_not_run)
        return;
    if (r->status == RJ_SUITE_FAILED)
        write_failure(report, r, out);
    else if (r->status == RJ_SUITE_SKIPPED)
        write_remark(report, "skip", item, r->reason, nowhere, out);
    else if (r->has_no_assertion)
        write_remark(report, "warn", item, "no assertion", nowhere, out);
    for (size_t i = 0; i < item->note_count && r->reason != item->notes[i].text; i++)
        write_remark(report, "warn", item, item->notes[i].text, item->notes[i].at, out);
}

static void write_directories(const test_report *report, rj_buf *out) {
    rj_buf all = RJ_BUF_INIT;
    test_report_directories(report->results, &all);
    const test_counts *counts = (const test_counts *)(const void *)all.data;
    for (size_t i = 0; i < all.bytes / sizeof *counts; i++) {
        write_coloured(report, counts[i].failed ? RED : GREEN, counts[i].failed ? "FAIL" : "ok  ",
                       out);
        rj_buf_putc(out, ' ');
        write_escaped(counts[i].directory->path, out);
        rj_buf_printf(out, ": %zu of %zu passed\n", counts[i].passed,
                      counts[i].passed + counts[i].failed + counts[i].skipped);
    }
    rj_buf_free(&all);
}

void test_report_pretty(const test_report *report, rj_buf *out) {
    size_t not_run = 0;
    for (size_t i = 0; i < report->results->count; i++) {
        write_result(report, &report->results->items[i], out);
        not_run += report->results->items[i].was_not_run;
    }
    if (not_run)
        rj_buf_printf(out, "skip %zu cases that were not run: an earlier case failed\n", not_run);
    write_directories(report, out);
    if (report->is_shuffled)
        rj_buf_printf(out, "shuffled with --shuffle=%llu\n", (unsigned long long)report->seed);
}
