/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "lua/lua_internal.h"
#include "script/helpers.h"

/*
 * Length and order of tables. LuaJIT's own order of keys depends on hashes that change from run to
 * run. Here it is: positive integers ascending, other numbers ascending, strings by bytes,
 * booleans, the rest by address. Production has integers in the same order and the others in the
 * order of their first insertion, or at random when the table was read from JSON. Tables that
 * scripts make have a shape (shape.c) and are visited as in production.
 */

enum {
    EXACT_LENGTH = 1024
};

static int absolute(lua_State *L, int index) {
    return index > 0 || index <= LUA_REGISTRYINDEX ? index : lua_gettop(L) + 1 + index;
}

bool rj_lua_is_index(double number) {
    return number >= 1 && number <= RJ_MAX_ARRAY_INDEX && number == floor(number);
}

/* Whether the length found last still holds, so far as can be told without looking at every key:
 * the table has grown or shrunk at its end. */
static bool length_is_known(lua_State *L, rj_lua *lua, int table, size_t border) {
    if (border < EXACT_LENGTH || lua->length_table != lua_topointer(L, table) ||
        lua->length_credit == 0)
        return false;
    if (border + 1 == lua->length_checked) {
        lua_rawgeti(L, table, (int)lua->length_checked);
        const bool removed = lua_isnil(L, -1);
        lua_pop(L, 1);
        if (!removed)
            return false;
        lua->length_checked = border;
    } else if (border < lua->length_checked || border - lua->length_checked > border / 8) {
        return false;
    }
    lua->length_credit--;
    return true;
}

/*
 * LuaJIT's length is some index before a nil; whether greater ones exist has to be looked for. In
 * long tables this is done now and then only, so that t[#t + 1] = v stays cheap.
 */
size_t rj_lua_length(lua_State *L, int index) {
    rj_lua *lua = rj_lua_of(L);
    const int table = absolute(L, index);
    const size_t border = lua_objlen(L, table);
    if (length_is_known(L, lua, table, border))
        return border;
    luaL_checkstack(L, 3, "");
    double greatest = (double)border;
    long steps = 0;
    if (border < 32)
        lua_pushnil(L);
    else
        lua_pushnumber(L, (lua_Number)border);
    for (; lua_next(L, table); steps++) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) > greatest &&
            rj_lua_is_index(lua_tonumber(L, -1)))
            greatest = lua_tonumber(L, -1);
    }
    rj_lua_spend(L, lua, steps + (long)(border / 32));
    if (border >= EXACT_LENGTH && greatest == (double)border) {
        lua->length_table = lua_topointer(L, table);
        lua->length_checked = border;
        lua->length_credit = border / 8;
    }
    return (size_t)greatest;
}

/* ---- the order of keys ---- */

typedef enum key_class {
    KEY_INDEX,
    KEY_NUMBER,
    KEY_STRING,
    KEY_BOOLEAN,
    KEY_OTHER
} key_class;

typedef struct key {
    key_class class;
    int slot; /* where the key is in the table that keeps it alive */
    union {
        double number;
        uintptr_t address;
        struct {
            const char *data;
            size_t bytes;
            bool is_reversed;
        } text;
    };
} key;

/* The keys of one table, as they were when a traversal began. */
typedef struct order {
    size_t count;
    size_t cursor; /* where the last answer was found: the next question is usually about it */
    key keys[];
} order;

static key read_key(lua_State *L, int index) {
    key k = {.class = KEY_OTHER};
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        k.number = lua_tonumber(L, index);
        k.class = rj_lua_is_index(k.number) ? KEY_INDEX : KEY_NUMBER;
        break;
    case LUA_TSTRING:
        k.class = KEY_STRING;
        k.text.data = lua_tolstring(L, index, &k.text.bytes);
        k.text.is_reversed = rj_lua_of(L)->reverses_pairs;
        break;
    case LUA_TBOOLEAN:
        k.class = KEY_BOOLEAN;
        k.number = lua_toboolean(L, index);
        break;
    default:
        k.address = (uintptr_t)lua_topointer(L, index);
        break;
    }
    return k;
}

static int compare(const key *a, const key *b) {
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->class == KEY_OTHER)
        return (a->address > b->address) - (a->address < b->address);
    if (a->class != KEY_STRING)
        return (a->number > b->number) - (a->number < b->number);
    if (a->text.data == b->text.data) /* strings of Lua exist once */
        return 0;
    const int sorted = rj_key_compare(a->text.data, a->text.bytes, b->text.data, b->text.bytes);
    return a->text.is_reversed ? -sorted : sorted;
}

static void sift_down(key *keys, size_t root, size_t count) {
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && compare(&keys[child], &keys[child + 1]) < 0)
            child++;
        if (compare(&keys[root], &keys[child]) >= 0)
            return;
        key moved = keys[root];
        keys[root] = keys[child];
        keys[child] = moved;
        root = child;
    }
}

/* In place, so that running out of time in the middle leaves nothing behind. */
static void sort_keys(lua_State *L, rj_lua *lua, key *keys, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sift_down(keys, i, count);
    for (size_t end = count; end > 1; end--) {
        key last = keys[end - 1];
        keys[end - 1] = keys[0];
        keys[0] = last;
        sift_down(keys, 0, end - 1);
        rj_lua_spend(L, lua, 10);
    }
}

/* Pushes the order of a table (or nil) that an unfinished traversal has left. */
static order *push_known_order(lua_State *L, int table) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_ORDERS);
    lua_pushvalue(L, table);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return lua_touserdata(L, -1);
}

/* Remembers the order on top of the stack (or nil), which it pops. */
static void remember_order(lua_State *L, int table) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_ORDERS);
    lua_pushvalue(L, table);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}

/* Makes, remembers and pushes the order of a table. */
static order *push_new_order(lua_State *L, int table) {
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, table); count++)
        lua_pop(L, 1);
    rj_lua *lua = rj_lua_of(L);
    rj_lua_spend(L, lua, (long)count);
    order *made = lua_newuserdata(L, sizeof *made + count * sizeof *made->keys);
    *made = (order){.count = 0};
    lua_createtable(L, (int)count, 0); /* keeps the keys alive */
    const int top = lua_gettop(L);
    lua_pushnil(L);
    while (made->count < count && lua_next(L, table)) {
        lua_pop(L, 1);
        made->keys[made->count] = read_key(L, -1);
        made->keys[made->count].slot = (int)made->count + 1;
        made->count++;
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (int)made->count);
    }
    lua_settop(L, top);
    lua_setfenv(L, -2);
    sort_keys(L, lua, made->keys, count);
    lua_pushvalue(L, -1);
    remember_order(L, table);
    return made;
}

/* Position of the first key behind @p k. */
static size_t position_behind(order *known, const key *k, bool *found) {
    *found = true;
    if (known->cursor < known->count && compare(&known->keys[known->cursor], k) == 0)
        return known->cursor + 1;
    size_t low = 0, high = known->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&known->keys[middle], k) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low > 0 && compare(&known->keys[low - 1], k) == 0;
    return low;
}

/* Pushes the first key behind @p k and its value, by looking at every key. */
static bool push_least_behind(lua_State *L, int table, const key *k) {
    bool any = false;
    key least = {0};
    long steps = 0;
    lua_pushnil(L); /* will be the key */
    lua_pushnil(L);
    for (; lua_next(L, table); steps++) {
        lua_pop(L, 1);
        key other = read_key(L, -1);
        if ((k && compare(&other, k) <= 0) || (any && compare(&other, &least) >= 0))
            continue;
        any = true;
        least = other;
        lua_pushvalue(L, -1);
        lua_replace(L, -3);
    }
    rj_lua_spend(L, rj_lua_of(L), steps);
    if (!any) {
        lua_pop(L, 1);
        return false;
    }
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    return true;
}

/* Lists: the next index is nearly always the next integer. Takes the key off when it succeeds. */
static bool push_next_index(lua_State *L, int table, double index) {
    lua_rawgeti(L, table, (int)index + 1);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    lua_pushnumber(L, index + 1);
    lua_insert(L, -2);
    lua_remove(L, -3);
    return true;
}

/* Keys may have come since a traversal that was left early. */
static void forget_order(lua_State *L, int table) {
    if (push_known_order(L, table)) {
        lua_pushnil(L);
        remember_order(L, table);
    }
    lua_pop(L, 1);
}

static bool start(lua_State *L, int table) {
    if (push_next_index(L, table, 0))
        return true;
    lua_pop(L, 1);
    return push_least_behind(L, table, NULL);
}

/* The order that has the key on top of the stack; pushes it. NULL: there is nothing behind it. */
static order *push_order_for(lua_State *L, int table, const key *k, size_t *position) {
    bool found = false;
    order *known = push_known_order(L, table);
    if (known) {
        *position = position_behind(known, k, &found);
        if (found)
            return known;
        lua_pushvalue(L, -2);
        lua_rawget(L, table);
        bool removed = lua_isnil(L, -1);
        lua_pop(L, 1);
        if (removed)
            return known;
    } else if (k->class == KEY_INDEX) {
        /* Usually the end of a list, which needs no sorting. */
        if (!push_least_behind(L, table, k))
            return NULL;
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    known = push_new_order(L, table);
    *position = position_behind(known, k, &found);
    return known;
}

/* What follows the key on top of the stack in sorted order; see rj_lua_next(). */
static bool next_sorted(lua_State *L, int table) {
    key k = read_key(L, -1);
    if (k.class == KEY_INDEX && push_next_index(L, table, k.number))
        return true;
    size_t position = 0;
    order *known = push_order_for(L, table, &k, &position);
    if (!known) {
        lua_pop(L, 2);
        return false;
    }
    lua_getfenv(L, -1);
    for (; position < known->count; position++) {
        lua_rawgeti(L, -1, known->keys[position].slot);
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
        if (!lua_isnil(L, -1)) {
            known->cursor = position;
            lua_replace(L, -5);
            lua_replace(L, -3);
            lua_pop(L, 1);
            lua_insert(L, -2);
            return true;
        }
        lua_pop(L, 2);
        rj_lua_spend(L, rj_lua_of(L), 1);
    }
    lua_pop(L, 3);
    lua_pushnil(L);
    remember_order(L, table);
    return false;
}

/* Replaces the shape on top of the stack by the first of its keys, from @p position on, that the
 * table has, and the key's value; by nothing at the end. */
static bool next_shaped(lua_State *L, int table, size_t position) {
    rj_lua *lua = rj_lua_of(L);
    const size_t count = lua_objlen(L, -1);
    while (position < count) {
        lua_rawgeti(L, -1, (int)++position);
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
        if (!lua_isnil(L, -1)) {
            lua_remove(L, -3);
            return true;
        }
        lua_pop(L, 2);
        rj_lua_spend(L, lua, 1);
    }
    lua_pop(L, 1);
    return false;
}

/* Whether the table has an index behind the key on top of the stack (nil: any). */
static bool has_index_behind(lua_State *L, int table) {
    const bool from_start = lua_isnil(L, -1);
    const key k = from_start ? (key){.class = KEY_INDEX} : read_key(L, -1);
    if (!push_least_behind(L, table, from_start ? NULL : &k))
        return false;
    const bool found = read_key(L, -2).class == KEY_INDEX;
    lua_pop(L, 2);
    return found;
}

/* Replaces the key on top of the stack (an index or nil) by the next index and its value. False:
 * there is none; the key may be gone then. */
static bool next_index(lua_State *L, int table, bool from_start) {
    if (from_start && push_next_index(L, table, 0))
        return true;
    if (!has_index_behind(L, table) || !(from_start ? start(L, table) : next_sorted(L, table)))
        return false;
    return read_key(L, -2).class == KEY_INDEX;
}

bool rj_lua_next(lua_State *L, int index) {
    const int table = absolute(L, index);
    luaL_checkstack(L, 12, "");
    const bool from_start = lua_isnil(L, -1);
    const key k = from_start ? (key){.class = KEY_INDEX} : read_key(L, -1);
    if (from_start)
        forget_order(L, table);
    else if (k.class == KEY_INDEX && push_next_index(L, table, k.number))
        return true;
    if (!rj_lua_push_shape(L, table))
        return from_start ? start(L, table) : next_sorted(L, table);
    const int shape = lua_gettop(L) - 1;
    lua_insert(L, shape); /* below the key */
    size_t position = 0;
    if (k.class != KEY_INDEX) {
        lua_pushvalue(L, shape);
        position = rj_lua_shape_position(L, shape + 1);
    } else if (next_index(L, table, from_start)) {
        lua_remove(L, shape);
        return true;
    }
    lua_settop(L, shape);
    return next_shaped(L, table, position);
}
