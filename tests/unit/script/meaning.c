/* SPDX-License-Identifier: Apache-2.0 */
/* What scripts mean to production, where that isn't what LuaJIT would make of them: spec "lua.md",
 * §3 to §5 and §13. Each row is the body of a function; its result as text. */
#include "unit/lua/lua_runs.h"

typedef struct row {
    const char *body, *result;
} row;

static void expect_rows(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        rj_buf script = RJ_BUF_INIT;
        rj_buf_printf(&script, "function F() %s\nend", rows[i].body);
        runs_expect(script.data, rows[i].result);
        rj_buf_free(&script);
    }
}

#define EXPECT(rows) expect_rows(rows, sizeof(rows) / sizeof *(rows))

static void assignment(void **state) {
    (void)state;
    static const row rows[] = {
        /* A local of the function has its value as soon as that is computed. */
        {"local a, b = 1, 2 a, b = b, a return a .. b", "22"},
        {"local a, b, c = 1, 2, 3 a, b, c = c, a, b return a .. b .. c", "333"},
        {"local a, b = 0, 1 for i = 1, 10 do a, b = b, a + b end return a .. ' ' .. b", "512 1024"},
        {"local a, t = 1, {9} a, t[1] = t[1], a return a .. t[1]", "99"},
        {"local i, t = 1, {} i, t[i] = 2, 9 return i .. t[1]", "29"},
        {"local a, b = 1, 2 a, b = 5 return a .. tostring(b)", "5nil"},
        {"local a, b = 1, 2 a = 3, 4 return a .. b", "32"},
        {"local a, b, n = 1, 2, 0 local function f() n = n + 1 return n, 8 end "
         "a, b = f(), f() return a .. b",
         "12"},
        {"local a, b local function f() return 7, 8, 9 end a, b = f() return a .. b", "78"},
        {"local a, b local function f() return 7, 8, 9 end b, a = 0, f() return a .. b", "70"},
        {"local n = 0 local function f() n = n + 1 end local a a = 5, f() return a .. n", "51"},
        /* Others have theirs when all are computed. */
        {"ga, gb = 1, 2 ga, gb = gb, ga return ga .. gb", "21"},
        {"local t = {1, 2} t[1], t[2] = t[2], t[1] return t[1] .. t[2]", "21"},
        {"local a, b = 1, 2 return (function() a, b = b, a return a .. b end)()", "21"},
        {"local t, u = {}, {} t.x, u.x, g = 1, 2, 3 return t.x .. u.x .. g", "123"},
        /* The last target is stored first. */
        {"local t = {} t.a, t.a = 1, 2 return t.a .. ''", "1"},
        {"local x, x = 1, 2 return x .. ''", "2"},
        {"local x = 5 local x, y = 1, x return x .. y", "15"},
    };
    EXPECT(rows);
}

static void local_functions_know_themselves(void **state) {
    (void)state;
    static const row rows[] = {
        {"local f = function(n) if n == 0 then return 'end' end return f(n - 1) end return f(3)",
         "end"},
        {"local f = 1 local f = function() return type(f) end return f()", "function"},
        {"local f = 1 local f, g = function() return type(f) end return f()", "number"},
    };
    EXPECT(rows);
}

static void implicit_arg(void **state) {
    (void)state;
    static const row rows[] = {
        {"local function f(...) return arg.n end return f(1, nil, nil) .. ''", "3"},
        {"local function f(a, ...) return arg[1] .. arg.n end return f(1, 'x')", "x1"},
        {"local function f(...) local x = ... return tostring(arg) end return f(1)", "nil"},
        {"local function f(...) return (function() return arg.n end)() end return f(1, 2) .. ''",
         "2"},
        {"arg = 'global' local function f() return arg end return f()", "global"},
    };
    EXPECT(rows);
}

static void for_loops(void **state) {
    (void)state;
    static const row rows[] = {
        {"local n = 0 for i = 1, 5, 0 do n = n + 1 if n > 9 then break end end return n .. ''",
         "0"},
        {"local n = 0 for i = 5, 1, 0 do n = n + 1 if n > 9 then break end end return n .. ''",
         "10"},
        {"local z, n = 0, 0 for i = 1, 5, z do n = n + 1 end return n .. ''", "0"},
        {"local r for i = 0.1, 1 do r = i end return r .. ''", "0.09999999999999998"},
        {"local a, r = 0.1 for i = a, 1 do r = i end return r .. ''", "0.09999999999999998"},
        {"local s = '' for i = 3, 1, -1 do s = s .. i end return s", "321"},
        {"local s, a, b, c = '', 1, 9, 4 for i = a, b, c do s = s .. i end return s", "159"},
        {"local s = '' for i = 1, 3 do local j = i i = 10 s = s .. j end return s", "123"},
        {"local s = '' for i = 1, #'abc' do s = s .. i end return s", "123"},
        {"local s = '' local function it(t, i) if i < t then return i + 1 end end "
         "for i in it, 3, 0 do s = s .. i end return s",
         "123"},
        /* The limits are computed once, from left to right. */
        {"local s = '' local function n(x) s = s .. x return x end "
         "for i = n(1), n(2), n(3) do end return s",
         "123"},
    };
    EXPECT(rows);
}

static void numbers_and_strings(void **state) {
    (void)state;
    static const row rows[] = {
        {"local z = 0 local m = -0 return 1 / m .. ''", "+Inf"},
        {"local m = -0 return 1 / m .. ''", "-Inf"},
        {"local m = -0 local z = 0 return 1 / z .. ''", "-Inf"},
        {"local z = 0 local f = function() return -0 end return 1 / f() .. ''", "-Inf"},
        {"local z = 0 local m = -z return 1 / m .. ''", "-Inf"},
        {"local z = 0 local m = 0 * -1 return 1 / m .. ''", "+Inf"},
        {"return 0.1 + 0.2 .. ''", "0.30000000000000004"},
        {"return 1e15 .. '|' .. 2 ^ 53 .. '|' .. 1 / 3", "1000000000000000|9007199254740992|"
                                                         "0.3333333333333333"},
        {"return 010 .. '|' .. 0010 .. '|' .. 089 .. '|' .. 0x10 .. '|' .. 1e400",
         "10|8|89|16|NaN"},
        {"return '010' + 0 .. '|' .. '0x10' * 1 .. '|' .. -'2' .. '|' .. '1e1' / 1", "8|16|-2|10"},
        {"local s = '5' return s + 1 .. ''", "6"},
        {"local n = 5 n = '010' return n + 0 .. ''", "8"},
        {"return 5 % 3 .. '|' .. -5 % 3 .. '|' .. 5 % -3 .. '|' .. 5 % (1 / 0)", "2|1|-1|5"},
        {"return 2 ^ 10 .. '|' .. 2 ^ 0.5 .. '|' .. -2 ^ 2", "1024|1.4142135623730951|-4"},
        {"return 1 .. 2 + 3 .. ''", "15"},
        {"return #'\\300\\65' .. '\\x41'", "2x41"},
        {"local t = {1, nil, 3} return #t .. ''", "3"},
        {"return - - 2 .. '|' .. 7 - -1", "2|8"},
        {"return 5 - 2 - 1 .. '|' .. 2 ^ 3 ^ 2 .. '|' .. (2 ^ 3) ^ 2 .. '|' .. 7 - (2 - 1)",
         "2|512|64|6"},
        {"return tostring(1 < 2 == true) .. tostring(not 1 == 2)", "truefalse"},
        {"return ('a' .. 'b') .. ('c' .. 'd') .. 'e'", "abcde"},
    };
    EXPECT(rows);
}

static void calls(void **state) {
    (void)state;
    static const row rows[] = {
        {"local function f() return 1, 2 end local a, b = (f()) return a .. tostring(b)", "1nil"},
        {"local function f() return 1, 2 end return select('#', f(), f()) .. ''", "3"},
        {"local function f() return 1, 2 end return select('#', (f())) .. ''", "1"},
        {"local function f() return 1, 2 end return 'x' .. f()", "x1"},
        {"local function f() return 2, 3 end local x = 5 return (x + f()) .. -f() .. ''", "7-2"},
        {"local function f() end return pcall(function() return -f() end) and 'a' or 'b'", "b"},
        {"local function f() return 2, 3 end local n = 0 for i = 1, f() do n = i end return n .. "
         "''",
         "2"},
        {"local function f() return 1, 2 end local t = {f(), f()} return #t .. ''", "3"},
        {"local t = {n = 0} function t:add(x) self.n = self.n + x return self end "
         "return t:add(1):add(2).n .. ''",
         "3"},
        {"local f = tostring\nlocal x = f\n(1)\nreturn x", "1"},
        {"local function f(n) if n == 0 then return 'deep' end return f(n - 1) end "
         "return f(20000)",
         "deep"},
        {"local t = {} t.f = function(n) if n == 0 then return 'deep' end return t.f(n - 1) end "
         "return t.f(20000)",
         "deep"},
        {"local t = {} function t:f(n) if n == 0 then return 'deep' end return self:f(n - 1) end "
         "return t:f(20000)",
         "deep"},
        {"function g(n, c) if n == 0 then return c() end "
         "return g(n - 1, function() return 'closed' end) end return g(5000)",
         "closed"},
        {"local n = 0 local function f() n = n + 1 return {g = tostring} end "
         "local function h() return f().g(1) end return h() .. n",
         "11"},
        {"local n = 0 local function f() n = n + 1 return 'x' end "
         "local function h() return f():upper() end return h() .. n",
         "X1"},
    };
    EXPECT(rows);
}

static void jumps(void **state) {
    (void)state;
    static const row rows[] = {
        {"local s = '' for i = 1, 4 do if i == 2 then goto continue end local x = i s = s .. x "
         "::continue:: end return s",
         "134"},
        {"local i = 1 ::top:: i = i + 1 if i < 5 then goto top end return i .. ''", "5"},
        {"for i = 1, 3 do for j = 1, 3 do if j == 2 then goto out end end end ::out:: return 'o'",
         "o"},
        {"local n = 0 repeat local done = n >= 2 n = n + 1 until done return n .. ''", "3"},
        {"local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end "
         "return fs[1]() .. fs[1]() .. fs[2]()",
         "233"},
    };
    EXPECT(rows);
}

/* LuaJIT has room for 60 upvalues and 200 locals. */
static void more_than_luajit_has_room_for(void **state) {
    (void)state;
    rj_buf script = RJ_BUF_INIT;
    for (int i = 0; i < 150; i++)
        rj_buf_printf(&script, "local v%d = %d\n", i, i);
    rj_buf_puts(&script, "local function add(n) v0 = v0 + n end\nfunction F()\nlocal s = 0\n");
    for (int i = 0; i < 150; i++)
        rj_buf_printf(&script, "s = s + v%d\n", i);
    rj_buf_puts(&script, "add(5) return s .. ' ' .. v0 end");
    runs_expect(script.data, "11175 5");
    rj_buf_reset(&script);
    rj_buf_puts(&script, "function F()\nlocal fs = {}\nfor j = 1, 2 do\n");
    for (int i = 0; i < 70; i++)
        rj_buf_printf(&script, "local v%d = %d\n", i, i);
    rj_buf_puts(&script, "fs[j] = function() v1 = v1 + j return 0");
    for (int i = 0; i < 70; i++)
        rj_buf_printf(&script, " + v%d", i);
    rj_buf_puts(&script, " end end return fs[1]() .. ' ' .. fs[1]() .. ' ' .. fs[2]() end");
    runs_expect(script.data, "2416 2417 2417");
    rj_buf_reset(&script);
    rj_buf_puts(&script, "function F(p, ...)\n");
    for (int i = 0; i < 195; i++)
        rj_buf_printf(&script, "local v%d = %d\n", i, i);
    rj_buf_puts(&script, "v0, v1 = v1, v0 return v0 .. v1 .. v194 .. arg.n .. tostring(p) end");
    runs_expect(script.data, "111940nil");
    rj_buf_free(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assignment),
        cmocka_unit_test(local_functions_know_themselves),
        cmocka_unit_test(implicit_arg),
        cmocka_unit_test(for_loops),
        cmocka_unit_test(numbers_and_strings),
        cmocka_unit_test(calls),
        cmocka_unit_test(jumps),
        cmocka_unit_test(more_than_luajit_has_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
