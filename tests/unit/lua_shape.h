/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_LUA_SHAPE_H
#define RJ_TESTS_LUA_SHAPE_H

/*
 * What is left of a value that has been through Lua: nulls are gone, and empty tables are written
 * [] whatever they were. For tests of rooms that Lua isn't built into.
 */

#include <assert.h>
#include <stdlib.h>

#include "rjinterp/value.h"

static inline rj_value lua_shape(rj_arena *arena, const rj_value *in) {
    if (in->kind != RJ_KIND_LIST && in->kind != RJ_KIND_MAP)
        return *in;
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    bool ok = true;
    size_t count = in->kind == RJ_KIND_LIST ? in->list.count : in->map.count;
    for (size_t i = 0; i < count; i++) {
        const rj_member *m = in->kind == RJ_KIND_MAP ? &in->map.members[i] : NULL;
        const rj_value *child = m ? &m->value : &in->list.items[i];
        if (child->kind == RJ_KIND_NULL)
            continue;
        rj_value value = lua_shape(arena, child);
        ok &= m ? rj_map_append(&map, m->key, m->key_bytes, m->key_at, &value)
                : rj_list_append(&list, &value);
    }
    if (!ok)
        abort();
    return map.count ? rj_map_finish(&map) : rj_list_finish(&list);
}

#endif
