/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/text/reading.h"

#include "rjinterp/utf8.h"

/* Each row: a document, the path of a string in it, and "value byte offset > line:column" pairs. */
static const struct {
    const char *text, *path, *value;
    struct {
        size_t offset;
        rj_position at;
    } places[6];
} rows[] = {
    {"a: |\n  one\n  two\n",
     "a",
     "one\ntwo\n",
     {{0, {2, 3}}, {3, {2, 6}}, {4, {3, 3}}, {6, {3, 5}}}},
    {"a: |-\n\n\n   one\n\n    two\n",
     "a",
     "\n\none\n\n two",
     {{0, {2, 1}}, {1, {3, 1}}, {2, {4, 4}}, {6, {5, 1}}, {7, {6, 4}}, {8, {6, 5}}}},
    {"a: |2+\n     one\n  two\n\n",
     "a",
     "   one\ntwo\n\n",
     {{0, {2, 3}}, {3, {2, 6}}, {7, {3, 3}}, {11, {4, 1}}}},
    {"a:\n- b: |1-\n    x\n   y\n", "a.0.b", " x\ny", {{0, {3, 4}}, {1, {3, 5}}, {3, {4, 4}}}},
    {"- |\n x\n- y\n", "0", "x\n", {{0, {2, 2}}, {1, {2, 3}}}},
    {"- - |\n    x\n   \n", "0.0", "x\n", {{0, {2, 5}}}},
    {"a: !!str |\n  x\n", "a", "x\n", {{0, {2, 3}}}},
    {"a: &b\n  |\n  x\n", "a", "x\n", {{0, {3, 3}}}},
    {"a: &b # why\n  !!str |  # because\n  x\n", "a", "x\n", {{0, {3, 3}}}},
    {"a: |\r\n  one\r\n  two\r\n", "a", "one\ntwo\n", {{0, {2, 3}}, {3, {2, 6}}, {4, {3, 3}}}},
    {"# c\n---\n# d\n---\na: |\n  x\n", "a", "x\n", {{0, {6, 3}}}},
    {"a: >\n  one\n  two\n\n  three\n   four\n  five\n",
     "a",
     "one two\nthree\n four\nfive\n",
     {{0, {2, 3}}, {3, {2, 6}}, {4, {3, 3}}, {7, {4, 1}}, {8, {5, 3}}, {15, {6, 4}}}},
    {"a: >-\n\n  one\n  two\n", "a", "\none two", {{0, {2, 1}}, {1, {3, 3}}, {5, {4, 3}}}},
    {"a: 'it''s'\n", "a", "it's", {{0, {1, 5}}, {2, {1, 7}}, {3, {1, 9}}}},
    {"a: 'one\n  two\n\n  three'\n",
     "a",
     "one two\nthree",
     {{0, {1, 5}}, {3, {1, 8}}, {4, {2, 3}}, {7, {3, 1}}, {8, {4, 3}}}},
    {"a: \"x\\ty\\u00e9z\\\n   w\"\n",
     "a",
     "x\ty\xC3\xA9zw",
     {{0, {1, 5}}, {1, {1, 6}}, {2, {1, 8}}, {3, {1, 9}}, {5, {1, 15}}, {6, {2, 4}}}},
    {"a: \"\xC3\xA4 b\"\n", "a", "\xC3\xA4 b", {{0, {1, 5}}, {2, {1, 6}}, {3, {1, 7}}}},
    {"\xC3\xA4: [x, \"b\\'c\"]\n", "\xC3\xA4.1", "b'c", {{0, {1, 9}}, {1, {1, 10}}, {2, {1, 12}}}},
    {"a: one\n  two\n\n  three # no\n",
     "a",
     "one two\nthree",
     {{0, {1, 4}}, {4, {2, 3}}, {7, {3, 1}}, {8, {4, 3}}}},
    {"a: [x, b:, 'c']\n", "a.1", "b:", {{0, {1, 8}}, {1, {1, 9}}}},
    {"? |\n  k\n: |\n  v\n", "k\n", "v\n", {{0, {4, 3}}}},
    {"{\"a\":\n  [\"x\\n\\ud83d\\ude80y\\/z\"]}",
     "a.0",
     "x\n\xF0\x9F\x9A\x80y/z",
     {{0, {2, 5}}, {1, {2, 6}}, {2, {2, 8}}, {6, {2, 20}}, {7, {2, 21}}, {8, {2, 23}}}},
    {"\n  {\"a\": \"\xC3\xA4\\\\b\"}",
     "a",
     "\xC3\xA4\\b",
     {{0, {2, 10}}, {2, {2, 11}}, {3, {2, 13}}}},
    {"{\"x\": 1}\r\n{\r\n\"a\": \"bc\"}", "a", "bc", {{0, {3, 7}}, {1, {3, 8}}}},
    {"a: !!binary aGVsbG8=\n", "a", "hello", {{0, {1, 13}}}},
    {"a: ''\n", "a", "", {{0, {1, 4}}}},
};

static void check_row(size_t i) {
    reading r = start_reading(rows[i].text, strlen(rows[i].text), NULL);
    const rj_value *value = NULL;
    while (!value && read_next(&r) == RJ_READ_DOCUMENT)
        value = rj_value_at(&r.doc.root, rows[i].path);
    if (!value || value->kind != RJ_KIND_STRING)
        fail_msg("row %zu: nothing at %s (%s)", i, rows[i].path, r.err.message);
    assert_string_equal(value->string.data, rows[i].value);
    rj_span_map map;
    assert_true(rj_document_string_spans(&r.doc, value, r.arena, &map, &r.err));
    assert_string_equal(map.file, "a.yaml");
    for (size_t k = 0; k < 6 && rows[i].places[k].at.line; k++) {
        rj_position at =
            rj_span_map_at(&map, value->string.data, value->string.bytes, rows[i].places[k].offset);
        if (at.line != rows[i].places[k].at.line || at.column != rows[i].places[k].at.column)
            fail_msg("row %zu, byte %zu: expected %u:%u, got %u:%u", i, rows[i].places[k].offset,
                     rows[i].places[k].at.line, rows[i].places[k].at.column, at.line, at.column);
    }
    end_reading(&r);
}

static void strings_lead_back_to_their_places(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(i);
}

/* ---- random scalars ---- */

static const char *const pieces[] = {"a",   "b", "cd", " ", "  ", "\xC3\xA4", "\xF0\x9F\x9A\x80",
                                     "x y", "=", "(",  ".", "-",  "end",      "\xE2\x82\xAC",
                                     "0",   "_"};

static void put_line(rj_buf *out, uint64_t *seed, bool may_start_blank) {
    uint32_t count = 1 + random_below(seed, 6);
    if (!may_start_blank)
        rj_buf_putc(out, 'w');
    for (uint32_t i = 0; i < count; i++)
        rj_buf_puts(out, pieces[random_below(seed, sizeof pieces / sizeof *pieces)]);
    rj_buf_putc(out, 'e');
}

static void put_line_end(rj_buf *out, uint64_t *seed, bool crlf) {
    (void)seed;
    rj_buf_puts(out, crlf ? "\r\n" : "\n");
}

static void put_block(rj_buf *out, uint64_t *seed, int indent, bool is_folded, bool crlf) {
    static const char *const chomps[] = {"", "-", "+"};
    bool explicit_indent = random_below(seed, 3) == 0;
    int own = explicit_indent ? 1 + (int)random_below(seed, 4) : 2;
    rj_buf_putc(out, is_folded ? '>' : '|');
    if (explicit_indent)
        rj_buf_printf(out, "%d", own);
    rj_buf_puts(out, chomps[random_below(seed, 3)]);
    if (random_below(seed, 4) == 0)
        rj_buf_puts(out, "  # a comment");
    put_line_end(out, seed, crlf);
    uint32_t lines = random_below(seed, 7);
    bool any = false;
    for (uint32_t i = 0; i < lines; i++) {
        if (random_below(seed, 4) == 0) {
            rj_buf_fill(out, ' ', any || explicit_indent ? random_below(seed, 4) : 0);
        } else {
            rj_buf_fill(out, ' ', (size_t)(indent + own));
            if (explicit_indent || any)
                rj_buf_fill(out, ' ', random_below(seed, 3));
            put_line(out, seed, false);
            any = true;
        }
        put_line_end(out, seed, crlf);
    }
}

static void put_flow_part(rj_buf *out, uint64_t *seed, char quote) {
    static const char *const escapes[] = {"\\n",     "\\t",         "\\\\", "\\\"", "\\x41",
                                          "\\u00e9", "\\U0001F680", "\\'",  "\\ ",  "\\e"};
    if (quote == '"' && random_below(seed, 3) == 0)
        rj_buf_puts(out, escapes[random_below(seed, sizeof escapes / sizeof *escapes)]);
    else if (quote == '\'' && random_below(seed, 4) == 0)
        rj_buf_puts(out, "''");
    else
        rj_buf_puts(out, pieces[random_below(seed, sizeof pieces / sizeof *pieces)]);
}

static void put_flow(rj_buf *out, uint64_t *seed, int indent, char quote, bool crlf) {
    if (quote)
        rj_buf_putc(out, quote);
    rj_buf_putc(out, 's');
    for (uint32_t i = random_below(seed, 12); i > 0; i--) {
        put_flow_part(out, seed, quote);
        if (random_below(seed, 4) != 0)
            continue;
        if (quote == '"' && random_below(seed, 3) == 0)
            rj_buf_putc(out, '\\');
        for (uint32_t k = 1 + random_below(seed, 2); k > 0; k--)
            put_line_end(out, seed, crlf);
        rj_buf_fill(out, ' ', (size_t)indent + 1 + random_below(seed, 3));
        rj_buf_putc(out, 'm');
    }
    rj_buf_putc(out, 'e');
    if (quote)
        rj_buf_putc(out, quote);
    put_line_end(out, seed, crlf);
}

/* A document with a scalar of a random style somewhere in it, under the name "here". */
static void put_document(rj_buf *out, uint64_t *seed) {
    bool crlf = random_below(seed, 4) == 0;
    int indent = 0;
    for (uint32_t i = random_below(seed, 4); i > 0; i--)
        rj_buf_puts(out, crlf ? "# c\r\n" : "# c\n");
    for (uint32_t depth = random_below(seed, 3); depth > 0; depth--) {
        rj_buf_fill(out, ' ', (size_t)indent);
        rj_buf_puts(out, "in:");
        put_line_end(out, seed, crlf);
        indent += 1 + (int)random_below(seed, 3);
    }
    rj_buf_fill(out, ' ', (size_t)indent);
    rj_buf_puts(out, "here: ");
    if (random_below(seed, 4) == 0)
        rj_buf_puts(out, random_below(seed, 2) ? "&an " : "!!str  ");
    switch (random_below(seed, 5)) {
    case 0:
        put_block(out, seed, indent, false, crlf);
        break;
    case 1:
        put_block(out, seed, indent, true, crlf);
        break;
    case 2:
        put_flow(out, seed, indent, '\'', crlf);
        break;
    case 3:
        put_flow(out, seed, indent, '"', crlf);
        break;
    default:
        put_flow(out, seed, indent, '\0', crlf);
        break;
    }
    rj_buf_fill(out, ' ', (size_t)indent);
    rj_buf_puts(out, "after: x\n");
}

/* The text of the file from a place on; "" behind the end of a line. */
static const char *file_at(const rj_buf *file, rj_position at) {
    const char *p = file->data;
    for (uint32_t line = 1; line < at.line; line++) {
        p = strchr(p, '\n');
        assert_non_null(p);
        p++;
    }
    for (uint32_t column = 1; column < at.column; column++) {
        uint32_t c;
        bool valid;
        assert_true(*p && *p != '\n');
        p += rj_utf8_decode(p, strlen(p), &c, &valid);
    }
    return p;
}

/* A character stands at its place as it is, or is an escape, a doubled quote or a line break there.
 */
static bool stands_at(const rj_value *value, size_t offset, const char *there) {
    uint32_t c;
    bool valid;
    size_t bytes =
        rj_utf8_decode(value->string.data + offset, value->string.bytes - offset, &c, &valid);
    bool is_line_end = *there == '\n' || strncmp(there, "\r\n", 2) == 0;
    if ((c == '\n' || c == ' ') && is_line_end)
        return true;
    if (value->style == RJ_STYLE_DOUBLE && *there == '\\')
        return true;
    return strncmp(value->string.data + offset, there, bytes) == 0;
}

static void check_random_document(const rj_buf *file, uint64_t number) {
    reading r = read_first(file->data, file->bytes, NULL);
    if (r.status != RJ_READ_DOCUMENT)
        fail_msg("document %lu: %s\n%s", (unsigned long)number, r.err.message, file->data);
    const rj_value *value = &r.doc.root;
    while (rj_value_get(value, "in"))
        value = rj_value_get(value, "in");
    value = rj_value_get(value, "here");
    assert_true(rj_value_is(value, RJ_KIND_STRING));
    rj_span_map map;
    assert_true(rj_document_string_spans(&r.doc, value, r.arena, &map, &r.err));
    rj_position last = {0, 0};
    for (size_t i = 0; i < value->string.bytes; i++) {
        if (((unsigned char)value->string.data[i] & 0xC0) == 0x80)
            continue;
        rj_position at = rj_span_map_at(&map, value->string.data, value->string.bytes, i);
        if (at.line < last.line || (at.line == last.line && at.column <= last.column) ||
            !stands_at(value, i, file_at(file, at)))
            fail_msg("document %lu, byte %zu at %u:%u:\n%s\n--\n%s", (unsigned long)number, i,
                     at.line, at.column, file->data, value->string.data);
        last = at;
    }
    end_reading(&r);
}

static void every_character_of_random_scalars_is_found(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (uint64_t i = 0; i < 12000; i++) {
        rj_buf file = RJ_BUF_INIT;
        put_document(&file, &seed);
        check_random_document(&file, i);
        rj_buf_free(&file);
    }
}

static void values_of_scripts_have_no_place(void **state) {
    (void)state;
    reading r = read_first("a: b\n", 5, NULL);
    rj_value made = rj_value_text("made");
    rj_span_map map;
    assert_true(rj_document_string_spans(&r.doc, &made, r.arena, &map, &r.err));
    assert_int_equal(rj_span_map_at(&map, "made", 4, 2).line, 0);
    end_reading(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_lead_back_to_their_places),
        cmocka_unit_test(every_character_of_random_scalars_is_found),
        cmocka_unit_test(values_of_scripts_have_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
