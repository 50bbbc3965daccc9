/* SPDX-License-Identifier: Apache-2.0 */
/* Karmada's ResourceInterpreterCustomization of config/v1alpha1. */
#include "kube/shape.h"

static const rj_field customization_target_fields[] = {
    RJ_STRING("apiVersion"),
    RJ_STRING("kind"),
};
static const rj_struct customization_target =
    RJ_TABLE("v1alpha1", "CustomizationTarget", customization_target_fields);

static const rj_field local_value_retention_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct local_value_retention =
    RJ_TABLE("v1alpha1", "LocalValueRetention", local_value_retention_fields);

static const rj_field replica_resource_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct replica_resource =
    RJ_TABLE("v1alpha1", "ReplicaResourceRequirement", replica_resource_fields);

static const rj_field replica_revision_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct replica_revision =
    RJ_TABLE("v1alpha1", "ReplicaRevision", replica_revision_fields);

static const rj_field status_reflection_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct status_reflection =
    RJ_TABLE("v1alpha1", "StatusReflection", status_reflection_fields);

static const rj_field status_aggregation_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct status_aggregation =
    RJ_TABLE("v1alpha1", "StatusAggregation", status_aggregation_fields);

static const rj_field health_interpretation_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct health_interpretation =
    RJ_TABLE("v1alpha1", "HealthInterpretation", health_interpretation_fields);

static const rj_field dependency_interpretation_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct dependency_interpretation =
    RJ_TABLE("v1alpha1", "DependencyInterpretation", dependency_interpretation_fields);

static const rj_field component_resource_fields[] = {
    RJ_STRING("luaScript"),
};
static const rj_struct component_resource =
    RJ_TABLE("v1alpha1", "ComponentResourceRequirement", component_resource_fields);

static const rj_field customization_rules_fields[] = {
    RJ_NESTED_P("retention", local_value_retention),
    RJ_NESTED_P("replicaResource", replica_resource),
    RJ_NESTED_P("componentResource", component_resource),
    RJ_NESTED_P("replicaRevision", replica_revision),
    RJ_NESTED_P("statusReflection", status_reflection),
    RJ_NESTED_P("statusAggregation", status_aggregation),
    RJ_NESTED_P("healthInterpretation", health_interpretation),
    RJ_NESTED_P("dependencyInterpretation", dependency_interpretation),
};
static const rj_struct customization_rules =
    RJ_TABLE("v1alpha1", "CustomizationRules", customization_rules_fields);

static const rj_field customization_spec_fields[] = {
    RJ_NESTED("target", customization_target, 0),
    RJ_NESTED("customizations", customization_rules, 0),
};
static const rj_struct customization_spec =
    RJ_TABLE("v1alpha1", "ResourceInterpreterCustomizationSpec", customization_spec_fields);

static const rj_field rj_resource_interpreter_customization_fields[] = {
    RJ_EMBED("TypeMeta", rj_type_meta),
    RJ_NESTED("metadata", rj_object_meta, RJ_FIELD_OMIT),
    RJ_NESTED("spec", customization_spec, 0),
};
const rj_struct rj_resource_interpreter_customization = RJ_TABLE(
    "v1alpha1", "ResourceInterpreterCustomization", rj_resource_interpreter_customization_fields);
