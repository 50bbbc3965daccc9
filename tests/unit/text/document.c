/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/text/reading.h"

#include <errno.h>
#include <time.h>

#include "rjinterp/json.h"

/* All documents of a text as one line of JSON texts, then the error if there was one. */
static void read_all(const char *text, size_t bytes, const rj_limits *limits, rj_buf *out) {
    reading r = start_reading(text, bytes, limits);
    while (read_next(&r) == RJ_READ_DOCUMENT) {
        rj_json_write(&r.doc.root, out);
        rj_buf_putc(out, ' ');
    }
    if (r.status == RJ_READ_FAILED)
        rj_buf_printf(out, "! %s", r.err.message);
    end_reading(&r);
}

static void check_all(const char *text, size_t bytes, const char *expected) {
    rj_buf got = RJ_BUF_INIT;
    read_all(text, bytes, NULL, &got);
    if (strcmp(rj_buf_text(&got), expected) != 0)
        fail_msg("%s\nexpected: %s\ngot:      %s", text, expected, rj_buf_text(&got));
    rj_buf_free(&got);
}

#define TEXT(t) t, sizeof(t) - 1

/* ---- bytes ---- */

static void encodings_are_told_by_their_marks(void **state) {
    (void)state;
    check_all(TEXT("\xEF\xBB\xBF"
                   "a: \xC3\xA4\n"),
              "{\"a\":\"\xC3\xA4\"} ");
    check_all(TEXT("\xFF\xFE"
                   "a\0:\0 \0\xE4\0\n\0"),
              "{\"a\":\"\xC3\xA4\"} ");
    check_all(TEXT("\xFE\xFF\0a\0:\0 \xD8\x3D\xDE\x80\0\n"), "{\"a\":\"\xF0\x9F\x9A\x80\"} ");
    check_all(TEXT("\xFE\xFF\0a\0:\0 \xD8\x3D\0b\0\n"), "{\"a\":\"\xEF\xBF\xBD"
                                                        "b\"} ");
    check_all(TEXT("\xFF\xFE"
                   "a\0:\0 \0x"),
              "{\"a\":\"\xEF\xBF\xBD\"} ");
    check_all(TEXT("\xFF\xFE{\0\"\0a\0\"\0:\0"
                   "1\0}\0"),
              "{\"a\":1} ");
}

static void ill_formed_utf8_is_replaced(void **state) {
    (void)state;
#define FFFD "\xEF\xBF\xBD"
    check_all(TEXT("a: x\xFFy\n"), "{\"a\":\"x" FFFD "y\"} ");
    check_all(TEXT("a: \xF0\x9F\x9A\n"), "{\"a\":\"" FFFD "\"} ");
    check_all(TEXT("a: \xC0\xAF\n"), "{\"a\":\"" FFFD FFFD "\"} ");
    check_all(TEXT("a: \xED\xA0\x80\n"), "{\"a\":\"" FFFD FFFD FFFD "\"} ");
    check_all(TEXT("a: \xE2\x82"), "{\"a\":\"" FFFD "\"} ");
    check_all(TEXT("{\"a\":\"\xFF\"}"), "{\"a\":\"" FFFD "\"} ");
#undef FFFD
}

static void control_characters_are_refused(void **state) {
    (void)state;
    check_all(TEXT("a: \0b\n"),
              "! error converting YAML to JSON: yaml: control characters are not allowed");
    check_all(TEXT("a: b\n---\nc: \x1B\n"),
              "{\"a\":\"b\"} ! error converting YAML to JSON: yaml: control characters are not "
              "allowed");
    reading r = read_first(TEXT("# one\na: b\n---\nx: y\nc: \x1B\n"), NULL);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    assert_int_equal(r.err.at.line, 5);
    assert_int_equal(r.err.at.column, 4);
    end_reading(&r);
}

/* ---- streams ---- */

static void streams_are_cut_into_documents(void **state) {
    (void)state;
    check_all(TEXT(""), "");
    check_all(TEXT("# only a comment\n---\n---\n~\n---\nnull\n"), "");
    check_all(TEXT("---\na: 1\n--- # next\nb: 2\n---\n"), "{\"a\":1} {\"b\":2} ");
    check_all(TEXT("a: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n"), "{\"a\":1} {\"b\":\"x\\ny\\n\"} ");
    check_all(TEXT("a: 1\n--- b\nc: 2\n"), "! invalid Yaml document separator: b");
    check_all(TEXT("a: 1\n ---\n"), "{\"a\":\"1 ---\"} ");
    check_all(TEXT("a: 1\n...\nb: [\n---\nc: 2"), "{\"a\":1} {\"c\":2} ");
    check_all(TEXT("{\"a\":1}{\"b\":2}\n[3] null 4"), "{\"a\":1} {\"b\":2} [3] 4 ");
    check_all(TEXT("{\"a\":1}\n---\nb: 2\n"), "{\"a\":1} {\"b\":2} ");
    check_all(TEXT("{a: 1}\n---\n{b: 2}\n"), "{\"a\":1} {\"b\":2} ");
    check_all(TEXT("{\"a\":1}{\"b\":2} {c: 3}"),
              "{\"a\":1} {\"b\":2} ! invalid character 'c' looking for beginning of object key "
              "string");
    check_all(TEXT("{\"a\" 1}"), "! json: offset 6: invalid character '1' after object key");
}

static void documents_know_what_they_are(void **state) {
    (void)state;
    reading r = read_first(TEXT("\n# c\n---\n# d\na: 1\n---\n~\n---\nb: 2\n"), NULL);
    assert_int_equal(r.doc.index, 0);
    assert_int_equal(r.doc.first_line, 4);
    assert_false(r.doc.is_json);
    assert_string_equal(r.doc.file, "a.yaml");
    assert_string_equal(r.doc.text, "# d\na: 1\n");
    assert_int_equal(read_next(&r), RJ_READ_DOCUMENT);
    assert_int_equal(r.doc.index, 1);
    assert_int_equal(r.doc.first_line, 9);
    assert_int_equal(read_next(&r), RJ_READ_END);
    assert_int_equal(read_next(&r), RJ_READ_END);
    end_reading(&r);
    r = read_first(TEXT("\n\n {\"a\" :\n1}"), NULL);
    assert_true(r.doc.is_json);
    assert_int_equal(r.doc.first_line, 3);
    assert_string_equal(r.doc.text, "{\"a\" :\n1}");
    end_reading(&r);
}

static void errors_count_lines_of_the_document_and_places_those_of_the_file(void **state) {
    (void)state;
    reading r = read_first(TEXT("a: 1\n---\nb: 2\nc: [\n"), NULL);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    assert_string_equal(
        r.err.message,
        "error converting YAML to JSON: yaml: line 2: did not find expected node content");
    assert_string_equal(rj_error_reason(&r.err), "did not find expected node content");
    assert_string_equal(r.err.file, "a.yaml");
    assert_int_equal(r.err.code, RJ_ERROR_SYNTAX);
    assert_int_equal(r.err.at.line, 5);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    end_reading(&r);

    r = read_first(TEXT("{\"a\": 1}\n{\"b\": 1}\n{\"c\" 1}"), NULL);
    read_next(&r);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    assert_string_equal(r.err.message, "invalid character '1' after object key");
    assert_int_equal(r.err.at.line, 3);
    assert_int_equal(r.err.at.column, 6);
    assert_false(rj_document_reader_failed_in_value(r.reader));
    end_reading(&r);

    r = read_first(TEXT("{\"a\":\n 1e999}"), NULL);
    assert_int_equal(r.status, RJ_READ_FAILED);
    assert_true(rj_document_reader_failed_in_value(r.reader));
    assert_int_equal(r.err.at.line, 2);
    assert_int_equal(r.err.at.column, 2);
    end_reading(&r);

    r = read_first(TEXT("a: 1\n---\n\n--- x\n"), NULL);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    assert_int_equal(r.err.at.line, 4);
    end_reading(&r);
}

/* ---- nodes ---- */

static void check_place(const rj_value *value, uint32_t line, uint32_t column) {
    assert_non_null(value);
    if (value->at.line != line || value->at.column != column)
        fail_msg("expected %u:%u, got %u:%u", line, column, value->at.line, value->at.column);
}

static void nodes_know_their_places_and_styles(void **state) {
    (void)state;
    static const char text[] = "# c\n---\n"
                               "\xC3\xA4: &x [1, \"two\", 'three']\n"
                               "b: !!map # c\n"
                               "  c: !!str\n"
                               "    4\n"
                               "  d: |\n"
                               "    5\n"
                               "  e: >-\n"
                               "    6\n"
                               "f: *x\n"
                               "g:\n"
                               "- ! 7\n"
                               "- plain\n";
    reading r = start_reading(TEXT(text), NULL);
    read_next(&r);
    const rj_value *root = &r.doc.root;
    check_place(root, 3, 1);
    check_place(rj_value_at(root, "\xC3\xA4"), 3, 7);
    check_place(rj_value_at(root, "\xC3\xA4.1"), 3, 11);
    check_place(rj_value_at(root, "b"), 5, 3);
    check_place(rj_value_at(root, "b.c"), 6, 5);
    check_place(rj_value_at(root, "b.d"), 7, 6);
    check_place(rj_value_at(root, "f"), 3, 7);
    check_place(rj_value_at(root, "g"), 13, 1);
    check_place(rj_value_at(root, "g.0"), 13, 5);
    assert_int_equal(rj_value_at(root, "f")->in_alias, 1);
    assert_int_equal(rj_value_at(root, "\xC3\xA4")->in_alias, 0);
    assert_int_equal(rj_value_at(root, "\xC3\xA4.1")->style, RJ_STYLE_DOUBLE);
    assert_int_equal(rj_value_at(root, "\xC3\xA4.2")->style, RJ_STYLE_SINGLE);
    assert_int_equal(rj_value_at(root, "b.d")->style, RJ_STYLE_LITERAL);
    assert_int_equal(rj_value_at(root, "b.e")->style, RJ_STYLE_FOLDED);
    assert_int_equal(rj_value_at(root, "g.1")->style, RJ_STYLE_PLAIN);
    assert_string_equal(rj_value_at(root, "g.0")->string.data, "7");
    const rj_member *b = &root->map.members[0];
    assert_string_equal(b->key, "b");
    assert_int_equal(b->key_at.line, 4);
    assert_int_equal(b->key_at.column, 1);
    end_reading(&r);
}

/* With characters in the way that libyaml counts as line breaks and editors don't, and with text
 * that had to be rewritten for libyaml. */
static void places_are_those_of_the_file_whatever_libyaml_sees(void **state) {
    (void)state;
    static const char text[] = "a: \"x\xC2\x85y\xE2\x80\xA8z\"\n"
                               "b: [\"\\'\\'\", c:, 'd', {e: f}] # why?\n"
                               "g: h\n";
    reading r = start_reading(TEXT(text), NULL);
    read_next(&r);
    const rj_value *root = &r.doc.root;
    assert_int_equal(r.status, RJ_READ_DOCUMENT);
    check_place(rj_value_at(root, "a"), 1, 4);
    check_place(rj_value_at(root, "b"), 2, 4);
    check_place(rj_value_at(root, "b.0"), 2, 5);
    check_place(rj_value_at(root, "b.1"), 2, 13);
    check_place(rj_value_at(root, "b.2"), 2, 17);
    check_place(rj_value_at(root, "b.3.e"), 2, 26);
    check_place(rj_value_at(root, "g"), 3, 4);
    assert_int_equal(rj_value_at(root, "b.1")->style, RJ_STYLE_PLAIN);
    assert_string_equal(rj_value_at(root, "b.0")->string.data, "''");
    assert_string_equal(rj_value_at(root, "b.1")->string.data, "c:");
    end_reading(&r);
}

static void merges_and_aliases_expand(void **state) {
    (void)state;
    check_all(TEXT("a: &a {x: 1, w: 2}\nb: {x: 0, <<: *a, w: 3}\n"),
              "{\"a\":{\"w\":2,\"x\":1},\"b\":{\"w\":3,\"x\":1}} ");
    check_all(TEXT("<<: [{x: 1}, {x: 2, w: 3}]\nz: 1\n"), "{\"w\":3,\"x\":1,\"z\":1} ");
    check_all(TEXT("<<: [&a {x: 1}, *a]\n"), "{\"x\":1} ");
    check_all(TEXT("\"<<\": 1\n"), "{\"\\u003c\\u003c\":1} ");
    check_all(TEXT("! <<: {x: 1}\n"), "{\"x\":1} ");
    check_all(TEXT("a: &a 1\nb: &a 2\nc: *a\n"), "{\"a\":1,\"b\":2,\"c\":2} ");
    check_all(TEXT("&k key: &v [*k]\n*k : *v\n"), "{\"key\":[\"key\"]} ");
    check_all(TEXT("a: &a\n  b: *a\n"),
              "! error converting YAML to JSON: yaml: anchor 'a' value contains itself");
    check_all(TEXT("a: &a\n  <<: *a\n"),
              "! error converting YAML to JSON: yaml: anchor 'a' value contains itself");
    check_all(TEXT("<<: [1]\n"), "! error converting YAML to JSON: yaml: map merge requires map or "
                                 "sequence of maps as the value");
    check_all(TEXT("a: !!int x\nb: *y\n"),
              "! error converting YAML to JSON: yaml: unknown anchor 'y' referenced");
    check_all(
        TEXT("? {b: 1.5, a: [~, x], c: 0x8000000000000000}\n: x\n"),
        "! error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}"
        "{\"a\":[]interface {}{interface {}(nil), \"x\"}, \"b\":1.5, \"c\":0x8000000000000000}");
    check_all(TEXT("a: {~: 1}\na: 2\n"), "{\"a\":2} ");
    check_all(
        TEXT("a: [{~: {y: .inf}}]\n"),
        "! error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, "
        "value: map[interface {}]interface {}{true:+Inf}");
}

/* ---- limits and attacks ---- */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Fails with a limit's code and name, such a text, and soon. */
static void check_limit(const char *text, size_t bytes, const rj_limits *limits, rj_limit limit,
                        const char *named) {
    double start = seconds();
    reading r = read_first(text, bytes, limits);
    while (r.status == RJ_READ_DOCUMENT)
        read_next(&r);
    assert_int_equal(r.status, RJ_READ_FAILED);
    assert_int_equal(r.err.code, RJ_ERROR_LIMIT);
    assert_int_equal(r.err.limit, limit);
    assert_string_equal(r.err.file, "a.yaml");
    if (!strstr(r.err.message, named))
        fail_msg("%s: %s", named, r.err.message);
    end_reading(&r);
    if (seconds() - start > 20)
        fail_msg("%s: took %.1f seconds", named, seconds() - start);
}

static void limits_are_named(void **state) {
    (void)state;
    rj_limits limits = *rj_limits_default();
    limits.max_input_bytes = 10;
    check_limit(TEXT("aaaa: bbbbbbb\n"), &limits, RJ_LIMIT_INPUT, "the limit of 10 bytes");
    limits = *rj_limits_default();
    limits.max_document_bytes = 10;
    check_limit(TEXT("a: b\n---\naaaa: bbbbbbb\n"), &limits, RJ_LIMIT_DOCUMENT,
                "the limit of 10 bytes");
    check_limit(TEXT("a: 1\nb: 2\nc: 3\n"), &limits, RJ_LIMIT_DOCUMENT, "the limit of 10 bytes");
    limits = *rj_limits_default();
    limits.max_nodes = 5;
    check_limit(TEXT("[1, 2, 3, 4, 5]"), &limits, RJ_LIMIT_NODES, "the limit of 5");
    check_limit(TEXT("{\"a\": [1, 2, 3, 4, 5]}"), &limits, RJ_LIMIT_NODES, "the limit of 5");
    check_limit(TEXT("[&a [1], *a, *a]"), &limits, RJ_LIMIT_NODES, "the limit of 5");
    limits = *rj_limits_default();
    limits.max_depth = 3;
    check_limit(TEXT("a: {b: [[]]}\n"), &limits, RJ_LIMIT_DEPTH, "exceeded max depth of 3");
    check_limit(TEXT("a: &a [[1]]\nb: [*a]\n"), &limits, RJ_LIMIT_DEPTH, "exceeded max depth of 3");
}

static rj_buf repeated(const char *text, size_t count, const char *after, size_t after_count) {
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < count; i++)
        rj_buf_puts(&out, text);
    for (size_t i = 0; i < after_count; i++)
        rj_buf_puts(&out, after);
    return out;
}

static void check_limit_of(rj_buf text, const char *named) {
    check_limit(text.data, text.bytes, NULL, RJ_LIMIT_DEPTH, named);
    rj_buf_free(&text);
}

static void deep_nesting_stops_at_the_limit(void **state) {
    (void)state;
    check_limit_of(repeated("[", 200000, "]", 200000), "exceeded max depth of 10000");
    check_limit_of(repeated("[", 200000, "", 0), "exceeded max depth of 10000");
    check_limit_of(repeated("- ", 200000, "", 0), "exceeded max depth of 10000");
    check_limit_of(repeated("? ", 200000, "", 0), "exceeded max depth of 10000");
    check_limit_of(repeated("[{a: ", 100000, "", 0), "exceeded max depth of 10000");
    check_limit_of(repeated("{\"a\":", 100000, "", 0), "exceeded max depth");
    rj_buf text = repeated("[", 9999, "]", 9999);
    reading r = read_first(text.data, text.bytes, NULL);
    assert_int_equal(r.status, RJ_READ_DOCUMENT);
    rj_buf raw = RJ_BUF_INIT;
    rj_document_write_raw(&r.doc, &raw);
    assert_int_equal(raw.bytes, text.bytes);
    end_reading(&r);
    rj_buf_free(&raw);
    rj_buf_free(&text);
}

/* Below the depth limit, but libyaml takes longer for each token the deeper it stands. */
static void many_tokens_deep_down_stop_in_time(void **state) {
    (void)state;
    rj_buf text = repeated("[", 9900, "a,", 2000000);
    check_limit(text.data, text.bytes, NULL, RJ_LIMIT_NONE, "nested too deeply");
    rj_buf_free(&text);
}

static void deep_blocks_are_read(void **state) {
    (void)state;
    rj_buf text = RJ_BUF_INIT;
    for (int i = 0; i < 1200; i++) {
        rj_buf_fill(&text, ' ', (size_t)i);
        rj_buf_puts(&text, "a:\n");
    }
    reading r = read_first(text.data, text.bytes, NULL);
    assert_int_equal(r.status, RJ_READ_DOCUMENT);
    end_reading(&r);
    rj_buf_free(&text);
}

static void alias_bombs_fail_quickly(void **state) {
    (void)state;
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 60; i++) {
        rj_buf_printf(&text, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++)
            rj_buf_printf(&text, "*a%d, ", i - 1);
        rj_buf_puts(&text, "]\n");
    }
    check_limit(text.data, text.bytes, NULL, RJ_LIMIT_NONE,
                "yaml: document contains excessive aliasing");
    rj_buf_free(&text);

    rj_buf_puts(&text, "a0: &a0 {x: 1}\n");
    for (int i = 1; i < 60; i++)
        rj_buf_printf(&text, "a%d: &a%d {<<: [*a%d, *a%d]}\n", i, i, i - 1, i - 1);
    check_limit(text.data, text.bytes, NULL, RJ_LIMIT_NONE,
                "yaml: document contains excessive aliasing");
    rj_buf_free(&text);

    /* A tower: each alias is a level deeper than the one before. */
    rj_buf_puts(&text, "- &a0 [x]\n");
    for (int i = 1; i < 12000; i++)
        rj_buf_printf(&text, "- &a%d [*a%d]\n", i, i - 1);
    reading r = read_first(text.data, text.bytes, NULL);
    assert_int_equal(r.status, RJ_READ_FAILED);
    assert_int_equal(r.err.code, RJ_ERROR_LIMIT);
    end_reading(&r);
    rj_buf_free(&text);

    /* Many anchors are nothing bad. */
    for (int i = 0; i < 20000; i++)
        rj_buf_printf(&text, "- &a%d x\n- *a%d\n", i, i);
    r = read_first(text.data, text.bytes, NULL);
    assert_int_equal(r.status, RJ_READ_DOCUMENT);
    assert_int_equal(r.doc.root.list.count, 40000);
    end_reading(&r);
    rj_buf_free(&text);
}

static const char long_document[] =
    "# c\n---\na: &a {x: 1, <<: {y: [2, 'three', \"f\\u00f6ur\\\n  5\"]}}\n"
    "b: !!binary aGVsbG8=\n? |2-\n    k\n  l\n: >+\n  m\n\n  n\n...\n---\n"
    "- *a\n--- # d\n- [a?b, c:, d]\n- \"\\'\"\n";
static const char long_json[] = "{\"a\": [1, -2.5e3, \"x\\n\\ud83d\\ude80\", true, false, null, "
                                "{}]}\n{\"b\": {\"c\": \"\"}} [\"d\"]";

/* Ending anywhere, and with any byte turned over. */
static void cut_and_broken_texts_are_survived(void **state) {
    (void)state;
    const char *texts[] = {long_document, long_json};
    for (size_t t = 0; t < 2; t++) {
        size_t bytes = strlen(texts[t]);
        for (size_t i = 0; i <= bytes; i++) {
            char *copy = malloc(bytes + 1);
            assert_non_null(copy);
            memcpy(copy, texts[t], bytes);
            rj_buf out = RJ_BUF_INIT;
            read_all(copy, i, NULL, &out);
            for (int bit = 0; i < bytes && bit < 8; bit++) {
                copy[i] = (char)(texts[t][i] ^ (1 << bit));
                read_all(copy, bytes, NULL, &out);
            }
            rj_buf_free(&out);
            free(copy);
        }
    }
}

/* What YAML consists of. */
static const char *const parts[] = {"a",
                                    "b: ",
                                    "- ",
                                    "\n",
                                    "\n  ",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ",",
                                    ": ",
                                    ":",
                                    "? ",
                                    "'",
                                    "\"",
                                    " ",
                                    "\t",
                                    "#c",
                                    "|",
                                    ">-",
                                    "&a ",
                                    "*a",
                                    "!t ",
                                    "!",
                                    "---",
                                    "...",
                                    "\\",
                                    "\\'",
                                    "%",
                                    "@",
                                    "\r\n",
                                    "<<",
                                    "~",
                                    "1",
                                    "0x1F",
                                    ".inf",
                                    "=",
                                    "!!binary ",
                                    "\xC2\x85",
                                    "\xE2\x80\xA8",
                                    "\xEF\xBB\xBF",
                                    "\xFF",
                                    "\0x",
                                    "{\"a\":1}",
                                    "<<: *a",
                                    "? [",
                                    "!!int "};

/* Random mixtures of it: nothing may go wrong but the reading. */
static void random_texts_are_survived(void **state) {
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 20000; i++) {
        rj_buf text = RJ_BUF_INIT, out = RJ_BUF_INIT;
        for (uint32_t k = 1 + random_below(&seed, 25); k > 0; k--)
            rj_buf_puts(&text, parts[random_below(&seed, sizeof parts / sizeof *parts)]);
        reading r = start_reading(rj_buf_text(&text), text.bytes, NULL);
        while (read_next(&r) == RJ_READ_DOCUMENT) {
            rj_document_write_raw(&r.doc, &out);
            assert_true(rj_buf_ok(&out));
        }
        if (r.status == RJ_READ_FAILED)
            assert_true(r.err.code != RJ_ERROR_INTERNAL && r.err.message_bytes > 0);
        end_reading(&r);
        rj_buf_free(&text);
        rj_buf_free(&out);
    }
}

/* Documents of a text while the n-th allocation and all after it fail (0: none does). *r.err has
 * how it ended. */
static size_t count_documents(reading *r, const char *text, uint64_t n) {
    size_t count = 0;
    *r = start_reading(text, strlen(text), NULL);
    rj_arena_fail_at(r->arena, n);
    while (read_next(r) == RJ_READ_DOCUMENT)
        count++;
    return count;
}

/* Either that is said, or it was memory that could be done without. */
static void running_out_of_memory_is_an_error(void **state) {
    (void)state;
    const char *texts[] = {long_document, long_json};
    for (size_t t = 0; t < 2; t++) {
        reading whole, r;
        const size_t count = count_documents(&whole, texts[t], 0);
        bool failed = true;
        for (uint64_t n = 1; failed; n++) {
            const size_t got = count_documents(&r, texts[t], n);
            failed = rj_arena_allocations(r.arena) >= n;
            if (r.err.code != RJ_ERROR_MEMORY) {
                assert_int_equal(got, count);
                assert_int_equal(r.status, whole.status);
                assert_int_equal(r.err.code, whole.err.code);
            }
            end_reading(&r);
        }
        end_reading(&whole);
    }
}

/* ---- streaming ---- */

typedef struct source {
    size_t documents, given, read_bytes;
    size_t largest_read;
} source;

/* Some documents, one at each call. */
static ssize_t read_documents(void *ctx, char *into, size_t bytes) {
    source *s = ctx;
    char text[128];
    if (s->given == s->documents)
        return 0;
    int length =
        snprintf(text, sizeof text, "---\nnumber: %zu\ntext: some words to fill it\n", s->given++);
    assert_true((size_t)length <= bytes);
    memcpy(into, text, (size_t)length);
    s->read_bytes += (size_t)length;
    return length;
}

static void streams_are_read_piece_by_piece(void **state) {
    (void)state;
    source s = {.documents = 50000};
    rj_arena *arena = rj_arena_new(1 << 20);
    rj_document_reader *reader = rj_document_reader_new(read_documents, &s, "stream", false, NULL);
    rj_document doc;
    rj_error err = RJ_ERROR_INIT;
    size_t count = 0;
    while (rj_document_next(reader, arena, &doc, &err) == RJ_READ_DOCUMENT) {
        assert_int_equal(rj_value_get(&doc.root, "number")->number.i64, (int64_t)count);
        assert_int_equal(doc.first_line, count * 3 + 2 - (count == 0));
        count++;
        /* Not more than what is looked at to tell JSON from YAML, and a piece. */
        assert_true(s.given - count < 200);
        rj_arena_reset(arena);
    }
    assert_int_equal(err.code, RJ_ERROR_NONE);
    assert_int_equal(count, s.documents);
    rj_document_reader_free(reader);
    rj_arena_free(arena);
}

static ssize_t read_byte(void *ctx, char *into, size_t bytes) {
    const char **text = ctx;
    assert_true(bytes > 0);
    if (!**text)
        return 0;
    *into = *(*text)++;
    return 1;
}

static void pieces_may_end_anywhere(void **state) {
    (void)state;
    const char *texts[] = {long_document, long_json,
                           "\xEF\xBB\xBF"
                           "a: \xF0\x9F\x9A\x80\xFF\xE2\x82 b\r\n"};
    for (size_t t = 0; t < 3; t++) {
        rj_buf whole = RJ_BUF_INIT, bytewise = RJ_BUF_INIT;
        read_all(texts[t], strlen(texts[t]), NULL, &whole);
        const char *rest = texts[t];
        reading r = {.arena = rj_arena_new(0), .err = RJ_ERROR_INIT};
        r.reader = rj_document_reader_new(read_byte, &rest, "a.yaml", true, NULL);
        while (read_next(&r) == RJ_READ_DOCUMENT) {
            rj_json_write(&r.doc.root, &bytewise);
            rj_buf_putc(&bytewise, ' ');
        }
        if (r.status == RJ_READ_FAILED)
            rj_buf_printf(&bytewise, "! %s", r.err.message);
        assert_string_equal(rj_buf_text(&whole), rj_buf_text(&bytewise));
        end_reading(&r);
        rj_buf_free(&whole);
        rj_buf_free(&bytewise);
    }
}

static ssize_t fail_to_read(void *ctx, char *into, size_t bytes) {
    int *calls = ctx;
    if ((*calls)++ == 0 && bytes > 5) {
        memcpy(into, "a: 1\n", 5);
        return 5;
    }
    errno = EISDIR;
    return -1;
}

static void failures_to_read_are_told(void **state) {
    (void)state;
    int calls = 0;
    reading r = {.arena = rj_arena_new(0), .err = RJ_ERROR_INIT};
    r.reader = rj_document_reader_new(fail_to_read, &calls, "dl", true, NULL);
    assert_int_equal(read_next(&r), RJ_READ_FAILED);
    assert_string_equal(r.err.message, "read dl: is a directory");
    assert_int_equal(r.err.code, RJ_ERROR_IO);
    assert_string_equal(r.err.file, "dl");
    end_reading(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encodings_are_told_by_their_marks),
        cmocka_unit_test(ill_formed_utf8_is_replaced),
        cmocka_unit_test(control_characters_are_refused),
        cmocka_unit_test(streams_are_cut_into_documents),
        cmocka_unit_test(documents_know_what_they_are),
        cmocka_unit_test(errors_count_lines_of_the_document_and_places_those_of_the_file),
        cmocka_unit_test(nodes_know_their_places_and_styles),
        cmocka_unit_test(places_are_those_of_the_file_whatever_libyaml_sees),
        cmocka_unit_test(merges_and_aliases_expand),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(deep_nesting_stops_at_the_limit),
        cmocka_unit_test(many_tokens_deep_down_stop_in_time),
        cmocka_unit_test(deep_blocks_are_read),
        cmocka_unit_test(alias_bombs_fail_quickly),
        cmocka_unit_test(cut_and_broken_texts_are_survived),
        cmocka_unit_test(random_texts_are_survived),
        cmocka_unit_test(running_out_of_memory_is_an_error),
        cmocka_unit_test(streams_are_read_piece_by_piece),
        cmocka_unit_test(pieces_may_end_anywhere),
        cmocka_unit_test(failures_to_read_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
