/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_LUA_PATTERN_H
#define RJ_LUA_PATTERN_H

/**
 * @file
 * Lua patterns with production's deviations (spec/lua.md, section 4). Knows bytes only: no Lua
 * state, no allocation, no recursion.
 *
 * A pattern is scanned for its shape, which finds every error of its grammar; the caller provides
 * memory of rj_pattern_memory_bytes() for the compiled form, which also holds the state of a match.
 * That memory doesn't depend on the subject: backtracking needs one frame for each repeated item.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/macros.h"

/** A message as production words it. */
typedef struct rj_pattern_error {
    char text[128];
    bool bare; /**< production reports it without a position in the script */
} rj_pattern_error;

/** How much of everything a pattern has. */
typedef struct rj_pattern_shape {
    uint32_t items;    /**< steps of the compiled form */
    uint32_t sets;     /**< of the form [...] */
    uint32_t captures; /**< not counting the whole match */
    uint32_t repeats;  /**< items with * + - or ? */
} rj_pattern_shape;

typedef struct rj_pattern rj_pattern;

enum {
    RJ_PATTERN_MAX_BYTES = 1 << 28 /**< longer ones are refused */
};

/** Reads the pattern. False and *error when it is malformed. */
bool rj_pattern_scan(const char *text, size_t bytes, rj_pattern_shape *shape,
                     rj_pattern_error *error) RJ_MUST_USE;

/** Memory that rj_pattern_compile() needs, aligned for any object. */
size_t rj_pattern_memory_bytes(const rj_pattern_shape *shape);

/** Compiles a pattern that rj_pattern_scan() accepted into @p memory; lives as long as that. */
rj_pattern *rj_pattern_compile(const char *text, size_t bytes, const rj_pattern_shape *shape,
                               void *memory);

/** Called now and then with the number of steps done (some 10 ns each) since; false stops the
 * match. */
typedef struct rj_pattern_budget {
    bool (*spend)(void *ctx, long steps);
    void *ctx;
} rj_pattern_budget;

typedef enum rj_pattern_outcome {
    RJ_PATTERN_FOUND,
    RJ_PATTERN_NONE,
    RJ_PATTERN_FAILED, /**< *error says why */
    RJ_PATTERN_STOPPED /**< by the budget */
} rj_pattern_outcome;

/** Offsets into the subject; number 0 of a match is the whole, captures count from 1. */
typedef struct rj_pattern_capture {
    size_t start, end;
    bool is_position; /**< of the form (): start is the offset, there is no text */
} rj_pattern_capture;

/**
 * The first match at or after offset @p from (none when that is past the end). An anchored pattern
 * is tried at @p from only. @p budget may be NULL.
 */
rj_pattern_outcome rj_pattern_find(rj_pattern *pattern, const char *subject, size_t bytes,
                                   size_t from, const rj_pattern_budget *budget,
                                   rj_pattern_error *error) RJ_MUST_USE;

/** Captures of the pattern, not counting the whole match. */
size_t rj_pattern_captures(const rj_pattern *pattern);

/** Capture @p i of the match that rj_pattern_find() just found. */
rj_pattern_capture rj_pattern_capture_at(const rj_pattern *pattern, size_t i);

/** It starts with ^. */
bool rj_pattern_is_anchored(const rj_pattern *pattern);

/** It has references to captures that can fail in the middle of matching. */
bool rj_pattern_is_fallible(const rj_pattern *pattern);

#endif
