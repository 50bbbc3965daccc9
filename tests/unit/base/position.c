/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/position.h"

static void without_spans_counts_lines_and_characters(void **state) {
    (void)state;
    const char *text = "ab\nc\xC3\xA9z\n";
    rj_position at = rj_span_map_at(NULL, text, strlen(text), 6);
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 3);
    at = rj_span_map_at(NULL, text, strlen(text), 999);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 1);
}

static void spans_lead_back_to_the_file(void **state) {
    (void)state;
    const rj_span spans[] = {{0, {10, 5}}, {3, {11, 5}}, {6, {14, 9}}};
    const rj_span_map map = {"f.yaml", spans, 3};
    const char *text = "ab\ncd\nef";
    rj_position at = rj_span_map_at(&map, text, 8, 1);
    assert_int_equal(at.line, 10);
    assert_int_equal(at.column, 6);
    at = rj_span_map_at(&map, text, 8, 3);
    assert_int_equal(at.line, 11);
    assert_int_equal(at.column, 5);
    at = rj_span_map_at(&map, text, 8, 8);
    assert_int_equal(at.line, 14);
    assert_int_equal(at.column, 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_spans_counts_lines_and_characters),
        cmocka_unit_test(spans_lead_back_to_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
