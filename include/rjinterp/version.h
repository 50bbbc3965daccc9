/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_VERSION_H
#define RJINTERP_VERSION_H

/**
 * @file
 * Which rjinterp this is, and whose behaviour it answers.
 */

#include "rjinterp/macros.h"

/** The first release of Karmada with all operations of rule.h; later ones answer the same. */
#define RJ_KARMADA_VERSION "1.15"

/** The Lua of the Karmada that was recorded. */
#define RJ_GOPHER_LUA_VERSION "1.1.1"

/** "0.1.0" */
RJ_API const char *rj_version(void);

#endif
