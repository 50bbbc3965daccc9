/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "insight/mutate.h"
#include "rjinterp/json.h"

static rj_value read_json(rj_arena *arena, const char *text) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_json_read(arena, text, strlen(text), NULL, NULL, &value, &err));
    return value;
}

static void assert_json(const rj_value *value, const char *expected) {
    rj_buf text = RJ_BUF_INIT;
    rj_json_write(value, &text);
    assert_string_equal(rj_buf_text(&text), expected);
    rj_buf_free(&text);
}

static void assert_path(const mutation_sites *sites, uint32_t site, const char *expected) {
    rj_buf text = RJ_BUF_INIT;
    mutation_write_path(sites, site, &text);
    assert_string_equal(rj_buf_text(&text), expected);
    rj_buf_free(&text);
}

/* a, a[0], a[1], a[1].b, c: five places, in this order. */
static const char small[] = "{\"a\":[1,{\"b\":\"x\"}],\"c\":null}";

static void places_are_listed_in_order(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_value root = read_json(arena, small);
    mutation_sites sites;
    assert_true(mutation_list_sites(&root, arena, &sites));
    assert_int_equal(sites.count, 6);
    static const char *const paths[] = {"", "a", "a[0]", "a[1]", "a[1].b", "c"};
    static const uint32_t ends[] = {6, 5, 3, 5, 5, 6};
    for (uint32_t i = 0; i < 6; i++) {
        assert_path(&sites, i, paths[i]);
        assert_int_equal(sites.items[i].end, ends[i]);
    }
    rj_arena_free(arena);
}

static void keys_that_are_no_words_are_quoted(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_value root = read_json(arena, "{\"l\":{\"a.b/c\":[true]}}");
    mutation_sites sites;
    assert_true(mutation_list_sites(&root, arena, &sites));
    assert_path(&sites, 3, "l[\"a.b/c\"][0]");
    rj_arena_free(arena);
}

/* Removed; null and empty where that is something else; four other types, for null all five. */
static void each_kind_has_its_changes(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    static const struct {
        const char *text;
        size_t changes;
    } rows[] = {{"null", 6}, {"\"x\"", 7}, {"\"\"", 6}, {"5", 7},  {"0", 6},  {"0.5", 7},
                {"true", 7}, {"false", 6}, {"[1]", 7},  {"[]", 6}, {"{}", 6}, {"{\"a\":1}", 7}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rj_value value = read_json(arena, rows[i].text);
        size_t changes = 0;
        for (int kind = 0; kind < MUTATION_COUNT; kind++)
            changes += mutation_applies(&value, (mutation_kind)kind);
        assert_int_equal(changes, rows[i].changes);
    }
    rj_arena_free(arena);
}

static void one_change_leaves_the_rest(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_value root = read_json(arena, small);
    static const struct {
        mutation change;
        const char *expected;
    } rows[] = {
        {{1, MUTATION_REMOVED}, "{\"c\":null}"},
        {{2, MUTATION_REMOVED}, "{\"a\":[{\"b\":\"x\"}],\"c\":null}"},
        {{3, MUTATION_REMOVED}, "{\"a\":[1],\"c\":null}"},
        {{5, MUTATION_REMOVED}, "{\"a\":[1,{\"b\":\"x\"}]}"},
        {{1, MUTATION_EMPTY}, "{\"a\":[],\"c\":null}"},
        {{2, MUTATION_EMPTY}, "{\"a\":[0,{\"b\":\"x\"}],\"c\":null}"},
        {{3, MUTATION_EMPTY}, "{\"a\":[1,{}],\"c\":null}"},
        {{4, MUTATION_EMPTY}, "{\"a\":[1,{\"b\":\"\"}],\"c\":null}"},
        {{4, MUTATION_NULL}, "{\"a\":[1,{\"b\":null}],\"c\":null}"},
        {{4, MUTATION_NUMBER}, "{\"a\":[1,{\"b\":1}],\"c\":null}"},
        {{4, MUTATION_BOOL}, "{\"a\":[1,{\"b\":true}],\"c\":null}"},
        {{4, MUTATION_LIST}, "{\"a\":[1,{\"b\":[\"text\"]}],\"c\":null}"},
        {{4, MUTATION_MAP}, "{\"a\":[1,{\"b\":{\"key\":\"text\"}}],\"c\":null}"},
        {{5, MUTATION_STRING}, "{\"a\":[1,{\"b\":\"x\"}],\"c\":\"text\"}"},
    };
    mutation_sites sites;
    assert_true(mutation_list_sites(&root, arena, &sites));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_value made;
        assert_true(mutation_apply(&sites, &rows[i].change, 1, arena, &made));
        assert_json(&made, rows[i].expected);
    }
    assert_json(&root, small);
    rj_arena_free(arena);
}

static void two_changes_go_together_unless_nested(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_value root = read_json(arena, small);
    mutation_sites sites;
    rj_value made;
    assert_true(mutation_list_sites(&root, arena, &sites));
    const mutation both[] = {{2, MUTATION_REMOVED}, {3, MUTATION_REMOVED}};
    assert_true(mutations_go_together(&sites, both[0], both[1]));
    assert_true(mutation_apply(&sites, both, 2, arena, &made));
    assert_json(&made, "{\"a\":[],\"c\":null}");
    const mutation mixed[] = {{2, MUTATION_REMOVED}, {4, MUTATION_NULL}};
    assert_true(mutation_apply(&sites, mixed, 2, arena, &made));
    assert_json(&made, "{\"a\":[{\"b\":null}],\"c\":null}");
    assert_false(
        mutations_go_together(&sites, (mutation){1, MUTATION_NULL}, (mutation){4, MUTATION_NULL}));
    assert_false(mutations_go_together(&sites, (mutation){4, MUTATION_NULL},
                                       (mutation){4, MUTATION_REMOVED}));
    assert_false(
        mutations_go_together(&sites, (mutation){5, MUTATION_NULL}, (mutation){1, MUTATION_NULL}));
    rj_arena_free(arena);
}

static void depth_costs_no_stack(void **state) {
    (void)state;
    enum {
        DEPTH = 10000
    };
    rj_arena *arena = rj_arena_new(0);
    rj_value value = rj_value_int(1);
    for (int i = 0; i < DEPTH; i++) {
        rj_value *item = rj_arena_calloc(arena, 1, sizeof *item);
        *item = value;
        value = rj_value_list(item, 1);
    }
    mutation_sites sites;
    rj_value made;
    assert_true(mutation_list_sites(&value, arena, &sites));
    assert_int_equal(sites.count, DEPTH + 1);
    const mutation deepest = {DEPTH, MUTATION_REMOVED};
    assert_true(mutation_apply(&sites, &deepest, 1, arena, &made));
    const rj_value *at = &made;
    for (int i = 0; i < DEPTH - 1; i++)
        at = &at->list.items[0];
    assert_int_equal(at->list.count, 0);
    rj_arena_free(arena);
}

static void a_full_arena_is_told(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_value root = read_json(arena, small);
    mutation_sites sites;
    rj_value made;
    assert_true(mutation_list_sites(&root, arena, &sites));
    const mutation change = {4, MUTATION_REMOVED};
    for (uint64_t n = 1; n <= 5; n++) {
        rj_arena_fail_at(arena, n);
        assert_false(mutation_apply(&sites, &change, 1, arena, &made));
    }
    rj_arena_fail_at(arena, 1);
    assert_false(mutation_list_sites(&root, arena, &sites));
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_listed_in_order),
        cmocka_unit_test(keys_that_are_no_words_are_quoted),
        cmocka_unit_test(each_kind_has_its_changes),
        cmocka_unit_test(one_change_leaves_the_rest),
        cmocka_unit_test(two_changes_go_together_unless_nested),
        cmocka_unit_test(depth_costs_no_stack),
        cmocka_unit_test(a_full_arena_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
