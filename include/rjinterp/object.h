/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_OBJECT_H
#define RJINTERP_OBJECT_H

/**
 * @file
 * The other documents that a request is made of: desired and observed objects, status items.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/**
 * A document as an object of any kind: a map with a kind, metadata of the right shape. Items of a
 * list that say neither apiVersion nor kind get what the list implies. Messages are the reference's
 * without `unable to decode "SOURCE": `. *out is arena-owned.
 */
RJ_API bool rj_object_bind(const rj_document *doc, rj_arena *arena, rj_value *out,
                           rj_error *err) RJ_MUST_USE;

/** A document as one aggregated status item, as scripts see it. *out is arena-owned. */
RJ_API bool rj_status_item_bind(const rj_document *doc, rj_arena *arena, rj_value *out,
                                rj_error *err) RJ_MUST_USE;

/**
 * Whether the reference sees a kind in @p object: a text that isn't empty, beside no apiVersion or
 * one with at most one slash.
 */
RJ_API bool rj_object_has_kind(const rj_value *object);

#endif
