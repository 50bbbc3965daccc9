/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_VALUE_EMPTIES_PATH_H
#define RJ_VALUE_EMPTIES_PATH_H

/**
 * @file
 * Paths as production writes them: keys and list positions between dots, "." and ":" in keys
 * escaped by a backslash, and nothing else escaped. So a key with a backslash names another place
 * than its own, and a key with one of * ? # | @ makes the path a search.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

enum {
    RJ_PATH_BACKSLASH = 1, /**< a key on the path has a backslash */
    RJ_PATH_SEARCH = 2     /**< the path is a search */
};

/** RJ_PATH_… bits of one key; 0: the path names the key's own place. */
uint8_t rj_path_traits(const char *key, size_t key_bytes);

/** Appends one key to a path, with a dot in front when there is something before it. */
void rj_path_append(rj_buf *path, const char *key, size_t key_bytes, bool first);

/** Puts an empty map at the place that @p path names, where production would; the tree stays as it
 * is where production wouldn't. False: no memory. */
bool rj_path_set_empty_map(const rj_value *tree, const char *path, size_t path_bytes,
                           rj_arena *arena, rj_value *out) RJ_MUST_USE;

/** Removes what is at the place that @p path names, if anything is. Not for searches. False: no
 * memory. */
bool rj_path_remove(const rj_value *tree, const char *path, size_t path_bytes, rj_arena *arena,
                    rj_value *out) RJ_MUST_USE;

#endif
