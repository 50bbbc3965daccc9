/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EDIT_OBJECT_H
#define RJ_CLI_EDIT_OBJECT_H

/**
 * @file
 * An edited customization as an object, and its output forms.
 */

#include <stdbool.h>

#include "cli/edit_text.h"
#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/value.h"

/** @p old with @p values; a NULL @p old is a new one. *out is arena-owned. */
bool edit_object(const rj_value *old, const edit_values *values, rj_arena *arena, rj_value *out,
                 rj_error *err) RJ_MUST_USE;

typedef enum edit_output {
    EDIT_OUTPUT_MESSAGE,
    EDIT_OUTPUT_NAME,
    EDIT_OUTPUT_YAML,
    EDIT_OUTPUT_JSON
} edit_output;

/** The form that -o names. */
bool edit_output_of(const char *text, edit_output *out, rj_error *err) RJ_MUST_USE;

/** Appends what is printed when everything is saved. @p name is that of the message. */
bool edit_output_write(edit_output form, const char *name, const rj_value *object, rj_buf *out,
                       rj_error *err) RJ_MUST_USE;

#endif
