/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua/format.h"
#include "rjinterp/buf.h"

static void write_to_buf(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

/* The numbers among the texts of the tables. */
static bool reads_as_number(const char *text, size_t bytes) {
    static const char *const numbers[] = {"42",  "1.5",  " 7 ",   "0x10",
                                          "1e3", "0b11", "1_000", "inf"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strlen(numbers[i]) == bytes && memcmp(numbers[i], text, bytes) == 0)
            return true;
    return false;
}

#define N(x)                                                                                       \
    { .kind = RJ_FORMAT_NUMBER, .number = (x) }
#define S(x)                                                                                       \
    { .kind = RJ_FORMAT_STRING, .text = (x), .bytes = sizeof(x) - 1 }
#define YES                                                                                        \
    { .kind = RJ_FORMAT_BOOLEAN, .boolean = true }
#define NO                                                                                         \
    { .kind = RJ_FORMAT_BOOLEAN }
#define NIL                                                                                        \
    { .kind = RJ_FORMAT_NIL }
#define END                                                                                        \
    { .kind = (rj_format_kind)-1 }
#define TABLE                                                                                      \
    { .kind = RJ_FORMAT_TABLE, .text = "table: 0x1f", .bytes = 11 }
#define ACTION                                                                                     \
    { .kind = RJ_FORMAT_FUNCTION, .text = "function: 0x2e", .bytes = 14 }

#define ROW(format, result, ...)                                                                   \
    {                                                                                              \
        format, sizeof(format) - 1, result, sizeof(result) - 1, {                                  \
            __VA_ARGS__ __VA_OPT__(, ) END                                                         \
        }                                                                                          \
    }

typedef struct row {
    const char *format;
    size_t format_bytes;
    const char *result;
    size_t result_bytes;
    rj_format_arg args[5];
} row;

static void check_rows(const row *rows, size_t row_count) {
    rj_buf out = RJ_BUF_INIT;
    rj_format_env env = {.write = write_to_buf, .ctx = &out, .reads_as_number = reads_as_number};
    for (size_t i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        size_t count = 0;
        while (r->args[count].kind != (rj_format_kind)-1)
            count++;
        rj_buf_reset(&out);
        count = rj_format_wanted(r->format, r->format_bytes, count);
        rj_format(r->format, r->format_bytes, r->args, count, &env);
        if (out.bytes != r->result_bytes || memcmp(rj_buf_text(&out), r->result, out.bytes) != 0)
            fail_msg("row %zu, format '%s': expected '%s', got '%s'", i, r->format, r->result,
                     rj_buf_text(&out));
    }
    rj_buf_free(&out);
}

#define CHECK(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

static void formats_as_go(void **state) {
    (void)state;
    static const row rows[] = {
#include "format_rows.inc"
    };
    CHECK(rows);
}

/* The answers in lua-env.jsonl, format-* and format2-*. */
static void formats_as_recorded(void **state) {
    (void)state;
    static const row rows[] = {
        ROW("%d", "-3", N(-3.7)),
        ROW("%d", "42", S("42")),
        ROW("%d", "0", S("abc")),
        ROW("%u", "%!u(int64=42)", N(42)),
        ROW("%-5d|", "42   |", N(42)),
        ROW("%#x", "0xff", N(255)),
        ROW("%x", "-ff", N(-255)),
        ROW("%c", "\xC3\xA9", N(233)),
        ROW("%8.3f|", "   3.142|", N(3.14159)),
        ROW("%.14g", "0.33333333333333", N(1.0 / 3)),
        ROW("%G", "1E-10", N(1e-10)),
        ROW("%g", "0.30000000000000004", N(0.1 + 0.2)),
        ROW("%q", "\"a\\\"b\\n\"", S("a\"b\n")),
        ROW("%q", "\"\\x00\\x01\"", S("\0\1")),
        ROW("%d", "1", N(1), N(2)),
        ROW("no verbs", "no verbs", N(1)),
        ROW("%", "%!(NOVERB)"),
        ROW("%d", "%!d(lua.LBool=true)", YES),
        ROW("%d", "&{}", NIL),
        ROW("%5.1f|%-8s|%03d", "  2.2|xy      |007", N(2.25), S("xy"), N(7)),
        ROW("%x", "616263", S("abc")),
        ROW("%T", "lua.LNumber", N(1)),
        ROW("%*d", "%!(BADWIDTH)%!d(MISSING)", N(5), N(42)),
        ROW("%[2]d %[1]d", "2 1", N(1), N(2)),
        ROW("%.20f", "0.10000000000000000555", N(0.1)),
        ROW("%5s|", "    \xC3\xA9|", S("\xC3\xA9")),
        ROW("%-+6d|", "+5    |", N(5)),
        ROW("%%%d", "%7", N(7)),
        ROW("%s%s", "a%!s(MISSING)", S("a")),
        ROW("%5%|", "%|"),
        ROW("%.1f", "0.2", N(0.25)),
        ROW("%.2f", "2.67", N(2.675)),
        ROW("%s", "9.223372036854776e+18", N(0x1p63)),
        ROW("%d", "9007199254740992", N(0x1p53)),
    };
    CHECK(rows);
}

/* Tables and functions: their text where Go asks for it; their addresses can't be recorded. */
static void formats_objects(void **state) {
    (void)state;
    static const row rows[] = {
        ROW("%s", "table: 0x1f", TABLE),
        ROW("%15v|", "    table: 0x1f|", TABLE),
        ROW("%.5s", "table", TABLE),
        ROW("%q", "\"function: 0x2e\"", ACTION),
        ROW("%x", "7461626c653a2030783166", TABLE),
        ROW("%T %T", "*lua.LTable *lua.LFunction", TABLE, ACTION),
        ROW("%p", "0x2e", ACTION),
        ROW("%6p|", "  0x1f|", TABLE),
        ROW("%d", "table: 0x1f", TABLE),
        ROW("%p", "%!p(lua.LNumber=1)", N(1)),
        ROW("%5%", "%%!(EXTRA *lua.LTable=table: 0x1f)", TABLE),
    };
    CHECK(rows);
}

/* "Extra arguments beyond the number of % (counting %% pairs out) are dropped." */
static void counts_wanted_arguments(void **state) {
    (void)state;
    static const struct {
        const char *format;
        size_t count, wanted;
    } rows[] = {
        {"", 3, 0}, {"%d", 3, 1}, {"%d %s", 3, 2}, {"%d", 0, 0}, {"%%%d", 5, 2}, {"%%%%", 5, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(rj_format_wanted(rows[i].format, strlen(rows[i].format), rows[i].count),
                         rows[i].wanted);
}

/* Widths and precisions up to what Go takes, far beyond any buffer of ours. */
static void takes_large_widths(void **state) {
    (void)state;
    static const struct {
        const char *format;
        size_t bytes;
    } rows[] = {
        {"%100000d", 100000},   {"%-100000d|", 100001},   {"%0100000d", 100000},
        {"%.100000d", 100000},  {"%.100000f", 100002},    {"%.100000e", 100006},
        {"%#.100000g", 100001}, {"%+0100000.3f", 100000}, {"%100000s", 100000},
        {"%100000q", 100000},   {"%#100000x", 100000},    {"%.100000U", 100002},
        {"%100000c", 100000},   {"%.100000g", 1},         {"%#.100000x", 100002},
        {"%100000y", 100011},   {"%10000009d", 10000009}, {"%10000010000d", 10},
    };
    const rj_format_arg one = N(1);
    rj_buf out = RJ_BUF_INIT;
    rj_format_env env = {.write = write_to_buf, .ctx = &out, .reads_as_number = reads_as_number};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rj_buf_reset(&out);
        rj_format(rows[i].format, strlen(rows[i].format), &one, 1, &env);
        size_t extra =
            strstr(rj_buf_text(&out), "%!(EXTRA") ? strlen("%!(EXTRA lua.LNumber=1)") : 0;
        assert_int_equal(out.bytes, rows[i].bytes + extra);
    }
    rj_buf_free(&out);
}

/* %.Nf and %.Ne are exact: what C's own printf says, for any double. */
static void rounds_exactly(void **state) {
    (void)state;
    static const char *const formats[] = {"%.0f", "%.3f",   "%.0e",   "%.20e",
                                          "%.9g", "%+.17G", "%020.2f"};
    unsigned seed = 99;
    rj_buf out = RJ_BUF_INIT;
    rj_format_env env = {.write = write_to_buf, .ctx = &out, .reads_as_number = reads_as_number};
    for (int i = 0; i < 20000; i++) {
        union {
            uint64_t bits;
            double number;
        } u = {.bits = (uint64_t)(unsigned)rand_r(&seed) << 40 ^
                       (uint64_t)(unsigned)rand_r(&seed) << 20 ^ (unsigned)rand_r(&seed)};
        if (i % 2)
            u.number = rand_r(&seed) % 100000 / 8.0;
        if (!isfinite(u.number))
            continue;
        const char *format = formats[i % 7];
        char expected[512];
        rj_format_arg arg = N(u.number);
        rj_buf_reset(&out);
        rj_format(format, strlen(format), &arg, 1, &env);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(expected, sizeof expected, format, u.number);
#pragma GCC diagnostic pop
        assert_string_equal(rj_buf_text(&out), expected);
    }
    rj_buf_free(&out);
}

static void survives_random_formats(void **state) {
    (void)state;
    static const char alphabet[] = "%%%%dsqxgvcUTpw[]*.0123 +-#!\xC3\xA9\xFF";
    static const rj_format_arg args[] = {N(-1.5), S("\xFFz"), TABLE, YES, NIL};
    unsigned seed = 7;
    rj_buf out = RJ_BUF_INIT;
    rj_format_env env = {.write = write_to_buf, .ctx = &out, .reads_as_number = reads_as_number};
    for (int i = 0; i < 30000; i++) {
        char format[16];
        size_t bytes = (unsigned)rand_r(&seed) % sizeof format;
        for (size_t k = 0; k < bytes; k++)
            format[k] = alphabet[(unsigned)rand_r(&seed) % (sizeof alphabet - 1)];
        rj_buf_reset(&out);
        out.max_bytes = 1 << 20;
        rj_format(format, bytes, args, (unsigned)rand_r(&seed) % 6, &env);
    }
    rj_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_as_go),           cmocka_unit_test(formats_as_recorded),
        cmocka_unit_test(formats_objects),         cmocka_unit_test(counts_wanted_arguments),
        cmocka_unit_test(takes_large_widths),      cmocka_unit_test(rounds_exactly),
        cmocka_unit_test(survives_random_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
