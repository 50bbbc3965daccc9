/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_BASE_NEAR_H
#define RJ_BASE_NEAR_H

/**
 * @file
 * Which of the known names somebody may have meant: "did you mean".
 */

#include <stdbool.h>
#include <stddef.h>

/** The search for the name that is nearest to @ref given. Fill in the first two, zero the rest. */
typedef struct rj_near {
    const char *given;
    size_t given_bytes;
    const char *best; /**< NULL: none is similar */
    size_t best_distance;
} rj_near;

/** Another known name, which lives as long as the search. */
void rj_near_offer(rj_near *near, const char *name);

#endif
