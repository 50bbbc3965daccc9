/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_SELECTOR_H
#define RJ_KUBE_SELECTOR_H

/**
 * @file
 * Kubernetes' rules about names and label selectors, and the list in which field errors gather.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

typedef struct field_errors_slot {
    size_t offset;
    size_t bytes; /* 0: empty */
    size_t hash;
} field_errors_slot;

/**
 * Messages joined as "a, b", equal ones once. Zero-initialise; end with field_errors_finish().
 */
typedef struct field_errors {
    rj_buf text;
    size_t count;
    size_t pending; /* where the message that is being written starts */
    field_errors_slot *slots;
    size_t capacity;
    bool failed;
} field_errors;

/** Starts a message; the caller writes its text to the buffer that is returned. */
rj_buf *field_errors_begin(field_errors *errors);

/** Ends the message; one that is there already is dropped. */
void field_errors_end(field_errors *errors);

/**
 * Frees the list. True when it was empty; otherwise sets the joined messages ("[a, b]" when there
 * are several) as a type error.
 */
bool field_errors_finish(field_errors *errors, rj_error *err) RJ_MUST_USE;

/** A string of a typed value, "" for none. */
typedef struct text_view {
    const char *data;
    size_t bytes;
} text_view;

text_view text_of(const rj_value *value);

/** A DNS subdomain of lower case letters, digits, '-' and '.', without the bound on its length. */
bool name_is_subdomain(text_view name);

/** Letters, digits, '-', '_' and '.', alphanumeric at both ends; "" is none. */
bool name_is_label_name(text_view name);

/** A label key: a name of at most 63 bytes, perhaps with a subdomain of at most 253 and '/'. */
bool name_is_qualified(text_view name);

/**
 * Checks a v1.LabelSelector as decoded by rj_typed_decode() (NULL: none). @p path is that of the
 * selector: "dependencies[0].labelSelector".
 */
void selector_validate(const rj_value *selector, const char *path, field_errors *errors);

#endif
