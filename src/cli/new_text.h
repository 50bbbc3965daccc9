/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_NEW_TEXT_H
#define RJ_CLI_NEW_TEXT_H

/**
 * @file
 * The texts of a new customization: its scripts, and a case for each.
 */

#include <stdbool.h>

#include "cli/new_shape.h"
#include "rjinterp/buf.h"
#include "rjinterp/rule.h"

typedef struct new_kind {
    const char *kind, *api_version;
    const char *name; /**< of the customization and its files: "tank" */
    new_shape shape;
    bool operations[RJ_OPERATION_COUNT]; /**< that get a rule */
} new_kind;

/** Whether the shape has what a rule of the operation needs. */
bool new_has_fields_for(const new_shape *shape, rj_operation operation);

void new_write_customization(const new_kind *kind, rj_buf *out);
void new_write_cases(const new_kind *kind, rj_buf *out);
void new_write_readme(const new_kind *kind, rj_buf *out);

#endif
