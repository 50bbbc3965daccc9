/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "rjinterp/limits.h"

static bool wants_help(const cli_command *command, const void *values) {
    return *((const bool *)((const char *)values + command->help_offset));
}

static int run_command(const cli_command *command, char *const *arguments, size_t count,
                       rj_arena *arena) {
    cli_list positional = {0};
    rj_buf warnings = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    void *values = rj_arena_alloc(arena, command->values_bytes);
    bool ok =
        values ? cli_parse(command, arguments, count, arena, values, &positional, &warnings, &err)
               : rj_error_no_memory(&err);
    cli_write_error(rj_buf_text(&warnings), warnings.bytes);
    rj_buf_free(&warnings);
    int status = CLI_EXIT_FAILURE;
    if (!ok) {
        cli_print_usage_error(&err, command->name);
        rj_error_clear(&err);
    } else if (wants_help(command, values)) {
        rj_buf help = RJ_BUF_INIT;
        cli_write_help(command, &help);
        status = cli_write_output(&help) ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
        rj_buf_free(&help);
    } else {
        status = command->run(values, &positional, arena);
    }
    return status;
}

/* The program's own options are other names of commands. */
static const char *command_name(const char *argument) {
    if (!argument || strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0)
        return "help";
    return strcmp(argument, "--version") == 0 ? "version" : argument;
}

int main(int argc, char **argv) {
    cli_guard_streams();
    const char *first = argc > 1 ? argv[1] : NULL;
    const cli_command *command = cli_find_command(command_name(first));
    if (!command) {
        rj_error err = RJ_ERROR_INIT;
        cli_refuse_command(first, &err);
        cli_print_usage_error(&err, NULL);
        rj_error_clear(&err);
        return CLI_EXIT_FAILURE;
    }
    rj_arena *arena = rj_arena_new(rj_limits_default()->max_tree_bytes);
    if (!arena) {
        cli_write_error_text("error: out of memory\n");
        return CLI_EXIT_FAILURE;
    }
    int status =
        run_command(command, argv + (argc > 1 ? 2 : 1), argc > 1 ? (size_t)argc - 2 : 0, arena);
    rj_arena_free(arena);
    return status;
}
