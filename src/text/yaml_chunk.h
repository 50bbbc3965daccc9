/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_CHUNK_H
#define RJ_TEXT_YAML_CHUNK_H

/**
 * @file
 * One document's YAML text into a value, in the two steps of the YAML specification:
 *
 *   compose    text → nodes, by libyaml's events. Finds syntax errors and unknown anchors.
 *   construct  nodes → values: resolves scalars, expands aliases and merge keys, turns keys into
 *              text. Finds everything else.
 *
 * The reference also works in two steps; that is why a syntax error at the end of a document wins
 * over a bad tag at its start.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/value.h"
#include "text/scalar.h"

typedef enum rj_yaml_kind {
    RJ_YAML_SCALAR,
    RJ_YAML_LIST,
    RJ_YAML_MAP,
    RJ_YAML_ALIAS
} rj_yaml_kind;

/** What the tag of a scalar asks for. */
typedef enum rj_yaml_tag {
    RJ_YAML_TAG_NONE,   /**< plain: by its text; quoted: a string */
    RJ_YAML_TAG_STRING, /**< "!" and every tag that isn't below too */
    RJ_YAML_TAG_NULL,
    RJ_YAML_TAG_BOOL,
    RJ_YAML_TAG_INT,
    RJ_YAML_TAG_FLOAT,
    RJ_YAML_TAG_TIMESTAMP,
    RJ_YAML_TAG_BINARY
} rj_yaml_tag;

#define RJ_YAML_NO_ANCHOR UINT32_MAX

/** Nodes stand in document order: a node, then all that is below it. */
typedef struct rj_yaml_node {
    uint8_t kind;     /**< rj_yaml_kind */
    uint8_t style;    /**< rj_style */
    uint8_t tag;      /**< rj_yaml_tag */
    bool is_merge;    /**< scalar that is a merge key when it stands where a key stands */
    uint32_t next;    /**< index of the node behind its subtree */
    uint32_t anchor;  /**< its own anchor; of an alias: the anchor it names */
    rj_position at;   /**< place in the file of its content, behind anchor and tag */
    uint32_t size;    /**< of scalars: bytes; of collections: children, keys counted as such */
    const char *text; /**< of scalars; arena-owned */
} rj_yaml_node;

typedef struct rj_yaml_anchor {
    const char *name; /**< arena-owned */
    size_t name_bytes;
    uint32_t node;
    /** Filled in by construct. */
    enum {
        RJ_YAML_ANCHOR_NEW = 0,
        RJ_YAML_ANCHOR_OPEN,
        RJ_YAML_ANCHOR_DONE
    } state;
    uint32_t height;       /**< levels below the node */
    uint64_t visits;       /**< nodes visited to construct it, as the reference counts them */
    uint64_t alias_visits; /**< those among them that an alias inside led to */
    rj_value value;
} rj_yaml_anchor;

/** Everything about the document being read; one is reused for all documents of a stream. */
typedef struct rj_yaml_chunk {
    const char *text;
    size_t bytes;
    uint32_t first_line;
    rj_arena *arena;
    const rj_limits *limits;
    uint64_t *flow_budget; /**< of the stream, see yaml_compose.c */
    rj_buf nodes;          /**< of rj_yaml_node */
    rj_buf anchors;        /**< of rj_yaml_anchor */
    rj_buf names;          /**< hash table of anchors by name: uint32_t index + 1 */
    rj_buf open;           /**< stack of either step */
    rj_error *err;
} rj_yaml_chunk;

static inline rj_yaml_node *rj_yaml_node_at(const rj_yaml_chunk *chunk, uint32_t index) {
    return (rj_yaml_node *)(void *)chunk->nodes.data + index;
}

static inline rj_yaml_anchor *rj_yaml_anchor_at(const rj_yaml_chunk *chunk, uint32_t index) {
    return (rj_yaml_anchor *)(void *)chunk->anchors.data + index;
}

/** Frees what the chunk keeps from document to document. */
void rj_yaml_chunk_clear(rj_yaml_chunk *chunk);

/** Text into nodes; the root is node 0. No nodes at all for an empty document. */
bool rj_yaml_compose(rj_yaml_chunk *chunk);

/** Nodes into a value. */
bool rj_yaml_construct(rj_yaml_chunk *chunk, rj_value *out);

/**
 * What a scalar node means. False (and the error is set) when its tag forbids it. A string's bytes
 * are *text, which differ from the node's only for !!binary.
 */
bool rj_yaml_scalar(const rj_yaml_chunk *chunk, const rj_yaml_node *node, rj_scalar *out,
                    const char **text, size_t *bytes);

/** The value of a scalar that is no string. False for a number that JSON can't have, which *out is
 * all the same, and for strings. */
bool rj_yaml_value_of_scalar(const rj_scalar *scalar, rj_value *out);

/** Appends a node as Go's %#v prints what the reference made of it. */
void rj_yaml_go_syntax(const rj_yaml_chunk *chunk, uint32_t node, rj_buf *out);

/** Reads the whole of a document's text; *out is null for an empty one. By the fast reader
 * (yaml_fast.h) or, where that gives up, by both steps. */
bool rj_yaml_read(rj_yaml_chunk *chunk, rj_value *out);

/** The same by both steps in any case: what they make of a text is its meaning. */
bool rj_yaml_read_by_events(rj_yaml_chunk *chunk, rj_value *out);

/** Ends a step that found an error at @p at: "yaml: " and the text. Returns false. */
bool rj_yaml_fail(const rj_yaml_chunk *chunk, rj_position at, const char *format, ...)
    RJ_PRINTF(3, 4);

#endif
