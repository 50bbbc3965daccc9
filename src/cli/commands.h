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
    bool explain;
    const char *desired_file, *observed_file, *status_file;
    int32_t desired_replica;
    int32_t timeout_ms;
    size_t max_input, max_document, max_depth, max_nodes;
    size_t max_script, max_memory, max_print, max_output;
    bool without_seccomp;
    bool offline;
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

typedef struct help_values {
    bool help, man;
} help_values;

extern const cli_command cli_test_command;
extern const cli_command cli_probe_command;
extern const cli_command cli_profile_command;
extern const cli_command cli_trace_command;
extern const cli_command cli_fmt_command;
extern const cli_command cli_lint_command;
extern const cli_command cli_new_command;
extern const cli_command cli_version_command;

extern const cli_command *const cli_commands[];
extern const size_t cli_command_count;

/** NULL when there is none of that name. */
const cli_command *cli_find_command(const char *name);

/** Appends the program's own help: what it is for and its commands. */
void cli_write_program_help(rj_buf *out);

/** The same as a manual page. */
void cli_write_program_manual(rj_buf *out);

/** "unknown command", with the one that may have been meant. Returns false. */
bool cli_refuse_command(const char *name, rj_error *err);

/** Appends the script that makes a shell complete; false when the shell isn't known. */
bool cli_write_completion(const char *shell, rj_buf *out) RJ_MUST_USE;

int cli_run_interpret(const void *values, const cli_list *arguments, rj_arena *arena);
int cli_run_completion(const void *values, const cli_list *arguments, rj_arena *arena);
int cli_run_help(const void *values, const cli_list *arguments, rj_arena *arena);

#endif
