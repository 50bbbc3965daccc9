/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/quantity_form.h"

#include <math.h>

#include "base/alloc.h"

rj_quantity *rj_quantity_new(void) {
    rj_quantity *quantity = rj_alloc_zeroed(sizeof *quantity);
    if (quantity)
        mpz_init(quantity->wide);
    return quantity;
}

void rj_quantity_free(rj_quantity *quantity) {
    if (!quantity)
        return;
    mpz_clear(quantity->wide);
    rj_buf_free(&quantity->text);
    rj_alloc_free(quantity);
}

void quantity_clear(rj_quantity *quantity) {
    quantity->format = RJ_QUANTITY_UNSET;
    quantity->is_wide = false;
    quantity->narrow = 0;
    quantity->scale = 0;
    quantity->unit = 0;
    rj_buf_reset(&quantity->text);
}

bool rj_quantity_set(rj_quantity *quantity, int64_t value, int32_t scale,
                     rj_quantity_format format) {
    quantity_clear(quantity);
    quantity->format = format;
    quantity->narrow = value;
    quantity->scale = scale;
    return true;
}

void quantity_mantissa(const rj_quantity *quantity, mpz_t out) {
    if (quantity->is_wide) {
        mpz_set(out, quantity->wide);
        return;
    }
    const bool negative = quantity->narrow < 0;
    const uint64_t magnitude =
        negative ? UINT64_C(0) - (uint64_t)quantity->narrow : (uint64_t)quantity->narrow;
    mpz_import(out, 1, 1, sizeof magnitude, 0, 0, &magnitude);
    if (negative)
        mpz_neg(out, out);
}

void quantity_scale_up(mpz_t value, int64_t power) {
    mpz_t factor;
    mpz_init(factor);
    mpz_ui_pow_ui(factor, 10, (unsigned long)power);
    mpz_mul(value, value, factor);
    mpz_clear(factor);
}

void quantity_scale_down(mpz_t value, int64_t power, quantity_rounding rounding) {
    mpz_t divisor;
    /* A divisor with more digits than the value leaves nothing but the rounding. */
    const int64_t digits = quantity_digits(value);
    const int64_t enough = power < digits + 1 ? power : digits + 1;
    mpz_init(divisor);
    mpz_ui_pow_ui(divisor, 10, (unsigned long)enough);
    if (rounding == QUANTITY_AWAY_FROM_ZERO && mpz_sgn(value) < 0)
        mpz_fdiv_q(value, value, divisor);
    else
        mpz_cdiv_q(value, value, divisor);
    mpz_clear(divisor);
}

int64_t quantity_digits(const mpz_t value) {
    return (int64_t)mpz_sizeinbase(value, 10);
}

static int sign_of(const rj_quantity *quantity) {
    if (quantity->is_wide)
        return mpz_sgn(quantity->wide);
    return (quantity->narrow > 0) - (quantity->narrow < 0);
}

bool rj_quantity_is_negative(const rj_quantity *quantity) {
    return sign_of(quantity) < 0;
}

bool rj_quantity_is_zero(const rj_quantity *quantity) {
    return sign_of(quantity) == 0;
}

/* number × 10^power in int64; false when it doesn't fit. */
static bool narrow_scale_up(int64_t number, int64_t power, int64_t *out) {
    for (; power > 0 && number != 0; power--) {
        if (__builtin_mul_overflow(number, 10, &number))
            return false;
    }
    *out = number;
    return true;
}

static bool add_narrow(rj_quantity *sum, const rj_quantity *operand) {
    const int64_t scale = sum->scale < operand->scale ? sum->scale : operand->scale;
    int64_t a;
    int64_t b;
    int64_t result;
    if (sum->is_wide || operand->is_wide)
        return false;
    if (operand->narrow == 0)
        return true;
    if (sum->narrow == 0) {
        sum->narrow = operand->narrow;
        sum->scale = operand->scale;
        return true;
    }
    if (!narrow_scale_up(sum->narrow, sum->scale - scale, &a) ||
        !narrow_scale_up(operand->narrow, operand->scale - scale, &b) ||
        __builtin_add_overflow(a, b, &result))
        return false;
    sum->narrow = result;
    sum->scale = scale;
    return true;
}

/* Where the first digit stands, as a power of ten; at most one too high. */
static int64_t highest_power(const mpz_t mantissa, int64_t scale) {
    return quantity_digits(mantissa) + scale;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static bool add_wide(rj_quantity *sum, const rj_quantity *operand) {
    mpz_t a;
    mpz_t b;
    mpz_inits(a, b, NULL);
    quantity_mantissa(sum, a);
    quantity_mantissa(operand, b);
    /* A zero has no place of its own. */
    const int64_t scale_a = mpz_sgn(a) ? sum->scale : operand->scale;
    const int64_t scale_b = mpz_sgn(b) ? operand->scale : scale_a;
    const int64_t scale = smaller(scale_a, scale_b);
    const int64_t digits = larger(highest_power(a, scale_a), highest_power(b, scale_b)) - scale + 1;
    const bool fits = digits <= QUANTITY_MAX_DIGITS;
    if (fits) {
        quantity_scale_up(a, scale_a - scale);
        quantity_scale_up(b, scale_b - scale);
        mpz_add(sum->wide, a, b);
        sum->is_wide = true;
        sum->scale = scale;
        sum->unit = quantity_wrap32(scale);
    }
    mpz_clears(a, b, NULL);
    return fits;
}

bool rj_quantity_add(rj_quantity *sum, const rj_quantity *operand) {
    const bool takes_format = rj_quantity_is_zero(sum);
    const rj_quantity_format format = operand ? operand->format : RJ_QUANTITY_UNSET;
    if (operand && !add_narrow(sum, operand) && !add_wide(sum, operand))
        return false;
    if (takes_format)
        sum->format = format;
    rj_buf_reset(&sum->text);
    return true;
}

static int compare_wide(const rj_quantity *a, const rj_quantity *b) {
    mpz_t x;
    mpz_t y;
    int order;
    mpz_inits(x, y, NULL);
    quantity_mantissa(a, x);
    quantity_mantissa(b, y);
    const int64_t difference = highest_power(x, a->scale) - highest_power(y, b->scale);
    if (difference > 1 || difference < -1) {
        order = (difference > 0 ? 1 : -1) * mpz_sgn(x);
    } else {
        /* Of about the same size, so that the scales differ by no more than the digits do. */
        const int64_t scale = smaller(a->scale, b->scale);
        quantity_scale_up(x, a->scale - scale);
        quantity_scale_up(y, b->scale - scale);
        order = mpz_cmp(x, y);
    }
    mpz_clears(x, y, NULL);
    return (order > 0) - (order < 0);
}

int rj_quantity_compare(const rj_quantity *a, const rj_quantity *b) {
    const int sign_a = sign_of(a);
    const int sign_b = sign_of(b);
    if (sign_a != sign_b)
        return sign_a > sign_b ? 1 : -1;
    if (sign_a == 0)
        return 0;
    if (!a->is_wide && !b->is_wide && a->scale == b->scale)
        return (a->narrow > b->narrow) - (a->narrow < b->narrow);
    return compare_wide(a, b);
}

/*
 * Go's math.Pow10: two table entries, multiplied or divided. Beyond 10^31 that can be one unit in
 * the last place off the nearest double, and the reference's answers show it.
 */
static double go_power_of_ten(int64_t power) {
    static const double ones[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10,
                                  1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
                                  1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31};
    static const double up[] = {1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288};
    static const double down[] = {1e0,    1e-32,  1e-64,  1e-96,  1e-128, 1e-160,
                                  1e-192, 1e-224, 1e-256, 1e-288, 1e-320};
    if (power > 308)
        return INFINITY;
    if (power < -323)
        return 0;
    if (power >= 0)
        return up[power / 32] * ones[power % 32];
    return down[-power / 32] / ones[-power % 32];
}

/* The nearest double, halves to even; mpz_get_d() would cut. */
static double nearest_double(const mpz_t integer) {
    const size_t bits = mpz_sizeinbase(integer, 2);
    uint64_t top = 0;
    mpz_t shifted;
    mpz_init(shifted);
    mpz_abs(shifted, integer);
    const size_t dropped = bits > 64 ? bits - 64 : 0;
    const bool inexact = dropped && mpz_scan1(shifted, 0) < dropped;
    mpz_tdiv_q_2exp(shifted, shifted, dropped);
    mpz_export(&top, NULL, 1, sizeof top, 0, 0, shifted);
    mpz_clear(shifted);
    /* What was dropped only matters to tell a half from more than a half. */
    const double magnitude = ldexp((double)(top | inexact), (int)dropped);
    return mpz_sgn(integer) < 0 ? -magnitude : magnitude;
}

static double wide_in_units(const rj_quantity *quantity) {
    enum {
        DIGITS_BEYOND_DOUBLES = 400
    };
    if (mpz_sgn(quantity->wide) == 0)
        return 0;
    const int64_t power = quantity->scale - quantity->unit;
    if (quantity_digits(quantity->wide) + power > DIGITS_BEYOND_DOUBLES)
        return mpz_sgn(quantity->wide) < 0 ? -INFINITY : INFINITY;
    mpz_t counted;
    mpz_init_set(counted, quantity->wide);
    quantity_scale_up(counted, power);
    const double result = nearest_double(counted);
    mpz_clear(counted);
    return result;
}

double rj_quantity_approx(const rj_quantity *quantity) {
    const double base = quantity->is_wide ? wide_in_units(quantity) : (double)quantity->narrow;
    const int64_t power = quantity->is_wide ? quantity->unit : quantity->scale;
    return power == 0 ? base : base * go_power_of_ten(power);
}

static int64_t narrow_scale_down(int64_t number, int64_t power) {
    bool inexact = false;
    const int sign = number < 0 ? -1 : 1;
    for (; power > 0 && number != 0; power--) {
        inexact |= number % 10 != 0;
        number /= 10;
    }
    return inexact ? number + sign : number;
}

/*
 * The low 64 bits of value × 10^power rounded upwards: the reference converts its big integer that
 * way.
 */
static int64_t wide_scaled(const mpz_t value, int64_t power) {
    enum {
        LOW_BITS = 64
    };
    mpz_t counted;
    uint64_t low = 0;
    mpz_init_set(counted, value);
    if (power < 0)
        quantity_scale_down(counted, -power, QUANTITY_UPWARDS);
    const bool negative = mpz_sgn(counted) < 0;
    mpz_abs(counted, counted);
    mpz_tdiv_r_2exp(counted, counted, LOW_BITS);
    mpz_export(&low, NULL, 1, sizeof low, 0, 0, counted);
    mpz_clear(counted);
    /* 10^64 ends with 64 zero bits. */
    for (int64_t i = 0; i < power && i < LOW_BITS; i++)
        low *= 10;
    return (int64_t)(negative ? UINT64_C(0) - low : low);
}

bool rj_quantity_scaled(const rj_quantity *quantity, int32_t scale, int64_t *out) {
    const int64_t power = quantity->scale - scale;
    *out = 0;
    if (rj_quantity_is_zero(quantity))
        return true;
    if (quantity->is_wide) {
        *out = wide_scaled(quantity->wide, power);
        return true;
    }
    if (power < 0) {
        *out = narrow_scale_down(quantity->narrow, -power);
        return true;
    }
    return narrow_scale_up(quantity->narrow, power, out);
}

const char *rj_quantity_library_version(void) {
    return gmp_version;
}
