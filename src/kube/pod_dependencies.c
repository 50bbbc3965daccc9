/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/pod.h"

#include <string.h>

/* The names found so far, each kind a map from name to nothing: sorted, each once. */
typedef struct findings {
    rj_map_builder config_maps, secrets, service_accounts, claims;
    rj_error *err;
} findings;

static bool put(findings *f, rj_map_builder *names, const rj_value *name) {
    if (!rj_value_is(name, RJ_KIND_STRING) || name->string.bytes == 0)
        return true;
    return rj_map_append(names, name->string.data, name->string.bytes, name->at, &rj_value_null) ||
           rj_error_no_memory(f->err);
}

static size_t count_of(const rj_value *list) {
    return rj_value_is(list, RJ_KIND_LIST) ? list->list.count : 0;
}

static const rj_value *item(const rj_value *list, size_t i) {
    return &list->list.items[i];
}

/* The name at map.reference.name. */
static const rj_value *name_in(const rj_value *map, const char *reference) {
    return rj_value_get(rj_value_get(map, reference), "name");
}

static bool container(findings *f, const rj_value *c) {
    const rj_value *from = rj_value_get(c, "envFrom"), *env = rj_value_get(c, "env");
    for (size_t i = 0; i < count_of(from); i++)
        if (!put(f, &f->config_maps, name_in(item(from, i), "configMapRef")) ||
            !put(f, &f->secrets, name_in(item(from, i), "secretRef")))
            return false;
    for (size_t i = 0; i < count_of(env); i++) {
        const rj_value *source = rj_value_get(item(env, i), "valueFrom");
        if (!put(f, &f->config_maps, name_in(source, "configMapKeyRef")) ||
            !put(f, &f->secrets, name_in(source, "secretKeyRef")))
            return false;
    }
    return true;
}

static bool projected(findings *f, rj_map_builder *names, const rj_value *source,
                      const char *reference) {
    const rj_value *sources = rj_value_get(source, "sources");
    for (size_t i = 0; i < count_of(sources); i++)
        if (!put(f, names, name_in(item(sources, i), reference)))
            return false;
    return true;
}

/* Where a kind of volume names a Secret or ConfigMap: in a field of its own, in a reference's
 * name, or in the sources of a projected volume. */
typedef struct volume_source {
    const char *field;
    const char *reference; /* NULL: the name stands in the volume source itself */
    const char *name;
} volume_source;

/* Production asks in this order and takes the first that is there, even if it names nothing. */
static const volume_source secret_sources[] = {
    {"azureFile", NULL, "secretName"},       {"cephfs", "secretRef", "name"},
    {"cinder", "secretRef", "name"},         {"flexVolume", "secretRef", "name"},
    {"projected", "secret", NULL},           {"rbd", "secretRef", "name"},
    {"secret", NULL, "secretName"},          {"scaleIO", "secretRef", "name"},
    {"iscsi", "secretRef", "name"},          {"storageos", "secretRef", "name"},
    {"csi", "nodePublishSecretRef", "name"},
};
static const volume_source config_map_sources[] = {
    {"projected", "configMap", NULL},
    {"configMap", NULL, "name"},
};

static bool volume(findings *f, rj_map_builder *names, const rj_value *v,
                   const volume_source *sources, size_t source_count) {
    for (size_t i = 0; i < source_count; i++) {
        const volume_source *s = &sources[i];
        const rj_value *source = rj_value_get(v, s->field);
        if (!rj_value_is(source, RJ_KIND_MAP))
            continue;
        if (!s->name)
            return projected(f, names, source, s->reference);
        return put(
            f, names,
            rj_value_get(s->reference ? rj_value_get(source, s->reference) : source, s->name));
    }
    return true;
}

static bool volumes(findings *f, const rj_value *list) {
    for (size_t i = 0; i < count_of(list); i++) {
        const rj_value *v = item(list, i);
        if (!volume(f, &f->secrets, v, secret_sources,
                    sizeof secret_sources / sizeof secret_sources[0]) ||
            !volume(f, &f->config_maps, v, config_map_sources,
                    sizeof config_map_sources / sizeof config_map_sources[0]) ||
            !put(f, &f->claims,
                 rj_value_get(rj_value_get(v, "persistentVolumeClaim"), "claimName")))
            return false;
    }
    return true;
}

static bool find_all(findings *f, const rj_value *spec) {
    static const char *const containers[] = {"initContainers", "containers", "ephemeralContainers"};
    for (size_t i = 0; i < sizeof containers / sizeof containers[0]; i++) {
        const rj_value *list = rj_value_get(spec, containers[i]);
        for (size_t j = 0; j < count_of(list); j++)
            if (!container(f, item(list, j)))
                return false;
    }
    const rj_value *pull_secrets = rj_value_get(spec, "imagePullSecrets");
    for (size_t i = 0; i < count_of(pull_secrets); i++)
        if (!put(f, &f->secrets, rj_value_get(item(pull_secrets, i), "name")))
            return false;
    const rj_value *account = rj_value_get(spec, "serviceAccountName");
    bool own_account =
        rj_value_is(account, RJ_KIND_STRING) &&
        rj_key_compare(account->string.data, account->string.bytes, "default", 7) != 0;
    return volumes(f, rj_value_get(spec, "volumes")) &&
           (!own_account || put(f, &f->service_accounts, account));
}

static bool print_reference(const char *kind, const rj_member *found, const rj_value *name_space,
                            rj_list_builder *out) {
    rj_value name = rj_value_string(found->key, found->key_bytes);
    name.at = found->key_at;
    rj_value version = rj_value_text("v1"), kind_value = rj_value_text(kind);
    rj_map_builder map = {.arena = out->arena};
    rj_position nowhere = {0, 0};
    bool good =
        rj_map_append(&map, "apiVersion", 10, nowhere, &version) &&
        rj_map_append(&map, "kind", 4, nowhere, &kind_value) &&
        rj_map_append(&map, "name", 4, nowhere, &name) &&
        (name_space->string.bytes == 0 || rj_map_append(&map, "namespace", 9, nowhere, name_space));
    if (!good)
        return false;
    rj_value reference = rj_map_finish(&map);
    return rj_list_append(out, &reference);
}

static bool print_kind(const char *kind, rj_map_builder *names, const rj_value *name_space,
                       rj_list_builder *out) {
    rj_value sorted = rj_map_finish(names);
    for (size_t i = 0; i < sorted.map.count; i++)
        if (!print_reference(kind, &sorted.map.members[i], name_space, out))
            return false;
    return true;
}

bool rj_pod_dependencies(const rj_value *pod_template, const char *name_space,
                         size_t name_space_bytes, rj_arena *arena, rj_value *out, rj_error *err) {
    findings f = {.config_maps.arena = arena,
                  .secrets.arena = arena,
                  .service_accounts.arena = arena,
                  .claims.arena = arena,
                  .err = err};
    if (!find_all(&f, rj_value_get(pod_template, "spec")))
        return false;
    const char *copy = rj_arena_copy(arena, name_space, name_space_bytes);
    if (!copy)
        return rj_error_no_memory(err);
    rj_value name_space_value = rj_value_string(copy, name_space_bytes);
    rj_list_builder list = {.arena = arena};
    if (!print_kind("ConfigMap", &f.config_maps, &name_space_value, &list) ||
        !print_kind("Secret", &f.secrets, &name_space_value, &list) ||
        !print_kind("ServiceAccount", &f.service_accounts, &name_space_value, &list) ||
        !print_kind("PersistentVolumeClaim", &f.claims, &name_space_value, &list))
        return rj_error_no_memory(err);
    *out = list.count > 0 ? rj_list_finish(&list) : rj_value_null;
    return true;
}
