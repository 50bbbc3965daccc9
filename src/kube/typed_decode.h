/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_TYPED_DECODE_H
#define RJ_KUBE_TYPED_DECODE_H

/**
 * @file
 * One run of the typed decoder: where it is, and the error it will report.
 */

#include "kube/shape.h"
#include "rjinterp/quantity.h"

typedef struct decoder {
    rj_arena *arena;
    rj_quantity *quantity; /**< reused for each quantity; made when the first one comes */
    const rj_root *root;
    rj_error error; /**< the first wrong type, or what stopped the decoder */
} decoder;

/** The way from the root to a value: fields, list positions, map keys. Lives on the C stack. */
typedef struct frame {
    const struct frame *parent;
    const rj_struct *owner; /**< of fields */
    const rj_field *field;  /**< of fields */
    const char *embedded;   /**< Go name of the struct between owner and field, or NULL */
    const char *key;        /**< of map entries */
    size_t key_bytes;
    size_t index; /**< of list items */
} frame;

/** Remembers that @p in isn't what the field wants, unless something else was wrong before; false
 * when there is no memory for that. @p as_container: the list or map itself was expected. */
bool typed_mismatch(decoder *d, const frame *f, const rj_field *field, bool as_container,
                    const rj_value *in) RJ_MUST_USE;

/** The same for a value that decodes itself, which ends the decoding; always false. */
bool typed_stop_mismatch(decoder *d, const frame *f, const rj_field *field, const rj_value *in);

/** Ends the decoding with the error that @p d->error already has; always false. */
bool typed_stop(decoder *d, const frame *f, const rj_value *in);

/** Ends the decoding for want of memory; always false. */
bool typed_no_memory(decoder *d);

/** A value of a field that is no struct, list or map. False: decoding has to stop. */
bool typed_scalar(decoder *d, const frame *f, const rj_field *field, const rj_value *in,
                  rj_value *out) RJ_MUST_USE;

#endif
