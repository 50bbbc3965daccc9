/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rjinterp/document.h"
#include "rjinterp/interp.h"
#include "rjinterp/object.h"
#include "rjinterp/yaml.h"

/* One run: a customization for x/v1 K with one script, on an object of that kind. */
typedef struct row {
    const char *name;
    rj_operation operation;
    const char *script;   /* its lines are indented in the file below */
    const char *object;   /* more of the object, in YAML flow; NULL: nothing */
    const char *expected; /* results as YAML, or the message */
    rj_error_code code;   /* RJ_ERROR_NONE: results are expected */
    uint32_t line;        /* of the error in the file; 0: not looked at */
} row;

#define RETAIN     RJ_OPERATION_RETAIN
#define REPLICA    RJ_OPERATION_INTERPRET_REPLICA
#define COMPONENT  RJ_OPERATION_INTERPRET_COMPONENT
#define REVISE     RJ_OPERATION_REVISE_REPLICA
#define STATUS     RJ_OPERATION_INTERPRET_STATUS
#define AGGREGATE  RJ_OPERATION_AGGREGATE_STATUS
#define HEALTH     RJ_OPERATION_INTERPRET_HEALTH
#define DEPENDENCY RJ_OPERATION_INTERPRET_DEPENDENCY

/* The script's first line is this line of the file. */
enum {
    SCRIPT_LINE = 9
};

#define QUANTITY_ERROR                                                                             \
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

/* Rules of lua.md sections 9, 10 and 12 and cli.md section 8. */
static const row rows[] = {
    {"health", HEALTH, "function InterpretHealth(o) return o.spec.c > 1 end", "spec: {c: 2}",
     "true\n", .code = RJ_ERROR_NONE},
    {"retain", RETAIN, "function Retain(d, o) d.spec = o.spec return d end", "spec: {a: {}, l: []}",
     "apiVersion: x/v1\nkind: K\nspec:\n  a: {}\n  l: []\n", .code = RJ_ERROR_NONE},
    {"retain, new empty table", RETAIN, "function Retain(d, o) d.spec = {a = {}} return d end",
     NULL, "apiVersion: x/v1\nkind: K\nspec: {}\n", .code = RJ_ERROR_NONE},
    {"revise", REVISE, "function ReviseReplica(o, n) o.n = n return o end", NULL,
     "apiVersion: x/v1\nkind: K\n\"n\": 7\n", .code = RJ_ERROR_NONE},
    {"aggregate", AGGREGATE, "function AggregateStatus(o, i) o.nil_items = i == nil return o end",
     "spec: {gone: {}}", "apiVersion: x/v1\nkind: K\nnil_items: true\nspec: {}\n",
     .code = RJ_ERROR_NONE},
    {"replica", REPLICA, "function GetReplicas(o) return 2.9 end", NULL, "2\nnull\n",
     .code = RJ_ERROR_NONE},
    {"replica, negative", REPLICA, "function GetReplicas(o) return -2.9, {} end", NULL, "-2\n{}\n",
     .code = RJ_ERROR_NONE},
    {"replica, too large", REPLICA, "function GetReplicas(o) return 2147483648 end", NULL,
     "-2147483648\nnull\n", .code = RJ_ERROR_NONE},
    {"replica, largest", REPLICA, "function GetReplicas(o) return 2147483647.5 end", NULL,
     "2147483647\nnull\n", .code = RJ_ERROR_NONE},
    {"replica, NaN", REPLICA, "function GetReplicas(o) return 0/0 end", NULL, "-2147483648\nnull\n",
     .code = RJ_ERROR_NONE},
    {"replica, quantities", REPLICA,
     "function GetReplicas(o) return 1, {resourceRequest = {cpu = '0.5', memory = '2048Mi'}} end",
     NULL, "1\nresourceRequest:\n  cpu: 500m\n  memory: 2Gi\n", .code = RJ_ERROR_NONE},
    {"components, nil", COMPONENT, "function GetComponents(o) end", NULL, "null\n",
     .code = RJ_ERROR_NONE},
    {"components, none", COMPONENT, "function GetComponents(o) return {} end", NULL, "[]\n",
     .code = RJ_ERROR_NONE},
    {"components", COMPONENT, "function GetComponents(o) return {{name = 'a', x = 1}} end", NULL,
     "- name: a\n  replicas: 0\n", .code = RJ_ERROR_NONE},
    {"status, empty", STATUS, "function ReflectStatus(o) return {} end", NULL, "{}\n",
     .code = RJ_ERROR_NONE},
    {"status, a list", STATUS, "function ReflectStatus(o) return {1, 'x'} end", NULL, "- 1\n- x\n",
     .code = RJ_ERROR_NONE},
    {"status, null list items", STATUS, "function ReflectStatus(o) return o.l end",
     "l: [1, null, 2]", "- 1\n- 2\n", .code = RJ_ERROR_NONE},
    {"dependencies, none", DEPENDENCY, "function GetDependencies(o) return {} end", NULL, "[]\n",
     .code = RJ_ERROR_NONE},
    {"dependencies, sorted and once", DEPENDENCY,
     "function GetDependencies(o) return {{apiVersion='v1',kind='B',name='b'},"
     "{apiVersion='v1',kind='A',name='a'},{apiVersion='v1',kind='B',name='b'}} end",
     NULL, "- apiVersion: v1\n  kind: A\n  name: a\n- apiVersion: v1\n  kind: B\n  name: b\n",
     .code = RJ_ERROR_NONE},
    {"results behind the chunk's", HEALTH, "function InterpretHealth(o) return 1 end\nreturn true",
     NULL, "true\n", .code = RJ_ERROR_NONE},

    {"not a boolean", HEALTH, "function InterpretHealth(o) return 1 end", NULL,
     "result type 2 is not bool", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"not a boolean, further down", HEALTH, "-- comment\n\nfunction InterpretHealth(o) end", NULL,
     "result type 0 is not bool", RJ_ERROR_TYPE, SCRIPT_LINE + 2},
    {"not a number", REPLICA, "function GetReplicas(o) return '1', 1 end", NULL,
     "result type 3 is not number", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"requirements, no table", REPLICA, "function GetReplicas(o) return 1, 'x' end", NULL,
     "expect the returned requires type is table but got string", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"requirements, bad quantity", REPLICA,
     "function GetReplicas(o) return 1, {resourceRequest = {cpu = 'x'}} end", NULL,
     "json unmarshal obj failed: " QUANTITY_ERROR, RJ_ERROR_SYNTAX, SCRIPT_LINE},
    {"components, no table", COMPONENT, "function GetComponents(o) return 'x' end", NULL,
     "expected result type 'table' or 'nil' from GetComponents, but got 'string'", RJ_ERROR_TYPE,
     SCRIPT_LINE},
    {"components, a map", COMPONENT, "function GetComponents(o) return {a = 1} end", NULL,
     "failed to convert lua table for components: json unmarshal obj failed: json: cannot "
     "unmarshal object into Go value of type []v1alpha2.Component",
     RJ_ERROR_TYPE, SCRIPT_LINE},
    {"retain, no table", RETAIN, "function Retain() return true end", NULL,
     "expect the returned requires type is table but got boolean", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"retain, no kind", RETAIN, "function Retain(d, o) return {a = '<'} end", NULL,
     "json unmarshal obj failed: Object 'Kind' is missing in '{\"a\":\"\\u003c\"}'", RJ_ERROR_TYPE,
     SCRIPT_LINE},
    {"retain, nothing", RETAIN, "function Retain(d, o) return {} end", NULL,
     "json unmarshal obj failed: Object 'Kind' is missing in '{}'", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"retain, a list", RETAIN, "function Retain(d, o) return {1} end", NULL,
     "json unmarshal obj failed: json: cannot unmarshal array into Go value of type "
     "map[string]interface {}",
     RJ_ERROR_TYPE, SCRIPT_LINE},
    {"status, nil", STATUS, "function ReflectStatus(o) end", NULL,
     "expect the returned replica type is table but got nil", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"status, a function", STATUS, "function ReflectStatus(o) return {f = print} end", NULL,
     "encode lua result to json failed: json: error calling MarshalJSON for type json.jsonValue: "
     "json: error calling MarshalJSON for type json.jsonValue: cannot encode function to JSON",
     RJ_ERROR_TYPE, SCRIPT_LINE},
    {"dependencies, no table", DEPENDENCY, "function GetDependencies(o) return 1 end", NULL,
     "expect the returned requires type is table but got number", RJ_ERROR_TYPE, SCRIPT_LINE},
    {"dependencies, invalid", DEPENDENCY, "function GetDependencies(o) return {{kind = 'A'}} end",
     NULL,
     "[dependencies[0].apiVersion: Invalid value: \"\": missing required apiVersion, "
     "dependencies[0]: Invalid value: {\"apiVersion\":\"\",\"kind\":\"A\"}: dependency can not "
     "leave name and labelSelector all empty]",
     RJ_ERROR_TYPE, SCRIPT_LINE},

    {"lacks its function", HEALTH, "function interpretHealth(o) return true end", NULL,
     "not found function InterpretHealth", RJ_ERROR_RULE, SCRIPT_LINE},
    {"function is local", HEALTH, "local function InterpretHealth(o) return true end", NULL,
     "not found function InterpretHealth", RJ_ERROR_RULE, SCRIPT_LINE},
    {"no function", HEALTH, "InterpretHealth = {}", NULL,
     "InterpretHealth is not a function: table", RJ_ERROR_RULE, SCRIPT_LINE},
    {"components lack their function", COMPONENT, "x = 1", NULL,
     "failed to run 'GetComponents' script: not found function GetComponents", RJ_ERROR_RULE,
     SCRIPT_LINE},
    {"raises", HEALTH, "function InterpretHealth(o)\n  error('broken')\nend", NULL,
     "<string>:2: broken", RJ_ERROR_SCRIPT, SCRIPT_LINE + 1},
    {"raises at the top", HEALTH, "local x = nil\nx.y = 1", NULL,
     "<string>:2: attempt to index a non-table object(nil) with key 'y'", RJ_ERROR_SCRIPT,
     SCRIPT_LINE + 1},
    {"loops", HEALTH, "function InterpretHealth(o)\n  while true do end\nend", NULL,
     "<string>:2: context deadline exceeded", RJ_ERROR_DEADLINE, SCRIPT_LINE + 1},
    {"loops under pcall", HEALTH,
     "function InterpretHealth(o)\n  while true do pcall(function() while true do end end) "
     "end\nend",
     NULL, "<string>:2: context deadline exceeded", RJ_ERROR_DEADLINE, SCRIPT_LINE + 1},
};

static const char head[] = "apiVersion: config.karmada.io/v1alpha1\n"
                           "kind: ResourceInterpreterCustomization\n"
                           "metadata: {name: c}\n"
                           "spec:\n"
                           "  target: {apiVersion: x/v1, kind: K}\n"
                           "  customizations:\n";

/* A file whose script starts on SCRIPT_LINE. */
static void write_file(const row *r, rj_buf *out) {
    rj_buf_printf(out, "%s    %s:\n      luaScript: |\n", head, rj_rule_of(r->operation)->field);
    for (const char *line = r->script; *line;) {
        size_t bytes = strcspn(line, "\n");
        rj_buf_printf(out, "        %.*s\n", (int)bytes, line);
        line += bytes + (line[bytes] == '\n');
    }
}

static rj_document read_one(const char *text, size_t bytes, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    rj_document_reader *reader = rj_document_reader_new_bytes(text, bytes, "c.yaml", true, NULL);
    assert_non_null(reader);
    if (rj_document_next(reader, arena, &doc, &err) != RJ_READ_DOCUMENT)
        fail_msg("%s: %s", text, err.message ? err.message : "no document");
    rj_document_reader_free(reader);
    doc.file = "c.yaml";
    return doc;
}

static void load(const row *r, rj_arena *arena, rj_customization_set *set, rj_value *object) {
    rj_buf file = RJ_BUF_INIT, text = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_customization c;
    write_file(r, &file);
    rj_document doc = read_one(rj_buf_text(&file), file.bytes, arena);
    assert_true(rj_customization_bind(&doc, arena, &c, &err));
    assert_true(rj_customization_set_add(set, &c));
    rj_buf_printf(&text, "{apiVersion: x/v1, kind: K%s%s}", r->object ? ", " : "",
                  r->object ? r->object : "");
    doc = read_one(rj_buf_text(&text), text.bytes, arena);
    assert_true(rj_object_bind(&doc, arena, object, &err));
    rj_buf_free(&file);
    rj_buf_free(&text);
}

static void check_result(const row *r, const rj_result *result) {
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    for (size_t i = 0; i < result->count; i++) {
        assert_string_equal(result->names[i], rj_rule_of(r->operation)->result_names[i]);
        assert_true(rj_yaml_write(&result->values[i], &out, &err));
    }
    assert_string_equal(rj_buf_text(&out), r->expected);
    assert_string_equal(result->answered_by->name, "c");
    rj_buf_free(&out);
}

static void check_error(const row *r, const rj_error *err) {
    assert_string_equal(err->message, r->expected);
    if (err->code != r->code)
        fail_msg("%s: code %d", r->name, (int)err->code);
    assert_non_null(err->file);
    assert_string_equal(err->file, "c.yaml");
    if (r->line && err->at.line != r->line)
        fail_msg("%s: line %u", r->name, (unsigned)err->at.line);
}

static void runs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_customization_set set = {.arena = arena};
        rj_value object;
        rj_limits limits = *rj_limits_default();
        limits.timeout_ms = 200;
        load(r, arena, &set, &object);
        rj_request request = {.customizations = &set,
                              .operation = r->operation,
                              .desired = &object,
                              .observed = r->operation == RETAIN ? &object : NULL,
                              .desired_replica = 7,
                              .limits = &limits};
        rj_result result;
        rj_error err = RJ_ERROR_INIT;
        bool ok = rj_interp_run(&request, arena, &result, &err);
        if (ok != (r->code == RJ_ERROR_NONE))
            fail_msg("%s: %s", r->name, ok ? "succeeded" : err.message);
        if (ok)
            check_result(r, &result);
        else
            check_error(r, &err);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

/* ---- arguments and rules ---- */

typedef struct argument_row {
    rj_operation operation;
    bool desired, observed;
    const char *kind; /* of the objects */
    const char *expected;
    rj_error_code code;
} argument_row;

/* The customization has a script for InterpretHealth only. */
static const argument_row argument_rows[] = {
    {RETAIN, false, false, "K", "desired, desired-file options are not set", RJ_ERROR_USAGE},
    {RETAIN, false, true, "K", "desired, desired-file options are not set", RJ_ERROR_USAGE},
    {RETAIN, true, false, "K", "observed, observed-file options are not set", RJ_ERROR_USAGE},
    {RETAIN, true, true, "K", "rule is not enabled", RJ_ERROR_RULE},
    {HEALTH, false, false, "K", "desired-file, observed-file options are not set", RJ_ERROR_USAGE},
    {HEALTH, true, true, "K", "you can not specify both desired-file and observed-file options",
     RJ_ERROR_USAGE},
    {HEALTH, true, false, "L", "rule is not enabled", RJ_ERROR_RULE},
    {STATUS, true, false, "K", "rule is not enabled", RJ_ERROR_RULE},
    {STATUS, true, true, "L", "you can not specify both desired-file and observed-file options",
     RJ_ERROR_USAGE},
};

static void arguments_and_rules(void **state) {
    (void)state;
    const row only = {.operation = HEALTH, .script = "function InterpretHealth() return true end"};
    for (size_t i = 0; i < sizeof argument_rows / sizeof *argument_rows; i++) {
        const argument_row *r = &argument_rows[i];
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_customization_set set = {.arena = arena};
        rj_value unused;
        load(&only, arena, &set, &unused);
        char text[64];
        int bytes = snprintf(text, sizeof text, "{apiVersion: x/v1, kind: %s}", r->kind);
        rj_document doc = read_one(text, (size_t)bytes, arena);
        rj_request request = {.customizations = &set,
                              .operation = r->operation,
                              .desired = r->desired ? &doc.root : NULL,
                              .observed = r->observed ? &doc.root : NULL};
        rj_result result;
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_interp_run(&request, arena, &result, &err));
        assert_string_equal(err.message, r->expected);
        assert_int_equal(err.code, r->code);
        if (r->code == RJ_ERROR_RULE)
            assert_non_null(err.hint);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

/* ---- bounds ---- */

static void endless_allocation_ends(void **state) {
    (void)state;
    const row r = {.operation = HEALTH,
                   .script = "function InterpretHealth()\n"
                             "  local s = 'x'\n"
                             "  while true do s = s .. s end\n"
                             "end"};
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    rj_customization_set set = {.arena = arena};
    rj_value object;
    load(&r, arena, &set, &object);
    rj_request request = {.customizations = &set, .operation = HEALTH, .desired = &object};
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_interp_run(&request, arena, &result, &err));
    assert_int_equal(err.code, RJ_ERROR_MEMORY);
    assert_string_equal(err.file, "c.yaml");
    rj_error_clear(&err);
    rj_arena_free(arena);
}

static void collect(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

static void prints(void **state) {
    (void)state;
    const row r = {.operation = HEALTH,
                   .script = "print('top')\n"
                             "function InterpretHealth(o) print(o.kind, 1) return true end"};
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    rj_customization_set set = {.arena = arena};
    rj_value object;
    load(&r, arena, &set, &object);
    rj_buf printed = RJ_BUF_INIT;
    rj_request request = {.customizations = &set,
                          .operation = HEALTH,
                          .observed = &object,
                          .print = collect,
                          .print_ctx = &printed};
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_interp_run(&request, arena, &result, &err));
    assert_string_equal(rj_buf_text(&printed), "top\nK\t1\n");
    rj_buf_free(&printed);
    rj_arena_free(arena);
}

/* Every allocation of the arena failing in turn gives a clean error. */
static void full_arena_is_told(void **state) {
    (void)state;
    const row r = {.operation = COMPONENT,
                   .script = "function GetComponents(o)\n"
                             "  return {{name = 'a', replicas = #o.l, replicaRequirements = "
                             "{resourceRequest = {cpu = '1'}}}}\n"
                             "end",
                   .object = "l: [1, 2]"};
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    rj_customization_set set = {.arena = arena};
    rj_value object;
    load(&r, arena, &set, &object);
    rj_request request = {.customizations = &set, .operation = COMPONENT, .desired = &object};
    bool ok = false;
    for (uint64_t n = 1; n < 1000 && !ok; n++) {
        rj_arena *scarce = rj_arena_new(0);
        assert_non_null(scarce);
        rj_arena_fail_at(scarce, n);
        rj_result result;
        rj_error err = RJ_ERROR_INIT;
        ok = rj_interp_run(&request, scarce, &result, &err);
        if (!ok)
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
        rj_error_clear(&err);
        rj_arena_free(scarce);
    }
    assert_true(ok);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs),
        cmocka_unit_test(arguments_and_rules),
        cmocka_unit_test(endless_allocation_ends),
        cmocka_unit_test(prints),
        cmocka_unit_test(full_arena_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
