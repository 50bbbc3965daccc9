/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_CMD_INTERPRET_H
#define RJ_CLI_CMD_INTERPRET_H

/**
 * @file
 * The modes of the command interpret.
 */

#include "cli/sources.h"

/** Reports on the scripts of all customizations; returns the exit status. */
int cli_check(const cli_sources *sources);

#endif
