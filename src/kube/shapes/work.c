/* SPDX-License-Identifier: Apache-2.0 */
/* Karmada's types of work/v1alpha2 and config/v1alpha1 that scripts and status files fill. */
#include "kube/shape.h"

static const rj_field node_claim_fields[] = {
    RJ_NESTED_P("hardNodeAffinity", rj_node_selector),
    RJ_STRING_MAP_O("nodeSelector"),
    RJ_LIST_O("tolerations", rj_toleration),
};
static const rj_struct node_claim = RJ_TABLE("v1alpha2", "NodeClaim", node_claim_fields);

static const rj_field rj_replica_requirements_fields[] = {
    RJ_NESTED_P("nodeClaim", node_claim),
    RJ_RESOURCE_LIST_O("resourceRequest"),
    RJ_STRING_O("namespace"),
    RJ_STRING_O("priorityClassName"),
};
const rj_struct rj_replica_requirements =
    RJ_TABLE("v1alpha2", "ReplicaRequirements", rj_replica_requirements_fields);

static const rj_field component_replica_requirements_fields[] = {
    RJ_NESTED_P("nodeClaim", node_claim),
    RJ_RESOURCE_LIST_O("resourceRequest"),
    RJ_STRING_O("priorityClassName"),
};
static const rj_struct component_replica_requirements =
    RJ_TABLE("v1alpha2", "ComponentReplicaRequirements", component_replica_requirements_fields);

static const rj_field rj_component_fields[] = {
    RJ_STRING("name"),
    RJ_INT32("replicas"),
    RJ_NESTED_P("replicaRequirements", component_replica_requirements),
};
const rj_struct rj_component = RJ_TABLE("v1alpha2", "Component", rj_component_fields);

static const rj_field rj_aggregated_status_item_fields[] = {
    RJ_STRING("clusterName"),
    RJ_SCALAR("status", RJ_FIELD_RAW, RJ_FIELD_OMIT | RJ_FIELD_POINTER),
    RJ_BOOL_O("applied"),
    RJ_STRING_O("appliedMessage"),
    RJ_NAMED_O("health", "v1alpha2.ResourceHealth"),
};
const rj_struct rj_aggregated_status_item =
    RJ_TABLE("v1alpha2", "AggregatedStatusItem", rj_aggregated_status_item_fields);

static const rj_field rj_dependent_object_reference_fields[] = {
    RJ_STRING("apiVersion"),
    RJ_STRING("kind"),
    RJ_STRING_O("namespace"),
    RJ_STRING_O("name"),
    RJ_NESTED_P("labelSelector", rj_label_selector),
};
const rj_struct rj_dependent_object_reference =
    RJ_TABLE("v1alpha1", "DependentObjectReference", rj_dependent_object_reference_fields);
