/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_WIRE_H
#define RJ_INTERP_WIRE_H

/**
 * @file
 * Results and errors as bytes between a worker and its parent. Both are the same program on the
 * same machine, so numbers are in native form; what is read is checked as if a stranger had written
 * it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"

/** Appends a result. @p customizations tells the position of answered_by. */
void rj_wire_write_result(const rj_result *result, const rj_customization_set *customizations,
                          rj_buf *out);

/**
 * Reads what rj_wire_write_result() wrote and nothing else; names are those of @p rule. False when
 * the bytes are no result of that rule, or the arena is full.
 */
bool rj_wire_read_result(const char *data, size_t bytes, const rj_rule *rule,
                         const rj_customization_set *customizations, size_t max_depth,
                         rj_arena *arena, rj_result *result) RJ_MUST_USE;

void rj_wire_write_error(const rj_error *err, rj_buf *out);
bool rj_wire_read_error(const char *data, size_t bytes, rj_error *err) RJ_MUST_USE;

#endif
