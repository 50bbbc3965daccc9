/* SPDX-License-Identifier: Apache-2.0 */
#include "text/splice_text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "rjinterp/utf8.h"
#include "text/scalar.h"
#include "text/yaml_text.h"

enum {
    INDENT = 2,
    MAX_INDICATOR = 9
};

size_t rj_splice_item_of(const char *key) {
    size_t item = 0;
    if (!*key)
        return SIZE_MAX;
    for (; *key; key++) {
        if (*key < '0' || *key > '9' || item > UINT32_MAX)
            return SIZE_MAX;
        item = item * 10 + (size_t)(*key - '0');
    }
    return item;
}

/* ---- literals ---- */

/* What a YAML reader takes as it stands, on a line of its own. */
static bool is_plain_character(uint32_t c) {
    if (c < 0x20 || c == 0x7F)
        return c == '\t' || c == '\n';
    return !(c >= 0x80 && c < 0xA0) && c != 0x2028 && c != 0x2029 && c != 0xFEFF &&
           !(c >= 0xD800 && c < 0xE000) && c != 0xFFFE && c != 0xFFFF;
}

static bool all_plain(const rj_splice_string *s) {
    for (size_t i = 0; i < s->bytes;) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(s->data + i, s->bytes - i, &c, &valid);
        if (!valid || !is_plain_character(c))
            return false;
    }
    return true;
}

bool rj_splice_fits_literal(const rj_splice_string *s) {
    return s->bytes && all_plain(s);
}

bool rj_splice_keeps(const rj_splice_string *s) {
    const char *d = s->data;
    size_t n = s->bytes;
    return n && d[n - 1] == '\n' && (n == 1 || d[n - 2] == '\n');
}

/* A reader takes the first line with something on it as the measure. */
static bool has_clear_indent(const rj_splice_string *s) {
    size_t i = 0;
    while (i < s->bytes && s->data[i] == '\n')
        i++;
    return i < s->bytes && s->data[i] != ' ' && s->data[i] != '\t';
}

void rj_splice_write_header(const rj_splice_string *s, size_t deeper, bool is_explicit,
                            rj_buf *out) {
    rj_buf_putc(out, '|');
    if ((is_explicit || !has_clear_indent(s)) && deeper <= MAX_INDICATOR)
        rj_buf_printf(out, "%zu", deeper);
    if (rj_splice_keeps(s))
        rj_buf_putc(out, '+');
    else if (!s->bytes || s->data[s->bytes - 1] != '\n')
        rj_buf_putc(out, '-');
}

void rj_splice_write_lines(const rj_splice_string *s, size_t indent, rj_buf *out) {
    for (size_t i = 0; i < s->bytes;) {
        const char *feed = memchr(s->data + i, '\n', s->bytes - i);
        size_t end = feed ? (size_t)(feed - s->data) : s->bytes;
        if (end > i)
            rj_buf_fill(out, ' ', indent);
        rj_buf_append(out, s->data + i, end - i);
        rj_buf_putc(out, '\n');
        i = end + 1;
    }
}

/* ---- scalars of one line ---- */

/* Escapes that YAML and JSON have in common. */
static void write_escape(uint32_t c, rj_buf *out) {
    static const char letters[] = "btn\0fr";
    if (c >= '\b' && c <= '\r' && letters[c - '\b'])
        rj_buf_printf(out, "\\%c", letters[c - '\b']);
    else if (c == '"' || c == '\\')
        rj_buf_printf(out, "\\%c", (char)c);
    else
        rj_buf_printf(out, "\\u%04X", (unsigned)c);
}

static void write_double(const rj_splice_string *s, rj_buf *out) {
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < s->bytes;) {
        uint32_t c;
        bool valid;
        size_t length = rj_utf8_decode(s->data + i, s->bytes - i, &c, &valid);
        if (c == '\t' || c == '\n' || c == '"' || c == '\\' || !is_plain_character(c))
            write_escape(c, out);
        else
            rj_buf_append(out, s->data + i, length);
        i += length;
    }
    rj_buf_putc(out, '"');
}

static void write_single(const rj_splice_string *s, rj_buf *out) {
    rj_buf_putc(out, '\'');
    for (size_t i = 0; i < s->bytes; i++) {
        if (s->data[i] == '\'')
            rj_buf_putc(out, '\'');
        rj_buf_putc(out, s->data[i]);
    }
    rj_buf_putc(out, '\'');
}

/* Letters, digits and what stands between them in names. */
static bool is_word(const rj_splice_string *s) {
    if (!s->bytes || !isalnum((unsigned char)s->data[0]))
        return false;
    for (size_t i = 0; i < s->bytes; i++)
        if (!isalnum((unsigned char)s->data[i]) && !strchr("._/-", s->data[i]))
            return false;
    return rj_scalar_resolve(s->data, s->bytes).kind == RJ_SCALAR_STRING &&
           !rj_scalar_is_base60(s->data, s->bytes);
}

/* As the reference would write it outside of brackets. */
static void write_by_rules(const rj_splice_string *s, rj_buf *out) {
    rj_yaml_text text = rj_yaml_text_of(s->data, s->bytes);
    rj_yaml_cursor at = {.out = out, .line_start = out->bytes};
    if (text.traits & (RJ_YAML_BREAK | RJ_YAML_UNPRINTABLE | RJ_YAML_ILL_FORMED))
        write_double(s, out);
    else
        rj_yaml_text_write(&text, 0, false, &at);
}

void rj_splice_write_inline(const rj_splice_string *s, rj_style style, bool in_flow, rj_buf *out) {
    bool is_simple = all_plain(s) && !memchr(s->data, '\n', s->bytes);
    if (style == RJ_STYLE_DOUBLE || !is_simple)
        write_double(s, out);
    else if (style == RJ_STYLE_SINGLE)
        write_single(s, out);
    else if (is_word(s))
        rj_buf_append(out, s->data, s->bytes);
    else if (in_flow)
        write_double(s, out);
    else
        write_by_rules(s, out);
}

/* ---- entries ---- */

void rj_splice_write_block(const rj_splice_path *path, const rj_splice_string *s, size_t column,
                           bool literal, rj_buf *out) {
    for (size_t i = 0; i + 1 < path->count; i++, column += INDENT) {
        rj_buf_fill(out, ' ', column);
        rj_buf_printf(out, "%s:\n", path->keys[i]);
    }
    rj_buf_fill(out, ' ', column);
    rj_buf_printf(out, "%s: ", path->keys[path->count - 1]);
    if (literal)
        rj_splice_write_header(s, INDENT, false, out);
    else
        rj_splice_write_inline(s, RJ_STYLE_NONE, false, out);
    rj_buf_putc(out, '\n');
    if (literal)
        rj_splice_write_lines(s, column + INDENT, out);
}

/* White space before the key @p depth levels further in. */
static void write_lead(const rj_splice_layout *layout, size_t depth, rj_buf *out) {
    rj_buf_append(out, layout->lead, layout->lead_bytes);
    rj_buf_fill(out, ' ', layout->step * depth);
}

void rj_splice_write_entry(const rj_splice_path *path, const rj_splice_string *s,
                           const rj_splice_layout *layout, rj_buf *out) {
    bool has_lines = layout->lead_bytes && memchr(layout->lead, '\n', layout->lead_bytes);
    for (size_t i = 0; i < path->count; i++) {
        if (i > 0) {
            rj_buf_putc(out, '{');
            if (has_lines)
                write_lead(layout, i, out);
        }
        rj_buf_printf(out, layout->quotes_keys ? "\"%s\"" : "%s", path->keys[i]);
        rj_buf_append(out, layout->colon, layout->colon_bytes);
    }
    rj_splice_write_inline(s, layout->quotes_keys ? RJ_STYLE_DOUBLE : RJ_STYLE_NONE, true, out);
    for (size_t i = path->count - 1; i > 0; i--) {
        if (has_lines)
            write_lead(layout, i - 1, out);
        rj_buf_putc(out, '}');
    }
}
