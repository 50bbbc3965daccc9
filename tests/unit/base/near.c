/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "base/near.h"

static void the_nearest_name_is_found(void **state) {
    (void)state;
    static const char *const names[] = {"retention", "replicaResource", "replicaRevision",
                                        "spec",      "status",          "o"};
    static const struct {
        const char *given, *best; /* NULL: none */
    } rows[] = {
        {"retenton", "retention"},
        {"Retention", "retention"},
        {"reteniton", "retention"},
        {"replicaresource", "replicaResource"},
        {"replicaRevisoin", "replicaRevision"},
        {"spek", "spec"},
        {"sepc", "spec"},
        {"stats", "status"},
        {"xyz", NULL},
        {"retainment", NULL},
        {"", NULL},
        {"p", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_near near = {.given = rows[i].given, .given_bytes = strlen(rows[i].given)};
        for (size_t j = 0; j < sizeof names / sizeof *names; j++)
            rj_near_offer(&near, names[j]);
        if (rows[i].best ? !near.best || strcmp(near.best, rows[i].best) != 0 : near.best != NULL)
            fail_msg("%s: %s", rows[i].given, near.best ? near.best : "none");
    }
}

static void long_names_are_left_alone(void **state) {
    (void)state;
    char text[1000];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    rj_near near = {.given = text, .given_bytes = sizeof text - 1};
    rj_near_offer(&near, text);
    assert_null(near.best);
    near = (rj_near){.given = text, .given_bytes = 64};
    rj_near_offer(&near, text);
    assert_null(near.best);
    rj_near_offer(&near, text + sizeof text - 1 - 63);
    assert_non_null(near.best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_name_is_found),
        cmocka_unit_test(long_names_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
