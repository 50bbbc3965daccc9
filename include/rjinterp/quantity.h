/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_QUANTITY_H
#define RJINTERP_QUANTITY_H

/**
 * @file
 * Kubernetes resource.Quantity: exact numbers with a suffix ("1500m", "2Gi"). The rules are those
 * of k8s.io/apimachinery's canonical form.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

/** The family of suffixes that a quantity prints with. */
typedef enum rj_quantity_format {
    RJ_QUANTITY_UNSET = 0,       /**< no operand has decided yet */
    RJ_QUANTITY_DECIMAL_SI,      /**< n u m (none) k M G T P E */
    RJ_QUANTITY_BINARY_SI,       /**< Ki Mi Gi Ti Pi Ei */
    RJ_QUANTITY_DECIMAL_EXPONENT /**< e3, e-3 */
} rj_quantity_format;

typedef struct rj_quantity rj_quantity;

/** Zero with no format. NULL when out of memory. Caller frees with rj_quantity_free(). */
RJ_API rj_quantity *rj_quantity_new(void) RJ_MUST_USE;
RJ_API void rj_quantity_free(rj_quantity *quantity);

/**
 * Sets @p quantity from text; no blanks are trimmed. The message on failure is the reference's
 * ("quantities must match the regular expression …", "unable to parse quantity's suffix", "unable
 * to parse numeric part of quantity"), or RJ_ERROR_LIMIT for more than 32768 significant digits.
 * Exponents of any size are fine. @p quantity is untouched on failure.
 */
RJ_API bool rj_quantity_parse(rj_quantity *quantity, const char *text, size_t bytes,
                              rj_error *err) RJ_MUST_USE;

/** Sets @p quantity to value × 10^scale in the given format. */
RJ_API bool rj_quantity_set(rj_quantity *quantity, int64_t value, int32_t scale,
                            rj_quantity_format format) RJ_MUST_USE;

/**
 * sum += operand. @p operand may be NULL: a Lua nil, zero without format. False, and nothing
 * changed, when the exact sum has more than 65536 decimal digits (1e999999999 + 1).
 */
RJ_API bool rj_quantity_add(rj_quantity *sum, const rj_quantity *operand) RJ_MUST_USE;

/** -1, 0 or 1 by exact value. */
RJ_API int rj_quantity_compare(const rj_quantity *a, const rj_quantity *b);

/** Appends the text as the reference prints it: the parsed text itself where that is kept, else
 * canonical. */
RJ_API void rj_quantity_write(const rj_quantity *quantity, rj_buf *out);

/** Mantissa × 10^scale in doubles, as kube's getResourceQuantity computes it. */
RJ_API double rj_quantity_approx(const rj_quantity *quantity);

/** "6.2.1": of the GMP that computes. */
RJ_API const char *rj_quantity_library_version(void);

RJ_API bool rj_quantity_is_negative(const rj_quantity *quantity);
RJ_API bool rj_quantity_is_zero(const rj_quantity *quantity);

/**
 * The value in units of 10^scale (0: units, -3: milli), rounded up (away from zero), as
 * resource.Quantity's ScaledValue. False, with *out 0, when an int64 with a suffix ("100E") does
 * not fit; of numbers that the reference holds as big integers *out has the low 64 bits, as there.
 */
RJ_API bool rj_quantity_scaled(const rj_quantity *quantity, int32_t scale, int64_t *out);

/**
 * Appends how Go prints the quantity's struct with field names, the part of a message of
 * getResourceQuantity on negative values (resource.Quantity{i:resource.int64Amount{value:-1,
 * scale:0}, …}).
 */
RJ_API void rj_quantity_write_go(const rj_quantity *quantity, rj_buf *out);

#endif
