/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rjinterp/quantity.h"

static void parse(rj_quantity *quantity, const char *text) {
    rj_error err = RJ_ERROR_INIT;
    if (!rj_quantity_parse(quantity, text, strlen(text), &err))
        fail_msg("%s: %s", text, err.message);
}

static void assert_text(const rj_quantity *quantity, const char *expected) {
    rj_buf text = RJ_BUF_INIT;
    rj_quantity_write(quantity, &text);
    assert_string_equal(rj_buf_text(&text), expected);
    rj_buf_free(&text);
}

static void test_text_after_parse(void **state) {
    static const struct {
        const char *in;
        const char *out;
    } rows[] = {
        /* Kept as written: a power of three, no three zeros at the end, no zero in front. */
        {"1", "1"},
        {"+5", "+5"},
        {"007", "007"},
        {"1.500", "1.500"},
        {"1.", "1."},
        {"1E3", "1E3"},
        {"1e+03", "1e+03"},
        {"123m", "123m"},
        /* Canonical otherwise. */
        {"1000", "1k"},
        {"0.5", "500m"},
        {".5", "500m"},
        {"1e1", "10"},
        {"1e5", "100e3"},
        {"1e-2", "10e-3"},
        {"1500000000n", "1500m"},
        {"-0.001", "-1m"},
        /* Binary: kept unless the number is a multiple of eight. */
        {"+7Ki", "+7Ki"},
        {"+8Ki", "8Ki"},
        {"1024Ki", "1Mi"},
        {"1.5Gi", "1536Mi"},
        {"0.5Ki", "512"},
        {"+1.Gi", "+1.Gi"},
        {"123456789012Ki", "123456789012Ki"},
        /* The bounds of the narrow form: a plus sign stays inside them only. */
        {"+12345678901Ki", "+12345678901Ki"},
        {"+123456789013Ki", "123456789013Ki"},
        {"+12345679Mi", "+12345679Mi"},
        {"+123456789Mi", "123456789Mi"},
        {"+12345Gi", "+12345Gi"},
        {"+123457Gi", "123457Gi"},
        {"+13Ti", "+13Ti"},
        {"+133Ti", "133Ti"},
        {"+1Pi", "1Pi"},
        {"+123456789012345678", "+123456789012345678"},
        {"+1234567890123456781", "1234567890123456781"},
        /* Capped at 2^63-1, binary only. */
        {"7Ei", "7Ei"},
        {"8Ei", "9223372036854775807"},
        {"-9Ei", "-9223372036854775807"},
        {"10000000000000000000000000Ki", "9223372036854775807"},
        {"9223372036854775808", "9223372036854775808"},
        /* Finer than nano: rounded away from zero. */
        {"0.1n", "1n"},
        {"-0.1n", "-1n"},
        {"1.0000000001", "1000000001n"},
        {"1e-400", "1e-9"},
        {"0.00000000000000000000000000000000001Ki", "1n"},
        /* Below one the binary style is lost. */
        {"0.0001Ki", "102400u"},
        /* Powers without a suffix. */
        {"1000E", "1"},
        {"1234567E", "1234567E"},
        {"1000000000000000000000", "1"},
        /* Zeros. */
        {"0", "0"},
        {"-0", "0"},
        {"0.000", "0"},
        {"0e400", "0"},
        {"k", "0"},
        {"Ti", "0"},
        {"0Pi", "0"},
        {"+", "0"},
        {".", "0"},
        {"e3", "0"},
        /* Exponents are cut to 32 bits. */
        {"1e4294967296", "1e4294967296"},
        {"15e4294967297", "150"},
        {"1e9223372036854775807", "100e-3"},
        {"2e2147483647", "20e2147483646"},
        /* Huge, without being written out. */
        {"1e999999999", "1e999999999"},
        {"12345678901234567890e999999999", "12345678901234567890e999999999"},
        {"-10000000000000000000e1999999999", "-100e2000000016"},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse(quantity, rows[i].in);
        assert_text(quantity, rows[i].out);
    }
    rj_quantity_free(quantity);
    (void)state;
}

static void test_bad_texts(void **state) {
    static const char format[] = "quantities must match the regular expression "
                                 "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    static const char suffix[] = "unable to parse quantity's suffix";
    static const char number[] = "unable to parse numeric part of quantity";
    static const struct {
        const char *in;
        const char *message;
    } rows[] = {
        {"", format},
        {"abc", format},
        {" 1", format},
        {"1 ", format},
        {"1.2.3", format},
        {"1e3k", format},
        {"1e3.5", format},
        {"0x10", format},
        {"1y", format},
        {"1\n", format},
        {"\xef\xbc\x91", format},
        {"1i", suffix},
        {"1kk", suffix},
        {"1e", suffix},
        {"1e-", suffix},
        {"--1", suffix},
        {"1-", suffix},
        {"1+1", suffix},
        {"1k3", suffix},
        {"1mi", suffix},
        {"e", suffix},
        {"1eE3", suffix},
        {"1e9223372036854775808", suffix},
        {"1e-9223372036854775809", suffix},
        {"Pi", number},
        {"-Ei", number},
        {"e-10", number},
        {".Pi", number},
    };
    rj_quantity *quantity = rj_quantity_new();
    parse(quantity, "3Gi");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_quantity_parse(quantity, rows[i].in, strlen(rows[i].in), &err));
        assert_string_equal(err.message, rows[i].message);
        assert_int_equal(err.code, RJ_ERROR_SYNTAX);
        rj_error_clear(&err);
        assert_text(quantity, "3Gi");
    }
    rj_quantity_free(quantity);
    (void)state;
}

static void test_nul_is_a_character(void **state) {
    rj_quantity *quantity = rj_quantity_new();
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_quantity_parse(quantity, "1\0", 2, &err));
    assert_non_null(strstr(err.message, "regular expression"));
    rj_error_clear(&err);
    assert_false(rj_quantity_parse(quantity, "1\0Ki", 4, NULL));
    rj_quantity_free(quantity);
    (void)state;
}

static void test_sums(void **state) {
    static const struct {
        const char *operands[4]; /* "nil": NULL */
        const char *sum;
    } rows[] = {
        {{NULL}, "0"},
        {{"+5"}, "5"},
        {{"1E3"}, "1e3"},
        {{"250m", "0.5", "1250m"}, "2"},
        {{"512Mi", "1Gi"}, "1536Mi"},
        {{"1", "1Gi"}, "1073741825"},
        {{"1Gi", "100m"}, "1073741824100m"},
        {{"nil", "1Gi"}, "1Gi"},
        {{"1Gi", "nil"}, "1Gi"},
        {{"nil"}, "0"},
        /* While the sum is zero the next operand decides the style, even a zero. */
        {{"0Gi", "1024"}, "1024"},
        {{"1k", "-1k", "1Mi"}, "1Mi"},
        {{"1.5Pi", "-1.5Pi", "1e3"}, "1e3"},
        {{"1Ki", "-1Ki", "nil", "7"}, "7"},
        /* Past int64, and no cap. */
        {{"9223372036854775807", "1"}, "9223372036854775808"},
        {{"-9223372036854775808", "-1"}, "-9223372036854775809"},
        {{"8Ei", "8Ei"}, "18446744073709551614"},
        {{"7Ei", "7Ei"}, "14Ei"},
        {{"1n", "1E"}, "1000000000000000000000000001n"},
        {{"1Ki", "-1"}, "1023"},
        {{"-1Ki", "24"}, "-1k"},
        {{"1.5e3", "500m"}, "1500500e-3"},
    };
    rj_quantity *operand = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_quantity *sum = rj_quantity_new();
        for (size_t k = 0; k < 4 && rows[i].operands[k]; k++) {
            const bool nil = strcmp(rows[i].operands[k], "nil") == 0;
            if (!nil)
                parse(operand, rows[i].operands[k]);
            assert_true(rj_quantity_add(sum, nil ? NULL : operand));
        }
        assert_text(sum, rows[i].sum);
        rj_quantity_free(sum);
    }
    rj_quantity_free(operand);
    (void)state;
}

static void test_binary_sum_past_the_last_suffix(void **state) {
    rj_quantity *sum = rj_quantity_new();
    rj_quantity *operand = rj_quantity_new();
    parse(operand, "4Ei");
    for (int i = 0; i < 256; i++)
        assert_true(rj_quantity_add(sum, operand));
    /* 1024 Ei: no suffix exists, the reference prints the bare digit. */
    assert_text(sum, "1");
    rj_quantity_free(sum);
    rj_quantity_free(operand);
    (void)state;
}

static void test_add_to_itself(void **state) {
    static const char *const rows[][2] = {{"3Gi", "6Gi"}, {"1.5Pi", "3Pi"}, {"+5", "10"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_quantity *sum = rj_quantity_new();
        parse(sum, rows[i][0]);
        assert_true(rj_quantity_add(sum, sum));
        assert_text(sum, rows[i][1]);
        rj_quantity_free(sum);
    }
    (void)state;
}

static void test_sum_that_is_too_long_is_refused(void **state) {
    rj_quantity *sum = rj_quantity_new();
    rj_quantity *operand = rj_quantity_new();
    parse(sum, "+5");
    parse(operand, "1e999999999");
    assert_false(rj_quantity_add(sum, operand));
    assert_text(sum, "+5");
    assert_true(rj_quantity_add(operand, operand));
    assert_text(operand, "2e999999999");
    /* A zero fits to anything. */
    parse(sum, "0");
    assert_true(rj_quantity_add(sum, operand));
    assert_text(sum, "2e999999999");
    parse(operand, "0Pi");
    assert_true(rj_quantity_add(sum, operand));
    assert_text(sum, "2e999999999");
    rj_quantity_free(sum);
    rj_quantity_free(operand);
    (void)state;
}

static void test_digits_are_bounded(void **state) {
    enum {
        ZEROS = 300000,
        MOST = 32768
    };
    rj_buf text = RJ_BUF_INIT;
    rj_quantity *quantity = rj_quantity_new();
    rj_error err = RJ_ERROR_INIT;
    rj_buf_fill(&text, '1', ZEROS);
    assert_false(rj_quantity_parse(quantity, text.data, text.bytes, &err));
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    rj_error_clear(&err);
    /* A text that is just short enough can be added to. */
    assert_true(rj_quantity_parse(quantity, text.data, MOST, NULL));
    assert_true(rj_quantity_add(quantity, quantity));
    rj_buf_reset(&text);
    rj_quantity_write(quantity, &text);
    assert_int_equal(text.bytes, MOST);
    assert_int_equal(strspn(text.data, "2"), MOST);
    rj_buf_reset(&text);
    /* Zeros at either end are no digits. */
    rj_buf_puts(&text, "0.");
    rj_buf_fill(&text, '0', ZEROS);
    rj_buf_puts(&text, "1");
    parse(quantity, text.data);
    assert_text(quantity, "1n");
    rj_buf_reset(&text);
    rj_buf_puts(&text, "1");
    rj_buf_fill(&text, '0', ZEROS);
    rj_buf_puts(&text, "e3");
    parse(quantity, text.data);
    assert_text(quantity, "1e300003");
    rj_quantity_free(quantity);
    rj_buf_free(&text);
    (void)state;
}

static void test_comparison(void **state) {
    /* Ascending; equal ones share a rank. */
    static const struct {
        int rank;
        const char *text;
    } rows[] = {
        {0, "-1e999999999"},
        {1, "-8Ei"},
        {1, "-9223372036854775807"},
        {2, "-1001m"},
        {3, "-1"},
        {4, "-1n"},
        {5, "0"},
        {5, "Ki"},
        {5, "0e400"},
        {5, "0Pi"},
        {6, "1n"},
        {6, "0.1n"},
        {7, "999m"},
        {8, "1"},
        {8, "1000m"},
        {8, "0.9999999999"},
        {9, "1001m"},
        {10, "1k"},
        {10, "1E3"},
        {11, "1Ki"},
        {11, "1024"},
        {12, "0.5Gi"},
        {12, "512Mi"},
        {13, "8Ei"},
        {14, "9223372036854775808"},
        {15, "12345678901234567890"},
        {16, "12345678901234567891"},
        {17, "99999999999999999999e30"},
        {18, "1e50"},
        {18, "100000000000000000000e30"},
        {19, "1e999999999"},
        {20, "2e999999999"},
    };
    const size_t count = sizeof rows / sizeof rows[0];
    rj_quantity *a = rj_quantity_new();
    rj_quantity *b = rj_quantity_new();
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            const int expected = (rows[i].rank > rows[k].rank) - (rows[i].rank < rows[k].rank);
            parse(a, rows[i].text);
            parse(b, rows[k].text);
            if (rj_quantity_compare(a, b) != expected)
                fail_msg("%s against %s is not %d", rows[i].text, rows[k].text, expected);
        }
        assert_int_equal(rj_quantity_is_negative(a), rows[i].rank < 5);
        assert_int_equal(rj_quantity_is_zero(a), rows[i].rank == 5);
    }
    rj_quantity_free(a);
    rj_quantity_free(b);
    (void)state;
}

static void test_approximate_value(void **state) {
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"0", 0.0},
        {"300m", 0.3},
        {"0.3", 3 * 1e-1},
        {"-1500m", -1.5},
        {"5u", 5 * 1e-6},
        {"1000000000000000000", 1e27 * 1e-9}, /* 19 digits: counted in nano */
        {"8Ei", 9223372036854775807.0},       /* capped: counted in units */
        {"0.1Gi", 107374182400000000.0 * 1e-9},
        {"9007199254740993k", 9007199254740993.0 * 1e3},
        {"123e40", 123 * (1e32 * 1e8)},
        {"1e308", 1e288 * 1e20},
        {"1e309", INFINITY},
        {"-1e400", -INFINITY},
        {"12345678901234567890e999999999", INFINITY},
        {"-12345678901234567890e999999999", -INFINITY},
        {"0e-400", 0.0},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse(quantity, rows[i].text);
        const double value = rj_quantity_approx(quantity);
        if (value != rows[i].value)
            fail_msg("%s: %.17g, not %.17g", rows[i].text, value, rows[i].value);
    }
    parse(quantity, "0e400");
    assert_true(isnan(rj_quantity_approx(quantity)));
    /* The wide zero too: 0.0000000000000000000 (19 zeros) × 10^400. */
    parse(quantity, "0.0000000000000000000e400");
    assert_true(isnan(rj_quantity_approx(quantity)));
    rj_quantity_free(quantity);
    (void)state;
}

static void test_nearest_double_of_wide_numbers(void **state) {
    /* Doubles near 2^64 are 4096 apart; a half goes to the even one, the least bit more up. */
    static const struct {
        const char *text;
        double in_nano;
    } rows[] = {
        {"18446744073709551616n", 0x1p64},
        {"18446744073709553663n", 0x1p64},
        {"18446744073709553664n", 0x1p64},
        {"18446744073709553665n", 0x1.0000000000001p64},
        {"18446744073709557759n", 0x1.0000000000001p64},
        {"18446744073709557760n", 0x1.0000000000002p64},
        {"-18446744073709553665n", -0x1.0000000000001p64},
        /* 2^100 + 2^47 and one more: the bit that decides lies below the first 64. */
        {"1267650600228229542234191560704n", 0x1p100},
        {"1267650600228229542234191560705n", 0x1.0000000000001p100},
        {"1267650600228229401496703205376n", 0x1p100},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse(quantity, rows[i].text);
        if (rj_quantity_approx(quantity) != rows[i].in_nano * 1e-9)
            fail_msg("%s", rows[i].text);
    }
    rj_quantity_free(quantity);
    (void)state;
}

static void test_scaled_value(void **state) {
    static const struct {
        const char *text;
        int32_t scale;
        int64_t value;
        bool fits;
    } rows[] = {
        {"1500m", 0, 2, true},
        {"1500m", -3, 1500, true},
        {"-1500m", 0, -2, true}, /* narrow: away from zero */
        {"1n", 0, 1, true},
        {"1n", -3, 1, true},
        {"2", -3, 2000, true},
        {"1Gi", 0, 1073741824, true},
        {"0.1Gi", 0, 107374183, true},
        {"-0.1Gi", 0, -107374182, true}, /* wide: upwards */
        {"1.5Pi", 0, 1688849860263936, true},
        {"100E", 0, 0, false},
        {"10P", -3, 0, false},
        {"9P", -3, 9000000000000000000, true},
        {"8Ei", 0, INT64_MAX, true},
        {"8Ei", -3, -1000, true},             /* low 64 bits of (2^63-1) × 1000 */
        {"18446744073709551621", 0, 5, true}, /* low 64 bits of 2^64 + 5 */
        {"-18446744073709551621", 0, -5, true},
        {"12345678901234567891e999999999", 0, 0, true},
        {"0", -3, 0, true},
        {"0Pi", -3, 0, true},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = 77;
        parse(quantity, rows[i].text);
        assert_int_equal(rj_quantity_scaled(quantity, rows[i].scale, &value), rows[i].fits);
        if (value != rows[i].value)
            fail_msg("%s: %" PRId64 ", not %" PRId64, rows[i].text, value, rows[i].value);
    }
    rj_quantity_free(quantity);
    (void)state;
}

static void test_made_from_integers(void **state) {
    static const struct {
        int64_t value;
        int32_t scale;
        rj_quantity_format format;
        const char *text;
    } rows[] = {
        {0, 0, RJ_QUANTITY_BINARY_SI, "0"},
        {1500, -3, RJ_QUANTITY_DECIMAL_SI, "1500m"},
        {2000, -3, RJ_QUANTITY_DECIMAL_SI, "2"},
        {5000, 0, RJ_QUANTITY_DECIMAL_SI, "5k"},
        {67108864, 0, RJ_QUANTITY_BINARY_SI, "64Mi"},
        {1000, 0, RJ_QUANTITY_BINARY_SI, "1k"},
        {1025, 0, RJ_QUANTITY_BINARY_SI, "1025"},
        {INT64_MIN, 0, RJ_QUANTITY_BINARY_SI, "-8Ei"},
        {INT64_MIN, 0, RJ_QUANTITY_DECIMAL_SI, "-9223372036854775808"},
        {12, 4, RJ_QUANTITY_UNSET, "120e3"},
        /* Too long to be written out as whole units. */
        {3, 2000000001, RJ_QUANTITY_BINARY_SI, "3"},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(rj_quantity_set(quantity, rows[i].value, rows[i].scale, rows[i].format));
        assert_text(quantity, rows[i].text);
    }
    rj_quantity_free(quantity);
    (void)state;
}

static void test_go_syntax(void **state) {
    static const struct {
        const char *text;
        const char *go;
    } rows[] = {
        {"-1", "resource.Quantity{i:resource.int64Amount{value:-1, scale:0}, "
               "d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"-1\", Format:\"DecimalSI\"}"},
        {"-0.5", "resource.Quantity{i:resource.int64Amount{value:-5, scale:-1}, "
                 "d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"\", Format:\"DecimalSI\"}"},
        {"-1Gi", "resource.Quantity{i:resource.int64Amount{value:-1073741824, scale:0}, "
                 "d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"-1Gi\", Format:\"BinarySI\"}"},
        {"-1e3",
         "resource.Quantity{i:resource.int64Amount{value:-1, scale:3}, "
         "d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"-1e3\", Format:\"DecimalExponent\"}"},
        {"-1.5Gi", "resource.Quantity{i:resource.int64Amount{value:0, scale:0}, "
                   "d:resource.infDecAmount{Dec:(*inf.Dec)(0xc000000000)}, s:\"\", "
                   "Format:\"BinarySI\"}"},
    };
    rj_quantity *quantity = rj_quantity_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_buf text = RJ_BUF_INIT;
        parse(quantity, rows[i].text);
        rj_quantity_write_go(quantity, &text);
        assert_string_equal(rj_buf_text(&text), rows[i].go);
        rj_buf_free(&text);
    }
    rj_quantity_free(quantity);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_after_parse),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_nul_is_a_character),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_binary_sum_past_the_last_suffix),
        cmocka_unit_test(test_add_to_itself),
        cmocka_unit_test(test_sum_that_is_too_long_is_refused),
        cmocka_unit_test(test_digits_are_bounded),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_approximate_value),
        cmocka_unit_test(test_nearest_double_of_wide_numbers),
        cmocka_unit_test(test_scaled_value),
        cmocka_unit_test(test_made_from_integers),
        cmocka_unit_test(test_go_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
