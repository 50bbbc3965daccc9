/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream of YAML or JSON documents. What was read is written as JSON and read again, and each
 * string is looked for in the file.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "rjinterp/document.h"
#include "rjinterp/json.h"

static void require(bool condition) {
    if (!condition)
        abort();
}

static void check_string(const rj_document *doc, const rj_value *string, rj_arena *arena) {
    rj_span_map map;
    require(rj_document_string_spans(doc, string, arena, &map, NULL));
    require(map.span_count > 0);
    for (size_t i = 0; i < map.span_count; i++) {
        require(map.spans[i].at.line >= doc->first_line && map.spans[i].at.column > 0);
        require(map.spans[i].text_offset <= string->string.bytes);
        require(i == 0 || map.spans[i].text_offset > map.spans[i - 1].text_offset);
    }
}

static void check_strings(const rj_document *doc, const rj_value *value, rj_arena *arena,
                          int *budget) {
    if (--*budget < 0)
        return;
    if (value->kind == RJ_KIND_STRING)
        check_string(doc, value, arena);
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; i < value->list.count; i++)
            check_strings(doc, &value->list.items[i], arena, budget);
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; i < value->map.count; i++)
            check_strings(doc, &value->map.members[i].value, arena, budget);
}

static void check_document(const rj_document *doc, rj_arena *arena) {
    enum {
        MOST_STRINGS = 1000
    };
    int budget = MOST_STRINGS;
    rj_buf raw = RJ_BUF_INIT;
    rj_value again;
    rj_document_write_raw(doc, &raw);
    require(rj_buf_ok(&raw) && raw.bytes > 0);
    require(rj_json_read(arena, raw.data, raw.bytes, NULL, NULL, &again, NULL));
    require(rj_value_equal(&again, &doc->root));
    rj_buf_free(&raw);
    check_strings(doc, &doc->root, arena, &budget);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    rj_limits limits = *rj_limits_default();
    limits.max_nodes = 100000;
    rj_arena *arena = rj_arena_new(0);
    rj_document_reader *reader =
        rj_document_reader_new_bytes((const char *)data, bytes, "fuzz", true, &limits);
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    rj_read_status status;
    require(arena && reader);
    while ((status = rj_document_next(reader, arena, &doc, &err)) == RJ_READ_DOCUMENT)
        check_document(&doc, arena);
    require(status == RJ_READ_END || (err.message && err.code != RJ_ERROR_INTERNAL));
    rj_error_clear(&err);
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return 0;
}
