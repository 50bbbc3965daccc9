/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/script.h"
#include "script/emit.h"
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

bool rj_script_compile(const char *script, size_t script_bytes, const rj_span_map *origin,
                       const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err) {
    rj_ast ast;
    if (!check_size(script_bytes, limits, err) ||
        !rj_ast_parse(script, script_bytes, origin, arena, &ast, err))
        return false;
    rj_chunk chunk = {.script = script, .script_bytes = script_bytes, .origin = origin};
    chunk.line_offsets = ast.line_offsets;
    chunk.line_count = ast.line_count;
    chunk.is_repeatable = rj_ast_is_repeatable(&ast);
    rj_emitter e = {.script = script, .script_bytes = script_bytes, .arena = arena, .err = err};
    e.origin = origin;
    bool done = emit(&e, &ast, &chunk);
    rj_buf_free(&e.out);
    if (done)
        *out = chunk;
    return done;
}
