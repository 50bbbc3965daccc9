/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_TEST_H
#define RJ_CLI_REPORT_TEST_H

/**
 * @file
 * What became of test cases, in each of the formats.
 */

#include <stdbool.h>

#include "rjinterp/buf.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

typedef struct test_report {
    const rj_suite_results *results;
    bool is_coloured;
    bool is_shuffled;
    uint64_t seed;
} test_report;

/** Appends a whole report. */
typedef void (*test_report_fn)(const test_report *report, rj_buf *out);

typedef struct test_format {
    const char *name;
    test_report_fn write;
    /** The format has no room for the last line with the counts: it goes to standard error. */
    bool counts_apart;
} test_format;

/** NULL when there is none of that name. */
const test_format *test_format_find(const char *name, size_t bytes);

/** Appends "pretty, tap, …". */
void test_format_names(rj_buf *out);

/** Appends "N passed, N failed, N skipped" and a line end. */
void test_report_counts(const rj_suite_results *results, rj_buf *out);

/** Counts of one directory, or of one file. */
typedef struct test_counts {
    const rj_suite_directory *directory;
    size_t passed, failed, skipped;
} test_counts;

/** Appends one test_counts a directory to @p out, in the order of their first cases. */
void test_report_directories(const rj_suite_results *results, rj_buf *out);

/** "AggregateStatus", or "" for what isn't known. */
const char *test_operation(const rj_suite_case *item);

/** Whether the reason is somewhere else than the case: in a customization, or in another file. */
bool test_reason_is_elsewhere(const rj_suite_result *result);

/** Whether a customization ran the case more than once. */
bool test_was_repeated(const rj_suite_result *result);

/** Appends "FILE:LINE: NAME (OPERATION)". No line end. */
void test_report_title(const rj_suite_case *item, rj_buf *out);

/** Appends one line about a difference: "healthy: expected true, got false". No line end. */
void test_report_difference(const rj_difference *difference, rj_buf *out);

/** Appends why a case failed, in lines: the reason, differences, frames of the script, the hint. */
void test_report_failure(const rj_suite_result *result, rj_buf *out);

void test_report_pretty(const test_report *report, rj_buf *out);
void test_report_tap(const test_report *report, rj_buf *out);
void test_report_junit(const test_report *report, rj_buf *out);
void test_report_json(const test_report *report, rj_buf *out);
void test_report_github(const test_report *report, rj_buf *out);
void test_report_markdown(const test_report *report, rj_buf *out);

#endif
