/* SPDX-License-Identifier: Apache-2.0 */
/* Containers of core/v1. */
#include "kube/shape.h"

static const rj_field container_port_fields[] = {
    RJ_STRING_O("name"),       RJ_INT32_O("hostPort"),
    RJ_INT32("containerPort"), RJ_NAMED_O("protocol", "v1.Protocol"),
    RJ_STRING_O("hostIP"),
};
static const rj_struct container_port = RJ_TABLE("v1", "ContainerPort", container_port_fields);

static const rj_field config_map_env_source_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_BOOL_P("optional"),
};
static const rj_struct config_map_env_source =
    RJ_TABLE("v1", "ConfigMapEnvSource", config_map_env_source_fields);

static const rj_field secret_env_source_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_BOOL_P("optional"),
};
static const rj_struct secret_env_source =
    RJ_TABLE("v1", "SecretEnvSource", secret_env_source_fields);

static const rj_field env_from_source_fields[] = {
    RJ_STRING_O("prefix"),
    RJ_NESTED_P("configMapRef", config_map_env_source),
    RJ_NESTED_P("secretRef", secret_env_source),
};
static const rj_struct env_from_source = RJ_TABLE("v1", "EnvFromSource", env_from_source_fields);

static const rj_field config_map_key_selector_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_STRING("key"),
    RJ_BOOL_P("optional"),
};
static const rj_struct config_map_key_selector =
    RJ_TABLE("v1", "ConfigMapKeySelector", config_map_key_selector_fields);

static const rj_field secret_key_selector_fields[] = {
    RJ_EMBED("LocalObjectReference", rj_local_object_reference),
    RJ_STRING("key"),
    RJ_BOOL_P("optional"),
};
static const rj_struct secret_key_selector =
    RJ_TABLE("v1", "SecretKeySelector", secret_key_selector_fields);

static const rj_field file_key_selector_fields[] = {
    RJ_STRING("volumeName"),
    RJ_STRING("path"),
    RJ_STRING("key"),
    RJ_BOOL_P("optional"),
};
static const rj_struct file_key_selector =
    RJ_TABLE("v1", "FileKeySelector", file_key_selector_fields);

static const rj_field env_var_source_fields[] = {
    RJ_NESTED_P("fieldRef", rj_object_field_selector),
    RJ_NESTED_P("resourceFieldRef", rj_resource_field_selector),
    RJ_NESTED_P("configMapKeyRef", config_map_key_selector),
    RJ_NESTED_P("secretKeyRef", secret_key_selector),
    RJ_NESTED_P("fileKeyRef", file_key_selector),
};
static const rj_struct env_var_source = RJ_TABLE("v1", "EnvVarSource", env_var_source_fields);

static const rj_field env_var_fields[] = {
    RJ_STRING("name"),
    RJ_STRING_O("value"),
    RJ_NESTED_P("valueFrom", env_var_source),
};
static const rj_struct env_var = RJ_TABLE("v1", "EnvVar", env_var_fields);

static const rj_field resource_claim_fields[] = {
    RJ_STRING("name"),
    RJ_STRING_O("request"),
};
static const rj_struct resource_claim = RJ_TABLE("v1", "ResourceClaim", resource_claim_fields);

static const rj_field rj_resource_requirements_fields[] = {
    RJ_RESOURCE_LIST_O("limits"),
    RJ_RESOURCE_LIST_O("requests"),
    RJ_LIST_O("claims", resource_claim),
};
const rj_struct rj_resource_requirements =
    RJ_TABLE("v1", "ResourceRequirements", rj_resource_requirements_fields);

static const rj_field container_resize_policy_fields[] = {
    RJ_NAMED("resourceName", "v1.ResourceName", 0),
    RJ_NAMED("restartPolicy", "v1.ResourceResizeRestartPolicy", 0),
};
static const rj_struct container_resize_policy =
    RJ_TABLE("v1", "ContainerResizePolicy", container_resize_policy_fields);

static const rj_field restart_rule_exit_codes_fields[] = {
    RJ_NAMED_O("operator", "v1.ContainerRestartRuleOnExitCodesOperator"),
    RJ_SCALAR("values", RJ_FIELD_INT32, RJ_FIELD_OMIT | RJ_FIELD_LIST),
};
static const rj_struct restart_rule_exit_codes =
    RJ_TABLE("v1", "ContainerRestartRuleOnExitCodes", restart_rule_exit_codes_fields);

static const rj_field container_restart_rule_fields[] = {
    RJ_NAMED_O("action", "v1.ContainerRestartRuleAction"),
    RJ_NESTED_P("exitCodes", restart_rule_exit_codes),
};
static const rj_struct container_restart_rule =
    RJ_TABLE("v1", "ContainerRestartRule", container_restart_rule_fields);

static const rj_field volume_mount_fields[] = {
    RJ_STRING("name"),
    RJ_BOOL_O("readOnly"),
    RJ_NAMED_P("recursiveReadOnly", "v1.RecursiveReadOnlyMode"),
    RJ_STRING("mountPath"),
    RJ_STRING_O("subPath"),
    RJ_NAMED_P("mountPropagation", "v1.MountPropagationMode"),
    RJ_STRING_O("subPathExpr"),
};
static const rj_struct volume_mount = RJ_TABLE("v1", "VolumeMount", volume_mount_fields);

static const rj_field volume_device_fields[] = {
    RJ_STRING("name"),
    RJ_STRING("devicePath"),
};
static const rj_struct volume_device = RJ_TABLE("v1", "VolumeDevice", volume_device_fields);

static const rj_field exec_action_fields[] = {
    RJ_STRINGS_O("command"),
};
static const rj_struct exec_action = RJ_TABLE("v1", "ExecAction", exec_action_fields);

static const rj_field http_header_fields[] = {
    RJ_STRING("name"),
    RJ_STRING("value"),
};
static const rj_struct http_header = RJ_TABLE("v1", "HTTPHeader", http_header_fields);

static const rj_field http_get_action_fields[] = {
    RJ_STRING_O("path"),
    RJ_SCALAR("port", RJ_FIELD_INT_OR_STRING, 0),
    RJ_STRING_O("host"),
    RJ_NAMED_O("scheme", "v1.URIScheme"),
    RJ_LIST_O("httpHeaders", http_header),
};
static const rj_struct http_get_action = RJ_TABLE("v1", "HTTPGetAction", http_get_action_fields);

static const rj_field tcp_socket_action_fields[] = {
    RJ_SCALAR("port", RJ_FIELD_INT_OR_STRING, 0),
    RJ_STRING_O("host"),
};
static const rj_struct tcp_socket_action =
    RJ_TABLE("v1", "TCPSocketAction", tcp_socket_action_fields);

static const rj_field grpc_action_fields[] = {
    RJ_INT32("port"),
    RJ_SCALAR("service", RJ_FIELD_STRING, RJ_FIELD_POINTER),
};
static const rj_struct grpc_action = RJ_TABLE("v1", "GRPCAction", grpc_action_fields);

static const rj_field probe_handler_fields[] = {
    RJ_NESTED_P("exec", exec_action),
    RJ_NESTED_P("httpGet", http_get_action),
    RJ_NESTED_P("tcpSocket", tcp_socket_action),
    RJ_NESTED_P("grpc", grpc_action),
};
static const rj_struct probe_handler = RJ_TABLE("v1", "ProbeHandler", probe_handler_fields);

static const rj_field probe_fields[] = {
    RJ_EMBED("ProbeHandler", probe_handler),
    RJ_INT32_O("initialDelaySeconds"),
    RJ_INT32_O("timeoutSeconds"),
    RJ_INT32_O("periodSeconds"),
    RJ_INT32_O("successThreshold"),
    RJ_INT32_O("failureThreshold"),
    RJ_INT64_P("terminationGracePeriodSeconds"),
};
static const rj_struct probe = RJ_TABLE("v1", "Probe", probe_fields);

static const rj_field sleep_action_fields[] = {
    RJ_SCALAR("seconds", RJ_FIELD_INT64, 0),
};
static const rj_struct sleep_action = RJ_TABLE("v1", "SleepAction", sleep_action_fields);

static const rj_field lifecycle_handler_fields[] = {
    RJ_NESTED_P("exec", exec_action),
    RJ_NESTED_P("httpGet", http_get_action),
    RJ_NESTED_P("tcpSocket", tcp_socket_action),
    RJ_NESTED_P("sleep", sleep_action),
};
static const rj_struct lifecycle_handler =
    RJ_TABLE("v1", "LifecycleHandler", lifecycle_handler_fields);

static const rj_field lifecycle_fields[] = {
    RJ_NESTED_P("postStart", lifecycle_handler),
    RJ_NESTED_P("preStop", lifecycle_handler),
    RJ_NAMED_P("stopSignal", "v1.Signal"),
};
static const rj_struct lifecycle = RJ_TABLE("v1", "Lifecycle", lifecycle_fields);

static const rj_field capabilities_fields[] = {
    RJ_NAMED("add", "v1.Capability", RJ_FIELD_OMIT | RJ_FIELD_LIST),
    RJ_NAMED("drop", "v1.Capability", RJ_FIELD_OMIT | RJ_FIELD_LIST),
};
static const rj_struct capabilities = RJ_TABLE("v1", "Capabilities", capabilities_fields);

static const rj_field rj_se_linux_options_fields[] = {
    RJ_STRING_O("user"),
    RJ_STRING_O("role"),
    RJ_STRING_O("type"),
    RJ_STRING_O("level"),
};
const rj_struct rj_se_linux_options = RJ_TABLE("v1", "SELinuxOptions", rj_se_linux_options_fields);

static const rj_field rj_windows_options_fields[] = {
    RJ_STRING_P("gmsaCredentialSpecName"),
    RJ_STRING_P("gmsaCredentialSpec"),
    RJ_STRING_P("runAsUserName"),
    RJ_BOOL_P("hostProcess"),
};
const rj_struct rj_windows_options =
    RJ_TABLE("v1", "WindowsSecurityContextOptions", rj_windows_options_fields);

static const rj_field rj_seccomp_profile_fields[] = {
    RJ_NAMED("type", "v1.SeccompProfileType", 0),
    RJ_STRING_P("localhostProfile"),
};
const rj_struct rj_seccomp_profile = RJ_TABLE("v1", "SeccompProfile", rj_seccomp_profile_fields);

static const rj_field rj_app_armor_profile_fields[] = {
    RJ_NAMED("type", "v1.AppArmorProfileType", 0),
    RJ_STRING_P("localhostProfile"),
};
const rj_struct rj_app_armor_profile =
    RJ_TABLE("v1", "AppArmorProfile", rj_app_armor_profile_fields);

static const rj_field security_context_fields[] = {
    RJ_NESTED_P("capabilities", capabilities),
    RJ_BOOL_P("privileged"),
    RJ_NESTED_P("seLinuxOptions", rj_se_linux_options),
    RJ_NESTED_P("windowsOptions", rj_windows_options),
    RJ_INT64_P("runAsUser"),
    RJ_INT64_P("runAsGroup"),
    RJ_BOOL_P("runAsNonRoot"),
    RJ_BOOL_P("readOnlyRootFilesystem"),
    RJ_BOOL_P("allowPrivilegeEscalation"),
    RJ_NAMED_P("procMount", "v1.ProcMountType"),
    RJ_NESTED_P("seccompProfile", rj_seccomp_profile),
    RJ_NESTED_P("appArmorProfile", rj_app_armor_profile),
};
static const rj_struct security_context =
    RJ_TABLE("v1", "SecurityContext", security_context_fields);

/* Both sorts of containers declare the same fields. */
static const rj_field container_fields[] = {
    RJ_STRING("name"),
    RJ_STRING_O("image"),
    RJ_STRINGS_O("command"),
    RJ_STRINGS_O("args"),
    RJ_STRING_O("workingDir"),
    RJ_LIST_O("ports", container_port),
    RJ_LIST_O("envFrom", env_from_source),
    RJ_LIST_O("env", env_var),
    RJ_NESTED("resources", rj_resource_requirements, RJ_FIELD_OMIT),
    RJ_LIST_O("resizePolicy", container_resize_policy),
    RJ_NAMED_P("restartPolicy", "v1.ContainerRestartPolicy"),
    RJ_LIST_O("restartPolicyRules", container_restart_rule),
    RJ_LIST_O("volumeMounts", volume_mount),
    RJ_LIST_O("volumeDevices", volume_device),
    RJ_NESTED_P("livenessProbe", probe),
    RJ_NESTED_P("readinessProbe", probe),
    RJ_NESTED_P("startupProbe", probe),
    RJ_NESTED_P("lifecycle", lifecycle),
    RJ_STRING_O("terminationMessagePath"),
    RJ_NAMED_O("terminationMessagePolicy", "v1.TerminationMessagePolicy"),
    RJ_NAMED_O("imagePullPolicy", "v1.PullPolicy"),
    RJ_NESTED_P("securityContext", security_context),
    RJ_BOOL_O("stdin"),
    RJ_BOOL_O("stdinOnce"),
    RJ_BOOL_O("tty"),
};
const rj_struct rj_container = RJ_TABLE("v1", "Container", container_fields);
static const rj_struct ephemeral_container_common =
    RJ_TABLE("v1", "EphemeralContainerCommon", container_fields);

static const rj_field rj_ephemeral_container_fields[] = {
    RJ_EMBED("EphemeralContainerCommon", ephemeral_container_common),
    RJ_STRING_O("targetContainerName"),
};
const rj_struct rj_ephemeral_container =
    RJ_TABLE("v1", "EphemeralContainer", rj_ephemeral_container_fields);
