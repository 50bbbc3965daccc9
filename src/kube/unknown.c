/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/near.h"
#include "kube/shape.h"
#include "rjinterp/buf.h"

enum {
    MAX_LEVELS = 8 /* of structs inside each other */
};

typedef struct walk {
    const rj_root *root;
    bool (*visit)(void *ctx, const rj_unknown_field *field);
    void *ctx;
    rj_buf path;  /* of the map in work */
    rj_buf other; /* work space */
    bool stopped;
} walk;

/* The texts of metadata are everybody's own. */
static bool is_looked_at(const rj_field *field) {
    return field->kind == RJ_FIELD_STRUCT && strcmp(field->name, "metadata") != 0;
}

static size_t add_step(rj_buf *path, const char *name) {
    const size_t before = path->bytes;
    rj_buf_printf(path, "%s%s", before ? "." : "", name);
    return before;
}

static void step_back(rj_buf *path, size_t bytes) {
    if (!rj_buf_ok(path) || !path->data)
        return;
    path->bytes = bytes;
    path->data[bytes] = '\0';
}

/* Leaves the path of the first struct that has such a field in w->other. */
static bool find_elsewhere(walk *w, const rj_struct *table, const char *name, size_t level) {
    const rj_field *fields[RJ_MAX_FIELDS];
    const size_t count = rj_struct_fields(table, fields);
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i]->name, name) == 0)
            return true;
    for (size_t i = 0; i < count && level < MAX_LEVELS; i++) {
        if (!is_looked_at(fields[i]))
            continue;
        const size_t before = add_step(&w->other, fields[i]->name);
        if (find_elsewhere(w, fields[i]->of, name, level + 1))
            return true;
        step_back(&w->other, before);
    }
    return false;
}

static void report(walk *w, const rj_struct *table, const rj_member *m) {
    const rj_field *fields[RJ_MAX_FIELDS];
    const size_t count = rj_struct_fields(table, fields);
    rj_near near = {.given = m->key, .given_bytes = m->key_bytes};
    for (size_t i = 0; i < count; i++)
        rj_near_offer(&near, fields[i]->name);
    rj_buf_reset(&w->other);
    const bool is_elsewhere = find_elsewhere(w, w->root->field.of, m->key, 0);
    const rj_unknown_field field = {.path = rj_buf_text(&w->path),
                                    .name = m->key,
                                    .at = m->key_at,
                                    .near_name = near.best,
                                    .other_path = is_elsewhere ? rj_buf_text(&w->other) : NULL};
    if (rj_buf_ok(&w->path) && rj_buf_ok(&w->other) && !w->visit(w->ctx, &field))
        w->stopped = true;
}

static void walk_map(walk *w, const rj_struct *table, const rj_value *map, size_t level);

static void walk_field(walk *w, const rj_field *field, const rj_value *value, size_t level) {
    if (!is_looked_at(field) || field->flags & RJ_FIELD_MAP || level >= MAX_LEVELS)
        return;
    const size_t before = add_step(&w->path, field->name);
    if (!(field->flags & RJ_FIELD_LIST)) {
        walk_map(w, field->of, value, level + 1);
    } else if (value->kind == RJ_KIND_LIST) {
        for (size_t i = 0; i < value->list.count && !w->stopped; i++)
            walk_map(w, field->of, &value->list.items[i], level + 1);
    }
    step_back(&w->path, before);
}

static void walk_map(walk *w, const rj_struct *table, const rj_value *map, size_t level) {
    for (size_t i = 0; map->kind == RJ_KIND_MAP && i < map->map.count && !w->stopped; i++) {
        const rj_member *m = &map->map.members[i];
        size_t slot;
        const char *embedded;
        const rj_field *field =
            rj_struct_find(table, m->key, m->key_bytes, w->root->case_matters, &slot, &embedded);
        if (field)
            walk_field(w, field, &m->value, level);
        else
            report(w, table, m);
    }
}

bool rj_typed_visit_unknown(rj_shape shape, const rj_value *in,
                            bool (*visit)(void *ctx, const rj_unknown_field *field), void *ctx) {
    walk w = {.root = rj_shape_root(shape), .visit = visit, .ctx = ctx};
    walk_map(&w, w.root->field.of, in, 0);
    const bool ok = rj_buf_ok(&w.path) && rj_buf_ok(&w.other);
    rj_buf_free(&w.path);
    rj_buf_free(&w.other);
    return ok;
}
