/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/number.h"

static const char *g(double number, int max_exponent) {
    static char out[RJ_DOUBLE_TEXT_BYTES];
    size_t bytes = rj_number_format_g(number, max_exponent, out);
    assert_int_equal(bytes, strlen(out));
    return out;
}

/* Texts recorded from the reference (spec/lua.md, section 3). */
static void formats_as_go_does(void **state) {
    (void)state;
    assert_string_equal(g(0.1 + 0.2, 6), "0.30000000000000004");
    assert_string_equal(g(1234567.891, 6), "1.234567891e+06");
    assert_string_equal(g(1e-5, 6), "1e-05");
    assert_string_equal(g(9223372036854775808.0, 6), "9.223372036854776e+18");
    assert_string_equal(g(1e19, 6), "1e+19");
    assert_string_equal(g(123456.7, 6), "123456.7");
    assert_string_equal(g(0.0001, 6), "0.0001");
    assert_string_equal(g(-0.0, 6), "-0");
    assert_string_equal(g(100000, 21), "100000");
    assert_string_equal(g(1e21, 21), "1e+21");
    assert_string_equal(g(0x1p-44, 6), "5.684341886080802e-14");
    assert_string_equal(g(5e-324, 6), "5e-324");
    assert_string_equal(g(1.7976931348623157e308, 6), "1.7976931348623157e+308");
    assert_string_equal(g(NAN, 6), "NaN");
    assert_string_equal(g(INFINITY, 6), "+Inf");
    assert_string_equal(g(-INFINITY, 6), "-Inf");
}

static double random_double(unsigned *seed) {
    union {
        double d;
        uint64_t bits;
    } u;
    do {
        u.bits = (uint64_t)(unsigned)rand_r(seed) << 42 ^ (uint64_t)(unsigned)rand_r(seed) << 21 ^
                 (uint64_t)(unsigned)rand_r(seed);
    } while (!isfinite(u.d));
    return u.d;
}

static void digits_are_the_shortest_that_read_back(void **state) {
    (void)state;
    unsigned seed = 20261201;
    for (int i = 0; i < 20000; i++) {
        double number = i % 2 ? random_double(&seed) : rand_r(&seed) / 1000.0;
        char text[RJ_DOUBLE_TEXT_BYTES], shorter[64];
        rj_decimal decimal = rj_decimal_shortest(number);
        rj_decimal_exponent(&decimal, 2, text);
        assert_true(strtod(text, NULL) == number);
        if (decimal.digit_count > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", decimal.digit_count - 2, number);
            assert_false(strtod(shorter, NULL) == number);
        }
        rj_decimal_plain(&decimal, text);
        assert_true(strtod(text, NULL) == number);
    }
}

static void floats_need_fewer_digits(void **state) {
    (void)state;
    char text[RJ_DOUBLE_TEXT_BYTES];
    rj_decimal decimal = rj_decimal_shortest_float(0.1f);
    rj_decimal_plain(&decimal, text);
    assert_string_equal(text, "0.1");
    decimal = rj_decimal_shortest_float(16777216.0f);
    rj_decimal_plain(&decimal, text);
    assert_string_equal(text, "16777216");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_as_go_does),
        cmocka_unit_test(digits_are_the_shortest_that_read_back),
        cmocka_unit_test(floats_need_fewer_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
