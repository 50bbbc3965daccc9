/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "suite/job.h"

static const rj_difference differences[] = {
    {.kind = RJ_DIFFERENCE_CHANGED, .path = "a.b", .expected = "1", .actual = "2", .at = {3, 4}},
    {.kind = RJ_DIFFERENCE_UNEXPECTED, .path = "c", .actual = "\"x\""},
};

static const job_message message = {.number = 77,
                                    .result = {.status = RJ_SUITE_FAILED,
                                               .has_no_assertion = true,
                                               .reason = "why",
                                               .reason_file = "f.yaml",
                                               .reason_at = {5, 6},
                                               .hint = "",
                                               .differences = differences,
                                               .difference_count = 2,
                                               .differences_left_out = 9,
                                               .printed = "p\nq",
                                               .duration_us = 123456789012,
                                               .runs = 3,
                                               .failed_runs = 2}};

static void what_is_written_is_read(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_buf text = RJ_BUF_INIT;
    job_message read;
    job_write(&message, &text);
    const size_t bytes = text.bytes;
    job_write(&(job_message){.is_error = true, .error = "no"}, &text);
    assert_int_equal(job_read(text.data, text.bytes, arena, &read), bytes);
    const rj_suite_result *r = &read.result;
    assert_false(read.is_error);
    assert_int_equal(read.number, 77);
    assert_int_equal(r->status, RJ_SUITE_FAILED);
    assert_true(r->has_no_assertion);
    assert_string_equal(r->reason, "why");
    assert_string_equal(r->reason_file, "f.yaml");
    assert_int_equal(r->reason_at.column, 6);
    assert_string_equal(r->hint, "");
    assert_null(r->detail);
    assert_int_equal(r->difference_count, 2);
    assert_string_equal(r->differences[0].path, "a.b");
    assert_int_equal(r->differences[0].at.line, 3);
    assert_null(r->differences[1].expected);
    assert_string_equal(r->differences[1].actual, "\"x\"");
    assert_int_equal(r->differences_left_out, 9);
    assert_string_equal(r->printed, "p\nq");
    assert_true(r->duration_us == 123456789012);
    assert_int_equal(job_read(text.data + bytes, text.bytes - bytes, arena, &read),
                     text.bytes - bytes);
    assert_true(read.is_error);
    assert_string_equal(read.error, "no");
    rj_buf_free(&text);
    rj_arena_free(arena);
}

/* Cut anywhere, a message makes no sense; with any byte changed, reading it ends all the same. */
static void broken_messages_are_refused(void **state) {
    (void)state;
    rj_buf text = RJ_BUF_INIT;
    job_write(&message, &text);
    for (size_t i = 0; i < text.bytes; i++) {
        rj_arena *arena = rj_arena_new(0);
        job_message read;
        char *cut = rj_arena_copy(arena, text.data, i);
        assert_int_equal(job_read(cut, i, arena, &read), 0);
        const char was = text.data[i];
        text.data[i] = (char)0xFF;
        assert_true(job_read(text.data, text.bytes, arena, &read) <= text.bytes);
        text.data[i] = was;
        rj_arena_free(arena);
    }
    rj_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(broken_messages_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
