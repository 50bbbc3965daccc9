/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/cell.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#ifndef UNDER_SANITIZER
#define UNDER_SANITIZER 0
#endif

/* Memory of a worker beyond its Lua state (where the arguments are) and its results: scripts as
 * trees and chunks, and what the allocator keeps. */
static const size_t SLACK_BYTES = (size_t)64 << 20;

/* AddressSanitizer and valgrind need terabytes of addresses and system calls of their own, and
 * report on stderr; valgrind opens files, too. A worker that they watch keeps what they need.
 * Nobody runs them on a stranger's script. */
static bool runs_in_valgrind(void) {
    const char *preload = getenv("LD_PRELOAD");
    return preload && strstr(preload, "/vgpreload_");
}

/* Size of the process now; 0 when the kernel doesn't tell. */
static size_t address_space_now(void) {
    char text[64];
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0)
        return 0;
    text[n] = '\0';
    return (size_t)strtoull(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

/* Made by tools/filter_program.c. */
static const struct sock_filter filter_program[] = {
#include "filter_program.inc"
};

size_t rj_cell_result_bytes(const rj_limits *limits) {
    return 2 * limits->max_output_bytes;
}

const char *rj_cell_prepare(rj_cell *cell, const rj_limits *limits, bool with_filter) {
    const char *missing = NULL;
    *cell = (rj_cell){.in_valgrind = runs_in_valgrind()};
    cell->is_watched = UNDER_SANITIZER || cell->in_valgrind;
    size_t now = cell->is_watched ? 0 : address_space_now();
    /* As trees, and as bytes, whose buffer may have to move when it grows. */
    const size_t results_bytes = 3 * rj_cell_result_bytes(limits);
    if (now)
        cell->address_space_bytes = now + limits->max_memory_bytes + results_bytes + SLACK_BYTES;
    else if (!cell->is_watched)
        missing = "the size of the process can't be read (/proc), so its growth isn't limited";
    if (!with_filter || cell->is_watched)
        return missing;
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0 && errno == EINVAL)
        return "this kernel has no seccomp, so system calls of scripts aren't filtered";
    cell->with_filter = true;
    return missing;
}

int rj_cell_exit_status(int error) {
    return error == ENOMEM ? RJ_CELL_EXIT_MEMORY : RJ_CELL_EXIT_SETUP;
}

static void limit(int resource, rlim_t value) {
    const struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    /* Lowering a limit fails only where it is lower already. */
    setrlimit(resource, &both);
}

static bool keep_only(int pipe_fd, bool keeps_stderr) {
    if (pipe_fd != RJ_CELL_PIPE_FD && dup2(pipe_fd, RJ_CELL_PIPE_FD) < 0)
        return false;
    const unsigned first_kept = keeps_stderr ? STDERR_FILENO : RJ_CELL_PIPE_FD;
    if (first_kept > 0 && close_range(0, first_kept - 1, 0) != 0)
        return false;
    return close_range(RJ_CELL_PIPE_FD + 1, ~0U, 0) == 0;
}

/* Local time needs the zone's file, which can't be read later; with TZ set the C library doesn't
 * look again. */
static bool clear_environment(void) {
    char zone[256] = ":/etc/localtime";
    const char *given = getenv("TZ");
    if (given) {
        if (strlen(given) >= sizeof zone)
            return false;
        strcpy(zone, given);
    }
    if (clearenv() != 0 || setenv("TZ", zone, 1) != 0)
        return false;
    tzset();
    return true;
}

int rj_cell_enter(const rj_cell *cell, int pipe_fd, pid_t parent) {
    for (int signal_number = 1; signal_number < NSIG; signal_number++)
        signal(signal_number, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return -1;
    if (!clear_environment() || !keep_only(pipe_fd, cell->is_watched))
        return -1;
    prctl(PR_SET_DUMPABLE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NPROC, 0);
    if (!cell->in_valgrind) {
        limit(RLIMIT_NOFILE, 0);
        limit(RLIMIT_FSIZE, 0);
    }
    if (cell->address_space_bytes)
        limit(RLIMIT_AS, cell->address_space_bytes);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    const struct sock_fprog program = {
        .len = sizeof filter_program / sizeof *filter_program,
        .filter = (struct sock_filter *)filter_program, /* which is only read */
    };
    if (cell->with_filter && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
        return -1;
    return RJ_CELL_PIPE_FD;
}

void rj_cell_send(int pipe_fd, const char *data, size_t bytes) {
    while (bytes) {
        const ssize_t n = write(pipe_fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(RJ_CELL_EXIT_PIPE);
        data += n;
        bytes -= (size_t)n;
    }
}
