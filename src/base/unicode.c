/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unicode.h"

#include <stddef.h>

typedef struct range {
    uint32_t first, last;
} range;

/* Characters first … last (every stride-th) map to themselves plus delta. */
typedef struct case_range {
    uint32_t first, last;
    int32_t delta;
    uint32_t stride;
} case_range;

#include "base/unicode_tables.inc"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool in_ranges(uint32_t c, const range *table, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > table[middle].last)
            low = middle + 1;
        else if (c < table[middle].first)
            high = middle;
        else
            return true;
    }
    return false;
}

static uint32_t map_case(uint32_t c, const case_range *table, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > table[middle].last)
            low = middle + 1;
        else if (c < table[middle].first)
            high = middle;
        else if ((c - table[middle].first) % table[middle].stride == 0)
            return (uint32_t)((int64_t)c + table[middle].delta);
        else
            return c;
    }
    return c;
}

bool rj_unicode_is_letter(uint32_t c) {
    return in_ranges(c, letter_ranges, COUNT(letter_ranges));
}

bool rj_unicode_is_digit(uint32_t c) {
    return in_ranges(c, digit_ranges, COUNT(digit_ranges));
}

bool rj_unicode_is_print(uint32_t c) {
    if (c < 0x7F)
        return c >= 0x20;
    return in_ranges(c, print_ranges, COUNT(print_ranges));
}

uint32_t rj_unicode_to_upper(uint32_t c) {
    return map_case(c, upper_ranges, COUNT(upper_ranges));
}

uint32_t rj_unicode_to_lower(uint32_t c) {
    return map_case(c, lower_ranges, COUNT(lower_ranges));
}
