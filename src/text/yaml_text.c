/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_text.h"

#include <stdint.h>
#include <string.h>

#include "rjinterp/utf8.h"
#include "text/scalar.h"

enum {
    WIDTH = 80,
    LONGEST_SIMPLE_KEY_BYTES = 128,
    BREAK_BYTES = 3 /* LS and PS in UTF-8 */
};

/* LS or PS at the text, of which three bytes can be read. */
static bool is_wide_break(const char *text) {
    return memcmp(text, "\xE2\x80", 2) == 0 && (text[2] == '\xA8' || text[2] == '\xA9');
}

static bool wide_break_at(const rj_yaml_text *text, size_t i) {
    return text->bytes - i >= BREAK_BYTES && is_wide_break(text->data + i);
}

/* The traits of one character of more than one byte. */
static unsigned wide_traits(const char *data, size_t bytes, size_t *length) {
    uint32_t c;
    bool valid;
    *length = rj_utf8_decode(data, bytes, &c, &valid);
    if (!valid)
        return RJ_YAML_ILL_FORMED;
    if (c == 0x85)
        return RJ_YAML_NEXT_LINE | RJ_YAML_UNPRINTABLE | RJ_YAML_BREAK;
    if (c < 0xA0 || c == 0xFFFE || c == 0xFFFF)
        return RJ_YAML_FORBIDDEN | RJ_YAML_UNPRINTABLE;
    if (c == 0x2028 || c == 0x2029)
        return RJ_YAML_BREAK | RJ_YAML_WIDE_BREAK;
    return c == 0xFEFF || c > 0xFFFF ? RJ_YAML_UNPRINTABLE : 0;
}

/* What the first characters alone forbid. */
static unsigned start_traits(const char *data, size_t bytes) {
    if (bytes >= 3 && (memcmp(data, "---", 3) == 0 || memcmp(data, "...", 3) == 0))
        return RJ_YAML_INDICATOR;
    if (bytes >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0)
        return RJ_YAML_MARKED_START;
    switch (data[0]) {
    case ',':
    case '[':
    case ']':
    case '{':
    case '}':
    case '&':
    case '*':
    case '!':
    case '|':
    case '>':
    case '\'':
    case '"':
    case '%':
    case '@':
    case '`':
        return RJ_YAML_INDICATOR;
    case '?':
    case '-':
        return bytes == 1 || data[1] == ' ' ? RJ_YAML_INDICATOR : 0;
    default:
        return 0;
    }
}

/* The traits of the character at i and its length; spaces and their neighbours aside. */
static unsigned character_traits(const char *data, size_t bytes, size_t i, size_t *length) {
    const unsigned char c = (unsigned char)data[i];
    *length = 1;
    switch (c) {
    case '\n':
        return RJ_YAML_LINE_FEED | RJ_YAML_BREAK;
    case '\r':
        return RJ_YAML_UNPRINTABLE | RJ_YAML_BREAK;
    case ':':
        return i + 1 == bytes || data[i + 1] == ' ' ? RJ_YAML_INDICATOR : 0;
    case '#':
        return i == 0 || data[i - 1] == ' ' ? RJ_YAML_INDICATOR : 0;
    case 0x7F:
        return RJ_YAML_FORBIDDEN | RJ_YAML_UNPRINTABLE;
    default:
        if (c < ' ')
            return RJ_YAML_UNPRINTABLE;
        return c < 0x80 ? 0 : wide_traits(data + i, bytes - i, length);
    }
}

rj_yaml_text rj_yaml_text_of(const char *data, size_t bytes) {
    if (!bytes)
        return (rj_yaml_text){data, bytes, 0};
    unsigned traits = start_traits(data, bytes);
    bool after_space = false, after_break = false;
    for (size_t i = 0, length; i < bytes; i += length) {
        const unsigned here = character_traits(data, bytes, i, &length);
        const bool is_space = data[i] == ' ', is_break = here & RJ_YAML_BREAK;
        traits |= here;
        if (is_space || is_break) {
            if (i == 0 || i + length == bytes)
                traits |= RJ_YAML_BLANK_EDGE;
            if (is_break && after_space)
                traits |= RJ_YAML_SPACE_BREAK;
            if (is_space && after_break)
                traits |= RJ_YAML_BREAK_SPACE;
        }
        after_space = is_space;
        after_break = is_break;
    }
    if (after_space)
        traits |= RJ_YAML_SPACE_END;
    return (rj_yaml_text){data, bytes, traits};
}

bool rj_yaml_text_is_simple_key(const rj_yaml_text *text) {
    return text->bytes <= LONGEST_SIMPLE_KEY_BYTES && !(text->traits & RJ_YAML_BREAK);
}

void rj_yaml_begin_line(rj_yaml_cursor *at, size_t indent) {
    if (at->out->bytes != at->line_start) {
        rj_buf_putc(at->out, '\n');
        at->line_start = at->out->bytes;
    }
    rj_buf_fill(at->out, ' ', indent);
}

/* Characters on the current line; a buffer that failed has none of use. */
static size_t column_of(const rj_yaml_cursor *at) {
    if (!rj_buf_ok(at->out))
        return 0;
    return rj_utf8_count(at->out->data + at->line_start, at->out->bytes - at->line_start);
}

static bool starts_character(char c) {
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* The inside of a plain or a single-quoted scalar. */
static void write_flowing(const rj_yaml_text *text, size_t indent, bool folds, bool quoted,
                          rj_yaml_cursor *at) {
    const char *data = text->data;
    const size_t bytes = text->bytes;
    size_t written = 0, column = column_of(at);
    for (size_t i = 0; i < bytes; i++) {
        if (data[i] == ' ' && folds && column > WIDTH && i > 0 && i + 1 < bytes &&
            data[i - 1] != ' ' && data[i + 1] != ' ') {
            rj_buf_append(at->out, data + written, i - written);
            rj_yaml_begin_line(at, indent);
            written = i + 1;
            column = indent;
        } else if (quoted && data[i] == '\'') {
            rj_buf_append(at->out, data + written, i + 1 - written);
            written = i; /* once more, with what follows */
            column += 2;
        } else if (quoted && wide_break_at(text, i)) {
            rj_buf_append(at->out, data + written, i + BREAK_BYTES - written);
            at->line_start = at->out->bytes;
            written = i + BREAK_BYTES;
            column = indent;
            i = written - 1;
            if (written < bytes && !wide_break_at(text, written))
                rj_buf_fill(at->out, ' ', indent);
        } else {
            column += starts_character(data[i]);
        }
    }
    rj_buf_append(at->out, data + written, bytes - written);
}

/* True when no space of the text can stand past the width. */
static bool fits(const rj_yaml_text *text, const rj_yaml_cursor *at) {
    return at->out->bytes - at->line_start + text->bytes < WIDTH;
}

static void write_plain(const rj_yaml_text *text, size_t indent, bool folds, rj_yaml_cursor *at) {
    if (!folds || fits(text, at))
        rj_buf_append(at->out, text->data, text->bytes);
    else
        write_flowing(text, indent, true, false, at);
}

static void write_single(const rj_yaml_text *text, size_t indent, bool folds, rj_yaml_cursor *at) {
    rj_buf_putc(at->out, '\'');
    write_flowing(text, indent, folds, true, at);
    rj_buf_putc(at->out, '\'');
}

/* Appends the escape of a character; returns its length. */
static size_t write_escape(uint32_t c, rj_buf *out) {
    static const char digits[] = "0123456789ABCDEF";
    static const char *const short_forms[] = {
        [0x00] = "\\0", [0x07] = "\\a", [0x08] = "\\b", [0x09] = "\\t",
        [0x0A] = "\\n", [0x0B] = "\\v", [0x0C] = "\\f", [0x0D] = "\\r",
        [0x1B] = "\\e", ['"'] = "\\\"", ['\\'] = "\\\\"};
    if (c < sizeof short_forms / sizeof *short_forms && short_forms[c]) {
        rj_buf_append(out, short_forms[c], 2);
        return 2;
    }
    if (c == 0x85 || c == 0xA0 || c == 0x2028 || c == 0x2029) {
        rj_buf_puts(out, c == 0x85 ? "\\N" : c == 0xA0 ? "\\_" : c == 0x2028 ? "\\L" : "\\P");
        return 2;
    }
    int width = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
    rj_buf_puts(out, width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U");
    for (int shift = (width - 1) * 4; shift >= 0; shift -= 4)
        rj_buf_putc(out, digits[c >> shift & 0xF]);
    return (size_t)width + 2;
}

static bool needs_escape(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '"' || c == '\\' || c == 0x2028 ||
           c == 0x2029 || c == 0xFEFF || c >= 0xFFFE;
}

static void write_double(const rj_yaml_text *text, size_t indent, bool folds, rj_yaml_cursor *at) {
    /* The reference looks for a byte order mark at the start of the text at every character. */
    const bool all = text->traits & RJ_YAML_MARKED_START;
    const char *data = text->data;
    const size_t bytes = text->bytes;
    rj_buf_putc(at->out, '"');
    size_t written = 0, column = column_of(at);
    bool after_space = false;
    for (size_t i = 0, length; i < bytes; i += length) {
        uint32_t c = (unsigned char)data[i];
        bool valid;
        length = c < 0x80 ? 1 : rj_utf8_decode(data + i, bytes - i, &c, &valid);
        if (all || needs_escape(c)) {
            rj_buf_append(at->out, data + written, i - written);
            written = i + length;
            column += write_escape(c, at->out);
        } else if (c == ' ' && folds && !after_space && column > WIDTH && i > 0 && i + 1 < bytes) {
            rj_buf_append(at->out, data + written, i - written);
            written = i + 1;
            rj_yaml_begin_line(at, indent);
            column = indent;
            if (data[i + 1] == ' ') {
                rj_buf_putc(at->out, '\\');
                column++;
            }
        } else {
            column++;
        }
        after_space = c == ' ';
    }
    rj_buf_append(at->out, data + written, bytes - written);
    rj_buf_putc(at->out, '"');
}

/* Length of the break that ends at end; 0: none does. */
static size_t break_before(const rj_yaml_text *text, size_t end) {
    if (end >= 1 && text->data[end - 1] == '\n')
        return 1;
    bool wide = end >= BREAK_BYTES && is_wide_break(text->data + end - BREAK_BYTES);
    return wide ? BREAK_BYTES : 0;
}

static size_t find_break(const rj_yaml_text *text, size_t from) {
    if (!(text->traits & RJ_YAML_WIDE_BREAK)) {
        const char *feed = memchr(text->data + from, '\n', text->bytes - from);
        return feed ? (size_t)(feed - text->data) : text->bytes;
    }
    while (from < text->bytes && text->data[from] != '\n' && !wide_break_at(text, from))
        from++;
    return from;
}

static void write_literal(const rj_yaml_text *text, size_t indent, rj_yaml_cursor *at) {
    const size_t last = break_before(text, text->bytes);
    const bool keeps = last && (last == text->bytes || break_before(text, text->bytes - last));
    rj_buf_putc(at->out, '|');
    if (text->data[0] == ' ' || text->data[0] == '\n' || wide_break_at(text, 0))
        rj_buf_putc(at->out, '2');
    if (!last || keeps)
        rj_buf_putc(at->out, keeps ? '+' : '-');
    rj_buf_putc(at->out, '\n');
    at->line_start = at->out->bytes;
    for (size_t i = 0; i < text->bytes;) {
        size_t end = find_break(text, i);
        if (end > i) {
            rj_buf_fill(at->out, ' ', indent);
            rj_buf_append(at->out, text->data + i, end - i);
        }
        if (end == text->bytes)
            return;
        size_t length = text->data[end] == '\n' ? 1 : BREAK_BYTES;
        rj_buf_append(at->out, text->data + end, length);
        at->line_start = at->out->bytes;
        i = end + length;
    }
}

/* Whether readers take the text for a string when it is plain, be they of YAML 1.1. */
static bool stays_text(const rj_yaml_text *text) {
    return rj_scalar_resolve(text->data, text->bytes).kind == RJ_SCALAR_STRING &&
           !rj_scalar_is_base60(text->data, text->bytes);
}

void rj_yaml_text_write(const rj_yaml_text *text, size_t indent, bool folds, rj_yaml_cursor *at) {
    enum {
        NOT_PLAIN = RJ_YAML_BLANK_EDGE | RJ_YAML_BREAK | RJ_YAML_UNPRINTABLE | RJ_YAML_INDICATOR,
        NOT_SINGLE = RJ_YAML_UNPRINTABLE | RJ_YAML_SPACE_BREAK | RJ_YAML_BREAK_SPACE,
        NOT_LITERAL = RJ_YAML_UNPRINTABLE | RJ_YAML_SPACE_BREAK | RJ_YAML_SPACE_END
    };
    const unsigned traits = text->traits;
    const bool lines = traits & RJ_YAML_LINE_FEED;
    if (lines && !(traits & NOT_LITERAL))
        write_literal(text, indent, at);
    else if (lines || traits & NOT_SINGLE || !stays_text(text))
        write_double(text, indent, folds, at);
    else if (traits & NOT_PLAIN)
        write_single(text, indent, folds, at);
    else
        write_plain(text, indent, folds, at);
}
