/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "lua/lua_internal.h"

/* Outside the state's memory, as counters are. */
typedef struct rj_lua_profile {
    rj_lua_line *lines; /* of each chunk one after the other */
    size_t *starts;     /* by chunk: its first line */
    size_t line_count, chunk_count;
    rj_lua_line *last; /* that ran last; NULL: none */
} rj_lua_profile;

struct rj_lua_profile *rj_lua_new_profile(void) {
    return rj_alloc_zeroed(sizeof(rj_lua_profile));
}

void rj_lua_free_profile(struct rj_lua_profile *profile) {
    if (!profile)
        return;
    rj_alloc_free(profile->lines);
    rj_alloc_free(profile->starts);
    rj_alloc_free(profile);
}

bool rj_lua_profile_chunk(struct rj_lua_profile *p, const rj_chunk *chunk) {
    const size_t lines = p->line_count + chunk->line_count;
    rj_lua_line *grown = rj_alloc_resize(p->lines, (lines + 1) * sizeof *grown);
    if (grown)
        p->lines = grown;
    size_t *starts = rj_alloc_resize(p->starts, (p->chunk_count + 1) * sizeof *starts);
    if (starts)
        p->starts = starts;
    if (!grown || !starts)
        return false;
    for (size_t i = p->line_count; i < lines; i++)
        grown[i] = (rj_lua_line){0};
    starts[p->chunk_count++] = p->line_count;
    p->line_count = lines;
    p->last = NULL;
    return true;
}

void rj_lua_profile_bytes(struct rj_lua_profile *p, size_t bytes) {
    if (p->last)
        p->last->bytes += bytes;
}

void rj_lua_profile_step(struct rj_lua_profile *p, const rj_lua *lua, const rj_chunk *chunk,
                         uint32_t script_line) {
    for (size_t i = 0; i < p->chunk_count; i++) {
        if (lua->chunks[i] != chunk || script_line < 1 || script_line > chunk->line_count)
            continue;
        p->last = &p->lines[p->starts[i] + script_line - 1];
        p->last->instructions++;
    }
}

const rj_lua_line *rj_lua_lines(const rj_lua *lua, const rj_chunk *chunk) {
    for (size_t i = 0; lua->profile && i < lua->profile->chunk_count; i++)
        if (lua->chunks[i] == chunk)
            return &lua->profile->lines[lua->profile->starts[i]];
    return NULL;
}
