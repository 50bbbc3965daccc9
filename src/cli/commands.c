/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/commands.h"

#include <string.h>

#include "base/near.h"
#include "rjinterp/version.h"

#define VALUE(field) offsetof(interpret_values, field)

/* Accepted as the reference does, without effect here. */
#define IGNORED_BOOL(option_name)                                                                  \
    {                                                                                              \
        .name = option_name, .type = CLI_OPTION_BOOL, .hidden = true,                              \
        .offset = VALUE(ignored_bool), .help = ""                                                  \
    }
#define IGNORED_TEXT(option_name)                                                                  \
    {                                                                                              \
        .name = option_name, .type = CLI_OPTION_TEXT, .hidden = true,                              \
        .offset = VALUE(ignored_text), .help = ""                                                  \
    }

static const cli_option interpret_options[] = {
    {.name = "filename",
     .short_name = 'f',
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE,...",
     .help = "Customizations: files, directories, patterns, http(s) addresses, or - for standard "
             "input. May be repeated. Without it the customizations that are built in answer.",
     .offset = VALUE(filenames)},
    {.name = "recursive",
     .short_name = 'R',
     .type = CLI_OPTION_BOOL,
     .help = "Descend into the directories given with -f, and with --each into those of objects.",
     .offset = VALUE(recursive)},
    {.name = "operation",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_OPERATION,
     .argument = "NAME",
     .help = "What to run, in any letter case: Retain, InterpretReplica, InterpretComponent, "
             "ReviseReplica, InterpretStatus, AggregateStatus, InterpretHealth or "
             "InterpretDependency. With --each also several with commas between, or all that are "
             "set.",
     .offset = VALUE(operation)},
    {.name = "explain",
     .type = CLI_OPTION_BOOL,
     .help =
         "Say on standard error, behind the result or the error, what the arguments were, which "
         "customization answered or why none did, and the time, instructions and memory that "
         "the script used.",
     .offset = VALUE(explain)},
    {.name = "desired-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "The object as the control plane wants it.",
     .offset = VALUE(desired_file)},
    {.name = "observed-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "The object as a member cluster has it.",
     .offset = VALUE(observed_file)},
    {.name = "status-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "Status items for AggregateStatus, one document each: clusterName, status, applied, "
             "appliedMessage, health.",
     .offset = VALUE(status_file)},
    {.name = "desired-replica",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "0",
     .help = "The number that ReviseReplica gets.",
     .offset = VALUE(desired_replica)},
    {.name = "timeout",
     .type = CLI_OPTION_INT32,
     .argument = "MS",
     .default_text = "1000",
     .help = "Time limit of each script in milliseconds. Production's is 1000.",
     .offset = VALUE(timeout_ms)},
    {.name = "each",
     .type = CLI_OPTION_BOOL,
     .help = "Interpret every object of --observed-file (else --desired-file): all documents of a "
             "file, items of lists, files of directories. An object that fails doesn't stop the "
             "others. --operation may name several operations with commas between, or all.",
     .offset = VALUE(each)},
    {.name = "jobs",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "0",
     .help = "With --each: how many objects to work on at a time. 0: one for each processor.",
     .offset = VALUE(jobs)},
    {.name = "shard",
     .type = CLI_OPTION_TEXT,
     .argument = "I/N",
     .help = "With --each: take only every N-th object, beginning with the I-th. I may count from "
             "0 to N-1 or from 1 to N.",
     .offset = VALUE(shard)},
    {.name = "max-memory",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "64Mi",
     .help = "Memory of each script.",
     .offset = VALUE(max_memory)},
    {.name = "max-print",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "1Mi",
     .help = "What a script may print.",
     .offset = VALUE(max_print)},
    {.name = "max-output",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "64Mi",
     .help = "Size of the result.",
     .offset = VALUE(max_output)},
    {.name = "max-script",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "1Mi",
     .help = "Size of a script.",
     .offset = VALUE(max_script)},
    {.name = "offline",
     .type = CLI_OPTION_BOOL,
     .help = "Refuse http and https addresses instead of reading them.",
     .offset = VALUE(offline)},
    {.name = "max-input",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "256Mi",
     .help = "Size of one file, or of what an address answers.",
     .offset = VALUE(max_input)},
    {.name = "max-document",
     .type = CLI_OPTION_SIZE,
     .argument = "SIZE",
     .default_text = "64Mi",
     .help = "Size of one document in it.",
     .offset = VALUE(max_document)},
    {.name = "max-nodes",
     .type = CLI_OPTION_SIZE,
     .argument = "N",
     .default_text = "4000000",
     .help = "Values in one document, with aliases expanded.",
     .offset = VALUE(max_nodes)},
    {.name = "max-depth",
     .type = CLI_OPTION_SIZE,
     .argument = "N",
     .default_text = "10000",
     .help = "Nesting of values, at most 10000.",
     .offset = VALUE(max_depth)},
    {.name = "check",
     .type = CLI_OPTION_BOOL,
     .help = "Report on the scripts of the customizations; run nothing.",
     .offset = VALUE(check)},
    {.name = "strict",
     .type = CLI_OPTION_BOOL,
     .help =
         "With --check: fail too when a script doesn't define its function, a field is unknown, "
         "or two customizations have scripts for one rule of one kind.",
     .offset = VALUE(strict)},
    {.name = "edit",
     .type = CLI_OPTION_BOOL,
     .help =
         "Edit the scripts of one customization as one Lua file, with $KUBE_EDITOR, else $EDITOR, "
         "else vi. Only what was changed is replaced in its file.",
     .offset = VALUE(edit)},
    {.name = "show-doc",
     .type = CLI_OPTION_BOOL,
     .help = "With --edit: explain each rule.",
     .offset = VALUE(show_doc)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "yaml json jsonl",
     .argument = "FORMAT",
     .help =
         "How to print results: yaml or json (one document, a key for each result), with --each "
         "jsonl too (an object a line). With --edit: how to print the edited object.",
     .offset = VALUE(output)},
    {.name = "output-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_FILE,
     .argument = "FILE",
     .help = "Write the results to this file instead of standard output. It is replaced at once "
             "when all of them are written.",
     .offset = VALUE(output_file)},
    {.name = "template",
     .type = CLI_OPTION_TEXT,
     .argument = "TEXT",
     .help = "Accepted for compatibility; has no effect.",
     .offset = VALUE(ignored_text)},
    {.name = "allow-missing-template-keys",
     .type = CLI_OPTION_BOOL,
     .default_text = "true",
     .help = "Accepted for compatibility; has no effect.",
     .offset = VALUE(ignored_bool)},
    {.name = "show-managed-fields",
     .type = CLI_OPTION_BOOL,
     .help = "Accepted for compatibility; has no effect.",
     .offset = VALUE(ignored_bool)},
    {.name = "kubeconfig",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_FILE,
     .argument = "FILE",
     .help = "Accepted for compatibility; no cluster is ever asked.",
     .offset = VALUE(ignored_text)},
    {.name = "karmada-context",
     .type = CLI_OPTION_TEXT,
     .argument = "NAME",
     .help = "Accepted for compatibility; no cluster is ever asked.",
     .offset = VALUE(ignored_text)},
    {.name = "v",
     .short_name = 'v',
     .type = CLI_OPTION_LEVEL,
     .argument = "LEVEL",
     .default_text = "0",
     .help = "From 1 on, say on standard error which customization answered, and with --check what "
             "looks wrong.",
     .offset = VALUE(verbosity)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
    {.name = "without-seccomp",
     .type = CLI_OPTION_BOOL,
     .hidden = true,
     .help = "",
     .offset = VALUE(without_seccomp)},
    {.name = "record",
     .type = CLI_OPTION_BOOL,
     .hidden = true,
     .help = "",
     .deprecated = "--record will be removed in the future",
     .offset = VALUE(ignored_bool)},
    IGNORED_BOOL("add-dir-header"),
    IGNORED_BOOL("alsologtostderr"),
    IGNORED_BOOL("logtostderr"),
    IGNORED_BOOL("one-output"),
    IGNORED_BOOL("skip-headers"),
    IGNORED_BOOL("skip-log-headers"),
    IGNORED_TEXT("log-backtrace-at"),
    IGNORED_TEXT("log-dir"),
    IGNORED_TEXT("log-file"),
    IGNORED_TEXT("log-file-max-size"),
    IGNORED_TEXT("log-flush-frequency"),
    IGNORED_TEXT("stderrthreshold"),
    IGNORED_TEXT("vmodule"),
};

static const char interpret_examples[] =
    "  # Is this object healthy? The customization for its kind is built in.\n"
    "  rjinterp interpret --operation InterpretHealth --observed-file rayjob.yaml\n"
    "\n"
    "  # What an own customization makes of it\n"
    "  rjinterp interpret -f customization.yaml --operation InterpretReplica "
    "--desired-file app.yaml\n"
    "\n"
    "  # The status of two member clusters joined\n"
    "  rjinterp interpret -f customization.yaml --operation AggregateStatus \\\n"
    "      --desired-file app.yaml --status-file items.yaml\n"
    "\n"
    "  # Do all scripts below a directory compile?\n"
    "  rjinterp interpret -f customizations/ -R --check\n"
    "\n"
    "  # What all RayJobs of a cluster are made of, an object a line\n"
    "  kubectl get rayjobs -A -o yaml | rjinterp interpret --each \\\n"
    "      --operation InterpretHealth,InterpretComponent --observed-file - -o jsonl\n";

static const cli_command interpret_command = {
    .name = "interpret",
    .usage = "[-f FILE,...]... --operation NAME [--desired-file FILE] [--observed-file FILE] ...",
    .summary = "Run or check resource interpreter customizations",
    .description =
        "Runs one operation of ResourceInterpreterCustomizations on an object and prints its "
        "result as YAML, as the Karmada control plane would compute it. Needs no cluster.\n"
        "\n"
        "Exit status: 0 when a result was printed (with --check: when all scripts compile; with "
        "--each: when no object failed), 1 otherwise. What scripts print goes to standard error.",
    .examples = interpret_examples,
    .options = interpret_options,
    .option_count = sizeof interpret_options / sizeof *interpret_options,
    .values_bytes = sizeof(interpret_values),
    .help_offset = VALUE(help),
    .run = cli_run_interpret,
};

static const cli_option plain_options[] = {
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = offsetof(plain_values, help)},
};

static const cli_option help_options[] = {
    {.name = "man",
     .type = CLI_OPTION_BOOL,
     .help = "Print the manual page instead, as man(1) reads it.",
     .offset = offsetof(help_values, man)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = offsetof(help_values, help)},
};

static const cli_command help_command = {
    .name = "help",
    .usage = "[--man] [COMMAND]",
    .argument_words = "",
    .summary = "Explain a command",
    .description = "Prints the help of a command, or the list of commands.",
    .options = help_options,
    .option_count = sizeof help_options / sizeof *help_options,
    .values_bytes = sizeof(help_values),
    .help_offset = offsetof(help_values, help),
    .run = cli_run_help,
};

static const char completion_examples[] =
    "  # bash, for this session; for all: put it in ~/.bashrc\n"
    "  source <(rjinterp completion bash)\n"
    "\n"
    "  # zsh, in a directory of $fpath\n"
    "  rjinterp completion zsh >~/.zfunc/_rjinterp\n"
    "\n"
    "  # fish\n"
    "  rjinterp completion fish >~/.config/fish/completions/rjinterp.fish\n";

static const cli_command completion_command = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .argument_words = "bash zsh fish",
    .summary = "Print the completions of a shell",
    .description = "Prints a script that makes a shell complete the commands, options and values "
                   "of rjinterp.",
    .examples = completion_examples,
    .options = plain_options,
    .option_count = 1,
    .values_bytes = sizeof(plain_values),
    .help_offset = offsetof(plain_values, help),
    .run = cli_run_completion,
};

const cli_command *const cli_commands[] = {
    &interpret_command, &cli_test_command,    &cli_lint_command,   &cli_probe_command,
    &cli_trace_command, &cli_profile_command, &cli_fmt_command,    &completion_command,
    &help_command,      &cli_new_command,     &cli_version_command};
const size_t cli_command_count = sizeof cli_commands / sizeof *cli_commands;

const cli_command *cli_find_command(const char *name) {
    for (size_t i = 0; i < cli_command_count; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    }
    return NULL;
}

void cli_write_program_manual(rj_buf *out) {
    rj_buf_printf(out, ".TH RJINTERP 1 \"\" \"rjinterp %s\"\n", rj_version());
    rj_buf_puts(out, ".SH NAME\n"
                     "rjinterp \\- run Karmada's resource interpreter customizations locally\n"
                     ".SH SYNOPSIS\n"
                     ".B rjinterp\n"
                     ".I COMMAND\n"
                     "[\\fIOPTIONS\\fR]\n"
                     ".SH COMMANDS\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        rj_buf_printf(out, ".TP\n.B %s\n", cli_commands[i]->name);
        cli_write_roff(cli_commands[i]->summary, out);
        rj_buf_printf(out, ".\nSee\n.BR rjinterp-%s (1).\n", cli_commands[i]->name);
    }
}

bool cli_refuse_command(const char *name, rj_error *err) {
    rj_near near = {.given = name, .given_bytes = strlen(name)};
    for (size_t i = 0; i < cli_command_count; i++)
        rj_near_offer(&near, cli_commands[i]->name);
    rj_error_set(err, RJ_ERROR_USAGE, *name == '-' ? "unknown flag: %s" : "unknown command \"%s\"",
                 name);
    if (near.best)
        rj_error_set_hint(err, "did you mean \"%s\"?", near.best);
    return false;
}

void cli_write_program_help(rj_buf *out) {
    rj_buf_puts(out, "rjinterp runs Karmada's resource interpreter customizations locally.\n"
                     "\n"
                     "Usage:\n"
                     "  rjinterp COMMAND [OPTIONS]\n"
                     "\n"
                     "Commands:\n");
    for (size_t i = 0; i < cli_command_count; i++)
        rj_buf_printf(out, "  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    rj_buf_puts(out, "\n\"rjinterp help COMMAND\" explains a command.\n");
}
