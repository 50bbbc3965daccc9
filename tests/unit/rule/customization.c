/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/customization.h"
#include "unit/rule/first_document.h"

#define HEAD                "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\n"
#define SCRIPT(field, text) "    " field ": {luaScript: " text "}\n"

typedef struct row {
    const char *text;
    const char *expected; /* see describe(), or the error */
} row;

static void describe(const rj_customization *c, rj_buf *out) {
    rj_buf_printf(out, "%s|%s|%s", c->name, c->api_version, c->kind);
    if (c->other_kind)
        rj_buf_printf(out, "|other %s", c->other_kind);
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        if (c->scripts[i].text)
            rj_buf_printf(out, "|%s=%s", rj_rule_of((rj_operation)i)->field, c->scripts[i].text);
    }
}

#define NOT_REGISTERED(kind, version)                                                              \
    "no kind \"" kind "\" is registered for version \"" version                                    \
    "\" in scheme \"pkg/util/gclient/gclient.go:41\""
#define VERSION_KIND                                                                               \
    "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string "               \
    "\"json:\\\"kind,omitempty\\\"\" }"
#define NO_VERSION_KIND(what)                                                                      \
    "couldn't get version/kind; json parse error: json: cannot unmarshal " what                    \
    " into Go value of type " VERSION_KIND

/* Rules of cli.md section 6. */
static const row rows[] = {
    {HEAD, "||"},
    {HEAD
     "metadata: {name: nn}\nspec:\n  target: {apiVersion: a/v1, kind: K}\n  customizations:\n" //
     SCRIPT("retention", "x") SCRIPT("dependencyInterpretation", "z"),
     "nn|a/v1|K|retention=x|dependencyInterpretation=z"},
    {HEAD "spec:\n  customizations:\n    retention: {}\n    replicaResource: {luaScript: }\n"
          "    statusReflection: \n    healthInterpretation: {luaScript: ''}\n",
     "|||retention=|replicaResource=|healthInterpretation="},
    {HEAD "metadata: \nspec: \n", "||"},
    {HEAD "unknown: 1\nspec:\n  customizations:\n    retenton: {luaScript: x}\n", "||"},
    {HEAD "spec:\n  customizations:\n    retention: {luascript: x}\n", "|||retention="},
    {"{apiVersion: v1, kind: ConfigMap, metadata: {name: cm}}", "cm|||other /v1, Kind=ConfigMap"},
    {"{apiVersion: /v1, kind: ConfigMap}", "|||other /v1, Kind=ConfigMap"},
    {"{apiVersion: v1, kind: List, items: [1]}", "|||other /v1, Kind=List"},
    {"{apiVersion: apps/v1, kind: DeploymentList}", "|||other apps/v1, Kind=DeploymentList"},
    {"{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterCustomizationList}",
     "|||other config.karmada.io/v1alpha1, Kind=ResourceInterpreterCustomizationList"},
    {"{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding}",
     "|||other work.karmada.io/v1alpha2, Kind=ResourceBinding"},
    {"{apiVersion: apps/v1, kind: DeploymentLis}", NOT_REGISTERED("DeploymentLis", "apps/v1")},
    {"{apiVersion: apps/v1, kind: Deploy}", NOT_REGISTERED("Deploy", "apps/v1")},
    {"{apiVersion: v1, kind: Deployment}", NOT_REGISTERED("Deployment", "v1")},
    {"{apiVersion: yard.test/v1, kind: Gate}", NOT_REGISTERED("Gate", "yard.test/v1")},
    {"{apiVersion: config.karmada.io/v1beta1, kind: ResourceInterpreterCustomization}",
     NOT_REGISTERED("ResourceInterpreterCustomization", "config.karmada.io/v1beta1")},
    {"{apiVersion: config.karmada.io/v1alpha1}",
     "Object 'Kind' is missing in '{\"apiVersion\":\"config.karmada.io/v1alpha1\"}'"},
    {"{kind: X, a: <&>}",
     "Object 'apiVersion' is missing in '{\"a\":\"\\u003c\\u0026\\u003e\",\"kind\":\"X\"}'"},
    {"{kind: X, apiVersion: g/}", "Object 'apiVersion' is missing in "
                                  "'{\"apiVersion\":\"g/\",\"kind\":\"X\"}'"},
    {"{kind: X, apiVersion: a/b/c}", "unexpected GroupVersion string: a/b/c"},
    {"{kind: , apiVersion: v1}",
     "Object 'Kind' is missing in '{\"apiVersion\":\"v1\",\"kind\":null}'"},
    {"text", NO_VERSION_KIND("string")},
    {"12", NO_VERSION_KIND("number")},
    {"[a]", NO_VERSION_KIND("array")},
    {"true", NO_VERSION_KIND("bool")},
    {"{kind: 12, apiVersion: v1}", "couldn't get version/kind; json parse error: json: cannot "
                                   "unmarshal number into Go struct field .kind of type string"},
    {HEAD "spec:\n  customizations:\n    retention: {luaScript: 1}\n",
     "json: cannot unmarshal number into Go struct field "
     "LocalValueRetention.spec.customizations.retention.luaScript of type string"},
    {HEAD "spec:\n  target: {kind: yes}\n", "json: cannot unmarshal bool into Go struct field "
                                            "CustomizationTarget.spec.target.kind of type string"},
    {HEAD "metadata: {name: 1}\n", "json: cannot unmarshal number into Go struct field "
                                   "ObjectMeta.metadata.name of type string"},
    {HEAD "spec: 1\n",
     "json: cannot unmarshal number into Go struct field ResourceInterpreterCustomization.spec of "
     "type v1alpha1.ResourceInterpreterCustomizationSpec"},
};

static void binds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_document doc = first_document(rows[i].text, arena);
        rj_customization c;
        rj_error err = RJ_ERROR_INIT;
        rj_buf got = RJ_BUF_INIT;
        if (rj_customization_bind(&doc, arena, &c, &err)) {
            describe(&c, &got);
        } else {
            rj_buf_puts(&got, err.message);
            assert_string_equal(err.file, "f.yaml");
            assert_int_not_equal(err.at.line, 0);
        }
        assert_string_equal(rj_buf_text(&got), rows[i].expected);
        rj_buf_free(&got);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void script_leads_back_to_the_file(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    rj_document doc = first_document(HEAD "spec:\n"
                                          "  customizations:\n"
                                          "    retention:\n"
                                          "      luaScript: |\n"
                                          "        one\n"
                                          "        two\n",
                                     arena);
    rj_customization c;
    rj_error err = RJ_ERROR_INIT;
    rj_span_map map;
    assert_true(rj_customization_bind(&doc, arena, &c, &err));
    assert_true(rj_customization_script_spans(&c, RJ_OPERATION_RETAIN, arena, &map, &err));
    const rj_rule_script *script = &c.scripts[RJ_OPERATION_RETAIN];
    rj_position at = rj_span_map_at(&map, script->text, script->text_bytes, 5);
    assert_int_equal(at.line, 8);
    assert_int_equal(at.column, 10);
    assert_string_equal(map.file, "f.yaml");
    assert_true(
        rj_customization_script_spans(&c, RJ_OPERATION_INTERPRET_HEALTH, arena, &map, &err));
    assert_int_equal(map.span_count, 0);
    rj_arena_free(arena);
}

/* ---- merging ---- */

/* A customization as "name api_version kind script"; the script is that of @ref operation, "-" is
 * an empty one, "." none. */
typedef struct merge_row {
    rj_operation operation;
    const char *customizations[5];
    const char *api_version, *kind;
    const char *expected; /* scripts that answer */
} merge_row;

#define HEALTH     RJ_OPERATION_INTERPRET_HEALTH
#define DEPENDENCY RJ_OPERATION_INTERPRET_DEPENDENCY

/* Rules of lua.md section 12. */
static const merge_row merge_rows[] = {
    {HEALTH, {0}, "a/v1", "K", ""},
    {HEALTH, {"n a/v1 K x"}, "a/v1", "K", "x"},
    {HEALTH, {"n a/v1 K x"}, "a/v2", "K", ""},
    {HEALTH, {"n a/v1 K x"}, "a/v1", "k", ""},
    {HEALTH, {"n a/v1 K x"}, "b/v1", "K", ""},
    {HEALTH, {"n v1 K x"}, "v1", "K", "x"},
    {HEALTH, {"n /v1 K x"}, "v1", "K", "x"},
    {HEALTH, {"n a/v1 K ."}, "a/v1", "K", ""},
    {HEALTH, {"n a/v1 K -"}, "a/v1", "K", ""},
    {HEALTH, {"b a/v1 K x", "a a/v1 K y"}, "a/v1", "K", "y"},
    {HEALTH, {"a9 a/v1 K x", "a10 a/v1 K y"}, "a/v1", "K", "y"},
    {HEALTH, {"B a/v1 K x", "a a/v1 K y"}, "a/v1", "K", "x"},
    {HEALTH, {"a a/v1 K -", "b a/v1 K x", "c a/v1 K y"}, "a/v1", "K", "x"},
    {HEALTH, {"a a/v1 K .", "b a/v1 K -", "c a/v1 K y"}, "a/v1", "K", "y"},
    {HEALTH, {"n a/v1 K x", "n a/v1 K y"}, "a/v1", "K", "x"},
    {HEALTH, {"a a/v2 K x", "b a/v1 K y"}, "a/v1", "K", "y"},
    {DEPENDENCY, {"c a/v1 K x", "a a/v1 K y", "b a/v1 K -", "d a/v2 K z"}, "a/v1", "K", "y x"},
    {DEPENDENCY, {"n a/v1 K x", "n a/v1 K y", "n a/v1 K z"}, "a/v1", "K", "x y z"},
};

static rj_customization from_words(const char *words, rj_operation operation, rj_arena *arena) {
    char *copy = rj_arena_copy(arena, words, strlen(words));
    assert_non_null(copy);
    rj_customization c = {.source = "f.yaml"};
    c.name = strtok(copy, " ");
    c.api_version = strtok(NULL, " ");
    c.kind = strtok(NULL, " ");
    const char *script = strtok(NULL, " ");
    if (strcmp(script, ".") != 0)
        c.scripts[operation].text = strcmp(script, "-") == 0 ? "" : script;
    if (c.scripts[operation].text)
        c.scripts[operation].text_bytes = strlen(c.scripts[operation].text);
    return c;
}

static void merges(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof merge_rows / sizeof *merge_rows; i++) {
        const merge_row *given = &merge_rows[i];
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_customization_set set = {.arena = arena};
        for (size_t j = 0; j < 5 && given->customizations[j]; j++) {
            rj_customization c = from_words(given->customizations[j], given->operation, arena);
            assert_true(rj_customization_set_add(&set, &c));
        }
        const rj_rule_match *matches;
        size_t count;
        rj_error err = RJ_ERROR_INIT;
        assert_true(rj_customization_set_match(&set, given->operation, given->api_version,
                                               given->kind, arena, &matches, &count, &err));
        char got[64] = "";
        for (size_t j = 0; j < count; j++)
            strcat(strcat(got, j ? " " : ""), matches[j].script->text);
        if (strcmp(got, given->expected) != 0)
            fail_msg("row %zu: \"%s\", expected \"%s\"", i, got, given->expected);
        rj_arena_free(arena);
    }
}

/* An embedding program found this out the hard way. */
static void outlives_the_reader(void **state) {
    (void)state;
    char name[] = "dir/file.yaml";
    rj_arena *arena = rj_arena_new(0);
    rj_document_reader *reader =
        rj_document_reader_new_bytes(HEAD, sizeof HEAD - 1, name, true, NULL);
    assert_true(arena && reader);
    rj_document doc;
    rj_customization c;
    assert_int_equal(rj_document_next(reader, arena, &doc, NULL), RJ_READ_DOCUMENT);
    assert_true(rj_customization_bind(&doc, arena, &c, NULL));
    rj_document_reader_free(reader);
    memset(name, 'x', sizeof name - 1);
    assert_string_equal(c.source, "dir/file.yaml");
    assert_string_equal(c.document.file, "dir/file.yaml");
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binds),
        cmocka_unit_test(script_leads_back_to_the_file),
        cmocka_unit_test(merges),
        cmocka_unit_test(outlives_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
