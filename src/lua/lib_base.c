/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lua/lua_internal.h"

enum {
    MAX_UNPACKED = 5110 /* what fits production's value stack */
};

static int base_assert(lua_State *L) {
    if (lua_toboolean(L, 1))
        return lua_gettop(L);
    size_t bytes;
    const char *message = rj_lua_arg_string_or(L, 2, "assertion failed!", &bytes);
    lua_pushlstring(L, message, bytes);
    return rj_lua_raise_top(L, RJ_SITE_CALL);
}

static int base_error(lua_State *L) {
    rj_lua_arg_any(L, 1);
    int64_t level = rj_lua_arg_integer_or(L, 2, 1);
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
        rj_lua_push_where(L, level > RJ_LUA_MAX_CALLS ? 1 << 20 : (int)level - 1, RJ_SITE_CALL);
        lua_pushliteral(L, " ");
        lua_pushvalue(L, 1);
        lua_concat(L, 3);
    }
    return lua_error(L);
}

/* Calls the function below @p args arguments; the values returned stay above @p base. */
static bool call_protected(lua_State *L, int base, int args) {
    rj_lua_enter(L);
    lua_pushvalue(L, lua_upvalueindex(1)); /* the translator of messages */
    lua_insert(L, base + 1);
    int status = lua_pcall(L, args, LUA_MULTRET, base + 1);
    lua_remove(L, base + 1);
    rj_lua_note_status(L, status);
    return status == 0;
}

static int base_pcall(lua_State *L) {
    rj_lua_arg_any(L, 1);
    if (!lua_isfunction(L, 1)) {
        lua_pushboolean(L, 0);
        lua_pushfstring(L, "attempt to call a %s value", rj_lua_type_at(L, 1));
        return 2;
    }
    bool fine = call_protected(L, 0, lua_gettop(L) - 1);
    luaL_checkstack(L, 1, "");
    lua_pushboolean(L, fine);
    lua_insert(L, 1);
    return lua_gettop(L);
}

/* The handler is called when the stack has been unwound: it gets the message, and no script can see
 * more of it. */
static int base_xpcall(lua_State *L) {
    rj_lua_arg_function(L, 1);
    rj_lua_arg_function(L, 2);
    lua_settop(L, 2);
    lua_pushvalue(L, 1);
    bool fine = call_protected(L, 2, 0);
    if (!fine && rj_lua_of(L)->stop == RJ_LUA_STOP_NONE) {
        lua_settop(L, 3);
        lua_pushvalue(L, 2);
        lua_insert(L, 3);
        call_protected(L, 2, 1);
        lua_settop(L, 3);
    }
    luaL_checkstack(L, 1, "");
    lua_pushboolean(L, fine);
    lua_replace(L, 2);
    return lua_gettop(L) - 1;
}

static int base_select(lua_State *L) {
    const int count = lua_gettop(L);
    if (lua_type(L, 1) == LUA_TSTRING) {
        const char *text = lua_tostring(L, 1);
        if (strcmp(text, "#") != 0)
            return rj_lua_raise_argument(L, 1, lua_pushfstring(L, "invalid string '%s'", text));
        lua_pushinteger(L, count - 1);
        return 1;
    }
    if (lua_type(L, 1) != LUA_TNUMBER)
        return rj_lua_raise_type(L, 1, "number or string");
    int64_t first = rj_lua_arg_integer(L, 1);
    if (first < 0)
        first = first < -count ? 0 : count + first;
    else if (first > count)
        first = count;
    if (first < 1)
        return rj_lua_raise_argument(L, 1, "index out of range");
    return count - (int)first;
}

static int base_tonumber(lua_State *L) {
    const int64_t base = rj_lua_arg_integer_or(L, 2, 10);
    const bool base_given = !lua_isnoneornil(L, 2);
    rj_lua_arg_any(L, 1);
    double number;
    size_t bytes;
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER)
        return 1;
    if (lua_type(L, 1) == LUA_TSTRING) {
        const char *text = lua_tolstring(L, 1, &bytes);
        if (rj_lua_read_tonumber(text, bytes, base, base_given, &number)) {
            lua_pushnumber(L, number);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

static int base_tostring(lua_State *L) {
    rj_lua_arg_any(L, 1);
    rj_lua_push_text(L, 1, NULL);
    return 1;
}

static int base_type(lua_State *L) {
    rj_lua_arg_any(L, 1);
    lua_pushstring(L, rj_lua_type_at(L, 1));
    return 1;
}

static int base_unpack(lua_State *L) {
    rj_lua_arg_table(L, 1);
    const int64_t first = rj_lua_arg_integer_or(L, 2, 1);
    const int64_t last =
        lua_isnoneornil(L, 3) ? (int64_t)rj_lua_length(L, 1) : rj_lua_arg_integer(L, 3);
    if (first > last)
        return 0;
    const uint64_t count = (uint64_t)last - (uint64_t)first + 1;
    if (count > MAX_UNPACKED || count == 0 || !lua_checkstack(L, (int)count))
        return rj_lua_raise(L, "registry overflow");
    for (int64_t i = first; i <= last; i++) {
        lua_pushnumber(L, (lua_Number)i);
        lua_rawget(L, 1);
    }
    return (int)count;
}

/* ---- traversal ---- */

static int base_next(lua_State *L) {
    rj_lua_arg_table(L, 1);
    lua_settop(L, 2);
    if (rj_lua_next(L, 1))
        return 2;
    lua_pushnil(L);
    return 1;
}

static int base_pairs(lua_State *L) {
    rj_lua_arg_table(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

static int following_index(lua_State *L) {
    rj_lua_arg_table(L, 1);
    int64_t i = rj_lua_arg_integer(L, 2);
    i = i == INT64_MAX ? i : i + 1;
    lua_pushnumber(L, (lua_Number)i);
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    return lua_isnil(L, -1) ? 0 : 2;
}

static int base_ipairs(lua_State *L) {
    rj_lua_arg_table(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* ---- print ---- */

static void print_bytes(lua_State *L, rj_lua *lua, const char *data, size_t bytes) {
    if (lua->limits->max_print_bytes && bytes > lua->limits->max_print_bytes - lua->printed_bytes) {
        rj_lua_stop_run(lua, RJ_LUA_STOP_PRINT);
        rj_lua_push_stop_text(L, lua);
        rj_lua_raise_top(L, RJ_SITE_CALL);
    }
    lua->printed_bytes += bytes;
    if (lua->print)
        lua->print(lua->print_ctx, data, bytes);
}

static int base_print(lua_State *L) {
    rj_lua *lua = rj_lua_of(L);
    const int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        size_t bytes;
        if (i > 1)
            print_bytes(L, lua, "\t", 1);
        const char *text = rj_lua_push_text(L, i, &bytes);
        print_bytes(L, lua, text, bytes);
        lua_pop(L, 1);
        rj_lua_spend(L, lua, (long)(bytes / 32) + 10);
    }
    print_bytes(L, lua, "\n", 1);
    return 0;
}

static int print_registers(lua_State *L) {
    (void)L; /* production writes its VM's registers to standard error: nothing to show here */
    return 0;
}

/* ---- modules ---- */

static int load_preload(lua_State *L) {
    const char *name = rj_lua_arg_string(L, 1, NULL);
    lua_getfield(L, LUA_GLOBALSINDEX, "package");
    if (!lua_istable(L, -1))
        return rj_lua_raise(L, "attempt to index a non-table object(%s) with key 'preload'",
                            rj_lua_type_at(L, -1));
    lua_pushliteral(L, "preload");
    lua_rawget(L, -2);
    if (!lua_istable(L, -1))
        return rj_lua_raise(L, "package.preload must be a table");
    lua_pushvalue(L, 1);
    lua_rawget(L, -2);
    if (lua_isnil(L, -1))
        lua_pushfstring(L, "no field package.preload['%s']", name);
    return 1;
}

/* Asks the loaders one after the other; pushes the function that one gave. */
static void push_loader(lua_State *L, const char *name) {
    lua_pushliteral(L, "");
    for (int i = 1;; i++) {
        lua_rawgeti(L, lua_upvalueindex(1), i);
        if (lua_isnil(L, -1)) {
            rj_lua_raise(L, "module %s not found:\n\t%s, ", name, lua_tostring(L, -2));
            return;
        }
        lua_pushvalue(L, 1);
        lua_call(L, 1, 1);
        if (lua_isfunction(L, -1))
            return;
        if (lua_type(L, -1) == LUA_TSTRING) {
            if (lua_objlen(L, -2)) {
                lua_pushliteral(L, "\n\t");
                lua_insert(L, -2);
                lua_concat(L, 3);
            } else {
                lua_remove(L, -2);
            }
        } else {
            lua_pop(L, 1);
        }
        rj_lua_spend(L, rj_lua_of(L), 100);
    }
}

static int base_require(lua_State *L) {
    const char *name = rj_lua_arg_string(L, 1, NULL);
    lua_settop(L, 1);
    rj_lua_enter(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_LOADED);
    lua_pushlightuserdata(L, (void *)&base_require); /* "being loaded" */
    lua_pushvalue(L, 1);
    lua_rawget(L, 2);
    if (lua_toboolean(L, 4)) {
        if (lua_rawequal(L, 3, 4))
            return rj_lua_raise(L, "loop or previous error loading module: %s", name);
        return 1;
    }
    push_loader(L, name);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 3);
    lua_rawset(L, 2);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushvalue(L, 1);
    lua_rawget(L, 2);
    if (!lua_rawequal(L, 3, -1))
        return 1;
    lua_pop(L, 1);
    if (lua_isnil(L, -1))
        lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, 2);
    return 1;
}

static int load_library(lua_State *L) {
    return rj_lua_raise(L, "loadlib is not supported");
}

void rj_lua_open_package(lua_State *L) {
    lua_pushcfunction(L, load_library);
    lua_setfield(L, -2, "loadlib");
    lua_createtable(L, 1, 0);
    lua_pushcfunction(L, load_preload);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, base_require, 1);
    lua_setfield(L, LUA_GLOBALSINDEX, "require");
    lua_setfield(L, -2, "loaders");
}

/* ---- what production refuses ---- */

static int refuse(lua_State *L) {
    /* The position is that of production's replacement, one line of Lua. */
    return rj_lua_raise_bare(
        L,
        "<string>:1: call function %s is not supported in karmada customized resourceinterpreter.",
        lua_tostring(L, lua_upvalueindex(1)));
}

static const char *const refused[] = {
    "collectgarbage", "dofile", "getfenv", "getmetatable", "load",         "loadfile", "loadstring",
    "rawequal",       "rawget", "rawset",  "setfenv",      "setmetatable", "module",   "newproxy",
};

static const rj_lua_function functions[] = {
    {"assert", base_assert},
    {"error", base_error},
    {"print", base_print},
    {"select", base_select},
    {"tonumber", base_tonumber},
    {"tostring", base_tostring},
    {"type", base_type},
    {"unpack", base_unpack},
    {"_printregs", print_registers},
    {NULL, NULL},
};

void rj_lua_open_base(lua_State *L) {
    rj_lua_set_functions(L, functions);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lua_pushstring(L, refused[i]);
        lua_pushcclosure(L, refuse, 1);
        lua_setfield(L, -2, refused[i]);
    }
    lua_pushcfunction(L, rj_lua_translate);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, base_pcall, 1);
    lua_setfield(L, -3, "pcall");
    lua_pushcclosure(L, base_xpcall, 1);
    lua_setfield(L, -2, "xpcall");
    lua_pushcfunction(L, base_next);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "next");
    lua_pushcclosure(L, base_pairs, 1);
    lua_setfield(L, -2, "pairs");
    lua_pushcfunction(L, following_index);
    lua_pushcclosure(L, base_ipairs, 1);
    lua_setfield(L, -2, "ipairs");
}
