/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_JSON_TEXT_H
#define RJ_TESTS_JSON_TEXT_H

/* Values as JSON in tables of tests: written with ' in place of ". */

#include "unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/arena.h"
#include "rjinterp/json.h"

static inline rj_value json_value(rj_arena *arena, const char *text) {
    char *copy = rj_arena_copy(arena, text, strlen(text));
    assert_non_null(copy);
    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, copy, strlen(copy), NULL, NULL, &value, &err))
        fail_msg("%s: %s", text, err.message);
    return value;
}

/* Arena-owned; with ' in place of " again. */
static inline const char *json_text(rj_arena *arena, const rj_value *value) {
    rj_buf text = RJ_BUF_INIT;
    rj_json_write(value, &text);
    assert_true(rj_buf_ok(&text));
    char *copy = rj_arena_copy(arena, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    assert_non_null(copy);
    for (char *p = copy; *p; p++)
        if (*p == '"')
            *p = '\'';
    return copy;
}

#endif
