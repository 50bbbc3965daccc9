/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_QUANTITY_FORM_H
#define RJ_KUBE_QUANTITY_FORM_H

/**
 * @file
 * How a quantity is held, shared by the files that parse, calculate and print it.
 *
 * The reference has two forms, and which one a text gets shows in what it answers (the approximate
 * value, the text it keeps, the rounding). The narrow form is an int64 and a power of ten. The wide
 * one is a big integer and a power of ten; the reference writes that out in units of 10^-9, here it
 * stays short, so that 1e999999999 costs nothing.
 */

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "rjinterp/quantity.h"

enum {
    /** The most significant digits that a text may have. */
    QUANTITY_MAX_TEXT_DIGITS = 32768,
    /** No quantity is written out with more decimal digits than these. */
    QUANTITY_MAX_DIGITS = 65536,
    /** The finest power of ten that a quantity keeps. */
    QUANTITY_NANO = -9
};

struct rj_quantity {
    rj_quantity_format format;
    bool is_wide;
    int64_t narrow; /**< value = narrow × 10^scale */
    mpz_t wide;     /**< value = wide × 10^scale */
    int64_t scale;
    /** Wide form: the power of ten in which the reference counts. */
    int32_t unit;
    rj_buf text; /**< the parsed text where the reference keeps it; else empty */
};

/** Makes the quantity a narrow zero without format and text. */
void quantity_clear(rj_quantity *quantity);

/** Sets @p out, an initialised integer, to the mantissa of either form. */
void quantity_mantissa(const rj_quantity *quantity, mpz_t out);

typedef enum quantity_rounding {
    QUANTITY_AWAY_FROM_ZERO,
    QUANTITY_UPWARDS
} quantity_rounding;

/** value × 10^power; the caller has made sure that the digits are not too many. */
void quantity_scale_up(mpz_t value, int64_t power);

/** value ÷ 10^power as a whole number; any power is fine. */
void quantity_scale_down(mpz_t value, int64_t power, quantity_rounding rounding);

/** An upper bound of the number of decimal digits, at most one too high. */
int64_t quantity_digits(const mpz_t value);

/** As Go's conversion to int32. */
static inline int32_t quantity_wrap32(int64_t number) {
    return (int32_t)(uint32_t)(uint64_t)number;
}

#endif
