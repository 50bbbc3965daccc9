/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_ARENA_H
#define RJINTERP_ARENA_H

/**
 * @file
 * A bump allocator: much is allocated, nothing is freed alone, all ends with rj_arena_free() or
 * rj_arena_reset(). It has a ceiling in bytes, and a switch that makes the n-th allocation fail.
 */

#include <stddef.h>
#include <stdint.h>

#include "rjinterp/macros.h"

typedef struct rj_arena rj_arena;

/** A new arena that hands out @p max_bytes at most (0: no ceiling). NULL when there is no memory.
 */
RJ_API rj_arena *rj_arena_new(size_t max_bytes) RJ_MUST_USE;

/** Frees the arena and everything from it. NULL is fine. */
RJ_API void rj_arena_free(rj_arena *arena);

/** Forgets everything that was handed out; keeps one block for what comes. */
RJ_API void rj_arena_reset(rj_arena *arena);

/** @p bytes bytes, aligned for any object, not zeroed. NULL when memory or the ceiling is reached.
 */
RJ_API void *rj_arena_alloc(rj_arena *arena, size_t bytes) RJ_MUST_USE;

/** @p count zeroed objects of @p size bytes; NULL also when the product overflows. */
RJ_API void *rj_arena_calloc(rj_arena *arena, size_t count, size_t size) RJ_MUST_USE;

/** A NUL-terminated copy of @p bytes bytes. */
RJ_API char *rj_arena_copy(rj_arena *arena, const char *text, size_t bytes) RJ_MUST_USE;

/**
 * An array with room for one more element than its @p count elements of @p size bytes: @p items
 * itself, or a copy twice as large (the old one stays in the arena as waste, at most as large
 * again). NULL as rj_arena_alloc().
 */
RJ_API void *rj_arena_grow(rj_arena *arena, void *items, size_t count, size_t *capacity,
                           size_t size) RJ_MUST_USE;

/** How far an arena is filled. */
typedef struct rj_arena_mark {
    void *block; /**< private */
    size_t block_used_bytes, used_bytes;
} rj_arena_mark;

RJ_API rj_arena_mark rj_arena_mark_of(const rj_arena *arena);

/** Forgets everything that was handed out after the mark was taken. */
RJ_API void rj_arena_rewind(rj_arena *arena, const rj_arena_mark *mark);

/** Bytes handed out since the arena was made or reset. */
RJ_API size_t rj_arena_used_bytes(const rj_arena *arena);

/** Number of allocations since the arena was made; counts failed ones too. */
RJ_API uint64_t rj_arena_allocations(const rj_arena *arena);

/** Fault injection for tests: the @p n-th allocation from now on, and all after it, fail. 0: off.
 */
RJ_API void rj_arena_fail_at(rj_arena *arena, uint64_t n);

#endif
