/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_LIMITS_H
#define RJ_CLI_LIMITS_H

/**
 * @file
 * Limits and the options that set them.
 */

#include <stdbool.h>

#include "cli/commands.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"

/** The limits that the options of interpret ask for. */
bool cli_limits_take(const interpret_values *values, rj_limits *out, rj_error *err) RJ_MUST_USE;

/** Name of the option that sets a limit, without dashes; NULL: none. */
const char *cli_limit_option(rj_limit limit);

#endif
