/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_KEY_ORDER_H
#define RJ_TEXT_YAML_KEY_ORDER_H

/**
 * @file
 * The order in which the reference writes the keys of a map: letters after all else, runs of digits
 * by their number.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/value.h"

/** True when @p a comes before @p b. Not transitive ("v2" < "v10" < "v1alpha1" < "v2"). */
bool rj_yaml_key_before(const rj_member *a, const rj_member *b);

bool rj_yaml_keys_in_order(const rj_member *members, size_t count);

/** Sorts stably. @p scratch has room for @p count / 2 pointers. */
void rj_yaml_sort_keys(const rj_member **members, const rj_member **scratch, size_t count);

#endif
