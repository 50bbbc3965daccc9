/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lua/lua_internal.h"
#include "script/helpers.h"

static const rj_chunk *chunk_of(lua_State *L, const char *source) {
    static const char name[] = "=" RJ_CHUNK_NAME;
    const rj_lua *lua = rj_lua_of(L);
    if (strncmp(source, name, sizeof name - 1) != 0)
        return NULL;
    size_t number = strtoul(source + sizeof name - 1, NULL, 10);
    return number < lua->chunk_count ? lua->chunks[number] : NULL;
}

/* ar must have come from lua_getstack(). */
static bool place_of(lua_State *L, lua_Debug *ar, rj_lua_place *out) {
    lua_getinfo(L, "Sl", ar);
    if (ar->what[0] == 'C' || ar->currentline <= 0)
        return false;
    out->chunk = chunk_of(L, ar->source);
    if (!out->chunk)
        return false;
    out->site = rj_chunk_site_at(out->chunk, (uint32_t)ar->currentline);
    return true;
}

bool rj_lua_place_at(lua_State *L, int level, rj_lua_place *out) {
    lua_Debug ar;
    return lua_getstack(L, level, &ar) && place_of(L, &ar, out);
}

bool rj_lua_place_from(lua_State *L, int level, rj_lua_place *out) {
    lua_Debug ar;
    for (; lua_getstack(L, level, &ar); level++)
        if (place_of(L, &ar, out))
            return true;
    return false;
}

void rj_lua_push_where(lua_State *L, int level) {
    rj_lua_place place;
    if (rj_lua_place_from(L, level, &place))
        lua_pushfstring(L, "<string>:%d:", (int)place.site.script_line);
    else
        lua_pushliteral(L, "");
}

static bool is_name_byte(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

size_t rj_lua_last_name(const char *expression, const char **name) {
    *name = "";
    if (!expression)
        return 0;
    size_t end = strlen(expression), start = end;
    while (start > 0 && is_name_byte(expression[start - 1]))
        start--;
    if (start == end || isdigit((unsigned char)expression[start]))
        return 0;
    *name = expression + start;
    return end - start;
}

/* ---- LuaJIT's own messages ---- */

bool rj_lua_split_position(lua_State *L, const char *message, int *script_line, const char **text) {
    static const char name[] = RJ_CHUNK_NAME;
    if (strncmp(message, name, sizeof name - 1) != 0)
        return false;
    char *end;
    const char *digits = message + sizeof name - 1;
    unsigned long number = strtoul(digits, &end, 10);
    if (end == digits || *end != ':' || number >= rj_lua_of(L)->chunk_count)
        return false;
    digits = end + 1;
    unsigned long line = strtoul(digits, &end, 10);
    if (end == digits || end[0] != ':' || end[1] != ' ')
        return false;
    *script_line = (int)rj_chunk_site_at(rj_lua_of(L)->chunks[number], (uint32_t)line).script_line;
    *text = end + 2;
    return true;
}

/* The same thing in production's words. Pushes it. */
static void push_translated(lua_State *L, const char *text) {
    static const struct {
        const char *start, *words;
    } texts[] = {
        {"attempt to call ", "attempt to call a non-function object"},
        {"'for' initial", "for statement init must be a number"},
        {"'for' limit", "for statement limit must be a number"},
        {"'for' step", "for statement step must be a number"},
        {"attempt to get length of ", "__len undefined"},
        {"stack overflow", "stack overflow"},
    };
    static const char two[] = "attempt to compare two ";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strncmp(text, texts[i].start, strlen(texts[i].start)) == 0) {
            lua_pushstring(L, texts[i].words);
            return;
        }
    if (strncmp(text, two, sizeof two - 1) == 0) {
        const char *type = text + sizeof two - 1;
        int bytes = (int)strcspn(type, " ");
        lua_pushlstring(L, type, (size_t)bytes);
        const char *copy = lua_tostring(L, -1);
        lua_pushfstring(L, "attempt to compare %s with %s", copy, copy);
        lua_remove(L, -2);
        return;
    }
    lua_pushstring(L, text);
}

int rj_lua_translate(lua_State *L) {
    lua_Debug ar;
    int script_line;
    const char *text;
    if (lua_type(L, 1) != LUA_TSTRING || !lua_getstack(L, 1, &ar))
        return 1;
    lua_getinfo(L, "S", &ar);
    /* What C functions raise is production's already, unless LuaJIT's stack was full. */
    if (strcmp(lua_tostring(L, 1), "stack overflow") == 0) {
        rj_lua_push_where(L, 1);
        lua_pushfstring(L, "%s stack overflow", lua_tostring(L, -1));
        return 1;
    }
    if (ar.what[0] == 'C' || !rj_lua_split_position(L, lua_tostring(L, 1), &script_line, &text))
        return 1;
    push_translated(L, text);
    lua_pushfstring(L, "<string>:%d: %s", script_line, lua_tostring(L, -1));
    return 1;
}

/* ---- what the user sees of an error that nothing caught ---- */

enum {
    MAX_FRAMES = 20, /* more than that: the first and the last SHOWN_FRAMES */
    SHOWN_FRAMES = 7
};

static void write_place(const rj_chunk *chunk, rj_position in_script, rj_buf *out) {
    rj_position at = rj_chunk_file_position(chunk, in_script);
    rj_buf_printf(out, "%s:%u:%u:", rj_chunk_file(chunk), at.line, at.column);
}

/* The name of the function at a level: as its caller wrote it, or where it is defined. */
static void write_frame(lua_State *L, const rj_lua_report *report, int level, rj_buf *out) {
    lua_Debug ar, caller_ar;
    rj_lua_place place, caller;
    if (!lua_getstack(L, level, &ar) || !place_of(L, &ar, &place))
        return;
    lua_getinfo(L, "Sn", &ar);
    write_place(place.chunk, place.site.at, out);
    if (strcmp(ar.what, "main") == 0) {
        rj_buf_puts(out, " in main chunk");
        return;
    }
    const char *name = ar.name;
    size_t name_bytes = name ? strlen(name) : 0;
    bool from_lua = lua_getstack(L, level + 1, &caller_ar) && place_of(L, &caller_ar, &caller);
    const char *written;
    size_t written_bytes = from_lua ? rj_lua_last_name(caller.site.expression, &written) : 0;
    if (name && written_bytes) {
        name = written;
        name_bytes = written_bytes;
    }
    if (!from_lua) {
        /* Called from C: by a library function, or from outside. */
        bool outermost = !lua_getstack(L, level + 2, &caller_ar);
        name = outermost ? report->function : NULL;
        name_bytes = name ? strlen(name) : 0;
    }
    if (name_bytes) {
        rj_buf_puts(out, " in function '");
        rj_buf_append(out, name, name_bytes);
        rj_buf_putc(out, '\'');
        return;
    }
    rj_chunk_site defined = rj_chunk_site_at(place.chunk, (uint32_t)ar.linedefined);
    rj_position at = rj_chunk_file_position(place.chunk, defined.at);
    rj_buf_printf(out, " in function <%s:%u>", rj_chunk_file(place.chunk), at.line);
}

static void write_frames(lua_State *L, rj_lua_report *report) {
    lua_Debug ar;
    rj_lua_place place;
    int count = 0, seen = 0;
    for (int level = 1; lua_getstack(L, level, &ar); level++)
        count += rj_lua_place_at(L, level, &place);
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        if (!rj_lua_place_at(L, level, &place))
            continue;
        seen++;
        if (count > MAX_FRAMES && seen > SHOWN_FRAMES && seen <= count - SHOWN_FRAMES) {
            if (seen == SHOWN_FRAMES + 1)
                rj_buf_puts(&report->detail, "\n...");
            continue;
        }
        if (report->detail.bytes)
            rj_buf_putc(&report->detail, '\n');
        write_frame(L, report, level, &report->detail);
    }
}

/* The line that the message names, "<string>:12: "; 0 when it names none. */
static uint32_t named_line(const char *message, size_t *reason_offset) {
    static const char head[] = "<string>:";
    *reason_offset = 0;
    if (strncmp(message, head, sizeof head - 1) != 0)
        return 0;
    char *end;
    unsigned long line = strtoul(message + sizeof head - 1, &end, 10);
    if (end == message + sizeof head - 1 || end[0] != ':' || end[1] != ' ')
        return 0;
    *reason_offset = (size_t)(end + 2 - message);
    return (uint32_t)line;
}

/* First place on a line of the script that isn't blank. */
static rj_position line_start(const rj_chunk *chunk, uint32_t line) {
    rj_position at = {.line = line, .column = 1};
    if (line == 0 || line > chunk->line_count)
        return (rj_position){0};
    const char *text = chunk->script + chunk->line_offsets[line - 1];
    const char *end = chunk->script + chunk->script_bytes;
    while (text < end && (*text == ' ' || *text == '\t')) {
        text++;
        at.column++;
    }
    return at;
}

/* The frame that stands on the line which the message names, else the innermost one. */
static void find_culprit(lua_State *L, uint32_t line, rj_lua_report *report, const char *reason) {
    lua_Debug ar;
    rj_lua_place place, innermost;
    if (!rj_lua_place_from(L, 1, &innermost))
        return;
    const char *file = rj_chunk_file(innermost.chunk);
    if (line == 0 || innermost.site.script_line == line) {
        rj_error_locate(report->err, file,
                        rj_chunk_file_position(innermost.chunk, innermost.site.at));
        if (strncmp(reason, "attempt to index a non-table", 28) == 0 ||
            strncmp(reason, "attempt to call a non-function", 30) == 0)
            rj_error_set_path(report->err, innermost.site.expression);
        return;
    }
    for (int level = 1; lua_getstack(L, level, &ar); level++)
        if (rj_lua_place_at(L, level, &place) && place.site.script_line == line) {
            rj_error_locate(report->err, rj_chunk_file(place.chunk),
                            rj_chunk_file_position(place.chunk, place.site.at));
            return;
        }
    rj_error_locate(report->err, file,
                    rj_chunk_file_position(innermost.chunk, line_start(innermost.chunk, line)));
}

int rj_lua_explain(lua_State *L) {
    rj_lua_report *report = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 1);
    rj_lua_translate(L);
    size_t bytes, reason_offset;
    const char *message = rj_lua_push_text(L, -1, &bytes);
    uint32_t line = named_line(message, &reason_offset);
    rj_error_clear(report->err);
    rj_buf_reset(&report->detail);
    write_frames(L, report);
    find_culprit(L, line, report, message + reason_offset);
    return 1;
}
