/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/probe_load.h"
#include "cli/report_profile.h"

typedef struct profile_values {
    cli_list filenames;
    const char *operation, *status_file, *output;
    int32_t desired_replica, lines, timeout_ms;
    bool no_growth, help;
} profile_values;

typedef struct profile_run {
    const profile_values *values;
    probe_source source;
    rj_limits limits;
    bool is_json;
} profile_run;

static bool read_options(profile_run *r, rj_error *err) {
    const profile_values *v = r->values;
    if (v->timeout_ms < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--timeout has to be at least 1 millisecond");
    if (v->lines < 0)
        return rj_error_set(err, RJ_ERROR_USAGE, "--lines can't be negative");
    if (*v->operation && !(r->source.rule = rj_rule_find(v->operation)))
        return cli_refuse_operation(v->operation, err);
    r->is_json = strcmp(v->output, "json") == 0;
    if (!r->is_json && strcmp(v->output, "pretty") != 0)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "there is no output format \"%s\". Use one of: pretty, json",
                            v->output);
    r->limits = *rj_limits_default();
    r->limits.timeout_ms = (uint32_t)v->timeout_ms;
    return true;
}

static bool run(profile_run *r, const cli_list *arguments, int *status, rj_error *err) {
    rj_profile_report report;
    const rj_profile_options options = {.limits = &r->limits,
                                        .without_growth = r->values->no_growth};
    if (!read_options(r, err) || !probe_load(&r->source, arguments, status, err) ||
        !rj_profile_run(&r->source.inputs, &options, r->source.loader.arena, &report, err))
        return false;
    const profile_text text = {.report = &report,
                               .limit_ms = r->limits.timeout_ms,
                               .most_lines = (size_t)r->values->lines};
    rj_buf out = RJ_BUF_INIT;
    (r->is_json ? profile_write_json : profile_write_pretty)(&text, &out);
    const bool is_whole = rj_buf_ok(&out);
    const bool is_written = is_whole && cli_write_output(&out);
    rj_buf_free(&out);
    if (is_written && profile_is_fine(&text))
        *status = CLI_EXIT_OK;
    return is_whole || rj_error_no_memory(err);
}

static int run_profile(const void *values, const cli_list *arguments, rj_arena *arena) {
    profile_run r = {.values = values};
    rj_error err = RJ_ERROR_INIT;
    int status = CLI_EXIT_FAILURE;
    r.source = (probe_source){.filenames = &r.values->filenames,
                              .status_file = r.values->status_file,
                              .desired_replica = r.values->desired_replica,
                              .loader = {.arena = arena, .limits = rj_limits_default()},
                              .inputs = {.arena = arena}};
    if (!run(&r, arguments, &status, &err)) {
        const cli_documents documents = cli_loaded_documents(&r.source.loader);
        cli_print_plain_error(&err, &documents);
        rj_error_clear(&err);
    }
    return status;
}

#define VALUE(field) offsetof(profile_values, field)

static const cli_option profile_options[] = {
    {.name = "filename",
     .short_name = 'f',
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "Customizations to profile with the objects that are given as arguments. Without it "
             "the arguments are trees of test data. May be repeated.",
     .offset = VALUE(filenames)},
    {.name = "status-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "Status items for AggregateStatus, with -f. Without it there is one, with the status "
             "of the object itself.",
     .offset = VALUE(status_file)},
    {.name = "desired-replica",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "1",
     .help = "Replicas for ReviseReplica, with -f.",
     .offset = VALUE(desired_replica)},
    {.name = "operation",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_OPERATION,
     .argument = "NAME",
     .help = "Only the rule of this operation.",
     .offset = VALUE(operation)},
    {.name = "lines",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "5",
     .help = "How many lines of each rule are shown, the dearest first.",
     .offset = VALUE(lines)},
    {.name = "no-growth",
     .type = CLI_OPTION_BOOL,
     .help = "Don't look how the cost grows with the lists of the input.",
     .offset = VALUE(no_growth)},
    {.name = "timeout",
     .type = CLI_OPTION_INT32,
     .argument = "MS",
     .default_text = "1000",
     .help = "Time limit that times are held against. Production's is 1000.",
     .offset = VALUE(timeout_ms)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "pretty json",
     .argument = "FORMAT",
     .default_text = "pretty",
     .help = "pretty or json.",
     .offset = VALUE(output)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
};

static const char profile_examples[] =
    "  # What do the rules cost on the objects of the test data, and does anything grow too fast?\n"
    "  rjinterp profile customizations\n"
    "\n"
    "  # The twenty dearest lines of one rule\n"
    "  rjinterp profile -f customizations.yaml rayjob.yaml --operation AggregateStatus --lines "
    "20\n";

const cli_command cli_profile_command = {
    .name = "profile",
    .usage = "[-f FILE]... [PATH]...",
    .summary = "Measure what scripts cost, and how that grows",
    .description =
        "Counts instructions and allocated memory of each rule and line, and times the rules, on "
        "the inputs that `rjinterp probe` takes. Then each list of the dearest input (status "
        "items, and lists of maps in the object) is made 1, 10, 100 and 1000 items long: lines "
        "whose cost grows faster than the list are named.\n"
        "\n"
        "Exit status: 0 when all is within the time limit and nothing grows faster than linearly, "
        "1 otherwise or when the run was not possible, 2 when there was nothing to run.",
    .examples = profile_examples,
    .options = profile_options,
    .option_count = sizeof profile_options / sizeof *profile_options,
    .values_bytes = sizeof(profile_values),
    .help_offset = VALUE(help),
    .run = run_profile,
};
