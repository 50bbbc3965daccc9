/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_TABLE_WRITER_H
#define RJ_CLI_TABLE_WRITER_H

/**
 * @file
 * Elastic columns: text whose cells end with a TAB is laid out so that adjacent lines' cells
 * have the width of the widest, and never less than that column has had before. It is the layout
 * of kubectl's tables.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"

enum {
    TABLE_MIN_WIDTH = 6,
    TABLE_PADDING = 3
};

/** A cell of the lines that are not laid out yet. */
typedef struct table_cell {
    size_t offset, bytes; /* in text */
    size_t width;         /* in characters */
} table_cell;

/** Zero-initialise; end with table_writer_free(). */
typedef struct table_writer {
    rj_buf text;        /* pending */
    rj_buf cells;       /* of table_cell */
    rj_buf line_starts; /* of size_t: number of the line's first cell */
    rj_buf widths;      /* of size_t: of the columns of the block in work */
    rj_buf remembered;  /* of size_t: widest so far, a column */
    rj_buf blocks;      /* work space of the layout */
    bool in_cell;       /* the last cell isn't ended yet */
} table_writer;

/** Adds text; lines that can't be influenced any more are appended to @p out. */
void table_write(table_writer *w, const char *text, size_t bytes, rj_buf *out);
void table_puts(table_writer *w, const char *text, rj_buf *out);

/** Lays out what is pending, as if the text ended. */
void table_flush(table_writer *w, rj_buf *out);

void table_writer_free(table_writer *w);

#endif
