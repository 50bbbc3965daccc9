/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_test.h"

/* The text of a table's cell: one line, without anything that Markdown or HTML would take for its
 * own. */
static void write_cell(const char *text, rj_buf *out) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '\n')
            rj_buf_puts(out, text[1] ? "<br>" : "");
        else if (c < ' ' || c == 0x7F)
            rj_buf_putc(out, ' ');
        else if (c == '<' || c == '>' || c == '&' || c == '|' || c == '`' || c == '*' || c == '_' ||
                 c == '[' || c == ']' || c == '\\' || c == '~' || c == '@' || c == '#')
            rj_buf_printf(out, "&#%u;", c);
        else
            rj_buf_putc(out, *text);
    }
}

static void write_directories(const test_report *report, rj_buf *out) {
    rj_buf all = RJ_BUF_INIT;
    test_report_directories(report->results, &all);
    const test_counts *counts = (const test_counts *)(const void *)all.data;
    rj_buf_puts(out, "|   | Customizations | Passed | Failed | Skipped |\n"
                     "|---|---|--:|--:|--:|\n");
    for (size_t i = 0; i < all.bytes / sizeof *counts; i++) {
        rj_buf_printf(out, "| %s | ", counts[i].failed ? "❌" : "✅");
        write_cell(counts[i].directory->path, out);
        rj_buf_printf(out, " | %zu | %zu | %zu |\n", counts[i].passed, counts[i].failed,
                      counts[i].skipped);
    }
    rj_buf_free(&all);
}

static void write_failure(const rj_suite_result *r, rj_buf *out) {
    rj_buf text = RJ_BUF_INIT;
    test_report_failure(r, &text);
    rj_buf_puts(out, "| ");
    write_cell(r->item->name, out);
    rj_buf_printf(out, " | %s | ", test_operation(r->item));
    write_cell(r->item->file, out);
    rj_buf_printf(out, ":%u | ", (unsigned)(r->item->at.line ? r->item->at.line : 1));
    write_cell(rj_buf_text(&text), out);
    rj_buf_puts(out, " |\n");
    rj_buf_free(&text);
}

void test_report_markdown(const test_report *report, rj_buf *out) {
    const rj_suite_results *results = report->results;
    write_directories(report, out);
    if (results->failed)
        rj_buf_puts(out, "\n| Case | Operation | Where | Why |\n|---|---|---|---|\n");
    for (size_t i = 0; i < results->count; i++)
        if (results->items[i].status == RJ_SUITE_FAILED)
            write_failure(&results->items[i], out);
    if (report->is_shuffled)
        rj_buf_printf(out, "\nshuffled with --shuffle=%llu\n", (unsigned long long)report->seed);
    rj_buf_putc(out, '\n');
}
