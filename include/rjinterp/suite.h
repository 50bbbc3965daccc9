/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_SUITE_H
#define RJINTERP_SUITE_H

/**
 * @file
 * Customizations held against their test data: directories of customizations and cases are found
 * and read, cases are run by workers as in jail.h, and answers are compared with what the cases
 * expect. docs/test-format.md describes the files.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/jail.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"
#include "rjinterp/rule.h"
#include "rjinterp/value.h"

/** A directory with customizations and their cases. */
typedef struct rj_suite_directory {
    const char *path;
    /** One set for each customization: each answers the cases alone. */
    const rj_customization_set *customizations;
    size_t customization_count;
} rj_suite_directory;

/** Something about a case that its author should look at. */
typedef struct rj_suite_note {
    const char *text;
    rj_position at;
} rj_suite_note;

/** What every customization should do, tried on the arguments of a case. */
typedef enum rj_property {
    RJ_PROPERTY_NONE = 0,        /**< an ordinary case: its output is compared */
    RJ_PROPERTY_REPEATED,        /**< the same answer twice in one state */
    RJ_PROPERTY_PAIRS_ORDER,     /**< the same answer with pairs in reversed order */
    RJ_PROPERTY_ITEM_ORDER,      /**< the same answer for every order of status items: all up to 6,
                                    else 100 samples */
    RJ_PROPERTY_ITEM_COUNT,      /**< no failure for 0, 1 and all items, and one without status */
    RJ_PROPERTY_RETAIN_ITSELF,   /**< Retain of an object with itself changes nothing */
    RJ_PROPERTY_COMPONENT_NAMES, /**< unique, at most 32 characters */
    RJ_PROPERTY_RANGES,          /**< replicas fit int32, quantities parse */
    RJ_PROPERTY_COUNT
} rj_property;

/** A case, as far as it could be read. Texts are never NULL unless it is said. */
typedef struct rj_suite_case {
    const rj_suite_directory *directory;
    const char *file;
    rj_position at;
    size_t document; /**< of the file, from 0 */
    bool is_listed;  /**< in the older format: an entry of the document's list */
    size_t entry;
    const char *name;
    const char *description; /**< NULL: none */
    const rj_rule *rule;     /**< NULL: not known, and there is a problem */
    const rj_value *desired, *observed, *status_items; /**< NULL: not given */
    int32_t desired_replica;
    const rj_value *output;     /**< a map with members, or NULL */
    const char *expected_error; /**< what the message of a failure has to contain, or NULL */
    const char *skip;           /**< why the case is not to be run, or NULL */
    /** Why the case, or the file that it stands for, can't be run, or NULL; and where that is. */
    const char *problem;
    const char *problem_file;
    rj_position problem_at;
    /** The entry stands for a file or a directory, in which no case could be read. */
    bool is_file;
    rj_property property;       /**< to be tried in place of the case's own assertion */
    const rj_suite_note *notes; /**< unknown fields */
    size_t note_count;
} rj_suite_case;

/** All that was found. Arena-owned. */
typedef struct rj_suite {
    const rj_suite_case *cases; /**< in the order of directories, files, documents */
    size_t count;
} rj_suite;

/**
 * Finds and reads all cases in @p paths: directories, with all below them, or files of them. What
 * is wrong with a file becomes an entry with a problem. False when a path doesn't exist or memory
 * is out.
 */
RJ_API bool rj_suite_load(const char *const *paths, size_t path_count, const rj_limits *limits,
                          rj_arena *arena, rj_suite *out, rj_error *err) RJ_MUST_USE;

/** Which of the cases are wanted. Zero-initialise. */
typedef struct rj_suite_filter {
    const char *pattern; /**< POSIX extended expression in the name or DIRECTORY/NAME; or NULL */
    const rj_rule *rule; /**< of this operation alone, or NULL */
    size_t shard_index;  /**< from 0 */
    size_t shard_count;  /**< 0 and 1: all */
    bool shuffle;        /**< in an order that the seed decides */
    uint64_t seed;
} rj_suite_filter;

/** Cases in the order in which they are reported. Arena-owned. */
typedef struct rj_suite_selection {
    const rj_suite_case **cases;
    size_t count;
    size_t found; /**< before they were divided into shards */
} rj_suite_selection;

/** Entries with a problem of a whole file are always selected. */
RJ_API bool rj_suite_select(const rj_suite *suite, const rj_suite_filter *filter, rj_arena *arena,
                            rj_suite_selection *out, rj_error *err) RJ_MUST_USE;

/**
 * In place of each case one for each property that says something about it, named
 * "NAME: PROPERTY". Cases that are skipped, have problems or expect an error are left as they are
 * or out: nothing is tried with them.
 */
RJ_API bool rj_suite_expand_properties(const rj_suite_selection *selection, rj_arena *arena,
                                       rj_suite_selection *out, rj_error *err) RJ_MUST_USE;

typedef enum rj_difference_kind {
    RJ_DIFFERENCE_CHANGED,   /**< expected one value, got another */
    RJ_DIFFERENCE_MISSING,   /**< expected a value, got nothing */
    RJ_DIFFERENCE_UNEXPECTED /**< expected nothing, got a value */
} rj_difference_kind;

/** Values are JSON texts; long ones are cut and end with an ellipsis. */
typedef struct rj_difference {
    rj_difference_kind kind;
    const char *path;     /**< "components[0].replicas" */
    const char *expected; /**< NULL: nothing */
    const char *actual;   /**< NULL: nothing */
    rj_position at;       /**< of the expected value, or of what it should stand in; may be 0 */
} rj_difference;

typedef enum rj_suite_status {
    RJ_SUITE_PASSED,
    RJ_SUITE_FAILED,
    RJ_SUITE_SKIPPED
} rj_suite_status;

/** What became of a case. Texts live until rj_suite_results_free(); NULL where nothing is said. */
typedef struct rj_suite_result {
    const rj_suite_case *item;
    rj_suite_status status;
    bool has_no_assertion;
    bool was_not_run;   /**< skipped because an earlier case failed */
    const char *reason; /**< why it was skipped, or failed if not by differences alone */
    rj_error_code code; /**< of the error that is the reason; RJ_ERROR_NONE: it is none */
    const char *path;   /**< what the error is about: "o.status", see rj_error */
    /** Where the reason is: in the case's file, in a customization, or nowhere. */
    const char *reason_file;
    rj_position reason_at;
    const char *detail; /**< more lines: frames of the script */
    const char *hint;
    const char *customization; /**< the one that failed, when there are several */
    const rj_difference *differences;
    size_t difference_count;
    size_t differences_left_out; /**< that were too many to keep */
    const char *printed;         /**< by the scripts of a case that failed */
    int64_t duration_us;         /**< of all runs */
    uint32_t runs, failed_runs;
    /** JSON of the output with which the case would pass, when that was asked for; NULL: there is
     * none, because an operation failed or runs had different results. */
    const char *new_output;
    bool outputs_differ;
} rj_suite_result;

/** See coverage.h. */
typedef struct rj_coverage rj_coverage;

typedef struct rj_suite_options {
    const rj_limits *limits;     /**< NULL: defaults */
    const rj_jail_options *jail; /**< may be NULL */
    size_t jobs;                 /**< workers at a time; 0 is 1 */
    size_t portion;              /**< most cases that one worker gets at a time; 0: 64 */
    uint32_t repeat;             /**< runs of each case; 0 is 1 */
    bool fail_fast;              /**< nothing is run behind the first case that fails */
    bool strict;                 /**< cases without assertion and with notes fail */
    /** Cases of a directory share one Lua state, in order, as production's pool may have it. What
     * differs from a run alone fails and says so. */
    bool shared_vm;
    bool wants_outputs;    /**< results tell new_output */
    rj_coverage *coverage; /**< what runs is counted there; NULL: it isn't */
} rj_suite_options;

typedef struct rj_suite_results {
    rj_suite_result *items; /**< one for each selected case, in that order */
    size_t count;
    size_t passed, failed, skipped;
    int64_t duration_us;
    rj_arena *arena; /* what the texts live in */
} rj_suite_results;

/**
 * Runs the selected cases. What is reported depends neither on the number of jobs nor on which
 * worker ran what. False when no worker can be started or memory is out. Free with
 * rj_suite_results_free().
 */
RJ_API bool rj_suite_run(const rj_suite_selection *selection, const rj_suite_options *options,
                         rj_suite_results *out, rj_error *err) RJ_MUST_USE;

RJ_API void rj_suite_results_free(rj_suite_results *results);

/** Whether the case failed or asserts nothing, and a new output would change that. */
RJ_API bool rj_suite_is_updatable(const rj_suite_result *result);

/**
 * Appends the bytes of the case's file with the new output in the place of the old one: no other
 * byte changes, and what of the output is right stays as it is written. @p file is what is in the
 * file by now. On failure nothing is appended.
 */
RJ_API bool rj_suite_update(const rj_suite_result *result, const char *file, size_t file_bytes,
                            const rj_limits *limits, rj_buf *out, rj_error *err) RJ_MUST_USE;

#endif
