/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_PARALLEL_H
#define RJ_CLI_PARALLEL_H

/**
 * @file
 * Options by which work is divided: among the processors of a machine, and among machines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/error.h"
#include "rjinterp/macros.h"

/** One of `count` parts; the index counts from 0. */
typedef struct cli_shard {
    size_t index, count;
} cli_shard;

/** Reads "I/N", I from 0 to N: shard N is shard 0. "" is the whole. */
bool cli_read_shard(const char *text, cli_shard *out, rj_error *err) RJ_MUST_USE;

/** Refuses a number of --jobs that makes no sense. */
bool cli_check_jobs(int32_t jobs, rj_error *err) RJ_MUST_USE;

/** How many workers --jobs means: 0 is one for each processor that the program may use. */
size_t cli_worker_count(int32_t jobs);

#endif
