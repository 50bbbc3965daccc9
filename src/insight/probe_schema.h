/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INSIGHT_PROBE_SCHEMA_H
#define RJ_INSIGHT_PROBE_SCHEMA_H

/**
 * @file
 * Whether an API server would admit a value by an OpenAPI v3 schema as CustomResourceDefinitions
 * have it. Rules in CEL (x-kubernetes-validations), formats other than date-time, int32 and int64,
 * and patterns that POSIX can't express aren't looked at.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/probe.h"
#include "rjinterp/value.h"

/** A word of our own: the value is null or a pod template. */
#define SCHEMA_POD_TEMPLATE "x-rjinterp-pod-template"

/** What checking keeps between values: compiled patterns. Zero-initialise with an arena. */
typedef struct schema_checker {
    rj_arena *arena;
    struct schema_pattern *patterns;
    size_t count, capacity;
    bool has_no_memory;
} schema_checker;

void schema_checker_free(schema_checker *checker);

/**
 * Whether @p schema admits @p value. If not, and @p why isn't NULL, appends the reason:
 * "spec.replicas: less than 0".
 */
bool schema_admits(schema_checker *checker, const rj_value *schema, const rj_value *value,
                   rj_buf *why) RJ_MUST_USE;

/**
 * The same for a value that was made of @p admitted, which @p schema admits: what both share, in
 * memory and in place, isn't looked at again.
 */
bool schema_admits_change(schema_checker *checker, const rj_value *schema, const rj_value *value,
                          const rj_value *admitted) RJ_MUST_USE;

/**
 * The schema of all arguments of a rule, as a map of the fields of a case: objects keep apiVersion
 * and kind, their metadata is what any API server admits, status items are what the control plane
 * makes. With @p crds, objects follow the one for their kind; *out is NULL with a reason in @p why
 * when there is none. False: no memory.
 */
bool schema_of_arguments(const rj_value *arguments, const rj_probe_crds *crds, rj_arena *arena,
                         const rj_value **out, rj_buf *why, rj_error *err) RJ_MUST_USE;

#endif
