/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_EMPTIES_H
#define RJINTERP_EMPTIES_H

/**
 * @file
 * What becomes of empty Lua tables: an empty table may have been {} or [], and production decides
 * by looking at reference objects.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/**
 * @p in holds empty tables as empty lists. Each one below the root becomes {} when a reference has
 * an empty map at its path, stays
 * [] when one has an empty list there, else it is removed. Paths leave list positions out. The root
 * itself, when empty, is left alone. Keys that production's path language can't handle fail or are
 * skipped as there ("convert empty object back to empty slice failed: …").
 */
RJ_API bool rj_empties_resolve(const rj_value *in, const rj_value *const *references,
                               size_t reference_count, rj_arena *arena, rj_value *out,
                               rj_error *err) RJ_MUST_USE;

#endif
