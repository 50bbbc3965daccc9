/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_FLEET_WORKER_H
#define RJ_INTERP_FLEET_WORKER_H

/**
 * @file
 * The worker of a fleet and what it says to its parent.
 *
 * A worker has a batch of texts in memory. For each text it sends, for each object in it: OBJECT,
 * then for each operation what was printed and RESULT or ERROR, then OBJECT_END; FAILED when the
 * text can't be read further; at last TEXT_END. Frames are collected before they are sent. When a
 * worker dies, the next one goes on behind what has arrived and sends each frame at once, RUNNING
 * before each operation: so the culprit is found.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"
#include "rjinterp/fleet.h"

typedef enum rj_fleet_frame_kind {
    RJ_FLEET_FRAME_OBJECT = 0x726B0001, /**< who it is */
    RJ_FLEET_FRAME_RUNNING,             /**< an operation begins */
    RJ_FLEET_FRAME_PRINT,
    RJ_FLEET_FRAME_RESULT,
    RJ_FLEET_FRAME_ERROR,
    RJ_FLEET_FRAME_OBJECT_END,
    RJ_FLEET_FRAME_FAILED, /**< an object, or the rest of the text, can't be read */
    RJ_FLEET_FRAME_TEXT_END
} rj_fleet_frame_kind;

/** The head of a frame; `bytes` bytes follow. */
typedef struct rj_fleet_frame {
    uint32_t kind;
    uint32_t text;      /**< number in the batch */
    uint32_t object;    /**< number in the text */
    uint32_t operation; /**< number in the list of operations */
    uint64_t bytes;
} rj_fleet_frame;

/** How far a batch has come: what is to be done next. */
typedef struct rj_fleet_progress {
    uint32_t text, object, operation;
    bool is_open; /**< OBJECT of this object was sent */
} rj_fleet_progress;

/** Texts that one worker is to work on. */
typedef struct rj_fleet_batch_text {
    size_t offset, bytes; /**< in the batch's texts */
    const char *file;
    rj_position at;
    uint64_t number; /**< among all texts of the run */
    bool is_failure; /**< no text, but an error as wire.h writes it */
} rj_fleet_batch_text;

typedef struct rj_fleet_work {
    const rj_fleet *fleet;
    const char *texts;
    const rj_fleet_batch_text *items;
    size_t count;
    rj_fleet_progress from;
    bool is_careful; /**< each frame is sent at once */
} rj_fleet_work;

/** Time, in milliseconds, after which a worker that isn't careful sends what it has. */
enum {
    RJ_FLEET_FLUSH_MS = 50
};

/** All of the work; never returns. */
_Noreturn void rj_fleet_worker(const rj_fleet_work *work, int pipe_fd);

/** Appends a frame. */
void rj_fleet_write_frame(const rj_fleet_frame *frame, const char *data, rj_buf *out);

/** What an OBJECT or FAILED frame says of the object: texts and line. */
void rj_fleet_write_object(const rj_fleet_object *object, rj_buf *out);

/** Reads it and returns how many bytes that took, 0 when it makes no sense. Texts are copied to
 * @p arena; the file is left alone. */
size_t rj_fleet_read_object(const char *data, size_t bytes, rj_arena *arena, rj_fleet_object *out);

#endif
