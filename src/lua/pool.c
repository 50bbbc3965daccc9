/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/pool.h"

#include <string.h>

#include "base/alloc.h"

/* Which list blocks of this size wait in; RJ_LUA_POOL_SIZES: none. */
static size_t list_of(size_t bytes) {
    const size_t steps = (bytes + RJ_LUA_POOL_STEP_BYTES - 1) / RJ_LUA_POOL_STEP_BYTES;
    return steps && steps <= RJ_LUA_POOL_SIZES ? steps - 1 : RJ_LUA_POOL_SIZES;
}

static void *take(rj_lua_pool *pool, size_t bytes) {
    const size_t list = list_of(bytes);
    if (list == RJ_LUA_POOL_SIZES)
        return rj_alloc_resize(NULL, bytes);
    void *block = pool->waiting[list];
    if (!block)
        return rj_alloc_resize(NULL, (list + 1) * RJ_LUA_POOL_STEP_BYTES);
    memcpy(&pool->waiting[list], block, sizeof block);
    return block;
}

void rj_lua_pool_give_back(rj_lua_pool *pool, void *block, size_t bytes) {
    const size_t list = list_of(bytes);
    if (!block || list == RJ_LUA_POOL_SIZES) {
        rj_alloc_free(block);
        return;
    }
    memcpy(block, &pool->waiting[list], sizeof block);
    pool->waiting[list] = block;
}

void *rj_lua_pool_resize(rj_lua_pool *pool, void *block, size_t old_bytes, size_t new_bytes) {
    if (!block)
        return take(pool, new_bytes);
    const size_t old_list = list_of(old_bytes), new_list = list_of(new_bytes);
    if (old_list == RJ_LUA_POOL_SIZES && new_list == RJ_LUA_POOL_SIZES)
        return rj_alloc_resize(block, new_bytes);
    if (old_list == new_list)
        return block;
    void *moved = take(pool, new_bytes);
    if (!moved)
        return NULL;
    memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    rj_lua_pool_give_back(pool, block, old_bytes);
    return moved;
}

void rj_lua_pool_clear(rj_lua_pool *pool) {
    for (size_t list = 0; list < RJ_LUA_POOL_SIZES; list++)
        while (pool->waiting[list])
            rj_alloc_free(take(pool, (list + 1) * RJ_LUA_POOL_STEP_BYTES));
}
