/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of a running script: the line that production names, the place and the operand that the
 * user sees. The lines of the chunk come from LuaJIT itself. */
#include "unit/lua/lua_runs.h"

typedef struct row {
    const char *script;
    const char *message;
    rj_position at;
    const char *operand; /* of a field access or call; NULL otherwise */
} row;

static void expect_row(const row *r) {
    lua_runs runs;
    runs_open(&runs, NULL);
    if (runs_script(&runs, r->script, NULL, 0, 1))
        fail_msg("no error: %s", r->script);
    if (strcmp(runs.err.message, r->message) != 0 || runs.err.at.line != r->at.line ||
        runs.err.at.column != r->at.column ||
        strcmp(runs.err.path ? runs.err.path : "", r->operand ? r->operand : "") != 0)
        fail_msg("%s\nexpected: %u:%u <%s> %s\ngot:      %u:%u <%s> %s", r->script, r->at.line,
                 r->at.column, r->operand, r->message, runs.err.at.line, runs.err.at.column,
                 runs.err.path, runs.err.message);
    runs_close(&runs);
}

#define INDEX(line, type, key)                                                                     \
    "<string>:" #line ": attempt to index a non-table object(" type ") with key '" key "'"
#define CALL(line) "<string>:" #line ": attempt to call a non-function object"

static void fields_and_calls(void **state) {
    (void)state;
    static const row rows[] = {
        {"function F() return o.a end", INDEX(1, "nil", "a"), {1, 23}, "o"},
        {"function F() o = {} return o.a.b.c end", INDEX(1, "nil", "b"), {1, 32}, "o.a"},
        {"function F() o = {} return o.a['b'] end", INDEX(1, "nil", "b"), {1, 32}, "o.a"},
        {"function F() o = {} return o[1][2] end", INDEX(1, "nil", "2"), {1, 33}, "o[1]"},
        {"function F() o = {} return o.x == o.a.b end", INDEX(1, "nil", "b"), {1, 39}, "o.a"},
        {"function F() o = {} print(o.b,\n o.b.c) end", INDEX(2, "nil", "c"), {2, 6}, "o.b"},
        {"function F() o = {} o.a.b = 1 end", INDEX(1, "nil", "b"), {1, 25}, "o.a"},
        {"function F() o = {} o.b = o.c.d end", INDEX(1, "nil", "d"), {1, 31}, "o.c"},
        {"function F() o = 1 o.b = 5 end", INDEX(1, "number", "b"), {1, 22}, "o"},
        {"function F() o = {} o.x.y = o.z\nend", INDEX(1, "nil", "y"), {1, 25}, "o.x"},
        {"function F()\nlocal o = {}\no\n.a\n.b\n.c = 1 end", INDEX(3, "nil", "b"), {5, 2}, "o.a"},
        {"function F() o = {} o.f() end", CALL(1), {1, 23}, "o.f"},
        {"function F() o = {} o.f.g() end", INDEX(1, "nil", "g"), {1, 25}, "o.f"},
        {"function F() o = {} o:f() end", CALL(1), {1, 23}, "o:f"},
        {"function F() o = {} o.p:f() end", INDEX(1, "nil", "f"), {1, 25}, "o.p"},
        {"function F() o = {} o.p.q:f() end", INDEX(1, "nil", "q"), {1, 25}, "o.p"},
        {"function F() o = {} return o.p:f() end", INDEX(1, "nil", "f"), {1, 32}, "o.p"},
        {"function F() o = {} return o.f() end", CALL(1), {1, 30}, "o.f"},
        {"function F() o = {} return o:f(1) end", CALL(1), {1, 30}, "o:f"},
        {"function F() return f(function() end) end", CALL(1), {1, 21}, "f"},
        {"function F() local f = print f\n(\n)(2) end", CALL(1), {1, 30}, "f ( )"},
        {"function F() local x = {} return x[f()] end", CALL(1), {1, 36}, "f"},
        {"function F() local t = {a = o.b} end", INDEX(1, "nil", "b"), {1, 31}, "o"},
        {"function F() local t = {1,\n2, o.b} end", INDEX(2, "nil", "b"), {2, 6}, "o"},
        {"function F() if a and a.b or o.b then end end", INDEX(1, "nil", "b"), {1, 32}, "o"},
        {"function F() while o.b do end end", INDEX(1, "nil", "b"), {1, 22}, "o"},
        {"function F() for i = 1, o.n do end end", INDEX(1, "nil", "n"), {1, 27}, "o"},
        {"function F() for k in f(o.n) do end end", INDEX(1, "nil", "n"), {1, 27}, "o"},
        {"function F() for k in\n pairs(o.n) do end end", INDEX(2, "nil", "n"), {2, 10}, "o"},
        {"function F()\nfor k in\nnil do end end", CALL(2), {3, 1}, "nil"},
        {"function F() local t = {} t.a, t.b.c = 1, 2 end", INDEX(1, "nil", "c"), {1, 36}, "t.b"},
        {"function F() local t = {} t.b.c, t.a = 1, 2 end", INDEX(1, "nil", "c"), {1, 31}, "t.b"},
        {"function F() local x, t = 1, {} x, t.b.c = 1, 2 end",
         INDEX(1, "nil", "c"),
         {1, 40},
         "t.b"},
        {"function F() a.b.c = function() return 1 end end", INDEX(1, "nil", "b"), {1, 16}, "a"},
        {"function F() a = {} function a.b.c() end end", INDEX(1, "nil", "c"), {1, 34}, "a.b"},
        {"function F() return (o).a end", INDEX(1, "nil", "a"), {1, 25}, "o"},
        {"function F() return\n(\no)\n.a end", INDEX(2, "nil", "a"), {4, 2}, "o"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_row(&rows[i]);
}

#define OPERATION(line, name, left, right)                                                         \
    "<string>:" #line ": cannot perform " name " operation between " left " and " right

static void operators(void **state) {
    (void)state;
    static const row rows[] = {
        {"function F() return 1 + x end", OPERATION(1, "add", "number", "nil"), {1, 23}, NULL},
        {"function F() return x\n+\n1 end", OPERATION(1, "add", "nil", "number"), {2, 1}, NULL},
        {"function F() local o = {} return 1 +\no.a * 2 end",
         OPERATION(2, "mul", "nil", "number"),
         {2, 5},
         NULL},
        {"function F() local o = {} return o.a\n- 2 end",
         OPERATION(1, "sub", "nil", "number"),
         {2, 1},
         NULL},
        {"function F() return 'a' .. 'b' ..\nx end",
         OPERATION(1, "concat", "string", "nil"),
         {1, 25},
         NULL},
        {"function F() return (\n-x) end", "<string>:1: __unm undefined", {2, 1}, NULL},
        {"function F() return 1, #\nx end", "<string>:2: __len undefined", {1, 24}, NULL},
        {"function F() return 1 <\n'x' end",
         "<string>:1: attempt to compare number with string",
         {1, 23},
         NULL},
        {"function F() local o = {} if o.a <\no.b then end end",
         "<string>:1: attempt to compare nil with nil",
         {1, 34},
         NULL},
        {"function F() return 1 > -\nx end", "<string>:2: __unm undefined", {1, 25}, NULL},
        {"function F() return -1 < -f\n() end", CALL(1), {1, 27}, "f"},
        {"function F() return {} <\n#'x' + -{} end", "<string>:2: __unm undefined", {2, 8}, NULL},
        {"function F() return {} <\n1 + #'x' end",
         "<string>:1: attempt to compare table with number",
         {1, 24},
         NULL},
        {"function F() local t = {}\nt[\nx] = 1 end",
         "<string>:2: table index is nil",
         {3, 1},
         NULL},
        {"function F() local t = {\n[x] = 1} end", "<string>:1: table index is nil", {2, 2}, NULL},
        {"function F() local t = {[1] = {[2] = 3},\n[x] = {[4] = 5}} end",
         "<string>:1: table index is nil",
         {2, 2},
         NULL},
        {"function F()\nfor i = 1,\nx do end end",
         "<string>:2: for statement limit must be a number",
         {3, 1},
         NULL},
        {"function F()\nfor i = x,\ny do end end",
         "<string>:2: for statement init must be a number",
         {2, 9},
         NULL},
        {"function F()\nfor i = 1, 2,\n'1' do end end",
         "<string>:2: for statement step must be a number",
         {3, 1},
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_row(&rows[i]);
}

static void library_calls(void **state) {
    (void)state;
    static const row rows[] = {
        {"function F() return string.upper() end",
         "<string>:1: bad argument #1 to upper (string expected, got nil)",
         {1, 28},
         NULL},
        {"function F() local u = string.upper return u() end",
         "<string>:1: bad argument #1 to u (string expected, got nil)",
         {1, 44},
         NULL},
        {"function F()\nlocal s = string\n.upper(\n\nnil) end",
         "<string>:2: bad argument #1 to upper (string expected, got nil)",
         {3, 2},
         NULL},
        {"function F()\nreturn 1, ('x')\n:sub({})\nend",
         "<string>:2: bad argument #2 to sub (number expected, got table)",
         {3, 2},
         NULL},
        {"local function g(x)\nerror('m', x) end\nfunction F()\ng(1)\nend",
         "<string>:2: m",
         {2, 1},
         NULL},
        {"local function g(x)\nerror('m', x) end\nfunction F()\ng(3)\nend",
         "<string>:4: m",
         {4, 1},
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_row(&rows[i]);
}

static void long_operands_are_cut(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_buf script = RJ_BUF_INIT;
    rj_buf_puts(&script, "return f{");
    rj_buf_fill(&script, '1', 200);
    rj_buf_puts(&script, "}\n  .a\n  .b:c(x)");
    assert_true(rj_script_compile(script.data, script.bytes, NULL, NULL, arena, &chunk, &err));
    size_t calls = 0;
    for (uint32_t line = 1; line <= chunk.site_count; line++) {
        rj_chunk_site site = rj_chunk_site_at(&chunk, line);
        if (site.expression)
            assert_true(strlen(site.expression) <= 80);
        if (site.kind == RJ_SITE_CALL && strstr(site.expression, ".b:c")) {
            assert_int_equal(strncmp(site.expression, "...111", 6), 0);
            assert_string_equal(site.expression + strlen(site.expression) - 7, "}.a.b:c");
            calls++;
        }
        rj_chunk_site index = rj_chunk_site_for(&chunk, line, RJ_SITE_INDEX);
        if (index.kind == RJ_SITE_INDEX && index.expression[0] == 'f')
            assert_string_equal(index.expression + strlen(index.expression) - 6, "111...");
    }
    assert_true(calls > 0);
    assert_int_equal(rj_chunk_site_at(&chunk, 0).script_line, 0);
    assert_int_equal(rj_chunk_site_at(&chunk, 100000).script_line, 0);
    rj_buf_free(&script);
    rj_arena_free(arena);
}

static void places_lead_to_the_file(void **state) {
    (void)state;
    static const rj_span spans[] = {{0, {10, 9}}, {7, {12, 5}}, {20, {13, 5}}};
    static const rj_span_map map = {"c.yaml", spans, 3};
    static const char script[] = "x = 1\n\n"
                                 "y = '\xC3\xA9' + z\n"
                                 "w()";
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    assert_true(rj_script_compile(script, sizeof script - 1, &map, NULL, arena, &chunk, &err));
    assert_string_equal(rj_chunk_file(&chunk), "c.yaml");
    size_t found = 0;
    for (uint32_t line = 1; line <= chunk.site_count; line++) {
        rj_chunk_site site = rj_chunk_site_at(&chunk, line);
        rj_position at = rj_chunk_file_position(&chunk, site.at);
        if (site.kind == RJ_SITE_OPERATOR) {
            assert_int_equal(at.line, 12);
            assert_int_equal(at.column, 5 + 8);
            found++;
        } else if (site.kind == RJ_SITE_CALL) {
            assert_int_equal(at.line, 13);
            assert_int_equal(at.column, 5);
            found++;
        }
    }
    assert_int_equal(found, 2);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_and_calls),        cmocka_unit_test(operators),
        cmocka_unit_test(library_calls),           cmocka_unit_test(long_operands_are_cut),
        cmocka_unit_test(places_lead_to_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
