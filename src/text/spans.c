/* SPDX-License-Identifier: Apache-2.0 */
/* From a string value back to the file: the scalar's text is read once more, and each piece that
 * goes into the value is compared with it, so that the walk can't lose its way. */
#include "rjinterp/document.h"

#include <limits.h>
#include <string.h>

#include "rjinterp/utf8.h"
#include "text/place.h"

typedef struct walk {
    const char *text;
    size_t bytes;
    size_t i; /* next byte of the text */
    rj_place place;
    const char *value;
    size_t value_bytes;
    size_t done;     /* bytes of the value that were found */
    size_t expected; /* where the text would go on if the span did; SIZE_MAX: nowhere */
    bool lost;       /* the text doesn't make this value */
    rj_buf spans;
} walk;

/* ---- the text ---- */

static char at(const walk *w, size_t ahead) {
    return w->i + ahead < w->bytes ? w->text[w->i + ahead] : '\0';
}

static bool is_end(const walk *w) {
    return w->i >= w->bytes;
}

static bool is_blank(const walk *w) {
    return at(w, 0) == ' ' || at(w, 0) == '\t';
}

/* Line breaks of YAML 1.1; *meaning is what they become in a value. 0: none here. */
static size_t break_bytes(const walk *w, size_t ahead, const char **meaning) {
    unsigned char c = (unsigned char)at(w, ahead), next = (unsigned char)at(w, ahead + 1),
                  last = (unsigned char)at(w, ahead + 2);
    *meaning = "\n";
    if (c == '\n' || c == '\r')
        return c == '\r' && next == '\n' ? 2 : 1;
    if (c == 0xC2 && next == 0x85)
        return 2;
    if (c == 0xE2 && next == 0x80 && (last == 0xA8 || last == 0xA9)) {
        *meaning = last == 0xA8 ? "\xE2\x80\xA8" : "\xE2\x80\xA9";
        return 3;
    }
    return 0;
}

static bool is_break(const walk *w) {
    const char *meaning;
    return break_bytes(w, 0, &meaning) > 0;
}

static size_t character_bytes(const walk *w) {
    uint32_t c;
    bool valid;
    return rj_utf8_decode(w->text + w->i, w->bytes - w->i, &c, &valid);
}

/* ---- the value ---- */

static bool is_done(const walk *w) {
    return w->lost || w->done == w->value_bytes;
}

/* @p piece of the value stems from the text's byte @p from on; @p from_bytes of them, when it
 * stands there as it is, else 0. */
static void found(walk *w, size_t from, size_t from_bytes, const char *piece, size_t piece_bytes) {
    if (is_done(w))
        return;
    if (piece_bytes > w->value_bytes - w->done ||
        memcmp(w->value + w->done, piece, piece_bytes) != 0) {
        w->lost = true;
        return;
    }
    if (from != w->expected) {
        rj_place_move(&w->place, w->text, from);
        rj_span span = {.text_offset = w->done, .at = w->place.at};
        rj_buf_append(&w->spans, (const char *)&span, sizeof span);
    }
    w->done += piece_bytes;
    w->expected = from_bytes ? from + from_bytes : SIZE_MAX;
}

static void take_character(walk *w) {
    size_t bytes = character_bytes(w);
    found(w, w->i, bytes, w->text + w->i, bytes);
    w->i += bytes;
}

/* Characters of one byte up to the end of the line: as many as the value still has, at once. */
static void take_run(walk *w) {
    const size_t from = w->i, left = w->value_bytes - w->done;
    while (w->i < w->bytes && (unsigned char)w->text[w->i] < 0x80 && w->text[w->i] != '\n' &&
           w->text[w->i] != '\r')
        w->i++;
    const size_t run = w->i - from < left ? w->i - from : left;
    if (run)
        found(w, from, run, w->text + from, run);
}

/* A line break that was read, and where. */
typedef struct line_break {
    size_t from;
    const char *meaning;
} line_break;

static line_break take_break(walk *w) {
    line_break taken = {.from = w->i};
    w->i += break_bytes(w, 0, &taken.meaning);
    return taken;
}

static void found_break(walk *w, line_break b) {
    found(w, b.from, 0, b.meaning, strlen(b.meaning));
}

/* ---- block scalars ---- */

static size_t leading(const char *text, size_t bytes, char c) {
    size_t n = 0;
    while (n < bytes && text[n] == c)
        n++;
    return n;
}

/* Columns of indentation. The header may leave it to the content, and the content of empty lines
 * may be blanks; but the value knows how many blanks of its first line belong to it. */
static size_t block_indent(const walk *w) {
    walk value = {.text = w->value, .bytes = w->value_bytes}, text = *w;
    while (is_break(&value)) {
        take_break(&value);
        while (at(&text, 0) == ' ')
            text.i++;
        if (!is_break(&text))
            return 0;
        take_break(&text);
    }
    if (is_end(&value))
        return SIZE_MAX;
    size_t own = leading(value.text + value.i, value.bytes - value.i, ' ');
    size_t all = leading(text.text + text.i, text.bytes - text.i, ' ');
    return all > own ? all - own : 0;
}

/* Steps over indentation; true when a line's content starts there. Lines that are empty go to
 * @p breaks. */
static bool take_block_indent(walk *w, size_t indent, rj_buf *breaks) {
    for (;;) {
        size_t column = 0;
        while (column < indent && at(w, 0) == ' ') {
            w->i++;
            column++;
        }
        if (!is_break(w))
            return column == indent && !is_end(w);
        line_break taken = take_break(w);
        rj_buf_append(breaks, (const char *)&taken, sizeof taken);
    }
}

static void found_breaks(walk *w, rj_buf *breaks) {
    const line_break *list = (const line_break *)(const void *)breaks->data;
    for (size_t i = 0; i < breaks->bytes / sizeof *list; i++)
        found_break(w, list[i]);
    rj_buf_reset(breaks);
}

static void walk_block(walk *w, bool is_folded) {
    rj_buf empty_lines = RJ_BUF_INIT;
    line_break line_end = {.meaning = ""};
    bool has_line_end = false, began_blank = false;
    while (!is_end(w) && !is_break(w)) /* the header */
        w->i++;
    take_break(w);
    size_t indent = block_indent(w);
    while (take_block_indent(w, indent, &empty_lines) && !is_done(w)) {
        bool begins_blank = is_blank(w);
        bool folds =
            is_folded && has_line_end && *line_end.meaning == '\n' && !began_blank && !begins_blank;
        if (folds && !empty_lines.bytes)
            found(w, line_end.from, 0, " ", 1);
        else if (has_line_end && !folds)
            found_break(w, line_end);
        found_breaks(w, &empty_lines);
        began_blank = begins_blank;
        for (take_run(w); !is_end(w) && !is_break(w); take_run(w))
            take_character(w);
        has_line_end = is_break(w);
        if (has_line_end)
            line_end = take_break(w);
    }
    if (has_line_end)
        found_break(w, line_end);
    found_breaks(w, &empty_lines);
    w->lost |= !rj_buf_ok(&empty_lines);
    rj_buf_free(&empty_lines);
}

/* ---- escapes ---- */

static uint32_t hex_number(const walk *w, size_t ahead, size_t digits) {
    uint32_t value = 0;
    for (size_t k = 0; k < digits; k++) {
        char c = at(w, ahead + k);
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

static size_t hex_digits(char letter) {
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

static uint32_t escaped_character(char letter) {
    static const char letters[] = "0abt\tnvfre \"'\\/N_LP";
    static const uint16_t meanings[] = {0,   7,   8,    9,    9,   10,   11,   12,     13,    0x1B,
                                        ' ', '"', '\'', '\\', '/', 0x85, 0xA0, 0x2028, 0x2029};
    const char *known = letter ? strchr(letters, letter) : NULL;
    return known ? meanings[known - letters] : RJ_UTF8_REPLACEMENT;
}

/* JSON writes characters beyond U+FFFF as two escapes. */
static bool take_surrogates(walk *w, uint32_t *c, size_t *bytes) {
    if (*c < 0xD800 || *c > 0xDBFF || at(w, *bytes) != '\\' || at(w, *bytes + 1) != 'u')
        return false;
    uint32_t second = hex_number(w, *bytes + 2, 4);
    if (second < 0xDC00 || second > 0xDFFF)
        return false;
    *c = 0x10000 + ((*c - 0xD800) << 10) + (second - 0xDC00);
    *bytes += 6;
    return true;
}

static void take_escape(walk *w) {
    enum {
        INTRODUCER_BYTES = 2
    };
    char encoded[4];
    size_t digits = hex_digits(at(w, 1)), bytes = INTRODUCER_BYTES + digits;
    uint32_t c = digits ? hex_number(w, INTRODUCER_BYTES, digits) : escaped_character(at(w, 1));
    take_surrogates(w, &c, &bytes);
    found(w, w->i, 0, encoded, rj_utf8_encode(c, encoded));
    w->i += bytes;
}

/* ---- quoted and plain scalars ---- */

/* Blanks and breaks between two words. @p is_escaped: a break with a backslash came before. */
static void take_fold(walk *w, bool is_escaped) {
    rj_buf breaks = RJ_BUF_INIT;
    line_break first = {.from = w->i};
    size_t blanks_from = w->i, blanks_to = w->i;
    bool is_folded = is_escaped;
    while (is_blank(w) || is_break(w)) {
        if (is_blank(w)) {
            w->i++;
            blanks_to = is_folded ? blanks_to : w->i;
            continue;
        }
        line_break taken = take_break(w);
        if (!is_folded)
            first = taken;
        else
            rj_buf_append(&breaks, (const char *)&taken, sizeof taken);
        is_folded = true;
    }
    if (!is_folded) {
        for (w->i = blanks_from; w->i < blanks_to && !is_done(w);)
            take_character(w);
        w->i = blanks_to;
    } else if (!is_escaped && *first.meaning != '\n') {
        found_break(w, first);
    } else if (!is_escaped && !breaks.bytes) {
        found(w, first.from, 0, " ", 1);
    }
    found_breaks(w, &breaks);
    w->lost |= !rj_buf_ok(&breaks);
    rj_buf_free(&breaks);
}

static void walk_flow(walk *w, char quote) {
    const char *meaning;
    w->i += quote != '\0';
    while (!is_done(w) && !is_end(w)) {
        if (is_blank(w) || is_break(w)) {
            take_fold(w, false);
        } else if (quote == '"' && at(w, 0) == '\\' && break_bytes(w, 1, &meaning)) {
            w->i++;
            take_break(w);
            take_fold(w, true);
        } else if (quote == '"' && at(w, 0) == '\\') {
            take_escape(w);
        } else if (quote == '\'' && at(w, 0) == '\'' && at(w, 1) == '\'') {
            found(w, w->i, 0, "'", 1);
            w->i += 2;
        } else if (quote && at(w, 0) == quote) {
            break;
        } else {
            take_character(w);
        }
    }
}

static void walk_json(walk *w) {
    w->i++;
    while (!is_done(w) && !is_end(w) && at(w, 0) != '"') {
        if (at(w, 0) == '\\')
            take_escape(w);
        else
            take_character(w);
    }
}

static void walk_scalar(walk *w, rj_style style, bool is_json) {
    switch (style) {
    case RJ_STYLE_NONE:
        break;
    case RJ_STYLE_PLAIN:
        walk_flow(w, '\0');
        break;
    case RJ_STYLE_SINGLE:
        walk_flow(w, '\'');
        break;
    case RJ_STYLE_DOUBLE:
        if (is_json)
            walk_json(w);
        else
            walk_flow(w, '"');
        break;
    case RJ_STYLE_LITERAL:
    case RJ_STYLE_FOLDED:
        walk_block(w, style == RJ_STYLE_FOLDED);
        break;
    }
}

/* ---- the document ---- */

/* The byte of the document's text at a place of the file. */
static bool find_place(const rj_document *doc, rj_position wanted, rj_place *out) {
    rj_place place = {.at = {doc->first_line, doc->is_json ? doc->root.at.column : 1}};
    if (doc->text_bytes >= 3 && memcmp(doc->text, "\xEF\xBB\xBF", 3) == 0)
        place.offset = 3;
    while (place.at.line < wanted.line) {
        const char *from = doc->text + place.offset;
        const char *feed = memchr(from, '\n', doc->text_bytes - place.offset);
        if (!feed)
            return false;
        place.offset += (size_t)(feed - from) + 1;
        place.at.line++;
        place.at.column = 1;
    }
    while (place.at.line == wanted.line && place.at.column < wanted.column &&
           place.offset < doc->text_bytes)
        rj_place_move(&place, doc->text, place.offset + 1);
    /* On from the last byte of the character before. */
    while (place.offset < doc->text_bytes &&
           ((unsigned char)doc->text[place.offset] & 0xC0) == 0x80)
        place.offset++;
    *out = place;
    return place.at.line == wanted.line && place.at.column == wanted.column;
}

bool rj_document_string_spans(const rj_document *doc, const rj_value *string, rj_arena *arena,
                              rj_span_map *map, rj_error *err) {
    walk w = {.text = doc->text,
              .bytes = doc->text_bytes,
              .value = string->string.data,
              .value_bytes = string->string.bytes,
              .expected = SIZE_MAX};
    rj_span start = {.text_offset = 0, .at = string->at};
    const rj_span *spans = &start;
    size_t count = 1;
    if (find_place(doc, string->at, &w.place)) {
        w.i = w.place.offset;
        walk_scalar(&w, (rj_style)string->style, doc->is_json);
        /* A value that isn't made of the text alone (!!binary) is placed at its start. */
        if (!w.lost && w.done == w.value_bytes && w.spans.bytes) {
            spans = (const rj_span *)(const void *)w.spans.data;
            count = w.spans.bytes / sizeof *spans;
        }
    }
    rj_span *kept = rj_arena_alloc(arena, count * sizeof *kept);
    bool good = kept && rj_buf_ok(&w.spans);
    if (good) {
        memcpy(kept, spans, count * sizeof *kept);
        *map = (rj_span_map){.file = doc->file, .spans = kept, .span_count = count};
    }
    rj_buf_free(&w.spans);
    return good || rj_error_no_memory(err);
}
