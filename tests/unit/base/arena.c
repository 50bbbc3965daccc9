/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdint.h>
#include <string.h>

#include "rjinterp/arena.h"

static void hands_out_aligned_memory_of_any_size(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    for (size_t bytes = 0; bytes < 3000000; bytes = bytes * 3 + 1) {
        char *p = rj_arena_alloc(arena, bytes);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        memset(p, 0xA5, bytes);
    }
    rj_arena_free(arena);
}

static void keeps_its_ceiling_and_recovers_by_reset(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(1000);
    assert_non_null(rj_arena_alloc(arena, 900));
    assert_null(rj_arena_alloc(arena, 200));
    assert_non_null(rj_arena_alloc(arena, 16));
    rj_arena_reset(arena);
    assert_int_equal(rj_arena_used_bytes(arena), 0);
    assert_non_null(rj_arena_alloc(arena, 900));
    rj_arena_free(arena);
}

static void rewinds_to_a_mark(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(100000);
    const rj_arena_mark empty = rj_arena_mark_of(arena);
    for (int i = 0; i < 3; i++) {
        char *kept = rj_arena_alloc(arena, 100);
        memset(kept, 'k', 100);
        const rj_arena_mark mark = rj_arena_mark_of(arena);
        assert_non_null(rj_arena_alloc(arena, 100));
        assert_non_null(rj_arena_alloc(arena, 60000)); /* in a block of its own */
        rj_arena_rewind(arena, &mark);
        assert_int_equal(rj_arena_used_bytes(arena), mark.used_bytes);
        memset(rj_arena_alloc(arena, 90000), 'x', 90000);
        for (int k = 0; k < 100; k++)
            assert_int_equal(kept[k], 'k');
        rj_arena_rewind(arena, &empty);
        assert_int_equal(rj_arena_used_bytes(arena), 0);
    }
    rj_arena_free(arena);
}

static void refuses_sizes_that_overflow(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    assert_null(rj_arena_alloc(arena, SIZE_MAX));
    assert_null(rj_arena_calloc(arena, SIZE_MAX / 2, 3));
    assert_null(rj_arena_copy(arena, "", SIZE_MAX));
    rj_arena_free(arena);
}

static void fails_from_the_nth_allocation_on(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(rj_arena_alloc(arena, 1));
    rj_arena_fail_at(arena, 2);
    assert_non_null(rj_arena_alloc(arena, 1));
    assert_null(rj_arena_alloc(arena, 1));
    assert_null(rj_arena_alloc(arena, 1));
    rj_arena_fail_at(arena, 0);
    assert_non_null(rj_arena_alloc(arena, 1));
    assert_int_equal(rj_arena_allocations(arena), 5);
    rj_arena_free(arena);
}

static void copies_text_with_its_nuls(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    char *copy = rj_arena_copy(arena, "a\0b", 3);
    assert_memory_equal(copy, "a\0b", 4);
    int *zeros = rj_arena_calloc(arena, 10, sizeof *zeros);
    for (int i = 0; i < 10; i++)
        assert_int_equal(zeros[i], 0);
    rj_arena_free(arena);
}

static void arrays_grow_and_keep_their_elements(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    int *items = NULL;
    size_t capacity = 0;
    for (size_t n = 0; n < 1000; n++) {
        items = rj_arena_grow(arena, items, n, &capacity, sizeof *items);
        assert_non_null(items);
        assert_true(capacity > n);
        items[n] = (int)n;
    }
    for (size_t n = 0; n < 1000; n++)
        assert_int_equal(items[n], n);
    capacity = SIZE_MAX / 4;
    assert_null(rj_arena_grow(arena, items, capacity, &capacity, sizeof *items));
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_out_aligned_memory_of_any_size),
        cmocka_unit_test(keeps_its_ceiling_and_recovers_by_reset),
        cmocka_unit_test(rewinds_to_a_mark),
        cmocka_unit_test(refuses_sizes_that_overflow),
        cmocka_unit_test(fails_from_the_nth_allocation_on),
        cmocka_unit_test(copies_text_with_its_nuls),
        cmocka_unit_test(arrays_grow_and_keep_their_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
