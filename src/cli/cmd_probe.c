/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/progress.h"
#include "cli/report_probe.h"
#include "rjinterp/probe.h"

enum {
    EXIT_NO_INPUT = 2,
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
    cli_loader loader;
    const rj_rule *rule; /* NULL: all */
    const probe_format *format;
    rj_probe_crds crds;
    rj_probe_inputs inputs;
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
    if (v->desired_replica < 0)
        return rj_error_set(err, RJ_ERROR_USAGE, "--desired-replica can't be negative");
    return true;
}

static bool read_options(probe_run *r, rj_error *err) {
    const probe_values *v = r->values;
    if (!check_numbers(v, err) || !cli_check_jobs(v->jobs, err) ||
        !read_changes(v->changes, &r->options.changes, err))
        return false;
    if (*v->operation && !(r->rule = rj_rule_find(v->operation)))
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

static bool resolve(probe_run *r, const char *const *names, size_t count, rj_source_list *out,
                    rj_error *err) {
    if (!rj_sources_resolve(names, count, false, r->loader.arena, out))
        return rj_error_no_memory(err);
    return !out->error_count || rj_error_set(err, RJ_ERROR_IO, "%s", out->errors[0]);
}

static bool load_crds(probe_run *r, rj_error *err) {
    const cli_list *names = &r->values->crds;
    rj_source_list sources;
    if (!names->count)
        return true;
    if (!resolve(r, names->items, names->count, &sources, err) ||
        !cli_load_crds(&r->loader, &sources, &r->crds, err))
        return false;
    r->options.crds = &r->crds;
    return true;
}

/* What one member would report of an object as it is. */
static bool status_of(const rj_value *object, rj_arena *arena, const rj_value **out) {
    const rj_value *status = rj_value_get(object, "status");
    const rj_value name = rj_value_text("member1");
    rj_map_builder item = {.arena = arena};
    rj_list_builder items = {.arena = arena};
    rj_value *list = rj_arena_calloc(arena, 1, sizeof *list);
    if (!list || !rj_map_append(&item, "clusterName", 11, (rj_position){0}, &name) ||
        (status && !rj_map_append(&item, "status", 6, (rj_position){0}, status)))
        return false;
    const rj_value made = rj_map_finish(&item);
    if (!rj_list_append(&items, &made))
        return false;
    *list = rj_list_finish(&items);
    *out = list;
    return true;
}

static bool add_object(probe_run *r, const rj_suite_directory *directory, const char *name,
                       const rj_value *status_items, rj_error *err) {
    rj_source_list source;
    rj_suite_case given = {.directory = directory,
                           .file = name,
                           .name = "",
                           .status_items = status_items,
                           .desired_replica = r->values->desired_replica};
    if (!resolve(r, &name, 1, &source, err) ||
        !cli_load_object(&r->loader, &source, &given.observed, err))
        return false;
    given.desired = given.observed;
    given.at = given.observed->at;
    if (!status_items && !status_of(given.observed, r->loader.arena, &given.status_items))
        return rj_error_no_memory(err);
    return rj_probe_inputs_add(&r->inputs, &given, r->rule, err);
}

static bool load_objects(probe_run *r, const cli_list *arguments, rj_error *err) {
    rj_arena *arena = r->loader.arena;
    const probe_values *v = r->values;
    rj_source_list sources;
    rj_customization_set *set = rj_arena_calloc(arena, 1, sizeof *set);
    rj_suite_directory *directory = rj_arena_calloc(arena, 1, sizeof *directory);
    const rj_value *status_items = NULL;
    if (!set || !directory)
        return rj_error_no_memory(err);
    set->arena = arena;
    if (!resolve(r, v->filenames.items, v->filenames.count, &sources, err) ||
        !cli_load_customizations(&r->loader, &sources, set, err))
        return false;
    if (*v->status_file && (!resolve(r, &v->status_file, 1, &sources, err) ||
                            !cli_load_status_items(&r->loader, &sources, &status_items, err)))
        return false;
    *directory = (rj_suite_directory){
        .path = v->filenames.items[0], .customizations = set, .customization_count = 1};
    for (size_t i = 0; i < arguments->count; i++)
        if (!add_object(r, directory, arguments->items[i], status_items, err))
            return false;
    return true;
}

static bool load_cases(probe_run *r, const cli_list *arguments, rj_error *err) {
    static const char *const here = ".";
    rj_suite suite;
    if (!rj_suite_load(arguments->count ? arguments->items : &here,
                       arguments->count ? arguments->count : 1, &r->limits, r->loader.arena, &suite,
                       err))
        return false;
    for (size_t i = 0; i < suite.count; i++) {
        const rj_suite_case *item = &suite.cases[i];
        if (item->problem) {
            rj_error_set(err, RJ_ERROR_TYPE, "%s", item->problem);
            rj_error_locate(err, item->problem_file, item->problem_at);
            return false;
        }
        if (!rj_probe_inputs_add(&r->inputs, item, r->rule, err))
            return false;
    }
    return true;
}

static bool load(probe_run *r, const cli_list *arguments, int *status, rj_error *err) {
    const bool has_files = r->values->filenames.count > 0;
    if (has_files && !arguments->count)
        return rj_error_set(err, RJ_ERROR_USAGE, "-f needs objects: probe -f FILE OBJECT...");
    if (!has_files && *r->values->status_file)
        return rj_error_set(err, RJ_ERROR_USAGE, "--status-file needs -f");
    if (!load_crds(r, err) || !(has_files ? load_objects : load_cases)(r, arguments, err))
        return false;
    if (r->inputs.count)
        return true;
    *status = EXIT_NO_INPUT;
    return rj_error_set(err, RJ_ERROR_USAGE,
                        has_files ? "no customization has a rule for these objects"
                                  : "no case was found that a rule can be run with");
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
                             .documents = cli_loaded_documents(&r->loader),
                             .is_coloured = cli_wants_colour(STDOUT_FILENO)};
    rj_buf out = RJ_BUF_INIT, counts = RJ_BUF_INIT;
    const bool ok = r->format->write(&text, r->loader.arena, &out);
    probe_write_counts(&text, r->format->counts_apart ? &counts : &out);
    const bool is_whole = ok && rj_buf_ok(&out) && rj_buf_ok(&counts);
    const bool is_written = is_whole && cli_write_output(&out);
    cli_write_error(rj_buf_text(&counts), counts.bytes);
    rj_buf_free(&out);
    rj_buf_free(&counts);
    *status = !found->runs                                         ? EXIT_NO_INPUT
              : is_written && !found->count && !found->was_stopped ? CLI_EXIT_OK
                                                                   : CLI_EXIT_FAILURE;
    return is_whole || rj_error_no_memory(err);
}

static bool run(probe_run *r, const cli_list *arguments, int *status, rj_error *err) {
    rj_probe_report found;
    if (!read_options(r, err) || !load(r, arguments, status, err))
        return false;
    cli_interrupt_watch();
    cli_progress_begin(&r->progress);
    r->progress.what = "runs";
    r->options.progress = note_progress;
    r->options.ctx = r;
    const bool ran = rj_probe_run(&r->inputs, &r->options, &found, err);
    cli_progress_clear(&r->progress);
    if (!ran)
        return false;
    const bool ok = report(r, &found, status, err);
    rj_probe_report_free(&found);
    return ok;
}

static int run_probe(const void *values, const cli_list *arguments, rj_arena *arena) {
    probe_run r = {.values = values, .crds = {.arena = arena}, .inputs = {.arena = arena}};
    rj_error err = RJ_ERROR_INIT;
    int status = CLI_EXIT_FAILURE;
    r.loader = (cli_loader){.arena = arena, .limits = rj_limits_default()};
    if (!run(&r, arguments, &status, &err)) {
        const cli_documents documents = cli_loaded_documents(&r.loader);
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
