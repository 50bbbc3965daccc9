/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/output.h"

static int write_and_free(rj_buf *out) {
    bool ok = cli_write_output(out);
    rj_buf_free(out);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

int cli_run_help(const void *values, const cli_list *arguments, rj_arena *arena) {
    (void)values;
    (void)arena;
    rj_buf out = RJ_BUF_INIT;
    if (!arguments->count) {
        cli_write_program_help(&out);
        return write_and_free(&out);
    }
    const cli_command *command = cli_find_command(arguments->items[0]);
    if (!command) {
        rj_error err = RJ_ERROR_INIT;
        rj_error_set(&err, RJ_ERROR_USAGE, "unknown command \"%s\"", arguments->items[0]);
        cli_print_usage_error(&err, NULL);
        rj_error_clear(&err);
        return CLI_EXIT_FAILURE;
    }
    cli_write_help(command, &out);
    return write_and_free(&out);
}

int cli_run_version(const void *values, const cli_list *arguments, rj_arena *arena) {
    (void)values;
    (void)arguments;
    (void)arena;
    rj_buf out = RJ_BUF_INIT;
    rj_buf_puts(&out, "rjinterp " RJ_VERSION "\n");
    return write_and_free(&out);
}
