/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rjinterp/json.h"
#include "suite/compare.h"
#include "suite/update.h"

typedef struct merger {
    const suite_comparison *rules;
    rj_arena *arena;
} merger;

static bool merge(const merger *m, const rj_value *expected, const rj_value *actual,
                  bool is_quantity, bool of_quantities, rj_value *out);

/* ---- maps ---- */

static bool merge_member(const merger *m, const rj_member *e, const rj_value *actual,
                         bool of_quantities, rj_map_builder *builder) {
    rj_value merged = e->value;
    const bool is_mark = m->rules->has_marks && diff_is_mark(&e->value);
    const bool holds_quantities = m->rules->is_typed && strcmp(e->key, "resourceRequest") == 0;
    if (!is_mark && !actual)
        return true;
    if (!is_mark && !merge(m, &e->value, actual, of_quantities, holds_quantities, &merged))
        return false;
    return rj_map_append(builder, e->key, e->key_bytes, e->key_at, &merged);
}

static bool merge_maps(const merger *m, const rj_value *expected, const rj_value *actual,
                       bool of_quantities, rj_value *out) {
    rj_map_builder builder = {.arena = m->arena};
    for (size_t i = 0; i < expected->map.count; i++) {
        const rj_member *e = &expected->map.members[i];
        if (!merge_member(m, e, rj_value_get(actual, e->key), of_quantities, &builder))
            return false;
    }
    for (size_t i = 0; i < actual->map.count; i++) {
        const rj_member *a = &actual->map.members[i];
        if (!rj_value_get(expected, a->key) &&
            !rj_map_append(&builder, a->key, a->key_bytes, a->key_at, &a->value))
            return false;
    }
    *out = rj_map_finish(&builder);
    return true;
}

/* ---- lists ---- */

static bool merge_lists(const merger *m, const rj_value *expected, const rj_value *actual,
                        rj_value *out) {
    rj_list_builder builder = {.arena = m->arena};
    for (size_t i = 0; i < actual->list.count; i++) {
        rj_value item = actual->list.items[i];
        if (i < expected->list.count &&
            !merge(m, &expected->list.items[i], &actual->list.items[i], false, false, &item))
            return false;
        if (!rj_list_append(&builder, &item))
            return false;
    }
    *out = rj_list_finish(&builder);
    return true;
}

static bool has_same_keys(const suite_comparison *rules, const rj_value *a, const rj_value *b) {
    for (size_t i = 0; i < SUITE_MOST_SORT_KEYS && rules->sorted_by[i]; i++) {
        const char *left = rj_value_get_text(a, rules->sorted_by[i]);
        const char *right = rj_value_get_text(b, rules->sorted_by[i]);
        if (strcmp(left ? left : "", right ? right : "") != 0)
            return false;
    }
    return true;
}

/* The first item with the same keys that isn't taken yet. */
static size_t find_item(const merger *m, const rj_value *list, const rj_value *item,
                        const bool *taken) {
    size_t i = 0;
    while (i < list->list.count &&
           (taken[i] || !has_same_keys(m->rules, &list->list.items[i], item)))
        i++;
    return i;
}

/* Their order doesn't count: it stays that of the expected ones. */
static bool merge_sorted(const merger *m, const rj_value *expected, const rj_value *actual,
                         rj_value *out) {
    rj_list_builder builder = {.arena = m->arena};
    bool *taken = rj_arena_calloc(m->arena, actual->list.count + 1, sizeof *taken);
    if (!taken)
        return false;
    for (size_t i = 0; i < expected->list.count; i++) {
        const rj_value *item = &expected->list.items[i];
        const size_t found = find_item(m, actual, item, taken);
        rj_value merged;
        if (found == actual->list.count)
            continue;
        taken[found] = true;
        if (!merge(m, item, &actual->list.items[found], false, false, &merged) ||
            !rj_list_append(&builder, &merged))
            return false;
    }
    for (size_t i = 0; i < actual->list.count; i++)
        if (!taken[i] && !rj_list_append(&builder, &actual->list.items[i]))
            return false;
    *out = rj_list_finish(&builder);
    return true;
}

/* ---- all ---- */

/* cpu: 1 is cpu: "1". */
static bool is_same_leaf(const merger *m, const rj_value *expected, const rj_value *actual,
                         bool is_quantity) {
    if (!is_quantity || !rj_value_is_number(expected) || actual->kind != RJ_KIND_STRING)
        return diff_same_leaf(expected, actual, is_quantity);
    rj_buf json = RJ_BUF_INIT;
    rj_json_write(expected, &json);
    const rj_value text = rj_value_string(rj_buf_text(&json), json.bytes);
    const bool same = m->rules->is_typed && diff_same_leaf(&text, actual, true);
    rj_buf_free(&json);
    return same;
}

static bool merge(const merger *m, const rj_value *expected, const rj_value *actual,
                  bool is_quantity, bool of_quantities, rj_value *out) {
    if (expected->kind == RJ_KIND_MAP && actual->kind == RJ_KIND_MAP)
        return merge_maps(m, expected, actual, of_quantities, out);
    if (expected->kind == RJ_KIND_LIST && actual->kind == RJ_KIND_LIST)
        return merge_lists(m, expected, actual, out);
    *out = is_same_leaf(m, expected, actual, is_quantity) ? *expected : *actual;
    return true;
}

static bool merge_result(const rj_rule *rule, size_t i, const rj_value *expected,
                         const rj_value *actual, rj_arena *arena, rj_value *out) {
    const suite_comparison rules = suite_comparison_of(rule->result_shapes[i]);
    const merger m = {.rules = &rules, .arena = arena};
    if (rules.sorted_by[0] && expected->kind == RJ_KIND_LIST && actual->kind == RJ_KIND_LIST)
        return merge_sorted(&m, expected, actual, out);
    return merge(&m, expected, actual, false, false, out);
}

/* Whether the result, alone, is what is expected of it. */
static bool is_same(const rj_rule *rule, const char *name, const rj_value *expected,
                    const rj_result *result, rj_arena *arena) {
    const rj_member member = {.key = name, .key_bytes = strlen(name), .value = *expected};
    const rj_value output = rj_value_map(&member, 1);
    diff_list differences = {.arena = arena};
    rj_error err = RJ_ERROR_INIT;
    const bool same =
        suite_compare(rule, &output, result, arena, &differences, &err) && differences.count == 0;
    rj_error_clear(&err);
    return same;
}

/* What is expected stays where it is right, else as much of it as can be. */
static bool add_result(const rj_rule *rule, size_t i, const rj_value *expected,
                       const rj_result *result, rj_map_builder *builder) {
    const char *name = result->names[i];
    const rj_value *actual = &result->values[i];
    rj_arena *arena = builder->arena;
    rj_value made = *actual;
    if (expected && is_same(rule, name, expected, result, arena))
        made = *expected;
    else if (expected && !merge_result(rule, i, expected, actual, arena, &made))
        return false;
    if (!is_same(rule, name, &made, result, arena))
        made = *actual;
    return is_same(rule, name, &made, result, arena) &&
           rj_map_append(builder, name, strlen(name), (rj_position){0}, &made);
}

bool suite_new_output(const rj_rule *rule, const rj_value *output, const rj_result *result,
                      rj_arena *arena, rj_value *out) {
    rj_map_builder builder = {.arena = arena};
    bool names_any = false;
    for (size_t i = 0; output && i < result->count; i++)
        names_any = names_any || rj_value_get(output, result->names[i]);
    for (size_t i = 0; i < result->count; i++) {
        const rj_value *expected = output ? rj_value_get(output, result->names[i]) : NULL;
        if ((expected || !names_any) && !add_result(rule, i, expected, result, &builder))
            return false;
    }
    *out = rj_map_finish(&builder);
    return true;
}
