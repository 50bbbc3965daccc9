/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_MESSAGES_H
#define RJ_CLI_MESSAGES_H

/**
 * @file
 * What the program says on standard error.
 */

#include "cli/snippet.h"
#include "rjinterp/error.h"
#include "rjinterp/input.h"

/** Appends "error:", "warning:" or "hint:" for standard error, in a colour where that has one. */
void cli_write_label(const char *label, rj_buf *out);

/** Appends `FILE:LINE:COLUMN: error: REASON`, and the line, of an error that has a place. */
void cli_write_place(const rj_error *err, const cli_documents *documents, rj_buf *out);

/**
 * Prints an error: its message, as the reference prints it, and, where the error has a place, the
 * place in the user's file, the line, the script's frames; then the hint.
 */
void cli_print_error(const rj_error *err, const cli_documents *documents);

/** The same behind "error: ", unless the message starts so already. */
void cli_print_plain_error(rj_error *err, const cli_documents *documents);

/**
 * A failure of modes that look at customizations without running them: no answer from an address
 * has words of its own there.
 */
void cli_print_source_failure(rj_error *err, rj_input_failure failure);

/** A line of the program's own on standard error, when the user asked for such (-v 1). */
void cli_print_note(int32_t verbosity, const char *message);

/** "error: MESSAGE" and the line that points to the command's help. */
void cli_print_usage_error(const rj_error *err, const char *command);

#endif
