/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "suite/job.h"

enum {
    MOST_JOBS = 1024,
    LARGEST_PORTION = 64, /* cases that one worker gets */
    PORTIONS_PER_JOB = 4, /* so that none waits long for the last */
    READ_BYTES = 65536
};

/* A job as its parent sees it. */
typedef struct peer {
    pid_t pid; /* 0: not there */
    int fd;
    rj_buf said;
} peer;

typedef struct run {
    job_plan plan;
    peer *peers;
    struct pollfd *polls;
    size_t peer_count;
    rj_arena *arena; /* the results' texts */
    rj_suite_result *results;
    size_t result_count;
} run;

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- processes ---- */

static bool start_job(const run *r, peer *p, rj_error *err) {
    int ends[2];
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a job: pipe: %s", strerror(errno));
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        job_run(&r->plan, ends[1]);
    }
    const int fork_errno = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return rj_error_set(err, RJ_ERROR_IO, "cannot start a job: fork: %s", strerror(fork_errno));
    }
    p->pid = pid;
    p->fd = ends[0];
    return true;
}

/* One that isn't done yet is killed, with its workers. */
static bool end_job(peer *p, bool at_once, rj_error *err) {
    int status = 0;
    if (at_once)
        kill(p->pid, SIGKILL);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(p->fd);
    p->pid = 0;
    if (at_once || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return true;
    return rj_error_set(err, RJ_ERROR_INTERNAL, "a job ended early with %s %d",
                        WIFSIGNALED(status) ? "signal" : "status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* ---- what jobs say ---- */

static bool take_message(run *r, const job_message *message, rj_error *err) {
    if (message->is_error)
        return rj_error_set(err, RJ_ERROR_IO, "%s", message->error ? message->error : "");
    if (message->number >= r->result_count)
        return rj_error_set(err, RJ_ERROR_INTERNAL, "a job's report makes no sense");
    rj_suite_result *result = &r->results[message->number];
    const rj_suite_case *item = result->item;
    *result = message->result;
    result->item = item;
    return true;
}

static bool take_messages(run *r, const peer *p, rj_error *err) {
    const char *data = rj_buf_text(&p->said);
    for (size_t at = 0, n; at < p->said.bytes; at += n) {
        job_message message;
        n = job_read(data + at, p->said.bytes - at, r->arena, &message);
        if (!n)
            return rj_error_set(err, RJ_ERROR_INTERNAL, "a job's report makes no sense");
        if (!take_message(r, &message, err))
            return false;
    }
    return true;
}

/* What is there to be read; *ended at the end. */
static bool hear(peer *p, bool *ended, rj_error *err) {
    char *into = rj_buf_reserve(&p->said, READ_BYTES);
    if (!into)
        return rj_error_no_memory(err);
    const ssize_t n = read(p->fd, into, READ_BYTES);
    *ended = n == 0;
    if (n < 0 && errno != EINTR)
        return rj_error_set(err, RJ_ERROR_IO, "cannot hear a job: %s", strerror(errno));
    p->said.bytes += n > 0 ? (size_t)n : 0;
    return true;
}

static size_t list_polls(const run *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->peer_count; i++)
        if (r->peers[i].pid)
            r->polls[count++] = (struct pollfd){.fd = r->peers[i].fd, .events = POLLIN};
    return count;
}

static bool hear_all(run *r, rj_error *err) {
    for (size_t open; (open = list_polls(r));) {
        if (poll(r->polls, (nfds_t)open, -1) < 0) {
            if (errno == EINTR)
                continue;
            return rj_error_set(err, RJ_ERROR_IO, "cannot hear a job: %s", strerror(errno));
        }
        for (size_t i = 0, n = 0; i < r->peer_count; i++) {
            peer *p = &r->peers[i];
            bool ended = false;
            if (!p->pid || !r->polls[n++].revents)
                continue;
            if (!hear(p, &ended, err) || (ended && !end_job(p, false, err)))
                return false;
        }
    }
    return true;
}

static bool run_jobs(run *r, rj_error *err) {
    bool ok = true;
    for (size_t i = 0; ok && i < r->peer_count; i++)
        ok = start_job(r, &r->peers[i], err);
    ok = ok && hear_all(r, err);
    for (size_t i = 0; i < r->peer_count; i++)
        if (r->peers[i].pid && !end_job(&r->peers[i], true, NULL))
            ok = false;
    for (size_t i = 0; ok && i < r->peer_count; i++)
        ok = take_messages(r, &r->peers[i], err);
    return ok;
}

/* ---- results ---- */

/* What stands behind the first case that failed may have been run or not; it isn't told. */
void suite_forget_behind(rj_suite_results *results) {
    size_t i = 0;
    while (i < results->count && results->items[i].status != RJ_SUITE_FAILED)
        i++;
    while (++i < results->count)
        results->items[i] = (rj_suite_result){.item = results->items[i].item,
                                              .status = RJ_SUITE_SKIPPED,
                                              .was_not_run = true,
                                              .reason = "not run: an earlier case failed"};
}

void suite_count_results(rj_suite_results *results) {
    for (size_t i = 0; i < results->count; i++) {
        const rj_suite_status status = results->items[i].status;
        results->passed += status == RJ_SUITE_PASSED;
        results->failed += status == RJ_SUITE_FAILED;
        results->skipped += status == RJ_SUITE_SKIPPED;
    }
}

static size_t choose_jobs(const rj_suite_selection *selection, const rj_suite_options *options) {
    size_t jobs = options->jobs ? options->jobs : 1;
    if (jobs > MOST_JOBS)
        jobs = MOST_JOBS;
    if (jobs > selection->count)
        jobs = selection->count ? selection->count : 1;
    return jobs;
}

static size_t choose_portion(const rj_suite_options *options, size_t cases, size_t jobs) {
    const size_t portion = cases / (jobs * PORTIONS_PER_JOB);
    const size_t most = options->portion ? options->portion : LARGEST_PORTION;
    return portion < 1 ? 1 : portion > most ? most : portion;
}

static bool run_plan(run *r, rj_error *err) {
    job_counters *counters =
        mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED)
        return rj_error_no_memory(err);
    atomic_init(&counters->next, 0);
    atomic_init(&counters->first_failed, SIZE_MAX);
    r->plan.counters = counters;
    r->peers = rj_alloc_zeroed(r->peer_count * sizeof *r->peers);
    r->polls = rj_alloc_zeroed(r->peer_count * sizeof *r->polls);
    const bool ok = r->peers && r->polls ? run_jobs(r, err) : rj_error_no_memory(err);
    for (size_t i = 0; r->peers && i < r->peer_count; i++)
        rj_buf_free(&r->peers[i].said);
    rj_alloc_free(r->peers);
    rj_alloc_free(r->polls);
    munmap(counters, sizeof *counters);
    return ok;
}

static size_t largest_group(const suite_groups *groups) {
    size_t largest = 0;
    for (size_t i = 0; i < groups->count; i++) {
        const size_t count = groups->starts[i + 1] - groups->starts[i];
        largest = count > largest ? count : largest;
    }
    return largest;
}

bool suite_run_groups(const rj_suite_selection *selection, const rj_suite_options *options,
                      const suite_groups *groups, rj_suite_results *out, rj_error *err) {
    const int64_t started_us = now_us();
    const size_t jobs = choose_jobs(selection, options);
    rj_suite_results made = {.count = selection->count};
    made.items = rj_alloc_zeroed((made.count ? made.count : 1) * sizeof *made.items);
    made.arena = rj_arena_new(0);
    run r = {.plan = {.selection = selection,
                      .options = options,
                      .groups = groups,
                      .portion = groups ? largest_group(groups)
                                        : choose_portion(options, selection->count, jobs)},
             .peer_count = jobs,
             .arena = made.arena,
             .results = made.items,
             .result_count = made.count};
    for (size_t i = 0; made.items && i < made.count; i++)
        made.items[i].item = selection->cases[i];
    const bool has_memory = made.items && made.arena;
    if (has_memory ? !run_plan(&r, err) : !rj_error_no_memory(err)) {
        rj_suite_results_free(&made);
        return false;
    }
    if (options->fail_fast)
        suite_forget_behind(&made);
    suite_count_results(&made);
    made.duration_us = now_us() - started_us;
    *out = made;
    return true;
}

bool rj_suite_run(const rj_suite_selection *selection, const rj_suite_options *options,
                  rj_suite_results *out, rj_error *err) {
    return options->shared_vm ? suite_run_shared(selection, options, out, err)
                              : suite_run_groups(selection, options, NULL, out, err);
}

void rj_suite_results_free(rj_suite_results *results) {
    rj_arena_free(results->arena);
    rj_alloc_free(results->items);
    *results = (rj_suite_results){0};
}
