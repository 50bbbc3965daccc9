/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_YAML_H
#define RJINTERP_YAML_H

/**
 * @file
 * A value tree as YAML text, to the byte as the reference writes it (sigs.k8s.io/yaml over yaml
 * v2): styles, folding, natural key order, numbers as doubles.
 */

#include <stdbool.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

/** "0.2.5": of the libyaml that reads. */
RJ_API const char *rj_yaml_library_version(void);

/**
 * Appends @p value to @p out, ending with one line feed. On failure (the reference's texts, "yaml:
 * control characters are not allowed" and the like) nothing has been appended.
 */
RJ_API bool rj_yaml_write(const rj_value *value, rj_buf *out, rj_error *err) RJ_MUST_USE;

/**
 * The same for people: a value that the reference can't write, because of a control character (DEL,
 * C1) or a key of over 1024 characters, is written as YAML that means it, with escapes. Differs
 * from rj_yaml_write() only where that fails.
 */
RJ_API bool rj_yaml_write_escaped(const rj_value *value, rj_buf *out, rj_error *err) RJ_MUST_USE;

#endif
