/* SPDX-License-Identifier: Apache-2.0 */
#include "rule/kinds.h"

#include <stddef.h>
#include <string.h>

/** Kinds of one API version between blanks; a trailing '+' says that KINDList exists as well. */
typedef struct api_kinds {
    const char *api_version;
    const char *kinds;
} api_kinds;

/* Registered with every API version. */
static const char meta_kinds[] = "CreateOptions DeleteOptions GetOptions ListOptions PatchOptions "
                                 "UpdateOptions WatchEvent";

static const char admission_kinds[] =
    "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ MutatingWebhookConfiguration+ "
    "ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+ "
    "ValidatingWebhookConfiguration+";
static const char scaler_kinds[] = "HorizontalPodAutoscaler+";
static const char flow_kinds[] = "FlowSchema+ PriorityLevelConfiguration+";
static const char rbac_kinds[] = "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+";
static const char resource_kinds[] = "DeviceClass+ ResourceClaim+ ResourceClaimTemplate+ "
                                     "ResourceSlice+";
static const char storage_kinds[] =
    "CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ "
    "VolumeAttributesClass+";

static const api_kinds registered[] = {
    {"v1",
     "Binding ComponentStatus+ ConfigMap+ Endpoints+ Event+ LimitRange+ List Namespace+ Node+ "
     "NodeProxyOptions PersistentVolume+ PersistentVolumeClaim+ Pod+ PodAttachOptions "
     "PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions PodStatusResult "
     "PodTemplate+ RangeAllocation ReplicationController+ ResourceQuota+ Secret+ "
     "SerializedReference Service+ ServiceAccount+ ServiceProxyOptions Status APIGroup+ "
     "APIResourceList APIVersions"},
    {"admissionregistration.k8s.io/v1", admission_kinds},
    {"admissionregistration.k8s.io/v1alpha1",
     "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ ValidatingAdmissionPolicy+ "
     "ValidatingAdmissionPolicyBinding+"},
    {"admissionregistration.k8s.io/v1beta1", admission_kinds},
    {"apps/v1", "ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ StatefulSet+"},
    {"apps/v1beta1", "ControllerRevision+ Deployment+ DeploymentRollback Scale StatefulSet+"},
    {"apps/v1beta2", "ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ Scale StatefulSet+"},
    {"authentication.k8s.io/v1", "SelfSubjectReview TokenRequest TokenReview"},
    {"authentication.k8s.io/v1alpha1", "SelfSubjectReview"},
    {"authentication.k8s.io/v1beta1", "SelfSubjectReview TokenReview"},
    {"authorization.k8s.io/v1",
     "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview "
     "SubjectAccessReview"},
    {"authorization.k8s.io/v1beta1",
     "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview "
     "SubjectAccessReview"},
    {"autoscaling/v1", "HorizontalPodAutoscaler+ Scale"},
    {"autoscaling/v2", scaler_kinds},
    {"autoscaling/v2beta1", scaler_kinds},
    {"autoscaling/v2beta2", scaler_kinds},
    {"batch/v1", "CronJob+ Job+"},
    {"batch/v1beta1", "CronJob+"},
    {"certificates.k8s.io/v1", "CertificateSigningRequest+"},
    {"certificates.k8s.io/v1alpha1", "ClusterTrustBundle+ PodCertificateRequest+"},
    {"certificates.k8s.io/v1beta1",
     "CertificateSigningRequest+ ClusterTrustBundle+ PodCertificateRequest+"},
    {"coordination.k8s.io/v1", "Lease+"},
    {"coordination.k8s.io/v1alpha2", "LeaseCandidate+"},
    {"coordination.k8s.io/v1beta1", "Lease+ LeaseCandidate+"},
    {"discovery.k8s.io/v1", "EndpointSlice+"},
    {"discovery.k8s.io/v1beta1", "EndpointSlice+"},
    {"events.k8s.io/v1", "Event+"},
    {"events.k8s.io/v1beta1", "Event+"},
    {"extensions/v1beta1",
     "DaemonSet+ Deployment+ DeploymentRollback Ingress+ NetworkPolicy+ ReplicaSet+ Scale"},
    {"flowcontrol.apiserver.k8s.io/v1", flow_kinds},
    {"flowcontrol.apiserver.k8s.io/v1beta1", flow_kinds},
    {"flowcontrol.apiserver.k8s.io/v1beta2", flow_kinds},
    {"flowcontrol.apiserver.k8s.io/v1beta3", flow_kinds},
    {"internal.apiserver.k8s.io/v1alpha1", "StorageVersion+"},
    {"networking.k8s.io/v1", "IPAddress+ Ingress+ IngressClass+ NetworkPolicy+ ServiceCIDR+"},
    {"networking.k8s.io/v1beta1", "IPAddress+ Ingress+ IngressClass+ ServiceCIDR+"},
    {"node.k8s.io/v1", "RuntimeClass+"},
    {"node.k8s.io/v1alpha1", "RuntimeClass+"},
    {"node.k8s.io/v1beta1", "RuntimeClass+"},
    {"policy/v1", "Eviction PodDisruptionBudget+"},
    {"policy/v1beta1", "Eviction PodDisruptionBudget+"},
    {"rbac.authorization.k8s.io/v1", rbac_kinds},
    {"rbac.authorization.k8s.io/v1alpha1", rbac_kinds},
    {"rbac.authorization.k8s.io/v1beta1", rbac_kinds},
    {"resource.k8s.io/v1", resource_kinds},
    {"resource.k8s.io/v1alpha3", "DeviceTaintRule+"},
    {"resource.k8s.io/v1beta1", resource_kinds},
    {"resource.k8s.io/v1beta2", resource_kinds},
    {"scheduling.k8s.io/v1", "PriorityClass+"},
    {"scheduling.k8s.io/v1alpha1", "PriorityClass+ Workload+"},
    {"scheduling.k8s.io/v1beta1", "PriorityClass+"},
    {"storage.k8s.io/v1", storage_kinds},
    {"storage.k8s.io/v1alpha1", "CSIStorageCapacity+ VolumeAttachment+ VolumeAttributesClass+"},
    {"storage.k8s.io/v1beta1", storage_kinds},
    {"storagemigration.k8s.io/v1alpha1", "StorageVersionMigration+"},
    {"storagemigration.k8s.io/v1beta1", "StorageVersionMigration+"},

    {"apps.karmada.io/v1alpha1", "WorkloadRebalancer+"},
    {"autoscaling.karmada.io/v1alpha1", "CronFederatedHPA+ FederatedHPA+"},
    {"cluster.karmada.io/v1alpha1", "Cluster+ ClusterProxyOptions"},
    {"config.karmada.io/v1alpha1", "ResourceInterpreterContext ResourceInterpreterCustomization+ "
                                   "ResourceInterpreterWebhookConfiguration+"},
    {"networking.karmada.io/v1alpha1", "MultiClusterIngress+ MultiClusterService+"},
    {"policy.karmada.io/v1alpha1",
     "ClusterOverridePolicy+ ClusterPropagationPolicy+ ClusterTaintPolicy+ FederatedResourceQuota+ "
     "OverridePolicy+ PropagationPolicy+"},
    {"remedy.karmada.io/v1alpha1", "Remedy+"},
    {"search.karmada.io/v1alpha1", "Proxying ResourceRegistry+ Search"},
    {"work.karmada.io/v1alpha1", "ClusterResourceBinding+ ResourceBinding+ Work+"},
    {"work.karmada.io/v1alpha2", "ClusterResourceBinding+ ResourceBinding+"},

    {"cluster.x-k8s.io/v1beta1", "Cluster+ ClusterClass+ Machine+ MachineDeployment+ "
                                 "MachineDrainRule+ MachineHealthCheck+ MachineSet+"},
    {"multicluster.x-k8s.io/v1alpha1", "ServiceExport+ ServiceImport+"},
};

/* Whether @p kind is a word of @p kinds, or WORDList where the word allows it. */
static bool listed(const char *kinds, const char *kind) {
    size_t kind_bytes = strlen(kind);
    for (const char *word = kinds; *word;) {
        size_t bytes = strcspn(word, " ");
        bool has_list = word[bytes - 1] == '+';
        size_t name_bytes = has_list ? bytes - 1 : bytes;
        if (kind_bytes >= name_bytes && memcmp(kind, word, name_bytes) == 0) {
            const char *rest = kind + name_bytes;
            if (!*rest || (has_list && strcmp(rest, "List") == 0))
                return true;
        }
        word += bytes;
        word += strspn(word, " ");
    }
    return false;
}

bool rj_kind_is_registered(const char *api_version, const char *kind) {
    if (api_version[0] == '/') /* an empty group spelled out */
        api_version++;
    for (size_t i = 0; i < sizeof registered / sizeof *registered; i++) {
        if (strcmp(registered[i].api_version, api_version) == 0)
            return listed(registered[i].kinds, kind) || listed(meta_kinds, kind);
    }
    return false;
}
