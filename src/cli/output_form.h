/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_OUTPUT_FORM_H
#define RJ_CLI_OUTPUT_FORM_H

/**
 * @file
 * The forms in which results are written, and which mode of a command knows which.
 */

#include <stdbool.h>

#include "rjinterp/error.h"
#include "rjinterp/interp.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

typedef enum cli_form {
    CLI_FORM_DEFAULT, /**< the reference's; for people */
    CLI_FORM_YAML,    /**< one document: a key for each result */
    CLI_FORM_JSON,
    CLI_FORM_JSONL /**< an object a line */
} cli_form;

typedef enum cli_mode {
    CLI_MODE_RUN,
    CLI_MODE_EACH,
    CLI_MODE_CHECK
} cli_mode;

/** Finds the form named @p name; "" is the default. */
bool cli_find_form(cli_mode mode, const char *name, cli_form *form, rj_error *err) RJ_MUST_USE;

/** The results as one map. *out is arena-owned. */
bool cli_result_map(const rj_result *result, rj_arena *arena, rj_value *out) RJ_MUST_USE;

/** Appends the results in the default form: a document with a heading for each. */
bool cli_write_result_documents(const rj_result *result, rj_buf *out, rj_error *err) RJ_MUST_USE;

/** Appends the results of a single run. */
bool cli_write_result(cli_form form, const rj_result *result, rj_arena *arena, rj_buf *out,
                      rj_error *err) RJ_MUST_USE;

#endif
