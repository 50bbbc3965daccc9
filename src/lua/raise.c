/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "lua/lua_internal.h"

int rj_lua_raise_top(lua_State *L, rj_site_kind kind) {
    rj_lua_of(L)->raised = kind;
    rj_lua_push_where(L, 0, kind);
    if (lua_objlen(L, -1)) {
        lua_pushliteral(L, " ");
        lua_pushvalue(L, -3);
        lua_concat(L, 3);
    } else {
        lua_pop(L, 1);
    }
    return lua_error(L);
}

static void push_message(lua_State *L, const char *format, va_list args) {
    luaL_checkstack(L, 8, "");
    lua_pushvfstring(L, format, args);
}

int rj_lua_raise(lua_State *L, const char *format, ...) {
    va_list args;
    va_start(args, format);
    push_message(L, format, args);
    va_end(args);
    return rj_lua_raise_top(L, RJ_SITE_CALL);
}

int rj_lua_raise_in(lua_State *L, rj_site_kind kind, const char *format, ...) {
    va_list args;
    va_start(args, format);
    push_message(L, format, args);
    va_end(args);
    return rj_lua_raise_top(L, kind);
}

int rj_lua_raise_bare(lua_State *L, const char *format, ...) {
    va_list args;
    va_start(args, format);
    push_message(L, format, args);
    va_end(args);
    return lua_error(L);
}

/* Pushes the name that the call of the running C function is written with. */
static const char *push_callee(lua_State *L) {
    lua_Debug ar;
    rj_lua_place caller;
    const char *written;
    if (!rj_lua_place_at(L, 1, RJ_SITE_CALL, &caller) || caller.site.kind == RJ_SITE_FOR) {
        lua_pushliteral(L, "(anonymous)");
        return lua_tostring(L, -1);
    }
    size_t bytes = rj_lua_last_name(caller.site.expression, &written);
    if (bytes) {
        lua_pushlstring(L, written, bytes);
    } else {
        lua_getstack(L, 0, &ar);
        lua_getinfo(L, "n", &ar);
        lua_pushstring(L, ar.name && !caller.site.expression ? ar.name : "?");
    }
    return lua_tostring(L, -1);
}

int rj_lua_raise_argument(lua_State *L, int arg, const char *text) {
    luaL_checkstack(L, 8, "");
    const char *name = push_callee(L);
    return rj_lua_raise(L, "bad argument #%d to %s (%s)", arg, name, text);
}

int rj_lua_raise_type(lua_State *L, int arg, const char *expected) {
    luaL_checkstack(L, 8, "");
    const char *text = lua_pushfstring(L, "%s expected, got %s", expected, rj_lua_type_at(L, arg));
    return rj_lua_raise_argument(L, arg, text);
}

void rj_lua_enter(lua_State *L) {
    lua_Debug ar;
    if (lua_getstack(L, RJ_LUA_MAX_CALLS, &ar))
        rj_lua_raise(L, "stack overflow");
}
