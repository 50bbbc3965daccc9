/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "insight/mutate.h"
#include "insight/probe_schema.h"
#include "rjinterp/json.h"

static rj_value read_json(rj_arena *arena, const char *text) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, text, strlen(text), NULL, NULL, &value, &err))
        fail_msg("%s: %s", text, err.message);
    return value;
}

/* What is refused has its reason; NULL: it is admitted. */
static const struct row {
    const char *schema, *value, *reason;
} rows[] = {
    {"{\"type\":\"string\"}", "\"x\"", NULL},
    {"{\"type\":\"string\"}", "1", "of the wrong type"},
    {"{\"type\":\"string\"}", "null", "of the wrong type"},
    {"{\"type\":\"string\",\"nullable\":true}", "null", NULL},
    {"{\"type\":\"integer\"}", "2.0", NULL},
    {"{\"type\":\"integer\"}", "2.5", "of the wrong type"},
    {"{\"type\":\"number\"}", "2.5", NULL},
    {"{\"type\":\"integer\",\"minimum\":0}", "-1", "less than the minimum"},
    {"{\"type\":\"integer\",\"minimum\":0}", "0", NULL},
    {"{\"type\":\"integer\",\"minimum\":0,\"exclusiveMinimum\":true}", "0",
     "less than the minimum"},
    {"{\"type\":\"integer\",\"maximum\":5}", "6", "more than the maximum"},
    {"{\"type\":\"integer\",\"multipleOf\":2}", "3", "not a multiple"},
    {"{\"type\":\"integer\",\"format\":\"int32\"}", "3000000000", "not of 32 bits"},
    {"{\"enum\":[\"a\",1]}", "1.0", NULL},
    {"{\"enum\":[\"a\",1]}", "\"b\"", "not among the values that are allowed"},
    {"{\"type\":\"string\",\"minLength\":2}", "\"\xc3\xa4\"", "too short or too long"},
    {"{\"type\":\"string\",\"maxLength\":1}", "\"\xc3\xa4\"", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^\\\\d+(?:m|Mi)?$\"}", "\"12Mi\"", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^\\\\d+(?:m|Mi)?$\"}", "\"Mi\"",
     "doesn't match the pattern"},
    {"{\"type\":\"string\",\"format\":\"date-time\"}", "\"2026-01-02T03:04:05Z\"", NULL},
    {"{\"type\":\"string\",\"format\":\"date-time\"}", "\"text\"", "no time"},
    {"{\"type\":\"string\",\"format\":\"date-time\"}", "\"2026-01-02\"", "no time"},
    {"{\"x-kubernetes-int-or-string\":true}", "1", NULL},
    {"{\"x-kubernetes-int-or-string\":true}", "\"1\"", NULL},
    {"{\"x-kubernetes-int-or-string\":true}", "true", "of the wrong type"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "[1,\"x\"]",
     "[1]: of the wrong type"},
    {"{\"type\":\"array\",\"minItems\":1}", "[]", "too few or too many items"},
    {"{\"type\":\"array\",\"uniqueItems\":true}", "[1,2,1]", "an item twice"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"required\":[\"b\"]}}}",
     "{\"a\":{}}", "a.b: is required"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}", "{\"b\":1}",
     "b: unknown field"},
    {"{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}", "{\"b\":1}", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}", "{\"b\":1}",
     "b: of the wrong type"},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}", "{\"b\":\"x\"}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":1}}}", "{}",
     "a: has a default, so it is never missing"},
    {"{\"type\":\"object\",\"maxProperties\":1,\"additionalProperties\":true}", "{\"a\":1,\"b\":2}",
     "too few or too many fields"},
    {"{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}", "\"x\"", NULL},
    {"{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}", "true",
     "not what allOf, anyOf or oneOf ask for"},
    {"{\"oneOf\":[{\"minimum\":0},{\"maximum\":9}]}", "5",
     "not what allOf, anyOf or oneOf ask for"},
    {"{\"allOf\":[{\"minimum\":0},{\"maximum\":9}]}", "5", NULL},
    {"{\"not\":{\"enum\":[5]}}", "5", "what `not` forbids"},
    /* A branch that names some fields says nothing about the others. */
    {"{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{}},\"anyOf\":[{\"required\":[\"a\"]}]}",
     "{\"a\":1,\"b\":2}", NULL},
};

static void values_are_admitted_or_refused_with_a_reason(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    schema_checker checker = {.arena = arena};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rj_value schema = read_json(arena, rows[i].schema);
        const rj_value value = read_json(arena, rows[i].value);
        rj_buf why = RJ_BUF_INIT;
        const bool ok = schema_admits(&checker, &schema, &value, &why);
        if (ok != !rows[i].reason || strcmp(rj_buf_text(&why), ok ? "" : rows[i].reason) != 0)
            fail_msg("%s by %s: %s", rows[i].value, rows[i].schema, rj_buf_text(&why));
        rj_buf_free(&why);
        schema_checker_free(&checker); /* another schema may come to the same address */
    }
    rj_arena_free(arena);
}

static void assert_arguments(rj_arena *arena, const rj_value *schema, const char *text,
                             const char *reason) {
    schema_checker checker = {.arena = arena};
    const rj_value value = read_json(arena, text);
    rj_buf why = RJ_BUF_INIT;
    const bool ok = schema_admits(&checker, schema, &value, &why);
    if (ok != !reason || strcmp(rj_buf_text(&why), ok ? "" : reason) != 0)
        fail_msg("%s: %s", text, rj_buf_text(&why));
    rj_buf_free(&why);
    schema_checker_free(&checker);
}

static void arguments_stay_what_production_makes(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_buf why = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    const rj_value *schema;
    const rj_value arguments = read_json(
        arena, "{\"desiredObj\":{\"apiVersion\":\"e/v1\",\"kind\":\"K\"},\"statusItems\":[]}");
    assert_true(schema_of_arguments(&arguments, NULL, arena, &schema, &why, &err));
#define OBJECT "\"desiredObj\":{\"apiVersion\":\"e/v1\",\"kind\":\"K\"}"
    assert_arguments(arena, schema, "{" OBJECT "}", NULL);
    assert_arguments(arena, schema, "{" OBJECT ",\"statusItems\":[{\"clusterName\":\"a\"}]}", NULL);
    assert_arguments(
        arena, schema,
        "{" OBJECT ",\"statusItems\":[{\"clusterName\":\"a\",\"status\":[{\"x\":1}]}]}", NULL);
    assert_arguments(arena, schema, "{" OBJECT ",\"statusItems\":[{}]}",
                     "statusItems[0].clusterName: is required");
    assert_arguments(arena, schema, "{" OBJECT ",\"statusItems\":{}}",
                     "statusItems: of the wrong type");
    assert_arguments(arena, schema, "{}", "desiredObj: is required");
    assert_arguments(arena, schema, "{\"desiredObj\":{\"apiVersion\":\"e/v2\",\"kind\":\"K\"}}",
                     "desiredObj.apiVersion: not among the values that are allowed");
    assert_arguments(arena, schema,
                     "{\"desiredObj\":{\"apiVersion\":\"e/v1\",\"kind\":\"K\",\"spec\":7}}", NULL);
    assert_arguments(arena, schema,
                     "{\"desiredObj\":{\"apiVersion\":\"e/v1\",\"kind\":\"K\",\"metadata\":{"
                     "\"labels\":{\"a\":1}}}}",
                     "desiredObj.metadata.labels.a: of the wrong type");
#undef OBJECT
    rj_buf_free(&why);
    rj_arena_free(arena);
}

/* Whether a change of a value is admitted doesn't depend on how much of it is looked at. Returns
 * how many were. */
static size_t compare_changes(rj_arena *arena, const char *schema_text, const char *text) {
    const rj_value schema = read_json(arena, schema_text), value = read_json(arena, text);
    schema_checker checker = {.arena = arena};
    mutation_sites sites;
    size_t admitted = 0;
    assert_true(schema_admits(&checker, &schema, &value, NULL));
    assert_true(mutation_list_sites(&value, arena, &sites));
    for (uint32_t i = 1; i < sites.count; i++) {
        for (int kind = 0; kind < MUTATION_COUNT; kind++) {
            const mutation change = {.site = i, .kind = (mutation_kind)kind};
            rj_value changed;
            if (!mutation_applies(sites.items[i].value, change.kind))
                continue;
            assert_true(mutation_apply(&sites, &change, 1, arena, &changed));
            const bool whole = schema_admits(&checker, &schema, &changed, NULL);
            if (schema_admits_change(&checker, &schema, &changed, &value) != whole)
                fail_msg("%s: change %d of place %u of %s", schema_text, kind, (unsigned)i, text);
            admitted += whole;
        }
    }
    schema_checker_free(&checker);
    return admitted;
}

static void changes_are_admitted_as_whole_values_are(void **state) {
    (void)state;
    static const struct {
        const char *schema, *value;
    } pairs[] = {
        {"{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"object\","
         "\"properties\":{"
         "\"n\":{\"type\":\"integer\"},\"s\":{\"type\":\"string\",\"nullable\":true}}},\"b\":{"
         "\"type\":"
         "\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}}}"
         "}",
         "{\"a\":{\"n\":1,\"s\":\"t\"},\"b\":[{\"x\":\"1\"},{},{\"x\":\"2\"}]}"},
        {"{\"type\":\"object\",\"maxProperties\":2,\"minProperties\":2,\"additionalProperties\":{"
         "\"type\":"
         "\"array\",\"uniqueItems\":true,\"minItems\":1,\"x-kubernetes-preserve-unknown-fields\":"
         "true,"
         "\"items\":{\"x-kubernetes-int-or-string\":true}}}",
         "{\"p\":[1,\"2\",3],\"q\":[\"x\"]}"},
        {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"oneOf\":[{\"required\":"
         "[\"x\"]},"
         "{\"required\":[\"y\"]}],\"properties\":{\"x\":{\"type\":\"object\",\"properties\":{\"d\":"
         "{\"type\":"
         "\"integer\",\"default\":1}}},\"y\":{\"type\":\"string\"}}}}}",
         "{\"a\":{\"x\":{\"d\":1}}}"},
    };
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_not_equal(compare_changes(arena, pairs[i].schema, pairs[i].value), 0);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_admitted_or_refused_with_a_reason),
        cmocka_unit_test(arguments_stay_what_production_makes),
        cmocka_unit_test(changes_are_admitted_as_whole_values_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
