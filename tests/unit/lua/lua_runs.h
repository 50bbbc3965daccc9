/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_LUA_RUNS_H
#define RJ_TESTS_LUA_RUNS_H

/* One script, one state: what the unit tests of src/lua do again and again. */

#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/lua.h"
#include "rjinterp/script.h"

typedef struct lua_runs {
    rj_arena *arena;
    rj_lua *lua;
    rj_error err;
    rj_buf printed;
    rj_chunk chunks[8];
    size_t chunk_count;
} lua_runs;

static inline void runs_collect(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

static inline void runs_open(lua_runs *r, const rj_limits *limits) {
    *r = (lua_runs){.arena = rj_arena_new(0), .err = RJ_ERROR_INIT};
    r->lua = rj_lua_new(
        &(rj_lua_options){.limits = limits, .print = runs_collect, .print_ctx = &r->printed},
        &r->err);
    assert_non_null(r->lua);
}

static inline void runs_close(lua_runs *r) {
    rj_lua_free(r->lua);
    rj_error_clear(&r->err);
    rj_buf_free(&r->printed);
    rj_arena_free(r->arena);
}

/* Runs @p script and calls its F with the arguments. */
static inline bool runs_script(lua_runs *r, const char *script, const rj_value *const *args,
                               size_t arg_count, size_t wanted) {
    assert_true(r->chunk_count < 8);
    rj_chunk *chunk = &r->chunks[r->chunk_count++];
    rj_error_clear(&r->err);
    return rj_script_compile(script, strlen(script), NULL, NULL, r->arena, chunk, &r->err) &&
           rj_lua_run(r->lua, chunk, "F", args, arg_count, wanted, &r->err);
}

/* The text that F of a script of its own returns. */
static inline void runs_expect(const char *script, const char *expected) {
    lua_runs r;
    runs_open(&r, NULL);
    bool fine = runs_script(&r, script, NULL, 0, 1);
    size_t bytes;
    const char *got = fine ? rj_lua_result_text(r.lua, 0, &bytes) : r.err.message;
    if (!fine || strcmp(got, expected) != 0)
        print_message("script: %s\n", script);
    assert_string_equal(got, expected);
    assert_true(fine);
    runs_close(&r);
}

/* The message that a script of its own ends with. */
static inline void runs_expect_error(const char *script, rj_error_code code, const char *message) {
    lua_runs r;
    runs_open(&r, NULL);
    if (runs_script(&r, script, NULL, 0, 1)) {
        print_message("no error: %s\n", script);
        fail();
    }
    assert_string_equal(r.err.message, message);
    assert_int_equal(r.err.code, code);
    runs_close(&r);
}

#endif
