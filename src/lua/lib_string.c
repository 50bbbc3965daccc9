/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Production's string library: gopher-lua's, with Karmada's refusals (spec/lua.md, sections 2 and
 * 4).
 */
#include <stdio.h>
#include <string.h>

#include "base/unicode.h"
#include "lua/format.h"
#include "lua/lua_internal.h"
#include "lua/pattern.h"
#include "rjinterp/utf8.h"

enum {
    MAX_RESULTS = 5110,   /* what fits production's value stack */
    SMALL_PATTERN = 1024, /* bytes of compiled form that need no memory of the state's */
    SMALL_FORMAT = 16,    /* arguments, likewise */
    BYTES_PER_STEP = 32   /* what copying costs, for the budget */
};

/* ---- arguments ---- */

/* A string argument of a function that refuses long ones. */
static const char *short_string(lua_State *L, int arg, size_t *bytes) {
    const char *text = rj_lua_arg_string(L, arg, bytes);
    if (*bytes > RJ_LUA_MAX_STRING)
        rj_lua_raise(L,
                     "string length %d exceeds the maximum allowed input string length %d in "
                     "Karmada lua string lib, please check your lua script.",
                     (int)*bytes, RJ_LUA_MAX_STRING);
    return text;
}

/* Go's wrapping sum. */
static int64_t wrapping_add(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* A position that counts from 1, or from the end when negative, as an offset >= 0. */
static size_t start_offset(int64_t position, size_t bytes) {
    int64_t offset = position == 0 ? 0 : wrapping_add(position, -1);
    if (offset < 0)
        offset += (int64_t)bytes + 1;
    return offset < 0 ? 0 : (size_t)offset;
}

/* The same for the last byte of a range, as the offset behind it. */
static size_t end_offset(int64_t position, size_t bytes) {
    int64_t offset = position < 0 ? position + (int64_t)bytes + 1 : position;
    if (offset < 0)
        return 0;
    return (size_t)offset > bytes ? bytes : (size_t)offset;
}

static void want_results(lua_State *L, size_t count) {
    if (count > MAX_RESULTS || !lua_checkstack(L, (int)count + LUA_MINSTACK))
        rj_lua_raise(L, "registry overflow");
}

static void spend_bytes(lua_State *L, size_t bytes) {
    rj_lua_spend(L, rj_lua_of(L), (long)(bytes / BYTES_PER_STEP) + 1);
}

/* ---- byte, char, len, reverse, sub ---- */

static int string_byte(lua_State *L) {
    size_t bytes;
    const char *text = short_string(L, 1, &bytes);
    int64_t first = rj_lua_arg_integer_or(L, 2, 1), last = rj_lua_arg_integer_or(L, 3, -1);
    size_t start, end;
    if (lua_gettop(L) == 2) {
        int64_t offset = wrapping_add(first, -1);
        if (offset < 0)
            offset += (int64_t)bytes + 1;
        if (offset < 0 || (size_t)offset >= bytes)
            return 0;
        start = (size_t)offset;
        end = start + 1;
    } else {
        start = start_offset(first, bytes);
        end = end_offset(last, bytes);
    }
    if (end <= start)
        return 0;
    want_results(L, end - start);
    for (size_t i = start; i < end; i++)
        lua_pushinteger(L, (unsigned char)text[i]);
    return (int)(end - start);
}

static int string_char(lua_State *L) {
    int count = lua_gettop(L);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 1; i <= count; i++)
        luaL_addchar(&buffer, (char)(unsigned char)rj_lua_arg_integer(L, i));
    luaL_pushresult(&buffer);
    return 1;
}

static int string_len(lua_State *L) {
    size_t bytes;
    rj_lua_arg_string(L, 1, &bytes);
    lua_pushnumber(L, (lua_Number)bytes);
    return 1;
}

static int string_reverse(lua_State *L) {
    size_t bytes;
    const char *text = short_string(L, 1, &bytes);
    spend_bytes(L, bytes);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = bytes; i > 0; i--)
        luaL_addchar(&buffer, text[i - 1]);
    luaL_pushresult(&buffer);
    return 1;
}

static int string_sub(lua_State *L) {
    size_t bytes;
    const char *text = short_string(L, 1, &bytes);
    size_t start = start_offset(rj_lua_arg_integer(L, 2), bytes);
    size_t end = end_offset(rj_lua_arg_integer_or(L, 3, -1), bytes);
    if (start >= bytes || end < start)
        lua_pushliteral(L, "");
    else
        lua_pushlstring(L, text + start, end - start);
    return 1;
}

/* ---- lower, upper ---- */

/* Maps each character; what isn't UTF-8 becomes U+FFFD, but only in a text that isn't ASCII. */
static int map_case(lua_State *L, uint32_t (*map)(uint32_t)) {
    size_t bytes;
    const char *text = short_string(L, 1, &bytes);
    spend_bytes(L, bytes * 8);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        char out[4];
        i += rj_utf8_decode(text + i, bytes - i, &c, &valid);
        luaL_addlstring(&buffer, out, rj_utf8_encode(map(c), out));
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int string_lower(lua_State *L) {
    return map_case(L, rj_unicode_to_lower);
}

static int string_upper(lua_State *L) {
    return map_case(L, rj_unicode_to_upper);
}

/* ---- format ---- */

static bool reads_as_number(const char *text, size_t bytes) {
    double ignored;
    return rj_lua_read_number(text, bytes, &ignored);
}

static void add_formatted(void *ctx, const char *data, size_t bytes) {
    luaL_Buffer *buffer = ctx;
    spend_bytes(buffer->L, bytes);
    luaL_addlstring(buffer, data, bytes);
}

/* The argument at @p index; may push a text that it borrows. */
static rj_format_arg format_arg(lua_State *L, int index) {
    rj_format_arg arg = {.kind = RJ_FORMAT_NIL};
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        return arg;
    case LUA_TBOOLEAN:
        arg.kind = RJ_FORMAT_BOOLEAN;
        arg.boolean = lua_toboolean(L, index) != 0;
        return arg;
    case LUA_TNUMBER:
        arg.kind = RJ_FORMAT_NUMBER;
        arg.number = lua_tonumber(L, index);
        return arg;
    case LUA_TSTRING:
        arg.kind = RJ_FORMAT_STRING;
        arg.text = lua_tolstring(L, index, &arg.bytes);
        return arg;
    case LUA_TTABLE:
        arg.kind = RJ_FORMAT_TABLE;
        break;
    case LUA_TFUNCTION:
        arg.kind = RJ_FORMAT_FUNCTION;
        break;
    default:
        arg.kind = RJ_FORMAT_USERDATA;
    }
    arg.text = rj_lua_push_text(L, index, &arg.bytes);
    return arg;
}

static int string_format(lua_State *L) {
    size_t bytes;
    const char *format = short_string(L, 1, &bytes);
    size_t count = rj_format_wanted(format, bytes, (size_t)lua_gettop(L) - 1);
    rj_format_arg few[SMALL_FORMAT], *args = few;
    want_results(L, count);
    if (count > SMALL_FORMAT)
        args = rj_lua_scratch(L, count * sizeof *args);
    for (size_t i = 0; i < count; i++)
        args[i] = format_arg(L, (int)i + 2);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    rj_format_env env = {
        .write = add_formatted, .ctx = &buffer, .reads_as_number = reads_as_number};
    rj_format(format, bytes, args, count, &env);
    luaL_pushresult(&buffer);
    return 1;
}

/* ---- patterns ---- */

static int raise_pattern(lua_State *L, const rj_pattern_error *error) {
    return error->bare ? rj_lua_raise_bare(L, "%s", error->text)
                       : rj_lua_raise(L, "%s", error->text);
}

static bool spend_steps(void *ctx, long steps) {
    lua_State *L = ctx;
    rj_lua_spend(L, rj_lua_of(L), steps);
    return true;
}

/* The next match from @p offset on; raises the errors of matching and the timeout. */
static bool find_from(lua_State *L, rj_pattern *pattern, const char *text, size_t bytes,
                      size_t offset) {
    rj_pattern_budget budget = {.spend = spend_steps, .ctx = L};
    rj_pattern_error error;
    rj_pattern_outcome outcome = rj_pattern_find(pattern, text, bytes, offset, &budget, &error);
    if (outcome == RJ_PATTERN_FAILED)
        raise_pattern(L, &error);
    return outcome == RJ_PATTERN_FOUND;
}

static void push_capture(lua_State *L, const rj_pattern *pattern, const char *text, size_t i) {
    rj_pattern_capture c = rj_pattern_capture_at(pattern, i);
    if (c.is_position)
        lua_pushnumber(L, (lua_Number)(c.start + 1));
    else
        lua_pushlstring(L, text + c.start, c.end - c.start);
}

/* Pushes the captures; the whole match when there are none and @p or_whole. Returns how many. */
static int push_captures(lua_State *L, const rj_pattern *pattern, const char *text, bool or_whole) {
    size_t count = rj_pattern_captures(pattern);
    if (count == 0 && or_whole) {
        push_capture(L, pattern, text, 0);
        return 1;
    }
    want_results(L, count + 2);
    for (size_t i = 1; i <= count; i++)
        push_capture(L, pattern, text, i);
    return (int)count;
}

/* Memory for a compiled pattern that lives as long as one call. */
typedef union small_pattern {
    double align;
    void *pointer;
    char bytes[SMALL_PATTERN];
} small_pattern;

static rj_pattern *compile_for_call(lua_State *L, int arg, small_pattern *small) {
    size_t bytes;
    const char *text = lua_tolstring(L, arg, &bytes);
    rj_pattern_shape shape;
    rj_pattern_error error;
    if (!rj_pattern_scan(text, bytes, &shape, &error))
        raise_pattern(L, &error);
    size_t needed = rj_pattern_memory_bytes(&shape);
    void *memory = needed <= sizeof *small ? small : rj_lua_scratch(L, needed);
    spend_bytes(L, bytes * 8);
    return rj_pattern_compile(text, bytes, &shape, memory);
}

/* Plain search, with Go's panic when it starts behind the end. */
static int find_plain(lua_State *L, const char *text, size_t bytes, size_t offset) {
    size_t wanted_bytes;
    const char *wanted = lua_tolstring(L, 2, &wanted_bytes);
    if (offset > bytes) {
        char bounds[64];
        snprintf(bounds, sizeof bounds, "[%zu:%zu]", offset, bytes);
        return rj_lua_raise_bare(L, "runtime error: slice bounds out of range %s", bounds);
    }
    spend_bytes(L, bytes);
    const char *found = memmem(text + offset, bytes - offset, wanted, wanted_bytes);
    if (!found) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, (lua_Number)(found - text + 1));
    lua_pushnumber(L, (lua_Number)((size_t)(found - text) + wanted_bytes));
    return 2;
}

static int string_find(lua_State *L) {
    size_t bytes, pattern_bytes;
    const char *text = short_string(L, 1, &bytes);
    short_string(L, 2, &pattern_bytes);
    if (pattern_bytes == 0) {
        lua_pushinteger(L, 1);
        lua_pushinteger(L, 0);
        return 2;
    }
    size_t offset = start_offset(rj_lua_arg_integer_or(L, 3, 1), bytes);
    if (lua_gettop(L) == 4 && lua_toboolean(L, 4))
        return find_plain(L, text, bytes, offset);
    small_pattern small;
    rj_pattern *pattern = compile_for_call(L, 2, &small);
    if (!find_from(L, pattern, text, bytes, offset)) {
        lua_pushnil(L);
        return 1;
    }
    rj_pattern_capture whole = rj_pattern_capture_at(pattern, 0);
    lua_pushnumber(L, (lua_Number)(whole.start + 1));
    lua_pushnumber(L, (lua_Number)whole.end);
    return 2 + push_captures(L, pattern, text, false);
}

static int string_match(lua_State *L) {
    size_t bytes, pattern_bytes;
    const char *text = short_string(L, 1, &bytes);
    short_string(L, 2, &pattern_bytes);
    int64_t position = rj_lua_arg_integer_or(L, 3, 1);
    if (position < 0)
        position += (int64_t)bytes + 1;
    small_pattern small;
    rj_pattern *pattern = compile_for_call(L, 2, &small);
    if (!find_from(L, pattern, text, bytes, position < 1 ? 0 : (size_t)position - 1))
        return 0; /* no value, not nil */
    return push_captures(L, pattern, text, true);
}

/* ---- gmatch ---- */

/* What the iterator works on: the userdata that gmatch returns. The compiled pattern follows. */
typedef struct matches {
    const void *tag;  /* &matches_tag */
    const char *text; /* kept alive by the userdata's environment */
    size_t bytes, offset;
    size_t given; /* matches handed out */
    bool ended;   /* nothing more to find */
    bool over;    /* and the iterator has said so */
    rj_pattern *pattern;
} matches;

static const char matches_tag = 0;

/* The next match; production goes on behind it, one byte further at least. */
static bool next_match(lua_State *L, matches *m) {
    if (m->ended || !find_from(L, m->pattern, m->text, m->bytes, m->offset)) {
        m->ended = true;
        return false;
    }
    rj_pattern_capture whole = rj_pattern_capture_at(m->pattern, 0);
    m->offset = whole.end > whole.start ? whole.end : whole.start + 1;
    m->ended = rj_pattern_is_anchored(m->pattern);
    return true;
}

static int gmatch_next(lua_State *L) {
    if (lua_type(L, 1) != LUA_TUSERDATA)
        return rj_lua_raise_type(L, 1, "userdata");
    matches *m = lua_touserdata(L, 1);
    if (lua_objlen(L, 1) < sizeof *m || m->tag != &matches_tag)
        return rj_lua_raise_type(L, 1, "userdata");
    if (m->over) { /* production reads behind its list of matches */
        char numbers[64];
        snprintf(numbers, sizeof numbers, "[%zu] with length %zu", ++m->given, m->offset);
        return rj_lua_raise_bare(L, "runtime error: index out of range %s", numbers);
    }
    if (!next_match(L, m)) {
        m->over = true;
        m->offset = m->given;
        return 0;
    }
    m->given++;
    return push_captures(L, m->pattern, m->text, true);
}

static int string_gmatch(lua_State *L) {
    size_t bytes, pattern_bytes;
    const char *text = short_string(L, 1, &bytes);
    const char *pattern = short_string(L, 2, &pattern_bytes);
    rj_pattern_shape shape;
    rj_pattern_error error;
    if (!rj_pattern_scan(pattern, pattern_bytes, &shape, &error))
        return raise_pattern(L, &error);
    spend_bytes(L, pattern_bytes * 8);
    lua_pushvalue(L, lua_upvalueindex(1));
    matches *m = rj_lua_new_userdata(L, sizeof *m + rj_pattern_memory_bytes(&shape));
    *m = (matches){.tag = &matches_tag, .text = text, .bytes = bytes};
    m->pattern = rj_pattern_compile(pattern, pattern_bytes, &shape, m + 1);
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    lua_setfenv(L, -2);
    if (rj_pattern_is_fallible(m->pattern)) { /* production finds all matches here, and errors */
        matches all = *m;
        while (next_match(L, &all)) {
        }
    }
    return 2;
}

/* ---- what Karmada refuses ---- */

static int refuse(lua_State *L, const char *name) {
    return rj_lua_raise(L,
                        "The Lua function string.%s is not supported by Karmada. If you believe "
                        "this function is essential for your use case, please submit an issue to "
                        "let us know why you need it.",
                        name);
}

static int string_dump(lua_State *L) {
    return refuse(L, "dump");
}

static int string_gsub(lua_State *L) {
    return refuse(L, "gsub");
}

static int string_rep(lua_State *L) {
    return refuse(L, "rep");
}

void rj_lua_open_string(lua_State *L) {
    static const rj_lua_function functions[] = {
        {"byte", string_byte},       {"char", string_char},
        {"dump", string_dump},       {"find", string_find},
        {"format", string_format},   {"gsub", string_gsub},
        {"len", string_len},         {"lower", string_lower},
        {"match", string_match},     {"rep", string_rep},
        {"reverse", string_reverse}, {"sub", string_sub},
        {"upper", string_upper},     {NULL, NULL},
    };
    lua_newtable(L);
    rj_lua_set_functions(L, functions);
    lua_pushcfunction(L, gmatch_next);
    lua_pushcclosure(L, string_gmatch, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "gmatch");
    lua_setfield(L, -2, "gfind");
}
