/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose customization gets other scripts: what comes out is read again as what was asked for,
 * or nothing comes out. The first byte chooses what is changed. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/splice.h"
#include "rjinterp/value.h"

static const char *const paths[] = {"spec.customizations.retention.luaScript",
                                    "spec.customizations.retention",
                                    "spec.target.kind",
                                    "metadata.name",
                                    "items.1.spec.target.kind",
                                    "a",
                                    "a.b",
                                    "0.a"};
static const char *const texts[] = {"x = 1\ny = 2\n", "", "  x\n\n", "\tx\r\n", "a: b #", NULL};

static bool reads_as(const rj_buf *file, size_t index, const rj_splice_change *change) {
    rj_arena *arena = rj_arena_new(0);
    rj_document_reader *reader =
        rj_document_reader_new_bytes(file->data, file->bytes, "f", true, NULL);
    rj_document doc;
    bool found = false;
    while (arena && reader && rj_document_next(reader, arena, &doc, NULL) == RJ_READ_DOCUMENT) {
        const rj_value *value = rj_value_at(&doc.root, change->path);
        if (doc.index == index)
            found = change->text ? rj_value_is(value, RJ_KIND_STRING) &&
                                       value->string.bytes == change->bytes &&
                                       memcmp(value->string.data, change->text, change->bytes) == 0
                                 : value == NULL;
    }
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    enum {
        PATHS = sizeof paths / sizeof *paths,
        TEXTS = sizeof texts / sizeof *texts
    };
    if (bytes < 1)
        return 0;
    const char *text = texts[data[0] / PATHS % TEXTS];
    const rj_splice_change change = {
        .path = paths[data[0] % PATHS], .text = text, .bytes = text ? strlen(text) : 0};
    size_t index = data[0] / PATHS / TEXTS % 2;
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    if (rj_splice((const char *)data + 1, bytes - 1, "f", index, &change, 1, NULL, &out, &err))
        require(reads_as(&out, index, &change));
    else
        require(out.bytes == 0 && err.message);
    rj_buf_free(&out);
    rj_error_clear(&err);
    return 0;
}
