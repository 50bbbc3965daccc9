/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_PROBE_LOAD_H
#define RJ_CLI_PROBE_LOAD_H

/**
 * @file
 * The inputs of probe and profile: objects for customizations that are named, or trees of cases.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/load.h"
#include "cli/options.h"
#include "rjinterp/probe.h"

enum {
    PROBE_EXIT_NO_INPUT = 2
};

/** What the options say, and what is loaded. */
typedef struct probe_source {
    const cli_list *filenames;
    const char *status_file; /**< "": none */
    int32_t desired_replica;
    const rj_rule *rule; /**< NULL: all */
    cli_loader loader;
    rj_probe_inputs inputs;
} probe_source;

/** Sources that have to be there. */
bool probe_resolve(probe_source *source, const char *const *names, size_t count,
                   rj_source_list *out, rj_error *err) RJ_MUST_USE;

/** Fills the inputs; none at all is a failure, with *status. */
bool probe_load(probe_source *source, const cli_list *arguments, int *status,
                rj_error *err) RJ_MUST_USE;

#endif
