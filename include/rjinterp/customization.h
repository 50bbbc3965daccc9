/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_CUSTOMIZATION_H
#define RJINTERP_CUSTOMIZATION_H

/**
 * @file
 * ResourceInterpreterCustomization: one document bound to a struct, and a set of them merged by
 * target as the control plane does.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"
#include "rjinterp/rule.h"

/** A rule's script. text is NULL when the rule isn't there, "" when it is there and empty. */
typedef struct rj_rule_script {
    const char *text;
    size_t text_bytes;
    rj_position at;         /**< of the luaScript scalar */
    const rj_value *scalar; /**< in the document; NULL when there is none */
} rj_rule_script;

typedef struct rj_customization {
    const char *source;      /**< name of the file or stream */
    const char *name;        /**< metadata.name, may be "" */
    const char *api_version; /**< spec.target.apiVersion, may be "" */
    const char *kind;        /**< spec.target.kind, may be "" */
    rj_position at;          /**< where the document starts */
    rj_rule_script scripts[RJ_OPERATION_COUNT];
    /** When the document is of another known kind: "/v1, Kind=ConfigMap"; else NULL. */
    const char *other_kind;
    rj_document document;
} rj_customization;

/**
 * Binds one document. Messages are the reference's without `unable to decode "SOURCE": `, which the
 * caller adds. A document of another registered kind is no error here: other_kind is set. *out is
 * owned by the arena and by that of the document, and outlives the document's reader.
 */
RJ_API bool rj_customization_bind(const rj_document *doc, rj_arena *arena, rj_customization *out,
                                  rj_error *err) RJ_MUST_USE;

/** The customization as it was read: the document, or the item of the list that the document is. */
RJ_API const rj_value *rj_customization_root(const rj_customization *customization);

/**
 * From the bytes of a script to its file. Found only when it is asked for: a run needs one
 * script's. *map is arena-owned.
 */
RJ_API bool rj_customization_script_spans(const rj_customization *customization,
                                          rj_operation operation, rj_arena *arena, rj_span_map *map,
                                          rj_error *err) RJ_MUST_USE;

/** A growing set; zero-initialise with the arena. Items are arena-owned. */
typedef struct rj_customization_set {
    rj_arena *arena;
    rj_customization *items;
    size_t count, capacity;
} rj_customization_set;

/** Copies @p customization (shallowly) into the set. False: the arena is full. */
RJ_API bool rj_customization_set_add(rj_customization_set *set,
                                     const rj_customization *customization) RJ_MUST_USE;

/** One script and the customization that it belongs to. */
typedef struct rj_rule_match {
    const rj_customization *customization;
    const rj_rule_script *script;
} rj_rule_match;

/**
 * The scripts that answer @p operation for objects of @p api_version and @p kind, in the order of
 * running: one for all operations but InterpretDependency, where all non-empty ones are.
 * Customizations are taken in order of their names (bytes; equal names as added). *scripts borrows
 * from the set; count 0 means "rule is not enabled".
 */
RJ_API bool rj_customization_set_match(const rj_customization_set *set, rj_operation operation,
                                       const char *api_version, const char *kind, rj_arena *arena,
                                       const rj_rule_match **matches, size_t *match_count,
                                       rj_error *err) RJ_MUST_USE;

#endif
