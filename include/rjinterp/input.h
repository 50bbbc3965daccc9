/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_INPUT_H
#define RJINTERP_INPUT_H

/**
 * @file
 * Names given by a user (paths, directories, patterns, URLs, "-") into a list of sources, and a
 * source into bytes. Contents are opened one source at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

typedef enum rj_source_kind {
    RJ_SOURCE_FILE,
    RJ_SOURCE_STDIN,
    RJ_SOURCE_URL
} rj_source_kind;

typedef struct rj_source {
    rj_source_kind kind;
    const char *name; /**< path as found, "STDIN", or the URL */
} rj_source;

/** What the names of one option stand for. Arena-owned. */
typedef struct rj_source_list {
    const rj_source *items;
    size_t count;
    const char *const *errors; /**< one message for each name that stands for nothing */
    size_t error_count;
} rj_source_list;

/**
 * Resolves @p names in their order: "-", URLs, existing paths, else patterns. Directories give
 * their .json, .yaml and .yml files in byte order, with @p recursive those of their directories
 * too. False only when the arena is full.
 */
RJ_API bool rj_sources_resolve(const char *const *names, size_t name_count, bool recursive,
                               rj_arena *arena, rj_source_list *out) RJ_MUST_USE;

/** What kept a source from being opened; messages of a command may differ by it. */
typedef enum rj_input_failure {
    RJ_INPUT_FAILURE_NONE,
    RJ_INPUT_FAILURE_REFUSED,   /**< nobody listens at a URL's address, which is the error's path */
    RJ_INPUT_FAILURE_TRANSPORT, /**< no answer came from a URL */
    RJ_INPUT_FAILURE_OTHER
} rj_input_failure;

/** How long opening a named pipe waits for somebody to write to it. */
enum {
    RJ_INPUT_WRITER_MS = 1000
};

/** An open source. Close with rj_input_close(). */
typedef struct rj_input {
    int fd;
    int error;   /**< errno of the read that failed, 0 when none did */
    rj_buf body; /**< of a URL, or read ahead */
    size_t body_offset;
} rj_input;

/**
 * Opens @p source. Messages as the reference's ("open d/m.yaml: no such file or directory").
 * *failure is always set.
 */
RJ_API bool rj_input_open(const rj_source *source, rj_input *out, rj_input_failure *failure,
                          rj_error *err) RJ_MUST_USE;

/** An rj_read_fn over an rj_input. */
RJ_API ssize_t rj_input_read(void *input, char *into, size_t bytes);

RJ_API void rj_input_close(rj_input *input);

/** "8.5.0": of the libcurl that reads addresses, loaded for this; NULL when there is none. */
RJ_API const char *rj_input_curl_version(void);

/** The text of an errno as the reference words it: lower case. Borrows from @p room. */
RJ_API const char *rj_input_errno_text(int error, char *room, size_t room_bytes);

typedef enum rj_pattern_match {
    RJ_PATTERN_DIFFERS,
    RJ_PATTERN_MATCHES,
    RJ_PATTERN_MALFORMED
} rj_pattern_match;

/**
 * Shell pattern against one whole name: * and ? don't match '/', [a-c] and [^a] are classes of
 * characters, \ takes the next character literally. A malformed pattern is found out even when the
 * name differs before.
 */
RJ_API rj_pattern_match rj_pattern_test(const char *pattern, const char *name);

#endif
