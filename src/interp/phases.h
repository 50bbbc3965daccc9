/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INTERP_PHASES_H
#define RJ_INTERP_PHASES_H

/**
 * @file
 * A run that tells how far it is: scripts have a time limit, the work on their results hasn't.
 */

#include <stdbool.h>

#include "interp/session.h"
#include "rjinterp/interp.h"

/**
 * As rj_interp_run_in_session(), or as rj_interp_run() when there is no session; @p returned is
 * called each time when a script's function has returned.
 */
bool rj_interp_run_in_phases(rj_session *session, const rj_request *request,
                             void (*returned)(void *ctx), void *ctx, rj_arena *arena,
                             rj_result *result, rj_error *err) RJ_MUST_USE;

/**
 * The error of a result that is larger than max_output_bytes allows; what the script itself takes
 * has a limit and a message of its own. Returns false.
 */
bool rj_interp_refuse_large_result(const rj_limits *limits, rj_error *err);

#endif
