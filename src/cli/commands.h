/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_COMMANDS_H
#define RJ_CLI_COMMANDS_H

/**
 * @file
 * The table of commands.
 */

#include "cli/options.h"

enum {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FAILURE = 1
};

typedef struct interpret_values {
    cli_list filenames;
    bool recursive;
    const char *operation;
    bool check, edit, show_doc;
    const char *desired_file, *observed_file, *status_file;
    int32_t desired_replica;
    int32_t timeout_ms;
    size_t max_input, max_document, max_depth, max_nodes;
    size_t max_script, max_memory, max_print, max_output;
    bool without_seccomp;
    const char *output, *output_file;
    bool each;
    int32_t jobs;
    const char *shard;
    bool strict;
    int32_t verbosity;
    bool help;
    bool ignored_bool; /* options that are accepted and change nothing here */
    const char *ignored_text;
} interpret_values;

typedef struct plain_values {
    bool help;
} plain_values;

extern const cli_command cli_test_command;
extern const cli_command cli_fmt_command;

extern const cli_command *const cli_commands[];
extern const size_t cli_command_count;

/** NULL when there is none of that name. */
const cli_command *cli_find_command(const char *name);

/** Appends the program's own help: what it is for and its commands. */
void cli_write_program_help(rj_buf *out);

int cli_run_interpret(const void *values, const cli_list *arguments, rj_arena *arena);
int cli_run_help(const void *values, const cli_list *arguments, rj_arena *arena);
int cli_run_version(const void *values, const cli_list *arguments, rj_arena *arena);

#endif
