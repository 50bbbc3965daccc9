/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_LUA_FORMAT_H
#define RJ_LUA_FORMAT_H

/**
 * @file
 * string.format as production has it: Go's formatter over production's values (spec/lua.md,
 * section 3). Knows bytes and numbers only, no Lua state, and allocates nothing.
 */

#include <stdbool.h>
#include <stddef.h>

typedef enum rj_format_kind {
    RJ_FORMAT_NIL,
    RJ_FORMAT_BOOLEAN,
    RJ_FORMAT_NUMBER,
    RJ_FORMAT_STRING,
    RJ_FORMAT_TABLE,
    RJ_FORMAT_FUNCTION,
    RJ_FORMAT_USERDATA
} rj_format_kind;

/** One argument. */
typedef struct rj_format_arg {
    rj_format_kind kind;
    bool boolean;
    double number;
    const char *text; /**< of a string; of a table, function or userdata what tostring says */
    size_t bytes;
} rj_format_arg;

/** What the formatter needs from outside. */
typedef struct rj_format_env {
    /** Takes the result, piece by piece. May leave by longjmp. */
    void (*write)(void *ctx, const char *data, size_t bytes);
    void *ctx;
    /** Whether arithmetic would take this string for a number. */
    bool (*reads_as_number)(const char *text, size_t bytes);
} rj_format_env;

/**
 * Of @p count arguments, how many production hands to Go for this format: as many as it has "%"
 * less the number of "%%". The others are dropped unseen.
 */
size_t rj_format_wanted(const char *format, size_t bytes, size_t count);

/** Formats; whatever is wrong shows in the result, in Go's words. */
void rj_format(const char *format, size_t bytes, const rj_format_arg *args, size_t count,
               const rj_format_env *env);

#endif
