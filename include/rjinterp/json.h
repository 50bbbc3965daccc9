/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_JSON_H
#define RJINTERP_JSON_H

/**
 * @file
 * Compact JSON text as Go's encoding/json writes it, and one JSON value read from memory.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/**
 * Appends compact JSON: keys sorted by bytes, < > & U+2028 U+2029 escaped, bytes that are not UTF-8
 * as U+FFFD, numbers in Go's form (1e+21, 1e-7, -0).
 */
RJ_API void rj_json_write(const rj_value *value, rj_buf *out);

/** Appends one JSON string with quotes, by the same rules. */
RJ_API void rj_json_write_string(const char *data, size_t bytes, rj_buf *out);

/** Appends a double as JSON (not NaN or infinite). */
RJ_API void rj_json_write_double(double number, rj_buf *out);

/**
 * Appends indented JSON: @p indent blanks a level, keys sorted by bytes, "{}" and "[]" for empty
 * ones, no final line end. Otherwise as rj_json_write().
 */
RJ_API void rj_json_write_indented(const rj_value *value, int indent, rj_buf *out);

/**
 * Reads exactly one JSON value (white space around it allowed). @p name is the file in error
 * places, may be NULL. *out is arena-owned.
 */
RJ_API bool rj_json_read(rj_arena *arena, const char *data, size_t bytes, const char *name,
                         const rj_limits *limits, rj_value *out, rj_error *err) RJ_MUST_USE;

#endif
