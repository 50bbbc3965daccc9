/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/report_test.h"
#include "cli/xml.h"

static void write_xml(const char *text, rj_buf *out) {
    cli_write_xml(text, strlen(text), out);
}

static void write_seconds(int64_t us, rj_buf *out) {
    rj_buf_printf(out, " time=\"%lld.%06d\"", (long long)(us / 1000000), (int)(us % 1000000));
}

/* The first line of why a case failed. */
static void write_failure(const rj_suite_result *r, rj_buf *out) {
    rj_buf text = RJ_BUF_INIT, headline = RJ_BUF_INIT;
    test_report_failure(r, &text);
    rj_buf_append(&headline, rj_buf_text(&text), strcspn(rj_buf_text(&text), "\n"));
    rj_buf_puts(out, "      <failure");
    cli_write_xml_attribute("message", rj_buf_text(&headline), out);
    cli_write_xml_attribute("type", r->difference_count ? "difference" : "error", out);
    rj_buf_putc(out, '>');
    write_xml(r->item->file, out);
    rj_buf_printf(out, ":%u\n", (unsigned)(r->item->at.line ? r->item->at.line : 1));
    write_xml(rj_buf_text(&text), out);
    rj_buf_puts(out, "</failure>\n");
    rj_buf_free(&text);
    rj_buf_free(&headline);
}

static void write_case(const rj_suite_result *r, rj_buf *out) {
    rj_buf_puts(out, "    <testcase");
    cli_write_xml_attribute("name", r->item->name, out);
    cli_write_xml_attribute("classname", r->item->file, out);
    write_seconds(r->duration_us, out);
    if (r->status == RJ_SUITE_PASSED) {
        rj_buf_puts(out, "/>\n");
        return;
    }
    rj_buf_puts(out, ">\n");
    if (r->status == RJ_SUITE_FAILED) {
        write_failure(r, out);
    } else {
        rj_buf_puts(out, "      <skipped");
        cli_write_xml_attribute("message", r->reason, out);
        rj_buf_puts(out, "/>\n");
    }
    rj_buf_puts(out, "    </testcase>\n");
}

static void write_counts(const test_counts *c, rj_buf *out) {
    rj_buf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\"",
                  c->passed + c->failed + c->skipped, c->failed, c->skipped);
}

static int64_t duration_of(const test_report *report, const rj_suite_directory *directory) {
    int64_t sum = 0;
    for (size_t i = 0; i < report->results->count; i++)
        if (report->results->items[i].item->directory == directory)
            sum += report->results->items[i].duration_us;
    return sum;
}

/* A directory is a suite. */
static void write_suite(const test_report *report, const test_counts *c, const char *timestamp,
                        const char *host, rj_buf *out) {
    rj_buf_puts(out, "  <testsuite");
    cli_write_xml_attribute("name", c->directory->path, out);
    cli_write_xml_attribute("timestamp", timestamp, out);
    cli_write_xml_attribute("hostname", host, out);
    write_counts(c, out);
    write_seconds(duration_of(report, c->directory), out);
    rj_buf_puts(out, ">\n");
    for (size_t i = 0; i < report->results->count; i++)
        if (report->results->items[i].item->directory == c->directory)
            write_case(&report->results->items[i], out);
    rj_buf_puts(out, "  </testsuite>\n");
}

void test_report_junit(const test_report *report, rj_buf *out) {
    char timestamp[32] = "", host[256] = "localhost";
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc))
        strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%S", &utc);
    if (gethostname(host, sizeof host - 1) != 0)
        strcpy(host, "localhost");
    const test_counts all = {.passed = report->results->passed,
                             .failed = report->results->failed,
                             .skipped = report->results->skipped};
    rj_buf directories = RJ_BUF_INIT;
    test_report_directories(report->results, &directories);
    const test_counts *counts = (const test_counts *)(const void *)directories.data;
    rj_buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"rjinterp\"");
    write_counts(&all, out);
    write_seconds(report->results->duration_us, out);
    rj_buf_puts(out, ">\n");
    for (size_t i = 0; i < directories.bytes / sizeof *counts; i++)
        write_suite(report, &counts[i], timestamp, host, out);
    rj_buf_puts(out, "</testsuites>\n");
    rj_buf_free(&directories);
}
