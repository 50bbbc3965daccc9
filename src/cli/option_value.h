/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_OPTION_VALUE_H
#define RJ_CLI_OPTION_VALUE_H

/**
 * @file
 * Texts of option values into values, as Go's strconv and encoding/csv read them. On failure *err
 * has their message alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"

bool cli_value_bool(const char *text, bool *out, rj_error *err) RJ_MUST_USE;

/** @p base 10, or 0 for prefixes (0x, 0o, 0b, 0) and underscores between digits. */
bool cli_value_int32(const char *text, int base, int32_t *out, rj_error *err) RJ_MUST_USE;

/** A positive number of things or bytes, up to 1 Ti; the suffixes count by 1024. */
bool cli_value_size(const char *text, size_t *out, rj_error *err) RJ_MUST_USE;

/** Adds the fields of one CSV record to @p list. */
bool cli_value_csv(const char *text, cli_list *list, rj_error *err) RJ_MUST_USE;

#endif
