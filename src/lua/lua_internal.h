/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_LUA_INTERNAL_H
#define RJ_LUA_INTERNAL_H

/**
 * @file
 * What the files of src/lua share: raising errors in production's words, arguments of library
 * functions, numbers as text, the budget of long C functions, registering of libraries.
 *
 * Errors of Lua leave a C function by longjmp. So a library function keeps no memory of its own
 * across a call that may raise: scratch space is a luaL_Buffer or rj_lua_scratch(), both of which
 * the collector frees and the memory cap counts.
 */

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "rjinterp/lua.h"
#include "rjinterp/number.h"

/* ---- state.c ---- */

/** Why a run was stopped for good; pcall can't hide it. */
typedef enum rj_lua_stop {
    RJ_LUA_STOP_NONE = 0,
    RJ_LUA_STOP_DEADLINE,
    RJ_LUA_STOP_MEMORY,   /**< the cap */
    RJ_LUA_STOP_NO_MEMORY /**< malloc() failed below the cap */
} rj_lua_stop;

enum {
    RJ_LUA_MAX_CHUNKS = 4096,   /**< runs of one state */
    RJ_LUA_SPEND_STEPS = 20000, /**< units of C work between two looks at the clock */
    RJ_LUA_HOOK_INSTRUCTIONS = 1000,
    RJ_LUA_MAX_CALLS = 256,     /**< production's call depth */
    RJ_LUA_MAX_STRING = 1000000 /**< what the string library takes, in bytes */
};

struct rj_lua {
    lua_State *L;
    const rj_limits *limits;
    rj_print_fn print;
    void *print_ctx;
    size_t printed_bytes; /**< in this run */
    size_t used_bytes;    /**< handed out by the allocator */
    rj_lua_stop stop;
    bool running;
    struct timespec deadline;
    long steps_left;         /**< until the next look at the clock, see rj_lua_spend() */
    const rj_chunk **chunks; /**< chunks[i] was loaded under the name "rj" + i */
    size_t chunk_count, chunk_capacity;
    int results_ref; /**< registry: table of the last run's results */
    size_t result_count;
    uint64_t random_state;
    const void *length_table; /**< see rj_lua_length() */
    size_t length_checked;
};

/** The state that @p L belongs to. */
rj_lua *rj_lua_of(lua_State *L);

/** Slow half of rj_lua_spend(): looks at the clock, raises when time is up. */
void rj_lua_spend_slow(lua_State *L, rj_lua *lua);

/**
 * For loops in C: notes @p steps units of work (about 10 ns each) and raises production's timeout
 * error once the deadline has passed.
 */
static inline void rj_lua_spend(lua_State *L, rj_lua *lua, long steps) {
    lua->steps_left -= steps;
    if (lua->steps_left <= 0)
        rj_lua_spend_slow(L, lua);
}

/** Raises again what stopped the run, if anything has. */
void rj_lua_check_stop(lua_State *L);

/* ---- raise.c: none of these return; the int is for "return rj_lua_raise(…)" ---- */

/**
 * Raises a string "<string>:LINE: text", LINE being that of the innermost Lua function's current
 * instruction in the script. The format is lua_pushfstring()'s: %s %d %f %p %c %%.
 */
int rj_lua_raise(lua_State *L, const char *format, ...);

/** The same without a position: production's Go panics. */
int rj_lua_raise_bare(lua_State *L, const char *format, ...);

/** "bad argument #N to NAME (text)" with position; NAME as the call is written in the script. */
int rj_lua_raise_argument(lua_State *L, int arg, const char *text);

/** "bad argument #N to NAME (EXPECTED expected, got TYPE)". */
int rj_lua_raise_type(lua_State *L, int arg, const char *expected);

/** Pushes "<string>:LINE:" of the innermost Lua function at or above @p level; "" if none. */
void rj_lua_push_where(lua_State *L, int level);

/* ---- arguments.c: values of arguments; they raise as production does ---- */

/** A string or a number (which becomes its text, in place). NUL-terminated. */
const char *rj_lua_arg_string(lua_State *L, int arg, size_t *bytes);
/** A string, or @p fallback when nil or absent; numbers are refused. */
const char *rj_lua_arg_string_or(lua_State *L, int arg, const char *fallback, size_t *bytes);
/** A number, or a string that arithmetic would read as one. */
double rj_lua_arg_number(lua_State *L, int arg);
/** A number (no string), cut toward zero; out of range and NaN give INT64_MIN. */
int64_t rj_lua_arg_integer(lua_State *L, int arg);
int64_t rj_lua_arg_integer_or(lua_State *L, int arg, int64_t fallback);
/** Any value, nil too, but not absent: "value expected". */
void rj_lua_arg_any(lua_State *L, int arg);
void rj_lua_arg_table(lua_State *L, int arg);
void rj_lua_arg_function(lua_State *L, int arg);

/** Go's int64(d) on amd64. */
int64_t rj_lua_cut(double d);

/** Name of the type of the value at @p index, absent being nil; userdata for both kinds. */
const char *rj_lua_type_at(lua_State *L, int index);

/* ---- text.c ---- */

/** A number as tostring and .. have it. Returns the length; @p out is NUL-terminated. */
size_t rj_lua_number_text(double number, char out[RJ_DOUBLE_TEXT_BYTES]);

/** Pushes a value's text as tostring gives it ("nil", "0.1", "table: 0x…"). Returns it. */
const char *rj_lua_push_text(lua_State *L, int index, size_t *bytes);

/** Reads text as arithmetic on strings does. */
bool rj_lua_read_number(const char *text, size_t bytes, double *out);

/** tonumber() of a string. @p base is 10 when none was given, then @p base_given is false. */
bool rj_lua_read_tonumber(const char *text, size_t bytes, int64_t base, bool base_given,
                          double *out);

/* ---- memory ---- */

/** Memory that lives until the collector finds that stack slot gone; pushes it. */
void *rj_lua_scratch(lua_State *L, size_t bytes);

/** A userdata value that scripts may see; operators on it raise as production's do. Pushes it. */
void *rj_lua_new_userdata(lua_State *L, size_t bytes);

/* ---- tables ---- */

/** Production's #t: the last positive integer key that isn't nil, holes or not. */
size_t rj_lua_length(lua_State *L, int index);

/* ---- libraries: each pushes its table ---- */

typedef struct rj_lua_function {
    const char *name;
    lua_CFunction function;
} rj_lua_function;

/** Sets each function (the list ends with a NULL name) in the table on top of the stack. */
void rj_lua_set_functions(lua_State *L, const rj_lua_function *functions);

void rj_lua_open_string(lua_State *L); /**< lib_string.c; without __index, which state.c adds */
void rj_lua_open_table(lua_State *L);
void rj_lua_open_math(lua_State *L);
void rj_lua_open_os(lua_State *L);

#endif
