/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "insight/probe_schema.h"
#include "rjinterp/json.h"

/* ---- definitions ---- */

static bool refuse_definition(const rj_document *doc, const rj_value *at, const char *reason,
                              rj_error *err) {
    rj_error_set(err, RJ_ERROR_TYPE, "%s", reason);
    rj_error_locate(err, doc->file, at ? at->at : doc->root.at);
    return false;
}

static bool add_version(rj_probe_crds *crds, const rj_document *doc, const char *group,
                        const char *kind, const rj_value *version, rj_error *err) {
    const char *name = rj_value_get_text(version, "name");
    const rj_value *schema = rj_value_at(version, "schema.openAPIV3Schema");
    if (!name || !rj_value_is(schema, RJ_KIND_MAP))
        return refuse_definition(doc, version,
                                 "a version needs a name and a schema.openAPIV3Schema", err);
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "%s/%s", group, name);
    rj_probe_crd *items =
        rj_arena_grow(crds->arena, crds->items, crds->count, &crds->capacity, sizeof *items);
    const char *api_version =
        rj_buf_ok(&text) ? rj_arena_copy(crds->arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_buf_free(&text);
    if (!items || !api_version)
        return rj_error_no_memory(err);
    crds->items = items;
    items[crds->count++] =
        (rj_probe_crd){.api_version = api_version, .kind = kind, .schema = schema};
    return true;
}

bool rj_probe_crds_add(rj_probe_crds *crds, const rj_document *doc, rj_error *err) {
    const char *own_kind = rj_value_get_text(&doc->root, "kind");
    const rj_value *spec = rj_value_get(&doc->root, "spec");
    const char *group = rj_value_get_text(spec, "group");
    const char *kind = rj_value_get_text(rj_value_get(spec, "names"), "kind");
    const rj_value *versions = rj_value_get(spec, "versions");
    if (!own_kind || strcmp(own_kind, "CustomResourceDefinition") != 0)
        return refuse_definition(doc, NULL, "not a CustomResourceDefinition", err);
    if (!group || !kind || !rj_value_is(versions, RJ_KIND_LIST))
        return refuse_definition(
            doc, spec, "a CustomResourceDefinition needs spec.group, names.kind and versions", err);
    for (size_t i = 0; i < versions->list.count; i++)
        if (!add_version(crds, doc, group, kind, &versions->list.items[i], err))
            return false;
    return true;
}

/* ---- what is always so ---- */

/* Metadata as every API server checks them. */
static const char metadata_schema[] =
    "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true,\"properties\":{"
    "\"name\":{\"type\":\"string\"},\"generateName\":{\"type\":\"string\"},"
    "\"namespace\":{\"type\":\"string\"},\"uid\":{\"type\":\"string\"},"
    "\"resourceVersion\":{\"type\":\"string\"},\"selfLink\":{\"type\":\"string\"},"
    "\"generation\":{\"type\":\"integer\"},\"deletionGracePeriodSeconds\":{\"type\":\"integer\"},"
    "\"creationTimestamp\":{\"type\":\"string\",\"format\":\"date-time\",\"nullable\":true},"
    "\"deletionTimestamp\":{\"type\":\"string\",\"format\":\"date-time\",\"nullable\":true},"
    "\"labels\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
    "\"annotations\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
    "\"finalizers\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"managedFields\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"x-kubernetes-preserve-unknown-fields\":true}},"
    "\"ownerReferences\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"required\":[\"apiVersion\",\"kind\",\"name\",\"uid\"],\"properties\":{"
    "\"apiVersion\":{\"type\":\"string\"},\"kind\":{\"type\":\"string\"},"
    "\"name\":{\"type\":\"string\"},\"uid\":{\"type\":\"string\"},"
    "\"controller\":{\"type\":\"boolean\"},\"blockOwnerDeletion\":{\"type\":\"boolean\"}}}}}}";

/* An item of the control plane's; the status is whatever a member reported. */
static const char item_schema[] =
    "{\"type\":\"object\",\"required\":[\"clusterName\"],\"properties\":{"
    "\"clusterName\":{\"type\":\"string\"},\"applied\":{\"type\":\"boolean\"},"
    "\"appliedMessage\":{\"type\":\"string\"},"
    "\"health\":{\"type\":\"string\",\"enum\":[\"\",\"Healthy\",\"Unhealthy\",\"Unknown\"]},"
    "\"status\":{\"x-kubernetes-preserve-unknown-fields\":true}}}";

static const char replicas_schema[] = "{\"type\":\"integer\",\"minimum\":0,\"format\":\"int32\"}";

/* ---- schemas in the making ---- */

typedef struct maker {
    rj_arena *arena;
    rj_error *err;
    bool ok;
} maker;

static rj_value parse(maker *m, const char *json) {
    rj_value out = rj_value_null;
    m->ok = m->ok && rj_json_read(m->arena, json, strlen(json), NULL, NULL, &out, m->err);
    return out;
}

static void set(maker *m, rj_map_builder *builder, const char *key, rj_value value) {
    builder->arena = m->arena;
    if (m->ok && !rj_map_append(builder, key, strlen(key), (rj_position){0}, &value))
        m->ok = rj_error_no_memory(m->err);
}

static void copy(maker *m, rj_map_builder *builder, const rj_value *map) {
    const size_t count = rj_value_is(map, RJ_KIND_MAP) ? map->map.count : 0;
    for (size_t i = 0; i < count; i++)
        set(m, builder, map->map.members[i].key, map->map.members[i].value);
}

static rj_value list_of(maker *m, const rj_value *items, size_t count) {
    rj_value *copied = rj_arena_calloc(m->arena, count ? count : 1, sizeof *copied);
    if (!copied) {
        m->ok = rj_error_no_memory(m->err);
        return rj_value_list(NULL, 0);
    }
    for (size_t i = 0; i < count; i++)
        copied[i] = items[i];
    return rj_value_list(copied, count);
}

/* Only this value; nothing is asked where there is none. */
static rj_value only(maker *m, const rj_value *value) {
    rj_map_builder schema = {0};
    set(m, &schema, "enum", list_of(m, value, value ? 1 : 0));
    return rj_map_finish(&schema);
}

static bool is_template(const rj_value *value) {
    return rj_value_is(rj_value_get(rj_value_get(value, "spec"), "containers"), RJ_KIND_LIST);
}

/*
 * A schema that asks nothing but that the pod templates in the value stay pod templates. False:
 * there are none in it. Nesting is bounded by that of the value.
 */
static bool templates_schema(maker *m, const rj_value *value, rj_value *out) {
    rj_map_builder schema = {0}, properties = {0};
    rj_value inner;
    bool any = is_template(value);
    if (any)
        set(m, &schema, SCHEMA_POD_TEMPLATE, rj_value_bool(true));
    for (size_t i = 0; !any && value->kind == RJ_KIND_LIST && i < value->list.count; i++) {
        any = templates_schema(m, &value->list.items[i], &inner);
        if (any)
            set(m, &schema, "items", inner);
    }
    for (size_t i = 0; !is_template(value) && value->kind == RJ_KIND_MAP && i < value->map.count;
         i++)
        if (templates_schema(m, &value->map.members[i].value, &inner)) {
            set(m, &properties, value->map.members[i].key, inner);
            any = true;
        }
    if (any && value->kind == RJ_KIND_MAP && !is_template(value)) {
        set(m, &schema, "x-kubernetes-preserve-unknown-fields", rj_value_bool(true));
        set(m, &schema, "properties", rj_map_finish(&properties));
    }
    if (any)
        *out = rj_map_finish(&schema);
    return any;
}

/* Without a definition of the kind: spec and status stay maps, and pod templates pod templates. */
static void set_usual(maker *m, rj_map_builder *properties, const rj_value *object) {
    for (size_t i = 0; i < object->map.count; i++) {
        const rj_member *member = &object->map.members[i];
        rj_map_builder schema = {0};
        rj_value templates = rj_value_null;
        if (member->value.kind != RJ_KIND_MAP)
            continue;
        (void)templates_schema(m, &member->value, &templates);
        copy(m, &schema, &templates);
        set(m, &schema, "nullable", rj_value_bool(true));
        if (!is_template(&member->value)) {
            set(m, &schema, "type", rj_value_text("object"));
            set(m, &schema, "x-kubernetes-preserve-unknown-fields", rj_value_bool(true));
        }
        set(m, properties, member->key, rj_map_finish(&schema));
    }
}

static rj_value object_schema(maker *m, const rj_value *object, const rj_value *crd) {
    rj_map_builder schema = {0}, properties = {0};
    rj_value required[2];
    size_t required_count = 0;
    const rj_value *wanted = rj_value_get(crd, "required");
    const size_t wanted_count = rj_value_is(wanted, RJ_KIND_LIST) ? wanted->list.count : 0;
    copy(m, &schema, crd);
    copy(m, &properties, rj_value_get(crd, "properties"));
    if (!crd && object->kind == RJ_KIND_MAP)
        set_usual(m, &properties, object);
    static const char *const names[] = {"apiVersion", "kind"};
    for (size_t i = 0; i < 2; i++) {
        const rj_value *own = rj_value_get(object, names[i]);
        set(m, &properties, names[i], only(m, own));
        if (own)
            required[required_count++] = rj_value_text(names[i]);
    }
    set(m, &properties, "metadata", parse(m, metadata_schema));
    rj_list_builder all = {.arena = m->arena};
    for (size_t i = 0; m->ok && i < wanted_count + required_count; i++)
        m->ok = rj_list_append(&all, i < wanted_count ? &wanted->list.items[i]
                                                      : &required[i - wanted_count]) ||
                rj_error_no_memory(m->err);
    set(m, &schema, "type", rj_value_text("object"));
    set(m, &schema, "required", rj_list_finish(&all));
    set(m, &schema, "properties", rj_map_finish(&properties));
    if (!crd)
        set(m, &schema, "x-kubernetes-preserve-unknown-fields", rj_value_bool(true));
    return rj_map_finish(&schema);
}

static rj_value items_schema(maker *m, const rj_value *crd) {
    rj_value item = parse(m, item_schema);
    const rj_value *status = rj_value_get(rj_value_get(crd, "properties"), "status");
    rj_map_builder schema = {0};
    if (status) {
        rj_map_builder with_status = {0}, properties = {0};
        copy(m, &with_status, &item);
        copy(m, &properties, rj_value_get(&item, "properties"));
        set(m, &properties, "status", *status);
        set(m, &with_status, "properties", rj_map_finish(&properties));
        item = rj_map_finish(&with_status);
    }
    set(m, &schema, "type", rj_value_text("array"));
    set(m, &schema, "items", item);
    return rj_map_finish(&schema);
}

/* ---- the schema of arguments ---- */

static bool equal(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static const rj_value *find_crd(const rj_probe_crds *crds, const rj_value *object, rj_buf *why) {
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    for (size_t i = 0; i < crds->count; i++)
        if (equal(crds->items[i].api_version, api_version) && equal(crds->items[i].kind, kind))
            return crds->items[i].schema;
    rj_buf_printf(why, "there is no schema for %s %s", api_version ? api_version : "?",
                  kind ? kind : "?");
    return NULL;
}

bool schema_of_arguments(const rj_value *arguments, const rj_probe_crds *crds, rj_arena *arena,
                         const rj_value **out, rj_buf *why, rj_error *err) {
    static const char *const objects[] = {"desiredObj", "observedObj"};
    maker m = {.arena = arena, .err = err, .ok = true};
    rj_map_builder schema = {0}, properties = {0};
    rj_list_builder required = {.arena = arena};
    const rj_value *crd = NULL;
    for (size_t i = 0; i < 2; i++) {
        const rj_value *object = rj_value_get(arguments, objects[i]);
        if (!object)
            continue;
        if (crds && !(crd = find_crd(crds, object, why))) {
            *out = NULL;
            return true;
        }
        set(&m, &properties, objects[i], object_schema(&m, object, crd));
        const rj_value name = rj_value_text(objects[i]);
        m.ok = m.ok && (rj_list_append(&required, &name) || rj_error_no_memory(err));
    }
    set(&m, &properties, "statusItems", items_schema(&m, crd));
    set(&m, &properties, "inputReplicas", parse(&m, replicas_schema));
    set(&m, &schema, "type", rj_value_text("object"));
    set(&m, &schema, "required", rj_list_finish(&required));
    set(&m, &schema, "properties", rj_map_finish(&properties));
    rj_value *made = rj_arena_calloc(arena, 1, sizeof *made);
    if (!made)
        return rj_error_no_memory(err);
    *made = rj_map_finish(&schema);
    *out = made;
    return m.ok;
}
