/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_COVERAGE_H
#define RJINTERP_COVERAGE_H

/**
 * @file
 * Which lines and branches of the scripts the cases of a suite have run. Places are those of the
 * files in which the scripts stand.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"
#include "rjinterp/rule.h"
#include "rjinterp/script.h"
#include "rjinterp/suite.h"

/**
 * Compiles every script of the directories that the selected cases are in, with counters at 0.
 * NULL and *err when memory is out. Borrows the selection's suite; free with rj_coverage_free().
 */
RJ_API rj_coverage *rj_coverage_new(const rj_suite_selection *selection, const rj_limits *limits,
                                    rj_arena *arena, rj_error *err) RJ_MUST_USE;

RJ_API void rj_coverage_free(rj_coverage *coverage);

/** A line on which a statement begins or something is decided. */
typedef struct rj_coverage_line {
    uint32_t line;
    uint64_t hits; /**< of what ran most often on it */
    /** Column of the first statement on it that never ran although others did; 0: none. */
    uint32_t missed_column;
} rj_coverage_line;

/** A place with two ways to go on, see rj_point_kind. */
typedef struct rj_coverage_branch {
    rj_point_kind kind;
    rj_position at;
    const char *text; /**< what decides, on one line, cut when it is long */
    uint64_t hits[2];
} rj_coverage_branch;

typedef struct rj_coverage_function {
    const char *name; /**< as the script has it; "(anonymous)" */
    rj_position at;
    uint64_t hits;
} rj_coverage_function;

/** Covered and all: lines, ways of branches, functions. */
typedef struct rj_coverage_sums {
    size_t lines_hit, lines;
    size_t ways_hit, ways;
    size_t functions_hit, functions;
} rj_coverage_sums;

typedef struct rj_coverage_part {
    const rj_coverage_line *lines; /**< ascending */
    size_t line_count;
    const rj_coverage_branch *branches; /**< by place */
    size_t branch_count;
    const rj_coverage_function *functions; /**< by place */
    size_t function_count;
    rj_coverage_sums sums;
} rj_coverage_part;

/** One script. */
typedef struct rj_coverage_rule {
    const rj_customization *customization;
    const rj_rule *rule;
    uint32_t first_line, last_line; /**< of the script; 0: not known */
    /** Why nothing, or not everything, of it could be counted; NULL: nothing is wrong. */
    const char *problem;
    bool is_broken; /**< it can't be compiled: nothing of it can ever run */
    rj_coverage_part part;
} rj_coverage_rule;

typedef struct rj_coverage_file {
    const char *path;
    const rj_coverage_rule *rules; /**< in the order of the text */
    size_t rule_count;
    rj_coverage_part part; /**< of all its rules together */
} rj_coverage_file;

/** What has been counted so far, a file at a time, in order of their paths. Arena-owned. */
RJ_API bool rj_coverage_view(const rj_coverage *coverage, rj_arena *arena,
                             const rj_coverage_file **files, size_t *file_count,
                             rj_error *err) RJ_MUST_USE;

/** @p hit of @p all in hundredths of a percent, rounded down; of nothing, all is covered. */
RJ_API uint32_t rj_coverage_share(size_t hit, size_t all);

#endif
