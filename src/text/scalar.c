/* SPDX-License-Identifier: Apache-2.0 */
#include "text/scalar.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/number.h"

typedef struct cursor {
    const char *p, *end;
} cursor;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ---- words ---- */

typedef struct word {
    const char *text;
    size_t bytes;
    rj_scalar value;
} word;

#define NULL_WORD(t)                                                                               \
    {                                                                                              \
        t, sizeof(t) - 1, {                                                                        \
            .kind = RJ_SCALAR_NULL                                                                 \
        }                                                                                          \
    }
#define BOOL_WORD(t, b)                                                                            \
    {                                                                                              \
        t, sizeof(t) - 1, {                                                                        \
            .kind = RJ_SCALAR_BOOL, .boolean = (b)                                                 \
        }                                                                                          \
    }
#define FLOAT_WORD(t, d)                                                                           \
    {                                                                                              \
        t, sizeof(t) - 1, {                                                                        \
            .kind = RJ_SCALAR_FLOAT, .f64 = (d)                                                    \
        }                                                                                          \
    }

static const word words[] = {
    BOOL_WORD("y", true),
    BOOL_WORD("Y", true),
    BOOL_WORD("yes", true),
    BOOL_WORD("Yes", true),
    BOOL_WORD("YES", true),
    BOOL_WORD("true", true),
    BOOL_WORD("True", true),
    BOOL_WORD("TRUE", true),
    BOOL_WORD("on", true),
    BOOL_WORD("On", true),
    BOOL_WORD("ON", true),
    BOOL_WORD("n", false),
    BOOL_WORD("N", false),
    BOOL_WORD("no", false),
    BOOL_WORD("No", false),
    BOOL_WORD("NO", false),
    BOOL_WORD("false", false),
    BOOL_WORD("False", false),
    BOOL_WORD("FALSE", false),
    BOOL_WORD("off", false),
    BOOL_WORD("Off", false),
    BOOL_WORD("OFF", false),
    NULL_WORD(""),
    NULL_WORD("~"),
    NULL_WORD("null"),
    NULL_WORD("Null"),
    NULL_WORD("NULL"),
    FLOAT_WORD(".nan", NAN),
    FLOAT_WORD(".NaN", NAN),
    FLOAT_WORD(".NAN", NAN),
    FLOAT_WORD(".inf", INFINITY),
    FLOAT_WORD(".Inf", INFINITY),
    FLOAT_WORD(".INF", INFINITY),
};

enum {
    LONGEST_WORD = 5
};

static bool resolve_word(const char *text, size_t bytes, rj_scalar *out) {
    bool negative = false;
    if (bytes > 1 && (text[0] == '+' || text[0] == '-') && text[1] == '.') {
        negative = text[0] == '-';
        text++;
        bytes--;
        if (bytes != 4 || (memcmp(text + 1, "inf", 3) != 0 && memcmp(text + 1, "Inf", 3) != 0 &&
                           memcmp(text + 1, "INF", 3) != 0))
            return false;
    }
    if (bytes > LONGEST_WORD)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].bytes == bytes && memcmp(words[i].text, text, bytes) == 0) {
            *out = words[i].value;
            if (negative)
                out->f64 = -out->f64;
            return true;
        }
    return false;
}

/* ---- decimal numbers of any length ---- */

enum {
    /* No more digits than these can decide how a double is rounded. */
    SIGNIFICANT_DIGITS = 800,
    LARGEST_EXPONENT = 100000
};

typedef struct decimal_text {
    char buffer[SIGNIFICANT_DIGITS + 32];
    size_t bytes;
    long exponent; /* of ten, of the digits taken as a whole number */
    bool any_digit;
    bool cut_nonzero;
} decimal_text;

static void take_digit(decimal_text *d, char digit, bool is_fraction) {
    d->any_digit = true;
    bool is_leading_zero = d->bytes <= 1 && digit == '0';
    if (!is_leading_zero && d->bytes <= SIGNIFICANT_DIGITS) {
        d->buffer[d->bytes++] = digit;
        d->exponent -= is_fraction;
    } else if (is_leading_zero) {
        d->exponent -= is_fraction;
    } else {
        d->cut_nonzero |= digit != '0';
        d->exponent += !is_fraction;
    }
}

static void skip_underscores(cursor *c) {
    while (c->p < c->end && *c->p == '_')
        c->p++;
}

static bool take_digits(cursor *c, decimal_text *d, bool is_fraction) {
    bool any = false;
    for (skip_underscores(c); c->p < c->end && is_digit(*c->p); skip_underscores(c)) {
        take_digit(d, *c->p++, is_fraction);
        any = true;
    }
    return any;
}

static bool take_exponent(cursor *c, decimal_text *d) {
    skip_underscores(c);
    bool negative = c->p < c->end && *c->p == '-';
    if (c->p < c->end && (*c->p == '-' || *c->p == '+'))
        c->p++;
    long value = 0;
    bool any = false;
    for (skip_underscores(c); c->p < c->end && is_digit(*c->p); skip_underscores(c)) {
        if (value < LONG_MAX / 100)
            value = value * 10 + (*c->p - '0');
        c->p++;
        any = true;
    }
    d->exponent += negative ? -value : value;
    return any;
}

bool rj_scalar_parse_decimal(const char *text, size_t bytes, double *out) {
    cursor c = {text, text + bytes};
    decimal_text d; /* the buffer is written before it is read */
    d.bytes = 1;
    d.exponent = 0;
    d.any_digit = d.cut_nonzero = false;
    skip_underscores(&c);
    d.buffer[0] = c.p < c.end && *c.p == '-' ? '-' : '+';
    if (c.p < c.end && (*c.p == '-' || *c.p == '+'))
        c.p++;
    bool whole = take_digits(&c, &d, false);
    if (c.p < c.end && *c.p == '.') {
        c.p++;
        if (!take_digits(&c, &d, true) && !whole)
            return false;
    }
    if (!d.any_digit)
        return false;
    if (c.p < c.end && (*c.p == 'e' || *c.p == 'E')) {
        c.p++;
        if (!take_exponent(&c, &d))
            return false;
    }
    if (c.p != c.end)
        return false;
    if (d.bytes == 1)
        d.buffer[d.bytes++] = '0';
    if (d.cut_nonzero) {
        /* Anything above zero behind the digits that count turns a tie into "more than half". */
        d.buffer[d.bytes++] = '1';
        d.exponent--;
    }
    /* The digits themselves move the point by less than the length of the text, so the bound on the
     * exponent has to know their number: it is applied to the exponent of the first digit. */
    long first = d.exponent + (long)d.bytes;
    if (first > LARGEST_EXPONENT || first < -LARGEST_EXPONENT)
        d.exponent = first > 0 ? LARGEST_EXPONENT : -LARGEST_EXPONENT;
    snprintf(d.buffer + d.bytes, sizeof d.buffer - d.bytes, "e%ld", d.exponent);
    *out = strtod(d.buffer, NULL);
    return true;
}

/* ".5", ".5e3": single underscores may stand between digits only. */
static bool underscores_stand_between_digits(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (text[i] == '_' &&
            (i == 0 || i + 1 == bytes || !is_digit(text[i - 1]) || !is_digit(text[i + 1])))
            return false;
    return true;
}

/* ---- integers ---- */

static int digit_value(char c) {
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* All the rest as an unsigned number; false for no digit, a foreign one, or overflow. */
static bool parse_digits(cursor c, unsigned base, uint64_t *out) {
    uint64_t value = 0;
    bool any = false;
    for (; c.p < c.end; c.p++) {
        if (*c.p == '_')
            continue;
        unsigned digit = (unsigned)digit_value(*c.p);
        if (digit >= base || __builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value))
            return false;
        any = true;
    }
    *out = value;
    return any;
}

static bool take_char(cursor *c, const char *set) {
    skip_underscores(c);
    if (c->p == c->end || !*c->p || !strchr(set, *c->p))
        return false;
    c->p++;
    return true;
}

/* Steps over the prefix that names the base. "0" alone is octal, as "017" is. */
static unsigned take_base(cursor *c) {
    cursor at = *c;
    if (!take_char(&at, "0"))
        return 10;
    cursor after_zero = at;
    if (take_char(&at, "xX")) {
        *c = at;
        return 16;
    }
    if (take_char(&at, "bB")) {
        *c = at;
        return 2;
    }
    if (take_char(&at, "oO")) {
        *c = at;
        return 8;
    }
    skip_underscores(&after_zero);
    if (after_zero.p == after_zero.end)
        return 10;
    *c = after_zero;
    return 8;
}

static bool signed_value(uint64_t magnitude, bool negative, int64_t *out) {
    if (magnitude > (uint64_t)INT64_MAX + negative)
        return false;
    *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

static bool resolve_int(const char *text, size_t bytes, rj_scalar *out) {
    cursor c = {text, text + bytes};
    skip_underscores(&c);
    bool has_sign = c.p < c.end && (*c.p == '+' || *c.p == '-');
    bool negative = has_sign && *c.p == '-';
    c.p += has_sign;
    unsigned base = take_base(&c);
    uint64_t magnitude;
    if (!parse_digits(c, base, &magnitude))
        return false;
    int64_t value;
    if (signed_value(magnitude, negative, &value)) {
        *out = (rj_scalar){.kind = RJ_SCALAR_INT, .i64 = value};
        return true;
    }
    if (has_sign)
        return false;
    *out = (rj_scalar){.kind = RJ_SCALAR_UINT, .u64 = magnitude};
    return true;
}

/* "0b-11": the sign behind the prefix. */
static bool resolve_binary_with_sign(const char *text, size_t bytes, rj_scalar *out) {
    cursor c = {text, text + bytes};
    if (!take_char(&c, "0") || !take_char(&c, "b"))
        return false;
    skip_underscores(&c);
    bool negative = c.p < c.end && *c.p == '-';
    uint64_t magnitude;
    int64_t value;
    if (!take_char(&c, "+-") || !parse_digits(c, 2, &magnitude) ||
        !signed_value(magnitude, negative, &value))
        return false;
    *out = (rj_scalar){.kind = RJ_SCALAR_INT, .i64 = value};
    return true;
}

/* ---- timestamps ---- */

/* A number of least to most digits. */
static bool take_number(cursor *c, int least, int most, int *out) {
    int value = 0, count = 0;
    for (; c->p < c->end && count < most && is_digit(*c->p); count++)
        value = value * 10 + (*c->p++ - '0');
    *out = value;
    return count >= least;
}

static bool take_exactly(cursor *c, char wanted) {
    if (c->p == c->end || *c->p != wanted)
        return false;
    c->p++;
    return true;
}

static int days_in_month(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

static bool take_date(cursor *c) {
    int year, month, day;
    return take_number(c, 4, 4, &year) && take_exactly(c, '-') && take_number(c, 1, 2, &month) &&
           take_exactly(c, '-') && take_number(c, 1, 2, &day) && month >= 1 && month <= 12 &&
           day >= 1 && day <= days_in_month(year, month);
}

static bool take_time(cursor *c) {
    int hour, minute, second, fraction;
    if (!take_number(c, 1, 2, &hour) || !take_exactly(c, ':') || !take_number(c, 1, 2, &minute) ||
        !take_exactly(c, ':') || !take_number(c, 1, 2, &second) || hour > 23 || minute > 59 ||
        second > 59)
        return false;
    if (c->p < c->end && (*c->p == '.' || *c->p == ',')) {
        c->p++;
        if (!take_number(c, 1, 1, &fraction))
            return false;
        while (c->p < c->end && is_digit(*c->p))
            c->p++;
    }
    return true;
}

static bool take_zone(cursor *c) {
    int hours, minutes;
    if (take_exactly(c, 'Z'))
        return true;
    return (take_exactly(c, '+') || take_exactly(c, '-')) && take_number(c, 2, 2, &hours) &&
           take_exactly(c, ':') && take_number(c, 2, 2, &minutes) && hours <= 24 && minutes <= 60;
}

static bool is_timestamp(const char *text, size_t bytes) {
    cursor c = {text, text + bytes};
    if (!take_date(&c))
        return false;
    if (c.p == c.end)
        return true;
    if (take_exactly(&c, 'T') || take_exactly(&c, 't'))
        return take_time(&c) && take_zone(&c) && c.p == c.end;
    if (!take_exactly(&c, ' '))
        return false;
    while (take_exactly(&c, ' '))
        continue;
    return take_time(&c) && c.p == c.end;
}

/* ---- all together ---- */

static rj_scalar resolve_dotted(const char *text, size_t bytes) {
    double number;
    if (underscores_stand_between_digits(text, bytes) &&
        rj_scalar_parse_decimal(text, bytes, &number) && isfinite(number))
        return (rj_scalar){.kind = RJ_SCALAR_FLOAT, .f64 = number};
    return (rj_scalar){.kind = RJ_SCALAR_STRING};
}

static rj_scalar resolve_number(const char *text, size_t bytes) {
    rj_scalar out;
    double number;
    if (is_timestamp(text, bytes))
        return (rj_scalar){.kind = RJ_SCALAR_TIMESTAMP};
    if (resolve_int(text, bytes, &out))
        return out;
    if (rj_scalar_parse_decimal(text, bytes, &number) && isfinite(number))
        return (rj_scalar){.kind = RJ_SCALAR_FLOAT, .f64 = number};
    if (resolve_binary_with_sign(text, bytes, &out))
        return out;
    return (rj_scalar){.kind = RJ_SCALAR_STRING};
}

rj_scalar rj_scalar_resolve(const char *text, size_t bytes) {
    rj_scalar out = {.kind = RJ_SCALAR_STRING};
    if (!rj_scalar_may_be_special(text, bytes))
        return out;
    char first = bytes ? text[0] : '~';
    if (is_digit(first))
        return resolve_number(text, bytes);
    if (resolve_word(text, bytes, &out))
        return out;
    if (first == '.')
        return resolve_dotted(text, bytes);
    return first == '+' || first == '-' ? resolve_number(text, bytes) : out;
}

bool rj_scalar_is_base60(const char *text, size_t bytes) {
    cursor c = {text, text + bytes};
    if (c.p < c.end && (*c.p == '+' || *c.p == '-'))
        c.p++;
    if (c.p == c.end || !is_digit(*c.p))
        return false;
    while (c.p < c.end && (is_digit(*c.p) || *c.p == '_'))
        c.p++;
    if (c.p == c.end || *c.p != ':')
        return false;
    while (take_exactly(&c, ':')) {
        /* One digit, or two of which the first is below 6. */
        if (c.p == c.end || !is_digit(*c.p))
            return false;
        bool may_be_tens = *c.p++ <= '5';
        if (may_be_tens && c.p < c.end && is_digit(*c.p))
            c.p++;
    }
    if (take_exactly(&c, '.'))
        while (c.p < c.end && (is_digit(*c.p) || *c.p == '_'))
            c.p++;
    return c.p == c.end;
}

const char *rj_scalar_tag(rj_scalar_kind kind) {
    switch (kind) {
    case RJ_SCALAR_NULL:
        return "!!null";
    case RJ_SCALAR_BOOL:
        return "!!bool";
    case RJ_SCALAR_INT:
    case RJ_SCALAR_UINT:
        return "!!int";
    case RJ_SCALAR_FLOAT:
        return "!!float";
    case RJ_SCALAR_TIMESTAMP:
        return "!!timestamp";
    case RJ_SCALAR_STRING:
        break;
    }
    return "!!str";
}

size_t rj_scalar_float_key(double number, char *out) {
    float single = (float)number;
    if (isnan(single))
        return (size_t)sprintf(out, ".nan");
    if (isinf(single))
        return (size_t)sprintf(out, "%s", single > 0 ? ".inf" : "-.inf");
    rj_decimal decimal = rj_decimal_shortest_float(single);
    int exponent = decimal.point - 1;
    if (exponent < -4 || exponent >= 6)
        return rj_decimal_exponent(&decimal, 2, out);
    return rj_decimal_plain(&decimal, out);
}
