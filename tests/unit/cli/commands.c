/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

/* What would make the table, its help or its parser lie about each other. */
static void options_are_consistent(void **state) {
    (void)state;
    for (size_t c = 0; c < cli_command_count; c++) {
        const cli_command *command = cli_commands[c];
        bool has_help = false;
        assert_ptr_equal(cli_find_command(command->name), command);
        for (size_t i = 0; i < command->option_count; i++) {
            const cli_option *o = &command->options[i];
            has_help = has_help || (o->offset == command->help_offset && o->short_name == 'h');
            assert_null(strchr(o->name, '_'));
            assert_true(o->hidden || strlen(o->help) > 10);
            assert_int_equal(o->hidden ? 0 : o->type != CLI_OPTION_BOOL,
                             o->hidden ? 0 : o->argument != NULL);
            assert_true(o->offset < command->values_bytes);
            for (size_t j = 0; j < i; j++) {
                assert_string_not_equal(command->options[j].name, o->name);
                assert_true(!o->short_name || command->options[j].short_name != o->short_name);
            }
        }
        assert_true(has_help);
    }
}

static void defaults_parse(void **state) {
    (void)state;
    for (size_t c = 0; c < cli_command_count; c++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        void *values = rj_arena_alloc(arena, cli_commands[c]->values_bytes);
        cli_list rest = {0};
        rj_buf warnings = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        assert_true(cli_parse(cli_commands[c], NULL, 0, arena, values, &rest, &warnings, &err));
        rj_arena_free(arena);
    }
}

static void help_names_every_option(void **state) {
    (void)state;
    for (size_t c = 0; c < cli_command_count; c++) {
        rj_buf help = RJ_BUF_INIT;
        cli_write_help(cli_commands[c], &help);
        assert_true(rj_buf_ok(&help));
        for (size_t i = 0; i < cli_commands[c]->option_count; i++) {
            const cli_option *o = &cli_commands[c]->options[i];
            char name[64];
            snprintf(name, sizeof name, "--%s", o->name);
            bool named = strstr(rj_buf_text(&help), name) != NULL;
            if (named == o->hidden)
                fail_msg("help of %s: --%s", cli_commands[c]->name, o->name);
        }
        for (const char *line = rj_buf_text(&help); *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 110);
        rj_buf_free(&help);
    }
    rj_buf help = RJ_BUF_INIT;
    cli_write_program_help(&help);
    for (size_t c = 0; c < cli_command_count; c++)
        assert_non_null(strstr(rj_buf_text(&help), cli_commands[c]->summary));
    rj_buf_free(&help);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_consistent),
        cmocka_unit_test(defaults_parse),
        cmocka_unit_test(help_names_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
