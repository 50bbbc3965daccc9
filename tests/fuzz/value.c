/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A document into Lua and back: what comes back goes in again and comes back the same.
 */
#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/empties.h"
#include "rjinterp/json.h"
#include "rjinterp/lua.h"

static bool through_lua(const rj_value *value, rj_arena *arena, rj_value *out) {
    static const char script[] = "function F(x) return x end";
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    const rj_lua_options options = {.limits = &fuzz_limits};
    rj_lua *lua = rj_lua_new(&options, &err);
    require(lua != NULL);
    require(rj_script_compile(script, sizeof script - 1, NULL, NULL, arena, &chunk, &err));
    bool ok = rj_lua_run(lua, &chunk, "F", &value, 1, 1, &err) &&
              rj_lua_result_value(lua, 0, arena, out, &err);
    require(ok == (err.code == RJ_ERROR_NONE) && err.code != RJ_ERROR_INTERNAL);
    rj_error_clear(&err);
    rj_lua_free(lua);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    rj_document_reader *reader =
        rj_document_reader_new_bytes((const char *)data, bytes, "fuzz", false, &fuzz_limits);
    rj_document doc;
    require(arena && reader);
    if (rj_document_next(reader, arena, &doc, NULL) == RJ_READ_DOCUMENT) {
        rj_value once, twice, resolved;
        const rj_value *const references[] = {&doc.root};
        if (through_lua(&doc.root, arena, &once)) {
            require(through_lua(&once, arena, &twice));
            require(fuzz_same_but_numbers(&once, &twice));
            rj_error err = RJ_ERROR_INIT;
            require(rj_empties_resolve(&once, references, 1, arena, &resolved, &err) ||
                    err.code == RJ_ERROR_TYPE /* a key that paths can't express */);
            rj_error_clear(&err);
        }
    }
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return 0;
}
