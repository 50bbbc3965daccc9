/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_SPLICE_VALUE_H
#define RJ_TEXT_SPLICE_VALUE_H

/**
 * @file
 * Changes of any value as edits of a document's text, as splice_edit.h's are of strings.
 */

#include <stdbool.h>

#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"
#include "text/outline.h"
#include "text/splice_edit.h"

/**
 * Sets what stands at @p path to @p value, or removes it when that is NULL. All but the last key
 * have to be written there; the item behind a list's last one is added to it. @p quoted: no
 * literals in place of other strings. What has an anchor or an alias in it isn't changed.
 */
bool rj_splice_make_value_edit(const rj_outline *outline, const rj_splice_path *path,
                               const rj_value *value, bool quoted, rj_text_edit *edit,
                               rj_error *err) RJ_MUST_USE;

#endif
