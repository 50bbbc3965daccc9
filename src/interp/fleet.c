/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/fleet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "interp/cell.h"
#include "interp/fleet_worker.h"
#include "interp/wire.h"

enum {
    FIRST_BATCH_BYTES = 16 * 1024, /* small at first, so that few objects use all workers too */
    LARGEST_BATCH_BYTES = 512 * 1024,
    LARGEST_BATCH_TEXTS = 1024,
    /* Answers of a batch whose turn hasn't come: with more, its worker has to wait. */
    MOST_WAITING_BYTES = 2 * 1024 * 1024,
    READ_BYTES = 64 * 1024,
    LONGEST_POLL_MS = 200, /* between two looks at is_stopped() */
    READING_MS = 5000,     /* for reading texts and making results, beside the scripts' time */
    BYTES_PER_MS = 1000    /* of texts, on a slow machine */
};

typedef struct batch {
    rj_buf texts;
    rj_buf items;   /* of rj_fleet_batch_text */
    rj_buf frames;  /* what came from the worker and was not delivered */
    size_t checked; /* bytes of frames that are whole frames */
    rj_fleet_progress progress;
    uint64_t printed_bytes; /* by the operation in work */
    pid_t pid;              /* 0: no worker */
    int fd;
    int64_t heard_ms; /* when the worker said something last */
    bool is_held;     /* it has to wait */
    bool is_careful;
    const char *nonsense; /* why what it said is no answer */
} batch;

typedef struct run {
    const rj_fleet *fleet;
    const rj_limits *limits;
    rj_cell cell;
    batch *batches; /* a ring: `used` of them from `head` on, in the order of the input */
    size_t capacity, head, used;
    size_t batch_bytes; /* of the next one */
    uint64_t numbers;   /* texts so far */
    bool input_ended;
    bool stopped;
    rj_arena *arena;        /* an event's values */
    rj_arena *object_arena; /* of the object in delivery */
    rj_fleet_object object;
    struct pollfd *polls;
    rj_error *err;
} run;

static batch *batch_at(const run *r, size_t i) {
    return &r->batches[(r->head + i) % r->capacity];
}

static rj_fleet_batch_text *items_of(const batch *b) {
    return (rj_fleet_batch_text *)(void *)b->items.data;
}

static size_t item_count(const batch *b) {
    return b->items.bytes / sizeof(rj_fleet_batch_text);
}

static bool is_complete(const batch *b) {
    return b->progress.text >= item_count(b);
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool is_stopped(run *r) {
    if (!r->stopped && r->fleet->is_stopped)
        r->stopped = r->fleet->is_stopped(r->fleet->ctx);
    return r->stopped;
}

/* ---- filling a batch ---- */

static bool contains(const rj_fleet_text *text, const char *what) {
    return memmem(text->text, text->bytes, what, strlen(what)) != NULL;
}

/* Another shard's. What may hold several objects is for the worker to divide. */
static bool is_elsewhere(const run *r, const rj_fleet_text *text) {
    const rj_fleet *f = r->fleet;
    if (r->numbers % f->shard_count == f->shard_index)
        return false;
    return text->failure ||
           !(contains(text, "items") || contains(text, "\\") || contains(text, "\n---"));
}

static void add_text(run *r, batch *b, const rj_fleet_text *text) {
    rj_fleet_batch_text item = {.offset = b->texts.bytes,
                                .file = text->file,
                                .at = text->at,
                                .number = r->numbers,
                                .is_failure = text->failure != NULL};
    if (text->failure)
        rj_wire_write_error(text->failure, &b->texts);
    else
        rj_buf_append(&b->texts, text->text, text->bytes);
    item.bytes = b->texts.bytes - item.offset;
    rj_buf_append(&b->items, (const char *)&item, sizeof item);
}

static bool fill_batch(run *r, batch *b) {
    const rj_fleet *f = r->fleet;
    rj_buf_reset(&b->texts);
    rj_buf_reset(&b->items);
    rj_buf_reset(&b->frames);
    b->checked = 0;
    b->progress = (rj_fleet_progress){0};
    b->is_careful = false;
    while (b->texts.bytes < r->batch_bytes && item_count(b) < LARGEST_BATCH_TEXTS) {
        rj_fleet_text text;
        const rj_read_status status = f->next(f->ctx, &text, r->err);
        if (status == RJ_READ_FAILED)
            return false;
        if (status == RJ_READ_END) {
            r->input_ended = true;
            break;
        }
        if (!is_elsewhere(r, &text))
            add_text(r, b, &text);
        r->numbers++;
        if (is_stopped(r))
            break;
    }
    if (r->batch_bytes < LARGEST_BATCH_BYTES)
        r->batch_bytes *= 2;
    return (rj_buf_ok(&b->texts) && rj_buf_ok(&b->items)) || rj_error_no_memory(r->err);
}

/* ---- workers ---- */

static bool start_worker(run *r, batch *b) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return rj_error_set(r->err, RJ_ERROR_IO, "cannot start a worker: pipe: %s",
                            strerror(errno));
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        const rj_fleet_work work = {.fleet = r->fleet,
                                    .texts = rj_buf_text(&b->texts),
                                    .items = items_of(b),
                                    .count = item_count(b),
                                    .from = b->progress,
                                    .is_careful = b->is_careful};
        const int fd = rj_cell_enter(&r->cell, ends[1], parent);
        if (fd < 0)
            _exit(rj_cell_exit_status(errno));
        rj_fleet_worker(&work, fd);
    }
    const int fork_errno = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return rj_error_set(r->err, RJ_ERROR_IO, "cannot start a worker: fork: %s",
                            strerror(fork_errno));
    }
    b->pid = pid;
    b->fd = ends[0];
    b->heard_ms = now_ms();
    b->nonsense = NULL;
    return true;
}

/* Ends the worker, whatever it does; one that closed its pipe gets a moment to end by itself.
 * Returns its wait status. */
static int end_worker(batch *b, bool at_once) {
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; !at_once && ended == 0 && i < RJ_JAIL_GRACE_MS; i++) {
        ended = waitpid(b->pid, &status, WNOHANG);
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (ended != b->pid) {
        kill(b->pid, SIGKILL);
        while (waitpid(b->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    close(b->fd);
    b->pid = 0;
    return status;
}

/* ---- what a worker says ---- */

static bool nonsense(batch *b, const char *what) {
    b->nonsense = what;
    return false;
}

static bool is_expected(const run *r, batch *b, const rj_fleet_frame *frame) {
    const rj_fleet_progress *at = &b->progress;
    if (frame->kind < RJ_FLEET_FRAME_OBJECT || frame->kind > RJ_FLEET_FRAME_TEXT_END ||
        frame->text != at->text || frame->text >= item_count(b) || frame->object < at->object)
        return nonsense(b, "its answer makes no sense");
    const bool is_in_object =
        frame->kind >= RJ_FLEET_FRAME_RUNNING && frame->kind <= RJ_FLEET_FRAME_OBJECT_END;
    if (is_in_object != at->is_open || (is_in_object && frame->object != at->object) ||
        frame->object > items_of(b)[frame->text].bytes)
        return nonsense(b, "its answer is out of order");
    if (is_in_object && frame->kind != RJ_FLEET_FRAME_OBJECT_END &&
        (frame->operation < at->operation || frame->operation >= r->fleet->operation_count))
        return nonsense(b, "its answer is out of order");
    if (frame->bytes > 2 * (uint64_t)r->limits->max_output_bytes + 65536)
        return nonsense(b, "its answer is too large");
    return true;
}

static bool note_progress(const run *r, batch *b, const rj_fleet_frame *frame) {
    rj_fleet_progress *at = &b->progress;
    at->object = frame->object;
    switch ((rj_fleet_frame_kind)frame->kind) {
    case RJ_FLEET_FRAME_OBJECT:
        at->is_open = true;
        at->operation = 0;
        break;
    case RJ_FLEET_FRAME_RUNNING:
        at->operation = frame->operation;
        break;
    case RJ_FLEET_FRAME_PRINT:
        b->printed_bytes += frame->bytes;
        if (b->printed_bytes > (uint64_t)r->limits->max_print_bytes + 65536)
            return nonsense(b, "it printed more than the limit");
        break;
    case RJ_FLEET_FRAME_RESULT:
    case RJ_FLEET_FRAME_ERROR:
        at->operation = frame->operation + 1;
        b->printed_bytes = 0;
        break;
    case RJ_FLEET_FRAME_OBJECT_END:
    case RJ_FLEET_FRAME_FAILED:
        at->object++;
        at->operation = 0;
        at->is_open = false;
        break;
    case RJ_FLEET_FRAME_TEXT_END:
        *at = (rj_fleet_progress){.text = frame->text + 1};
        break;
    }
    return true;
}

/* Checks the heads of what came; false when it makes no sense. */
static bool check_frames(const run *r, batch *b) {
    rj_fleet_frame head;
    while (b->frames.bytes - b->checked >= sizeof head) {
        memcpy(&head, b->frames.data + b->checked, sizeof head);
        if (!is_expected(r, b, &head))
            return false;
        if (b->frames.bytes - b->checked - sizeof head < head.bytes)
            return true;
        if (!note_progress(r, b, &head))
            return false;
        b->checked += sizeof head + (size_t)head.bytes;
    }
    return true;
}

/* ---- a worker that ends too early ---- */

static void describe_death(const run *r, const batch *b, bool is_late, int status, rj_error *err) {
    if (is_late) {
        rj_error_set(err, RJ_ERROR_DEADLINE, "context deadline exceeded");
        rj_error_set_hint(err,
                          "the script did not stop at its limit of %u ms (--timeout), so its "
                          "process was ended",
                          (unsigned)r->limits->timeout_ms);
    } else if (b->nonsense) {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process was ended: %s", b->nonsense);
    } else if (WIFSIGNALED(status)) {
        rj_error_set(err, RJ_ERROR_SCRIPT, "the script's process was ended by signal %d (%s)",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == RJ_CELL_EXIT_MEMORY) {
        rj_error_no_memory(err);
    } else {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process ended early with status %d",
                     WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
}

/* A frame in the worker's place. */
static void add_frame(run *r, batch *b, rj_fleet_frame_kind kind, const rj_buf *contents) {
    const rj_fleet_frame frame = {.kind = kind,
                                  .text = b->progress.text,
                                  .object = b->progress.object,
                                  .operation = b->progress.operation,
                                  .bytes = contents->bytes};
    rj_fleet_write_frame(&frame, rj_buf_text(contents), &b->frames);
    b->checked = b->frames.bytes;
    (void)note_progress(r, b, &frame);
}

/* The operation during which the worker ended gets the blame, or the text that it read. */
static bool blame(run *r, batch *b, const rj_error *death) {
    const rj_buf nothing = RJ_BUF_INIT;
    rj_buf contents = RJ_BUF_INIT;
    b->frames.bytes = b->checked;
    if (b->progress.is_open && b->progress.operation < r->fleet->operation_count) {
        rj_wire_write_error(death, &contents);
        add_frame(r, b, RJ_FLEET_FRAME_ERROR, &contents);
    } else if (b->progress.is_open) {
        add_frame(r, b, RJ_FLEET_FRAME_OBJECT_END, &nothing);
    } else {
        const rj_fleet_object unknown = {.line = items_of(b)[b->progress.text].at.line,
                                         .api_version = "",
                                         .kind = "",
                                         .namespace = "",
                                         .name = ""};
        rj_fleet_write_object(&unknown, &contents);
        rj_wire_write_error(death, &contents);
        add_frame(r, b, RJ_FLEET_FRAME_FAILED, &contents);
        add_frame(r, b, RJ_FLEET_FRAME_TEXT_END, &nothing);
    }
    bool ok = rj_buf_ok(&contents) && rj_buf_ok(&b->frames);
    rj_buf_free(&contents);
    return ok || rj_error_no_memory(r->err);
}

/* The worker has ended or is ended now. What is left gets another one, which is careful; if that
 * was careful already, the culprit is known. */
static bool go_on(run *r, batch *b, bool is_late) {
    const int status = end_worker(b, is_late || b->nonsense || is_complete(b));
    b->frames.bytes = b->checked;
    b->printed_bytes = 0;
    if (is_complete(b) || is_stopped(r))
        return true;
    if (b->is_careful) {
        rj_error death = RJ_ERROR_INIT;
        describe_death(r, b, is_late, status, &death);
        const bool ok = blame(r, b, &death);
        rj_error_clear(&death);
        if (!ok || is_complete(b))
            return ok;
    }
    b->is_careful = true;
    return start_worker(r, b);
}

/* ---- delivering ---- */

static void take_event(run *r, rj_fleet_event_kind kind, const rj_fleet_frame *frame,
                       const rj_result *result, rj_error *err) {
    const bool has_operation = kind == RJ_FLEET_RESULT || kind == RJ_FLEET_ERROR;
    const rj_fleet_event event = {.kind = kind,
                                  .object = &r->object,
                                  .operation =
                                      has_operation ? r->fleet->operations[frame->operation] : 0,
                                  .result = result,
                                  .err = err};
    if (!r->fleet->take(r->fleet->ctx, &event, r->arena))
        r->stopped = true;
    rj_arena_reset(r->arena);
}

static void deliver_result(run *r, const rj_fleet_frame *frame, const char *data) {
    rj_result result;
    const rj_rule *rule = rj_rule_of(r->fleet->operations[frame->operation]);
    if (rj_wire_read_result(data, (size_t)frame->bytes, rule, r->fleet->customizations,
                            r->limits->max_depth + 2, r->arena, &result)) {
        take_event(r, RJ_FLEET_RESULT, frame, &result, NULL);
        return;
    }
    rj_error err = RJ_ERROR_INIT;
    rj_error_set(
        &err, RJ_ERROR_INTERNAL,
        "the script's process gave a result that makes no sense, or memory is too short for it");
    take_event(r, RJ_FLEET_ERROR, frame, NULL, &err);
    rj_error_clear(&err);
}

static void deliver_error(run *r, rj_fleet_event_kind kind, const rj_fleet_frame *frame,
                          const char *data, size_t bytes) {
    rj_error err = RJ_ERROR_INIT;
    if (!rj_wire_read_error(data, bytes, &err))
        rj_error_set(&err, RJ_ERROR_INTERNAL,
                     "the script's process gave an error that makes no sense, or memory is too "
                     "short for it");
    take_event(r, kind, frame, NULL, &err);
    rj_error_clear(&err);
}

/* Returns how many bytes that took. */
static size_t read_object(run *r, const batch *b, const rj_fleet_frame *frame, const char *data) {
    const rj_fleet_batch_text *text = &items_of(b)[frame->text];
    rj_arena_reset(r->object_arena);
    r->object = (rj_fleet_object){.api_version = "", .kind = "", .namespace = "", .name = ""};
    const size_t taken =
        rj_fleet_read_object(data, (size_t)frame->bytes, r->object_arena, &r->object);
    r->object.file = text->file;
    return taken;
}

static void deliver_frame(run *r, const batch *b, const rj_fleet_frame *frame, const char *data) {
    size_t taken;
    switch ((rj_fleet_frame_kind)frame->kind) {
    case RJ_FLEET_FRAME_OBJECT:
        read_object(r, b, frame, data);
        break;
    case RJ_FLEET_FRAME_PRINT:
        if (r->fleet->print)
            r->fleet->print(r->fleet->ctx, data, (size_t)frame->bytes);
        break;
    case RJ_FLEET_FRAME_RESULT:
        deliver_result(r, frame, data);
        break;
    case RJ_FLEET_FRAME_ERROR:
        deliver_error(r, RJ_FLEET_ERROR, frame, data, (size_t)frame->bytes);
        break;
    case RJ_FLEET_FRAME_FAILED:
        taken = read_object(r, b, frame, data);
        deliver_error(r, RJ_FLEET_NO_OBJECT, frame, data + taken, (size_t)frame->bytes - taken);
        break;
    case RJ_FLEET_FRAME_OBJECT_END:
        take_event(r, RJ_FLEET_OBJECT_END, frame, NULL, NULL);
        break;
    case RJ_FLEET_FRAME_RUNNING:
    case RJ_FLEET_FRAME_TEXT_END:
        break;
    }
}

/* Everything that is there of the batch whose turn it is. */
static void deliver_batch(run *r, batch *b) {
    size_t at = 0;
    while (at < b->checked && !r->stopped) {
        rj_fleet_frame frame;
        memcpy(&frame, b->frames.data + at, sizeof frame);
        deliver_frame(r, b, &frame, b->frames.data + at + sizeof frame);
        at += sizeof frame + (size_t)frame.bytes;
    }
    if (!at)
        return;
    b->frames.bytes -= at;
    b->checked -= at;
    memmove(b->frames.data, b->frames.data + at, b->frames.bytes);
}

/* Delivers what can be, and frees the places of batches that are done. */
static void deliver(run *r) {
    while (r->used && !r->stopped) {
        batch *b = batch_at(r, 0);
        deliver_batch(r, b);
        if (b->pid || !is_complete(b))
            return;
        r->head = (r->head + 1) % r->capacity;
        r->used--;
    }
}

/* ---- the loop ---- */

/* Starts workers while there are places for them and texts. */
static bool start_batches(run *r) {
    size_t running = 0;
    for (size_t i = 0; i < r->used; i++)
        running += batch_at(r, i)->pid != 0;
    while (running < r->fleet->jobs && r->used < r->capacity && !r->input_ended && !is_stopped(r)) {
        batch *b = batch_at(r, r->used);
        if (!fill_batch(r, b))
            return false;
        if (!item_count(b))
            continue;
        if (!start_worker(r, b))
            return false;
        r->used++;
        running++;
    }
    return true;
}

/* Scripts that an operation may run, one after the other. */
static int64_t most_scripts(const rj_fleet *f) {
    for (size_t i = 0; i < f->operation_count; i++)
        if (f->operations[i] == RJ_OPERATION_INTERPRET_DEPENDENCY && f->customizations->count)
            return (int64_t)f->customizations->count;
    return 1;
}

/* How long a worker may say nothing. */
static int64_t patience_ms(const run *r, const batch *b) {
    return most_scripts(r->fleet) * r->limits->timeout_ms + RJ_JAIL_GRACE_MS + RJ_FLEET_FLUSH_MS +
           READING_MS + (int64_t)(b->texts.bytes / BYTES_PER_MS);
}

/* What can be read now; false at the end. */
static bool hear(run *r, batch *b) {
    char *into = rj_buf_reserve(&b->frames, READ_BYTES);
    if (!into)
        return nonsense(b, "there is no memory for its answer");
    const ssize_t n = read(b->fd, into, READ_BYTES);
    if (n < 0 && errno == EINTR)
        return true;
    if (n <= 0)
        return false;
    b->frames.bytes += (size_t)n;
    b->heard_ms = now_ms();
    return check_frames(r, b);
}

/* Waits until a worker says something or ends, or has been silent for too long. */
static bool attend(run *r) {
    const int64_t now = now_ms();
    int64_t wait_ms = LONGEST_POLL_MS;
    size_t count = 0;
    for (size_t i = 0; i < r->used; i++) {
        batch *b = batch_at(r, i);
        const bool is_held = i > 0 && b->frames.bytes > MOST_WAITING_BYTES;
        if (b->is_held && !is_held)
            b->heard_ms = now;
        b->is_held = is_held;
        r->polls[i] = (struct pollfd){.fd = b->pid && !is_held ? b->fd : -1, .events = POLLIN};
        count = i + 1;
        const int64_t left = b->heard_ms + patience_ms(r, b) - now;
        if (r->polls[i].fd >= 0 && left < wait_ms)
            wait_ms = left > 0 ? left : 0;
    }
    const int ready = poll(r->polls, (nfds_t)count, (int)wait_ms);
    if (ready < 0 && errno != EINTR)
        return rj_error_set(r->err, RJ_ERROR_IO, "cannot wait for a worker: %s", strerror(errno));
    for (size_t i = 0; i < count && !is_stopped(r); i++) {
        batch *b = batch_at(r, i);
        if (r->polls[i].fd < 0)
            continue;
        if (ready > 0 && r->polls[i].revents) {
            if (!hear(r, b) && !go_on(r, b, false))
                return false;
        } else if (now_ms() - b->heard_ms > patience_ms(r, b) && !go_on(r, b, true)) {
            return false;
        }
    }
    return true;
}

static bool loop(run *r) {
    for (;;) {
        if (!start_batches(r))
            return false;
        deliver(r);
        if (is_stopped(r) || (!r->used && r->input_ended))
            return true;
        if (r->used && !attend(r))
            return false;
    }
}

static bool prepare(run *r) {
    const rj_fleet *f = r->fleet;
    r->capacity = 2 * f->jobs + 1;
    r->batches = rj_alloc_zeroed(r->capacity * sizeof *r->batches);
    r->polls = rj_alloc_zeroed(r->capacity * sizeof *r->polls);
    r->arena = rj_arena_new(0);
    r->object_arena = rj_arena_new(0);
    if (!r->batches || !r->polls || !r->arena || !r->object_arena)
        return rj_error_no_memory(r->err);
    const bool with_filter = !f->jail || !f->jail->without_seccomp;
    const char *missing = rj_cell_prepare(&r->cell, r->limits, with_filter);
    if (missing && f->jail && f->jail->warn)
        f->jail->warn(f->jail->warn_ctx, missing);
    return true;
}

static void finish(run *r) {
    for (size_t i = 0; r->batches && i < r->capacity; i++) {
        if (r->batches[i].pid)
            end_worker(&r->batches[i], true);
        rj_buf_free(&r->batches[i].texts);
        rj_buf_free(&r->batches[i].items);
        rj_buf_free(&r->batches[i].frames);
    }
    rj_arena_free(r->arena);
    rj_arena_free(r->object_arena);
    rj_alloc_free(r->polls);
    rj_alloc_free(r->batches);
}

bool rj_fleet_run(const rj_fleet *fleet, rj_error *err) {
    run r = {.fleet = fleet,
             .limits = fleet->limits ? fleet->limits : rj_limits_default(),
             .batch_bytes = FIRST_BATCH_BYTES,
             .err = err};
    const bool ok = prepare(&r) && loop(&r);
    finish(&r);
    return ok;
}
