/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the whole program again and again, each time with another allocation failing, or another
 * system call: first only that one, then that one and all behind it. It has to end by itself, with
 * the right answer or with exit status 1, a message and nothing on standard output.
 *
 *   oom [--calls] [--stream] PROGRAM-ARGUMENT...  --stream: the output may break off
 *   oom [--calls] --at N PROGRAM-ARGUMENT...     one run only, all from N on fail, for a debugger
 *
 * The linker puts the functions below in front of malloc() and its relatives (--wrap); counting
 * goes on in worker processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <gmp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int rjinterp_main(int argc, char **argv);

/* ---- failing ---- */

/* In memory that workers share, but for the counter, which each process has for itself. */
typedef struct shared {
    bool has_failed;
    bool wrote_to_stderr; /* a write to standard error failed */
} shared;

static shared *state;
static bool fails_calls, is_stream, is_running, fails_for_ever;
static long counter, fail_at;

static bool fails(bool is_call) {
    if (!is_running || is_call != fails_calls)
        return false;
    counter++;
    if (counter != fail_at && !(fails_for_ever && counter > fail_at && fail_at))
        return false;
    state->has_failed = true;
    return true;
}

static bool fails_with(int error) {
    if (!fails(true))
        return false;
    errno = error;
    return true;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
ssize_t __real_read(int fd, void *into, size_t bytes);
ssize_t __real_write(int fd, const void *data, size_t bytes);
pid_t __real_fork(void);
int __real_pipe2(int ends[2], int flags);
int __real_open(const char *path, int flags, ...);
int __real_fstat(int fd, struct stat *info);
int __real_poll(struct pollfd *fds, nfds_t count, int timeout);

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
char *__wrap_strdup(const char *text);
ssize_t __wrap_read(int fd, void *into, size_t bytes);
ssize_t __wrap_write(int fd, const void *data, size_t bytes);
pid_t __wrap_fork(void);
int __wrap_pipe2(int ends[2], int flags);
int __wrap_open(const char *path, int flags, ...);
int __wrap_fstat(int fd, struct stat *info);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout);

void *__wrap_malloc(size_t bytes) {
    return fails(false) ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return fails(false) ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    return fails(false) ? NULL : __real_realloc(memory, bytes);
}

char *__wrap_strdup(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = __wrap_malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

ssize_t __wrap_read(int fd, void *into, size_t bytes) {
    return fails_with(EIO) ? -1 : __real_read(fd, into, bytes);
}

ssize_t __wrap_write(int fd, const void *data, size_t bytes) {
    if (!fails_with(ENOSPC))
        return __real_write(fd, data, bytes);
    if (fd == STDERR_FILENO)
        state->wrote_to_stderr = true;
    return -1;
}

pid_t __wrap_fork(void) {
    return fails_with(EAGAIN) ? -1 : __real_fork();
}

int __wrap_pipe2(int ends[2], int flags) {
    return fails_with(EMFILE) ? -1 : __real_pipe2(ends, flags);
}

int __wrap_open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list args;
        va_start(args, flags);
        mode = va_arg(args, mode_t);
        va_end(args);
    }
    return fails_with(EMFILE) ? -1 : __real_open(path, flags, mode);
}

int __wrap_fstat(int fd, struct stat *info) {
    return fails_with(EIO) ? -1 : __real_fstat(fd, info);
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout) {
    return fails_with(ENOMEM) ? -1 : __real_poll(fds, count, timeout);
}

/* GMP knows no other answer to a lack of memory than abort(), so it gets what it wants. */
static void *gmp_allocate(size_t bytes) {
    return __real_malloc(bytes);
}

static void *gmp_reallocate(void *memory, size_t old_bytes, size_t bytes) {
    (void)old_bytes;
    return __real_realloc(memory, bytes);
}

static void gmp_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

/* ---- one run ---- */

enum {
    MOST_OUTPUT = 65536
};

typedef struct outcome {
    int status; /* as waitpid() gives it */
    char out[MOST_OUTPUT], err[MOST_OUTPUT];
} outcome;

static int make_file(const char *name) {
    char path[] = "/tmp/rj-oom-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0) {
        perror(name);
        exit(2);
    }
    unlink(path);
    return fd;
}

static void read_back(int fd, char *into) {
    ssize_t n = pread(fd, into, MOST_OUTPUT - 1, 0);
    into[n > 0 ? n : 0] = '\0';
    close(fd);
}

static void run(int argc, char **argv, long n, bool for_ever, outcome *result) {
    const int out = make_file("stdout"), err = make_file("stderr");
    memset(state, 0, sizeof *state);
    fflush(stdout);
    const pid_t pid = __real_fork();
    if (pid == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        fail_at = n;
        fails_for_ever = for_ever;
        is_running = true;
        const int status = rjinterp_main(argc, argv);
        is_running = false;
        exit(status);
    }
    while (waitpid(pid, &result->status, 0) < 0 && errno == EINTR)
        ;
    read_back(out, result->out);
    read_back(err, result->err);
}

/* ---- what has to hold ---- */

/* Columns may be narrower in a report that breaks off. */
static bool is_beginning(const char *text, const char *of) {
    for (; *text; text++) {
        if (*text == ' ')
            continue;
        of += strspn(of, " ");
        if (*of++ != *text)
            return false;
    }
    return true;
}

static const char *problem(const outcome *good, const outcome *now) {
    if (!WIFEXITED(now->status))
        return "did not end by itself";
    const int status = WEXITSTATUS(now->status);
    if (!state->has_failed)
        return NULL;
    /* What failed may not have been needed: a hint, a line of source. */
    if (status == WEXITSTATUS(good->status) && strcmp(now->out, good->out) == 0)
        return NULL;
    if (status != 1)
        return "neither the right answer nor exit status 1";
    if (now->out[0] && !(is_stream && is_beginning(now->out, good->out)) &&
        !strstr(now->err, "cannot write to standard output"))
        return "failed, but wrote a result";
    if (!now->err[0] && !state->wrote_to_stderr)
        return "failed without a message";
    if (!fails_calls && !strstr(now->err, "memory"))
        return "the message isn't about memory";
    return NULL;
}

static bool torture(int argc, char **argv, const outcome *good, bool for_ever) {
    outcome *now = __real_malloc(sizeof *now);
    long failures = 0, bad = 0;
    for (long n = 1; bad < 10; n++) {
        run(argc, argv, n, for_ever, now);
        const char *what = problem(good, now);
        if (what) {
            bad++;
            printf("%s %ld%s: %s (status %x)\n%s%s", fails_calls ? "call" : "allocation", n,
                   for_ever ? " and all behind it" : "", what, (unsigned)now->status, now->out,
                   now->err);
        }
        if (!state->has_failed)
            break;
        failures++;
    }
    printf("%ld %s failed%s\n", failures, fails_calls ? "calls" : "allocations",
           for_ever ? " with all behind them" : "");
    free(now);
    return !bad && failures > 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--calls") == 0) {
        fails_calls = true;
        argv++;
        argc--;
    }
    if (argc > 1 && strcmp(argv[1], "--stream") == 0) {
        is_stream = true;
        argv++;
        argc--;
    }
    const bool is_single = argc > 2 && strcmp(argv[1], "--at") == 0;
    if (is_single) {
        fail_at = strtol(argv[2], NULL, 10);
        fails_for_ever = true;
        argv += 2;
        argc -= 2;
    }
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    outcome *good = __real_malloc(sizeof *good);
    if (state == MAP_FAILED || !good)
        return 2;
    mp_set_memory_functions(gmp_allocate, gmp_reallocate, gmp_free);
    is_running = is_single;
    if (is_single)
        return rjinterp_main(argc, argv);
    run(argc, argv, 0, false, good);
    printf("without failures: status %d\n", WEXITSTATUS(good->status));
    if (!WIFEXITED(good->status) || (!good->out[0] && !good->err[0]))
        return 1;
    bool ok = torture(argc, argv, good, false);
    ok = torture(argc, argv, good, true) && ok;
    free(good);
    return !ok;
}
