/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/text/reading.h"

#include "fuzz/same_tree.h"
#include "text/yaml_fast.h"
#include "text/yaml_fast_scan.h"

#define TEXT(t) t, sizeof(t) - 1

static uint64_t budget;

/* One text read by the fast reader and by events. */
typedef struct comparison {
    rj_arena *arena;
    bool is_taken;             /* by the fast reader */
    bool is_good;              /* there is a value by events */
    rj_value value, by_events; /* of the two */
} comparison;

static comparison compare(const char *text, size_t bytes, const rj_limits *limits) {
    comparison c = {.arena = rj_arena_new(0)};
    rj_error err = RJ_ERROR_INIT;
    budget = 1000;
    rj_yaml_chunk chunk = {.text = text,
                           .bytes = bytes,
                           .first_line = 5,
                           .arena = c.arena,
                           .limits = limits ? limits : rj_limits_default(),
                           .flow_budget = &budget,
                           .err = &err};
    assert_non_null(c.arena);
    c.is_taken = rj_yaml_fast_read(&chunk, &c.value);
    const uint64_t after = budget;
    assert_int_equal(err.code, RJ_ERROR_NONE);
    assert_true(c.is_taken || (rj_arena_used_bytes(c.arena) == 0 && after == 1000));
    budget = 1000;
    c.is_good = rj_yaml_read_by_events(&chunk, &c.by_events);
    if (c.is_taken) {
        assert_true(c.is_good);
        assert_int_equal(budget, after);
        if (!fuzz_same_tree(&c.value, &c.by_events))
            fail_msg("another value than by events:\n%.*s", (int)bytes, text);
    }
    rj_yaml_chunk_clear(&chunk);
    rj_error_clear(&err);
    return c;
}

static void check_taken(const char *text, size_t bytes, bool is_taken) {
    comparison c = compare(text, bytes, NULL);
    if (c.is_taken != is_taken)
        fail_msg("the fast reader %s:\n%.*s", is_taken ? "gave up" : "took", (int)bytes, text);
    rj_arena_free(c.arena);
}

/* ---- ordinary files ---- */

/* Every document of a file of the source tree. */
static void check_file(const char *name) {
    char path[512];
    char text[65536];
    snprintf(path, sizeof path, RJ_SOURCE_DIR "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_in_range(bytes, 1, sizeof text - 1);
    reading r = start_reading(text, bytes, NULL);
    while (read_next(&r) == RJ_READ_DOCUMENT)
        check_taken(r.doc.text, r.doc.text_bytes, true);
    assert_int_equal(r.status, RJ_READ_END);
    end_reading(&r);
}

static void ordinary_files_are_taken(void **state) {
    (void)state;
    const char *names[] = {"testdata/desired-rayjob.yaml",
                           "testdata/desired-rayjob-with-dependencies.yaml",
                           "testdata/observed-rayjob.yaml",
                           "testdata/status-file.yaml",
                           "testdata/broken/customizations.yaml",
                           "customizations/ray.io/v1/RayJob/customizations.yaml",
                           "customizations/ray.io/v1/RayJob/testdata/aggregatestatus-test.yaml",
                           "customizations/ray.io/v1/RayJob/testdata/interprethealth-test.yaml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_file(names[i]);
}

/* ---- what is taken ---- */

static void blocks_are_taken(void **state) {
    (void)state;
    const char *texts[] = {
        "a: 1\nb: x y\n",
        "--- # start\na:\n  b:\n    c: d\n  e: f\n",
        "---\n- a\n- b\n",
        "a:\n- b\n- c\nd: e\n",
        "a:\n  - b\n  - c\nd: e\n",
        "- a: 1\n  b: 2\n- c: 3\n",
        "- - a\n  - b\n-   - c\n    - d: 1\n      e:\n      - f\n      g: h\n",
        "a:\nb:\n",
        "a:\n  b:\n  c:\nd:\n",
        "-\n-\n- a\n-\n",
        "a:\n-\n-\nb:\n",
        "-\n  a: 1\n-\n  - b\n",
        "  a: 1\n  b: 2\n",
        "# c\n\n  # d\na: 1 # e\n # f\n\nb:   # g\n    # h\n  c: 2\n",
        "a: x:y #z\nb: c#d\ne: http://f/g?h=i&j\n",
        "a:    b   \nc:   \n",
        "a: -1\nb: -x\nc: --\nd: -.5\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_taken(texts[i], strlen(texts[i]), true);
}

static void scalars_mean_the_same(void **state) {
    (void)state;
    check_taken(TEXT("- true\n- no\n- ~\n- 12\n- 0x1F\n- 017\n- 1e3\n- 1.50\n- 2024-01-02\n- -0.0\n"
                     "- 18446744073709551615\n- 1_000\n- null\n- 1:30\n- <<\n- =\n"),
                true);
    check_taken(TEXT("name: 1\nnull_: 2\ntype: 3\n2024-01-02: 4\n1.2.3: 5\n"), true);
    check_taken(TEXT("a: ''\nb: 'it''s'\n\"c d\": \"x\\ty\\\"\\\\\\n\"\n'e': ' f '\n\"\": g\n"),
                true);
    check_taken(TEXT("- 'a'\n- \"b\": c\n- 'd'': e'\n- \"f\\\": g\" # h\n- 'i''j': k\n"), true);
    check_taken(TEXT("a: |\n  x\n    y\n\n  z\nb: |-\n\n  x\n\n\nc: |+\n  x\n  \n\nd:\n- |\n x\n"),
                true);
    check_taken(TEXT("a: |\n  x # y\n  - z: \"\n # c\nb: 1\n"), true);
    check_taken(
        TEXT("- \xC3\xA4: \"\xC3\xA4\"\n  \xE2\x82\xAC\xC3\xA4: [\"\xF0\x9F\x9A\x80\", x]\n"),
        true);
}

static void flow_collections_are_taken(void **state) {
    (void)state;
    check_taken(TEXT("a: {}\nb: []\nc: [ ]\nd: { }\n"), true);
    check_taken(TEXT("a: {b: 1, \"c\": 'd', e: [x, y z, {f: [[1], 2]}]} # g\n"), true);
    check_taken(TEXT("- [a , b ]\n- { a: b , c: d }\n"), true);
}

/* ---- what is left to events ---- */

static void whatever_is_odd_is_given_up(void **state) {
    (void)state;
    const char *texts[] = {
        "",
        "\n",
        "# nothing\n",
        "a\n",
        "a: 1", /* a reader of streams ends every line */
        "a: &x 1\nb: *x\n",
        "a: !!str 1\n",
        "a: ! 1\n",
        "<<: {a: 1}\n",
        "a: 1\na: 2\n",
        "a: {b: 1, b: 2}\n",
        "? a\n: b\n",
        "a: b\n  c\n",
        "a:\n  b\n",
        "a: 'b\n  c'\n",
        "a: \"b\n  c\"\n",
        "a: [b,\n  c]\n",
        "a: >\n  b\n",
        "a: |2\n   b\n",
        "a: | # c\n  b\n",
        "a: |\n   \n  b\n",
        "a: |\nb: c\n",
        "a:\tb\n",
        "a: b\r\n",
        "a: b\x7F\n",
        "a: \xC2\x85\n",
        "a: \xE2\x80\xA8\n",
        "\xEF\xBB\xBF"
        "a: 1\n",
        "a: \xFF\n",
        "%YAML 1.1\n---\na: 1\n",
        "...\n",
        "a: 1\n...\n",
        "a: 1\n---\nb: 2\n",
        "--- a\n",
        "a: b: c\n",
        "a: - b\n",
        "a:\n    b: 1\n  c: 2\n",
        "a: 1\n  b: 2\n",
        "a: 1\n- b\n",
        "- a\nb: 1\n",
        "a: 'b'c\n",
        "a: 'b'#c\n",
        "a: \"\\x41\"\n",
        "a: \"\\/\"\n",
        "a: \"\\'\"\n",
        "a: [b: c]\n",
        "a: [b,]\n",
        "a: {b}\n",
        "a: {b:, c: d}\n",
        "a: {\"b\":1}\n",
        "a: [b?c]\n",
        "a: [\xC3\xA4]\n",
        "a: [b] c\n",
        "[a]: b\n",
        "a : b\n",
        "'a' : b\n",
        ": a\n",
        "1: a\n",
        "true: a\n",
        "~: a\n",
        "a: .inf\n",
        "a: .nan\n",
        "a: @b\n",
        "a: `b\n",
        "a: %b\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_taken(texts[i], strlen(texts[i]), false);
    check_taken(TEXT("a: \0\n"), false);
}

static void long_keys_are_given_up(void **state) {
    (void)state;
    const size_t sizes[] = {RJ_YAML_FAST_KEY_BYTES, RJ_YAML_FAST_KEY_BYTES + 1};
    for (size_t i = 0; i < 2; i++) {
        rj_buf text = RJ_BUF_INIT;
        rj_buf_fill(&text, 'k', sizes[i]);
        rj_buf_puts(&text, ": 1\n");
        check_taken(text.data, text.bytes, i == 0);
        rj_buf_free(&text);
    }
}

static void nesting_is_given_up_before_any_limit(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        rj_buf text = RJ_BUF_INIT;
        for (uint32_t level = 0; level < RJ_YAML_FAST_BLOCK_LEVELS + i; level++)
            rj_buf_puts(&text, "- ");
        rj_buf_puts(&text, "x\n");
        check_taken(text.data, text.bytes, i == 0);
        rj_buf_reset(&text);
        rj_buf_puts(&text, "a: ");
        rj_buf_fill(&text, '[', RJ_YAML_FAST_FLOW_LEVELS + i);
        rj_buf_fill(&text, ']', RJ_YAML_FAST_FLOW_LEVELS + i);
        rj_buf_putc(&text, '\n');
        check_taken(text.data, text.bytes, i == 0);
        rj_buf_free(&text);
    }
}

static void limits_are_left_to_events(void **state) {
    (void)state;
    static const char text[] = "a: [1, 2]\nb:\n"; /* a map, two keys, a list, three values */
    for (size_t nodes = 5; nodes < 10; nodes++) {
        rj_limits limits = *rj_limits_default();
        limits.max_nodes = nodes;
        comparison c = compare(TEXT(text), &limits);
        assert_int_equal(c.is_taken, nodes >= 7);
        assert_int_equal(c.is_good, nodes >= 7);
        rj_arena_free(c.arena);
    }
    rj_limits limits = *rj_limits_default();
    limits.max_depth = 20;
    comparison c = compare(TEXT(text), &limits);
    assert_true(!c.is_taken && c.is_good);
    rj_arena_free(c.arena);
    /* An event inside of one pair of brackets costs 1. */
    rj_buf wide = RJ_BUF_INIT;
    rj_buf_puts(&wide, "a: [1");
    for (int i = 0; i < 1000; i++)
        rj_buf_puts(&wide, ", 1");
    rj_buf_puts(&wide, "]\n");
    c = compare(wide.data, wide.bytes, NULL);
    assert_true(!c.is_taken && !c.is_good);
    rj_arena_free(c.arena);
    rj_buf_free(&wide);
}

/* ---- mixtures ---- */

static const char *const parts[] = {"a",
                                    "b",
                                    "key",
                                    "name",
                                    "1",
                                    "true",
                                    ": ",
                                    ":",
                                    ":\n",
                                    "\n",
                                    "\n",
                                    "\n",
                                    "\n  ",
                                    "\n    ",
                                    "\n- ",
                                    "\n  - ",
                                    "\n    - ",
                                    "- ",
                                    "-",
                                    "-\n",
                                    " ",
                                    "  ",
                                    " #",
                                    "#",
                                    "# c\n",
                                    "'",
                                    "'",
                                    "\"",
                                    "\"",
                                    "''",
                                    "\\\"",
                                    "\\n",
                                    "\\x41",
                                    "|\n",
                                    "|-\n",
                                    "|+\n",
                                    ">\n",
                                    "|2\n",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ", ",
                                    ",",
                                    "[]",
                                    "{}",
                                    "{a: b}",
                                    "[x, y]",
                                    "&a ",
                                    "*a",
                                    "!!str ",
                                    "<<",
                                    "?",
                                    "? ",
                                    "%",
                                    "@",
                                    "---\n",
                                    "...\n",
                                    "\t",
                                    "\r",
                                    "\xC3\xA4",
                                    "\xC2\x85",
                                    "\xE2\x80\xA8",
                                    "\xEF\xBB\xBF",
                                    "\n\n",
                                    "x: y\n",
                                    "  z: w\n",
                                    "a:\n",
                                    "  b:\n",
                                    "  - c\n",
                                    "- d: e\n",
                                    "~",
                                    "0x1F",
                                    "-0.0",
                                    ".inf",
                                    "2001-01-01",
                                    "x y z",
                                    "    text\n",
                                    "\\",
                                    "=",
                                    "`",
                                    "!",
                                    "|",
                                    ">",
                                    "\x01",
                                    "\x7F"};

/* Few of these are YAML; those that are, mean the same to both. */
static void random_texts_mean_the_same(void **state) {
    (void)state;
    uint64_t seed = 7;
    size_t taken = 0;
    for (int i = 0; i < 60000; i++) {
        rj_buf text = RJ_BUF_INIT;
        for (uint32_t k = 1 + random_below(&seed, 12); k > 0; k--)
            rj_buf_puts(&text, parts[random_below(&seed, sizeof parts / sizeof *parts)]);
        rj_buf_putc(&text, '\n');
        comparison c = compare(text.data, text.bytes, NULL);
        taken += c.is_taken;
        rj_arena_free(c.arena);
        rj_buf_free(&text);
    }
    assert_true(taken > 500);
}

/* One byte of an ordinary document after the other is exchanged, or left out. */
static void damaged_documents_mean_the_same(void **state) {
    (void)state;
    static const char whole[] = "---\n"
                                "a:\n"
                                "- b: {c: 1, \"d\": [x, 'y z']}\n"
                                "  e: |\n"
                                "    f\n"
                                "\n"
                                "      g\n"
                                "# h\n"
                                "-   i # j\n"
                                "\"k l\": \"m\\tn\"\n"
                                "\xC3\xB6:\n"
                                "  p: -1.5\n"
                                "  q:\n"
                                "r: []\n";
    static const char others[] = " \n:-#'\"|[]{},?&*!%@`a1~<\t\\.";
    const size_t bytes = sizeof whole - 1;
    char text[sizeof whole];
    for (size_t i = 0; i < bytes; i++)
        for (size_t k = 0; k < sizeof others; k++) {
            const bool is_removal = !others[k];
            memcpy(text, whole, sizeof whole);
            text[i] = others[k];
            if (is_removal)
                memmove(text + i, text + i + 1, bytes - i);
            comparison c = compare(text, bytes - is_removal, NULL);
            rj_arena_free(c.arena);
        }
    check_taken(TEXT(whole), true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordinary_files_are_taken),
        cmocka_unit_test(blocks_are_taken),
        cmocka_unit_test(scalars_mean_the_same),
        cmocka_unit_test(flow_collections_are_taken),
        cmocka_unit_test(whatever_is_odd_is_given_up),
        cmocka_unit_test(long_keys_are_given_up),
        cmocka_unit_test(nesting_is_given_up_before_any_limit),
        cmocka_unit_test(limits_are_left_to_events),
        cmocka_unit_test(random_texts_mean_the_same),
        cmocka_unit_test(damaged_documents_mean_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
