/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdint.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/pieces.h"

/* Bytes that come a few at a time. */
typedef struct slow {
    const char *data;
    size_t bytes, step;
} slow;

static ssize_t read_slowly(void *ctx, char *into, size_t bytes) {
    slow *s = ctx;
    size_t n = s->step < bytes ? s->step : bytes;
    if (n > s->bytes)
        n = s->bytes;
    if (n)
        memcpy(into, s->data, n);
    s->data += n;
    s->bytes -= n;
    return (ssize_t)n;
}

/* All pieces as "LINE:COLUMN TEXT|…". Returns how many there were. */
static size_t cut(const char *data, size_t bytes, size_t step, const rj_limits *limits, rj_buf *out,
                  rj_read_status *last, rj_error *err) {
    slow s = {.data = data, .bytes = bytes, .step = step};
    rj_piece_reader *reader = rj_piece_reader_new(read_slowly, &s, "f", true, limits);
    assert_non_null(reader);
    rj_piece piece;
    size_t count = 0;
    while ((*last = rj_piece_next(reader, &piece, err)) == RJ_READ_DOCUMENT) {
        count++;
        rj_buf_printf(out, "%u:%u ", (unsigned)piece.at.line, (unsigned)piece.at.column);
        rj_buf_append(out, piece.text, piece.bytes);
        rj_buf_putc(out, '|');
    }
    rj_piece_reader_free(reader);
    assert_true(rj_buf_ok(out));
    return count;
}

static void streams_are_cut(void **state) {
    (void)state;
    static const struct {
        const char *stream, *pieces;
    } rows[] = {
        {"", ""},
        {"# only a comment\n", ""},
        {"---\n---\n", ""},
        {"a: 1\n", "1:1 a: 1\n|"},
        {"a: 1", "1:1 a: 1|"},
        {"a: 1\n---\nb: 2\n", "1:1 a: 1\n|3:1 b: 2\n|"},
        {"---\na: 1\n---\n# nothing\n---\nb: 2\n", "2:1 a: 1\n|6:1 b: 2\n|"},
        {"a: 1\r\n---\r\nb: 2\r\n", "1:1 a: 1\r\n|3:1 b: 2\r\n|"},
        {"a: 1\n--- # comment\nb: 2\n", "1:1 a: 1\n|3:1 b: 2\n|"},
        {"a: 1\n ---\nb: 2\n", "1:1 a: 1\n ---\nb: 2\n|"},
        /* What stands behind the dashes is for the document's reader to refuse. */
        {"a: 1\n--- b: 2\nc: 3\n", "1:1 a: 1\n|2:1 --- b: 2\nc: 3\n|"},
        {"\xEF\xBB\xBF"
         "a: 1\n",
         "1:1 a: 1\n|"},
        /* JSON values, back to back. */
        {"{\"a\": 1}", "1:1 {\"a\": 1}|"},
        {"{\"a\":1}{\"b\":2}\n  {\"c\":3}\n", "1:1 {\"a\":1}|1:8 {\"b\":2}|2:3 {\"c\":3}|"},
        {"{\"a\": \"}\\\"}\"}{}", "1:1 {\"a\": \"}\\\"}\"}|1:14 {}|"},
        {"{\"a\": [{}]}\n---\nb: 2\n", "1:1 {\"a\": [{}]}|3:1 b: 2\n|"},
        {"{\"a\":", "1:1 {\"a\":|"},
        /* Small lists are one piece. */
        {"items:\n- a: 1\n- b: 2\n", "1:1 items:\n- a: 1\n- b: 2\n|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t step = 1; step < 8; step += 3) {
            rj_buf out = RJ_BUF_INIT;
            rj_read_status last;
            rj_error err = RJ_ERROR_INIT;
            cut(rows[i].stream, strlen(rows[i].stream), step, NULL, &out, &last, &err);
            assert_string_equal(rj_buf_text(&out), rows[i].pieces);
            assert_int_equal(last, RJ_READ_END);
            rj_buf_free(&out);
        }
    }
}

static void fill(rj_buf *out, const char *unit, size_t at_least) {
    while (out->bytes < at_least)
        rj_buf_puts(out, unit);
}

/* Larger than what is read as one piece, then a few items that are easy to recognise. */
static void large_yaml_lists_are_opened(void **state) {
    (void)state;
    static const char *const indents[] = {"", "  "};
    for (size_t i = 0; i < 2; i++) {
        rj_buf item = RJ_BUF_INIT, text = RJ_BUF_INIT, out = RJ_BUF_INIT;
        rj_buf_printf(&item, "%s- kind: A\n%s  text: |\n%s    - not an item\n# comment\n\n",
                      indents[i], indents[i], indents[i]);
        rj_buf_puts(&text, "x: 1\n---\napiVersion: v1\nitems:\n");
        fill(&text, rj_buf_text(&item), RJ_PIECE_LIST_BYTES + 100);
        rj_buf_printf(&text, "%s-\n%s  kind: B\nkind: List\nmetadata:\n  - no item\n---\ny: 1\n",
                      indents[i], indents[i]);
        rj_read_status last;
        rj_error err = RJ_ERROR_INIT;
        const size_t count = cut(text.data, text.bytes, 4096, NULL, &out, &last, &err);
        assert_int_equal(last, RJ_READ_END);
        const size_t items = (RJ_PIECE_LIST_BYTES + 100) / item.bytes;
        assert_in_range(count, items + 2, items + 5);
        rj_buf start = RJ_BUF_INIT, end = RJ_BUF_INIT;
        rj_buf_printf(&start, "1:1 x: 1\n|5:1 %s  kind: A\n%s  text: |\n", indents[i], indents[i]);
        rj_buf_printf(&end, ":1 %s \n%s  kind: B\n|", indents[i], indents[i]);
        assert_memory_equal(out.data, start.data, start.bytes);
        const char *last_item = strstr(out.data, rj_buf_text(&end));
        assert_non_null(last_item);
        const char *behind = last_item + end.bytes;
        assert_string_equal(strchr(behind, ' '), " y: 1\n|");
        rj_buf_free(&start);
        rj_buf_free(&end);
        rj_buf_free(&item);
        rj_buf_free(&text);
        rj_buf_free(&out);
    }
}

static void large_json_lists_are_opened(void **state) {
    (void)state;
    rj_buf text = RJ_BUF_INIT, out = RJ_BUF_INIT;
    rj_read_status last;
    rj_error err = RJ_ERROR_INIT;
    rj_buf_puts(&text, "{\"metadata\":{\"items\":[1]},\"items\" : [\n");
    size_t items = 0;
    for (; text.bytes < RJ_PIECE_LIST_BYTES + 100; items++)
        rj_buf_puts(&text, "{\"a\":\"]}\\\\\",\"b\":[{}]},\n");
    rj_buf_puts(&text, "7, {\"last\":1}], \"kind\":\"L]ist\"} {\"c\":3}");
    const size_t count = cut(text.data, text.bytes, 1000, NULL, &out, &last, &err);
    assert_int_equal(last, RJ_READ_END);
    assert_int_equal(count, items + 3);
    const char *start = "2:1 {\"a\":\"]}\\\\\",\"b\":[{}]}|3:1 {";
    assert_memory_equal(out.data, start, strlen(start));
    const char *seven = strstr(out.data, ":1 7|");
    assert_non_null(seven);
    assert_non_null(strstr(seven, ":4 {\"last\":1}|"));
    assert_non_null(strstr(seven, " {\"c\":3}|"));
    rj_buf_free(&text);
    rj_buf_free(&out);
}

/* A large document that is no list of lines with dashes stays whole. */
static void large_documents_stay_whole(void **state) {
    (void)state;
    static const char *const heads[] = {"a:\n", "items: [1,\n", "items:\n  a: 1\n",
                                        "x:\n  items:\n"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        rj_buf text = RJ_BUF_INIT, out = RJ_BUF_INIT;
        rj_read_status last;
        rj_error err = RJ_ERROR_INIT;
        rj_buf_puts(&text, heads[i]);
        fill(&text, "  - b: 2\n", RJ_PIECE_LIST_BYTES * 2);
        assert_int_equal(cut(text.data, text.bytes, 5000, NULL, &out, &last, &err), 1);
        assert_int_equal(last, RJ_READ_END);
        rj_buf_free(&text);
        rj_buf_free(&out);
    }
}

static void documents_have_a_limit(void **state) {
    (void)state;
    static const char *const streams[] = {"a: 1\n---\nb: 2\nc: 3\nd: 4\n",
                                          "{\"a\":1}{\"b\":[1,2,3,4,5,6,7,8]}",
                                          "a: 1\n---\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        rj_limits limits = *rj_limits_default();
        limits.max_document_bytes = 12;
        rj_buf out = RJ_BUF_INIT;
        rj_read_status last;
        rj_error err = RJ_ERROR_INIT;
        const size_t count = cut(streams[i], strlen(streams[i]), 5, &limits, &out, &last, &err);
        /* JSON values are only looked at when they are larger than a list may be. */
        if (streams[i][0] == '{') {
            assert_int_equal(count, 2);
        } else {
            assert_int_equal(count, 1);
            assert_int_equal(last, RJ_READ_FAILED);
            assert_int_equal(err.code, RJ_ERROR_LIMIT);
            assert_string_equal(err.file, "f");
        }
        rj_error_clear(&err);
        rj_buf_free(&out);
    }
}

/* xorshift64 */
static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Whatever comes, and in whatever portions: it ends, with the same pieces. */
static void anything_can_be_cut(void **state) {
    (void)state;
    static const char *const parts[] = {
        "---\n", "a: 1\n",       "- ",          "{", "}", "[",  "]",        ",",
        "\"",    "\\",           "\n",          " ", "#", "\r", "items:\n", "--- x",
        "\xC3",  "\xEF\xBB\xBF", "{\"items\":["};
    uint64_t seed = 20261201;
    for (size_t round = 0; round < 10000; round++) {
        rj_buf text = RJ_BUF_INIT, slowly = RJ_BUF_INIT, quickly = RJ_BUF_INIT;
        for (size_t n = next_random(&seed) % 20; n; n--)
            rj_buf_puts(&text, parts[next_random(&seed) % (sizeof parts / sizeof *parts)]);
        rj_read_status last, other;
        rj_error err = RJ_ERROR_INIT;
        cut(rj_buf_text(&text), text.bytes, 1 + next_random(&seed) % 5, NULL, &slowly, &last, &err);
        cut(rj_buf_text(&text), text.bytes, 100000, NULL, &quickly, &other, &err);
        assert_int_equal(last, RJ_READ_END);
        assert_int_equal(other, RJ_READ_END);
        assert_string_equal(rj_buf_text(&slowly), rj_buf_text(&quickly));
        rj_error_clear(&err);
        rj_buf_free(&text);
        rj_buf_free(&slowly);
        rj_buf_free(&quickly);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_cut),
        cmocka_unit_test(large_yaml_lists_are_opened),
        cmocka_unit_test(large_json_lists_are_opened),
        cmocka_unit_test(large_documents_stay_whole),
        cmocka_unit_test(documents_have_a_limit),
        cmocka_unit_test(anything_can_be_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
