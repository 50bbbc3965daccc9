/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kube/quantity_form.h"

/* The parts of "-0012.50Gi": all borrow from the text. */
typedef struct parts {
    bool negative;
    const char *whole; /**< "12": without sign and leading zeros; "" when there are none left */
    size_t whole_bytes;
    const char *fraction; /**< "50" */
    size_t fraction_bytes;
    bool has_digit; /**< a zero counts */
    const char *suffix;
    size_t suffix_bytes;
} parts;

/* What a suffix means: value × 10^power10 × 2^power2. */
typedef struct meaning {
    rj_quantity_format format;
    int32_t power10;
    unsigned power2;
} meaning;

static const char bad_format[] = "quantities must match the regular expression "
                                 "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
static const char bad_suffix[] = "unable to parse quantity's suffix";
static const char bad_number[] = "unable to parse numeric part of quantity";

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t count_digits(const char *at, const char *end) {
    const char *from = at;
    while (at < end && is_digit(*at))
        at++;
    return (size_t)(at - from);
}

static bool is_suffix_letter(char c) {
    return c != '\0' && strchr("eEinumkKMGTP", c) != NULL;
}

/* False when text is left over. */
static bool split(const char *text, size_t bytes, parts *out) {
    const char *at = text;
    const char *end = text + bytes;
    *out = (parts){.whole = "", .fraction = "", .suffix = ""};
    if (at < end && (*at == '+' || *at == '-'))
        out->negative = *at++ == '-';
    const char *digits = at;
    while (at < end && *at == '0')
        at++;
    out->whole = at;
    out->whole_bytes = count_digits(at, end);
    at += out->whole_bytes;
    out->has_digit = at > digits;
    if (at < end && *at == '.') {
        out->fraction = ++at;
        out->fraction_bytes = count_digits(at, end);
        at += out->fraction_bytes;
        out->has_digit |= out->fraction_bytes > 0;
    }
    out->suffix = at;
    while (at < end && is_suffix_letter(*at))
        at++;
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    at += count_digits(at, end);
    out->suffix_bytes = (size_t)(at - out->suffix);
    return at == end;
}

/* [+-]?[0-9]+ in int64, as Go's ParseInt reads it. */
static bool read_int64(const char *text, size_t bytes, int64_t *out) {
    const bool negative = bytes && text[0] == '-';
    const size_t sign = bytes && (text[0] == '-' || text[0] == '+');
    int64_t number = 0;
    if (sign == bytes)
        return false;
    for (size_t i = sign; i < bytes; i++) {
        if (!is_digit(text[i]))
            return false;
        const int64_t digit = text[i] - '0';
        /* Counted downwards: the smallest number has no positive twin. */
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, digit, &number))
            return false;
    }
    if (!negative && number == INT64_MIN)
        return false;
    *out = negative ? number : -number;
    return true;
}

static bool understand_suffix(const char *suffix, size_t bytes, meaning *out) {
    static const struct {
        char text[3];
        meaning meaning;
    } known[] = {
        {"n", {RJ_QUANTITY_DECIMAL_SI, -9, 0}}, {"u", {RJ_QUANTITY_DECIMAL_SI, -6, 0}},
        {"m", {RJ_QUANTITY_DECIMAL_SI, -3, 0}}, {"", {RJ_QUANTITY_DECIMAL_SI, 0, 0}},
        {"k", {RJ_QUANTITY_DECIMAL_SI, 3, 0}},  {"M", {RJ_QUANTITY_DECIMAL_SI, 6, 0}},
        {"G", {RJ_QUANTITY_DECIMAL_SI, 9, 0}},  {"T", {RJ_QUANTITY_DECIMAL_SI, 12, 0}},
        {"P", {RJ_QUANTITY_DECIMAL_SI, 15, 0}}, {"E", {RJ_QUANTITY_DECIMAL_SI, 18, 0}},
        {"Ki", {RJ_QUANTITY_BINARY_SI, 0, 10}}, {"Mi", {RJ_QUANTITY_BINARY_SI, 0, 20}},
        {"Gi", {RJ_QUANTITY_BINARY_SI, 0, 30}}, {"Ti", {RJ_QUANTITY_BINARY_SI, 0, 40}},
        {"Pi", {RJ_QUANTITY_BINARY_SI, 0, 50}}, {"Ei", {RJ_QUANTITY_BINARY_SI, 0, 60}},
    };
    int64_t power;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i].text) == bytes && memcmp(known[i].text, suffix, bytes) == 0) {
            *out = known[i].meaning;
            return true;
        }
    }
    if (bytes < 2 || (suffix[0] != 'e' && suffix[0] != 'E') ||
        !read_int64(suffix + 1, bytes - 1, &power))
        return false;
    /* The reference cuts the exponent to 32 bits without a word. */
    *out = (meaning){RJ_QUANTITY_DECIMAL_EXPONENT, quantity_wrap32(power), 0};
    return true;
}

/* Digits of whole and fraction as one number; they are few. */
static int64_t join_digits(const parts *p) {
    int64_t number = 0;
    for (size_t i = 0; i < p->whole_bytes; i++)
        number = number * 10 + (p->whole[i] - '0');
    for (size_t i = 0; i < p->fraction_bytes; i++)
        number = number * 10 + (p->fraction[i] - '0');
    return number;
}

static char digit_at(const parts *p, size_t i) {
    return i < p->whole_bytes ? p->whole[i] : p->fraction[i - p->whole_bytes];
}

/* Whether the reference keeps a number with these digits as it was written. */
static bool keeps_decimal_text(const parts *p, int32_t scale) {
    const size_t count = p->whole_bytes + p->fraction_bytes;
    /* Without a whole part the reference reads a zero there. */
    const bool starts_with_zero = p->whole_bytes == 0;
    const bool ends_with_thousand = count >= 3 && digit_at(p, count - 1) == '0' &&
                                    digit_at(p, count - 2) == '0' && digit_at(p, count - 3) == '0';
    return scale % 3 == 0 && !ends_with_thousand && !starts_with_zero;
}

/* The longest whole numbers before each binary suffix that the reference takes as int64. */
static size_t narrow_binary_digits(unsigned power2) {
    switch (power2) {
    case 10:
        return 11;
    case 20:
        return 8;
    case 30:
        return 5;
    case 40:
        return 2;
    default:
        return 0;
    }
}

/* False: the number needs the wide form. */
static bool parse_narrow(const parts *p, const meaning *suffix, rj_quantity *out,
                         bool *keeps_text) {
    enum {
        DECIMAL_DIGITS = 18
    };
    /* An empty whole part counts as the digit 0. */
    const size_t whole_digits = p->whole_bytes ? p->whole_bytes : 1;
    int64_t number;
    int32_t scale = 0;
    if (suffix->format == RJ_QUANTITY_BINARY_SI) {
        if (p->fraction_bytes || whole_digits > narrow_binary_digits(suffix->power2))
            return false;
        number = join_digits(p);
        *keeps_text = number % 8 != 0;
        number *= INT64_C(1) << suffix->power2;
    } else {
        if (whole_digits > DECIMAL_DIGITS || p->fraction_bytes > DECIMAL_DIGITS - whole_digits)
            return false;
        scale = quantity_wrap32((int64_t)suffix->power10 - (int64_t)p->fraction_bytes);
        if (scale < QUANTITY_NANO)
            return false;
        number = join_digits(p);
        *keeps_text = keeps_decimal_text(p, scale);
    }
    out->narrow = p->negative ? -number : number;
    out->scale = scale;
    return true;
}

/*
 * Sets out->wide and out->scale to the digits as they stand. False when there are too many, zeros
 * at both ends not counted: those cost nothing.
 */
static bool read_wide_digits(const parts *p, rj_quantity *out, rj_error *err) {
    size_t from = 0;
    size_t to = p->whole_bytes + p->fraction_bytes;
    rj_buf digits = RJ_BUF_INIT;
    while (from < to && digit_at(p, from) == '0')
        from++;
    while (to > from && digit_at(p, to - 1) == '0')
        to--;
    if (to - from > QUANTITY_MAX_TEXT_DIGITS)
        return rj_error_set(err, RJ_ERROR_LIMIT, "quantity has more than %d digits",
                            (int)QUANTITY_MAX_TEXT_DIGITS);
    rj_buf_putc(&digits, '0');
    for (size_t i = from; i < to; i++)
        rj_buf_putc(&digits, digit_at(p, i));
    const bool done = rj_buf_ok(&digits) && mpz_set_str(out->wide, digits.data, 10) == 0;
    rj_buf_free(&digits);
    out->scale = (int64_t)p->whole_bytes - (int64_t)to;
    return done ? true : rj_error_no_memory(err);
}

/* No binary quantity is read as more than 2^63-1. */
static void cap_binary(rj_quantity *magnitude) {
    enum {
        CAP_DIGITS = 19
    };
    mpz_t cap;
    mpz_t whole;
    mpz_inits(cap, whole, NULL);
    mpz_setbit(cap, 63);
    mpz_sub_ui(cap, cap, 1);
    mpz_set(whole, magnitude->wide);
    /* Zeros at the end were cut off, their number has no bound. */
    bool over = magnitude->scale > CAP_DIGITS;
    if (!over) {
        if (magnitude->scale > 0)
            quantity_scale_up(whole, magnitude->scale);
        else
            quantity_scale_down(whole, -magnitude->scale, QUANTITY_UPWARDS);
        over = mpz_cmp(whole, cap) > 0;
    }
    if (over) {
        mpz_swap(magnitude->wide, cap);
        magnitude->scale = 0;
        magnitude->unit = 0;
    }
    mpz_clears(cap, whole, NULL);
}

static bool is_below_one(const rj_quantity *magnitude) {
    unsigned long one = 1;
    for (int64_t i = magnitude->scale; i < 0; i++)
        one *= 10;
    return magnitude->scale < 0 && mpz_cmp_ui(magnitude->wide, one) < 0;
}

static bool parse_wide(const parts *p, const meaning *suffix, rj_quantity *out, rj_error *err) {
    if (!p->has_digit)
        return rj_error_set(err, RJ_ERROR_SYNTAX, "%s", bad_number);
    if (!read_wide_digits(p, out, err))
        return false;
    out->is_wide = true;
    if (mpz_sgn(out->wide) == 0) {
        out->scale = 0;
        out->unit = quantity_wrap32((int64_t)suffix->power10 - (int64_t)p->fraction_bytes);
        return true;
    }
    mpz_mul_2exp(out->wide, out->wide, suffix->power2);
    out->scale += suffix->power10;
    out->unit = QUANTITY_NANO;
    if (out->scale < QUANTITY_NANO) {
        quantity_scale_down(out->wide, QUANTITY_NANO - out->scale, QUANTITY_UPWARDS);
        out->scale = QUANTITY_NANO;
    }
    if (out->format == RJ_QUANTITY_BINARY_SI) {
        cap_binary(out);
        if (is_below_one(out))
            out->format = RJ_QUANTITY_DECIMAL_SI;
    }
    if (p->negative)
        mpz_neg(out->wide, out->wide);
    return true;
}

static bool parse_into(rj_quantity *out, const char *text, size_t bytes, rj_error *err) {
    parts p;
    meaning suffix;
    bool keeps_text = false;
    if (bytes == 0 || !split(text, bytes, &p))
        return rj_error_set(err, RJ_ERROR_SYNTAX, "%s", bad_format);
    if (!understand_suffix(p.suffix, p.suffix_bytes, &suffix))
        return rj_error_set(err, RJ_ERROR_SYNTAX, "%s", bad_suffix);
    out->format = suffix.format;
    if (!parse_narrow(&p, &suffix, out, &keeps_text))
        return parse_wide(&p, &suffix, out, err);
    if (keeps_text)
        rj_buf_append(&out->text, text, bytes);
    return rj_buf_ok(&out->text) ? true : rj_error_no_memory(err);
}

bool rj_quantity_parse(rj_quantity *quantity, const char *text, size_t bytes, rj_error *err) {
    rj_quantity parsed = {.format = RJ_QUANTITY_UNSET};
    mpz_init(parsed.wide);
    const bool done = parse_into(&parsed, text, bytes, err);
    if (done) {
        const rj_quantity before = *quantity;
        *quantity = parsed;
        parsed = before;
    }
    mpz_clear(parsed.wide);
    rj_buf_free(&parsed.text);
    return done;
}
