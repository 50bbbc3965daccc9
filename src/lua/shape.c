/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/lua_internal.h"

/*
 * The order in which keys came into a script's own table. Production visits keys other than array
 * indexes in that order.
 *
 * Each table that a constructor makes has a metatable, which no script can see: its shape. A shape
 * is the list of the keys that its tables have had, in order. Its __newindex is called for a key
 * that a table doesn't have, and moves the table on to the shape with that key at the end. Shapes
 * are shared: tables filled by the same lines have the same. Tables with many keys, or with keys
 * that few others have, get a shape of their own, which grows with them.
 *
 * A shape holds: keys at 1, 2, 3 …; at POSITIONS a table from keys to their positions; at FOLLOWING
 * a table from keys to the shapes they lead to, which shapes of one table don't have.
 */

enum {
    POSITIONS = 0,
    FOLLOWING = -1,
    MAX_SHARED_KEYS = 16,
    MAX_FOLLOWING = 64, /* shapes after one */
    MAX_SHAPES = 2000   /* shared ones of a state */
};

/* Pushes a new shape without keys. */
static void push_empty_shape(lua_State *L, bool shared) {
    lua_createtable(L, shared ? 4 : MAX_SHARED_KEYS * 2, 4);
    lua_newtable(L);
    lua_rawseti(L, -2, POSITIONS);
    if (shared) {
        lua_newtable(L);
        lua_rawseti(L, -2, FOLLOWING);
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_NEW_KEY);
    lua_setfield(L, -2, "__newindex");
}

/* Adds the key at @p key to the shape on top of the stack, as its last. */
static void append_key(lua_State *L, int key) {
    const int count = (int)lua_objlen(L, -1);
    lua_pushvalue(L, key);
    lua_rawseti(L, -2, count + 1);
    lua_rawgeti(L, -1, POSITIONS);
    lua_pushvalue(L, key);
    lua_pushinteger(L, count + 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

/* Replaces the shape on top of the stack by a copy with the key at @p key behind the others. */
static void copy_with_key(lua_State *L, int key, bool shared) {
    const int from = lua_gettop(L);
    const int count = (int)lua_objlen(L, from);
    push_empty_shape(L, shared);
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, from, i);
        lua_insert(L, -2);
        append_key(L, lua_gettop(L) - 1);
        lua_remove(L, -2);
    }
    append_key(L, key);
    lua_remove(L, from);
}

/* Whether one more shared shape may follow the shape on top of the stack. */
static bool may_share(lua_State *L, const rj_lua *lua) {
    if (lua->shape_count >= MAX_SHAPES || lua_objlen(L, -1) >= MAX_SHARED_KEYS)
        return false;
    int following = 0;
    lua_rawgeti(L, -1, FOLLOWING);
    for (lua_pushnil(L); following < MAX_FOLLOWING && lua_next(L, -2); following++)
        lua_pop(L, 1);
    lua_settop(L, lua_gettop(L) - (following == MAX_FOLLOWING ? 2 : 1));
    return following < MAX_FOLLOWING;
}

/* Moves from the shape on top of the stack to the one with one more key, which takes its place; the
 * same one when the key is known. */
static void move_on(lua_State *L, rj_lua *lua, int key) {
    lua_rawgeti(L, -1, POSITIONS);
    lua_pushvalue(L, key);
    lua_rawget(L, -2);
    const bool known = !lua_isnil(L, -1);
    lua_pop(L, 2);
    if (known)
        return; /* a key that returns keeps its place */
    lua_rawgeti(L, -1, FOLLOWING);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        append_key(L, key);
        return;
    }
    lua_pushvalue(L, key);
    lua_rawget(L, -2);
    if (lua_istable(L, -1)) {
        lua_insert(L, -3);
        lua_pop(L, 2);
        return;
    }
    lua_pop(L, 2);
    if (!may_share(L, lua)) {
        copy_with_key(L, key, false);
        return;
    }
    lua_rawgeti(L, -1, FOLLOWING);
    lua_insert(L, -2);
    copy_with_key(L, key, true);
    lua_pushvalue(L, key);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4); /* following[key] = the new shape */
    lua_remove(L, -2);
    lua->shape_count++;
}

/* Whether the key at @p key is one whose order is noted; raises for what can't be a key. */
static bool check_key(lua_State *L, int key) {
    const int type = lua_type(L, key);
    if (type == LUA_TNIL)
        rj_lua_raise_in(L, RJ_SITE_SET, "table index is nil");
    if (type != LUA_TNUMBER)
        return true;
    const double number = lua_tonumber(L, key);
    if (number != number)
        rj_lua_raise_in(L, RJ_SITE_SET, "table index is NaN");
    return !rj_lua_is_index(number);
}

/* __newindex: a key that the table doesn't have. */
static int new_key(lua_State *L) {
    lua_settop(L, 3);
    const bool noted = check_key(L, 2);
    if (lua_isnil(L, 3))
        return 0;
    if (noted) {
        lua_getmetatable(L, 1);
        move_on(L, rj_lua_of(L), 2);
        lua_setmetatable(L, 1);
    }
    lua_rawset(L, 1);
    return 0;
}

void rj_lua_push_record(lua_State *L, int count) {
    rj_lua *lua = rj_lua_of(L);
    luaL_checkstack(L, 16, "");
    lua_createtable(L, 0, count);
    const int table = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_SHAPE);
    for (int key = 1; key < 2 * count; key += 2) {
        const bool noted = check_key(L, key);
        lua_pushvalue(L, key);
        lua_pushvalue(L, key + 1);
        lua_rawset(L, table);
        if (noted && !lua_isnil(L, key + 1))
            move_on(L, lua, key);
    }
    lua_setmetatable(L, table);
}

/* Keys of the table at @p table that its shape doesn't have yet, in the order of pairs() for tables
 * without a shape. The shape is on top of the stack. */
static void add_other_keys(lua_State *L, rj_lua *lua, int table) {
    lua_pushnil(L);
    while (rj_lua_next(L, table)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TNUMBER && rj_lua_is_index(lua_tonumber(L, -1)))
            continue;
        lua_insert(L, -2);
        move_on(L, lua, lua_gettop(L) - 1);
        lua_insert(L, -2);
    }
}

void rj_lua_give_shape(lua_State *L, int table, int first_key, int last_key) {
    rj_lua *lua = rj_lua_of(L);
    bool has_others = false;
    luaL_checkstack(L, 16, "");
    if (!lua_getmetatable(L, table))
        lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_SHAPE);
    for (int key = first_key; key <= last_key; key++) {
        if (lua_isnil(L, key)) {
            has_others = true;
            continue;
        }
        lua_pushvalue(L, key);
        lua_rawget(L, table);
        const bool present = !lua_isnil(L, -1);
        lua_pop(L, 1);
        if (present)
            move_on(L, lua, key);
    }
    if (has_others)
        add_other_keys(L, lua, table);
    lua_setmetatable(L, table);
}

void rj_lua_open_shapes(lua_State *L) {
    lua_pushcfunction(L, new_key);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_NEW_KEY);
    push_empty_shape(L, true);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_SHAPE);
}

bool rj_lua_push_shape(lua_State *L, int table) {
    return lua_getmetatable(L, table);
}

size_t rj_lua_shape_position(lua_State *L, int key) {
    lua_rawgeti(L, -1, POSITIONS);
    lua_pushvalue(L, key);
    lua_rawget(L, -2);
    /* An unknown key counts as the first one, as in production. */
    const size_t position = lua_isnil(L, -1) ? 1 : (size_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return position;
}
