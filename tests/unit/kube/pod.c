/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "kube/resource_name.h"
#include "rjinterp/pod.h"
#include "rjinterp/typed.h"
#include "unit/json_text.h"

static rj_value template(rj_arena *arena, const char *spec) {
    rj_map_builder map = {.arena = arena};
    rj_value value = json_value(arena, spec), out;
    assert_true(rj_map_append(&map, "spec", 4, (rj_position){0, 0}, &value));
    value = rj_map_finish(&map);
    rj_error err = RJ_ERROR_INIT;
    if (!rj_typed_decode(RJ_SHAPE_POD_TEMPLATE_SPEC, &value, arena, &out, &err))
        fail_msg("%s: %s", spec, err.message);
    return out;
}

typedef struct answer {
    const char *spec, *out;
} answer;

static void check_requirements(const answer *cases, size_t count) {
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < count; i++) {
        rj_value in = template(arena, cases[i].spec), out;
        rj_error err = RJ_ERROR_INIT;
        if (!rj_pod_requirements(&in, arena, &out, &err))
            fail_msg("%s: %s", cases[i].spec, err.message);
        const char *got = json_text(arena, &out);
        if (strcmp(got, cases[i].out) != 0)
            fail_msg("%s\n expected %s\n got      %s", cases[i].spec, cases[i].out, got);
    }
    rj_arena_free(arena);
}

#define CHECK_REQUIREMENTS(cases) check_requirements(cases, sizeof(cases) / sizeof(cases)[0])

#define REQUESTS(list) "{'containers':[{'resources':{'requests':" list "}}]}"

static void amounts(void **state) {
    (void)state;
    static const answer cases[] = {
        {"{}", "null"},
        {REQUESTS("{}"), "null"},
        {REQUESTS("{'cpu':'0','memory':'-5'}"), "null"},
        /* Each is rounded up alone: cpu to milli, the rest to units. */
        {REQUESTS("{'cpu':'1.0001','memory':'1.5','pods':'100m','x.io/a':'1n'}"),
         "{'resourceRequest':{'cpu':'1001m','memory':'2','pods':'1','x.io/a':'1'}}"},
        {"{'containers':[{'resources':{'requests':{'cpu':'100u'}}},"
         "{'resources':{'requests':{'cpu':'100u'}}}]}",
         "{'resourceRequest':{'cpu':'2m'}}"},
        /* Styles: binary from 1024 on for memory and its kind, decimal for the rest. */
        {REQUESTS("{'memory':'1023','ephemeral-storage':'1024','hugepages-2Mi':'4Mi'}"),
         "{'resourceRequest':{'ephemeral-storage':'1Ki','hugepages-2Mi':'4Mi','memory':'1023'}}"},
        {REQUESTS("{'memory':'5000','cpu':'5000','x.io/a':'5000','pods':'2Ki'}"),
         "{'resourceRequest':{'cpu':'5k','memory':'5000','pods':'2048','x.io/a':'5k'}}"},
        {REQUESTS("{'attachable-volumes-aws-ebs':'4Ki','a.kubernetes.io/b':'2Ki'}"),
         "{'resourceRequest':{'a.kubernetes.io/b':'2048','attachable-volumes-aws-ebs':'4096'}}"},
        /* What doesn't fit 64 bits counts as nothing. */
        {REQUESTS("{'memory':'100E','cpu':'10P'}"), "null"},
        {REQUESTS("{'memory':'1000E','x.io/a':1e21}"), "null"},
        {"{'containers':[{'resources':{'requests':{'memory':'100E'}}},"
         "{'resources':{'requests':{'memory':'1Ki'}}}]}",
         "{'resourceRequest':{'memory':'1Ki'}}"},
        /* Sums wrap around. */
        {"{'containers':[{'resources':{'requests':{'memory':'5E'}}},"
         "{'resources':{'requests':{'memory':'5E'}}}]}",
         "null"},
        {"{'containers':[{'resources':{'requests':{'cpu':'-1'}}},"
         "{'resources':{'requests':{'cpu':'3'}}}]}",
         "{'resourceRequest':{'cpu':'2'}}"},
    };
    CHECK_REQUIREMENTS(cases);
}

static void reckoning(void **state) {
    (void)state;
    static const answer cases[] = {
        /* Limits stand in for requests that aren't there; a request of zero is there. */
        {"{'containers':[{'resources':{'requests':{'cpu':'0'},'limits':{'cpu':'2','memory':'1Mi'}}}"
         "]"
         "}",
         "{'resourceRequest':{'memory':'1Mi'}}"},
        {"{'initContainers':[{'resources':{'requests':{'cpu':'1'},'limits':{'cpu':'5',"
         "'pods':'2'}}}]}",
         "{'resourceRequest':{'cpu':'1','pods':'2'}}"},
        /* Init containers one by one against the sum, then the overhead; sidecars are nothing
         * special, ephemeral containers and the pod's own resources don't count. */
        {"{'containers':[{'resources':{'requests':{'cpu':'1'}}},"
         "{'resources':{'requests':{'cpu':'1'}}}],"
         "'initContainers':[{'resources':{'requests':{'cpu':'1500m','memory':'3'}}},"
         "{'restartPolicy':'Always','resources':{'requests':{'cpu':'3','memory':'2'}}}],"
         "'overhead':{'cpu':'10m','pods':'1'}}",
         "{'resourceRequest':{'cpu':'3010m','memory':'3','pods':'1'}}"},
        {"{'ephemeralContainers':[{'resources':{'requests':{'cpu':'1'}}}],"
         "'resources':{'requests':{'cpu':'4'}}}",
         "null"},
        {"{'initContainers':[{'resources':{'requests':{'cpu':'-1'}}}],'overhead':{'cpu':'1'}}",
         "{'resourceRequest':{'cpu':'1'}}"},
        {"{'overhead':{'cpu':'-1'},'containers':[{'resources':{'requests':{'cpu':'1'}}}]}", "null"},
    };
    CHECK_REQUIREMENTS(cases);
}

static void node_claims(void **state) {
    (void)state;
    static const answer cases[] = {
        {"{'nodeSelector':{'a':'b'},'tolerations':[{'key':'k'}],'priorityClassName':'p'}",
         "{'nodeClaim':{'nodeSelector':{'a':'b'},'tolerations':[{'key':'k'}]}}"},
        {"{'tolerations':[]}", "null"},
        {"{'tolerations':[{}]}", "{'nodeClaim':{'tolerations':[{}]}}"},
        /* An empty selector is a selector. */
        {"{'nodeSelector':{}}", "{'nodeClaim':{}}"},
        {"{'affinity':{'nodeAffinity':{}}}", "null"},
        {"{'affinity':{'podAffinity':{}}}", "null"},
        {"{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{}}}}",
         "{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':null}}}"},
        {"{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
         "{'nodeSelectorTerms':[{'matchExpressions':[],'matchFields':[{'key':'k'}]}]}}}}",
         "{'nodeClaim':{'hardNodeAffinity':{'nodeSelectorTerms':[{'matchFields':[{'key':'k',"
         "'operator':''}]}]}}}"},
        {"{'nodeSelector':{'a':'b'},'containers':[{'resources':{'limits':{'cpu':'1'}}}]}",
         "{'nodeClaim':{'nodeSelector':{'a':'b'}},'resourceRequest':{'cpu':'1'}}"},
    };
    CHECK_REQUIREMENTS(cases);
}

static void resource_names(void **state) {
    (void)state;
#define X62  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define P240 X62 "." X62 "." X62 ".xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    static const struct {
        const char *name;
        rj_resource_class class;
    } cases[] = {
        {"cpu", RJ_RESOURCE_CPU},
        {"memory", RJ_RESOURCE_BINARY},
        {"ephemeral-storage", RJ_RESOURCE_BINARY},
        {"hugepages-", RJ_RESOURCE_BINARY},
        {"hugepages-1Gi", RJ_RESOURCE_BINARY},
        {"pods", RJ_RESOURCE_DECIMAL},
        {"attachable-volumes-", RJ_RESOURCE_DECIMAL},
        {"kubernetes.io/", RJ_RESOURCE_DECIMAL},
        {"x/kubernetes.io/y", RJ_RESOURCE_DECIMAL},
        {"requests.kubernetes.io/y", RJ_RESOURCE_DECIMAL},
        {"a/b", RJ_RESOURCE_DECIMAL},
        {"a.b-c.9/A_b-c.D", RJ_RESOURCE_DECIMAL},
        {"a/x" X62, RJ_RESOURCE_DECIMAL},
        {P240 "abcd/x", RJ_RESOURCE_DECIMAL},
        {"", RJ_RESOURCE_IGNORED},
        {"CPU", RJ_RESOURCE_IGNORED},
        {"storage", RJ_RESOURCE_IGNORED},
        {"requests.cpu", RJ_RESOURCE_IGNORED},
        {"requests.a/b", RJ_RESOURCE_IGNORED},
        {"/", RJ_RESOURCE_IGNORED},
        {"/b", RJ_RESOURCE_IGNORED},
        {"a/", RJ_RESOURCE_IGNORED},
        {"a/b/c", RJ_RESOURCE_IGNORED},
        {"A/b", RJ_RESOURCE_IGNORED},
        {"a_b/c", RJ_RESOURCE_IGNORED},
        {"-a/b", RJ_RESOURCE_IGNORED},
        {"a-/b", RJ_RESOURCE_IGNORED},
        {"a..b/c", RJ_RESOURCE_IGNORED},
        {".a/c", RJ_RESOURCE_IGNORED},
        {"a./c", RJ_RESOURCE_IGNORED},
        {"a.-b/c", RJ_RESOURCE_IGNORED},
        {"a/-b", RJ_RESOURCE_IGNORED},
        {"a/b.", RJ_RESOURCE_IGNORED},
        {"a/b c", RJ_RESOURCE_IGNORED},
        {"a/xx" X62, RJ_RESOURCE_IGNORED},
        {P240 "abcde/x", RJ_RESOURCE_IGNORED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (rj_resource_classify(cases[i].name, strlen(cases[i].name)) != cases[i].class)
            fail_msg("%s", cases[i].name);
    assert_int_equal(rj_resource_classify("a/b\0c", 5), RJ_RESOURCE_IGNORED);
    assert_int_equal(rj_resource_classify("cpu\0", 4), RJ_RESOURCE_IGNORED);
}

/* Found names, as "Kind name" each, between commas. */
static void check_dependencies(const answer *cases, size_t count) {
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < count; i++) {
        rj_value in = template(arena, cases[i].spec), out;
        rj_error err = RJ_ERROR_INIT;
        assert_true(rj_pod_dependencies(&in, "ns", 2, arena, &out, &err));
        char got[512] = "";
        for (size_t k = 0; out.kind == RJ_KIND_LIST && k < out.list.count; k++) {
            const rj_value *item = &out.list.items[k];
            assert_string_equal(rj_value_get_text(item, "apiVersion"), "v1");
            assert_string_equal(rj_value_get_text(item, "namespace"), "ns");
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s %s", k ? "," : "",
                     rj_value_get_text(item, "kind"), rj_value_get_text(item, "name"));
        }
        if (strcmp(got, cases[i].out) != 0)
            fail_msg("%s\n expected %s\n got      %s", cases[i].spec, cases[i].out, got);
    }
    rj_arena_free(arena);
}

#define CHECK_DEPENDENCIES(cases) check_dependencies(cases, sizeof(cases) / sizeof(cases)[0])

static void volumes(void **state) {
    (void)state;
    static const answer cases[] = {
        {"{'volumes':[{'azureFile':{'secretName':'a'}},{'cephfs':{'secretRef':{'name':'b'}}},"
         "{'cinder':{'secretRef':{'name':'c'}}},{'flexVolume':{'secretRef':{'name':'d'}}},"
         "{'projected':{'sources':[{'secret':{'name':'e'}},{'secret':{'name':'f'}}]}},"
         "{'rbd':{'secretRef':{'name':'g'}}},{'secret':{'secretName':'h'}},"
         "{'scaleIO':{'secretRef':{'name':'i'}}},{'iscsi':{'secretRef':{'name':'j'}}},"
         "{'storageos':{'secretRef':{'name':'k'}}},{'csi':{'nodePublishSecretRef':{'name':'l'}}}]}",
         "Secret a,Secret b,Secret c,Secret d,Secret e,Secret f,Secret g,Secret h,Secret i,"
         "Secret j,Secret k,Secret l"},
        /* The first source that is there wins, even if it names nothing. */
        {"{'volumes':[{'csi':{'nodePublishSecretRef':{'name':'l'}},'storageos':{}}]}", ""},
        {"{'volumes':[{'scaleIO':{},'iscsi':{'secretRef':{'name':'x'}}}]}", ""},
        {"{'volumes':[{'projected':{},'secret':{'secretName':'x'},'configMap':{'name':'y'}}]}", ""},
        {"{'volumes':[{'cephfs':{'secretRef':{'name':''}},'secret':{'secretName':'x'}}]}", ""},
        /* For ConfigMaps and claims the others don't matter. */
        {"{'volumes':[{'azureFile':{},'configMap':{'name':'m'},"
         "'persistentVolumeClaim':{'claimName':'p'}}]}",
         "ConfigMap m,PersistentVolumeClaim p"},
        {"{'volumes':[{'projected':{'sources':[{'configMap':{'name':'m'},'secret':{'name':'s'}},"
         "{'downwardAPI':{}},{'clusterTrustBundle':{'name':'t','path':'p'}},"
         "{'podCertificate':{'signerName':'x'}}]}}]}",
         "ConfigMap m,Secret s"},
        {"{'volumes':[{'ephemeral':{'volumeClaimTemplate':{'spec':{'dataSource':{'name':'x'}}}}},"
         "{'image':{'reference':'r'}},{'nfs':{}},{'portworxVolume':{}},"
         "{'quobyte':{}},{'fc':{}},{'downwardAPI':{}}]}",
         ""},
    };
    CHECK_DEPENDENCIES(cases);
}

static void references(void **state) {
    (void)state;
    static const answer cases[] = {
        {"{'containers':[{'envFrom':[{'configMapRef':{'name':'a'},'secretRef':{'name':'b'}}],"
         "'env':[{'valueFrom':{'configMapKeyRef':{'name':'c','key':'k','optional':true},"
         "'secretKeyRef':{'name':'d','key':'k'}}},{'valueFrom':{'fileKeyRef':{'volumeName':'x'}}}]"
         "}]}",
         "ConfigMap a,ConfigMap c,Secret b,Secret d"},
        {"{'initContainers':[{'envFrom':[{'secretRef':{'name':'z'}}]}],"
         "'ephemeralContainers':[{'env':[{'valueFrom':{'secretKeyRef':{'name':'a'}}}]}]}",
         "Secret a,Secret z"},
        {"{'imagePullSecrets':[{'name':'b'},{},{'name':''},{'name':'a'},{'name':'b'}]}",
         "Secret a,Secret b"},
        {"{'serviceAccountName':'default'}", ""},
        {"{'serviceAccountName':''}", ""},
        {"{'serviceAccountName':'defaulted','serviceAccount':'other'}", "ServiceAccount defaulted"},
        /* Sorted by bytes inside a kind; names aren't checked. */
        {"{'volumes':[{'configMap':{'name':'b'}},{'configMap':{'name':'B b'}},"
         "{'configMap':{'name':'a'}},{'secret':{'secretName':'b'}}],'serviceAccountName':'a'}",
         "ConfigMap B b,ConfigMap a,ConfigMap b,Secret b,ServiceAccount a"},
    };
    CHECK_DEPENDENCIES(cases);
}

static void empty_namespace(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value in = template(arena, "{'serviceAccountName':'a'}"), out;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_pod_dependencies(&in, "", 0, arena, &out, &err));
    assert_string_equal(json_text(arena, &out),
                        "[{'apiVersion':'v1','kind':'ServiceAccount','name':'a'}]");
    in = template(arena, "{}");
    assert_true(rj_pod_dependencies(&in, "ns", 2, arena, &out, &err));
    assert_int_equal(out.kind, RJ_KIND_NULL);
    /* A template that was not decoded from a map says nothing, too. */
    assert_true(rj_pod_dependencies(&rj_value_null, "ns", 2, arena, &out, &err));
    assert_int_equal(out.kind, RJ_KIND_NULL);
    assert_true(rj_pod_requirements(&rj_value_null, arena, &out, &err));
    assert_int_equal(out.kind, RJ_KIND_NULL);
    rj_arena_free(arena);
}

/* Many resource names, many names: neither may take quadratic time or lose one. */
static void many(void **state) {
    (void)state;
    enum {
        COUNT = 50000
    };
    rj_arena *arena = rj_arena_new(0);
    rj_map_builder requests = {.arena = arena};
    rj_list_builder secrets = {.arena = arena};
    rj_value one = rj_value_text("1");
    for (int i = 0; i < COUNT; i++) {
        char name[32];
        int bytes = snprintf(name, sizeof name, "x.io/r%d", i);
        char *copy = rj_arena_copy(arena, name, (size_t)bytes);
        assert_true(rj_map_append(&requests, copy, (size_t)bytes, (rj_position){0, 0}, &one));
        rj_map_builder secret = {.arena = arena};
        rj_value value = rj_value_text(copy);
        assert_true(rj_map_append(&secret, "name", 4, (rj_position){0, 0}, &value));
        value = rj_map_finish(&secret);
        assert_true(rj_list_append(&secrets, &value));
    }
    rj_value in = template(arena, "{'containers':[]}"), out;
    rj_value *spec = (rj_value *)rj_value_get(&in, "spec");
    rj_map_builder map = {.arena = arena};
    rj_value overhead = rj_map_finish(&requests), pull = rj_list_finish(&secrets);
    assert_true(rj_map_append(&map, "overhead", 8, (rj_position){0, 0}, &overhead));
    assert_true(rj_map_append(&map, "imagePullSecrets", 16, (rj_position){0, 0}, &pull));
    *spec = rj_map_finish(&map);
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_pod_requirements(&in, arena, &out, &err));
    assert_int_equal(rj_value_get(&out, "resourceRequest")->map.count, COUNT);
    assert_true(rj_pod_dependencies(&in, "ns", 2, arena, &out, &err));
    assert_int_equal(out.list.count, COUNT);
    rj_arena_free(arena);
}

static void out_of_memory(void **state) {
    (void)state;
    rj_arena *source = rj_arena_new(0);
    rj_value in =
        template(source, "{'serviceAccountName':'a','volumes':[{'configMap':{'name':'b'}}],"
                         "'containers':[{'resources':{'requests':{'cpu':'1','memory':'1Gi'}}}]}");
    for (int function = 0; function < 2; function++) {
        bool passed = false;
        for (uint64_t n = 1; !passed && n < 1000; n++) {
            rj_arena *arena = rj_arena_new(0);
            rj_arena_fail_at(arena, n);
            rj_value out = rj_value_int(7);
            rj_error err = RJ_ERROR_INIT;
            passed = function ? rj_pod_requirements(&in, arena, &out, &err)
                              : rj_pod_dependencies(&in, "ns", 2, arena, &out, &err);
            if (!passed) {
                assert_int_equal(err.code, RJ_ERROR_MEMORY);
                assert_int_equal(out.number.i64, 7);
            }
            rj_error_clear(&err);
            rj_arena_free(arena);
        }
        assert_true(passed);
    }
    rj_arena_free(source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts),         cmocka_unit_test(reckoning),
        cmocka_unit_test(node_claims),     cmocka_unit_test(resource_names),
        cmocka_unit_test(volumes),         cmocka_unit_test(references),
        cmocka_unit_test(empty_namespace), cmocka_unit_test(many),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
