/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_JOB_H
#define RJ_SUITE_JOB_H

/**
 * @file
 * A job: a process that takes portions of the cases, has workers run them, judges the answers and
 * sends the results to its parent. Processes, not threads: workers are forked, and a fork is only
 * safe where no other thread can hold a lock of the allocator.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"
#include "rjinterp/suite.h"
#include "suite/run.h"

/** In memory that all jobs share. */
typedef struct job_counters {
    atomic_size_t next;         /**< case, or group */
    atomic_size_t first_failed; /**< with fail_fast nothing behind it is run */
} job_counters;

typedef struct job_plan {
    const rj_suite_selection *selection;
    const rj_suite_options *options;
    size_t portion;             /**< cases at a time, at most */
    const suite_groups *groups; /**< instead: the cases that share a state; NULL: none do */
    job_counters *counters;
} job_plan;

/** Does its share of the plan and writes messages (job_read()) to the pipe. Never returns. */
_Noreturn void job_run(const job_plan *plan, int pipe_fd);

/** What a job says: the result of a case, or why it gave up. */
typedef struct job_message {
    bool is_error;
    size_t number; /**< of the case in the selection */
    rj_suite_result result;
    const char *error;
} job_message;

/** Appends a message. */
void job_write(const job_message *message, rj_buf *out);

/**
 * Reads the message at @p data, whose texts are copied to @p arena; the case and its directory are
 * left alone. Returns its length, 0 when it makes no sense or memory is out.
 */
size_t job_read(const char *data, size_t bytes, rj_arena *arena, job_message *out);

#endif
