/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/scalar.h"

/* Kind and value in one line, as the tables below spell them. */
static const char *describe(const char *text) {
    static char out[128];
    rj_scalar s = rj_scalar_resolve(text, strlen(text));
    switch (s.kind) {
    case RJ_SCALAR_BOOL:
        return s.boolean ? "true" : "false";
    case RJ_SCALAR_NULL:
        return "null";
    case RJ_SCALAR_INT:
        snprintf(out, sizeof out, "int %" PRId64, s.i64);
        return out;
    case RJ_SCALAR_UINT:
        snprintf(out, sizeof out, "uint %" PRIu64, s.u64);
        return out;
    case RJ_SCALAR_FLOAT:
        snprintf(out, sizeof out, "float %.17g", s.f64);
        return out;
    case RJ_SCALAR_TIMESTAMP:
        return "timestamp";
    case RJ_SCALAR_STRING:
        break;
    }
    return "str";
}

static const struct {
    const char *text, *meaning;
} scalars[] = {
    {"", "null"},
    {"~", "null"},
    {"null", "null"},
    {"NULL", "null"},
    {"nULL", "str"},
    {"y", "true"},
    {"YES", "true"},
    {"yES", "str"},
    {"On", "true"},
    {"oFF", "str"},
    {"OFF", "false"},
    {"N", "false"},
    {"<<", "str"},
    {"=", "str"},
    {".inf", "float inf"},
    {"+.INF", "float inf"},
    {"-.Inf", "float -inf"},
    {"-.iNf", "str"},
    {"+.nan", "str"},
    {".NaN", "float nan"},
    {"inf", "str"},
    {"0", "int 0"},
    {"-0", "int 0"},
    {"+12", "int 12"},
    {"017", "int 15"},
    {"-017", "int -15"},
    {"0o17", "int 15"},
    {"08", "float 8"},
    {"0x1F", "int 31"},
    {"-0X1f", "int -31"},
    {"0x", "str"},
    {"0xg", "str"},
    {"0b101", "int 5"},
    {"0b12", "str"},
    {"0b-11", "int -3"},
    {"0b+11", "int 3"},
    {"0B-11", "str"},
    {"-0b11", "int -3"},
    {"-0b-11", "str"},
    {"1_000", "int 1000"},
    {"_1", "str"},
    {"1__0_", "int 10"},
    {"0_", "int 0"},
    {"-_1", "int -1"},
    {"9223372036854775807", "int 9223372036854775807"},
    {"-9223372036854775808", "int -9223372036854775808"},
    {"9223372036854775808", "uint 9223372036854775808"},
    {"18446744073709551615", "uint 18446744073709551615"},
    {"+9223372036854775808", "float 9.2233720368547758e+18"},
    {"-9223372036854775809", "float -9.2233720368547758e+18"},
    {"18446744073709551616", "float 1.8446744073709552e+19"},
    {"0xFFFFFFFFFFFFFFFF", "uint 18446744073709551615"},
    {"0xFFFFFFFFFFFFFFFFF", "str"},
    {"07777777777777777777777", "float 7.7777777777777773e+21"},
    {"0777777777777777777777", "int 9223372036854775807"},
    {"1.", "float 1"},
    {"1.5", "float 1.5"},
    {"1.5.2", "str"},
    {".5", "float 0.5"},
    {"+.5", "float 0.5"},
    {"-.5e1", "float -5"},
    {".", "str"},
    {"-.", "str"},
    {".1_2", "float 0.12"},
    {".1__2", "str"},
    {".1_", "str"},
    {"._1", "str"},
    {".e1", "str"},
    {".1e", "str"},
    {"1e", "str"},
    {"1e3", "float 1000"},
    {"1E-3", "float 0.001"},
    {"1e+3", "float 1000"},
    {"1e400", "str"},
    {"-1e400", "str"},
    {"1e-400", "float 0"},
    {".1e400", "str"},
    {"1_0.0_1e0_1", "float 100.09999999999999"},
    {"1:30", "str"},
    {"-", "str"},
    {"+", "str"},
    {"--1", "str"},
    {"1 ", "str"},
    {"1a", "str"},
    {"2001-01-01", "timestamp"},
    {"2001-1-1", "timestamp"},
    {"2001-13-01", "str"},
    {"2001-02-29", "str"},
    {"2000-02-29", "timestamp"},
    {"1900-02-29", "str"},
    {"0000-02-29", "timestamp"},
    {"02001-01-01", "str"},
    {"201-01-01", "str"},
    {"2001-01-01T1:2:3Z", "timestamp"},
    {"2001-01-01t01:02:03.25-05:30", "timestamp"},
    {"2001-01-01T01:02:03", "str"},
    {"2001-01-01T01:02:03+5:30", "str"},
    {"2001-01-01T01:02:03+24:60", "timestamp"},
    {"2001-01-01T01:02:03+25:00", "str"},
    {"2001-01-01 01:02:03", "timestamp"},
    {"2001-01-01    1:2:3,5", "timestamp"},
    {"2001-01-01 01:02:03Z", "str"},
    {"2001-01-01 24:02:03", "str"},
    {"2001-01-01 01:02:03.", "str"},
    {"2001-01-01 01:02", "str"},
};

static void plain_scalars_resolve_as_the_reference_does(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const char *got = describe(scalars[i].text);
        if (strcmp(got, scalars[i].meaning) != 0)
            fail_msg("'%s': expected %s, got %s", scalars[i].text, scalars[i].meaning, got);
    }
}

static void base_60_is_recognised(void **state) {
    (void)state;
    static const char *const yes[] = {"1:30", "12:30:45", "-1:5", "+0:59.5", "1_0:00", "1:5:9._"};
    static const char *const no[] = {"1:60",  "1:", ":30", "a:30", "1:3a",
                                     "1:300", "1",  "",    "1.5:3"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!rj_scalar_is_base60(yes[i], strlen(yes[i])))
            fail_msg("%s is base 60", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (rj_scalar_is_base60(no[i], strlen(no[i])))
            fail_msg("%s is not base 60", no[i]);
}

static void float_keys_are_written_as_32_bit_floats(void **state) {
    (void)state;
    static const struct {
        double number;
        const char *text;
    } keys[] = {{1.5, "1.5"},       {0.1, "0.1"},       {1e6, "1e+06"},
                {123456, "123456"}, {0.0001, "0.0001"}, {1e-5, "1e-05"},
                {1e40, ".inf"},     {-1e40, "-.inf"},   {-0.0, "-0"},
                {1e100, ".inf"},    {1e-60, "0"},       {16777217, "1.6777216e+07"},
                {NAN, ".nan"},      {1e10, "1e+10"},    {3.25e-7, "3.25e-07"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char out[RJ_FLOAT_KEY_BYTES];
        size_t bytes = rj_scalar_float_key(keys[i].number, out);
        assert_int_equal(bytes, strlen(out));
        assert_string_equal(out, keys[i].text);
    }
}

/* strtod is the judge; the texts get underscores that it must not see. */
static void decimals_are_read_to_the_nearest_double(void **state) {
    (void)state;
    uint64_t seed = 20240607;
    for (int i = 0; i < 20000; i++) {
        char text[96], plain[48];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = seed ^ seed >> 29;
        double number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number))
            continue;
        snprintf(plain, sizeof plain, "%.*e", (int)(seed >> 60), number);
        size_t n = 0;
        for (const char *p = plain; *p; p++) {
            text[n++] = *p;
            if (p > plain + 1 && (seed >> (p - plain) & 3) == 0)
                text[n++] = '_';
        }
        double got, wanted = strtod(plain, NULL);
        assert_true(rj_scalar_parse_decimal(text, n, &got));
        if (got != wanted)
            fail_msg("%s: %.17g, got %.17g", plain, wanted, got);
    }
}

static void digits_without_end_still_round_right(void **state) {
    (void)state;
    enum {
        LONG = 5000
    };
    static char text[LONG + 2];
    double number;
    /* Half a unit above 2^53, then zeros, then a digit that breaks the tie. */
    memset(text, '0', LONG);
    memcpy(text, "9007199254740993.0", 18);
    assert_true(rj_scalar_parse_decimal(text, LONG, &number));
    assert_true(number == 9007199254740992.0);
    text[LONG - 1] = '1';
    assert_true(rj_scalar_parse_decimal(text, LONG, &number));
    assert_true(number == 9007199254740994.0);
    /* 0.000…0001 with an exponent that brings it back. */
    memset(text, '0', LONG);
    text[1] = '.';
    memcpy(text + LONG - 6, "1e4993", 6);
    assert_true(rj_scalar_parse_decimal(text, LONG, &number));
    assert_true(number == 1.0);
    memset(text, '1', LONG);
    assert_true(rj_scalar_parse_decimal(text, LONG, &number));
    assert_true(isinf(number));
    assert_true(rj_scalar_parse_decimal("1e99999999999999999999999", 25, &number));
    assert_true(isinf(number));
    assert_true(rj_scalar_parse_decimal("0e99999999999999999999999", 25, &number));
    assert_true(number == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_scalars_resolve_as_the_reference_does),
        cmocka_unit_test(base_60_is_recognised),
        cmocka_unit_test(float_keys_are_written_as_32_bit_floats),
        cmocka_unit_test(decimals_are_read_to_the_nearest_double),
        cmocka_unit_test(digits_without_end_still_round_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
