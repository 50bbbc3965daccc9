/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the front end costs: parses, emits and loads every script of a customization file, over and
 * over.
 *
 *   bench_script FILE [SECONDS]
 *
 * prints megabytes a second of parsing and emitting, and milliseconds for the whole file with
 * loading.
 */

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rjinterp/customization.h"
#include "rjinterp/document.h"
#include "rjinterp/script.h"

typedef struct job {
    rj_customization customization;
    rj_span_map spans[RJ_OPERATION_COUNT];
    rj_arena *arena;
    lua_State *L;
    size_t bytes;
} job;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void fail(const char *what, const rj_error *err) {
    fprintf(stderr, "bench_script: %s: %s\n", what, err->message ? err->message : "failed");
    exit(1);
}

/* Reads the file's first customization; everything it refers to stays until the program ends. */
static void read_customization(const char *path, rj_arena *kept, job *j) {
    rj_error err = RJ_ERROR_INIT;
    rj_buf text = RJ_BUF_INIT;
    FILE *file = fopen(path, "rb");
    char piece[4096];
    size_t n;
    if (!file)
        fail(path, &err);
    while ((n = fread(piece, 1, sizeof piece, file)) > 0)
        rj_buf_append(&text, piece, n);
    fclose(file);
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(&text), text.bytes, path, true, NULL);
    rj_document doc;
    if (!reader || rj_document_next(reader, kept, &doc, &err) != RJ_READ_DOCUMENT ||
        !rj_customization_bind(&doc, kept, &j->customization, &err))
        fail(path, &err);
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule_script *script = &j->customization.scripts[i];
        if (!script->text)
            continue;
        if (!rj_customization_script_spans(&j->customization, (rj_operation)i, kept, &j->spans[i],
                                           &err))
            fail("spans", &err);
        j->bytes += script->text_bytes;
    }
}

static void compile_all(job *j, bool load) {
    rj_error err = RJ_ERROR_INIT;
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule_script *script = &j->customization.scripts[i];
        rj_chunk chunk;
        if (!script->text)
            continue;
        if (!rj_script_compile(script->text, script->text_bytes, &j->spans[i], NULL, j->arena,
                               &chunk, &err))
            fail("compile", &err);
        if (load && luaL_loadbufferx(j->L, chunk.text, chunk.text_bytes, "=rj", "t") != 0)
            fail(lua_tostring(j->L, -1), &err);
        lua_settop(j->L, 0);
    }
    rj_arena_reset(j->arena);
}

/* Seconds of one pass, the fastest of many: what else the machine does only adds. */
static double fastest(job *j, bool load, double seconds) {
    double best = 1e9;
    for (double end = now_s() + seconds; now_s() < end;) {
        /* One file is loaded once in a state's life, long before its collector has anything to do.
         */
        lua_gc(j->L, LUA_GCCOLLECT, 0);
        lua_gc(j->L, LUA_GCSTOP, 0);
        double start = now_s();
        compile_all(j, load);
        double took = now_s() - start;
        if (took < best)
            best = took;
    }
    return best;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: bench_script FILE [SECONDS]\n", stderr);
        return 2;
    }
    job j = {.arena = rj_arena_new(0), .L = luaL_newstate()};
    luaL_openlibs(j.L); /* names of the library are known to a state before a script comes */
    double seconds = argc > 2 ? atof(argv[2]) : 1;
    read_customization(argv[1], rj_arena_new(0), &j);
    double emitted = fastest(&j, false, seconds), loaded = fastest(&j, true, seconds);
    printf("%zu bytes of script: parse and emit %.3f ms (%.1f MB/s), with loading %.3f ms\n",
           j.bytes, emitted * 1e3, (double)j.bytes / emitted / 1e6, loaded * 1e3);
    return 0;
}
