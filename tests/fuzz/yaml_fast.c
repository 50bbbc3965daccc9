/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fast reader of YAML against the definition: where it doesn't give up, the same tree with the
 * same places comes out, as much is taken from the budget for flow collections, and strings are
 * found again in the file. Where it gives up, the arena is as it was.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "fuzz/same_tree.h"
#include "fuzz/trees.h"
#include "text/yaml_fast.h"

static rj_yaml_chunk chunk_of(const char *text, size_t bytes, rj_arena *arena, uint64_t *budget) {
    return (rj_yaml_chunk){.text = text,
                           .bytes = bytes,
                           .first_line = 1 + (uint32_t)bytes % 7,
                           .arena = arena,
                           .limits = &fuzz_limits,
                           .flow_budget = budget};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    require(arena != NULL);
    uint64_t fast_budget = 1000, budget = fast_budget;
    char *text = rj_arena_copy(arena, (const char *)data, bytes);
    require(text != NULL);
    const size_t used = rj_arena_used_bytes(arena);
    rj_yaml_chunk fast = chunk_of(text, bytes, arena, &fast_budget);
    rj_value value, expected;
    if (!rj_yaml_fast_read(&fast, &value)) {
        require(rj_arena_used_bytes(arena) == used && fast_budget == budget);
    } else {
        rj_yaml_chunk slow = chunk_of(text, bytes, arena, &budget);
        require(rj_yaml_read_by_events(&slow, &expected));
        require(fuzz_same_tree(&value, &expected));
        require(fast_budget == budget);
        rj_yaml_chunk_clear(&slow);
    }
    require(memcmp(text, data, bytes) == 0);
    rj_yaml_chunk_clear(&fast);
    rj_arena_free(arena);
    return 0;
}
