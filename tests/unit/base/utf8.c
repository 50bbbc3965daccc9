/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "base/unicode.h"
#include "rjinterp/utf8.h"

static void every_code_point_survives(void **state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char text[4];
        uint32_t back;
        bool valid;
        size_t bytes = rj_utf8_encode(c, text);
        assert_int_equal(rj_utf8_decode(text, bytes, &back, &valid), bytes);
        bool surrogate = c >= 0xD800 && c <= 0xDFFF;
        assert_true(valid);
        assert_int_equal(back, surrogate ? RJ_UTF8_REPLACEMENT : c);
    }
}

/* Lengths of maximal subparts from the Unicode standard, chapter 3, tables 3-8 to 3-11. */
static void ill_formed_parts_have_the_standard_lengths(void **state) {
    (void)state;
    const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"\xC0\xAF", 1},         {"\xE0\x80\xBF", 1}, {"\xED\xA0\x80", 1},
        {"\xF4\x91\x92\x93", 1}, {"\xFF", 1},         {"\x80", 1},
        {"\xE1\x80", 2},         {"\xE1\x80\xE2", 2}, {"\xF0\x91\x92\x41", 3},
        {"\xF1\xBF", 2},         {"\xC2", 1},         {"\xF0\x80\x80\x41", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t c;
        bool valid;
        size_t bytes = strlen(cases[i].text);
        assert_int_equal(rj_utf8_decode(cases[i].text, bytes, &c, &valid), 1);
        assert_false(valid);
        assert_int_equal(rj_utf8_ill_formed_length(cases[i].text, bytes), cases[i].length);
        assert_false(rj_utf8_valid(cases[i].text, bytes));
    }
}

static void quotes_as_go(void **state) {
    (void)state;
    rj_buf out = RJ_BUF_INIT;
    const char text[] = "a\"\\\t\0\x7F\xC3\xA9\xE2\x80\x8B\xF3\xA0\x80\x81\xFF";
    rj_go_quote(text, sizeof text - 1, &out);
    assert_string_equal(rj_buf_text(&out),
                        "\"a\\\"\\\\\\t\\x00\\x7f\xC3\xA9\\u200b\\U000e0001\\xff\"");
    rj_buf_free(&out);
}

static void quotes_as_json(void **state) {
    (void)state;
    rj_buf out = RJ_BUF_INIT;
    const char text[] = "a\"\\\b\f\n\r\t\0\x1F\x7F<>&\xC3\xA9\xE2\x80\xA8\xE2\x80\xA9\xFF/";
    rj_json_quote(text, sizeof text - 1, &out);
    assert_string_equal(rj_buf_text(&out),
                        "\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\x7F\\u003c\\u003e\\u0026\xC3\xA9"
                        "\\u2028\\u2029\\ufffd/\"");
    rj_buf_reset(&out);
    rj_json_quote("", 0, &out);
    assert_string_equal(rj_buf_text(&out), "\"\"");
    rj_buf_free(&out);
}

/* By strconv's documentation: QuoteToASCII escapes what is above 127, Quote what isn't printable.
 */
static void quotes_one_character(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool ascii_only;
        size_t length;
        const char *quoted;
    } rows[] = {
        {"a", true, 1, "a"},
        {"\t", false, 1, "\\t"},
        {"\x7f", true, 1, "\\x7f"},
        {"\xC3\xA9", false, 2, "\xC3\xA9"},
        {"\xC3\xA9", true, 2, "\\u00e9"},
        {"\xF0\x9F\x98\x80", true, 4, "\\U0001f600"},
        {"\xE2\x80\x8B", false, 3, "\\u200b"},
        {"\xFF", true, 1, "\\xff"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[RJ_GO_ESCAPE_BYTES];
        size_t out_bytes;
        assert_int_equal(rj_go_quote_one(rows[i].text, strlen(rows[i].text), rows[i].ascii_only,
                                         out, &out_bytes),
                         rows[i].length);
        assert_int_equal(out_bytes, strlen(rows[i].quoted));
        assert_memory_equal(out, rows[i].quoted, out_bytes);
    }
}

static void knows_letters_digits_and_case(void **state) {
    (void)state;
    assert_true(rj_unicode_is_letter('a') && rj_unicode_is_letter(0xE9));
    assert_false(rj_unicode_is_letter('_') || rj_unicode_is_letter('1'));
    assert_true(rj_unicode_is_digit('7') && rj_unicode_is_digit(0x0661));
    assert_int_equal(rj_unicode_to_upper(0xE9), 0xC9);
    assert_int_equal(rj_unicode_to_lower(0x0416), 0x0436);
    assert_int_equal(rj_unicode_to_upper(0xDF), 0xDF);
    assert_int_equal(rj_unicode_to_lower(0x130), 'i');
    assert_int_equal(rj_unicode_to_upper(0x101), 0x100);
    assert_int_equal(rj_unicode_to_upper(0x100), 0x100);
    assert_int_equal(rj_unicode_to_upper('z'), 'Z');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_survives),
        cmocka_unit_test(ill_formed_parts_have_the_standard_lengths),
        cmocka_unit_test(quotes_as_go),
        cmocka_unit_test(quotes_as_json),
        cmocka_unit_test(quotes_one_character),
        cmocka_unit_test(knows_letters_digits_and_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
