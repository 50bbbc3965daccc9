/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_JSON_SCAN_H
#define RJ_TEXT_JSON_SCAN_H

/**
 * @file
 * One strict JSON value out of a text that may still be growing, with the place of each value and
 * the reference's words for what is wrong. Also the exact form of numbers in documents' JSON.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/value.h"
#include "text/place.h"

typedef struct rj_json_source rj_json_source;

struct rj_json_source {
    const char *data;
    size_t bytes;
    /** Makes data and bytes show more text behind the old; false at the end of input. May be
     * NULL: what is there is all. */
    bool (*more)(rj_json_source *source);
    void *ctx;
    rj_place place; /**< in: where to start; out: behind the value */
};

typedef enum rj_json_outcome {
    RJ_JSON_VALUE,  /**< text of the value is data[start .. place.offset) */
    RJ_JSON_END,    /**< nothing but white space was left */
    RJ_JSON_SYNTAX, /**< error has the text "invalid character …" or "unexpected EOF" */
    RJ_JSON_RANGE,  /**< good syntax, but a number that no double holds; error is set */
    RJ_JSON_FAILED  /**< memory or a limit; error is set */
} rj_json_outcome;

typedef struct rj_json_result {
    rj_value value;
    size_t start;      /**< offset of the value's first byte */
    rj_position at;    /**< its place */
    size_t bad_offset; /**< RJ_JSON_SYNTAX: offset of the bad byte; the end for "unexpected EOF" */
    bool is_truncated; /**< RJ_JSON_SYNTAX: it was "unexpected EOF" */
} rj_json_result;

/** Errors get the place in the text, but no file. Values are *arena-owned*. */
rj_json_outcome rj_json_scan(rj_json_source *source, rj_arena *arena, const rj_limits *limits,
                             rj_json_result *result, rj_error *err);

/** As rj_json_write(), with numbers as the document had them: 64-bit unsigned, "-0". */
void rj_json_write_exact(const rj_value *value, rj_buf *out);

#endif
