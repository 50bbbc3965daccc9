/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Laws of quantities on random texts. The expected values come from rational numbers (GMP's mpq)
 * computed here from the text alone, by the definition and not by the code's way.
 */
#include "unit/cmocka_all.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/quantity.h"

enum {
    ROUNDS = 30000,
    TEXT_BYTES = 80,
    MOST_OPERANDS = 5
};

static uint64_t random_state;

static uint64_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static unsigned below(unsigned bound) {
    return (unsigned)(next_random() % bound);
}

static size_t random_digits(char *at, unsigned most) {
    const unsigned count = below(most + 1);
    for (unsigned i = 0; i < count; i++)
        at[i] = (char)('0' + (below(3) ? below(10) : 0));
    return count;
}

/* A well-formed text below 10^21, so that every sum of a few has a suffix to print with. */
static void random_text(char *at) {
    static const char *const suffixes[] = {"",   "n",  "u",  "m",  "k",   "M",   "G",   "Ki",  "Mi",
                                           "Gi", "Ti", "Pi", "e3", "E-6", "e+2", "e-9", "e-12"};
    size_t n = 0;
    if (below(3) == 0)
        at[n++] = below(2) ? '-' : '+';
    at[n++] = (char)('0' + below(10));
    n += random_digits(at + n, below(4) ? 5 : 10);
    if (below(2)) {
        at[n++] = '.';
        n += random_digits(at + n, below(4) ? 4 : 30);
    }
    strcpy(at + n, suffixes[below(sizeof suffixes / sizeof suffixes[0])]);
}

/* value ×= 10^power */
static void scale(mpq_t value, long power) {
    mpq_t factor;
    mpq_init(factor);
    mpz_ui_pow_ui(mpq_numref(factor), 10, (unsigned long)labs(power));
    if (power < 0)
        mpq_div(value, value, factor);
    else
        mpq_mul(value, value, factor);
    mpq_clear(factor);
}

static void apply_suffix(mpq_t value, const char *suffix) {
    static const char *const binary[] = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    static const char decimal[] = "num kMGTPE";
    for (unsigned long i = 0; i < 6; i++) {
        if (strcmp(suffix, binary[i]) == 0) {
            mpq_mul_2exp(value, value, 10 * (i + 1));
            return;
        }
    }
    if (*suffix == '\0')
        return;
    if (suffix[1] != '\0')
        scale(value, strtol(suffix + 1, NULL, 10));
    else
        scale(value, (strchr(decimal, *suffix) - decimal) * 3 - 9);
}

/* The exact number that the text denotes. */
static void exact_value(const char *text, mpq_t value) {
    const bool negative = *text == '-';
    long fraction = -1;
    mpq_set_ui(value, 0, 1);
    for (text += *text == '-' || *text == '+'; (*text >= '0' && *text <= '9') || *text == '.';
         text++) {
        if (*text == '.') {
            fraction = 0;
            continue;
        }
        mpz_mul_ui(mpq_numref(value), mpq_numref(value), 10);
        mpz_add_ui(mpq_numref(value), mpq_numref(value), (unsigned long)(*text - '0'));
        fraction += fraction >= 0;
    }
    scale(value, fraction > 0 ? -fraction : 0);
    apply_suffix(value, text);
    if (negative)
        mpq_neg(value, value);
}

/* What a quantity makes of it: whole nano units, rounded away from zero; binary ones capped. */
static void quantity_value(const char *text, mpq_t value) {
    const bool binary = strchr(text, 'i') != NULL;
    mpz_t nano;
    mpq_t cap;
    exact_value(text, value);
    const bool negative = mpq_sgn(value) < 0;
    mpq_abs(value, value);
    scale(value, 9);
    mpz_init(nano);
    mpz_cdiv_q(nano, mpq_numref(value), mpq_denref(value));
    mpq_set_z(value, nano);
    scale(value, -9);
    mpz_clear(nano);
    mpq_init(cap);
    mpz_set_str(mpq_numref(cap), "9223372036854775807", 10);
    if (binary && mpq_cmp(value, cap) > 0)
        mpq_set(value, cap);
    mpq_clear(cap);
    if (negative)
        mpq_neg(value, value);
}

static void parse(rj_quantity *quantity, const char *text) {
    if (!rj_quantity_parse(quantity, text, strlen(text), NULL))
        fail_msg("%s is refused", text);
}

static void write(const rj_quantity *quantity, char *text) {
    rj_buf buf = RJ_BUF_INIT;
    rj_quantity_write(quantity, &buf);
    assert_true(rj_buf_ok(&buf));
    assert_true(buf.bytes < TEXT_BYTES);
    memcpy(text, buf.data, buf.bytes + 1);
    rj_buf_free(&buf);
}

static void test_text_keeps_value_and_is_stable(void **state) {
    rj_quantity *first = rj_quantity_new();
    rj_quantity *second = rj_quantity_new();
    mpq_t expected;
    mpq_t printed;
    mpq_inits(expected, printed, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        char text[TEXT_BYTES];
        char once[TEXT_BYTES];
        char twice[TEXT_BYTES];
        random_text(text);
        parse(first, text);
        write(first, once);
        quantity_value(text, expected);
        exact_value(once, printed);
        if (!mpq_equal(expected, printed))
            fail_msg("%s prints as %s, another value", text, once);
        parse(second, once);
        write(second, twice);
        assert_int_equal(rj_quantity_compare(first, second), 0);
        /* A binary quantity that prints without suffix is read as a decimal one. */
        if (strchr(text, 'i') && !strchr(once, 'i')) {
            strcpy(once, twice);
            parse(second, once);
            write(second, twice);
        }
        if (strcmp(once, twice) != 0)
            fail_msg("%s prints as %s and then as %s", text, once, twice);
    }
    mpq_clears(expected, printed, NULL);
    rj_quantity_free(first);
    rj_quantity_free(second);
    (void)state;
}

static void test_sums_are_exact(void **state) {
    rj_quantity *operand = rj_quantity_new();
    mpq_t expected;
    mpq_t value;
    mpq_inits(expected, value, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        rj_quantity *sum = rj_quantity_new();
        char text[TEXT_BYTES];
        char history[TEXT_BYTES * MOST_OPERANDS] = "";
        mpq_set_ui(expected, 0, 1);
        for (unsigned k = below(MOST_OPERANDS) + 1; k > 0; k--) {
            random_text(text);
            strcat(strcat(history, " "), text);
            parse(operand, text);
            assert_true(rj_quantity_add(sum, operand));
            quantity_value(text, value);
            mpq_add(expected, expected, value);
        }
        write(sum, text);
        exact_value(text, value);
        if (!mpq_equal(expected, value))
            fail_msg("sum of%s is not %s", history, text);
        assert_int_equal(rj_quantity_is_zero(sum), mpq_sgn(expected) == 0);
        assert_int_equal(rj_quantity_is_negative(sum), mpq_sgn(expected) < 0);
        rj_quantity_free(sum);
    }
    mpq_clears(expected, value, NULL);
    rj_quantity_free(operand);
    (void)state;
}

/* The other sign: of -x the quantity is the negative of that of x. */
static void negate(const char *text, char *out) {
    sprintf(out, "%s%s", *text == '-' ? "" : "-", text + (*text == '-' || *text == '+'));
}

static int sign(const rj_quantity *quantity) {
    if (rj_quantity_is_zero(quantity))
        return 0;
    return rj_quantity_is_negative(quantity) ? -1 : 1;
}

static void test_comparison_agrees_with_subtraction(void **state) {
    rj_quantity *a = rj_quantity_new();
    rj_quantity *b = rj_quantity_new();
    rj_quantity *minus_b = rj_quantity_new();
    mpq_t x;
    mpq_t y;
    mpq_inits(x, y, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        char text_a[TEXT_BYTES];
        char text_b[TEXT_BYTES];
        char negated[TEXT_BYTES + 1];
        random_text(text_a);
        random_text(text_b);
        if (below(4) == 0)
            strcpy(text_b, text_a);
        negate(text_b, negated);
        parse(a, text_a);
        parse(b, text_b);
        parse(minus_b, negated);
        const int order = rj_quantity_compare(a, b);
        quantity_value(text_a, x);
        quantity_value(text_b, y);
        const int expected = mpq_cmp(x, y);
        if (order != (expected > 0) - (expected < 0) || rj_quantity_compare(b, a) != -order)
            fail_msg("%s against %s: %d", text_a, text_b, order);
        assert_true(rj_quantity_add(minus_b, a));
        if (sign(minus_b) != order)
            fail_msg("%s minus %s has another sign than their order", text_a, text_b);
    }
    mpq_clears(x, y, NULL);
    rj_quantity_free(a);
    rj_quantity_free(b);
    rj_quantity_free(minus_b);
    (void)state;
}

/* Bytes that mostly look like quantities: nothing may crash, and what is taken prints and sums. */
static void test_any_bytes(void **state) {
    static const char alphabet[] = "0123456789..+-eEinumkKMGTP9900 x\xff";
    rj_quantity *quantity = rj_quantity_new();
    rj_quantity *sum = rj_quantity_new();
    unsigned taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
        char text[TEXT_BYTES];
        const size_t bytes = below(below(8) ? 8 : TEXT_BYTES);
        for (size_t k = 0; k < bytes; k++)
            text[k] = below(16) ? alphabet[below(sizeof alphabet)] : (char)below(256);
        if (!rj_quantity_parse(quantity, text, bytes, NULL))
            continue;
        rj_buf out = RJ_BUF_INIT;
        int64_t scaled;
        taken++;
        rj_quantity_write(quantity, &out);
        rj_quantity_write_go(quantity, &out);
        (void)rj_quantity_scaled(quantity, -3, &scaled);
        (void)rj_quantity_approx(quantity);
        if (!rj_quantity_add(sum, quantity) || rj_quantity_compare(sum, quantity) > 1)
            assert_true(rj_quantity_set(sum, 0, 0, RJ_QUANTITY_UNSET));
        rj_quantity_write(sum, &out);
        assert_true(out.bytes > 0 && rj_buf_ok(&out));
        rj_buf_free(&out);
    }
    assert_true(taken > ROUNDS / 20);
    rj_quantity_free(quantity);
    rj_quantity_free(sum);
    (void)state;
}

static int seed(void **state) {
    random_state = UINT64_C(0x9E3779B97F4A7C15);
    (void)state;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_text_keeps_value_and_is_stable, seed),
        cmocka_unit_test_setup(test_sums_are_exact, seed),
        cmocka_unit_test_setup(test_comparison_agrees_with_subtraction, seed),
        cmocka_unit_test_setup(test_any_bytes, seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
