/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_HELPERS_H
#define RJ_SCRIPT_HELPERS_H

/**
 * @file
 * The helper functions that an emitted chunk calls, each with production's meaning of an operation
 * that LuaJIT would answer otherwise. src/script emits calls of them, src/lua implements them; the
 * contract is in docs/architecture.md. Columns: name in the helper table, what it does.
 */

/** Name of the table of helpers in the emitted chunk; no script can write it. */
#define RJ_HELPER_TABLE "\xC4\xA7"

/** Chunk name that LuaJIT puts in front of its own messages ("rj:12: attempt to …"). */
#define RJ_CHUNK_NAME "rj"

/** Keys from 1 to this live in the array part of production's tables: their order is their value.
 */
#define RJ_MAX_ARRAY_INDEX 67108863

#define RJ_SCRIPT_HELPERS(X)                                                                       \
    X(add, "a + b; strings as production reads them")                                              \
    X(sub, "a - b")                                                                                \
    X(mul, "a * b")                                                                                \
    X(div, "a / b")                                                                                \
    X(mod, "a % b: C fmod, then the divisor is added when the signs differ")                       \
    X(pow, "a ^ b")                                                                                \
    X(unm, "-a")                                                                                   \
    X(cat, "a .. b .. c …: right to left, numbers with production's text")                         \
    X(len, "#a: for tables the last index that isn't nil, holes or not")                           \
    X(forinit, "checks the start of a numeric for; returns it")                                    \
    X(forlimit, "checks its limit; returns it")                                                    \
    X(forstep, "checks its step; returns it")                                                      \
    X(forlimit0, "(init, limit): the limit that makes LuaJIT loop as production does with step 0") \
    X(none, "returns nothing")                                                                     \
    X(isc, "true when a is a function of the library (C), so that it can't be tail-called")        \
    X(pass, "returns its arguments")                                                               \
    X(arg, "a table of its arguments with their number in field n, nils counted")                  \
    X(table, "(t, keys…): t, a new table that knows their order; nil: computed keys")              \
    X(record, "(key, value, …): a new table of these fields, in this order")                       \
    X(enter, "raises 'stack overflow' when the call depth is production's limit")

/** Further helpers of a chunk that counts, which has a table of helpers of its own. N counts from
 * 0.
 */
#define RJ_SCRIPT_COUNTERS(X)                                                                      \
    X(hit, "(N): counts point N; returns false")                                                   \
    X(branch, "(N, v): counts point N when v is true, else point N + 1; returns v")

/** Those of a traced chunk, in place of the ones that count. */
#define RJ_SCRIPT_TRACERS(X)                                                                       \
    X(hit, "(N): point N is passed")                                                               \
    X(branch, "(N, v): returns v")                                                                 \
    X(set, "(N, text, v, keys…): what text stands for is now v, or v[key]…; `none` is #v")         \
    X(ret, "(N, …): is returned at point N; returns it")

#endif
