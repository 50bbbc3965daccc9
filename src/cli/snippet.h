/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_SNIPPET_H
#define RJ_CLI_SNIPPET_H

/**
 * @file
 * A line of a source with a mark under one of its columns.
 */

#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/document.h"
#include "rjinterp/position.h"

/** The documents that were read, for their lines. Borrows. */
typedef struct cli_documents {
    const rj_document *items;
    size_t count;
} cli_documents;

/**
 * Appends the line at @p at of the source @p file and a caret under the column. The text comes from
 * one of @p documents, else from the file itself; nothing is appended when neither has it. Control
 * characters are escaped, and of a long line the part around the column is shown.
 */
void cli_write_snippet(const cli_documents *documents, const char *file, rj_position at,
                       rj_buf *out);

/** Appends @p text with control characters escaped as \xNN or \u00NN. */
void cli_write_escaped(const char *text, size_t bytes, rj_buf *out);

/**
 * Appends @p text as it is but for control characters, which are escaped; line feeds and tabs stay.
 * A terminal, or whoever shows a log, must not obey what a script or an input says.
 */
void cli_write_tamed(const char *text, size_t bytes, rj_buf *out);

/** Appends @p text as GitHub's workflow commands want it; properties of a command can't hold : and
 * , either. */
void cli_write_command_text(const char *text, bool is_property, rj_buf *out);

#endif
