/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interp/cell.h"
#include "interp/frames.h"
#include "interp/measure.h"
#include "interp/phases.h"
#include "interp/session.h"
#include "interp/wire.h"

/* ---- the worker ---- */

enum {
    PENDING_BYTES = 4096 /* of what scripts print are collected before they are sent */
};

typedef struct worker {
    int pipe_fd;
    size_t index; /* of the request that runs */
    bool returned;
    const rj_customization_set *customizations; /* of the request that runs */
    bool shares_state;
    rj_session *session; /* NULL: none */
    const rj_customization_set *session_set;
    const rj_limits *session_limits;
    bool session_prints;
    rj_arena *arena;
    rj_buf pending; /* whole frames */
    rj_buf printed;
} worker;

static void send_pending(worker *w) {
    rj_cell_send(w->pipe_fd, rj_buf_text(&w->pending), w->pending.bytes);
    rj_buf_reset(&w->pending);
}

static void add_printed(worker *w) {
    if (!w->printed.bytes)
        return;
    const size_t start = rj_frame_begin(&w->pending);
    rj_buf_append(&w->pending, w->printed.data, w->printed.bytes);
    rj_frame_end(&w->pending, start, RJ_FRAME_PRINT, w->index);
    rj_buf_reset(&w->printed);
}

static void note_print(void *ctx, const char *data, size_t bytes) {
    worker *w = ctx;
    rj_buf_append(&w->printed, data, bytes);
    if (w->printed.bytes < PENDING_BYTES)
        return;
    add_printed(w);
    send_pending(w);
}

static void note_returned(void *ctx) {
    worker *w = ctx;
    w->returned = true;
    add_printed(w);
    rj_frame_end(&w->pending, rj_frame_begin(&w->pending), RJ_FRAME_RETURNED, w->index);
    send_pending(w);
}

static bool note_measured(void *ctx, const rj_measurements *measurements) {
    worker *w = ctx;
    add_printed(w);
    const size_t start = rj_frame_begin(&w->pending);
    rj_wire_write_measurements(measurements, w->customizations, &w->pending);
    rj_frame_end(&w->pending, start, RJ_FRAME_MEASURED, w->index);
    if (!rj_buf_ok(&w->pending))
        _exit(RJ_CELL_EXIT_MEMORY);
    send_pending(w);
    return true;
}

static bool explain_large_result(const rj_request *request, rj_error *err) {
    return rj_interp_refuse_large_result(request->limits ? request->limits : rj_limits_default(),
                                         err);
}

/* Leaves the answer's frame pending when it is a result. */
static bool run_request(worker *w, const rj_request *given, rj_error *err) {
    rj_request request = *given;
    rj_result result;
    if (request.print) {
        request.print = note_print;
        request.print_ctx = w;
    }
    if (request.measured) {
        request.measured = note_measured;
        request.measured_ctx = w;
    }
    w->customizations = request.customizations;
    w->returned = false;
    if (!rj_interp_run_in_phases(w->session, &request, note_returned, w, w->arena, &result, err))
        return w->returned && err->code == RJ_ERROR_MEMORY ? explain_large_result(given, err)
                                                           : false;
    const size_t start = rj_frame_begin(&w->pending);
    rj_wire_write_result(&result, request.customizations, &w->pending);
    rj_frame_end(&w->pending, start, RJ_FRAME_RESULT, w->index);
    return rj_buf_ok(&w->pending) || explain_large_result(given, err);
}

/* Requests over one set share a session as long as they come one after the other, and all when they
 * share a state. */
static void choose_session(worker *w, const rj_request *request, bool is_only_one) {
    const bool prints = request->print != NULL;
    const rj_limits *limits = request->limits ? request->limits : rj_limits_default();
    if (w->session && w->session_prints == prints && w->session_limits == limits &&
        (w->shares_state || w->session_set == request->customizations))
        return;
    rj_session_free(w->session);
    w->session_set = request->customizations;
    w->session_prints = prints;
    w->session_limits = limits;
    if (w->shares_state)
        w->session = rj_session_new_shared(limits);
    else
        w->session = is_only_one ? NULL : rj_session_new(request->customizations, limits);
    if (!w->session && !is_only_one)
        _exit(RJ_CELL_EXIT_MEMORY);
}

static void answer_one(worker *w, const rj_request *request) {
    rj_error err = RJ_ERROR_INIT;
    if (!run_request(w, request, &err)) {
        rj_buf_reset(&w->pending);
        add_printed(w);
        const size_t start = rj_frame_begin(&w->pending);
        rj_wire_write_error(&err, &w->pending);
        rj_frame_end(&w->pending, start, RJ_FRAME_ERROR, w->index);
        if (!rj_buf_ok(&w->pending))
            _exit(RJ_CELL_EXIT_MEMORY);
    }
    rj_error_clear(&err);
    send_pending(w);
}

static _Noreturn void work(int pipe_fd, const rj_request *requests, size_t first, size_t count,
                           const rj_limits *limits, bool shares_state) {
    worker w = {.pipe_fd = pipe_fd,
                .shares_state = shares_state,
                .arena = rj_arena_new(rj_cell_result_bytes(limits))};
    if (!w.arena)
        _exit(RJ_CELL_EXIT_MEMORY);
    for (w.index = first; w.index < count; w.index++) {
        choose_session(&w, &requests[w.index], first + 1 == count);
        answer_one(&w, &requests[w.index]);
        rj_arena_reset(w.arena);
    }
    _exit(0);
}

/* ---- the parent ---- */

typedef struct warden {
    const rj_request *requests;
    size_t count;
    const rj_jail_options *options;
    rj_jail_answer_fn answer;
    void *ctx;
    rj_arena *arena;
    bool keep_arena; /* answers stay in the arena; else it is reset behind each */
    rj_frame_reader reader;
    pid_t pid;
    bool stopped; /* the caller wants no more answers */
    bool warned;
} warden;

static const rj_limits *limits_of(const rj_request *request) {
    return request->limits ? request->limits : rj_limits_default();
}

static void warn(warden *w, const char *message) {
    if (w->options->warn && message && !w->warned)
        w->options->warn(w->options->warn_ctx, message);
    w->warned = w->warned || message;
}

static bool start_worker(warden *w, size_t first, rj_error *err) {
    int ends[2];
    rj_cell cell;
    const rj_limits *limits = limits_of(&w->requests[first]);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a worker: pipe: %s", strerror(errno));
    warn(w, rj_cell_prepare(&cell, limits, !w->options->without_seccomp));
    const pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        const int fd = rj_cell_enter(&cell, ends[1], parent);
        if (fd < 0)
            _exit(rj_cell_exit_status(errno));
        work(fd, w->requests, first, w->count, limits, w->options->shares_state);
    }
    const int fork_errno = errno;
    close(ends[1]);
    if (w->pid < 0) {
        close(ends[0]);
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a worker: fork: %s",
                            strerror(fork_errno));
    }
    w->reader.fd = ends[0];
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
    close(w->reader.fd);
    return status;
}

static void describe_death(const warden *w, rj_answer_status why, int status, rj_error *err) {
    if (why == RJ_ANSWER_LATE) {
        rj_error_set(err, RJ_ERROR_DEADLINE, "context deadline exceeded");
        rj_error_name_limit(err, RJ_LIMIT_TIMEOUT);
        rj_error_set_detail(err, "the script did not stop, so its process was ended");
    } else if (why == RJ_ANSWER_BAD) {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process was ended: %s",
                     w->reader.nonsense);
    } else if (WIFSIGNALED(status)) {
        rj_error_set(err, RJ_ERROR_SCRIPT, "the script's process was ended by signal %d (%s)",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == RJ_CELL_EXIT_MEMORY) {
        rj_error_no_memory(err);
    } else if (WEXITSTATUS(status) == RJ_CELL_EXIT_SETUP) {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process could not be confined");
    } else {
        rj_error_set(err, RJ_ERROR_INTERNAL, "the script's process ended early with status %d",
                     WEXITSTATUS(status));
    }
}

static void deliver(warden *w, size_t i, rj_answer *answer) {
    w->stopped = !w->answer(w->ctx, i, answer->ok, &answer->result, &answer->error, w->arena);
    rj_error_clear(&answer->error);
    if (!w->keep_arena)
        rj_arena_reset(w->arena);
}

/* One worker from request *next on; *next becomes the one behind the last that has its answer. */
static bool run_worker(warden *w, size_t *next, rj_error *err) {
    if (!start_worker(w, *next, err))
        return false;
    rj_answer_status status = RJ_ANSWER_TAKEN;
    while (status == RJ_ANSWER_TAKEN && *next < w->count && !w->stopped) {
        rj_answer answer = {0};
        status = rj_frames_take_answer(&w->reader, *next, w->arena, &answer);
        if (status == RJ_ANSWER_TAKEN)
            deliver(w, (*next)++, &answer);
    }
    const int wait_status = end_worker(w, status != RJ_ANSWER_GONE);
    if (status != RJ_ANSWER_TAKEN) {
        rj_answer death = {0};
        describe_death(w, status, wait_status, &death.error);
        deliver(w, (*next)++, &death);
    }
    return true;
}

static bool run_all(warden *w, rj_error *err) {
    static const rj_jail_options no_options = {0};
    bool ok = true;
    w->reader.requests = w->requests;
    if (!w->options)
        w->options = &no_options;
    for (size_t next = 0; ok && next < w->count && !w->stopped;)
        ok = run_worker(w, &next, err);
    rj_buf_free(&w->reader.frame);
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
