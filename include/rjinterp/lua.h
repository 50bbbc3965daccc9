/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_LUA_H
#define RJINTERP_LUA_H

/**
 * @file
 * A Lua state as production offers it to scripts, on LuaJIT: production's library and nothing else,
 * a memory cap, a deadline, errors in production's words.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/script.h"
#include "rjinterp/trace.h"
#include "rjinterp/value.h"

typedef struct rj_lua rj_lua;

/** Receives what scripts print, a piece at a time. */
typedef void (*rj_print_fn)(void *ctx, const char *data, size_t bytes);

typedef struct rj_lua_options {
    const rj_limits *limits; /**< borrowed; NULL: defaults */
    rj_print_fn print;       /**< NULL: what is printed is dropped */
    void *print_ctx;
    /** `pairs` visits keys of tables made from JSON in the opposite order. In production it is
     * random: a result that depends on it is a bug of the script. */
    bool reverses_pairs;
    bool profiles;     /**< instructions and memory are counted by line, see rj_lua_lines() */
    bool counts_usage; /**< instructions are counted more finely, see rj_lua_usage_of() */
    const rj_trace_options *trace; /**< traced chunks are traced, see rj_lua_trace_of(); borrowed */
} rj_lua_options;

/** "LuaJIT 2.1.0-beta3": the one that runs scripts. */
RJ_API const char *rj_lua_library_version(void);

/** A fresh state. NULL and *err on failure. Free with rj_lua_free(). */
RJ_API rj_lua *rj_lua_new(const rj_lua_options *options, rj_error *err) RJ_MUST_USE;
RJ_API void rj_lua_free(rj_lua *lua);

/** What the runs of a state have used so far. */
typedef struct rj_lua_usage {
    /** LuaJIT's, counted by whole steps of instruction_step; what library functions do is none. Up
     * to a step is lost for each run, and each time that garbage is collected early. */
    uint64_t instructions;
    uint64_t instruction_step;
    uint64_t peak_bytes; /**< of the state: its library, arguments and garbage included */
} rj_lua_usage;

RJ_API rj_lua_usage rj_lua_usage_of(const rj_lua *lua);

/** Memory that the state has now, garbage included. */
RJ_API size_t rj_lua_used_bytes(const rj_lua *lua);

/**
 * One script run: clears earlier results, loads @p chunk, runs its top level, turns @p args into
 * Lua (an item that is NULL is nil), calls the global @p function and keeps @p wanted_results
 * results. One deadline covers all of it. Globals of earlier runs in the same state are visible.
 * Values that the top level returns stand before the function's results, as in production.
 *
 * The chunk must outlive the state: functions of an earlier run may raise errors later. On failure
 * the message is "<string>:3: reason", the error's place is in the file, detail has the script's
 * frames ("not found function NAME" and the like have none).
 */
RJ_API bool rj_lua_run(rj_lua *lua, const rj_chunk *chunk, const char *function,
                       const rj_value *const *args, size_t arg_count, size_t wanted_results,
                       rj_error *err) RJ_MUST_USE;

/**
 * Another call in a state whose last run was that of the same repeatable chunk and succeeded or
 * failed with RJ_ERROR_SCRIPT: the chunk isn't loaded again.
 */
RJ_API bool rj_lua_run_again(rj_lua *lua, const rj_chunk *chunk, const char *function,
                             const rj_value *const *args, size_t arg_count, size_t wanted_results,
                             rj_error *err) RJ_MUST_USE;

/**
 * What a chunk of rj_script_compile_counted() has counted since the state was made: one number for
 * each of its points, up to date after runs that failed, too. NULL when it has none, or wasn't run
 * in the state. Borrows from the state.
 */
RJ_API const uint64_t *rj_lua_counts(const rj_lua *lua, const rj_chunk *chunk);

/** What a line of a script has cost. */
typedef struct rj_lua_line {
    uint64_t instructions; /**< LuaJIT's; what library functions do is none */
    uint64_t bytes;        /**< that were allocated while the line ran, also by library functions */
} rj_lua_line;

/**
 * What each line of a chunk's script has cost since the state was made: chunk->line_count numbers.
 * NULL when the state doesn't profile, or hasn't run the chunk. Borrows from the state.
 */
RJ_API const rj_lua_line *rj_lua_lines(const rj_lua *lua, const rj_chunk *chunk);

/**
 * What traced chunks have done since the state was made, also in runs that failed. The chunks are
 * numbered in the order in which they were run first. Borrows from the state.
 */
RJ_API rj_trace rj_lua_trace_of(const rj_lua *lua);

/** How long runs in the state have taken. */
RJ_API uint64_t rj_lua_run_ns(const rj_lua *lua);

typedef enum rj_lua_type {
    RJ_LUA_NIL = 0,
    RJ_LUA_BOOLEAN = 1,
    RJ_LUA_NUMBER = 2,
    RJ_LUA_STRING = 3,
    RJ_LUA_FUNCTION = 4,
    RJ_LUA_USERDATA = 5,
    RJ_LUA_THREAD = 6,
    RJ_LUA_TABLE = 7
} rj_lua_type; /* numbers as production's messages have them */

/** nil boolean number string function userdata thread table */
RJ_API const char *rj_lua_type_name(rj_lua_type type);

/** Type of result @p i (from 0) of the last run; nil when there is none. */
RJ_API rj_lua_type rj_lua_result_type(const rj_lua *lua, size_t i);
RJ_API bool rj_lua_result_boolean(const rj_lua *lua, size_t i);
RJ_API double rj_lua_result_number(const rj_lua *lua, size_t i);
/** Text as production's tostring gives it. Borrows from the state until the next run. */
RJ_API const char *rj_lua_result_text(rj_lua *lua, size_t i, size_t *bytes);

/**
 * Result @p i as a value: what production's encoder makes of it, empty tables as empty lists
 * (lua.md's "encode" step; the rule about empty tables is rj_empties_resolve()). Integers come as
 * RJ_KIND_INT where the reference's reader sees an integer. On failure the message is production's
 * ("encode lua result to json failed: json: error calling MarshalJSON …").
 */
RJ_API bool rj_lua_result_value(rj_lua *lua, size_t i, rj_arena *arena, rj_value *out,
                                rj_error *err) RJ_MUST_USE;

#endif
