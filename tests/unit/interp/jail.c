/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Workers that misbehave. The linker puts misbehaviour in the place of rj_interp_run_in_phases()
 * (--wrap), so the code of the jail is the one that users run.
 */
#include "unit/interp/requests.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interp/frames.h"
#include "interp/phases.h"
#include "rjinterp/jail.h"

/* What a worker does, chosen by the request's desired_replica; 0: what it should. */
enum {
    BEHAVES,
    CRASHES,
    SPINS,
    SPINS_AFTER_RETURN, /* works on its result for longer than the script's limit */
    EXITS,
    EATS_MEMORY,
    PRINTS_ABOUT_ITSELF,
    WAITS_TO_BE_SEEN,
    TALKS_NONSENSE,
    CLAIMS_A_HUGE_ANSWER,
    ANSWERS_TWICE,
    MEASURES_TWICE,
    MEASURES_A_STRANGER
};

bool __real_rj_interp_run_in_phases(rj_session *session, const rj_request *request,
                                    void (*returned)(void *ctx), void *ctx, rj_arena *arena,
                                    rj_result *result, rj_error *err);
bool __wrap_rj_interp_run_in_phases(rj_session *session, const rj_request *request,
                                    void (*returned)(void *ctx), void *ctx, rj_arena *arena,
                                    rj_result *result, rj_error *err);

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void spin(double how_long) {
    for (const double end = seconds() + how_long; seconds() < end;)
        ;
}

static void say(const rj_request *request, const char *what, long value, int error) {
    char line[128];
    int bytes = snprintf(line, sizeof line, "%s: %s\n", what,
                         value < 0 ? (error == EPERM ? "refused" : "failed") : "worked");
    request->print(request->print_ctx, line, (size_t)bytes);
}

#define TRY(request, call)                                                                         \
    do {                                                                                           \
        errno = 0;                                                                                 \
        const long value = (long)(call);                                                           \
        say(request, #call, value, errno);                                                         \
    } while (0)

/* What somebody would try who had taken the worker over. */
static void attack(const rj_request *request) {
    static char *const none[] = {NULL};
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    TRY(request, open("/etc/passwd", O_RDONLY));
    TRY(request, open("/tmp/rj-jail-was-here", O_WRONLY | O_CREAT, 0600));
    TRY(request, unlink("/tmp/rj-jail-stays"));
    TRY(request, socket(AF_INET, SOCK_STREAM, 0));
    TRY(request, syscall(SYS_fork));
    TRY(request, syscall(SYS_vfork));
    TRY(request, execve("/bin/true", none, none));
    TRY(request, kill(1, 0));
    TRY(request, kill(-1, 0));
    TRY(request, syscall(SYS_ptrace, 0, 0, 0, 0));
    TRY(request, syscall(SYS_bpf, 0, 0, 0));
    TRY(request, syscall(SYS_io_uring_setup, 1, 0));
    TRY(request, syscall(SYS_personality, 0));
    TRY(request, write(1, "x", 1));
    TRY(request, write(2, "x", 1));
    TRY(request, mprotect(page, 4096, PROT_READ | PROT_EXEC));
    TRY(request, (long)mmap(NULL, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    TRY(request, getenv("RJ_JAIL_SECRET") ? 0 : -1);
}

static void eat_memory(void) {
    size_t eaten = 0;
    while (eaten < (size_t)16 << 30) {
        char *block = malloc(1 << 20);
        if (!block)
            _exit(0); /* the limit held */
        memset(block, 1, 1 << 20);
        eaten += 1 << 20;
    }
    _exit(9);
}

/* Descriptor 3 is the pipe. */
static void tell(const void *data, size_t bytes) {
    if (write(3, data, bytes) < 0)
        _exit(8);
}

/* Of a customization of the set, or of one behind its end. */
static void measure(const rj_request *request, size_t customization) {
    static const uint64_t counts[] = {1, 2, 3};
    const rj_measurements m = {.customization = request->customizations->items + customization,
                               .operation = request->operation,
                               .counts = counts,
                               .count_count = 3};
    if (!request->measured(request->measured_ctx, &m))
        _exit(8);
}

bool __wrap_rj_interp_run_in_phases(rj_session *session, const rj_request *request,
                                    void (*returned)(void *ctx), void *ctx, rj_arena *arena,
                                    rj_result *result, rj_error *err) {
    const rj_frame_head huge = {.kind = RJ_FRAME_RESULT, .index = 0, .bytes = UINT64_MAX / 2};
    switch (request->desired_replica) {
    case CRASHES:
        __builtin_trap();
    case SPINS:
        spin(1e9);
        break;
    case SPINS_AFTER_RETURN: {
        bool ok =
            __real_rj_interp_run_in_phases(session, request, returned, ctx, arena, result, err);
        spin((request->limits->timeout_ms + RJ_JAIL_GRACE_MS) / 1000.0 * 2);
        return ok;
    }
    case EXITS:
        _exit(7);
    case EATS_MEMORY:
        eat_memory();
        break;
    case PRINTS_ABOUT_ITSELF:
        attack(request);
        break;
    case WAITS_TO_BE_SEEN:
        for (int i = 0; i < 5000; i++)
            request->print(request->print_ctx, "here\n", 5);
        spin(0.3);
        break;
    case TALKS_NONSENSE:
        for (int i = 0; i < 4000; i++)
            tell("\xff\x00nonsense", 10);
        break;
    case CLAIMS_A_HUGE_ANSWER:
        tell(&huge, sizeof huge);
        break;
    case ANSWERS_TWICE:
        returned(ctx);
        returned(ctx);
        break;
    case MEASURES_TWICE:
        measure(request, 0);
        measure(request, 0);
        break;
    case MEASURES_A_STRANGER:
        measure(request, 1);
        break;
    default:
        break;
    }
    return __real_rj_interp_run_in_phases(session, request, returned, ctx, arena, result, err);
}

/* ---- what arrives ---- */

typedef struct answers {
    rj_buf text; /* one line a request */
    size_t stop_after;
} answers;

static bool note_answer(void *ctx, size_t index, bool ok, const rj_result *result, rj_error *err,
                        rj_arena *arena) {
    answers *a = ctx;
    (void)arena;
    if (ok)
        rj_buf_printf(&a->text, "%zu %s\n", index, result->values[0].boolean ? "true" : "false");
    else
        rj_buf_printf(&a->text, "%zu %s\n", index, err->message);
    return index + 1 != a->stop_after;
}

static void check_answers(const rj_request *requests, size_t count, const char *expected) {
    answers a = {.text = RJ_BUF_INIT};
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_jail_run_all(requests, count, NULL, note_answer, &a, &err));
    assert_string_equal(rj_buf_text(&a.text), expected);
    rj_buf_free(&a.text);
}

static rj_limits short_limits(void) {
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 100;
    return limits;
}

static void good_requests_are_answered(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_request requests[] = {
        make_health("return true", arena)->request,
        make_health("return false", arena)->request,
        make_health("error('no', 0)", arena)->request,
        make_health("return o.kind == 'K'", arena)->request,
    };
    check_answers(requests, 1, "0 true\n");
    check_answers(requests, 4, "0 true\n1 false\n2 no\n3 true\n");
    check_answers(requests, 0, "");
    answers a = {.text = RJ_BUF_INIT, .stop_after = 2};
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_jail_run_all(requests, 4, NULL, note_answer, &a, &err));
    assert_string_equal(rj_buf_text(&a.text), "0 true\n1 false\n");
    rj_buf_free(&a.text);
    rj_arena_free(arena);
}

static void a_single_answer_outlives_the_run(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_request request = make_health("return true", arena)->request;
    assert_true(rj_jail_run(&request, NULL, arena, &result, &err));
    assert_int_equal(result.count, 1);
    assert_true(result.values[0].boolean);
    assert_string_equal(result.answered_by->name, "c");
    request = make_health("error({})", arena)->request;
    assert_false(rj_jail_run(&request, NULL, arena, &result, &err));
    assert_int_equal(err.code, RJ_ERROR_SCRIPT);
    assert_string_equal(err.file, "c.yaml");
    rj_error_clear(&err);
    rj_arena_free(arena);
}

typedef struct bad_row {
    int behaviour;
    const char *message;
} bad_row;

static const bad_row bad_rows[] = {
    {CRASHES, "the script's process was ended by signal 4 (Illegal instruction)"},
    {SPINS, "context deadline exceeded"},
    {EXITS, "the script's process ended early with status 7"},
    {TALKS_NONSENSE, "the script's process was ended: its answer makes no sense"},
    {CLAIMS_A_HUGE_ANSWER, "the script's process was ended: its answer is too large"},
    {ANSWERS_TWICE, "the script's process was ended: it says that more scripts returned than there "
                    "are"},
    {MEASURES_TWICE, "the script's process was ended: it has measured more scripts than there are"},
    {MEASURES_A_STRANGER, "the script's process was ended: what it has measured makes no sense, or "
                          "memory is too short for it"},
};

static bool take_any(void *ctx, const rj_measurements *measurements) {
    (void)ctx;
    return measurements->count_count > 0;
}

/* The request that misbehaves gets an error, those before and behind it their answers. */
static void bad_workers_are_replaced(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_limits limits = short_limits();
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        rj_request good = make_health("return true", arena)->request;
        good.limits = &limits;
        rj_request bad = good;
        bad.desired_replica = bad_rows[i].behaviour;
        bad.measure.coverage = true;
        bad.measured = take_any;
        char expected[256];
        snprintf(expected, sizeof expected, "0 %s\n", bad_rows[i].message);
        check_answers(&bad, 1, expected);
        if (bad.desired_replica == CLAIMS_A_HUGE_ANSWER) /* it speaks of request 0 */
            continue;
        const rj_request requests[] = {good, bad, bad, good};
        snprintf(expected, sizeof expected, "0 true\n1 %s\n2 %s\n3 true\n", bad_rows[i].message,
                 bad_rows[i].message);
        check_answers(requests, 4, expected);
    }
    rj_arena_free(arena);
}

static void the_deadline_is_kept(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_limits limits = short_limits();
    rj_request request = make_health("return true", arena)->request;
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    request.limits = &limits;
    request.desired_replica = SPINS;
    const double start = seconds();
    assert_false(rj_jail_run(&request, NULL, arena, &result, &err));
    const double took = seconds() - start;
    assert_true(took >= 0.25 && took < 1);
    assert_int_equal(err.code, RJ_ERROR_DEADLINE);
    assert_int_equal(err.limit, RJ_LIMIT_TIMEOUT);
    rj_error_clear(&err);
    request.desired_replica = SPINS_AFTER_RETURN;
    assert_true(rj_jail_run(&request, NULL, arena, &result, &err));
    rj_arena_free(arena);
}

/* ---- confinement ---- */

static void collect_print(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

static void attacks_fail(void **state) {
    (void)state;
    if (IS_SANITIZED)
        skip(); /* no filter: the sanitizer needs system calls of its own */
    rj_arena *arena = rj_arena_new(0);
    rj_buf printed = RJ_BUF_INIT;
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_request request = make_health("return true", arena)->request;
    request.desired_replica = PRINTS_ABOUT_ITSELF;
    request.print = collect_print;
    request.print_ctx = &printed;
    int fd = open("/tmp/rj-jail-stays", O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    close(fd);
    setenv("RJ_JAIL_SECRET", "token", 1);
    assert_true(rj_jail_run(&request, NULL, arena, &result, &err));
    size_t lines = 0;
    for (char *line = strtok(printed.data, "\n"); line; line = strtok(NULL, "\n"), lines++)
        if (!strstr(line, ": refused") && !strstr(line, "SECRET"))
            fail_msg("%s", line);
        else if (strstr(line, ": worked"))
            fail_msg("%s", line);
    assert_int_equal(lines, 18);
    assert_int_equal(unlink("/tmp/rj-jail-stays"), 0);
    assert_int_equal(access("/tmp/rj-jail-was-here", F_OK), -1);
    rj_buf_free(&printed);
    rj_arena_free(arena);
}

static void memory_is_bounded(void **state) {
    (void)state;
    if (IS_SANITIZED)
        skip(); /* terabytes of shadow are reserved */
    rj_arena *arena = rj_arena_new(0);
    rj_request request = make_health("return true", arena)->request;
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 20000;
    request.limits = &limits;
    request.desired_replica = EATS_MEMORY;
    check_answers(&request, 1, "0 the script's process ended early with status 0\n");
    rj_arena_free(arena);
}

typedef struct sighting {
    bool seen;
    char status[4096];
    char limits[4096];
    size_t descriptors;
    size_t environ_bytes;
} sighting;

static pid_t only_child(void) {
    char path[64], text[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    return n > 0 ? (pid_t)strtol(text, NULL, 10) : -1;
}

static size_t read_proc(pid_t pid, const char *name, char *into, size_t room) {
    char path[128];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, into, room - 1);
    close(fd);
    into[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static void look_at_worker(void *ctx, const char *data, size_t bytes) {
    sighting *s = ctx;
    (void)data, (void)bytes;
    if (s->seen)
        return;
    s->seen = true;
    const pid_t pid = only_child();
    assert_true(pid > 0);
    read_proc(pid, "status", s->status, sizeof s->status);
    read_proc(pid, "limits", s->limits, sizeof s->limits);
    char path[128];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *d = opendir(path);
    for (const struct dirent *e; d && (e = readdir(d));)
        s->descriptors += e->d_name[0] != '.';
    if (d)
        closedir(d);
}

static bool limit_is_zero(const char *limits, const char *name) {
    const char *line = strstr(limits, name);
    unsigned long soft = 1, hard = 1;
    return line && sscanf(line + strlen(name), "%lu %lu", &soft, &hard) == 2 && !soft && !hard;
}

static void a_worker_is_confined(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_request request = make_health("return true", arena)->request;
    sighting s = {.seen = false};
    request.desired_replica = WAITS_TO_BE_SEEN;
    request.print = look_at_worker;
    request.print_ctx = &s;
    assert_true(rj_jail_run(&request, NULL, arena, &result, &err));
    assert_true(s.seen);
    assert_non_null(strstr(s.status, "NoNewPrivs:\t1"));
    if (!IS_SANITIZED)
        assert_non_null(strstr(s.status, "Seccomp:\t2"));
    assert_true(limit_is_zero(s.limits, "Max open files"));
    assert_true(limit_is_zero(s.limits, "Max processes"));
    assert_true(limit_is_zero(s.limits, "Max core file size"));
    assert_true(limit_is_zero(s.limits, "Max file size"));
    if (s.descriptors) /* may be looked at by root only */
        assert_int_equal(s.descriptors, IS_SANITIZED ? 2 : 1);
    rj_arena_free(arena);
}

/* ---- what a worker leaves ---- */

static size_t open_descriptors(void) {
    size_t count = 0;
    DIR *d = opendir("/proc/self/fd");
    assert_non_null(d);
    while (readdir(d))
        count++;
    closedir(d);
    return count;
}

static void nothing_is_left(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    const rj_limits limits = short_limits();
    const size_t before = open_descriptors();
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_request request = make_health("return true", arena)->request;
    request.limits = &limits;
    for (int i = 0; i < 1000; i++) {
        request.desired_replica = i % 10 == 9 ? CRASHES : BEHAVES;
        assert_int_equal(rj_jail_run(&request, NULL, arena, &result, &err), i % 10 != 9);
        rj_error_clear(&err);
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    rj_arena_free(arena);
}

/* A parent that is ended takes its worker with it. */
static void workers_end_with_their_parent(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        const pid_t parent = fork();
        if (parent == 0) {
            /* The worker's end of this pipe is closed like everything else that it has. */
            rj_arena *arena = rj_arena_new(0);
            rj_request request = make_health("return true", arena)->request;
            rj_limits limits = *rj_limits_default();
            limits.timeout_ms = 60000;
            request.limits = &limits;
            request.desired_replica = SPINS;
            rj_result result;
            bool ok = rj_jail_run(&request, NULL, arena, &result, NULL);
            _exit(ok);
        }
        close(ends[1]);
        char path[64], children[64] = "";
        snprintf(path, sizeof path, "task/%d/children", (int)parent);
        for (int j = 0; j < 2000 && !read_proc(parent, path, children, sizeof children); j++)
            usleep(1000);
        const pid_t worker = (pid_t)strtol(children, NULL, 10);
        assert_true(worker > 0);
        usleep(50000); /* for the worker to be on its way */
        assert_int_equal(kill(parent, signals[i]), 0);
        assert_int_equal(waitpid(parent, NULL, 0), parent);
        char status[4096];
        for (int j = 0; j < 2000 && read_proc(worker, "status", status, sizeof status) &&
                        !strstr(status, "State:\tZ");
             j++)
            usleep(1000);
        if (read_proc(worker, "status", status, sizeof status))
            assert_non_null(strstr(status, "State:\tZ"));
        close(ends[0]);
    }
}

static void prints_arrive_in_order(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_buf printed = RJ_BUF_INIT, expected = RJ_BUF_INIT;
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_request request =
        make_health("for i = 1, 20000 do print(i, 'x') end error('end', 0)", arena)->request;
    request.print = collect_print;
    request.print_ctx = &printed;
    assert_false(rj_jail_run(&request, NULL, arena, &result, &err));
    assert_string_equal(err.message, "end");
    for (int i = 1; i <= 20000; i++)
        rj_buf_printf(&expected, "%d\tx\n", i);
    assert_string_equal(rj_buf_text(&printed), expected.data);
    rj_error_clear(&err);
    rj_buf_free(&printed);
    rj_buf_free(&expected);
    rj_arena_free(arena);
}

static void a_large_result_names_its_limit(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    rj_limits limits = *rj_limits_default();
    limits.max_output_bytes = 100000;
    rj_request request = make_health("return true", arena)->request;
    request.limits = &limits;
    health *h = make_health("return true", arena);
    rj_value text = read_document("apiVersion: config.karmada.io/v1alpha1\n"
                                  "kind: ResourceInterpreterCustomization\n"
                                  "metadata: {name: c}\n"
                                  "spec:\n"
                                  "  target: {apiVersion: x/v1, kind: K}\n"
                                  "  customizations:\n"
                                  "    retention:\n"
                                  "      luaScript: |\n"
                                  "        function Retain(d, o)\n"
                                  "          local s = 'xxxxxxxxxx'\n"
                                  "          for i = 1, 12 do s = s .. s end\n"
                                  "          d.l = {}\n"
                                  "          for i = 1, 100 do d.l[i] = s end\n"
                                  "          return d\n"
                                  "        end\n",
                                  arena)
                        .root;
    rj_document doc = {.root = text, .file = "c.yaml", .text = "", .text_bytes = 0};
    assert_true(rj_customization_bind(&doc, arena, &h->customization, &err));
    request.customizations = &h->set;
    request.operation = RJ_OPERATION_RETAIN;
    request.observed = request.desired;
    assert_false(rj_jail_run(&request, NULL, arena, &result, &err));
    assert_string_equal(err.message, "out of memory for the result: its limit is 100000 bytes");
    assert_int_equal(err.limit, RJ_LIMIT_OUTPUT);
    rj_error_clear(&err);
    rj_arena_free(arena);
}

static void without_the_filter_the_rest_works(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    const rj_jail_options options = {.without_seccomp = true};
    sighting s = {.seen = false};
    rj_request request = make_health("return true", arena)->request;
    request.desired_replica = WAITS_TO_BE_SEEN;
    request.print = look_at_worker;
    request.print_ctx = &s;
    assert_true(rj_jail_run(&request, &options, arena, &result, &err));
    assert_non_null(strstr(s.status, "Seccomp:\t0"));
    assert_true(limit_is_zero(s.limits, "Max open files"));
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_requests_are_answered),
        cmocka_unit_test(a_single_answer_outlives_the_run),
        cmocka_unit_test(bad_workers_are_replaced),
        cmocka_unit_test(the_deadline_is_kept),
        cmocka_unit_test(attacks_fail),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(a_worker_is_confined),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(workers_end_with_their_parent),
        cmocka_unit_test(prints_arrive_in_order),
        cmocka_unit_test(a_large_result_names_its_limit),
        cmocka_unit_test(without_the_filter_the_rest_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
