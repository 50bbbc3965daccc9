/* SPDX-License-Identifier: Apache-2.0 */
/** @file lua-env.jsonl: scripts that define F; what F() returns, prints or raises. */
#include "vectors.h"

#include <string.h>

#include "rjinterp/lua.h"
#include "rjinterp/script.h"

static void collect(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

static int hex_digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* The text at @p name, or at @p name_hex when it is no UTF-8; false when the vector has neither. */
static bool recorded(const vector_case *c, const char *name, const char *name_hex, rj_buf *out) {
    const rj_value *text = rj_value_get(c->vector, name);
    const rj_value *hex = rj_value_get(c->vector, name_hex);
    if (rj_value_is(text, RJ_KIND_STRING))
        rj_buf_append(out, text->string.data, text->string.bytes);
    else if (hex)
        for (size_t i = 0; i + 1 < hex->string.bytes; i += 2)
            rj_buf_putc(out, (char)(hex_digit(hex->string.data[i]) * 16 +
                                    hex_digit(hex->string.data[i + 1])));
    else
        return false;
    return true;
}

static bool same_result(vector_case *c, rj_lua *lua) {
    const char *type = rj_value_get_text(c->vector, "out_type");
    const char *got_type = rj_lua_type_name(rj_lua_result_type(lua, 0));
    if (strcmp(type ? type : "string", got_type) != 0)
        return vector_unexpected(c, type ? type : "string", got_type);
    rj_buf out = RJ_BUF_INIT;
    size_t bytes;
    const char *got = rj_lua_result_text(lua, 0, &bytes);
    const bool same = recorded(c, "out", "out_hex", &out)
                          ? vector_same_text(c, rj_buf_text(&out), out.bytes, got, bytes)
                          : vector_unexpected(c, "an error", got);
    rj_buf_free(&out);
    return same;
}

static bool same_failure(vector_case *c, const rj_error *err) {
    rj_buf text = RJ_BUF_INIT;
    bool same;
    if (rj_value_get(c->vector, "error"))
        same = vector_same_error(c, err);
    else if (recorded(c, "error", "error_hex", &text))
        same =
            vector_same_text(c, rj_buf_text(&text), text.bytes, err->message, err->message_bytes);
    else
        same = vector_unexpected(c, "no error", err->message);
    rj_buf_free(&text);
    return same;
}

static bool same_output(vector_case *c, const rj_buf *printed) {
    const rj_value *expected = rj_value_get(c->vector, "stdout");
    return !expected || vector_same_text(c, expected->string.data, expected->string.bytes,
                                         rj_buf_text(printed), printed->bytes);
}

bool run_lua_env(vector_case *c) {
    const rj_value *script = rj_value_get(c->vector, "script");
    rj_buf printed = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_lua *lua = rj_lua_new(&(rj_lua_options){.print = collect,
                                               .print_ctx = &printed,
                                               .trace = vector_trace(c->detail)},
                             &err);
    bool passed = false;
    if (!lua)
        vector_unexpected(c, "a state", err.message);
    else if (vector_compilers[c->detail](script->string.data, script->string.bytes, NULL, NULL,
                                         c->arena, &chunk, &err) &&
             rj_lua_run(lua, &chunk, "F", NULL, 0, 1, &err))
        passed = same_result(c, lua) && same_output(c, &printed);
    else
        passed = same_failure(c, &err) && same_output(c, &printed);
    rj_lua_free(lua);
    rj_error_clear(&err);
    rj_buf_free(&printed);
    return passed;
}
