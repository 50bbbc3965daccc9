/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua/pattern.h"
#include "rjinterp/buf.h"

/* Compiles into memory of exactly the size that was asked for. Caller frees *memory. */
static rj_pattern *compile(const char *text, size_t bytes, void **memory, rj_pattern_error *error) {
    rj_pattern_shape shape;
    *memory = NULL;
    if (!rj_pattern_scan(text, bytes, &shape, error))
        return NULL;
    *memory = malloc(rj_pattern_memory_bytes(&shape));
    assert_non_null(*memory);
    return rj_pattern_compile(text, bytes, &shape, *memory);
}

static void render_match(const rj_pattern *pattern, const char *subject, rj_buf *out) {
    rj_pattern_capture whole = rj_pattern_capture_at(pattern, 0);
    rj_buf_printf(out, "%zu-%zu", whole.start + 1, whole.end);
    for (size_t i = 1; i <= rj_pattern_captures(pattern); i++) {
        rj_pattern_capture c = rj_pattern_capture_at(pattern, i);
        if (c.is_position) {
            rj_buf_printf(out, " @%zu", c.start + 1);
        } else {
            rj_buf_puts(out, " '");
            rj_buf_append(out, subject + c.start, c.end - c.start);
            rj_buf_puts(out, "'");
        }
    }
}

/* "1-3 'capture' @position" as find counts, "none", or "error: text" ("panic: text" when bare). */
static void find(const char *subject, size_t bytes, const char *text, size_t text_bytes,
                 size_t from, rj_buf *out) {
    rj_pattern_error error;
    void *memory;
    rj_buf_reset(out);
    rj_pattern *pattern = compile(text, text_bytes, &memory, &error);
    rj_pattern_outcome outcome = RJ_PATTERN_FAILED;
    if (pattern)
        outcome = rj_pattern_find(pattern, subject, bytes, from, NULL, &error);
    if (outcome == RJ_PATTERN_FOUND)
        render_match(pattern, subject, out);
    else if (outcome == RJ_PATTERN_NONE)
        rj_buf_puts(out, "none");
    else
        rj_buf_printf(out, "%s: %s", error.bare ? "panic" : "error", error.text);
    free(memory);
}

typedef struct row {
    const char *subject, *pattern, *expected;
} row;

static void check_rows(const row *rows, size_t count) {
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < count; i++) {
        find(rows[i].subject, strlen(rows[i].subject), rows[i].pattern, strlen(rows[i].pattern), 0,
             &out);
        if (strcmp(rj_buf_text(&out), rows[i].expected) != 0)
            fail_msg("find('%s', '%s'): expected %s, got %s", rows[i].subject, rows[i].pattern,
                     rows[i].expected, rj_buf_text(&out));
    }
    rj_buf_free(&out);
}

#define CHECK(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

/* The patterns of lua-env.jsonl (str-*, find-*, match-*), and neighbours by the manual's rules. */
static void matches_as_recorded(void **state) {
    (void)state;
    static const row rows[] = {
        {"hello", "l", "3-3"},
        {"hello", "()ll()", "3-4 @3 @5"},
        {"hello", "^h", "1-1"},
        {"hello", "^e", "none"},
        {"key=value", "(%w+)=(%w+)", "1-9 'key' 'value'"},
        {"hello", "l+", "3-4"},
        {"  trim me  ", "^%s*(.-)%s*$", "1-11 'trim me'"},
        {"2024-05-06", "(%d+)-(%d+)-(%d+)", "1-10 '2024' '05' '06'"},
        {"v1.2.3", "^v(%d+)%.(%d+)%.(%d+)$", "1-6 '1' '2' '3'"},
        {"abc_1", "[%w_]+", "1-5"},
        {"a-b", "[a-]+", "1-2"},
        {"a]b", "[]]", "2-2"},
        {"a^b", "[%^]", "2-2"},
        {"aXb", "%u", "2-2"},
        {"aaa", "a-", "1-0"},
        {"aaab", "a-b", "1-4"},
        {"abab", "(ab)%1", "1-4 'ab'"},
        {"x.y", "%p", "2-2"},
        {"", "^$", "1-0"},
        {"key = \"v\"", "(%w+)%s*=%s*\"(.-)\"", "1-9 'key' 'v'"},
        {"aab", "(a*(.))", "1-3 'aab' 'b'"},
        {"x", "(x)(y?)", "1-1 'x' ''"},
        {"**", "*", "1-1"},
        {"+1", "^[+-]?%d+", "1-2"},
        {"tag:latest", ":([^:]+)$", "4-10 'latest'"},
        {"k: v", "(%w+): (%w+)", "1-4 'k' 'v'"},
        {"f(a(b)c)d", "%b()", "2-8"},
        {"f(a(b c", "%b()", "none"},
        {"\"x\"y\"", "%b\"\"", "1-3"},
    };
    CHECK(rows);
}

/* Spec section 4: "Patterns", and what production's grammar makes of the neighbours. */
static void deviates_as_production_does(void **state) {
    (void)state;
    static const row rows[] = {
        /* no frontier: a literal f follows (str-088) */
        {"THE (quick) fox", "%f[%a]%a+", "13-15"},
        {"xfg", "%f%g", "2-3"},
        {"abc", "%", "none"}, /* str-104 */
        {"abc%", "%", "none"},
        {"abc%", "%%", "4-4"},
        /* ends of a range that are classes: nothing matches */
        {"a-z", "[%a-z]", "none"},
        {"a-z", "[a-%z]", "none"},
        {"a-z", "[%a-]", "1-1"},
        {"-", "[%a-]", "1-1"},
        {"+", "[+-%-]", "none"},
        {"abc-e", "[a-c-e]", "none"}, /* a range can't start a range, and is lost in it */
        {"b", "[a-cx]", "1-1"},
        {"bx-", "[xa-c-]+", "1-3"},
        {"5", "[%d.]", "1-1"},
        {"-", "[--/]", "1-1"},
        {".", "[--/]", "1-1"},
        {"a-", "[a--]+", "1-2"}, /* not a range: the second - is one too many, then stands alone */
        {"m", "[a--z]", "1-1"},
        {"b]", "[]b]+", "1-2"},
        {"a]b", "[^]]+", "1-1"},
        {"]^", "[]^]+", "1-2"},
        {"^", "[^^]", "none"},
        {"b", "[%b]", "1-1"},
        {"%", "[%%]", "1-1"},
        {"q.", "[.]", "2-2"},
        {"Q", "%Q", "1-1"},
        /* $ is special at the very end of the pattern only */
        {"a$b", "a$b", "1-3"},
        {"a$", "(a$)", "1-2 'a$'"},
        {"ba", "a$", "2-2"},
        {"a$$", "$+", "2-3"},
        {"a$", "a%$", "1-2"},
        {"", "$", "1-0"},
        /* ^ at the start only */
        {"a^", "a^", "1-2"},
        {"^a", "(^a)", "1-2 '^a'"},
        {"*a", "^*a", "1-2"},
        /* a quantifier that follows no single character is one */
        {"a*", "a**", "1-2"},
        {"a***", "a***", "1-4"},
        {"ab+", "(ab)+", "1-3 'ab'"},
        {"(x)?", "%b()?", "1-4"},
        {"aa-", "(a)%1-", "1-3 'a'"},
        {"*", "(*)", "1-1 '*'"},
        {"-", "-", "1-1"},
        /* %b without its two characters */
        {"b(", "%b", "none"},
        {"b((", "%b(", "none"},
        {"((", "(%b()", "error: unfinished capture at EOS"},
        /* position captures that are referred to: nothing, until they stand at the end */
        {"ab", "()%1a", "1-1 @1"},
        {"ab", "b()%1", "panic: runtime error: slice bounds out of range [:3] with capacity 2"},
        {"b", "(()b)", "1-1 'b' @1"},
    };
    CHECK(rows);
}

/* Spec section 4: error texts; positions count from 0 and are those of the byte read last. */
static void reports_malformed_patterns(void **state) {
    (void)state;
    static const row rows[] = {
        {"abc", "[", "error: unexpected EOS at 0"}, /* gmatch-bad */
        {"abc", "a[", "error: unexpected EOS at 1"},
        {"abc", "[a", "error: unexpected EOS at 1"},
        {"abc", "[^", "error: unexpected EOS at 1"},
        {"abc", "[]", "error: unexpected EOS at 1"},
        {"abc", "[a-", "error: unexpected EOS at 2"},
        {"abc", "[%", "error: unexpected EOS at EOS"},
        {"abc", "[%%", "error: unexpected EOS at 2"},
        {"abc", "[%]", "error: unexpected EOS at 2"},
        {"abc", "(", "error: unfinished capture at EOS"},
        {"abc", "(a", "error: unfinished capture at EOS"},
        {"abc", "((a)", "error: unfinished capture at EOS"},
        {"abc", "(%", "error: unfinished capture at EOS"},
        {"abc", "(()", "error: unfinished capture at EOS"},
        {"abc", ")", "error: invalid ')' at 0"},
        {"abc", "a)", "error: invalid ')' at 0"},
        {"abc", "abc)", "error: invalid ')' at 2"},
        {"abc", "(a))", "error: invalid ')' at 2"},
        {"abc", "%0", "error: invalid capture index at 0"}, /* str-106 */
        {"abc", "ab%0", "error: invalid capture index at 2"},
        {"abc", "%1", "error: invalid capture index"}, /* str-105 */
        {"abc", "(a)%2", "error: invalid capture index"},
        {"abc", "(a%1)", "error: invalid capture index"},
        /* a reference is looked at only when matching comes to it */
        {"abc", "x%1", "none"},
        {"abc", "(a%1", "error: unfinished capture at EOS"},
        {"", "%9", "error: invalid capture index"},
        /* inside a capture, once another has begun: its end is noted as 0 */
        {"abc", "((a)%1)", "1-1 'a' 'a'"},
        {"abc", "((b)%1)", "panic: runtime error: slice bounds out of range [1:0]"},
        {"abc", "()(b%1)", "2-2 @2 'b'"},
    };
    CHECK(rows);
}

/* Manual, 5.4.1, for ASCII (spec: "Classes are ASCII"), %Z and the other capitals are complements.
 */
static void classes_are_ascii(void **state) {
    (void)state;
    static const struct {
        char name;
        int count; /* of bytes */
        const char *some;
    } rows[] = {
        {'a', 52, "azAZ"}, {'c', 33, "\x01\x1F\x7F"}, {'d', 10, "09"},
        {'l', 26, "az"},   {'p', 32, "!/:@[`{~"},     {'s', 6, " \t\n\v\f\r"},
        {'u', 26, "AZ"},   {'w', 62, "azAZ09"},       {'x', 22, "09afAF"},
        {'z', 1, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_buf out = RJ_BUF_INIT;
        int count = 0;
        for (int c = 0; c < 256; c++) {
            char subject = (char)c, text[3] = {'%', rows[i].name, '\0'};
            find(&subject, 1, text, 2, 0, &out);
            bool matched = strcmp(rj_buf_text(&out), "1-1") == 0;
            count += matched;
            if (c && strchr(rows[i].some, c))
                assert_true(matched);
            text[1] = (char)(rows[i].name - 32);
            find(&subject, 1, text, 2, 0, &out);
            assert_int_equal(strcmp(rj_buf_text(&out), "1-1") == 0, !matched);
        }
        assert_int_equal(count, rows[i].count);
        rj_buf_free(&out);
    }
}

static void starts_where_it_is_told(void **state) {
    (void)state;
    static const struct {
        const char *subject, *pattern;
        size_t from;
        const char *expected;
    } rows[] = {
        {"abcabc", "b", 2, "5-5"},       {"abcabc", "^b", 1, "2-2"}, {"abcabc", "^b", 2, "none"},
        {"abc", "", 3, "4-3"},           {"abc", "", 4, "none"},     {"abc", "c", 3, "none"},
        {"abc", "x*", SIZE_MAX, "none"}, {"", "a", 0, "none"},
    };
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        find(rows[i].subject, strlen(rows[i].subject), rows[i].pattern, strlen(rows[i].pattern),
             rows[i].from, &out);
        assert_string_equal(rj_buf_text(&out), rows[i].expected);
    }
    find("a\0b", 3, "%z", 2, 0, &out);
    assert_string_equal(rj_buf_text(&out), "2-2");
    find("a\0b", 3, "\0b", 2, 0, &out);
    assert_string_equal(rj_buf_text(&out), "2-3");
    rj_buf_free(&out);
}

/* ---- hostile patterns ---- */

typedef struct meter {
    long spent, allowed;
} meter;

static bool spend(void *ctx, long steps) {
    meter *m = ctx;
    m->spent += steps;
    return m->spent <= m->allowed;
}

/* Patterns that need time beyond all measure stop soon after the budget says so. */
static void stops_when_the_budget_is_spent(void **state) {
    (void)state;
    static const char *const patterns[] = {
        ".-.-.-.-.-b",         "(.-)*(.-)*(.-)*b",    ".*.*.*.*b", "a?a?a?a-a-a-a*a*a*b",
        "(a*)(a*)(a*)%1%2%3b", "[a-z]-[a-z]-x[^b]-b", "%b()",      "^(.-)(.-)(.-)(.-)$b",
    };
    size_t bytes = 25000;
    char *subject = malloc(bytes);
    assert_non_null(subject);
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        memset(subject, strcmp(patterns[i], "%b()") == 0 ? '(' : 'a', bytes);
        rj_pattern_error error;
        void *memory;
        rj_pattern *pattern = compile(patterns[i], strlen(patterns[i]), &memory, &error);
        assert_non_null(pattern);
        meter m = {.allowed = 2000000};
        rj_pattern_budget budget = {.spend = spend, .ctx = &m};
        assert_int_equal(rj_pattern_find(pattern, subject, bytes, 0, &budget, &error),
                         RJ_PATTERN_STOPPED);
        assert_in_range(m.spent, 2000000, 2000000 + 50000);
        free(memory);
    }
    free(subject);
}

/* A million of anything neither overflows the stack nor needs more memory than the shape says. */
static void takes_long_patterns(void **state) {
    (void)state;
    enum {
        COUNT = 300000
    };
    static const char *const units[] = {"(", "()", "a*", "[", "[]", "a?", "%", "(a)", "[a-]", "."};
    char *text = malloc(4 * COUNT), *subject = malloc(COUNT);
    assert_non_null(text);
    assert_non_null(subject);
    memset(subject, 'a', COUNT);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t unit = strlen(units[i]);
        for (size_t n = 0; n < COUNT; n++)
            memcpy(text + n * unit, units[i], unit);
        rj_pattern_error error;
        void *memory;
        rj_pattern *pattern = compile(text, COUNT * unit, &memory, &error);
        meter m = {.allowed = 5000000};
        rj_pattern_budget budget = {.spend = spend, .ctx = &m};
        if (pattern)
            assert_int_not_equal(rj_pattern_find(pattern, subject, COUNT, 0, &budget, &error),
                                 RJ_PATTERN_FAILED);
        free(memory);
    }
    memset(text, '(', COUNT);
    memset(text + COUNT, ')', COUNT);
    rj_buf out = RJ_BUF_INIT;
    rj_pattern_error error;
    void *memory;
    rj_pattern *pattern = compile(text, 2 * COUNT, &memory, &error);
    assert_non_null(pattern);
    assert_int_equal(rj_pattern_find(pattern, "x", 1, 0, NULL, &error), RJ_PATTERN_FOUND);
    assert_int_equal(rj_pattern_captures(pattern), COUNT);
    rj_buf_free(&out);
    free(memory);
    free(text);
    free(subject);
}

/* ---- against LuaJIT ---- */

static unsigned pick(unsigned *seed, unsigned bound) {
    return (unsigned)rand_r(seed) % bound;
}

static void add_single(rj_buf *out, unsigned *seed) {
    static const char *const singles[] = {
        "a",  "b",     "c",      "%a",     "%d",   "%s",    ".",    "%w",    "[ab]", "[^a]",
        "1",  "[a-c]", "[%d%s]", "[^%a1]", "[]a]", "[^]b]", "[b-]", "%.",    " ",    "%z",
        "%p", "%u",    "-",      "%x",     "%l",   "%c",    "%A",   "[%^b]", "[a^]", "%%",
    };
    rj_buf_puts(out, singles[pick(seed, sizeof singles / sizeof singles[0])]);
    static const char *const quantifiers[] = {"", "", "", "*", "+", "-", "?"};
    rj_buf_puts(out, quantifiers[pick(seed, 7)]);
}

/* A pattern of the grammar that production and LuaJIT read the same way. */
static void random_pattern(rj_buf *out, unsigned *seed, bool may_anchor) {
    rj_buf_reset(out);
    unsigned captures = 0, open = 0, open_at[8], closed = 0;
    bool is_closed[16] = {false};
    if (may_anchor && pick(seed, 6) == 0)
        rj_buf_putc(out, '^');
    for (unsigned n = 1 + pick(seed, 6); n > 0; n--) {
        switch (pick(seed, 12)) {
        case 0:
            if (captures < 6) {
                rj_buf_putc(out, '(');
                open_at[open++] = ++captures;
                add_single(out, seed);
            }
            break;
        case 1:
            if (captures < 6) {
                rj_buf_puts(out, "()");
                captures++;
            }
            break;
        case 2:
            if (open > 0) {
                rj_buf_putc(out, ')');
                closed = open_at[--open];
                is_closed[closed] = true;
            }
            break;
        case 3:
            if (closed && is_closed[closed])
                rj_buf_printf(out, "%%%u", closed);
            break;
        case 4:
            rj_buf_puts(out, pick(seed, 2) ? "%bab" : "%baa");
            break;
        default:
            add_single(out, seed);
        }
    }
    while (open-- > 0)
        rj_buf_putc(out, ')');
    if (pick(seed, 6) == 0)
        rj_buf_putc(out, '$');
}

static void random_subject(rj_buf *out, unsigned *seed) {
    static const char alphabet[] = "aaabbbcc11 .-%A]^$\n";
    rj_buf_reset(out);
    for (unsigned n = pick(seed, 16); n > 0; n--)
        rj_buf_putc(out, pick(seed, 40) ? alphabet[pick(seed, sizeof alphabet - 1)] : '\0');
}

/* LuaJIT's find, rendered as find() above does. False when it raises. */
static bool luajit_find(lua_State *L, const rj_buf *subject, const rj_buf *text, size_t from,
                        rj_buf *out) {
    rj_buf_reset(out);
    lua_settop(L, 0);
    lua_getglobal(L, "string");
    lua_getfield(L, -1, "find");
    lua_pushlstring(L, rj_buf_text(subject), subject->bytes);
    lua_pushlstring(L, rj_buf_text(text), text->bytes);
    lua_pushinteger(L, (lua_Integer)from + 1);
    if (lua_pcall(L, 3, LUA_MULTRET, 0) != 0)
        return false;
    if (lua_isnil(L, 2)) {
        rj_buf_puts(out, "none");
        return true;
    }
    rj_buf_printf(out, "%d-%d", (int)lua_tointeger(L, 2), (int)lua_tointeger(L, 3));
    for (int i = 4; i <= lua_gettop(L); i++) {
        size_t bytes;
        if (lua_type(L, i) == LUA_TNUMBER) {
            rj_buf_printf(out, " @%d", (int)lua_tointeger(L, i));
            continue;
        }
        const char *capture = lua_tolstring(L, i, &bytes);
        rj_buf_puts(out, " '");
        rj_buf_append(out, capture, bytes);
        rj_buf_puts(out, "'");
    }
    return true;
}

static void agrees_with_luajit_where_the_rules_do(void **state) {
    (void)state;
    lua_State *L = luaL_newstate();
    assert_non_null(L);
    luaL_openlibs(L);
    rj_buf text = RJ_BUF_INIT, subject = RJ_BUF_INIT, ours = RJ_BUF_INIT, theirs = RJ_BUF_INIT;
    unsigned seed = 20261201, compared = 0, found = 0;
    for (int i = 0; i < 60000; i++) {
        random_pattern(&text, &seed, true);
        random_subject(&subject, &seed);
        size_t from = pick(&seed, (unsigned)subject.bytes + 1);
        if (!luajit_find(L, &subject, &text, from, &theirs))
            continue; /* a set that it reads otherwise */
        find(rj_buf_text(&subject), subject.bytes, rj_buf_text(&text), text.bytes, from, &ours);
        if (ours.bytes != theirs.bytes ||
            memcmp(rj_buf_text(&ours), rj_buf_text(&theirs), ours.bytes) != 0)
            fail_msg("find('%s', '%s', %zu): LuaJIT %s, ours %s", rj_buf_text(&subject),
                     rj_buf_text(&text), from + 1, rj_buf_text(&theirs), rj_buf_text(&ours));
        compared++;
        found += strcmp(rj_buf_text(&ours), "none") != 0;
    }
    assert_in_range(compared, 50000, 60000);
    assert_in_range(found, 10000, 60000);
    rj_buf_free(&text);
    rj_buf_free(&subject);
    rj_buf_free(&ours);
    rj_buf_free(&theirs);
    lua_close(L);
}

/* Any bytes: either refused with words, or matched within the memory of its shape. */
static void survives_random_bytes(void **state) {
    (void)state;
    static const char alphabet[] = "()[]%^$*+-?.ab01b\xFF";
    unsigned seed = 4711;
    for (int i = 0; i < 30000; i++) {
        char text[24], subject[24];
        size_t bytes = pick(&seed, sizeof text), subject_bytes = pick(&seed, sizeof subject);
        for (size_t k = 0; k < bytes; k++)
            text[k] = alphabet[pick(&seed, sizeof alphabet)];
        for (size_t k = 0; k < subject_bytes; k++)
            subject[k] = alphabet[pick(&seed, sizeof alphabet)];
        rj_pattern_error error = {.text = ""};
        void *memory;
        rj_pattern *pattern = compile(text, bytes, &memory, &error);
        meter m = {.allowed = 1000000};
        rj_pattern_budget budget = {.spend = spend, .ctx = &m};
        rj_pattern_outcome outcome =
            pattern ? rj_pattern_find(pattern, subject, subject_bytes, 0, &budget, &error)
                    : RJ_PATTERN_FAILED;
        if (outcome == RJ_PATTERN_FAILED)
            assert_int_not_equal(strlen(error.text), 0);
        if (outcome == RJ_PATTERN_FOUND) {
            for (size_t c = 0; c <= rj_pattern_captures(pattern); c++) {
                rj_pattern_capture capture = rj_pattern_capture_at(pattern, c);
                assert_true(capture.start <= capture.end && capture.end <= subject_bytes);
            }
        }
        free(memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_as_recorded),
        cmocka_unit_test(deviates_as_production_does),
        cmocka_unit_test(reports_malformed_patterns),
        cmocka_unit_test(classes_are_ascii),
        cmocka_unit_test(starts_where_it_is_told),
        cmocka_unit_test(stops_when_the_budget_is_spent),
        cmocka_unit_test(takes_long_patterns),
        cmocka_unit_test(agrees_with_luajit_where_the_rules_do),
        cmocka_unit_test(survives_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
