/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EDIT_EXPLAIN_H
#define RJ_CLI_EDIT_EXPLAIN_H

/**
 * @file
 * What a rule's function gets and has to return, in a few lines.
 */

#include "rjinterp/buf.h"
#include "rjinterp/rule.h"

/** Appends the lines, each behind @p prefix. */
void edit_explain(const rj_rule *rule, const char *prefix, rj_buf *out);

#endif
