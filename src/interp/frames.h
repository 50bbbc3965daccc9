/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_FRAMES_H
#define RJ_INTERP_FRAMES_H

/**
 * @file
 * What a worker tells its parent, as frames on a pipe: a head, then bytes. The sender is the
 * worker; the reader believes nothing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"

typedef enum rj_frame_kind {
    RJ_FRAME_PRINT = 0x726A0001, /**< bytes that the script printed */
    RJ_FRAME_RETURNED,           /**< a script is done; what follows is the work on its results */
    RJ_FRAME_RESULT,             /**< the answer */
    RJ_FRAME_ERROR,              /**< the answer */
    RJ_FRAME_MEASURED            /**< what was measured of a script */
} rj_frame_kind;

typedef struct rj_frame_head {
    uint32_t kind;
    uint32_t index; /**< of the request */
    uint64_t bytes;
} rj_frame_head;

/** Leaves room for a head at the end of @p out, and returns where that is. */
size_t rj_frame_begin(rj_buf *out);

/** Fills the head at @p start: the frame is what was appended behind it. */
void rj_frame_end(rj_buf *out, size_t start, rj_frame_kind kind, size_t index);

/** Time that a request has beyond its scripts' own, in milliseconds. */
enum {
    RJ_FRAMES_RESULT_MS = 5000 /**< for results once a script has returned */
};

typedef struct rj_answer {
    bool ok;
    rj_result result; /**< in the arena */
    rj_error error;
} rj_answer;

typedef enum rj_answer_status {
    RJ_ANSWER_TAKEN, /**< the request has its answer */
    RJ_ANSWER_GONE,  /**< the pipe's other end is closed, or can't be read */
    RJ_ANSWER_BAD,   /**< what came makes no sense */
    RJ_ANSWER_LATE   /**< nothing came in time */
} rj_answer_status;

/** Zero-initialise but for the first two; end with rj_buf_free() on the frame. */
typedef struct rj_frame_reader {
    int fd;
    const rj_request *requests;
    rj_buf frame;
    const char *nonsense; /**< what was wrong, after RJ_ANSWER_BAD; a constant */
} rj_frame_reader;

/**
 * Reads until request @p index has its answer, which takes as long as its limits allow. What the
 * script printed goes to the request's print function, what was measured to its receiver. The
 * caller clears answer->error.
 */
rj_answer_status rj_frames_take_answer(rj_frame_reader *reader, size_t index, rj_arena *arena,
                                       rj_answer *answer) RJ_MUST_USE;

#endif
