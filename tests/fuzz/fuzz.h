/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_FUZZ_H
#define RJ_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** What each target defines, and libFuzzer or replay.c calls. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static inline _Noreturn void fuzz_fail(const char *rule, const char *file, int line) {
    fprintf(stderr, "%s:%d: doesn't hold: %s\n", file, line, rule);
    abort();
}

/** A rule that holds for every input; where it doesn't, the fuzzer keeps the input. */
#define require(rule) ((rule) ? (void)0 : fuzz_fail(#rule, __FILE__, __LINE__))

#endif
