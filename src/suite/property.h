/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SUITE_PROPERTY_H
#define RJ_SUITE_PROPERTY_H

/**
 * @file
 * What every customization should do, whatever it is about; tried on the arguments of a case.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/suite.h"

/** Whether the property says anything about the case. */
bool property_applies(rj_property property, const rj_suite_case *item) RJ_MUST_USE;

/** What should hold, as a sentence without its end. */
const char *property_title(rj_property property);

/**
 * Tries the property of the result's case with all customizations of its directory; the first that
 * fails is told. Texts are made in @p arena. False: no worker could be started, or no memory.
 */
bool property_check(const rj_suite_options *options, rj_arena *arena, rj_suite_result *result,
                    rj_error *err) RJ_MUST_USE;

#endif
