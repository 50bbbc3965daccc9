/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "kube/quantity_form.h"
#include "rjinterp/utf8.h"

/* Appends the decimal digits with sign; returns how many zeros at the end were left out. */
static int64_t write_digits(const mpz_t number, rj_buf *out) {
    const size_t room = mpz_sizeinbase(number, 10) + 2;
    char *at = rj_buf_reserve(out, room);
    if (!at)
        return 0;
    mpz_get_str(at, 10, number);
    const size_t length = strlen(at);
    size_t kept = length;
    while (kept > 1 && at[kept - 1] == '0')
        kept--;
    out->bytes += kept;
    at[kept] = '\0';
    return (int64_t)(length - kept);
}

/* Powers without a suffix get none, and the text then has another value: so does the reference's.
 */
static void write_decimal_suffix(int64_t power, rj_buf *out) {
    static const char suffixes[] = "num\0kMGTPE";
    enum {
        LOWEST = -9,
        HIGHEST = 18
    };
    if (power >= LOWEST && power <= HIGHEST && power != 0)
        rj_buf_putc(out, suffixes[(power - LOWEST) / 3]);
}

static void write_decimal(const mpz_t mantissa, int64_t scale, rj_quantity_format format,
                          rj_buf *out) {
    const int64_t power = scale + write_digits(mantissa, out);
    /* The power goes down to a multiple of three. */
    const int64_t zeros = (power % 3 + 3) % 3;
    rj_buf_fill(out, '0', (size_t)zeros);
    const int64_t multiple = power - zeros;
    if (format == RJ_QUANTITY_DECIMAL_SI)
        write_decimal_suffix(multiple, out);
    else if (multiple != 0)
        rj_buf_printf(out, "e%" PRId64, multiple);
}

/* Turns the mantissa into whole units. False when the value has a fraction or is too long. */
static bool make_whole(mpz_t mantissa, int64_t scale) {
    if (scale >= 0) {
        if (quantity_digits(mantissa) + scale > QUANTITY_MAX_DIGITS)
            return false;
        quantity_scale_up(mantissa, scale);
        return true;
    }
    mpz_t one;
    mpz_init_set_ui(one, 1);
    const bool has_fraction_only = quantity_digits(mantissa) + scale < 0;
    bool whole = false;
    if (!has_fraction_only) {
        quantity_scale_up(one, -scale);
        whole = mpz_divisible_p(mantissa, one) != 0;
        if (whole)
            mpz_divexact(mantissa, mantissa, one);
    }
    mpz_clear(one);
    return whole;
}

static void write_binary(mpz_t whole, rj_buf *out) {
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    enum {
        BITS_PER_SUFFIX = 10
    };
    const size_t times = mpz_scan1(whole, 0) / BITS_PER_SUFFIX;
    mpz_tdiv_q_2exp(whole, whole, times * BITS_PER_SUFFIX);
    const int64_t zeros = write_digits(whole, out);
    rj_buf_fill(out, '0', (size_t)zeros);
    if (times < sizeof suffixes / sizeof suffixes[0])
        rj_buf_puts(out, suffixes[times]);
}

static void write_canonical(const rj_quantity *quantity, rj_buf *out) {
    enum {
        SMALLEST_BINARY = 1024
    };
    mpz_t mantissa;
    mpz_t whole;
    mpz_inits(mantissa, whole, NULL);
    quantity_mantissa(quantity, mantissa);
    mpz_set(whole, mantissa);
    if (quantity->format != RJ_QUANTITY_BINARY_SI)
        write_decimal(mantissa, quantity->scale, quantity->format, out);
    else if (make_whole(whole, quantity->scale) && mpz_cmpabs_ui(whole, SMALLEST_BINARY) >= 0)
        write_binary(whole, out);
    else
        write_decimal(mantissa, quantity->scale, RJ_QUANTITY_DECIMAL_SI, out);
    mpz_clears(mantissa, whole, NULL);
}

void rj_quantity_write(const rj_quantity *quantity, rj_buf *out) {
    if (quantity->text.bytes)
        rj_buf_append(out, quantity->text.data, quantity->text.bytes);
    else if (rj_quantity_is_zero(quantity))
        rj_buf_putc(out, '0');
    else
        write_canonical(quantity, out);
}

static const char *format_name(rj_quantity_format format) {
    switch (format) {
    case RJ_QUANTITY_DECIMAL_SI:
        return "DecimalSI";
    case RJ_QUANTITY_BINARY_SI:
        return "BinarySI";
    case RJ_QUANTITY_DECIMAL_EXPONENT:
        return "DecimalExponent";
    case RJ_QUANTITY_UNSET:
        break;
    }
    return "";
}

void rj_quantity_write_go(const rj_quantity *quantity, rj_buf *out) {
    rj_buf_puts(out, "resource.Quantity{i:resource.int64Amount{");
    if (quantity->is_wide) {
        /* The reference prints the address of its big number; any will do. */
        rj_buf_puts(out, "value:0, scale:0}, "
                         "d:resource.infDecAmount{Dec:(*inf.Dec)(0xc000000000)}, s:");
    } else {
        rj_buf_printf(out,
                      "value:%" PRId64 ", scale:%" PRId64
                      "}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:",
                      quantity->narrow, quantity->scale);
    }
    rj_go_quote(rj_buf_text(&quantity->text), quantity->text.bytes, out);
    rj_buf_printf(out, ", Format:\"%s\"}", format_name(quantity->format));
}
