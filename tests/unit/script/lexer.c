/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens: spec "lua.md", §3 (literals) and §5 (strings, comments). */
#include "unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/lexer.h"

static rj_lexer start(rj_arena *arena, const char *text, size_t bytes, rj_error *err) {
    rj_lexer lexer;
    assert_true(rj_lexer_start(&lexer, text, bytes, NULL, arena, err));
    return lexer;
}

/* The one token that a text consists of. */
static void expect_token(const char *text, int kind, const char *value, size_t value_bytes) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_lexer lexer = start(arena, text, strlen(text), &err);
    rj_token token, end;
    if (!rj_lexer_next(&lexer, &token))
        fail_msg("%s: %s", text, err.message);
    assert_int_equal(token.kind, kind);
    assert_int_equal(token.text.count, value_bytes);
    assert_memory_equal(token.text.data, value, value_bytes);
    assert_true(rj_lexer_next(&lexer, &end));
    assert_int_equal(end.kind, RJ_TK_EOF);
    rj_arena_free(arena);
}

static void tokens_are_cut(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int kind;
        const char *value;
    } rows[] = {
        {"name_1", RJ_TK_NAME, "name_1"},
        {"  _x\t", RJ_TK_NAME, "_x"},
        {"goto", RJ_TK_GOTO, "goto"},
        {"continue", RJ_TK_NAME, "continue"},
        {"elseif", RJ_TK_ELSEIF, "elseif"},
        {"==", RJ_TK_EQ, "=="},
        {"~=", RJ_TK_NE, "~="},
        {"<=", RJ_TK_LE, "<="},
        {">=", RJ_TK_GE, ">="},
        {"..", RJ_TK_CONCAT, ".."},
        {"...", RJ_TK_DOTS, "..."},
        {"::", RJ_TK_LABEL, "::"},
        {"=", '=', "="},
        {"[", '[', "["},
        {"^", '^', "^"},
        {".", '.', ""}, /* messages show nothing for a dot */
        {"12", RJ_TK_NUMBER, "12"},
        {"0012", RJ_TK_NUMBER, "012"}, /* one leading zero is dropped */
        {"00", RJ_TK_NUMBER, "0"},
        {"1.", RJ_TK_NUMBER, "1."},
        {".5", RJ_TK_NUMBER, ".5"},
        {".5.5", RJ_TK_NUMBER, ".5.5"},
        {"1e+5", RJ_TK_NUMBER, "1e+5"},
        {"1e)", RJ_TK_NUMBER, "1e)"}, /* whatever follows the e belongs to it */
        {"0xAbC", RJ_TK_NUMBER, "0xAbC"},
        {"'a\\n\\65\\066b'", RJ_TK_STRING, "a\nABb"},
        {"\"\\a\\b\\f\\r\\t\\v\\\\\\\"\\'\"", RJ_TK_STRING, "\a\b\f\r\t\v\\\"'"},
        {"'\\x41\\z\\u{41}'", RJ_TK_STRING, "x41zu{41}"},
        {"'\\300'", RJ_TK_STRING, ","}, /* modulo 256 */
        {"'\\999'", RJ_TK_STRING, "\xE7"},
        {"'a\\\nb'", RJ_TK_STRING, "a\nb"},
        {"'a\\\r\nb'", RJ_TK_STRING, "a\nb"},
        {"'\xC3\xA9'", RJ_TK_STRING, "\xC3\xA9"},
        {"[[a]b]]", RJ_TK_STRING, "a]b"},
        {"[==[\na]]]=]b]==]", RJ_TK_STRING, "a]]]=]b"},
        {"[[\r\na\r\nb\rc\n\rd]]", RJ_TK_STRING, "a\nb\nc\nd"},
        {"[[\n\nx]]", RJ_TK_STRING, "\nx"},
        {"-- c\nx--[[ y\n]]--[=[]]]=]", RJ_TK_NAME, "x"},
        {"--[x\ny --", RJ_TK_NAME, "y"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_token(rows[i].text, rows[i].kind, rows[i].value, strlen(rows[i].value));
    expect_token("'a\\0b'", RJ_TK_STRING, "a\0b", 3);
}

static void numbers_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text; /* as the lexer leaves it */
        double value;
    } rows[] = {
        {"10", 10},
        {"010", 8},
        {"089", 89},
        {"01.5", 1.5},
        {"0", 0},
        {"0x10", 16},
        {"0x7fffffffffffffff", 9223372036854775807.0},
        {"1.", 1},
        {".5", 0.5},
        {"5e-324", 5e-324},
        {"1e-999", 0},
        {"1E+2", 100},
        {"9223372036854775808", 9223372036854775808.0},
        {"0777777777777777777777", 9223372036854775807.0},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
         "0",
         1.2345678901234568e89},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double got = rj_lexer_number((rj_bytes){rows[i].text, strlen(rows[i].text)});
        if (got != rows[i].value)
            fail_msg("%s: %.17g", rows[i].text, got);
    }
    static const char *const none[] = {"1e309", "0x8000000000000000", "1e)", "1e", "1e+",
                                       ".5.5",  "0xfffffffffffffffff"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_true(isnan(rj_lexer_number((rj_bytes){none[i], strlen(none[i])})));
}

static void places_count_characters(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    static const char text[] = "a '\xC3\xA9' b\r\n --[[\xE2\x82\xAC\n\xC3\xA9]] c\rd";
    rj_lexer lexer = start(arena, text, sizeof text - 1, &err);
    static const struct {
        rj_position at;
        uint32_t column; /* production counts bytes */
    } rows[] = {{{1, 1}, 1}, {{1, 3}, 3}, {{1, 7}, 8}, {{3, 5}, 6}, {{4, 1}, 1}};
    rj_token token;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(rj_lexer_next(&lexer, &token));
        assert_int_equal(token.place.at.line, rows[i].at.line);
        assert_int_equal(token.place.at.column, rows[i].at.column);
        assert_int_equal(token.column, rows[i].column);
    }
    assert_int_equal(lexer.comment_count, 1);
    assert_int_equal(lexer.comments[0].place.at.line, 2);
    assert_int_equal(lexer.comments[0].place.at.column, 2);
    assert_int_equal(lexer.line_count, 4);
    rj_arena_free(arena);
}

static void equal_names_are_one(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_lexer lexer = start(arena, "", 0, &err);
    char names[2000][16];
    const rj_name *objects[2000];
    for (int i = 0; i < 2000; i++) {
        snprintf(names[i], sizeof names[i], "n%d", i);
        objects[i] = rj_lexer_intern(&lexer, names[i], strlen(names[i]));
        assert_non_null(objects[i]);
    }
    for (int i = 0; i < 2000; i++) {
        char copy[16];
        memcpy(copy, names[i], sizeof copy);
        assert_ptr_equal(rj_lexer_intern(&lexer, copy, strlen(copy)), objects[i]);
    }
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_cut),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(places_count_characters),
        cmocka_unit_test(equal_names_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
