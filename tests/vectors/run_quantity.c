/* SPDX-License-Identifier: Apache-2.0 */
/** @file quantity.jsonl: parse, add and compare quantities. */
#include "vectors.h"

#include <math.h>
#include <string.h>

#include "rjinterp/number.h"
#include "rjinterp/quantity.h"

static bool parse(rj_quantity *quantity, const rj_value *text, rj_error *err) {
    return rj_quantity_parse(quantity, text->string.data, text->string.bytes, err);
}

static bool same_quantity(vector_case *c, const rj_quantity *quantity) {
    const rj_value *out = rj_value_get(c->vector, "out");
    rj_buf text = RJ_BUF_INIT;
    if (!out)
        return vector_unexpected(c, rj_value_get_text(c->vector, "error"), "no error");
    rj_quantity_write(quantity, &text);
    const bool same =
        vector_same_text(c, out->string.data, out->string.bytes, rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
    return same;
}

/* The recorded double: a number, or the name of one that JSON can't write. */
static double recorded_approx(const rj_value *approx) {
    if (rj_value_is_number(approx))
        return approx->number.f64;
    if (strcmp(approx->string.data, "NaN") == 0)
        return NAN;
    return approx->string.data[0] == '-' ? -INFINITY : INFINITY;
}

static bool same_approx(vector_case *c, const rj_quantity *quantity) {
    const rj_value *approx = rj_value_get(c->vector, "approx");
    char expected[RJ_DOUBLE_TEXT_BYTES];
    char got[RJ_DOUBLE_TEXT_BYTES];
    if (!approx)
        return vector_unexpected(c, rj_value_get_text(c->vector, "error"), "no error");
    const size_t expected_bytes = rj_number_format_g(recorded_approx(approx), 21, expected);
    const size_t got_bytes = rj_number_format_g(rj_quantity_approx(quantity), 21, got);
    return vector_same_text(c, expected, expected_bytes, got, got_bytes);
}

static bool run_parse(vector_case *c, const rj_value *in, rj_quantity *quantity, rj_error *err) {
    if (!parse(quantity, in, err))
        return rj_value_get(c->vector, "error") ? vector_same_error(c, err)
                                                : vector_unexpected(c, "a quantity", err->message);
    return same_quantity(c, quantity) && same_approx(c, quantity);
}

static bool run_add(vector_case *c, const rj_value *in, rj_quantity *sum, rj_error *err) {
    rj_quantity *operand = rj_quantity_new();
    bool done = operand != NULL;
    for (size_t i = 0; done && i < in->list.count; i++) {
        const rj_value *item = &in->list.items[i];
        const bool is_nil = item->kind == RJ_KIND_NULL;
        done =
            (is_nil || parse(operand, item, err)) && rj_quantity_add(sum, is_nil ? NULL : operand);
    }
    rj_quantity_free(operand);
    if (!done)
        return vector_unexpected(c, "a sum", err->message ? err->message : "no memory");
    return same_quantity(c, sum);
}

static bool run_cmp(vector_case *c, const rj_value *in, rj_quantity *left, rj_error *err) {
    static const char *const words[] = {"-1", "0", "1"};
    rj_quantity *right = rj_quantity_new();
    const rj_value *out = rj_value_get(c->vector, "out");
    const bool done =
        right && parse(left, &in->list.items[0], err) && parse(right, &in->list.items[1], err);
    const int order = done ? rj_quantity_compare(left, right) : 0;
    rj_quantity_free(right);
    if (!done)
        return vector_unexpected(c, "two quantities", err->message ? err->message : "no memory");
    return order == out->number.i64 ||
           vector_unexpected(c, words[out->number.i64 + 1], words[order + 1]);
}

bool run_quantity(vector_case *c) {
    const char *op = rj_value_get_text(c->vector, "op");
    const rj_value *in = rj_value_get(c->vector, "in");
    rj_quantity *quantity = rj_quantity_new();
    rj_error err = RJ_ERROR_INIT;
    bool passed = false;
    if (!quantity || !op || !in)
        vector_unexpected(c, "a case of quantity.jsonl", op ? op : "no op");
    else if (strcmp(op, "parse") == 0)
        passed = run_parse(c, in, quantity, &err);
    else if (strcmp(op, "add") == 0)
        passed = run_add(c, in, quantity, &err);
    else if (strcmp(op, "cmp") == 0)
        passed = run_cmp(c, in, quantity, &err);
    else
        vector_unexpected(c, "parse, add or cmp", op);
    rj_error_clear(&err);
    rj_quantity_free(quantity);
    return passed;
}
