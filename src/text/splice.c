/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/splice.h"

#include <string.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/value.h"
#include "text/splice_edit.h"
#include "text/splice_value.h"

typedef struct splicer {
    const char *name;
    size_t index; /* of the document */
    const rj_limits *limits;
    rj_arena *arena;
    rj_buf file; /* as it is by now */
    bool quoted;
    rj_error *err;
} splicer;

typedef struct document_list {
    rj_document *items;
    size_t count, capacity;
} document_list;

/* ---- paths ---- */

typedef struct key_list {
    const char *const *items;
    size_t count;
} key_list;

static bool split_path(splicer *s, const char *path, key_list *out) {
    size_t count = 1;
    for (const char *dot = path; (dot = strchr(dot, '.')); dot++)
        count++;
    char *copy = rj_arena_copy(s->arena, path, strlen(path));
    const char **items = rj_arena_calloc(s->arena, count, sizeof *items);
    if (!copy || !items)
        return rj_error_no_memory(s->err);
    for (size_t i = 0; i < count; i++) {
        items[i] = copy;
        copy += strcspn(copy, ".");
        *copy++ = '\0';
    }
    *out = (key_list){.items = items, .count = count};
    return true;
}

static bool keys_of(splicer *s, const rj_splice_change *change, key_list *out) {
    if (!change->keys)
        return split_path(s, change->path, out);
    *out = (key_list){.items = change->keys, .count = change->key_count};
    return true;
}

/* "output.healthy", for messages */
static void write_keys(const key_list *keys, rj_buf *out) {
    for (size_t i = 0; i < keys->count; i++)
        rj_buf_printf(out, "%s%s", i ? "." : "", keys->items[i]);
}

/* ---- reading ---- */

static bool add_document(splicer *s, document_list *list, const rj_document *doc) {
    rj_document *items =
        rj_arena_grow(s->arena, list->items, list->count, &list->capacity, sizeof *items);
    if (!items)
        return rj_error_no_memory(s->err);
    list->items = items;
    list->items[list->count++] = *doc;
    return true;
}

static bool read_all(splicer *s, document_list *list) {
    rj_document_reader *reader = rj_document_reader_new_bytes(rj_buf_text(&s->file), s->file.bytes,
                                                              s->name, true, s->limits);
    if (!reader)
        return rj_error_no_memory(s->err);
    rj_read_status status;
    rj_document doc;
    bool good = true;
    while (good && (status = rj_document_next(reader, s->arena, &doc, s->err)) == RJ_READ_DOCUMENT)
        good = add_document(s, list, &doc);
    rj_document_reader_free(reader);
    return good && status == RJ_READ_END;
}

/* ---- from the document's text to the file ---- */

static bool fail_encoding(const splicer *s) {
    return rj_error_set(s->err, RJ_ERROR_TYPE, "%s is not written in UTF-8", s->name);
}

static bool has_bom(const rj_buf *file) {
    return file->bytes >= 3 && memcmp(file->data, "\xEF\xBB\xBF", 3) == 0;
}

/* Both move on by one line for each of the text. */
typedef struct line_pair {
    size_t text, text_end; /* without the line's end */
    size_t file, file_end;
} line_pair;

static size_t feed_from(const char *data, size_t bytes, size_t from) {
    const char *feed = from < bytes ? memchr(data + from, '\n', bytes - from) : NULL;
    return feed ? (size_t)(feed - data) : bytes;
}

static void set_ends(const splicer *s, const rj_document *doc, line_pair *line) {
    const rj_buf *file = &s->file;
    line->text_end = feed_from(doc->text, doc->text_bytes, line->text);
    line->file_end = feed_from(file->data, file->bytes, line->file);
    if (line->file_end < file->bytes && line->file_end > line->file &&
        file->data[line->file_end - 1] == '\r')
        line->file_end--;
}

static void next_line(const splicer *s, const rj_document *doc, line_pair *line) {
    line->text = line->text_end + 1;
    line->file = feed_from(s->file.data, s->file.bytes, line->file_end) + 1;
    set_ends(s, doc, line);
}

/* A text that follows JSON may begin within a line. */
static line_pair first_line(const splicer *s, const rj_document *doc) {
    line_pair line = {.file = has_bom(&s->file) ? 3 : 0};
    for (uint32_t i = 1; i < doc->first_line; i++)
        line.file = feed_from(s->file.data, s->file.bytes, line.file) + 1;
    set_ends(s, doc, &line);
    size_t length = line.text_end - line.text;
    if (line.file_end - line.file > length)
        line.file = line.file_end - length;
    return line;
}

static bool find_in_lines(const splicer *s, const rj_document *doc, size_t offset, size_t *out) {
    line_pair line = first_line(s, doc);
    for (;; next_line(s, doc, &line)) {
        size_t length = line.text_end - line.text;
        if (line.file > s->file.bytes || line.file_end < line.file ||
            line.file_end - line.file != length ||
            memcmp(doc->text + line.text, s->file.data + line.file, length) != 0)
            return fail_encoding(s);
        if (offset <= line.text_end)
            break;
        if (line.text_end + 1 >= doc->text_bytes) { /* behind the last line */
            *out = feed_from(s->file.data, s->file.bytes, line.file_end);
            *out += *out < s->file.bytes;
            return true;
        }
    }
    *out = line.file + (offset - line.text);
    return true;
}

/* JSON texts are the file's own bytes. */
static bool find_in_json(const splicer *s, const rj_document *doc, size_t offset, size_t *out) {
    const rj_buf *file = &s->file;
    size_t i = has_bom(file) ? 3 : 0;
    for (uint32_t n = 1; n < doc->root.at.line; n++)
        i = feed_from(file->data, file->bytes, i) + 1;
    for (uint32_t n = 1; n < doc->root.at.column && i < file->bytes; n++)
        for (i++; i < file->bytes && ((unsigned char)file->data[i] & 0xC0) == 0x80;)
            i++;
    if (i > file->bytes || file->bytes - i < doc->text_bytes ||
        memcmp(file->data + i, doc->text, doc->text_bytes) != 0)
        return fail_encoding(s);
    *out = i + offset;
    return true;
}

static bool find_in_file(const splicer *s, const rj_document *doc, size_t offset, size_t *out) {
    return doc->is_json ? find_in_json(s, doc, offset, out) : find_in_lines(s, doc, offset, out);
}

/* ---- applying an edit ---- */

/* Drops from the edit what it doesn't change. */
static void narrow(const rj_document *doc, rj_text_edit *edit, size_t *first, size_t *last) {
    const char *text = rj_buf_text(&edit->text);
    *first = 0;
    *last = edit->text.bytes;
    while (edit->from < edit->to && *first < *last && doc->text[edit->from] == text[*first]) {
        edit->from++;
        ++*first;
    }
    while (edit->from < edit->to && *first < *last && doc->text[edit->to - 1] == text[*last - 1]) {
        edit->to--;
        --*last;
    }
}

/* Whether the lines around a place of the file end with CR and LF. */
static bool has_crlf(const rj_buf *file, size_t at) {
    size_t feed = feed_from(file->data, file->bytes, at);
    if (feed == file->bytes)
        for (feed = at < file->bytes ? at : file->bytes; feed > 0 && file->data[feed - 1] != '\n';)
            feed--;
    else
        feed++;
    return feed >= 2 && file->data[feed - 2] == '\r';
}

static void append_lines(const char *text, size_t bytes, bool crlf, rj_buf *out) {
    for (size_t i = 0; i < bytes; i++) {
        if (crlf && text[i] == '\n')
            rj_buf_putc(out, '\r');
        rj_buf_putc(out, text[i]);
    }
}

static bool apply_edit(splicer *s, const rj_document *doc, rj_text_edit *edit) {
    size_t first, last, from, to;
    narrow(doc, edit, &first, &last);
    if (!find_in_file(s, doc, edit->from, &from) || !find_in_file(s, doc, edit->to, &to))
        return false;
    rj_buf *file = &s->file;
    rj_buf fresh = {.max_bytes = file->max_bytes};
    bool crlf = !doc->is_json && has_crlf(file, from);
    rj_buf_append(&fresh, file->data, from);
    bool starts_line = edit->from > 0 && doc->text[edit->from - 1] == '\n';
    if (starts_line && from > 0 && file->data[from - 1] != '\n' && last > first)
        append_lines("\n", 1, crlf, &fresh); /* the file's last line had no end */
    append_lines(rj_buf_text(&edit->text) + first, last - first, crlf, &fresh);
    rj_buf_append(&fresh, file->data + to, file->bytes - to);
    if (!rj_buf_ok(&fresh)) {
        rj_buf_free(&fresh);
        return rj_error_no_memory(s->err);
    }
    rj_buf_free(file);
    *file = fresh;
    return true;
}

static bool change_file(splicer *s, const rj_splice_change *change, const key_list *keys) {
    document_list documents = {0};
    rj_outline outline;
    if (!read_all(s, &documents))
        return false;
    if (s->index >= documents.count)
        return rj_error_set(s->err, RJ_ERROR_RULE, "%s has no document %zu", s->name, s->index + 1);
    const rj_document *doc = &documents.items[s->index];
    if (!rj_outline_make(doc, s->arena, &outline, s->err))
        return false;
    const rj_splice_path path = {.keys = keys->items, .count = keys->count};
    const rj_splice_string string = {.data = change->text, .bytes = change->bytes};
    rj_text_edit edit = {0};
    bool good = change->keys ? rj_splice_make_value_edit(&outline, &path, change->value, s->quoted,
                                                         &edit, s->err)
                             : rj_splice_make_edit(&outline, &path, change->text ? &string : NULL,
                                                   s->quoted, &edit, s->err);
    if (!good) {
        rj_buf names = RJ_BUF_INIT;
        write_keys(keys, &names);
        rj_error_prefix(s->err, "%s can't be changed in %s: ", rj_buf_text(&names), s->name);
        rj_buf_free(&names);
    }
    good = good && apply_edit(s, doc, &edit);
    rj_buf_free(&edit.text);
    return good;
}

/* ---- what the result has to be ---- */

static bool with_entry(splicer *s, const rj_value *map, const char *key, const rj_value *value,
                       rj_value *out) {
    rj_map_builder builder = {.arena = s->arena};
    bool good = true;
    for (size_t i = 0; good && map->kind == RJ_KIND_MAP && i < map->map.count; i++) {
        const rj_member *m = &map->map.members[i];
        if (strcmp(m->key, key) != 0)
            good = rj_map_append(&builder, m->key, m->key_bytes, m->key_at, &m->value);
    }
    if (good && value)
        good = rj_map_append(&builder, key, strlen(key), (rj_position){0}, value);
    *out = rj_map_finish(&builder);
    return good || rj_error_no_memory(s->err);
}

static bool with_item(splicer *s, const rj_value *list, size_t index, const rj_value *value,
                      rj_value *out) {
    rj_list_builder builder = {.arena = s->arena};
    for (size_t i = 0; i < list->list.count; i++)
        if ((i != index || value) &&
            !rj_list_append(&builder, i == index ? value : &list->list.items[i]))
            return rj_error_no_memory(s->err);
    if (index == list->list.count && value && !rj_list_append(&builder, value))
        return rj_error_no_memory(s->err);
    *out = rj_list_finish(&builder);
    return true;
}

/* The tree with the change, made from the innermost map outwards. */
static bool change_tree(splicer *s, const rj_splice_change *change, const key_list *keys,
                        rj_value *root) {
    const rj_value **way = rj_arena_calloc(s->arena, keys->count, sizeof *way);
    const rj_value *at = root;
    if (!way)
        return rj_error_no_memory(s->err);
    for (size_t i = 0; i < keys->count; i++) {
        way[i] = at;
        if (rj_value_is(at, RJ_KIND_LIST)) {
            size_t index = rj_splice_item_of(keys->items[i]);
            at = index < at->list.count ? &at->list.items[index] : NULL;
        } else {
            at = rj_value_get(at, keys->items[i]);
        }
    }
    const bool is_removal = change->keys ? !change->value : !change->text;
    rj_value inner = change->keys ? rj_value_null : rj_value_string(change->text, change->bytes);
    if (change->value)
        inner = *change->value;
    for (size_t i = keys->count; i-- > 0;) {
        const rj_value *outer = way[i] ? way[i] : &rj_value_null;
        const rj_value *value = is_removal && i + 1 == keys->count ? NULL : &inner;
        rj_value made = rj_value_null;
        bool good = outer->kind == RJ_KIND_LIST
                        ? with_item(s, outer, rj_splice_item_of(keys->items[i]), value, &made)
                        : with_entry(s, outer, keys->items[i], value, &made);
        if (!good)
            return false;
        inner = made;
    }
    *root = inner;
    return true;
}

static bool check_result(splicer *s, const document_list *before, const rj_value *expected) {
    document_list after = {0};
    rj_error own = RJ_ERROR_INIT, *err = s->err;
    s->err = &own;
    bool same = read_all(s, &after) && after.count == before->count;
    s->err = err;
    if (own.code == RJ_ERROR_MEMORY) {
        rj_error_move(err, &own);
        return false;
    }
    rj_error_clear(&own);
    for (size_t i = 0; same && i < after.count; i++)
        same =
            rj_value_equal(&after.items[i].root, i == s->index ? expected : &before->items[i].root);
    if (same)
        return true;
    return rj_error_set(err, RJ_ERROR_TYPE,
                        "%s can't be changed without changing more than was asked for: an anchor, "
                        "an alias or a merge key ties the place to others",
                        s->name);
}

/* ---- all changes ---- */

static bool splice(splicer *s, const rj_splice_change *changes, size_t count) {
    document_list before = {0};
    if (!read_all(s, &before))
        return false;
    if (s->index >= before.count)
        return rj_error_set(s->err, RJ_ERROR_RULE, "%s has no document %zu", s->name, s->index + 1);
    rj_value expected = before.items[s->index].root;
    for (size_t i = 0; i < count; i++) {
        key_list keys = {0};
        if (!keys_of(s, &changes[i], &keys) || !change_tree(s, &changes[i], &keys, &expected) ||
            !change_file(s, &changes[i], &keys))
            return false;
    }
    return check_result(s, &before, &expected);
}

static bool try_splice(splicer *s, const char *file, size_t bytes, const rj_splice_change *changes,
                       size_t count) {
    rj_buf_reset(&s->file);
    rj_buf_append(&s->file, file, bytes);
    if (!rj_buf_ok(&s->file))
        return rj_error_no_memory(s->err);
    return splice(s, changes, count);
}

bool rj_splice(const char *file, size_t file_bytes, const char *name, size_t document_index,
               const rj_splice_change *changes, size_t change_count, const rj_limits *limits,
               rj_buf *out, rj_error *err) {
    if (!limits)
        limits = rj_limits_default();
    rj_error own = RJ_ERROR_INIT;
    splicer s = {.name = name,
                 .index = document_index,
                 .limits = limits,
                 .arena = rj_arena_new(limits->max_tree_bytes),
                 .err = &own};
    bool good = s.arena ? try_splice(&s, file, file_bytes, changes, change_count)
                        : rj_error_no_memory(&own);
    if (!good && s.arena && own.code == RJ_ERROR_TYPE) { /* literals may have been the reason */
        s.quoted = true;
        good = try_splice(&s, file, file_bytes, changes, change_count);
    }
    if (good) {
        rj_buf_append(out, s.file.data, s.file.bytes);
        good = rj_buf_ok(out) || rj_error_no_memory(&own);
    }
    if (!good)
        rj_error_move(err, &own);
    rj_error_clear(&own);
    rj_buf_free(&s.file);
    rj_arena_free(s.arena);
    return good;
}
