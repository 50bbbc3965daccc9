/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/script.h"

rj_chunk_site rj_chunk_site_at(const rj_chunk *chunk, uint32_t emitted_line) {
    if (emitted_line == 0 || emitted_line > chunk->site_count)
        return (rj_chunk_site){0};
    return chunk->sites[emitted_line - 1];
}

rj_chunk_site rj_chunk_site_for(const rj_chunk *chunk, uint32_t emitted_line, rj_site_kind kind) {
    rj_chunk_site first = rj_chunk_site_at(chunk, emitted_line);
    if (first.kind == kind)
        return first;
    for (const rj_chunk_site *site = first.next; site; site = site->next)
        if (site->kind == kind)
            return *site;
    return first;
}

/* Byte offset of a place in the script; columns count characters, that is bytes that don't
 * continue a UTF-8 sequence. */
static size_t offset_of(const rj_chunk *chunk, rj_position place) {
    size_t line = place.line > chunk->line_count ? chunk->line_count : place.line;
    size_t offset = chunk->line_offsets[line - 1];
    uint32_t column = 1;
    while (column < place.column && offset < chunk->script_bytes && chunk->script[offset] != '\n') {
        offset++;
        while (offset < chunk->script_bytes &&
               ((unsigned char)chunk->script[offset] & 0xC0) == 0x80) {
            offset++;
        }
        column++;
    }
    return offset;
}

rj_position rj_chunk_file_position(const rj_chunk *chunk, rj_position in_script) {
    if (!chunk->origin || in_script.line == 0 || chunk->line_count == 0)
        return in_script;
    return rj_span_map_at(chunk->origin, chunk->script, chunk->script_bytes,
                          offset_of(chunk, in_script));
}

const char *rj_chunk_file(const rj_chunk *chunk) {
    return chunk->origin && chunk->origin->file ? chunk->origin->file : "<string>";
}
