/* SPDX-License-Identifier: Apache-2.0 */
/* What production's parser and compiler refuse, and in which words: spec "lua.md", §5 and §6. */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/json.h"
#include "rjinterp/script.h"

static void expect(const char *script, size_t bytes, const char *message, size_t message_bytes) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    bool compiled = rj_script_compile(script, bytes, NULL, NULL, arena, &chunk, &err);
    if (!message && !compiled)
        fail_msg("%s\nrefused: %s", script, err.message);
    if (message && compiled)
        fail_msg("%s\naccepted", script);
    if (message) {
        if (err.message_bytes != message_bytes || memcmp(err.message, message, message_bytes) != 0)
            fail_msg("%s\nexpected: %s\ngot:      %s", script, message, err.message);
        assert_int_equal(err.code, RJ_ERROR_SYNTAX);
    }
    rj_error_clear(&err);
    rj_arena_free(arena);
}

typedef struct row {
    const char *script, *message;
} row;

static void expect_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect(rows[i].script, strlen(rows[i].script), rows[i].message,
               rows[i].message ? strlen(rows[i].message) : 0);
}

#define NEAR(line, column, token, text)                                                            \
    "<string> line:" #line "(column:" #column ") near '" token "':   " text "\n"
#define AT_EOF(text)        "<string> at EOF:   " text "\n"
#define COMPILE(line, text) "compile error near line(" #line ") <string>: " text

static void syntax_errors(void **state) {
    (void)state;
    static const row rows[] = {
        /* The first token that no continuation of the text so far allows. */
        {"x = = 1", NEAR(1, 5, "=", "syntax error")},
        {"local x =", AT_EOF("syntax error")},
        {"if a then", AT_EOF("syntax error")},
        {"for i = 1 do end", NEAR(1, 12, "do", "syntax error")},
        {"for i, j = 1, 2 do end", NEAR(1, 10, "=", "syntax error")},
        {"for 1 = 1, 2 do end", NEAR(1, 5, "1", "syntax error")},
        {"for k v in t do end", NEAR(1, 7, "v", "syntax error")},
        {"f(1, )", NEAR(1, 6, ")", "syntax error")},
        {"f(, 1)", NEAR(1, 3, ",", "syntax error")},
        {"x = {, 1}", NEAR(1, 6, ",", "syntax error")},
        {"x = {1 2}", NEAR(1, 8, "2", "syntax error")},
        {"x = {[1] 2}", NEAR(1, 10, "2", "syntax error")},
        {"x = a.end", NEAR(1, 9, "end", "syntax error")},
        {"x = a.1", NEAR(1, 7, ".1", "syntax error")},
        {"x = a:b", AT_EOF("syntax error")},
        {"x = a:b + 1", NEAR(1, 9, "+", "syntax error")},
        {"local function a.b() end", NEAR(1, 17, "", "syntax error")},
        {"function a:b.c() end", NEAR(1, 13, "", "syntax error")},
        {"function f(a,) end", NEAR(1, 14, ")", "syntax error")},
        {"function f(..., a) end", NEAR(1, 15, ",", "syntax error")},
        {"function () end", NEAR(1, 10, "(", "syntax error")},
        {"return 1 return 2", NEAR(1, 15, "return", "syntax error")},
        {"return;; x = 1", NEAR(1, 8, ";", "syntax error")},
        {"return 1; x = 1", NEAR(1, 11, "x", "syntax error")},
        {"while true do break local x = 1 end", NEAR(1, 25, "local", "syntax error")},
        {"local a.b = 1", NEAR(1, 8, "", "syntax error")},
        {"f() = 1", NEAR(1, 5, "=", "syntax error")},
        {"a, f() = 1", NEAR(1, 8, "=", "syntax error")},
        {"a, b", AT_EOF("syntax error")},
        {"local x <const> = 1", NEAR(1, 9, "<", "syntax error")},
        {"x = 'str':len()", NEAR(1, 10, ":", "syntax error")},
        {"x = {}.a", NEAR(1, 7, "", "syntax error")},
        {"x = function() end()", NEAR(1, 20, ")", "syntax error")}, /* a new statement */
        {"goto 1", NEAR(1, 6, "1", "syntax error")},
        {"::a:", NEAR(1, 4, ":", "syntax error")},
        {"local goto = 1", NEAR(1, 10, "goto", "syntax error")},
        {"x = 1 y", AT_EOF("parse error")},
        {"end", NEAR(1, 3, "end", "syntax error")},
        {"until x", NEAR(1, 5, "until", "syntax error")},
        {"x = (1", AT_EOF("syntax error")},
        {"x = not", AT_EOF("syntax error")},
        {"x = 3x", AT_EOF("parse error")},
        {"x = 0x1p4", AT_EOF("parse error")},
        {"x = 5LL", AT_EOF("parse error")},
        {"#!/usr/bin/lua\n", NEAR(1, 1, "#", "syntax error")},
        /* An expression that is no statement. */
        {"x", AT_EOF("parse error")},
        {"a.b", AT_EOF("parse error")},
        {"x++", NEAR(1, 2, "+", "parse error")},
        {"x y = 1", NEAR(1, 3, "y", "parse error")},
        {"(x)", AT_EOF("parse error")},
        {"(x) = 1", NEAR(1, 5, "=", "parse error")},
        {"a.b:c().d\nend", NEAR(2, 3, "end", "parse error")},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

static void scanner_errors(void **state) {
    (void)state;
    static const row rows[] = {
        {"x = 'abc\n", NEAR(2, 0, "abc", "unterminated string")},
        {"x = 'a\\tbc\r\ny", NEAR(2, 0, "a\tbc", "unterminated string")},
        {"x = 'abc", AT_EOF("unterminated string")},
        {"x = 'abc\\", AT_EOF("unterminated string")},
        {"x = [[abc", AT_EOF("unterminated multiline string")},
        {"x = [==x", NEAR(1, 8, "x", "invalid multiline string")},
        {"x = [=\xE9", NEAR(1, 7, "\xC3\xA9", "invalid multiline string")},
        {"a[=1] = 2", NEAR(1, 4, "1", "invalid multiline string")},
        {"--[[ abc\n", AT_EOF("invalid multiline comment")},
        {"--[==- x", NEAR(1, 6, "", "invalid multiline comment")},
        {"x = ~1", NEAR(1, 5, "~", "Invalid '~' token")},
        {"x = 1 & 2", NEAR(1, 7, "&", "Invalid token")},
        {"x = 1 | 2", NEAR(1, 7, "|", "Invalid token")},
        {"x = !y", NEAR(1, 5, "!", "Invalid token")},
        {"x = `y`", NEAR(1, 5, "`", "Invalid token")},
        {"x = @", NEAR(1, 5, "@", "Invalid token")},
        {"x = $", NEAR(1, 5, "$", "Invalid token")},
        {"x = \\", NEAR(1, 5, "\\", "Invalid token")},
        {"\v", NEAR(1, 1, "\v", "Invalid token")},
        {"\f", NEAR(1, 1, "\f", "Invalid token")},
        {"local \xC3\xA9 = 1", NEAR(1, 7, "\xC3", "Invalid token")},
        {"\xEF\xBB\xBF x = 1", NEAR(1, 1, "\xEF", "Invalid token")},
        {"x = 0x", NEAR(1, 6, "0x", "illegal hexadecimal number")},
        {"x = 0Xg", NEAR(1, 6, "0X", "illegal hexadecimal number")},
        {"f()\n(g)()", NEAR(2, 1, "(", "ambiguous syntax (function call x new statement)")},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
    static const char nul[] = "x = \0";
    static const char message[] = NEAR(1, 5, "\0", "Invalid token");
    expect(nul, sizeof nul - 1, message, sizeof message - 1);
}

static void compile_errors(void **state) {
    (void)state;
    static const row rows[] = {
        {"break", COMPILE(1, "no loop to break")},
        {"while a do\n f(function() break end)\nend", COMPILE(2, "no loop to break")},
        {"function f()\n return ...\nend",
         COMPILE(2, "cannot use '...' outside a vararg function")},
        {"function f(...) return function() return ... end end",
         COMPILE(1, "cannot use '...' outside a vararg function")},
        {"function f()\n goto x\nend", COMPILE(3, "no visible label 'x' for <goto> at line 2")},
        {"function f()\n goto x\n do ::x:: end\nend",
         COMPILE(4, "no visible label 'x' for <goto> at line 2")},
        {"function f() do ::x:: end\n goto x end",
         COMPILE(2, "no visible label 'x' for <goto> at line 2")},
        {"::x:: function f() goto x\nend", COMPILE(2, "no visible label 'x' for <goto> at line 1")},
        {"::a::\n::a::", COMPILE(3, "label 'a' already defined on line 1")},
        {"goto l\nlocal x\n::l::\nf()",
         COMPILE(4, "<goto l> at line 1 jumps into the scope of local 'x'")},
        {"repeat\n if x then goto c end\n local y\n ::c::\nuntil y",
         COMPILE(5, "<goto c> at line 2 jumps into the scope of local 'y'")},
        /* A syntax error anywhere comes first. */
        {"do break end\nx = = 1", NEAR(2, 5, "=", "syntax error")},
        /* Of several the first in the text. */
        {"f(function() return ... end)\nbreak",
         COMPILE(1, "cannot use '...' outside a vararg function")},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
    rj_buf locals = RJ_BUF_INIT;
    rj_buf_puts(&locals, "\nfunction f()");
    for (int i = 0; i < 201; i++)
        rj_buf_printf(&locals, " local v%d", i);
    rj_buf_puts(&locals, " end");
    static const char message[] = COMPILE(2, "too many local variables");
    expect(locals.data, locals.bytes, message, sizeof message - 1);
    rj_buf_free(&locals);
}

static void accepted_though_unusual(void **state) {
    (void)state;
    static const row rows[] = {
        {"", NULL},
        {"-- nothing", NULL},
        {";;; ; x = 1;;", NULL},
        {"return;", NULL},
        {"x = {1,,2;;3,}", NULL},
        {"local f = g\n(1)", NULL}, /* a call: only behind ')' it is ambiguous */
        {"f() -- c\n(g)()", NULL},
        {"(f())", NULL},
        {"((f))()", NULL},
        {"(f)()", NULL},
        {"a.b['c']:d 'x' {y = 1} [[z]]()", NULL},
        {"x = 1e", NULL},
        {"x = 1..2", NEAR(1, 8, ".2", "syntax error")},
        {"x = 1 ..2", NULL},
        {"x = 1 .. 2", NULL},
        {"x = a.b.c.d[e][f.g]", NULL},
        {"goto x do local y end ::x::", NULL},
        {"do goto x; local y; ::x:: end", NULL},
        {"do goto x; local y; ::x:: ; ::z:: end", NULL},
        {"for i = 1, 2 do if i then goto c end local j ::c:: end", NULL},
        {"::a:: do ::a:: end", NULL},
        {"x = function(...) return ... end", NULL},
        {"x = - - -1 ^ - - 2", NULL},
        {"x = not - # a", NULL},
        {"\r\n\n\rx = 1\r", NULL},
    };
    expect_rows(rows, sizeof rows / sizeof *rows);
}

/* Where the user is shown an error, and what of the message is the bare reason. */
static void errors_have_places(void **state) {
    (void)state;
    static const struct {
        const char *script;
        rj_position at;
        const char *reason;
    } rows[] = {
        {"x =\n  = 1", {2, 3}, "near '=':   syntax error\n"},
        {"f('\xC3\xA9' 'y')", {1, 7}, "near 'y':   syntax error\n"},
        {"x = 'abc\n", {1, 5}, "near 'abc':   unterminated string\n"},
        {"if x then\n", {2, 1}, "at EOF:   syntax error\n"},
        {"x = 1\n continue\nend", {2, 2}, "near 'end':   parse error\n"},
        {"x = 1\n  break", {2, 3}, "no loop to break"},
        {"do\n  goto x end", {2, 3}, "no visible label 'x' for <goto> at line 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_chunk chunk;
        assert_false(rj_script_compile(rows[i].script, strlen(rows[i].script), NULL, NULL, arena,
                                       &chunk, &err));
        assert_int_equal(err.at.line, rows[i].at.line);
        assert_int_equal(err.at.column, rows[i].at.column);
        assert_string_equal(rj_error_reason(&err), rows[i].reason);
        assert_string_equal(err.file, "<string>");
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

/* A script out of a YAML block that begins in line 10, indented by 8. */
static void errors_are_placed_in_the_file(void **state) {
    (void)state;
    static const rj_span spans[] = {{0, {10, 9}}, {8, {11, 9}}};
    static const rj_span_map map = {"c.yaml", spans, 2};
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    static const char script[] = "x = 1 \n\n"
                                 "y = = 2";
    assert_false(rj_script_compile(script, sizeof script - 1, &map, NULL, arena, &chunk, &err));
    assert_string_equal(err.message, NEAR(3, 5, "=", "syntax error"));
    assert_string_equal(err.file, "c.yaml");
    assert_int_equal(err.at.line, 11);
    assert_int_equal(err.at.column, 13);
    rj_error_clear(&err);
    rj_arena_free(arena);
}

static bool is_ours(const rj_value *error) {
    return error && (strncmp(error->string.data, "<string> ", 9) == 0 ||
                     strncmp(error->string.data, "compile error", 13) == 0);
}

/* Each recorded script: production's error, or none. */
static void recorded_scripts(void **state) {
    (void)state;
    FILE *file = fopen(RJ_SOURCE_DIR "/tests/vectors/lua-env.jsonl", "rb");
    assert_non_null(file);
    char *line = NULL;
    size_t capacity = 0, errors = 0, scripts = 0;
    ssize_t bytes;
    while ((bytes = getline(&line, &capacity, file)) > 0) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_value vector;
        assert_true(rj_json_read(arena, line, (size_t)bytes, NULL, NULL, &vector, &err));
        const rj_value *script = rj_value_get(&vector, "script");
        const rj_value *error = rj_value_get(&vector, "error");
        if (!rj_value_get(&vector, "error_hex")) {
            bool ours = is_ours(error);
            expect(script->string.data, script->string.bytes, ours ? error->string.data : NULL,
                   ours ? error->string.bytes : 0);
            errors += ours;
            scripts++;
        }
        rj_arena_free(arena);
    }
    free(line);
    fclose(file);
    assert_true(errors >= 20);
    assert_true(scripts >= 800);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(syntax_errors),      cmocka_unit_test(scanner_errors),
        cmocka_unit_test(compile_errors),     cmocka_unit_test(accepted_though_unusual),
        cmocka_unit_test(errors_have_places), cmocka_unit_test(errors_are_placed_in_the_file),
        cmocka_unit_test(recorded_scripts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
