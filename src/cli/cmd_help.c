/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/output.h"

static int write_and_free(rj_buf *out) {
    bool ok = cli_write_output(out);
    rj_buf_free(out);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

static int fail(rj_error *err, const char *command) {
    cli_print_usage_error(err, command);
    rj_error_clear(err);
    return CLI_EXIT_FAILURE;
}

int cli_run_help(const void *values, const cli_list *arguments, rj_arena *arena) {
    const help_values *v = values;
    (void)arena;
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    if (!arguments->count) {
        (v->man ? cli_write_program_manual : cli_write_program_help)(&out);
        return write_and_free(&out);
    }
    const cli_command *command = cli_find_command(arguments->items[0]);
    if (!command) {
        cli_refuse_command(arguments->items[0], &err);
        return fail(&err, NULL);
    }
    (v->man ? cli_write_manual : cli_write_help)(command, &out);
    return write_and_free(&out);
}

int cli_run_completion(const void *values, const cli_list *arguments, rj_arena *arena) {
    (void)values;
    (void)arena;
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    if (arguments->count == 1 && cli_write_completion(arguments->items[0], &out))
        return write_and_free(&out);
    rj_buf_free(&out);
    if (arguments->count == 1)
        rj_error_set(&err, RJ_ERROR_USAGE, "unknown shell \"%s\": bash, zsh and fish are known",
                     arguments->items[0]);
    else
        rj_error_set(&err, RJ_ERROR_USAGE, "give the name of one shell: bash, zsh or fish");
    return fail(&err, "completion");
}
