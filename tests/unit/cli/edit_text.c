/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/edit_text.h"

#include <stdlib.h>
#include <string.h>

#include "unit/cmocka_all.h"

static rj_arena *arena;

static int make_arena(void **state) {
    (void)state;
    arena = rj_arena_new(0);
    return arena ? 0 : -1;
}

static int free_arena(void **state) {
    (void)state;
    rj_arena_free(arena);
    return 0;
}

static edit_values empty_values(void) {
    edit_values values = {.name = "tank", .api_version = "brew.test/v1", .kind = "Tank"};
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        values.scripts[i].text = "";
    return values;
}

static edit_script script_of(const char *text) {
    return (edit_script){.text = text, .bytes = strlen(text)};
}

static edit_text read_text(const char *text, const edit_values *old) {
    edit_text out;
    rj_error err = RJ_ERROR_INIT;
    assert_true(edit_text_read(text, strlen(text), old, arena, &out, &err));
    return out;
}

static void assert_script(const edit_text *text, rj_operation operation, const char *expected) {
    const edit_script *script = &text->values.scripts[operation];
    assert_int_equal(script->bytes, strlen(expected));
    assert_memory_equal(script->text, expected, script->bytes);
}

/* Whatever a script holds, it comes back. */
static void scripts_come_back(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "return 1\n",
        "-- a comment\nreturn 1 -- another\n",
        "--[[ long\n  comment ]]\nreturn 1\n",
        "--[[\n---@rule: InterpretHealth\n  ---@name: x\n----@kind: y\n]]\nreturn 1\n",
        "--~ mine\n\t--~~ mine too\nreturn 1\n",
        "--~\n",
        "\n\nreturn 1\n\n",
        "\t \n",
        "return 1\r\n-- x\r\n",
        "x = 'a\\\r\nb'\n",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        for (int explain = 0; explain < 2; explain++) {
            edit_values old = empty_values();
            rj_buf out = RJ_BUF_INIT;
            old.scripts[RJ_OPERATION_RETAIN] = script_of(scripts[i]);
            old.scripts[RJ_OPERATION_INTERPRET_STATUS] = script_of("return 2\n");
            edit_text_write(&old, explain, &out);
            edit_text text = read_text(rj_buf_text(&out), &old);
            assert_int_equal(text.problem_count, 0);
            assert_true(edit_values_equal(&old, &text.values));
            rj_buf_free(&out);
        }
    }
}

static void script_without_line_end_gets_one(void **state) {
    (void)state;
    edit_values old = empty_values();
    rj_buf out = RJ_BUF_INIT;
    old.scripts[RJ_OPERATION_RETAIN] = script_of("return 1");
    edit_text_write(&old, false, &out);
    edit_text text = read_text(rj_buf_text(&out), &old);
    assert_script(&text, RJ_OPERATION_RETAIN, "return 1\n");
    assert_script(&text, RJ_OPERATION_INTERPRET_REPLICA, "");
    rj_buf_free(&out);
}

static void marks_are_read(void **state) {
    (void)state;
    edit_values old = empty_values();
    edit_text text = read_text("-- head\n"
                               "\n"
                               "   ---@kind:Vat  \r\n"
                               "-- not a script's\n"
                               "---@rule:   Retain \t\n"
                               "--~ explained\n"
                               "-- kept\n"
                               "return 1\r\n"
                               "---@apiVersion:\tbrew.test/v2\n"
                               "x = 2\n"
                               "---@rule: InterpretHealth\n"
                               "  \n",
                               &old);
    assert_int_equal(text.problem_count, 1); /* return isn't the last statement */
    assert_int_equal(text.problems[0].line, 10);
    assert_string_equal(text.values.name, "tank");
    assert_string_equal(text.values.kind, "Vat");
    assert_string_equal(text.values.api_version, "brew.test/v2");
    assert_script(&text, RJ_OPERATION_RETAIN, "-- kept\nreturn 1\nx = 2\n");
    assert_script(&text, RJ_OPERATION_INTERPRET_HEALTH, "");
    assert_false(text.is_empty);
    assert_int_equal(text.body_line, 2);
}

static void nothing_is_empty(void **state) {
    (void)state;
    static const char *const texts[] = {"", "\n\n", "-- x\n  -- y\n", "--~ x\n"};
    edit_values old = empty_values();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_true(read_text(texts[i], &old).is_empty);
    assert_false(read_text("---@name: x\n", &old).is_empty);
    assert_false(read_text("x", &old).is_empty);
}

typedef struct problem_case {
    const char *text;
    uint32_t line;
    const char *reason; /* a part of it */
} problem_case;

static void problems_are_placed(void **state) {
    (void)state;
    static const problem_case cases[] = {
        {"---@name: x\n  stray\n", 2, "unexpected line \"  stray\""},
        {"---@rule: Retane\nx = 1\n", 1, "there is no rule \"Retane\""},
        {"---@rule: retain\nx = 1\n", 1, "is it Retain?"},
        {"---@rule: Retain\nx = 1\n---@rule: Retain\ny = 1\n", 3, "there twice"},
        {"---@rule: Retain\nx = 1\nx = \xFF\n", 3, "no text in UTF-8"},
        {"-- h\n---@rule: Retain\n--~ e\nx = 1\nif\n---@rule: InterpretStatus\n", 5, "Retain: "},
        {"---@rule: Retain\nx = )\n", 2, "Retain: "},
    };
    edit_values old = empty_values();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        edit_text text = read_text(cases[i].text, &old);
        assert_int_equal(text.problem_count, 1);
        assert_int_equal(text.problems[0].line, cases[i].line);
        if (!strstr(text.problems[0].reason, cases[i].reason))
            fail_msg("%s: %s", cases[i].text, text.problems[0].reason);
    }
}

/* The n-th line of a text, without its end. */
static void assert_line(const char *text, uint32_t line, const char *expected) {
    while (--line) {
        text = strchr(text, '\n');
        assert_non_null(text);
        text++;
    }
    assert_memory_equal(text, expected, strlen(expected));
}

/* Offered again, the line that the head names is the one that is wrong. */
static void lines_fit_the_new_file(void **state) {
    (void)state;
    static const char before[] = "-- old head\n-- more\n\n---@name: x\nstray\n---@rule: Retain\n"
                                 "-- note\nx = = 1\n";
    edit_values old = empty_values();
    edit_text text = read_text(before, &old);
    rj_buf out = RJ_BUF_INIT;
    edit_text_write_again(&text, before, strlen(before), &out);
    const char *again = rj_buf_text(&out);
    assert_int_equal(text.problem_count, 2);
    assert_line(again, edit_problem_line(&text, &text.problems[0]), "stray\n");
    assert_line(again, edit_problem_line(&text, &text.problems[1]), "x = = 1\n");
    assert_non_null(strstr(again, "-- line 10: unexpected line"));
    assert_null(strstr(again, "old head"));
    edit_text second = read_text(again, &old);
    assert_int_equal(second.problem_count, 2);
    assert_string_equal(again + second.body, before + text.body);
    rj_buf_free(&out);
}

/* A script that was broken before doesn't keep the user from changing another. */
static void unchanged_scripts_are_not_judged(void **state) {
    (void)state;
    edit_values old = empty_values();
    old.scripts[RJ_OPERATION_RETAIN] = script_of("x = = 1\n");
    edit_text text =
        read_text("---@rule: Retain\nx = = 1\n---@rule: InterpretStatus\ny = 1\n", &old);
    assert_int_equal(text.problem_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(scripts_come_back),
                                       cmocka_unit_test(script_without_line_end_gets_one),
                                       cmocka_unit_test(marks_are_read),
                                       cmocka_unit_test(nothing_is_empty),
                                       cmocka_unit_test(problems_are_placed),
                                       cmocka_unit_test(lines_fit_the_new_file),
                                       cmocka_unit_test(unchanged_scripts_are_not_judged)};
    return cmocka_run_group_tests(tests, make_arena, free_arena);
}
