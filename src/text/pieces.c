/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/pieces.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "rjinterp/utf8.h"
#include "text/place.h"
#include "text/text_stream.h"

enum {
    DETECTION_BYTES = 4096, /* looked at to tell JSON from YAML, as the reference does */
    SEPARATOR_BYTES = 3
};

typedef enum mode {
    MODE_START,
    MODE_YAML,
    MODE_YAML_ITEMS,
    MODE_YAML_BEHIND_ITEMS,
    MODE_JSON,
    MODE_JSON_ITEMS,
    MODE_JSON_BEHIND_ITEMS,
    MODE_FAILED
} mode;

/* Where in a JSON value a look at its characters has come. */
typedef struct json_look {
    size_t at; /* offset in the window */
    size_t depth;
    bool in_string, escaped;
} json_look;

struct rj_piece_reader {
    rj_text_stream stream;
    char *name;
    size_t max_document_bytes;
    mode mode;
    rj_buf window;  /* text; what lies before place.offset has been delivered */
    rj_place place; /* end of what has been delivered */
    size_t looked;  /* in YAML: end of the lines that have been looked at */
    bool ended, failed;
    rj_error pending; /* why the window can't grow */
    bool is_no_list;  /* the current YAML document was looked at */
    size_t indent;    /* of the dashes of the items in work */
    json_look look;   /* at the current JSON value */
};

/* ---- life ---- */

rj_piece_reader *rj_piece_reader_new(rj_read_fn read, void *ctx, const char *name, bool detect_bom,
                                     const rj_limits *limits) {
    rj_piece_reader *reader = rj_alloc_zeroed(sizeof *reader);
    char *copy = rj_alloc_copy(name, strlen(name));
    char *raw = rj_alloc_resize(NULL, RJ_TEXT_PIECE_BYTES);
    if (!reader || !copy || !raw) {
        rj_alloc_free(raw);
        rj_alloc_free(copy);
        rj_alloc_free(reader);
        return NULL;
    }
    reader->name = copy;
    reader->max_document_bytes = (limits ? limits : rj_limits_default())->max_document_bytes;
    reader->place.at = (rj_position){1, 1};
    rj_text_stream_init(&reader->stream, raw, read, ctx, copy, detect_bom, SIZE_MAX);
    return reader;
}

void rj_piece_reader_free(rj_piece_reader *reader) {
    if (!reader)
        return;
    rj_buf_free(&reader->window);
    rj_error_clear(&reader->pending);
    rj_alloc_free(reader->stream.raw);
    rj_alloc_free(reader->name);
    rj_alloc_free(reader);
}

/* ---- the window ---- */

/* Only between two pieces: a piece borrows from the window. */
static void compact(rj_piece_reader *r) {
    const size_t done = r->place.offset, left = r->window.bytes - done;
    if (!done || done < left)
        return;
    if (left)
        memmove(r->window.data, r->window.data + done, left);
    r->window.bytes = left;
    r->place.offset = 0;
    r->looked -= done;
    r->look.at -= done;
}

static bool grow(rj_piece_reader *r) {
    if (r->ended)
        return false;
    const rj_text_status status = rj_text_stream_read(&r->stream, &r->window, &r->pending);
    r->ended = status != RJ_TEXT_MORE;
    r->failed = status == RJ_TEXT_FAILED;
    return !r->ended;
}

/* The document that is being collected is too large. Returns false. */
static bool refuse_size(rj_piece_reader *r) {
    rj_error_set(&r->pending, RJ_ERROR_LIMIT,
                 "a document is larger than %zu bytes (limit max_document_bytes)",
                 r->max_document_bytes);
    rj_error_locate(&r->pending, r->name, r->place.at);
    r->ended = r->failed = true;
    return false;
}

static rj_read_status fail(rj_piece_reader *r, rj_error *err) {
    r->mode = MODE_FAILED;
    rj_error_move(err, &r->pending);
    rj_error_locate(err, r->name, (rj_position){0});
    return RJ_READ_FAILED;
}

/* Moves on to `end` without delivering anything. */
static void skip_to(rj_piece_reader *r, size_t end) {
    rj_place_move(&r->place, r->window.data, end);
    if (r->looked < end)
        r->looked = end;
}

static rj_read_status deliver(rj_piece_reader *r, size_t end, rj_piece *piece) {
    *piece = (rj_piece){.text = r->window.data + r->place.offset,
                        .bytes = end - r->place.offset,
                        .at = r->place.at};
    skip_to(r, end);
    return RJ_READ_DOCUMENT;
}

/* ---- lines ---- */

typedef struct line {
    size_t start, end;  /* the end is behind its line feed */
    size_t indent;      /* blanks at its start */
    size_t first, last; /* from the first byte that is no blank to the last one that is no space */
} line;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/* The line that starts at `start`; false when there is none. */
static bool line_at(rj_piece_reader *r, size_t start, line *out) {
    size_t searched = start;
    const char *feed = NULL;
    for (;;) {
        if (searched < r->window.bytes)
            feed = memchr(r->window.data + searched, '\n', r->window.bytes - searched);
        searched = r->window.bytes;
        if (feed)
            break;
        if (searched - r->place.offset > r->max_document_bytes)
            return refuse_size(r);
        if (!grow(r))
            break;
    }
    if (r->failed || (!feed && start == r->window.bytes))
        return false;
    const char *text = r->window.data;
    line l = {.start = start, .end = feed ? (size_t)(feed - text) + 1 : r->window.bytes};
    l.first = start;
    while (l.first < l.end && text[l.first] == ' ')
        l.first++;
    l.indent = l.first - start;
    l.last = l.end;
    while (l.last > l.first && is_space(text[l.last - 1]))
        l.last--;
    *out = l;
    return true;
}

static bool starts_with(const rj_piece_reader *r, const line *l, const char *text) {
    const size_t bytes = strlen(text);
    return l->end - l->start >= bytes && memcmp(r->window.data + l->start, text, bytes) == 0;
}

static bool is_empty(const rj_piece_reader *r, const line *l) {
    return l->first >= l->last || r->window.data[l->first] == '#';
}

/* "---" alone. With more behind it, a document starts with the line itself: its reader complains.
 */
static bool is_separator(const rj_piece_reader *r, const line *l, bool *is_good) {
    if (!starts_with(r, l, "---"))
        return false;
    size_t at = l->start + SEPARATOR_BYTES;
    const char *text = r->window.data;
    while (at < l->last && (text[at] == ' ' || text[at] == '\t'))
        at++;
    *is_good = at >= l->last || text[at] == '#';
    return true;
}

/* A "- " at this indentation. */
static bool is_dash(const rj_piece_reader *r, const line *l) {
    const char *text = r->window.data;
    return l->first < l->last && text[l->first] == '-' &&
           (l->first + 1 == l->last || text[l->first + 1] == ' ');
}

/* ---- YAML lists ---- */

/* The line that says nothing but "items:" of the document that is being collected, when a list of
 * lines with dashes follows: *first is that of the first item. */
static bool find_items(rj_piece_reader *r, line *first) {
    bool in_items = false;
    line l;
    for (size_t at = r->place.offset; at < r->looked && line_at(r, at, &l); at = l.end) {
        if (is_empty(r, &l))
            continue;
        if (in_items) {
            *first = l;
            return is_dash(r, &l);
        }
        in_items = starts_with(r, &l, "items:") && l.last == l.start + strlen("items:");
    }
    return false;
}

/* Too much for one piece: go on item by item, if it is a list. */
static bool open_list(rj_piece_reader *r) {
    line first;
    r->is_no_list = !find_items(r, &first);
    if (r->is_no_list)
        return false;
    skip_to(r, first.start);
    r->indent = first.indent;
    r->looked = first.start;
    r->mode = MODE_YAML_ITEMS;
    return true;
}

static bool ends_list(const rj_piece_reader *r, const line *l, bool *is_good) {
    if (is_separator(r, l, is_good))
        return true;
    return !is_empty(r, l) && (l->indent < r->indent || (l->indent == r->indent && !is_dash(r, l)));
}

/* From one dash to the next one. The dash becomes a blank, which leaves the item a document. */
static rj_read_status next_item(rj_piece_reader *r, rj_piece *piece, rj_error *err) {
    const size_t start = r->place.offset;
    line l;
    bool is_good = true;
    while (line_at(r, r->looked, &l)) {
        if (l.start > start &&
            ((l.indent == r->indent && is_dash(r, &l)) || ends_list(r, &l, &is_good)))
            break;
        r->looked = l.end;
        if (r->looked - start > r->max_document_bytes)
            refuse_size(r);
    }
    if (r->failed)
        return fail(r, err);
    const size_t end = r->looked;
    if (end == r->window.bytes || ends_list(r, &l, &is_good))
        r->mode = MODE_YAML_BEHIND_ITEMS;
    r->window.data[start + r->indent] = ' ';
    return deliver(r, end, piece);
}

/* What stands behind the items of the document. */
static rj_read_status skip_document(rj_piece_reader *r, rj_error *err) {
    line l;
    bool is_good = true;
    r->looked = r->place.offset;
    while (line_at(r, r->looked, &l) && !is_separator(r, &l, &is_good))
        skip_to(r, l.end);
    if (r->failed)
        return fail(r, err);
    if (r->place.offset < r->window.bytes && is_good)
        skip_to(r, l.end);
    r->mode = MODE_YAML;
    return RJ_READ_END;
}

/* ---- YAML documents ---- */

/* RJ_READ_END also when the mode has changed. */
static rj_read_status next_document(rj_piece_reader *r, rj_piece *piece, rj_error *err) {
    bool has_text = false;
    line l;
    r->is_no_list = false;
    r->looked = r->place.offset;
    while (line_at(r, r->looked, &l)) {
        bool is_good = true;
        const bool is_end = is_separator(r, &l, &is_good);
        if (is_end && has_text) {
            const rj_read_status status = deliver(r, l.start, piece);
            if (is_good)
                skip_to(r, l.end);
            return status;
        }
        if (is_end && is_good) {
            skip_to(r, l.end);
            continue;
        }
        has_text = has_text || !is_empty(r, &l);
        r->looked = l.end;
        if (r->looked - r->place.offset > RJ_PIECE_LIST_BYTES && !r->is_no_list && open_list(r))
            return RJ_READ_END;
        if (r->looked - r->place.offset > r->max_document_bytes)
            refuse_size(r);
    }
    if (r->failed)
        return fail(r, err);
    return has_text ? deliver(r, r->looked, piece) : RJ_READ_END;
}

/* ---- JSON ---- */

/* Offset of the next character that is no white space from `at` on. */
static bool skip_space(rj_piece_reader *r, size_t at, size_t *out) {
    for (;;) {
        for (; at < r->window.bytes; at++) {
            if (!strchr(" \t\r\n", r->window.data[at]) || !r->window.data[at]) {
                *out = at;
                return true;
            }
        }
        if (!grow(r))
            return false;
    }
}

/* One character on; true when it ends the value that the look began at. */
static bool look_at(json_look *look, char c) {
    look->at++;
    if (look->in_string) {
        look->in_string = look->escaped || c != '"';
        look->escaped = !look->escaped && c == '\\';
        return false;
    }
    look->in_string = c == '"';
    if (c == '{' || c == '[')
        look->depth++;
    else if ((c == '}' || c == ']') && look->depth)
        return --look->depth == 0;
    return false;
}

/* To the end of the value that r->look is in; false at the end of the input. With `most`, no
 * further than that. */
static bool look_to_end(rj_piece_reader *r, size_t most) {
    for (;;) {
        while (r->look.at < r->window.bytes) {
            if (look_at(&r->look, r->window.data[r->look.at]))
                return true;
            if (r->look.at - r->place.offset > most)
                return false;
        }
        if (!grow(r))
            return false;
    }
}

/* Within what has been looked at of the current object: the bracket behind "items": at its top. */
static bool find_json_items(rj_piece_reader *r, size_t *bracket) {
    static const char key[] = "\"items\"";
    const char *text = r->window.data;
    json_look look = {.at = r->place.offset};
    while (look.at < r->look.at) {
        const size_t at = look.at;
        if (look.depth == 1 && !look.in_string && text[at] == '"' &&
            r->window.bytes - at > sizeof key - 1 && memcmp(text + at, key, sizeof key - 1) == 0) {
            size_t colon, value;
            if (skip_space(r, at + sizeof key - 1, &colon) && r->window.data[colon] == ':' &&
                skip_space(r, colon + 1, &value) && r->window.data[value] == '[') {
                *bracket = value;
                return true;
            }
            text = r->window.data;
        }
        look_at(&look, text[at]);
    }
    return false;
}

/* What can't be JSON is left to the lines of YAML, as the reference does. */
static rj_read_status next_json(rj_piece_reader *r, rj_piece *piece, rj_error *err) {
    size_t start;
    if (!skip_space(r, r->place.offset, &start))
        return r->failed ? fail(r, err) : RJ_READ_END;
    if (r->window.data[start] != '{') {
        r->mode = MODE_YAML;
        return RJ_READ_END;
    }
    skip_to(r, start);
    r->look = (json_look){.at = start};
    bool ends = look_to_end(r, RJ_PIECE_LIST_BYTES);
    if (!ends && !r->ended) {
        size_t bracket;
        if (find_json_items(r, &bracket)) {
            skip_to(r, bracket + 1);
            r->mode = MODE_JSON_ITEMS;
            return RJ_READ_END;
        }
        ends = look_to_end(r, r->max_document_bytes);
        if (!ends && !r->ended)
            refuse_size(r);
    }
    if (r->failed)
        return fail(r, err);
    return deliver(r, ends ? r->look.at : r->window.bytes, piece);
}

/* The next value of the list, or its end. */
static rj_read_status next_json_item(rj_piece_reader *r, rj_piece *piece, rj_error *err) {
    size_t start;
    bool found;
    while ((found = skip_space(r, r->place.offset, &start)) && r->window.data[start] == ',')
        skip_to(r, start + 1);
    if (!found)
        return r->failed ? fail(r, err) : RJ_READ_END;
    skip_to(r, start);
    if (r->window.data[start] == ']') {
        skip_to(r, start + 1);
        r->mode = MODE_JSON_BEHIND_ITEMS;
        return RJ_READ_END;
    }
    r->look = (json_look){.at = start};
    if (r->window.data[start] != '{') {
        /* No object: up to the next comma or bracket, for its reader to complain about. */
        while (r->look.at < r->window.bytes && !strchr(",]", r->window.data[r->look.at]))
            r->look.at++;
        return deliver(r, r->look.at, piece);
    }
    if (!look_to_end(r, r->max_document_bytes) && !r->ended)
        refuse_size(r);
    return r->failed ? fail(r, err) : deliver(r, r->look.at, piece);
}

/* What stands behind the items of the object, without keeping it. */
static rj_read_status skip_json(rj_piece_reader *r, rj_error *err) {
    r->look = (json_look){.at = r->place.offset, .depth = 1};
    bool ends = false;
    while (!ends && (r->look.at < r->window.bytes || grow(r))) {
        ends = look_at(&r->look, r->window.data[r->look.at]);
        if (r->look.at == r->window.bytes) {
            skip_to(r, r->look.at);
            compact(r);
        }
    }
    if (r->failed)
        return fail(r, err);
    skip_to(r, r->look.at);
    r->mode = MODE_JSON;
    return RJ_READ_END;
}

/* ---- both ---- */

static void detect_mode(rj_piece_reader *r) {
    while (r->window.bytes < DETECTION_BYTES && grow(r))
        continue;
    const size_t bytes = r->window.bytes < DETECTION_BYTES ? r->window.bytes : DETECTION_BYTES;
    r->mode = MODE_YAML;
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        const size_t length = rj_utf8_decode(r->window.data + i, bytes - i, &c, &valid);
        if (!valid || !rj_utf8_is_space(c)) {
            if (c == '{') {
                r->mode = MODE_JSON;
                skip_to(r, i);
            }
            return;
        }
        i += length;
    }
}

static rj_read_status next(rj_piece_reader *r, rj_piece *piece, rj_error *err) {
    switch (r->mode) {
    case MODE_START:
        detect_mode(r);
        return r->failed ? fail(r, err) : RJ_READ_END;
    case MODE_YAML:
        return next_document(r, piece, err);
    case MODE_YAML_ITEMS:
        return next_item(r, piece, err);
    case MODE_YAML_BEHIND_ITEMS:
        return skip_document(r, err);
    case MODE_JSON:
        return next_json(r, piece, err);
    case MODE_JSON_ITEMS:
        return next_json_item(r, piece, err);
    case MODE_JSON_BEHIND_ITEMS:
        return skip_json(r, err);
    case MODE_FAILED:
        break;
    }
    return RJ_READ_END;
}

rj_read_status rj_piece_next(rj_piece_reader *reader, rj_piece *piece, rj_error *err) {
    for (;;) {
        compact(reader);
        const mode before = reader->mode;
        const rj_read_status status = next(reader, piece, err);
        if (status != RJ_READ_END || reader->mode == before)
            return status;
    }
}
