/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/document.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/utf8.h"
#include "text/json_scan.h"
#include "text/place.h"
#include "text/text_stream.h"
#include "text/yaml_chunk.h"

enum {
    DETECTION_BYTES = 4096, /* looked at to tell JSON from YAML */
    SHORTEST_YAML_REST = 4  /* less than this behind broken JSON is not tried as YAML */
};

/* See spend_flow_budget() in yaml_compose.c: what a stream may cost at once, and for each byte.
 * Both together are seconds at most; documents people write stay far below the second. */
#define FLOW_BUDGET          UINT64_C(200000000)
#define FLOW_BUDGET_PER_BYTE UINT64_C(50)

typedef enum mode {
    MODE_START,
    MODE_JSON,
    MODE_YAML,
    MODE_ENDED,
    MODE_FAILED
} mode;

struct rj_document_reader {
    rj_arena *own; /* the reader itself */
    char *name;
    const char *memory; /* of a reader over bytes: what is left of them */
    size_t memory_bytes;
    rj_limits limits;
    mode mode;
    rj_text_stream stream;
    rj_buf window;         /* decoded text; from place.offset on it is still to be read */
    rj_place place;        /* where the reader stands in the window and in the file */
    uint64_t window_start; /* bytes of text before the window */
    bool window_ended;
    bool window_failed; /* it could not grow; pending says why */
    rj_error pending;
    size_t json_count;
    bool has_json_error; /* the next YAML document decides whether this one is reported */
    rj_error json_error;
    rj_buf lines; /* of the YAML document that is being cut out */
    rj_yaml_chunk chunk;
    uint64_t flow_budget;
    size_t index;
    bool failed_in_value;
};

/* ---- life ---- */

static ssize_t read_memory(void *ctx, char *into, size_t bytes) {
    rj_document_reader *reader = ctx;
    if (bytes > reader->memory_bytes)
        bytes = reader->memory_bytes;
    if (bytes)
        memcpy(into, reader->memory, bytes);
    reader->memory += bytes;
    reader->memory_bytes -= bytes;
    return (ssize_t)bytes;
}

static rj_document_reader *make_reader(rj_read_fn read, void *ctx, const char *name,
                                       bool detect_bom, const rj_limits *limits) {
    rj_arena *own = rj_arena_new(0);
    rj_document_reader *reader = own ? rj_arena_calloc(own, 1, sizeof *reader) : NULL;
    char *copy = reader ? rj_arena_copy(own, name, strlen(name)) : NULL;
    /* Not zeroed: of a short text only the start is ever touched. */
    char *raw = copy ? rj_arena_alloc(own, RJ_TEXT_PIECE_BYTES) : NULL;
    if (!raw) {
        rj_arena_free(own);
        return NULL;
    }
    reader->own = own;
    reader->name = copy;
    reader->limits = limits ? *limits : *rj_limits_default();
    /* Lines, columns and lengths of scalars are counted in 32 bits. */
    if (reader->limits.max_document_bytes > UINT32_MAX)
        reader->limits.max_document_bytes = UINT32_MAX;
    reader->place.at = (rj_position){1, 1};
    reader->flow_budget = FLOW_BUDGET;
    rj_text_stream_init(&reader->stream, raw, read, read == read_memory ? reader : ctx, copy,
                        detect_bom, reader->limits.max_input_bytes);
    return reader;
}

rj_document_reader *rj_document_reader_new(rj_read_fn read, void *ctx, const char *name,
                                           bool detect_bom, const rj_limits *limits) {
    return make_reader(read, ctx, name, detect_bom, limits);
}

rj_document_reader *rj_document_reader_new_bytes(const char *data, size_t bytes, const char *name,
                                                 bool detect_bom, const rj_limits *limits) {
    rj_document_reader *reader = make_reader(read_memory, NULL, name, detect_bom, limits);
    if (reader) {
        reader->memory = data;
        reader->memory_bytes = bytes;
    }
    return reader;
}

void rj_document_reader_restart(rj_document_reader *reader, const char *data, size_t bytes,
                                rj_position at) {
    reader->memory = data;
    reader->memory_bytes = bytes;
    rj_text_stream_init(&reader->stream, reader->stream.raw, read_memory, reader, reader->name,
                        false, reader->limits.max_input_bytes);
    rj_buf_reset(&reader->window);
    rj_error_clear(&reader->pending);
    rj_error_clear(&reader->json_error);
    reader->mode = MODE_START;
    reader->place = (rj_place){.at = at};
    reader->window_start = 0;
    reader->window_ended = reader->window_failed = false;
    reader->json_count = 0;
    reader->has_json_error = false;
    reader->flow_budget = FLOW_BUDGET;
    reader->failed_in_value = false;
}

void rj_document_reader_free(rj_document_reader *reader) {
    if (!reader)
        return;
    rj_buf_free(&reader->window);
    rj_buf_free(&reader->lines);
    rj_yaml_chunk_clear(&reader->chunk);
    rj_error_clear(&reader->pending);
    rj_error_clear(&reader->json_error);
    rj_arena_free(reader->own);
}

bool rj_document_reader_failed_in_value(const rj_document_reader *reader) {
    return reader->failed_in_value;
}

/* ---- the window ---- */

/* Forgets text that has been read, once it is the larger part. */
static void compact_window(rj_document_reader *r) {
    size_t done = r->place.offset, left = r->window.bytes - done;
    if (!done || done < left)
        return;
    if (left)
        memmove(r->window.data, r->window.data + done, left);
    r->window.bytes = left;
    r->window_start += done;
    r->place.offset = 0;
}

/* Adds text at the end of the window; false at the end of input and on failure. */
static bool grow_window(rj_document_reader *r) {
    if (r->window_ended)
        return false;
    switch (rj_text_stream_read(&r->stream, &r->window, &r->pending)) {
    case RJ_TEXT_MORE:
        return true;
    case RJ_TEXT_FAILED:
        r->window_failed = true;
        break;
    case RJ_TEXT_END:
        break;
    }
    r->window_ended = true;
    return false;
}

/* Sets r->pending, as a failure to read does. */
static bool fail_document_size(rj_document_reader *r) {
    r->window_failed = true;
    rj_error_set(&r->pending, RJ_ERROR_LIMIT, "a document is larger than the limit of %zu bytes",
                 r->limits.max_document_bytes);
    rj_error_name_limit(&r->pending, RJ_LIMIT_DOCUMENT);
    rj_error_locate(&r->pending, r->name, r->place.at);
    return false;
}

/* ---- failing ---- */

static void name_file(const rj_document_reader *r, rj_error *err) {
    if (err->file)
        return;
    rj_position at = err->at;
    err->at = (rj_position){0};
    rj_error_locate(err, r->name, at);
}

static rj_read_status fail(rj_document_reader *r, rj_error *err) {
    r->mode = MODE_FAILED;
    name_file(r, err);
    return RJ_READ_FAILED;
}

/* What kept the window from growing is the reason for whatever looked like a failure after it. */
static rj_read_status fail_reading(rj_document_reader *r, rj_error *err) {
    rj_error_move(err, &r->pending);
    return fail(r, err);
}

/* ---- JSON or YAML ---- */

static bool starts_like_json(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        size_t length = rj_utf8_decode(text + i, bytes - i, &c, &valid);
        if (!valid || !rj_utf8_is_space(c))
            return c == '{';
        i += length;
    }
    return false;
}

static void detect_mode(rj_document_reader *r) {
    while (r->window.bytes < DETECTION_BYTES && grow_window(r))
        continue;
    size_t bytes = r->window.bytes < DETECTION_BYTES ? r->window.bytes : DETECTION_BYTES;
    r->mode = starts_like_json(r->window.data, bytes) ? MODE_JSON : MODE_YAML;
}

/* ---- JSON ---- */

static bool more_json(rj_json_source *source) {
    rj_document_reader *r = source->ctx;
    if (r->window_failed)
        return false;
    if (r->window.bytes - r->place.offset > r->limits.max_document_bytes)
        return fail_document_size(r);
    bool grown = grow_window(r);
    source->data = r->window.data;
    source->bytes = r->window.bytes;
    return grown;
}

static bool deliver(rj_document_reader *r, const rj_value *root, uint32_t first_line, bool is_json,
                    const char *text, size_t bytes, rj_document *doc) {
    *doc = (rj_document){.root = *root,
                         .file = r->name,
                         .index = r->index++,
                         .first_line = first_line,
                         .is_json = is_json,
                         .text = text,
                         .text_bytes = bytes};
    return true;
}

/* After broken JSON: leaves the reader where YAML may start; false when it may not. */
static bool find_yaml_after_json(rj_document_reader *r) {
    for (;;) {
        while (r->window.bytes - r->place.offset < SHORTEST_YAML_REST && grow_window(r))
            continue;
        if (r->window.bytes - r->place.offset < SHORTEST_YAML_REST)
            return false;
        uint32_t c;
        bool valid;
        const char *text = r->window.data + r->place.offset;
        size_t length = rj_utf8_decode(text, r->window.bytes - r->place.offset, &c, &valid);
        if (c == RJ_UTF8_REPLACEMENT)
            return false;
        if (!rj_utf8_is_space(c))
            return true;
        rj_place_move(&r->place, r->window.data, r->place.offset + length);
        if (c == '\n')
            return true;
    }
}

/* The reference gives up on JSON only while it may have been mistaken about the stream. */
static rj_read_status fail_json(rj_document_reader *r, const rj_json_result *result,
                                rj_error *err) {
    enum {
        FEWEST_SURE_VALUES = 2
    };
    if (r->json_count >= FEWEST_SURE_VALUES)
        return fail(r, err);
    if (!result->is_truncated)
        rj_error_prefix(err, "json: offset %llu: ",
                        (unsigned long long)(r->window_start + result->bad_offset + 1));
    if (!find_yaml_after_json(r))
        return r->window_failed ? fail_reading(r, err) : fail(r, err);
    name_file(r, err);
    rj_error_move(&r->json_error, err);
    r->has_json_error = true;
    r->mode = MODE_YAML;
    return RJ_READ_END;
}

/* RJ_READ_END also when the mode has changed. */
static rj_read_status next_json(rj_document_reader *r, rj_arena *arena, rj_document *doc,
                                rj_error *err) {
    for (;;) {
        compact_window(r);
        rj_json_source source = {.data = r->window.data,
                                 .bytes = r->window.bytes,
                                 .more = more_json,
                                 .ctx = r,
                                 .place = r->place};
        rj_json_result result;
        rj_json_outcome outcome = rj_json_scan(&source, arena, &r->limits, &result, err);
        if (r->window_failed && outcome != RJ_JSON_VALUE)
            return fail_reading(r, err);
        switch (outcome) {
        case RJ_JSON_END:
            r->mode = MODE_ENDED;
            return RJ_READ_END;
        case RJ_JSON_SYNTAX:
            return fail_json(r, &result, err);
        case RJ_JSON_RANGE:
            r->failed_in_value = true;
            return fail(r, err);
        case RJ_JSON_FAILED:
            return fail(r, err);
        case RJ_JSON_VALUE:
            break;
        }
        size_t bytes = source.place.offset - result.start;
        r->place = source.place;
        r->json_count++;
        if (result.value.kind == RJ_KIND_NULL)
            continue;
        char *text = rj_arena_copy(arena, r->window.data + result.start, bytes);
        if (!text) {
            rj_error_no_memory(err);
            return fail(r, err);
        }
        deliver(r, &result.value, result.at.line, true, text, bytes, doc);
        return RJ_READ_DOCUMENT;
    }
}

/* ---- YAML ---- */

/* Finds the line that starts at the reader's place: *bytes without its end. False at the end of
 * input, and when the document gets too large. */
static bool find_line(rj_document_reader *r, size_t *bytes, size_t *end) {
    size_t searched = r->place.offset;
    for (;;) {
        const char *data = r->window.data;
        const char *feed = searched < r->window.bytes
                               ? memchr(data + searched, '\n', r->window.bytes - searched)
                               : NULL;
        if (feed) {
            *end = (size_t)(feed - data) + 1;
            *bytes = *end - 1 - r->place.offset;
            if (*bytes && data[*end - 2] == '\r')
                --*bytes;
            return true;
        }
        compact_window(r);
        searched = r->window.bytes;
        if (searched - r->place.offset > r->limits.max_document_bytes)
            return fail_document_size(r);
        if (!grow_window(r)) {
            *bytes = searched - r->place.offset;
            *end = searched;
            return *bytes > 0 && !r->window_failed;
        }
    }
}

static void trim_space(const char **text, size_t *bytes) {
    uint32_t c;
    bool valid;
    while (*bytes) {
        size_t length = rj_utf8_decode(*text, *bytes, &c, &valid);
        if (!rj_utf8_is_space(c))
            break;
        *text += length;
        *bytes -= length;
    }
    while (*bytes) {
        size_t start = *bytes - 1;
        while (start > 0 && ((unsigned char)(*text)[start] & 0xC0) == 0x80)
            start--;
        rj_utf8_decode(*text + start, *bytes - start, &c, &valid);
        if (!rj_utf8_is_space(c))
            break;
        *bytes = start;
    }
}

typedef enum line_kind {
    LINE_TEXT,
    LINE_SEPARATOR,
    LINE_BAD_SEPARATOR
} line_kind;

static line_kind classify_line(const rj_document_reader *r, const char *line, size_t bytes,
                               rj_error *err) {
    enum {
        DASHES = 3
    };
    if (bytes < DASHES || memcmp(line, "---", DASHES) != 0)
        return LINE_TEXT;
    const char *rest = line + DASHES;
    size_t rest_bytes = bytes - DASHES;
    trim_space(&rest, &rest_bytes);
    if (!rest_bytes || *rest == '#')
        return LINE_SEPARATOR;
    rj_error_set(err, RJ_ERROR_SYNTAX, "invalid Yaml document separator: %.*s", (int)rest_bytes,
                 rest);
    rj_error_locate(err, r->name, r->place.at);
    return LINE_BAD_SEPARATOR;
}

static void step_over_line(rj_document_reader *r, size_t end) {
    bool has_feed = end > 0 && r->window.data[end - 1] == '\n';
    r->place.offset = end;
    r->place.at.line += has_feed;
    r->place.at.column = 1;
}

/* Collects the lines of the next document. RJ_READ_DOCUMENT: there is one in r->lines. */
static rj_read_status collect_lines(rj_document_reader *r, uint32_t *first_line, rj_error *err) {
    rj_buf_reset(&r->lines);
    for (;;) {
        size_t bytes, end;
        if (!find_line(r, &bytes, &end)) {
            if (r->window_failed)
                return fail_reading(r, err);
            return r->lines.bytes ? RJ_READ_DOCUMENT : RJ_READ_END;
        }
        const char *line = r->window.data + r->place.offset;
        line_kind kind = classify_line(r, line, bytes, err);
        if (kind == LINE_BAD_SEPARATOR)
            return fail(r, err);
        if (kind == LINE_SEPARATOR && r->lines.bytes) {
            step_over_line(r, end);
            return RJ_READ_DOCUMENT;
        }
        if (!r->lines.bytes)
            *first_line = r->place.at.line;
        bool has_plain_end = end - r->place.offset == bytes + 1;
        rj_buf_append(&r->lines, line, bytes + has_plain_end);
        if (!has_plain_end)
            rj_buf_putc(&r->lines, '\n');
        if (!rj_buf_ok(&r->lines)) {
            rj_error_no_memory(err);
            return fail(r, err);
        }
        if (r->lines.bytes > r->limits.max_document_bytes) {
            fail_document_size(r);
            return fail_reading(r, err);
        }
        step_over_line(r, end);
    }
}

static bool read_chunk(rj_document_reader *r, rj_arena *arena, uint32_t first_line, rj_value *root,
                       rj_error *err) {
    char *text = rj_arena_copy(arena, rj_buf_text(&r->lines), r->lines.bytes);
    if (!text)
        return rj_error_no_memory(err);
    r->flow_budget += r->lines.bytes * FLOW_BUDGET_PER_BYTE;
    r->chunk.text = text;
    r->chunk.bytes = r->lines.bytes;
    r->chunk.first_line = first_line;
    r->chunk.arena = arena;
    r->chunk.limits = &r->limits;
    r->chunk.flow_budget = &r->flow_budget;
    r->chunk.err = err;
    return rj_yaml_read(&r->chunk, root);
}

static rj_read_status next_yaml(rj_document_reader *r, rj_arena *arena, rj_document *doc,
                                rj_error *err) {
    for (;;) {
        uint32_t first_line = 0;
        rj_value root;
        rj_read_status status = collect_lines(r, &first_line, err);
        bool is_first_after_json = r->has_json_error;
        r->has_json_error = false;
        if (status == RJ_READ_END) {
            r->mode = MODE_ENDED;
            return status;
        }
        if (status == RJ_READ_DOCUMENT && !read_chunk(r, arena, first_line, &root, err))
            status = fail(r, err);
        if (status == RJ_READ_FAILED) {
            if (is_first_after_json && !r->window_failed && err->code != RJ_ERROR_MEMORY)
                rj_error_move(err, &r->json_error);
            return status;
        }
        if (root.kind == RJ_KIND_NULL)
            continue;
        deliver(r, &root, first_line, false, r->chunk.text, r->chunk.bytes, doc);
        return status;
    }
}

/* ---- both ---- */

static rj_read_status next(rj_document_reader *r, rj_arena *arena, rj_document *doc,
                           rj_error *err) {
    if (r->mode == MODE_START)
        detect_mode(r);
    if (r->mode == MODE_JSON) {
        rj_read_status status = next_json(r, arena, doc, err);
        if (status != RJ_READ_END || r->mode != MODE_YAML)
            return status;
    }
    if (r->mode == MODE_YAML)
        return next_yaml(r, arena, doc, err);
    if (r->mode == MODE_FAILED) {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the stream failed before");
        return RJ_READ_FAILED;
    }
    return RJ_READ_END;
}

rj_read_status rj_document_next(rj_document_reader *reader, rj_arena *arena, rj_document *doc,
                                rj_error *err) {
    rj_error own = RJ_ERROR_INIT;
    rj_read_status status = next(reader, arena, doc, &own);
    if (status == RJ_READ_FAILED)
        rj_error_move(err, &own);
    return status;
}

void rj_document_write_raw(const rj_document *doc, rj_buf *out) {
    if (doc->is_json)
        rj_buf_append(out, doc->text, doc->text_bytes);
    else
        rj_json_write_exact(&doc->root, out);
}
