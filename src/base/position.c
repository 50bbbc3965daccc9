/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/position.h"

#include "rjinterp/utf8.h"

/* Index of the last span that starts at or before the offset; span_count when there is none. */
static size_t span_before(const rj_span_map *map, size_t text_offset) {
    size_t low = 0, high = map->span_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->spans[middle].text_offset <= text_offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : map->span_count;
}

static rj_position count_lines(const char *text, size_t bytes) {
    rj_position at = {.line = 1, .column = 1};
    size_t line_start = 0;
    for (size_t i = 0; i < bytes; i++)
        if (text[i] == '\n') {
            at.line++;
            line_start = i + 1;
        }
    at.column += (uint32_t)rj_utf8_count(text + line_start, bytes - line_start);
    return at;
}

rj_position rj_span_map_at(const rj_span_map *map, const char *text, size_t text_bytes,
                           size_t text_offset) {
    if (text_offset > text_bytes)
        text_offset = text_bytes;
    if (!map || !map->span_count)
        return count_lines(text, text_offset);
    size_t i = span_before(map, text_offset);
    if (i == map->span_count)
        return map->spans[0].at;
    rj_position at = map->spans[i].at;
    size_t from = map->spans[i].text_offset;
    at.column += (uint32_t)rj_utf8_count(text + from, text_offset - from);
    return at;
}
