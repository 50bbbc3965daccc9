/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_interpret.h"
#include "cli/findings.h"
#include "cli/load.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/report_check.h"
#include "cli/sink.h"
#include "cli/snippet.h"
#include "rjinterp/script.h"

enum {
    WRITE_BYTES = 65536 /* of the report are collected before they are written */
};

typedef struct check {
    const interpret_values *values;
    const rj_limits *limits;
    rj_arena *arena; /* a script's */
    check_report report;
    cli_findings findings;
    cli_sink sink;
    rj_buf out;
    rj_buf places; /* of the scripts that don't compile, for people */
} check;

/* The reference says nothing of the kind, and scripts may rely on its silence: only people get to
 * see what doesn't change the exit status, and who asks for it. */
static bool wants_findings(const check *c) {
    return c->report.form == CLI_FORM_DEFAULT &&
           (c->values->strict || c->values->verbosity > 0 || isatty(STDERR_FILENO));
}

/* A verdict's message is in c->arena, which lives until the entry is reported. */
static bool judge_script(check *c, const rj_customization *customization, rj_operation operation,
                         check_verdict *out, rj_error *err) {
    const rj_rule_script *script = &customization->scripts[operation];
    *out = (check_verdict){.status = CHECK_UNSET};
    if (!script->text || !script->text_bytes)
        return true;
    rj_chunk chunk;
    rj_span_map origin;
    rj_error own = RJ_ERROR_INIT;
    const bool ok =
        rj_customization_script_spans(customization, operation, c->arena, &origin, &own) &&
        rj_script_compile(script->text, script->text_bytes, &origin, c->limits, c->arena, &chunk,
                          &own);
    if (!ok && own.code == RJ_ERROR_MEMORY) {
        rj_error_move(err, &own);
        return false;
    }
    out->status = ok ? CHECK_PASS : CHECK_ERROR;
    if (!ok) {
        out->message = rj_arena_copy(c->arena, own.message, strlen(own.message));
        out->at = own.at;
    }
    if (!ok && own.file && own.at.line && wants_findings(c))
        cli_write_place(&own, &(cli_documents){0}, &c->places);
    rj_error_clear(&own);
    return ok || out->message || rj_error_no_memory(err);
}

static const char *problem_of(check *c, const rj_customization *customization) {
    static const char other_kind[] = "not a ResourceInterpreterCustomization, got ";
    if (customization->other_kind) {
        char *text =
            rj_arena_alloc(c->arena, sizeof other_kind + strlen(customization->other_kind));
        if (text)
            stpcpy(stpcpy(text, other_kind), customization->other_kind);
        return text ? text : other_kind;
    }
    return !*customization->kind          ? "target.kind no set"
           : !*customization->api_version ? "target.apiVersion no set"
                                          : NULL;
}

static bool write_out(check *c, rj_error *err) {
    const bool ok = cli_sink_write(&c->sink, rj_buf_text(&c->out), c->out.bytes, err);
    rj_buf_reset(&c->out);
    return ok;
}

static bool check_one(void *ctx, const rj_customization *customization, rj_error *err) {
    check *c = ctx;
    check_entry entry = {.customization = customization, .problem = problem_of(c, customization)};
    for (size_t i = 0; i < RJ_OPERATION_COUNT && !entry.problem; i++)
        if (!judge_script(c, customization, (rj_operation)i, &entry.verdicts[i], err))
            return false;
    if (!check_report_add(&c->report, &entry, &c->out, err) ||
        !cli_findings_look(&c->findings, customization, err))
        return false;
    rj_arena_reset(c->arena);
    return c->out.bytes < WRITE_BYTES || write_out(c, err);
}

static void print_findings(const check *c) {
    const cli_documents none = {0};
    const char *label = c->values->strict ? "error:" : "warning:";
    for (size_t i = 0; i < c->findings.count; i++) {
        const cli_finding *finding = &c->findings.items[i];
        rj_buf text = RJ_BUF_INIT;
        cli_write_escaped(finding->file, strlen(finding->file), &text);
        rj_buf_printf(&text, ":%u:%u: ", (unsigned)finding->at.line, (unsigned)finding->at.column);
        cli_write_label(label, &text);
        rj_buf_putc(&text, ' ');
        cli_write_escaped(finding->message, strlen(finding->message), &text);
        rj_buf_putc(&text, '\n');
        cli_write_snippet(&none, finding->file, finding->at, &text);
        if (finding->hint) {
            cli_write_label("hint:", &text);
            rj_buf_putc(&text, ' ');
            cli_write_escaped(finding->hint, strlen(finding->hint), &text);
            rj_buf_putc(&text, '\n');
        }
        cli_write_error(rj_buf_text(&text), text.bytes);
        rj_buf_free(&text);
    }
}

/* The reference says nothing about nothing. */
static bool has_any(const check *c, rj_error *err) {
    return c->findings.customizations || !c->values->strict ||
           rj_error_set(err, RJ_ERROR_RULE, "there is no customization to check");
}

/* All that can be said, whatever could be read. True when nothing is bad. */
static bool report(check *c, bool could_read, rj_error *err) {
    const bool ok = cli_findings_finish(&c->findings, err) && could_read && has_any(c, err) &&
                    !c->report.failed && !(c->values->strict && c->findings.count);
    rj_error own = RJ_ERROR_INIT;
    const bool written = check_report_finish(&c->report, &c->findings, ok, &c->out, &own) &&
                         write_out(c, &own) && cli_sink_commit(&c->sink, &own);
    if (!written && !err->message)
        rj_error_move(err, &own);
    rj_error_clear(&own);
    cli_write_error(rj_buf_text(&c->places), c->places.bytes);
    if (wants_findings(c))
        print_findings(c);
    return ok && written;
}

int cli_check(const interpret_values *values, const cli_sources *sources, const rj_limits *limits,
              cli_form form, rj_arena *arena) {
    check c = {.values = values,
               .sink = {.fd = -1},
               .limits = limits,
               .arena = rj_arena_new(limits->max_tree_bytes),
               .report = {.form = form, .arena = arena},
               .findings = {.arena = arena, .limits = limits}};
    rj_error err = RJ_ERROR_INIT;
    const cli_loader loader = {.limits = limits};
    rj_input_failure failure = RJ_INPUT_FAILURE_NONE;
    bool ok = c.arena || rj_error_no_memory(&err);
    ok = ok && cli_sink_open(values->output_file, &c.sink, &err);
    if (ok) {
        const bool could_read = cli_visit_customizations(&loader, &sources->customizations,
                                                         check_one, &c, &failure, &err);
        ok = report(&c, could_read, &err);
    }
    if (err.message)
        cli_print_source_failure(&err, failure);
    rj_error_clear(&err);
    cli_sink_abandon(&c.sink);
    check_report_free(&c.report);
    rj_buf_free(&c.out);
    rj_buf_free(&c.places);
    rj_arena_free(c.arena);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}
