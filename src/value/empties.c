/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/empties.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "value/empties_index.h"
#include "value/empties_path.h"
#include "value/walk.h"

/* What becomes of an empty list in the result. */
typedef enum fate {
    KEPT,
    TURNED, /* into an empty map */
    REMOVED
} fate;

static fate fate_at(const rj_empties_index *index, uint32_t path) {
    uint8_t found = rj_empties_index_found(index, path);
    if (found & RJ_EMPTY_MAP)
        return TURNED;
    return found & RJ_EMPTY_LIST ? KEPT : REMOVED;
}

static bool is_empty_list(const rj_value *value) {
    return value->kind == RJ_KIND_LIST && value->list.count == 0;
}

static uint8_t traits_of(const rj_walk_child *child) {
    return child->parent_traits | (child->key ? rj_path_traits(child->key, child->key_bytes) : 0);
}

/* What a first look at the result says. */
typedef struct survey {
    bool has_empty_lists;
    bool has_odd_paths; /* an empty list below a key that production's paths can't express */
} survey;

static bool look(const rj_value *in, rj_arena *arena, survey *out) {
    rj_walk walk = {.arena = arena};
    if (!rj_walk_enter(&walk, in, 0, 0))
        return false;
    rj_walk_child child;
    while (rj_walk_next(&walk, &child)) {
        if (!rj_walk_is_container(child.value))
            continue;
        uint8_t traits = traits_of(&child);
        if (is_empty_list(child.value)) {
            out->has_empty_lists = true;
            out->has_odd_paths |= traits != 0;
        }
        if (!rj_walk_enter(&walk, child.value, 0, traits))
            return false;
    }
    return true;
}

/* ---- odd paths ---- */

/* Where the walk is, as production writes it. */
static void write_path(const rj_walk *walk, rj_buf *out) {
    for (size_t i = 0; i < walk->depth; i++) {
        const rj_walk_step *step = &walk->steps[i];
        size_t at = step->next - 1;
        char position[24];
        if (step->node->kind == RJ_KIND_MAP) {
            const rj_member *m = &step->node->map.members[at];
            rj_path_append(out, m->key, m->key_bytes, i == 0);
        } else {
            int bytes = snprintf(position, sizeof position, "%zu", at);
            rj_path_append(out, position, (size_t)bytes, i == 0);
        }
    }
}

static bool refuse_removal(const rj_walk *walk, rj_error *err) {
    rj_buf path = RJ_BUF_INIT;
    rj_error_set(err, RJ_ERROR_TYPE,
                 "convert empty object back to empty slice failed: sjson delete empty slice field "
                 "failed: cannot delete value from a complex path");
    write_path(walk, &path);
    if (rj_buf_ok(&path))
        rj_error_set_path(err, rj_buf_text(&path));
    rj_buf_free(&path);
    rj_error_set_hint(err, "production removes this empty table by a path in which the characters "
                           "* ? # | @ of a key mean something else; leave the table out, or put "
                           "something in it");
    return false;
}

/* Does to @p tree what production does for the empty list that the walk stands at. */
static bool apply_oddly(const rj_walk *walk, fate what, rj_arena *arena, rj_value *tree,
                        rj_error *err) {
    rj_buf path = RJ_BUF_INIT;
    write_path(walk, &path);
    bool good = rj_buf_ok(&path);
    const char *text = rj_buf_text(&path);
    rj_value changed;
    if (good && what == TURNED)
        good = rj_path_set_empty_map(tree, text, path.bytes, arena, &changed);
    else if (good)
        good = rj_path_remove(tree, text, path.bytes, arena, &changed);
    if (good)
        *tree = changed;
    rj_buf_free(&path);
    return good || rj_error_no_memory(err);
}

/* Changes @p tree for each empty list with an odd path. Such lists are left alone later. */
static bool treat_odd_paths(const rj_value *in, const rj_empties_index *index, rj_arena *arena,
                            rj_value *tree, rj_error *err) {
    rj_walk walk = {.arena = arena};
    if (!rj_walk_enter(&walk, in, RJ_PATH_ROOT, 0))
        return rj_error_no_memory(err);
    rj_walk_child child;
    while (rj_walk_next(&walk, &child)) {
        if (!rj_walk_is_container(child.value))
            continue;
        uint8_t traits = traits_of(&child);
        uint32_t path = child.parent_path;
        if (child.key)
            path = rj_empties_index_find(index, path, child.key, child.key_bytes);
        if (is_empty_list(child.value) && traits) {
            fate what = fate_at(index, path);
            if (what == REMOVED && traits & RJ_PATH_SEARCH)
                return refuse_removal(&walk, err);
            if (what != KEPT && !apply_oddly(&walk, what, arena, tree, err))
                return false;
        }
        if (!rj_walk_enter(&walk, child.value, path, traits))
            return rj_error_no_memory(err);
    }
    return true;
}

/* ---- all other paths ---- */

/* A list or map that is being built while the walk is in the one that it is made from. */
typedef struct copy {
    rj_list_builder list;
    rj_map_builder map;
    const rj_member *member; /* of the parent; NULL: an item of it */
} copy;

typedef struct resolving {
    rj_walk walk;
    const rj_empties_index *index;
    rj_arena *arena;
    copy *copies; /* one a step of the walk */
    size_t capacity;
} resolving;

static bool begin_copy(resolving *r, const rj_value *node, const rj_member *member, uint32_t path,
                       uint8_t traits) {
    copy *copies = rj_arena_grow(r->arena, r->copies, r->walk.depth, &r->capacity, sizeof *copies);
    if (!copies)
        return false;
    r->copies = copies;
    r->copies[r->walk.depth] =
        (copy){.list.arena = r->arena, .map.arena = r->arena, .member = member};
    return rj_walk_enter(&r->walk, node, path, traits);
}

static bool append(copy *to, const rj_member *member, const rj_value *value) {
    if (!member)
        return rj_list_append(&to->list, value);
    return rj_map_append(&to->map, member->key, member->key_bytes, member->key_at, value);
}

static rj_value finish_copy(copy *c, const rj_value *node) {
    rj_value result =
        node->kind == RJ_KIND_LIST ? rj_list_finish(&c->list) : rj_map_finish(&c->map);
    result.at = node->at;
    return result;
}

static bool resolve_child(resolving *r, const rj_walk_child *child) {
    rj_walk_step *step = &r->walk.steps[r->walk.depth - 1];
    copy *to = &r->copies[r->walk.depth - 1];
    const rj_member *member = child->key ? &step->node->map.members[step->next - 1] : NULL;
    if (!rj_walk_is_container(child->value))
        return append(to, member, child->value);
    uint8_t traits = traits_of(child);
    uint32_t path = child->parent_path;
    if (member)
        path = rj_empties_index_find(r->index, path, member->key, member->key_bytes);
    if (!rj_walk_is_empty(child->value))
        return begin_copy(r, child->value, member, path, traits);
    if (!is_empty_list(child->value) || traits)
        return append(to, member, child->value);
    rj_value map = rj_value_map(NULL, 0);
    map.at = child->value->at;
    switch (fate_at(r->index, path)) {
    case KEPT:
        return append(to, member, child->value);
    case TURNED:
        return append(to, member, &map);
    case REMOVED:
        break;
    }
    return true;
}

static bool resolve(const rj_value *in, const rj_empties_index *index, rj_arena *arena,
                    rj_value *out) {
    resolving r = {.walk.arena = arena, .index = index, .arena = arena};
    if (!begin_copy(&r, in, NULL, RJ_PATH_ROOT, 0))
        return false;
    while (true) {
        rj_walk_child child;
        if (rj_walk_next_here(&r.walk, &child)) {
            if (!resolve_child(&r, &child))
                return false;
            continue;
        }
        size_t depth = r.walk.depth--;
        copy *done = &r.copies[depth - 1];
        rj_value value = finish_copy(done, r.walk.steps[depth - 1].node);
        if (depth == 1) {
            *out = value;
            return true;
        }
        if (!append(&r.copies[depth - 2], done->member, &value))
            return false;
    }
}

bool rj_empties_resolve(const rj_value *in, const rj_value *const *references,
                        size_t reference_count, rj_arena *arena, rj_value *out, rj_error *err) {
    survey seen = {0};
    if (!look(in, arena, &seen))
        return rj_error_no_memory(err);
    if (!seen.has_empty_lists) {
        *out = *in;
        return true;
    }
    rj_empties_index index;
    if (!rj_empties_index_init(&index, arena))
        return rj_error_no_memory(err);
    for (size_t i = 0; i < reference_count; i++)
        if (!rj_empties_index_add(&index, references[i]))
            return rj_error_no_memory(err);
    rj_value tree = *in, result;
    if (seen.has_odd_paths && !treat_odd_paths(in, &index, arena, &tree, err))
        return false;
    if (!resolve(&tree, &index, arena, &result))
        return rj_error_no_memory(err);
    *out = result;
    return true;
}
