/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/json.h"
#include "suite/compare.h"

static rj_value parse(rj_arena *arena, const char *text) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_json_read(arena, text, strlen(text), NULL, rj_limits_default(), &value, &err));
    return value;
}

typedef struct row {
    rj_operation operation;
    const char *output;
    const char *results[RJ_RULE_MAX_RESULTS];
    const char *verdict; /* "": equal; else the paths of differences, or the error */
} row;

#define HEAD   "{\"name\":\"head\",\"replicas\":1}"
#define WORKER "{\"name\":\"worker\",\"replicas\":2}"
#define SECRET "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"namespace\":\"n\",\"name\":\"s\"}"
#define MAP    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"namespace\":\"n\",\"name\":\"z\"}"

static const row rows[] = {
    {RJ_OPERATION_INTERPRET_REPLICA, "{\"replica\":1}", {"1", "null"}, ""},
    {RJ_OPERATION_INTERPRET_REPLICA, "{\"replica\":2}", {"1", "null"}, "replica"},
    {RJ_OPERATION_INTERPRET_REPLICA, "{\"requires\":null}", {"1", "null"}, ""},
    {RJ_OPERATION_INTERPRET_REPLICA,
     "{\"requires\":{\"resourceRequest\":{\"cpu\":1},\"x\":1}}",
     {"1", "{\"resourceRequest\":{\"cpu\":\"1\"}}"},
     ""},
    {RJ_OPERATION_INTERPRET_REPLICA,
     "{\"requires\":{\"resourceRequest\":{\"cpu\":\"1500m\",\"memory\":\"1G\"}}}",
     {"1", "{\"resourceRequest\":{\"cpu\":\"1.5\",\"memory\":\"1Gi\"}}"},
     "requires.resourceRequest.memory"},
    {RJ_OPERATION_INTERPRET_REPLICA,
     "{\"requires\":{\"resourceRequest\":{\"cpu\":\"one\"}}}",
     {"1", "null"},
     "output requires: quantities must match the regular expression "
     "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
    {RJ_OPERATION_INTERPRET_REPLICA,
     "{\"replica\":1,\"healthy\":true}",
     {"1", "null"},
     "InterpretReplica yields no \"healthy\" (but replica, requires)"},
    {RJ_OPERATION_INTERPRET_COMPONENT,
     "{\"components\":[" WORKER "," HEAD "]}",
     {"[" HEAD "," WORKER "]"},
     ""},
    {RJ_OPERATION_INTERPRET_COMPONENT, "{\"components\":[]}", {"null"}, ""},
    {RJ_OPERATION_INTERPRET_COMPONENT,
     "{\"components\":[" WORKER "]}",
     {"[" HEAD "," WORKER "]"},
     "components[0].name components[0].replicas components[1]"},
    {RJ_OPERATION_INTERPRET_DEPENDENCY,
     "{\"dependencies\":[" SECRET "," MAP "]}",
     {"[" MAP "," SECRET "]"},
     ""},
    {RJ_OPERATION_INTERPRET_DEPENDENCY,
     "{\"dependencies\":null}",
     {"[" SECRET "]"},
     "dependencies"},
    {RJ_OPERATION_INTERPRET_STATUS,
     "{\"status\":{\"a\":[2,1]}}",
     {"{\"a\":[1,2]}"},
     "status.a[0] status.a[1]"},
    {RJ_OPERATION_INTERPRET_STATUS,
     "{\"status\":{\"a\":\"{{EXCLUDE}}\"}}",
     {"{\"a\":1}"},
     "status.a"},
    {RJ_OPERATION_RETAIN, "{\"retained\":{\"a\":\"{{EXCLUDE}}\"}}", {"{\"a\":1}"}, ""},
    {RJ_OPERATION_REVISE_REPLICA,
     "{\"revised\":{\"a\":\"{{EXCLUDE}}\"}}",
     {"{\"b\":1}"},
     "revised.b"},
    {RJ_OPERATION_AGGREGATE_STATUS,
     "{\"aggregatedStatus\":{\"a\":{\"b\":\"{{EXCLUDE}}\"}}}",
     {"{\"a\":{\"b\":[1]}}"},
     ""},
    {RJ_OPERATION_INTERPRET_HEALTH, "{\"healthy\":true}", {"true"}, ""},
    {RJ_OPERATION_INTERPRET_HEALTH, "{\"healthy\":\"true\"}", {"true"}, "healthy"},
    {RJ_OPERATION_INTERPRET_HEALTH, "{\"healthy\":null}", {"false"}, "healthy"},
};

static void check_row(const row *r) {
    rj_arena *arena = rj_arena_new(0);
    const rj_rule *rule = rj_rule_of(r->operation);
    rj_result result = {.count = rule->result_count};
    rj_error err = RJ_ERROR_INIT;
    rj_buf verdict = RJ_BUF_INIT;
    diff_list differences = {.arena = arena};
    for (size_t i = 0; i < rule->result_count; i++) {
        result.names[i] = rule->result_names[i];
        result.values[i] = parse(arena, r->results[i]);
    }
    const rj_value output = parse(arena, r->output);
    if (!suite_compare(rule, &output, &result, arena, &differences, &err))
        rj_buf_puts(&verdict, err.message);
    for (size_t i = 0; i < differences.count; i++)
        rj_buf_printf(&verdict, "%s%s", i ? " " : "", differences.items[i].path);
    assert_string_equal(rj_buf_text(&verdict), r->verdict);
    rj_error_clear(&err);
    rj_buf_free(&verdict);
    rj_arena_free(arena);
}

static void rules_hold(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
