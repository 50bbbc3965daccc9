/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_FINDINGS_H
#define RJ_CLI_FINDINGS_H

/**
 * @file
 * What looks wrong about customizations although the reference accepts it: a rule's function that
 * isn't defined, two customizations that claim one rule of one target, unknown fields.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"

typedef struct cli_finding {
    const char *file;
    rj_position at;
    const char *message;
    const char *hint; /**< NULL: none */
} cli_finding;

/** A rule that a customization has a script for. */
typedef struct cli_claim {
    const char *api_version, *kind;
    rj_operation operation;
    const char *name; /**< of the customization */
    const char *file;
    rj_position at;
    size_t order; /**< of the customization, as it was read */
} cli_claim;

/** Fill in the first two, zero the rest. Everything is arena-owned. */
typedef struct cli_findings {
    rj_arena *arena;
    const rj_limits *limits;
    cli_finding *items;
    size_t count, capacity;
    cli_claim *claims;
    size_t claim_count, claim_capacity;
    size_t customizations;
} cli_findings;

/** Looks at one more customization, which may go away afterwards. */
bool cli_findings_look(cli_findings *findings, const rj_customization *customization,
                       rj_error *err) RJ_MUST_USE;

/** When all have been looked at: rules that are claimed twice. */
bool cli_findings_finish(cli_findings *findings, rj_error *err) RJ_MUST_USE;

#endif
