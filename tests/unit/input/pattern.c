/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/input.h"

typedef struct row {
    const char *pattern, *name;
    rj_pattern_match expected;
} row;

#define YES RJ_PATTERN_MATCHES
#define NO  RJ_PATTERN_DIFFERS
#define BAD RJ_PATTERN_MALFORMED

/* Expectations are the rules of cli.md section 4 (Go's path matching). */
static const row rows[] = {
    {"abc", "abc", YES},
    {"abc", "abd", NO},
    {"abc", "ab", NO},
    {"ab", "abc", NO},
    {"", "", YES},
    {"", "a", NO},
    {"*", "", YES},
    {"*", ".hidden", YES},
    {"*", "a/b", NO},
    {"*c", "abc", YES},
    {"a*", "abc", YES},
    {"a*", "ab/c", NO},
    {"a*/b", "abc/b", YES},
    {"a*b*c*d*e*", "axbxcxdxe", YES},
    {"a*b?c*x", "abxbbxdbxebxczzx", YES},
    {"a*b?c*x", "abxbbxdbxebxczzy", NO},
    {"**a", "a", YES},
    {"?", "a", YES},
    {"?", "/", NO},
    {"?", "", NO},
    {"a?b",
     "a\xe2\x98\xba"
     "b",
     YES},
    {"[a-c]", "b", YES},
    {"[a-c]", "d", NO},
    {"[^a-c]", "d", YES},
    {"[^a-c]", "b", NO},
    {"a[^a]b",
     "a\xe2\x98\xba"
     "b",
     YES},
    {"[\\-x]", "-", YES},
    {"[\\]a]", "]", YES},
    {"[x\\-]", "x", YES},
    {"a???b",
     "a\xe2\x98\xba"
     "b",
     NO},
    {"\\*", "*", YES},
    {"\\*", "a", NO},
    {"a\\b", "ab", YES},
    {"[a-", "a", BAD},
    {"[]a]", "]", BAD},
    {"[", "a", BAD},
    {"[^", "a", BAD},
    {"[^bc", "a", BAD},
    {"[-]", "-", BAD},
    {"[x-]", "x", BAD},
    {"[a-b-d]", "a", BAD},
    {"[\\", "a", BAD},
    {"a\\", "a", BAD},
    {"a\\", "b", BAD},
    {"b[", "a", BAD},
    {"a/[", "x", BAD},
    {"*[", "x", BAD},
};

static void patterns(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rj_pattern_test(rows[i].pattern, rows[i].name) != rows[i].expected)
            fail_msg("\"%s\" against \"%s\": not %d", rows[i].pattern, rows[i].name,
                     (int)rows[i].expected);
    }
}

/* A pattern of many stars doesn't take exponential time. */
static void many_stars_are_quick(void **state) {
    (void)state;
    char pattern[129], name[4097];
    for (size_t i = 0; i + 1 < sizeof pattern; i += 2) {
        pattern[i] = '*';
        pattern[i + 1] = 'a';
    }
    pattern[sizeof pattern - 1] = '\0';
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 2] = 'b';
    name[sizeof name - 1] = '\0';
    assert_int_equal(rj_pattern_test(pattern, name), RJ_PATTERN_DIFFERS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(many_stars_are_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
