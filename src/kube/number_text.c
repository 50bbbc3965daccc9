/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/number_text.h"

#include <inttypes.h>
#include <stdio.h>

/* Go writes numbers from 1e-6 on and below 1e21 without an exponent. */
enum {
    LOWEST_PLAIN_EXPONENT = -6,
    LOWEST_LARGE_EXPONENT = 21
};

size_t rj_number_text(const rj_value *number, char *out) {
    if (number->form == RJ_NUMBER_UINT64)
        return (size_t)snprintf(out, RJ_DOUBLE_TEXT_BYTES, "%" PRIu64, number->number.u64);
    if (number->form == RJ_NUMBER_NEGATIVE_ZERO)
        return (size_t)snprintf(out, RJ_DOUBLE_TEXT_BYTES, "-0");
    if (number->kind == RJ_KIND_INT)
        return (size_t)snprintf(out, RJ_DOUBLE_TEXT_BYTES, "%" PRId64, number->number.i64);
    rj_decimal decimal = rj_decimal_shortest(number->number.f64);
    int exponent = decimal.point - 1;
    if (exponent < LOWEST_PLAIN_EXPONENT || exponent >= LOWEST_LARGE_EXPONENT)
        return rj_decimal_exponent(&decimal, 1, out);
    return rj_decimal_plain(&decimal, out);
}
