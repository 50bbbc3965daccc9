/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_LUA_POOL_H
#define RJ_LUA_POOL_H

/**
 * @file
 * Memory for a state. Small blocks that it gives back wait here for the next of their size: a state
 * makes and drops them by the hundred for each object.
 */

#include <stddef.h>

enum {
    RJ_LUA_POOL_STEP_BYTES = 16,
    RJ_LUA_POOL_SIZES = 16 /**< blocks of more than 256 bytes aren't kept */
};

/** Zero-initialise. */
typedef struct rj_lua_pool {
    void *waiting[RJ_LUA_POOL_SIZES]; /**< lists of blocks, linked by their first bytes */
} rj_lua_pool;

/** As realloc(), which is told the size of @p block; NULL: a new one. */
void *rj_lua_pool_resize(rj_lua_pool *pool, void *block, size_t old_bytes, size_t new_bytes);

/** As free(). */
void rj_lua_pool_give_back(rj_lua_pool *pool, void *block, size_t bytes);

/** Frees all that wait. */
void rj_lua_pool_clear(rj_lua_pool *pool);

#endif
