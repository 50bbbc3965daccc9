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
    uint64_t event_count;
    uint64_t text_bytes;
    uint64_t left_out;
} head;

void rj_wire_write_measurements(const rj_measurements *measurements,
                                const rj_customization_set *customizations, rj_buf *out) {
    const head h = {.customization =
                        (uint64_t)(measurements->customization - customizations->items),
                    .operation = (uint64_t)measurements->operation,
                    .count_count = measurements->count_count,
                    .line_count = measurements->line_count,
                    .run_ns = measurements->run_ns,
                    .usage = measurements->usage,
                    .event_count = measurements->trace.event_count,
                    .text_bytes = measurements->trace.text_bytes,
                    .left_out = measurements->trace.left_out};
    rj_buf_append(out, (const char *)&h, sizeof h);
    rj_buf_append(out, (const char *)measurements->counts,
                  measurements->count_count * sizeof *measurements->counts);
    rj_buf_append(out, (const char *)measurements->lines,
                  measurements->line_count * sizeof *measurements->lines);
    rj_buf_append(out, (const char *)measurements->trace.events,
                  measurements->trace.event_count * sizeof *measurements->trace.events);
    rj_buf_append(out, measurements->trace.text, measurements->trace.text_bytes);
}

/* Whether the arrays that it announces are what follows. */
static bool has_length(const head *h, size_t bytes) {
    const size_t counts = bytes / sizeof(uint64_t), lines = bytes / sizeof(rj_lua_line),
                 events = bytes / sizeof(rj_trace_event);
    return h->count_count <= counts && h->line_count <= lines && h->event_count <= events &&
           h->text_bytes <= bytes &&
           h->count_count * sizeof(uint64_t) + h->line_count * sizeof(rj_lua_line) +
                   h->event_count * sizeof(rj_trace_event) + h->text_bytes ==
               bytes;
}

/* Copies an array from what has been read, and steps over it. NULL: no memory. */
static void *take(rj_arena *arena, const char **data, uint64_t count, size_t size) {
    void *copy = rj_arena_calloc(arena, (size_t)count, size);
    if (copy)
        memcpy(copy, *data, (size_t)count * size);
    *data += (size_t)count * size;
    return copy;
}

/* Each event is of a kind that is known, and their texts are the text. */
static bool has_events(const rj_trace *trace) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].kind > RJ_TRACE_VARIABLE)
            return false;
        bytes += trace->events[i].text_bytes;
    }
    return bytes == trace->text_bytes;
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
        (has_usage(&h.usage) && !request->measure.usage) ||
        ((h.event_count || h.text_bytes || h.left_out) && !request->measure.trace) ||
        !has_length(&h, bytes))
        return false;
    const uint64_t *counts = take(arena, &data, h.count_count, sizeof *counts);
    const rj_lua_line *lines = take(arena, &data, h.line_count, sizeof *lines);
    const rj_trace_event *events = take(arena, &data, h.event_count, sizeof *events);
    const char *text = take(arena, &data, h.text_bytes, 1);
    const rj_trace trace = {.events = events,
                            .event_count = (size_t)h.event_count,
                            .text = text,
                            .text_bytes = (size_t)h.text_bytes,
                            .left_out = h.left_out};
    if (!counts || !lines || !events || !text || !has_events(&trace))
        return false;
    *out = (rj_measurements){.customization = &request->customizations->items[h.customization],
                             .operation = request->operation,
                             .counts = counts,
                             .count_count = (size_t)h.count_count,
                             .lines = lines,
                             .line_count = (size_t)h.line_count,
                             .run_ns = h.run_ns,
                             .usage = h.usage,
                             .trace = trace};
    return true;
}
