/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the row `suite` is held against: COUNT times a new LuaJIT state with its libraries, one of
 * the scripts compiled, an object made, the function called. One thread, nothing read, nothing
 * checked.
 *
 *   bench_suite_baseline COUNT
 */

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/suite_scripts.h"

static void set_number(lua_State *L, const char *key, int number) {
    lua_pushinteger(L, number);
    lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, key);
}

static void push_object(lua_State *L, int number) {
    lua_createtable(L, 0, 5);
    set_text(L, "apiVersion", "example.com/v1");
    set_text(L, "kind", "Kind");
    lua_createtable(L, 0, 2);
    set_text(L, "name", "object");
    set_number(L, "generation", number % 9);
    lua_setfield(L, -2, "metadata");
    lua_createtable(L, 0, 2);
    set_number(L, "replicas", number % 20);
    set_text(L, "cpu", "100m");
    lua_setfield(L, -2, "spec");
    lua_createtable(L, 0, 2);
    set_number(L, "readyReplicas", number % 20);
    set_number(L, "observedGeneration", number % 9);
    lua_setfield(L, -2, "status");
}

static void run(int number) {
    const suite_script *script = &suite_scripts[number % SUITE_SCRIPT_COUNT];
    lua_State *L = luaL_newstate();
    if (!L)
        bench_fail("out of memory");
    luaL_openlibs(L);
    if (luaL_loadbuffer(L, script->text, strlen(script->text), "=script") != 0 ||
        lua_pcall(L, 0, 0, 0) != 0)
        bench_fail(lua_tostring(L, -1));
    lua_getglobal(L, script->function);
    push_object(L, number);
    lua_pushinteger(L, number % 20);
    if (lua_pcall(L, 2, 2, 0) != 0)
        bench_fail(lua_tostring(L, -1));
    lua_close(L);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s COUNT\n", argv[0]);
        return 2;
    }
    const int count = atoi(argv[1]);
    const double from = bench_now_ms();
    for (int i = 0; i < count; i++)
        run(i);
    printf("%.1f ms\n", bench_now_ms() - from);
    return 0;
}
