/* SPDX-License-Identifier: Apache-2.0 */
#include "lua_runs.h"

/* Everything an error says. The script stands in a file from line 11, column 5 on. */
static void expect_place(const char *script, const char *message, uint32_t line, uint32_t column,
                         const char *path, const char *detail) {
    lua_runs r;
    runs_open(&r, NULL);
    rj_span spans[32];
    size_t count = 0;
    for (const char *text = script; text;
         text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL) {
        spans[count] = (rj_span){.text_offset = (size_t)(text - script),
                                 .at = {.line = 11 + (uint32_t)count, .column = 5}};
        count++;
    }
    const rj_span_map origin = {.file = "c.yaml", .spans = spans, .span_count = count};
    rj_chunk chunk;
    assert_true(rj_script_compile(script, strlen(script), &origin, NULL, r.arena, &chunk, &r.err));
    assert_false(rj_lua_run(r.lua, &chunk, "F", NULL, 0, 1, &r.err));
    assert_string_equal(r.err.message, message);
    assert_string_equal(r.err.file, "c.yaml");
    assert_int_equal(r.err.at.line, line);
    assert_int_equal(r.err.at.column, column);
    if (path)
        assert_string_equal(r.err.path, path);
    else
        assert_null(r.err.path);
    assert_string_equal(r.err.detail, detail);
    const bool has_position = strncmp(message, "<string>:", 9) == 0;
    assert_string_equal(rj_error_reason(&r.err), has_position ? strchr(message, ' ') + 1 : message);
    runs_close(&r);
}

static void errors_say_where_they_are(void **state) {
    (void)state;
    expect_place("function F()\n  local o = {}\n  return o.status.ready\nend",
                 "<string>:3: attempt to index a non-table object(nil) with key 'ready'", 13, 23,
                 "o.status", "c.yaml:13:23: in function 'F'");
    expect_place("function F()\n  local o = {}\n  o.a.b = 1\nend",
                 "<string>:3: attempt to index a non-table object(nil) with key 'b'", 13, 11, "o.a",
                 "c.yaml:13:11: in function 'F'");
    expect_place("function F()\n  local o = {}\n  o.find(o)\nend",
                 "<string>:3: attempt to call a non-function object", 13, 9, "o.find",
                 "c.yaml:13:9: in function 'F'");
    expect_place("local o = nil\nlocal x = o.a\nfunction F() end",
                 "<string>:2: attempt to index a non-table object(nil) with key 'a'", 12, 17, "o",
                 "c.yaml:12:17: in main chunk");
}

static void frames_have_the_names_of_their_calls(void **state) {
    (void)state;
    expect_place("local function inner(v)\n  return v + 1\nend\nlocal lib = {work = function(v)\n  "
                 "local r = inner(v)\n  return r\nend}\nfunction F()\n  local r = lib.work({})\n  "
                 "return r\nend",
                 "<string>:2: cannot perform add operation between table and number", 12, 16, NULL,
                 "c.yaml:12:16: in function 'inner'\nc.yaml:15:17: in function 'work'\n"
                 "c.yaml:19:21: in function 'F'");
    expect_place(
        "function F()\n  local ok = table.sort({2, 1}, function(a, b)\n    error('no', 0)\n "
        " end)\nend",
        "no", 13, 9, NULL, "c.yaml:13:9: in function <c.yaml:12>\nc.yaml:12:24: in function 'F'");
}

static void long_stacks_are_cut(void **state) {
    (void)state;
    lua_runs r;
    runs_open(&r, NULL);
    assert_false(runs_script(&r,
                             "local function f(n) if n == 0 then error('x') end local r = f(n - 1) "
                             "return r end function F() f(100) end",
                             NULL, 0, 1));
    size_t lines = 1;
    for (const char *c = r.err.detail; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 15);
    assert_non_null(strstr(r.err.detail, "\n...\n"));
    runs_close(&r);
}

static void positions_follow_levels(void **state) {
    (void)state;
    static const struct {
        const char *call, *message;
    } rows[] = {
        {"error('m')", "<string>:1: m"},
        {"error('m', 1)", "<string>:1: m"},
        {"error('m', 2)", "<string>:1: m"},
        {"error('m', 3)", "<string>:3: m"},
        {"error('m', 0)", "m"},
        {"error('m', 9)", " m"},
        {"error('m', 1e300)", "m"},
        {"error('m', -1)", "m"},
        {"error('m', 2.9)", "<string>:1: m"},
        {"assert(false, 'm')", "<string>:1: m"},
        {"assert(nil)", "<string>:1: assertion failed!"},
        {"error('m', '2')", "<string>:1: bad argument #2 to error (number expected, got string)"},
        {"error()", "<string>:1: bad argument #1 to error (value expected)"},
        {"string.rep('a')",
         "<string>:1: The Lua function string.rep is not supported by Karmada. If you believe this "
         "function is essential for your use case, please submit an issue to let us know why you "
         "need it."},
        {"pcall()", "<string>:1: bad argument #1 to pcall (value expected)"},
        {"('x'):find()", "<string>:1: bad argument #2 to find (string expected, got nil)"},
        {"math.max()", "<string>:1: wrong number of arguments"},
        {"next({}, 1, 2)()", "<string>:1: attempt to call a non-function object"},
        {"(function() end)()()", "<string>:1: attempt to call a non-function object"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[256];
        snprintf(script, sizeof script,
                 "local function f() %s end\nfunction F()\n  local ok = f()\nend", rows[i].call);
        runs_expect_error(script, RJ_ERROR_SCRIPT, rows[i].message);
    }
}

static void operators_complain_about_types(void **state) {
    (void)state;
    static const struct {
        const char *expression, *reason;
    } rows[] = {
        {"a + 1", "cannot perform add operation between nil and number"},
        {"1 - a", "cannot perform sub operation between number and nil"},
        {"{} * {}", "cannot perform mul operation between table and table"},
        {"'x' / 2", "cannot perform div operation between string and number"},
        {"2 % print", "cannot perform mod operation between number and function"},
        {"true ^ 2", "cannot perform pow operation between boolean and number"},
        {"-a", "__unm undefined"},
        {"-{}", "__unm undefined"},
        {"-'x'", "__unm undefined"},
        {"#a", "__len undefined"},
        {"#1", "__len undefined"},
        {"'a' .. {} .. 'b'", "cannot perform concat operation between table and string"},
        {"{} .. 'a' .. 'b'", "cannot perform concat operation between table and string"},
        {"'a' .. (function() end)()", "cannot perform concat operation between string and nil"},
        {"-(function() end)()", "__unm undefined"},
        {"1 < 'a'", "attempt to compare number with string"},
        {"1 > 'a'", "attempt to compare string with number"},
        {"{} <= {}", "attempt to compare table with table"},
        {"{} >= 1", "attempt to compare number with table"},
        {"nil < nil", "attempt to compare nil with nil"},
        {"print < print", "attempt to compare function with function"},
        {"({})[nil]", NULL},
        {"select(2, ('').gmatch('', '')).x",
         "attempt to index a non-table object(userdata) with key 'x'"},
        {"select(2, ('').gmatch('', ''))()", "attempt to call a non-function object"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[256], message[256];
        snprintf(script, sizeof script, "function F()\n  local a\n  local r = %s\nend",
                 rows[i].expression);
        if (!rows[i].reason)
            continue;
        snprintf(message, sizeof message, "<string>:3: %s", rows[i].reason);
        runs_expect_error(script, RJ_ERROR_SCRIPT, message);
    }
    runs_expect_error("function F()\n  local t = {}\n  t[nil] = 1\nend", RJ_ERROR_SCRIPT,
                      "<string>:3: table index is nil");
    runs_expect_error("function F()\n  local t = {}\n  t[0 / 0] = 1\nend", RJ_ERROR_SCRIPT,
                      "<string>:3: table index is NaN");
    runs_expect_error("function F(x)\n  local t = {[x] = 1}\nend", RJ_ERROR_SCRIPT,
                      "<string>:2: table index is nil");
    runs_expect_error("function F(x)\n  local t = {a = 1, [x] = 1}\nend", RJ_ERROR_SCRIPT,
                      "<string>:2: table index is nil");
    runs_expect_error("function F(x)\n  local y = 0 local t = {a = 1, [y / y] = 1}\nend",
                      RJ_ERROR_SCRIPT, "<string>:2: table index is NaN");
}

/* A function of an earlier run fails in a later one: it has its own lines. */
static void chunks_keep_their_places(void **state) {
    (void)state;
    lua_runs r;
    runs_open(&r, NULL);
    assert_true(
        runs_script(&r, "\n\n\nfunction G(x)\n  return x.y.z\nend function F() end", NULL, 0, 0));
    assert_false(runs_script(&r, "function F() G({}) end", NULL, 0, 0));
    assert_string_equal(r.err.message,
                        "<string>:5: attempt to index a non-table object(nil) with key 'z'");
    assert_int_equal(r.err.at.line, 5);
    assert_string_equal(r.err.path, "x.y");
    runs_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_say_where_they_are),
        cmocka_unit_test(frames_have_the_names_of_their_calls),
        cmocka_unit_test(long_stacks_are_cut),
        cmocka_unit_test(positions_follow_levels),
        cmocka_unit_test(operators_complain_about_types),
        cmocka_unit_test(chunks_keep_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
