/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/edit_load.h"

#include <string.h>
#include <sys/stat.h>

#include "rjinterp/document.h"
#include "rjinterp/limits.h"
#include "rjinterp/utf8.h"

enum {
    READ_BYTES = 64 * 1024
};

static void prefix_decode(const char *source, rj_error *err) {
    rj_buf quoted = RJ_BUF_INIT;
    rj_go_quote(source, strlen(source), &quoted);
    rj_error_prefix(err, "unable to decode %s: ", rj_buf_text(&quoted));
    rj_buf_free(&quoted);
}

/* ---- bytes ---- */

static bool read_input(rj_input *input, const char *source, rj_buf *out, rj_error *err) {
    out->max_bytes = rj_limits_default()->max_input_bytes;
    for (;;) {
        char *room = rj_buf_reserve(out, READ_BYTES);
        if (!room)
            return rj_error_set(err, RJ_ERROR_LIMIT, "%s is too large to be edited", source);
        ssize_t got = rj_input_read(input, room, READ_BYTES);
        if (got == 0)
            return true;
        if (got < 0) {
            char words[128];
            return rj_error_set(err, RJ_ERROR_IO, "error parsing %s: read %s: %s", source, source,
                                rj_input_errno_text(input->error, words, sizeof words));
        }
        out->bytes += (size_t)got;
    }
}

static bool read_source(const rj_source *source, rj_buf *out, rj_input_failure *failure,
                        rj_error *err) {
    rj_input input;
    if (!rj_input_open(source, &input, failure, err))
        return false;
    bool ok = read_input(&input, source->name, out, err);
    rj_input_close(&input);
    return ok;
}

/* ---- documents ---- */

typedef struct visit {
    rj_arena *arena;
    edit_customization_fn take;
    void *ctx;
} visit;

static bool bind(const rj_document *doc, rj_arena *arena, rj_customization *out, rj_error *err) {
    if (rj_customization_bind(doc, arena, out, err))
        return true;
    prefix_decode(doc->file, err);
    return false;
}

const rj_value *edit_items_of(const rj_value *root) {
    const char *kind = rj_value_get_text(root, "kind");
    const rj_value *items = rj_value_get(root, "items");
    bool is_list = kind && (strcmp(kind, "List") == 0 ||
                            strcmp(kind, "ResourceInterpreterCustomizationList") == 0);
    return is_list && rj_value_is(items, RJ_KIND_LIST) ? items : NULL;
}

bool edit_is_customization(const rj_value *root) {
    const char *kind = rj_value_get_text(root, "kind");
    return kind && strcmp(kind, "ResourceInterpreterCustomization") == 0;
}

/* Others in the list are not looked at; *count counts. */
static bool visit_items(const visit *v, const rj_document *doc, const rj_value *items,
                        size_t *count, rj_error *err) {
    *count = 0;
    for (size_t i = 0; i < items->list.count; i++) {
        if (!edit_is_customization(&items->list.items[i]))
            continue;
        rj_document item = *doc;
        rj_customization customization;
        rj_buf prefix = RJ_BUF_INIT;
        item.root = items->list.items[i];
        rj_buf_printf(&prefix, "items.%zu.", i);
        const char *copy =
            rj_buf_ok(&prefix) ? rj_arena_copy(v->arena, prefix.data, prefix.bytes) : NULL;
        rj_buf_free(&prefix);
        ++*count;
        if (!copy)
            return rj_error_no_memory(err);
        if (!bind(&item, v->arena, &customization, err) ||
            !v->take(v->ctx, &customization, &item.root, copy, err))
            return false;
    }
    return true;
}

static bool visit_document(const visit *v, const rj_document *doc, rj_error *err) {
    const rj_value *items = edit_items_of(&doc->root);
    size_t count = 0;
    rj_customization customization;
    if (items && !visit_items(v, doc, items, &count, err))
        return false;
    return count > 0 || (bind(doc, v->arena, &customization, err) &&
                         v->take(v->ctx, &customization, &doc->root, "", err));
}

bool edit_visit(const rj_source *source, const rj_buf *bytes, rj_arena *arena,
                edit_customization_fn take, void *ctx, rj_error *err) {
    const visit v = {.arena = arena, .take = take, .ctx = ctx};
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(bytes), bytes->bytes, source->name,
                                     source->kind != RJ_SOURCE_URL, rj_limits_default());
    if (!reader)
        return rj_error_no_memory(err);
    rj_document doc;
    rj_read_status status;
    bool ok = true;
    while (ok && (status = rj_document_next(reader, arena, &doc, err)) != RJ_READ_END) {
        doc.file = source->name; /* lives longer than the reader */
        ok = status == RJ_READ_DOCUMENT;
        if (ok)
            ok = visit_document(&v, &doc, err);
        else if (rj_document_reader_failed_in_value(reader))
            prefix_decode(source->name, err);
        else
            rj_error_prefix(err, "error parsing %s: ", source->name);
    }
    rj_document_reader_free(reader);
    return ok;
}

/* ---- the one to edit ---- */

typedef struct search {
    edit_subject *out;
    size_t count;
} search;

static bool take(void *ctx, const rj_customization *customization, const rj_value *root,
                 const char *prefix, rj_error *err) {
    search *s = ctx;
    if (customization->other_kind)
        return rj_error_set(err, RJ_ERROR_TYPE, "not a ResourceInterpreterCustomization, got %s",
                            customization->other_kind);
    if (s->count++)
        return rj_error_set(err, RJ_ERROR_RULE, "only one customization can be edited");
    s->out->customization = *customization;
    s->out->root = *root;
    s->out->document_index = customization->document.index;
    s->out->prefix = prefix;
    return true;
}

static bool search_source(search *s, const rj_source *source, rj_arena *arena,
                          rj_input_failure *failure, rj_error *err) {
    rj_buf bytes = RJ_BUF_INIT;
    size_t before = s->count;
    bool ok = read_source(source, &bytes, failure, err) &&
              edit_visit(source, &bytes, arena, take, s, err);
    if (ok && s->count > before) {
        s->out->path = source->kind == RJ_SOURCE_FILE ? source->name : NULL;
        s->out->bytes = bytes;
        return true;
    }
    rj_buf_free(&bytes);
    return ok;
}

static bool is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A new one goes to the file that -f names. */
static bool begin_new(const interpret_values *values, const cli_sources *sources, edit_subject *out,
                      rj_input_failure *failure, rj_error *err) {
    if (values->filenames.count != 1)
        return rj_error_set(err, RJ_ERROR_RULE,
                            "no customizations found. If you want to create a new one, please set "
                            "only one file with '-f'");
    const rj_source_list *found = &sources->customizations;
    const char *name = values->filenames.items[0];
    out->is_new = true;
    out->prefix = "";
    if (found->count && found->items[0].kind != RJ_SOURCE_FILE)
        return true;
    bool is_one_file = found->count == 1 && !is_directory(name);
    out->path = is_one_file ? found->items[0].name : name;
    return !is_one_file || read_source(&found->items[0], &out->bytes, failure, err);
}

bool edit_load(const interpret_values *values, const cli_sources *sources, rj_arena *arena,
               edit_subject *out, rj_input_failure *failure, rj_error *err) {
    *out = (edit_subject){0};
    *failure = RJ_INPUT_FAILURE_NONE;
    search s = {.out = out};
    for (size_t i = 0; i < sources->customizations.count; i++) {
        if (!search_source(&s, &sources->customizations.items[i], arena, failure, err))
            return false;
    }
    return s.count ? true : begin_new(values, sources, out, failure, err);
}

void edit_subject_free(edit_subject *subject) {
    rj_buf_free(&subject->bytes);
}
