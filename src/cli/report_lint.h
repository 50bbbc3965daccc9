/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_LINT_H
#define RJ_CLI_REPORT_LINT_H

/**
 * @file
 * Findings of lint, in each of the formats.
 */

#include "rjinterp/buf.h"
#include "rjinterp/lint.h"

typedef struct lint_report {
    const rj_lint *lint; /**< sorted */
    bool is_coloured;
} lint_report_data;

typedef void (*lint_report_fn)(const lint_report_data *report, rj_buf *out);

typedef struct lint_format {
    const char *name;
    lint_report_fn write;
    bool counts_apart; /**< no room for the last line: it goes to standard error */
} lint_format;

/** NULL when there is none of that name. */
const lint_format *lint_format_find(const char *name);

/** How many findings have the severity. */
size_t lint_report_count(const rj_lint *lint, rj_lint_severity severity);

/** Appends "N errors, N warnings, N notes in N customizations" and a line end. */
void lint_report_counts(const rj_lint *lint, rj_buf *out);

/** Appends a check with its explanation and examples, as text. */
void lint_report_rule(const rj_lint_rule *rule, rj_buf *out);

/** Appends the page of all checks in Markdown: docs/lint.md. */
void lint_report_page(rj_buf *out);

/** "error", "warning", "info" */
const char *lint_severity_name(rj_lint_severity severity);

#endif
