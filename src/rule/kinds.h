/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_RULE_KINDS_H
#define RJ_RULE_KINDS_H

/**
 * @file
 * The kinds that the reference's client knows: Kubernetes' own, Karmada's and those of two cluster
 * APIs. A document of any other kind is refused while it is decoded.
 */

#include <stdbool.h>

/** Whether @p api_version ("apps/v1") has @p kind. */
bool rj_kind_is_registered(const char *api_version, const char *kind);

#endif
