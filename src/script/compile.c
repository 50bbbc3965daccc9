/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rjinterp/script.h"
#include "script/helpers.h"

static size_t count_lines(const char *text, size_t bytes) {
    size_t lines = 1;
    for (size_t i = 0; i < bytes; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

bool rj_script_compile(const char *script, size_t script_bytes, const rj_span_map *origin,
                       const rj_limits *limits, rj_arena *arena, rj_chunk *out, rj_error *err) {
    static const char head[] = "local " RJ_HELPER_TABLE "=...; ";
    (void)limits;
    size_t lines = count_lines(script, script_bytes);
    size_t bytes = sizeof head - 1 + script_bytes;
    char *text = rj_arena_alloc(arena, bytes + 1);
    rj_chunk_site *sites = rj_arena_calloc(arena, lines, sizeof *sites);
    size_t *offsets = rj_arena_calloc(arena, lines, sizeof *offsets);
    if (text == NULL || sites == NULL || offsets == NULL) {
        return rj_error_no_memory(err);
    }
    memcpy(text, head, sizeof head - 1);
    memcpy(text + sizeof head - 1, script, script_bytes);
    text[bytes] = '\0';
    size_t line = 0;
    for (size_t i = 0; i < script_bytes; i++) {
        if (script[i] == '\n') {
            offsets[++line] = i + 1;
        }
    }
    for (size_t i = 0; i < lines; i++) {
        sites[i].script_line = (uint32_t)i + 1;
        sites[i].at = (rj_position){(uint32_t)i + 1, 1};
    }
    *out = (rj_chunk){text, bytes, sites, lines, script, script_bytes, offsets, lines, origin};
    return true;
}
