/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/profile.h"

#include <stdlib.h>

#include "insight/profile_parts.h"

enum {
    TIMED_RUNS = 3,
    SLOWER = 20 /* a profiled run gets so many times the time */
};

typedef struct profiler {
    const rj_profile_options *options;
    const rj_limits *limits;
    rj_limits patient;
    rj_arena *arena;
    rj_error *err;
} profiler;

/* Adds what one input costs to its rule. */
static bool add_input(profiler *p, const profile_subject *s, rj_profile_rule *rule,
                      rj_lua_line *lines) {
    profile_sample sample;
    uint64_t best_ns = UINT64_MAX;
    for (int i = 0; i < TIMED_RUNS; i++) {
        if (!profile_sample_take(s, &s->input->arguments, true, p->limits, p->options->jail,
                                 p->arena, &sample, p->err))
            return false;
        best_ns = sample.run_ns < best_ns ? sample.run_ns : best_ns;
    }
    if (!profile_sample_take(s, &s->input->arguments, false, s->limits, p->options->jail, p->arena,
                             &sample, p->err))
        return false;
    rule->input_count++;
    rule->failed_count += sample.problem != NULL;
    rule->worst_ns = best_ns > rule->worst_ns ? best_ns : rule->worst_ns;
    if (!rule->input || sample.total.instructions > rule->worst.instructions) {
        rule->input = s->input;
        rule->worst = sample.total;
    }
    for (size_t i = 0; i < s->line_count; i++) {
        lines[i].instructions += sample.lines[i].instructions;
        lines[i].bytes += sample.lines[i].bytes;
    }
    return true;
}

static int compare_costs(const void *left, const void *right) {
    const rj_profile_line *a = left, *b = right;
    if (a->cost.instructions != b->cost.instructions)
        return a->cost.instructions > b->cost.instructions ? -1 : 1;
    return a->at.line < b->at.line ? -1 : a->at.line > b->at.line;
}

static bool list_lines(const profiler *p, const profile_subject *s, const rj_lua_line *lines,
                       rj_profile_rule *rule) {
    rule->lines = rj_arena_calloc(p->arena, s->line_count + 1, sizeof *rule->lines);
    if (!rule->lines)
        return rj_error_no_memory(p->err);
    for (size_t i = 0; i < s->line_count; i++) {
        if (!lines[i].instructions)
            continue;
        rj_profile_line *line = &rule->lines[rule->line_count++];
        line->cost = lines[i];
        line->at = profile_line_place(s, i, &line->file);
    }
    if (rule->line_count)
        qsort(rule->lines, rule->line_count, sizeof *rule->lines, compare_costs);
    return true;
}

static bool is_same_rule(const rj_probe_input *a, const rj_probe_input *b) {
    return a->rule == b->rule && a->directory->customizations == b->directory->customizations;
}

/* All inputs of the rule of @p first, which is the first of them. */
static bool profile_rule(profiler *p, const rj_probe_inputs *inputs, size_t first,
                         rj_profile_rule *rule) {
    profile_subject s;
    if (!profile_subject_make(&inputs->items[first], &p->patient, p->arena, &s, p->err))
        return false;
    rj_lua_line *lines = rj_arena_calloc(p->arena, s.line_count + 1, sizeof *lines);
    if (!lines)
        return rj_error_no_memory(p->err);
    for (size_t i = first; i < inputs->count; i++) {
        s.input = &inputs->items[i];
        if (is_same_rule(&inputs->items[first], s.input) && !add_input(p, &s, rule, lines))
            return false;
    }
    s.input = rule->input;
    return list_lines(p, &s, lines, rule) &&
           (p->options->without_growth ||
            profile_measure_growth(&s, p->options->jail, p->arena, rule, p->err));
}

static bool is_first(const rj_probe_inputs *inputs, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (is_same_rule(&inputs->items[i], &inputs->items[j]))
            return false;
    return true;
}

bool rj_profile_run(const rj_probe_inputs *inputs, const rj_profile_options *options,
                    rj_arena *arena, rj_profile_report *out, rj_error *err) {
    profiler p = {.options = options,
                  .limits = options->limits ? options->limits : rj_limits_default(),
                  .arena = arena,
                  .err = err};
    rj_profile_report made = {.rules =
                                  rj_arena_calloc(arena, inputs->count + 1, sizeof *made.rules)};
    if (!made.rules)
        return rj_error_no_memory(err);
    p.patient = *p.limits;
    p.patient.timeout_ms =
        p.limits->timeout_ms < UINT32_MAX / SLOWER ? p.limits->timeout_ms * SLOWER : UINT32_MAX;
    for (size_t i = 0; i < inputs->count; i++)
        if (is_first(inputs, i) && !profile_rule(&p, inputs, i, &made.rules[made.count++]))
            return false;
    *out = made;
    return true;
}
