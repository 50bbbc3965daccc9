/* SPDX-License-Identifier: Apache-2.0 */
#include "insight/mutate.h"

#include <string.h>

/* ---- places ---- */

static bool add_site(mutation_sites *sites, mutation_site site, rj_arena *arena) {
    mutation_site *items =
        sites->count < UINT32_MAX - 1
            ? rj_arena_grow(arena, sites->items, sites->count, &sites->capacity, sizeof *items)
            : NULL;
    if (!items)
        return false;
    sites->items = items;
    items[sites->count++] = site;
    return true;
}

static size_t child_count(const rj_value *value) {
    return value->kind == RJ_KIND_MAP    ? value->map.count
           : value->kind == RJ_KIND_LIST ? value->list.count
                                         : 0;
}

static mutation_site child_of(const mutation_sites *sites, uint32_t parent, uint32_t index) {
    const rj_value *value = sites->items[parent].value;
    mutation_site site = {.parent = parent, .index = index};
    if (value->kind == RJ_KIND_MAP) {
        site.member = &value->map.members[index];
        site.value = &site.member->value;
    } else {
        site.value = &value->list.items[index];
    }
    return site;
}

/* Goes on at the first child, else at the next sibling of the innermost one that has any. */
bool mutation_list_sites(const rj_value *root, rj_arena *arena, mutation_sites *out) {
    mutation_sites sites = {0};
    uint32_t at = 0, next = 0; /* the place whose children are listed, and which one comes */
    if (!add_site(&sites, (mutation_site){.value = root}, arena))
        return false;
    for (;;) {
        if (next < child_count(sites.items[at].value)) {
            if (!add_site(&sites, child_of(&sites, at, next), arena))
                return false;
            at = (uint32_t)sites.count - 1;
            next = 0;
            continue;
        }
        sites.items[at].end = (uint32_t)sites.count;
        if (at == 0)
            break;
        next = sites.items[at].index + 1;
        at = sites.items[at].parent;
    }
    *out = sites;
    return true;
}

/* ---- changes ---- */

static const rj_value text_value = {.kind = RJ_KIND_STRING, .string = {.data = "text", .bytes = 4}};
static const rj_value number_value = {.kind = RJ_KIND_INT, .number = {.i64 = 1, .f64 = 1}};
static const rj_value bool_value = {.kind = RJ_KIND_BOOL, .boolean = true};
static const rj_value list_value = {.kind = RJ_KIND_LIST,
                                    .list = {.items = &text_value, .count = 1}};
static const rj_member map_member = {
    .key = "key",
    .key_bytes = 3,
    .value = {.kind = RJ_KIND_STRING, .string = {.data = "text", .bytes = 4}}};
static const rj_value map_value = {.kind = RJ_KIND_MAP,
                                   .map = {.members = &map_member, .count = 1}};

static bool is_empty(const rj_value *value) {
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        return true;
    case RJ_KIND_BOOL:
        return !value->boolean;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return value->number.f64 == 0;
    case RJ_KIND_STRING:
        return value->string.bytes == 0;
    case RJ_KIND_LIST:
    case RJ_KIND_MAP:
        break;
    }
    return child_count(value) == 0;
}

static rj_value empty_of(const rj_value *value) {
    switch ((rj_kind)value->kind) {
    case RJ_KIND_BOOL:
        return rj_value_bool(false);
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return rj_value_int(0);
    case RJ_KIND_STRING:
        return rj_value_text("");
    case RJ_KIND_LIST:
        return rj_value_list(NULL, 0);
    case RJ_KIND_MAP:
        return rj_value_map(NULL, 0);
    case RJ_KIND_NULL:
        break;
    }
    return rj_value_null;
}

bool mutation_applies(const rj_value *value, mutation_kind kind) {
    switch (kind) {
    case MUTATION_NULL:
        return value->kind != RJ_KIND_NULL;
    case MUTATION_EMPTY:
        return !is_empty(value);
    case MUTATION_STRING:
        return value->kind != RJ_KIND_STRING;
    case MUTATION_NUMBER:
        return !rj_value_is_number(value);
    case MUTATION_BOOL:
        return value->kind != RJ_KIND_BOOL;
    case MUTATION_LIST:
        return value->kind != RJ_KIND_LIST;
    case MUTATION_MAP:
        return value->kind != RJ_KIND_MAP;
    case MUTATION_REMOVED:
    case MUTATION_COUNT:
        break;
    }
    return kind == MUTATION_REMOVED;
}

static rj_value changed(const rj_value *value, mutation_kind kind) {
    switch (kind) {
    case MUTATION_EMPTY:
        return empty_of(value);
    case MUTATION_STRING:
        return text_value;
    case MUTATION_NUMBER:
        return number_value;
    case MUTATION_BOOL:
        return bool_value;
    case MUTATION_LIST:
        return list_value;
    case MUTATION_MAP:
        return map_value;
    case MUTATION_NULL:
    case MUTATION_REMOVED:
    case MUTATION_COUNT:
        break;
    }
    return rj_value_null;
}

bool mutations_go_together(const mutation_sites *sites, mutation a, mutation b) {
    return a.site < b.site && sites->items[a.site].end <= b.site;
}

/* ---- a changed copy ---- */

/* Copies all but the element at @p index; with @p child, that stands there instead. */
static void *copy_elements(const void *elements, size_t count, size_t size, size_t index,
                           bool is_removed, rj_arena *arena) {
    char *copy = rj_arena_calloc(arena, count ? count : 1, size);
    if (!copy)
        return NULL;
    const size_t before = index * size, skipped = is_removed ? size : 0;
    if (before)
        memcpy(copy, elements, before);
    if (count * size > before + skipped)
        memcpy(copy + before, (const char *)elements + before + skipped,
               count * size - before - skipped);
    return copy;
}

/* @p parent with another child at @p index, or without it (NULL). */
static bool with_child(const rj_value *parent, size_t index, const rj_value *child, rj_arena *arena,
                       rj_value *out) {
    const size_t count = child_count(parent), left = count - !child;
    *out = *parent;
    if (parent->kind == RJ_KIND_MAP) {
        rj_member *members =
            copy_elements(parent->map.members, count, sizeof *members, index, child == NULL, arena);
        if (members && child)
            members[index].value = *child;
        out->map.members = members;
        out->map.count = left;
        return members != NULL;
    }
    rj_value *items =
        copy_elements(parent->list.items, count, sizeof *items, index, child == NULL, arena);
    if (items && child)
        items[index] = *child;
    out->list.items = items;
    out->list.count = left;
    return items != NULL;
}

static const rj_value *child_at(const rj_value *parent, size_t index) {
    return parent->kind == RJ_KIND_MAP ? &parent->map.members[index].value
                                       : &parent->list.items[index];
}

static size_t depth_of(const mutation_sites *sites, uint32_t site) {
    size_t depth = 0;
    for (; site; site = sites->items[site].parent)
        depth++;
    return depth;
}

/* @p root with another value at a place, or without it (NULL); everything up to the place stands
 * where it did. */
static bool replace_at(const mutation_sites *sites, uint32_t place, const rj_value *given,
                       const rj_value *root, rj_arena *arena, rj_value *out) {
    const size_t depth = depth_of(sites, place);
    const rj_value **way = rj_arena_calloc(arena, depth + 1, sizeof *way);
    size_t *indices = rj_arena_calloc(arena, depth + 1, sizeof *indices);
    if (!way || !indices)
        return false;
    for (size_t i = depth; i-- > 0; place = sites->items[place].parent)
        indices[i] = sites->items[place].index;
    way[0] = root;
    for (size_t i = 0; i < depth; i++)
        way[i + 1] = child_at(way[i], indices[i]);
    rj_value child = *root, parent;
    for (size_t i = depth; i-- > 0; given = &child) {
        if (!with_child(way[i], indices[i], given, arena, &parent))
            return false;
        child = parent;
    }
    *out = child;
    return true;
}

bool mutation_replace(const mutation_sites *sites, uint32_t site, const rj_value *value,
                      rj_arena *arena, rj_value *out) {
    return replace_at(sites, site, value, sites->items[0].value, arena, out);
}

bool mutation_apply(const mutation_sites *sites, const mutation *changes, size_t count,
                    rj_arena *arena, rj_value *out) {
    rj_value tree = *sites->items[0].value;
    /* The last one first: what stands in front of it keeps its position. */
    for (size_t i = count; i-- > 0;) {
        rj_value next;
        const rj_value made = changed(sites->items[changes[i].site].value, changes[i].kind);
        if (!replace_at(sites, changes[i].site, changes[i].kind == MUTATION_REMOVED ? NULL : &made,
                        &tree, arena, &next))
            return false;
        tree = next;
    }
    *out = tree;
    return true;
}

/* ---- words ---- */

static bool is_plain_key(const rj_member *m) {
    return m->key_bytes && strcspn(m->key, ".[]\"\n") == m->key_bytes;
}

static void write_step(const mutation_site *site, bool is_first, rj_buf *out) {
    if (!site->member) {
        rj_buf_printf(out, "[%u]", (unsigned)site->index);
    } else if (is_plain_key(site->member)) {
        rj_buf_puts(out, is_first ? "" : ".");
        rj_buf_append(out, site->member->key, site->member->key_bytes);
    } else {
        rj_buf_puts(out, "[\"");
        rj_buf_append(out, site->member->key, site->member->key_bytes);
        rj_buf_puts(out, "\"]");
    }
}

void mutation_write_path(const mutation_sites *sites, uint32_t site, rj_buf *out) {
    for (size_t depth = depth_of(sites, site), i = depth; i-- > 0;) {
        uint32_t step = site;
        for (size_t up = i; up-- > 0;)
            step = sites->items[step].parent;
        write_step(&sites->items[step], i + 1 == depth, out);
    }
}

const char *mutation_word(mutation_kind kind) {
    static const char *const words[MUTATION_COUNT] = {
        [MUTATION_REMOVED] = "removed", [MUTATION_NULL] = "null",
        [MUTATION_EMPTY] = "empty",     [MUTATION_STRING] = "a string",
        [MUTATION_NUMBER] = "a number", [MUTATION_BOOL] = "a boolean",
        [MUTATION_LIST] = "a list",     [MUTATION_MAP] = "a map"};
    return words[kind];
}
