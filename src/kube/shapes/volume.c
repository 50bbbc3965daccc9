/* SPDX-License-Identifier: Apache-2.0 */
/* Volumes of core/v1. */
#include "kube/shape.h"

static const rj_field rj_local_object_reference_fields[] = {
    RJ_STRING_O("name"),
};
const rj_struct rj_local_object_reference =
    RJ_TABLE("v1", "LocalObjectReference", rj_local_object_reference_fields);

static const rj_field rj_object_field_selector_fields[] = {
    RJ_STRING_O("apiVersion"),
    RJ_STRING("fieldPath"),
};
const rj_struct rj_object_field_selector =
    RJ_TABLE("v1", "ObjectFieldSelector", rj_object_field_selector_fields);

static const rj_field rj_resource_field_selector_fields[] = {
    RJ_STRING_O("containerName"),
    RJ_STRING("resource"),
    RJ_SCALAR("divisor", RJ_FIELD_QUANTITY, RJ_FIELD_OMIT),
};
const rj_struct rj_resource_field_selector =
    RJ_TABLE("v1", "ResourceFieldSelector", rj_resource_field_selector_fields);

static const rj_field host_path_fields[] = {
    RJ_STRING("path"),
    RJ_NAMED_P("type", "v1.HostPathType"),
};
static const rj_struct host_path = RJ_TABLE("v1", "HostPathVolumeSource", host_path_fields);

static const rj_field empty_dir_fields[] = {
    RJ_NAMED_O("medium", "v1.StorageMedium"),
    RJ_SCALAR("sizeLimit", RJ_FIELD_QUANTITY, RJ_FIELD_OMIT | RJ_FIELD_POINTER),
};
static const rj_struct empty_dir = RJ_TABLE("v1", "EmptyDirVolumeSource", empty_dir_fields);

static const rj_field gce_persistent_disk_fields[] = {
    RJ_STRING("pdName"),
    RJ_STRING_O("fsType"),
    RJ_INT32_O("partition"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct gce_persistent_disk =
    RJ_TABLE("v1", "GCEPersistentDiskVolumeSource", gce_persistent_disk_fields);

static const rj_field aws_elastic_block_store_fields[] = {
    RJ_STRING("volumeID"),
    RJ_STRING_O("fsType"),
    RJ_INT32_O("partition"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct aws_elastic_block_store =
    RJ_TABLE("v1", "AWSElasticBlockStoreVolumeSource", aws_elastic_block_store_fields);

static const rj_field git_repo_fields[] = {
    RJ_STRING("repository"),
    RJ_STRING_O("revision"),
    RJ_STRING_O("directory"),
};
static const rj_struct git_repo = RJ_TABLE("v1", "GitRepoVolumeSource", git_repo_fields);

static const rj_field key_to_path_fields[] = {
    RJ_STRING("key"),
    RJ_STRING("path"),
    RJ_INT32_P("mode"),
};
static const rj_struct key_to_path = RJ_TABLE("v1", "KeyToPath", key_to_path_fields);

static const rj_field secret_fields[] = {
    RJ_STRING_O("secretName"),
    RJ_LIST_O("items", key_to_path),
    RJ_INT32_P("defaultMode"),
    RJ_BOOL_P("optional"),
};
static const rj_struct secret = RJ_TABLE("v1", "SecretVolumeSource", secret_fields);

static const rj_field nfs_fields[] = {
    RJ_STRING("server"),
    RJ_STRING("path"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct nfs = RJ_TABLE("v1", "NFSVolumeSource", nfs_fields);

static const rj_field iscsi_fields[] = {
    RJ_STRING("targetPortal"),
    RJ_STRING("iqn"),
    RJ_INT32("lun"),
    RJ_STRING_O("iscsiInterface"),
    RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),
    RJ_STRINGS_O("portals"),
    RJ_BOOL_O("chapAuthDiscovery"),
    RJ_BOOL_O("chapAuthSession"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
    RJ_STRING_P("initiatorName"),
};
static const rj_struct iscsi = RJ_TABLE("v1", "ISCSIVolumeSource", iscsi_fields);

static const rj_field glusterfs_fields[] = {
    RJ_STRING("endpoints"),
    RJ_STRING("path"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct glusterfs = RJ_TABLE("v1", "GlusterfsVolumeSource", glusterfs_fields);

static const rj_field persistent_volume_claim_fields[] = {
    RJ_STRING("claimName"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct persistent_volume_claim =
    RJ_TABLE("v1", "PersistentVolumeClaimVolumeSource", persistent_volume_claim_fields);

static const rj_field rbd_fields[] = {
    RJ_SCALAR("monitors", RJ_FIELD_STRING, RJ_FIELD_LIST),
    RJ_STRING("image"),
    RJ_STRING_O("fsType"),
    RJ_STRING_O("pool"),
    RJ_STRING_O("user"),
    RJ_STRING_O("keyring"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct rbd = RJ_TABLE("v1", "RBDVolumeSource", rbd_fields);

static const rj_field flex_volume_fields[] = {
    RJ_STRING("driver"),
    RJ_STRING_O("fsType"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
    RJ_BOOL_O("readOnly"),
    RJ_STRING_MAP_O("options"),
};
static const rj_struct flex_volume = RJ_TABLE("v1", "FlexVolumeSource", flex_volume_fields);

static const rj_field cinder_fields[] = {
    RJ_STRING("volumeID"),
    RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
};
static const rj_struct cinder = RJ_TABLE("v1", "CinderVolumeSource", cinder_fields);

static const rj_field cephfs_fields[] = {
    RJ_SCALAR("monitors", RJ_FIELD_STRING, RJ_FIELD_LIST),
    RJ_STRING_O("path"),
    RJ_STRING_O("user"),
    RJ_STRING_O("secretFile"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct cephfs = RJ_TABLE("v1", "CephFSVolumeSource", cephfs_fields);

static const rj_field flocker_fields[] = {
    RJ_STRING_O("datasetName"),
    RJ_STRING_O("datasetUUID"),
};
static const rj_struct flocker = RJ_TABLE("v1", "FlockerVolumeSource", flocker_fields);

static const rj_field downward_api_file_fields[] = {
    RJ_STRING("path"),
    RJ_NESTED_P("fieldRef", rj_object_field_selector),
    RJ_NESTED_P("resourceFieldRef", rj_resource_field_selector),
    RJ_INT32_P("mode"),
};
static const rj_struct downward_api_file =
    RJ_TABLE("v1", "DownwardAPIVolumeFile", downward_api_file_fields);

static const rj_field downward_api_fields[] = {
    RJ_LIST_O("items", downward_api_file),
    RJ_INT32_P("defaultMode"),
};
static const rj_struct downward_api =
    RJ_TABLE("v1", "DownwardAPIVolumeSource", downward_api_fields);

static const rj_field fibre_channel_fields[] = {
    RJ_STRINGS_O("targetWWNs"), RJ_INT32_P("lun"),     RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),      RJ_STRINGS_O("wwids"),
};
static const rj_struct fibre_channel = RJ_TABLE("v1", "FCVolumeSource", fibre_channel_fields);

static const rj_field azure_file_fields[] = {
    RJ_STRING("secretName"),
    RJ_STRING("shareName"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct azure_file = RJ_TABLE("v1", "AzureFileVolumeSource", azure_file_fields);

static const rj_field config_map_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_LIST_O("items", key_to_path),
    RJ_INT32_P("defaultMode"),
    RJ_BOOL_P("optional"),
};
static const rj_struct config_map = RJ_TABLE("v1", "ConfigMapVolumeSource", config_map_fields);

static const rj_field vsphere_fields[] = {
    RJ_STRING("volumePath"),
    RJ_STRING_O("fsType"),
    RJ_STRING_O("storagePolicyName"),
    RJ_STRING_O("storagePolicyID"),
};
static const rj_struct vsphere = RJ_TABLE("v1", "VsphereVirtualDiskVolumeSource", vsphere_fields);

static const rj_field quobyte_fields[] = {
    RJ_STRING("registry"), RJ_STRING("volume"),  RJ_BOOL_O("readOnly"),
    RJ_STRING_O("user"),   RJ_STRING_O("group"), RJ_STRING_O("tenant"),
};
static const rj_struct quobyte = RJ_TABLE("v1", "QuobyteVolumeSource", quobyte_fields);

static const rj_field azure_disk_fields[] = {
    RJ_STRING("diskName"),
    RJ_STRING("diskURI"),
    RJ_NAMED_P("cachingMode", "v1.AzureDataDiskCachingMode"),
    RJ_STRING_P("fsType"),
    RJ_BOOL_P("readOnly"),
    RJ_NAMED_P("kind", "v1.AzureDataDiskKind"),
};
static const rj_struct azure_disk = RJ_TABLE("v1", "AzureDiskVolumeSource", azure_disk_fields);

static const rj_field photon_persistent_disk_fields[] = {
    RJ_STRING("pdID"),
    RJ_STRING_O("fsType"),
};
static const rj_struct photon_persistent_disk =
    RJ_TABLE("v1", "PhotonPersistentDiskVolumeSource", photon_persistent_disk_fields);

static const rj_field secret_projection_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_LIST_O("items", key_to_path),
    RJ_BOOL_P("optional"),
};
static const rj_struct secret_projection =
    RJ_TABLE("v1", "SecretProjection", secret_projection_fields);

static const rj_field config_map_projection_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_LIST_O("items", key_to_path),
    RJ_BOOL_P("optional"),
};
static const rj_struct config_map_projection =
    RJ_TABLE("v1", "ConfigMapProjection", config_map_projection_fields);

static const rj_field downward_api_projection_fields[] = {
    RJ_LIST_O("items", downward_api_file),
};
static const rj_struct downward_api_projection =
    RJ_TABLE("v1", "DownwardAPIProjection", downward_api_projection_fields);

static const rj_field service_account_token_projection_fields[] = {
    RJ_STRING_O("audience"),
    RJ_INT64_P("expirationSeconds"),
    RJ_STRING("path"),
};
static const rj_struct service_account_token_projection =
    RJ_TABLE("v1", "ServiceAccountTokenProjection", service_account_token_projection_fields);

static const rj_field cluster_trust_bundle_projection_fields[] = {
    RJ_STRING_P("name"),
    RJ_STRING_P("signerName"),
    RJ_NESTED_P("labelSelector", rj_label_selector),
    RJ_BOOL_P("optional"),
    RJ_STRING("path"),
};
static const rj_struct cluster_trust_bundle_projection =
    RJ_TABLE("v1", "ClusterTrustBundleProjection", cluster_trust_bundle_projection_fields);

static const rj_field pod_certificate_projection_fields[] = {
    RJ_STRING_O("signerName"),
    RJ_STRING_O("keyType"),
    RJ_INT32_P("maxExpirationSeconds"),
    RJ_STRING_O("credentialBundlePath"),
    RJ_STRING_O("keyPath"),
    RJ_STRING_O("certificateChainPath"),
    RJ_STRING_MAP_O("userAnnotations"),
};
static const rj_struct pod_certificate_projection =
    RJ_TABLE("v1", "PodCertificateProjection", pod_certificate_projection_fields);

static const rj_field volume_projection_fields[] = {
    RJ_NESTED_P("secret", secret_projection),
    RJ_NESTED_P("downwardAPI", downward_api_projection),
    RJ_NESTED_P("configMap", config_map_projection),
    RJ_NESTED_P("serviceAccountToken", service_account_token_projection),
    RJ_NESTED_P("clusterTrustBundle", cluster_trust_bundle_projection),
    RJ_NESTED_P("podCertificate", pod_certificate_projection),
};
static const rj_struct volume_projection =
    RJ_TABLE("v1", "VolumeProjection", volume_projection_fields);

static const rj_field projected_fields[] = {
    RJ_LIST("sources", volume_projection),
    RJ_INT32_P("defaultMode"),
};
static const rj_struct projected = RJ_TABLE("v1", "ProjectedVolumeSource", projected_fields);

static const rj_field portworx_fields[] = {
    RJ_STRING("volumeID"),
    RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct portworx = RJ_TABLE("v1", "PortworxVolumeSource", portworx_fields);

static const rj_field scale_io_fields[] = {
    RJ_STRING("gateway"),
    RJ_STRING("system"),
    RJ_NESTED("secretRef", rj_local_object_reference, RJ_FIELD_POINTER),
    RJ_BOOL_O("sslEnabled"),
    RJ_STRING_O("protectionDomain"),
    RJ_STRING_O("storagePool"),
    RJ_STRING_O("storageMode"),
    RJ_STRING_O("volumeName"),
    RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),
};
static const rj_struct scale_io = RJ_TABLE("v1", "ScaleIOVolumeSource", scale_io_fields);

static const rj_field storage_os_fields[] = {
    RJ_STRING_O("volumeName"),
    RJ_STRING_O("volumeNamespace"),
    RJ_STRING_O("fsType"),
    RJ_BOOL_O("readOnly"),
    RJ_NESTED_P("secretRef", rj_local_object_reference),
};
static const rj_struct storage_os = RJ_TABLE("v1", "StorageOSVolumeSource", storage_os_fields);

static const rj_field csi_fields[] = {
    RJ_STRING("driver"),
    RJ_BOOL_P("readOnly"),
    RJ_STRING_P("fsType"),
    RJ_STRING_MAP_O("volumeAttributes"),
    RJ_NESTED_P("nodePublishSecretRef", rj_local_object_reference),
};
static const rj_struct csi = RJ_TABLE("v1", "CSIVolumeSource", csi_fields);

static const rj_field volume_resource_requirements_fields[] = {
    RJ_RESOURCE_LIST_O("limits"),
    RJ_RESOURCE_LIST_O("requests"),
};
static const rj_struct volume_resource_requirements =
    RJ_TABLE("v1", "VolumeResourceRequirements", volume_resource_requirements_fields);

static const rj_field typed_local_object_reference_fields[] = {
    RJ_SCALAR("apiGroup", RJ_FIELD_STRING, RJ_FIELD_POINTER),
    RJ_STRING("kind"),
    RJ_STRING("name"),
};
static const rj_struct typed_local_object_reference =
    RJ_TABLE("v1", "TypedLocalObjectReference", typed_local_object_reference_fields);

static const rj_field typed_object_reference_fields[] = {
    RJ_SCALAR("apiGroup", RJ_FIELD_STRING, RJ_FIELD_POINTER),
    RJ_STRING("kind"),
    RJ_STRING("name"),
    RJ_STRING_P("namespace"),
};
static const rj_struct typed_object_reference =
    RJ_TABLE("v1", "TypedObjectReference", typed_object_reference_fields);

static const rj_field persistent_volume_claim_spec_fields[] = {
    RJ_NAMED("accessModes", "v1.PersistentVolumeAccessMode", RJ_FIELD_OMIT | RJ_FIELD_LIST),
    RJ_NESTED_P("selector", rj_label_selector),
    RJ_NESTED("resources", volume_resource_requirements, RJ_FIELD_OMIT),
    RJ_STRING_O("volumeName"),
    RJ_STRING_P("storageClassName"),
    RJ_NAMED_P("volumeMode", "v1.PersistentVolumeMode"),
    RJ_NESTED_P("dataSource", typed_local_object_reference),
    RJ_NESTED_P("dataSourceRef", typed_object_reference),
    RJ_STRING_P("volumeAttributesClassName"),
};
static const rj_struct persistent_volume_claim_spec =
    RJ_TABLE("v1", "PersistentVolumeClaimSpec", persistent_volume_claim_spec_fields);

static const rj_field persistent_volume_claim_template_fields[] = {
    RJ_NESTED("metadata", rj_object_meta, RJ_FIELD_OMIT),
    RJ_NESTED("spec", persistent_volume_claim_spec, 0),
};
static const rj_struct persistent_volume_claim_template =
    RJ_TABLE("v1", "PersistentVolumeClaimTemplate", persistent_volume_claim_template_fields);

static const rj_field ephemeral_fields[] = {
    RJ_NESTED_P("volumeClaimTemplate", persistent_volume_claim_template),
};
static const rj_struct ephemeral = RJ_TABLE("v1", "EphemeralVolumeSource", ephemeral_fields);

static const rj_field image_fields[] = {
    RJ_STRING_O("reference"),
    RJ_NAMED_O("pullPolicy", "v1.PullPolicy"),
};
static const rj_struct image = RJ_TABLE("v1", "ImageVolumeSource", image_fields);

static const rj_field volume_source_fields[] = {
    RJ_NESTED_P("hostPath", host_path),
    RJ_NESTED_P("emptyDir", empty_dir),
    RJ_NESTED_P("gcePersistentDisk", gce_persistent_disk),
    RJ_NESTED_P("awsElasticBlockStore", aws_elastic_block_store),
    RJ_NESTED_P("gitRepo", git_repo),
    RJ_NESTED_P("secret", secret),
    RJ_NESTED_P("nfs", nfs),
    RJ_NESTED_P("iscsi", iscsi),
    RJ_NESTED_P("glusterfs", glusterfs),
    RJ_NESTED_P("persistentVolumeClaim", persistent_volume_claim),
    RJ_NESTED_P("rbd", rbd),
    RJ_NESTED_P("flexVolume", flex_volume),
    RJ_NESTED_P("cinder", cinder),
    RJ_NESTED_P("cephfs", cephfs),
    RJ_NESTED_P("flocker", flocker),
    RJ_NESTED_P("downwardAPI", downward_api),
    RJ_NESTED_P("fc", fibre_channel),
    RJ_NESTED_P("azureFile", azure_file),
    RJ_NESTED_P("configMap", config_map),
    RJ_NESTED_P("vsphereVolume", vsphere),
    RJ_NESTED_P("quobyte", quobyte),
    RJ_NESTED_P("azureDisk", azure_disk),
    RJ_NESTED_P("photonPersistentDisk", photon_persistent_disk),
    RJ_NESTED_P("projected", projected),
    RJ_NESTED_P("portworxVolume", portworx),
    RJ_NESTED_P("scaleIO", scale_io),
    RJ_NESTED_P("storageos", storage_os),
    RJ_NESTED_P("csi", csi),
    RJ_NESTED_P("ephemeral", ephemeral),
    RJ_NESTED_P("image", image),
};
static const rj_struct volume_source = RJ_TABLE("v1", "VolumeSource", volume_source_fields);

static const rj_field rj_volume_fields[] = {
    RJ_STRING("name"),
    RJ_EMBED("VolumeSource", volume_source),
};
const rj_struct rj_volume = RJ_TABLE("v1", "Volume", rj_volume_fields);
