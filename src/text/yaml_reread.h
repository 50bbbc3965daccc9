/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_REREAD_H
#define RJ_TEXT_YAML_REREAD_H

/**
 * @file
 * Before the reference writes YAML it writes the value as JSON and reads that with its YAML reader.
 * Most values come back unchanged; here is what happens to the others.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

enum {
    /** Bytes of the longest key whose JSON text can't be too long, whatever is in it. */
    RJ_YAML_REREAD_SAFE_KEY_BYTES = 170
};

/** Fails with the reader's error when it can't read the JSON text of a value. */
bool rj_yaml_reread_check(const char *json, size_t bytes, rj_error *err) RJ_MUST_USE;

/**
 * Appends a string as it comes back: bytes that are not UTF-8 are U+FFFD, and U+0085 with the
 * spaces around it is a line break, folded.
 */
void rj_yaml_reread_string(const char *data, size_t bytes, rj_buf *out);

#endif
