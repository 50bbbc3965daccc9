/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/fleet_worker.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interp/cell.h"
#include "interp/session.h"
#include "interp/wire.h"
#include "rjinterp/object.h"

enum {
    SEND_BYTES = 64 * 1024
};

/* ---- frames ---- */

void rj_fleet_write_frame(const rj_fleet_frame *frame, const char *data, rj_buf *out) {
    rj_buf_append(out, (const char *)frame, sizeof *frame);
    rj_buf_append(out, data, (size_t)frame->bytes);
}

static void write_text(const char *text, rj_buf *out) {
    rj_buf_append(out, text, strlen(text) + 1);
}

void rj_fleet_write_object(const rj_fleet_object *object, rj_buf *out) {
    rj_buf_append(out, (const char *)&object->line, sizeof object->line);
    write_text(object->api_version, out);
    write_text(object->kind, out);
    write_text(object->namespace, out);
    write_text(object->name, out);
}

size_t rj_fleet_read_object(const char *data, size_t bytes, rj_arena *arena, rj_fleet_object *out) {
    const char **const texts[] = {&out->api_version, &out->kind, &out->namespace, &out->name};
    size_t at = sizeof out->line;
    if (bytes < at)
        return 0;
    memcpy(&out->line, data, sizeof out->line);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *end = memchr(data + at, '\0', bytes - at);
        if (!end)
            return 0;
        const size_t length = (size_t)(end - data) - at;
        *texts[i] = rj_arena_copy(arena, data + at, length);
        if (!*texts[i])
            return 0;
        at += length + 1;
    }
    return at;
}

/* ---- sending ---- */

typedef struct worker {
    const rj_fleet_work *work;
    int pipe_fd;
    rj_fleet_progress at;
    rj_buf pending;       /* frames to be sent */
    rj_buf frame;         /* contents of the frame in work */
    struct timespec sent; /* when frames were sent last */
    rj_session *session;
    rj_arena *documents; /* the text in work */
    rj_arena *arena;     /* the operation in work */
    rj_document_reader *reader;
    const char *reader_file; /* that the reader was made for */
    rj_request request;
} worker;

static void send_pending(worker *w) {
    if (!rj_buf_ok(&w->pending))
        _exit(RJ_CELL_EXIT_MEMORY);
    rj_cell_send(w->pipe_fd, rj_buf_text(&w->pending), w->pending.bytes);
    rj_buf_reset(&w->pending);
    clock_gettime(CLOCK_MONOTONIC, &w->sent);
}

static bool is_time_to_send(const worker *w) {
    if (w->work->is_careful || w->pending.bytes >= SEND_BYTES)
        return true;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t ms =
        (int64_t)(now.tv_sec - w->sent.tv_sec) * 1000 + (now.tv_nsec - w->sent.tv_nsec) / 1000000;
    return ms >= RJ_FLEET_FLUSH_MS;
}

/* The frame's contents are w->frame, which is emptied. */
static void add_frame(worker *w, rj_fleet_frame_kind kind) {
    if (!rj_buf_ok(&w->frame))
        _exit(RJ_CELL_EXIT_MEMORY);
    const rj_fleet_frame head = {.kind = kind,
                                 .text = w->at.text,
                                 .object = w->at.object,
                                 .operation = w->at.operation,
                                 .bytes = w->frame.bytes};
    rj_fleet_write_frame(&head, rj_buf_text(&w->frame), &w->pending);
    rj_buf_reset(&w->frame);
    if (is_time_to_send(w))
        send_pending(w);
}

static void send_print(void *ctx, const char *data, size_t bytes) {
    worker *w = ctx;
    rj_buf_append(&w->frame, data, bytes);
    add_frame(w, RJ_FLEET_FRAME_PRINT);
}

/* ---- one object ---- */

static const char *text_at(const rj_value *map, const char *key) {
    const char *text = rj_value_get_text(map, key);
    return text ? text : "";
}

static rj_fleet_object describe(const rj_value *object) {
    const rj_value *metadata = rj_value_get(object, "metadata");
    return (rj_fleet_object){.line = object->at.line,
                             .api_version = text_at(object, "apiVersion"),
                             .kind = text_at(object, "kind"),
                             .namespace = text_at(metadata, "namespace"),
                             .name = text_at(metadata, "name")};
}

/* FAILED: what is known of the object, then the error. */
static void add_failure(worker *w, const rj_value *object, uint32_t line, const rj_error *err) {
    rj_fleet_object known = describe(object ? object : &rj_value_null);
    if (!known.line)
        known.line = line;
    rj_fleet_write_object(&known, &w->frame);
    rj_wire_write_error(err, &w->frame);
    add_frame(w, RJ_FLEET_FRAME_FAILED);
}

/* Runs the operation; its frame has the result or the error. */
static void run_operation(worker *w) {
    rj_result result = {0};
    rj_error err = RJ_ERROR_INIT;
    if (w->work->is_careful)
        add_frame(w, RJ_FLEET_FRAME_RUNNING);
    const bool ok = rj_interp_run_in_session(w->session, &w->request, w->arena, &result, &err);
    if (ok) {
        rj_wire_write_result(&result, w->request.customizations, &w->frame);
        add_frame(w, RJ_FLEET_FRAME_RESULT);
    } else {
        rj_wire_write_error(&err, &w->frame);
        add_frame(w, RJ_FLEET_FRAME_ERROR);
    }
    rj_error_clear(&err);
}

static bool is_enabled(worker *w, const rj_value *object, rj_operation operation) {
    const rj_rule_match *matches;
    size_t count = 0;
    rj_error ignored = RJ_ERROR_INIT;
    const bool ok = rj_customization_set_match(
        w->work->fleet->customizations, operation, text_at(object, "apiVersion"),
        text_at(object, "kind"), w->arena, &matches, &count, &ignored);
    rj_error_clear(&ignored);
    return ok && count > 0;
}

static bool any_is_enabled(worker *w, const rj_value *object) {
    const rj_fleet *f = w->work->fleet;
    for (size_t i = 0; i < f->operation_count; i++)
        if (is_enabled(w, object, f->operations[i]))
            return true;
    return false;
}

static void run_operations(worker *w, const rj_value *object) {
    const rj_fleet *f = w->work->fleet;
    w->request.desired = f->each_is_desired ? object : f->other;
    w->request.observed = f->each_is_desired ? f->other : object;
    /* The first of the list says that nothing is enabled. */
    const bool only_first = f->where_enabled && !any_is_enabled(w, object);
    for (; w->at.operation < f->operation_count; w->at.operation++) {
        w->request.operation = f->operations[w->at.operation];
        const rj_value *chooses =
            w->request.operation == RJ_OPERATION_RETAIN ? w->request.desired : object;
        if (only_first ? w->at.operation == 0
                       : !f->where_enabled || is_enabled(w, chooses, w->request.operation))
            run_operation(w);
        rj_arena_reset(w->arena);
    }
}

/* In the shard, and not done by an earlier worker. */
static bool is_due(const worker *w) {
    const rj_fleet *f = w->work->fleet;
    const rj_fleet_progress *from = &w->work->from;
    if (w->at.text == from->text && w->at.object < from->object)
        return false;
    return (w->work->items[w->at.text].number + w->at.object) % f->shard_count == f->shard_index;
}

/* The next object of the text, unless it has had its turn. */
static void do_object(worker *w, const rj_document *doc) {
    const rj_fleet_progress *from = &w->work->from;
    const bool is_first = w->at.text == from->text && w->at.object == from->object;
    rj_value object;
    rj_error err = RJ_ERROR_INIT;
    if (is_due(w)) {
        w->at.operation = is_first ? from->operation : 0;
        if (!rj_object_bind(doc, w->documents, &object, &err)) {
            add_failure(w, &doc->root, doc->first_line, &err);
        } else {
            const rj_fleet_object known = describe(&object);
            if (!is_first || !from->is_open) {
                rj_fleet_write_object(&known, &w->frame);
                add_frame(w, RJ_FLEET_FRAME_OBJECT);
            }
            run_operations(w, &object);
            add_frame(w, RJ_FLEET_FRAME_OBJECT_END);
        }
    }
    rj_error_clear(&err);
    w->at.object++;
}

/* ---- one text ---- */

static bool is_list(const rj_value *root) {
    const rj_value *kind = rj_value_get(root, "kind");
    return rj_value_is(rj_value_get(root, "items"), RJ_KIND_LIST) &&
           rj_value_is(kind, RJ_KIND_STRING) && kind->string.bytes >= 4 &&
           memcmp(kind->string.data + kind->string.bytes - 4, "List", 4) == 0;
}

static void do_document(worker *w, const rj_document *doc) {
    rj_value list;
    rj_error err = RJ_ERROR_INIT;
    if (!is_list(&doc->root)) {
        do_object(w, doc);
        return;
    }
    if (!rj_object_bind(doc, w->documents, &list, &err)) {
        if (is_due(w))
            add_failure(w, &doc->root, doc->first_line, &err);
        w->at.object++;
        rj_error_clear(&err);
        return;
    }
    const rj_value *items = rj_value_get(&list, "items");
    for (size_t i = 0; i < items->list.count; i++) {
        rj_document item = {
            .root = items->list.items[i], .file = doc->file, .first_line = doc->first_line};
        do_object(w, &item);
    }
}

static bool ready_reader(worker *w, const rj_fleet_batch_text *text) {
    if (!w->reader || w->reader_file != text->file) {
        rj_document_reader_free(w->reader);
        w->reader = rj_document_reader_new_bytes("", 0, text->file, false, w->request.limits);
        w->reader_file = text->file;
    }
    if (w->reader)
        rj_document_reader_restart(w->reader, w->work->texts + text->offset, text->bytes, text->at);
    return w->reader != NULL;
}

static void do_readable(worker *w, const rj_fleet_batch_text *text) {
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    rj_read_status status = RJ_READ_DOCUMENT;
    if (!ready_reader(w, text)) {
        rj_error_no_memory(&err);
        status = RJ_READ_FAILED;
    }
    while (status == RJ_READ_DOCUMENT) {
        status = rj_document_next(w->reader, w->documents, &doc, &err);
        if (status == RJ_READ_DOCUMENT)
            do_document(w, &doc);
    }
    if (status == RJ_READ_FAILED && is_due(w))
        add_failure(w, NULL, err.at.line ? err.at.line : text->at.line, &err);
    w->at.object += status == RJ_READ_FAILED;
    rj_error_clear(&err);
}

static void do_text(worker *w) {
    const rj_fleet_batch_text *text = &w->work->items[w->at.text];
    w->at.object = w->at.operation = 0;
    if (!text->is_failure) {
        do_readable(w, text);
    } else if (is_due(w)) {
        const rj_fleet_object none = describe(&rj_value_null);
        rj_fleet_write_object(&none, &w->frame);
        rj_buf_append(&w->frame, w->work->texts + text->offset, text->bytes);
        add_frame(w, RJ_FLEET_FRAME_FAILED);
        w->at.object++;
    }
    add_frame(w, RJ_FLEET_FRAME_TEXT_END);
    rj_arena_reset(w->documents);
}

_Noreturn void rj_fleet_worker(const rj_fleet_work *work, int pipe_fd) {
    const rj_fleet *f = work->fleet;
    const rj_limits *limits = f->limits ? f->limits : rj_limits_default();
    worker w = {.work = work,
                .pipe_fd = pipe_fd,
                .session = rj_session_new(f->customizations, limits),
                .documents = rj_arena_new(limits->max_tree_bytes),
                .arena = rj_arena_new(rj_cell_result_bytes(limits))};
    if (!w.session || !w.documents || !w.arena)
        _exit(RJ_CELL_EXIT_MEMORY);
    w.request = (rj_request){.customizations = f->customizations,
                             .status_items = f->status_items,
                             .desired_replica = f->desired_replica,
                             .limits = limits,
                             .print = f->print ? send_print : NULL,
                             .print_ctx = &w};
    clock_gettime(CLOCK_MONOTONIC, &w.sent);
    for (w.at.text = work->from.text; w.at.text < work->count; w.at.text++)
        do_text(&w);
    send_pending(&w);
    _exit(0);
}
