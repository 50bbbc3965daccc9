/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "interp/wire.h"

enum {
    MAX_DEPTH = 50
};

static rj_value sample(rj_arena *arena) {
    rj_map_builder inner = {.arena = arena}, map = {.arena = arena};
    rj_list_builder list = {.arena = arena};
    rj_value scalars[] = {rj_value_null,          rj_value_bool(true),        rj_value_bool(false),
                          rj_value_int(-5),       rj_value_int(INT64_MAX),    rj_value_float(0.1),
                          rj_value_text("text"),  rj_value_string("a\0b", 3), rj_value_text(""),
                          rj_value_list(NULL, 0), rj_value_map(NULL, 0)};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        assert_true(rj_list_append(&list, &scalars[i]));
    rj_value items = rj_list_finish(&list);
    assert_true(rj_map_append(&inner, "x", 1, (rj_position){0}, &items));
    rj_value nested = rj_map_finish(&inner);
    assert_true(rj_map_append(&map, "", 0, (rj_position){0}, &scalars[0]));
    assert_true(rj_map_append(&map, "k\0z", 3, (rj_position){0}, &nested));
    return rj_map_finish(&map);
}

typedef struct fixture {
    rj_arena *arena;
    rj_customization customization;
    rj_customization_set set;
    const rj_rule rule;
} fixture;

static fixture make_fixture(void) {
    fixture f = {.arena = rj_arena_new(0),
                 .rule = {.result_count = 2, .result_names = {"replica", "requires"}}};
    assert_non_null(f.arena);
    return f;
}

static void use_set(fixture *f) {
    f->set = (rj_customization_set){.items = &f->customization, .count = 1};
}

static void results_arrive_as_they_were_sent(void **state) {
    (void)state;
    fixture f = make_fixture();
    use_set(&f);
    rj_result sent = {.values = {rj_value_int(3), sample(f.arena)}, .count = 2}, got;
    rj_buf wire = RJ_BUF_INIT;
    for (int known = 0; known < 2; known++) {
        sent.answered_by = known ? &f.customization : NULL;
        rj_buf_reset(&wire);
        rj_wire_write_result(&sent, &f.set, &wire);
        assert_true(
            rj_wire_read_result(wire.data, wire.bytes, &f.rule, &f.set, MAX_DEPTH, f.arena, &got));
        assert_ptr_equal(got.answered_by, sent.answered_by);
        assert_string_equal(got.names[1], "requires");
        for (size_t i = 0; i < 2; i++)
            assert_true(rj_value_equal(&got.values[i], &sent.values[i]));
    }
    rj_buf_free(&wire);
    rj_arena_free(f.arena);
}

static void errors_arrive_with_all_their_parts(void **state) {
    (void)state;
    rj_error sent = RJ_ERROR_INIT, got = RJ_ERROR_INIT;
    rj_buf wire = RJ_BUF_INIT;
    rj_error_set_bytes(&sent, RJ_ERROR_SCRIPT, "<string>:3: a\0b", 15);
    sent.reason_offset = 12;
    rj_error_locate(&sent, "c.yaml", (rj_position){7, 9});
    rj_error_set_path(&sent, "o.status");
    rj_error_set_hint(&sent, "%s", "100%");
    rj_wire_write_error(&sent, &wire);
    assert_true(rj_wire_read_error(wire.data, wire.bytes, &got));
    assert_int_equal(got.code, RJ_ERROR_SCRIPT);
    assert_int_equal(got.message_bytes, 15);
    assert_memory_equal(got.message, sent.message, 16);
    assert_string_equal(rj_error_reason(&got), "a");
    assert_string_equal(got.file, "c.yaml");
    assert_int_equal(got.at.line, 7);
    assert_int_equal(got.at.column, 9);
    assert_string_equal(got.path, "o.status");
    assert_null(got.detail);
    assert_string_equal(got.hint, "100%");
    for (size_t bytes = 0; bytes < wire.bytes; bytes++) {
        rj_error cut = RJ_ERROR_INIT;
        assert_false(rj_wire_read_error(wire.data, bytes, &cut));
        rj_error_clear(&cut);
    }
    rj_buf_free(&wire);
    rj_error_clear(&sent);
    rj_error_clear(&got);
}

/* A worker may be taken over by its script: whatever it sends is read safely or refused. */
static void garbled_answers_are_refused_or_read_safely(void **state) {
    (void)state;
    fixture f = make_fixture();
    use_set(&f);
    rj_result sent = {.values = {rj_value_int(3), sample(f.arena)}, .count = 2}, got;
    rj_buf wire = RJ_BUF_INIT;
    rj_wire_write_result(&sent, &f.set, &wire);
    rj_arena *arena = rj_arena_new((size_t)16 << 20);
    unsigned seed = 42;
    int refused = 0;
    for (int round = 0; round < 20000; round++) {
        /* A copy of exactly its size, so that reading past its end is noticed. */
        size_t bytes = round % 3 ? wire.bytes : (size_t)rand_r(&seed) % wire.bytes;
        char *exact = malloc(bytes ? bytes : 1);
        memcpy(exact, wire.data, bytes);
        for (int i = 0; bytes && i < 1 + round % 4; i++)
            exact[(size_t)rand_r(&seed) % bytes] = (char)rand_r(&seed);
        refused += !rj_wire_read_result(exact, bytes, &f.rule, &f.set, MAX_DEPTH, arena, &got);
        rj_arena_reset(arena);
        free(exact);
    }
    assert_true(refused > 1000);
    rj_arena_free(arena);
    rj_buf_free(&wire);
    rj_arena_free(f.arena);
}

static void depth_and_count_are_bounded(void **state) {
    (void)state;
    fixture f = make_fixture();
    use_set(&f);
    rj_value nested = rj_value_list(NULL, 0);
    for (int i = 0; i < MAX_DEPTH + 5; i++) {
        rj_value *item = rj_arena_alloc(f.arena, sizeof *item);
        *item = nested;
        nested = rj_value_list(item, 1);
    }
    rj_result sent = {.values = {nested, rj_value_null}, .count = 2}, got;
    rj_buf wire = RJ_BUF_INIT;
    rj_wire_write_result(&sent, &f.set, &wire);
    assert_false(
        rj_wire_read_result(wire.data, wire.bytes, &f.rule, &f.set, MAX_DEPTH, f.arena, &got));
    assert_true(
        rj_wire_read_result(wire.data, wire.bytes, &f.rule, &f.set, MAX_DEPTH + 10, f.arena, &got));
    sent.count = 1;
    rj_buf_reset(&wire);
    rj_wire_write_result(&sent, &f.set, &wire);
    assert_false(
        rj_wire_read_result(wire.data, wire.bytes, &f.rule, &f.set, MAX_DEPTH + 10, f.arena, &got));
    rj_buf_free(&wire);
    rj_arena_free(f.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_arrive_as_they_were_sent),
        cmocka_unit_test(errors_arrive_with_all_their_parts),
        cmocka_unit_test(garbled_answers_are_refused_or_read_safely),
        cmocka_unit_test(depth_and_count_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
