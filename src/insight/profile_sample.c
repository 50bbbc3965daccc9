/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/probe_parts.h"
#include "insight/profile_parts.h"

static const rj_value *object_of(const rj_value *arguments) {
    const rj_value *desired = rj_value_get(arguments, "desiredObj");
    return desired ? desired : rj_value_get(arguments, "observedObj");
}

static bool find_scripts(profile_subject *s, rj_arena *arena, rj_error *err) {
    const rj_value *object = object_of(&s->input->arguments);
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    return rj_customization_set_match(s->input->directory->customizations,
                                      s->input->rule->operation, api_version ? api_version : "",
                                      kind ? kind : "", arena, &s->matches, &s->count, err);
}

bool profile_subject_make(const rj_probe_input *input, const rj_limits *limits, rj_arena *arena,
                          profile_subject *out, rj_error *err) {
    profile_subject s = {.input = input, .limits = limits};
    if (!find_scripts(&s, arena, err))
        return false;
    s.chunks = rj_arena_calloc(arena, s.count + 1, sizeof *s.chunks);
    s.starts = rj_arena_calloc(arena, s.count + 1, sizeof *s.starts);
    rj_span_map *origins = rj_arena_calloc(arena, s.count + 1, sizeof *origins);
    if (!s.chunks || !s.starts || !origins)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < s.count; i++) {
        const rj_rule_match *m = &s.matches[i];
        if (!rj_customization_script_spans(m->customization, input->rule->operation, arena,
                                           &origins[i], err) ||
            !rj_script_compile(m->script->text, m->script->text_bytes, &origins[i], limits, arena,
                               &s.chunks[i], err)) {
            rj_error_locate(err, m->customization->source, m->script->at);
            return false;
        }
        s.starts[i] = s.line_count;
        s.line_count += s.chunks[i].line_count;
    }
    *out = s;
    return true;
}

rj_position profile_line_place(const profile_subject *s, size_t line, const char **file) {
    size_t i = s->count - 1;
    while (i && s->starts[i] > line)
        i--;
    const rj_chunk *chunk = &s->chunks[i];
    const size_t number = line - s->starts[i];
    /* Where its text begins. */
    size_t column = chunk->line_offsets[number];
    while (column < chunk->script_bytes &&
           (chunk->script[column] == ' ' || chunk->script[column] == '\t'))
        column++;
    *file = rj_chunk_file(chunk);
    return rj_chunk_file_position(
        chunk, (rj_position){.line = (uint32_t)number + 1,
                             .column = (uint32_t)(column - chunk->line_offsets[number]) + 1});
}

/* ---- a run ---- */

typedef struct taking {
    const profile_subject *subject;
    profile_sample *sample;
} taking;

static bool take(void *ctx, const rj_measurements *m) {
    const taking *t = ctx;
    const profile_subject *s = t->subject;
    if (m->run_ns > t->sample->run_ns)
        t->sample->run_ns = m->run_ns;
    for (size_t i = 0; m->line_count && i < s->count; i++) {
        if (s->matches[i].customization != m->customization)
            continue;
        if (m->line_count != s->chunks[i].line_count)
            return false;
        memcpy(&t->sample->lines[s->starts[i]], m->lines, m->line_count * sizeof *m->lines);
    }
    return true;
}

static void add_up(const profile_subject *s, profile_sample *sample) {
    for (size_t i = 0; i < s->line_count; i++) {
        sample->total.instructions += sample->lines[i].instructions;
        sample->total.bytes += sample->lines[i].bytes;
    }
}

bool profile_sample_take(const profile_subject *s, const rj_value *arguments, bool is_timed,
                         const rj_limits *limits, const rj_jail_options *jail, rj_arena *arena,
                         profile_sample *out, rj_error *err) {
    const rj_suite_case item = probe_case_of(s->input, arguments);
    taking t = {.subject = s, .sample = out};
    const rj_request request = {.customizations = s->input->directory->customizations,
                                .operation = s->input->rule->operation,
                                .desired = item.desired,
                                .observed = item.observed,
                                .status_items = item.status_items,
                                .desired_replica = item.desired_replica,
                                .limits = limits,
                                .measure = {.time = is_timed, .lines = !is_timed},
                                .measured = take,
                                .measured_ctx = &t};
    rj_result result;
    rj_error own = RJ_ERROR_INIT;
    *out = (profile_sample){0};
    out->lines = rj_arena_calloc(arena, s->line_count + 1, sizeof *out->lines);
    if (!out->lines)
        return rj_error_no_memory(err);
    if (!rj_jail_run(&request, jail, arena, &result, &own)) {
        if (own.code == RJ_ERROR_IO || own.code == RJ_ERROR_INTERNAL) {
            rj_error_move(err, &own);
            return false;
        }
        const char *text = own.message ? own.message : "unknown error";
        out->problem = rj_arena_copy(arena, text, strlen(text));
        rj_error_clear(&own);
        if (!out->problem)
            return rj_error_no_memory(err);
    }
    add_up(s, out);
    return true;
}
