/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_REQUESTS_H
#define RJ_TESTS_REQUESTS_H

/**
 * @file
 * Requests for tests of the jail: health scripts on an object x/v1 K.
 */

#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/interp.h"
#include "unit/cmocka_all.h"

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

typedef struct health {
    rj_customization customization;
    rj_customization_set set;
    rj_value object;
    rj_request request;
} health;

static inline rj_document read_document(const char *text, rj_arena *arena) {
    rj_document doc;
    rj_error err = RJ_ERROR_INIT;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text, strlen(text), "c.yaml", true, NULL);
    assert_non_null(reader);
    if (rj_document_next(reader, arena, &doc, &err) != RJ_READ_DOCUMENT)
        fail_msg("%s: %s", text, err.message ? err.message : "no document");
    rj_document_reader_free(reader);
    doc.file = "c.yaml";
    return doc;
}

/** @p body: what stands in "function InterpretHealth(o) … end". */
static inline health *make_health(const char *body, rj_arena *arena) {
    rj_buf text = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    health *h = rj_arena_calloc(arena, 1, sizeof *h);
    assert_non_null(h);
    rj_buf_puts(&text, "apiVersion: config.karmada.io/v1alpha1\n"
                       "kind: ResourceInterpreterCustomization\n"
                       "metadata: {name: c}\n"
                       "spec:\n"
                       "  target: {apiVersion: x/v1, kind: K}\n"
                       "  customizations:\n"
                       "    healthInterpretation:\n"
                       "      luaScript: |\n"
                       "        function InterpretHealth(o)\n");
    for (const char *line = body; *line;) {
        size_t bytes = strcspn(line, "\n");
        rj_buf_printf(&text, "          %.*s\n", (int)bytes, line);
        line += bytes + (line[bytes] == '\n');
    }
    rj_buf_puts(&text, "        end\n");
    rj_document doc = read_document(rj_buf_text(&text), arena);
    assert_true(rj_customization_bind(&doc, arena, &h->customization, &err));
    h->set = (rj_customization_set){.items = &h->customization, .count = 1};
    h->object = read_document("{apiVersion: x/v1, kind: K}", arena).root;
    h->request = (rj_request){.customizations = &h->set,
                              .operation = RJ_OPERATION_INTERPRET_HEALTH,
                              .desired = &h->object};
    rj_buf_free(&text);
    return h;
}

#endif
