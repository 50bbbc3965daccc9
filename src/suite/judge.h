/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_JUDGE_H
#define RJ_SUITE_JUDGE_H

/**
 * @file
 * From the answer to a case to what is reported of it.
 */

#include <stdbool.h>

#include "rjinterp/suite.h"

/** What a judgement needs. Texts of the result live in the arena. */
typedef struct judge {
    rj_arena *arena;
    bool strict;
} judge;

/** What can be said before a case runs: true when it isn't to be run at all. */
bool judge_beforehand(const judge *j, rj_suite_result *result) RJ_MUST_USE;

/**
 * Takes one answer: @p answer, or the failure @p failure. Only the first bad one of a case is kept.
 * @p scratch is for values on the way. False: no memory.
 */
bool judge_answer(const judge *j, const rj_result *answer, const rj_error *failure,
                  rj_arena *scratch, rj_suite_result *result) RJ_MUST_USE;

#endif
