/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/script.h"
#include "script/emit.h"
#include "script/points.h"
#include "script/repeatable.h"

static bool check_size(size_t script_bytes, const rj_limits *limits, rj_error *err) {
    size_t most = (limits ? limits : rj_limits_default())->max_script_bytes;
    if (script_bytes <= most && script_bytes < UINT32_MAX)
        return true;
    rj_error_set(err, RJ_ERROR_LIMIT, "the script has %zu bytes, more than the limit of %zu",
                 script_bytes, most);
    rj_error_name_limit(err, RJ_LIMIT_SCRIPT);
    return false;
}

static bool emit(rj_emitter *e, const rj_ast *ast, rj_chunk *out) {
    if (!rj_emit_chunk(e, ast))
        return false;
    char *text = rj_arena_copy(e->arena, rj_buf_text(&e->out), e->out.bytes);
    if (!text)
        return rj_error_no_memory(e->err);
    out->text = text;
    out->text_bytes = e->out.bytes;
    out->sites = e->sites;
    out->site_count = e->site_count;
    return true;
}

static bool emit_chunk(const rj_ast *ast, const rj_chunk *about, rj_arena *arena, rj_chunk *out,
                       rj_error *err) {
    rj_emitter e = {.script = about->script,
                    .traces = about->is_traced,
                    .script_bytes = about->script_bytes,
                    .origin = about->origin,
                    .arena = arena,
                    .err = err};
    rj_chunk chunk = *about;
    const bool done = emit(&e, ast, &chunk);
    rj_buf_free(&e.out);
    if (done)
        *out = chunk;
    return done;
}

/* Counters take room in LuaJIT's bounds: a chunk that has none left for them does without. */
static bool emit_counted(const rj_ast *ast, const rj_chunk *about, rj_arena *arena, rj_chunk *out,
                         rj_error *err) {
    size_t wanted = 0;
    for (rj_points_detail detail = about->is_traced ? RJ_POINTS_LINES : RJ_POINTS_ALL;; detail++) {
        rj_chunk chunk = *about;
        rj_chunk_point *points;
        rj_error own = RJ_ERROR_INIT;
        if (!rj_points_number(ast, detail, arena, &points, &chunk.point_count))
            return rj_error_no_memory(err);
        chunk.points = points;
        wanted = chunk.point_count > wanted ? chunk.point_count : wanted;
        chunk.points_left_out = wanted - chunk.point_count;
        if (emit_chunk(ast, &chunk, arena, out, &own))
            return true;
        if (own.code != RJ_ERROR_LIMIT || detail == RJ_POINTS_NONE) {
            rj_error_move(err, &own);
            return false;
        }
        rj_error_clear(&own);
    }
}

static bool compile(const char *script, size_t script_bytes, const rj_span_map *origin,
                    const rj_limits *limits, rj_chunk_detail detail, rj_arena *arena, rj_chunk *out,
                    rj_error *err) {
    rj_ast ast;
    if (!check_size(script_bytes, limits, err) ||
        !rj_ast_parse(script, script_bytes, origin, arena, &ast, err))
        return false;
    const rj_chunk about = {.script = script,
                            .script_bytes = script_bytes,
                            .origin = origin,
                            .line_offsets = ast.line_offsets,
                            .line_count = ast.line_count,
                            .is_repeatable = rj_ast_is_repeatable(&ast),
                            .is_traced = detail == RJ_CHUNK_TRACED};
    return (detail == RJ_CHUNK_PLAIN ? emit_chunk : emit_counted)(&ast, &about, arena, out, err);
}

bool rj_script_compile(const char *script, size_t script_bytes, const rj_span_map *origin,
                       const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err) {
    return compile(script, script_bytes, origin, limits, RJ_CHUNK_PLAIN, arena, out, err);
}

bool rj_script_compile_counted(const char *script, size_t script_bytes, const rj_span_map *origin,
                               const rj_limits *limits, rj_arena *arena, rj_chunk *out,
                               rj_error *err) {
    return compile(script, script_bytes, origin, limits, RJ_CHUNK_COUNTED, arena, out, err);
}

bool rj_script_compile_traced(const char *script, size_t script_bytes, const rj_span_map *origin,
                              const rj_limits *limits, rj_arena *arena, rj_chunk *out,
                              rj_error *err) {
    return compile(script, script_bytes, origin, limits, RJ_CHUNK_TRACED, arena, out, err);
}
