/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_reread.h"

#include <string.h>

#include "rjinterp/utf8.h"

enum {
    LONGEST_KEY = 1024, /* characters of a key before its colon */
    BLOCK_BYTES = 512,  /* looked through for forbidden characters at a time */
    LOOKAHEAD_BYTES = 3 /* read beyond the start of a token */
};

typedef struct scan {
    const char *text;
    size_t bytes;
    size_t i;
    size_t line;            /* line breaks before i */
    size_t forbidden_block; /* where the block with a forbidden character starts */
} scan;

static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

static bool starts_with(const scan *s, size_t i, const char *what) {
    const size_t bytes = strlen(what);
    return s->bytes - i >= bytes && memcmp(s->text + i, what, bytes) == 0;
}

static bool next_line_at(const scan *s, size_t i) {
    return starts_with(s, i, "\xC2\x85");
}

static bool forbidden_at(const scan *s, size_t i) {
    switch ((unsigned char)s->text[i]) {
    case 0x7F:
        return true;
    case 0xC2:
        return (unsigned char)s->text[i + 1] < 0xA0 && !next_line_at(s, i);
    case 0xEF:
        return starts_with(s, i, "\xEF\xBF\xBE") || starts_with(s, i, "\xEF\xBF\xBF");
    default:
        return false;
    }
}

/* Start of the first block that has a forbidden character; the text's end when none has. */
static size_t find_forbidden_block(const scan *s) {
    size_t start = 0;
    while (start < s->bytes) {
        size_t end = start + BLOCK_BYTES < s->bytes ? start + BLOCK_BYTES : s->bytes;
        while (end < s->bytes && continues_character(s->text[end]))
            end--;
        for (size_t i = start; i < end; i++)
            if (forbidden_at(s, i))
                return start;
        start = end;
    }
    return start;
}

static bool refuse_forbidden(rj_error *err) {
    return rj_error_set(err, RJ_ERROR_TYPE, "yaml: control characters are not allowed");
}

/* The problem the reader has at i, unless it has seen a forbidden character by then. */
static bool refuse(const scan *s, size_t line, const char *problem, rj_error *err) {
    if (s->forbidden_block < s->bytes && s->forbidden_block <= s->i + LOOKAHEAD_BYTES)
        return refuse_forbidden(err);
    if (line)
        return rj_error_set(err, RJ_ERROR_TYPE, "yaml: line %zu: %s", line, problem);
    return rj_error_set(err, RJ_ERROR_TYPE, "yaml: %s", problem);
}

/* True when the line that starts at i ends the document, though inside quotes. */
static bool document_indicator_at(const scan *s, size_t i) {
    if (!starts_with(s, i, "---") && !starts_with(s, i, "..."))
        return false;
    return starts_with(s, i + 3, " ") || next_line_at(s, i + 3);
}

/* Steps over the string at i. */
static bool skip_string(scan *s, rj_error *err) {
    for (s->i++; s->text[s->i] != '"';) {
        if (s->text[s->i] == '\\') {
            s->i += 2;
        } else if (next_line_at(s, s->i)) {
            s->i += 2;
            s->line++;
            if (document_indicator_at(s, s->i))
                return refuse(s, s->line + 1, "found unexpected document indicator", err);
        } else {
            s->i++;
        }
    }
    s->i++;
    return true;
}

bool rj_yaml_reread_check(const char *json, size_t bytes, rj_error *err) {
    scan s = {.text = json, .bytes = bytes};
    s.forbidden_block = find_forbidden_block(&s);
    while (s.i < bytes) {
        if (json[s.i] != '"') {
            s.i++;
            continue;
        }
        const size_t start = s.i, line = s.line;
        if (!skip_string(&s, err))
            return false;
        if (s.i == bytes || json[s.i] != ':')
            continue;
        if (s.line != line || rj_utf8_count(json + start, s.i - start) > LONGEST_KEY)
            return refuse(&s, s.line, "did not find expected ',' or '}'", err);
    }
    return s.forbidden_block == bytes || refuse_forbidden(err);
}

/* End of the spaces and U+0085 at i; counts the latter. */
static size_t skip_blanks(const scan *s, size_t i, size_t *next_lines) {
    for (*next_lines = 0; i < s->bytes; i++) {
        if (next_line_at(s, i)) {
            ++*next_lines;
            i++;
        } else if (s->text[i] != ' ') {
            break;
        }
    }
    return i;
}

void rj_yaml_reread_string(const char *data, size_t bytes, rj_buf *out) {
    const scan s = {.text = data, .bytes = bytes};
    for (size_t i = 0; i < bytes;) {
        size_t next_lines;
        const size_t end = skip_blanks(&s, i, &next_lines);
        if (next_lines == 1)
            rj_buf_putc(out, ' ');
        else if (next_lines)
            rj_buf_fill(out, '\n', next_lines - 1);
        else
            rj_buf_fill(out, ' ', end - i);
        if (end == bytes)
            return;
        uint32_t c;
        bool valid;
        const size_t length = rj_utf8_decode(data + end, bytes - end, &c, &valid);
        if (valid)
            rj_buf_append(out, data + end, length);
        else
            rj_buf_puts(out, "\xEF\xBF\xBD");
        i = end + length;
    }
}
