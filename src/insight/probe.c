/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "insight/probe_parts.h"

enum {
    BATCH = 8192 /* runs between two looks at the progress */
};

typedef struct probe {
    const rj_probe_inputs *inputs;
    const rj_probe_options *options;
    rj_arena *plans;   /* of all inputs */
    rj_arena *scratch; /* trees of the batch */
    schema_checker checker;
    probe_plan *input_plans; /* by input; without mutants when left out */
    rj_suite_case *cases;    /* the batch */
    probe_mutant *mutants;
    const probe_plan **case_plans;
    rj_value *trees;
    size_t count;
    size_t finding_capacity, left_out_capacity;
    rj_probe_report report;
    rj_error *err;
} probe;

/* ---- findings ---- */

static const char *describe_changes(const probe_plan *plan, const probe_mutant *mutant,
                                    rj_arena *arena) {
    rj_buf text = RJ_BUF_INIT;
    for (size_t i = 0; i < mutant->count; i++) {
        rj_buf_puts(&text, i ? ", " : "");
        mutation_write_path(&plan->sites, mutant->changes[i].site, &text);
        rj_buf_printf(&text, mutant->changes[i].kind <= MUTATION_REMOVED ? " %s" : " is %s",
                      mutation_word(mutant->changes[i].kind));
    }
    const char *copy =
        rj_buf_ok(&text) ? rj_arena_copy(arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_buf_free(&text);
    return copy;
}

/* Where the script begins that answers the input. */
static rj_position script_place(const rj_probe_input *input, const char *file) {
    const rj_customization_set *set = input->directory->customizations;
    for (size_t i = 0; i < set->count; i++) {
        const rj_rule_script *script = &set->items[i].scripts[input->rule->operation];
        if (script->text && script->text_bytes && strcmp(set->items[i].source, file) == 0)
            return script->at;
    }
    return (rj_position){0};
}

static bool add_finding(probe *p, size_t i, const rj_suite_result *result) {
    const probe_plan *plan = p->case_plans[i];
    rj_arena *arena = p->report.arena;
    rj_probe_finding *grown = rj_arena_grow(arena, p->report.findings, p->report.count,
                                            &p->finding_capacity, sizeof *grown);
    if (!grown)
        return false;
    p->report.findings = grown;
    rj_probe_finding *f = &grown[p->report.count];
    const char *file = result->reason_file ? result->reason_file : "";
    *f = (rj_probe_finding){.kind = probe_kind_of(result),
                            .input = plan->input,
                            .at = script_place(plan->input, file),
                            .count = 1};
    f->file = rj_arena_copy(arena, file, strlen(file));
    f->changes = describe_changes(plan, &p->mutants[i], arena);
    if (!f->file || !f->changes || !probe_describe(f, result, arena) ||
        !mutation_apply(&plan->sites, p->mutants[i].changes, p->mutants[i].count, arena,
                        &f->arguments))
        return false;
    p->report.count++;
    return true;
}

static bool note_failure(probe *p, size_t i, const rj_suite_result *result) {
    p->report.failed++;
    for (size_t n = 0; n < p->report.count; n++) {
        if (!probe_is_same(&p->report.findings[n], result))
            continue;
        p->report.findings[n].count++;
        return true;
    }
    return add_finding(p, i, result) || rj_error_no_memory(p->err);
}

/* ---- batches ---- */

static bool flush(probe *p) {
    rj_suite_results results;
    if (!p->count)
        return true;
    if (!probe_run_cases(p->cases, p->count, p->options, &results, p->err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < p->count; i++)
        if (results.items[i].status == RJ_SUITE_FAILED)
            ok = note_failure(p, i, &results.items[i]);
    rj_suite_results_free(&results);
    p->report.runs += p->count;
    p->count = 0;
    rj_arena_reset(p->scratch);
    if (p->options->progress)
        p->report.was_stopped =
            !p->options->progress(p->options->ctx, p->report.runs, p->report.failed);
    return ok;
}

static bool add_case(probe *p, const probe_plan *plan, const probe_mutant *mutant) {
    const size_t i = p->count;
    if (!mutation_apply(&plan->sites, mutant->changes, mutant->count, p->scratch, &p->trees[i]))
        return rj_error_no_memory(p->err);
    p->mutants[i] = *mutant;
    p->case_plans[i] = plan;
    p->cases[i] = probe_case_of(plan->input, &p->trees[i]);
    return ++p->count < BATCH || flush(p);
}

/* ---- inputs ---- */

static bool leave_out(probe *p, const rj_probe_input *input, const rj_buf *why) {
    rj_arena *arena = p->report.arena;
    rj_probe_left_out *grown = rj_arena_grow(arena, p->report.left_out, p->report.left_out_count,
                                             &p->left_out_capacity, sizeof *grown);
    const char *reason = rj_buf_ok(why) ? rj_arena_copy(arena, rj_buf_text(why), why->bytes) : NULL;
    if (!grown || !reason)
        return rj_error_no_memory(p->err);
    p->report.left_out = grown;
    grown[p->report.left_out_count++] = (rj_probe_left_out){.input = input, .reason = reason};
    return true;
}

static bool plan_input(probe *p, size_t number, probe_plan *out) {
    const rj_probe_input *input = &p->inputs->items[number];
    const rj_value *schema;
    rj_buf why = RJ_BUF_INIT;
    bool ok =
        schema_of_arguments(&input->arguments, p->options->crds, p->plans, &schema, &why, p->err);
    if (ok && (!schema || !schema_admits(&p->checker, schema, &input->arguments, &why)))
        ok = leave_out(p, input, &why);
    else if (ok)
        ok = probe_plan_make(input, schema, p->options, p->options->seed * 1000003U + number,
                             &p->checker, p->plans, out, p->err);
    rj_buf_free(&why);
    return ok;
}

static bool run_input(probe *p, size_t number) {
    probe_plan *plan = &p->input_plans[number];
    if (!plan_input(p, number, plan))
        return false;
    p->report.possible += plan->possible;
    p->report.is_sampled = p->report.is_sampled || plan->is_sampled;
    for (size_t i = 0; i < plan->count && !p->report.was_stopped; i++)
        if (!add_case(p, plan, &plan->mutants[i]))
            return false;
    return true;
}

static bool minimise_all(probe *p) {
    for (size_t i = 0; i < p->report.count; i++) {
        rj_probe_finding *f = &p->report.findings[i];
        const probe_plan *plan = &p->input_plans[f->input - p->inputs->items];
        if (!probe_minimise(f, plan->schema, p->options, &p->checker, p->report.arena, p->err))
            return false;
    }
    return true;
}

static int compare_places(const void *left, const void *right) {
    const rj_probe_finding *a = left, *b = right;
    const int files = strcmp(a->file, b->file);
    if (files)
        return files;
    if (a->input->rule != b->input->rule)
        return a->input->rule->operation < b->input->rule->operation ? -1 : 1;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->input < b->input ? -1 : a->input > b->input;
}

static bool run_all(probe *p) {
    bool ok = true;
    for (size_t i = 0; ok && i < p->inputs->count && !p->report.was_stopped; i++)
        ok = run_input(p, i);
    ok = ok && (p->report.was_stopped || flush(p)) && minimise_all(p);
    if (ok && p->report.count)
        qsort(p->report.findings, p->report.count, sizeof *p->report.findings, compare_places);
    return ok;
}

static bool has_memory(const probe *p) {
    return p->plans && p->scratch && p->checker.arena && p->input_plans && p->cases && p->mutants &&
           p->case_plans && p->trees && p->report.arena;
}

static void free_all(probe *p) {
    schema_checker_free(&p->checker);
    rj_arena_free(p->checker.arena);
    rj_arena_free(p->plans);
    rj_arena_free(p->scratch);
    rj_alloc_free(p->input_plans);
    rj_alloc_free(p->cases);
    rj_alloc_free(p->mutants);
    rj_alloc_free(p->case_plans);
    rj_alloc_free(p->trees);
}

bool rj_probe_run(const rj_probe_inputs *inputs, const rj_probe_options *options,
                  rj_probe_report *out, rj_error *err) {
    probe p = {.inputs = inputs, .options = options, .err = err};
    p.plans = rj_arena_new(0);
    p.scratch = rj_arena_new(0);
    p.checker.arena = rj_arena_new(0);
    p.report.arena = rj_arena_new(0);
    p.input_plans = rj_alloc_zeroed((inputs->count + 1) * sizeof *p.input_plans);
    p.cases = rj_alloc_zeroed(BATCH * sizeof *p.cases);
    p.mutants = rj_alloc_zeroed(BATCH * sizeof *p.mutants);
    p.case_plans = rj_alloc_zeroed(BATCH * sizeof *p.case_plans);
    p.trees = rj_alloc_zeroed(BATCH * sizeof *p.trees);
    const bool ok = has_memory(&p) ? run_all(&p) : rj_error_no_memory(err);
    free_all(&p);
    if (!ok)
        rj_arena_free(p.report.arena);
    else
        *out = p.report;
    return ok;
}

void rj_probe_report_free(rj_probe_report *report) {
    rj_arena_free(report->arena);
    *report = (rj_probe_report){0};
}
