/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "interp/measure.h"

/* As in wire.h: native numbers, read as if a stranger had written them. */
typedef struct head {
    uint64_t customization; /* position in the set */
    uint64_t operation;
    uint64_t count_count;
    uint64_t line_count;
    uint64_t run_ns;
    rj_lua_usage usage;
} head;

void rj_wire_write_measurements(const rj_measurements *measurements,
                                const rj_customization_set *customizations, rj_buf *out) {
    const head h = {.customization =
                        (uint64_t)(measurements->customization - customizations->items),
                    .operation = (uint64_t)measurements->operation,
                    .count_count = measurements->count_count,
                    .line_count = measurements->line_count,
                    .run_ns = measurements->run_ns,
                    .usage = measurements->usage};
    rj_buf_append(out, (const char *)&h, sizeof h);
    rj_buf_append(out, (const char *)measurements->counts,
                  measurements->count_count * sizeof *measurements->counts);
    rj_buf_append(out, (const char *)measurements->lines,
                  measurements->line_count * sizeof *measurements->lines);
}

/* Whether the arrays that it announces are what follows. */
static bool has_length(const head *h, size_t bytes) {
    const size_t counts = bytes / sizeof(uint64_t), lines = bytes / sizeof(rj_lua_line);
    return h->count_count <= counts && h->line_count <= lines &&
           h->count_count * sizeof(uint64_t) + h->line_count * sizeof(rj_lua_line) == bytes;
}

static bool has_usage(const rj_lua_usage *usage) {
    return usage->instructions || usage->instruction_step || usage->peak_bytes;
}

bool rj_wire_read_measurements(const char *data, size_t bytes, const rj_request *request,
                               rj_arena *arena, rj_measurements *out) {
    head h;
    if (bytes < sizeof h)
        return false;
    memcpy(&h, data, sizeof h);
    data += sizeof h;
    bytes -= sizeof h;
    if (h.customization >= request->customizations->count ||
        h.operation != (uint64_t)request->operation ||
        (h.count_count && !request->measure.coverage) ||
        (h.line_count && !request->measure.lines) || (h.run_ns && !request->measure.time) ||
        (has_usage(&h.usage) && !request->measure.usage) || !has_length(&h, bytes))
        return false;
    uint64_t *counts = rj_arena_calloc(arena, h.count_count, sizeof *counts);
    rj_lua_line *lines = rj_arena_calloc(arena, h.line_count, sizeof *lines);
    if (!counts || !lines)
        return false;
    const size_t count_bytes = (size_t)h.count_count * sizeof *counts;
    memcpy(counts, data, count_bytes);
    memcpy(lines, data + count_bytes, bytes - count_bytes);
    *out = (rj_measurements){.customization = &request->customizations->items[h.customization],
                             .operation = request->operation,
                             .counts = counts,
                             .count_count = (size_t)h.count_count,
                             .lines = lines,
                             .line_count = (size_t)h.line_count,
                             .run_ns = h.run_ns,
                             .usage = h.usage};
    return true;
}
