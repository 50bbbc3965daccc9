/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_ERROR_H
#define RJINTERP_ERROR_H

/**
 * @file
 * What went wrong, and where. The caller owns an rj_error, starts it with RJ_ERROR_INIT and ends it
 * with rj_error_clear(); a function that fails sets it once, where the failure is detected.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"

typedef enum rj_error_code {
    RJ_ERROR_NONE = 0,
    RJ_ERROR_USAGE,    /**< options or arguments of the command make no sense */
    RJ_ERROR_IO,       /**< a file, a stream or a process failed */
    RJ_ERROR_SYNTAX,   /**< YAML, JSON or Lua text that can't be parsed */
    RJ_ERROR_TYPE,     /**< a value of the wrong kind or shape */
    RJ_ERROR_RULE,     /**< no customization, rule or function for what was asked */
    RJ_ERROR_SCRIPT,   /**< the script raised an error */
    RJ_ERROR_DEADLINE, /**< the script ran out of time */
    RJ_ERROR_MEMORY,   /**< out of memory, or a memory limit was reached */
    RJ_ERROR_LIMIT,    /**< another limit (depth, size, nodes, aliases) was reached */
    RJ_ERROR_INTERNAL  /**< rjinterp itself is wrong */
} rj_error_code;

/**
 * All texts are owned by the error and NULL when there is nothing to say.
 *
 * message is the text as the reference prints it; for a Lua error that includes the reference's own
 * position ("<string>:3: attempt to …"). The bytes from reason_offset on are the bare reason. file
 * and at say where that is for the user.
 */
typedef struct rj_error {
    rj_error_code code;
    rj_limit limit; /**< the one that was reached, if it can be chosen */
    char *message;
    size_t message_bytes; /**< messages made by scripts may hold NULs */
    size_t reason_offset;
    char *file;
    rj_position at;
    char *path;   /**< path of the value, "spec.replicas" */
    char *detail; /**< more lines: a stack of script frames, one a line */
    char *hint;   /**< how to go on, one sentence */
} rj_error;

#define RJ_ERROR_INIT ((rj_error){.code = RJ_ERROR_NONE})

/** Frees what the error owns and makes it as RJ_ERROR_INIT. */
RJ_API void rj_error_clear(rj_error *err);

/**
 * Sets code and message; an error that is already set is replaced. @p err may be NULL. Always
 * returns false, so that "return rj_error_set(…)" ends a function that failed.
 */
RJ_API bool rj_error_set(rj_error *err, rj_error_code code, const char *format, ...)
    RJ_PRINTF(3, 4);
RJ_API bool rj_error_vset(rj_error *err, rj_error_code code, const char *format, va_list args)
    RJ_PRINTF(3, 0);

/** As rj_error_set() with bytes that may hold anything. */
RJ_API bool rj_error_set_bytes(rj_error *err, rj_error_code code, const char *message,
                               size_t message_bytes);

/** "out of memory" with RJ_ERROR_MEMORY; allocates nothing that could fail visibly. Returns false.
 */
RJ_API bool rj_error_no_memory(rj_error *err);

/**
 * Adds a place to an error that has none yet, or the file alone to one that knows only line and
 * column.
 * @p file may be NULL.
 */
RJ_API void rj_error_locate(rj_error *err, const char *file, rj_position at);

/** Puts formatted text in front of the message; the reason stays the same bytes. */
RJ_API void rj_error_prefix(rj_error *err, const char *format, ...) RJ_PRINTF(2, 3);

/** Says which limit was reached. */
RJ_API void rj_error_name_limit(rj_error *err, rj_limit limit);

/** Sets path, detail, hint (copies; NULL clears). */
RJ_API void rj_error_set_path(rj_error *err, const char *path);
RJ_API void rj_error_set_detail(rj_error *err, const char *detail);
RJ_API void rj_error_set_hint(rj_error *err, const char *format, ...) RJ_PRINTF(2, 3);

/** The bare reason: message from reason_offset on. Borrows from @p err; "" when there is none. */
RJ_API const char *rj_error_reason(const rj_error *err);

/** Moves @p from into @p to (which is cleared first) and leaves @p from empty. */
RJ_API void rj_error_move(rj_error *to, rj_error *from);

#endif
