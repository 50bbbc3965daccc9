/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quantities, one a line. Each that is taken is printed, scaled, approximated, added to the sum of
 * those before it and compared with it.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "rjinterp/quantity.h"

/* What is printed is read again, as the same sign at least: a missing suffix changes the value. */
static void check_text(const rj_quantity *quantity) {
    rj_buf text = RJ_BUF_INIT;
    rj_quantity *again = rj_quantity_new();
    rj_quantity_write(quantity, &text);
    require(again && rj_buf_ok(&text) && text.bytes > 0);
    if (rj_quantity_parse(again, text.data, text.bytes, NULL)) {
        require(rj_quantity_is_negative(again) == rj_quantity_is_negative(quantity));
        require(rj_quantity_is_zero(again) == rj_quantity_is_zero(quantity));
    }
    rj_quantity_free(again);
    rj_buf_free(&text);
}

static void check_numbers(const rj_quantity *quantity) {
    rj_buf text = RJ_BUF_INIT;
    int64_t value;
    (void)rj_quantity_scaled(quantity, -3, &value);
    require(value == 0 || !rj_quantity_is_zero(quantity));
    const double approx = rj_quantity_approx(quantity);
    require(!(approx < 0) || rj_quantity_is_negative(quantity));
    require(!(approx > 0) || !rj_quantity_is_negative(quantity));
    rj_quantity_write_go(quantity, &text);
    require(rj_buf_ok(&text));
    rj_buf_free(&text);
}

static void check_line(const char *line, size_t bytes, rj_quantity *sum) {
    rj_quantity *quantity = rj_quantity_new();
    require(quantity != NULL);
    if (rj_quantity_parse(quantity, line, bytes, NULL)) {
        check_text(quantity);
        check_numbers(quantity);
        require(rj_quantity_compare(quantity, sum) == -rj_quantity_compare(sum, quantity));
        require(rj_quantity_compare(quantity, quantity) == 0);
        if (rj_quantity_add(sum, quantity))
            check_text(sum);
    }
    rj_quantity_free(quantity);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    const char *at = (const char *)data;
    const char *end = at + bytes;
    rj_quantity *sum = rj_quantity_new();
    require(sum != NULL);
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            line_end = end;
        check_line(at, (size_t)(line_end - at), sum);
        at = line_end + 1;
    }
    rj_quantity_free(sum);
    return 0;
}
