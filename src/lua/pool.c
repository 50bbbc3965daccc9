/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/pool.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"

enum {
    SLAB_BYTES = 32 * 1024
};

/* Which list blocks of this size wait in; RJ_LUA_POOL_SIZES: none. */
static size_t list_of(size_t bytes) {
    const size_t steps = (bytes + RJ_LUA_POOL_STEP_BYTES - 1) / RJ_LUA_POOL_STEP_BYTES;
    return steps && steps <= RJ_LUA_POOL_SIZES ? steps - 1 : RJ_LUA_POOL_SIZES;
}

/* Its first bytes link it to the slab before; what was left of that is lost. */
static bool add_slab(rj_lua_pool *pool) {
    char *slab = rj_alloc_resize(NULL, SLAB_BYTES);
    if (!slab)
        return false;
    memcpy(slab, &pool->slabs, sizeof pool->slabs);
    pool->slabs = slab;
    pool->free = slab + RJ_LUA_POOL_STEP_BYTES;
    pool->free_bytes = SLAB_BYTES - RJ_LUA_POOL_STEP_BYTES;
    return true;
}

static void *take(rj_lua_pool *pool, size_t bytes) {
    const size_t list = list_of(bytes), block_bytes = (list + 1) * RJ_LUA_POOL_STEP_BYTES;
    if (list == RJ_LUA_POOL_SIZES)
        return rj_alloc_resize(NULL, bytes);
    void *block = pool->waiting[list];
    if (block) {
        memcpy(&pool->waiting[list], block, sizeof block);
        return block;
    }
    if (pool->free_bytes < block_bytes && !add_slab(pool))
        return NULL;
    block = pool->free;
    pool->free += block_bytes;
    pool->free_bytes -= block_bytes;
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
    while (pool->slabs) {
        void *slab = pool->slabs;
        memcpy(&pool->slabs, slab, sizeof pool->slabs);
        rj_alloc_free(slab);
    }
}
