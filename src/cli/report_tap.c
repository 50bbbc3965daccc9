/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/report_test.h"
#include "rjinterp/utf8.h"

/* A description has no line ends; "#" would start a directive. */
static void write_description(const char *text, rj_buf *out) {
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            rj_buf_putc(out, '\\');
        rj_buf_putc(out, (unsigned char)*text < ' ' || *text == 0x7F ? ' ' : *text);
    }
}

static void write_text(const char *key, const char *text, rj_buf *out) {
    rj_buf_printf(out, "%s: ", key);
    rj_json_quote(text, strlen(text), out);
    rj_buf_putc(out, '\n');
}

/* What is known of the failure as a YAML block; strings of JSON are strings of YAML. */
static void write_diagnosis(const rj_suite_result *r, rj_buf *out) {
    const rj_suite_case *item = r->item;
    rj_buf message = RJ_BUF_INIT;
    test_report_failure(r, &message);
    rj_buf_puts(out, "  ---\n");
    write_text("  message", rj_buf_text(&message), out);
    write_text("  file", item->file, out);
    rj_buf_printf(out, "  line: %u\n", (unsigned)(item->at.line ? item->at.line : 1));
    if (item->rule)
        write_text("  operation", item->rule->name, out);
    if (r->difference_count)
        rj_buf_puts(out, "  differences:\n");
    for (size_t i = 0; i < r->difference_count; i++) {
        const rj_difference *d = &r->differences[i];
        write_text("    - path", d->path, out);
        if (d->expected)
            write_text("      expected", d->expected, out);
        if (d->actual)
            write_text("      got", d->actual, out);
    }
    rj_buf_puts(out, "  ...\n");
    rj_buf_free(&message);
}

void test_report_tap(const test_report *report, rj_buf *out) {
    const rj_suite_results *results = report->results;
    rj_buf_printf(out, "TAP version 14\n1..%zu\n", results->count);
    if (report->is_shuffled)
        rj_buf_printf(out, "# shuffled with --shuffle=%llu\n", (unsigned long long)report->seed);
    for (size_t i = 0; i < results->count; i++) {
        const rj_suite_result *r = &results->items[i];
        rj_buf_printf(out, "%s %zu - ", r->status == RJ_SUITE_FAILED ? "not ok" : "ok", i + 1);
        write_description(r->item->directory->path, out);
        rj_buf_puts(out, ": ");
        write_description(r->item->name, out);
        if (r->status == RJ_SUITE_SKIPPED) {
            rj_buf_puts(out, " # SKIP ");
            write_description(r->reason, out);
        }
        rj_buf_putc(out, '\n');
        if (r->status == RJ_SUITE_FAILED)
            write_diagnosis(r, out);
        else if (r->status == RJ_SUITE_PASSED && r->has_no_assertion)
            rj_buf_puts(out, "# no assertion\n");
    }
}
