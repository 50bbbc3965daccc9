/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/script.h"

static bool is_repeatable(const char *script) {
    rj_arena *arena = rj_arena_new(0);
    rj_chunk chunk;
    rj_error err = RJ_ERROR_INIT;
    assert_non_null(arena);
    if (!rj_script_compile(script, strlen(script), NULL, NULL, arena, &chunk, &err))
        fail_msg("%s: %s", script, err.message);
    const bool answer = chunk.is_repeatable;
    rj_arena_free(arena);
    return answer;
}

/* Scripts as people write them run in a state that is kept. */
static void plain_scripts_are_repeatable(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "function F(o) return o.status.ready == true end",
        "local kube = require('kube') function F(o) return kube.getPodDependencies(o, '') end",
        "local MAX = 32 local NAME, NONE = 'a', nil function F(o) return MAX end",
        "local DONE = {Complete = true, [1] = 2, 'x'} function F(o) return DONE[o.phase] end",
        "local format = string.format function F(o) return format('%d', o.n) end",
        "local function help(x) return x end function F(o) return help(o) end",
        "local function twice(n) if n == 0 then return 0 end return twice(n - 1) end\n"
        "function F(o) return twice(3) end",
        "function help(x) return x end function F(o) return help(o) end",
        "function F(o) local t = {} t.x = 1 t[#t + 1] = math.floor(1.5) table.insert(t, 2) return "
        "t end",
        "function F(o) o.spec = {} o.spec.n = os.time() return o end",
        "local R = {a = 1} local function rank(x, ranks) return ranks[x] or 0 end\n"
        "local function worst(o, ranks) return rank(o.x, ranks) end function F(o) return worst(o, "
        "R) end",
        "local R = {1} local function f(n, t) if n == 0 then return t[1] end return f(n - 1, t) "
        "end\n"
        "function F(o) return f(3, R) end",
        "local k = require('kube') local function f(a, kube) return kube.resourceAdd(a, '1') end\n"
        "function F(o) return f('1', k) end",
        "local R = {'x', 'y'} function F(o) for _, v in ipairs(R) do o[v] = nil end return o end",
        "local R = {x = 1} function F(o) local n = 0 for k in pairs(R) do n = n + 1 end return n "
        "end",
        "local R = {1} function F(o) return next(R), type(R), unpack(R) end",
        "function F(o) for k, v in pairs(o) do print(k, type(v)) end return pcall(F, o) == nil end",
    };
    /* The last one hands on a global function, which is as far as proof goes. */
    for (size_t i = 0; i + 1 < sizeof scripts / sizeof *scripts; i++)
        if (!is_repeatable(scripts[i]))
            fail_msg("not repeatable: %s", scripts[i]);
    assert_false(is_repeatable(scripts[sizeof scripts / sizeof *scripts - 1]));
}

/* Each of these can tell a second call from the first, or might. */
static void others_are_not(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "function F(o) count = (count or 0) + 1 return count end",
        "local n = 0 function F(o) n = n + 1 return n end",
        "local t = {} function F(o) t[1] = 1 return t end",
        "local t = {} function F(o) local u = t u[1] = 1 return u end",
        "local t = {a = {}} function F(o) return t.a end",
        "local t = {n = 0} function F(o) t.n = t.n + 1 return t.n end",
        "function F(o) math.x = 1 end",
        "function F(o) (math).x = 1 end",
        "function F(o) local m = math m.x = 1 end",
        "local m = math function F(o) m.x = 1 end",
        "function F(o) table.insert(math, 1) end",
        "function F(o) return math end",
        "function F(o) _G.x = 1 end",
        "local g = require('_G') function F(o) g.string.x = 1 end",
        "local k = require('kube') function F(o) k.x = 1 end",
        "local k = require('kube') function F(o) local l = k l.x = 1 end",
        "local k = require('kube') function F(o) return {k} end",
        "function F(o) local k = require('kube') k.x = 1 end",
        "function F(o) function G() end end",
        "function F(o) F = nil end",
        "local function f() end function F(o) f = nil end",
        "function F(o) return math.random() end",
        "local random = math.random function F(o) return random() end",
        "function F(o) return math['ran' .. 'dom']() end",
        "function string.x() end function F(o) return string.x end",
        "function F(o) return getmetatable('').x end",
        "function F(o) setfenv(1, {}) end",
        "function F(o) return package.loaded end",
        "function F(o) return unknown end",
        "x = 1 function F(o) return 1 end",
        "do local n = 0 function F(o) n = n + 1 return n end end",
        "function F(o) return 1 end return 5",
        "local n = os.time() function F(o) return n end",
        "local a, b = 1 function F(o) b = 2 return b end",
        "local R = {1} local function f(t) t[1] = 2 end function F(o) f(R) end",
        "local R = {1} local function f(t) return t end function F(o) return f(R) end",
        "local R = {1} local function f(t) local u = t u[1] = 2 end function F(o) f(R) end",
        "local R = {1} local function f(t) t = t or {} return t end function F(o) return f(R) end",
        "local R = {1} local function g(t) t.x = 1 end local function f(a, t) g(t) end\n"
        "function F(o) f(1, R) end",
        "local R = {1} local function f(...) local t = ... t[1] = 2 end function F(o) f(R) end",
        "local R = {1} local function f(a, ...) local t = ... t[1] = 2 end function F(o) f(1, R) "
        "end",
        "local R = {1} function F(o) local f = function(t) t[1] = 2 end f(R) end",
        "local R = {1} function F(o) local function f(t) t[1] = 2 end f(R) end",
        "local R = {1} local f = function(t) t[1] = 2 end function F(o) f(R) end",
        "local R = {1} local function f(t) return t[1] end\n"
        "function F(o) local f = function(t) t[1] = 2 end f(R) end",
        "local R = {1} local function f(t) return function() t[1] = 2 end end function F(o) f(R)() "
        "end",
        "local R = {1} function F(o) local _, t = ipairs(R) t[1] = 2 end",
        "local R = {1} function F(o) for _, v in next, R do o.x = v end end",
        "local R = {1} function pairs(t) t[1] = 2 return next, t end function F(o) for k in "
        "pairs(R) do end end",
        "local R = {1} function type(t) t[1] = 2 end function F(o) return type(R) end",
        "local R = {1} function F(o) table.sort(R) end",
        "local R = {1} function F(o) table.insert(R, 2) end",
        "local R = {1} function F(o) rawset(R, 1, 2) end",
        "local R = {1} function F(o) return o:f(R) end",
        "local R = {1} function F(o) return {R} end",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (is_repeatable(scripts[i]))
            fail_msg("repeatable: %s", scripts[i]);
}

static rj_definition definition(const char *script, const char *name, rj_position *at) {
    rj_arena *arena = rj_arena_new(0);
    rj_definition found;
    rj_error err = RJ_ERROR_INIT;
    assert_non_null(arena);
    assert_true(rj_script_find_function(script, strlen(script), name, arena, &found, at, &err));
    rj_arena_free(arena);
    return found;
}

static void functions_are_found(void **state) {
    (void)state;
    static const struct {
        const char *script;
        rj_definition definition;
    } rows[] = {
        {"function F() end", RJ_DEFINITION_GLOBAL},
        {"F = function() end", RJ_DEFINITION_GLOBAL},
        {"local a a, F = 1, print", RJ_DEFINITION_GLOBAL},
        {"if x then function F() end end", RJ_DEFINITION_GLOBAL},
        {"_G.F = print", RJ_DEFINITION_GLOBAL},
        {"function FF() end", RJ_DEFINITION_NONE},
        {"function t.F() end", RJ_DEFINITION_NONE},
        {"F()", RJ_DEFINITION_NONE},
        {"", RJ_DEFINITION_NONE},
        {"local function F() end", RJ_DEFINITION_LOCAL},
        {"local F function F() end", RJ_DEFINITION_LOCAL},
    };
    rj_position at;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (definition(rows[i].script, "F", &at) != rows[i].definition)
            fail_msg("%s", rows[i].script);
    assert_int_equal(definition("x = 1\n  local function F() end", "F", &at), RJ_DEFINITION_LOCAL);
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 18);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_scripts_are_repeatable),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(functions_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
