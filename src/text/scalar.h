/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_SCALAR_H
#define RJ_TEXT_SCALAR_H

/**
 * @file
 * What the text of a YAML 1.1 scalar means, by the rules of the reference's YAML library: nulls,
 * booleans, integers, floats, timestamps, and everything else strings.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rj_scalar_kind {
    RJ_SCALAR_STRING = 0, /**< also "<<" and "=" */
    RJ_SCALAR_NULL,       /**< also the empty text */
    RJ_SCALAR_BOOL,
    RJ_SCALAR_INT,      /**< fits int64 */
    RJ_SCALAR_UINT,     /**< above int64, fits uint64 */
    RJ_SCALAR_FLOAT,    /**< may be infinite or NaN */
    RJ_SCALAR_TIMESTAMP /**< its value is the text, but such a string has to be quoted */
} rj_scalar_kind;

typedef struct rj_scalar {
    rj_scalar_kind kind;
    union {
        bool boolean;
        int64_t i64;
        uint64_t u64;
        double f64;
    };
} rj_scalar;

/** A quick look at the first character: false for most strings. */
static inline bool rj_scalar_may_be_special(const char *text, size_t bytes) {
    if (!bytes)
        return true;
    unsigned char c = (unsigned char)text[0];
    if (c <= '9')
        return c >= '+' && c != ',' && c != '/';
    switch (c | 0x20) {
    case 'y':
    case 'n':
    case 't':
    case 'f':
    case 'o':
    case '~':
        return true;
    default:
        return false;
    }
}

/** What a plain scalar without a tag means. */
rj_scalar rj_scalar_resolve(const char *text, size_t bytes);

/** Whether YAML 1.1 would read the text as a base 60 number; the reader here doesn't, but the
 * writer quotes such strings for others' sake. */
bool rj_scalar_is_base60(const char *text, size_t bytes);

/** The short tag of a kind as messages name it: "!!str", "!!null", "!!int" (both kinds) … */
const char *rj_scalar_tag(rj_scalar_kind kind);

enum {
    RJ_FLOAT_KEY_BYTES = 352
};

/** A float as the text of a map key: shortest digits of a 32-bit float, ".inf", "-.inf", ".nan".
 * @p out has RJ_FLOAT_KEY_BYTES; returns the length. */
size_t rj_scalar_float_key(double number, char *out);

/** The decimal number [+-]digits[.digits][e[+-]digits] ('_' anywhere is skipped) as the nearest
 * double, whatever its length. False when the text is something else; overflow gives an infinity.
 */
bool rj_scalar_parse_decimal(const char *text, size_t bytes, double *out);

#endif
