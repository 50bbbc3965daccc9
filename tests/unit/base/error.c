/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include "rjinterp/error.h"

static void keeps_everything_it_is_told(void **state) {
    (void)state;
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_error_set(&err, RJ_ERROR_TYPE, "not a %s", "map"));
    rj_error_locate(&err, "a.yaml", (rj_position){3, 5});
    rj_error_locate(&err, "b.yaml", (rj_position){9, 9});
    rj_error_set_path(&err, "spec");
    rj_error_set_detail(&err, "frame");
    rj_error_set_hint(&err, "write a %s", "map");
    rj_error_prefix(&err, "%s: ", "decode");
    assert_int_equal(err.code, RJ_ERROR_TYPE);
    assert_string_equal(err.message, "decode: not a map");
    assert_string_equal(rj_error_reason(&err), "not a map");
    assert_string_equal(err.file, "a.yaml");
    assert_int_equal(err.at.line, 3);
    assert_string_equal(err.path, "spec");
    assert_string_equal(err.hint, "write a map");
    rj_error_clear(&err);
    assert_null(err.message);
}

static void holds_any_bytes(void **state) {
    (void)state;
    rj_error err = RJ_ERROR_INIT;
    rj_error_set_bytes(&err, RJ_ERROR_SCRIPT, "a\0b", 3);
    rj_error_prefix(&err, "x");
    assert_int_equal(err.message_bytes, 4);
    assert_memory_equal(err.message, "xa\0b", 5);
    rj_error_clear(&err);
}

static void replaces_an_earlier_error_and_moves(void **state) {
    (void)state;
    rj_error a = RJ_ERROR_INIT, b = RJ_ERROR_INIT;
    rj_error_set(&a, RJ_ERROR_IO, "first");
    rj_error_set_hint(&a, "h");
    rj_error_set(&a, RJ_ERROR_IO, "second");
    assert_null(a.hint);
    rj_error_move(&b, &a);
    assert_null(a.message);
    assert_string_equal(b.message, "second");
    rj_error_clear(&b);
}

static void works_without_anybody_listening(void **state) {
    (void)state;
    assert_false(rj_error_set(NULL, RJ_ERROR_IO, "x"));
    assert_false(rj_error_no_memory(NULL));
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_error_no_memory(&err));
    assert_string_equal(err.message, "out of memory");
    rj_error_clear(&err);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_everything_it_is_told),
        cmocka_unit_test(holds_any_bytes),
        cmocka_unit_test(replaces_an_earlier_error_and_moves),
        cmocka_unit_test(works_without_anybody_listening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
