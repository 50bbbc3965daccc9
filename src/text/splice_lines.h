/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_SPLICE_LINES_H
#define RJ_TEXT_SPLICE_LINES_H

/**
 * @file
 * Lines of a document's text, and which of them a node takes.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/outline.h"

size_t rj_line_start(const rj_outline *o, size_t i);

/** The line's end, before its LF. */
size_t rj_line_end(const rj_outline *o, size_t i);

size_t rj_line_next(const rj_outline *o, size_t i);

/** Nothing but blanks and tabs; rj_line_is_space(): or line ends. */
bool rj_line_is_blank(const rj_outline *o, size_t from, size_t to);
bool rj_line_is_space(const rj_outline *o, size_t from, size_t to);

bool rj_node_is_block_scalar(const rj_outline_node *n);

/** Behind | or > and what tells of indentation (*digit, or '\0') and line ends. */
size_t rj_node_header_end(const rj_outline *o, const rj_outline_node *n, char *digit, bool *keeps);

/** Indentation of a block scalar's lines. SIZE_MAX: there is no line with anything on it. */
size_t rj_node_content_indent(const rj_outline *o, const rj_outline_node *n);

/** Behind a block scalar's last line; empty ones at its end belong to it only with @p keep. */
size_t rj_node_block_end(const rj_outline *o, const rj_outline_node *n, bool keep);

/** Column of a map's keys. */
size_t rj_node_column(const rj_outline *o, uint32_t map);

/** Behind the last line of what a node holds. */
size_t rj_node_end_of_lines(const rj_outline *o, uint32_t node);

#endif
