/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/rule.h"

typedef struct row {
    const char *name, *field, *function, *results;
    size_t parameter_count;
} row;

/* The table of cli.md section 8. */
static const row rows[] = {
    {"Retain", "retention", "Retain", "retained", 2},
    {"InterpretReplica", "replicaResource", "GetReplicas", "replica requires", 1},
    {"InterpretComponent", "componentResource", "GetComponents", "components", 1},
    {"ReviseReplica", "replicaRevision", "ReviseReplica", "revised", 2},
    {"InterpretStatus", "statusReflection", "ReflectStatus", "status", 1},
    {"AggregateStatus", "statusAggregation", "AggregateStatus", "aggregatedStatus", 2},
    {"InterpretHealth", "healthInterpretation", "InterpretHealth", "healthy", 1},
    {"InterpretDependency", "dependencyInterpretation", "GetDependencies", "dependencies", 1},
};

static void table(void **state) {
    (void)state;
    assert_int_equal(RJ_OPERATION_COUNT, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule *rule = rj_rule_of((rj_operation)i);
        assert_int_equal(rule->operation, i);
        assert_string_equal(rule->name, rows[i].name);
        assert_string_equal(rule->field, rows[i].field);
        assert_string_equal(rule->function, rows[i].function);
        assert_int_equal(rule->parameter_count, rows[i].parameter_count);
        char results[64] = "";
        for (size_t j = 0; j < rule->result_count; j++) {
            strcat(strcat(results, j ? " " : ""), rule->result_names[j]);
            assert_int_not_equal(rule->result_shapes[j], RJ_RESULT_NONE);
        }
        assert_string_equal(results, rows[i].results);
        for (size_t j = 0; j < rule->parameter_count; j++) {
            assert_int_not_equal(rule->parameters[j], RJ_PARAMETER_NONE);
            assert_non_null(rule->parameter_names[j]);
        }
        assert_true(strlen(rule->summary) > 10);
    }
}

static void lookup(void **state) {
    (void)state;
    assert_ptr_equal(rj_rule_find("Retain"), rj_rule_of(RJ_OPERATION_RETAIN));
    assert_ptr_equal(rj_rule_find("iNTERPREThealth"), rj_rule_of(RJ_OPERATION_INTERPRET_HEALTH));
    static const char *const unknown[] = {"",      " Retain", "Retain ",    "retention",
                                          "Retai", "Retains", "GetReplicas"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_null(rj_rule_find(unknown[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
        cmocka_unit_test(lookup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
