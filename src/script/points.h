/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_POINTS_H
#define RJ_SCRIPT_POINTS_H

/**
 * @file
 * Where an emitted chunk counts: each point has a number in the tree, from 1.
 */

#include "rjinterp/script.h"
#include "script/ast.h"

/** How much is counted. */
typedef enum rj_points_detail {
    RJ_POINTS_ALL,
    RJ_POINTS_LINES, /**< statements and functions */
    RJ_POINTS_NONE
} rj_points_detail;

/**
 * Numbers the points of the tree anew and lists them: point N is (*out)[N - 1]. *Arena-owned.* An
 * `if`, a loop, an `and` or `or` has two in a row. False: no memory.
 */
bool rj_points_number(const rj_ast *ast, rj_points_detail detail, rj_arena *arena,
                      rj_chunk_point **out, size_t *count) RJ_MUST_USE;

/**
 * What decides at `and`, `or`: its left operand. In a chain of the same operator that is the
 * operand right in front of it, so that `a and b and c` asks a and b, each once.
 */
const rj_expr *rj_points_decider(const rj_expr *logical);

#endif
