/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_WATCH_H
#define RJ_CLI_WATCH_H

/**
 * @file
 * Waits for changes of manifests below directories, as the kernel tells them (inotify).
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

typedef struct cli_watch cli_watch;

/** What has changed, been made or gone: absolute paths of files and directories. */
typedef struct cli_changes {
    rj_arena *arena;
    const char **paths;
    size_t count, capacity;
    bool may_be_anything; /**< more than the kernel could remember */
} cli_changes;

/** NULL and *err on failure. Free with cli_watch_free(). */
cli_watch *cli_watch_new(rj_error *err) RJ_MUST_USE;
void cli_watch_free(cli_watch *watch);

/** Watches a directory (an absolute path) with all below it; again is no harm. */
bool cli_watch_add(cli_watch *watch, const char *directory, rj_error *err) RJ_MUST_USE;

/**
 * Waits until something has changed, and then until nothing has for a moment. Directories that are
 * new are watched, too. @p changes has its arena set and is else zero.
 */
bool cli_watch_wait(cli_watch *watch, cli_changes *changes, rj_error *err) RJ_MUST_USE;

#endif
