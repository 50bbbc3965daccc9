/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "lua/lua_internal.h"

#include <string.h>

#include "script/helpers.h"

enum {
    MOST_VALUE_BYTES = 100,  /* of the text of a value; what was begun is ended */
    MOST_BREAK_BYTES = 1000, /* the same at a break */
    MOST_STRING_BYTES = 60,
    MOST_FIELDS = 12, /* of a table */
    MOST_NESTING = 4,
    MOST_VARIABLES = 200 /* that are shown at a break */
};

/* Outside the state's memory, as counters are. */
typedef struct rj_lua_trace {
    const rj_trace_options *options;
    rj_trace_event *events;
    size_t count, capacity;
    rj_buf text;
    uint64_t left_out;
    bool **breaks; /* by chunk, then by point; NULL: it has none */
    size_t chunk_count;
} rj_lua_trace;

struct rj_lua_trace *rj_lua_new_trace(const rj_trace_options *options) {
    rj_lua_trace *trace = rj_alloc_zeroed(sizeof *trace);
    if (trace)
        trace->options = options;
    return trace;
}

void rj_lua_free_trace(struct rj_lua_trace *trace) {
    if (!trace)
        return;
    for (size_t i = 0; i < trace->chunk_count; i++)
        rj_alloc_free(trace->breaks[i]);
    rj_alloc_free(trace->breaks);
    rj_alloc_free(trace->events);
    rj_buf_free(&trace->text);
    rj_alloc_free(trace);
}

static bool is_break(const rj_trace_break *at, const char *file, uint32_t line) {
    return at->line == line && (!at->file || strcmp(at->file, file) == 0);
}

bool rj_lua_trace_chunk(struct rj_lua_trace *trace, const rj_chunk *chunk) {
    const rj_trace_options *o = trace->options;
    bool **grown = rj_alloc_resize(trace->breaks, (trace->chunk_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    trace->breaks = grown;
    grown[trace->chunk_count] = NULL;
    if (o->break_count && !(grown[trace->chunk_count] = rj_alloc_zeroed(chunk->point_count + 1)))
        return false;
    bool *breaks = grown[trace->chunk_count++];
    for (size_t i = 0; breaks && i < chunk->point_count; i++) {
        const uint32_t line = rj_chunk_file_position(chunk, chunk->points[i].at).line;
        for (size_t j = 0; j < o->break_count; j++)
            breaks[i] |= chunk->points[i].kind == RJ_POINT_STATEMENT &&
                         is_break(&o->breaks[j], rj_chunk_file(chunk), line);
    }
    return true;
}

rj_trace rj_lua_trace_of(const rj_lua *lua) {
    const rj_lua_trace *trace = lua->trace;
    if (!trace)
        return (rj_trace){0};
    return (rj_trace){.events = trace->events,
                      .event_count = trace->count,
                      .text = rj_buf_text(&trace->text),
                      .text_bytes = trace->text.bytes,
                      .left_out = trace->left_out};
}

/* ---- values as text; only raw access, so that nothing of the script runs ---- */

static void write_string(const char *text, size_t bytes, rj_buf *out) {
    size_t shown = bytes < MOST_STRING_BYTES ? bytes : MOST_STRING_BYTES;
    while (shown < bytes && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--;
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < shown; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            rj_buf_printf(out, "\\%c", c);
        else if (c == '\n')
            rj_buf_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7F)
            rj_buf_printf(out, "\\%u", c);
        else
            rj_buf_putc(out, (char)c);
    }
    rj_buf_puts(out, shown < bytes ? "…\"" : "\"");
}

static bool is_identifier(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        const char c = text[i];
        const bool is_letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return bytes > 0;
}

static void write_value(lua_State *L, int index, int nesting, size_t end, rj_buf *out);

/* The key that is at @p index, unless it's the next position of a list. */
static void write_key(lua_State *L, int index, size_t *position, rj_buf *out) {
    if (lua_type(L, index) == LUA_TNUMBER && lua_tonumber(L, index) == (double)(*position + 1)) {
        ++*position;
        return;
    }
    if (lua_type(L, index) == LUA_TSTRING) {
        size_t bytes;
        const char *text = lua_tolstring(L, index, &bytes);
        if (is_identifier(text, bytes)) {
            rj_buf_append(out, text, bytes);
            rj_buf_puts(out, " = ");
            return;
        }
    }
    rj_buf_putc(out, '[');
    write_value(L, index, 0, out->bytes + MOST_STRING_BYTES, out);
    rj_buf_puts(out, "] = ");
}

static void write_table(lua_State *L, int table, int nesting, size_t end, rj_buf *out) {
    size_t position = 0, fields = 0;
    rj_buf_putc(out, '{');
    lua_pushnil(L);
    while (rj_lua_next(L, table)) {
        if (fields)
            rj_buf_puts(out, ", ");
        if (!nesting || fields++ == MOST_FIELDS || out->bytes >= end) {
            rj_buf_puts(out, "…");
            lua_pop(L, 2);
            break;
        }
        write_key(L, lua_gettop(L) - 1, &position, out);
        write_value(L, lua_gettop(L), nesting - 1, end, out);
        lua_pop(L, 1);
    }
    rj_buf_putc(out, '}');
}

/* Nothing begins behind @p end, an offset in @p out. */
static void write_value(lua_State *L, int index, int nesting, size_t end, rj_buf *out) {
    char number[RJ_DOUBLE_TEXT_BYTES];
    size_t bytes;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        rj_buf_puts(out, "nil");
        break;
    case LUA_TBOOLEAN:
        rj_buf_puts(out, lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        bytes = rj_lua_number_text(lua_tonumber(L, index), number);
        rj_buf_append(out, number, bytes);
        break;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, index, &bytes);
        write_string(text, bytes, out);
        break;
    }
    case LUA_TTABLE:
        if (lua_checkstack(L, 8))
            write_table(L, index, nesting, end, out);
        break;
    default:
        rj_buf_puts(out, rj_lua_type_at(L, index));
        break;
    }
}

/* ---- events ---- */

static rj_lua_trace *trace_of(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

static size_t chunk_number(lua_State *L) {
    return (size_t)lua_tointeger(L, lua_upvalueindex(2));
}

/* Frames below the helper that is running. lua_getstack() counts them each time. */
static uint16_t depth_of(lua_State *L) {
    lua_Debug ar;
    int low = 0, high = 1;
    while (high < 4096 && lua_getstack(L, high, &ar)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (lua_getstack(L, middle, &ar))
            low = middle;
        else
            high = middle;
    }
    return (uint16_t)low;
}

/* Room for one more event, or it is counted only. */
static bool begin_event(rj_lua_trace *t) {
    const bool is_full = t->left_out || t->count >= t->options->max_events ||
                         t->text.bytes >= t->options->max_text_bytes || !rj_buf_ok(&t->text);
    if (!is_full && t->count == t->capacity) {
        const size_t capacity = t->capacity ? 2 * t->capacity : 256;
        rj_trace_event *grown = rj_alloc_resize(t->events, capacity * sizeof *grown);
        if (grown) {
            t->events = grown;
            t->capacity = capacity;
        }
    }
    if (is_full || t->count == t->capacity) {
        t->left_out++;
        return false;
    }
    return true;
}

static void end_event(lua_State *L, rj_trace_kind kind, size_t text_start) {
    rj_lua_trace *t = trace_of(L);
    /* The helper of `return` stands where its function stood. */
    const unsigned depth = depth_of(L) + (kind == RJ_TRACE_RETURN);
    t->events[t->count++] = (rj_trace_event){.script = (uint32_t)chunk_number(L),
                                             .point = (uint32_t)lua_tointeger(L, 1),
                                             .text_bytes = (uint32_t)(t->text.bytes - text_start),
                                             .depth = (uint16_t)depth,
                                             .kind = (uint16_t)kind};
}

static void add_value(lua_State *L, rj_trace_kind kind, const char *name, size_t name_bytes,
                      int index) {
    rj_lua_trace *t = trace_of(L);
    if (!begin_event(t))
        return;
    const size_t start = t->text.bytes;
    rj_buf_append(&t->text, name, name_bytes);
    rj_buf_puts(&t->text, " = ");
    const size_t most = kind == RJ_TRACE_VARIABLE ? MOST_BREAK_BYTES : MOST_VALUE_BYTES;
    write_value(L, index, MOST_NESTING, t->text.bytes + most, &t->text);
    end_event(L, kind, start);
}

/* ---- breaks ---- */

static bool is_shown(const char *name) {
    return name && name[0] != '(' && strncmp(name, RJ_HELPER_TABLE, strlen(RJ_HELPER_TABLE)) != 0;
}

static bool is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (names[i] && strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Of two locals with one name the later one is what the script sees. */
static size_t list_locals(lua_State *L, lua_Debug *ar, const char **names) {
    size_t count = 0;
    for (const char *name; count < MOST_VARIABLES && (name = lua_getlocal(L, ar, (int)count + 1));
         count++) {
        names[count] = is_shown(name) ? name : NULL;
        lua_pop(L, 1);
    }
    for (size_t i = 0; i < count; i++)
        if (names[i] && is_among(names[i], &names[i + 1], count - i - 1))
            names[i] = NULL;
    return count;
}

/* What the function is given by those around it, functions left out. */
static void add_upvalues(lua_State *L, lua_Debug *ar, const char *const *locals, size_t count) {
    lua_getinfo(L, "f", ar);
    const int function = lua_gettop(L);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, function, i)); i++) {
        if (is_shown(name) && !lua_isfunction(L, -1) && !is_among(name, locals, count))
            add_value(L, RJ_TRACE_VARIABLE, name, strlen(name), lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void add_variables(lua_State *L) {
    const char *names[MOST_VARIABLES];
    lua_Debug ar;
    if (!lua_getstack(L, 1, &ar) || !lua_checkstack(L, 16))
        return;
    const size_t count = list_locals(L, &ar, names);
    for (size_t i = 0; i < count; i++) {
        if (!names[i] || !lua_getlocal(L, &ar, (int)i + 1))
            continue;
        add_value(L, RJ_TRACE_VARIABLE, names[i], strlen(names[i]), lua_gettop(L));
        lua_pop(L, 1);
    }
    add_upvalues(L, &ar, names, count);
}

/* ---- helpers ---- */

static int helper_hit(lua_State *L) {
    rj_lua_trace *t = trace_of(L);
    if (!t)
        return 0;
    const rj_chunk *chunk = rj_lua_of(L)->chunks[chunk_number(L)];
    const bool *breaks = t->breaks[chunk_number(L)];
    const size_t point = (size_t)lua_tointeger(L, 1);
    if (breaks && !breaks[point])
        return 0;
    if (begin_event(t))
        end_event(
            L, chunk->points[point].kind == RJ_POINT_FUNCTION ? RJ_TRACE_CALL : RJ_TRACE_STATEMENT,
            t->text.bytes);
    if (breaks)
        add_variables(L);
    return 0;
}

static int helper_branch(lua_State *L) {
    lua_settop(L, 2);
    return 1;
}

/* Follows the keys from the value at index 3. False: there is no such field. */
static bool find_field(lua_State *L) {
    const int top = lua_gettop(L);
    lua_pushvalue(L, 3);
    for (int key = 4; key <= top; key++) {
        if (!lua_istable(L, -1))
            return false;
        if (lua_iscfunction(L, key))
            lua_pushinteger(L, (lua_Integer)rj_lua_length(L, lua_gettop(L)));
        else
            lua_pushvalue(L, key);
        lua_rawget(L, -2);
        lua_remove(L, -2);
    }
    return true;
}

static int helper_set(lua_State *L) {
    const rj_lua_trace *t = trace_of(L);
    size_t bytes;
    const char *name = lua_tolstring(L, 2, &bytes);
    if (t && !t->options->break_count && lua_checkstack(L, 8) && find_field(L))
        add_value(L, RJ_TRACE_VALUE, name, bytes, lua_gettop(L));
    return 0;
}

static int helper_ret(lua_State *L) {
    rj_lua_trace *t = trace_of(L);
    const int top = lua_gettop(L);
    if (t && !t->options->break_count && begin_event(t)) {
        const size_t start = t->text.bytes;
        for (int i = 2; i <= top && t->text.bytes < start + MOST_VALUE_BYTES; i++) {
            rj_buf_puts(&t->text, i > 2 ? ", " : "");
            write_value(L, i, MOST_NESTING, t->text.bytes + MOST_VALUE_BYTES, &t->text);
        }
        end_event(L, RJ_TRACE_RETURN, start);
    }
    return top - 1;
}

void rj_lua_set_tracers(lua_State *L, rj_lua *lua, size_t number) {
#define ROW(name, meaning) {#name, helper_##name},
    static const rj_lua_function functions[] = {RJ_SCRIPT_TRACERS(ROW){NULL, NULL}};
#undef ROW
    for (const rj_lua_function *f = functions; f->name; f++) {
        lua_pushlightuserdata(L, lua->trace);
        lua_pushinteger(L, (lua_Integer)number);
        lua_pushcclosure(L, f->function, 2);
        lua_setfield(L, -2, f->name);
    }
}
