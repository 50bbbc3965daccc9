/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/lua_internal.h"

void rj_lua_set_functions(lua_State *L, const rj_lua_function *functions) {
    for (; functions->name; functions++) {
        lua_pushcfunction(L, functions->function);
        lua_setfield(L, -2, functions->name);
    }
}

static int open_kube(lua_State *L) {
    rj_lua_open_kube(L);
    return 1;
}

/* The table on top of the stack becomes a global and a loaded module; pops it. */
static void add_library(lua_State *L, const char *name) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_LOADED);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
    lua_setfield(L, LUA_GLOBALSINDEX, name);
}

static void open_package(lua_State *L) {
    lua_createtable(L, 0, 4);
    rj_lua_open_package(L);
    lua_newtable(L);
    lua_pushcfunction(L, open_kube);
    lua_setfield(L, -2, "kube");
    lua_setfield(L, -2, "preload");
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_LOADED);
    lua_setfield(L, -2, "loaded");
    /* Not among package.loaded: require("package") fails, as in production. */
    lua_setfield(L, LUA_GLOBALSINDEX, "package");
}

void rj_lua_open_environment(lua_State *L) {
    lua_createtable(L, 0, 8);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_LOADED);

    lua_pushvalue(L, LUA_GLOBALSINDEX);
    add_library(L, "_G");
    lua_pushvalue(L, LUA_GLOBALSINDEX);
    rj_lua_open_base(L);
    lua_pop(L, 1);
    lua_pushliteral(L, "Lua 5.1");
    lua_setfield(L, LUA_GLOBALSINDEX, "_VERSION");
    lua_pushliteral(L, "GopherLua 0.1");
    lua_setfield(L, LUA_GLOBALSINDEX, "_GOPHER_LUA_VERSION");

    open_package(L);
    rj_lua_open_string(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_STRING);
    add_library(L, "string");
    rj_lua_open_table(L);
    add_library(L, "table");
    rj_lua_open_math(L);
    add_library(L, "math");
    rj_lua_open_os(L);
    add_library(L, "os");
}
