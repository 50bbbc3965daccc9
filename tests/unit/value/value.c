/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/value.h"

static rj_value number_map(rj_arena *arena, const int *keys, size_t count) {
    rj_map_builder b = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        char key[16];
        int bytes = snprintf(key, sizeof key, "k%05d", keys[i]);
        rj_value v = rj_value_int((int64_t)i);
        assert_true(rj_map_append(&b, rj_arena_copy(arena, key, (size_t)bytes), (size_t)bytes,
                                  (rj_position){0}, &v));
    }
    return rj_map_finish(&b);
}

static void maps_are_sorted_and_the_last_of_equal_keys_stays(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    enum {
        N = 5000
    };
    int keys[N];
    unsigned seed = 7;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        keys[i] = (int)(seed >> 16) % 900;
    }
    for (size_t n = 0; n < N; n = n * 2 + 1) {
        rj_value map = number_map(arena, keys, n);
        for (size_t i = 1; i < map.map.count; i++)
            assert_true(strcmp(map.map.members[i - 1].key, map.map.members[i].key) < 0);
        for (size_t i = 0; i < n; i++) {
            int64_t last = -1;
            for (size_t j = 0; j < n; j++)
                if (keys[j] == keys[i])
                    last = (int64_t)j;
            char key[16];
            snprintf(key, sizeof key, "k%05d", keys[i]);
            assert_int_equal(rj_value_get(&map, key)->number.i64, last);
        }
    }
    rj_arena_free(arena);
}

static void paths_lead_through_maps_and_lists(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value items[] = {rj_value_text("x"), rj_value_bool(true)};
    rj_value list = rj_value_list(items, 2);
    rj_map_builder b = {.arena = arena};
    assert_true(rj_map_append(&b, "list", 4, (rj_position){0}, &list));
    rj_value root = rj_map_finish(&b);
    assert_string_equal(rj_value_at(&root, "list.0")->string.data, "x");
    assert_true(rj_value_at(&root, "list.1")->boolean);
    assert_null(rj_value_at(&root, "list.2"));
    assert_null(rj_value_at(&root, "list.x"));
    assert_null(rj_value_at(&root, "other.0"));
    assert_ptr_equal(rj_value_at(&root, ""), &root);
    assert_null(rj_value_get(NULL, "a"));
    assert_null(rj_value_get_text(&root, "list"));
    rj_arena_free(arena);
}

static void equality_is_by_kind_and_content(void **state) {
    (void)state;
    rj_value one = rj_value_int(1), one_float = rj_value_float(1), a = rj_value_text("a"),
             b = rj_value_text("a");
    a.at.line = 5;
    a.style = RJ_STYLE_LITERAL;
    assert_true(rj_value_equal(&a, &b));
    assert_false(rj_value_equal(&one, &one_float));
    rj_value list_a = rj_value_list(&one, 1), list_b = rj_value_list(&one, 1),
             empty = rj_value_list(NULL, 0), map = rj_value_map(NULL, 0);
    assert_true(rj_value_equal(&list_a, &list_b));
    assert_false(rj_value_equal(&list_a, &empty));
    assert_false(rj_value_equal(&map, &empty));
    assert_true(rj_value_equal(&rj_value_null, &rj_value_null));
}

static void builders_report_a_full_arena(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_arena_fail_at(arena, 1);
    rj_list_builder list = {.arena = arena};
    assert_false(rj_list_append(&list, &rj_value_null));
    rj_map_builder map = {.arena = arena};
    assert_false(rj_map_append(&map, "k", 1, (rj_position){0}, &rj_value_null));
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_sorted_and_the_last_of_equal_keys_stays),
        cmocka_unit_test(paths_lead_through_maps_and_lists),
        cmocka_unit_test(equality_is_by_kind_and_content),
        cmocka_unit_test(builders_report_a_full_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
