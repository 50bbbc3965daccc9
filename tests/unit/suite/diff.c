/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/json.h"
#include "suite/diff.h"

static rj_value parse(rj_arena *arena, const char *text) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_json_read(arena, text, strlen(text), NULL, rj_limits_default(), &value, &err));
    return value;
}

static const char *describe(const diff_list *list, rj_arena *arena) {
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < list->count; i++) {
        const rj_difference *d = &list->items[i];
        rj_buf_printf(&text, "%s%s: %s -> %s", i ? "; " : "", d->path,
                      d->expected ? d->expected : "-", d->actual ? d->actual : "-");
    }
    const char *copy = rj_arena_copy(arena, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return copy;
}

typedef struct row {
    const char *expected, *actual;
    diff_rules rules;
    const char *differences; /* as describe() writes them */
} row;

#define PLAIN                                                                                      \
    { false, false }
#define MARKS                                                                                      \
    { true, false }
#define QUANTITIES                                                                                 \
    { false, true }

static const row rows[] = {
    {"1", "1", PLAIN, ""},
    {"1", "2", PLAIN, "r: 1 -> 2"},
    {"1", "1.0", PLAIN, ""},
    {"1e3", "1000", PLAIN, ""},
    {"0", "-0.0", PLAIN, "r: 0 -> -0"},
    {"1", "true", PLAIN, "r: 1 -> true"},
    {"null", "null", PLAIN, ""},
    {"null", "false", PLAIN, "r: null -> false"},
    {"\"a\"", "\"a\"", PLAIN, ""},
    {"\"a\"", "\"a\\u0000\"", PLAIN, "r: \"a\" -> \"a\\u0000\""},
    {"{}", "[]", PLAIN, "r: {} -> []"},
    {"{}", "{}", PLAIN, ""},
    {"[]", "null", PLAIN, "r: [] -> null"},
    {"{\"a\":1,\"c\":3}", "{\"b\":2,\"c\":4}", PLAIN, "r.a: 1 -> -; r.b: - -> 2; r.c: 3 -> 4"},
    {"[1,2,3]", "[1,4]", PLAIN, "r[1]: 2 -> 4; r[2]: 3 -> -"},
    {"[]", "[{}]", PLAIN, "r[0]: - -> {}"},
    {"{\"a\":[{\"b\":1}]}", "{\"a\":[{\"b\":2}]}", PLAIN, "r.a[0].b: 1 -> 2"},
    {"{\"a.b\":{\"\":{\"9\":1,\"x-y\":1}}}", "{\"a.b\":{\"\":{\"9\":2,\"x-y\":2}}}", PLAIN,
     "r[\"a.b\"][\"\"][\"9\"]: 1 -> 2; r[\"a.b\"][\"\"].x-y: 1 -> 2"},
    /* < > & as people write them, a backslash in front of them stays one. */
    {"\"<&>\"", "\"\\\\u003c\"", PLAIN, "r: \"<&>\" -> \"\\\\u003c\""},
    {"{\"a\":\"{{EXCLUDE}}\",\"b\":1}", "{\"a\":5,\"b\":1}", MARKS, ""},
    {"{\"a\":\"{{EXCLUDE}}\",\"b\":1}", "{\"b\":1}", MARKS, ""},
    {"{\"b\":1}", "{\"a\":\"{{EXCLUDE}}\",\"b\":1}", MARKS, "r.a: - -> \"{{EXCLUDE}}\""},
    {"{\"a\":\"{{EXCLUDE}}\"}", "{\"a\":5}", PLAIN, "r.a: \"{{EXCLUDE}}\" -> 5"},
    {"{\"a\":\"{{EXCLUDE}} \"}", "{\"a\":5}", MARKS, "r.a: \"{{EXCLUDE}} \" -> 5"},
    {"[\"{{EXCLUDE}}\"]", "[5]", MARKS, "r[0]: \"{{EXCLUDE}}\" -> 5"},
    {"[{\"a\":\"{{EXCLUDE}}\"}]", "[{\"a\":[1]}]", MARKS, ""},
    {"\"{{EXCLUDE}}\"", "5", MARKS, "r: \"{{EXCLUDE}}\" -> 5"},
    {"{\"resourceRequest\":{\"cpu\":\"1000m\"}}", "{\"resourceRequest\":{\"cpu\":\"1\"}}",
     QUANTITIES, ""},
    {"{\"resourceRequest\":{\"cpu\":\"1024Mi\"}}", "{\"resourceRequest\":{\"cpu\":\"1Gi\"}}",
     QUANTITIES, ""},
    {"{\"resourceRequest\":{\"cpu\":\"1001m\"}}", "{\"resourceRequest\":{\"cpu\":\"1\"}}",
     QUANTITIES, "r.resourceRequest.cpu: \"1001m\" -> \"1\""},
    {"{\"resourceRequest\":{\"cpu\":\"one\"}}", "{\"resourceRequest\":{\"cpu\":\"1\"}}", QUANTITIES,
     "r.resourceRequest.cpu: \"one\" -> \"1\""},
    {"{\"resourceRequest\":{\"cpu\":\"1000m\"}}", "{\"resourceRequest\":{\"cpu\":\"1\"}}", PLAIN,
     "r.resourceRequest.cpu: \"1000m\" -> \"1\""},
    {"{\"nodeSelector\":{\"cpu\":\"1000m\"}}", "{\"nodeSelector\":{\"cpu\":\"1\"}}", QUANTITIES,
     "r.nodeSelector.cpu: \"1000m\" -> \"1\""},
};

static void rules_hold(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        diff_list list = {.arena = arena};
        const rj_value expected = parse(arena, rows[i].expected);
        const rj_value actual = parse(arena, rows[i].actual);
        assert_true(diff_values("r", &expected, &actual, &rows[i].rules, &list));
        assert_string_equal(describe(&list, arena), rows[i].differences);
    }
    rj_arena_free(arena);
}

static char *nested(rj_arena *arena, size_t depth, const char *inside) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_fill(&text, '[', depth);
    rj_buf_puts(&text, inside);
    rj_buf_fill(&text, ']', depth);
    char *copy = rj_arena_copy(arena, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return copy;
}

static void deep_values_are_fine(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const diff_rules plain = {false, false};
    diff_list list = {.arena = arena};
    const rj_value expected = parse(arena, nested(arena, 9990, "1"));
    const rj_value actual = parse(arena, nested(arena, 9990, "2"));
    assert_true(diff_values("r", &expected, &actual, &plain, &list));
    assert_int_equal(list.count, 1);
    assert_int_equal(strlen(list.items[0].path), 1 + 3 * 9990);
    rj_arena_free(arena);
}

static void what_is_kept_is_bounded(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const diff_rules plain = {false, false};
    diff_list list = {.arena = arena};
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "[\"");
    for (size_t i = 0; i < DIFF_MOST_TEXT; i++)
        rj_buf_puts(&text, "é");
    rj_buf_puts(&text, "\"");
    for (size_t i = 0; i < DIFF_MOST_KEPT + 5; i++)
        rj_buf_puts(&text, ",0");
    rj_buf_puts(&text, "]");
    const rj_value expected = parse(arena, rj_buf_text(&text)), actual = parse(arena, "[]");
    assert_true(diff_values("r", &expected, &actual, &plain, &list));
    assert_int_equal(list.count, DIFF_MOST_KEPT);
    assert_int_equal(list.left_out, 6);
    const char *cut = list.items[0].expected;
    assert_true(strlen(cut) <= DIFF_MOST_TEXT + strlen("…"));
    assert_string_equal(cut + strlen(cut) - strlen("é…"), "é…");
    rj_buf_free(&text);
    rj_arena_free(arena);
}

static void memory_may_run_out(void **state) {
    (void)state;
    const diff_rules plain = {false, false};
    for (uint64_t n = 1, failed = 1; failed; n++) {
        rj_arena *arena = rj_arena_new(0);
        const rj_value expected = parse(arena, "{\"a\":[1,2,3],\"b\":\"x\"}");
        const rj_value actual = parse(arena, "{\"a\":[4,5],\"c\":null}");
        diff_list list = {.arena = arena};
        rj_arena_fail_at(arena, n);
        failed = !diff_values("r", &expected, &actual, &plain, &list);
        assert_true(n < 100);
        assert_true(failed || list.count == 5);
        rj_arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold),
        cmocka_unit_test(deep_values_are_fine),
        cmocka_unit_test(what_is_kept_is_bounded),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
