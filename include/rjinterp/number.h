/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_NUMBER_H
#define RJINTERP_NUMBER_H

/**
 * @file
 * Doubles as text: the shortest decimal digits that read back to the same number, laid out in
 * the forms that Go, YAML and JSON use.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/macros.h"

enum {
    RJ_DOUBLE_DIGITS = 17,
    RJ_DOUBLE_TEXT_BYTES = 352
};

/** 0.d1d2d3… × 10^point, that is: digits "15", point 1 is 1.5. Finite numbers only. */
typedef struct rj_decimal {
    char digits[RJ_DOUBLE_DIGITS + 1]; /**< no trailing zeros; "0" for zero; NUL-terminated */
    int digit_count;
    int point; /**< position of the decimal point relative to the first digit */
    bool negative;
} rj_decimal;

/** The shortest digits of @p number (nearest to it among the shortest). */
RJ_API rj_decimal rj_decimal_shortest(double number);

/** The same for a 32-bit float: digits that read back to the same float. */
RJ_API rj_decimal rj_decimal_shortest_float(float number);

/**
 * Go's %g with shortest digits: exponent form, with sign and at least two digits, when the decimal
 * exponent is < -4 or >= @p max_exponent (6 for scripts and YAML, 21 for %v). NaN, +Inf, -Inf by
 * these names. @p out has RJ_DOUBLE_TEXT_BYTES; returns the length.
 */
RJ_API size_t rj_number_format_g(double number, int max_exponent, char *out);

/** Lays out a decimal in plain notation ("1234.5", "0.00012") at @p out; returns the length. */
RJ_API size_t rj_decimal_plain(const rj_decimal *decimal, char *out);

/** Lays out a decimal as d.ddde±XX with at least @p exponent_digits digits of exponent. */
RJ_API size_t rj_decimal_exponent(const rj_decimal *decimal, int exponent_digits, char *out);

#endif
