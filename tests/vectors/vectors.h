/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_VECTORS_H
#define RJ_TESTS_VECTORS_H

/**
 * @file
 * Between the runner (rj_vectors.c) and the functions that run one kind of vector (run_*.c).
 *
 * To add a kind: write run_KIND.c, name it in CMakeLists.txt and in vector_files.h.
 */

#include <stdbool.h>

#include "rjinterp/lua.h"
#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/value.h"

/** One line of a file. Everything from @ref arena is gone after it. */
typedef struct vector_case {
    const char *id;
    const rj_value *vector; /**< the whole object */
    rj_arena *arena;
    rj_chunk_detail detail; /**< of the scripts that run */
    rj_buf expected, got;   /**< to be shown when the case fails */
} vector_case;

/** Runs one case through librjinterp's public functions; true when the answer is the recorded one,
 * else expected and got say what was wrong. */
typedef bool vector_run(vector_case *c);

#define RJ_VECTOR_FILE(name, run) vector_run run;
#include "vector_files.h"
#undef RJ_VECTOR_FILE

/** Compares texts; shows both when they differ. */
bool vector_same_text(vector_case *c, const char *expected, size_t expected_bytes, const char *got,
                      size_t got_bytes);

/**
 * Compares an error with the vector's "message" (else "error"): the whole text, or the text without
 * a leading
 * "<string>:LINE: " if both name the same line.
 */
bool vector_same_error(vector_case *c, const rj_error *got);

/** A case that should have failed and didn't, or the other way round. Returns false. */
bool vector_unexpected(vector_case *c, const char *expected, const char *got);

typedef bool vector_compile_fn(const char *script, size_t script_bytes, const rj_span_map *origin,
                               const rj_limits *limits, rj_arena *arena, rj_chunk *out,
                               rj_error *err);

/** By rj_chunk_detail. */
extern vector_compile_fn *const vector_compilers[];

/** What a state that runs such chunks is to trace; NULL: nothing. */
const rj_trace_options *vector_trace(rj_chunk_detail detail);

#endif
