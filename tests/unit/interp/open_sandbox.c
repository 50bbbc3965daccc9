/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The jail alone: the linker opens the Lua sandbox (--wrap=rj_lua_open_environment), so that
 * scripts have io, all of os, package.loadlib and LuaJIT's ffi. Nothing that they then try works.
 */
#include "unit/interp/requests.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rjinterp/jail.h"

void __real_rj_lua_open_environment(lua_State *L);
void __wrap_rj_lua_open_environment(lua_State *L);

static void open_library(lua_State *L, lua_CFunction open, const char *name) {
    lua_pushcfunction(L, open);
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
    if (lua_istable(L, -1))
        lua_setglobal(L, name);
    else
        lua_pop(L, 1);
}

/* LuaJIT's own libraries under other names, beside those of production. */
void __wrap_rj_lua_open_environment(lua_State *L) {
    static const char names[][8] = {"os", "package", "string", "debug"};
    static const lua_CFunction opens[] = {luaopen_os, luaopen_package, luaopen_string,
                                          luaopen_debug};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        open_library(L, opens[i], names[i]);
    open_library(L, luaopen_io, "io");
    lua_pushcfunction(L, luaopen_ffi);
    lua_pushliteral(L, "ffi");
    lua_call(L, 1, 1);
    lua_setglobal(L, "ffi");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char open_name[64];
        snprintf(open_name, sizeof open_name, "open_%s", names[i]);
        lua_getglobal(L, names[i]);
        lua_setglobal(L, open_name);
    }
    __real_rj_lua_open_environment(L);
}

/* Each script returns whether it got what it wanted. */
static const char *const attempts[] = {
    /* files */
    "return io.open('/etc/passwd') ~= nil",
    "return io.open('/tmp/rj-open/made', 'w') ~= nil",
    "return io.lines('/etc/passwd')() ~= nil",
    "return open_os.remove('/tmp/rj-open/stays') ~= nil",
    "return open_os.rename('/tmp/rj-open/stays', '/tmp/rj-open/moved') ~= nil",
    "return io.tmpfile() ~= nil",
    "ffi.cdef('int open(const char *, int, ...); int unlink(const char *);')\n"
    "return ffi.C.open('/etc/passwd', 0) >= 0 or ffi.C.unlink('/tmp/rj-open/stays') == 0",
    /* what the parent has open, or said */
    "ffi.cdef('long write(int, const void *, size_t); long read(int, void *, size_t);')\n"
    "for fd = 0, 64 do if fd ~= 3 and ffi.C.write(fd, 'x', 1) > 0 then return true end end\n"
    "local b = ffi.new('char[16]')\n"
    "for fd = 0, 64 do if ffi.C.read(fd, b, 16) > 0 then return true end end\n"
    "return false",
    "return open_os.getenv('RJ_OPEN_SECRET') ~= nil",
    "ffi.cdef('extern char **environ;')\n"
    "local i = 0\n"
    "while ffi.C.environ[i] ~= nil do\n"
    "  if ffi.string(ffi.C.environ[i]):find('SECRET') then return true end\n"
    "  i = i + 1\n"
    "end\n"
    "return false",
    /* network */
    "ffi.cdef('int socket(int, int, int); int connect(int, const void *, unsigned);')\n"
    "return ffi.C.socket(2, 1, 0) >= 0 or ffi.C.socket(1, 1, 0) >= 0",
    /* processes */
    "return open_os.execute('touch /tmp/rj-open/made') == 0",
    "return (io.popen('id')) ~= nil",
    "ffi.cdef('int fork(void); int vfork(void); int system(const char *);')\n"
    "return ffi.C.fork() >= 0 or ffi.C.system('touch /tmp/rj-open/made') == 0",
    "ffi.cdef('int execl(const char *, const char *, ...);')\n"
    "ffi.C.execl('/bin/touch', 'touch', '/tmp/rj-open/made', ffi.cast('char *', nil))\n"
    "return false",
    "ffi.cdef('int kill(int, int); int getppid(void); long ptrace(int, int, void *, void *);')\n"
    "return ffi.C.kill(1, 0) == 0 or ffi.C.kill(-1, 9) == 0 or ffi.C.ptrace(0, 0, nil, nil) == 0",
    /* machine code */
    "ffi.cdef('void *mmap(void *, size_t, int, int, int, long);')\n"
    "return ffi.cast('intptr_t', ffi.C.mmap(nil, 4096, 7, 0x22, -1, 0)) ~= -1",
    /* other code */
    "return open_package.loadlib('/lib/x86_64-linux-gnu/libnss_files.so.2', '*') == true",
};

static void nothing_works(void **state) {
    (void)state;
    if (IS_SANITIZED)
        skip(); /* no filter */
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        rj_result result;
        rj_error err = RJ_ERROR_INIT;
        const rj_request request = make_health(attempts[i], arena)->request;
        const bool ok = rj_jail_run(&request, NULL, arena, &result, &err);
        if (ok && result.values[0].boolean)
            fail_msg("worked: %s", attempts[i]);
        /* An attempt may be an error of the script, but not of the test. */
        if (!ok && err.code != RJ_ERROR_SCRIPT)
            fail_msg("%s: %s", attempts[i], err.message);
        if (!ok && !strstr(err.message, "not permitted") && !strstr(err.message, "fork"))
            fail_msg("%s: %s", attempts[i], err.message);
        rj_error_clear(&err);
    }
    rj_arena_free(arena);
}

/* The sandbox is open indeed: what needs nobody's permission works. */
static void the_libraries_are_there(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    const rj_request request =
        make_health("ffi.cdef('int abs(int);')\n"
                    "return ffi.C.abs(-3) == 3 and io.open ~= nil and open_os.execute ~= nil",
                    arena)
            ->request;
    if (!rj_jail_run(&request, NULL, arena, &result, &err))
        fail_msg("%s", err.message);
    assert_true(result.values[0].boolean);
    rj_arena_free(arena);
}

static int make_directory(void **state) {
    (void)state;
    setenv("RJ_OPEN_SECRET", "token", 1);
    if (mkdir("/tmp/rj-open", 0700) != 0 && errno != EEXIST)
        return -1;
    int fd = open("/tmp/rj-open/stays", O_CREAT | O_WRONLY, 0600);
    close(fd);
    return fd < 0;
}

static int only_what_was_there(void **state) {
    (void)state;
    const bool made = access("/tmp/rj-open/made", F_OK) == 0;
    const bool stays = unlink("/tmp/rj-open/stays") == 0;
    unlink("/tmp/rj-open/made");
    rmdir("/tmp/rj-open");
    return made || !stays;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_libraries_are_there),
        cmocka_unit_test_setup_teardown(nothing_works, make_directory, only_what_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
