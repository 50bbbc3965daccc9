/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the digits and the exponent out of "d.ddde±XX". */
static void take_digits(const char *text, rj_decimal *out) {
    int count = 0;
    const char *p = text;
    for (; *p && *p != 'e'; p++)
        if (*p >= '0' && *p <= '9')
            out->digits[count++] = *p;
    out->point = (int)strtol(p + 1, NULL, 10) + 1;
    while (count > 1 && out->digits[count - 1] == '0')
        count--;
    out->digits[count] = '\0';
    out->digit_count = count;
}

static bool reads_back(const char *text, double number, bool single) {
    return single ? strtof(text, NULL) == (float)number : strtod(text, NULL) == number;
}

/* The digit string one unit in the last place above: near powers of two it can be the only one
 * of its length that reads back. */
static bool one_up(const char *text, double number, bool single, char *out) {
    strcpy(out, text);
    char *e = strchr(out, 'e');
    for (char *p = e - 1; p >= out; p--) {
        if (*p == '.')
            continue;
        if (*p < '9') {
            ++*p;
            return reads_back(out, number, single);
        }
        *p = '0';
    }
    return false;
}

/* Whole numbers below 2^53 have at most 16 digits, all of which are needed. */
static bool small_whole(double number, rj_decimal *out) {
    if (!(number < 9007199254740992.0) || number != floor(number))
        return false;
    int count = snprintf(out->digits, sizeof out->digits, "%llu", (unsigned long long)number);
    out->point = count;
    while (count > 1 && out->digits[count - 1] == '0')
        count--;
    out->digits[count] = '\0';
    out->digit_count = count;
    return true;
}

static rj_decimal shortest(double number, bool single) {
    rj_decimal out = {.negative = signbit(number) != 0};
    number = fabs(number);
    if (number == 0) {
        strcpy(out.digits, "0");
        out.digit_count = 1;
        out.point = 1;
        return out;
    }
    if (!single && small_whole(number, &out))
        return out;
    char text[64], up[64];
    int low = 1, high = single ? 9 : RJ_DOUBLE_DIGITS;
    if (!single && number >= DBL_MIN) {
        /* 15 digits always survive a normal double, so fewer are found by dropping zeros. */
        snprintf(text, sizeof text, "%.14e", number);
        if (reads_back(text, number, single)) {
            take_digits(text, &out);
            low = out.digit_count;
            high = out.digit_count;
        } else {
            low = 15;
        }
    }
    for (int digits = low; digits <= high; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, number);
        if (reads_back(text, number, single))
            break;
        if (one_up(text, number, single, up)) {
            strcpy(text, up);
            break;
        }
    }
    take_digits(text, &out);
    return out;
}

rj_decimal rj_decimal_shortest(double number) {
    return shortest(number, false);
}

rj_decimal rj_decimal_shortest_float(float number) {
    return shortest((double)number, true);
}

size_t rj_decimal_plain(const rj_decimal *decimal, char *out) {
    char *p = out;
    if (decimal->negative)
        *p++ = '-';
    if (decimal->point <= 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = decimal->point; i < 0; i++)
            *p++ = '0';
    }
    for (int i = 0; i < decimal->digit_count; i++) {
        if (i == decimal->point && i > 0)
            *p++ = '.';
        *p++ = decimal->digits[i];
    }
    for (int i = decimal->digit_count; i < decimal->point; i++)
        *p++ = '0';
    *p = '\0';
    return (size_t)(p - out);
}

size_t rj_decimal_exponent(const rj_decimal *decimal, int exponent_digits, char *out) {
    char *p = out;
    if (decimal->negative)
        *p++ = '-';
    *p++ = decimal->digits[0];
    if (decimal->digit_count > 1) {
        *p++ = '.';
        memcpy(p, decimal->digits + 1, (size_t)decimal->digit_count - 1);
        p += decimal->digit_count - 1;
    }
    int exponent = decimal->point - 1;
    p += sprintf(p, "e%c%0*d", exponent < 0 ? '-' : '+', exponent_digits, abs(exponent));
    return (size_t)(p - out);
}

size_t rj_number_format_g(double number, int max_exponent, char *out) {
    if (isnan(number))
        return (size_t)sprintf(out, "NaN");
    if (isinf(number))
        return (size_t)sprintf(out, "%s", number > 0 ? "+Inf" : "-Inf");
    rj_decimal decimal = rj_decimal_shortest(number);
    int exponent = decimal.point - 1;
    if (exponent < -4 || exponent >= max_exponent)
        return rj_decimal_exponent(&decimal, 2, out);
    return rj_decimal_plain(&decimal, out);
}
