/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_TEST_WATCH_H
#define RJ_CLI_TEST_WATCH_H

/**
 * @file
 * `rjinterp test --watch`: what is watched, and which cases a change touches.
 */

#include <stdbool.h>

#include "cli/options.h"
#include "cli/watch.h"
#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

/** Watches the paths of the command line; of a file the directory that it is in. */
bool test_watch_paths(cli_watch *watch, const cli_list *paths, rj_arena *arena,
                      rj_error *err) RJ_MUST_USE;

/** Watches the directories of cases: a path may have named only a part of one. */
bool test_watch_directories(cli_watch *watch, const rj_suite_selection *selection, rj_arena *arena,
                            rj_error *err) RJ_MUST_USE;

/**
 * Leaves of a selection what the changes touch: of a directory whose customizations changed all
 * cases, of a file of cases its own; the older format may read any file of its directory.
 */
bool test_keep_touched(const cli_changes *changes, rj_arena *arena,
                       rj_suite_selection *selection) RJ_MUST_USE;

#endif
