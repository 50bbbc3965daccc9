/* SPDX-License-Identifier: Apache-2.0 */
/* Any script, run with little time and memory: it ends, with results or with an error. */
#include <stdint.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "rjinterp/json.h"
#include "rjinterp/lua.h"
#include "rjinterp/script.h"

static void run(rj_lua *lua, const rj_chunk *chunk, const rj_value *object, rj_arena *arena) {
    const rj_value *args[] = {object, object};
    rj_error err = RJ_ERROR_INIT;
    rj_value value;
    if (rj_lua_run(lua, chunk, "F", args, 2, 3, &err)) {
        for (size_t i = 0; i < 3; i++) {
            size_t bytes;
            if (!rj_lua_result_text(lua, i, &bytes) ||
                (!rj_lua_result_value(lua, i, arena, &value, &err) && !err.message))
                abort();
        }
    } else if (!err.message) {
        abort();
    }
    rj_error_clear(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char json[] =
        "{\"a\":[1,2,{\"b\":null,\"c\":0.5}],\"s\":\"text\",\"e\":{},\"n\":-7}";
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 30;
    limits.max_memory_bytes = 2 << 20;
    rj_arena *arena = rj_arena_new(64 << 20);
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_value object;
    rj_lua *lua = rj_lua_new(&(rj_lua_options){.limits = &limits}, &err);
    if (!arena || !lua || !rj_json_read(arena, json, sizeof json - 1, NULL, NULL, &object, &err))
        abort();
    if (rj_script_compile((const char *)data, size, NULL, &limits, arena, &chunk, &err)) {
        run(lua, &chunk, &object, arena);
        run(lua, &chunk, &object, arena);
    }
    rj_lua_free(lua);
    rj_error_clear(&err);
    rj_arena_free(arena);
    return 0;
}
