/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_LOAD_REQUEST_H
#define RJ_CLI_LOAD_REQUEST_H

/**
 * @file
 * What the options of a single run name, read into a request.
 */

#include <stdbool.h>

#include "cli/load.h"
#include "cli/sources.h"
#include "rjinterp/interp.h"

/**
 * Reads customizations, objects and status items, also what the operation doesn't use. @p set is
 * what the request's customizations are.
 */
bool cli_load_request(cli_loader *loader, const cli_sources *sources, rj_customization_set *set,
                      rj_request *request, rj_error *err) RJ_MUST_USE;

/** When nothing built in has the object's kind or a script for the operation: says what there is.
 */
void cli_hint_at_built_in(const cli_sources *sources, const rj_customization_set *set,
                          rj_error *err);

#endif
