/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <string.h>

#include "rjinterp/typed.h"
#include "unit/json_text.h"

#define QUANTITY_TEXT                                                                              \
    "quantities must match the regular expression "                                                \
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

typedef struct decoding {
    const char *in;
    const char *out; /* JSON, or the message when it starts with "error: " */
} decoding;

static void check(rj_shape shape, const decoding *cases, size_t count) {
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < count; i++) {
        rj_value in = json_value(arena, cases[i].in), out = rj_value_text("untouched");
        rj_error err = RJ_ERROR_INIT;
        const char *expected = cases[i].out;
        bool wants_error = strncmp(expected, "error: ", 7) == 0;
        bool good = rj_typed_decode(shape, &in, arena, &out, &err);
        const char *got = good ? json_text(arena, &out) : err.message;
        if (wants_error == good || strcmp(got, expected + (wants_error ? 7 : 0)) != 0)
            fail_msg("%s\n expected %s\n got      %s", cases[i].in, expected, got);
        if (!good) {
            assert_int_equal(err.code == RJ_ERROR_NONE, 0);
            assert_string_equal(json_text(arena, &out), "'untouched'");
        }
        rj_error_clear(&err);
        rj_arena_reset(arena);
    }
    rj_arena_free(arena);
}

#define CHECK(shape, cases) check(shape, cases, sizeof(cases) / sizeof(cases)[0])

static void requirements(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"{}", "{}"},
        {"null", "{}"},
        {"[]", "error: json: cannot unmarshal array into Go value of type "
               "v1alpha2.ReplicaRequirements"},
        {"5", "error: json: cannot unmarshal number into Go value of type "
              "v1alpha2.ReplicaRequirements"},
        {"1.5", "error: json: cannot unmarshal number into Go value of type "
                "v1alpha2.ReplicaRequirements"},
        {"{'unknown':1,'resourceRequest':{'cpu':'1000m','memory':0.5,'x':1e21}}",
         "{'resourceRequest':{'cpu':'1','memory':'500m','x':'1e+21'}}"},
        {"{'namespace':'','priorityClassName':'','resourceRequest':{},'nodeClaim':null}", "{}"},
        {"{'namespace':'n','priorityClassName':'p'}", "{'namespace':'n','priorityClassName':'p'}"},
        {"{'nodeClaim':{}}", "{'nodeClaim':{}}"},
        {"{'nodeClaim':{'nodeSelector':{},'tolerations':[]}}", "{'nodeClaim':{}}"},
        {"{'nodeClaim':{'hardNodeAffinity':{}}}",
         "{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':null}}}"},
        {"{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[]}}}",
         "{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[]}}}"},
        {"{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[{'matchFields':[{}]}]}}}",
         "{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[{'matchFields':[{'key':'',"
         "'operator':''}]}]}}}"},
        /* Pointers print even when they point at zero. */
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':0},{'tolerationSeconds':null}]}}",
         "{'nodeClaim':{'tolerations':[{'tolerationSeconds':0},{}]}}"},
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':9007199254740993}]}}",
         "{'nodeClaim':{'tolerations':[{'tolerationSeconds':9007199254740993}]}}"},
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':1e3}]}}",
         "{'nodeClaim':{'tolerations':[{'tolerationSeconds':1000}]}}"},
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':9223372036854775808}]}}",
         "error: json: cannot unmarshal number 9223372036854776000 into Go struct field "
         "Toleration.nodeClaim.tolerations.tolerationSeconds of type int64"},
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':1e25}]}}",
         "error: json: cannot unmarshal number 1e+25 into Go struct field "
         "Toleration.nodeClaim.tolerations.tolerationSeconds of type int64"},
        {"{'nodeClaim':{'tolerations':[{'tolerationSeconds':'5'}]}}",
         "error: json: cannot unmarshal string into Go struct field "
         "Toleration.nodeClaim.tolerations.tolerationSeconds of type int64"},
        {"{'nodeClaim':{'nodeSelector':{'a':['b']}}}",
         "error: json: cannot unmarshal array into Go struct field "
         "NodeClaim.nodeClaim.nodeSelector of type string"},
        {"{'nodeClaim':{'nodeSelector':[]}}",
         "error: json: cannot unmarshal array into Go struct field "
         "NodeClaim.nodeClaim.nodeSelector of type map[string]string"},
        {"{'nodeClaim':{'tolerations':['x']}}",
         "error: json: cannot unmarshal string into Go struct field "
         "NodeClaim.nodeClaim.tolerations of type v1.Toleration"},
        {"{'nodeClaim':{'tolerations':{}}}",
         "error: json: cannot unmarshal object into Go struct field "
         "NodeClaim.nodeClaim.tolerations of type []v1.Toleration"},
        {"{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[{'matchExpressions':[{'values':"
         "['a',true]}]}]}}}",
         "error: json: cannot unmarshal bool into Go struct field "
         "NodeSelectorRequirement.nodeClaim.hardNodeAffinity.nodeSelectorTerms.matchExpressions."
         "values of type string"},
        {"{'resourceRequest':['cpu']}",
         "error: json: cannot unmarshal array into Go struct field "
         "ReplicaRequirements.resourceRequest of type v1.ResourceList"},
        /* Names: exactly, else in any case; of two spellings the second is decoded on top. */
        {"{'NAMESPACE':'n'}", "{'namespace':'n'}"},
        {"{'Namespace':'a','namespace':'b'}", "{'namespace':'b'}"},
        {"{'Namespace':'a','namespace':null}", "{'namespace':'a'}"},
        {"{'Namespace':'a','namespace':''}", "{}"},
        {"{'NodeClaim':{'nodeSelector':{'a':'1','b':'1'}},'nodeClaim':{'nodeSelector':{'b':'2'}}}",
         "{'nodeClaim':{'nodeSelector':{'a':'1','b':'2'}}}"},
        {"{'NodeClaim':{'tolerations':[{'key':'k','value':'v'},{'key':'l'}]},"
         "'nodeClaim':{'tolerations':[{'value':'w'}]}}",
         "{'nodeClaim':{'tolerations':[{'key':'k','value':'w'}]}}"},
        {"{'NodeClaim':{'nodeSelector':{'a':'1'}},'nodeClaim':null}", "{}"},
        {"{'name\xC5\xBFpace':'n'}", "{'namespace':'n'}"},
        {"{'nodeClaim':{'tolerations':[{'\xE2\x84\xAA\x65y':'k'}]}}",
         "{'nodeClaim':{'tolerations':[{'key':'k'}]}}"},
        {"{'resourceRequest':{'CPU':'1','cpu':'2'}}", "{'resourceRequest':{'CPU':'1','cpu':'2'}}"},
        {"{'namespac':'n','namespaces':'n','':'n'}", "{}"},
        /* The first wrong type is the error, unless something that decodes itself fails. */
        {"{'namespace':5,'priorityClassName':true}",
         "error: json: cannot unmarshal number into Go struct field "
         "ReplicaRequirements.namespace of type string"},
        {"{'Namespace':true,'namespace':5}",
         "error: json: cannot unmarshal bool into Go struct field "
         "ReplicaRequirements.namespace of type string"},
        {"{'namespace':5,'resourceRequest':{'cpu':'x'}}", "error: " QUANTITY_TEXT},
        {"{'namespace':5,'resourceRequest':{'cpu':'1'}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ReplicaRequirements.namespace of type string"},
    };
    CHECK(RJ_SHAPE_REPLICA_REQUIREMENTS, cases);
}

static void quantities(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"{'resourceRequest':{'a':' 5 ','b':'\xC2\xA0\xE3\x80\x80\x37\xE2\x80\x8A','c':'+5'}}",
         "{'resourceRequest':{'a':'5','b':'7','c':'+5'}}"},
        {"{'resourceRequest':{'a':1,'b':-0.0,'c':2048,'d':1e-7,'e':123456789012345678}}",
         "{'resourceRequest':{'a':'1','b':'0','c':'2048','d':'100e-9','e':'123456789012345678'}}"},
        {"{'resourceRequest':{'a':null}}", "{'resourceRequest':{'a':'0'}}"},
        /* Line ends and tabs are escapes in JSON, and those are no blanks. */
        {"{'resourceRequest':{'a':'5\\n'}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':'\\t5'}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':'\\u20285'}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':''}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':'  '}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':false}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':[]}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':{}}}", "error: " QUANTITY_TEXT},
        {"{'resourceRequest':{'a':'1K'}}", "error: unable to parse quantity's suffix"},
        {"{'resourceRequest':{'a':'Pi'}}", "error: unable to parse numeric part of quantity"},
    };
    CHECK(RJ_SHAPE_REPLICA_REQUIREMENTS, cases);
}

static void components(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"[]", "[]"},
        {"null", "null"},
        {"{}", "error: json: cannot unmarshal object into Go value of type []v1alpha2.Component"},
        {"['a']", "error: json: cannot unmarshal string into Go value of type v1alpha2.Component"},
        {"[{},null]", "[{'name':'','replicas':0},{'name':'','replicas':0}]"},
        {"[{'name':'a','replicas':-3,'extra':[]}]", "[{'name':'a','replicas':-3}]"},
        {"[{'replicas':2147483647},{'replicas':-2147483648}]",
         "[{'name':'','replicas':2147483647},{'name':'','replicas':-2147483648}]"},
        {"[{'replicas':-2147483649}]",
         "error: json: cannot unmarshal number -2147483649 into Go struct field "
         "Component.replicas of type int32"},
        {"[{'replicas':0.5}]", "error: json: cannot unmarshal number 0.5 into Go struct field "
                               "Component.replicas of type int32"},
        {"[{'replicas':1e-7}]", "error: json: cannot unmarshal number 1e-7 into Go struct field "
                                "Component.replicas of type int32"},
        {"[{'replicas':true}]", "error: json: cannot unmarshal bool into Go struct field "
                                "Component.replicas of type int32"},
        {"[{'replicaRequirements':{'namespace':'x','priorityClassName':'p'}}]",
         "[{'name':'','replicaRequirements':{'priorityClassName':'p'},'replicas':0}]"},
        {"[{'replicaRequirements':[]}]",
         "error: json: cannot unmarshal array into Go struct field "
         "Component.replicaRequirements of type v1alpha2.ComponentReplicaRequirements"},
        {"[{'replicaRequirements':{'resourceRequest':5}}]",
         "error: json: cannot unmarshal number into Go struct field "
         "ComponentReplicaRequirements.replicaRequirements.resourceRequest of type "
         "v1.ResourceList"},
        {"[{'name':'a'},5,{'name':5}]",
         "error: json: cannot unmarshal number into Go value of type v1alpha2.Component"},
        {"[{'name':'a','replicaRequirements':{'nodeClaim':{'hardNodeAffinity':true}}}]",
         "error: json: cannot unmarshal bool into Go struct field "
         "NodeClaim.replicaRequirements.nodeClaim.hardNodeAffinity of type v1.NodeSelector"},
    };
    CHECK(RJ_SHAPE_COMPONENT_LIST, cases);
}

static void dependencies(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"[{}]", "[{'apiVersion':'','kind':''}]"},
        {"[{'apiVersion':'v1','kind':'Secret','name':'','namespace':''}]",
         "[{'apiVersion':'v1','kind':'Secret'}]"},
        {"[{'apiversion':'v1','KIND':'Secret','labelselector':{'matchlabels':{'a':'b'}}}]",
         "[{'apiVersion':'v1','kind':'Secret','labelSelector':{'matchLabels':{'a':'b'}}}]"},
        {"[{'labelSelector':{}}]", "[{'apiVersion':'','kind':'','labelSelector':{}}]"},
        {"[{'labelSelector':{'matchExpressions':[{}]}}]",
         "[{'apiVersion':'','kind':'','labelSelector':{'matchExpressions':[{'key':'','operator':"
         "''}]}}]"},
        {"[{'labelSelector':'a=b'}]",
         "error: json: cannot unmarshal string into Go struct field "
         "DependentObjectReference.labelSelector of type v1.LabelSelector"},
        {"[{'labelSelector':{'matchLabels':{'a':1}}}]",
         "error: json: cannot unmarshal number into Go struct field "
         "LabelSelector.labelSelector.matchLabels of type string"},
        {"[{'labelSelector':{'matchExpressions':[{'values':[1]}]}}]",
         "error: json: cannot unmarshal number into Go struct field "
         "LabelSelectorRequirement.labelSelector.matchExpressions.values of type string"},
        {"'x'", "error: json: cannot unmarshal string into Go value of type "
                "[]v1alpha1.DependentObjectReference"},
    };
    CHECK(RJ_SHAPE_DEPENDENCY_LIST, cases);
}

static void status_items(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"{}", "{'clusterName':''}"},
        {"{'clusterName':'m','applied':false,'appliedMessage':'','health':'','status':null}",
         "{'clusterName':'m'}"},
        {"{'clustername':'m','APPLIED':true,'Health':'odd','status':{'a':[null,{}]},'x':1}",
         "{'applied':true,'clusterName':'m','health':'odd','status':{'a':[null,{}]}}"},
        {"{'status':5}", "{'clusterName':'','status':5}"},
        {"{'status':''}", "{'clusterName':'','status':''}"},
        {"{'clusterName':5}", "error: json: cannot unmarshal number into Go struct field "
                              "AggregatedStatusItem.clusterName of type string"},
        {"{'applied':'yes'}", "error: json: cannot unmarshal string into Go struct field "
                              "AggregatedStatusItem.applied of type bool"},
        {"{'health':true}", "error: json: cannot unmarshal bool into Go struct field "
                            "AggregatedStatusItem.health of type v1alpha2.ResourceHealth"},
        {"[]", "error: json: cannot unmarshal array into Go value of type "
               "v1alpha2.AggregatedStatusItem"},
    };
    CHECK(RJ_SHAPE_AGGREGATED_STATUS_ITEM, cases);
}

static void customizations(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"{}", "{'metadata':{},'spec':{'customizations':{},'target':{'apiVersion':'','kind':''}}}"},
        {"{'spec':{'target':{'kind':'Tank'},'customizations':{'retention':{},'statusReflection':"
         "{'luaScript':'x'},'healthInterpretation':null,'more':1}}}",
         "{'metadata':{},'spec':{'customizations':{'retention':{'luaScript':''},"
         "'statusReflection':{'luaScript':'x'}},'target':{'apiVersion':'','kind':'Tank'}}}"},
        /* Case matters. */
        {"{'Kind':'x','kind':'y','spec':{'Target':{'kind':'a'},'customizations':{'retention':"
         "{'luascript':'x'}}}}",
         "{'kind':'y','metadata':{},'spec':{'customizations':{'retention':{'luaScript':''}},"
         "'target':{'apiVersion':'','kind':''}}}"},
        {"{'metadata':{'name':'n','creationTimestamp':null,'labels':{'a':null},'finalizers':"
         "[null,'f'],'generation':0,'deletionGracePeriodSeconds':0,'x':1}}",
         "{'metadata':{'deletionGracePeriodSeconds':0,'finalizers':['','f'],'labels':{'a':''},"
         "'name':'n'},'spec':{'customizations':{},'target':{'apiVersion':'','kind':''}}}"},
        {"{'metadata':{'creationTimestamp':'2024-01-02T03:04:05+02:00','managedFields':[{'time':"
         "'2024-01-02T03:04:05.25Z','fieldsV1':{'f:a':{}}}],'ownerReferences':[{'controller':"
         "false}]}}",
         "{'metadata':{'creationTimestamp':'2024-01-02T01:04:05Z','managedFields':[{'fieldsV1':"
         "{'f:a':{}},'time':'2024-01-02T03:04:05Z'}],'ownerReferences':[{'apiVersion':'',"
         "'controller':false,'kind':'','name':'','uid':''}]},'spec':{'customizations':{},"
         "'target':{'apiVersion':'','kind':''}}}"},
        {"{'spec':{'target':{'kind':true}}}",
         "error: json: cannot unmarshal bool into Go struct field "
         "CustomizationTarget.spec.target.kind of type string"},
        {"{'spec':{'customizations':{'retention':{'luaScript':5}}}}",
         "error: json: cannot unmarshal number into Go struct field "
         "LocalValueRetention.spec.customizations.retention.luaScript of type string"},
        {"{'spec':'x'}", "error: json: cannot unmarshal string into Go struct field "
                         "ResourceInterpreterCustomization.spec of type "
                         "v1alpha1.ResourceInterpreterCustomizationSpec"},
        {"{'spec':{'customizations':[]}}",
         "error: json: cannot unmarshal array into Go struct field "
         "ResourceInterpreterCustomizationSpec.spec.customizations of type "
         "v1alpha1.CustomizationRules"},
        {"{'spec':{'customizations':{'componentResource':'x'}}}",
         "error: json: cannot unmarshal string into Go struct field "
         "CustomizationRules.spec.customizations.componentResource of type "
         "v1alpha1.ComponentResourceRequirement"},
        {"{'metadata':{'name':5}}", "error: json: cannot unmarshal number into Go struct field "
                                    "ObjectMeta.metadata.name of type string"},
        {"{'metadata':{'uid':5}}", "error: json: cannot unmarshal number into Go struct field "
                                   "ObjectMeta.metadata.uid of type types.UID"},
        {"{'metadata':{'generation':'1'}}",
         "error: json: cannot unmarshal string into Go struct field "
         "ObjectMeta.metadata.generation of type int64"},
        {"{'metadata':{'creationTimestamp':5}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ObjectMeta.metadata.creationTimestamp of type string"},
        {"{'metadata':{'managedFields':[{'operation':[]}]}}",
         "error: json: cannot unmarshal array into Go struct field "
         "ManagedFieldsEntry.metadata.managedFields.operation of type "
         "v1.ManagedFieldsOperationType"},
        {"{'apiVersion':5}", "error: json: cannot unmarshal number into Go struct field "
                             "ResourceInterpreterCustomization.TypeMeta.apiVersion of type string"},
    };
    CHECK(RJ_SHAPE_CUSTOMIZATION, cases);
}

static void metadata(void **state) {
    (void)state;
    static const decoding cases[] = {
        {"{'kind':'Foo','spec':5}", "{'kind':'Foo','metadata':{}}"},
        {"{'metadata':{'labels':{'a':'b'}},'Metadata':5}", "{'metadata':{'labels':{'a':'b'}}}"},
        {"{'metadata':5}", "error: json: cannot unmarshal number into Go struct field "
                           "metadataOnlyObject.metadata of type v1.ObjectMeta"},
        {"{'metadata':{'labels':5}}", "error: json: cannot unmarshal number into Go struct field "
                                      "ObjectMeta.metadata.labels of type map[string]string"},
        {"{'metadata':{'labels':{'a':5}}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ObjectMeta.metadata.labels of type string"},
        {"{'apiVersion':5}", "error: json: cannot unmarshal number into Go struct field "
                             "metadataOnlyObject.TypeMeta.apiVersion of type string"},
    };
    CHECK(RJ_SHAPE_PARTIAL_OBJECT_METADATA, cases);
    static const decoding version_kind[] = {
        {"{'Kind':'Foo','apiVersion':'v1','spec':5}", "{'apiVersion':'v1','kind':'Foo'}"},
        {"{'kind':''}", "{}"},
        {"{'kind':5}",
         "error: json: cannot unmarshal number into Go struct field .kind of type string"},
        {"'x'", "error: json: cannot unmarshal string into Go value of type struct { APIVersion "
                "string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
                "\"json:\\\"kind,omitempty\\\"\" }"},
    };
    CHECK(RJ_SHAPE_VERSION_KIND, version_kind);
}

static void pod_templates(void **state) {
    (void)state;
    static const decoding cases[] = {
        /* Nobody prints a template, so empty lists and maps stay apart from absent ones. */
        {"{'spec':{'overhead':{'cpu':' 1000m ','memory':0.5}}}",
         "{'metadata':{},'spec':{'containers':null,'overhead':{'cpu':'1000m','memory':'0.5'}}}"},
        {"{'spec':{'nodeSelector':{},'tolerations':[],'hostname':''}}",
         "{'metadata':{},'spec':{'containers':null,'nodeSelector':{},'tolerations':[]}}"},
        {"{'spec':{'containers':[{'env':[{'valueFrom':{'fieldRef':{'fieldPath':5}}}]}]}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ObjectFieldSelector.spec.containers.env.valueFrom.fieldRef.fieldPath of type string"},
        {"{'spec':{'containers':[{'envFrom':[{'configMapRef':{'name':5}}]}]}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ConfigMapEnvSource.spec.containers.envFrom.configMapRef.LocalObjectReference.name of "
         "type string"},
        {"{'spec':{'ephemeralContainers':[{'image':5}]}}",
         "error: json: cannot unmarshal number into Go struct field "
         "EphemeralContainer.spec.ephemeralContainers.EphemeralContainerCommon.image of type "
         "string"},
        {"{'spec':{'ephemeralContainers':[{'readinessProbe':{'exec':{'command':'x'}}}]}}",
         "error: json: cannot unmarshal string into Go struct field "
         "ExecAction.spec.ephemeralContainers.EphemeralContainerCommon.readinessProbe."
         "ProbeHandler.exec.command of type []string"},
        {"{'spec':{'volumes':[{'secret':'x'}]}}",
         "error: json: cannot unmarshal string into Go struct field "
         "Volume.spec.volumes.VolumeSource.secret of type v1.SecretVolumeSource"},
        {"{'spec':{'volumes':[{'projected':{'sources':[{'configMap':{'name':true}}]}}]}}",
         "error: json: cannot unmarshal bool into Go struct field "
         "ConfigMapProjection.spec.volumes.VolumeSource.projected.sources.configMap."
         "LocalObjectReference.name of type string"},
        {"{'spec':{'containers':[{'lifecycle':{'preStop':{'tcpSocket':{'port':1.5}}}}]}}",
         "error: json: cannot unmarshal number 1.5 into Go struct field "
         "TCPSocketAction.spec.containers.lifecycle.preStop.tcpSocket.port of type int32"},
        {"{'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':[]}}}]}}",
         "error: json: cannot unmarshal array into Go struct field "
         "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32"},
        {"{'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':70000000000}}}]}}",
         "error: json: cannot unmarshal number 70000000000 into Go struct field "
         "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32"},
        /* A bad port decodes itself, so it hides the wrong type before it. */
        {"{'spec':{'containers':[{'args':5,'livenessProbe':{'httpGet':{'port':true}}}]}}",
         "error: json: cannot unmarshal bool into Go struct field "
         "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32"},
        {"{'spec':{'containers':[{'securityContext':{'capabilities':{'add':[5]}}}]}}",
         "error: json: cannot unmarshal number into Go struct field "
         "Capabilities.spec.containers.securityContext.capabilities.add of type v1.Capability"},
        {"{'spec':{'containers':[{'securityContext':{'capabilities':{'add':'x'}}}]}}",
         "error: json: cannot unmarshal string into Go struct field "
         "Capabilities.spec.containers.securityContext.capabilities.add of type []v1.Capability"},
        {"{'spec':{'securityContext':{'supplementalGroups':['x']}}}",
         "error: json: cannot unmarshal string into Go struct field "
         "PodSecurityContext.spec.securityContext.supplementalGroups of type int64"},
        {"{'spec':{'overhead':{'cpu':'x'}}}", "error: " QUANTITY_TEXT},
        {"{'spec':{'volumes':[{'ephemeral':{'volumeClaimTemplate':{'metadata':{'labels':[]}}}}]}}",
         "error: json: cannot unmarshal array into Go struct field "
         "ObjectMeta.spec.volumes.VolumeSource.ephemeral.volumeClaimTemplate.metadata.labels of "
         "type map[string]string"},
        {"{'spec':{'volumes':[{'downwardAPI':{'items':[{'resourceFieldRef':{'divisor':'z'}}]}}]}}",
         "error: " QUANTITY_TEXT},
        {"{'spec':{'topologySpreadConstraints':[{'maxSkew':'1'}]}}",
         "error: json: cannot unmarshal string into Go struct field "
         "TopologySpreadConstraint.spec.topologySpreadConstraints.maxSkew of type int32"},
        {"{'spec':{'affinity':{'podAffinity':{"
         "'preferredDuringSchedulingIgnoredDuringExecution':[{'podAffinityTerm':5}]}}}}",
         "error: json: cannot unmarshal number into Go struct field "
         "WeightedPodAffinityTerm.spec.affinity.podAffinity."
         "preferredDuringSchedulingIgnoredDuringExecution.podAffinityTerm of type "
         "v1.PodAffinityTerm"},
        {"{'spec':{'restartPolicy':false}}",
         "error: json: cannot unmarshal bool into Go struct field "
         "PodSpec.spec.restartPolicy of type v1.RestartPolicy"},
        {"{'spec':{'containers':[{'resources':{'claims':[{'name':1}]}}]}}",
         "error: json: cannot unmarshal number into Go struct field "
         "ResourceClaim.spec.containers.resources.claims.name of type string"},
        {"[]", "error: json: cannot unmarshal array into Go value of type v1.PodTemplateSpec"},
    };
    CHECK(RJ_SHAPE_POD_TEMPLATE_SPEC, cases);
}

/* Errors point at the value, and say the way to it with positions. */
static void places(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value in = json_value(arena, "{'spec':{'customizations':\n"
                                    "  {'retention':{'luaScript':\n   5}}}}");
    rj_value out;
    rj_error err = RJ_ERROR_INIT;
    assert_false(rj_typed_decode(RJ_SHAPE_CUSTOMIZATION, &in, arena, &out, &err));
    assert_int_equal(err.at.line, 3);
    assert_int_equal(err.at.column, 4);
    assert_string_equal(err.path, "spec.customizations.retention.luaScript");
    rj_error_clear(&err);

    in = json_value(arena, "[{}, {'replicaRequirements':{'resourceRequest':{'cpu':'x'}}}]");
    assert_false(rj_typed_decode(RJ_SHAPE_COMPONENT_LIST, &in, arena, &out, &err));
    assert_string_equal(err.path, "1.replicaRequirements.resourceRequest.cpu");
    assert_int_equal(err.at.line, 1);
    assert_int_equal(err.at.column, 55);
    rj_error_clear(&err);

    in = json_value(arena, "{'spec':{'customizations':{'retention':\n {'luaScript':'x'}}}}");
    assert_true(rj_typed_decode(RJ_SHAPE_CUSTOMIZATION, &in, arena, &out, &err));
    const rj_value *script = rj_value_at(&out, "spec.customizations.retention.luaScript");
    const rj_value *original = rj_value_at(&in, "spec.customizations.retention.luaScript");
    assert_ptr_equal(script->string.data, original->string.data);
    assert_int_equal(script->style, original->style);
    assert_int_equal(script->at.line, 2);
    assert_int_equal(script->at.column, 15);
    rj_arena_free(arena);
}

/* Every allocation may fail: an error, nothing lost, the result untouched. */
static void out_of_memory(void **state) {
    (void)state;
    rj_arena *source = rj_arena_new(0);
    rj_value in = json_value(
        source, "{'metadata':{'creationTimestamp':'2024-01-02T03:04:05+02:00','labels':{'a':'b'}},"
                "'spec':{'containers':[{'name':'a','resources':{'requests':{'cpu':'0.5'}}}]}}");
    bool passed = false;
    for (uint64_t n = 1; !passed && n < 1000; n++) {
        rj_arena *arena = rj_arena_new(0);
        rj_arena_fail_at(arena, n);
        rj_value out = rj_value_int(7);
        rj_error err = RJ_ERROR_INIT;
        passed = rj_typed_decode(RJ_SHAPE_POD_TEMPLATE_SPEC, &in, arena, &out, &err);
        if (!passed) {
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
            assert_int_equal(out.number.i64, 7);
        }
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
    assert_true(passed);
    rj_arena_free(source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requirements), cmocka_unit_test(quantities),
        cmocka_unit_test(components),   cmocka_unit_test(dependencies),
        cmocka_unit_test(status_items), cmocka_unit_test(customizations),
        cmocka_unit_test(metadata),     cmocka_unit_test(pod_templates),
        cmocka_unit_test(places),       cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
