/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/load.h"

#include <string.h>

#include "cli/embedded.h"
#include "rjinterp/document.h"
#include "rjinterp/object.h"
#include "rjinterp/utf8.h"

typedef bool (*document_fn)(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err);

/* How one option's sources are read. */
typedef struct reading {
    const rj_limits *limits;
    rj_arena *arena;
    bool forget; /* the arena is reset behind each document */
    document_fn take;
    void *ctx;
} reading;

static void prefix_decode(const char *source, rj_error *err) {
    rj_buf quoted = RJ_BUF_INIT;
    rj_go_quote(source, strlen(source), &quoted);
    rj_error_prefix(err, "unable to decode %s: ", rj_buf_text(&quoted));
    rj_buf_free(&quoted);
}

static void describe_read_failure(const rj_document_reader *reader, const rj_input *input,
                                  const char *source, rj_error *err) {
    if (input && input->error) {
        char room[128];
        rj_error_set(err, RJ_ERROR_IO, "error parsing %s: read %s: %s", source, source,
                     rj_input_errno_text(input->error, room, sizeof room));
    } else if (rj_document_reader_failed_in_value(reader)) {
        prefix_decode(source, err);
    } else {
        rj_error_prefix(err, "error parsing %s: ", source);
    }
}

/* All documents of an open stream. */
static bool read_documents(const reading *r, rj_document_reader *reader, const rj_input *input,
                           const char *source, rj_error *err) {
    for (;;) {
        rj_document doc;
        switch (rj_document_next(reader, r->arena, &doc, err)) {
        case RJ_READ_END:
            return true;
        case RJ_READ_FAILED:
            describe_read_failure(reader, input, source, err);
            return false;
        case RJ_READ_DOCUMENT:
            doc.file = source; /* lives longer than the reader */
            if (!r->take(r->ctx, &doc, r->arena, err))
                return false;
            if (r->forget)
                rj_arena_reset(r->arena);
        }
    }
}

static bool read_source(const reading *r, const rj_source *source, rj_input_failure *failure,
                        rj_error *err) {
    rj_input input;
    if (!rj_input_open(source, &input, failure, err))
        return false;
    rj_document_reader *reader = rj_document_reader_new(rj_input_read, &input, source->name,
                                                        source->kind != RJ_SOURCE_URL, r->limits);
    bool ok =
        reader ? read_documents(r, reader, &input, source->name, err) : rj_error_no_memory(err);
    rj_document_reader_free(reader);
    rj_input_close(&input);
    return ok;
}

/* Goes on behind a source that fails, unless @p stop; keeps the first error. */
static bool read_sources(const reading *r, const rj_source_list *sources, bool stop,
                         rj_input_failure *failure, rj_error *err) {
    bool ok = true;
    *failure = RJ_INPUT_FAILURE_NONE;
    for (size_t i = 0; i < sources->count && (ok || !stop); i++) {
        rj_error own = RJ_ERROR_INIT;
        rj_input_failure why;
        if (read_source(r, &sources->items[i], &why, &own))
            continue;
        if (ok) {
            *failure = why;
            rj_error_move(err, &own);
        }
        rj_error_clear(&own);
        ok = false;
    }
    return ok;
}

/* ---- lists ---- */

/* A document that stands for one of its list's items. */
static rj_document item_of(const rj_document *list, const rj_value *item) {
    rj_document doc = *list;
    doc.root = *item;
    return doc;
}

static bool is_of_kind(const rj_value *root, const char *api_version, const char *kind) {
    const char *own_version = rj_value_get_text(root, "apiVersion");
    const char *own_kind = rj_value_get_text(root, "kind");
    return own_version && own_kind && strcmp(own_version, api_version) == 0 &&
           strcmp(own_kind, kind) == 0;
}

/* What kubectl prints of several customizations. (The reference refuses it.) */
static bool is_customization_list(const rj_value *root) {
    return is_of_kind(root, "v1", "List") ||
           is_of_kind(root, "config.karmada.io/v1alpha1", "ResourceInterpreterCustomizationList");
}

/* ---- customizations ---- */

typedef struct visitor {
    cli_customization_fn visit;
    void *ctx;
} visitor;

static bool bind(const rj_document *doc, rj_arena *arena, rj_customization *out, rj_error *err) {
    if (rj_customization_bind(doc, arena, out, err))
        return true;
    prefix_decode(doc->file, err);
    return false;
}

/* The customization that a document is, or those in it. */
static bool visit_document(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    const visitor *v = ctx;
    rj_customization customization;
    if (!is_customization_list(&doc->root))
        return bind(doc, arena, &customization, err) && v->visit(v->ctx, &customization, err);
    rj_value list;
    if (!rj_object_bind(doc, arena, &list, err)) {
        prefix_decode(doc->file, err);
        return false;
    }
    const rj_value *items = rj_value_get(&list, "items");
    const size_t count = rj_value_is(items, RJ_KIND_LIST) ? items->list.count : 0;
    for (size_t i = 0; i < count; i++) {
        const rj_document item = item_of(doc, &items->list.items[i]);
        if (!bind(&item, arena, &customization, err))
            return false;
        customization.document = *doc; /* whose text and root belong together */
        if (!v->visit(v->ctx, &customization, err))
            return false;
    }
    return true;
}

bool cli_visit_customizations(const cli_loader *loader, const rj_source_list *sources,
                              cli_customization_fn visit, void *ctx, rj_input_failure *failure,
                              rj_error *err) {
    *failure = RJ_INPUT_FAILURE_NONE;
    visitor v = {.visit = visit, .ctx = ctx};
    reading r = {.limits = loader->limits,
                 .arena = rj_arena_new(loader->limits->max_tree_bytes),
                 .forget = true,
                 .take = visit_document,
                 .ctx = &v};
    if (!r.arena)
        return rj_error_no_memory(err);
    bool ok = read_sources(&r, sources, false, failure, err);
    rj_arena_free(r.arena);
    return ok;
}

/* ---- keeping documents ---- */

static bool keep_document(cli_loader *loader, const rj_document *doc) {
    rj_document *items = rj_arena_grow(loader->arena, loader->documents, loader->document_count,
                                       &loader->document_capacity, sizeof *items);
    if (!items)
        return false;
    loader->documents = items;
    loader->documents[loader->document_count++] = *doc;
    return true;
}

cli_documents cli_loaded_documents(const cli_loader *loader) {
    return (cli_documents){.items = loader->documents, .count = loader->document_count};
}

typedef struct keeper {
    cli_loader *loader;
    rj_customization_set *set;
    rj_list_builder values; /* objects or status items */
} keeper;

static reading keeping(keeper *k, document_fn take) {
    return (reading){
        .limits = k->loader->limits, .arena = k->loader->arena, .take = take, .ctx = k};
}

static bool keep_customization(void *ctx, const rj_customization *customization, rj_error *err) {
    keeper *k = ctx;
    return rj_customization_set_add(k->set, customization) || rj_error_no_memory(err);
}

static bool keep_customizations(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    keeper *k = ctx;
    visitor v = {.visit = keep_customization, .ctx = k};
    if (!keep_document(k->loader, doc))
        return rj_error_no_memory(err);
    return visit_document(&v, doc, arena, err);
}

/* Another known kind is refused when everything could be read. */
static bool refuse_other_kinds(const rj_customization_set *set, rj_error *err) {
    for (size_t i = 0; i < set->count; i++) {
        const rj_customization *c = &set->items[i];
        if (!c->other_kind)
            continue;
        rj_error_set(err, RJ_ERROR_TYPE, "not a ResourceInterpreterCustomization, got %s",
                     c->other_kind);
        rj_error_locate(err, c->source, c->at);
        return false;
    }
    return true;
}

bool cli_load_customizations(cli_loader *loader, const rj_source_list *sources,
                             rj_customization_set *set, rj_error *err) {
    keeper k = {.loader = loader, .set = set};
    reading r = keeping(&k, keep_customizations);
    rj_input_failure failure;
    return read_sources(&r, sources, false, &failure, err) && refuse_other_kinds(set, err);
}

static bool is_target(const cli_embedded *item, const char *api_version, const char *kind) {
    return api_version && kind && strcmp(item->api_version, api_version) == 0 &&
           strcmp(item->kind, kind) == 0;
}

bool cli_load_built_in(cli_loader *loader, const rj_value *object, rj_customization_set *set,
                       rj_error *err) {
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    const bool all = !object;
    keeper k = {.loader = loader, .set = set};
    reading r = keeping(&k, keep_customizations);
    bool ok = true;
    for (size_t i = 0; ok && i < cli_embedded_count; i++) {
        const cli_embedded *item = &cli_embedded_items[i];
        if (!all && !is_target(item, api_version, kind))
            continue;
        rj_document_reader *reader = rj_document_reader_new_bytes(
            (const char *)item->data, item->bytes, item->name, true, loader->limits);
        ok = reader ? read_documents(&r, reader, NULL, item->name, err) : rj_error_no_memory(err);
        rj_document_reader_free(reader);
    }
    return ok;
}

/* ---- objects ---- */

static bool keep_object(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    keeper *k = ctx;
    rj_value object;
    if (!keep_document(k->loader, doc))
        return rj_error_no_memory(err);
    if (!rj_object_bind(doc, arena, &object, err)) {
        prefix_decode(doc->file, err);
        return false;
    }
    return rj_list_append(&k->values, &object) || rj_error_no_memory(err);
}

bool cli_load_object(cli_loader *loader, const rj_source_list *sources, const rj_value **out,
                     rj_error *err) {
    keeper k = {.loader = loader, .values = {.arena = loader->arena}};
    reading r = keeping(&k, keep_object);
    rj_input_failure failure;
    if (!read_sources(&r, sources, false, &failure, err))
        return false;
    if (k.values.count > 1)
        return rj_error_set(err, RJ_ERROR_TYPE, "get %zu objects, expect one at most",
                            k.values.count);
    if (k.values.count == 0)
        return rj_error_set(err, RJ_ERROR_TYPE, "there is no object in %s", sources->items[0].name);
    *out = &k.values.items[0];
    return true;
}

/* ---- definitions ---- */

typedef struct crd_keeper {
    cli_loader *loader;
    rj_probe_crds *crds;
} crd_keeper;

static bool keep_crd(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    const crd_keeper *k = ctx;
    (void)arena;
    return keep_document(k->loader, doc) ? rj_probe_crds_add(k->crds, doc, err)
                                         : rj_error_no_memory(err);
}

bool cli_load_crds(cli_loader *loader, const rj_source_list *sources, rj_probe_crds *crds,
                   rj_error *err) {
    crd_keeper k = {.loader = loader, .crds = crds};
    const reading r = {
        .limits = loader->limits, .arena = loader->arena, .take = keep_crd, .ctx = &k};
    rj_input_failure failure;
    return read_sources(&r, sources, true, &failure, err);
}

/* ---- status items ---- */

static bool keep_status_item(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    keeper *k = ctx;
    rj_value item;
    if (!rj_status_item_bind(doc, arena, &item, err)) {
        if (rj_value_is(&doc->root, RJ_KIND_LIST))
            rj_error_set_hint(err, "write the items below a key \"items:\", or each as a document "
                                   "of its own");
        return false;
    }
    return rj_list_append(&k->values, &item) || rj_error_no_memory(err);
}

/* The item that a document is, or those below its key "items". (The reference takes the latter for
 * one item without contents.) */
static bool keep_status_items(void *ctx, const rj_document *doc, rj_arena *arena, rj_error *err) {
    keeper *k = ctx;
    if (!keep_document(k->loader, doc))
        return rj_error_no_memory(err);
    const rj_value *items = rj_value_get(&doc->root, "items");
    if (!rj_value_is(items, RJ_KIND_LIST))
        return keep_status_item(k, doc, arena, err);
    for (size_t i = 0; i < items->list.count; i++) {
        const rj_document item = item_of(doc, &items->list.items[i]);
        if (!keep_status_item(k, &item, arena, err))
            return false;
    }
    return true;
}

bool cli_load_status_items(cli_loader *loader, const rj_source_list *sources, const rj_value **out,
                           rj_error *err) {
    keeper k = {.loader = loader, .values = {.arena = loader->arena}};
    reading r = keeping(&k, keep_status_items);
    rj_input_failure failure;
    if (!read_sources(&r, sources, true, &failure, err))
        return false;
    rj_value *list = rj_arena_calloc(loader->arena, 1, sizeof *list);
    if (!list)
        return rj_error_no_memory(err);
    *list = rj_list_finish(&k.values);
    *out = list;
    return true;
}
