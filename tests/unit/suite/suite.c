/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/suite.h"

static const char pass[] = RJ_SOURCE_DIR "/tests/suite/pass";
static const char fails[] = RJ_SOURCE_DIR "/tests/suite/fail";

static rj_suite load(rj_arena *arena, const char *path) {
    rj_suite suite;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_suite_load(&path, 1, NULL, arena, &suite, &err));
    return suite;
}

static rj_suite_selection choose(rj_arena *arena, const rj_suite *suite,
                                 const rj_suite_filter *filter) {
    rj_suite_selection selection;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_suite_select(suite, filter, arena, &selection, &err));
    return selection;
}

static void both_formats_are_read(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_suite suite = load(arena, pass);
    size_t operations[RJ_OPERATION_COUNT] = {0}, older = 0;
    for (size_t i = 0; i < suite.count; i++) {
        const rj_suite_case *item = &suite.cases[i];
        assert_null(item->problem);
        assert_true(item->at.line > 0);
        operations[item->rule->operation]++;
        older += strstr(item->file, "customizations_tests.yaml") != NULL;
    }
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        assert_true(operations[i] >= 4);
    assert_true(older >= 7);
    rj_arena_free(arena);
}

static void shards_and_shuffles_lose_nothing(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_suite suite = load(arena, pass);
    for (size_t shards = 1; shards < 9; shards++) {
        size_t sum = 0;
        for (size_t i = 0; i < shards; i++) {
            const rj_suite_filter filter = {
                .shard_index = i, .shard_count = shards, .shuffle = true, .seed = shards * 9 + i};
            const rj_suite_selection part = choose(arena, &suite, &filter);
            assert_int_equal(part.found, suite.count);
            sum += part.count;
            for (size_t j = 0; j < part.count; j++)
                assert_int_equal((size_t)(part.cases[j] - suite.cases) % shards, i);
        }
        assert_int_equal(sum, suite.count);
    }
    rj_arena_free(arena);
}

/* The same text for the same verdicts. */
static char *verdicts(rj_arena *arena, const rj_suite_selection *selection, size_t jobs) {
    const rj_suite_options options = {.jobs = jobs};
    rj_suite_results results;
    rj_error err = RJ_ERROR_INIT;
    rj_buf text = RJ_BUF_INIT;
    assert_true(rj_suite_run(selection, &options, &results, &err));
    assert_int_equal(results.passed + results.failed + results.skipped, selection->count);
    for (size_t i = 0; i < results.count; i++) {
        const rj_suite_result *r = &results.items[i];
        assert_ptr_equal(r->item, selection->cases[i]);
        rj_buf_printf(&text, "%d %s %u %zu\n", (int)r->status, r->reason ? r->reason : "",
                      (unsigned)r->reason_at.line, r->difference_count);
    }
    rj_suite_results_free(&results);
    char *copy = rj_arena_copy(arena, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return copy;
}

static void jobs_change_nothing(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_suite suite = load(arena, fails);
    const rj_suite_filter all = {0};
    const rj_suite_selection selection = choose(arena, &suite, &all);
    const char *alone = verdicts(arena, &selection, 1);
    static const size_t jobs[] = {2, 3, 5, 1000};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        assert_string_equal(verdicts(arena, &selection, jobs[i]), alone);
    rj_arena_free(arena);
}

static void no_case_is_no_failure(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_suite none = {0};
    const rj_suite_filter all = {0};
    const rj_suite_selection selection = choose(arena, &none, &all);
    assert_string_equal(verdicts(arena, &selection, 4), "");
    rj_arena_free(arena);
}

static void memory_may_run_out(void **state) {
    (void)state;
    const char *path = RJ_SOURCE_DIR "/tests/suite/pass/example.com/v1beta2";
    bool failed = true;
    for (uint64_t n = 1; failed; n += 7) {
        rj_arena *arena = rj_arena_new(0);
        rj_suite suite;
        rj_error err = RJ_ERROR_INIT;
        rj_arena_fail_at(arena, n);
        failed = !rj_suite_load(&path, 1, NULL, arena, &suite, &err);
        assert_true(!failed || err.message);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_are_read), cmocka_unit_test(shards_and_shuffles_lose_nothing),
        cmocka_unit_test(jobs_change_nothing),   cmocka_unit_test(no_case_is_no_failure),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
