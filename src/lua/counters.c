/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "lua/lua_internal.h"
#include "script/helpers.h"

/* Outside the state's memory, so that a script has as much of that as without them. */
typedef struct rj_lua_counters {
    size_t count;
    uint64_t values[];
} rj_lua_counters;

struct rj_lua_counters *rj_lua_new_counters(const rj_chunk *chunk, bool *ok) {
    rj_lua_counters *counters = NULL;
    *ok = true;
    if (!chunk->point_count)
        return NULL;
    if (chunk->point_count <= (SIZE_MAX - sizeof *counters) / sizeof *counters->values)
        counters =
            rj_alloc_zeroed(sizeof *counters + chunk->point_count * sizeof *counters->values);
    *ok = counters != NULL;
    if (counters)
        counters->count = chunk->point_count;
    return counters;
}

/* ---- helpers ---- */

static void count(lua_State *L, size_t point) {
    rj_lua_counters *counters = lua_touserdata(L, lua_upvalueindex(1));
    if (point < counters->count)
        counters->values[point]++;
}

static int helper_hit(lua_State *L) {
    count(L, (size_t)lua_tointeger(L, 1));
    lua_pushboolean(L, 0);
    return 1;
}

static int helper_branch(lua_State *L) {
    count(L, (size_t)lua_tointeger(L, 1) + !lua_toboolean(L, 2));
    lua_settop(L, 2);
    return 1;
}

void rj_lua_push_helpers(lua_State *L, rj_lua *lua, size_t chunk_number) {
#define ROW(name, meaning) {#name, helper_##name},
    static const rj_lua_function functions[] = {RJ_SCRIPT_COUNTERS(ROW){NULL, NULL}};
#undef ROW
    enum {
        FIELDS = 32
    };
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_HELPERS);
    const bool is_traced = lua->chunks[chunk_number]->is_traced;
    if (!lua->counters[chunk_number] && !is_traced)
        return;
    lua_createtable(L, 0, FIELDS);
    lua_pushnil(L);
    while (lua_next(L, -3)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    if (is_traced)
        rj_lua_set_tracers(L, lua, chunk_number);
    for (const rj_lua_function *f = functions; f->name && !is_traced; f++) {
        lua_pushlightuserdata(L, lua->counters[chunk_number]);
        lua_pushcclosure(L, f->function, 1);
        lua_setfield(L, -2, f->name);
    }
    lua_remove(L, -2);
}

const uint64_t *rj_lua_counts(const rj_lua *lua, const rj_chunk *chunk) {
    for (size_t i = lua->chunk_count; i-- > 0;)
        if (lua->chunks[i] == chunk)
            return lua->counters[i] ? lua->counters[i]->values : NULL;
    return NULL;
}
