/* SPDX-License-Identifier: Apache-2.0 */
/* Customizations and objects of a stream: bound, matched, their scripts found in the file. */
#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/customization.h"
#include "rjinterp/object.h"

static void check_bound(const rj_customization *c, rj_arena *arena) {
    require(c->name && c->api_version && c->kind && c->source);
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_rule_script *script = &c->scripts[i];
        rj_span_map map;
        require(!script->text || script->text[script->text_bytes] == '\0');
        if (script->text && script->scalar)
            require(rj_customization_script_spans(c, (rj_operation)i, arena, &map, NULL));
    }
}

static void check_matches(const rj_customization_set *set, rj_arena *arena) {
    for (size_t i = 0; i < set->count; i++)
        for (size_t operation = 0; operation < RJ_OPERATION_COUNT; operation++) {
            const rj_customization *c = &set->items[i];
            const rj_rule_match *matches;
            size_t count;
            require(rj_customization_set_match(set, (rj_operation)operation, c->api_version,
                                               c->kind, arena, &matches, &count, NULL));
            require(count <= set->count);
            for (size_t j = 0; j < count; j++)
                require(matches[j].script->text != NULL);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    enum {
        MOST_CUSTOMIZATIONS = 50
    };
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    rj_document_reader *reader =
        rj_document_reader_new_bytes((const char *)data, bytes, "fuzz", false, &fuzz_limits);
    rj_customization_set set = {.arena = arena};
    rj_document doc;
    require(arena && reader);
    while (set.count < MOST_CUSTOMIZATIONS &&
           rj_document_next(reader, arena, &doc, NULL) == RJ_READ_DOCUMENT) {
        rj_customization bound;
        rj_value object;
        rj_error err = RJ_ERROR_INIT;
        const bool ok = rj_customization_bind(&doc, arena, &bound, &err);
        require(ok == (err.code == RJ_ERROR_NONE) && err.code != RJ_ERROR_INTERNAL);
        if (ok && !bound.other_kind) {
            check_bound(&bound, arena);
            require(rj_customization_set_add(&set, &bound));
        }
        rj_error_clear(&err);
        require(rj_object_bind(&doc, arena, &object, &err) == (err.code == RJ_ERROR_NONE));
        rj_error_clear(&err);
    }
    check_matches(&set, arena);
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return 0;
}
