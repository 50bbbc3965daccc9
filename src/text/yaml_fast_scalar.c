/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "text/scalar.h"
#include "text/yaml_fast_scan.h"

/* ---- plain ---- */

bool rj_yaml_fast_plain_value(const char *text, size_t bytes, rj_position at, rj_value *out) {
    rj_scalar scalar = {.kind = RJ_SCALAR_STRING};
    if (rj_scalar_may_be_special(text, bytes))
        scalar = rj_scalar_resolve(text, bytes);
    if (scalar.kind == RJ_SCALAR_STRING || scalar.kind == RJ_SCALAR_TIMESTAMP)
        *out = (rj_value){.kind = RJ_KIND_STRING,
                          .style = RJ_STYLE_PLAIN,
                          .string = {.data = text, .bytes = bytes}};
    else if (!rj_yaml_value_of_scalar(&scalar, out))
        return false;
    out->at = at;
    return true;
}

bool rj_yaml_fast_is_plain_key(const char *text, size_t bytes) {
    if (!bytes || bytes > RJ_YAML_FAST_KEY_BYTES || memcmp(text, "<<", 2) == 0)
        return false;
    if (!rj_scalar_may_be_special(text, bytes))
        return true;
    const rj_scalar scalar = rj_scalar_resolve(text, bytes);
    return scalar.kind == RJ_SCALAR_STRING || scalar.kind == RJ_SCALAR_TIMESTAMP;
}

/* ---- quoted ---- */

/* Finds the end of a single-quoted scalar; doubled quotes become one. */
static bool take_single(rj_yaml_fast *f, char **end) {
    char *from = f->p, *to = f->p;
    for (;; from++) {
        if (*from == '\n')
            return false;
        if (*from == '\'' && *++from != '\'')
            break;
        *to++ = *from;
    }
    f->p = from;
    *end = to;
    return true;
}

/* What a character behind a backslash stands for; NUL: one of those left to compose. */
static char escaped(char c) {
    switch (c) {
    case '"':
    case '\\':
        return c;
    case 'n':
        return '\n';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

static bool take_double(rj_yaml_fast *f, char **end) {
    char *from = f->p, *to = f->p;
    for (;; from++) {
        char c = *from;
        if (c == '\n')
            return false;
        if (c == '"')
            break;
        if (c == '\\' && !(c = escaped(*++from)))
            return false;
        *to++ = c;
    }
    f->p = from + 1;
    *end = to;
    return true;
}

bool rj_yaml_fast_quoted(rj_yaml_fast *f, rj_value *out) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    const bool is_single = *f->p == '\'';
    char *start = ++f->p, *end;
    if (!(is_single ? take_single : take_double)(f, &end))
        return false;
    *end = '\0';
    *out = (rj_value){.kind = RJ_KIND_STRING,
                      .style = is_single ? RJ_STYLE_SINGLE : RJ_STYLE_DOUBLE,
                      .at = at,
                      .string = {.data = start, .bytes = (size_t)(end - start)}};
    return true;
}

/* ---- literal ---- */

static uint32_t blanks_at(const char *text) {
    uint32_t count = 0;
    while (text[count] == ' ')
        count++;
    return count;
}

static void next_line(rj_yaml_fast *f, char *feed) {
    f->p = f->line = feed + 1;
    f->line_number++;
}

/* Moves to where the scalar's text goes, which is never ahead of where it comes from. */
static char *move(char *to, const char *from, size_t bytes) {
    memmove(to, from, bytes);
    return to + bytes;
}

/* Empty lines before the first one with text, which tells the indentation. */
static bool find_indent(rj_yaml_fast *f, uint32_t parent_indent, char **to, uint32_t *indent) {
    while (f->p < f->end && *f->p == '\n') {
        *(*to)++ = '\n';
        next_line(f, f->p);
    }
    *indent = blanks_at(f->p);
    /* Lines of blanks could be wider than the text, and a scalar could have no text at all. */
    return f->p < f->end && f->p[*indent] != '\n' && *indent > parent_indent;
}

/* Lines of nothing but blanks, at most as many as the indentation. */
static size_t skip_empty_lines(rj_yaml_fast *f, uint32_t indent) {
    size_t count = 0;
    for (;; count++) {
        if (f->p == f->end)
            return count;
        const uint32_t blanks = blanks_at(f->p);
        if (blanks > indent || f->p[blanks] != '\n')
            return count;
        next_line(f, f->p + blanks);
    }
}

bool rj_yaml_fast_literal(rj_yaml_fast *f, uint32_t parent_indent, rj_value *out) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    char chomping = f->p[1];
    char *feed = f->p + (chomping == '\n' ? 1 : 2);
    if ((chomping != '\n' && chomping != '-' && chomping != '+') || *feed != '\n')
        return false;
    char *start = feed + 1, *to = start;
    uint32_t indent;
    next_line(f, feed);
    if (!find_indent(f, parent_indent, &to, &indent))
        return false;
    size_t feeds = 0; /* of the lines so far, not yet written */
    while (f->p < f->end && blanks_at(f->p) >= indent) {
        memset(to, '\n', feeds);
        to += feeds;
        feed = memchr(f->p, '\n', (size_t)(f->end - f->p));
        to = move(to, f->p + indent, (size_t)(feed - f->p) - indent);
        next_line(f, feed);
        feeds = 1 + skip_empty_lines(f, indent);
    }
    feeds = chomping == '-' ? 0 : chomping == '+' ? feeds : 1;
    memset(to, '\n', feeds);
    to += feeds;
    *to = '\0';
    *out = (rj_value){.kind = RJ_KIND_STRING,
                      .style = RJ_STYLE_LITERAL,
                      .at = at,
                      .string = {.data = start, .bytes = (size_t)(to - start)}};
    return true;
}
