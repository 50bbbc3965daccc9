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
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "rjinterp/buf.h"
#include "rjinterp/lua.h"
#include "rjinterp/number.h"
#include "rjinterp/quantity.h"
#include "lua/pool.h"

/* ---- state.c ---- */

/** Why a run was stopped for good; pcall can't hide it. */
typedef enum rj_lua_stop {
    RJ_LUA_STOP_NONE = 0,
    RJ_LUA_STOP_DEADLINE,
    RJ_LUA_STOP_MEMORY,    /**< the cap */
    RJ_LUA_STOP_NO_MEMORY, /**< realloc() failed below the cap */
    RJ_LUA_STOP_PRINT      /**< more was printed than the limit allows */
} rj_lua_stop;

enum {
    RJ_LUA_HOOK_INSTRUCTIONS = 1000, /**< between two looks at the clock */
    RJ_LUA_USAGE_INSTRUCTIONS = 100, /**< the same where usage is wanted */
    RJ_LUA_SPEND_STEPS = 20000,      /**< units of C work between two looks at the clock */
    RJ_LUA_MAX_CALLS = 256,          /**< production's call depth */
    RJ_LUA_MAX_STRING = 1000000,     /**< what the string library takes, in bytes */
    RJ_LUA_RESERVE_BYTES = 16 * 1024 /**< a new state takes 12 KiB */
};

/** Values that C keeps hold of, in the registry at small integer keys. */
enum {
    RJ_LUA_REF_HELPERS = 1, /**< the table that a chunk is called with */
    RJ_LUA_REF_RESULTS,     /**< results of the last run; [0] is a borrowed text */
    RJ_LUA_REF_ORDERS,      /**< weak: table -> its keys in order, see order.c */
    RJ_LUA_REF_NEXT,        /**< the global next */
    RJ_LUA_REF_USERDATA,    /**< metatable of userdata */
    RJ_LUA_REF_STRING,      /**< the string table */
    RJ_LUA_REF_LOADED,      /**< package.loaded */
    RJ_LUA_REF_NEW_KEY,     /**< __newindex of shapes */
    RJ_LUA_REF_SHAPE        /**< the shape without keys */
};

struct rj_lua {
    /** LuaJIT crashes when memory runs out while it makes a state, so that comes from here. */
    alignas(max_align_t) char reserve[RJ_LUA_RESERVE_BYTES];
    size_t reserve_used_bytes;
    lua_State *L;
    const rj_limits *limits;
    rj_print_fn print;
    void *print_ctx;
    size_t printed_bytes; /**< in this run */
    rj_lua_pool pool;
    size_t used_bytes;    /**< handed out by the allocator */
    size_t peak_bytes;    /**< the most that used_bytes has been */
    size_t collect_bytes; /**< when that much is in use, garbage is collected at once */
    bool collect_pending;
    rj_lua_stop stop;
    bool running;
    bool reverses_pairs; /**< while a script runs: what is encoded behind it has its usual order */
    bool wants_reversed_pairs;
    struct timespec deadline;
    long steps_left;                   /**< until the next look at the clock, see rj_lua_spend() */
    const rj_chunk **chunks;           /**< chunks[i] was loaded under the name "rj" + i */
    struct rj_lua_counters **counters; /**< of each chunk; NULL: it counts nothing */
    size_t chunk_count, chunk_capacity;
    struct rj_lua_profile *profile; /**< NULL: it doesn't profile */
    struct rj_lua_trace *trace;     /**< NULL: it doesn't trace */
    uint32_t steps_to_clock;        /**< instructions until a profiled run looks at the clock */
    bool counts_usage;
    int hook_instructions; /**< between two calls of the hook, now */
    uint64_t instructions; /**< that the hook has seen */
    struct timespec began;
    uint64_t run_ns;
    size_t result_count;
    uint64_t random_state;
    size_t shape_count;       /**< shapes that several tables may have */
    const void *length_table; /**< see rj_lua_length() */
    size_t length_checked, length_credit;
    rj_site_kind raised; /**< the kind of operation that raised an error last */
    /* What library functions use that Lua's collector knows nothing of; each use starts afresh. */
    rj_arena *arena;
    rj_error error;
    rj_buf text;
    rj_quantity *sum, *operand;
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

/** To be called when a protected call returned @p status: notes an error that pcall mustn't hide.
 */
void rj_lua_note_status(lua_State *L, int status);

/** Stops the run for good: from the next instruction on every one raises. */
void rj_lua_stop_run(rj_lua *lua, rj_lua_stop why);

/** Starts and ends the time of a run. */
void rj_lua_begin(rj_lua *lua);
void rj_lua_end(rj_lua *lua);

/** Remembers a chunk; its number is part of the name it is loaded under. False: out of memory. */
bool rj_lua_add_chunk(rj_lua *lua, const rj_chunk *chunk, size_t *number);

/** The error of a run that was stopped (or found no memory). Returns false. */
bool rj_lua_set_stop_error(const rj_lua *lua, rj_error *err);

/** Pushes the message that belongs to why the run was stopped (without position). */
void rj_lua_push_stop_text(lua_State *L, const rj_lua *lua);

/* ---- raise.c: none of these return; the int is for "return rj_lua_raise(…)" ---- */

/**
 * Raises a string "<string>:LINE: text", LINE being that of the innermost Lua function's current
 * instruction in the script. The format is lua_pushfstring()'s: %s %d %f %p %c %%.
 */
int rj_lua_raise(lua_State *L, const char *format, ...);

/** The same for what isn't a call in the script: an operator, a field, a loop. */
int rj_lua_raise_in(lua_State *L, rj_site_kind kind, const char *format, ...);

/** The same without a position: production's Go panics. */
int rj_lua_raise_bare(lua_State *L, const char *format, ...);

/** "bad argument #N to NAME (text)" with position; NAME as the call is written in the script. */
int rj_lua_raise_argument(lua_State *L, int arg, const char *text);

/** "bad argument #N to NAME (EXPECTED expected, got TYPE)". */
int rj_lua_raise_type(lua_State *L, int arg, const char *expected);

/** Puts "<string>:LINE: " in front of the text on top of the stack and raises it. */
int rj_lua_raise_top(lua_State *L, rj_site_kind kind);

/** Raises "stack overflow" when C is about to call Lua at production's greatest call depth. */
void rj_lua_enter(lua_State *L);

/* ---- frames.c ---- */

/** Where a Lua function stands. */
typedef struct rj_lua_place {
    const rj_chunk *chunk;
    rj_chunk_site site;
} rj_lua_place;

/** The place of the function at @p level, where it does an operation of the given kind; false when
 * there is none or it is a C function. */
bool rj_lua_place_at(lua_State *L, int level, rj_site_kind kind, rj_lua_place *out);

/** The place of the innermost Lua function at @p level or further out. */
bool rj_lua_place_from(lua_State *L, int level, rj_site_kind kind, rj_lua_place *out);

/** Pushes "<string>:LINE:" of that place; "" if none. */
void rj_lua_push_where(lua_State *L, int level, rj_site_kind kind);

/** Last name of an expression ("upper" of "string.upper"): its length at *name, 0 if none. */
size_t rj_lua_last_name(const char *expression, const char **name);

/** Message handlers: LuaJIT's own message in production's words (the first also for protected
 * calls inside scripts), and what the user will see of an error that nothing caught. */
int rj_lua_translate(lua_State *L);
int rj_lua_explain(lua_State *L);

/** The place of LuaJIT's position "rj0:12: " and the text behind it; false when the message doesn't
 * begin so. */
bool rj_lua_split_position(lua_State *L, const char *message, rj_lua_place *out, const char **text);

/** Where rj_lua_explain() writes; upvalue 1 of its closure, a light userdata. */
typedef struct rj_lua_report {
    const char *function; /**< name of the function that was called from outside; NULL: top level */
    rj_error *err;        /**< gets file, at, path and detail */
    rj_buf detail;
} rj_lua_report;

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

/** Room for one more element behind @p count elements in scratch memory that stack slot @p slot
 * keeps alive: @p items itself, or a larger copy. */
void *rj_lua_scratch_grow(lua_State *L, int slot, void *items, size_t count, size_t *capacity,
                          size_t size);

/** A userdata value that scripts may see; operators on it raise as production's do. Pushes it. */
void *rj_lua_new_userdata(lua_State *L, size_t bytes);

/* ---- tables ---- */

/** Production's #t: the last positive integer key that isn't nil, holes or not. */
size_t rj_lua_length(lua_State *L, int index);

/** Whether a number is a key that lives in the array part of production's tables. */
bool rj_lua_is_index(double number);

/** next(): pushes the key and the value that follow the key on top of the stack, which it pops, in
 * production's order; pushes nothing and returns false at the end. */
bool rj_lua_next(lua_State *L, int table);

/* ---- shape.c: the order in which keys came into a script's own table ---- */

/** Makes the shape without keys. */
void rj_lua_open_shapes(lua_State *L);

/**
 * Gives a new table at @p table a shape with the keys at the stack's @p first_key to @p last_key,
 * so far as the table has them; nil among them stands for keys that aren't listed.
 */
void rj_lua_give_shape(lua_State *L, int table, int first_key, int last_key);

/** Pushes a new table with the @p count pairs of key and value that the stack begins with. */
void rj_lua_push_record(lua_State *L, int count);

/** Pushes the shape of a table; false, and nothing, if it has none. */
bool rj_lua_push_shape(lua_State *L, int table);

/** Position of a key in the shape on top of the stack, from 1. */
size_t rj_lua_shape_position(lua_State *L, int key);

/* ---- operators.c ---- */

/** Go's math.Mod with the sign of the divisor; Go's math.Pow. */
double rj_lua_modulo(double a, double b);
double rj_lua_power(double a, double b);

/** a < b as production compares; raises "attempt to compare". */
bool rj_lua_less(lua_State *L, int a, int b);

/** Pushes the table of helpers. */
void rj_lua_open_helpers(lua_State *L);

/** Gives the types without fields the metatables whose operators raise. */
void rj_lua_set_type_metatables(lua_State *L);

/* ---- counters.c ---- */

/** Pushes the table of helpers that the chunk with this number is called with. */
void rj_lua_push_helpers(lua_State *L, rj_lua *lua, size_t chunk_number);

/** Makes the counters of a chunk, all 0; NULL with @p *ok true when it has no points. */
struct rj_lua_counters *rj_lua_new_counters(const rj_chunk *chunk, bool *ok);

/* ---- profile.c ---- */

/** NULL: out of memory. */
struct rj_lua_profile *rj_lua_new_profile(void);
void rj_lua_free_profile(struct rj_lua_profile *profile);

/** Makes room for the lines of the chunk that gets the next number. False: out of memory. */
bool rj_lua_profile_chunk(struct rj_lua_profile *profile, const rj_chunk *chunk);

/** Notes an instruction of a line; memory that is allocated from now on is that line's. */
void rj_lua_profile_step(struct rj_lua_profile *profile, const rj_lua *lua, const rj_chunk *chunk,
                         uint32_t script_line);
void rj_lua_profile_bytes(struct rj_lua_profile *profile, size_t bytes);

/* ---- trace.c ---- */

/** NULL: out of memory. */
struct rj_lua_trace *rj_lua_new_trace(const rj_trace_options *options);
void rj_lua_free_trace(struct rj_lua_trace *trace);

/** Looks which points of the chunk that gets the next number are breaks. False: out of memory. */
bool rj_lua_trace_chunk(struct rj_lua_trace *trace, const rj_chunk *chunk);

/** Sets the helpers of a traced chunk in the table on top of the stack. */
void rj_lua_set_tracers(lua_State *L, rj_lua *lua, size_t chunk_number);

/* ---- environment.c ---- */

/** Fills the empty table of globals with production's library. */
void rj_lua_open_environment(lua_State *L);

/* ---- values in and out ---- */

/** Pushes a value as Lua; NULL is nil. */
void rj_lua_push_value(lua_State *L, const rj_value *value);

/** The value at @p index by production's encoder. Raises only for want of memory. */
bool rj_lua_encode(lua_State *L, int index, rj_arena *arena, rj_value *out, rj_error *err);

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
void rj_lua_open_kube(lua_State *L);

/** The functions of the global table, those that are refused too. */
void rj_lua_open_base(lua_State *L);

/** loadlib and loaders into the package table on top of the stack, and the global require. */
void rj_lua_open_package(lua_State *L);

/** Go's sort.Sort on the first @p count items of the table at index 1: the same order of equal
 * items. The comparator is at index 2; nil: less-than. */
void rj_lua_sort(lua_State *L, size_t count);

#endif
