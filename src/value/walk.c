/* SPDX-License-Identifier: Apache-2.0 */
#include "value/walk.h"

#include <string.h>

bool rj_walk_enter(rj_walk *walk, const rj_value *node, uint32_t path, uint8_t traits) {
    if (!rj_walk_is_container(node))
        return true;
    rj_walk_step *steps =
        rj_arena_grow(walk->arena, walk->steps, walk->depth, &walk->capacity, sizeof *steps);
    if (!steps)
        return false;
    walk->steps = steps;
    walk->steps[walk->depth++] = (rj_walk_step){.node = node, .path = path, .traits = traits};
    return true;
}

bool rj_walk_next_here(rj_walk *walk, rj_walk_child *out) {
    if (walk->depth == 0)
        return false;
    rj_walk_step *step = &walk->steps[walk->depth - 1];
    if (step->next == rj_walk_count(step->node))
        return false;
    size_t i = step->next++;
    *out = (rj_walk_child){.parent_path = step->path, .parent_traits = step->traits};
    if (step->node->kind == RJ_KIND_LIST) {
        out->value = &step->node->list.items[i];
        return true;
    }
    const rj_member *member = &step->node->map.members[i];
    out->value = &member->value;
    out->key = member->key;
    out->key_bytes = member->key_bytes;
    return true;
}

bool rj_walk_next(rj_walk *walk, rj_walk_child *out) {
    for (; walk->depth > 0; walk->depth--)
        if (rj_walk_next_here(walk, out))
            return true;
    return false;
}
