/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "kube/selector.h"
#include "rjinterp/limits.h"

static const char separator[] = ", ";

enum {
    SEPARATOR_BYTES = sizeof separator - 1,
    FIRST_CAPACITY = 64
};

rj_buf *field_errors_begin(field_errors *errors) {
    errors->text.max_bytes = rj_limits_default()->max_output_bytes;
    if (errors->count)
        rj_buf_append(&errors->text, separator, SEPARATOR_BYTES);
    else
        rj_buf_putc(&errors->text, '[');
    errors->pending = errors->text.bytes;
    return &errors->text;
}

/* FNV-1a */
static size_t hash_of(const char *text, size_t bytes) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return (size_t)hash;
}

/* The slot that holds this message, or the empty one where it belongs. */
static field_errors_slot *find_slot(field_errors *errors, const field_errors_slot *message) {
    size_t i = message->hash & (errors->capacity - 1);
    for (;; i = (i + 1) & (errors->capacity - 1)) {
        field_errors_slot *slot = &errors->slots[i];
        if (slot->bytes == 0)
            return slot;
        if (slot->hash == message->hash && slot->bytes == message->bytes &&
            memcmp(errors->text.data + slot->offset, errors->text.data + message->offset,
                   slot->bytes) == 0)
            return slot;
    }
}

static bool grow(field_errors *errors) {
    const size_t old_capacity = errors->capacity;
    field_errors_slot *old = errors->slots;
    const size_t capacity = old_capacity ? old_capacity * 2 : FIRST_CAPACITY;
    field_errors_slot *slots = rj_alloc_zeroed(capacity * sizeof *slots);
    if (!slots)
        return false;
    errors->slots = slots;
    errors->capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].bytes)
            *find_slot(errors, &old[i]) = old[i];
    }
    rj_alloc_free(old);
    return true;
}

void field_errors_end(field_errors *errors) {
    if (!rj_buf_ok(&errors->text) || errors->failed ||
        (errors->count * 2 >= errors->capacity && !grow(errors))) {
        errors->failed = true;
        return;
    }
    field_errors_slot message = {.offset = errors->pending,
                                 .bytes = errors->text.bytes - errors->pending};
    message.hash = hash_of(errors->text.data + message.offset, message.bytes);
    field_errors_slot *slot = find_slot(errors, &message);
    if (slot->bytes == 0) {
        *slot = message;
        errors->count++;
        return;
    }
    /* There are others before it, so a separator stands in front. */
    errors->text.bytes = errors->pending - SEPARATOR_BYTES;
    errors->text.data[errors->text.bytes] = '\0';
}

bool field_errors_finish(field_errors *errors, rj_error *err) {
    const bool none = errors->count == 0 && !errors->failed;
    if (errors->count > 1)
        rj_buf_putc(&errors->text, ']');
    if (errors->failed || !rj_buf_ok(&errors->text))
        rj_error_no_memory(err);
    else if (errors->count == 1)
        rj_error_set_bytes(err, RJ_ERROR_TYPE, errors->text.data + 1, errors->text.bytes - 1);
    else if (errors->count > 1)
        rj_error_set_bytes(err, RJ_ERROR_TYPE, errors->text.data, errors->text.bytes);
    rj_buf_free(&errors->text);
    rj_alloc_free(errors->slots);
    *errors = (field_errors){.count = 0};
    return none;
}
