/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/shrink.h"

#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "unit/cmocka_all.h"

typedef struct watch {
    const char *wanted[3]; /* texts that all have to be in the value's JSON */
    size_t asked;
} watch;

static bool holds(void *ctx, const rj_value *candidate) {
    watch *w = ctx;
    rj_buf json = RJ_BUF_INIT;
    bool all = true;
    rj_json_write(candidate, &json);
    for (size_t i = 0; i < 3 && w->wanted[i]; i++)
        all = all && strstr(rj_buf_text(&json), w->wanted[i]);
    rj_buf_free(&json);
    w->asked++;
    return all;
}

typedef struct row {
    const char *given;
    watch watch;
    const char *expected;
} row;

static const row rows[] = {
    {"{a: 1, b: 2, c: 3}", {.wanted = {"\"b\":2"}}, "{\"b\":2}"},
    {"{a: {b: {c: 1, d: 2}, e: 3}, f: 4}", {.wanted = {"\"d\":2"}}, "{\"a\":{\"b\":{\"d\":2}}}"},
    {"[1, [2, 3], {k: [4, 5]}]", {.wanted = {"5"}}, "[{\"k\":[5]}]"},
    {"[1, [2, 3], {k: [4, 5]}]", {.wanted = {"3", "4"}}, "[[3],{\"k\":[4]}]"},
    {"{a: [], b: {}}", {.wanted = {"[]"}}, "{\"a\":[]}"},
    {"{a: [1, 2, 3]}", {.wanted = {NULL}}, "{}"},
    {"[[1], [1]]", {.wanted = {"1],["}}, "[[1],[]]"},
    {"7", {.wanted = {"7"}}, "7"},
};

static rj_value read_value(const char *text, rj_arena *arena) {
    rj_document doc;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text, strlen(text), "given", false, NULL);
    assert_non_null(reader);
    assert_int_equal(rj_document_next(reader, arena, &doc, NULL), RJ_READ_DOCUMENT);
    rj_document_reader_free(reader);
    return doc.root;
}

static void finds_the_smallest(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_arena *arena = rj_arena_new(0);
        watch w = rows[i].watch;
        rj_value value = read_value(rows[i].given, arena);
        rj_buf got = RJ_BUF_INIT;
        assert_true(suite_shrink(&value, holds, &w, 1000, arena));
        rj_json_write(&value, &got);
        assert_string_equal(rj_buf_text(&got), rows[i].expected);
        rj_buf_free(&got);
        rj_arena_free(arena);
    }
}

static void asks_no_more_than_allowed(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    watch w = {.wanted = {"9"}};
    rj_value value = read_value("[1, 2, 3, 4, 5, 6, 7, 8, 9]", arena);
    rj_buf got = RJ_BUF_INIT;
    assert_true(suite_shrink(&value, holds, &w, 3, arena));
    assert_int_equal(w.asked, 3);
    rj_json_write(&value, &got);
    assert_string_equal(rj_buf_text(&got), "[4,5,6,7,8,9]");
    rj_buf_free(&got);
    rj_arena_free(arena);
}

static void leaves_the_value_when_memory_runs_out(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    watch w = {.wanted = {"2"}};
    rj_value value = read_value("{a: 1, b: 2}", arena);
    rj_buf got = RJ_BUF_INIT;
    rj_arena_fail_at(arena, 1);
    assert_false(suite_shrink(&value, holds, &w, 1000, arena));
    rj_json_write(&value, &got);
    assert_string_equal(rj_buf_text(&got), "{\"a\":1,\"b\":2}");
    rj_buf_free(&got);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_smallest),
        cmocka_unit_test(asks_no_more_than_allowed),
        cmocka_unit_test(leaves_the_value_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
