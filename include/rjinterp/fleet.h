/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_FLEET_H
#define RJINTERP_FLEET_H

/**
 * @file
 * The same operations on many objects: texts of objects in, answers out in the same order. Worker
 * processes, as in jail.h, read the texts and run the scripts, some at a time. Memory depends on
 * the number of workers and the largest object, not on the number of objects.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/customization.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/jail.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/rule.h"
#include "rjinterp/value.h"

/** The text of an object, a list of objects or a document: see pieces.h. */
typedef struct rj_fleet_text {
    const char *text;
    size_t bytes;
    const char *file; /**< lives as long as the run */
    rj_position at;
    /** Instead of a text: why there is none, which becomes an answer of its own. */
    const rj_error *failure;
} rj_fleet_text;

/** An object, as far as it could be read. Texts are "" where it says nothing. */
typedef struct rj_fleet_object {
    const char *file;
    uint32_t line; /**< 0: not known */
    const char *api_version, *kind, *namespace, *name;
} rj_fleet_object;

typedef enum rj_fleet_event_kind {
    RJ_FLEET_RESULT,    /**< an operation's result */
    RJ_FLEET_ERROR,     /**< an operation failed */
    RJ_FLEET_NO_OBJECT, /**< the text is no object: no operation was tried */
    RJ_FLEET_OBJECT_END /**< behind the last operation of an object */
} rj_fleet_event_kind;

/** What happened. Everything borrows; it lives until the callback returns. */
typedef struct rj_fleet_event {
    rj_fleet_event_kind kind;
    const rj_fleet_object *object;
    rj_operation operation;  /**< of RESULT and ERROR */
    const rj_result *result; /**< of RESULT */
    rj_error *err;           /**< of ERROR and NO_OBJECT */
} rj_fleet_event;

typedef struct rj_fleet {
    const rj_customization_set *customizations;
    const rj_operation *operations;
    size_t operation_count;
    /** Leave out operations that no customization answers for an object; when none is left, the
     * first one is tried. */
    bool where_enabled;
    bool each_is_desired;  /**< the texts are desired objects, else observed ones */
    const rj_value *other; /**< the one object of the other role, or NULL */
    const rj_value *status_items;
    int32_t desired_replica;
    const rj_limits *limits; /**< NULL: defaults */
    size_t jobs;             /**< workers at a time, at least 1 */
    /** Of each shard_count objects the one at shard_index (from 0) is taken. 1: all. */
    size_t shard_index, shard_count;
    const rj_jail_options *jail; /**< may be NULL */

    /** Delivers the next text, which it keeps until it is called again. */
    rj_read_status (*next)(void *ctx, rj_fleet_text *text, rj_error *err);
    /** Takes an event; false ends the run. Values are in @p arena, which is then reset. */
    bool (*take)(void *ctx, const rj_fleet_event *event, rj_arena *arena);
    /** What scripts print, just before the answers of the operation. May be NULL. */
    void (*print)(void *ctx, const char *data, size_t bytes);
    /** Asked often (and whenever a signal came): true ends the run. May be NULL. */
    bool (*is_stopped)(void *ctx);
    void *ctx;
} rj_fleet;

/**
 * Runs until there are no more texts, or take() or is_stopped() end it; no worker is left in any
 * case. False when no worker can be started, memory is out, or next() failed.
 */
RJ_API bool rj_fleet_run(const rj_fleet *fleet, rj_error *err) RJ_MUST_USE;

#endif
