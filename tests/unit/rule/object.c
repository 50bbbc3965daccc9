/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/object.h"
#include "unit/rule/first_document.h"

typedef struct row {
    const char *text, *expected; /* JSON, or the error */
} row;

#define MISSING(json) "Object 'Kind' is missing in '" json "'"

/* Rules of cli.md section 6. */
static const row object_rows[] = {
    {"kind: K", "{\"kind\":\"K\"}"},
    {"{apiVersion: g/v1, kind: K, metadata: {name: nn}}",
     "{\"apiVersion\":\"g/v1\",\"kind\":\"K\",\"metadata\":{\"name\":\"nn\"}}"},
    {"{kind: K, metadata: }", "{\"kind\":\"K\",\"metadata\":null}"},
    {"a: 1", MISSING("{\"a\":1}")},
    {"kind: ''", MISSING("{\"kind\":\"\"}")},
    {"kind: 12", MISSING("{\"kind\":12}")},
    {"{kind: K, apiVersion: a/b/c}", MISSING("{\"apiVersion\":\"a/b/c\",\"kind\":\"K\"}")},
    {"Kind: K", MISSING("{\"Kind\":\"K\"}")},
    {"[1]", "json: cannot unmarshal array into Go value of type unstructured.detector"},
    {"x", "json: cannot unmarshal string into Go value of type unstructured.detector"},
    {"{kind: K, metadata: {name: 5}}", "json: cannot unmarshal number into Go struct field "
                                       "ObjectMeta.metadata.name of type string"},
    {"{kind: K, metadata: 5}", "json: cannot unmarshal number into Go struct field "
                               "metadataOnlyObject.metadata of type v1.ObjectMeta"},
    {"{kind: PodList, apiVersion: v1, items: [{a: 1}, {kind: X}]}",
     "{\"apiVersion\":\"v1\",\"items\":[{\"a\":1,\"apiVersion\":\"v1\",\"kind\":\"Pod\"},"
     "{\"kind\":\"X\"}],\"kind\":\"PodList\"}"},
    {"{kind: K, items: [1]}",
     "json: cannot unmarshal number into Go value of type map[string]interface {}"},
    {"{kind: K, items: }", "{\"items\":null,\"kind\":\"K\"}"},
    {"{kind: K, items: []}", "{\"items\":[],\"kind\":\"K\"}"},
};

static const row item_rows[] = {
    {"{}", "{\"clusterName\":\"\"}"},
    {"{clusterName: m, applied: true, appliedMessage: a, health: Healthy, status: {a: 1}}",
     "{\"applied\":true,\"appliedMessage\":\"a\",\"clusterName\":\"m\",\"health\":\"Healthy\","
     "\"status\":{\"a\":1}}"},
    {"{clusterName: m, applied: false, appliedMessage: '', health: '', status: , x: 1}",
     "{\"clusterName\":\"m\"}"},
    {"{CLUSTERNAME: m, Status: text}", "{\"clusterName\":\"m\",\"status\":\"text\"}"},
    {"{clusterName: 1}", "json: cannot unmarshal number into Go struct field "
                         "AggregatedStatusItem.clusterName of type string"},
    {"[1]", "json: cannot unmarshal array into Go value of type v1alpha2.AggregatedStatusItem"},
};

typedef bool bind_fn(const rj_document *doc, rj_arena *arena, rj_value *out, rj_error *err);

static void check_rows(const row *rows, size_t count, bind_fn *bind) {
    for (size_t i = 0; i < count; i++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_document doc = first_document(rows[i].text, arena);
        rj_value value;
        rj_error err = RJ_ERROR_INIT;
        rj_buf got = RJ_BUF_INIT;
        if (bind(&doc, arena, &value, &err)) {
            rj_json_write(&value, &got);
        } else {
            rj_buf_puts(&got, err.message);
            assert_string_equal(err.file, "f.yaml");
        }
        assert_string_equal(rj_buf_text(&got), rows[i].expected);
        rj_buf_free(&got);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void objects(void **state) {
    (void)state;
    check_rows(object_rows, sizeof object_rows / sizeof *object_rows, rj_object_bind);
}

static void status_items(void **state) {
    (void)state;
    check_rows(item_rows, sizeof item_rows / sizeof *item_rows, rj_status_item_bind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects),
        cmocka_unit_test(status_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
