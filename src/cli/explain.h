/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EXPLAIN_H
#define RJ_CLI_EXPLAIN_H

/**
 * @file
 * What --explain tells about one run: arguments, the customization that answered and those that
 * didn't, and what the scripts have used.
 */

#include <stdbool.h>

#include "cli/load.h"
#include "cli/sources.h"
#include "rjinterp/interp.h"

/** Zero-initialise. */
typedef struct cli_explain {
    size_t script_count; /**< that were begun and measured */
    uint64_t run_ns;     /**< of all of them, as is usage */
    rj_lua_usage usage;
} cli_explain;

/** Asks for what is to be explained. */
void cli_explain_ask(cli_explain *explain, rj_request *request);

/** Appends the explanation of @p request, which succeeded or failed. */
bool cli_explain_write(const cli_explain *explain, const rj_request *request,
                       const cli_sources *sources, cli_loader *loader, rj_buf *out,
                       rj_error *err) RJ_MUST_USE;

#endif
