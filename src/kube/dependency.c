/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/dependency.h"

#include <stdlib.h>

#include "kube/selector.h"
#include "rjinterp/utf8.h"

static void report_missing(const char *path, const char *field, field_errors *errors) {
    rj_buf_printf(field_errors_begin(errors), "%s.%s: Invalid value: \"\": missing required %s",
                  path, field, field);
    field_errors_end(errors);
}

static void write_member(const char *before, const char *name, text_view value, rj_buf *out) {
    rj_buf_printf(out, "%s\"%s\":", before, name);
    rj_json_quote(value.data, value.bytes, out);
}

/*
 * The reference prints the whole item, its fields in the order of its struct. Of an item that this
 * is said about, name and labelSelector are empty.
 */
static void report_unnamed(const rj_value *item, const char *path, field_errors *errors) {
    rj_buf *out = field_errors_begin(errors);
    const text_view name_space = text_of(rj_value_get(item, "namespace"));
    rj_buf_printf(out, "%s: Invalid value: ", path);
    write_member("{", "apiVersion", text_of(rj_value_get(item, "apiVersion")), out);
    write_member(",", "kind", text_of(rj_value_get(item, "kind")), out);
    if (name_space.bytes)
        write_member(",", "namespace", name_space, out);
    rj_buf_puts(out, "}: dependency can not leave name and labelSelector all empty");
    field_errors_end(errors);
}

static const rj_value *selector_of(const rj_value *item) {
    const rj_value *selector = rj_value_get(item, "labelSelector");
    return rj_value_is(selector, RJ_KIND_MAP) ? selector : NULL;
}

static void validate_item(const rj_value *item, const char *path, rj_buf *selector_path,
                          field_errors *errors) {
    const rj_value *selector = selector_of(item);
    if (text_of(rj_value_get(item, "apiVersion")).bytes == 0)
        report_missing(path, "apiVersion", errors);
    if (text_of(rj_value_get(item, "kind")).bytes == 0)
        report_missing(path, "kind", errors);
    if (text_of(rj_value_get(item, "name")).bytes == 0 && !selector)
        report_unnamed(item, path, errors);
    if (selector) {
        rj_buf_printf(selector_path, "%s.labelSelector", path);
        selector_validate(selector, rj_buf_text(selector_path), errors);
    }
}

bool rj_dependencies_validate(const rj_value *list, rj_error *err) {
    field_errors errors = {.count = 0};
    rj_buf path = RJ_BUF_INIT;
    rj_buf selector_path = RJ_BUF_INIT;
    const size_t count = rj_value_is(list, RJ_KIND_LIST) ? list->list.count : 0;
    for (size_t i = 0; i < count && !errors.failed; i++) {
        rj_buf_reset(&path);
        rj_buf_reset(&selector_path);
        rj_buf_printf(&path, "dependencies[%zu]", i);
        validate_item(&list->list.items[i], rj_buf_text(&path), &selector_path, &errors);
        errors.failed |= !rj_buf_ok(&path) || !rj_buf_ok(&selector_path);
    }
    rj_buf_free(&path);
    rj_buf_free(&selector_path);
    return field_errors_finish(&errors, err);
}

/* An item and its place in the order of the scripts. */
typedef struct entry {
    const rj_value *item;
    size_t place;
} entry;

static int compare_field(const rj_value *a, const rj_value *b, const char *field) {
    const text_view x = text_of(rj_value_get(a, field));
    const text_view y = text_of(rj_value_get(b, field));
    return rj_key_compare(x.data, x.bytes, y.data, y.bytes);
}

static int compare_names(const rj_value *a, const rj_value *b) {
    static const char *const fields[] = {"apiVersion", "kind", "namespace", "name"};
    int order = 0;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && order == 0; i++)
        order = compare_field(a, b, fields[i]);
    return order;
}

/* Of equal names the one without selector comes first: its twins then stand beside it. */
static int compare_entries(const void *left, const void *right) {
    const entry *a = left;
    const entry *b = right;
    int order = compare_names(a->item, b->item);
    if (order == 0)
        order = (selector_of(a->item) != NULL) - (selector_of(b->item) != NULL);
    if (order == 0)
        order = (a->place > b->place) - (a->place < b->place);
    return order;
}

static bool is_repeated(const rj_value *item, const rj_value *before) {
    return before && !selector_of(item) && !selector_of(before) && compare_names(item, before) == 0;
}

bool rj_dependencies_merge(const rj_value *lists, size_t list_count, rj_arena *arena, rj_value *out,
                           rj_error *err) {
    size_t count = 0;
    size_t place = 0;
    for (size_t i = 0; i < list_count; i++)
        count += rj_value_is(&lists[i], RJ_KIND_LIST) ? lists[i].list.count : 0;
    entry *entries = rj_arena_calloc(arena, count ? count : 1, sizeof *entries);
    if (!entries)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < list_count; i++) {
        const size_t items = rj_value_is(&lists[i], RJ_KIND_LIST) ? lists[i].list.count : 0;
        for (size_t k = 0; k < items; k++, place++)
            entries[place] = (entry){&lists[i].list.items[k], place};
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    rj_list_builder merged = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (is_repeated(entries[i].item, i ? entries[i - 1].item : NULL))
            continue;
        if (!rj_list_append(&merged, entries[i].item))
            return rj_error_no_memory(err);
    }
    *out = rj_list_finish(&merged);
    return true;
}
