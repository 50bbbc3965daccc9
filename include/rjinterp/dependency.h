/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_DEPENDENCY_H
#define RJINTERP_DEPENDENCY_H

/**
 * @file
 * Rules about lists of v1alpha1.DependentObjectReference, as decoded by rj_typed_decode():
 * validation of one script's list, and the joined, sorted list of all scripts.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/** Checks every item; the message joins what is wrong as the reference does ("[a, b]"). */
RJ_API bool rj_dependencies_validate(const rj_value *list, rj_error *err) RJ_MUST_USE;

/**
 * All items of @p lists: equal ones without labelSelector once, sorted by apiVersion, kind,
 * namespace, name. Ties among items with a labelSelector keep the order of the scripts (the
 * reference's is random).
 */
RJ_API bool rj_dependencies_merge(const rj_value *lists, size_t list_count, rj_arena *arena,
                                  rj_value *out, rj_error *err) RJ_MUST_USE;

#endif
