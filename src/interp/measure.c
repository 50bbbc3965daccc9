/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/measure.h"

bool rj_measuring_is_wanted(const rj_request *request) {
    const rj_measure *m = &request->measure;
    return request->measured && (m->coverage || m->time || m->lines || m->usage || m->trace);
}

bool rj_measuring_begin(rj_measuring *measuring, const rj_customization *customization,
                        const rj_chunk *chunk, rj_error *err) {
    if (!rj_measuring_is_wanted(measuring->request))
        return true;
    rj_measured_script *scripts =
        rj_arena_grow(measuring->arena, measuring->scripts, measuring->count, &measuring->capacity,
                      sizeof *scripts);
    if (!scripts)
        return rj_error_no_memory(err);
    measuring->scripts = scripts;
    scripts[measuring->count++] =
        (rj_measured_script){.customization = customization, .chunk = chunk};
    return true;
}

static rj_measurements take(const rj_measuring *measuring, const rj_measured_script *script,
                            const rj_lua *lua) {
    const rj_request *request = measuring->request;
    rj_measurements m = {.customization = script->customization, .operation = request->operation};
    if (request->measure.coverage) {
        m.counts = rj_lua_counts(lua, script->chunk);
        m.count_count = m.counts ? script->chunk->point_count : 0;
    }
    if (request->measure.lines) {
        m.lines = rj_lua_lines(lua, script->chunk);
        m.line_count = m.lines ? script->chunk->line_count : 0;
    }
    if (request->measure.time)
        m.run_ns = rj_lua_run_ns(lua);
    if (request->measure.usage)
        m.usage = rj_lua_usage_of(lua);
    if (request->measure.trace && script == measuring->scripts)
        m.trace = rj_lua_trace_of(lua);
    return m;
}

bool rj_measuring_end(rj_measuring *measuring, const rj_lua *lua, rj_error *err) {
    const rj_request *request = measuring->request;
    for (size_t i = 0; i < measuring->count; i++) {
        const rj_measurements m = take(measuring, &measuring->scripts[i], lua);
        if (!request->measured(request->measured_ctx, &m))
            return rj_error_set(err, RJ_ERROR_INTERNAL,
                                "what was measured of the script can't be taken");
    }
    measuring->count = 0;
    return true;
}
