/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_FUZZ_H
#define RJ_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** What each target defines, and libFuzzer or replay.c calls. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

#endif
