/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lua/lua_internal.h"

const char *rj_lua_type_at(lua_State *L, int index) {
    int type = lua_type(L, index);
    if (type == LUA_TNONE)
        return "nil";
    return type == LUA_TLIGHTUSERDATA ? "userdata" : lua_typename(L, type);
}

const char *rj_lua_arg_string(lua_State *L, int arg, size_t *bytes) {
    int type = lua_type(L, arg);
    if (type == LUA_TNUMBER) {
        char text[RJ_DOUBLE_TEXT_BYTES];
        size_t length = rj_lua_number_text(lua_tonumber(L, arg), text);
        lua_pushlstring(L, text, length);
        lua_replace(L, arg);
    } else if (type != LUA_TSTRING) {
        rj_lua_raise_type(L, arg, "string");
    }
    return lua_tolstring(L, arg, bytes);
}

const char *rj_lua_arg_string_or(lua_State *L, int arg, const char *fallback, size_t *bytes) {
    if (lua_isnoneornil(L, arg)) {
        if (bytes)
            *bytes = fallback ? strlen(fallback) : 0;
        return fallback;
    }
    if (lua_type(L, arg) != LUA_TSTRING)
        rj_lua_raise_type(L, arg, "string");
    return lua_tolstring(L, arg, bytes);
}

double rj_lua_arg_number(lua_State *L, int arg) {
    if (lua_type(L, arg) == LUA_TNUMBER)
        return lua_tonumber(L, arg);
    double number;
    size_t bytes;
    if (lua_type(L, arg) == LUA_TSTRING) {
        const char *text = lua_tolstring(L, arg, &bytes);
        if (rj_lua_read_number(text, bytes, &number))
            return number;
    }
    return rj_lua_raise_type(L, arg, "number");
}

int64_t rj_lua_cut(double d) {
    /* What the processor's conversion gives when the result doesn't fit. */
    if (d >= -9223372036854775808.0 && d < 9223372036854775808.0)
        return (int64_t)d;
    return INT64_MIN;
}

int64_t rj_lua_arg_integer(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TNUMBER)
        rj_lua_raise_type(L, arg, "number");
    return rj_lua_cut(lua_tonumber(L, arg));
}

int64_t rj_lua_arg_integer_or(lua_State *L, int arg, int64_t fallback) {
    return lua_isnoneornil(L, arg) ? fallback : rj_lua_arg_integer(L, arg);
}

void rj_lua_arg_any(lua_State *L, int arg) {
    if (lua_type(L, arg) == LUA_TNONE)
        rj_lua_raise_argument(L, arg, "value expected");
}

void rj_lua_arg_table(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TTABLE)
        rj_lua_raise_type(L, arg, "table");
}

void rj_lua_arg_function(lua_State *L, int arg) {
    if (lua_type(L, arg) != LUA_TFUNCTION)
        rj_lua_raise_type(L, arg, "function");
}

void *rj_lua_scratch(lua_State *L, size_t bytes) {
    return lua_newuserdata(L, bytes);
}

void *rj_lua_scratch_grow(lua_State *L, int slot, void *items, size_t count, size_t *capacity,
                          size_t size) {
    enum {
        FIRST_CAPACITY = 16
    };
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    void *larger = rj_lua_scratch(L, *capacity * size);
    if (count)
        memcpy(larger, items, count * size);
    lua_replace(L, slot);
    return larger;
}

void *rj_lua_new_userdata(lua_State *L, size_t bytes) {
    void *data = lua_newuserdata(L, bytes);
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_USERDATA);
    lua_setmetatable(L, -2);
    return data;
}
