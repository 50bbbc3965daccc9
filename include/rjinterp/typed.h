/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_TYPED_H
#define RJINTERP_TYPED_H

/**
 * @file
 * The closed shapes of Kubernetes and Karmada, one declarative field table each, and the decoder
 * that gives a value tree such a shape with the results and the error texts of Go's encoding/json.
 */

#include <stdbool.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"
#include "rjinterp/value.h"

typedef enum rj_shape {
    RJ_SHAPE_REPLICA_REQUIREMENTS,    /**< v1alpha2.ReplicaRequirements */
    RJ_SHAPE_COMPONENT_LIST,          /**< []v1alpha2.Component */
    RJ_SHAPE_DEPENDENCY_LIST,         /**< []v1alpha1.DependentObjectReference */
    RJ_SHAPE_POD_TEMPLATE_SPEC,       /**< v1.PodTemplateSpec */
    RJ_SHAPE_AGGREGATED_STATUS_ITEM,  /**< v1alpha2.AggregatedStatusItem */
    RJ_SHAPE_CUSTOMIZATION,           /**< v1alpha1.ResourceInterpreterCustomization */
    RJ_SHAPE_PARTIAL_OBJECT_METADATA, /**< metadata of any object (metadataOnlyObject, metadata,
                                         TypeMeta) */
    RJ_SHAPE_VERSION_KIND /**< apiVersion and kind alone, as the reference looks at them before it
                             decodes a customization */
} rj_shape;

/**
 * Decodes @p in as @p shape: unknown fields dropped, field names matched exactly or else without
 * regard to case (customizations and metadata: exactly), null as absent, quantities and times in
 * the form that they print with, fields in the shape's own JSON names. What is printed even when
 * empty (replicas: 0) is there; what is left out when empty is gone. A pod template, which nobody
 * prints, keeps its empty lists and maps and the texts of its quantities: pod.h has to tell empty
 * from absent, and huge quantities print as something else.
 *
 * Strings and raw JSON stay the same nodes, with their places and styles; maps and lists keep
 * their places.
 *
 * The first wrong type in text order (keys sorted at each level) is the error; a bad quantity or
 * time stops at once. Message as Go's: "json: cannot unmarshal number into Go struct field
 * Component.name of type string". The error's place is that of the offending value when it has one.
 */
RJ_API bool rj_typed_decode(rj_shape shape, const rj_value *in, rj_arena *arena, rj_value *out,
                            rj_error *err) RJ_MUST_USE;

/** A field that a shape doesn't have, so that its decoder drops it. */
typedef struct rj_unknown_field {
    const char *path; /**< of the map that it stands in: "spec.customizations", "" at the root */
    const char *name; /**< as it is written */
    rj_position at;   /**< of its key */
    const char *near_name;  /**< a field of that map with a similar name, or NULL */
    const char *other_path; /**< of another map of the shape that has such a field, or NULL; "" is
                               the root */
} rj_unknown_field;

/**
 * Calls @p visit for each unknown field of @p in, which need not have the right types. Texts live
 * until it returns; false stops. What is below metadata isn't looked at. False when memory is out.
 */
RJ_API bool rj_typed_visit_unknown(rj_shape shape, const rj_value *in,
                                   bool (*visit)(void *ctx, const rj_unknown_field *field),
                                   void *ctx) RJ_MUST_USE;

#endif
