/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/parallel.h"

#include <sched.h>

enum {
    MOST_JOBS = 1024,
    MOST_SHARDS = 1000000
};

bool cli_read_shard(const char *text, cli_shard *out, rj_error *err) {
    size_t numbers[2] = {0}, n = 0;
    bool has_digit = false;
    const char *p = text;
    if (!*text) {
        *out = (cli_shard){.count = 1};
        return true;
    }
    for (; *p && n < 2; p++) {
        if (*p == '/' && n == 0 && has_digit) {
            n = 1;
            has_digit = false;
        } else if (*p >= '0' && *p <= '9' && numbers[n] < MOST_SHARDS) {
            numbers[n] = numbers[n] * 10 + (size_t)(*p - '0');
            has_digit = true;
        } else {
            break;
        }
    }
    if (*p || n != 1 || !has_digit || !numbers[1] || numbers[0] > numbers[1])
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "--shard has to be I/N with N at least 1 and I from 0 to N, not \"%s\"",
                            text);
    *out = (cli_shard){.index = numbers[0] % numbers[1], .count = numbers[1]};
    return true;
}

bool cli_check_jobs(int32_t jobs, rj_error *err) {
    return (jobs >= 0 && jobs <= MOST_JOBS) ||
           rj_error_set(err, RJ_ERROR_USAGE, "--jobs has to be from 0 to %d", MOST_JOBS);
}

size_t cli_worker_count(int32_t jobs) {
    if (jobs > 0)
        return (size_t)jobs;
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (size_t)count : 1;
}
