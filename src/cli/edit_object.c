/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/edit_object.h"

#include <string.h>
#include <strings.h>

#include "rjinterp/json.h"
#include "rjinterp/typed.h"
#include "rjinterp/yaml.h"

static const char api_version[] = "config.karmada.io/v1alpha1";
static const char kind[] = "ResourceInterpreterCustomization";

/* ---- the object ---- */

static bool add(rj_map_builder *map, const char *key, const rj_value *value) {
    return rj_map_append(map, key, strlen(key), (rj_position){0}, value);
}

static bool add_text(rj_map_builder *map, const char *key, const char *text) {
    rj_value value = rj_value_text(text);
    return add(map, key, &value);
}

static bool make_rules(const edit_values *values, rj_arena *arena, rj_value *out) {
    rj_map_builder rules = {.arena = arena};
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const edit_script *script = &values->scripts[i];
        if (!script->bytes)
            continue;
        rj_map_builder rule = {.arena = arena};
        rj_value text = rj_value_string(script->text, script->bytes);
        if (!add(&rule, "luaScript", &text))
            return false;
        rj_value finished = rj_map_finish(&rule);
        if (!add(&rules, rj_rule_of((rj_operation)i)->field, &finished))
            return false;
    }
    *out = rj_map_finish(&rules);
    return true;
}

static bool make_spec(const edit_values *values, rj_arena *arena, rj_value *out) {
    rj_map_builder spec = {.arena = arena}, target = {.arena = arena};
    rj_value rules, finished;
    if (!make_rules(values, arena, &rules) ||
        !add_text(&target, "apiVersion", values->api_version) ||
        !add_text(&target, "kind", values->kind))
        return false;
    finished = rj_map_finish(&target);
    bool ok = add(&spec, "target", &finished) && add(&spec, "customizations", &rules);
    *out = rj_map_finish(&spec);
    return ok;
}

static bool make_metadata(const rj_value *old, const char *name, rj_arena *arena, rj_value *out) {
    rj_map_builder metadata = {.arena = arena};
    for (size_t i = 0; rj_value_is(old, RJ_KIND_MAP) && i < old->map.count; i++) {
        const rj_member *m = &old->map.members[i];
        if (strcmp(m->key, "name") != 0 &&
            !rj_map_append(&metadata, m->key, m->key_bytes, m->key_at, &m->value))
            return false;
    }
    bool ok = !*name || add_text(&metadata, "name", name);
    *out = rj_map_finish(&metadata);
    return ok;
}

bool edit_object(const rj_value *old, const edit_values *values, rj_arena *arena, rj_value *out,
                 rj_error *err) {
    rj_value shaped = rj_value_null, metadata, spec;
    if (old && !rj_typed_decode(RJ_SHAPE_CUSTOMIZATION, old, arena, &shaped, err))
        return false;
    rj_map_builder object = {.arena = arena};
    bool ok = make_metadata(rj_value_get(&shaped, "metadata"), values->name, arena, &metadata) &&
              make_spec(values, arena, &spec) && add_text(&object, "apiVersion", api_version) &&
              add_text(&object, "kind", kind) && add(&object, "metadata", &metadata) &&
              add(&object, "spec", &spec);
    if (!ok)
        return rj_error_no_memory(err);
    *out = rj_map_finish(&object);
    return true;
}

/* ---- output forms ---- */

bool edit_output_of(const char *text, edit_output *out, rj_error *err) {
    static const char *const forms[] = {[EDIT_OUTPUT_MESSAGE] = "",
                                        [EDIT_OUTPUT_NAME] = "name",
                                        [EDIT_OUTPUT_YAML] = "yaml",
                                        [EDIT_OUTPUT_JSON] = "json"};
    static const char *const others[] = {"go-template",      "go-template-file", "jsonpath",
                                         "jsonpath-as-json", "jsonpath-file",    "kyaml",
                                         "template",         "templatefile"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcasecmp(text, forms[i]) == 0) {
            *out = (edit_output)i;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t bytes = strlen(others[i]);
        if (strncmp(text, others[i], bytes) == 0 && (!text[bytes] || text[bytes] == '='))
            return rj_error_set(err, RJ_ERROR_USAGE,
                                "rjinterp doesn't print with %s; use name, yaml or json",
                                others[i]);
    }
    return rj_error_set(
        err, RJ_ERROR_USAGE,
        "unable to match a printer suitable for the output format \"%s\", allowed formats are: "
        "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,"
        "template,templatefile,yaml",
        text);
}

/* Keys in the order of the reference's types; all others are sorted. */
static const char *const object_keys[] = {"kind", "apiVersion", "metadata", "spec", NULL};
static const char *const spec_keys[] = {"target", "customizations", NULL};
static const char *const metadata_keys[] = {"name",
                                            "generateName",
                                            "namespace",
                                            "selfLink",
                                            "uid",
                                            "resourceVersion",
                                            "generation",
                                            "creationTimestamp",
                                            "deletionTimestamp",
                                            "deletionGracePeriodSeconds",
                                            "labels",
                                            "annotations",
                                            "ownerReferences",
                                            "finalizers",
                                            NULL};

enum {
    JSON_INDENT = 4
};

/* A value of JSON, its further lines indented. */
static void write_json(const rj_value *value, int level, rj_buf *out) {
    rj_buf text = RJ_BUF_INIT;
    rj_json_write_indented(value, JSON_INDENT, &text);
    for (size_t i = 0; i < text.bytes; i++) {
        rj_buf_putc(out, text.data[i]);
        if (text.data[i] == '\n')
            rj_buf_fill(out, ' ', (size_t)(level * JSON_INDENT));
    }
    rj_buf_free(&text);
}

static void write_map(const rj_value *map, const char *const *keys, int level, rj_buf *out);

static void write_member(const rj_value *map, const char *key, int level, rj_buf *out) {
    const rj_value *value = rj_value_get(map, key);
    rj_buf_printf(out, "\"%s\": ", key);
    if (strcmp(key, "metadata") == 0)
        write_map(value, metadata_keys, level, out);
    else if (strcmp(key, "spec") == 0)
        write_map(value, spec_keys, level, out);
    else if (strcmp(key, "customizations") == 0) {
        const char *fields[RJ_OPERATION_COUNT + 1] = {NULL};
        for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
            fields[i] = rj_rule_of((rj_operation)i)->field;
        write_map(value, fields, level, out);
    } else {
        write_json(value, level, out);
    }
}

static void write_map(const rj_value *map, const char *const *keys, int level, rj_buf *out) {
    size_t written = 0;
    rj_buf_putc(out, '{');
    for (; *keys; keys++) {
        if (!rj_value_get(map, *keys))
            continue;
        rj_buf_puts(out, written++ ? ",\n" : "\n");
        rj_buf_fill(out, ' ', (size_t)((level + 1) * JSON_INDENT));
        write_member(map, *keys, level + 1, out);
    }
    if (written) {
        rj_buf_putc(out, '\n');
        rj_buf_fill(out, ' ', (size_t)(level * JSON_INDENT));
    }
    rj_buf_putc(out, '}');
}

/* What the server keeps for itself isn't shown. */
static rj_value without_managed_fields(const rj_value *object, rj_member *room,
                                       rj_member *metadata_room) {
    const rj_value *metadata = rj_value_get(object, "metadata");
    size_t kept = 0;
    for (size_t i = 0; i < metadata->map.count; i++)
        if (strcmp(metadata->map.members[i].key, "managedFields") != 0)
            metadata_room[kept++] = metadata->map.members[i];
    for (size_t i = 0; i < object->map.count; i++) {
        room[i] = object->map.members[i];
        if (strcmp(room[i].key, "metadata") == 0)
            room[i].value = rj_value_map(metadata_room, kept);
    }
    return rj_value_map(room, object->map.count);
}

bool edit_output_write(edit_output form, const char *name, const rj_value *object, rj_buf *out,
                       rj_error *err) {
    enum {
        OBJECT_KEYS = 4,
        METADATA_KEYS = 15
    };
    rj_member room[OBJECT_KEYS], metadata_room[METADATA_KEYS];
    rj_value shown = without_managed_fields(object, room, metadata_room);
    bool ok = true;
    switch (form) {
    case EDIT_OUTPUT_MESSAGE:
    case EDIT_OUTPUT_NAME:
        rj_buf_printf(out, "resourceinterpretercustomization.config.karmada.io/%s%s\n",
                      *name ? name : "<unknown>", form == EDIT_OUTPUT_NAME ? "" : " edited");
        break;
    case EDIT_OUTPUT_YAML:
        ok = rj_yaml_write(&shown, out, err);
        break;
    case EDIT_OUTPUT_JSON:
        write_map(&shown, object_keys, 0, out);
        rj_buf_putc(out, '\n');
        break;
    }
    return ok && (rj_buf_ok(out) || rj_error_no_memory(err));
}
