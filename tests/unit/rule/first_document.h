/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TESTS_FIRST_DOCUMENT_H
#define RJ_TESTS_FIRST_DOCUMENT_H

#include <string.h>

#include "rjinterp/document.h"

/** The only document of a text; its file is "f.yaml". */
static inline rj_document first_document(const char *text, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    rj_document_reader *reader =
        rj_document_reader_new_bytes(text, strlen(text), "f.yaml", true, NULL);
    assert_non_null(reader);
    if (rj_document_next(reader, arena, &doc, &err) != RJ_READ_DOCUMENT)
        fail_msg("%s: %s", text, err.message ? err.message : "no document");
    rj_document_reader_free(reader);
    doc.file = "f.yaml";
    return doc;
}

#endif
