/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_interpret.h"

#include <string.h>
#include <strings.h>

#include "cli/explain.h"
#include "cli/limits.h"
#include "cli/load_request.h"
#include "cli/messages.h"
#include "cli/output_form.h"
#include "cli/output.h"
#include "cli/sink.h"
#include "rjinterp/jail.h"
#include "rjinterp/yaml.h"

enum {
    PRINT_BYTES = 4096 /* of what scripts print are collected before they are written */
};

/* One run of one operation. */
typedef struct execution {
    const interpret_values *values;
    cli_form form;
    const cli_sources *sources;
    cli_loader loader;
    rj_customization_set set;
    rj_request request;
    rj_buf printed;
    cli_explain explain;
} execution;

/* ---- what scripts print ---- */

static void flush_printed(execution *x) {
    rj_buf tamed = RJ_BUF_INIT;
    cli_write_tamed(rj_buf_text(&x->printed), x->printed.bytes, &tamed);
    cli_write_error(rj_buf_text(&tamed), tamed.bytes);
    rj_buf_free(&tamed);
    rj_buf_reset(&x->printed);
}

static void take_printed(void *ctx, const char *data, size_t bytes) {
    execution *x = ctx;
    rj_buf_append(&x->printed, data, bytes);
    /* Not in the middle of a character. */
    if (x->printed.bytes >= PRINT_BYTES && data[bytes - 1] == '\n')
        flush_printed(x);
}

/* ---- results ---- */

static void say_who_answered(const execution *x, const rj_result *result) {
    if (x->values->verbosity < 1 || !result->answered_by)
        return;
    const rj_customization *c = result->answered_by;
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "rjinterp: answered by customization \"%s\" of %s\n", c->name, c->source);
    cli_write_error(rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
}

static void say_warning(void *ctx, const char *message) {
    const execution *x = ctx;
    cli_print_note(x->values->verbosity, message);
}

static bool run(execution *x, rj_buf *out, rj_error *err) {
    const rj_jail_options options = {
        .without_seccomp = x->values->without_seccomp, .warn = say_warning, .warn_ctx = x};
    rj_result result;
    bool ok = rj_jail_run(&x->request, &options, x->loader.arena, &result, err);
    flush_printed(x);
    if (!ok) {
        cli_hint_at_built_in(x->sources, &x->set, err);
        rj_error_prefix(err, "Execute %s error: ", rj_rule_of(x->request.operation)->name);
        return false;
    }
    say_who_answered(x, &result);
    /* Everything is made before anything is written: a failure leaves standard output empty. */
    return cli_write_result(x->form, &result, x->loader.arena, out, err) &&
           (rj_buf_ok(out) || rj_error_no_memory(err));
}

/* Behind everything else, whatever came of the run. */
static void explain(execution *x) {
    rj_buf text = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    const cli_documents none = {0};
    if (cli_explain_write(&x->explain, &x->request, x->sources, &x->loader, &text, &err))
        cli_write_error(rj_buf_text(&text), text.bytes);
    else
        cli_print_plain_error(&err, &none);
    rj_error_clear(&err);
    rj_buf_free(&text);
}

static bool write_out(const char *path, const rj_buf *out) {
    const cli_documents none = {0};
    cli_sink sink;
    rj_error err = RJ_ERROR_INIT;
    if (!*path)
        return cli_write_output(out);
    bool ok = cli_sink_open(path, &sink, &err) &&
              cli_sink_write(&sink, rj_buf_text(out), out->bytes, &err) &&
              cli_sink_commit(&sink, &err);
    cli_sink_abandon(&sink);
    if (!ok)
        cli_print_plain_error(&err, &none);
    rj_error_clear(&err);
    return ok;
}

static int execute(const interpret_values *values, const cli_sources *sources,
                   const rj_limits *limits, const rj_rule *rule, cli_form form, rj_arena *arena) {
    execution x = {.values = values,
                   .form = form,
                   .sources = sources,
                   .loader = {.arena = arena, .limits = limits},
                   .set = {.arena = arena}};
    x.request = (rj_request){.customizations = &x.set,
                             .operation = rule->operation,
                             .desired_replica = values->desired_replica,
                             .limits = limits,
                             .print = take_printed,
                             .print_ctx = &x};
    if (values->explain)
        cli_explain_ask(&x.explain, &x.request);
    rj_error err = RJ_ERROR_INIT;
    rj_buf out = {.max_bytes = limits->max_output_bytes};
    int status = CLI_EXIT_FAILURE;
    cli_documents documents;
    bool is_loaded = true;
    if (!cli_load_request(&x.loader, sources, &x.set, &x.request, &err)) {
        documents = cli_loaded_documents(&x.loader);
        cli_print_plain_error(&err, &documents);
        is_loaded = false;
    } else if (!run(&x, &out, &err)) {
        documents = cli_loaded_documents(&x.loader);
        cli_print_error(&err, &documents);
    } else if (write_out(values->output_file, &out)) {
        status = CLI_EXIT_OK;
    }
    if (values->explain && is_loaded)
        explain(&x);
    rj_error_clear(&err);
    rj_buf_free(&out);
    rj_buf_free(&x.printed);
    return status;
}

/* ---- the command ---- */

bool cli_refuse_operation(const char *name, rj_error *err) {
    rj_buf names = RJ_BUF_INIT;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        rj_buf_printf(&names, "%s%s", i ? ", " : "", rj_rule_of((rj_operation)i)->name);
    rj_error_set(err, RJ_ERROR_USAGE, "operation %s is not supported. Use one of: %s", name,
                 rj_buf_text(&names));
    rj_buf_free(&names);
    return false;
}

static bool find_operation(const interpret_values *v, const rj_rule **rule, rj_error *err) {
    *rule = *v->operation ? rj_rule_find(v->operation) : NULL;
    if (v->each)
        return cli_fleet_check_operations(v, err);
    if (!*v->operation || *rule)
        return true;
    cli_refuse_operation(v->operation, err);
    if (strchr(v->operation, ',') || strcasecmp(v->operation, "all") == 0)
        rj_error_set_hint(err, "several operations go with --each");
    return false;
}

/* What can be said against the options before any content is read. */
static bool prepare(const interpret_values *v, const cli_list *arguments, rj_arena *arena,
                    rj_limits *limits, cli_sources *sources, const rj_rule **rule, cli_form *form,
                    bool *is_plain, rj_error *err) {
    *is_plain = true;
    if (v->check && v->edit)
        return rj_error_set(err, RJ_ERROR_USAGE, "you can't set both --check and --edit options");
    if (v->explain && (v->check || v->edit || v->each))
        return rj_error_set(err, RJ_ERROR_USAGE, "you can't set both --explain and --%s options",
                            v->check  ? "check"
                            : v->edit ? "edit"
                                      : "each");
    const cli_mode mode = v->check ? CLI_MODE_CHECK : v->each ? CLI_MODE_EACH : CLI_MODE_RUN;
    if (!cli_fleet_check_options(v, err) ||
        (!v->edit && !cli_find_form(mode, v->output, form, err)))
        return false;
    if (!cli_limits_take(v, limits, err))
        return false;
    *is_plain = false;
    if (!cli_resolve_sources(v, arguments, arena, sources, err))
        return false;
    *is_plain = true;
    if (!find_operation(v, rule, err))
        return false;
    if (!v->check && !v->edit && !*v->operation)
        return rj_error_set(err, RJ_ERROR_USAGE, "operation is not set for executing");
    return true;
}

int cli_run_interpret(const void *values, const cli_list *arguments, rj_arena *arena) {
    const interpret_values *v = values;
    rj_limits limits;
    cli_sources sources;
    const rj_rule *rule = NULL;
    cli_form form;
    rj_error err = RJ_ERROR_INIT;
    bool is_plain;
    if (prepare(v, arguments, arena, &limits, &sources, &rule, &form, &is_plain, &err))
        return v->check  ? cli_check(v, &sources, &limits, form, arena)
               : v->edit ? cli_edit(v, &sources, arena)
               : v->each ? cli_fleet(v, &sources, &limits, arena)
                         : execute(v, &sources, &limits, rule, form, arena);
    const cli_documents none = {0};
    if (is_plain)
        cli_print_plain_error(&err, &none);
    else
        cli_print_error(&err, &none);
    rj_error_clear(&err);
    return CLI_EXIT_FAILURE;
}
