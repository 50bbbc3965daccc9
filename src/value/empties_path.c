/* SPDX-License-Identifier: Apache-2.0 */
#include "value/empties_path.h"

#include <string.h>

#include "value/walk.h"

enum {
    /* Positions above this are no list positions but keys made of digits. */
    MAX_NEW_LIST = 65536
};

/* One part of a path, escapes resolved. */
typedef struct part {
    const char *text;
    size_t bytes;
    bool is_pattern; /* * and ? stand for other characters */
} part;

typedef struct parts {
    part *items;
    size_t count;
    bool is_search;
    bool leads_nowhere; /* a modifier or a pipe: what it finds can't be changed */
} parts;

static bool is_search_character(char c) {
    return c && strchr("*?#|@", c);
}

uint8_t rj_path_traits(const char *key, size_t key_bytes) {
    uint8_t traits = 0;
    for (size_t i = 0; i < key_bytes; i++) {
        if (key[i] == '\\') {
            traits |= RJ_PATH_BACKSLASH;
            i++; /* the backslash hides what follows */
        } else if (is_search_character(key[i])) {
            traits |= RJ_PATH_SEARCH;
        }
    }
    return traits;
}

void rj_path_append(rj_buf *path, const char *key, size_t key_bytes, bool first) {
    if (!first)
        rj_buf_putc(path, '.');
    for (size_t i = 0; i < key_bytes; i++) {
        if (key[i] == '.' || key[i] == ':')
            rj_buf_putc(path, '\\');
        rj_buf_putc(path, key[i]);
    }
}

/* ---- reading a path ---- */

/* A part of a search that starts like a modifier, a literal or a selector isn't a key. */
static bool starts_something_else(const char *text, size_t bytes) {
    static const char *const modifiers[] = {"pretty",  "ugly",  "reverse", "this",   "flatten",
                                            "join",    "valid", "keys",    "values", "tostr",
                                            "fromstr", "group", "dig"};
    if (bytes == 0)
        return false;
    if (text[0] != '@')
        return text[0] == '!' || text[0] == '[' || text[0] == '{';
    size_t name = 1;
    while (name < bytes && text[name] != '.' && text[name] != '|' && text[name] != ':')
        name++;
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++)
        if (strlen(modifiers[i]) == name - 1 && memcmp(modifiers[i], text + 1, name - 1) == 0)
            return true;
    return false;
}

/* Reads the part that starts at *i, up to the next dot; *i is then behind that. */
static void read_part(const char *path, size_t bytes, size_t *i, char *text, parts *out) {
    part *p = &out->items[out->count++];
    *p = (part){.text = text};
    out->leads_nowhere |= starts_something_else(path + *i, bytes - *i);
    for (; *i < bytes && path[*i] != '.'; ++*i) {
        char c = path[*i];
        if (c == '\\') {
            if (++*i < bytes)
                text[p->bytes++] = path[*i];
            else
                break;
            continue;
        }
        out->is_search |= is_search_character(c);
        out->leads_nowhere |= c == '|';
        p->is_pattern |= c == '*' || c == '?';
        text[p->bytes++] = c;
    }
    ++*i;
}

static bool read_path(const char *path, size_t bytes, rj_arena *arena, parts *out) {
    size_t most = 1;
    for (size_t i = 0; i < bytes; i++)
        most += path[i] == '.';
    *out = (parts){.items = rj_arena_calloc(arena, most, sizeof *out->items)};
    char *text = rj_arena_alloc(arena, bytes + 1);
    if (!out->items || !text)
        return false;
    for (size_t i = 0; i <= bytes;)
        read_part(path, bytes, &i, text + i, out);
    return true;
}

/* ---- finding the place ---- */

static bool as_position(const part *p, size_t *out) {
    *out = 0;
    for (size_t i = 0; i < p->bytes; i++) {
        if (p->text[i] < '0' || p->text[i] > '9' || *out > SIZE_MAX / 10 - 1)
            return false;
        *out = *out * 10 + (size_t)(p->text[i] - '0');
    }
    return true;
}

static size_t character_bytes(const char *text, size_t bytes) {
    size_t n = 1;
    while (n < bytes && ((unsigned char)text[n] & 0xC0) == 0x80)
        n++;
    return n;
}

/* * stands for any characters, ? for one. */
static bool matches(const part *p, const char *text, size_t bytes) {
    size_t i = 0, j = 0, star = SIZE_MAX, resume = 0;
    while (j < bytes) {
        if (i < p->bytes && p->text[i] == '*') {
            star = i++;
            resume = j;
        } else if (i < p->bytes && p->text[i] == '?') {
            i++;
            j += character_bytes(text + j, bytes - j);
        } else if (i < p->bytes && p->text[i] == text[j]) {
            i++;
            j++;
        } else if (star != SIZE_MAX) {
            i = star + 1;
            j = ++resume;
        } else {
            return false;
        }
    }
    while (i < p->bytes && p->text[i] == '*')
        i++;
    return i == p->bytes;
}

static bool names(const part *p, const rj_value *node, size_t i) {
    size_t position;
    if (node->kind == RJ_KIND_LIST)
        return p->bytes > 0 && as_position(p, &position) && position == i;
    const rj_member *m = &node->map.members[i];
    if (p->is_pattern)
        return matches(p, m->key, m->key_bytes);
    return rj_key_compare(p->text, p->bytes, m->key, m->key_bytes) == 0;
}

static const rj_value *child_at(const rj_value *node, size_t i) {
    return node->kind == RJ_KIND_LIST ? &node->list.items[i] : &node->map.members[i].value;
}

/* Looks for the first place that the path names, in the order of the text; a walk that backs up.
 * The steps of @p walk then are the nodes on the way and its depth the parts that were found. When
 * nothing is found, the walk stands where the first try ended. */
static bool find_place(const parts *p, const rj_value *tree, rj_walk *walk) {
    if (!rj_walk_enter(walk, tree, 0, 0))
        return false;
    while (walk->depth > 0) {
        rj_walk_step *step = &walk->steps[walk->depth - 1];
        const part *wanted = &p->items[walk->depth - 1];
        size_t count = rj_walk_count(step->node);
        while (step->next < count && !names(wanted, step->node, step->next))
            step->next++;
        bool last = walk->depth == p->count;
        if (step->next < count && last)
            return true;
        if (step->next < count) {
            const rj_value *child = child_at(step->node, step->next);
            if (rj_walk_is_container(child)) {
                if (!rj_walk_enter(walk, child, 0, 0))
                    return false;
            } else if (p->is_search) {
                step->next++;
            } else {
                return true;
            }
        } else if (p->is_search) {
            if (--walk->depth > 0)
                walk->steps[walk->depth - 1].next++;
        } else {
            return true;
        }
    }
    return true;
}

/* ---- changing it ---- */

static bool copy_list(const rj_value *node, size_t without, rj_arena *arena, rj_value **items,
                      size_t *count) {
    rj_list_builder list = {.arena = arena};
    for (size_t i = 0; i < node->list.count; i++)
        if (i != without && !rj_list_append(&list, &node->list.items[i]))
            return false;
    *items = list.items;
    *count = list.count;
    return true;
}

static bool copy_map(const rj_value *node, size_t without, rj_map_builder *map) {
    for (size_t i = 0; i < node->map.count; i++) {
        const rj_member *m = &node->map.members[i];
        if (i != without && !rj_map_append(map, m->key, m->key_bytes, m->key_at, &m->value))
            return false;
    }
    return true;
}

/* @p node with another child at @p i, or without it when @p child is NULL. */
static bool with_child(const rj_value *node, size_t i, const rj_value *child, rj_arena *arena,
                       rj_value *out) {
    size_t without = child ? SIZE_MAX : i;
    rj_value result;
    if (node->kind == RJ_KIND_LIST) {
        rj_value *items;
        size_t count;
        if (!copy_list(node, without, arena, &items, &count))
            return false;
        if (child)
            items[i] = *child;
        result = rj_value_list(items, count);
    } else {
        rj_map_builder map = {.arena = arena};
        if (!copy_map(node, without, &map))
            return false;
        if (child)
            map.members[i].value = *child;
        result = rj_map_finish(&map);
    }
    result.at = node->at;
    *out = result;
    return true;
}

/* The tree with @p changed in place of the node at step @p depth of the walk. */
static bool rebuild(const rj_walk *walk, size_t depth, rj_value changed, rj_arena *arena,
                    rj_value *out) {
    while (depth-- > 0) {
        const rj_walk_step *step = &walk->steps[depth];
        rj_value parent;
        if (!with_child(step->node, step->next, &changed, arena, &parent))
            return false;
        changed = parent;
    }
    *out = changed;
    return true;
}

/* What production makes of the parts of a path that aren't there: numbers become positions in new
 * lists. */
static bool build_missing(const parts *p, size_t from, rj_arena *arena, rj_value *out) {
    rj_value value = rj_value_map(NULL, 0);
    for (size_t i = p->count; i-- > from;) {
        const part *name = &p->items[i];
        size_t position;
        rj_map_builder map = {.arena = arena};
        rj_list_builder list = {.arena = arena};
        if (as_position(name, &position) && position <= MAX_NEW_LIST) {
            for (size_t k = 0; k < position; k++)
                if (!rj_list_append(&list, &rj_value_null))
                    return false;
            if (!rj_list_append(&list, &value))
                return false;
            value = rj_list_finish(&list);
        } else {
            if (!rj_map_append(&map, name->text, name->bytes, (rj_position){0, 0}, &value))
                return false;
            value = rj_map_finish(&map);
        }
    }
    *out = value;
    return true;
}

static bool add_missing(const parts *p, const rj_walk *walk, rj_arena *arena, rj_value *out) {
    const rj_value *node = walk->steps[walk->depth - 1].node;
    const part *name = &p->items[walk->depth - 1];
    rj_value value, changed;
    rj_map_builder map = {.arena = arena};
    if (!build_missing(p, walk->depth, arena, &value) || !copy_map(node, SIZE_MAX, &map) ||
        !rj_map_append(&map, name->text, name->bytes, (rj_position){0, 0}, &value))
        return false;
    changed = rj_map_finish(&map);
    changed.at = node->at;
    return rebuild(walk, walk->depth - 1, changed, arena, out);
}

static bool is_found(const parts *p, const rj_walk *walk) {
    if (walk->depth != p->count)
        return false;
    const rj_walk_step *last = &walk->steps[walk->depth - 1];
    return last->next < rj_walk_count(last->node);
}

bool rj_path_set_empty_map(const rj_value *tree, const char *path, size_t path_bytes,
                           rj_arena *arena, rj_value *out) {
    parts p;
    rj_walk walk = {.arena = arena};
    *out = *tree;
    if (!read_path(path, path_bytes, arena, &p))
        return false;
    if (p.is_search && p.leads_nowhere)
        return true;
    if (!find_place(&p, tree, &walk))
        return false;
    if (is_found(&p, &walk))
        return rebuild(&walk, walk.depth, rj_value_map(NULL, 0), arena, out);
    bool inside_map = walk.depth > 0 && walk.steps[walk.depth - 1].node->kind == RJ_KIND_MAP &&
                      walk.steps[walk.depth - 1].next == walk.steps[walk.depth - 1].node->map.count;
    return p.is_search || !inside_map || add_missing(&p, &walk, arena, out);
}

bool rj_path_remove(const rj_value *tree, const char *path, size_t path_bytes, rj_arena *arena,
                    rj_value *out) {
    parts p;
    rj_walk walk = {.arena = arena};
    *out = *tree;
    if (!read_path(path, path_bytes, arena, &p) || !find_place(&p, tree, &walk))
        return false;
    if (!is_found(&p, &walk))
        return true;
    const rj_walk_step *last = &walk.steps[walk.depth - 1];
    rj_value changed;
    return with_child(last->node, last->next, NULL, arena, &changed) &&
           rebuild(&walk, walk.depth - 1, changed, arena, out);
}
