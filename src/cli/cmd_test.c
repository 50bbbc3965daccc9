/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/coverage.h"
#include "cli/interrupt.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/report_test.h"
#include "cli/sink.h"
#include "cli/test_update.h"
#include "cli/test_watch.h"
#include "rjinterp/suite.h"

enum {
    EXIT_NO_CASE = 2
};

typedef struct test_values {
    const char *run, *operation;
    int32_t jobs;
    bool list, fail_fast, strict, update, shared_vm, properties, watch;
    const char *shuffle;
    int32_t repeat, timeout_ms;
    const char *shard;
    const char *output;
    cli_list reports;
    cli_list coverage;
    const char *coverage_min;
    bool help;
} test_values;

/* The options, looked at. */
typedef struct test_plan {
    const test_values *values;
    rj_limits limits;
    rj_suite_filter filter;
    const test_format *format;
    coverage_plan coverage;
} test_plan;

/* ---- options ---- */

static bool read_seed(const char *text, rj_suite_filter *filter, rj_error *err) {
    char *end;
    filter->shuffle = *text != '\0';
    if (strcmp(text, "random") == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        filter->seed = ((uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec) % 1000000000U;
        return true;
    }
    errno = 0;
    filter->seed = strtoull(text, &end, 10);
    return (*end == '\0' && *text != '-' && !errno) ||
           rj_error_set(err, RJ_ERROR_USAGE, "--shuffle takes a number as seed, not \"%s\"", text);
}

static bool find_format(const char *name, size_t bytes, const test_format **out, rj_error *err) {
    *out = test_format_find(name, bytes);
    if (*out)
        return true;
    rj_buf names = RJ_BUF_INIT;
    test_format_names(&names);
    rj_error_set(err, RJ_ERROR_USAGE, "there is no report format \"%.*s\". Use one of: %s",
                 (int)bytes, name, rj_buf_text(&names));
    rj_buf_free(&names);
    return false;
}

static bool split_report(const char *text, const test_format **format, const char **path,
                         rj_error *err) {
    const char *equals = strchr(text, '=');
    if (!equals || !equals[1])
        return rj_error_set(err, RJ_ERROR_USAGE, "--report has to be FORMAT=FILE, not \"%s\"",
                            text);
    *path = equals + 1;
    return find_format(text, (size_t)(equals - text), format, err);
}

static bool check_reports(const cli_list *reports, rj_error *err) {
    for (size_t i = 0; i < reports->count; i++) {
        const test_format *format;
        const char *path;
        if (!split_report(reports->items[i], &format, &path, err))
            return false;
    }
    return true;
}

/* Behind the first failure it is a matter of chance what is still run. */
static bool plan_coverage(const test_values *v, coverage_plan *plan, rj_error *err) {
    if (!coverage_read_plan(&v->coverage, v->coverage_min, plan, err))
        return false;
    return !v->fail_fast || !coverage_is_wanted(plan) ||
           rj_error_set(err, RJ_ERROR_USAGE,
                        "coverage needs all cases: leave out --fail-fast or --coverage");
}

static bool exclude(bool one, const char *name, bool other, const char *other_name, rj_error *err) {
    return !(one && other) ||
           rj_error_set(err, RJ_ERROR_USAGE, "%s and %s exclude each other", name, other_name);
}

/* What makes no sense together. */
static bool check_modes(const test_values *v, rj_error *err) {
    return exclude(v->update, "--update", v->list, "--list", err) &&
           exclude(v->update, "--update", v->fail_fast, "--fail-fast", err) &&
           exclude(v->update, "--update", v->shared_vm, "--shared-vm", err) &&
           exclude(v->watch, "--watch", v->list, "--list", err) &&
           exclude(v->watch, "--watch", v->update, "--update", err) &&
           exclude(v->shared_vm, "--shared-vm", v->coverage.count > 0 || *v->coverage_min,
                   "--coverage", err);
}

static bool plan_run(const test_values *v, test_plan *plan, rj_error *err) {
    cli_shard shard;
    *plan = (test_plan){.values = v, .limits = *rj_limits_default()};
    if (v->timeout_ms < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--timeout has to be at least 1 millisecond");
    if (v->repeat < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--repeat has to be at least 1");
    if (*v->operation && !(plan->filter.rule = rj_rule_find(v->operation)))
        return cli_refuse_operation(v->operation, err);
    if (!cli_check_jobs(v->jobs, err) || !cli_read_shard(v->shard, &shard, err) ||
        !read_seed(v->shuffle, &plan->filter, err) || !check_reports(&v->reports, err) ||
        !plan_coverage(v, &plan->coverage, err) || !check_modes(v, err))
        return false;
    if (v->properties && (coverage_is_wanted(&plan->coverage) || v->update || v->shared_vm))
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "--properties can't go with --coverage, --shared-vm or --update: it "
                            "compares no outputs");
    plan->limits.timeout_ms = (uint32_t)v->timeout_ms;
    plan->filter.pattern = *v->run ? v->run : NULL;
    plan->filter.shard_index = shard.index;
    plan->filter.shard_count = shard.count;
    return find_format(v->output, strlen(v->output), &plan->format, err);
}

/* ---- output ---- */

static bool write_list(const rj_suite_selection *selection) {
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < selection->count; i++) {
        test_report_title(selection->cases[i], &out);
        rj_buf_putc(&out, '\n');
    }
    const bool ok = cli_write_output(&out);
    rj_buf_free(&out);
    return ok;
}

static bool write_file(const test_report *report, const char *text, rj_error *err) {
    const test_format *format;
    const char *path;
    cli_sink sink;
    test_report plain = *report;
    plain.is_coloured = false;
    if (!split_report(text, &format, &path, err) || !cli_sink_open(path, &sink, err))
        return false;
    rj_buf out = RJ_BUF_INIT;
    format->write(&plain, &out);
    const bool ok = (rj_buf_ok(&out) || rj_error_no_memory(err)) &&
                    cli_sink_write(&sink, rj_buf_text(&out), out.bytes, err) &&
                    cli_sink_commit(&sink, err);
    cli_sink_abandon(&sink);
    rj_buf_free(&out);
    return ok;
}

/* @p covered is what coverage says on standard output. */
static bool write_reports(const test_plan *plan, const test_report *report, const rj_buf *covered,
                          rj_error *err) {
    const cli_list *reports = &plan->values->reports;
    bool ok = true;
    for (size_t i = 0; ok && i < reports->count; i++)
        ok = write_file(report, reports->items[i], err);
    rj_buf out = RJ_BUF_INIT, counts = RJ_BUF_INIT;
    plan->format->write(report, &out);
    rj_buf *behind = plan->format->counts_apart ? &counts : &out;
    rj_buf_append(behind, rj_buf_text(covered), covered->bytes);
    test_report_counts(report->results, behind);
    const bool is_written = cli_write_output(&out);
    cli_write_error(rj_buf_text(&counts), counts.bytes);
    rj_buf_free(&out);
    rj_buf_free(&counts);
    return ok && is_written;
}

static bool wants_colour(void) {
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

/* ---- the run ---- */

/* All reports; *@p status tells whether all is as it should be. What can't be written doesn't keep
 * the rest from being. */
static bool report_results(const test_plan *plan, const rj_suite_results *results,
                           const rj_coverage *coverage, rj_arena *arena, int *status,
                           rj_error *err) {
    const test_report report = {.results = results,
                                .is_coloured = wants_colour(),
                                .is_shuffled = plan->filter.shuffle,
                                .seed = plan->filter.seed};
    rj_buf covered = RJ_BUF_INIT;
    rj_error other = RJ_ERROR_INIT;
    bool is_enough = true;
    const bool is_covered =
        !coverage ||
        coverage_write(&plan->coverage, coverage, report.is_coloured && !plan->format->counts_apart,
                       arena, &covered, &is_enough, &other);
    const bool ok = write_reports(plan, &report, &covered, err);
    if (!is_covered && !err->message)
        rj_error_move(err, &other);
    rj_error_clear(&other);
    rj_buf_free(&covered);
    *status = ok && is_covered && is_enough && !results->failed ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
    return !err->message;
}

static rj_suite_options options_of(const test_plan *plan) {
    const test_values *v = plan->values;
    return (rj_suite_options){.limits = &plan->limits,
                              .jobs = cli_worker_count(v->jobs),
                              .repeat = (uint32_t)v->repeat,
                              .fail_fast = v->fail_fast,
                              .strict = v->strict,
                              .shared_vm = v->shared_vm};
}

static bool run_selected(const test_plan *plan, const rj_suite_selection *selection,
                         rj_arena *arena, int *status, rj_error *err) {
    rj_suite_options options = options_of(plan);
    rj_suite_results results;
    if (coverage_is_wanted(&plan->coverage) &&
        !(options.coverage = rj_coverage_new(selection, &plan->limits, arena, err)))
        return false;
    bool ok = rj_suite_run(selection, &options, &results, err);
    if (ok) {
        ok = report_results(plan, &results, options.coverage, arena, status, err);
        rj_suite_results_free(&results);
    }
    rj_coverage_free(options.coverage);
    return ok;
}

static bool refuse_stdin(const cli_list *arguments, rj_error *err) {
    for (size_t i = 0; i < arguments->count; i++)
        if (strcmp(arguments->items[i], "-") == 0)
            return rj_error_set(err, RJ_ERROR_USAGE,
                                "--update writes into files: it can't take standard input");
    return true;
}

static bool find_selected(const test_plan *plan, const cli_list *arguments, rj_arena *arena,
                          rj_suite_selection *out, int *status, rj_error *err) {
    static const char *const here = ".";
    rj_suite suite;
    const char *const *paths = arguments->count ? arguments->items : &here;
    if (!rj_suite_load(paths, arguments->count ? arguments->count : 1, &plan->limits, arena, &suite,
                       err) ||
        !rj_suite_select(&suite, &plan->filter, arena, out, err))
        return false;
    if (out->found)
        return true;
    *status = EXIT_NO_CASE;
    return rj_error_set(err, RJ_ERROR_USAGE, "no case was found");
}

/* Cases, as they are in their files by now, are then run as always. */
static bool update(const test_plan *plan, const rj_suite_selection *selection,
                   test_update_counts *counts, rj_error *err) {
    rj_buf said = RJ_BUF_INIT;
    const rj_suite_options options = options_of(plan);
    bool ok = test_update(selection, &options, &said, counts, err);
    if (counts->updated || counts->kept)
        rj_buf_printf(&said, "%zu updated, %zu kept\n", counts->updated, counts->kept);
    if (plan->format->counts_apart)
        cli_write_error(rj_buf_text(&said), said.bytes);
    else if (!cli_write_output(&said))
        ok = false;
    rj_buf_free(&said);
    return ok;
}

static bool run(const test_plan *plan, const cli_list *arguments, rj_arena *arena, int *status,
                rj_error *err) {
    rj_suite_selection selection;
    test_update_counts counts = {0};
    if (plan->values->update && !refuse_stdin(arguments, err))
        return false;
    if (!find_selected(plan, arguments, arena, &selection, status, err))
        return false;
    if (plan->values->list) {
        *status = write_list(&selection) ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
        return true;
    }
    if (plan->values->properties && !rj_suite_expand_properties(&selection, arena, &selection, err))
        return false;
    if (plan->values->update && (!update(plan, &selection, &counts, err) ||
                                 !find_selected(plan, arguments, arena, &selection, status, err)))
        return false;
    const bool ok = run_selected(plan, &selection, arena, status, err);
    if (counts.kept && *status == CLI_EXIT_OK)
        *status = CLI_EXIT_FAILURE;
    return ok;
}

static void print_error(rj_error *err) {
    const cli_documents none = {0};
    cli_print_plain_error(err, &none);
    rj_error_clear(err);
}

/* ---- watching ---- */

static void clear_screen(void) {
    static const char codes[] = "\033[H\033[2J\033[3J";
    const char *terminal = getenv("TERM");
    rj_buf out = RJ_BUF_INIT;
    if (!isatty(STDOUT_FILENO) || (terminal && strcmp(terminal, "dumb") == 0))
        return;
    rj_buf_append(&out, codes, sizeof codes - 1);
    if (!cli_write_output(&out))
        rj_buf_reset(&out);
    rj_buf_free(&out);
}

/* One round over what the changes touch, over everything when there are none. Leaves *status alone
 * when nothing is touched. */
static bool run_round(const test_plan *plan, const cli_list *arguments, cli_watch *watch,
                      const cli_changes *changes, rj_arena *arena, int *status, rj_error *err) {
    rj_suite_selection selection;
    int found_status = CLI_EXIT_FAILURE;
    if (!find_selected(plan, arguments, arena, &selection, &found_status, err)) {
        clear_screen();
        *status = found_status;
        return false;
    }
    if (!changes && !test_watch_directories(watch, &selection, arena, err))
        return false;
    if (changes && !test_keep_touched(changes, arena, &selection))
        return rj_error_no_memory(err);
    if (!selection.count) {
        cli_write_error_text("nothing to run\n");
        return true;
    }
    clear_screen();
    if (plan->values->properties && !rj_suite_expand_properties(&selection, arena, &selection, err))
        return false;
    *status = CLI_EXIT_FAILURE;
    return run_selected(plan, &selection, arena, status, err);
}

/* What can't be read or run is told, and may be better after the next change. */
static bool watch_round(const test_plan *plan, const cli_list *arguments, cli_watch *watch,
                        const cli_changes *changes, int *status, rj_error *err) {
    rj_error told = RJ_ERROR_INIT;
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        return rj_error_no_memory(err);
    if (!run_round(plan, arguments, watch, changes, arena, status, &told))
        print_error(&told);
    rj_arena_free(arena);
    cli_write_error_text("watching; Ctrl-C ends\n");
    return true;
}

static bool watch_changes(const test_plan *plan, const cli_list *arguments, cli_watch *watch,
                          int *status, rj_error *err) {
    bool ok = watch_round(plan, arguments, watch, NULL, status, err);
    while (ok) {
        cli_interrupt_exits(*status);
        rj_arena *arena = rj_arena_new(0);
        cli_changes changes = {.arena = arena};
        ok = (arena || rj_error_no_memory(err)) && cli_watch_wait(watch, &changes, err) &&
             watch_round(plan, arguments, watch, &changes, status, err);
        rj_arena_free(arena);
    }
    return ok;
}

static bool watch(const test_plan *plan, const cli_list *arguments, rj_arena *arena, int *status,
                  rj_error *err) {
    cli_interrupt_exits(CLI_EXIT_FAILURE);
    cli_watch *w = cli_watch_new(err);
    const bool ok = w && test_watch_paths(w, arguments, arena, err) &&
                    watch_changes(plan, arguments, w, status, err);
    cli_watch_free(w);
    if (!ok)
        *status = CLI_EXIT_FAILURE;
    return ok;
}

static int run_test(const void *values, const cli_list *arguments, rj_arena *arena) {
    int status = CLI_EXIT_FAILURE;
    test_plan plan;
    rj_error err = RJ_ERROR_INIT;
    if (!plan_run(values, &plan, &err) ||
        !(plan.values->watch ? watch : run)(&plan, arguments, arena, &status, &err))
        print_error(&err);
    return status;
}

/* ---- the command ---- */

#define VALUE(field) offsetof(test_values, field)

static const cli_option test_options[] = {
    {.name = "run",
     .type = CLI_OPTION_TEXT,
     .argument = "REGEX",
     .help = "Only cases whose name, or directory/name, contains a match of this POSIX extended "
             "regular expression.",
     .offset = VALUE(run)},
    {.name = "operation",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_OPERATION,
     .argument = "NAME",
     .help = "Only cases of this operation.",
     .offset = VALUE(operation)},
    {.name = "list",
     .type = CLI_OPTION_BOOL,
     .help = "List the cases; run nothing.",
     .offset = VALUE(list)},
    {.name = "jobs",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "0",
     .help = "How many workers run cases at a time. 0: one for each processor.",
     .offset = VALUE(jobs)},
    {.name = "properties",
     .type = CLI_OPTION_BOOL,
     .help = "In place of the cases' own assertions, try on their arguments what every "
             "customization should do: the same answer twice, for every order of status items and "
             "of pairs, for any number of members; Retain of an object with itself changes "
             "nothing; components have unique names of at most 32 characters; replicas fit 32 "
             "bits, quantities parse.",
     .offset = VALUE(properties)},
    {.name = "fail-fast",
     .type = CLI_OPTION_BOOL,
     .help = "Skip everything behind the first case that fails.",
     .offset = VALUE(fail_fast)},
    {.name = "strict",
     .type = CLI_OPTION_BOOL,
     .help = "Cases that assert nothing, or have unknown fields, fail.",
     .offset = VALUE(strict)},
    {.name = "watch",
     .type = CLI_OPTION_BOOL,
     .help = "Stay, and after each change of a file run the cases that it touches, until Ctrl-C; "
             "the exit status is that of the last run.",
     .offset = VALUE(watch)},
    {.name = "shared-vm",
     .type = CLI_OPTION_BOOL,
     .help = "Run the cases of a directory one after the other in one Lua state, too, as "
             "production may; a case fails whose result then differs.",
     .offset = VALUE(shared_vm)},
    {.name = "update",
     .type = CLI_OPTION_BOOL,
     .help = "Write the results of cases that fail or assert nothing into their output, then run "
             "them again. Everything else in the files stays as it is.",
     .offset = VALUE(update)},
    {.name = "shuffle",
     .type = CLI_OPTION_TEXT,
     .argument = "SEED",
     .bare_text = "random",
     .help = "Run the cases in another order, which the seed decides; the report tells it.",
     .offset = VALUE(shuffle)},
    {.name = "repeat",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "1",
     .help = "Run each case N times; all of them have to pass.",
     .offset = VALUE(repeat)},
    {.name = "shard",
     .type = CLI_OPTION_TEXT,
     .argument = "I/N",
     .help = "Take only every N-th case, beginning with the I-th. I may count from 0 to N-1 or "
             "from 1 to N.",
     .offset = VALUE(shard)},
    {.name = "timeout",
     .type = CLI_OPTION_INT32,
     .argument = "MS",
     .default_text = "1000",
     .help = "Time limit of each script in milliseconds. Production's is 1000.",
     .offset = VALUE(timeout_ms)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .argument = "FORMAT",
     .default_text = "pretty",
     .help = "How to report on standard output: pretty, tap, junit, json, github (annotations) or "
             "markdown.",
     .offset = VALUE(output)},
    {.name = "report",
     .type = CLI_OPTION_LIST,
     .argument = "FORMAT=FILE",
     .help = "Write a report to a file too. May be repeated.",
     .offset = VALUE(reports)},
    {.name = "coverage",
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_WORDS,
     .words = "text lcov cobertura html",
     .argument = "FORMAT[=FILE]",
     .bare_text = "text",
     .help = "Tell which lines and branches of the scripts the cases ran: text (on standard "
             "output), lcov, cobertura or html. Without FILE these are lcov.info, cobertura.xml "
             "and coverage.html. May be repeated.",
     .offset = VALUE(coverage)},
    {.name = "coverage-min",
     .type = CLI_OPTION_TEXT,
     .argument = "PERCENT",
     .help = "Fail when less of the lines or of the branches of a file was run.",
     .offset = VALUE(coverage_min)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
};

static const char test_examples[] =
    "  # All cases below this directory\n"
    "  rjinterp test\n"
    "\n"
    "  # Those of one kind that are about its health, as annotations of a workflow\n"
    "  rjinterp test customizations/ray.io/v1/RayJob --operation InterpretHealth -o github\n"
    "\n"
    "  # What the customizations answer by now becomes what is expected; look at it with git diff\n"
    "  rjinterp test customizations --update\n"
    "\n"
    "  # While you write: what a saved file touches is run again\n"
    "  rjinterp test customizations --watch\n"
    "\n"
    "  # In a CI job: nothing that asserts nothing, and a report for the server\n"
    "  rjinterp test customizations --strict --report junit=junit.xml\n"
    "\n"
    "  # What the cases don't run, and a page to look at\n"
    "  rjinterp test customizations --coverage --coverage=html=coverage.html --coverage-min 90\n";

const cli_command cli_test_command = {
    .name = "test",
    .usage = "[PATH]...",
    .summary = "Hold customizations against their test data",
    .description =
        "Finds directories with a customizations.yaml and cases (testdata/**/*.yaml or "
        "customizations_tests.yaml) below each PATH, by default the working directory, runs each "
        "case with each customization of its directory, and reports where results differ from "
        "what the case expects.\n"
        "\n"
        "Exit status: 0 when no case failed, 1 when one did or the run was not possible, 2 when no "
        "case was found.",
    .examples = test_examples,
    .options = test_options,
    .option_count = sizeof test_options / sizeof *test_options,
    .values_bytes = sizeof(test_values),
    .help_offset = VALUE(help),
    .run = run_test,
};
