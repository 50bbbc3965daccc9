/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/compare.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/json.h"

suite_comparison suite_comparison_of(rj_result_shape shape) {
    switch (shape) {
    case RJ_RESULT_OBJECT:
    case RJ_RESULT_AGGREGATED:
        return (suite_comparison){.has_marks = true};
    case RJ_RESULT_REQUIREMENTS:
        return (suite_comparison){.is_typed = true, .shape = RJ_SHAPE_REPLICA_REQUIREMENTS};
    case RJ_RESULT_COMPONENTS:
        return (suite_comparison){
            .is_typed = true, .shape = RJ_SHAPE_COMPONENT_LIST, .sorted_by = {"name"}};
    case RJ_RESULT_DEPENDENCIES:
        return (suite_comparison){.sorted_by = {"apiVersion", "kind", "namespace", "name"}};
    case RJ_RESULT_NONE:
    case RJ_RESULT_STATUS:
    case RJ_RESULT_REPLICA:
    case RJ_RESULT_HEALTH:
        break;
    }
    return (suite_comparison){0};
}

/* ---- order of lists ---- */

/* What stands at the key, as far as it is a text. */
static rj_value text_at(const rj_value *item, const char *key) {
    const rj_value *value = rj_value_get(item, key);
    return rj_value_is(value, RJ_KIND_STRING) ? *value : rj_value_text("");
}

/* Items with equal keys come in the same order on both sides, whatever order that is. */
static int compare_texts(const rj_value *left, const rj_value *right) {
    rj_buf a = RJ_BUF_INIT, b = RJ_BUF_INIT;
    rj_json_write(left, &a);
    rj_json_write(right, &b);
    const int order = rj_key_compare(rj_buf_text(&a), a.bytes, rj_buf_text(&b), b.bytes);
    rj_buf_free(&a);
    rj_buf_free(&b);
    return order;
}

static int compare_items(const void *left, const void *right, void *keys) {
    const char *const *key = keys;
    for (size_t i = 0; i < SUITE_MOST_SORT_KEYS && key[i]; i++) {
        const rj_value a = text_at(left, key[i]), b = text_at(right, key[i]);
        const int order =
            rj_key_compare(a.string.data, a.string.bytes, b.string.data, b.string.bytes);
        if (order)
            return order;
    }
    return compare_texts(left, right);
}

/* A sorted copy. */
static bool sort_list(const suite_comparison *c, rj_value *list, rj_arena *arena) {
    if (!c->sorted_by[0] || list->kind != RJ_KIND_LIST || list->list.count < 2)
        return true;
    rj_value *items = rj_arena_calloc(arena, list->list.count, sizeof *items);
    if (!items)
        return false;
    memcpy(items, list->list.items, list->list.count * sizeof *items);
    qsort_r(items, list->list.count, sizeof *items, compare_items, (void *)(uintptr_t)c->sorted_by);
    list->list.items = items;
    return true;
}

/* ---- one result ---- */

/* Expected and actual value in the form in which they are compared. */
static bool prepare(const suite_comparison *c, const char *name, const rj_value *in,
                    rj_arena *arena, rj_value *out, rj_error *err) {
    *out = *in;
    if (c->is_typed) {
        if (!rj_typed_decode(c->shape, in, arena, out, err)) {
            rj_error_prefix(err, "output %s: ", name);
            return false;
        }
        /* A list of this type prints alike, be it nil or empty. */
        if (c->shape == RJ_SHAPE_COMPONENT_LIST && out->kind == RJ_KIND_NULL)
            *out = rj_value_list(NULL, 0);
        out->at = in->at;
    }
    return sort_list(c, out, arena) || rj_error_no_memory(err);
}

static bool compare_result(const rj_rule *rule, size_t i, const rj_value *expected,
                           const rj_value *actual, rj_arena *scratch, diff_list *differences,
                           rj_error *err) {
    const suite_comparison c = suite_comparison_of(rule->result_shapes[i]);
    const char *name = rule->result_names[i];
    rj_value left, right;
    if (!prepare(&c, name, expected, scratch, &left, err) ||
        !prepare(&c, name, actual, scratch, &right, err))
        return false;
    const diff_rules rules = {.has_marks = c.has_marks, .has_quantities = c.is_typed};
    return diff_values(name, &left, &right, &rules, differences) || rj_error_no_memory(err);
}

/* ---- all results ---- */

static bool refuse_name(const rj_rule *rule, const rj_member *member, rj_error *err) {
    rj_buf names = RJ_BUF_INIT;
    for (size_t i = 0; i < rule->result_count; i++)
        rj_buf_printf(&names, "%s%s", i ? ", " : "", rule->result_names[i]);
    rj_error_set(err, RJ_ERROR_TYPE, "%s yields no \"%s\" (but %s)", rule->name, member->key,
                 rj_buf_text(&names));
    rj_buf_free(&names);
    rj_error_locate(err, NULL, member->key_at);
    return false;
}

bool suite_compare(const rj_rule *rule, const rj_value *output, const rj_result *result,
                   rj_arena *scratch, diff_list *differences, rj_error *err) {
    for (size_t m = 0; m < output->map.count; m++) {
        const rj_member *member = &output->map.members[m];
        size_t i = 0;
        while (i < result->count && strcmp(member->key, result->names[i]) != 0)
            i++;
        if (i == result->count)
            return refuse_name(rule, member, err);
    }
    for (size_t i = 0; i < result->count; i++) {
        const rj_value *expected = rj_value_get(output, result->names[i]);
        if (expected &&
            !compare_result(rule, i, expected, &result->values[i], scratch, differences, err))
            return false;
    }
    return true;
}
