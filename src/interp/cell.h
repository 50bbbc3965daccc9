/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_CELL_H
#define RJ_INTERP_CELL_H

/**
 * @file
 * The layers around a worker process: resource limits, no descriptors, no environment, and a filter
 * of system calls. What doesn't need the worker is prepared in the parent, so that a fork stays
 * cheap and can't run out of memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "rjinterp/limits.h"

enum {
    RJ_CELL_PIPE_FD = 3 /**< the only descriptor that a worker has */
};

/** Exit statuses of a worker that ends early. */
enum {
    RJ_CELL_EXIT_SETUP = 120,
    RJ_CELL_EXIT_PIPE = 121,
    RJ_CELL_EXIT_MEMORY = 122
};

typedef struct rj_cell {
    bool is_watched;            /**< by AddressSanitizer or valgrind */
    bool in_valgrind;           /**< by valgrind */
    size_t address_space_bytes; /**< 0: not limited */
    bool with_filter;
} rj_cell;

/** Memory that the results of one request may take as a tree, and about as much as bytes. */
size_t rj_cell_result_bytes(const rj_limits *limits);

/**
 * Prepares a cell. Returns NULL, or why a layer is missing (a constant text); the others stay.
 */
const char *rj_cell_prepare(rj_cell *cell, const rj_limits *limits, bool with_filter);

/**
 * Called by the worker, first thing after the fork by @p parent: shuts everything but @p pipe_fd.
 * Returns the descriptor that the pipe has now, or -1 with errno: the worker must not go on, and
 * ends with rj_cell_exit_status().
 */
int rj_cell_enter(const rj_cell *cell, int pipe_fd, pid_t parent);

/** How a worker ends that couldn't be confined because of @p error. */
int rj_cell_exit_status(int error);

/** Writes everything to the worker's pipe; a worker whose pipe is gone has nobody to tell, and
 * ends. */
void rj_cell_send(int pipe_fd, const char *data, size_t bytes);

#endif
