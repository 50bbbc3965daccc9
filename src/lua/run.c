/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lua/lua_internal.h"
#include "script/helpers.h"

/* One run, on its way through a protected call. */
typedef struct run {
    rj_lua *lua;
    const rj_chunk *chunk;
    size_t chunk_number;
    const char *function;
    const rj_value *const *args;
    size_t arg_count, wanted_results;
    bool is_loaded; /* the chunk has run before */
    rj_lua_report report;
    rj_error *err;
    bool failed; /* err is set */
} run;

/* The message on top of the stack, which the handler has explained, as the error of the run. */
static void set_error(lua_State *L, run *r) {
    rj_error explained = RJ_ERROR_INIT;
    rj_error_move(&explained, r->report.err);
    size_t bytes;
    const char *message = rj_lua_push_text(L, -1, &bytes);
    r->failed = true;
    if (r->lua->stop == RJ_LUA_STOP_NONE || r->lua->stop == RJ_LUA_STOP_DEADLINE)
        rj_error_set_bytes(r->err,
                           r->lua->stop == RJ_LUA_STOP_NONE ? RJ_ERROR_SCRIPT : RJ_ERROR_DEADLINE,
                           message, bytes);
    else
        rj_lua_set_stop_error(r->lua, r->err);
    if (r->lua->stop == RJ_LUA_STOP_DEADLINE)
        rj_error_name_limit(r->err, RJ_LIMIT_TIMEOUT);
    rj_error_locate(r->err, explained.file, explained.at);
    rj_error_set_path(r->err, explained.path);
    rj_error_set_detail(r->err, r->report.detail.bytes ? rj_buf_text(&r->report.detail) : NULL);
    rj_error_clear(&explained);
    /* "<string>:12: " isn't part of the reason. */
    const char *text = r->err->message;
    size_t digits = strncmp(text, "<string>:", 9) == 0 ? strspn(text + 9, "0123456789") : 0;
    if (digits && strncmp(text + 9 + digits, ": ", 2) == 0)
        r->err->reason_offset = 9 + digits + 2;
}

/* Calls the function below the arguments, with the handler at index 1. */
static bool call(lua_State *L, run *r, int args, int results) {
    int status = lua_pcall(L, args, results, 1);
    rj_lua_note_status(L, status);
    if (status != 0)
        set_error(L, r);
    return status == 0;
}

static bool load(lua_State *L, run *r) {
    const char *name = lua_pushfstring(L, "=" RJ_CHUNK_NAME "%d", (int)r->chunk_number);
    int status = luaL_loadbufferx(L, r->chunk->text, r->chunk->text_bytes, name, "t");
    lua_remove(L, -2);
    if (status == 0)
        return true;
    rj_lua_note_status(L, status);
    /* Production has compiled it: a bound of LuaJIT's that production doesn't have. */
    const char *text = lua_tostring(L, -1);
    rj_lua_place place = {.chunk = r->chunk};
    rj_lua_split_position(L, text, &place, &text);
    lua_pushfstring(L, "<string>:%d: %s", (int)place.site.script_line, text);
    set_error(L, r);
    if (r->lua->stop == RJ_LUA_STOP_NONE) {
        r->err->code = RJ_ERROR_LIMIT;
        rj_error_locate(r->err, rj_chunk_file(r->chunk),
                        rj_chunk_file_position(r->chunk, place.site.at));
    }
    return false;
}

/* Pushes the global function. */
static bool find_function(lua_State *L, run *r) {
    lua_pushstring(L, r->function);
    lua_rawget(L, LUA_GLOBALSINDEX);
    if (lua_isfunction(L, -1))
        return true;
    r->failed = true;
    if (lua_isnil(L, -1))
        return rj_error_set(r->err, RJ_ERROR_RULE, "not found function %s", r->function);
    return rj_error_set(r->err, RJ_ERROR_RULE, "%s is not a function: %s", r->function,
                        rj_lua_type_at(L, -1));
}

/* Keeps what stands above @p below: at most as many values as are wanted. */
static void keep_results(lua_State *L, run *r, int below) {
    size_t count = (size_t)(lua_gettop(L) - below);
    if (count > r->wanted_results)
        count = r->wanted_results;
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushvalue(L, below + 1 + (int)i);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_RESULTS);
    r->lua->result_count = count;
}

/* Leaves what the chunk returns on the stack. */
static bool run_top_level(lua_State *L, run *r) {
    if (!load(L, r))
        return false;
    rj_lua_push_helpers(L, r->lua, r->chunk_number);
    return call(L, r, 1, LUA_MULTRET);
}

static int protected_run(lua_State *L) {
    run *r = lua_touserdata(L, 1);
    lua_createtable(L, 0, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_RESULTS);
    lua_settop(L, 0);
    lua_pushlightuserdata(L, &r->report);
    lua_pushcclosure(L, rj_lua_explain, 1);
    if (!r->is_loaded && !run_top_level(L, r))
        return 0;
    /* The chunk's results stay below the function's, as in production. */
    if ((size_t)(lua_gettop(L) - 1) > r->wanted_results)
        lua_settop(L, 1 + (int)r->wanted_results);
    const int base = lua_gettop(L);
    luaL_checkstack(L, (int)(r->arg_count + r->wanted_results) + 8, "");
    for (size_t i = 0; i < r->arg_count; i++)
        rj_lua_push_value(L, r->args[i]);
    if (!find_function(L, r))
        return 0;
    lua_insert(L, base + 1);
    r->report.function = r->function;
    if (!call(L, r, (int)r->arg_count, (int)r->wanted_results))
        return 0;
    keep_results(L, r, 1);
    return 0;
}

/* What an error outside the script itself says. */
static const char *failure(lua_State *L) {
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    return text ? text : "error in error handling";
}

static bool run_in(rj_lua *lua, const run *given, rj_error *err) {
    rj_error fallback = RJ_ERROR_INIT, explained = RJ_ERROR_INIT;
    run r = *given;
    r.lua = lua;
    r.report = (rj_lua_report){.err = &explained};
    r.err = err ? err : &fallback;
    lua->result_count = 0;
    if (!rj_lua_add_chunk(lua, r.chunk, &r.chunk_number))
        return rj_error_no_memory(err);
    rj_lua_begin(lua);
    lua->reverses_pairs = lua->wants_reversed_pairs;
    int status = lua_cpcall(lua->L, protected_run, &r);
    lua->reverses_pairs = false;
    rj_lua_note_status(lua->L, status);
    rj_lua_end(lua);
    if (status != 0 && !r.failed) {
        r.failed = true;
        if (lua->stop == RJ_LUA_STOP_NONE)
            rj_error_set(r.err, RJ_ERROR_SCRIPT, "%s", failure(lua->L));
        else
            rj_lua_set_stop_error(lua, r.err);
    }
    lua_settop(lua->L, 0);
    rj_buf_free(&r.report.detail);
    rj_error_clear(&explained);
    rj_error_clear(&fallback);
    return !r.failed;
}

bool rj_lua_run(rj_lua *lua, const rj_chunk *chunk, const char *function,
                const rj_value *const *args, size_t arg_count, size_t wanted_results,
                rj_error *err) {
    const run r = {.chunk = chunk,
                   .function = function,
                   .args = args,
                   .arg_count = arg_count,
                   .wanted_results = wanted_results};
    return run_in(lua, &r, err);
}

bool rj_lua_run_again(rj_lua *lua, const rj_chunk *chunk, const char *function,
                      const rj_value *const *args, size_t arg_count, size_t wanted_results,
                      rj_error *err) {
    const run r = {.chunk = chunk,
                   .function = function,
                   .args = args,
                   .arg_count = arg_count,
                   .wanted_results = wanted_results,
                   .is_loaded = true};
    return run_in(lua, &r, err);
}

/* ---- results ---- */

static const char *const type_names[] = {"nil",      "boolean",  "number", "string",
                                         "function", "userdata", "thread", "table"};

const char *rj_lua_type_name(rj_lua_type type) {
    return (size_t)type < sizeof type_names / sizeof *type_names ? type_names[type] : "nil";
}

/* Pushes the result; allocates nothing. */
static void push_result(lua_State *L, size_t i) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_RESULTS);
    lua_rawgeti(L, -1, (int)i + 1);
    lua_remove(L, -2);
}

rj_lua_type rj_lua_result_type(const rj_lua *lua, size_t i) {
    if (i >= lua->result_count)
        return RJ_LUA_NIL;
    push_result(lua->L, i);
    const int type = lua_type(lua->L, -1);
    lua_pop(lua->L, 1);
    switch (type) {
    case LUA_TBOOLEAN:
        return RJ_LUA_BOOLEAN;
    case LUA_TNUMBER:
        return RJ_LUA_NUMBER;
    case LUA_TSTRING:
        return RJ_LUA_STRING;
    case LUA_TFUNCTION:
        return RJ_LUA_FUNCTION;
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
        return RJ_LUA_USERDATA;
    case LUA_TTHREAD:
        return RJ_LUA_THREAD;
    case LUA_TTABLE:
        return RJ_LUA_TABLE;
    default:
        return RJ_LUA_NIL;
    }
}

bool rj_lua_result_boolean(const rj_lua *lua, size_t i) {
    if (i >= lua->result_count)
        return false;
    push_result(lua->L, i);
    bool answer = lua_toboolean(lua->L, -1);
    lua_pop(lua->L, 1);
    return answer;
}

double rj_lua_result_number(const rj_lua *lua, size_t i) {
    if (rj_lua_result_type(lua, i) != RJ_LUA_NUMBER)
        return 0;
    push_result(lua->L, i);
    double answer = lua_tonumber(lua->L, -1);
    lua_pop(lua->L, 1);
    return answer;
}

typedef struct question {
    size_t i;
    const char *text;
    size_t bytes;
    rj_arena *arena;
    rj_value *value;
    rj_error *err;
    bool fine;
} question;

static int protected_text(lua_State *L) {
    question *q = lua_touserdata(L, 1);
    push_result(L, q->i);
    q->text = rj_lua_push_text(L, -1, &q->bytes);
    /* Anchored beside the results. */
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_RESULTS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, -1 - (int)q->i);
    return 0;
}

const char *rj_lua_result_text(rj_lua *lua, size_t i, size_t *bytes) {
    question q = {.i = i};
    if (i >= lua->result_count) {
        if (bytes)
            *bytes = 3;
        return "nil";
    }
    bool fine = lua_cpcall(lua->L, protected_text, &q) == 0;
    lua_settop(lua->L, 0);
    if (bytes)
        *bytes = fine ? q.bytes : 0;
    return fine ? q.text : "";
}

static int protected_encode(lua_State *L) {
    question *q = lua_touserdata(L, 1);
    push_result(L, q->i);
    q->fine = rj_lua_encode(L, -1, q->arena, q->value, q->err);
    return 0;
}

bool rj_lua_result_value(rj_lua *lua, size_t i, rj_arena *arena, rj_value *out, rj_error *err) {
    if (i >= lua->result_count) {
        *out = rj_value_null;
        return true;
    }
    lua->stop = RJ_LUA_STOP_NONE;
    question q = {.i = i, .arena = arena, .value = out, .err = err};
    const int status = lua_cpcall(lua->L, protected_encode, &q);
    lua_settop(lua->L, 0);
    if (status != 0)
        return rj_lua_set_stop_error(lua, err);
    return q.fine;
}
