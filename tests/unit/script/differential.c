/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs, in a part of the language that means the same to production and to LuaJIT: what
 * is emitted, on our state, prints what the program itself prints on plain LuaJIT. */
#include "unit/cmocka_all.h"

#include <lauxlib.h>
#include <lua.h>
#include <luajit.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/lua.h"
#include "rjinterp/script.h"

enum {
    PROGRAMS = 10000,
    MAX_LOCALS = 12
};

/* Names a0, a1, … are locals that hold numbers, s0, s1, … strings, t is a table of numbers. All
 * numbers are integers below 1000, whose text is the same everywhere. */
typedef struct writer {
    rj_buf out;
    uint64_t random;
    int numbers, strings; /* locals in sight */
    int names;            /* ever */
    int depth;
    bool in_loop, in_function;
} writer;

static uint32_t pick(writer *w, uint32_t count) {
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return (uint32_t)((w->random >> 20) % count);
}

static void put(writer *w, const char *text) {
    rj_buf_puts(&w->out, text);
}

static void number(writer *w, int depth);
static void string(writer *w, int depth);
static void condition(writer *w, int depth);
static void block(writer *w, int statements);

static void number_call(writer *w, int depth) {
    put(w, pick(w, 2) ? "add(" : "o:add(");
    number(w, depth);
    put(w, ", ");
    number(w, depth);
    put(w, ")");
}

static void number(writer *w, int depth) {
    static const char *const operators[] = {" + ", " - ", " * "};
    switch (depth > 0 ? pick(w, 11) : pick(w, 3)) {
    case 0:
    case 1:
        if (w->numbers) {
            rj_buf_printf(&w->out, "a%d", (int)pick(w, (uint32_t)w->numbers));
            return;
        }
        __attribute__((fallthrough));
    case 2:
        rj_buf_printf(&w->out, "%u", pick(w, 100));
        return;
    case 3:
        put(w, "(");
        number(w, depth - 1);
        put(w, operators[pick(w, 3)]);
        number(w, depth - 1);
        put(w, ") % 1000");
        return;
    case 4:
        put(w, "t[");
        number(w, depth - 1);
        put(w, " % 4 + 1]");
        return;
    case 5:
        put(w, "#");
        put(w, "(");
        string(w, depth - 1);
        put(w, ")");
        return;
    case 6:
        put(w, "(-(");
        number(w, depth - 1);
        put(w, ") + 0)"); /* no -0, which LuaJIT shows */
        return;
    case 7:
        put(w, "((");
        condition(w, depth - 1);
        put(w, ") and ");
        number(w, depth - 1);
        put(w, " or ");
        number(w, depth - 1);
        put(w, ")");
        return;
    case 8:
        put(w, "select('#', pair(");
        number(w, depth - 1);
        put(w, "))");
        return;
    case 9:
        put(w, "(pair(");
        number(w, depth - 1);
        put(w, "))");
        return;
    default:
        number_call(w, depth - 1);
    }
}

static void string(writer *w, int depth) {
    switch (depth > 0 ? pick(w, 6) : pick(w, 2)) {
    case 0:
        if (w->strings) {
            rj_buf_printf(&w->out, "s%d", (int)pick(w, (uint32_t)w->strings));
            return;
        }
        __attribute__((fallthrough));
    case 1:
        rj_buf_printf(&w->out, "'%c'", 'a' + (int)pick(w, 26));
        return;
    case 2:
        put(w, "(");
        string(w, depth - 1);
        put(w, " .. ");
        number(w, depth - 1);
        put(w, " .. ");
        string(w, depth - 1);
        put(w, "):sub(1, 9)");
        return;
    case 3:
        put(w, "tostring(");
        condition(w, depth - 1);
        put(w, ")");
        return;
    case 4:
        put(w, "o.name(");
        number(w, depth - 1);
        put(w, ")");
        return;
    default:
        put(w, "(");
        string(w, depth - 1);
        put(w, "):upper()");
    }
}

static void condition(writer *w, int depth) {
    static const char *const comparisons[] = {" < ", " <= ", " > ", " >= ", " == ", " ~= "};
    switch (depth > 0 ? pick(w, 5) : 0) {
    case 0:
    case 1:
        number(w, depth - 1);
        put(w, comparisons[pick(w, 6)]);
        number(w, depth - 1);
        return;
    case 2:
        string(w, depth - 1);
        put(w, comparisons[pick(w, 6)]);
        string(w, depth - 1);
        return;
    case 3:
        put(w, "not (");
        condition(w, depth - 1);
        put(w, ")");
        return;
    default:
        put(w, "(");
        condition(w, depth - 1);
        put(w, pick(w, 2) ? ") and (" : ") or (");
        condition(w, depth - 1);
        put(w, ")");
    }
}

/* A block with its own locals. */
static void inner(writer *w, int statements) {
    int numbers = w->numbers, strings = w->strings;
    w->depth++;
    block(w, statements);
    w->depth--;
    w->numbers = numbers;
    w->strings = strings;
}

static void loop(writer *w) {
    bool outer = w->in_loop;
    w->in_loop = true;
    int name = ++w->names;
    switch (pick(w, 4)) {
    case 0:
        rj_buf_printf(&w->out, "for i%d = %u, %u, %u do budget()\n", name, pick(w, 3), pick(w, 6),
                      pick(w, 2) + 1);
        break;
    case 1:
        rj_buf_printf(&w->out, "for i%d, v%d in ipairs(t) do budget()\nt[i%d %% 4 + 1] = v%d\n",
                      name, name, name, name);
        break;
    case 2:
        put(w, "while budget() and ");
        condition(w, 2);
        put(w, " do\n");
        break;
    default:
        put(w, "repeat\nbudget()\n");
        inner(w, 2);
        put(w, "until ");
        condition(w, 2);
        put(w, "\n");
        w->in_loop = outer;
        return;
    }
    rj_buf_printf(&w->out, "if %s then goto next%d end\n", pick(w, 2) ? "t[1] > 5" : "t[2] < 3",
                  name);
    inner(w, 2);
    rj_buf_printf(&w->out, "::next%d::\nend\n", name);
    w->in_loop = outer;
}

static void closure(writer *w) {
    bool in_loop = w->in_loop;
    int name = ++w->names;
    w->in_loop = false;
    rj_buf_printf(&w->out, "local function f%d(n, ...)\nbudget()\n", name);
    inner(w, 2);
    switch (pick(w, 4)) {
    case 0:
        put(w, "return add(n, select('#', ...))\n");
        break;
    case 1:
        rj_buf_printf(&w->out, "if n > 0 then return f%d(n - 1, ...) end\n", name);
        put(w, "return (...) or n\n");
        break;
    case 2:
        put(w, "return o:add(n, 1)\n");
        break;
    default:
        put(w, "return n + 1\n");
    }
    rj_buf_printf(&w->out, "end\nout(f%d(%u, %u, %u))\n", name, pick(w, 5), pick(w, 9), pick(w, 9));
    w->in_loop = in_loop;
}

static void conditional(writer *w) {
    put(w, "if ");
    condition(w, 3);
    put(w, " then\n");
    inner(w, 2);
    if (pick(w, 2)) {
        put(w, "elseif ");
        condition(w, 2);
        put(w, " then\n");
        inner(w, 1);
    }
    if (pick(w, 2)) {
        put(w, "else\n");
        inner(w, 1);
    }
    put(w, "end");
}

static void local(writer *w) {
    bool of_string = pick(w, 2);
    int *count = of_string ? &w->strings : &w->numbers;
    if (*count >= MAX_LOCALS)
        return;
    rj_buf_printf(&w->out, of_string ? "local s%d = " : "local a%d = ", *count);
    if (of_string)
        string(w, 3);
    else
        number(w, 3);
    (*count)++;
}

static void simple_statement(writer *w) {
    switch (pick(w, 6)) {
    case 0:
        local(w);
        break;
    case 1:
        if (w->numbers) {
            rj_buf_printf(&w->out, "a%d = ", (int)pick(w, (uint32_t)w->numbers));
            number(w, 3);
        }
        break;
    case 2:
        put(w, "t[");
        number(w, 2);
        put(w, " % 4 + 1] = ");
        number(w, 3);
        break;
    case 3:
        put(w, "out(");
        number(w, 3);
        put(w, ", ");
        string(w, 3);
        put(w, ", pair(7))");
        break;
    case 4:
        put(w, "t[1], t[2], o.x = t[2], t[1], ");
        number(w, 2);
        put(w, "\nout(o.x)");
        break;
    default:
        put(w, "out(pcall(function() return ");
        number(w, 2);
        put(w, " end))");
    }
}

static void statement(writer *w) {
    switch (w->depth < 4 ? pick(w, 11) : 10) {
    case 0:
        conditional(w);
        break;
    case 1:
        closure(w);
        break;
    case 2:
        put(w, "do\n");
        inner(w, 2);
        put(w, "end");
        break;
    case 3:
    case 4:
        loop(w);
        break;
    default:
        simple_statement(w);
    }
    put(w, pick(w, 3) ? "\n" : ";\n");
}

static void block(writer *w, int statements) {
    for (int i = 0; i < statements; i++)
        statement(w);
    if (w->in_loop && pick(w, 6) == 0)
        put(w, "do break end\n");
}

/* A lone `;` isn't a statement to LuaJIT. */
static void drop_lone_semicolons(rj_buf *text) {
    size_t to = 0;
    for (size_t i = 0; i < text->bytes; i++)
        if (text->data[i] != ';' || (to && text->data[to - 1] != '\n'))
            text->data[to++] = text->data[i];
    text->bytes = to;
    text->data[to] = '\0';
}

static const char head[] =
    "local said, left = {}, 300\n"
    "local function budget() left = left - 1 if left < 0 then error('spent', 0) end "
    "return true end\n"
    "local function out(...)\n"
    "for i = 1, select('#', ...) do local v = select(i, ...)\n"
    "if #said < 2000 then said[#said + 1] = tostring(v) end end\n"
    "end\n"
    "local function add(a, b) return (a + b) % 1000 end\n"
    "local function pair(a) return a, a + 1 end\n"
    "local o = {x = 0}\n"
    "function o:add(a, b) return add(a, b) end\n"
    "function o.name(n) return 'n' .. n end\n"
    "function F()\n"
    "local t = {1, 2, 3, 4}\n"
    "local ok, problem = pcall(function()\n";
static const char tail[] = "end)\nout(ok, problem)\nreturn table.concat(said, ' ')\nend\n";

static void write_program(writer *w, uint64_t seed) {
    rj_buf_reset(&w->out);
    rj_buf out = w->out;
    *w = (writer){.out = out, .random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    rj_buf_puts(&w->out, head);
    block(w, 6);
    drop_lone_semicolons(&w->out);
    rj_buf_puts(&w->out, tail);
}

/* What F() returns on plain LuaJIT; false: an error. */
static bool run_plain(const rj_buf *program, rj_buf *result) {
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    luaL_openlibs(L);
    luaJIT_setmode(L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF); /* its loops aren't always right */
    bool fine =
        luaL_loadbuffer(L, program->data, program->bytes, "=p") == 0 && lua_pcall(L, 0, 0, 0) == 0;
    if (fine) {
        lua_getglobal(L, "F");
        fine = lua_pcall(L, 0, 1, 0) == 0;
    }
    rj_buf_reset(result);
    rj_buf_puts(result, lua_tostring(L, -1));
    lua_close(L);
    return fine;
}

typedef bool compile_fn(const char *script, size_t script_bytes, const rj_span_map *origin,
                        const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err);

/* Returns the length of what F() returns, which has to be what is expected. */
static size_t run_ours(const rj_buf *program, uint64_t seed, const rj_buf *expected,
                       rj_arena *arena, compile_fn *compile) {
    static const rj_trace_options trace = {.max_events = 1000, .max_text_bytes = 65536};
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_lua *lua = rj_lua_new(&(rj_lua_options){.trace = &trace}, &err);
    assert_non_null(lua);
    if (!compile(program->data, program->bytes, NULL, NULL, arena, &chunk, &err) ||
        !rj_lua_run(lua, &chunk, "F", NULL, 0, 1, &err))
        fail_msg("seed %u: %s\n%s", (unsigned)seed, err.message, program->data);
    size_t bytes;
    const char *got = rj_lua_result_text(lua, 0, &bytes);
    if (strcmp(got, rj_buf_text(expected)) != 0)
        fail_msg("seed %u\nexpected: %s\ngot:      %s\n%s", (unsigned)seed, rj_buf_text(expected),
                 got, program->data);
    rj_lua_free(lua);
    return bytes;
}

static void programs_mean_the_same(void **state) {
    (void)state;
    writer w = {.out = RJ_BUF_INIT};
    rj_buf expected = RJ_BUF_INIT;
    rj_arena *arena = rj_arena_new(0);
    size_t bytes = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        write_program(&w, seed);
        if (!run_plain(&w.out, &expected))
            fail_msg("seed %u: %s\n%s", (unsigned)seed, expected.data, w.out.data);
        bytes += run_ours(&w.out, seed, &expected, arena, rj_script_compile);
        if (seed % 4 == 0)
            run_ours(&w.out, seed, &expected, arena, rj_script_compile_counted);
        if (seed % 4 == 2)
            run_ours(&w.out, seed, &expected, arena, rj_script_compile_traced);
        rj_arena_reset(arena);
    }
    assert_true(bytes > 20 * (size_t)PROGRAMS);
    rj_buf_free(&w.out);
    rj_buf_free(&expected);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs_mean_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
