/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_FAST_SCAN_H
#define RJ_TEXT_YAML_FAST_SCAN_H

/**
 * @file
 * What the parts of the fast reader (yaml_fast.h) share. They work on a copy of the document's text
 * that ends with a line feed and a NUL. Strings stay where they stand in it: the byte behind each
 * becomes its NUL once everything that looks at that byte has done so.
 *
 * Functions that return bool give up with false.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/yaml_chunk.h"

enum {
    RJ_YAML_FAST_BLOCK_LEVELS = 64, /**< most levels of block collections */
    RJ_YAML_FAST_FLOW_LEVELS = 8,   /**< most levels of flow collections below them */
    /** libyaml lets a key and its colon be 1024 characters apart. */
    RJ_YAML_FAST_KEY_BYTES = 512
};

/** A list or map of block style that is being read. */
typedef struct rj_yaml_fast_level {
    uint32_t indent; /**< of its dashes or keys; of a list without one of its own: its map's */
    bool is_list;
    bool has_own_indent;
    bool is_waiting; /**< for the value of its last dash or key */
    size_t first;    /**< offset of its first child in the pending ones */
    rj_position at;
} rj_yaml_fast_level;

typedef struct rj_yaml_fast {
    const rj_yaml_chunk *chunk;
    char *text, *end; /**< the copy */
    char *p;          /**< next byte */
    char *line;       /**< start of its line */
    uint32_t line_number;
    bool has_wide;      /**< there are characters of more than one byte */
    rj_buf *pending;    /**< of rj_member: children of all open collections; items have no key */
    uint64_t nodes;     /**< that compose would count */
    uint64_t flow_cost; /**< what compose would take from the flow budget */
    size_t depth;
    rj_yaml_fast_level levels[RJ_YAML_FAST_BLOCK_LEVELS];
} rj_yaml_fast;

/** The place in the file of a byte of the current line. */
rj_position rj_yaml_fast_place(const rj_yaml_fast *f, const char *byte);

/** Steps over blanks, a comment and the line feed. */
bool rj_yaml_fast_end_line(rj_yaml_fast *f);

/** Adds a child to the collection read last: a member, or an item when @p key is NULL. */
bool rj_yaml_fast_add(rj_yaml_fast *f, const char *key, size_t key_bytes, rj_position key_at,
                      const rj_value *value);

/** Makes a collection of the pending children from offset @p first on, which go. */
bool rj_yaml_fast_collect(rj_yaml_fast *f, bool is_list, size_t first, rj_position at,
                          rj_value *out);

/** A quoted scalar of one line at the next byte; f->p is then behind its closing quote. */
bool rj_yaml_fast_quoted(rj_yaml_fast *f, rj_value *out);

/** A literal scalar at the next byte, below a parent at column @p parent_indent. Takes its lines.
 */
bool rj_yaml_fast_literal(rj_yaml_fast *f, uint32_t parent_indent, rj_value *out);

/** What a plain scalar means as a value. */
bool rj_yaml_fast_plain_value(const char *text, size_t bytes, rj_position at, rj_value *out);

/** Whether a plain scalar is a key that is its own text. */
bool rj_yaml_fast_is_plain_key(const char *text, size_t bytes);

/** A flow collection at the next byte; f->p is then behind its closing bracket. */
bool rj_yaml_fast_flow(rj_yaml_fast *f, rj_value *out);

#endif
