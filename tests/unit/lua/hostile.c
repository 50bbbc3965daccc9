/* SPDX-License-Identifier: Apache-2.0 */
#include "lua_runs.h"

#include <time.h>

static double milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* No script runs much longer than it may, whatever it does. */
static void time_runs_out_everywhere(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "function F() while true do end end",
        "while true do end",
        "function F() pcall(function() while true do end end) return 1 end",
        "function F() while true do pcall(function() while true do end end) end end",
        "function F() local f f = function() while true do pcall(f) end end f() end",
        "function F() while true do xpcall(error, function() while true do end end) end end",
        "function F() repeat until pcall(pcall, pcall, error) == nil end",
        "function F() table.sort({3, 2, 1}, function() while true do end end) end",
        "function F() while true do pcall(table.sort, {2, 1}, function() error('x') end) end end",
        "function F() local t = {} for i = 1, 200000 do t[i] = i % 1000 end while true do "
        "table.sort(t) end end",
        "function F() local t = {} for i = 1, 300000 do t['k' .. i] = i end while true do for k in "
        "pairs(t) do end end end",
        "function F() local t = {} for i = 1, 300000 do t[i] = i end while true do table.insert(t, "
        "1, 1) end end",
        "function F() local s = 'a' for i = 1, 16 do s = s .. s end while true do local p = "
        "string.find(s, 'a.-a.-a.-b') end end",
        "function F() local s = ('x') for i = 1, 19 do s = s .. s end while true do local u = "
        "s:upper() end end",
        "function F() local function f() return f() end return f() end",
        "function F() goto a ::a:: goto a end",
    };
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 60;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        lua_runs r;
        runs_open(&r, &limits);
        const double start = milliseconds();
        const bool fine = runs_script(&r, scripts[i], NULL, 0, 1);
        const double took = milliseconds() - start;
        if (fine || r.err.code != RJ_ERROR_DEADLINE || took > 3000)
            print_message("%s: %s, %.0f ms\n", scripts[i], fine ? "no error" : r.err.message, took);
        assert_false(fine);
        assert_int_equal(r.err.code, RJ_ERROR_DEADLINE);
        assert_non_null(strstr(r.err.message, "context deadline exceeded"));
        assert_true(took < 3000);
        /* The next run in the same state has time again. */
        assert_true(runs_script(&r,
                                "function F() local n = 0 for i = 1, 5000 do n = n + 1 end "
                                "return n end",
                                NULL, 0, 1));
        runs_close(&r);
    }
}

static void memory_runs_out_everywhere(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "function F() local s = 'x' while true do s = s .. s end end",
        "function F() local s = 'x' while true do pcall(function() while true do s = s .. s end "
        "end) end end",
        "function F() local t = {} for i = 1, 1e9 do t[i] = i end end",
        "function F() local t = {} while true do t = {t} end end",
        "function F() local t = {} for i = 1, 1e9 do t['k' .. i] = i end end",
        "local t = {} for i = 1, 1e9 do t[i] = {} end",
        "function F() local t = {} for i = 1, 2000 do local s = 'xxxxxxxxxxxxxxxx' t[i] = s .. s "
        ".. "
        "s end while true do t[1] = table.concat(t) end end",
        "function F() local t = {} for i = 1, 1e9 do t[i] = function() return i end end end",
        "function F() local t = {} for i = 1, 1e9 do t[i] = string.gmatch('abc', '.') end end",
    };
    rj_limits limits = *rj_limits_default();
    limits.max_memory_bytes = 6 << 20;
    limits.timeout_ms = 60000;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        lua_runs r;
        runs_open(&r, &limits);
        const bool fine = runs_script(&r, scripts[i], NULL, 0, 1);
        if (fine || r.err.code != RJ_ERROR_MEMORY)
            print_message("%s: %s\n", scripts[i], fine ? "no error" : r.err.message);
        assert_false(fine);
        assert_int_equal(r.err.code, RJ_ERROR_MEMORY);
        assert_string_equal(r.err.message,
                            "out of memory: the script needs more than the limit of 6291456 bytes");
        runs_close(&r);
    }
}

/* What is garbage doesn't count, be it many small things or few large ones. */
static void garbage_is_collected_in_time(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "function F() local t = {} for i = 1, 30000 do t[i] = {i} end for i = 1, 100000 do local s "
        "= "
        "'abcdefgh' .. i local q = {s} end return 'done' end",
        "function F() local s = 'x' for i = 1, 19 do s = s .. s end for i = 1, 300 do local c = s "
        ".. "
        "i end return 'done' end",
        "function F() local s = '' for i = 1, 4000 do s = s .. 'xyz' end return 'done' end",
        "function F() local s = 'x' for i = 1, 18 do s = s .. s end for i = 1, 300 do local c = "
        "s:upper() .. string.format('%s%d', s, i) end return 'done' end",
    };
    rj_limits limits = *rj_limits_default();
    limits.max_memory_bytes = 6 << 20;
    limits.timeout_ms = 60000;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        lua_runs r;
        runs_open(&r, &limits);
        if (!runs_script(&r, scripts[i], NULL, 0, 1)) {
            print_message("%s: %s\n", scripts[i], r.err.message);
            fail();
        }
        runs_close(&r);
    }
}

static void a_state_needs_some_memory(void **state) {
    (void)state;
    rj_limits limits = *rj_limits_default();
    size_t made = 0;
    for (limits.max_memory_bytes = 1000; limits.max_memory_bytes < 200000;
         limits.max_memory_bytes += 997) {
        rj_error err = RJ_ERROR_INIT;
        rj_lua *lua = rj_lua_new(&(rj_lua_options){.limits = &limits}, &err);
        made += lua != NULL;
        if (!lua)
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
        rj_lua_free(lua);
        rj_error_clear(&err);
    }
    assert_true(made > 0 && made < 199);
}

/* A run under every small cap ends with a result or with the error that names the limit. */
static void runs_end_cleanly_under_any_cap(void **state) {
    (void)state;
    static const char script[] =
        "local kube = require('kube')\n"
        "function F(o) local t = {} for k, v in pairs(o) do t[#t + 1] = k .. tostring(v) end\n"
        "table.sort(t, function(a, b) return a < b end) print(table.concat(t, ','))\n"
        "local ok, e = pcall(function() return o.x.y.z end) t.e = e\n"
        "t.r = kube.resourceAdd('1', '2Gi') for w in string.gmatch('a b c', '%a') do t[w] = w end\n"
        "local r = kube.accuratePodRequirements({spec = {containers = {{name = 'a'}}}})\n"
        "return {t.e, string.format('%5.2f', 1), string.upper('abc')} end";
    rj_limits limits = *rj_limits_default();
    size_t done = 0;
    for (limits.max_memory_bytes = 40000; limits.max_memory_bytes < 140000;
         limits.max_memory_bytes += 61) {
        rj_error err = RJ_ERROR_INIT;
        rj_lua *lua = rj_lua_new(&(rj_lua_options){.limits = &limits}, &err);
        rj_arena *arena = rj_arena_new(0);
        rj_chunk chunk;
        rj_value object, result;
        if (!lua) {
            rj_error_clear(&err);
            rj_arena_free(arena);
            continue;
        }
        rj_member members[] = {{.key = "a", .key_bytes = 1, .value = rj_value_int(1)},
                               {.key = "b", .key_bytes = 1, .value = rj_value_text("text")}};
        object = rj_value_map(members, 2);
        const rj_value *args[] = {&object};
        assert_true(rj_script_compile(script, sizeof script - 1, NULL, NULL, arena, &chunk, &err));
        if (rj_lua_run(lua, &chunk, "F", args, 1, 1, &err) &&
            rj_lua_result_value(lua, 0, arena, &result, &err)) {
            done++;
            assert_int_equal(result.list.count, 3);
        } else {
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
        }
        rj_error_clear(&err);
        rj_arena_free(arena);
        rj_lua_free(lua);
    }
    assert_true(done > 0);
}

/* What a script does to its own environment hurts nobody else. */
static void tampering_is_harmless(void **state) {
    (void)state;
    runs_expect("string.__index = nil function F() local ok, e = pcall(function() local x = "
                "('a').b return x end) return e end",
                "<string>:1: attempt to index a non-table object(string) with key 'b'");
    runs_expect("string.__index = function(s, k) return s .. k end function F() local r = ('a').b "
                "return r end",
                "ab");
    runs_expect("string.__index = function(s) return s.x end function F() local ok, e = "
                "pcall(function() return ('a').b end) return tostring(ok) end",
                "false");
    runs_expect("_G = nil package = nil string = nil function F() return ('x'):upper() end", "X");
    runs_expect("package.loaded = nil function F() local r = require('os') return type(r.time) end",
                "function");
    runs_expect("package.preload = nil function F() local ok, e = pcall(require, 'kube') return e "
                "end",
                "<string>:1: package.preload must be a table");
    runs_expect("package.loaders[1] = nil function F() local ok, e = pcall(require, 'x') return e "
                "end",
                "<string>:1: module x not found:\n\t, ");
    runs_expect("package.loaders[1] = 5 function F() local ok, e = pcall(require, 'x') return "
                "tostring(ok) end",
                "false");
    runs_expect("package.preload.m = function() return require('m') end function F() local ok, e = "
                "pcall(require, 'm') return e end",
                "<string>:1: loop or previous error loading module: m");
    runs_expect("tostring = nil pairs = nil function F() print(1, {}) return 'x' end", "x");
    runs_expect("local g = _G for k in pairs(g) do g[k] = nil end function F() return 'x' end",
                "x");
}

static void uncaught_values_become_text(void **state) {
    (void)state;
    runs_expect_error("function F() error(42) end", RJ_ERROR_SCRIPT, "42");
    runs_expect_error("function F() error(nil) end", RJ_ERROR_SCRIPT, "nil");
    runs_expect_error("function F() error(true) end", RJ_ERROR_SCRIPT, "true");
    runs_expect_error("function F() error('a\\0b', 0) end", RJ_ERROR_SCRIPT, "a");
    lua_runs r;
    runs_open(&r, NULL);
    assert_false(runs_script(&r, "function F() error({}) end", NULL, 0, 1));
    assert_int_equal(strncmp(r.err.message, "table: 0x", 9), 0);
    assert_false(runs_script(&r, "function F() error(print) end", NULL, 0, 1));
    assert_int_equal(strncmp(r.err.message, "function: ", 10), 0);
    runs_close(&r);
}

static void handlers_may_fail_too(void **state) {
    (void)state;
    runs_expect("function F() local ok, e = xpcall(function() error('a', 0) end, function(m) "
                "error(m .. 'b', 0) end) return tostring(ok) .. e end",
                "falseab");
    runs_expect("function F() local h h = function(m) return h(m) + 1 end local ok, e = "
                "xpcall(error, h) return tostring(ok) .. type(e) end",
                "falsestring");
    runs_expect("function F() local ok, e = xpcall(function() local x = nil + 1 end, function(m) "
                "return {m} end) return e[1] end",
                "<string>:1: cannot perform add operation between nil and number");
}

static void recursion_ends(void **state) {
    (void)state;
    runs_expect(
        "function F() local function f(n) local r = f(n + 1) return r + 1 end local ok, e = "
        "pcall(f, 1) return e end",
        "<string>:1: stack overflow");
    runs_expect("function F() local p = {} for i = 1, 4000 do p[i] = pcall end local r = "
                "select('#', pcall(unpack(p))) return tostring(r < 300) end",
                "true");
    runs_expect("function F() local f f = function() table.sort({2, 1}, f) return true end local "
                "ok, e = pcall(f) return e end",
                "<string>:1: stack overflow");
    runs_expect("package.preload.a = function() package.loaded.a = nil local r = require('a') "
                "return r end function F() local ok, e = pcall(require, 'a') return e end",
                "<string>:1: stack overflow");
}

static void huge_requests_are_refused(void **state) {
    (void)state;
    runs_expect("function F() local ok, e = pcall(unpack, {}, 1, 1e9) return e end",
                "<string>:1: registry overflow");
    runs_expect("function F() local ok, e = pcall(unpack, {}, -2^63, 2^62) return e end",
                "<string>:1: registry overflow");
    runs_expect("function F() local t = {} for i = 1, 2555 do t[i] = 'x' end local ok, e = "
                "pcall(table.concat, t) t[2555] = nil return e .. #table.concat(t) end",
                "<string>:1: registry overflow2554");
    runs_expect("function F() local t = {} t[2^53] = 1 t[-1] = 1 t[67108864] = 1 return #t end",
                "0");
    runs_expect("function F() local t = {} table.insert(t, 2^40, 'a') table.insert(t, -5, 'b') "
                "return tostring(t[2^40]) .. tostring(t[-5]) .. #t end",
                "ab0");
    runs_expect("function F() return (select('#', select(-1, unpack({}, 1, 5000)))) end", "1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_runs_out_everywhere),
        cmocka_unit_test(memory_runs_out_everywhere),
        cmocka_unit_test(garbage_is_collected_in_time),
        cmocka_unit_test(a_state_needs_some_memory),
        cmocka_unit_test(runs_end_cleanly_under_any_cap),
        cmocka_unit_test(tampering_is_harmless),
        cmocka_unit_test(uncaught_values_become_text),
        cmocka_unit_test(handlers_may_fail_too),
        cmocka_unit_test(recursion_ends),
        cmocka_unit_test(huge_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
