/* SPDX-License-Identifier: Apache-2.0 */
/* The emitted chunk is something that LuaJIT loads; bounds; lack of memory. */
#include "unit/cmocka_all.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/script.h"
#include "script/helpers.h"

static const char *refusal(const char *text, size_t bytes) {
    static char message[400];
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    bool fine = luaL_loadbufferx(L, text, bytes, "=" RJ_CHUNK_NAME, "t") == 0;
    snprintf(message, sizeof message, "%s", fine ? "" : lua_tostring(L, -1));
    lua_close(L);
    return fine ? NULL : message;
}

typedef bool compile_fn(const char *script, size_t script_bytes, const rj_span_map *origin,
                        const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err);

/* Without and with counters, and traced. */
static compile_fn *const compilers[] = {rj_script_compile, rj_script_compile_counted,
                                        rj_script_compile_traced};
enum {
    COMPILERS = sizeof compilers / sizeof *compilers
};

static void expect_loads(const char *script) {
    rj_arena *arena = rj_arena_new(0);
    for (int i = 0; i < COMPILERS; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_chunk chunk;
        if (!compilers[i](script, strlen(script), NULL, NULL, arena, &chunk, &err))
            fail_msg("%.200s\n%s", script, err.message);
        const char *message = refusal(chunk.text, chunk.text_bytes);
        if (message)
            fail_msg("%.200s\n%s\n%.2000s", script, message, chunk.text);
    }
    rj_arena_free(arena);
}

static void what_luajit_would_refuse_or_misread(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "f\n(1)",
        "x = 1 ;;; (f)()",
        "do (f)() end (g)()",
        "function f() (g)() end",
        "function f(...) (arg)() end",
        "::l:: (f)() goto l",
        "(f())",
        "((f))((g))",
        "x = - -1 - - -y",
        "x = 1 - -1",
        "x = -2 ^ -2",
        "x = a .. 1 .. 2",
        "x = a or 1or 2",
        "x = {[ [[a]] ] = 1, [ [=[]]]=] ] = 2}",
        "x = 'a\\\nb\\0\\r'",
        "x = '\\\"\\\\'",
        "x = 0x7fffffffffffffff + 1e400 + 5e-324",
        "t['end'] = t['a b'] + t['goto']",
        "return f(x)",
        "do return f(x) end",
        "if a then return a.b:c(...) end",
        "return (f(x))",
        "return f(function() return g(function() return h() end) end, ...)",
        "return f(function() end)(function() end)",
        "return ('x'):f(function() end, g())",
        "return f(x, g(function() end))",
        "for i = a, b, c do end for j = 1, 2, 0 do end for k = -0, -1, -1 do end",
        "for k, v in f(x)(y).z do end for k in (t) do end for k in 'x' do end for k in -x do end",
        "local a, b, t a, b, t.x, t[a], g = b, a, f()",
        "a, b.c, d[e] = 1",
        "a = 1, 2, f()",
        "local function f(...) return arg, arg.n end",
        "local function f(...) local x = ... return arg end",
        "goto l do local x end ::l::",
        "for i = 1, 2 do if i then goto continue end local y = i ::continue:: end",
        "repeat local x = f() until x",
        "while a do if b then break end end",
        "local function f() return f() end",
        "x = a < (b < c)",
        "x = (a == b) == (c ~= d)",
        "x = #'s' + #{}",
        "return 'a' .. 'b' .. ('c' .. 'd')",
        "return",
        "x = function(...) return ... end",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        expect_loads(scripts[i]);
}

static void repeat(rj_buf *out, const char *text, int times) {
    for (int i = 0; i < times; i++)
        rj_buf_puts(out, text);
}

/* BEFORE × n, MIDDLE, AFTER × n */
static void nested(rj_buf *out, const char *before, const char *middle, const char *after, int n) {
    rj_buf_reset(out);
    repeat(out, before, n);
    rj_buf_puts(out, middle);
    repeat(out, after, n);
}

static const struct {
    const char *before, *middle, *after;
    int fine; /* so many must work */
} nestings[] = {
    {"do ", "", " end", 150},
    {"while a do ", "", " end", 150},
    {"if a then ", "", " end", 150},
    {"repeat ", "", " until a", 150},
    {"for i=1,2 do ", "", " end", 40},
    {"for k in f do ", "", " end", 40},
    {"function f() ", "", " end", 80},
    {"return function() ", "return 1", " end", 80},
    {"local function f() ", "", " end", 150},
};

static void blocks_nest(void **state) {
    (void)state;
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof nestings / sizeof *nestings; i++) {
        nested(&text, nestings[i].before, nestings[i].middle, nestings[i].after, nestings[i].fine);
        expect_loads(text.data);
    }
    rj_buf_free(&text);
}

static void expressions_nest(void **state) {
    (void)state;
    static const struct {
        const char *before, *middle, *after;
        int fine;
    } rows[] = {
        {"(", "f()", ")", 900},
        {"{", "", "}", 150},
        {"f(", "", ")", 60},
        {"not ", "a", "", 150},
        {"- ", "a", "", 60},
        {"", "a", ".b", 900},
        {"", "a", "()", 900},
        {"", "a", ":b()", 900},
        {"", "a", " + b", 60},
        {"", "a", " and b", 900},
        {"", "a", " .. b", 150},
        {"", "1", " + 1", 900},
        {"", "a", " ^ b", 60},
        {"", "a", "[f()]", 900},
        {"a[", "1", "]", 100},
        {"", "a", " < b", 100},
        {"function() return ", "1", " end", 80},
    };
    rj_buf text = RJ_BUF_INIT, expression = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nested(&expression, rows[i].before, rows[i].middle, rows[i].after, rows[i].fine);
        rj_buf_reset(&text);
        rj_buf_printf(&text, "return %s", expression.data);
        expect_loads(text.data);
    }
    rj_buf_free(&text);
    rj_buf_free(&expression);
}

static void expect_limit(const rj_buf *text) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_limits limits = *rj_limits_default();
    limits.max_script_bytes = 8 << 20;
    rj_chunk chunk = {0};
    assert_false(rj_script_compile(text->data, text->bytes, NULL, &limits, arena, &chunk, &err));
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    assert_null(chunk.text);
    rj_error_clear(&err);
    rj_arena_free(arena);
}

/* 200,000 levels of anything end in an error, quickly and on little stack. */
static void depth_is_bounded(void **state) {
    (void)state;
    static const char *const opening[] = {
        "(", "{", "f(", "not ", "- ", "a[", "function() return ", "a^", "#", "{{}, ", "f{", "a..("};
    static const char *const chains[] = {".b",     "()",   ":b()", "[1]",  " + b",
                                         " and b", " < b", "^b",   " .. b"};
    static const char *const blocks[] = {
        "do ",           "while a do ",    "if a then ", "repeat ", "for i = 1, 2 do ",
        "function f() ", "if a then else "};
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof opening / sizeof *opening; i++) {
        rj_buf_reset(&text);
        rj_buf_puts(&text, "return ");
        repeat(&text, opening[i], 200000);
        expect_limit(&text);
    }
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        rj_buf_reset(&text);
        rj_buf_puts(&text, "return a");
        repeat(&text, chains[i], 200000);
        expect_limit(&text);
    }
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        rj_buf_reset(&text);
        repeat(&text, blocks[i], 200000);
        expect_limit(&text);
    }
    rj_buf_reset(&text);
    rj_buf_puts(&text, "if a then ");
    repeat(&text, "elseif a then ", 200000);
    expect_limit(&text);
    rj_buf_free(&text);
}

static void size_is_bounded(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_limits limits = *rj_limits_default();
    limits.max_script_bytes = 5;
    rj_chunk chunk;
    assert_true(rj_script_compile("x = 1", 5, NULL, &limits, arena, &chunk, &err));
    assert_false(rj_script_compile("x = 10", 6, NULL, &limits, arena, &chunk, &err));
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    assert_string_equal(err.message, "the script has 6 bytes, more than the limit of 5");
    rj_error_clear(&err);
    rj_arena_free(arena);
}

static const char everything[] =
    "local a, b = 1, 'x' -- comment\n"
    "local function f(p, ...) for k, v in pairs(p) do a = a + v.x end return arg, g(p) end\n"
    "function t.u:v(w) if w then return self.x['y'](w, function() return w:z() end) end end\n"
    "for i = 1, #b do a, t[i], b = b, a, f() end\n"
    "repeat local c = {1, [a] = 2, d = {}} goto l ::l:: until c < a or not b\n"
    "while a == 'q\\n' do break end return -a .. b .. 1\n";

/* Whichever allocation fails: a clean error, and nothing leaks. */
static void memory_may_end_anywhere(void **state) {
    (void)state;
    int done = 0; /* which way is looked at */
    for (uint64_t n = 1; done < COMPILERS; n++) {
        assert_true(n < 10000);
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_chunk chunk = {0};
        rj_arena_fail_at(arena, n);
        if (compilers[done](everything, sizeof everything - 1, NULL, NULL, arena, &chunk, &err)) {
            done++;
            n = 0;
        } else {
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
            assert_null(chunk.text);
        }
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

/* What a piece says count times, between a beginning and an end; %d is its number. */
typedef struct long_script {
    const char *begin, *piece, *end;
} long_script;

/* What is compiled without counters is with them, and traced, and loads; of a common size it has
 * all points. */
static void check_counted(const rj_buf *script, const rj_limits *limits, bool fine, int size,
                          rj_arena *arena) {
    for (int i = 1; i < COMPILERS; i++) {
        rj_error err = RJ_ERROR_INIT;
        rj_chunk chunk;
        if (compilers[i](rj_buf_text(script), script->bytes, NULL, limits, arena, &chunk, &err) !=
            fine)
            fail_msg("%.80s: only one is compiled", rj_buf_text(script));
        const char *message = fine ? refusal(chunk.text, chunk.text_bytes) : NULL;
        if (message)
            fail_msg("%.80s, way %d: %s", rj_buf_text(script), i, message);
        if (size <= 100)
            assert_int_equal(chunk.points_left_out, 0);
        rj_error_clear(&err);
    }
}

/* The largest jumps, functions and tables: refused by us, or loaded by LuaJIT, at every size. */
static void long_scripts_load_or_are_refused_first(void **state) {
    (void)state;
    static const long_script scripts[] = {
        {"while a do ", "x = a < b\n", "end"},
        {"local a, b while a do ", "a = a < b\n", "end"},
        {"while a do ", "f() ", "end"},
        {"repeat ", "x = not a ", "until b"},
        {"for i = 1, 2 do ", "t[i] = i + u ", "end"},
        {"for k, v in pairs(t) do ", "x = -k .. v ", "end"},
        {"if a then ", "x%d = y ", "end"},
        {"if a then f() ", "elseif b == %d then g(a, b) ", "end"},
        {"x = a and {", "b < c, ", "}"},
        {"x = a or {", "k%d = b == c, ", "}"},
        {"x = a and f(", "{b, c}, ", "1)"},
        {"::top:: ", "x = b >= c ", "goto top"},
        {"goto out ", "x = b >= c ", "::out::"},
        {"x = {", "'k%d',", "}"},
        {"x = {", "a, ", "}"},
        {"local a x = {", "a, ", "}"},
        {"", "x%d = %d.5\n", ""},
        {"", "x = 'k%d'\n", ""},
        {"while a do ", "local function f() return g(h) end ", "end"},
        {"function F() ", "if a then return f(x) end ", "end"},
        {"while a do ", "do return f(x.y.z) end ", "end"},
        {"while a do ", "local p, q = f() p, q = q, p ", "end"},
    };
    static const int sizes[] = {100, 500, 1500, 3000, 6000, 12000, 24000, 70000};
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
            rj_buf text = RJ_BUF_INIT;
            rj_error err = RJ_ERROR_INIT;
            rj_chunk chunk;
            rj_limits limits = *rj_limits_default();
            limits.max_script_bytes = (size_t)16 << 20;
            rj_buf_puts(&text, scripts[i].begin);
            for (int n = 0; n < sizes[j]; n++)
                for (const char *p = scripts[i].piece; *p; p++)
                    if (p[0] == '%' && p[1] == 'd')
                        rj_buf_printf(&text, "%d", n), p++;
                    else
                        rj_buf_putc(&text, *p);
            rj_buf_puts(&text, scripts[i].end);
            bool fine = rj_script_compile(rj_buf_text(&text), text.bytes, NULL, &limits, arena,
                                          &chunk, &err);
            const char *message = fine ? refusal(chunk.text, chunk.text_bytes) : NULL;
            if (message)
                fail_msg("%d times %s\n%s", sizes[j], scripts[i].piece, message);
            /* Limits and production's own errors (200 locals); what is of common size loads. */
            if (!fine && sizes[j] <= 100)
                fail_msg("%d times %s\n%s", sizes[j], scripts[i].piece, err.message);
            if (sizes[j] <= 6000)
                check_counted(&text, &limits, fine, sizes[j], arena);
            rj_error_clear(&err);
            rj_buf_free(&text);
            rj_arena_reset(arena);
        }
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_luajit_would_refuse_or_misread),
        cmocka_unit_test(long_scripts_load_or_are_refused_first),
        cmocka_unit_test(blocks_nest),
        cmocka_unit_test(expressions_nest),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(size_is_bounded),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
