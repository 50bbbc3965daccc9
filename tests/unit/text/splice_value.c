/* SPDX-License-Identifier: Apache-2.0 */
/* Values of any kind set and removed in the bytes of a file. */
#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/splice.h"
#include "unit/cmocka_all.h"

enum {
    MOST_KEYS = 8
};

typedef struct value_case {
    const char *before;
    const char *keys;  /* with blanks between them */
    const char *value; /* JSON; NULL: removed */
    const char *after; /* NULL: refused */
} value_case;

static const value_case cases[] = {
    /* a scalar for a scalar: quotes and comments */
    {"a: 1 # c\nb: 2\n", "a", "true", "a: true # c\nb: 2\n"},
    {"a: \"x\" # c\n", "a", "3", "a: 3 # c\n"},
    {"a: 1\n", "a", "\"1\"", "a: \"1\"\n"},
    {"a:\nb: 2\n", "a", "1.5", "a: 1.5\nb: 2\n"},
    {"a: |\n  x\n  y\nb: 2\n", "a", "7", "a: 7\nb: 2\n"},
    /* between scalars and collections */
    {"a: 1 # c\nb: 2\n", "a", "{\"x\":[1]}", "a: # c\n  x:\n  - 1\nb: 2\n"},
    {"a: # c\n  # d\n  x: 1\nb: 2\n", "a", "5", "a: 5 # c\nb: 2\n"},
    {"a: # c\n  # d\n  x: 1\nb: 2\n", "a", "[3]", "a: # c\n  # d\n  - 3\nb: 2\n"},
    {"a:\n    x: 1\n", "a", "{\"z\":2}", "a:\n    z: 2\n"},
    {"a: {x: 1} # c\n", "a", "{\"y\":[\"on\"]}", "a: {\"y\": [\"on\"]} # c\n"},
    {"a: {} # c\n", "a", "{\"x\":2}", "a: # c\n  x: 2\n"},
    {"a:\n- 1\nb: 2\n", "a", "[]", "a: []\nb: 2\n"},
    /* items */
    {"- 1 # c\n- 2\n", "0", "{\"x\":1}", "- {x: 1} # c\n- 2\n"},
    {"- 1\n- 2\n", "0", "{\"x\":1,\"z\":2}", "- x: 1\n  z: 2\n- 2\n"},
    {"a:\n  - x: 1\n    z: 2\n  - 2\n", "a 0", "null", "a:\n  - null\n  - 2\n"},
    {"a:\n  - 1\n# c\n", "a 1", "{\"x\":[2]}", "a:\n  - 1\n  - x:\n    - 2\n# c\n"},
    {"a: [1, 2]\n", "a 2", "3", "a: [1, 2, 3]\n"},
    {"a: [1, 2]\n", "a 1", NULL, "a: [1]\n"},
    {"a: [1, 2]\n", "a 0", NULL, "a: [2]\n"},
    {"a:\n- 1\n# c\n- 2\n", "a 1", NULL, "a:\n- 1\n# c\n"},
    /* entries; keys with dots are keys */
    {"a:\n  x: 1\nb: 2\n", "a k.y/z", "{\"v\":1}", "a:\n  x: 1\n  k.y/z:\n    v: 1\nb: 2\n"},
    {"{\"a\": [1]}", "b", "{\"c\":\"<\"}", "{\"a\": [1], \"b\": {\"c\": \"<\"}}"},
    {"{\n  \"a\": 1\n}", "b", "2", "{\n  \"a\": 1,\n  \"b\": 2\n}"},
    {"a: 1\r\nb: 2\r\n", "a", "[1]", "a:\r\n- 1\r\nb: 2\r\n"},
    {"a: 1", "b", "[1]", "a: 1\nb:\n- 1\n"},
    {"x: 1\na.b: 2\n", "a.b", NULL, "x: 1\n"},
    /* what others are tied to, and ways that aren't there */
    {"a: &n 1\nb: *n\n", "a", "2", NULL},
    {"a: &n 1\nb: *n\n", "b", "2", NULL},
    {"a: &n {x: 1}\nb:\n  <<: *n\n  y: 2\n", "b x", "2", NULL},
    {"a: [&n 1]\n", "a", "2", NULL},
    {"a: 1\n", "b c", "2", NULL},
    {"a: 1\n", "b", NULL, NULL},
    {"a: [1]\n", "a 5", "2", NULL},
};

static void values_are_spliced(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++, rj_arena_reset(arena)) {
        const value_case *c = &cases[i];
        const char *keys[MOST_KEYS];
        rj_splice_change change = {.keys = keys};
        rj_value value;
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        char *text = rj_arena_copy(arena, c->keys, strlen(c->keys)), *rest = NULL;
        for (char *key = strtok_r(text, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
            keys[change.key_count++] = key;
        if (c->value) {
            assert_true(rj_json_read(arena, c->value, strlen(c->value), NULL, NULL, &value, NULL));
            change.value = &value;
        }
        const bool ok =
            rj_splice(c->before, strlen(c->before), "f", 0, &change, 1, NULL, &out, &err);
        if (ok != (c->after != NULL))
            fail_msg("%s, %s: %s", c->before, c->keys, ok ? rj_buf_text(&out) : err.message);
        if (ok)
            assert_string_equal(rj_buf_text(&out), c->after);
        else
            assert_int_equal(out.bytes, 0);
        rj_error_clear(&err);
        rj_buf_free(&out);
    }
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_spliced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
