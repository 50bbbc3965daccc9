/* SPDX-License-Identifier: Apache-2.0 */
/* What a counted chunk counts, held against counts made by hand. */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/lua.h"
#include "rjinterp/script.h"

static const char *const kinds[] = {
    [RJ_POINT_STATEMENT] = "",     [RJ_POINT_FUNCTION] = "function ", [RJ_POINT_IF] = "if ",
    [RJ_POINT_ELSEIF] = "elseif ", [RJ_POINT_AND] = "and ",           [RJ_POINT_OR] = "or ",
    [RJ_POINT_WHILE] = "while ",   [RJ_POINT_FOR] = "for ",           [RJ_POINT_REPEAT] = "until ",
};

/* Each point as "LINE:COLUMN KIND COUNT", the two of a branch as "LINE:COLUMN KIND COUNT/COUNT". */
static void show(const rj_chunk *chunk, const uint64_t *counts, rj_buf *out) {
    for (size_t i = 0; i < chunk->point_count; i++) {
        const rj_chunk_point *p = &chunk->points[i];
        rj_buf_printf(out, "%u:%u %s%llu", (unsigned)p->at.line, (unsigned)p->at.column,
                      kinds[p->kind], (unsigned long long)counts[i]);
        if (p->kind >= RJ_POINT_IF) {
            assert_false(p->is_other);
            i++;
            assert_true(i < chunk->point_count && chunk->points[i].is_other);
            assert_int_equal(chunk->points[i].kind, p->kind);
            rj_buf_printf(out, "/%llu", (unsigned long long)counts[i]);
        }
        rj_buf_putc(out, '\n');
    }
}

/* F() is called once; @p fails: it raises an error. */
static void expect_counts(const char *script, bool fails, const char *expected) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_buf text = RJ_BUF_INIT;
    rj_lua *lua = rj_lua_new(NULL, &err);
    assert_non_null(lua);
    if (!rj_script_compile_counted(script, strlen(script), NULL, NULL, arena, &chunk, &err))
        fail_msg("%s\n%s", script, err.message);
    assert_int_equal(chunk.points_left_out, 0);
    if (rj_lua_run(lua, &chunk, "F", NULL, 0, 1, &err) == fails)
        fail_msg("%s\n%s", script, err.message ? err.message : "no error");
    show(&chunk, rj_lua_counts(lua, &chunk), &text);
    if (strcmp(rj_buf_text(&text), expected) != 0)
        fail_msg("%s\nexpected:\n%s\ngot:\n%s", script, expected, rj_buf_text(&text));
    rj_buf_free(&text);
    rj_error_clear(&err);
    rj_lua_free(lua);
    rj_arena_free(arena);
}

static void statements_and_functions(void **state) {
    (void)state;
    expect_counts("local n = 0\n"
                  "local function once(x) return x end\n"
                  "local t = {f = function() n = n + 1 end}\n"
                  "function t:never() n = 1; n = 2 end\n"
                  "function F()\n"
                  "  t.f() t.f()\n"
                  "  do n = once(n) end\n"
                  "  return n\n"
                  "end",
                  false,
                  "1:1 1\n"
                  "2:1 1\n2:1 function 1\n2:24 1\n"
                  "3:1 1\n3:16 function 2\n3:27 2\n"
                  "4:1 1\n4:1 function 0\n4:20 0\n4:27 0\n"
                  "5:1 1\n5:1 function 1\n"
                  "6:3 1\n6:9 1\n"
                  "7:6 1\n"
                  "8:3 1\n");
}

/* f(1), f(2), f(3), f(3): the first condition is true once, the second once of three. */
static void conditions(void **state) {
    (void)state;
    expect_counts("local function f(n)\n"
                  "  if n == 1 then\n"
                  "    return 'a'\n"
                  "  elseif n == 2 then\n"
                  "    return 'b'\n"
                  "  else\n"
                  "    n = 0\n"
                  "  end\n"
                  "  if n then return n end\n"
                  "  return 'never'\n"
                  "end\n"
                  "function F() for i = 1, 4 do f(i < 4 and i or 3) end end",
                  false,
                  "1:1 1\n1:1 function 4\n"
                  "2:3 4\n2:6 if 1/3\n4:10 elseif 1/2\n"
                  "3:5 1\n5:5 1\n7:5 2\n"
                  "9:3 2\n9:6 if 2/0\n9:13 2\n"
                  "10:3 0\n"
                  /* i < 4 is true 3 times; then `or` sees i, which is true, as often. */
                  "12:1 1\n12:1 function 1\n12:14 1\n12:30 4\n12:32 or 3/1\n12:32 and 3/1\n");
}

/* In a chain each operand in front of an operator decides once. */
static void chains(void **state) {
    (void)state;
    expect_counts("local function f(a, b, c) return a and b and c end\n"
                  "local function g(a, b, c) return a or b or c end\n"
                  "function F()\n"
                  "  f(false, true, true) f(true, false, true) f(true, true, false)\n"
                  "  g(true) g(false, true) g(false, false, true) g()\n"
                  "  return not (f(1, 2) == g(nil, 3)) and 'x'\n"
                  "end",
                  false,
                  /* f is called 4 times: a is false once, then b once of 3. */
                  "1:1 1\n1:1 function 4\n1:27 4\n1:40 and 2/1\n1:34 and 3/1\n"
                  /* g 5 times: a is true once, then b twice of 4. */
                  "2:1 1\n2:1 function 5\n2:27 5\n2:39 or 2/2\n2:34 or 1/4\n"
                  "3:1 1\n3:1 function 1\n"
                  "4:3 1\n4:24 1\n4:45 1\n"
                  "5:3 1\n5:11 1\n5:26 1\n5:48 1\n"
                  /* nil == 3 is false. */
                  "6:3 1\n6:10 and 1/0\n");
}

static void loops(void **state) {
    (void)state;
    expect_counts("local function f(t, stop)\n"
                  "  for _, v in ipairs(t) do\n"
                  "    if v == stop then break end\n"
                  "  end\n"
                  "  for i = 1, #t do\n"
                  "    if i == stop then return end\n"
                  "  end\n"
                  "end\n"
                  "local function g(n)\n"
                  "  while n > 2 do n = n - 1 end\n"
                  "  repeat\n"
                  "    n = n - 1\n"
                  "  until n < 0\n"
                  "end\n"
                  "function F()\n"
                  "  f({}) f({5, 6}, 5) f({1, 2, 3}, 2) f({7})\n"
                  "  g(4) g(0)\n"
                  "end",
                  false,
                  "1:1 1\n1:1 function 4\n"
                  /* 0 + 1 + 2 + 1 turns; f({}) and f({7}) run to the end. */
                  "2:3 4\n2:3 for 4/2\n3:5 4\n3:8 if 2/2\n3:23 2\n"
                  /* 0 + 2 + 2 + 1 turns, of which one returns. */
                  "5:3 4\n5:3 for 5/3\n6:5 5\n6:8 if 1/4\n6:23 1\n"
                  "9:1 1\n9:1 function 2\n"
                  "10:3 2\n10:9 while 2/2\n10:18 2\n"
                  /* g(4): n is 2, 1, 0, -1: 3 turns; g(0): 1. */
                  "11:3 2\n13:9 until 2/2\n12:5 4\n"
                  "15:1 1\n15:1 function 1\n"
                  "16:3 1\n16:9 1\n16:22 1\n16:38 1\n17:3 1\n17:8 1\n");
}

/* Breaks end the loop they are in; a function in a loop is in none. */
static void breaks(void **state) {
    (void)state;
    expect_counts(
        "function F(n)\n"
        "  for i = 1, n or 2 do\n"
        "    while true do break end\n"
        "    for _ in pairs({1}) do local f = function() repeat break until false end f() end"
        "\n"
        "  end\n"
        "end",
        false,
        "1:1 1\n1:1 function 1\n"
        "2:3 1\n2:3 for 2/1\n2:14 or 0/1\n"
        "3:5 2\n3:19 2\n"
        "4:5 2\n4:5 for 2/2\n4:28 2\n4:38 function 2\n4:49 2\n4:56 2\n4:78 2\n");
}

/* What can go but one way is no branch. */
static void what_is_decided(void **state) {
    (void)state;
    expect_counts("function F()\n"
                  "  if true then local a = nil or {} end\n"
                  "  if not 'x' then local b = 1 end\n"
                  "  for i = 1, 3 do local c = 1 + i and i end\n"
                  "  while true do break end\n"
                  "  repeat local d = 'x' .. 1 or F until 1\n"
                  "  return (F and 'yes') or 'no'\n"
                  "end",
                  false,
                  "1:1 1\n1:1 function 1\n"
                  "2:3 1\n2:16 1\n3:3 1\n3:19 0\n4:3 1\n4:19 3\n5:3 1\n5:17 1\n6:3 1\n6:10 1\n"
                  "7:3 1\n7:10 or 1/0\n7:11 and 1/0\n");
}

/* An error ends the count where it happens, also one that is caught. */
static void errors(void **state) {
    (void)state;
    expect_counts("local function f(o)\n"
                  "  if o.a.b and o.c then\n"
                  "    return 1\n"
                  "  end\n"
                  "  return 2\n"
                  "end\n"
                  "function F()\n"
                  "  pcall(f, {})\n"
                  "  f({a = {}})\n"
                  "  for k in 5 do k = 1 end\n"
                  "  return 3\n"
                  "end",
                  true,
                  "1:1 1\n1:1 function 2\n"
                  "2:3 2\n2:6 if 0/1\n2:6 and 0/1\n3:5 0\n5:3 1\n"
                  "7:1 1\n7:1 function 1\n"
                  "8:3 1\n9:3 1\n10:3 1\n10:3 for 0/0\n10:17 0\n11:3 0\n");
}

/* A call in tail position is emitted twice, and runs once; values stay as many as they were. */
static void values_and_tail_calls(void **state) {
    (void)state;
    expect_counts("local function three() return 1, 2, 3 end\n"
                  "local function count(...) return select('#', ...) end\n"
                  "function F()\n"
                  "  local t = {three()}\n"
                  "  local n = #t + count(three()) + count((three())) + count(three() or 4)\n"
                  "  if three() and n == 8 then return tostring(n == 8 and three() or n) end\n"
                  "  return nil or error('no')\n"
                  "end",
                  false,
                  "1:1 1\n1:1 function 6\n1:24 6\n"
                  "2:1 1\n2:1 function 3\n2:27 3\n"
                  "3:1 1\n3:1 function 1\n4:3 1\n"
                  "5:3 1\n5:60 or 1/0\n"
                  "6:3 1\n6:6 if 1/0\n6:6 and 1/0\n6:30 1\n6:46 or 1/0\n6:46 and 1/0\n"
                  "7:3 0\n");
}

/* Recursion in the head of a loop doesn't mix up its runs. */
static void recursion(void **state) {
    (void)state;
    expect_counts("local function f(n)\n"
                  "  for i = 1, n > 0 and f(n - 1) or 0 do\n"
                  "    if i == 2 then break end\n"
                  "  end\n"
                  "  return n\n"
                  "end\n"
                  "function F() return f(3) end",
                  false,
                  "1:1 1\n1:1 function 4\n"
                  /* f(0) and f(1) have no turn, f(2) one, f(3) two and breaks. */
                  "2:3 4\n2:3 for 3/3\n2:14 or 3/1\n2:14 and 3/1\n"
                  "3:5 3\n3:8 if 1/2\n3:20 1\n5:3 4\n"
                  "7:1 1\n7:1 function 1\n7:14 1\n");
}

/* ---- LuaJIT's bounds ---- */

static bool compiles(const char *script, size_t bytes, bool is_counted, rj_arena *arena,
                     rj_chunk *chunk) {
    rj_error err = RJ_ERROR_INIT;
    const bool ok = (is_counted ? rj_script_compile_counted
                                : rj_script_compile)(script, bytes, NULL, NULL, arena, chunk, &err);
    rj_error_clear(&err);
    return ok;
}

/* Ever longer or deeper programs, until the plain chunk is refused: the counted one is made just as
 * long, with fewer points at last. */
static void expect_bounds(const char *before, const char *repeated, const char *middle,
                          const char *closing, const char *after, size_t step) {
    bool had_all = false, had_fewer = false, plain = true;
    for (size_t count = 1; plain; count += step) {
        rj_arena *arena = rj_arena_new(0);
        rj_buf text = RJ_BUF_INIT;
        rj_chunk plain_chunk, chunk;
        rj_buf_puts(&text, before);
        for (size_t i = 0; i < count; i++)
            rj_buf_puts(&text, repeated);
        rj_buf_puts(&text, middle);
        for (size_t i = 0; i < count; i++)
            rj_buf_puts(&text, closing);
        rj_buf_puts(&text, after);
        plain = compiles(text.data, text.bytes, false, arena, &plain_chunk);
        const bool counted = compiles(text.data, text.bytes, true, arena, &chunk);
        if (plain != counted)
            fail_msg("%u times %s: only one is compiled", (unsigned)count, repeated);
        if (counted && chunk.points_left_out)
            had_fewer = true;
        else if (counted)
            had_all = true;
        rj_lua *lua = rj_lua_new(NULL, NULL);
        rj_error err = RJ_ERROR_INIT;
        if (counted && !rj_lua_run(lua, &chunk, "F", NULL, 0, 1, &err))
            fail_msg("%u times %s: %s", (unsigned)count, repeated, err.message);
        rj_lua_free(lua);
        rj_buf_free(&text);
        rj_arena_free(arena);
    }
    if (!had_all || !had_fewer)
        fail_msg("%s: %s", repeated, had_all ? "never too long" : "always too long");
}

static void counters_never_refuse_a_script(void **state) {
    (void)state;
    static const char head[] = "function F(a) local x = 0 ";
    expect_bounds(head, "x = 1 ", "", "", "end", 97);
    expect_bounds("function F(a) local x = 0 while a do ", "x = 1 ", "", "", "end end", 97);
    expect_bounds("function F(a) local x = {", "a and a or a,", "", "", "} end", 97);
    expect_bounds("function F(a) local x = ", "(", "a", " or a)", " end", 1);
    expect_bounds(head, "for i = 1, x do ", "x = 1", " end", " end", 1);
    expect_bounds("", "function F(a) if a and F then F() end ", "", "end ", "", 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_and_functions),
        cmocka_unit_test(conditions),
        cmocka_unit_test(chains),
        cmocka_unit_test(loops),
        cmocka_unit_test(breaks),
        cmocka_unit_test(what_is_decided),
        cmocka_unit_test(errors),
        cmocka_unit_test(values_and_tail_calls),
        cmocka_unit_test(recursion),
        cmocka_unit_test(counters_never_refuse_a_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
