/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_TEST_UPDATE_H
#define RJ_CLI_TEST_UPDATE_H

/**
 * @file
 * `rjinterp test --update`: results become what cases expect.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

typedef struct test_update_counts {
    size_t updated;
    size_t kept; /**< that would have to be changed and could not be */
} test_update_counts;

/**
 * Runs the cases and writes the outputs of those that fail or assert nothing into their files, each
 * replaced as a whole. Appends to @p said what was done and what wasn't. False when nothing can be
 * run or a file can't be written; other files may have been.
 */
bool test_update(const rj_suite_selection *selection, const rj_suite_options *options, rj_buf *said,
                 test_update_counts *counts, rj_error *err) RJ_MUST_USE;

#endif
