/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "interp/measure.h"

/* As in wire.h: native numbers, read as if a stranger had written them. */
typedef struct head {
    uint64_t customization; /* position in the set */
    uint64_t operation;
    uint64_t count_count;
} head;

void rj_wire_write_measurements(const rj_measurements *measurements,
                                const rj_customization_set *customizations, rj_buf *out) {
    const head h = {.customization =
                        (uint64_t)(measurements->customization - customizations->items),
                    .operation = (uint64_t)measurements->operation,
                    .count_count = measurements->count_count};
    rj_buf_append(out, (const char *)&h, sizeof h);
    rj_buf_append(out, (const char *)measurements->counts,
                  measurements->count_count * sizeof *measurements->counts);
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
        (h.count_count && !request->measure.coverage) || bytes % sizeof(uint64_t) != 0 ||
        h.count_count != bytes / sizeof(uint64_t))
        return false;
    uint64_t *counts = rj_arena_calloc(arena, h.count_count, sizeof *counts);
    if (!counts)
        return false;
    memcpy(counts, data, bytes);
    *out = (rj_measurements){.customization = &request->customizations->items[h.customization],
                             .operation = request->operation,
                             .counts = counts,
                             .count_count = (size_t)h.count_count};
    return true;
}
