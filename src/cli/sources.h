/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_SOURCES_H
#define RJ_CLI_SOURCES_H

/**
 * @file
 * The sources that the options of interpret name, resolved together before anything is read.
 */

#include <stdbool.h>

#include "cli/commands.h"
#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/input.h"

typedef struct cli_sources {
    rj_source_list customizations, desired, observed, status;
    bool built_in; /**< no -f: the customizations in the program answer */
} cli_sources;

/**
 * Resolves all of them. On failure the message lists what is wrong with each option, as the
 * reference does, and is complete (no "error: " is to be put in front).
 */
bool cli_resolve_sources(const interpret_values *values, const cli_list *arguments, rj_arena *arena,
                         cli_sources *out, rj_error *err) RJ_MUST_USE;

#endif
