/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/shrink.h"

#include <string.h>

/* Members and items at any depth. */
static size_t count_parts(const rj_value *value) {
    size_t count = 0;
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; i < value->list.count; i++)
            count += 1 + count_parts(&value->list.items[i]);
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; i < value->map.count; i++)
            count += 1 + count_parts(&value->map.members[i].value);
    return count;
}

static bool without_part(const rj_value *in, size_t part, rj_arena *arena, rj_value *out);

/* In a list: the item itself, or a part of it. *part is what is left to count behind it. */
static bool list_without(const rj_value *in, size_t part, rj_arena *arena, rj_value *out) {
    rj_value *items = rj_arena_calloc(arena, in->list.count, sizeof *items);
    size_t i = 0, count = in->list.count;
    if (!items)
        return false;
    memcpy(items, in->list.items, count * sizeof *items);
    for (;; i++) {
        const size_t inside = count_parts(&items[i]);
        if (part <= inside)
            break;
        part -= inside + 1;
    }
    if (part == 0) {
        memmove(items + i, items + i + 1, (count - i - 1) * sizeof *items);
        count--;
    } else if (!without_part(&in->list.items[i], part - 1, arena, &items[i])) {
        return false;
    }
    out->list.items = items;
    out->list.count = count;
    return true;
}

static bool map_without(const rj_value *in, size_t part, rj_arena *arena, rj_value *out) {
    rj_member *members = rj_arena_calloc(arena, in->map.count, sizeof *members);
    size_t i = 0, count = in->map.count;
    if (!members)
        return false;
    memcpy(members, in->map.members, count * sizeof *members);
    for (;; i++) {
        const size_t inside = count_parts(&members[i].value);
        if (part <= inside)
            break;
        part -= inside + 1;
    }
    if (part == 0) {
        memmove(members + i, members + i + 1, (count - i - 1) * sizeof *members);
        count--;
    } else if (!without_part(&in->map.members[i].value, part - 1, arena, &members[i].value)) {
        return false;
    }
    out->map.members = members;
    out->map.count = count;
    return true;
}

/* A copy without the part of that number, counted in the order of the text. */
static bool without_part(const rj_value *in, size_t part, rj_arena *arena, rj_value *out) {
    *out = *in;
    return in->kind == RJ_KIND_LIST ? list_without(in, part, arena, out)
                                    : map_without(in, part, arena, out);
}

bool suite_shrink(rj_value *value, shrink_fn holds, void *ctx, size_t most_tries, rj_arena *arena) {
    bool smaller = true;
    while (smaller) {
        smaller = false;
        for (size_t i = 0; i < count_parts(value);) {
            rj_value candidate;
            if (most_tries-- == 0)
                return true;
            if (!without_part(value, i, arena, &candidate))
                return false;
            if (holds(ctx, &candidate)) {
                *value = candidate;
                smaller = true;
            } else {
                i++;
            }
        }
    }
    return true;
}
