/* SPDX-License-Identifier: Apache-2.0 */
/* Any text: the front end doesn't crash, and LuaJIT takes every chunk that it makes. */
#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "rjinterp/script.h"
#include "script/helpers.h"

static void load(const rj_chunk *chunk) {
    lua_State *L = luaL_newstate();
    if (!L)
        return;
    if (luaL_loadbufferx(L, chunk->text, chunk->text_bytes, "=" RJ_CHUNK_NAME, "t") != 0) {
        fprintf(stderr, "LuaJIT refuses: %s\n%s\n", lua_tostring(L, -1), chunk->text);
        abort();
    }
    lua_close(L);
}

static void check_sites(const rj_chunk *chunk) {
    size_t lines = 1;
    for (size_t i = 0; i < chunk->text_bytes; i++)
        lines += chunk->text[i] == '\n';
    if (chunk->site_count < lines)
        abort();
    for (size_t i = 0; i < chunk->site_count; i++)
        for (const rj_chunk_site *site = &chunk->sites[i]; site; site = site->next)
            if (site->at.line > chunk->line_count ||
                (site->expression && strlen(site->expression) > 80))
                abort();
}

typedef bool compile_fn(const char *script, size_t script_bytes, const rj_span_map *origin,
                        const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err);

/* With counters, or traced, the same scripts are taken, and for the others the same is said. */
static void check_other(compile_fn *compile, const char *script, size_t bytes,
                        const rj_error *plain) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    if (!arena)
        return;
    if (compile(script, bytes, NULL, NULL, arena, &chunk, &err)) {
        check_sites(&chunk);
        load(&chunk);
    }
    if (!err.message != !plain->message ||
        (err.message && strcmp(err.message, plain->message) != 0))
        abort();
    rj_error_clear(&err);
    rj_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    if (arena && rj_script_compile((const char *)data, size, NULL, NULL, arena, &chunk, &err)) {
        check_sites(&chunk);
        load(&chunk);
    } else if (!err.message) {
        abort();
    }
    check_other(rj_script_compile_counted, (const char *)data, size, &err);
    check_other(rj_script_compile_traced, (const char *)data, size, &err);
    rj_error_clear(&err);
    rj_arena_free(arena);
    return 0;
}
