/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_READING_H
#define RJ_TESTS_READING_H

/* Reads texts through a document reader. */

#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/document.h"

typedef struct reading {
    rj_arena *arena;
    rj_document_reader *reader;
    rj_document doc;
    rj_error err;
    rj_read_status status;
} reading;

static inline reading start_reading(const char *text, size_t bytes, const rj_limits *limits) {
    reading r = {.arena = rj_arena_new(0), .err = RJ_ERROR_INIT};
    r.reader = rj_document_reader_new_bytes(text, bytes, "a.yaml", true, limits);
    assert_non_null(r.arena);
    assert_non_null(r.reader);
    return r;
}

static inline rj_read_status read_next(reading *r) {
    r->status = rj_document_next(r->reader, r->arena, &r->doc, &r->err);
    return r->status;
}

/* Starts reading and takes the first document. */
static inline reading read_first(const char *text, size_t bytes, const rj_limits *limits) {
    reading r = start_reading(text, bytes, limits);
    read_next(&r);
    return r;
}

static inline void end_reading(reading *r) {
    rj_document_reader_free(r->reader);
    rj_error_clear(&r->err);
    rj_arena_free(r->arena);
}

/* A small generator: the same numbers for the same seed. */
static inline uint32_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static inline uint32_t random_below(uint64_t *seed, uint32_t bound) {
    return next_random(seed) % bound;
}

#endif
