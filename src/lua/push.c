/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lua/lua_internal.h"

/*
 * Values into Lua. The upper levels by recursion, with the tables being filled on Lua's stack.
 * Below them without: values nest deeper than LuaJIT lets a C function fill its stack, so the
 * tables being filled are kept in a table, the rest of a level in a frame.
 */

enum {
    RECURSIVE_LEVELS = 32
};

typedef struct frame {
    const rj_value *value; /* list or map */
    size_t next;           /* item or member to look at */
    int filled;            /* items of a list that Lua has got */
} frame;

typedef struct pushing {
    lua_State *L;
    rj_lua *lua;
    int tables;      /* stack index: table of the tables being filled */
    int frames_slot; /* stack index: keeps the frames alive */
    frame *frames;
    size_t depth, capacity;
} pushing;

static bool is_container(const rj_value *value) {
    return value->kind == RJ_KIND_LIST || value->kind == RJ_KIND_MAP;
}

static void push_scalar(lua_State *L, const rj_value *value) {
    switch ((rj_kind)value->kind) {
    case RJ_KIND_BOOL:
        lua_pushboolean(L, value->boolean);
        break;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        lua_pushnumber(L, value->number.f64);
        break;
    case RJ_KIND_STRING:
        lua_pushlstring(L, value->string.data, value->string.bytes);
        break;
    case RJ_KIND_NULL:
    case RJ_KIND_LIST:
    case RJ_KIND_MAP:
        lua_pushnil(L);
        break;
    }
}

static int table_size(size_t count) {
    return count > 1 << 24 ? 1 << 24 : (int)count;
}

/* Pushes an empty table for a value and begins to fill it. */
static void open_table(pushing *p, const rj_value *value) {
    p->frames = rj_lua_scratch_grow(p->L, p->frames_slot, p->frames, p->depth, &p->capacity,
                                    sizeof *p->frames);
    p->frames[p->depth++] = (frame){.value = value};
    if (value->kind == RJ_KIND_LIST)
        lua_createtable(p->L, table_size(value->list.count), 0);
    else
        lua_createtable(p->L, 0, table_size(value->map.count));
    lua_pushvalue(p->L, -1);
    lua_rawseti(p->L, p->tables, (int)p->depth);
}

/* Gives the open table on top of the stack its next item. False: it is complete. A container is
 * opened, then the new table is on top instead. */
static bool fill(pushing *p) {
    lua_State *L = p->L;
    frame *f = &p->frames[p->depth - 1];
    const rj_value *item;
    rj_lua_spend(L, p->lua, 10);
    if (f->value->kind == RJ_KIND_LIST) {
        if (f->next == f->value->list.count)
            return false;
        item = &f->value->list.items[f->next++];
        if (item->kind == RJ_KIND_NULL)
            return true; /* later items move down */
        lua_pushinteger(L, ++f->filled);
    } else {
        if (f->next == f->value->map.count)
            return false;
        const rj_member *member = &f->value->map.members[f->next++];
        item = &member->value;
        if (item->kind == RJ_KIND_NULL)
            return true;
        lua_pushlstring(L, member->key, member->key_bytes);
    }
    if (!is_container(item)) {
        push_scalar(L, item);
        lua_rawset(L, -3);
        return true;
    }
    open_table(p, item);
    lua_pushvalue(L, -1);
    lua_insert(L, -4); /* child, parent, key, child */
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return true;
}

static void push_deep(lua_State *L, rj_lua *lua, const rj_value *value) {
    lua_newtable(L);
    lua_pushnil(L);
    pushing p = {.L = L, .lua = lua};
    p.frames_slot = lua_gettop(L);
    p.tables = p.frames_slot - 1;
    open_table(&p, value);
    for (;;) {
        if (fill(&p))
            continue;
        if (p.depth == 1)
            break;
        lua_pop(L, 1);
        lua_pushnil(L);
        lua_rawseti(L, p.tables, (int)p.depth);
        p.depth--;
        lua_rawgeti(L, p.tables, (int)p.depth);
    }
    lua_replace(L, p.tables);
    lua_settop(L, p.tables);
}

static void push(lua_State *L, rj_lua *lua, const rj_value *value, int level);

static void push_list(lua_State *L, rj_lua *lua, const rj_value *value, int level) {
    int filled = 0;
    lua_createtable(L, table_size(value->list.count), 0);
    for (size_t i = 0; i < value->list.count; i++) {
        const rj_value *item = &value->list.items[i];
        rj_lua_spend(L, lua, 10);
        if (item->kind == RJ_KIND_NULL)
            continue; /* later items move down */
        push(L, lua, item, level);
        lua_rawseti(L, -2, ++filled);
    }
}

static void push_map(lua_State *L, rj_lua *lua, const rj_value *value, int level) {
    lua_createtable(L, 0, table_size(value->map.count));
    for (size_t i = 0; i < value->map.count; i++) {
        const rj_member *member = &value->map.members[i];
        rj_lua_spend(L, lua, 10);
        if (member->value.kind == RJ_KIND_NULL)
            continue;
        lua_pushlstring(L, member->key, member->key_bytes);
        push(L, lua, &member->value, level);
        lua_rawset(L, -3);
    }
}

static void push(lua_State *L, rj_lua *lua, const rj_value *value, int level) {
    if (!is_container(value))
        push_scalar(L, value);
    else if (level == RECURSIVE_LEVELS)
        push_deep(L, lua, value);
    else if (value->kind == RJ_KIND_LIST)
        push_list(L, lua, value, level + 1);
    else
        push_map(L, lua, value, level + 1);
}

void rj_lua_push_value(lua_State *L, const rj_value *value) {
    luaL_checkstack(L, 12 + 2 * RECURSIVE_LEVELS, "");
    push(L, rj_lua_of(L), value ? value : &rj_value_null, 0);
}
