/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_BENCH_H
#define RJ_TESTS_BENCH_H

/*
 * What the programs that measure share: a file in memory, and one line for each run with the
 * milliseconds that its work took.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct bench_text {
    char *data;
    size_t bytes;
} bench_text;

static inline _Noreturn void bench_fail(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

static inline bench_text bench_read_file(const char *path) {
    bench_text text = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    const long bytes = ftell(file);
    rewind(file);
    text.data = malloc(bytes > 0 ? (size_t)bytes : 1);
    text.bytes = text.data && bytes > 0 ? fread(text.data, 1, (size_t)bytes, file) : 0;
    fclose(file);
    if (bytes <= 0 || text.bytes != (size_t)bytes)
        bench_fail("cannot read the file, or it is empty");
    return text;
}

static inline double bench_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* FILE [RUNS] of a command line; runs is 1 when it isn't there. */
static inline const char *bench_arguments(int argc, char **argv, int *runs) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE [RUNS]\n", argv[0]);
        exit(2);
    }
    *runs = argc == 3 ? atoi(argv[2]) : 1;
    return argv[1];
}

#endif
