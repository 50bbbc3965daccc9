/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_TESTCASE_H
#define RJ_SUITE_TESTCASE_H

/**
 * @file
 * The two formats of cases.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

/** What reading needs, and the cases so far. */
typedef struct case_reader {
    rj_arena *arena;
    const rj_limits *limits;
    const rj_suite_directory *directory; /**< of the cases that come */
    rj_suite_case *cases;
    size_t count, capacity;
} case_reader;

typedef bool (*document_fn)(void *ctx, const rj_document *doc, rj_error *err);

/** Calls @p take with each document of a file until it fails; errors have file and place. */
bool testcase_documents(const case_reader *reader, const char *file, document_fn take, void *ctx,
                        rj_error *err) RJ_MUST_USE;

/**
 * Reads a stream of cases. With @p only_operations, documents that name no operation are passed
 * over. What is wrong with the file becomes an entry. False: no memory.
 */
bool testcase_read_stream(case_reader *reader, const char *file, bool only_operations) RJ_MUST_USE;

/** Reads the older format, one document with a list of cases. False: no memory. */
bool testcase_read_table(case_reader *reader, const char *file) RJ_MUST_USE;

/** Adds an entry that stands for a file. Clears the error. False: no memory. */
bool testcase_add_problem(case_reader *reader, const char *file, rj_error *err) RJ_MUST_USE;

#endif
