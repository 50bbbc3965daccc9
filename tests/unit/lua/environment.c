/* SPDX-License-Identifier: Apache-2.0 */
#include "lua_runs.h"

/* name=type of every field, sorted, in one line: nothing may be missing, nothing more be there. */
#define LIST                                                                                       \
    "local function list(t) local n = {} for k, v in pairs(t) do n[#n + 1] = tostring(k) .. '=' "  \
    ".. type(v) end table.sort(n) return table.concat(n, ' ') end "

static void globals_are_productions_and_no_more(void **state) {
    (void)state;
    runs_expect(LIST "function F() return list(_G) end",
                "F=function _G=table _GOPHER_LUA_VERSION=string _VERSION=string "
                "_printregs=function assert=function collectgarbage=function dofile=function "
                "error=function getfenv=function getmetatable=function ipairs=function "
                "load=function loadfile=function loadstring=function math=table module=function "
                "newproxy=function next=function os=table package=table pairs=function "
                "pcall=function print=function rawequal=function rawget=function rawset=function "
                "require=function select=function setfenv=function setmetatable=function "
                "string=table table=table tonumber=function tostring=function type=function "
                "unpack=function xpcall=function");
}

static void libraries_are_productions_and_no_more(void **state) {
    (void)state;
    static const struct {
        const char *library, *fields;
    } rows[] = {
        {"string", "__index=table byte=function char=function dump=function find=function "
                   "format=function gfind=function gmatch=function gsub=function len=function "
                   "lower=function match=function rep=function reverse=function sub=function "
                   "upper=function"},
        {"table", "concat=function getn=function insert=function maxn=function remove=function "
                  "sort=function"},
        {"math",
         "abs=function acos=function asin=function atan2=function atan=function ceil=function "
         "cos=function cosh=function deg=function exp=function floor=function fmod=function "
         "frexp=function huge=number ldexp=function log10=function log=function max=function "
         "min=function mod=function modf=function pi=number pow=function rad=function "
         "random=function randomseed=function sin=function sinh=function sqrt=function "
         "tan=function tanh=function"},
        {"os", "date=function time=function"},
        {"package", "loaded=table loaders=table loadlib=function preload=table"},
        {"package.loaded", "_G=table math=table os=table string=table table=table"},
        {"package.preload", "kube=function"},
        {"require('kube')", "accuratePodRequirements=function getPodDependencies=function "
                            "getResourceQuantity=function resourceAdd=function"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[1024];
        snprintf(script, sizeof script, LIST "function F() return list(%s) end", rows[i].library);
        runs_expect(script, rows[i].fields);
    }
}

static void refused_functions_say_so(void **state) {
    (void)state;
    static const char *const refused[] = {
        "collectgarbage", "dofile",       "getfenv",  "getmetatable", "load",
        "loadfile",       "loadstring",   "rawequal", "rawget",       "rawset",
        "setfenv",        "setmetatable", "module",   "newproxy"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char script[256], message[256];
        snprintf(script, sizeof script, "\n\nfunction F() local r = %s('return 1') return r end",
                 refused[i]);
        snprintf(message, sizeof message,
                 "<string>:1: call function %s is not supported in karmada customized "
                 "resourceinterpreter.",
                 refused[i]);
        runs_expect_error(script, RJ_ERROR_SCRIPT, message);
    }
    runs_expect_error("function F() local r = package.loadlib('x', 'y') return r end",
                      RJ_ERROR_SCRIPT, "<string>:1: loadlib is not supported");
}

static void nothing_of_luajit_can_be_reached(void **state) {
    (void)state;
    static const char *const names[] = {
        "ffi", "jit", "bit", "io", "debug", "coroutine", "string.buffer", "table.new", "jit.util"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char script[256];
        snprintf(script, sizeof script,
                 "function F() local ok = pcall(require, '%s') return tostring(ok) .. "
                 "tostring(_G['%s']) end",
                 names[i], names[i]);
        runs_expect(script, "falsenil");
    }
}

static void globals_live_on_between_runs_and_results_of_the_chunk_come_first(void **state) {
    (void)state;
    lua_runs r;
    size_t bytes;
    runs_open(&r, NULL);
    assert_true(runs_script(&r, "n = 1 function F() n = n + 1 return n end", NULL, 0, 1));
    assert_true(rj_lua_result_number(r.lua, 0) == 2);
    assert_true(runs_script(&r, "seen = n", NULL, 0, 1)); /* the first script's F */
    assert_true(rj_lua_result_number(r.lua, 0) == 3);
    assert_true(
        runs_script(&r, "function F() return 'f', 'g', 'h' end return 'chunk'", NULL, 0, 2));
    assert_string_equal(rj_lua_result_text(r.lua, 0, &bytes), "chunk");
    assert_string_equal(rj_lua_result_text(r.lua, 1, &bytes), "f");
    assert_int_equal(rj_lua_result_type(r.lua, 2), RJ_LUA_NIL);
    assert_true(runs_script(&r, "function F() return seen end", NULL, 0, 3));
    assert_true(rj_lua_result_number(r.lua, 0) == 2);
    assert_int_equal(rj_lua_result_type(r.lua, 1), RJ_LUA_NIL);
    runs_close(&r);
}

static void the_function_has_to_be_a_global_function(void **state) {
    (void)state;
    runs_expect_error("local function F() end", RJ_ERROR_RULE, "not found function F");
    runs_expect_error("F = false", RJ_ERROR_RULE, "F is not a function: boolean");
    runs_expect_error("F = {}", RJ_ERROR_RULE, "F is not a function: table");
    runs_expect("_G['F'] = function() return 'x' end", "x");
}

static void printing_has_a_limit(void **state) {
    (void)state;
    rj_limits limits = *rj_limits_default();
    lua_runs r;
    limits.max_print_bytes = 12;
    runs_open(&r, &limits);
    assert_true(runs_script(&r, "function F() print('a', 1, nil, 0.1) end", NULL, 0, 1));
    assert_string_equal(rj_buf_text(&r.printed), "a\t1\tnil\t0.1\n");
    assert_true(runs_script(&r, "function F() print('again') end", NULL, 0, 1));
    assert_false(
        runs_script(&r, "function F() while true do pcall(print, 'x') end end", NULL, 0, 1));
    assert_int_equal(r.err.code, RJ_ERROR_LIMIT);
    assert_string_equal(r.err.message, "the script prints more than the limit of 12 bytes");
    runs_close(&r);
}

static void times_are_calendar_times(void **state) {
    (void)state;
    runs_expect("function F() local a = os.time() return tostring(a > 1600000000) end", "true");
    /* Every day of four centuries there and back, and what lies outside them. */
    runs_expect("function F() for d = -200000, 200000, 37 do local t = os.date('*t', d * 86400 + "
                "4711) if os.time(t) ~= d * 86400 + 4711 then return d end end return 'same' end",
                "same");
    runs_expect("function F() return os.date('%F', 1e15) .. #os.date('%c', -1e300) .. "
                "type(os.time({year=1e300, month=-1e300, day=0/0, hour=1/0})) end",
                "31690708-07-0519number");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(globals_are_productions_and_no_more),
        cmocka_unit_test(libraries_are_productions_and_no_more),
        cmocka_unit_test(refused_functions_say_so),
        cmocka_unit_test(nothing_of_luajit_can_be_reached),
        cmocka_unit_test(globals_live_on_between_runs_and_results_of_the_chunk_come_first),
        cmocka_unit_test(the_function_has_to_be_a_global_function),
        cmocka_unit_test(printing_has_a_limit),
        cmocka_unit_test(times_are_calendar_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
