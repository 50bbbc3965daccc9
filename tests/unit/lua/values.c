/* SPDX-License-Identifier: Apache-2.0 */
#include "lua_runs.h"

#include <math.h>

#include "rjinterp/json.h"

/* The result of F, whose argument is the JSON text (NULL: none), as JSON or as its error. */
static void expect_json(const char *script, const char *argument, const char *expected) {
    lua_runs r;
    rj_value in, out;
    rj_buf text = RJ_BUF_INIT;
    runs_open(&r, NULL);
    if (argument)
        assert_true(rj_json_read(r.arena, argument, strlen(argument), NULL, NULL, &in, &r.err));
    const rj_value *args[] = {&in};
    assert_true(runs_script(&r, script, args, argument != NULL, 1));
    if (rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err))
        rj_json_write(&out, &text);
    else
        rj_buf_puts(&text, r.err.message);
    if (strcmp(rj_buf_text(&text), expected) != 0)
        print_message("script: %s\n", script);
    assert_string_equal(rj_buf_text(&text), expected);
    rj_buf_free(&text);
    runs_close(&r);
}

#define WRAP   "json: error calling MarshalJSON for type json.jsonValue: "
#define FAILED "encode lua result to json failed: " WRAP

static void arguments_become_tables(void **state) {
    (void)state;
    expect_json("function F(x) return x end", "{\"a\":null,\"b\":[1,null,2],\"c\":[null],\"d\":{}}",
                "{\"b\":[1,2],\"c\":[],\"d\":[]}");
    expect_json("function F(x) return type(x) end", "null", "\"nil\"");
    expect_json("function F(x) return x end", "9007199254740993", "9007199254740992");
    expect_json("function F(x) return x end", "9223372036854775807", "9223372036854776000");
    expect_json("function F(x) return x end", "\"\\u0000\xC3\xA9\"", "\"\\u0000\xC3\xA9\"");
    expect_json("function F(x) return tostring(1 / x) end", "-0.0", "\"-Inf\"");
    expect_json("function F(x) return #x .. x[#x] end", "[1,2,3,null,5]", "\"45\"");
}

static void numbers_come_back_as_text_would_be_read(void **state) {
    (void)state;
    static const struct {
        const char *number;
        bool is_int;
        int64_t whole;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"2^31", true, 2147483648},
        {"-2^53", true, -9007199254740992},
        {"2^53 + 2", true, 9007199254740994},
        {"2^62", true, 4611686018427388000},
        {"-2^62", true, -4611686018427388000},
        {"2^63 - 1024", true, 9223372036854775000},
        {"2^63", false, 0},
        {"-2^63", false, 0},
        {"1e18", true, 1000000000000000000},
        {"1e19", false, 0},
        {"1e21", false, 0},
        {"0.5", false, 0},
        {"1e300", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lua_runs r;
        rj_value out;
        char script[128];
        runs_open(&r, NULL);
        snprintf(script, sizeof script, "function F() return %s end", rows[i].number);
        assert_true(runs_script(&r, script, NULL, 0, 1));
        assert_true(rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err));
        assert_int_equal(out.kind, rows[i].is_int ? RJ_KIND_INT : RJ_KIND_FLOAT);
        if (rows[i].is_int)
            assert_int_equal(out.number.i64, rows[i].whole);
        runs_close(&r);
    }
}

static void the_first_complaint_is_productions(void **state) {
    (void)state;
    static const struct {
        const char *result, *expected;
    } rows[] = {
        {"nil", "null"},
        {"{}", "[]"},
        {"{1, 'a', true}", "[1,\"a\",true]"},
        {"{b = {}, a = {{}}}", "{\"a\":[[]],\"b\":[]}"},
        {"{['2'] = 1, ['10'] = 2}", "{\"10\":2,\"2\":1}"},
        {"{1, nil}", "[1]"},
        {"0/0", FAILED "json: unsupported value: NaN"},
        {"{1/0}", FAILED WRAP "json: unsupported value: +Inf"},
        {"{a = {b = -1/0}}", FAILED WRAP WRAP "json: unsupported value: -Inf"},
        {"print", FAILED "cannot encode function to JSON"},
        {"{{print}}", FAILED WRAP WRAP "cannot encode function to JSON"},
        {"select(2, string.gmatch('a', 'a'))", FAILED "cannot encode userdata to JSON"},
        {"{1, nil, 3}", FAILED "cannot encode sparse array"},
        {"{[0] = 1}", FAILED "cannot encode sparse array"},
        {"{[1] = 1, [1.5] = 2}", FAILED "cannot encode sparse array"},
        {"{[-1] = 1}", FAILED "cannot encode sparse array"},
        {"{1, a = 2}", FAILED "cannot encode mixed or invalid key types"},
        {"{1, [true] = 2}", FAILED "cannot encode mixed or invalid key types"},
        {"{a = 1, [true] = 2}", FAILED "cannot encode mixed or invalid key types"},
        {"{[print] = 2}", FAILED "cannot encode mixed or invalid key types"},
        {"{1, nil, 3, a = 2}", FAILED "cannot encode sparse array"},
        /* The keys of a table are looked at before its values, values in the order of keys. */
        {"{1, print, a = 2}", FAILED "cannot encode mixed or invalid key types"},
        {"{b = print, a = 0/0}", FAILED WRAP "json: unsupported value: NaN"},
        {"(function() local t = {} return {a = t, b = t} end)()",
         FAILED WRAP "cannot encode recursively nested tables to JSON"},
        {"(function() local t = {} t.t = t return t end)()",
         FAILED WRAP "cannot encode recursively nested tables to JSON"},
        {"'a\\255b'", "\"a\xEF\xBF\xBD"
                      "b\""},
        {"{['\\254'] = 1, ['\\255'] = 2}", "{\"\xEF\xBF\xBD\":2}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[256];
        snprintf(script, sizeof script, "function F() local r = %s return r end", rows[i].result);
        expect_json(script, NULL, rows[i].expected);
    }
}

/* An author has to find the value in a result of hundreds of lines. */
static void refused_values_have_a_place_and_advice(void **state) {
    (void)state;
    static const struct {
        const char *result, *path, *advice;
    } rows[] = {
        {"{a = {b = {1, print}}}", "a.b.1", "a function can't stand in a result"},
        {"{x = {{y = {[0] = 1}}}}", "x.0.y", "have to be 1, 2, 3"},
        {"(function() local t = {} return {a = t, b = {t}} end)()", "b.0", "make a copy"},
        {"{a = {1, k = 2}}", "a", "all text"},
        {"{a = 0/0}", "a", "0/0"},
        {"{[0] = 1}", NULL, "without a gap"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lua_runs r;
        rj_value out;
        char script[256];
        runs_open(&r, NULL);
        snprintf(script, sizeof script, "function F() local r = %s return r end", rows[i].result);
        assert_true(runs_script(&r, script, NULL, 0, 1));
        assert_false(rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err));
        if (rows[i].path)
            assert_string_equal(r.err.path, rows[i].path);
        else
            assert_null(r.err.path);
        assert_non_null(strstr(r.err.hint, rows[i].advice));
        runs_close(&r);
    }
}

static void deep_values_go_in_and_out(void **state) {
    (void)state;
    enum {
        LEVELS = 10000
    };
    lua_runs r;
    rj_value out;
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 60000;
    runs_open(&r, &limits);
    rj_value *lists = rj_arena_calloc(r.arena, LEVELS, sizeof *lists);
    lists[0] = rj_value_list(NULL, 0);
    for (int i = 1; i < LEVELS; i++)
        lists[i] = rj_value_list(&lists[i - 1], 1);
    const rj_value *args[] = {&lists[LEVELS - 1]};
    assert_true(runs_script(&r, "function F(x) return x end", args, 1, 1));
    assert_true(rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err));
    const rj_value *inner = &out;
    for (int i = 1; i < LEVELS; i++)
        inner = &inner->list.items[0];
    assert_int_equal(inner->list.count, 0);
    /* One more is too many, and so is a table without end. */
    assert_true(runs_script(&r, "function F(x) return {{x}} end", args, 1, 1));
    assert_false(rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err));
    assert_int_equal(r.err.code, RJ_ERROR_LIMIT);
    assert_true(runs_script(&r,
                            "function F() local t = {} for i = 1, 200000 do t = {a = t} end "
                            "return t end",
                            NULL, 0, 1));
    assert_false(rj_lua_result_value(r.lua, 0, r.arena, &out, &r.err));
    assert_int_equal(r.err.code, RJ_ERROR_LIMIT);
    runs_close(&r);
}

/* ---- random trees ---- */

static uint32_t seed;

static uint32_t next_random(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static const char *random_key(rj_arena *arena, size_t *bytes) {
    static const char *const parts[] = {"a", "key", ".", "\xC3\xA9", "1", "", "end", "-", "\n"};
    char text[64];
    const int length = snprintf(text, sizeof text, "%s%s%u", parts[next_random(9)],
                                parts[next_random(9)], next_random(30));
    *bytes = (size_t)length;
    return rj_arena_copy(arena, text, *bytes);
}

static rj_value random_value(rj_arena *arena, int depth);

static rj_value random_container(rj_arena *arena, int depth) {
    const uint32_t count = next_random(5);
    if (next_random(2)) {
        rj_list_builder list = {.arena = arena};
        for (uint32_t i = 0; i < count; i++) {
            const rj_value item = random_value(arena, depth - 1);
            assert_true(rj_list_append(&list, &item));
        }
        return rj_list_finish(&list);
    }
    rj_map_builder map = {.arena = arena};
    for (uint32_t i = 0; i < count; i++) {
        size_t bytes;
        const char *key = random_key(arena, &bytes);
        const rj_value item = random_value(arena, depth - 1);
        assert_true(rj_map_append(&map, key, bytes, (rj_position){0}, &item));
    }
    return rj_map_finish(&map);
}

static rj_value random_value(rj_arena *arena, int depth) {
    size_t bytes;
    switch (next_random(depth > 0 ? 9 : 5)) {
    case 0:
        return rj_value_null;
    case 1:
        return rj_value_bool(next_random(2));
    case 2:
        return rj_value_int((int64_t)next_random(1u << 24) - (1 << 23));
    case 3:
        return rj_value_float(ldexp((double)next_random(1u << 24) + 0.5, -(int)next_random(60)));
    case 4: {
        const char *text = random_key(arena, &bytes);
        return rj_value_string(text, bytes);
    }
    default:
        return random_container(arena, depth);
    }
}

/* What production makes of a value on its way through Lua: nulls vanish, empty maps are lists. */
static rj_value through_lua(rj_arena *arena, const rj_value *in) {
    if (in->kind == RJ_KIND_LIST) {
        rj_list_builder list = {.arena = arena};
        for (size_t i = 0; i < in->list.count; i++)
            if (in->list.items[i].kind != RJ_KIND_NULL) {
                const rj_value item = through_lua(arena, &in->list.items[i]);
                assert_true(rj_list_append(&list, &item));
            }
        return rj_list_finish(&list);
    }
    if (in->kind != RJ_KIND_MAP)
        return *in;
    rj_map_builder map = {.arena = arena};
    for (size_t i = 0; i < in->map.count; i++)
        if (in->map.members[i].value.kind != RJ_KIND_NULL) {
            const rj_value item = through_lua(arena, &in->map.members[i].value);
            assert_true(rj_map_append(&map, in->map.members[i].key, in->map.members[i].key_bytes,
                                      (rj_position){0}, &item));
        }
    return map.count ? rj_map_finish(&map) : rj_value_list(NULL, 0);
}

static void random_trees_come_back(void **state) {
    (void)state;
    rj_arena *chunk_arena = rj_arena_new(0), *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    /* Copies on the way, so that pairs() has to meet every key. */
    static const char script[] = "local function copy(v) if type(v) ~= 'table' then return v end "
                                 "local r = {} for k, w in pairs(v) do r[k] = copy(w) end return r "
                                 "end function F(x) return x, (copy(x)) end";
    assert_true(
        rj_script_compile(script, sizeof script - 1, NULL, NULL, chunk_arena, &chunk, &err));
    rj_lua *lua = rj_lua_new(NULL, &err);
    assert_non_null(lua);
    for (uint32_t i = 0; i < 12000; i++) {
        seed = i;
        rj_value same, copied;
        const rj_value in = random_value(arena, 6), expected = through_lua(arena, &in);
        const rj_value *args[] = {&in};
        assert_true(rj_lua_run(lua, &chunk, "F", args, 1, 2, &err));
        assert_true(rj_lua_result_value(lua, 0, arena, &same, &err));
        assert_true(rj_lua_result_value(lua, 1, arena, &copied, &err));
        assert_true(rj_value_equal(&same, &expected));
        assert_true(rj_value_equal(&copied, &expected));
        rj_arena_reset(arena);
    }
    rj_lua_free(lua);
    rj_arena_free(arena);
    rj_arena_free(chunk_arena);
}

/* Running out of arena is an error like any other. */
static void every_allocation_may_fail(void **state) {
    (void)state;
    lua_runs r;
    runs_open(&r, NULL);
    assert_true(
        runs_script(&r, "function F() return {a = {1, 'x', {}}, b = {c = 'y'}} end", NULL, 0, 1));
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        rj_value out = rj_value_int(7);
        rj_arena *arena = rj_arena_new(0);
        rj_arena_fail_at(arena, n);
        done = rj_lua_result_value(r.lua, 0, arena, &out, &r.err);
        if (!done) {
            assert_int_equal(r.err.code, RJ_ERROR_MEMORY);
            assert_int_equal(out.number.i64, 7);
        }
        rj_error_clear(&r.err);
        rj_arena_free(arena);
        assert_true(n < 100);
    }
    runs_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_become_tables),
        cmocka_unit_test(numbers_come_back_as_text_would_be_read),
        cmocka_unit_test(the_first_complaint_is_productions),
        cmocka_unit_test(refused_values_have_a_place_and_advice),
        cmocka_unit_test(deep_values_go_in_and_out),
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
