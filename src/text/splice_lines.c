/* SPDX-License-Identifier: Apache-2.0 */
#include "text/splice_lines.h"

#include <string.h>

/* ---- lines ---- */

size_t rj_line_start(const rj_outline *o, size_t i) {
    while (i > 0 && o->text[i - 1] != '\n')
        i--;
    return i;
}

/* The line's end, before its LF. */
size_t rj_line_end(const rj_outline *o, size_t i) {
    while (i < o->bytes && o->text[i] != '\n')
        i++;
    return i;
}

size_t rj_line_next(const rj_outline *o, size_t i) {
    i = rj_line_end(o, i);
    return i < o->bytes ? i + 1 : i;
}

bool rj_line_is_blank(const rj_outline *o, size_t from, size_t to) {
    for (; from < to; from++)
        if (o->text[from] != ' ' && o->text[from] != '\t')
            return false;
    return true;
}

bool rj_line_is_space(const rj_outline *o, size_t from, size_t to) {
    for (; from < to; from++)
        if (!strchr(" \t\r\n", o->text[from]) || !o->text[from])
            return false;
    return true;
}

/* ---- block scalars ---- */

bool rj_node_is_block_scalar(const rj_outline_node *n) {
    return n->kind == RJ_OUTLINE_SCALAR &&
           (n->style == RJ_STYLE_LITERAL || n->style == RJ_STYLE_FOLDED);
}

/* Behind | or > and what tells of indentation and line ends. */
size_t rj_node_header_end(const rj_outline *o, const rj_outline_node *n, char *digit, bool *keeps) {
    size_t i = n->content + 1;
    *digit = '\0';
    *keeps = false;
    for (; i < n->end && strchr("+-123456789", o->text[i]) && o->text[i]; i++) {
        if (o->text[i] == '+')
            *keeps = true;
        else if (o->text[i] != '-')
            *digit = o->text[i];
    }
    return i;
}

static size_t leading_blanks(const char *text, size_t i, size_t end) {
    size_t from = i;
    while (i < end && text[i] == ' ')
        i++;
    return i - from;
}

/* Indentation of the scalar's lines: what the first one has more than its value. SIZE_MAX: there is
 * no line with anything on it. */
size_t rj_node_content_indent(const rj_outline *o, const rj_outline_node *n) {
    size_t line = rj_line_next(o, n->content), i = 0;
    for (; i < n->bytes && n->text[i] == '\n'; i++)
        line = rj_line_next(o, line);
    if (i == n->bytes)
        return SIZE_MAX;
    size_t all = leading_blanks(o->text, line, n->end);
    size_t own = leading_blanks(n->text, i, n->bytes);
    return all > own ? all - own : 0;
}

/* Behind the scalar's last line; empty ones at its end belong to it only when they are kept. */
size_t rj_node_block_end(const rj_outline *o, const rj_outline_node *n, bool keep) {
    char digit;
    bool keeps;
    rj_node_header_end(o, n, &digit, &keeps);
    size_t first = rj_line_next(o, n->content), end = n->end, indent = rj_node_content_indent(o, n);
    if (keep || keeps)
        return end;
    while (end > first) {
        size_t start = rj_line_start(o, end - 1), stop = rj_line_end(o, start);
        size_t blanks = leading_blanks(o->text, start, stop);
        if (start < first || start + blanks != stop || blanks > indent)
            break;
        end = start;
    }
    return end;
}

/* Column of a map's keys. */
size_t rj_node_column(const rj_outline *o, uint32_t map) {
    const rj_outline_node *n = &o->nodes[map];
    size_t first = map + 1 < n->next ? o->nodes[map + 1].start : n->content;
    size_t start = rj_line_start(o, first), key = first;
    while (key > start && o->text[key - 1] == ' ')
        key--;
    if (key > start && o->text[key - 1] == '?')
        first = key - 1;
    return first - start;
}

/* ---- nodes ---- */

/* Behind the last line of what a node holds. */
size_t rj_node_end_of_lines(const rj_outline *o, uint32_t node) {
    const rj_outline_node *n = &o->nodes[node], *last = &o->nodes[n->next - 1];
    if (rj_node_is_block_scalar(last) && last->end == n->end)
        return rj_node_block_end(o, last, false);
    return rj_line_next(o, n->end);
}
