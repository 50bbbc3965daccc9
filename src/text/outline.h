/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_OUTLINE_H
#define RJ_TEXT_OUTLINE_H

/**
 * @file
 * What stands where in a document's text: each key and value with its first and last byte, as
 * written. Values are not resolved, aliases and merge keys not followed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/value.h"

typedef enum rj_outline_kind {
    RJ_OUTLINE_SCALAR,
    RJ_OUTLINE_LIST,
    RJ_OUTLINE_MAP, /**< children: key, value, key, value … */
    RJ_OUTLINE_ALIAS
} rj_outline_kind;

/** Nodes stand in document order: a node, then all that is below it. */
typedef struct rj_outline_node {
    uint8_t kind;     /**< rj_outline_kind */
    uint8_t style;    /**< rj_style, of scalars */
    bool is_flow;     /**< a list or a map in brackets or braces */
    uint32_t next;    /**< index of the node behind its subtree */
    size_t start;     /**< first byte, anchor and tag included */
    size_t content;   /**< first byte behind anchor and tag */
    size_t end;       /**< behind the last byte; of block scalars: behind all their empty lines */
    const char *text; /**< of scalars: the value; arena-owned */
    size_t bytes;
} rj_outline_node;

typedef struct rj_outline {
    const char *text; /**< the document's */
    size_t bytes;
    bool is_json;
    const rj_outline_node *nodes; /**< the root is node 0; arena-owned */
    size_t count;
} rj_outline;

enum {
    RJ_OUTLINE_NOTHING = -1
};

/** Outlines a document that was read without error. */
bool rj_outline_make(const rj_document *doc, rj_arena *arena, rj_outline *out,
                     rj_error *err) RJ_MUST_USE;

/** The same for a JSON text; called by rj_outline_make(). @p nodes is of rj_outline_node. */
bool rj_outline_json(const char *text, size_t bytes, rj_arena *arena, rj_buf *nodes,
                     rj_error *err) RJ_MUST_USE;

/**
 * The key with this text in the map @p map, of several the last; its value is the node behind it.
 * RJ_OUTLINE_NOTHING when there is none.
 */
int64_t rj_outline_find_key(const rj_outline *outline, uint32_t map, const char *key, size_t bytes);

/** The @p index-th item of a list. */
int64_t rj_outline_find_item(const rj_outline *outline, uint32_t list, size_t index);

#endif
