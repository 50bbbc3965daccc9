/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/lua_internal.h"

enum {
    MAX_CONCATENATED = 2554 /* elements that fit production's value stack */
};

static void copy_item(lua_State *L, double from, double to) {
    lua_pushnumber(L, to);
    lua_pushnumber(L, from);
    lua_rawget(L, 1);
    lua_rawset(L, 1);
}

/* Sets item @p i of the table at 1 to the value on top of the stack, which it pops. */
static void set_item(lua_State *L, double i) {
    lua_pushnumber(L, i);
    lua_insert(L, -2);
    if (rj_lua_is_index(i))
        lua_rawset(L, 1);
    else
        lua_settable(L, 1);
}

static int table_insert(lua_State *L) {
    rj_lua_arg_table(L, 1);
    const int args = lua_gettop(L);
    if (args == 1)
        return rj_lua_raise(L, "wrong number of arguments");
    const size_t length = rj_lua_length(L, 1);
    if (args == 2) {
        set_item(L, (double)length + 1);
        return 0;
    }
    const int64_t position = rj_lua_arg_integer(L, 2);
    lua_settop(L, 3);
    if (position >= 1 && position <= (int64_t)length) {
        rj_lua *lua = rj_lua_of(L);
        for (size_t i = length; i >= (size_t)position; i--) {
            copy_item(L, (double)i, (double)i + 1);
            rj_lua_spend(L, lua, 2);
        }
    }
    set_item(L, (double)position);
    return 0;
}

static int table_remove(lua_State *L) {
    rj_lua_arg_table(L, 1);
    const size_t length = rj_lua_length(L, 1);
    int64_t position = lua_gettop(L) == 1 ? -1 : rj_lua_arg_integer(L, 2);
    lua_settop(L, 1);
    if (length == 0 || position > (int64_t)length) {
        lua_pushnil(L);
        return 1;
    }
    if (position < 1)
        position = (int64_t)length;
    lua_pushnumber(L, (lua_Number)position);
    lua_rawget(L, 1);
    rj_lua *lua = rj_lua_of(L);
    for (size_t i = (size_t)position; i < length; i++) {
        copy_item(L, (double)i + 1, (double)i);
        rj_lua_spend(L, lua, 2);
    }
    lua_pushnil(L);
    set_item(L, (double)length);
    return 1;
}

static int table_concat(lua_State *L) {
    rj_lua_arg_table(L, 1);
    const int64_t length = (int64_t)rj_lua_length(L, 1);
    size_t separator_bytes;
    const char *separator = rj_lua_arg_string_or(L, 2, "", &separator_bytes);
    int64_t first = rj_lua_arg_integer_or(L, 3, 1);
    int64_t last = rj_lua_arg_integer_or(L, 4, length);
    if (lua_gettop(L) == 3 && (first < 1 || first > length)) {
        lua_pushliteral(L, "");
        return 1;
    }
    first = first > length ? length : first;
    first = first < 1 ? 1 : first;
    last = last > length ? length : last;
    lua_settop(L, 4);
    rj_lua *lua = rj_lua_of(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (int64_t i = first; i <= last; i++) {
        char number[RJ_DOUBLE_TEXT_BYTES];
        lua_rawgeti(L, 1, (int)i);
        int type = lua_type(L, -1);
        if (type != LUA_TSTRING && type != LUA_TNUMBER)
            return rj_lua_raise(L, "invalid value (%s) at index %d in table for concat",
                                rj_lua_type_at(L, -1), (int)i);
        if (i - first >= MAX_CONCATENATED)
            return rj_lua_raise(L, "registry overflow");
        if (type == LUA_TNUMBER) {
            size_t bytes = rj_lua_number_text(lua_tonumber(L, -1), number);
            lua_pop(L, 1);
            luaL_addlstring(&text, number, bytes);
        } else {
            rj_lua_spend(L, lua, (long)(lua_objlen(L, -1) / 64));
            luaL_addvalue(&text);
        }
        if (i != last)
            luaL_addlstring(&text, separator, separator_bytes);
        rj_lua_spend(L, lua, 5 + (long)(separator_bytes / 64));
    }
    luaL_pushresult(&text);
    return 1;
}

static int table_length(lua_State *L) {
    rj_lua_arg_table(L, 1);
    lua_pushnumber(L, (lua_Number)rj_lua_length(L, 1));
    return 1;
}

static int table_sort(lua_State *L) {
    rj_lua_arg_table(L, 1);
    if (lua_gettop(L) != 1)
        rj_lua_arg_function(L, 2);
    lua_settop(L, 2);
    rj_lua_enter(L);
    rj_lua_sort(L, rj_lua_length(L, 1));
    return 0;
}

static const rj_lua_function functions[] = {
    {"concat", table_concat},
    {"getn", table_length},
    {"insert", table_insert},
    {"maxn", table_length},
    {"remove", table_remove},
    {"sort", table_sort},
    {NULL, NULL},
};

void rj_lua_open_table(lua_State *L) {
    lua_createtable(L, 0, 8);
    rj_lua_set_functions(L, functions);
}
