/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_SINK_H
#define RJ_CLI_SINK_H

/**
 * @file
 * Where results go: standard output, or a file that is replaced at once when all of it is written.
 */

#include <stdbool.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

typedef struct cli_sink {
    int fd;           /**< -1: nothing is open */
    const char *path; /**< NULL: standard output */
    rj_buf target;    /**< what `path` leads to through symbolic links */
    rj_buf temporary; /**< name of the file that will become the target; empty: none */
} cli_sink;

/**
 * Opens @p path for writing; "" is standard output. What isn't a regular file is written directly.
 * Borrows the path.
 */
bool cli_sink_open(const char *path, cli_sink *sink, rj_error *err) RJ_MUST_USE;

bool cli_sink_write(cli_sink *sink, const char *data, size_t bytes, rj_error *err) RJ_MUST_USE;

/** Everything is written: the file takes its place. The sink is closed in any case. */
bool cli_sink_commit(cli_sink *sink, rj_error *err) RJ_MUST_USE;

/** Leaves the file as it was. Does nothing after a commit. */
void cli_sink_abandon(cli_sink *sink);

#endif
