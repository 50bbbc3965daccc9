/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_CMD_INTERPRET_H
#define RJ_CLI_CMD_INTERPRET_H

/**
 * @file
 * The modes of the command interpret.
 */

#include "cli/output_form.h"
#include "cli/sources.h"
#include "rjinterp/limits.h"

/** Reports on the scripts of all customizations; returns the exit status. */
int cli_check(const interpret_values *values, const cli_sources *sources, const rj_limits *limits,
              cli_form form, rj_arena *arena);

/** Lets the user edit one customization; returns the exit status. */
int cli_edit(const interpret_values *values, const cli_sources *sources, rj_arena *arena);

/** Interprets every object of the observed, else the desired sources; returns the exit status. */
int cli_fleet(const interpret_values *values, const cli_sources *sources, const rj_limits *limits,
              rj_arena *arena);

/** Looks at the options of --each, and at those that only go with it. */
bool cli_fleet_check_options(const interpret_values *values, rj_error *err) RJ_MUST_USE;

/** Looks at --operation of --each: names between commas, or all. */
bool cli_fleet_check_operations(const interpret_values *values, rj_error *err) RJ_MUST_USE;

/** "operation X is not supported. Use one of: …". Returns false. */
bool cli_refuse_operation(const char *name, rj_error *err);

#endif
