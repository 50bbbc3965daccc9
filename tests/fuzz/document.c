/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream of YAML and JSON documents. Each document that is read is written as YAML and as JSON,
 * and both are read again: the same value has to come back. Every string's place in the file is
 * looked up, too. First byte: whether a byte order mark counts, and how large the pieces are in
 * which the stream arrives.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "rjinterp/yaml.h"

typedef struct stream {
    const char *data;
    size_t bytes;
    size_t piece_bytes;
} stream;

static ssize_t read_piece(void *ctx, char *into, size_t bytes) {
    stream *s = ctx;
    if (bytes > s->piece_bytes)
        bytes = s->piece_bytes;
    if (bytes > s->bytes)
        bytes = s->bytes;
    if (bytes)
        memcpy(into, s->data, bytes);
    s->data += bytes;
    s->bytes -= bytes;
    return (ssize_t)bytes;
}

static bool same_text(const rj_buf *a, const rj_buf *b) {
    return a->bytes == b->bytes && memcmp(rj_buf_text(a), rj_buf_text(b), a->bytes) == 0;
}

/* 1e3 comes back as 1000, -0.0 as -0 and that as 0; from then on the text stays. */
static void check_json(const rj_value *value, rj_arena *arena) {
    rj_buf texts[3] = {RJ_BUF_INIT, RJ_BUF_INIT, RJ_BUF_INIT};
    rj_value read = *value;
    for (int i = 0; i < 3; i++) {
        rj_json_write(&read, &texts[i]);
        require(rj_buf_ok(&texts[i]));
        require(rj_json_read(arena, texts[i].data, texts[i].bytes, NULL, NULL, &read, NULL));
        require(fuzz_same_but_numbers(value, &read));
    }
    require(same_text(&texts[1], &texts[2]));
    for (int i = 0; i < 3; i++)
        rj_buf_free(&texts[i]);
}

/* A reader adds a line feed to a text that ends in U+2028: something has to come behind it. */
static void check_yaml(const rj_value *root, rj_arena *arena) {
    rj_buf texts[3] = {RJ_BUF_INIT, RJ_BUF_INIT, RJ_BUF_INIT};
    const rj_value items[] = {*root, rj_value_text("end")};
    const rj_value value = rj_value_list(items, 2);
    rj_value read = value;
    const bool is_written = rj_yaml_write(&value, &texts[0], NULL) && fuzz_comes_back(root);
    for (int i = 0; is_written && i < 3; i++) {
        rj_buf_reset(&texts[i]);
        require(rj_yaml_write(&read, &texts[i], NULL));
        require(fuzz_read_one(texts[i].data, texts[i].bytes, arena, &read));
        require(fuzz_same_but_numbers(&value, &read));
    }
    require(!is_written || same_text(&texts[1], &texts[2]));
    for (int i = 0; i < 3; i++)
        rj_buf_free(&texts[i]);
}

static void check_place(const rj_document *doc, const rj_value *string, rj_arena *arena) {
    rj_span_map map;
    require(rj_document_string_spans(doc, string, arena, &map, NULL));
    require(map.span_count > 0);
    for (size_t i = 0; i < map.span_count; i++) {
        require(map.spans[i].at.line >= doc->first_line && map.spans[i].at.column > 0);
        require(map.spans[i].text_offset <= string->string.bytes);
        require(i == 0 || map.spans[i].text_offset > map.spans[i - 1].text_offset);
    }
}

static void check_places(const rj_document *doc, const rj_value *value, rj_arena *arena,
                         int *budget) {
    if (--*budget < 0)
        return;
    if (value->kind == RJ_KIND_STRING)
        check_place(doc, value, arena);
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; i < value->list.count; i++)
            check_places(doc, &value->list.items[i], arena, budget);
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; i < value->map.count; i++)
            check_places(doc, &value->map.members[i].value, arena, budget);
}

/* The JSON that messages show is the document. */
static void check_raw(const rj_document *doc, rj_arena *arena) {
    rj_buf raw = RJ_BUF_INIT;
    rj_value again;
    rj_document_write_raw(doc, &raw);
    require(rj_buf_ok(&raw) && raw.bytes > 0);
    require(rj_json_read(arena, raw.data, raw.bytes, NULL, NULL, &again, NULL));
    require(rj_value_equal(&again, &doc->root));
    rj_buf_free(&raw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    if (bytes < 1)
        return 0;
    stream s = {.data = (const char *)data + 1,
                .bytes = bytes - 1,
                .piece_bytes = data[0] & 0x40 ? (data[0] & 0x3F) + 1 : 65536};
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    rj_document_reader *reader =
        rj_document_reader_new(read_piece, &s, "fuzz.yaml", data[0] & 0x80, &fuzz_limits);
    require(arena && reader);
    for (size_t count = 0;; count++) {
        rj_document doc;
        rj_error err = RJ_ERROR_INIT;
        rj_read_status status = rj_document_next(reader, arena, &doc, &err);
        require((status == RJ_READ_FAILED) == (err.code != RJ_ERROR_NONE));
        require(err.code != RJ_ERROR_INTERNAL);
        rj_error_clear(&err);
        if (status != RJ_READ_DOCUMENT)
            break;
        require(doc.index == count);
        check_json(&doc.root, arena);
        check_yaml(&doc.root, arena);
        int budget = 1000;
        check_places(&doc, &doc.root, arena, &budget);
        check_raw(&doc, arena);
        rj_arena_reset(arena);
    }
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return 0;
}
