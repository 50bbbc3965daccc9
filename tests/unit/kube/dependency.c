/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/dependency.h"

/* The rules about names, as their messages state them. */
#define NAME_RULE                                                                                  \
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "    \
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "         \
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define BAD_NAME     "name part " NAME_RULE
#define EMPTY_NAME   "name part must be non-empty"
#define LONG_NAME    "name part must be no more than 63 bytes"
#define EMPTY_PREFIX "prefix part must be non-empty"
#define LONG_PREFIX  "prefix part must be no more than 253 bytes"
#define BAD_PREFIX                                                                                 \
    "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "          \
    "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. "         \
    "'example.com', regex used for validation is "                                                 \
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
#define TWO_SLASHES                                                                                \
    "a valid label key " NAME_RULE " with an optional DNS subdomain prefix and '/' (e.g. "         \
    "'example.com/MyName')"
#define LONG_VALUE "must be no more than 63 bytes"
#define BAD_VALUE                                                                                  \
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "    \
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "             \
    "'my_value',  or '12345', regex used for validation is "                                       \
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

static rj_arena *arena;

static int set_up(void **state) {
    arena = rj_arena_new(0);
    (void)state;
    return arena ? 0 : -1;
}

static int tear_down(void **state) {
    rj_arena_free(arena);
    (void)state;
    return 0;
}

static void put(rj_map_builder *map, const char *key, rj_value value) {
    map->arena = arena;
    assert_true(rj_map_append(map, key, strlen(key), (rj_position){0}, &value));
}

/* An item as the decoder shapes it: apiVersion and kind always there, the others when not empty. */
static rj_value item(const char *api_version, const char *kind, const char *name_space,
                     const char *name) {
    rj_map_builder map = {0};
    put(&map, "apiVersion", rj_value_text(api_version));
    put(&map, "kind", rj_value_text(kind));
    if (*name_space)
        put(&map, "namespace", rj_value_text(name_space));
    if (*name)
        put(&map, "name", rj_value_text(name));
    return rj_map_finish(&map);
}

static rj_value with_selector(rj_value dependency, rj_value selector) {
    rj_map_builder map = {0};
    for (size_t i = 0; i < dependency.map.count; i++)
        put(&map, dependency.map.members[i].key, dependency.map.members[i].value);
    put(&map, "labelSelector", selector);
    return rj_map_finish(&map);
}

static rj_value labels(const char *key, const char *value) {
    rj_map_builder pairs = {0};
    rj_map_builder selector = {0};
    put(&pairs, key, rj_value_text(value));
    put(&selector, "matchLabels", rj_map_finish(&pairs));
    return rj_map_finish(&selector);
}

static rj_value list_of(const rj_value *items, size_t count) {
    rj_list_builder list = {.arena = arena};
    for (size_t i = 0; i < count; i++)
        assert_true(rj_list_append(&list, &items[i]));
    return rj_list_finish(&list);
}

/* values: up to three, NULL ends. */
static rj_value expression(const char *key, const char *operator_, const char *const values[3]) {
    rj_map_builder requirement = {0};
    rj_map_builder selector = {0};
    rj_value texts[3];
    size_t count = 0;
    put(&requirement, "key", rj_value_text(key));
    put(&requirement, "operator", rj_value_text(operator_));
    for (; count < 3 && values[count]; count++)
        texts[count] = rj_value_text(values[count]);
    if (count)
        put(&requirement, "values", list_of(texts, count));
    const rj_value one = rj_map_finish(&requirement);
    put(&selector, "matchExpressions", list_of(&one, 1));
    return rj_map_finish(&selector);
}

static void assert_refused(const rj_value *items, size_t count, const char *message) {
    const rj_value list = list_of(items, count);
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_dependencies_validate(&list, &err));
    assert_string_equal(err.message, message);
    assert_int_equal(err.code, RJ_ERROR_TYPE);
    rj_error_clear(&err);
}

static void assert_accepted(const rj_value *items, size_t count) {
    const rj_value list = list_of(items, count);
    rj_error err = RJ_ERROR_INIT;
    if (!rj_dependencies_validate(&list, &err))
        fail_msg("%s", err.message);
}

static void test_good_lists(void **state) {
    const rj_value items[] = {
        item("v1", "Secret", "ns", "a"),
        item("v1", "Secret", "", "any <name> \"goes\""),
        with_selector(item("v1", "Secret", "", ""), rj_value_map(NULL, 0)),
        with_selector(item("v1", "Secret", "", "a"), labels("app.io/x", "")),
        with_selector(item("v1", "Secret", "", ""),
                      expression("a", "NotIn", (const char *const[3]){"x", ""})),
        with_selector(item("v1", "Secret", "", ""),
                      expression("a", "DoesNotExist", (const char *const[3]){NULL})),
    };
    assert_accepted(items, 0);
    assert_accepted(items, sizeof items / sizeof items[0]);
    (void)state;
}

static void test_required_fields(void **state) {
    const rj_value items[] = {
        item("", "Secret", "", "a"),      item("v1", "", "", "a"), item("v1", "Secret", "", ""),
        item("v1", "Secret", "n<1>", ""), item("", "", "x", ""),
    };
    assert_refused(&items[0], 1,
                   "dependencies[0].apiVersion: Invalid value: \"\": missing required apiVersion");
    assert_refused(&items[1], 1,
                   "dependencies[0].kind: Invalid value: \"\": missing required kind");
    assert_refused(&items[2], 1,
                   "dependencies[0]: Invalid value: {\"apiVersion\":\"v1\",\"kind\":\"Secret\"}: "
                   "dependency can not leave name and labelSelector all empty");
    assert_refused(&items[3], 1,
                   "dependencies[0]: Invalid value: {\"apiVersion\":\"v1\",\"kind\":\"Secret\","
                   "\"namespace\":\"n\\u003c1\\u003e\"}: dependency can not leave name and "
                   "labelSelector all empty");
    assert_refused(
        &items[4], 1,
        "[dependencies[0].apiVersion: Invalid value: \"\": missing required apiVersion, "
        "dependencies[0].kind: Invalid value: \"\": missing required kind, "
        "dependencies[0]: Invalid value: {\"apiVersion\":\"\",\"kind\":\"\",\"namespace\":\"x\"}: "
        "dependency can not leave name and labelSelector all empty]");
    (void)state;
}

static void test_indexes_and_joining(void **state) {
    const rj_value items[] = {item("v1", "Secret", "", "good"), item("", "Secret", "", "a"),
                              item("v1", "", "", "b")};
    assert_refused(items, 3,
                   "[dependencies[1].apiVersion: Invalid value: \"\": missing required apiVersion, "
                   "dependencies[2].kind: Invalid value: \"\": missing required kind]");
    (void)state;
}

static void test_equal_messages_stand_once(void **state) {
    /* Two bad keys with the same bad value: the message about the value doesn't name the key. */
    rj_map_builder pairs = {0};
    rj_map_builder selector = {0};
    put(&pairs, "a", rj_value_text("x y"));
    put(&pairs, "b", rj_value_text("x y"));
    put(&selector, "matchLabels", rj_map_finish(&pairs));
    const rj_value one = with_selector(item("v1", "Secret", "", ""), rj_map_finish(&selector));
    assert_refused(&one, 1,
                   "dependencies[0].labelSelector.matchLabels: Invalid value: \"x y\": " BAD_VALUE);
    (void)state;
}

static void test_thousands_of_messages(void **state) {
    enum {
        COUNT = 5000
    };
    rj_list_builder list = {.arena = arena};
    rj_error err = RJ_ERROR_INIT;
    const rj_value bad = item("", "Secret", "", "a");
    for (int i = 0; i < COUNT; i++)
        assert_true(rj_list_append(&list, &bad));
    const rj_value all = rj_list_finish(&list);
    assert_false(rj_dependencies_validate(&all, &err));
    assert_non_null(strstr(err.message, ", dependencies[4999].apiVersion: Invalid value: "));
    assert_int_equal(err.message[err.message_bytes - 1], ']');
    rj_error_clear(&err);
    (void)state;
}

static void check_key(const char *key, const char *messages[3]) {
    static const char path[] = "dependencies[0].labelSelector.matchLabels: Invalid value: ";
    const rj_value one = with_selector(item("v1", "Secret", "", ""), labels(key, "v"));
    rj_buf expected = RJ_BUF_INIT;
    if (!messages[0]) {
        assert_accepted(&one, 1);
        return;
    }
    rj_buf_puts(&expected, messages[1] ? "[" : "");
    for (size_t i = 0; i < 3 && messages[i]; i++)
        rj_buf_printf(&expected, "%s%s\"%s\": %s", i ? ", " : "", path, key, messages[i]);
    rj_buf_puts(&expected, messages[1] ? "]" : "");
    assert_refused(&one, 1, rj_buf_text(&expected));
    rj_buf_free(&expected);
}

#define C61           "ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
#define LABEL_63      "dd" C61
#define SUBDOMAIN_253 LABEL_63 "." LABEL_63 "." LABEL_63 "." C61

static void test_label_keys(void **state) {
    static struct {
        const char *key;
        const char *messages[3];
    } rows[] = {
        {"app", {NULL}},
        {"A-b_c.9", {NULL}},
        {"example.com/MyName", {NULL}},
        {"x-y.z/n", {NULL}},
        {LABEL_63, {NULL}},
        {SUBDOMAIN_253 "/n", {NULL}},
        {"-bad", {BAD_NAME}},
        {"bad-", {BAD_NAME}},
        {".", {BAD_NAME}},
        {"a b", {BAD_NAME}},
        {"\u00e9", {BAD_NAME}},
        {"x" LABEL_63, {LONG_NAME}},
        {"-" LABEL_63, {LONG_NAME, BAD_NAME}},
        {"", {EMPTY_NAME, BAD_NAME}},
        {"a.b/", {EMPTY_NAME, BAD_NAME}},
        {"/c", {EMPTY_PREFIX}},
        {"/", {EMPTY_PREFIX, EMPTY_NAME, BAD_NAME}},
        {"UP.x/a", {BAD_PREFIX}},
        {"a_b/n", {BAD_PREFIX}},
        {"a..b/n", {BAD_PREFIX}},
        {".a/n", {BAD_PREFIX}},
        {"a./n", {BAD_PREFIX}},
        {"-a/n", {BAD_PREFIX}},
        {"a-/n", {BAD_PREFIX}},
        {"a.-b/n", {BAD_PREFIX}},
        {"a-.b/n", {BAD_PREFIX}},
        {"x" SUBDOMAIN_253 "/n", {LONG_PREFIX}},
        {"-" SUBDOMAIN_253 "/n", {LONG_PREFIX, BAD_PREFIX}},
        {"-/-", {BAD_PREFIX, BAD_NAME}},
        {"a/b/c", {TWO_SLASHES}},
        {"//", {TWO_SLASHES}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_key(rows[i].key, rows[i].messages);
    (void)state;
}

static void test_label_values(void **state) {
    static const struct {
        const char *value;
        const char *quoted;
        const char *message;
    } rows[] = {
        {"", NULL, NULL},
        {"a", NULL, NULL},
        {"My_value-1.2", NULL, NULL},
        {LABEL_63, NULL, NULL},
        {"x" LABEL_63, "\"x" LABEL_63 "\"", LONG_VALUE},
        {"-a", "\"-a\"", BAD_VALUE},
        {"a/b", "\"a/b\"", BAD_VALUE},
        {"\t\"", "\"\\t\\\"\"", BAD_VALUE},
        {"<\u200b", "\"<\\u200b\"", BAD_VALUE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const rj_value in_labels =
            with_selector(item("v1", "Secret", "", "a"), labels("k", rows[i].value));
        const rj_value in_expression =
            with_selector(item("v1", "Secret", "", "a"),
                          expression("k", "In", (const char *const[3]){"ok", rows[i].value}));
        if (!rows[i].message) {
            assert_accepted(&in_labels, 1);
            assert_accepted(&in_expression, 1);
            continue;
        }
        rj_buf expected = RJ_BUF_INIT;
        rj_buf_printf(&expected, "dependencies[0].labelSelector.matchLabels: Invalid value: %s: %s",
                      rows[i].quoted, rows[i].message);
        assert_refused(&in_labels, 1, rj_buf_text(&expected));
        rj_buf_reset(&expected);
        rj_buf_printf(&expected,
                      "dependencies[0].labelSelector.matchExpressions[0].values[1]: Invalid "
                      "value: %s: %s",
                      rows[i].quoted, rows[i].message);
        assert_refused(&in_expression, 1, rj_buf_text(&expected));
        rj_buf_free(&expected);
    }
    (void)state;
}

static void test_operators(void **state) {
#define EXPRESSION "dependencies[0].labelSelector.matchExpressions[0]"
    static const struct {
        const char *key;
        const char *operator_;
        const char *values[3];
        const char *message;
    } rows[] = {
        {"a",
         "In",
         {NULL},
         EXPRESSION ".values: Required value: must be specified when "
                    "`operator` is 'In' or 'NotIn'"},
        {"a",
         "NotIn",
         {NULL},
         EXPRESSION ".values: Required value: must be specified when "
                    "`operator` is 'In' or 'NotIn'"},
        {"a",
         "Exists",
         {"x"},
         EXPRESSION ".values: Forbidden: may not be specified when "
                    "`operator` is 'Exists' or 'DoesNotExist'"},
        {"a",
         "DoesNotExist",
         {"x"},
         EXPRESSION ".values: Forbidden: may not be specified when "
                    "`operator` is 'Exists' or 'DoesNotExist'"},
        {"a",
         "Is",
         {NULL},
         EXPRESSION ".operator: Invalid value: \"Is\": not a valid selector "
                    "operator"},
        {"a",
         "",
         {NULL},
         EXPRESSION ".operator: Invalid value: \"\": not a valid selector "
                    "operator"},
        {"a",
         "in",
         {"x"},
         EXPRESSION ".operator: Invalid value: \"in\": not a valid selector "
                    "operator"},
        /* Operator, key, values: in that order. */
        {"-",
         "<",
         {"x", "-", "y y"},
         "[" EXPRESSION
         ".operator: Invalid value: \"\\u003c\": not a valid selector operator, " EXPRESSION
         ".key: Invalid value: \"-\": " BAD_NAME ", " EXPRESSION
         ".values[1]: Invalid value: \"-\": " BAD_VALUE ", " EXPRESSION
         ".values[2]: Invalid value: \"y y\": " BAD_VALUE "]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const rj_value one =
            with_selector(item("v1", "Secret", "", ""),
                          expression(rows[i].key, rows[i].operator_, rows[i].values));
        assert_refused(&one, 1, rows[i].message);
    }
    (void)state;
}

/* Joins the fields of all items: "apiVersion/kind/namespace/name/app;". */
static void describe(const rj_value *list, rj_buf *out) {
    static const char *const fields[] = {"apiVersion", "kind", "namespace", "name"};
    for (size_t i = 0; i < list->list.count; i++) {
        const rj_value *one = &list->list.items[i];
        for (size_t k = 0; k < 4; k++) {
            const char *text = rj_value_get_text(one, fields[k]);
            rj_buf_printf(out, "%s/", text ? text : "");
        }
        const rj_value *app = rj_value_at(one, "labelSelector.matchLabels.app");
        rj_buf_printf(out, "%s;", app ? app->string.data : "");
    }
}

static void test_merge_sorts_and_drops_equal_items(void **state) {
    const rj_value first[] = {
        item("v1", "Secret", "ns", "b"),
        item("v1", "Secret", "ns", "a"),
        item("v1", "ConfigMap", "ns", "z"),
        item("v1", "secret", "ns", "a"),
        item("apps/v1", "Z", "", "z"),
        item("v1", "Secret", "", "b"),
        with_selector(item("v1", "Secret", "ns", ""), labels("app", "two")),
        with_selector(item("v1", "Secret", "ns", "a"), labels("app", "one")),
    };
    const rj_value second[] = {
        item("v1", "Secret", "ns", "a"),
        with_selector(item("v1", "Secret", "ns", "a"), labels("app", "one")),
        with_selector(item("v1", "Secret", "ns", ""), labels("app", "one")),
        item("v1", "Secret", "ns", "B"),
    };
    const rj_value lists[] = {list_of(first, sizeof first / sizeof first[0]), list_of(NULL, 0),
                              list_of(second, sizeof second / sizeof second[0])};
    rj_value merged;
    rj_buf text = RJ_BUF_INIT;
    assert_true(rj_dependencies_merge(lists, 3, arena, &merged, NULL));
    describe(&merged, &text);
    assert_string_equal(rj_buf_text(&text), "apps/v1/Z//z/;"
                                            "v1/ConfigMap/ns/z/;"
                                            "v1/Secret//b/;"
                                            "v1/Secret/ns//two;"
                                            "v1/Secret/ns//one;"
                                            "v1/Secret/ns/B/;"
                                            "v1/Secret/ns/a/;"
                                            "v1/Secret/ns/a/one;"
                                            "v1/Secret/ns/a/one;"
                                            "v1/Secret/ns/b/;"
                                            "v1/secret/ns/a/;");
    rj_buf_free(&text);
    (void)state;
}

static void test_merge_of_nothing(void **state) {
    rj_value merged = rj_value_null;
    const rj_value empty = list_of(NULL, 0);
    assert_true(rj_dependencies_merge(NULL, 0, arena, &merged, NULL));
    assert_int_equal(merged.kind, RJ_KIND_LIST);
    assert_int_equal(merged.list.count, 0);
    assert_true(rj_dependencies_merge(&empty, 1, arena, &merged, NULL));
    assert_int_equal(merged.list.count, 0);
    (void)state;
}

static void test_merge_without_memory(void **state) {
    const rj_value items[] = {item("v1", "Secret", "ns", "b"), item("v1", "Secret", "ns", "a")};
    const rj_value lists[] = {list_of(items, 2)};
    for (uint64_t n = 1; n <= 2; n++) {
        rj_value merged = rj_value_bool(true);
        rj_error err = RJ_ERROR_INIT;
        rj_arena_fail_at(arena, n);
        assert_false(rj_dependencies_merge(lists, 1, arena, &merged, &err));
        assert_int_equal(err.code, RJ_ERROR_MEMORY);
        assert_int_equal(merged.kind, RJ_KIND_BOOL);
        rj_error_clear(&err);
    }
    rj_arena_fail_at(arena, 0);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_good_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_required_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_indexes_and_joining, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_equal_messages_stand_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_thousands_of_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_label_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_label_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_operators, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_merge_sorts_and_drops_equal_items, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_merge_of_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_merge_without_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
