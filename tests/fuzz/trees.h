/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_FUZZ_TREES_H
#define RJ_TESTS_FUZZ_TREES_H

/**
 * @file
 * Value trees in fuzz targets.
 */

#include <string.h>

#include "fuzz/fuzz.h"
#include "rjinterp/document.h"
#include "rjinterp/limits.h"

/** Small enough for thousands of runs a second, with the depth that the reference allows. */
static const rj_limits fuzz_limits = {.max_input_bytes = 1 << 20,
                                      .max_document_bytes = 1 << 20,
                                      .max_tree_bytes = 64 << 20,
                                      .max_depth = 10000,
                                      .max_nodes = 20000,
                                      .max_script_bytes = 64 << 10,
                                      .max_memory_bytes = 4 << 20,
                                      .timeout_ms = 50,
                                      .max_print_bytes = 4096,
                                      .max_output_bytes = 4 << 20};

/** The only document of a text. */
static inline bool fuzz_read_one(const char *text, size_t bytes, rj_arena *arena, rj_value *out) {
    rj_document doc;
    rj_document_reader *reader = rj_document_reader_new_bytes(text, bytes, "fuzz", false, NULL);
    require(reader != NULL);
    rj_read_status status = rj_document_next(reader, arena, &doc, NULL);
    rj_document_reader_free(reader);
    *out = status == RJ_READ_DOCUMENT ? doc.root : rj_value_null;
    return status != RJ_READ_FAILED;
}

static inline bool fuzz_text_comes_back(const char *text, size_t bytes) {
    return !memmem(text, bytes, "\xC2\x85", 2);
}

/**
 * Whether the reference reads a value that it wrote as YAML: it folds next lines (U+0085), and a
 * key "<<", which it writes as it is, asks for a merge.
 */
static inline bool fuzz_comes_back(const rj_value *value) {
    if (value->kind == RJ_KIND_STRING)
        return fuzz_text_comes_back(value->string.data, value->string.bytes);
    if (value->kind == RJ_KIND_LIST) {
        for (size_t i = 0; i < value->list.count; i++)
            if (!fuzz_comes_back(&value->list.items[i]))
                return false;
    } else if (value->kind == RJ_KIND_MAP) {
        for (size_t i = 0; i < value->map.count; i++) {
            const rj_member *m = &value->map.members[i];
            if (strcmp(m->key, "<<") == 0 || !fuzz_text_comes_back(m->key, m->key_bytes) ||
                !fuzz_comes_back(&m->value))
                return false;
        }
    }
    return true;
}

/** Equal, with numbers as doubles: that is how the reference writes YAML. */
static inline bool fuzz_same_but_numbers(const rj_value *a, const rj_value *b) {
    if (rj_value_is_number(a) && rj_value_is_number(b))
        return a->number.f64 == b->number.f64;
    if (a->kind != b->kind)
        return false;
    if (a->kind == RJ_KIND_LIST) {
        if (a->list.count != b->list.count)
            return false;
        for (size_t i = 0; i < a->list.count; i++)
            if (!fuzz_same_but_numbers(&a->list.items[i], &b->list.items[i]))
                return false;
        return true;
    }
    if (a->kind != RJ_KIND_MAP)
        return rj_value_equal(a, b);
    if (a->map.count != b->map.count)
        return false;
    for (size_t i = 0; i < a->map.count; i++) {
        const rj_member *x = &a->map.members[i], *y = &b->map.members[i];
        if (rj_key_compare(x->key, x->key_bytes, y->key, y->key_bytes) != 0 ||
            !fuzz_same_but_numbers(&x->value, &y->value))
            return false;
    }
    return true;
}

#endif
