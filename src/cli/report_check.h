/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_CHECK_H
#define RJ_CLI_REPORT_CHECK_H

/**
 * @file
 * The report of --check: for people as the reference's table, for machines as one map.
 */

#include <stdbool.h>

#include "cli/findings.h"
#include "cli/output_form.h"
#include "cli/table_writer.h"
#include "rjinterp/customization.h"

typedef enum check_status {
    CHECK_UNSET,
    CHECK_PASS,
    CHECK_ERROR
} check_status;

/** What became of a rule's script. */
typedef struct check_verdict {
    check_status status;
    const char *message; /**< of ERROR */
    rj_position at;      /**< of ERROR, in the file */
} check_verdict;

/** One customization. */
typedef struct check_entry {
    const rj_customization *customization;
    const char *problem; /**< why its scripts weren't looked at, or NULL */
    check_verdict verdicts[RJ_OPERATION_COUNT];
} check_entry;

/** Zero-initialise but for the first two; end with check_report_free(). */
typedef struct check_report {
    cli_form form;
    rj_arena *arena; /**< of a report for machines */
    table_writer table;
    rj_list_builder entries;
    bool failed; /**< an entry is bad */
} check_report;

/** Adds an entry; of the table, what is laid out is appended to @p out. */
bool check_report_add(check_report *report, const check_entry *entry, rj_buf *out,
                      rj_error *err) RJ_MUST_USE;

/** Appends the rest. */
bool check_report_finish(check_report *report, const cli_findings *findings, bool ok, rj_buf *out,
                         rj_error *err) RJ_MUST_USE;

void check_report_free(check_report *report);

#endif
