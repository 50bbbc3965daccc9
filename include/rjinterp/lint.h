/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_LINT_H
#define RJINTERP_LINT_H

/**
 * @file
 * What is wrong, or likely to be, with customizations, told from their text alone: scripts are
 * parsed, not run.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"

typedef enum rj_lint_severity {
    RJ_LINT_INFO,
    RJ_LINT_WARNING, /**< likely wrong */
    RJ_LINT_ERROR    /**< fails in production */
} rj_lint_severity;

/** A check. Texts are static. */
typedef struct rj_lint_rule {
    const char *id;   /**< "RJ103"; never used again for another check */
    const char *name; /**< "refused-function" */
    rj_lint_severity severity;
    const char *summary;     /**< one sentence */
    const char *explanation; /**< paragraphs: why, and what to do */
    const char *field;       /**< rule that the examples are scripts of: "healthInterpretation" */
    const char *bad;         /**< a script that the check finds */
    unsigned bad_line;       /**< of that script */
    const char *good;        /**< one that it doesn't */
} rj_lint_rule;

/** All checks, in the order of their ids. */
RJ_API const rj_lint_rule *rj_lint_rules(size_t *count);

/** The check of an id or a name, in any letter case; NULL when there is none. */
RJ_API const rj_lint_rule *rj_lint_find_rule(const char *name);

typedef struct rj_lint_finding {
    const rj_lint_rule *rule;
    const char *customization; /**< metadata.name */
    const char *file;
    rj_position at, end; /**< end is behind it; 0 where it isn't known */
    const char *field;   /**< rule of the customization, or "" */
    const char *message;
    const char *hint; /**< how to go on, or NULL */
    /** Where a fix is certain: text to put into the script before this byte, instead of so many. */
    const char *fix_text; /**< NULL: none */
    size_t fix_offset, fix_bytes;
    rj_operation operation; /**< of the script that the fix is for */
    size_t document;        /**< of the file */
} rj_lint_finding;

/** Fill in the first three, zero the rest. Everything is arena-owned. */
typedef struct rj_lint {
    rj_arena *arena;
    const rj_limits *limits; /**< NULL: defaults */
    unsigned target_minor;   /**< the Karmada 1.N that has to take it; 0: the latest */
    rj_lint_finding *items;
    size_t count, capacity;
    size_t customizations; /**< that were looked at */
    size_t ignored;        /**< findings that comments ask to leave out */
} rj_lint;

/**
 * Looks at one customization, which has to outlive the findings. Comments `-- rjinterp: ignore
 * RJ103, RJ104` leave findings of their line out, or, on a line of their own, of the next line with
 * code; one that leaves nothing out is a finding itself. False: no memory, or a script is over a
 * limit.
 */
RJ_API bool rj_lint_customization(rj_lint *lint, const rj_customization *customization,
                                  rj_error *err) RJ_MUST_USE;

/** Brings the findings into the order of files and places. */
RJ_API void rj_lint_sort(rj_lint *lint);

#endif
