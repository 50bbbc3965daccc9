/* SPDX-License-Identifier: Apache-2.0 */
/** @file kube.jsonl: functions of the kube module, called by a script of one line. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/lua.h"
#include "rjinterp/script.h"

enum {
    MAX_ARGS = 16
};

static bool same_result(vector_case *c, rj_lua *lua) {
    const rj_value *out = rj_value_get(c->vector, "out");
    rj_value got;
    rj_buf expected_text = RJ_BUF_INIT, got_text = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    bool same = false;
    if (!out)
        vector_unexpected(c, rj_value_get_text(c->vector, "error"), "a result");
    else if (!rj_lua_result_value(lua, 0, c->arena, &got, &err))
        vector_unexpected(c, "a result", err.message);
    else {
        rj_json_write(out, &expected_text);
        rj_json_write(&got, &got_text);
        same = vector_same_text(c, rj_buf_text(&expected_text), expected_text.bytes,
                                rj_buf_text(&got_text), got_text.bytes);
    }
    rj_error_clear(&err);
    rj_buf_free(&expected_text);
    rj_buf_free(&got_text);
    return same;
}

/* The message with LINE for its line and <GO-DUMP> for the value between "lua value" and "to". */
static void hide_what_varies(const char *message, rj_buf *out) {
    static const char position[] = "<string>:", value[] = "fail to convert lua value ";
    if (strncmp(message, position, sizeof position - 1) == 0) {
        rj_buf_puts(out, "<string>:LINE");
        message += sizeof position - 1;
        message += strspn(message, "0123456789");
    }
    const char *dump = strstr(message, value);
    const char *end = dump ? strstr(dump, " to ") : NULL;
    end = end ? strstr(end + 1, " to ") : NULL;
    if (end) {
        rj_buf_append(out, message, (size_t)(dump - message) + sizeof value - 1);
        rj_buf_puts(out, "<GO-DUMP>");
        message = end;
    }
    rj_buf_puts(out, message);
}

static bool same_failure(vector_case *c, const rj_error *err) {
    const rj_value *expected = rj_value_get(c->vector, "error");
    if (!expected)
        return vector_unexpected(c, "a result", err->message);
    rj_buf got = RJ_BUF_INIT;
    hide_what_varies(err->message, &got);
    const bool same = vector_same_text(c, expected->string.data, expected->string.bytes,
                                       rj_buf_text(&got), got.bytes);
    rj_buf_free(&got);
    return same;
}

bool run_kube(vector_case *c) {
    const rj_value *args = rj_value_get(c->vector, "args");
    const rj_value *pointers[MAX_ARGS];
    rj_buf script = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_chunk chunk;
    rj_buf_printf(&script,
                  "local kube = require('kube')\nfunction F(...) return (kube.%s(...)) end",
                  rj_value_get_text(c->vector, "fn"));
    for (size_t i = 0; i < args->list.count && i < MAX_ARGS; i++)
        pointers[i] = &args->list.items[i];
    rj_lua *lua = rj_lua_new(&(rj_lua_options){.trace = vector_trace(c->detail)}, &err);
    bool passed = false;
    if (!lua || args->list.count > MAX_ARGS)
        vector_unexpected(c, "a state", err.message ? err.message : "too many arguments");
    else if (vector_compilers[c->detail](script.data, script.bytes, NULL, NULL, c->arena, &chunk,
                                         &err) &&
             rj_lua_run(lua, &chunk, "F", pointers, args->list.count, 1, &err))
        passed = same_result(c, lua);
    else
        passed = same_failure(c, &err);
    rj_lua_free(lua);
    rj_error_clear(&err);
    rj_buf_free(&script);
    return passed;
}
