/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include "rjinterp/buf.h"

static void appends_of_every_kind_join(void **state) {
    (void)state;
    rj_buf buf = RJ_BUF_INIT;
    assert_string_equal(rj_buf_text(&buf), "");
    rj_buf_puts(&buf, "a");
    rj_buf_append(&buf, "bcd", 2);
    rj_buf_putc(&buf, '-');
    rj_buf_fill(&buf, '.', 3);
    rj_buf_printf(&buf, "%d%s", 42, "!");
    rj_buf_append(&buf, NULL, 0);
    assert_true(rj_buf_ok(&buf));
    assert_string_equal(rj_buf_text(&buf), "abc-...42!");
    assert_int_equal(buf.bytes, 10);
    rj_buf_free(&buf);
}

static void stays_within_its_bound_and_says_so_once(void **state) {
    (void)state;
    rj_buf buf = {.max_bytes = 5};
    rj_buf_puts(&buf, "12345");
    assert_true(rj_buf_ok(&buf));
    rj_buf_putc(&buf, '6');
    assert_false(rj_buf_ok(&buf));
    rj_buf_printf(&buf, "%s", "");
    assert_string_equal(rj_buf_text(&buf), "12345");
    rj_buf_reset(&buf);
    assert_true(rj_buf_ok(&buf));
    assert_string_equal(rj_buf_text(&buf), "");
    rj_buf_free(&buf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_of_every_kind_join),
        cmocka_unit_test(stays_within_its_bound_and_says_so_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
