/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_BASE_ALLOC_H
#define RJ_BASE_ALLOC_H

/**
 * @file
 * Memory for objects that live longer than an arena, or own one. All raw memory of the library
 * comes from src/base, so that tests can find every place where it may run out.
 */

#include <stddef.h>

#include "rjinterp/macros.h"

/** Zeroed memory; NULL when there is none. Free with rj_alloc_free(). */
void *rj_alloc_zeroed(size_t bytes) RJ_MUST_USE;

/** As realloc(); the old memory stays when NULL is returned. */
void *rj_alloc_resize(void *memory, size_t bytes) RJ_MUST_USE;

/** A copy of @p bytes bytes with a NUL behind them. */
char *rj_alloc_copy(const char *text, size_t bytes) RJ_MUST_USE;

/** NULL is fine. */
void rj_alloc_free(void *memory);

#endif
