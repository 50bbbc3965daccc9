/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_BASE_UNICODE_H
#define RJ_BASE_UNICODE_H

/**
 * @file
 * Properties of characters, from tables that tools/unicode-tables writes out of the Unicode
 * character database.
 */

#include <stdbool.h>
#include <stdint.h>

/** Category L*. */
bool rj_unicode_is_letter(uint32_t code_point);

/** Category Nd. */
bool rj_unicode_is_digit(uint32_t code_point);

/** Go's strconv.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII blank. */
bool rj_unicode_is_print(uint32_t code_point);

/** Simple (one to one) case mappings. */
uint32_t rj_unicode_to_upper(uint32_t code_point);
uint32_t rj_unicode_to_lower(uint32_t code_point);

#endif
