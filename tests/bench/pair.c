/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two commands by turns, so that whatever else the machine does falls on both:
 *
 *   bench_pair RUNS COMMAND… -- COMMAND…
 *
 * prints a line for each turn: milliseconds, processor milliseconds and largest resident KiB of the
 * first command, then those of the second. What the commands print is dropped; one that fails ends
 * all of it. The largest resident size is that of the largest process.
 */

#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "bench/bench.h"

extern char **environ;

typedef struct cost {
    double ms, cpu_ms;
    long resident_kb;
} cost;

static double to_ms(struct timeval t) {
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static cost run(char **command, const posix_spawn_file_actions_t *silence) {
    pid_t child;
    int status;
    struct rusage used;
    const double start = bench_now_ms();
    if (posix_spawnp(&child, command[0], silence, NULL, command, environ) != 0 ||
        wait4(child, &status, 0, &used) != child) {
        perror(command[0]);
        exit(1);
    }
    const double ms = bench_now_ms() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "bench_pair: %s failed\n", command[0]);
        exit(1);
    }
    return (cost){ms, to_ms(used.ru_utime) + to_ms(used.ru_stime), used.ru_maxrss};
}

int main(int argc, char **argv) {
    int runs = argc > 1 ? atoi(argv[1]) : 0, second = 2;
    while (second < argc && strcmp(argv[second], "--") != 0)
        second++;
    if (runs < 1 || second < 3 || second + 1 >= argc) {
        fprintf(stderr, "usage: bench_pair RUNS COMMAND... -- COMMAND...\n");
        return 2;
    }
    argv[second++] = NULL;
    posix_spawn_file_actions_t silence;
    if (posix_spawn_file_actions_init(&silence) != 0 ||
        posix_spawn_file_actions_addopen(&silence, 1, "/dev/null", O_WRONLY, 0) != 0 ||
        posix_spawn_file_actions_addopen(&silence, 2, "/dev/null", O_WRONLY, 0) != 0)
        bench_fail("no memory");
    for (int i = 0; i < runs; i++) {
        const cost a = run(argv + 2, &silence), b = run(argv + second, &silence);
        printf("%.3f %.3f %ld %.3f %.3f %ld\n", a.ms, a.cpu_ms, a.resident_kb, b.ms, b.cpu_ms,
               b.resident_kb);
    }
    posix_spawn_file_actions_destroy(&silence);
    return 0;
}
