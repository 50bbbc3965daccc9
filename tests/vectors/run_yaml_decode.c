/* SPDX-License-Identifier: Apache-2.0 */
/* yaml-decode.jsonl: "yaml" or "yaml_b64" through a document reader. */
#include "vectors.h"

#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/json.h"

static int base64_digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

static void decode_base64(const char *text, rj_buf *out) {
    unsigned bits = 0;
    int count = 0;
    for (; base64_digit(*text) >= 0; text++) {
        bits = bits << 6 | (unsigned)base64_digit(*text);
        count += 6;
        if (count >= 8) {
            count -= 8;
            rj_buf_putc(out, (char)(bits >> count));
        }
    }
}

/* Compares as JSON texts: the vector's numbers say by '.' or 'e' whether they are floats, and so
 * does rj_value_equal(). */
static bool same_document(vector_case *c, size_t index, const rj_document *doc) {
    const rj_value *docs = rj_value_get(c->vector, "docs"), *raw = rj_value_get(c->vector, "raw");
    if (raw) {
        rj_buf ours = RJ_BUF_INIT;
        rj_document_write_raw(doc, &ours);
        bool same =
            index < raw->list.count &&
            vector_same_text(c, raw->list.items[index].string.data,
                             raw->list.items[index].string.bytes, rj_buf_text(&ours), ours.bytes);
        rj_buf_free(&ours);
        if (!same)
            return index < raw->list.count || vector_unexpected(c, "fewer documents", "more");
    }
    if (!docs)
        return true;
    if (index < docs->list.count && rj_value_equal(&docs->list.items[index], &doc->root))
        return true;
    rj_json_write(docs, &c->expected);
    rj_json_write(&doc->root, &c->got);
    return false;
}

static bool same_end(vector_case *c, rj_document_reader *reader, rj_read_status status,
                     size_t count, const rj_error *err) {
    const rj_value *docs = rj_value_get(c->vector, "docs"), *raw = rj_value_get(c->vector, "raw");
    const rj_value *before = rj_value_get(c->vector, "docs_before");
    if (status == RJ_READ_END) {
        size_t wanted = docs ? docs->list.count : raw ? raw->list.count : 0;
        if (docs || raw)
            return count == wanted || vector_unexpected(c, "more documents", "fewer");
        return vector_unexpected(c, rj_value_get_text(c->vector, "error"), "no error");
    }
    if (docs || raw)
        return vector_unexpected(c, "documents", err->message);
    if (before && (size_t)before->number.i64 != count)
        return vector_unexpected(c, "another number of documents before the error", err->message);
    if (rj_document_reader_failed_in_value(reader) != (rj_value_get(c->vector, "stage") != NULL))
        return vector_unexpected(c, "an error of another stage", err->message);
    return vector_same_error(c, err);
}

static bool run_bytes(vector_case *c, const char *data, size_t bytes) {
    rj_document_reader *reader = rj_document_reader_new_bytes(data, bytes, "vector", true, NULL);
    if (!reader)
        return vector_unexpected(c, "a reader", "no memory");
    rj_error err = RJ_ERROR_INIT;
    rj_document doc;
    size_t count = 0;
    bool same = true;
    rj_read_status status;
    while ((status = rj_document_next(reader, c->arena, &doc, &err)) == RJ_READ_DOCUMENT && same)
        same = rj_value_get(c->vector, "error") || same_document(c, count, &doc), count++;
    same = same && same_end(c, reader, status, count, &err);
    rj_error_clear(&err);
    rj_document_reader_free(reader);
    return same;
}

bool run_yaml_decode(vector_case *c) {
    const rj_value *text = rj_value_get(c->vector, "yaml");
    if (text)
        return run_bytes(c, text->string.data, text->string.bytes);
    rj_buf bytes = RJ_BUF_INIT;
    decode_base64(rj_value_get_text(c->vector, "yaml_b64"), &bytes);
    bool same = run_bytes(c, rj_buf_text(&bytes), bytes.bytes);
    rj_buf_free(&bytes);
    return same;
}
