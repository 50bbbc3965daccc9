/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/table_writer.h"

#include <string.h>

#include "rjinterp/utf8.h"

/*
 * Pending text is kept as it came, cells as stretches of it.  A line's cells are those from its
 * start to the next line's; the last cell of a line isn't ended by a TAB and belongs to no column.
 */

/* ---- growing arrays over rj_buf ---- */

static const size_t *sizes(const rj_buf *b) {
    return (const size_t *)(const void *)b->data;
}

static size_t size_count(const rj_buf *b) {
    return b->bytes / sizeof(size_t);
}

static void push_size(rj_buf *b, size_t value) {
    rj_buf_append(b, (const char *)&value, sizeof value);
}

static const table_cell *cell_at(const table_writer *w, size_t i) {
    return (const table_cell *)(const void *)w->cells.data + i;
}

static size_t cell_count(const table_writer *w) {
    return w->cells.bytes / sizeof(table_cell);
}

/* ---- lines ---- */

static size_t line_count(const table_writer *w) {
    return size_count(&w->line_starts);
}

static size_t line_begin(const table_writer *w, size_t line) {
    return sizes(&w->line_starts)[line];
}

static size_t line_end(const table_writer *w, size_t line) {
    return line + 1 < line_count(w) ? line_begin(w, line + 1) : cell_count(w);
}

/* Cells of the line that belong to columns. */
static size_t column_count(const table_writer *w, size_t line) {
    size_t cells = line_end(w, line) - line_begin(w, line);
    return cells ? cells - 1 : 0;
}

static void write_lines(const table_writer *w, size_t from, size_t to, rj_buf *out) {
    const size_t *widths = sizes(&w->widths);
    size_t width_count = size_count(&w->widths);
    for (size_t line = from; line < to; line++) {
        size_t begin = line_begin(w, line), end = line_end(w, line);
        for (size_t i = begin; i < end; i++) {
            const table_cell *c = cell_at(w, i);
            rj_buf_append(out, w->text.data + c->offset, c->bytes);
            if (i - begin < width_count && widths[i - begin] > c->width)
                rj_buf_fill(out, ' ', widths[i - begin] - c->width);
        }
        if (line + 1 < line_count(w))
            rj_buf_putc(out, '\n');
    }
}

/* ---- columns ---- */

static size_t block_width(const table_writer *w, size_t column, size_t from, size_t to) {
    size_t width = TABLE_MIN_WIDTH;
    for (size_t line = from; line < to; line++) {
        size_t needed = cell_at(w, line_begin(w, line) + column)->width + TABLE_PADDING;
        if (needed > width)
            width = needed;
    }
    return width;
}

/* A column is never narrower than it has been. */
static size_t remember(table_writer *w, size_t column, size_t width) {
    if (column >= size_count(&w->remembered)) {
        push_size(&w->remembered, width);
        return width;
    }
    size_t *known = (size_t *)(void *)w->remembered.data + column;
    if (width > *known)
        *known = width;
    return *known;
}

/* A stretch of lines whose cells in one column stand in a block, and how far it is done. */
typedef struct block {
    size_t next;    /* line to look at */
    size_t written; /* lines before it are written */
    size_t end;
} block;

static void push_block(table_writer *w, size_t from, size_t to) {
    block b = {.next = from, .written = from, .end = to};
    rj_buf_append(&w->blocks, (const char *)&b, sizeof b);
}

/*
 * Works on the innermost block, whose columns to the left have their widths: finds the next run of
 * lines that have a cell in the column at hand, and opens it as a block of its own; when there
 * is none, writes the rest and closes.  A stack instead of recursion: a line may have any number
 * of columns.
 */
static void step(table_writer *w, rj_buf *out) {
    block *b = (block *)(void *)(w->blocks.data + w->blocks.bytes - sizeof *b);
    size_t column = w->blocks.bytes / sizeof *b - 1;
    size_t first = b->next;
    while (first < b->end && column_count(w, first) <= column)
        first++;
    if (first == b->end) {
        write_lines(w, b->written, b->end, out);
        w->blocks.bytes -= sizeof *b;
        if (w->widths.bytes)
            w->widths.bytes -= sizeof(size_t);
        return;
    }
    size_t last = first + 1;
    while (last < b->end && column_count(w, last) > column)
        last++;
    write_lines(w, b->written, first, out);
    b->next = b->written = last;
    push_size(&w->widths, remember(w, column, block_width(w, column, first, last)));
    push_block(w, first, last);
}

static void lay_out(table_writer *w, rj_buf *out) {
    w->blocks.bytes = w->widths.bytes = 0;
    push_block(w, 0, line_count(w));
    while (w->blocks.bytes && rj_buf_ok(&w->blocks) && rj_buf_ok(&w->widths) &&
           rj_buf_ok(&w->remembered) && rj_buf_ok(out))
        step(w, out);
}

static bool all_ok(const table_writer *w) {
    return rj_buf_ok(&w->text) && rj_buf_ok(&w->cells) && rj_buf_ok(&w->line_starts) &&
           rj_buf_ok(&w->blocks) && rj_buf_ok(&w->widths) && rj_buf_ok(&w->remembered);
}

void table_flush(table_writer *w, rj_buf *out) {
    if (line_count(w) && all_ok(w))
        lay_out(w, out);
    if (!all_ok(w))
        out->failed = true;
    w->text.bytes = w->cells.bytes = w->line_starts.bytes = 0;
    w->in_cell = false;
}

/* Adds to the cell in work, or starts one. */
static void add_to_cell(table_writer *w, const char *text, size_t bytes) {
    if (!line_count(w))
        push_size(&w->line_starts, 0);
    if (!w->in_cell) {
        table_cell fresh = {.offset = w->text.bytes};
        rj_buf_append(&w->cells, (const char *)&fresh, sizeof fresh);
        w->in_cell = true;
    }
    rj_buf_append(&w->text, text, bytes);
    if (!all_ok(w))
        return;
    table_cell *c = (table_cell *)(void *)w->cells.data + cell_count(w) - 1;
    c->bytes += bytes;
    c->width += rj_utf8_count(text, bytes);
}

/* Bytes before the next end of a cell. Vertical tabs and form feeds end cells and lines, too. */
static size_t cell_length(const char *text, size_t bytes) {
    size_t n = 0;
    while (n < bytes && text[n] != '\t' && text[n] != '\v' && text[n] != '\n' && text[n] != '\f')
        n++;
    return n;
}

void table_write(table_writer *w, const char *text, size_t bytes, rj_buf *out) {
    while (bytes) {
        size_t n = cell_length(text, bytes);
        add_to_cell(w, text, n);
        if (!all_ok(w))
            out->failed = true;
        if (n == bytes || !all_ok(w))
            break;
        char end = text[n];
        w->in_cell = false;
        if (end == '\n' || end == '\f') {
            size_t line = line_count(w) - 1;
            bool has_no_columns = column_count(w, line) == 0;
            push_size(&w->line_starts, cell_count(w));
            if (!all_ok(w) || has_no_columns || end == '\f')
                table_flush(w, out);
        }
        text += n + 1;
        bytes -= n + 1;
    }
}

void table_puts(table_writer *w, const char *text, rj_buf *out) {
    table_write(w, text, strlen(text), out);
}

void table_writer_free(table_writer *w) {
    rj_buf_free(&w->text);
    rj_buf_free(&w->cells);
    rj_buf_free(&w->line_starts);
    rj_buf_free(&w->widths);
    rj_buf_free(&w->remembered);
    rj_buf_free(&w->blocks);
}
