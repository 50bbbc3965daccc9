/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *previous;
    size_t size_bytes;
    alignas(max_align_t) unsigned char data[];
} block;

struct rj_arena {
    block *current;
    size_t current_used_bytes;
    size_t used_bytes;
    size_t max_bytes;
    uint64_t allocations;
    uint64_t fail_at;
};

enum {
    FIRST_BLOCK_BYTES = 16 * 1024,
    LARGEST_BLOCK_BYTES = 1024 * 1024
};

rj_arena *rj_arena_new(size_t max_bytes) {
    rj_arena *arena = calloc(1, sizeof *arena);
    if (arena)
        arena->max_bytes = max_bytes ? max_bytes : SIZE_MAX;
    return arena;
}

/* From the current one on, without that called `end`. */
static void free_blocks(block *from, const block *end) {
    while (from != end) {
        block *previous = from->previous;
        free(from);
        from = previous;
    }
}

void rj_arena_free(rj_arena *arena) {
    if (!arena)
        return;
    free_blocks(arena->current, NULL);
    free(arena);
}

void rj_arena_reset(rj_arena *arena) {
    block *keep = arena->current;
    if (keep) {
        free_blocks(keep->previous, NULL);
        keep->previous = NULL;
    }
    arena->current_used_bytes = 0;
    arena->used_bytes = 0;
}

rj_arena_mark rj_arena_mark_of(const rj_arena *arena) {
    return (rj_arena_mark){.block = arena->current,
                           .block_used_bytes = arena->current_used_bytes,
                           .used_bytes = arena->used_bytes};
}

void rj_arena_rewind(rj_arena *arena, const rj_arena_mark *mark) {
    free_blocks(arena->current, mark->block);
    arena->current = mark->block;
    arena->current_used_bytes = mark->block_used_bytes;
    arena->used_bytes = mark->used_bytes;
}

static bool add_block(rj_arena *arena, size_t bytes) {
    size_t size = arena->current ? arena->current->size_bytes * 2 : FIRST_BLOCK_BYTES;
    if (size > LARGEST_BLOCK_BYTES)
        size = LARGEST_BLOCK_BYTES;
    if (size < bytes)
        size = bytes;
    block *fresh = malloc(sizeof *fresh + size);
    if (!fresh)
        return false;
    fresh->size_bytes = size;
    fresh->previous = arena->current;
    arena->current = fresh;
    arena->current_used_bytes = 0;
    return true;
}

void *rj_arena_alloc(rj_arena *arena, size_t bytes) {
    const size_t align = alignof(max_align_t);
    arena->allocations++;
    if (arena->fail_at && arena->allocations >= arena->fail_at)
        return NULL;
    if (bytes > SIZE_MAX - sizeof(block) - align)
        return NULL;
    bytes = (bytes + align - 1) / align * align;
    if (bytes == 0)
        bytes = align;
    if (bytes > arena->max_bytes - arena->used_bytes)
        return NULL;
    if (!arena->current || bytes > arena->current->size_bytes - arena->current_used_bytes)
        if (!add_block(arena, bytes))
            return NULL;
    void *result = arena->current->data + arena->current_used_bytes;
    arena->current_used_bytes += bytes;
    arena->used_bytes += bytes;
    return result;
}

void *rj_arena_calloc(rj_arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *result = rj_arena_alloc(arena, count * size);
    if (result)
        memset(result, 0, count * size);
    return result;
}

char *rj_arena_copy(rj_arena *arena, const char *text, size_t bytes) {
    if (bytes == SIZE_MAX)
        return NULL;
    char *copy = rj_arena_alloc(arena, bytes + 1);
    if (!copy)
        return NULL;
    if (bytes)
        memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    return copy;
}

void *rj_arena_grow(rj_arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
    enum {
        FIRST_CAPACITY = 8
    };
    if (count < *capacity)
        return items;
    const size_t larger = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    void *fresh = larger > SIZE_MAX / size ? NULL : rj_arena_alloc(arena, larger * size);
    if (!fresh)
        return NULL;
    if (count)
        memcpy(fresh, items, count * size);
    *capacity = larger;
    return fresh;
}

size_t rj_arena_used_bytes(const rj_arena *arena) {
    return arena->used_bytes;
}

uint64_t rj_arena_allocations(const rj_arena *arena) {
    return arena->allocations;
}

void rj_arena_fail_at(rj_arena *arena, uint64_t n) {
    arena->fail_at = n ? arena->allocations + n : 0;
}
