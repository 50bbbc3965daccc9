/* SPDX-License-Identifier: Apache-2.0 */
#include <luajit.h>
#include <stdalign.h>
#include <string.h>

#include "base/alloc.h"
#include "lua/lua_internal.h"

enum {
    /* Garbage is collected when there is four times as much as was left the last time, or much of
     * what the limit allows: see ask_to_collect(). */
    COLLECTOR_PAUSE_PERCENT = 400
};

static void hook(lua_State *L, lua_Debug *ar);

static void hook_each(rj_lua *lua, int instructions) {
    lua->hook_instructions = instructions;
    lua_sethook(lua->L, hook, LUA_MASKCOUNT, instructions);
}

/*
 * LuaJIT collects in small steps, which don't keep up with few large objects, and doesn't try to
 * collect when there is no memory. So it is told to collect when half of the memory is in use, then
 * when half of the rest is. An allocator can't collect; setting the hook is allowed anywhere, and
 * it runs before the next instruction.
 */
static void ask_to_collect(rj_lua *lua) {
    if (!lua->running || lua->collect_pending || lua->stop != RJ_LUA_STOP_NONE ||
        !lua->limits->max_memory_bytes || lua->used_bytes <= lua->collect_bytes)
        return;
    lua->collect_pending = true;
    hook_each(lua, 1);
}

static int hook_interval(const rj_lua *lua) {
    if (lua->profile)
        return 1;
    return lua->counts_usage ? RJ_LUA_USAGE_INSTRUCTIONS : RJ_LUA_HOOK_INSTRUCTIONS;
}

static void collect(rj_lua *lua) {
    const size_t cap = lua->limits->max_memory_bytes;
    lua->collect_pending = false;
    lua_gc(lua->L, LUA_GCCOLLECT, 0);
    /* Near the cap that would take more and more time for less and less memory. */
    const size_t used = lua->used_bytes < cap ? lua->used_bytes : cap;
    const size_t room = cap - used;
    if (room < cap / 8)
        lua->collect_bytes = cap;
    else
        lua->collect_bytes = used + room / 2 > cap / 2 ? used + room / 2 : cap / 2;
    hook_each(lua, hook_interval(lua));
}

static bool is_in_reserve(const rj_lua *lua, const void *block) {
    const uintptr_t at = (uintptr_t)block, start = (uintptr_t)lua->reserve;
    return at >= start && at - start < sizeof lua->reserve;
}

/* Memory for a state in the making; NULL when the reserve is used up. */
static void *take_from_reserve(rj_lua *lua, size_t bytes) {
    const size_t align = alignof(max_align_t);
    const size_t taken = (bytes + align - 1) / align * align;
    if (lua->L || bytes > sizeof lua->reserve ||
        taken > sizeof lua->reserve - lua->reserve_used_bytes)
        return NULL;
    void *block = lua->reserve + lua->reserve_used_bytes;
    lua->reserve_used_bytes += taken;
    return block;
}

/* As realloc(); what is in the reserve stays there, unused, until the state's end. */
static void *move(rj_lua *lua, void *block, size_t old_bytes, size_t new_bytes) {
    const bool is_reserved = block && is_in_reserve(lua, block);
    void *moved = block && !is_reserved ? NULL : take_from_reserve(lua, new_bytes);
    if (!moved)
        moved = rj_lua_pool_resize(&lua->pool, is_reserved ? NULL : block, old_bytes, new_bytes);
    if (moved && is_reserved)
        memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    return moved;
}

/* The allocator that the collector uses: counts, and refuses to grow beyond the cap. Shrinking
 * never fails, as LuaJIT expects. */
static void *allocate(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    rj_lua *lua = ctx;
    if (!block)
        old_bytes = 0;
    if (new_bytes == 0) {
        if (!is_in_reserve(lua, block))
            rj_lua_pool_give_back(&lua->pool, block, old_bytes);
        lua->used_bytes -= old_bytes;
        return NULL;
    }
    size_t others = lua->used_bytes - old_bytes;
    if (lua->L && new_bytes > old_bytes && lua->limits->max_memory_bytes &&
        (others > lua->limits->max_memory_bytes ||
         new_bytes > lua->limits->max_memory_bytes - others)) {
        lua->stop = RJ_LUA_STOP_MEMORY;
        return NULL;
    }
    void *moved = move(lua, block, old_bytes, new_bytes);
    if (!moved) {
        if (new_bytes <= old_bytes)
            return block;
        lua->stop = RJ_LUA_STOP_NO_MEMORY;
        return NULL;
    }
    lua->used_bytes = others + new_bytes;
    if (lua->used_bytes > lua->peak_bytes)
        lua->peak_bytes = lua->used_bytes;
    if (lua->profile && new_bytes > old_bytes)
        rj_lua_profile_bytes(lua->profile, new_bytes - old_bytes);
    ask_to_collect(lua);
    return moved;
}

rj_lua *rj_lua_of(lua_State *L) {
    void *ctx;
    lua_getallocf(L, &ctx);
    return ctx;
}

static bool time_is_up(const rj_lua *lua) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec != lua->deadline.tv_sec)
        return now.tv_sec > lua->deadline.tv_sec;
    return now.tv_nsec >= lua->deadline.tv_nsec;
}

void rj_lua_push_stop_text(lua_State *L, const rj_lua *lua) {
    switch (lua->stop) {
    case RJ_LUA_STOP_NONE:
    case RJ_LUA_STOP_DEADLINE:
        lua_pushliteral(L, "context deadline exceeded");
        break;
    case RJ_LUA_STOP_MEMORY:
    case RJ_LUA_STOP_NO_MEMORY:
        lua_pushliteral(L, "out of memory");
        break;
    case RJ_LUA_STOP_PRINT:
        lua_pushliteral(L, "print wrote more than the limit allows");
        break;
    }
}

/* Called for each instruction. True: it isn't yet time to look at the clock. */
static bool note_instruction(lua_State *L, rj_lua *lua) {
    rj_lua_place place;
    if (rj_lua_place_at(L, 0, RJ_SITE_NONE, &place))
        rj_lua_profile_step(lua->profile, lua, place.chunk, place.site.script_line);
    if (lua->collect_pending || lua->stop != RJ_LUA_STOP_NONE)
        return false;
    lua->steps_to_clock = lua->steps_to_clock ? lua->steps_to_clock - 1 : RJ_LUA_HOOK_INSTRUCTIONS;
    return lua->steps_to_clock > 0;
}

static void hook(lua_State *L, lua_Debug *ar) {
    (void)ar;
    rj_lua *lua = rj_lua_of(L);
    lua->instructions += (uint64_t)lua->hook_instructions;
    if (lua->profile && lua->running && note_instruction(L, lua))
        return;
    if (lua->collect_pending && lua->stop == RJ_LUA_STOP_NONE)
        collect(lua);
    if (lua->stop == RJ_LUA_STOP_NONE && lua->running && time_is_up(lua))
        rj_lua_stop_run(lua, RJ_LUA_STOP_DEADLINE);
    if (lua->stop == RJ_LUA_STOP_NONE)
        return;
    rj_lua_push_stop_text(L, lua);
    rj_lua_raise_top(L, RJ_SITE_NONE);
}

void rj_lua_stop_run(rj_lua *lua, rj_lua_stop why) {
    lua->stop = why;
    hook_each(lua, 1);
}

void rj_lua_note_status(lua_State *L, int status) {
    rj_lua *lua = rj_lua_of(L);
    if (status == LUA_ERRMEM && lua->stop != RJ_LUA_STOP_MEMORY)
        lua->stop = RJ_LUA_STOP_NO_MEMORY;
    if (lua->stop != RJ_LUA_STOP_NONE)
        rj_lua_stop_run(lua, lua->stop);
}

void rj_lua_spend_slow(lua_State *L, rj_lua *lua) {
    lua->steps_left = RJ_LUA_SPEND_STEPS;
    if (!lua->running)
        return;
    if (lua->stop == RJ_LUA_STOP_NONE && time_is_up(lua))
        rj_lua_stop_run(lua, RJ_LUA_STOP_DEADLINE);
    if (lua->stop == RJ_LUA_STOP_NONE)
        return;
    rj_lua_push_stop_text(L, lua);
    rj_lua_raise_top(L, RJ_SITE_NONE);
}

void rj_lua_begin(rj_lua *lua) {
    lua->stop = RJ_LUA_STOP_NONE;
    lua->printed_bytes = 0;
    lua->result_count = 0;
    lua->length_table = NULL;
    lua->steps_left = RJ_LUA_SPEND_STEPS;
    clock_gettime(CLOCK_MONOTONIC, &lua->deadline);
    const long ms = (long)lua->limits->timeout_ms;
    lua->deadline.tv_sec += ms / 1000;
    lua->deadline.tv_nsec += ms % 1000 * 1000000;
    if (lua->deadline.tv_nsec >= 1000000000) {
        lua->deadline.tv_nsec -= 1000000000;
        lua->deadline.tv_sec++;
    }
    lua->running = true;
    lua->collect_pending = false;
    lua->collect_bytes = lua->limits->max_memory_bytes / 2;
    lua->steps_to_clock = RJ_LUA_HOOK_INSTRUCTIONS;
    clock_gettime(CLOCK_MONOTONIC, &lua->began);
    hook_each(lua, hook_interval(lua));
}

void rj_lua_end(rj_lua *lua) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    lua->run_ns += (uint64_t)((int64_t)(now.tv_sec - lua->began.tv_sec) * 1000000000 +
                              (now.tv_nsec - lua->began.tv_nsec));
    lua->running = false;
    lua_sethook(lua->L, NULL, 0, 0);
}

static bool reserve_chunks(rj_lua *lua) {
    if (lua->chunk_count < lua->chunk_capacity)
        return true;
    const size_t capacity = lua->chunk_capacity ? 2 * lua->chunk_capacity : 4;
    const rj_chunk **chunks = rj_alloc_resize(lua->chunks, capacity * sizeof *chunks);
    if (chunks)
        lua->chunks = chunks;
    struct rj_lua_counters **counters = rj_alloc_resize(lua->counters, capacity * sizeof *counters);
    if (counters)
        lua->counters = counters;
    if (!chunks || !counters)
        return false;
    lua->chunk_capacity = capacity;
    return true;
}

bool rj_lua_add_chunk(rj_lua *lua, const rj_chunk *chunk, size_t *number) {
    for (size_t i = lua->chunk_count; i-- > 0;)
        if (lua->chunks[i] == chunk) {
            *number = i;
            return true;
        }
    bool ok;
    if (!reserve_chunks(lua))
        return false;
    if (lua->profile && !rj_lua_profile_chunk(lua->profile, chunk))
        return false;
    if (lua->trace && !rj_lua_trace_chunk(lua->trace, chunk))
        return false;
    lua->counters[lua->chunk_count] = rj_lua_new_counters(chunk, &ok);
    if (!ok)
        return false;
    lua->chunks[lua->chunk_count] = chunk;
    *number = lua->chunk_count++;
    return true;
}

/* Nothing of Lua runs outside protected calls, so this is never reached; if it were, going on would
 * be worse. */
static int panic(lua_State *L) {
    (void)L;
    __builtin_trap();
}

static int build(lua_State *L) {
    lua_createtable(L, 4, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_RESULTS);
    lua_newtable(L); /* weak keys */
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_ORDERS);
    rj_lua_open_shapes(L);
    rj_lua_open_environment(L);
    rj_lua_open_helpers(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_HELPERS);
    rj_lua_set_type_metatables(L);
    /* The texts of errors that come when there is no memory left to make them. */
    static const rj_lua_stop stops[] = {RJ_LUA_STOP_DEADLINE, RJ_LUA_STOP_MEMORY,
                                        RJ_LUA_STOP_PRINT};
    lua_newtable(L);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        rj_lua_push_stop_text(L, &(rj_lua){.stop = stops[i]});
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, LUA_REGISTRYINDEX, "rj_stop_texts");
    return 0;
}

rj_lua *rj_lua_new(const rj_lua_options *options, rj_error *err) {
    rj_lua *lua = rj_alloc_zeroed(sizeof *lua);
    if (!lua) {
        rj_error_no_memory(err);
        return NULL;
    }
    lua->limits = options && options->limits ? options->limits : rj_limits_default();
    lua->print = options ? options->print : NULL;
    lua->print_ctx = options ? options->print_ctx : NULL;
    lua->wants_reversed_pairs = options && options->reverses_pairs;
    lua->counts_usage = options && options->counts_usage;
    if ((options && options->profiles && !(lua->profile = rj_lua_new_profile())) ||
        (options && options->trace && !(lua->trace = rj_lua_new_trace(options->trace)))) {
        rj_lua_free(lua);
        rj_error_no_memory(err);
        return NULL;
    }
    lua->L = lua_newstate(allocate, lua);
    int status = LUA_ERRMEM;
    if (lua->L) {
        lua_atpanic(lua->L, panic);
        lua_gc(lua->L, LUA_GCSETPAUSE, COLLECTOR_PAUSE_PERCENT);
        luaJIT_setmode(lua->L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF);
        status = lua_cpcall(lua->L, build, NULL);
    }
    if (status != 0) {
        rj_lua_set_stop_error(lua, err);
        rj_lua_free(lua);
        return NULL;
    }
    return lua;
}

void rj_lua_free(rj_lua *lua) {
    if (!lua)
        return;
    if (lua->L)
        lua_close(lua->L);
    rj_lua_pool_clear(&lua->pool);
    rj_arena_free(lua->arena);
    rj_error_clear(&lua->error);
    rj_buf_free(&lua->text);
    rj_quantity_free(lua->sum);
    rj_quantity_free(lua->operand);
    for (size_t i = 0; i < lua->chunk_count; i++)
        rj_alloc_free(lua->counters[i]);
    rj_alloc_free(lua->counters);
    rj_lua_free_profile(lua->profile);
    rj_lua_free_trace(lua->trace);
    rj_alloc_free(lua->chunks);
    rj_alloc_free(lua);
}

uint64_t rj_lua_run_ns(const rj_lua *lua) {
    return lua->run_ns;
}

rj_lua_usage rj_lua_usage_of(const rj_lua *lua) {
    return (rj_lua_usage){.instructions = lua->instructions,
                          .instruction_step = (uint64_t)hook_interval(lua),
                          .peak_bytes = lua->peak_bytes};
}

size_t rj_lua_used_bytes(const rj_lua *lua) {
    return lua->used_bytes;
}

bool rj_lua_set_stop_error(const rj_lua *lua, rj_error *err) {
    switch (lua->stop) {
    case RJ_LUA_STOP_DEADLINE:
        rj_error_set(err, RJ_ERROR_DEADLINE, "context deadline exceeded");
        rj_error_name_limit(err, RJ_LIMIT_TIMEOUT);
        break;
    case RJ_LUA_STOP_MEMORY:
        rj_error_set(err, RJ_ERROR_MEMORY,
                     "out of memory: the script needs more than the limit of %zu bytes",
                     lua->limits->max_memory_bytes);
        rj_error_name_limit(err, RJ_LIMIT_MEMORY);
        break;
    case RJ_LUA_STOP_PRINT:
        rj_error_set(err, RJ_ERROR_LIMIT, "the script prints more than the limit of %zu bytes",
                     lua->limits->max_print_bytes);
        rj_error_name_limit(err, RJ_LIMIT_PRINT);
        break;
    case RJ_LUA_STOP_NONE:
    case RJ_LUA_STOP_NO_MEMORY:
        rj_error_no_memory(err);
        break;
    }
    return false;
}

const char *rj_lua_library_version(void) {
    return LUAJIT_VERSION;
}
