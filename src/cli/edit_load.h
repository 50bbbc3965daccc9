/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EDIT_LOAD_H
#define RJ_CLI_EDIT_LOAD_H

/**
 * @file
 * The one customization that is to be edited, and where it stands.
 */

#include <stdbool.h>

#include "cli/commands.h"
#include "cli/sources.h"
#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/input.h"

typedef struct edit_subject {
    const char *path; /**< of its file; NULL: it comes from elsewhere and goes to standard output */
    rj_buf bytes;     /**< all of the file; owned */
    bool is_new;      /**< there is none yet, only the file */
    rj_customization customization; /**< zeroed when new */
    rj_value root;                  /**< its value; of an item of a list: the item's */
    size_t document_index;          /**< of its document in the file */
    const char *prefix;             /**< of paths in the document: "", or "items.3." */
} edit_subject;

/** Free with edit_subject_free(), also after a failure. */
bool edit_load(const interpret_values *values, const cli_sources *sources, rj_arena *arena,
               edit_subject *out, rj_input_failure *failure, rj_error *err) RJ_MUST_USE;

void edit_subject_free(edit_subject *subject);

/** The items of a list of objects; NULL when @p root is none. */
const rj_value *edit_items_of(const rj_value *root);

/** Whether an object says that it is a customization. */
bool edit_is_customization(const rj_value *root);

/** Receives a customization of a source's bytes. False stops with *err. */
typedef bool (*edit_customization_fn)(void *ctx, const rj_customization *customization,
                                      const rj_value *root, const char *prefix, rj_error *err);

/** All customizations in a source's bytes, also those that are items of lists. */
bool edit_visit(const rj_source *source, const rj_buf *bytes, rj_arena *arena,
                edit_customization_fn visit, void *ctx, rj_error *err) RJ_MUST_USE;

#endif
