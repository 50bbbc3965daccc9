/* SPDX-License-Identifier: Apache-2.0 */
/* Pods of core/v1. */
#include "kube/shape.h"

static const rj_field sysctl_fields[] = {
    RJ_STRING("name"),
    RJ_STRING("value"),
};
static const rj_struct sysctl = RJ_TABLE("v1", "Sysctl", sysctl_fields);

static const rj_field pod_security_context_fields[] = {
    RJ_NESTED_P("seLinuxOptions", rj_se_linux_options),
    RJ_NESTED_P("windowsOptions", rj_windows_options),
    RJ_INT64_P("runAsUser"),
    RJ_INT64_P("runAsGroup"),
    RJ_BOOL_P("runAsNonRoot"),
    RJ_SCALAR("supplementalGroups", RJ_FIELD_INT64, RJ_FIELD_OMIT | RJ_FIELD_LIST),
    RJ_NAMED_P("supplementalGroupsPolicy", "v1.SupplementalGroupsPolicy"),
    RJ_INT64_P("fsGroup"),
    RJ_LIST_O("sysctls", sysctl),
    RJ_NAMED_P("fsGroupChangePolicy", "v1.PodFSGroupChangePolicy"),
    RJ_NESTED_P("seccompProfile", rj_seccomp_profile),
    RJ_NESTED_P("appArmorProfile", rj_app_armor_profile),
    RJ_NAMED_P("seLinuxChangePolicy", "v1.PodSELinuxChangePolicy"),
};
static const rj_struct pod_security_context =
    RJ_TABLE("v1", "PodSecurityContext", pod_security_context_fields);

static const rj_field host_alias_fields[] = {
    RJ_STRING("ip"),
    RJ_STRINGS_O("hostnames"),
};
static const rj_struct host_alias = RJ_TABLE("v1", "HostAlias", host_alias_fields);

static const rj_field pod_dns_config_option_fields[] = {
    RJ_STRING_O("name"),
    RJ_STRING_P("value"),
};
static const rj_struct pod_dns_config_option =
    RJ_TABLE("v1", "PodDNSConfigOption", pod_dns_config_option_fields);

static const rj_field pod_dns_config_fields[] = {
    RJ_STRINGS_O("nameservers"),
    RJ_STRINGS_O("searches"),
    RJ_LIST_O("options", pod_dns_config_option),
};
static const rj_struct pod_dns_config = RJ_TABLE("v1", "PodDNSConfig", pod_dns_config_fields);

static const rj_field pod_readiness_gate_fields[] = {
    RJ_NAMED("conditionType", "v1.PodConditionType", 0),
};
static const rj_struct pod_readiness_gate =
    RJ_TABLE("v1", "PodReadinessGate", pod_readiness_gate_fields);

static const rj_field pod_os_fields[] = {
    RJ_NAMED("name", "v1.OSName", 0),
};
static const rj_struct pod_os = RJ_TABLE("v1", "PodOS", pod_os_fields);

static const rj_field pod_scheduling_gate_fields[] = {
    RJ_STRING("name"),
};
static const rj_struct pod_scheduling_gate =
    RJ_TABLE("v1", "PodSchedulingGate", pod_scheduling_gate_fields);

static const rj_field pod_resource_claim_fields[] = {
    RJ_STRING("name"),
    RJ_STRING_P("resourceClaimName"),
    RJ_STRING_P("resourceClaimTemplateName"),
};
static const rj_struct pod_resource_claim =
    RJ_TABLE("v1", "PodResourceClaim", pod_resource_claim_fields);

static const rj_field workload_reference_fields[] = {
    RJ_STRING("name"),
    RJ_STRING("podGroup"),
    RJ_STRING_O("podGroupReplicaKey"),
};
static const rj_struct workload_reference =
    RJ_TABLE("v1", "WorkloadReference", workload_reference_fields);

static const rj_field pod_spec_fields[] = {
    RJ_LIST_O("volumes", rj_volume),
    RJ_LIST_O("initContainers", rj_container),
    RJ_LIST("containers", rj_container),
    RJ_LIST_O("ephemeralContainers", rj_ephemeral_container),
    RJ_NAMED_O("restartPolicy", "v1.RestartPolicy"),
    RJ_INT64_P("terminationGracePeriodSeconds"),
    RJ_INT64_P("activeDeadlineSeconds"),
    RJ_NAMED_O("dnsPolicy", "v1.DNSPolicy"),
    RJ_STRING_MAP_O("nodeSelector"),
    RJ_STRING_O("serviceAccountName"),
    RJ_STRING_O("serviceAccount"),
    RJ_BOOL_P("automountServiceAccountToken"),
    RJ_STRING_O("nodeName"),
    RJ_BOOL_O("hostNetwork"),
    RJ_BOOL_O("hostPID"),
    RJ_BOOL_O("hostIPC"),
    RJ_BOOL_P("shareProcessNamespace"),
    RJ_NESTED_P("securityContext", pod_security_context),
    RJ_LIST_O("imagePullSecrets", rj_local_object_reference),
    RJ_STRING_O("hostname"),
    RJ_STRING_O("subdomain"),
    RJ_NESTED_P("affinity", rj_affinity),
    RJ_STRING_O("schedulerName"),
    RJ_LIST_O("tolerations", rj_toleration),
    RJ_LIST_O("hostAliases", host_alias),
    RJ_STRING_O("priorityClassName"),
    RJ_INT32_P("priority"),
    RJ_NESTED_P("dnsConfig", pod_dns_config),
    RJ_LIST_O("readinessGates", pod_readiness_gate),
    RJ_STRING_P("runtimeClassName"),
    RJ_BOOL_P("enableServiceLinks"),
    RJ_NAMED_P("preemptionPolicy", "v1.PreemptionPolicy"),
    RJ_RESOURCE_LIST_O("overhead"),
    RJ_LIST_O("topologySpreadConstraints", rj_topology_spread_constraint),
    RJ_BOOL_P("setHostnameAsFQDN"),
    RJ_NESTED_P("os", pod_os),
    RJ_BOOL_P("hostUsers"),
    RJ_LIST_O("schedulingGates", pod_scheduling_gate),
    RJ_LIST_O("resourceClaims", pod_resource_claim),
    RJ_NESTED_P("resources", rj_resource_requirements),
    RJ_STRING_P("hostnameOverride"),
    RJ_NESTED_P("workloadRef", workload_reference),
};
static const rj_struct pod_spec = RJ_TABLE("v1", "PodSpec", pod_spec_fields);

static const rj_field rj_pod_template_spec_fields[] = {
    RJ_NESTED("metadata", rj_object_meta, RJ_FIELD_OMIT),
    RJ_NESTED("spec", pod_spec, RJ_FIELD_OMIT),
};
const rj_struct rj_pod_template_spec =
    RJ_TABLE("v1", "PodTemplateSpec", rj_pod_template_spec_fields);
