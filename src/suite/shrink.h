/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_SHRINK_H
#define RJ_SUITE_SHRINK_H

/**
 * @file
 * Makes a value as small as it can be with something about it still being so.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/** Whether what is looked for still holds for the candidate. */
typedef bool (*shrink_fn)(void *ctx, const rj_value *candidate);

/**
 * Takes members of maps and items of lists away, one at a time, as long as @p holds says yes for
 * the rest. Asks @p most_tries times at most. *value is replaced with the smallest that was found,
 * made in @p arena; it shares what it didn't change. False: no memory; *value is good all the same.
 */
bool suite_shrink(rj_value *value, shrink_fn holds, void *ctx, size_t most_tries,
                  rj_arena *arena) RJ_MUST_USE;

#endif
