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
static bool place_of(lua_State *L, lua_Debug *ar, rj_site_kind kind, rj_lua_place *out) {
    lua_getinfo(L, "Sl", ar);
    if (ar->what[0] == 'C' || ar->currentline <= 0)
        return false;
    out->chunk = chunk_of(L, ar->source);
    if (!out->chunk)
        return false;
    out->site = rj_chunk_site_for(out->chunk, (uint32_t)ar->currentline, kind);
    return true;
}

bool rj_lua_place_at(lua_State *L, int level, rj_site_kind kind, rj_lua_place *out) {
    lua_Debug ar;
    return lua_getstack(L, level, &ar) && place_of(L, &ar, kind, out);
}

bool rj_lua_place_from(lua_State *L, int level, rj_site_kind kind, rj_lua_place *out) {
    lua_Debug ar;
    for (; lua_getstack(L, level, &ar); level++)
        if (place_of(L, &ar, kind, out))
            return true;
    return false;
}

void rj_lua_push_where(lua_State *L, int level, rj_site_kind kind) {
    rj_lua_place place;
    if (rj_lua_place_from(L, level, kind, &place))
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

/* What an operation's message begins with, production's words for it (NULL: the same). */
static const struct {
    const char *start;
    rj_site_kind kind;
    const char *words;
} messages[] = {
    {"attempt to call ", RJ_SITE_CALL, "attempt to call a non-function object"},
    {"attempt to compare ", RJ_SITE_OPERATOR, NULL},
    {"attempt to get length of ", RJ_SITE_OPERATOR, "__len undefined"},
    {"attempt to index a non-table", RJ_SITE_INDEX, NULL},
    {"cannot perform ", RJ_SITE_OPERATOR, NULL},
    {"__unm undefined", RJ_SITE_OPERATOR, NULL},
    {"__len undefined", RJ_SITE_OPERATOR, NULL},
    {"table index is ", RJ_SITE_SET, NULL},
    {"for statement ", RJ_SITE_FOR, NULL},
    {"'for' initial", RJ_SITE_FOR, "for statement init must be a number"},
    {"'for' limit", RJ_SITE_FOR, "for statement limit must be a number"},
    {"'for' step", RJ_SITE_FOR, "for statement step must be a number"},
};

/* The kind of operation that fails with a message, and the message in production's words. */
static rj_site_kind classify(const char *text, const char **words) {
    *words = text;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (strncmp(text, messages[i].start, strlen(messages[i].start)) == 0) {
            if (messages[i].words)
                *words = messages[i].words;
            return messages[i].kind;
        }
    return RJ_SITE_CALL;
}

bool rj_lua_split_position(lua_State *L, const char *message, rj_lua_place *out,
                           const char **text) {
    static const char name[] = RJ_CHUNK_NAME;
    const char *words;
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
    *text = end + 2;
    out->chunk = rj_lua_of(L)->chunks[number];
    out->site = rj_chunk_site_for(out->chunk, (uint32_t)line, classify(*text, &words));
    return true;
}

/* The same thing in production's words. Pushes it. */
static void push_translated(lua_State *L, const char *text) {
    static const char two[] = "attempt to compare two ";
    const char *words;
    classify(text, &words);
    if (strncmp(text, two, sizeof two - 1) != 0) {
        lua_pushstring(L, words);
        return;
    }
    const char *type = text + sizeof two - 1;
    lua_pushlstring(L, type, strcspn(type, " "));
    const char *copy = lua_tostring(L, -1);
    lua_pushfstring(L, "attempt to compare %s with %s", copy, copy);
    lua_remove(L, -2);
}

int rj_lua_translate(lua_State *L) {
    lua_Debug ar;
    rj_lua_place place;
    const char *text;
    if (lua_type(L, 1) != LUA_TSTRING || !lua_getstack(L, 1, &ar))
        return 1;
    lua_getinfo(L, "S", &ar);
    if (strcmp(lua_tostring(L, 1), "stack overflow") == 0) {
        /* LuaJIT's own stack was full: it gives no place. */
        rj_lua_push_where(L, 1, RJ_SITE_CALL);
        lua_pushfstring(L, "%s stack overflow", lua_tostring(L, -1));
        return 1;
    }
    /* What C functions raise is production's already. */
    if (ar.what[0] == 'C' || !rj_lua_split_position(L, lua_tostring(L, 1), &place, &text))
        return 1;
    push_translated(L, text);
    lua_pushfstring(L, "<string>:%d: %s", (int)place.site.script_line, lua_tostring(L, -1));
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

/* How the caller wrote its name; or, of what was called from outside, the entry's name. */
static size_t name_by_caller(lua_State *L, const rj_lua_report *report, int level,
                             const lua_Debug *ar, const char **name) {
    lua_Debug caller_ar;
    rj_lua_place caller;
    if (!lua_getstack(L, level + 1, &caller_ar) ||
        !place_of(L, &caller_ar, RJ_SITE_CALL, &caller)) {
        /* Called from C: by a library function, or from outside. */
        const bool is_outermost = !lua_getstack(L, level + 2, &caller_ar);
        *name = is_outermost ? report->function : NULL;
        return *name ? strlen(*name) : 0;
    }
    const char *written;
    const size_t bytes = ar->name ? rj_lua_last_name(caller.site.expression, &written) : 0;
    *name = bytes ? written : ar->name;
    return bytes ? bytes : *name ? strlen(*name) : 0;
}

/*
 * The function at a level: where it stands, and its name as its definition gives it (the caller's
 * name for it may be another function's: that made a tail call), else as its caller wrote it, or
 * where it is defined.
 */
static void write_frame(lua_State *L, const rj_lua_report *report, int level, rj_site_kind kind,
                        rj_buf *out) {
    lua_Debug ar;
    rj_lua_place place;
    if (!lua_getstack(L, level, &ar) || !place_of(L, &ar, kind, &place))
        return;
    lua_getinfo(L, "Sn", &ar);
    write_place(place.chunk, place.site.at, out);
    if (strcmp(ar.what, "main") == 0) {
        rj_buf_puts(out, " in main chunk");
        return;
    }
    const rj_chunk_site defined =
        rj_chunk_site_for(place.chunk, (uint32_t)ar.linedefined, RJ_SITE_FUNCTION);
    const char *name = defined.kind == RJ_SITE_FUNCTION ? defined.expression : NULL;
    const size_t bytes = name ? strlen(name) : name_by_caller(L, report, level, &ar, &name);
    if (bytes) {
        rj_buf_puts(out, " in function '");
        rj_buf_append(out, name, bytes);
        rj_buf_putc(out, '\'');
        return;
    }
    rj_position at = rj_chunk_file_position(place.chunk, defined.at);
    rj_buf_printf(out, " in function <%s:%u>", rj_chunk_file(place.chunk), at.line);
}

static void write_frames(lua_State *L, rj_lua_report *report, rj_site_kind kind) {
    lua_Debug ar;
    rj_lua_place place;
    int count = 0, seen = 0;
    for (int level = 1; lua_getstack(L, level, &ar); level++)
        count += rj_lua_place_at(L, level, kind, &place);
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        if (!rj_lua_place_at(L, level, kind, &place))
            continue;
        seen++;
        if (count > MAX_FRAMES && seen > SHOWN_FRAMES && seen <= count - SHOWN_FRAMES) {
            if (seen == SHOWN_FRAMES + 1)
                rj_buf_puts(&report->detail, "\n...");
            continue;
        }
        if (report->detail.bytes)
            rj_buf_putc(&report->detail, '\n');
        write_frame(L, report, level, seen == 1 ? kind : RJ_SITE_CALL, &report->detail);
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

/* Whether the expression of a failed operation is what the user should look at. */
static bool names_culprit(const char *reason) {
    return strncmp(reason, "attempt to index a non-table", 28) == 0 ||
           strncmp(reason, "attempt to call a non-function", 30) == 0;
}

/* The frame that stands on the line which the message names, else the innermost one. */
static void find_culprit(lua_State *L, uint32_t line, rj_lua_report *report, rj_site_kind kind,
                         const char *reason) {
    lua_Debug ar;
    rj_lua_place place, innermost;
    if (!rj_lua_place_from(L, 1, kind, &innermost))
        return;
    const char *file = rj_chunk_file(innermost.chunk);
    if (line == 0 || innermost.site.script_line == line) {
        rj_error_locate(report->err, file,
                        rj_chunk_file_position(innermost.chunk, innermost.site.at));
        if (names_culprit(reason))
            rj_error_set_path(report->err, innermost.site.expression);
        return;
    }
    for (int level = 1; lua_getstack(L, level, &ar); level++)
        if (rj_lua_place_at(L, level, RJ_SITE_CALL, &place) && place.site.script_line == line) {
            rj_error_locate(report->err, rj_chunk_file(place.chunk),
                            rj_chunk_file_position(place.chunk, place.site.at));
            return;
        }
    rj_error_locate(report->err, file,
                    rj_chunk_file_position(innermost.chunk, line_start(innermost.chunk, line)));
}

/* The kind of operation that the innermost function was at when it failed with this reason. */
static rj_site_kind failed_kind(lua_State *L, const char *reason) {
    const char *words;
    rj_site_kind kind = classify(reason, &words);
    /* Reading and writing of fields fail with the same words. */
    return kind == RJ_SITE_INDEX && rj_lua_of(L)->raised == RJ_SITE_SET ? RJ_SITE_SET : kind;
}

int rj_lua_explain(lua_State *L) {
    rj_lua_report *report = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 1);
    rj_lua_translate(L);
    size_t bytes, reason_offset;
    const char *message = rj_lua_push_text(L, -1, &bytes);
    uint32_t line = named_line(message, &reason_offset);
    rj_site_kind kind = failed_kind(L, message + reason_offset);
    rj_error_clear(report->err);
    rj_buf_reset(&report->detail);
    write_frames(L, report, kind);
    find_culprit(L, line, report, kind, message + reason_offset);
    return 1;
}
