/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/probe_load.h"
#include "cli/progress.h"
#include "cli/report_probe.h"
#include "rjinterp/probe.h"

enum {
    MOST_MUTANTS = 1000000
};

typedef struct probe_values {
    cli_list filenames, crds;
    const char *operation, *changes, *status_file, *output;
    int32_t desired_replica, depth, max_mutants, seed, jobs, timeout_ms;
    bool help;
} probe_values;

typedef struct probe_run {
    const probe_values *values;
    rj_limits limits;
    probe_source source;
    const probe_format *format;
    rj_probe_crds crds;
    rj_probe_options options;
    cli_progress progress;
} probe_run;

/* ---- options ---- */

static bool read_changes(const char *text, unsigned *out, rj_error *err) {
    static const struct {
        const char *name;
        unsigned bit;
    } names[] = {{"remove", RJ_PROBE_REMOVE},
                 {"null", RJ_PROBE_NULL},
                 {"empty", RJ_PROBE_EMPTY},
                 {"type", RJ_PROBE_TYPE}};
    *out = 0;
    for (const char *at = text; *at;) {
        const size_t bytes = strcspn(at, ",");
        unsigned bit = 0;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i].name) == bytes && memcmp(names[i].name, at, bytes) == 0)
                bit = names[i].bit;
        if (!bit)
            return rj_error_set(err, RJ_ERROR_USAGE,
                                "--changes knows remove, null, empty and type, not \"%.*s\"",
                                (int)bytes, at);
        *out |= bit;
        at += bytes;
        at += *at == ',';
    }
    return *out || rj_error_set(err, RJ_ERROR_USAGE, "--changes has to name a change");
}

static bool check_numbers(const probe_values *v, rj_error *err) {
    if (v->timeout_ms < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--timeout has to be at least 1 millisecond");
    if (v->depth < 1 || v->depth > 2)
        return rj_error_set(err, RJ_ERROR_USAGE, "--depth has to be 1 or 2");
    if (v->max_mutants < 1 || v->max_mutants > MOST_MUTANTS)
        return rj_error_set(err, RJ_ERROR_USAGE, "--max-mutants has to be from 1 to %d",
                            (int)MOST_MUTANTS);
    if (v->seed < 0)
        return rj_error_set(err, RJ_ERROR_USAGE, "--seed can't be negative");
    return true;
}

static bool read_options(probe_run *r, rj_error *err) {
    const probe_values *v = r->values;
    if (!check_numbers(v, err) || !cli_check_jobs(v->jobs, err) ||
        !read_changes(v->changes, &r->options.changes, err))
        return false;
    if (*v->operation && !(r->source.rule = rj_rule_find(v->operation)))
        return cli_refuse_operation(v->operation, err);
    r->format = probe_format_find(v->output);
    if (!r->format)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "there is no output format \"%s\". Use one of: pretty, json, cases",
                            v->output);
    r->limits = *rj_limits_default();
    r->limits.timeout_ms = (uint32_t)v->timeout_ms;
    r->options.limits = &r->limits;
    r->options.jobs = cli_worker_count(v->jobs);
    r->options.depth = (unsigned)v->depth;
    r->options.max_mutants = (size_t)v->max_mutants;
    r->options.seed = (uint64_t)v->seed;
    return true;
}

/* ---- inputs ---- */

static bool load_crds(probe_run *r, rj_error *err) {
    const cli_list *names = &r->values->crds;
    rj_source_list sources;
    if (!names->count)
        return true;
    if (!probe_resolve(&r->source, names->items, names->count, &sources, err) ||
        !cli_load_crds(&r->source.loader, &sources, &r->crds, err))
        return false;
    r->options.crds = &r->crds;
    return true;
}

/* ---- the run ---- */

static bool note_progress(void *ctx, uint64_t runs, uint64_t failed) {
    probe_run *r = ctx;
    cli_progress_show(&r->progress, runs, failed);
    return !cli_interrupted();
}

static bool report(const probe_run *r, const rj_probe_report *found, int *status, rj_error *err) {
    const probe_text text = {.report = found,
                             .options = &r->options,
                             .documents = cli_loaded_documents(&r->source.loader),
                             .is_coloured = cli_wants_colour(STDOUT_FILENO)};
    rj_buf out = RJ_BUF_INIT, counts = RJ_BUF_INIT;
    const bool ok = r->format->write(&text, r->source.loader.arena, &out);
    probe_write_counts(&text, r->format->counts_apart ? &counts : &out);
    const bool is_whole = ok && rj_buf_ok(&out) && rj_buf_ok(&counts);
    const bool is_written = is_whole && cli_write_output(&out);
    cli_write_error(rj_buf_text(&counts), counts.bytes);
    rj_buf_free(&out);
    rj_buf_free(&counts);
    *status = !found->runs                                         ? PROBE_EXIT_NO_INPUT
              : is_written && !found->count && !found->was_stopped ? CLI_EXIT_OK
                                                                   : CLI_EXIT_FAILURE;
    return is_whole || rj_error_no_memory(err);
}

static bool run(probe_run *r, const cli_list *arguments, int *status, rj_error *err) {
    rj_probe_report found;
    if (!read_options(r, err) || !load_crds(r, err) ||
        !probe_load(&r->source, arguments, status, err))
        return false;
    cli_interrupt_watch();
    cli_progress_begin(&r->progress);
    r->progress.what = "runs";
    r->options.progress = note_progress;
    r->options.ctx = r;
    const bool ran = rj_probe_run(&r->source.inputs, &r->options, &found, err);
    cli_progress_clear(&r->progress);
    if (!ran)
        return false;
    const bool ok = report(r, &found, status, err);
    rj_probe_report_free(&found);
    return ok;
}

static int run_probe(const void *values, const cli_list *arguments, rj_arena *arena) {
    probe_run r = {.values = values, .crds = {.arena = arena}};
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
    cli_interrupt_finish();
    return status;
}

/* ---- the command ---- */

#define VALUE(field) offsetof(probe_values, field)

static const cli_option probe_options[] = {
    {.name = "filename",
     .short_name = 'f',
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "Customizations to probe with the objects that are given as arguments. Without it the "
             "arguments are trees of test data. May be repeated.",
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
    {.name = "changes",
     .type = CLI_OPTION_TEXT,
     .argument = "LIST",
     .default_text = "remove,null,empty,type",
     .help = "How values are changed: removed, null, empty (\"\", 0, false, [] or {}), of each "
             "other type.",
     .offset = VALUE(changes)},
    {.name = "depth",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "1",
     .help = "1: one change at a time. 2: each two changes, too.",
     .offset = VALUE(depth)},
    {.name = "max-mutants",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "2000",
     .help = "How many changed inputs are run of each input and rule; of more, so many are chosen.",
     .offset = VALUE(max_mutants)},
    {.name = "seed",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "1",
     .help = "Decides which ones are chosen.",
     .offset = VALUE(seed)},
    {.name = "crd",
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "CustomResourceDefinitions: only objects that they admit are tried. May be repeated.",
     .offset = VALUE(crds)},
    {.name = "jobs",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "0",
     .help = "How many workers run at a time. 0: one for each processor.",
     .offset = VALUE(jobs)},
    {.name = "timeout",
     .type = CLI_OPTION_INT32,
     .argument = "MS",
     .default_text = "1000",
     .help = "Time limit of each script in milliseconds. Production's is 1000.",
     .offset = VALUE(timeout_ms)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "pretty json cases",
     .argument = "FORMAT",
     .default_text = "pretty",
     .help = "pretty, json, or cases: a stream of test cases that hold what was found.",
     .offset = VALUE(output)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
};

static const char probe_examples[] =
    "  # Which missing field makes a rule of this file fail?\n"
    "  rjinterp probe -f customizations.yaml rayjob.yaml\n"
    "\n"
    "  # All test data below a directory, two changes at a time\n"
    "  rjinterp probe customizations --depth 2\n"
    "\n"
    "  # Only objects that the API server lets pass; what is found becomes test cases\n"
    "  rjinterp probe customizations --crd crds/rayjobs.yaml -o cases >testdata/probe-test.yaml\n";

const cli_command cli_probe_command = {
    .name = "probe",
    .usage = "[-f FILE]... [PATH]...",
    .summary = "Find the missing field that makes a script fail",
    .description =
        "Runs each rule with objects in which one value is removed, null, empty or of another "
        "type, and reports the lines of the scripts at which that fails, each with the smallest "
        "input that does, as a test case. With -f each PATH is an object, which stands for the "
        "desired and the observed one; without, it is a tree of test data as for `rjinterp test`, "
        "whose cases give the objects.\n"
        "\n"
        "What production would refuse of a result, and scripts that need too much time or memory, "
        "count as failures, too.\n"
        "\n"
        "Exit status: 0 when nothing failed, 1 when something did or the run was not possible, 2 "
        "when there was nothing to run.",
    .examples = probe_examples,
    .options = probe_options,
    .option_count = sizeof probe_options / sizeof *probe_options,
    .values_bytes = sizeof(probe_values),
    .help_offset = VALUE(help),
    .run = run_probe,
};
