/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_test.h"

#include <string.h>

#include "cli/snippet.h"

static const test_format formats[] = {
    {"pretty", test_report_pretty, false}, {"tap", test_report_tap, true},
    {"junit", test_report_junit, true},    {"json", test_report_json, true},
    {"github", test_report_github, false}, {"markdown", test_report_markdown, false},
};
static const size_t format_count = sizeof formats / sizeof *formats;

const test_format *test_format_find(const char *name, size_t bytes) {
    for (size_t i = 0; i < format_count; i++)
        if (strlen(formats[i].name) == bytes && memcmp(formats[i].name, name, bytes) == 0)
            return &formats[i];
    return NULL;
}

void test_format_names(rj_buf *out) {
    for (size_t i = 0; i < format_count; i++)
        rj_buf_printf(out, "%s%s", i ? ", " : "", formats[i].name);
}

void test_report_counts(const rj_suite_results *results, rj_buf *out) {
    rj_buf_printf(out, "%zu passed, %zu failed, %zu skipped\n", results->passed, results->failed,
                  results->skipped);
}

void test_report_directories(const rj_suite_results *results, rj_buf *out) {
    for (size_t i = 0; i < results->count; i++) {
        const rj_suite_result *r = &results->items[i];
        test_counts *counts = (test_counts *)(void *)out->data;
        size_t n = out->bytes / sizeof *counts;
        while (n && counts[n - 1].directory != r->item->directory)
            n--;
        if (!n) {
            const test_counts none = {.directory = r->item->directory};
            rj_buf_append(out, (const char *)&none, sizeof none);
            if (!rj_buf_ok(out))
                return;
            counts = (test_counts *)(void *)out->data;
            n = out->bytes / sizeof *counts;
        }
        counts[n - 1].passed += r->status == RJ_SUITE_PASSED;
        counts[n - 1].failed += r->status == RJ_SUITE_FAILED;
        counts[n - 1].skipped += r->status == RJ_SUITE_SKIPPED;
    }
}

const char *test_operation(const rj_suite_case *item) {
    return item->rule ? item->rule->name : "";
}

bool test_reason_is_elsewhere(const rj_suite_result *result) {
    return result->reason_file && strcmp(result->reason_file, result->item->file) != 0;
}

bool test_was_repeated(const rj_suite_result *result) {
    return result->runs > result->item->directory->customization_count;
}

void test_report_title(const rj_suite_case *item, rj_buf *out) {
    cli_write_escaped(item->file, strlen(item->file), out);
    rj_buf_printf(out, ":%u: ", (unsigned)(item->at.line ? item->at.line : 1));
    cli_write_escaped(item->name, strlen(item->name), out);
    if (item->rule)
        rj_buf_printf(out, " (%s)", item->rule->name);
}

void test_report_difference(const rj_difference *d, rj_buf *out) {
    rj_buf_printf(out, "%s: expected %s, got %s", d->path, d->expected ? d->expected : "nothing",
                  d->actual ? d->actual : "nothing");
}

void test_report_failure(const rj_suite_result *r, rj_buf *out) {
    if (r->customization)
        rj_buf_printf(out, "with customization \"%s\":\n", r->customization);
    if (r->reason)
        rj_buf_printf(out, "%s\n", r->reason);
    if (r->reason && !r->detail && test_reason_is_elsewhere(r))
        rj_buf_printf(out, "at %s:%u:%u\n", r->reason_file, (unsigned)r->reason_at.line,
                      (unsigned)r->reason_at.column);
    for (size_t i = 0; i < r->difference_count; i++) {
        test_report_difference(&r->differences[i], out);
        rj_buf_putc(out, '\n');
    }
    if (r->differences_left_out)
        rj_buf_printf(out, "and %zu more differences\n", r->differences_left_out);
    if (r->detail)
        rj_buf_printf(out, "%s\n", r->detail);
    if (r->hint)
        rj_buf_printf(out, "hint: %s\n", r->hint);
    if (test_was_repeated(r))
        rj_buf_printf(out, "failed in %u of %u runs\n", r->failed_runs, r->runs);
}
