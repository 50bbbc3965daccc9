/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_PROGRESS_H
#define RJ_CLI_PROGRESS_H

/**
 * @file
 * A line on standard error that says how far long work has come. Only a terminal gets it, and only
 * when the work takes over a second.
 */

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
    bool is_wanted;
    bool is_shown;
    const char *what; /**< that is counted; NULL: objects */
    int64_t started_ms, shown_ms;
} cli_progress;

void cli_progress_begin(cli_progress *progress);

/** May be called often. */
void cli_progress_show(cli_progress *progress, uint64_t done, uint64_t failed);

/** Takes the line away: before anything else is written to the terminal, and at the end. */
void cli_progress_clear(cli_progress *progress);

#endif
