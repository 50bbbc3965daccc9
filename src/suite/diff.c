/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/diff.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/quantity.h"
#include "rjinterp/utf8.h"

/* Two containers of one kind, of which children are being compared. */
typedef struct level {
    const rj_value *expected, *actual;
    size_t i, j;       /* next children; in lists i alone counts */
    size_t path_bytes; /* of the containers' own path */
    rj_position at;    /* what children without a place of their own stand in */
    bool of_quantities;
} level;

typedef struct differ {
    const diff_rules *rules;
    diff_list *list;
    rj_buf path;
    rj_buf levels; /* of level */
    size_t depth;
} differ;

/* ---- texts ---- */

/* JSON for web pages escapes < > &; people read shell commands. */
static void write_plain(const char *json, size_t bytes, rj_buf *out) {
    static const struct {
        const char *escape;
        char plain;
    } rows[] = {{"\\u003c", '<'}, {"\\u003e", '>'}, {"\\u0026", '&'}};
    for (size_t i = 0; i < bytes;) {
        size_t row = 0, taken = json[i] == '\\' && i + 1 < bytes ? 2 : 1;
        while (row < 3 && (bytes - i < 6 || memcmp(json + i, rows[row].escape, 6) != 0))
            row++;
        if (row < 3)
            rj_buf_putc(out, rows[row].plain);
        else
            rj_buf_append(out, json + i, taken);
        i += row < 3 ? 6 : taken;
    }
}

static const char *value_text(const rj_value *value, rj_arena *arena) {
    rj_buf json = RJ_BUF_INIT, text = RJ_BUF_INIT;
    rj_json_write(value, &json);
    write_plain(rj_buf_text(&json), json.bytes, &text);
    if (text.bytes > DIFF_MOST_TEXT) {
        size_t bytes = DIFF_MOST_TEXT;
        while (bytes && ((unsigned char)text.data[bytes] & 0xC0) == 0x80)
            bytes--;
        text.bytes = bytes;
        rj_buf_puts(&text, "…");
    }
    const char *copy = rj_buf_ok(&json) && rj_buf_ok(&text)
                           ? rj_arena_copy(arena, rj_buf_text(&text), text.bytes)
                           : NULL;
    rj_buf_free(&json);
    rj_buf_free(&text);
    return copy;
}

static bool reserve(diff_list *list) {
    rj_difference *items =
        rj_arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    return true;
}

bool diff_add(diff_list *list, rj_difference_kind kind, const char *path, const rj_value *expected,
              const rj_value *actual, rj_position at) {
    if (list->count == DIFF_MOST_KEPT) {
        list->left_out++;
        return true;
    }
    rj_difference d = {.kind = kind, .at = at};
    d.path = rj_arena_copy(list->arena, path, strlen(path));
    if (expected)
        d.expected = value_text(expected, list->arena);
    if (actual)
        d.actual = value_text(actual, list->arena);
    if (!reserve(list) || !d.path || (expected && !d.expected) || (actual && !d.actual))
        return false;
    list->items[list->count++] = d;
    return true;
}

/* ---- leaves ---- */

static bool same_text(const rj_value *a, const rj_value *b) {
    return a->string.bytes == b->string.bytes &&
           memcmp(a->string.data, b->string.data, a->string.bytes) == 0;
}

/* 1 and 1.0 are the same JSON. */
static bool same_number(const rj_value *a, const rj_value *b) {
    rj_buf left = RJ_BUF_INIT, right = RJ_BUF_INIT;
    rj_json_write(a, &left);
    rj_json_write(b, &right);
    const bool same = strcmp(rj_buf_text(&left), rj_buf_text(&right)) == 0;
    rj_buf_free(&left);
    rj_buf_free(&right);
    return same;
}

static bool same_quantity(const rj_value *a, const rj_value *b) {
    rj_quantity *left = rj_quantity_new(), *right = rj_quantity_new();
    const bool same = left && right &&
                      rj_quantity_parse(left, a->string.data, a->string.bytes, NULL) &&
                      rj_quantity_parse(right, b->string.data, b->string.bytes, NULL) &&
                      rj_quantity_compare(left, right) == 0;
    rj_quantity_free(left);
    rj_quantity_free(right);
    return same;
}

bool diff_same_leaf(const rj_value *a, const rj_value *b, bool is_quantity) {
    if (rj_value_is_number(a) && rj_value_is_number(b))
        return same_number(a, b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == RJ_KIND_BOOL)
        return a->boolean == b->boolean;
    if (a->kind == RJ_KIND_STRING)
        return same_text(a, b) || (is_quantity && same_quantity(a, b));
    return a->kind == RJ_KIND_NULL;
}

/* ---- trees ---- */

static level *top(const differ *d) {
    return (level *)(void *)d->levels.data + d->depth - 1;
}

static void cut_path(differ *d, size_t bytes) {
    d->path.bytes = bytes;
    if (d->path.data)
        d->path.data[bytes] = '\0';
}

static bool enter(differ *d, const rj_value *expected, const rj_value *actual, rj_position at,
                  bool of_quantities) {
    const level l = {.expected = expected,
                     .actual = actual,
                     .path_bytes = d->path.bytes,
                     .at = at,
                     .of_quantities = of_quantities};
    rj_buf_append(&d->levels, (const char *)&l, sizeof l);
    d->depth++;
    return rj_buf_ok(&d->levels) && rj_buf_ok(&d->path);
}

static bool is_container(const rj_value *value) {
    return value->kind == RJ_KIND_LIST || value->kind == RJ_KIND_MAP;
}

/* Both values are at the current path; NULL: nothing is there. */
static bool compare(differ *d, const rj_value *expected, const rj_value *actual, rj_position at,
                    bool is_quantity, bool of_quantities) {
    if (!expected)
        return diff_add(d->list, RJ_DIFFERENCE_UNEXPECTED, rj_buf_text(&d->path), NULL, actual, at);
    if (expected->at.line)
        at = expected->at;
    if (!actual)
        return diff_add(d->list, RJ_DIFFERENCE_MISSING, rj_buf_text(&d->path), expected, NULL, at);
    if (is_container(expected) && expected->kind == actual->kind)
        return enter(d, expected, actual, at, of_quantities);
    return diff_same_leaf(expected, actual, is_quantity) ||
           diff_add(d->list, RJ_DIFFERENCE_CHANGED, rj_buf_text(&d->path), expected, actual, at);
}

static bool is_name(const char *key, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        const char c = key[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
              (i && ((c >= '0' && c <= '9') || c == '-'))))
            return false;
    }
    return bytes > 0;
}

static void add_key(rj_buf *path, const char *key, size_t bytes) {
    if (is_name(key, bytes)) {
        rj_buf_putc(path, '.');
        rj_buf_append(path, key, bytes);
        return;
    }
    rj_buf_putc(path, '[');
    rj_go_quote(key, bytes, path);
    rj_buf_putc(path, ']');
}

static const rj_member *member_at(const rj_value *map, size_t i) {
    return i < map->map.count ? &map->map.members[i] : NULL;
}

bool diff_is_mark(const rj_value *value) {
    return rj_value_is(value, RJ_KIND_STRING) && value->string.bytes == sizeof DIFF_EXCLUDE - 1 &&
           memcmp(value->string.data, DIFF_EXCLUDE, value->string.bytes) == 0;
}

/* The next key of either map. */
static bool step_map(differ *d, level *l) {
    const rj_member *e = member_at(l->expected, l->i), *a = member_at(l->actual, l->j);
    int order = !e ? 1 : !a ? -1 : rj_key_compare(e->key, e->key_bytes, a->key, a->key_bytes);
    l->i += order <= 0;
    l->j += order >= 0;
    const rj_member *m = order <= 0 ? e : a;
    const rj_value *expected = order <= 0 ? &e->value : NULL;
    if (d->rules->has_marks && diff_is_mark(expected))
        return true;
    add_key(&d->path, m->key, m->key_bytes);
    const bool of_quantities = d->rules->has_quantities && strcmp(m->key, "resourceRequest") == 0;
    const rj_position at = order <= 0 && e->key_at.line ? e->key_at : l->at;
    return compare(d, expected, order >= 0 ? &a->value : NULL, at, l->of_quantities, of_quantities);
}

static bool step_list(differ *d, level *l) {
    const size_t i = l->i++;
    rj_buf_printf(&d->path, "[%zu]", i);
    return compare(d, i < l->expected->list.count ? &l->expected->list.items[i] : NULL,
                   i < l->actual->list.count ? &l->actual->list.items[i] : NULL, l->at, false,
                   false);
}

static bool is_done(const level *l) {
    if (l->expected->kind == RJ_KIND_MAP)
        return l->i >= l->expected->map.count && l->j >= l->actual->map.count;
    return l->i >= l->expected->list.count && l->i >= l->actual->list.count;
}

static bool walk(differ *d) {
    while (d->depth) {
        level *l = top(d);
        cut_path(d, l->path_bytes);
        if (is_done(l)) {
            d->levels.bytes -= sizeof *l;
            d->depth--;
        } else if (!(l->expected->kind == RJ_KIND_MAP ? step_map(d, l) : step_list(d, l))) {
            return false;
        }
    }
    return true;
}

bool diff_values(const char *root, const rj_value *expected, const rj_value *actual,
                 const diff_rules *rules, diff_list *list) {
    differ d = {.rules = rules, .list = list};
    rj_buf_puts(&d.path, root);
    const bool ok = compare(&d, expected, actual, (rj_position){0}, false, false) && walk(&d) &&
                    rj_buf_ok(&d.path);
    rj_buf_free(&d.path);
    rj_buf_free(&d.levels);
    return ok;
}
