/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_COVERAGE_H
#define RJ_CLI_COVERAGE_H

/**
 * @file
 * What the cases of a suite have run of the scripts, in each of the formats, and the least that
 * they have to.
 */

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "rjinterp/buf.h"
#include "rjinterp/coverage.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

/** Counts of all files, and each of them. */
typedef struct coverage_report {
    const rj_coverage_file *files;
    size_t file_count;
    rj_coverage_sums sums;
    bool is_coloured; /**< text for a terminal */
} coverage_report;

/** The options --coverage and --coverage-min, looked at. */
typedef struct coverage_plan {
    const cli_list *outputs; /**< FORMAT[=FILE] each; checked */
    bool has_least;
    uint32_t least; /**< hundredths of a percent */
} coverage_plan;

/** Refuses formats that don't exist and percentages that are none. */
bool coverage_read_plan(const cli_list *outputs, const char *least, coverage_plan *plan,
                        rj_error *err) RJ_MUST_USE;

/** Whether anything of coverage is wanted. */
bool coverage_is_wanted(const coverage_plan *plan);

/**
 * Writes what goes to files, and appends what goes to standard output to @p out. *@p is_enough
 * tells whether all files have as much as the plan asks for; those that haven't are told on
 * standard error.
 */
bool coverage_write(const coverage_plan *plan, const rj_coverage *coverage, bool is_coloured,
                    rj_arena *arena, rj_buf *out, bool *is_enough, rj_error *err) RJ_MUST_USE;

/** "if", "elseif", "and", "or", "while", "for", "until". */
const char *coverage_branch_word(rj_point_kind kind);

/** What never was when the first or the second way of a branch was never taken: "true", "entered".
 */
const char *coverage_way_word(rj_point_kind kind, size_t way);

/** How good a share is. */
typedef enum coverage_grade {
    COVERAGE_BAD,
    COVERAGE_FAIR, /**< three quarters */
    COVERAGE_GOOD  /**< all */
} coverage_grade;

coverage_grade coverage_grade_of(size_t hit, size_t all);

/** Appends "91.66" of hundredths of a percent. */
void coverage_write_share(size_t hit, size_t all, rj_buf *out);

/** Appends "12-14, 20, 31:5": lines that never ran (those that lie between aren't lines of code),
 * and places of statements that never did on lines that did. */
void coverage_write_missed_lines(const rj_coverage_part *part, rj_buf *out);

void coverage_write_text(const coverage_report *report, rj_buf *out);
void coverage_write_lcov(const coverage_report *report, rj_buf *out);
void coverage_write_cobertura(const coverage_report *report, rj_buf *out);
void coverage_write_html(const coverage_report *report, rj_buf *out);

#endif
