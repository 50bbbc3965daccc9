/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interp/cell.h"
#include "interp/wire.h"

/* A frame on the pipe: this head, then `bytes` bytes. */
typedef struct frame_head {
    uint32_t kind;
    uint32_t index;
    uint64_t bytes;
} frame_head;

enum {
    FRAME_RESULT = 0x726A0001,
    FRAME_ERROR,
    FRAME_PRINT
};

/* ---- the worker ---- */

typedef struct worker {
    int pipe_fd;
    uint32_t index; /* of the request that runs */
} worker;

static bool write_all(int fd, const char *data, size_t bytes) {
    while (bytes) {
        ssize_t n = write(fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        bytes -= (size_t)n;
    }
    return true;
}

/* The worker has nobody to tell that its pipe is gone. */
static void send_frame(const worker *w, uint32_t kind, const char *data, size_t bytes) {
    const frame_head head = {.kind = kind, .index = w->index, .bytes = bytes};
    if (!write_all(w->pipe_fd, (const char *)&head, sizeof head) ||
        !write_all(w->pipe_fd, data, bytes))
        _exit(RJ_CELL_EXIT_PIPE);
}

static void send_print(void *ctx, const char *data, size_t bytes) {
    send_frame(ctx, FRAME_PRINT, data, bytes);
}

static void run_one(worker *w, const rj_request *given, rj_arena *arena, rj_buf *frame) {
    rj_request request = *given;
    rj_result result = {0};
    rj_error err = RJ_ERROR_INIT;
    if (request.print) {
        request.print = send_print;
        request.print_ctx = w;
    }
    rj_buf_reset(frame);
    bool ok = rj_interp_run(&request, arena, &result, &err);
    if (ok) {
        rj_wire_write_result(&result, request.customizations, frame);
        ok = rj_buf_ok(frame) || rj_error_no_memory(&err);
    }
    if (!ok) {
        rj_buf_reset(frame);
        rj_wire_write_error(&err, frame);
    }
    send_frame(w, ok ? FRAME_RESULT : FRAME_ERROR, rj_buf_text(frame), frame->bytes);
    rj_error_clear(&err);
}

static _Noreturn void work(int pipe_fd, const rj_request *requests, size_t first, size_t count) {
    worker w = {.pipe_fd = pipe_fd};
    rj_buf frame = RJ_BUF_INIT;
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        _exit(RJ_CELL_EXIT_SETUP);
    for (size_t i = first; i < count; i++) {
        w.index = (uint32_t)i;
        run_one(&w, &requests[i], arena, &frame);
        rj_arena_reset(arena);
    }
    _exit(0);
}

/* ---- the parent ---- */

typedef enum verdict {
    VERDICT_ANSWERED, /* the request has its answer */
    VERDICT_DIED,     /* the worker ended, or talked nonsense and was killed */
    VERDICT_LATE      /* the worker was killed at the deadline */
} verdict;

typedef struct warden {
    const rj_request *requests;
    size_t count;
    const rj_jail_options *options;
    rj_jail_answer_fn answer;
    void *ctx;
    rj_arena *arena;
    bool keep_arena; /* answers stay in the arena; else it is reset behind each */
    rj_buf frame;
    pid_t pid;
    int fd;
    bool stopped;         /* the caller wants no more answers */
    const char *nonsense; /* why a worker's answer was no answer, or NULL */
} warden;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static const rj_limits *limits_of(const rj_request *request) {
    return request->limits ? request->limits : rj_limits_default();
}

/* Every script of a request has the whole time limit for itself. */
static int64_t budget_ms(const rj_request *request) {
    const rj_rule *rule = rj_rule_of(request->operation);
    size_t runs = rule->result_shapes[0] == RJ_RESULT_DEPENDENCIES
                      ? (request->customizations->count ? request->customizations->count : 1)
                      : 1;
    return (int64_t)limits_of(request)->timeout_ms * (int64_t)runs + RJ_JAIL_GRACE_MS;
}

/* Reads exactly `bytes` bytes before the deadline. */
static verdict read_until(const warden *w, char *into, size_t bytes, int64_t deadline_ms) {
    while (bytes) {
        struct pollfd p = {.fd = w->fd, .events = POLLIN};
        int64_t left = deadline_ms - now_ms();
        if (left <= 0)
            return VERDICT_LATE;
        int ready = poll(&p, 1, left > 60000 ? 60000 : (int)left);
        if (ready < 0 && errno != EINTR)
            return VERDICT_DIED;
        if (ready <= 0)
            continue;
        ssize_t n = read(w->fd, into, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return VERDICT_DIED;
        into += n;
        bytes -= (size_t)n;
    }
    return VERDICT_ANSWERED;
}

static verdict nonsense(warden *w, const char *what) {
    w->nonsense = what;
    return VERDICT_DIED;
}

/* More than the largest result as text can take as a tree. */
static uint64_t max_frame_bytes(const rj_request *request) {
    return (uint64_t)limits_of(request)->max_output_bytes * 2 + 65536;
}

static verdict take_answer(warden *w, size_t i, uint32_t kind) {
    const rj_request *request = &w->requests[i];
    rj_result result = {0};
    rj_error err = RJ_ERROR_INIT;
    const char *data = rj_buf_text(&w->frame);
    if (kind == FRAME_RESULT) {
        if (!rj_wire_read_result(data, w->frame.bytes, rj_rule_of(request->operation),
                                 request->customizations, limits_of(request)->max_depth + 2,
                                 w->arena, &result))
            return nonsense(w, "its result makes no sense");
    } else if (!rj_wire_read_error(data, w->frame.bytes, &err)) {
        return nonsense(w, "its error makes no sense");
    }
    w->stopped = !w->answer(w->ctx, i, kind == FRAME_RESULT, &result, &err, w->arena);
    rj_error_clear(&err);
    if (!w->keep_arena)
        rj_arena_reset(w->arena);
    return VERDICT_ANSWERED;
}

/* Reads frames until request i has its answer. */
static verdict await_answer(warden *w, size_t i) {
    const rj_request *request = &w->requests[i];
    const int64_t deadline_ms = now_ms() + budget_ms(request);
    uint64_t printed = 0;
    for (;;) {
        frame_head head;
        verdict v = read_until(w, (char *)&head, sizeof head, deadline_ms);
        if (v != VERDICT_ANSWERED)
            return v;
        if (head.kind < FRAME_RESULT || head.kind > FRAME_PRINT || head.index != i)
            return nonsense(w, "its answer makes no sense");
        if (head.bytes > max_frame_bytes(request))
            return nonsense(w, "its answer is too large");
        rj_buf_reset(&w->frame);
        char *into = rj_buf_reserve(&w->frame, (size_t)head.bytes);
        if (!into)
            return nonsense(w, "there is no memory for its answer");
        v = read_until(w, into, (size_t)head.bytes, deadline_ms);
        if (v != VERDICT_ANSWERED)
            return v;
        w->frame.bytes = (size_t)head.bytes;
        if (head.kind != FRAME_PRINT)
            return take_answer(w, i, head.kind);
        printed += head.bytes;
        if (printed > (uint64_t)limits_of(request)->max_print_bytes + 65536)
            return nonsense(w, "it printed more than the limit");
        if (request->print)
            request->print(request->print_ctx, into, (size_t)head.bytes);
    }
}

static void warn(const rj_jail_options *options, const char *message) {
    if (options->warn && message)
        options->warn(options->warn_ctx, message);
}

static bool start_worker(warden *w, size_t first, rj_error *err) {
    int ends[2];
    rj_cell cell;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a worker: pipe: %s", strerror(errno));
    warn(w->options,
         rj_cell_prepare(&cell, limits_of(&w->requests[first]), !w->options->without_seccomp));
    const pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        const int fd = rj_cell_enter(&cell, ends[1], parent);
        if (fd < 0)
            _exit(RJ_CELL_EXIT_SETUP);
        work(fd, w->requests, first, w->count);
    }
    const int fork_errno = errno;
    rj_cell_release(&cell);
    close(ends[1]);
    if (w->pid < 0) {
        close(ends[0]);
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a worker: fork: %s",
                            strerror(fork_errno));
    }
    w->fd = ends[0];
    return true;
}

/* Ends the worker, whatever it does, and returns its wait status. One that closed its pipe is about
 * to end by itself, and how it ends is worth knowing; it gets a moment for that. */
static int end_worker(warden *w, bool at_once) {
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; !at_once && ended == 0 && i < RJ_JAIL_GRACE_MS; i++) {
        ended = waitpid(w->pid, &status, WNOHANG);
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (ended != w->pid) {
        kill(w->pid, SIGKILL);
        while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(w->fd);
    w->pid = -1;
    return status;
}

static void describe_death(const warden *w, const rj_request *request, verdict v, int status,
                           rj_error *err) {
    const rj_limits *limits = limits_of(request);
    if (v == VERDICT_LATE) {
        rj_error_set(err, RJ_ERROR_DEADLINE, "context deadline exceeded");
        rj_error_set_hint(err,
                          "the script did not stop at its limit of %u ms (--timeout), so its "
                          "process was ended",
                          (unsigned)limits->timeout_ms);
    } else if (w->nonsense) {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process was ended: %s", w->nonsense);
    } else if (WIFSIGNALED(status)) {
        rj_error_set(err, RJ_ERROR_SCRIPT, "the script's process was ended by signal %d (%s)",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process ended early with status %d",
                     WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
}

/* One worker from request `first` on; returns the request behind the last one that has its answer.
 */
static bool run_worker(warden *w, size_t first, size_t *next, rj_error *err) {
    if (!start_worker(w, first, err))
        return false;
    w->nonsense = NULL;
    verdict v = VERDICT_ANSWERED;
    size_t i = first;
    while (i < w->count && !w->stopped && (v = await_answer(w, i)) == VERDICT_ANSWERED)
        i++;
    const int status = end_worker(w, v != VERDICT_DIED || w->nonsense);
    if (v != VERDICT_ANSWERED) {
        rj_result none = {0};
        rj_error death = RJ_ERROR_INIT;
        describe_death(w, &w->requests[i], v, status, &death);
        w->stopped = !w->answer(w->ctx, i, false, &none, &death, w->arena);
        rj_error_clear(&death);
        i++;
    }
    *next = i;
    return true;
}

static bool run_all(warden *w, rj_error *err) {
    static const rj_jail_options no_options = {0};
    bool ok = true;
    if (!w->options)
        w->options = &no_options;
    for (size_t next = 0; ok && next < w->count && !w->stopped;)
        ok = run_worker(w, next, &next, err);
    rj_buf_free(&w->frame);
    return ok;
}

bool rj_jail_run_all(const rj_request *requests, size_t request_count,
                     const rj_jail_options *options, rj_jail_answer_fn answer, void *ctx,
                     rj_error *err) {
    rj_arena *arena = rj_arena_new(0);
    if (!arena)
        return rj_error_no_memory(err);
    warden w = {.requests = requests,
                .count = request_count,
                .options = options,
                .answer = answer,
                .ctx = ctx,
                .arena = arena};
    bool ok = run_all(&w, err);
    rj_arena_free(arena);
    return ok;
}

typedef struct single {
    rj_result *result;
    rj_error *err;
    bool ok;
} single;

static bool keep_single(void *ctx, size_t index, bool ok, const rj_result *result, rj_error *err,
                        rj_arena *arena) {
    single *s = ctx;
    (void)index;
    (void)arena;
    s->ok = ok;
    if (ok)
        *s->result = *result;
    else
        rj_error_move(s->err, err);
    return false;
}

bool rj_jail_run(const rj_request *request, const rj_jail_options *options, rj_arena *arena,
                 rj_result *result, rj_error *err) {
    single s = {.result = result, .err = err};
    warden w = {.requests = request,
                .count = 1,
                .options = options,
                .answer = keep_single,
                .ctx = &s,
                .arena = arena,
                .keep_arena = true};
    return run_all(&w, err) && s.ok;
}
