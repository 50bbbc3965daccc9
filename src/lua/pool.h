/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_LUA_POOL_H
#define RJ_LUA_POOL_H

/**
 * @file
 * Memory for a state. A state makes and drops small blocks by the hundred for each object: they are
 * cut from slabs, and those that it gives back wait here for the next of their size.
 */

#include <stddef.h>

enum {
    RJ_LUA_POOL_STEP_BYTES = 16,
    RJ_LUA_POOL_SIZES = 16 /**< blocks of more than 256 bytes aren't kept */
};

/** Zero-initialise. */
typedef struct rj_lua_pool {
    void *waiting[RJ_LUA_POOL_SIZES]; /**< lists of blocks, linked by their first bytes */
    void *slabs;                      /**< list of slabs, the one in use first */
    char *free;                       /**< what is left of it */
    size_t free_bytes;
} rj_lua_pool;

/** As realloc(), which is told the size of @p block; NULL: a new one. */
void *rj_lua_pool_resize(rj_lua_pool *pool, void *block, size_t old_bytes, size_t new_bytes);

/** As free(). */
void rj_lua_pool_give_back(rj_lua_pool *pool, void *block, size_t bytes);

/** Frees all slabs, and with them all small blocks. */
void rj_lua_pool_clear(rj_lua_pool *pool);

#endif
