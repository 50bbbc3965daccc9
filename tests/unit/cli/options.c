/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "cli/option_value.h"
#include "cli/options.h"

typedef struct values {
    bool bold, ready;
    const char *text;
    int32_t number, level;
    cli_list list;
} values;

static const cli_option options[] = {
    {.name = "bold", .short_name = 'b', .type = CLI_OPTION_BOOL, .offset = offsetof(values, bold)},
    {.name = "is-ready",
     .type = CLI_OPTION_BOOL,
     .default_text = "true",
     .offset = offsetof(values, ready)},
    {.name = "text", .short_name = 't', .type = CLI_OPTION_TEXT, .offset = offsetof(values, text)},
    {.name = "number", .type = CLI_OPTION_INT32, .offset = offsetof(values, number)},
    {.name = "v", .short_name = 'v', .type = CLI_OPTION_LEVEL, .offset = offsetof(values, level)},
    {.name = "list", .short_name = 'l', .type = CLI_OPTION_LIST, .offset = offsetof(values, list)},
    {.name = "old",
     .type = CLI_OPTION_BOOL,
     .deprecated = "don't",
     .offset = offsetof(values, bold)},
};

static const cli_command command = {
    .name = "test",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .values_bytes = sizeof(values),
};

typedef struct row {
    const char *arguments[6];
    const char *expected; /* see describe(), or the error */
} row;

static void describe(const values *v, const cli_list *rest, rj_buf *out) {
    rj_buf_printf(out, "%s%s%s %d %d", v->bold ? "bold " : "", v->ready ? "ready " : "", v->text,
                  (int)v->number, (int)v->level);
    for (size_t i = 0; i < v->list.count; i++)
        rj_buf_printf(out, "%c%s", i ? '|' : ' ', v->list.items[i]);
    for (size_t i = 0; i < rest->count; i++)
        rj_buf_printf(out, " +%s", rest->items[i]);
}

/* Rules and texts of cli.md section 1. */
static const row rows[] = {
    {{0}, "ready  0 0"},
    {{"--text", "a"}, "ready a 0 0"},
    {{"--text=a"}, "ready a 0 0"},
    {{"--text="}, "ready  0 0"},
    {{"--text=a=b"}, "ready a=b 0 0"},
    {{"--text", "--bold"}, "ready --bold 0 0"},
    {{"-t", "a"}, "ready a 0 0"},
    {{"-ta"}, "ready a 0 0"},
    {{"-t=a"}, "ready a 0 0"},
    {{"-t="}, "ready = 0 0"},
    {{"-bta"}, "bold ready a 0 0"},
    {{"-b", "a"}, "bold ready  0 0 +a"},
    {{"--bold=false"}, "ready  0 0"},
    {{"--bold=T", "--is-ready=0"}, "bold  0 0"},
    {{"--is_ready=F"}, " 0 0"},
    {{"-b=false"}, "ready  0 0"},
    {{"--text", "a", "--text", "b"}, "ready b 0 0"},
    {{"x", "--", "-y", "--"}, "ready  0 0 +x +-y +--"},
    {{"-", "--text", "-"}, "ready - 0 0 +-"},
    {{"-l", "a,b", "-lc"}, "ready  0 0 a|b|c"},
    {{"-l", ""}, "ready  0 0"},
    {{"-l", "a,"}, "ready  0 0 a|"},
    {{"-l", "a, b"}, "ready  0 0 a| b"},
    {{"-l", "\"a,b\",c"}, "ready  0 0 a,b|c"},
    {{"-l", "\"a\"\"b\""}, "ready  0 0 a\"b"},
    {{"-l", "\n\na\nb"}, "ready  0 0 a"},
    {{"-l", "\"a\nb\""}, "ready  0 0 a\nb"},
    {{"--number", "-3"}, "ready  -3 0"},
    {{"--number", "+3"}, "ready  3 0"},
    {{"--number", "0x10"}, "ready  16 0"},
    {{"--number", "0XfF"}, "ready  255 0"},
    {{"--number", "0o17"}, "ready  15 0"},
    {{"--number", "017"}, "ready  15 0"},
    {{"--number", "0_17"}, "ready  15 0"},
    {{"--number", "0b1_01"}, "ready  5 0"},
    {{"--number", "0x_f"}, "ready  15 0"},
    {{"--number", "1_000"}, "ready  1000 0"},
    {{"--number", "0"}, "ready  0 0"},
    {{"--number", "2147483647"}, "ready  2147483647 0"},
    {{"--number", "-2147483648"}, "ready  -2147483648 0"},
    {{"-v", "4"}, "ready  0 4"},
    {{"--v=010"}, "ready  0 10"},
    {{"--frobnicate"}, "unknown flag: --frobnicate"},
    {{"--frobnicate=1"}, "unknown flag: --frobnicate"},
    {{"--tex", "a"}, "unknown flag: --tex"},
    {{"-x"}, "unknown shorthand flag: 'x' in -x"},
    {{"-bxy"}, "unknown shorthand flag: 'x' in -xy"},
    {{"-b="}, "unknown shorthand flag: '=' in -="},
    {{"-'"}, "unknown shorthand flag: '\\'' in -'"},
    {{"-\""}, "unknown shorthand flag: '\"' in -\""},
    {{"---x"}, "bad flag syntax: ---x"},
    {{"--=x"}, "bad flag syntax: --=x"},
    {{"--text"}, "flag needs an argument: --text"},
    {{"-t"}, "flag needs an argument: 't' in -t"},
    {{"-bt"}, "flag needs an argument: 't' in -t"},
    {{"--bold=maybe"},
     "invalid argument \"maybe\" for \"-b, --bold\" flag: strconv.ParseBool: parsing \"maybe\": "
     "invalid syntax"},
    {{"--number", "many"},
     "invalid argument \"many\" for \"--number\" flag: strconv.ParseInt: parsing \"many\": invalid "
     "syntax"},
    {{"--number", ""},
     "invalid argument \"\" for \"--number\" flag: strconv.ParseInt: parsing \"\": invalid syntax"},
    {{"--number", "1.5"},
     "invalid argument \"1.5\" for \"--number\" flag: strconv.ParseInt: parsing \"1.5\": invalid "
     "syntax"},
    {{"--number", "2147483648"},
     "invalid argument \"2147483648\" for \"--number\" flag: strconv.ParseInt: parsing "
     "\"2147483648\": value out of range"},
    {{"--number", "-2147483649"},
     "invalid argument \"-2147483649\" for \"--number\" flag: strconv.ParseInt: parsing "
     "\"-2147483649\": value out of range"},
    {{"--number", "1__0"},
     "invalid argument \"1__0\" for \"--number\" flag: strconv.ParseInt: parsing \"1__0\": invalid "
     "syntax"},
    {{"--number", "08"},
     "invalid argument \"08\" for \"--number\" flag: strconv.ParseInt: parsing \"08\": invalid "
     "syntax"},
    {{"--number", "0x"},
     "invalid argument \"0x\" for \"--number\" flag: strconv.ParseInt: parsing \"0x\": invalid "
     "syntax"},
    {{"-v", "0x1"},
     "invalid argument \"0x1\" for \"-v, --v\" flag: strconv.ParseInt: parsing \"0x1\": invalid "
     "syntax"},
    {{"-l", "\"a.yaml"},
     "invalid argument \"\\\"a.yaml\" for \"-l, --list\" flag: parse error on line 1, column 8: "
     "extraneous or missing \" in quoted-field"},
    {{"-l", "\"a\"b"},
     "invalid argument \"\\\"a\\\"b\" for \"-l, --list\" flag: parse error on line 1, column 3: "
     "extraneous or missing \" in quoted-field"},
    {{"-l", "x,a\"b"},
     "invalid argument \"x,a\\\"b\" for \"-l, --list\" flag: parse error on line 1, column 4: "
     "bare \" in non-quoted field"},
    {{"-l", "\n"}, "invalid argument \"\\n\" for \"-l, --list\" flag: EOF"},
};

static void parses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        size_t count = 0;
        char *arguments[6];
        for (; count < 6 && rows[i].arguments[count]; count++) {
            arguments[count] =
                rj_arena_copy(arena, rows[i].arguments[count], strlen(rows[i].arguments[count]));
            assert_non_null(arguments[count]);
        }
        values v;
        cli_list rest = {0};
        rj_buf warnings = RJ_BUF_INIT, got = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        if (cli_parse(&command, arguments, count, arena, &v, &rest, &warnings, &err))
            describe(&v, &rest, &got);
        else
            rj_buf_puts(&got, err.message);
        assert_string_equal(rj_buf_text(&got), rows[i].expected);
        assert_int_equal(warnings.bytes, 0);
        rj_buf_free(&got);
        rj_buf_free(&warnings);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void deprecated_option_warns(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    char argument[] = "--old";
    char *arguments[] = {argument};
    values v;
    cli_list rest = {0};
    rj_buf warnings = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    assert_true(cli_parse(&command, arguments, 1, arena, &v, &rest, &warnings, &err));
    assert_true(v.bold);
    assert_string_equal(rj_buf_text(&warnings), "Flag --old has been deprecated, don't\n");
    rj_buf_free(&warnings);
    rj_arena_free(arena);
}

static void full_arena_is_told(void **state) {
    (void)state;
    char list[] = "-la,b,c,d,e,f,g,h,i,j", rest_text[] = "x";
    char *arguments[] = {list, rest_text};
    for (uint64_t n = 1; n < 100; n++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_arena_fail_at(arena, n);
        values v;
        cli_list rest = {0};
        rj_buf warnings = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        bool ok = cli_parse(&command, arguments, 2, arena, &v, &rest, &warnings, &err);
        if (!ok)
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
        rj_error_clear(&err);
        rj_arena_free(arena);
        if (ok)
            return;
    }
    fail_msg("never succeeded");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses),
        cmocka_unit_test(deprecated_option_warns),
        cmocka_unit_test(full_arena_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
