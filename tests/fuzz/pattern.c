/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Patterns and formats of scripts. First byte: what to do. Pattern: one byte of offset, then
 * pattern, NUL, subject. Format: the kinds of up to four arguments in one byte, then format, NUL,
 * the text of string arguments, whose first bytes also make the number.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "lua/format.h"
#include "lua/pattern.h"

enum {
    MAX_STEPS = 2000000,
    MAX_FORMAT_BYTES = 64 /* each directive may write ten million bytes of padding */
};

static bool spend(void *ctx, long steps) {
    long *left = ctx;
    *left -= steps;
    return *left > 0;
}

static void check_captures(const rj_pattern *pattern, size_t from, size_t bytes) {
    rj_pattern_capture whole = rj_pattern_capture_at(pattern, 0);
    require(whole.start >= from && whole.start <= whole.end && whole.end <= bytes);
    for (size_t i = 1; i <= rj_pattern_captures(pattern); i++) {
        rj_pattern_capture c = rj_pattern_capture_at(pattern, i);
        require(c.start >= whole.start && c.start <= c.end && c.end <= whole.end);
    }
}

/* All matches, as gmatch finds them. */
static void match_all(rj_pattern *pattern, const char *subject, size_t bytes, size_t from) {
    long left = MAX_STEPS;
    rj_pattern_budget budget = {.spend = spend, .ctx = &left};
    rj_pattern_error error = {.text = ""};
    for (size_t matches = 0;; matches++) {
        rj_pattern_outcome outcome =
            rj_pattern_find(pattern, subject, bytes, from, &budget, &error);
        if (outcome == RJ_PATTERN_FAILED)
            require(error.text[0] != '\0');
        if (outcome != RJ_PATTERN_FOUND)
            return;
        check_captures(pattern, from, bytes);
        require(matches <= bytes);
        rj_pattern_capture whole = rj_pattern_capture_at(pattern, 0);
        from = whole.end > whole.start ? whole.end : whole.start + 1;
    }
}

static void fuzz_pattern(const char *data, size_t bytes) {
    if (bytes < 1)
        return;
    size_t from = (unsigned char)data[0];
    const char *text = data + 1, *end = memchr(text, '\0', bytes - 1);
    size_t text_bytes = end ? (size_t)(end - text) : bytes - 1;
    size_t subject_bytes = end ? bytes - 2 - text_bytes : 0;
    rj_pattern_shape shape;
    rj_pattern_error error = {.text = ""};
    if (!rj_pattern_scan(text, text_bytes, &shape, &error)) {
        require(error.text[0] != '\0');
        return;
    }
    void *memory = malloc(rj_pattern_memory_bytes(&shape));
    char *subject = malloc(subject_bytes + 1); /* a copy, so that its bounds are watched */
    require(memory && subject);
    if (subject_bytes > 0)
        memcpy(subject, end + 1, subject_bytes);
    rj_pattern *pattern = rj_pattern_compile(text, text_bytes, &shape, memory);
    require(pattern && rj_pattern_captures(pattern) == shape.captures);
    match_all(pattern, subject, subject_bytes, from);
    free(subject);
    free(memory);
}

/* Reads every byte that comes out, for the sanitizers. */
static void sum_output(void *ctx, const char *data, size_t bytes) {
    unsigned *sum = ctx;
    require(bytes > 0);
    for (size_t i = 0; i < bytes; i++)
        *sum += (unsigned char)data[i];
}

static bool reads_as_number(const char *text, size_t bytes) {
    return bytes > 0 && text[0] >= '0' && text[0] <= '9';
}

static void fuzz_format(const char *data, size_t bytes) {
    if (bytes < 1)
        return;
    unsigned kinds = (unsigned char)data[0];
    const char *format = data + 1, *end = memchr(format, '\0', bytes - 1);
    size_t format_bytes = end ? (size_t)(end - format) : bytes - 1;
    size_t text_bytes = end ? bytes - 2 - format_bytes : 0;
    if (format_bytes > MAX_FORMAT_BYTES)
        return;
    rj_format_arg args[4];
    for (size_t i = 0; i < 4; i++) {
        static const rj_format_kind choices[] = {RJ_FORMAT_NUMBER, RJ_FORMAT_STRING, RJ_FORMAT_NIL,
                                                 RJ_FORMAT_TABLE};
        args[i] = (rj_format_arg){
            .kind = choices[kinds >> 2 * i & 3], .text = end ? end + 1 : "", .bytes = text_bytes};
        size_t skipped = 8 * i;
        if (text_bytes >= skipped + sizeof args[i].number)
            memcpy(&args[i].number, end + 1 + skipped, sizeof args[i].number);
    }
    unsigned sum = 0;
    rj_format_env env = {.write = sum_output, .ctx = &sum, .reads_as_number = reads_as_number};
    rj_format(format, format_bytes, args, rj_format_wanted(format, format_bytes, 4), &env);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    if (bytes < 1)
        return 0;
    if (data[0] & 1)
        fuzz_format((const char *)data + 1, bytes - 1);
    else
        fuzz_pattern((const char *)data + 1, bytes - 1);
    return 0;
}
