/* SPDX-License-Identifier: Apache-2.0 */
/* Where pods may run: affinity, tolerations, spreading. */
#include "kube/shape.h"

static const rj_field node_selector_requirement_fields[] = {
    RJ_STRING("key"),
    RJ_NAMED("operator", "v1.NodeSelectorOperator", 0),
    RJ_STRINGS_O("values"),
};
static const rj_struct node_selector_requirement =
    RJ_TABLE("v1", "NodeSelectorRequirement", node_selector_requirement_fields);

static const rj_field node_selector_term_fields[] = {
    RJ_LIST_O("matchExpressions", node_selector_requirement),
    RJ_LIST_O("matchFields", node_selector_requirement),
};
static const rj_struct node_selector_term =
    RJ_TABLE("v1", "NodeSelectorTerm", node_selector_term_fields);

static const rj_field rj_node_selector_fields[] = {
    RJ_LIST("nodeSelectorTerms", node_selector_term),
};
const rj_struct rj_node_selector = RJ_TABLE("v1", "NodeSelector", rj_node_selector_fields);

static const rj_field preferred_scheduling_term_fields[] = {
    RJ_INT32("weight"),
    RJ_NESTED("preference", node_selector_term, 0),
};
static const rj_struct preferred_scheduling_term =
    RJ_TABLE("v1", "PreferredSchedulingTerm", preferred_scheduling_term_fields);

static const rj_field node_affinity_fields[] = {
    RJ_NESTED_P("requiredDuringSchedulingIgnoredDuringExecution", rj_node_selector),
    RJ_LIST_O("preferredDuringSchedulingIgnoredDuringExecution", preferred_scheduling_term),
};
static const rj_struct node_affinity = RJ_TABLE("v1", "NodeAffinity", node_affinity_fields);

static const rj_field pod_affinity_term_fields[] = {
    RJ_NESTED_P("labelSelector", rj_label_selector),
    RJ_STRINGS_O("namespaces"),
    RJ_STRING("topologyKey"),
    RJ_NESTED_P("namespaceSelector", rj_label_selector),
    RJ_STRINGS_O("matchLabelKeys"),
    RJ_STRINGS_O("mismatchLabelKeys"),
};
static const rj_struct pod_affinity_term =
    RJ_TABLE("v1", "PodAffinityTerm", pod_affinity_term_fields);

static const rj_field weighted_pod_affinity_term_fields[] = {
    RJ_INT32("weight"),
    RJ_NESTED("podAffinityTerm", pod_affinity_term, 0),
};
static const rj_struct weighted_pod_affinity_term =
    RJ_TABLE("v1", "WeightedPodAffinityTerm", weighted_pod_affinity_term_fields);

static const rj_field pod_affinity_fields[] = {
    RJ_LIST_O("requiredDuringSchedulingIgnoredDuringExecution", pod_affinity_term),
    RJ_LIST_O("preferredDuringSchedulingIgnoredDuringExecution", weighted_pod_affinity_term),
};
static const rj_struct pod_affinity = RJ_TABLE("v1", "PodAffinity", pod_affinity_fields);

static const rj_field pod_anti_affinity_fields[] = {
    RJ_LIST_O("requiredDuringSchedulingIgnoredDuringExecution", pod_affinity_term),
    RJ_LIST_O("preferredDuringSchedulingIgnoredDuringExecution", weighted_pod_affinity_term),
};
static const rj_struct pod_anti_affinity =
    RJ_TABLE("v1", "PodAntiAffinity", pod_anti_affinity_fields);

static const rj_field rj_affinity_fields[] = {
    RJ_NESTED_P("nodeAffinity", node_affinity),
    RJ_NESTED_P("podAffinity", pod_affinity),
    RJ_NESTED_P("podAntiAffinity", pod_anti_affinity),
};
const rj_struct rj_affinity = RJ_TABLE("v1", "Affinity", rj_affinity_fields);

static const rj_field rj_toleration_fields[] = {
    RJ_STRING_O("key"),
    RJ_NAMED_O("operator", "v1.TolerationOperator"),
    RJ_STRING_O("value"),
    RJ_NAMED_O("effect", "v1.TaintEffect"),
    RJ_INT64_P("tolerationSeconds"),
};
const rj_struct rj_toleration = RJ_TABLE("v1", "Toleration", rj_toleration_fields);

static const rj_field rj_topology_spread_constraint_fields[] = {
    RJ_INT32("maxSkew"),
    RJ_STRING("topologyKey"),
    RJ_NAMED("whenUnsatisfiable", "v1.UnsatisfiableConstraintAction", 0),
    RJ_NESTED_P("labelSelector", rj_label_selector),
    RJ_INT32_P("minDomains"),
    RJ_NAMED_P("nodeAffinityPolicy", "v1.NodeInclusionPolicy"),
    RJ_NAMED_P("nodeTaintsPolicy", "v1.NodeInclusionPolicy"),
    RJ_STRINGS_O("matchLabelKeys"),
};
const rj_struct rj_topology_spread_constraint =
    RJ_TABLE("v1", "TopologySpreadConstraint", rj_topology_spread_constraint_fields);
