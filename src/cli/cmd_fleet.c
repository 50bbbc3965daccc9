/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <strings.h>

#include "cli/cmd_interpret.h"
#include "cli/fleet_source.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/report_fleet.h"
#include "rjinterp/fleet.h"

/* ---- options ---- */

bool cli_fleet_check_options(const interpret_values *v, rj_error *err) {
    cli_shard ignored;
    if (v->each && (v->check || v->edit))
        return rj_error_set(err, RJ_ERROR_USAGE, "you can't set both --each and --%s options",
                            v->check ? "check" : "edit");
    if (!v->each && (v->jobs || *v->shard))
        return rj_error_set(err, RJ_ERROR_USAGE, "--%s needs --each", v->jobs ? "jobs" : "shard");
    if (!cli_check_jobs(v->jobs, err) || !cli_read_shard(v->shard, &ignored, err))
        return false;
    if (v->each && !*v->observed_file && !*v->desired_file)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "--each needs the objects: --observed-file or --desired-file");
    return true;
}

/* ---- operations ---- */

typedef struct operation_list {
    rj_operation items[RJ_OPERATION_COUNT];
    size_t count;
    bool is_all;
} operation_list;

static void add_operation(operation_list *list, rj_operation operation) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == operation)
            return;
    list->items[list->count++] = operation;
}

/* All but those that lack an argument. */
static void add_all(const interpret_values *v, operation_list *list) {
    const bool has_both = *v->desired_file && *v->observed_file;
    list->is_all = true;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule *rule = rj_rule_of((rj_operation)i);
        const bool needs_both = rule->parameters[0] == RJ_PARAMETER_DESIRED;
        const bool needs_status =
            rule->parameter_count > 1 && rule->parameters[1] == RJ_PARAMETER_STATUS_ITEMS;
        if (needs_both == has_both && (!needs_status || *v->status_file))
            add_operation(list, (rj_operation)i);
    }
}

static bool read_operations(const interpret_values *v, operation_list *list, rj_error *err) {
    *list = (operation_list){0};
    if (strcasecmp(v->operation, "all") == 0) {
        add_all(v, list);
        return true;
    }
    for (const char *name = v->operation; *v->operation;) {
        const size_t bytes = strcspn(name, ",");
        rj_buf copy = RJ_BUF_INIT;
        rj_buf_append(&copy, name, bytes);
        const bool is_whole = rj_buf_ok(&copy);
        const rj_rule *rule = is_whole ? rj_rule_find(rj_buf_text(&copy)) : NULL;
        if (rule)
            add_operation(list, rule->operation);
        else if (!is_whole)
            rj_error_no_memory(err);
        else
            cli_refuse_operation(rj_buf_text(&copy), err);
        rj_buf_free(&copy);
        if (!rule)
            return false;
        if (!name[bytes])
            break;
        name += bytes + 1;
    }
    return true;
}

bool cli_fleet_check_operations(const interpret_values *v, rj_error *err) {
    operation_list ignored;
    return read_operations(v, &ignored, err);
}

/* ---- the run ---- */

typedef struct fleet_run {
    const interpret_values *values;
    const cli_sources *sources;
    cli_loader loader;
    rj_customization_set set;
    cli_fleet_source source;
    cli_sink sink;
    fleet_report report;
} fleet_run;

static rj_read_status next_text(void *ctx, rj_fleet_text *text, rj_error *err) {
    fleet_run *x = ctx;
    return cli_fleet_source_next(&x->source, text, err);
}

static bool take_event(void *ctx, const rj_fleet_event *event, rj_arena *arena) {
    fleet_run *x = ctx;
    return fleet_report_take(&x->report, event, arena);
}

static void take_printed(void *ctx, const char *data, size_t bytes) {
    fleet_run *x = ctx;
    fleet_report_print(&x->report, data, bytes);
}

static bool is_stopped(void *ctx) {
    fleet_run *x = ctx;
    cli_progress_show(&x->report.progress, x->report.objects, x->report.failed);
    return cli_interrupted();
}

static void say_warning(void *ctx, const char *message) {
    const fleet_run *x = ctx;
    cli_print_note(x->values->verbosity, message);
}

static bool failed_to_get(const char *what, rj_error *err) {
    rj_error_prefix(err, "fail to get %s: ", what);
    return false;
}

/* All but the objects themselves. */
static bool load(fleet_run *x, rj_fleet *fleet, rj_error *err) {
    const cli_sources *s = x->sources;
    if (!(s->built_in ? cli_load_built_in(&x->loader, NULL, &x->set, err)
                      : cli_load_customizations(&x->loader, &s->customizations, &x->set, err)))
        return failed_to_get("customization object", err);
    if (s->desired.count && s->observed.count &&
        !cli_load_object(&x->loader, &s->desired, &fleet->other, err))
        return failed_to_get("desired object", err);
    if (s->status.count &&
        !cli_load_status_items(&x->loader, &s->status, &fleet->status_items, err))
        return failed_to_get("status items", err);
    return true;
}

static bool run(fleet_run *x, const operation_list *operations, rj_error *err) {
    const interpret_values *v = x->values;
    const rj_jail_options jail = {
        .without_seccomp = v->without_seccomp, .warn = say_warning, .warn_ctx = x};
    cli_shard part;
    if (!cli_read_shard(v->shard, &part, err))
        return false;
    rj_fleet fleet = {.customizations = &x->set,
                      .operations = operations->items,
                      .operation_count = operations->count,
                      .where_enabled = operations->is_all,
                      .each_is_desired = !x->sources->observed.count,
                      .desired_replica = v->desired_replica,
                      .limits = x->loader.limits,
                      .jobs = cli_worker_count(v->jobs),
                      .shard_index = part.index,
                      .shard_count = part.count,
                      .jail = &jail,
                      .next = next_text,
                      .take = take_event,
                      .print = take_printed,
                      .is_stopped = is_stopped,
                      .ctx = x};
    if (!load(x, &fleet, err) || !cli_sink_open(v->output_file, &x->sink, err))
        return false;
    x->report.documents = cli_loaded_documents(&x->loader);
    cli_interrupt_watch();
    cli_progress_begin(&x->report.progress);
    return rj_fleet_run(&fleet, err);
}

/* Writes the end of the output. True: everything went well. */
static bool finish(fleet_run *x, bool ran, rj_error *err) {
    const bool is_interrupted = cli_interrupted();
    const bool written = x->sink.fd >= 0 && !x->report.could_not_write &&
                         fleet_report_finish(&x->report, is_interrupted);
    if (!ran || is_interrupted || !written) {
        cli_sink_abandon(&x->sink);
        return false;
    }
    return cli_sink_commit(&x->sink, err) && !x->report.failed;
}

int cli_fleet(const interpret_values *values, const cli_sources *sources, const rj_limits *limits,
              rj_arena *arena) {
    fleet_run x = {
        .values = values,
        .sources = sources,
        .loader = {.arena = arena, .limits = limits},
        .set = {.arena = arena},
        .source = {.sources = sources->observed.count ? &sources->observed : &sources->desired,
                   .limits = limits},
        .sink = {.fd = -1}};
    operation_list operations;
    rj_error err = RJ_ERROR_INIT;
    x.report.sink = &x.sink;
    bool ok = cli_find_form(CLI_MODE_EACH, values->output, &x.report.form, &err) &&
              read_operations(values, &operations, &err);
    const bool ran = ok && run(&x, &operations, &err);
    ok = finish(&x, ran, &err) && ran;
    const cli_documents documents = cli_loaded_documents(&x.loader);
    if (err.message)
        cli_print_plain_error(&err, &documents);
    rj_error_clear(&err);
    cli_fleet_source_close(&x.source);
    fleet_report_free(&x.report);
    cli_interrupt_finish();
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}
