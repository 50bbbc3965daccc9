/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/testcase.h"

#include <string.h>

#include "rjinterp/input.h"
#include "rjinterp/object.h"
#include "suite/find.h"

/* ---- the fields of a case ---- */

typedef enum field_kind {
    FIELD_NAME,
    FIELD_DESCRIPTION,
    FIELD_OPERATION,
    FIELD_OUTPUT,
    FIELD_ERROR,
    FIELD_SKIP,
    FIELD_REPLICAS,
    FIELD_DESIRED,
    FIELD_OBSERVED,
    FIELD_ITEMS,
    FIELD_DESIRED_PATH,
    FIELD_OBSERVED_PATH,
    FIELD_ITEMS_PATH
} field_kind;

typedef struct field {
    const char *name;
    field_kind kind;
} field;

static const field stream_fields[] = {
    {"name", FIELD_NAME},
    {"description", FIELD_DESCRIPTION},
    {"operation", FIELD_OPERATION},
    {"desiredObj", FIELD_DESIRED},
    {"observedObj", FIELD_OBSERVED},
    {"statusItems", FIELD_ITEMS},
    {"inputReplicas", FIELD_REPLICAS},
    {"output", FIELD_OUTPUT},
    {"error", FIELD_ERROR},
    {"skip", FIELD_SKIP},
};

static const field table_fields[] = {
    {"name", FIELD_NAME},
    {"description", FIELD_DESCRIPTION},
    {"operation", FIELD_OPERATION},
    {"desiredInputPath", FIELD_DESIRED_PATH},
    {"observedInputPath", FIELD_OBSERVED_PATH},
    {"statusInputPath", FIELD_ITEMS_PATH},
    {"desiredReplicas", FIELD_REPLICAS},
    {"output", FIELD_OUTPUT},
    {"error", FIELD_ERROR},
    {"skip", FIELD_SKIP},
};

typedef struct format {
    const field *fields;
    size_t count;
} format;

static const format stream_format = {stream_fields, sizeof stream_fields / sizeof *stream_fields};
static const format table_format = {table_fields, sizeof table_fields / sizeof *table_fields};

/* A case that is being read. */
typedef struct draft {
    const case_reader *reader;
    const char *file;
    rj_suite_case made;
} draft;

/* ---- documents ---- */

static bool read_all(const case_reader *reader, rj_document_reader *documents, const char *file,
                     document_fn take, void *ctx, rj_error *err) {
    for (;;) {
        rj_document doc;
        switch (rj_document_next(documents, reader->arena, &doc, err)) {
        case RJ_READ_END:
            return true;
        case RJ_READ_FAILED:
            return false;
        case RJ_READ_DOCUMENT:
            doc.file = file; /* lives longer than the reader */
            if (!take(ctx, &doc, err))
                return false;
        }
    }
}

bool testcase_documents(const case_reader *reader, const char *file, document_fn take, void *ctx,
                        rj_error *err) {
    const rj_source source = {.kind = RJ_SOURCE_FILE, .name = file};
    rj_input input;
    rj_input_failure failure;
    if (!rj_input_open(&source, &input, &failure, err))
        return false;
    rj_document_reader *documents =
        rj_document_reader_new(rj_input_read, &input, file, true, reader->limits);
    bool ok =
        documents ? read_all(reader, documents, file, take, ctx, err) : rj_error_no_memory(err);
    if (!ok && input.error) {
        char room[128];
        rj_error_set(err, RJ_ERROR_IO, "read %s: %s", file,
                     rj_input_errno_text(input.error, room, sizeof room));
    }
    if (!ok)
        rj_error_locate(err, file, (rj_position){0});
    rj_document_reader_free(documents);
    rj_input_close(&input);
    return ok;
}

/* ---- entries ---- */

static bool add_case(case_reader *r, const rj_suite_case *item) {
    rj_suite_case *items = rj_arena_grow(r->arena, r->cases, r->count, &r->capacity, sizeof *items);
    if (!items)
        return false;
    r->cases = items;
    r->cases[r->count++] = *item;
    return true;
}

static const char *copy(rj_arena *arena, const char *text) {
    return rj_arena_copy(arena, text, strlen(text));
}

/* The first problem stays. */
static bool set_problem(rj_suite_case *item, const char *file, rj_position at, rj_error *err,
                        rj_arena *arena) {
    if (!item->problem) {
        item->problem = copy(arena, err->message ? err->message : "out of memory");
        item->problem_file = err->file ? copy(arena, err->file) : file;
        item->problem_at = err->file || err->at.line ? err->at : at;
    }
    rj_error_clear(err);
    return item->problem && item->problem_file;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool testcase_add_problem(case_reader *reader, const char *file, rj_error *err) {
    rj_suite_case item = {
        .directory = reader->directory, .file = file, .name = base_name(file), .is_file = true};
    return set_problem(&item, file, (rj_position){0}, err, reader->arena) &&
           add_case(reader, &item);
}

/* ---- values of fields ---- */

static bool wrong(const rj_value *value, const char *name, const char *wanted, rj_error *err) {
    rj_error_set(err, RJ_ERROR_TYPE, "%s has to be %s, not %s %s", name, wanted,
                 strchr("ao", *rj_kind_json_name((rj_kind)value->kind)) ? "an" : "a",
                 rj_kind_json_name((rj_kind)value->kind));
    rj_error_locate(err, NULL, value->at);
    return false;
}

static bool take_text(const rj_value *value, const char *name, const char **out, rj_error *err) {
    if (value->kind != RJ_KIND_STRING)
        return wrong(value, name, "a text", err);
    *out = value->string.data;
    return true;
}

static bool take_operation(const rj_value *value, draft *d, rj_error *err) {
    const char *text;
    if (!take_text(value, "operation", &text, err))
        return false;
    d->made.rule = rj_rule_find(text);
    if (d->made.rule)
        return true;
    rj_buf names = RJ_BUF_INIT;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        rj_buf_printf(&names, "%s%s", i ? ", " : "", rj_rule_of((rj_operation)i)->name);
    rj_error_set(err, RJ_ERROR_TYPE, "operation %s is not supported. Use one of: %s", text,
                 rj_buf_text(&names));
    rj_buf_free(&names);
    rj_error_locate(err, NULL, value->at);
    return false;
}

static bool take_output(const rj_value *value, draft *d, rj_error *err) {
    if (value->kind != RJ_KIND_MAP)
        return wrong(value, "output", "a mapping from results to values", err);
    d->made.output = value->map.count ? value : NULL;
    return true;
}

static bool take_replicas(const rj_value *value, const char *name, draft *d, rj_error *err) {
    const bool is_whole = rj_value_is_number(value) && value->number.f64 >= INT32_MIN &&
                          value->number.f64 <= INT32_MAX &&
                          (double)(int32_t)value->number.f64 == value->number.f64;
    if (!is_whole) {
        rj_error_set(err, RJ_ERROR_TYPE, "%s has to be a whole number of 32 bits", name);
        rj_error_locate(err, NULL, value->at);
        return false;
    }
    d->made.desired_replica = (int32_t)value->number.f64;
    return true;
}

static rj_document as_document(const draft *d, const rj_value *value) {
    return (rj_document){.root = *value, .file = d->file, .first_line = value->at.line};
}

static bool take_object(const rj_value *value, draft *d, const rj_value **out, rj_error *err) {
    const rj_document doc = as_document(d, value);
    rj_value *object = rj_arena_calloc(d->reader->arena, 1, sizeof *object);
    if (!object)
        return rj_error_no_memory(err);
    if (!rj_object_bind(&doc, d->reader->arena, object, err))
        return false;
    *out = object;
    return true;
}

static bool finish_items(const rj_list_builder *builder, draft *d, rj_error *err) {
    rj_value *list = rj_arena_calloc(d->reader->arena, 1, sizeof *list);
    if (!list)
        return rj_error_no_memory(err);
    *list = rj_list_finish(builder);
    d->made.status_items = list;
    return true;
}

static bool add_item(rj_list_builder *builder, const rj_document *doc, rj_error *err) {
    rj_value item;
    return rj_status_item_bind(doc, builder->arena, &item, err) &&
           (rj_list_append(builder, &item) || rj_error_no_memory(err));
}

static bool take_items(const rj_value *value, draft *d, rj_error *err) {
    if (value->kind != RJ_KIND_LIST)
        return wrong(value, "statusItems", "a list", err);
    rj_list_builder builder = {.arena = d->reader->arena};
    for (size_t i = 0; i < value->list.count; i++) {
        const rj_document doc = as_document(d, &value->list.items[i]);
        if (!add_item(&builder, &doc, err))
            return false;
    }
    return finish_items(&builder, d, err);
}

/* ---- files that fields name ---- */

typedef struct gathering {
    draft *d;
    const rj_value **object;
    size_t count;
    rj_list_builder items;
} gathering;

static bool gather_object(void *ctx, const rj_document *doc, rj_error *err) {
    gathering *g = ctx;
    rj_value *object = rj_arena_calloc(g->d->reader->arena, 1, sizeof *object);
    if (!object)
        return rj_error_no_memory(err);
    if (g->count++) {
        rj_error_set(err, RJ_ERROR_TYPE, "%s has more than one object", doc->file);
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    *g->object = object;
    return rj_object_bind(doc, g->d->reader->arena, object, err);
}

static bool gather_item(void *ctx, const rj_document *doc, rj_error *err) {
    gathering *g = ctx;
    return add_item(&g->items, doc, err);
}

static bool take_path(const rj_value *value, const field *f, draft *d, const rj_value **object,
                      rj_error *err) {
    const char *name;
    if (!take_text(value, f->name, &name, err))
        return false;
    if (!*name)
        return true;
    const char *path =
        *name == '/' ? name : find_join(d->reader->arena, d->reader->directory->path, name);
    if (!path)
        return rj_error_no_memory(err);
    gathering g = {.d = d, .object = object, .items = {.arena = d->reader->arena}};
    if (!testcase_documents(d->reader, path, object ? gather_object : gather_item, &g, err))
        return false;
    if (!object)
        return finish_items(&g.items, d, err);
    return *object || rj_error_set(err, RJ_ERROR_TYPE, "there is no object in %s", path);
}

/* ---- a case ---- */

static bool take_field(const field *f, const rj_value *value, draft *d, rj_error *err) {
    rj_suite_case *made = &d->made;
    switch (f->kind) {
    case FIELD_NAME:
        return take_text(value, f->name, &made->name, err);
    case FIELD_DESCRIPTION:
        return take_text(value, f->name, &made->description, err);
    case FIELD_OPERATION:
        return take_operation(value, d, err);
    case FIELD_OUTPUT:
        return take_output(value, d, err);
    case FIELD_ERROR:
        return take_text(value, f->name, &made->expected_error, err);
    case FIELD_SKIP:
        return take_text(value, f->name, &made->skip, err);
    case FIELD_REPLICAS:
        return take_replicas(value, f->name, d, err);
    case FIELD_DESIRED:
        return take_object(value, d, &made->desired, err);
    case FIELD_OBSERVED:
        return take_object(value, d, &made->observed, err);
    case FIELD_ITEMS:
        return take_items(value, d, err);
    case FIELD_DESIRED_PATH:
        return take_path(value, f, d, &made->desired, err);
    case FIELD_OBSERVED_PATH:
        return take_path(value, f, d, &made->observed, err);
    case FIELD_ITEMS_PATH:
        return take_path(value, f, d, NULL, err);
    }
    return true;
}

static const field *find_field(const format *f, const char *name) {
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

static bool add_note(const rj_member *member, draft *d, size_t capacity) {
    rj_suite_case *made = &d->made;
    rj_buf text = RJ_BUF_INIT;
    if (!made->notes)
        made->notes = rj_arena_calloc(d->reader->arena, capacity, sizeof *made->notes);
    rj_buf_printf(&text, "unknown field \"%s\"", member->key);
    const char *kept = rj_arena_copy(d->reader->arena, rj_buf_text(&text), text.bytes);
    const bool ok = made->notes && kept && rj_buf_ok(&text);
    if (ok)
        ((rj_suite_note *)(uintptr_t)made->notes)[made->note_count++] =
            (rj_suite_note){.text = kept, .at = member->key_at};
    rj_buf_free(&text);
    return ok;
}

static bool read_fields(const format *f, const rj_value *map, draft *d) {
    for (size_t i = 0; i < map->map.count; i++) {
        const rj_member *member = &map->map.members[i];
        const field *known = find_field(f, member->key);
        rj_error err = RJ_ERROR_INIT;
        bool ok = true;
        if (!known)
            ok = add_note(member, d, map->map.count);
        else if (member->value.kind != RJ_KIND_NULL && !take_field(known, &member->value, d, &err))
            ok = set_problem(&d->made, d->file, member->key_at, &err, d->reader->arena);
        rj_error_clear(&err);
        if (!ok)
            return false;
    }
    return true;
}

/* What the fields together lack. */
static bool check_whole(const rj_value *map, draft *d) {
    rj_error err = RJ_ERROR_INIT;
    const rj_value *operation = rj_value_get(map, "operation");
    if (!operation || operation->kind == RJ_KIND_NULL)
        rj_error_set(&err, RJ_ERROR_TYPE, "the case names no operation");
    else if (d->made.output && d->made.expected_error)
        rj_error_set(&err, RJ_ERROR_TYPE, "a case can expect an output or an error, not both");
    return !err.message || set_problem(&d->made, d->file, map->at, &err, d->reader->arena);
}

static const char *default_name(const draft *d, const rj_value *map, size_t index) {
    const char *operation = rj_value_get_text(map, "operation");
    const char *desired = rj_value_get_text(map, "desiredInputPath");
    const char *observed = rj_value_get_text(map, "observedInputPath");
    const char *path = desired && *desired ? desired : observed;
    rj_buf text = RJ_BUF_INIT;
    if (path && *path)
        rj_buf_printf(&text, "%s %s", operation ? operation : "?", base_name(path));
    else
        rj_buf_printf(&text, "%s#%zu", base_name(d->file), index + 1);
    const char *name = rj_arena_copy(d->reader->arena, rj_buf_text(&text), text.bytes);
    const bool ok = rj_buf_ok(&text);
    rj_buf_free(&text);
    return ok ? name : NULL;
}

static bool read_case(case_reader *reader, const format *f, const char *file, const rj_value *map,
                      size_t document, size_t index) {
    draft d = {.reader = reader, .file = file};
    d.made = (rj_suite_case){.directory = reader->directory,
                             .file = file,
                             .at = map->at,
                             .document = document,
                             .is_listed = f == &table_format,
                             .entry = index};
    if (map->kind != RJ_KIND_MAP) {
        rj_error err = RJ_ERROR_INIT;
        wrong(map, "a case", "a mapping", &err);
        if (!set_problem(&d.made, file, map->at, &err, reader->arena))
            return false;
    } else if (!read_fields(f, map, &d) || !check_whole(map, &d)) {
        return false;
    }
    if (!d.made.name || !*d.made.name)
        d.made.name = default_name(&d, map, index);
    return d.made.name && add_case(reader, &d.made);
}

/* ---- the formats ---- */

typedef struct stream {
    case_reader *reader;
    bool only_operations;
} stream;

static bool take_case(void *ctx, const rj_document *doc, rj_error *err) {
    const stream *s = ctx;
    if (s->only_operations && !rj_value_get(&doc->root, "operation"))
        return true;
    return read_case(s->reader, &stream_format, doc->file, &doc->root, doc->index, doc->index) ||
           rj_error_no_memory(err);
}

static bool is_no_memory(const rj_error *err) {
    return err->code == RJ_ERROR_MEMORY;
}

static bool read_file(case_reader *reader, const char *file, document_fn take, void *ctx) {
    rj_error err = RJ_ERROR_INIT;
    if (testcase_documents(reader, file, take, ctx, &err))
        return true;
    if (!is_no_memory(&err))
        return testcase_add_problem(reader, file, &err);
    rj_error_clear(&err);
    return false;
}

bool testcase_read_stream(case_reader *reader, const char *file, bool only_operations) {
    stream s = {.reader = reader, .only_operations = only_operations};
    return read_file(reader, file, take_case, &s);
}

static bool take_table(void *ctx, const rj_document *doc, rj_error *err) {
    case_reader *reader = ctx;
    const rj_value *tests = rj_value_get(&doc->root, "tests");
    if (!rj_value_is(tests, RJ_KIND_LIST)) {
        rj_error_set(err, RJ_ERROR_TYPE, "there is no list \"tests\"");
        rj_error_locate(err, doc->file, tests ? tests->at : doc->root.at);
        return false;
    }
    for (size_t i = 0; i < tests->list.count; i++)
        if (!read_case(reader, &table_format, doc->file, &tests->list.items[i], doc->index, i))
            return rj_error_no_memory(err);
    return true;
}

bool testcase_read_table(case_reader *reader, const char *file) {
    return read_file(reader, file, take_table, reader);
}
