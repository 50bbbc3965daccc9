/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/new_shape.h"

#include <string.h>

static const char *const replica_names[] = {"replicas", "parallelism", "instances", "workers",
                                            "size",     "numWorkers",  "nodes",     NULL};
static const char *const phase_names[] = {"phase", "state", NULL};

new_shape new_shape_usual(void) {
    new_shape s = {.has_conditions = true, .has_generation = true};
    s.groups[s.group_count++] = (new_group){.container = NEW_SINGLE,
                                            .path = {{"spec"}, 1},
                                            .replicas = "replicas",
                                            .template = "template"};
    s.replicas = (new_path){{"spec", "replicas"}, 2};
    s.counters[s.counter_count++] = "readyReplicas";
    return s;
}

/* ---- about schemas ---- */

static bool is_type(const rj_value *schema, const char *type) {
    const char *own = rj_value_get_text(schema, "type");
    return own && strcmp(own, type) == 0;
}

static const rj_value *property(const rj_value *schema, const char *name) {
    return rj_value_get(rj_value_get(schema, "properties"), name);
}

/* A name that Lua takes behind a dot. */
static bool is_name(const char *key) {
    static const char *const keywords[] = {
        "and",      "break",  "do",   "else", "elseif", "end",   "false", "for",
        "function", "goto",   "if",   "in",   "local",  "nil",   "not",   "or",
        "repeat",   "return", "then", "true", "until",  "while", NULL};
    for (size_t i = 0; keywords[i]; i++)
        if (strcmp(key, keywords[i]) == 0)
            return false;
    if (!*key || (*key >= '0' && *key <= '9'))
        return false;
    for (; *key; key++)
        if (!(*key == '_' || (*key >= '0' && *key <= '9') || (*key >= 'a' && *key <= 'z') ||
              (*key >= 'A' && *key <= 'Z')))
            return false;
    return true;
}

/* A pod template: its spec has containers. */
static bool is_template(const rj_value *schema) {
    return is_type(property(property(schema, "spec"), "containers"), "array");
}

static const char *number_among(const rj_value *schema, const char *const *names) {
    for (; *names; names++)
        if (is_type(property(schema, *names), "integer"))
            return *names;
    return NULL;
}

/* ---- groups of pods ---- */

/* The key of a pod template among the schema's properties; NULL: none. */
static const char *template_in(const rj_value *schema) {
    const rj_value *properties = rj_value_get(schema, "properties");
    for (size_t i = 0; rj_value_is(properties, RJ_KIND_MAP) && i < properties->map.count; i++)
        if (is_name(properties->map.members[i].key) &&
            is_template(&properties->map.members[i].value))
            return properties->map.members[i].key;
    return NULL;
}

static void add_group(new_shape *s, const rj_value *schema, const new_path *path,
                      new_container container) {
    const char *template = template_in(schema);
    if (template && s->group_count < NEW_MOST_GROUPS)
        s->groups[s->group_count++] = (new_group){.container = container,
                                                  .path = *path,
                                                  .replicas = number_among(schema, replica_names),
                                                  .template = template};
}

static void find_groups(new_shape *s, const rj_value *schema, const new_path *path) {
    add_group(s, schema, path, NEW_SINGLE);
    add_group(s, rj_value_get(schema, "items"), path, NEW_LIST);
    add_group(s, rj_value_get(schema, "additionalProperties"), path, NEW_MAP);
    const rj_value *properties = rj_value_get(schema, "properties");
    if (!rj_value_is(properties, RJ_KIND_MAP) || path->count >= NEW_MOST_KEYS)
        return;
    for (size_t i = 0; i < properties->map.count; i++) {
        const rj_member *member = &properties->map.members[i];
        new_path inner = *path;
        inner.keys[inner.count++] = member->key;
        if (is_name(member->key) && !is_template(&member->value))
            find_groups(s, &member->value, &inner);
    }
}

/* ---- the status ---- */

static bool has_word(const char *key, const char *word) {
    const size_t bytes = strlen(key), end = strlen(word);
    return bytes >= end && strcmp(key + bytes - end, word) == 0;
}

/* Numbers that aren't about the object itself. */
static bool adds_up(const char *key) {
    return !has_word(key, "Generation") && !has_word(key, "Seconds") && !has_word(key, "Percent") &&
           !has_word(key, "Version") && !has_word(key, "Revision");
}

static void read_status(new_shape *s, const rj_value *status) {
    const rj_value *properties = rj_value_get(status, "properties");
    s->has_conditions = is_type(property(status, "conditions"), "array");
    s->has_generation = is_type(property(status, "observedGeneration"), "integer");
    for (const char *const *name = phase_names; *name && !s->phase; name++)
        if (is_type(property(status, *name), "string"))
            s->phase = *name;
    for (size_t i = 0; rj_value_is(properties, RJ_KIND_MAP) && i < properties->map.count; i++) {
        const rj_member *member = &properties->map.members[i];
        if (is_type(&member->value, "integer") && is_name(member->key) && adds_up(member->key) &&
            s->counter_count < NEW_MOST_COUNTERS)
            s->counters[s->counter_count++] = member->key;
    }
}

new_shape new_shape_of_schema(const rj_value *schema) {
    new_shape s = {0};
    const new_path spec = {{"spec"}, 1};
    find_groups(&s, property(schema, "spec"), &spec);
    read_status(&s, property(schema, "status"));
    if (s.group_count == 1 && s.groups[0].container == NEW_SINGLE && s.groups[0].replicas) {
        s.replicas = s.groups[0].path;
        if (s.replicas.count < NEW_MOST_KEYS)
            s.replicas.keys[s.replicas.count++] = s.groups[0].replicas;
        return s;
    }
    const char *replicas = number_among(property(schema, "spec"), replica_names);
    if (replicas && s.group_count < 2)
        s.replicas = (new_path){{"spec", replicas}, 2};
    return s;
}
