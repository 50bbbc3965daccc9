/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "rjinterp/yaml.h"
#include "text/scalar.h"
#include "text/yaml_key_order.h"

/* The YAML of a value given as JSON, or the error's message; the caller frees it. */
static char *yaml_of(const char *json) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_buf out = RJ_BUF_INIT;
    rj_value value;
    assert_non_null(arena);
    if (!rj_json_read(arena, json, strlen(json), NULL, NULL, &value, &err))
        fail_msg("%s: %s", json, err.message);
    if (!rj_yaml_write(&value, &out, &err)) {
        assert_int_equal(out.bytes, 0);
        rj_buf_puts(&out, err.message);
    }
    assert_true(rj_buf_ok(&out));
    rj_error_clear(&err);
    rj_arena_free(arena);
    return out.data;
}

typedef struct sample {
    const char *json, *yaml;
} sample;

static void check_samples(const sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *yaml = yaml_of(samples[i].json);
        if (strcmp(yaml, samples[i].yaml) != 0)
            fail_msg("%s\nexpected:\n%s\nwritten:\n%s", samples[i].json, samples[i].yaml, yaml);
        free(yaml);
    }
}

#define CHECK(table) check_samples(table, sizeof(table) / sizeof *(table))

/* Numbers are doubles; integers that fit stay integers (spec 8.2). */
static void numbers(void **state) {
    (void)state;
    static const sample table[] = {
        {"0", "0\n"},
        {"-0.0", "0\n"},
        {"-1", "-1\n"},
        {"1e6", "1000000\n"},
        {"1234567.5", "1.2345675e+06\n"},
        {"999999.5", "999999.5\n"},
        {"0.0001", "0.0001\n"},
        {"0.00001", "1e-05\n"},
        {"9007199254740993", "9007199254740992\n"},
        {"9223372036854775807", "9223372036854776000\n"},
        {"-9223372036854775808", "-9.223372036854776e+18\n"},
        {"-9223372036854774784", "-9223372036854775000\n"},
        {"1e19", "10000000000000000000\n"},
        {"18446744073709549568", "18446744073709550000\n"},
        {"18446744073709551615", "1.8446744073709552e+19\n"},
        {"1e20", "1e+20\n"},
        {"5e-324", "5e-324\n"},
    };
    CHECK(table);
}

/* Quotes only where a reader needs them (spec 8.4). */
static void styles(void **state) {
    (void)state;
    static const sample table[] = {
        {"\"\"", "\"\"\n"},
        {"\"plain\"", "plain\n"},
        {"\"yes\"", "\"yes\"\n"},
        {"\"y\"", "\"y\"\n"},
        {"\"yES\"", "yES\n"},
        {"\"~\"", "\"~\"\n"},
        {"\"12\"", "\"12\"\n"},
        {"\"1e3\"", "\"1e3\"\n"},
        {"\"12:30\"", "\"12:30\"\n"},
        {"\"12:60\"", "12:60\n"},
        {"\"2031-04-05\"", "\"2031-04-05\"\n"},
        {"\"<<\"", "<<\n"},
        {"\"=\"", "=\n"},
        {"\"- x\"", "'- x'\n"},
        {"\"-\"", "'-'\n"},
        {"\"-x\"", "-x\n"},
        {"\"? x\"", "'? x'\n"},
        {"\"?x\"", "?x\n"},
        {"\": x\"", "': x'\n"},
        {"\":x\"", ":x\n"},
        {"\"a: b\"", "'a: b'\n"},
        {"\"a:b\"", "a:b\n"},
        {"\"a:\"", "'a:'\n"},
        {"\"#x\"", "'#x'\n"},
        {"\"a #b\"", "'a #b'\n"},
        {"\"a#b\"", "a#b\n"},
        {"\"---x\"", "'---x'\n"},
        {"\"...\"", "'...'\n"},
        {"\"..\"", "..\n"},
        {"\"x{y}, [z]\"", "x{y}, [z]\n"},
        {"\"it's\"", "it's\n"},
        {"\"'\"", "''''\n"},
        {"\"' \"", "''' '\n"},
        {"\" a\"", "' a'\n"},
        {"\"a \"", "'a '\n"},
        {"\" \"", "' '\n"},
        {"\"a\\tb\"", "\"a\\tb\"\n"},
        {"\"a\\u2028b\"", "'a\xE2\x80\xA8  b'\n"},
        {"\"a\\u2028\"", "'a\xE2\x80\xA8'\n"},
        {"\"a\\u2029\\u2029b\"", "'a\xE2\x80\xA9\xE2\x80\xA9  b'\n"},
        {"\"a \\u2028b\"", "\"a \\Lb\"\n"},
        {"\"a\\u2028 b\"", "\"a\\L b\"\n"},
        {"\"\\ud83d\\ude80\"", "\"\\U0001F680\"\n"},
        {"\"\\u00e9\\u00a0\\ufffd\"", "\u00e9\u00a0\ufffd\n"},
    };
    CHECK(table);
}

static void escapes(void **state) {
    (void)state;
    static const sample table[] = {
        {"\"\\u0000\\u0007\\b\\t\\u000b\\f\\r\\u001b\"", "\"\\0\\a\\b\\t\\v\\f\\r\\e\"\n"},
        {"\"\\u0001\\u001f\"", "\"\\x01\\x1F\"\n"},
        {"\"\\\"\\\\\\t\"", "\"\\\"\\\\\\t\"\n"},
        {"\"\\n\\t\"", "\"\\n\\t\"\n"},
        {"\"\\t\\u2028\\u2029\\u00a0\"", "\"\\t\\L\\P\u00a0\"\n"},
        {"\"a\\ufeff\"", "\"a\\uFEFF\"\n"},
        /* A byte order mark in front has everything escaped. */
        {"\"\\ufeffa \\u00a0\\u4e00\"", "\"\\uFEFF\\x61\\x20\\_\\u4E00\"\n"},
    };
    CHECK(table);
}

/* Indicators and their exceptions (spec 8.4 and 8.7). */
static void literals(void **state) {
    (void)state;
    static const sample table[] = {
        {"\"a\\nb\"", "|-\n  a\n  b\n"},
        {"\"a\\nb\\n\"", "|\n  a\n  b\n"},
        {"\"a\\n\\n\"", "|+\n  a\n\n"},
        {"\"\\n\"", "|2+\n\n"},
        {"\"\\n\\na\"", "|2-\n\n\n  a\n"},
        {"\" a\\n\"", "|2\n   a\n"},
        {"\"a\\n  b\\n\\nc\\n\"", "|\n  a\n    b\n\n  c\n"},
        {"\"a\\nb \"", "\"a\\nb \"\n"},
        {"\"a \\nb\"", "\"a \\nb\"\n"},
        {"\"a\\n\\tb\"", "\"a\\n\\tb\"\n"},
        {"\"a\\r\\n\"", "\"a\\r\\n\"\n"},
        {"\"a\\nb\\u2028c\"", "|-\n  a\n  b\xE2\x80\xA8  c\n"},
        {"\"a\\u2028\\n\"", "|+\n  a\xE2\x80\xA8\n"},
        {"\"\\u2028a\\n\"", "|2\n\xE2\x80\xA8  a\n"},
        {"{\"v\": \"a\\nb\\u2028\", \"w\": 1}", "v: |\n  a\n  b\xE2\x80\xA8w: 1\n"},
        {"[[\"x\\n\\n\"], {\"k\": \" y\\n\"}]", "- - |+\n    x\n\n- k: |2\n     y\n"},
    };
    CHECK(table);
}

static void layout(void **state) {
    (void)state;
    static const sample table[] = {
        {"{}", "{}\n"},
        {"[]", "[]\n"},
        {"null", "null\n"},
        {"[true, false, null, {}, []]", "- true\n- false\n- null\n- {}\n- []\n"},
        {"{\"a\": {\"b\": {\"c\": 1}}, \"d\": {}}", "a:\n  b:\n    c: 1\nd: {}\n"},
        {"{\"a\": [1, [2, 3], {\"b\": 4, \"c\": [5]}]}",
         "a:\n- 1\n- - 2\n  - 3\n- b: 4\n  c:\n  - 5\n"},
        {"[[[1], 2], [{\"a\": {\"b\": 1}}]]", "- - - 1\n  - 2\n- - a:\n      b: 1\n"},
        {"{\"a\\nb\": {\"c\": 1, \"d\": [2]}, \"e\": 3}",
         "? |-\n  a\n  b\n: c: 1\n  d:\n  - 2\ne: 3\n"},
        {"{\"a\\nb\": [1, {\"c\": 2, \"d\": 3}]}", "? |-\n  a\n  b\n: - 1\n  - c: 2\n    d: 3\n"},
        {"[{\"a\\rb\": {}}]", "- ? \"a\\rb\"\n  : {}\n"},
        {"{\"a\\u2028b\": \"c\\nd\"}", "? 'a\xE2\x80\xA8  b'\n: |-\n  c\n  d\n"},
        {"{\"\": \"\", \"no\": 1, \"a: b\": 2}", "\"\": \"\"\n'a: b': 2\n\"no\": 1\n"},
    };
    CHECK(table);
}

static void appends(char *text, size_t room, const char *pattern, size_t times) {
    for (size_t i = 0; i < times; i++) {
        assert_true(strlen(text) + strlen(pattern) < room);
        strcat(text, pattern);
    }
}

/* A key of more than 128 bytes is not simple; the bytes count, not their escapes. */
static void long_keys(void **state) {
    (void)state;
    static const struct {
        const char *json, *yaml;
        size_t longest;
    } keys[] = {{"k", "k", 128}, {"\u00e9", "\u00e9", 64}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        for (size_t extra = 0; extra < 2; extra++) {
            char json[512] = "{\"", yaml[512] = "";
            appends(yaml, sizeof yaml, "? ", extra);
            appends(json, sizeof json, keys[i].json, keys[i].longest + extra);
            appends(yaml, sizeof yaml, keys[i].yaml, keys[i].longest + extra);
            strcat(json, "\": [1]}");
            strcat(yaml, extra ? "\n: - 1\n" : ":\n- 1\n");
            check_samples(&(sample){json, yaml}, 1);
        }
    }
}

/* Lines break at a single space past column 80 (spec 8.6). */
static void folding(void **state) {
    (void)state;
    enum {
        ROOM = 1024
    };
    static const struct {
        const char *before, *word, *after;
        size_t words; /* so many fill the line up to the space in question */
        const char *yaml_before, *yaml_word, *yaml_after;
    } cases[] = {
        {"\"", "x", " y\"", 80, "", "x", " y\n"},
        {"\"", "x", " y\"", 81, "", "x", "\n  y\n"},
        {"\"", "x", "  y\"", 81, "", "x", "  y\n"},
        {"\"", "x", "  y z\"", 81, "", "x", "  y\n  z\n"},
        {"{\"k\": \"", "x", " y\"}", 77, "k: ", "x", " y\n"},
        {"{\"k\": \"", "x", " y\"}", 78, "k: ", "x", "\n  y\n"},
        {"{\"k\": [\"", "x", " y\"]}", 79, "k:\n- ", "x", "\n  y\n"},
        {"[[\"", "\u65e5", " y\"]]", 76, "- - ", "\u65e5", " y\n"},
        {"[[\"", "\u65e5", " y\"]]", 77, "- - ", "\u65e5", "\n    y\n"},
        {"{\"", "x", " y\": 1}", 90, "", "x", " y: 1\n"},
        /* Single quotes: the opening one and doubled ones count. */
        {"\"# ", "x", " y\"", 77, "'# ", "x", " y'\n"},
        {"\"# ", "x", " y\"", 78, "'# ", "x", "\n  y'\n"},
        {"\"# ", "'", " y\"", 39, "'# ", "''", "\n  y'\n"},
        {"\"# ", "x", " \"", 90, "'# ", "x", " '\n"},
        {"\"# ", "x", "\\u2028y z\"", 90, "'# ", "x", "\xE2\x80\xA8  y z'\n"},
        /* Double quotes: escapes count as long as they are; a space at the start of a line needs a
           mark. */
        {"\"\\t", "x", " y\"", 77, "\"\\t", "x", " y\"\n"},
        {"\"\\t", "x", " y\"", 78, "\"\\t", "x", "\n  y\"\n"},
        {"\"", "\\u0001", " y\"", 20, "\"", "\\x01", "\n  y\"\n"},
        {"\"\\t", "x", "  y\"", 78, "\"\\t", "x", "\n  \\ y\"\n"},
        {"\"\\t", "x", "   y\"", 78, "\"\\t", "x", "\n  \\  y\"\n"},
        {"\"\\t", "x", " \"", 78, "\"\\t", "x", " \"\n"},
        {"\"\\t", "x", "  \"", 78, "\"\\t", "x", "\n  \\ \"\n"},
        {"{\"\\t", "x", " y\": 1}", 90, "\"\\t", "x", " y\": 1\n"},
        /* Long keys fold, literal blocks never. */
        {"{\"", "x", " y\": 1}", 130, "? ", "x", "\n  y\n: 1\n"},
        {"\"a\\n", "x", " y\"", 90, "|-\n  a\n  ", "x", " y\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[ROOM] = "", yaml[ROOM] = "";
        appends(json, ROOM, cases[i].before, 1);
        appends(json, ROOM, cases[i].word, cases[i].words);
        appends(json, ROOM, cases[i].after, 1);
        appends(yaml, ROOM, cases[i].yaml_before, 1);
        appends(yaml, ROOM, cases[i].yaml_word, cases[i].words);
        appends(yaml, ROOM, cases[i].yaml_after, 1);
        check_samples(&(sample){json, yaml}, 1);
    }
}

/* Each row in order; the rules of spec 8.3. */
static void key_order(void **state) {
    (void)state;
    static const char *const rows[][8] = {
        {"", "a", "ab", "b"},
        {"a", "a-", "a1", "aA", "aa", "a\u00e9"},
        {"1", "2", "9", "10", "A", "a"},
        {"a", "a1", "a01", "a001", "a2", "a10"},
        {"0", "00", "000", "1", "01", "001"},
        {"a0", "a00", "a10", "a100", "a101", "a1000"},
        {"1", "1.2", "1.9", "1.10"},
        {"v9223372036854775808", "v1", "v9223372036854775807"}, /* wraps to a negative number */
        {"#", "_", "~", "\u00ab", "\u2163", "A", "Z", "a"},
        {"a1", "a9", "a\u0661", "a\u0662"}, /* Arabic digits count from their code points */
        {"\U0001F680", "1x", "Z", "\u00e9", "\u65e5"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (size_t i = 0; i + 1 < 8 && rows[row][i + 1]; i++) {
            rj_member a = {.key = rows[row][i], .key_bytes = strlen(rows[row][i])};
            rj_member b = {.key = rows[row][i + 1], .key_bytes = strlen(rows[row][i + 1])};
            if (!rj_yaml_key_before(&a, &b) || rj_yaml_key_before(&b, &a))
                fail_msg("'%s' has to come before '%s'", a.key, b.key);
            assert_false(rj_yaml_key_before(&a, &a));
        }
    }
}

static void sorts_many_keys(void **state) {
    (void)state;
    enum {
        COUNT = 1000
    };
    rj_arena *arena = rj_arena_new(0);
    rj_map_builder map = {.arena = arena};
    rj_buf expected = RJ_BUF_INIT, out = RJ_BUF_INIT;
    for (int i = 0; i < COUNT; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        rj_value value = rj_value_int(i);
        char *copy = rj_arena_copy(arena, key, strlen(key));
        assert_non_null(copy);
        assert_true(rj_map_append(&map, copy, strlen(copy), (rj_position){0}, &value));
        rj_buf_printf(&expected, "k%d: %d\n", i, i);
    }
    rj_value value = rj_map_finish(&map);
    assert_true(rj_yaml_write(&value, &out, NULL));
    assert_string_equal(rj_buf_text(&out), rj_buf_text(&expected));
    rj_buf_free(&out);
    rj_buf_free(&expected);
    rj_arena_free(arena);
}

/* The reference reads its own JSON back first (spec 8.1). */
static void next_lines(void **state) {
    (void)state;
    static const sample table[] = {
        {"\"a\302\205b\"", "a b\n"},
        {"\"a  \302\205  b\"", "a b\n"},
        {"\"a\302\205\302\205b\"", "|-\n  a\n  b\n"},
        {"\"a \302\205 \302\205 \302\205 b\"", "|-\n  a\n\n  b\n"},
        {"\"\302\205\"", "' '\n"},
        {"\"\302\205\302\205\"", "|2+\n\n"},
        {"\"a  b\302\205\"", "'a  b '\n"},
        {"\"a\\t\302\205\\tb\"", "\"a\\t \\tb\"\n"},
        {"\"1\302\2052\"", "1 2\n"},
        {"\"a\302\205...b\"", "a ...b\n"},
        {"\"a\302\205 --- b\"", "a --- b\n"},
        {"\"a\302\205---\"", "a ---\n"},
        {"\"a\302\205--- b\"", "yaml: line 2: found unexpected document indicator"},
        {"\"a\302\205...\302\205\"", "yaml: line 2: found unexpected document indicator"},
        {"[\"a\302\205\302\205b\", \"c\302\205... d\"]",
         "yaml: line 4: found unexpected document indicator"},
        {"{\"a\302\205b\": 1}", "yaml: line 1: did not find expected ',' or '}'"},
        {"{\"a\": \"\302\205\", \"b\302\205\": 1}",
         "yaml: line 2: did not find expected ',' or '}'"},
        {"{\"a\302\205--- b\": 1}", "yaml: line 2: found unexpected document indicator"},
    };
    CHECK(table);
}

static void forbidden_characters(void **state) {
    (void)state;
    static const char *const refused[] = {
        "\"a\x7F\"",
        "\"\302\200\"",
        "\"\302\204\"",
        "\"\302\237\"",
        "\"\\ufffe\"",
        "\"\\uffff\"",
        "{\"\x7F\": 1}",
        "[[\"\x7F\"]]",
        "{\"a\302\205\x7F\": 1}",
        "{\"a\302\205\": \"\x7F\"}",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        check_samples(&(sample){refused[i], "yaml: control characters are not allowed"}, 1);
    static const sample table[] = {
        {"\"\\u0001\"", "\"\\x01\"\n"},
        {"\"\u00a0\\ufffd\\ud83f\\udffe\"", "\"\u00a0\uFFFD\\U0001FFFE\"\n"},
    };
    CHECK(table);
}

/* The text before a colon: 1024 characters of JSON at most. */
static void too_long_keys(void **state) {
    (void)state;
    static const char *const too_long = "yaml: did not find expected ',' or '}'";
    static const struct {
        const char *character;
        size_t most;
    } cases[] = {{"k", 1022}, {"\u00e9", 1022}, {"\\\"", 511}, {"<", 170}, {"\\u0001", 170}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t extra = 0; extra < 2; extra++) {
            char json[4096] = "{\"";
            appends(json, sizeof json, cases[i].character, cases[i].most + extra);
            strcat(json, "\": null}");
            char *yaml = yaml_of(json);
            if (extra)
                assert_string_equal(yaml, too_long);
            else
                assert_memory_equal(yaml, "? ", 2);
            free(yaml);
        }
    }
}

/* The reader looks for forbidden characters 512 bytes at a time: the first problem it meets counts.
 */
static void first_problem_counts(void **state) {
    (void)state;
    enum {
        ROOM = 2048
    };
    for (size_t gap = 400; gap < 600; gap += 50) {
        char json[ROOM] = "{\"a\302\205\":\"";
        appends(json, ROOM, "x", gap);
        strcat(json, "\x7F\"}");
        const bool in_first_block = strlen("{\"a\302\205\":\"") + gap < 512;
        check_samples(&(sample){json, in_first_block
                                          ? "yaml: control characters are not allowed"
                                          : "yaml: line 1: did not find expected ',' or '}'"},
                      1);
    }
}

static void bytes_that_are_not_utf8(void **state) {
    (void)state;
    rj_value value = rj_value_string("a\xFF\xC3z\xE2\x80", 6);
    rj_buf out = RJ_BUF_INIT;
    assert_true(rj_yaml_write(&value, &out, NULL));
    assert_string_equal(rj_buf_text(&out), "a\uFFFD\uFFFDz\uFFFD\uFFFD\n");
    rj_buf_free(&out);
}

static void appends_or_leaves_as_it_was(void **state) {
    (void)state;
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_value text = rj_value_text("some text"), bad[] = {text, rj_value_float(NAN)};
    rj_value list = rj_value_list(bad, 2);
    rj_buf_puts(&out, "# first");
    assert_false(rj_yaml_write(&list, &out, &err));
    assert_string_equal(err.message, "json: unsupported value: NaN");
    assert_string_equal(rj_buf_text(&out), "# first");
    rj_buf_puts(&out, "\n");
    assert_true(rj_yaml_write(&text, &out, &err));
    assert_string_equal(rj_buf_text(&out), "# first\nsome text\n");

    out.max_bytes = out.bytes + 5;
    assert_false(rj_yaml_write(&text, &out, &err));
    assert_int_equal(err.code, RJ_ERROR_MEMORY);
    assert_string_equal(rj_buf_text(&out), "# first\nsome text\n");
    assert_true(rj_buf_ok(&out));
    rj_error_clear(&err);
    rj_buf_free(&out);
}

static bool write_nested(size_t depth, bool maps, rj_error *err) {
    rj_arena *arena = rj_arena_new(0);
    rj_buf out = RJ_BUF_INIT;
    rj_value value = maps ? rj_value_map(NULL, 0) : rj_value_list(NULL, 0);
    for (size_t i = 1; i < depth; i++) {
        rj_member *member = rj_arena_calloc(arena, 1, sizeof *member);
        assert_non_null(member);
        *member = (rj_member){.key = "k", .key_bytes = 1, .value = value};
        value = maps ? rj_value_map(member, 1) : rj_value_list(&member->value, 1);
    }
    bool ok = rj_yaml_write(&value, &out, err);
    if (ok && !maps)
        assert_int_equal(out.bytes, 2 * (depth - 1) + 3);
    rj_buf_free(&out);
    rj_arena_free(arena);
    return ok;
}

static void depth(void **state) {
    (void)state;
    rj_error err = RJ_ERROR_INIT;
    assert_true(write_nested(10000, false, &err));
    assert_true(write_nested(2000, true, &err));
    assert_false(write_nested(10001, false, &err));
    assert_string_equal(err.message, "yaml: exceeded max depth of 10000");
    rj_error_clear(&err);
}

/* Random trees. */

static uint32_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static const char *const pieces[] = {
    "a",          "word",   "longer-word", "x=y",        " ",      " ",      "  ",
    "\n",         "\n\n",   "'",           "\"",         "\\",     ": ",     ":",
    " #",         "#",      "- ",          "-",          "---",    "...",    "? ",
    ", ",         "[",      "{",           "}",          "&",      "*",      "!",
    "|",          ">",      "%",           "@",          "`",      "<<",     "=",
    "~",          "null",   "true",        "yes",        "n",      "0",      "1",
    "017",        "0x1F",   "1_000",       "1e3",        ".5",     ".inf",   "12:30",
    "2024-01-02", "\t",     "\r",          "\x01",       "\u00e9", "\u00a0", "\u65e5\u672c",
    "\u2028",     "\u2029", "\ufeff",      "\U0001F680", "\ufffd", "<&>",
};

static rj_value random_string(rj_arena *arena, uint64_t *seed) {
    size_t count = next_random(seed) % 4;
    if (next_random(seed) % 4 == 0)
        count = next_random(seed) % 40;
    char text[1024] = "";
    for (size_t i = 0; i < count; i++)
        strcat(text, pieces[next_random(seed) % (sizeof pieces / sizeof *pieces)]);
    const char *copy = rj_arena_copy(arena, text, strlen(text));
    assert_non_null(copy);
    return rj_value_text(copy);
}

static rj_value random_value(rj_arena *arena, uint64_t *seed, int levels) {
    uint32_t kind = next_random(seed) % (levels ? 14 : 7);
    if (kind == 0)
        return rj_value_null;
    if (kind == 1)
        return rj_value_bool(next_random(seed) % 2);
    if (kind == 2)
        return rj_value_int((int64_t)next_random(seed) % 2000 - 1000);
    if (kind < 7)
        return random_string(arena, seed);
    size_t count = next_random(seed) % 6;
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        rj_value value = random_value(arena, seed, levels - 1);
        rj_value key = random_string(arena, seed);
        if (kind < 10)
            assert_true(rj_list_append(&list, &value));
        else
            assert_true(
                rj_map_append(&map, key.string.data, key.string.bytes, (rj_position){0}, &value));
    }
    return kind < 10 ? rj_list_finish(&list) : rj_map_finish(&map);
}

/* The same value through libyaml's emitter, which is where the reference's comes from. */

static void emit_text(yaml_emitter_t *emitter, const char *text, size_t bytes) {
    yaml_event_t event;
    yaml_scalar_style_t style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    if (memchr(text, '\n', bytes))
        style = YAML_LITERAL_SCALAR_STYLE;
    else if (rj_scalar_resolve(text, bytes).kind == RJ_SCALAR_STRING &&
             !rj_scalar_is_base60(text, bytes))
        style = YAML_PLAIN_SCALAR_STYLE;
    yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)bytes, 1, 1,
                                 style);
    assert_true(yaml_emitter_emit(emitter, &event));
}

static void emit_plain(yaml_emitter_t *emitter, const char *text) {
    yaml_event_t event;
    yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, -1, 1, 0,
                                 YAML_PLAIN_SCALAR_STYLE);
    assert_true(yaml_emitter_emit(emitter, &event));
}

static void emit(yaml_emitter_t *emitter, const rj_value *value);

static void emit_members(yaml_emitter_t *emitter, const rj_value *map) {
    const rj_member *order[8], *scratch[4];
    assert_true(map->map.count <= 8);
    for (size_t i = 0; i < map->map.count; i++)
        order[i] = &map->map.members[i];
    rj_yaml_sort_keys(order, scratch, map->map.count);
    for (size_t i = 0; i < map->map.count; i++) {
        emit_text(emitter, order[i]->key, order[i]->key_bytes);
        emit(emitter, &order[i]->value);
    }
}

static void emit(yaml_emitter_t *emitter, const rj_value *value) {
    yaml_event_t event;
    char number[32];
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        emit_plain(emitter, "null");
        return;
    case RJ_KIND_BOOL:
        emit_plain(emitter, value->boolean ? "true" : "false");
        return;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        snprintf(number, sizeof number, "%.0f", value->number.f64);
        emit_plain(emitter, number);
        return;
    case RJ_KIND_STRING:
        emit_text(emitter, value->string.data, value->string.bytes);
        return;
    case RJ_KIND_LIST:
        yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
        assert_true(yaml_emitter_emit(emitter, &event));
        for (size_t i = 0; i < value->list.count; i++)
            emit(emitter, &value->list.items[i]);
        yaml_sequence_end_event_initialize(&event);
        assert_true(yaml_emitter_emit(emitter, &event));
        return;
    case RJ_KIND_MAP:
        yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
        assert_true(yaml_emitter_emit(emitter, &event));
        emit_members(emitter, value);
        yaml_mapping_end_event_initialize(&event);
        assert_true(yaml_emitter_emit(emitter, &event));
    }
}

static int append_output(void *out, unsigned char *data, size_t bytes) {
    rj_buf_append(out, (const char *)data, bytes);
    return 1;
}

static void emit_document(const rj_value *value, rj_buf *out) {
    yaml_emitter_t emitter;
    yaml_event_t event;
    yaml_emitter_initialize(&emitter);
    yaml_emitter_set_output(&emitter, append_output, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
    assert_true(yaml_emitter_emit(&emitter, &event));
    yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
    assert_true(yaml_emitter_emit(&emitter, &event));
    emit(&emitter, value);
    yaml_document_end_event_initialize(&event, 1);
    assert_true(yaml_emitter_emit(&emitter, &event));
    yaml_stream_end_event_initialize(&event);
    assert_true(yaml_emitter_emit(&emitter, &event));
    yaml_emitter_delete(&emitter);
}

/* LS or PS at the end of a text. */
static bool ends_in_wide_break(const char *text, size_t bytes) {
    return bytes >= 3 && (memcmp(text + bytes - 3, "\u2028", 3) == 0 ||
                          memcmp(text + bytes - 3, "\u2029", 3) == 0);
}

/* libyaml ends a document that ends in "|+" with a line of dots, which the reference doesn't. */
static void drop_dots(rj_buf *out) {
    static const char dots[] = "...\n";
    const size_t bytes = out->bytes > 4 ? out->bytes - 4 : 0;
    if (bytes && strcmp(out->data + bytes, dots) == 0 &&
        (out->data[bytes - 1] == '\n' || ends_in_wide_break(out->data, bytes)))
        out->data[out->bytes = bytes] = '\0';
}

/* libyaml doesn't know the reference's way with a byte order mark at the start, and indents the
 * quote that closes a text ending in LS or PS. */
static bool is_known_difference(const char *text, size_t bytes) {
    return strncmp(text, "\ufeff", 3) == 0 ||
           (ends_in_wide_break(text, bytes) && !strchr(text, '\n'));
}

typedef bool text_test(const char *text, size_t bytes);

/* True when a string or a key in the tree meets one of the tests. */
static bool any_text(const rj_value *value, text_test *is_such_text, text_test *is_such_key) {
    if (value->kind == RJ_KIND_STRING)
        return is_such_text(value->string.data, value->string.bytes);
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; i < value->list.count; i++)
            if (any_text(&value->list.items[i], is_such_text, is_such_key))
                return true;
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; i < value->map.count; i++) {
            const rj_member *member = &value->map.members[i];
            if (is_such_key(member->key, member->key_bytes) ||
                any_text(&member->value, is_such_text, is_such_key))
                return true;
        }
    return false;
}

static bool is_none(const char *text, size_t bytes) {
    (void)text;
    (void)bytes;
    return false;
}

/* Written plain, it asks for a merge: the reference can't read it back either. */
static bool is_merge_key(const char *key, size_t bytes) {
    return bytes == 2 && memcmp(key, "<<", 2) == 0;
}

enum {
    TREES = 20000
};

static void writes_what_libyaml_writes(void **state) {
    (void)state;
    uint64_t seed = 20240607;
    rj_arena *arena = rj_arena_new(0);
    rj_buf out = RJ_BUF_INIT, expected = RJ_BUF_INIT;
    size_t compared = 0;
    for (int i = 0; i < TREES; i++) {
        rj_arena_reset(arena);
        rj_buf_reset(&out);
        rj_buf_reset(&expected);
        rj_value value = random_value(arena, &seed, 5);
        if (any_text(&value, is_known_difference, is_known_difference))
            continue;
        rj_error err = RJ_ERROR_INIT;
        if (!rj_yaml_write(&value, &out, &err)) {
            assert_string_equal(err.message, "yaml: did not find expected ',' or '}'");
            rj_error_clear(&err);
            continue;
        }
        emit_document(&value, &expected);
        drop_dots(&expected);
        if (strcmp(rj_buf_text(&out), rj_buf_text(&expected)) != 0)
            fail_msg("tree %d\nlibyaml:\n%s\nwritten:\n%s", i, expected.data, out.data);
        compared++;
    }
    assert_true(compared > TREES / 2);
    rj_buf_free(&out);
    rj_buf_free(&expected);
    rj_arena_free(arena);
}

static void is_read_back(void **state) {
    (void)state;
    uint64_t seed = 77;
    rj_arena *arena = rj_arena_new(0);
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    for (int i = 0; i < TREES; i++) {
        rj_arena_reset(arena);
        rj_buf_reset(&out);
        /* A reader adds a line feed to a text that ends in LS: let it end otherwise. */
        rj_value items[] = {random_value(arena, &seed, 5), rj_value_text("end")};
        rj_value value = rj_value_list(items, 2);
        if (any_text(&value, is_none, is_merge_key))
            continue;
        if (!rj_yaml_write(&value, &out, &err)) { /* a key is too long */
            rj_error_clear(&err);
            continue;
        }
        rj_document_reader *reader =
            rj_document_reader_new_bytes(out.data, out.bytes, "tree", true, NULL);
        rj_document document;
        if (rj_document_next(reader, arena, &document, &err) != RJ_READ_DOCUMENT)
            fail_msg("tree %d: %s\n%s", i, err.message, out.data);
        if (!rj_value_equal(&document.root, &value))
            fail_msg("tree %d comes back otherwise:\n%s", i, out.data);
        assert_int_equal(rj_document_next(reader, arena, &document, &err), RJ_READ_END);
        rj_document_reader_free(reader);
    }
    rj_buf_free(&out);
    rj_arena_free(arena);
}

/* What rj_yaml_write() refuses, people get with escapes; everything else is the same text. */
static void escaped_where_the_reference_refuses(void **state) {
    (void)state;
    static const sample table[] = {
        {"\"a\x7F\"", "\"a\\x7F\"\n"},
        {"\"\302\200\"", "\"\\x80\"\n"},
        {"\"\\ufffe\"", "\"\\uFFFE\"\n"},
        {"{\"\x7F\": 1}", "\"\\x7F\": 1\n"},
        {"{\"a\302\205\": \"\x7F\"}", "? \"a\\N\"\n: \"\\x7F\"\n"},
        {"\"two\\nlines\x7F\"", "\"two\\nlines\\x7F\"\n"},
        {"{\"plain\": \"text\"}", "plain: text\n"},
    };
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        rj_value value;
        assert_true(
            rj_json_read(arena, table[i].json, strlen(table[i].json), NULL, NULL, &value, &err));
        assert_true(rj_yaml_write_escaped(&value, &out, &err));
        assert_string_equal(rj_buf_text(&out), table[i].yaml);
        assert_null(err.message);
        rj_buf_free(&out);
    }
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escaped_where_the_reference_refuses),
        cmocka_unit_test(numbers),
        cmocka_unit_test(styles),
        cmocka_unit_test(escapes),
        cmocka_unit_test(literals),
        cmocka_unit_test(layout),
        cmocka_unit_test(long_keys),
        cmocka_unit_test(folding),
        cmocka_unit_test(key_order),
        cmocka_unit_test(sorts_many_keys),
        cmocka_unit_test(next_lines),
        cmocka_unit_test(forbidden_characters),
        cmocka_unit_test(too_long_keys),
        cmocka_unit_test(first_problem_counts),
        cmocka_unit_test(bytes_that_are_not_utf8),
        cmocka_unit_test(appends_or_leaves_as_it_was),
        cmocka_unit_test(depth),
        cmocka_unit_test(writes_what_libyaml_writes),
        cmocka_unit_test(is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
