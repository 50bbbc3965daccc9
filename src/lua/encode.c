/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "lua/lua_internal.h"
#include "rjinterp/utf8.h"

/*
 * Values out of Lua, in the order in which production's encoder visits them: its first complaint is
 * the error. Without recursion, as in push.c.
 */

typedef struct frame {
    bool is_list;
    bool keys_changed; /* a key held bytes that are no UTF-8 */
    size_t next, count;
    union {
        rj_value *items;
        rj_member *members; /* keys not yet reached are Lua's */
    };
} frame;

typedef struct encoding {
    lua_State *L;
    rj_lua *lua;
    rj_arena *arena;
    rj_error *err;
    int tables;      /* stack index: table of the tables being encoded */
    int visited;     /* stack index: set of all tables met */
    int frames_slot; /* stack index: keeps the frames alive */
    frame *frames;
    size_t depth, capacity;
} encoding;

/* Production's reasons, and what an author can do about each. */
typedef struct complaint {
    const char *reason, *advice;
} complaint;

static const complaint repeated = {
    "cannot encode recursively nested tables to JSON",
    "a table may stand in a result once; make a copy of it for every other place"};
static const complaint sparse = {
    "cannot encode sparse array",
    "the positions of a list have to be 1, 2, 3 and so on, without a gap"};
static const complaint mixed = {
    "cannot encode mixed or invalid key types",
    "the keys of a table have to be all text (a map) or 1, 2, 3 and so on (a list)"};
static const complaint a_function = {"cannot encode function to JSON",
                                     "a function can't stand in a result; is a call missing?"};
static const complaint userdata = {"cannot encode userdata to JSON", NULL};
static const complaint not_a_number = {"json: unsupported value: NaN",
                                       "the number comes out of a calculation such as 0/0"};
static const complaint infinite = {"json: unsupported value: +Inf",
                                   "the number is too large: a division by zero?"};
static const complaint minus_infinite = {"json: unsupported value: -Inf",
                                         "the number is too large: a division by zero?"};

/* The place in the result of what is being encoded, "spec.items.0"; shortened when it is long. */
static void name_place(const encoding *e) {
    enum {
        LONGEST_PATH_BYTES = 200
    };
    rj_buf path = RJ_BUF_INIT;
    for (size_t i = 0; i < e->depth && path.bytes < LONGEST_PATH_BYTES; i++) {
        const frame *f = &e->frames[i];
        if (i)
            rj_buf_putc(&path, '.');
        if (f->is_list)
            rj_buf_printf(&path, "%zu", f->next);
        else
            rj_buf_append(&path, f->members[f->next].key, f->members[f->next].key_bytes);
    }
    if (path.bytes >= LONGEST_PATH_BYTES)
        rj_buf_puts(&path, "...");
    if (path.bytes && rj_buf_ok(&path))
        rj_error_set_path(e->err, rj_buf_text(&path));
    rj_buf_free(&path);
}

/* What is wrong with a value, wrapped once for each level of tables around it, itself included. */
static bool fail(const encoding *e, size_t levels, const complaint *what) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "encode lua result to json failed: ");
    for (size_t i = 0; i < levels; i++)
        rj_buf_puts(&text, "json: error calling MarshalJSON for type json.jsonValue: ");
    rj_buf_puts(&text, what->reason);
    if (rj_buf_ok(&text)) {
        rj_error_set_bytes(e->err, RJ_ERROR_TYPE, rj_buf_text(&text), text.bytes);
        name_place(e);
        if (what->advice)
            rj_error_set_hint(e->err, "%s", what->advice);
    } else {
        rj_error_no_memory(e->err);
    }
    rj_buf_free(&text);
    return false;
}

/* A copy with U+FFFD for every byte that is not part of UTF-8. */
static const char *copy_text(rj_arena *arena, const char *text, size_t bytes, size_t *copy_bytes) {
    if (rj_utf8_valid(text, bytes)) {
        *copy_bytes = bytes;
        return rj_arena_copy(arena, text, bytes);
    }
    size_t length = 0;
    for (size_t i = 0; i < bytes;) {
        uint32_t code_point;
        bool valid;
        size_t step = rj_utf8_decode(text + i, bytes - i, &code_point, &valid);
        length += valid ? step : 3;
        i += step;
    }
    char *copy = rj_arena_alloc(arena, length + 1);
    if (!copy)
        return NULL;
    *copy_bytes = length;
    char *to = copy;
    for (size_t i = 0; i < bytes;) {
        uint32_t code_point;
        bool valid;
        size_t step = rj_utf8_decode(text + i, bytes - i, &code_point, &valid);
        if (valid) {
            memcpy(to, text + i, step);
            to += step;
        } else {
            to += rj_utf8_encode(RJ_UTF8_REPLACEMENT, to);
        }
        i += step;
    }
    *to = '\0';
    return copy;
}

/* The whole number that the shortest digits of @p d, padded with zeros, spell; false when it
 * doesn't fit int64. */
static bool read_padded_digits(double d, int64_t *out) {
    const rj_decimal decimal = rj_decimal_shortest(d);
    uint64_t value = 0;
    if (decimal.point > 19)
        return false;
    for (int i = 0; i < decimal.point; i++)
        value = value * 10 + (uint64_t)(i < decimal.digit_count ? decimal.digits[i] - '0' : 0);
    if (value > (uint64_t)INT64_MAX + (decimal.negative ? 1 : 0))
        return false;
    *out = (int64_t)(decimal.negative ? -value : value);
    return true;
}

/* A number as the reader of its JSON text sees it. */
static rj_value number_value(double d) {
    int64_t whole;
    if (d == 0 && signbit(d))
        return (rj_value){
            .kind = RJ_KIND_INT, .form = RJ_NUMBER_NEGATIVE_ZERO, .number = {.i64 = 0, .f64 = d}};
    if (d != trunc(d) || fabs(d) >= 1e19 || !read_padded_digits(d, &whole))
        return rj_value_float(d);
    return (rj_value){.kind = RJ_KIND_INT, .number = {.i64 = whole, .f64 = d}};
}

static bool grow_frames(encoding *e) {
    if (e->depth >= e->lua->limits->max_depth) {
        rj_error_set(e->err, RJ_ERROR_LIMIT,
                     "the result is nested deeper than the limit of %u levels",
                     e->lua->limits->max_depth);
        rj_error_name_limit(e->err, RJ_LIMIT_DEPTH);
        return false;
    }
    e->frames = rj_lua_scratch_grow(e->L, e->frames_slot, e->frames, e->depth, &e->capacity,
                                    sizeof *e->frames);
    return true;
}

/* What the keys of the table on top of the stack make of it. */
typedef struct census {
    size_t count, strings, indexes;
    double greatest_index;
} census;

static census count_keys(lua_State *L) {
    census c = {0};
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pop(L, 1);
        c.count++;
        if (lua_type(L, -1) == LUA_TSTRING) {
            c.strings++;
        } else if (lua_type(L, -1) == LUA_TNUMBER) {
            const double key = lua_tonumber(L, -1);
            c.indexes += rj_lua_is_index(key);
            if (rj_lua_is_index(key) && key > c.greatest_index)
                c.greatest_index = key;
        }
    }
    return c;
}

/* The value of a string, a boolean or a finite number at the top of the stack; others stay null. */
static bool take_simple(const encoding *e, rj_value *out) {
    size_t bytes;
    lua_Number number;
    switch (lua_type(e->L, -1)) {
    case LUA_TBOOLEAN:
        *out = rj_value_bool(lua_toboolean(e->L, -1));
        return true;
    case LUA_TNUMBER:
        number = lua_tonumber(e->L, -1);
        if (isfinite(number))
            *out = number_value(number);
        return true;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(e->L, -1, &bytes);
        const char *copy = copy_text(e->arena, text, bytes, &bytes);
        *out = rj_value_string(copy, bytes);
        return copy || rj_error_no_memory(e->err);
    }
    default:
        return true;
    }
}

/* Collects the members of a table whose keys are all strings, those with a simple value whole: they
 * can't fail, so their turn doesn't matter. */
static bool collect_members(encoding *e, frame *f) {
    lua_State *L = e->L;
    f->members = rj_arena_calloc(e->arena, f->count, sizeof *f->members);
    if (!f->members)
        return rj_error_no_memory(e->err);
    size_t i = 0;
    for (lua_pushnil(L); lua_next(L, -2); i++) {
        if (i < f->count && !take_simple(e, &f->members[i].value))
            return false;
        lua_pop(L, 1);
        if (i < f->count)
            f->members[i].key = lua_tolstring(L, -1, &f->members[i].key_bytes);
    }
    rj_map_builder sorter = {
        .arena = e->arena, .members = f->members, .count = f->count, .capacity = f->count};
    rj_map_finish(&sorter);
    return true;
}

/* What is wrong with the keys of the table on top of the stack: production goes through them in
 * order, the first one decides what the table has to be. NULL: nothing. */
static const complaint *wrong_keys(lua_State *L, const census *c) {
    if (c->indexes == c->count && c->greatest_index == (double)c->count)
        return NULL;
    if (c->strings == c->count)
        return NULL;
    if (c->greatest_index != (double)c->indexes)
        return &sparse;
    /* The first key behind the indexes, of which there may be none. */
    if (c->indexes)
        lua_pushnumber(L, c->greatest_index);
    else
        lua_pushnil(L);
    if (!rj_lua_next(L, -2))
        return &mixed;
    const bool is_number = lua_type(L, -2) == LUA_TNUMBER;
    lua_pop(L, 2);
    return is_number ? &sparse : &mixed;
}

/* Begins with the table on top of the stack, which stays there. An empty one is done at once and
 * comes out as @p out; *opened says which. */
static bool open_table(encoding *e, rj_value *out, bool *opened) {
    lua_State *L = e->L;
    const size_t levels = e->depth + 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, e->visited);
    const bool again = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (again)
        return fail(e, levels, &repeated);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, e->visited);
    const census c = count_keys(L);
    *opened = c.count > 0;
    if (c.count == 0) {
        *out = rj_value_list(NULL, 0);
        return true;
    }
    const complaint *wrong = wrong_keys(L, &c);
    if (wrong)
        return fail(e, levels, wrong);
    if (!grow_frames(e))
        return false;
    frame *f = &e->frames[e->depth];
    *f = (frame){.is_list = c.indexes > 0, .count = c.count};
    if (f->is_list) {
        f->items = rj_arena_calloc(e->arena, f->count, sizeof *f->items);
        if (!f->items)
            return rj_error_no_memory(e->err);
    } else if (!collect_members(e, f)) {
        return false;
    }
    e->depth++;
    lua_pushvalue(L, -1);
    lua_rawseti(L, e->tables, (int)e->depth);
    return true;
}

/* The value on top of the stack, which stays there. *opened: it is a table that has begun. */
static bool begin(encoding *e, rj_value *out, bool *opened) {
    lua_State *L = e->L;
    *opened = false;
    rj_lua_spend(L, e->lua, 10);
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
        *out = rj_value_null;
        return true;
    case LUA_TBOOLEAN:
        return take_simple(e, out);
    case LUA_TNUMBER: {
        const double d = lua_tonumber(L, -1);
        if (isfinite(d))
            return take_simple(e, out);
        return fail(e, e->depth + 1,
                    isnan(d) ? &not_a_number
                    : d > 0  ? &infinite
                             : &minus_infinite);
    }
    case LUA_TSTRING:
        return take_simple(e, out);
    case LUA_TTABLE:
        return open_table(e, out, opened);
    case LUA_TFUNCTION:
        return fail(e, e->depth + 1, &a_function);
    default:
        return fail(e, e->depth + 1, &userdata);
    }
}

/* Gives the innermost open table its next value. */
static bool add(encoding *e, const rj_value *value) {
    frame *f = &e->frames[e->depth - 1];
    if (f->is_list) {
        f->items[f->next++] = *value;
        return true;
    }
    rj_member *member = &f->members[f->next++];
    const size_t bytes = member->key_bytes;
    const char *raw = member->key;
    member->key = copy_text(e->arena, raw, bytes, &member->key_bytes);
    if (!member->key)
        return rj_error_no_memory(e->err);
    f->keys_changed |= member->key_bytes != bytes;
    member->value = *value;
    return true;
}

/* The finished table as a value. Changed keys may be equal now: the later one wins. */
static bool finish(encoding *e, const frame *f, rj_value *out) {
    if (f->is_list) {
        *out = rj_value_list(f->items, f->count);
        return true;
    }
    if (!f->keys_changed) {
        *out = rj_value_map(f->members, f->count);
        return true;
    }
    rj_map_builder builder = {.arena = e->arena};
    for (size_t i = 0; i < f->count; i++)
        if (!rj_map_append(&builder, f->members[i].key, f->members[i].key_bytes, (rj_position){0},
                           &f->members[i].value))
            return rj_error_no_memory(e->err);
    *out = rj_map_finish(&builder);
    return true;
}

/* Pushes the next child of the innermost open table, which is on top of the stack. */
static void push_child(const encoding *e, const frame *f) {
    if (f->is_list) {
        lua_rawgeti(e->L, -1, (int)f->next + 1);
    } else {
        lua_pushlstring(e->L, f->members[f->next].key, f->members[f->next].key_bytes);
        lua_rawget(e->L, -2);
    }
}

/* The next child's value was simple. */
static bool is_collected(const frame *f) {
    return !f->is_list && f->members[f->next].value.kind != RJ_KIND_NULL;
}

static bool encode_table(encoding *e, rj_value *out) {
    rj_value value;
    bool opened;
    while (e->depth) {
        frame *f = &e->frames[e->depth - 1];
        if (f->next < f->count && is_collected(f)) {
            rj_lua_spend(e->L, e->lua, 10);
            value = f->members[f->next].value;
        } else if (f->next < f->count) {
            push_child(e, f);
            if (!begin(e, &value, &opened))
                return false;
            if (opened) {
                lua_remove(e->L, -2);
                continue;
            }
            lua_pop(e->L, 1);
        } else {
            if (!finish(e, f, &value))
                return false;
            lua_pushnil(e->L);
            lua_rawseti(e->L, e->tables, (int)e->depth);
            e->depth--;
            lua_pop(e->L, 1);
            if (e->depth == 0)
                break;
            lua_rawgeti(e->L, e->tables, (int)e->depth);
        }
        if (!add(e, &value))
            return false;
    }
    *out = value;
    return true;
}

bool rj_lua_encode(lua_State *L, int index, rj_arena *arena, rj_value *out, rj_error *err) {
    rj_value value;
    bool opened;
    luaL_checkstack(L, 16, "");
    const int top = lua_gettop(L);
    lua_pushvalue(L, index);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushnil(L);
    lua_pushvalue(L, top + 1);
    encoding e = {.L = L,
                  .lua = rj_lua_of(L),
                  .arena = arena,
                  .err = err,
                  .tables = top + 2,
                  .visited = top + 3,
                  .frames_slot = top + 4};
    bool fine = begin(&e, &value, &opened) && (!opened || encode_table(&e, &value));
    lua_settop(L, top);
    if (fine)
        *out = value;
    return fine;
}
