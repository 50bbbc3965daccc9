/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_OUTPUT_H
#define RJ_CLI_OUTPUT_H

/**
 * @file
 * Bytes to standard output and standard error.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/macros.h"

/**
 * Keeps the numbers of the standard streams from being given to files when a stream is closed:
 * whoever then uses the stream gets an error, and no file is read or overwritten by mistake.
 */
void cli_guard_streams(void);

/** Writes all of @p out to standard output; what can't be written is told on standard error. */
bool cli_write_output(const rj_buf *out) RJ_MUST_USE;

/** Whether @p fd is a terminal of somebody who doesn't mind colours (NO_COLOR). */
bool cli_wants_colour(int fd);

/** Writes to standard error; failures are ignored, there is nobody left to tell. */
void cli_write_error(const char *data, size_t bytes);
void cli_write_error_text(const char *text);

#endif
