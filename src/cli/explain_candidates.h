/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EXPLAIN_CANDIDATES_H
#define RJ_CLI_EXPLAIN_CANDIDATES_H

/**
 * @file
 * Why customizations didn't answer a request, those first that come nearest to it.
 */

#include "rjinterp/buf.h"
#include "rjinterp/customization.h"
#include "rjinterp/rule.h"

/** What was asked for, and what answered. */
typedef struct explain_question {
    const rj_rule *rule;
    const char *api_version, *kind;
    const rj_rule_match *matches; /**< that answered, or failed to */
    size_t match_count;
} explain_question;

/** Appends "customization "NAME" of FILE:LINE". */
void explain_write_customization(const rj_customization *customization, rj_buf *out);

/** Appends a line for each of the nearest of @p set that isn't among the matches. Where something
 * has matched only those of the same target are told. */
void explain_write_candidates(const explain_question *question, const rj_customization_set *set,
                              rj_buf *out);

#endif
