/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_interpret.h"
#include "cli/commands.h"
#include "cli/load_request.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/output_form.h"
#include "cli/report_trace.h"
#include "rjinterp/jail.h"

enum {
    MOST_EVENTS = 1000000,
    BYTES_AN_EVENT = 200 /* of text, on the average; values are up to 300 bytes */
};

typedef struct trace_values {
    interpret_values run; /* what is run; limits aren't options here */
    cli_list breaks;
    int32_t max_events;
    bool help;
} trace_values;

typedef struct tracing {
    const trace_values *values;
    cli_sources sources;
    cli_loader loader;
    rj_limits limits;
    rj_customization_set set;
    rj_request request;
    rj_trace_options options;
    trace_text text;
    rj_buf printed;
    bool is_json;
} tracing;

/* ---- options ---- */

/* "12" or "customizations.yaml:12". */
static bool read_break(const char *text, rj_arena *arena, rj_trace_break *out, rj_error *err) {
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    char *end;
    const unsigned long line = strtoul(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || line < 1 || line > UINT32_MAX)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "--break takes a line of the file, LINE or FILE:LINE, not \"%s\"",
                            text);
    *out = (rj_trace_break){.line = (uint32_t)line};
    if (colon && !(out->file = rj_arena_copy(arena, text, (size_t)(colon - text))))
        return rj_error_no_memory(err);
    return true;
}

static bool read_breaks(tracing *t, rj_error *err) {
    const cli_list *list = &t->values->breaks;
    rj_trace_break *breaks = rj_arena_calloc(t->loader.arena, list->count + 1, sizeof *breaks);
    if (!breaks)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < list->count; i++)
        if (!read_break(list->items[i], t->loader.arena, &breaks[i], err))
            return false;
    t->options.breaks = breaks;
    t->options.break_count = list->count;
    return true;
}

static bool read_options(tracing *t, rj_error *err) {
    const trace_values *v = t->values;
    if (v->run.timeout_ms < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--timeout has to be at least 1 millisecond");
    if (v->max_events < 1 || v->max_events > MOST_EVENTS)
        return rj_error_set(err, RJ_ERROR_USAGE, "--max-events has to be from 1 to %d",
                            MOST_EVENTS);
    t->is_json = strcmp(v->run.output, "json") == 0;
    if (!t->is_json && strcmp(v->run.output, "pretty") != 0)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "there is no output format \"%s\". Use one of: pretty, json",
                            v->run.output);
    if (!*v->run.operation)
        return rj_error_set(err, RJ_ERROR_USAGE, "operation is not set for executing");
    const rj_rule *rule = rj_rule_find(v->run.operation);
    if (!rule)
        return cli_refuse_operation(v->run.operation, err);
    t->request.operation = rule->operation;
    t->limits = *rj_limits_default();
    t->limits.timeout_ms = (uint32_t)v->run.timeout_ms;
    t->options.max_events = (size_t)v->max_events;
    t->options.max_text_bytes = (size_t)v->max_events * BYTES_AN_EVENT;
    return read_breaks(t, err);
}

/* ---- what is traced ---- */

static bool compile_one(tracing *t, const rj_rule_match *match, rj_chunk *chunk, rj_error *err) {
    rj_arena *arena = t->loader.arena;
    rj_span_map *origin = rj_arena_calloc(arena, 1, sizeof *origin);
    if (!origin)
        return rj_error_no_memory(err);
    return rj_customization_script_spans(match->customization, t->request.operation, arena, origin,
                                         err) &&
           rj_script_compile_traced(match->script->text, match->script->text_bytes, origin,
                                    &t->limits, arena, chunk, err);
}

/* The scripts of the request, in the order in which they run. One that can't be compiled ends the
 * run there, too. */
static bool compile(tracing *t, rj_error *err) {
    const rj_value *object = t->request.desired ? t->request.desired : t->request.observed;
    const char *api_version = object ? rj_value_get_text(object, "apiVersion") : NULL;
    const char *kind = object ? rj_value_get_text(object, "kind") : NULL;
    const rj_rule_match *matches;
    size_t count;
    if (!rj_customization_set_match(&t->set, t->request.operation, api_version ? api_version : "",
                                    kind ? kind : "", t->loader.arena, &matches, &count, err))
        return false;
    rj_chunk *chunks = rj_arena_calloc(t->loader.arena, count + 1, sizeof *chunks);
    if (!chunks)
        return rj_error_no_memory(err);
    t->text.chunks = chunks;
    for (; t->text.chunk_count < count; t->text.chunk_count++) {
        rj_error own = RJ_ERROR_INIT;
        const bool is_done =
            compile_one(t, &matches[t->text.chunk_count], &chunks[t->text.chunk_count], &own);
        const bool is_without_memory = own.code == RJ_ERROR_MEMORY;
        rj_error_clear(&own);
        if (is_without_memory)
            return rj_error_no_memory(err);
        if (!is_done)
            break;
    }
    return true;
}

static bool take_trace(void *ctx, const rj_measurements *measurements) {
    tracing *t = ctx;
    const rj_trace *trace = &measurements->trace;
    if (t->text.was_taken) /* all is in the first script's */
        return true;
    const size_t event_bytes = trace->event_count * sizeof *trace->events;
    rj_trace_event *events = rj_arena_alloc(t->loader.arena, event_bytes + 1);
    const char *text = rj_arena_copy(t->loader.arena, trace->text, trace->text_bytes);
    if (!events || !text)
        return false;
    if (event_bytes)
        memcpy(events, trace->events, event_bytes);
    t->text.trace = *trace;
    t->text.trace.events = events;
    t->text.trace.text = text;
    t->text.was_taken = true;
    return trace_is_sound(&t->text);
}

static void take_printed(void *ctx, const char *data, size_t bytes) {
    tracing *t = ctx;
    rj_buf_append(&t->printed, data, bytes);
}

static void show_printed(const tracing *t) {
    rj_buf tamed = RJ_BUF_INIT;
    cli_write_tamed(rj_buf_text(&t->printed), t->printed.bytes, &tamed);
    cli_write_error(rj_buf_text(&tamed), tamed.bytes);
    rj_buf_free(&tamed);
}

/* ---- the command ---- */

static bool write_all(tracing *t, const rj_result *result, const rj_error *failure, rj_error *err) {
    rj_buf out = RJ_BUF_INIT;
    bool ok = true;
    if (t->is_json) {
        if (!trace_write_json(&t->text, result, failure, t->loader.arena, &out))
            ok = rj_error_no_memory(err);
    } else {
        trace_write_pretty(&t->text, &out);
        ok = !result || cli_write_result(CLI_FORM_DEFAULT, result, t->loader.arena, &out, err);
    }
    if (ok && !rj_buf_ok(&out))
        ok = rj_error_no_memory(err);
    const bool is_written = ok && cli_write_output(&out);
    rj_buf_free(&out);
    return is_written;
}

static bool run(tracing *t, const cli_list *arguments, rj_error *err) {
    if (!read_options(t, err) ||
        !cli_resolve_sources(&t->values->run, arguments, t->loader.arena, &t->sources, err) ||
        !cli_load_request(&t->loader, &t->sources, &t->set, &t->request, err) || !compile(t, err))
        return false;
    const rj_jail_options jail = {.without_seccomp = t->values->run.without_seccomp};
    rj_result result;
    rj_error failure = RJ_ERROR_INIT;
    t->text.operation = t->request.operation;
    t->text.max_events = t->options.max_events;
    const bool ok = rj_jail_run(&t->request, &jail, t->loader.arena, &result, &failure);
    show_printed(t);
    if (!ok) {
        cli_hint_at_built_in(&t->sources, &t->set, &failure);
        rj_error_prefix(&failure, "Execute %s error: ", rj_rule_of(t->request.operation)->name);
    }
    const bool is_written = write_all(t, ok ? &result : NULL, &failure, err);
    if (!ok && is_written)
        rj_error_move(err, &failure);
    rj_error_clear(&failure);
    return ok && is_written;
}

static int run_trace(const void *values, const cli_list *arguments, rj_arena *arena) {
    tracing t = {.values = values, .set = {.arena = arena}};
    rj_error err = RJ_ERROR_INIT;
    t.loader = (cli_loader){.arena = arena, .limits = &t.limits};
    t.request = (rj_request){.customizations = &t.set,
                             .desired_replica = t.values->run.desired_replica,
                             .limits = &t.limits,
                             .print = take_printed,
                             .print_ctx = &t,
                             .measure = {.trace = &t.options},
                             .measured = take_trace,
                             .measured_ctx = &t};
    const bool ok = run(&t, arguments, &err);
    if (!ok && err.code != RJ_ERROR_NONE) {
        const cli_documents documents = cli_loaded_documents(&t.loader);
        cli_print_plain_error(&err, &documents);
    }
    rj_error_clear(&err);
    rj_buf_free(&t.printed);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

#define VALUE(field) offsetof(trace_values, field)

static const cli_option trace_options[] = {
    {.name = "filename",
     .short_name = 'f',
     .type = CLI_OPTION_LIST,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE,...",
     .help = "Customizations, as for `rjinterp interpret`. Without it those that are built in "
             "answer.",
     .offset = VALUE(run.filenames)},
    {.name = "recursive",
     .short_name = 'R',
     .type = CLI_OPTION_BOOL,
     .help = "Descend into the directories given with -f.",
     .offset = VALUE(run.recursive)},
    {.name = "operation",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_OPERATION,
     .argument = "NAME",
     .help = "What to run.",
     .offset = VALUE(run.operation)},
    {.name = "desired-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "The object as the control plane wants it.",
     .offset = VALUE(run.desired_file)},
    {.name = "observed-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "The object as a member cluster has it.",
     .offset = VALUE(run.observed_file)},
    {.name = "status-file",
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_MANIFEST,
     .argument = "FILE",
     .help = "Status items for AggregateStatus.",
     .offset = VALUE(run.status_file)},
    {.name = "desired-replica",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "0",
     .help = "The number that ReviseReplica gets.",
     .offset = VALUE(run.desired_replica)},
    {.name = "break",
     .type = CLI_OPTION_LIST,
     .argument = "LINE,...",
     .help = "Show only what the script comes to on this line of the file, LINE or FILE:LINE, with "
             "all variables that are visible there. May be repeated.",
     .offset = VALUE(breaks)},
    {.name = "max-events",
     .type = CLI_OPTION_INT32,
     .argument = "N",
     .default_text = "10000",
     .help = "How many statements, values and calls are shown; the rest is counted. Up to 1000000.",
     .offset = VALUE(max_events)},
    {.name = "timeout",
     .type = CLI_OPTION_INT32,
     .argument = "MS",
     .default_text = "1000",
     .help = "Time limit of each script in milliseconds, tracing included.",
     .offset = VALUE(run.timeout_ms)},
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "pretty json",
     .argument = "FORMAT",
     .default_text = "pretty",
     .help = "pretty or json.",
     .offset = VALUE(run.output)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = VALUE(help)},
    {.name = "without-seccomp",
     .type = CLI_OPTION_BOOL,
     .hidden = true,
     .help = "",
     .offset = VALUE(run.without_seccomp)},
};

static const char trace_examples[] =
    "  # What does the rule do with this object?\n"
    "  rjinterp trace -f c.yaml --operation InterpretHealth --observed-file rayjob.yaml\n"
    "\n"
    "  # What do the variables hold each time line 42 is reached?\n"
    "  rjinterp trace -f c.yaml --operation AggregateStatus --desired-file rayjob.yaml \\\n"
    "    --status-file status.yaml --break 42\n";

const cli_command cli_trace_command = {
    .name = "trace",
    .usage = "[-f FILE]... --operation NAME [option]...",
    .summary = "Show what a script does, line by line",
    .description =
        "Runs one operation as `rjinterp interpret` does and writes each line that is executed, "
        "with what it assigns or returns, calls indented; then the result, or the error. With "
        "--break only the lines that are named are shown, with all variables.\n"
        "\n"
        "The script runs in the same jail, with the same limits and the same result.",
    .examples = trace_examples,
    .options = trace_options,
    .option_count = sizeof trace_options / sizeof *trace_options,
    .values_bytes = sizeof(trace_values),
    .help_offset = VALUE(help),
    .run = run_trace,
};
