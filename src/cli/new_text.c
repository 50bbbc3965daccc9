/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/new_text.h"

#include <string.h>

/* What scripts call an object. Not after its kind: that may be the name of one of their functions.
 */
static const char variable[] = "object";

static bool has_one_sort(const new_shape *s) {
    return s->group_count == 1 && s->groups[0].container == NEW_SINGLE;
}

bool new_has_fields_for(const new_shape *s, rj_operation operation) {
    switch (operation) {
    case RJ_OPERATION_INTERPRET_REPLICA:
        return s->replicas.count > 0;
    case RJ_OPERATION_REVISE_REPLICA:
    case RJ_OPERATION_RETAIN:
        return s->replicas.count > 0;
    case RJ_OPERATION_INTERPRET_COMPONENT:
        return s->group_count > 0 && !has_one_sort(s);
    case RJ_OPERATION_INTERPRET_DEPENDENCY:
        return s->group_count > 0;
    case RJ_OPERATION_INTERPRET_STATUS:
        return s->counter_count || s->phase || s->has_conditions;
    case RJ_OPERATION_AGGREGATE_STATUS:
        return s->counter_count || s->phase;
    case RJ_OPERATION_INTERPRET_HEALTH:
        return s->has_conditions || s->phase || s->has_generation;
    case RJ_OPERATION_COUNT:
        break;
    }
    return false;
}

/* ---- pieces of Lua ---- */

/* `"spec", "driver"` */
static void write_keys(const new_path *path, rj_buf *out) {
    for (size_t i = 0; i < path->count; i++)
        rj_buf_printf(out, "%s\"%s\"", i ? ", " : "", path->keys[i]);
}

static void write_dotted(const new_path *path, rj_buf *out) {
    for (size_t i = 0; i < path->count; i++)
        rj_buf_printf(out, "%s%s", i ? "." : "", path->keys[i]);
}

static const char at_function[] =
    "-- The value at a path of keys, or nil as soon as a step is missing.\n"
    "local function at(value, ...)\n"
    "  for i = 1, select(\"#\", ...) do\n"
    "    if type(value) ~= \"table\" then\n"
    "      return nil\n"
    "    end\n"
    "    value = value[select(i, ...)]\n"
    "  end\n"
    "  return value\n"
    "end\n\n";

static const char table_function[] = "local function tableAt(value, ...)\n"
                                     "  local found = at(value, ...)\n"
                                     "  if type(found) ~= \"table\" then\n"
                                     "    return {}\n"
                                     "  end\n"
                                     "  return found\n"
                                     "end\n\n";

static const char number_function[] = "local function numberAt(default, value, ...)\n"
                                      "  local found = at(value, ...)\n"
                                      "  if type(found) ~= \"number\" then\n"
                                      "    return default\n"
                                      "  end\n"
                                      "  return found\n"
                                      "end\n\n";

static const char names_function[] =
    "-- The names of a map in the same order each time: pairs has none.\n"
    "local function sortedNames(map)\n"
    "  local names = {}\n"
    "  for name in pairs(map) do\n"
    "    if type(name) == \"string\" then\n"
    "      names[#names + 1] = name\n"
    "    end\n"
    "  end\n"
    "  table.sort(names)\n"
    "  return names\n"
    "end\n\n";

/* ---- scripts ---- */

static bool has_container(const new_shape *s, new_container container) {
    for (size_t i = 0; i < s->group_count; i++)
        if (s->groups[i].container == container)
            return true;
    return false;
}

static void write_get_replicas(const new_kind *k, rj_buf *out) {
    if (has_one_sort(&k->shape))
        rj_buf_puts(out, "local kube = require(\"kube\")\n\n");
    rj_buf_printf(out, "%s%s", at_function, number_function);
    rj_buf_printf(out,
                  "function GetReplicas(%s)\n  -- Without the field there is one.\n"
                  "  local replicas = numberAt(1, %s, ",
                  variable, variable);
    write_keys(&k->shape.replicas, out);
    rj_buf_puts(out, ")\n");
    if (!has_one_sort(&k->shape)) {
        rj_buf_puts(out, "  return replicas, nil\nend\n");
        return;
    }
    const new_group *g = &k->shape.groups[0];
    rj_buf_printf(out, "  local template = at(%s, ", variable);
    write_keys(&g->path, out);
    rj_buf_printf(out,
                  ", \"%s\")\n  if type(template) ~= \"table\" then\n    return replicas, nil\n"
                  "  end\n  return replicas, kube.accuratePodRequirements(template)\nend\n",
                  g->template);
}

static void write_revise(const new_kind *k, rj_buf *out) {
    const new_path *path = &k->shape.replicas;
    rj_buf_puts(out, "-- The table at a key, made where there is none.\n"
                     "local function made(value, key)\n"
                     "  if type(value[key]) ~= \"table\" then\n"
                     "    value[key] = {}\n"
                     "  end\n"
                     "  return value[key]\n"
                     "end\n\n");
    rj_buf_printf(out, "function ReviseReplica(%s, desiredReplica)\n  local place = %s\n", variable,
                  variable);
    for (size_t i = 0; i + 1 < path->count; i++)
        rj_buf_printf(out, "  place = made(place, \"%s\")\n", path->keys[i]);
    rj_buf_printf(out, "  place.%s = desiredReplica\n  return %s\nend\n",
                  path->keys[path->count - 1], variable);
}

static void write_retain(const new_kind *k, rj_buf *out) {
    const new_path *path = &k->shape.replicas;
    new_path outer = *path;
    outer.count--;
    rj_buf_puts(out, at_function);
    rj_buf_puts(out, "-- What the member's own autoscaler has set stays.\n"
                     "function Retain(desired, observed)\n  local replicas = at(observed, ");
    write_keys(path, out);
    rj_buf_puts(out, ")\n  local place = at(desired, ");
    write_keys(&outer, out);
    rj_buf_printf(out,
                  ")\n  if type(replicas) == \"number\" and type(place) == \"table\" then\n"
                  "    place.%s = replicas\n  end\n  return desired\nend\n",
                  path->keys[path->count - 1]);
}

/* A name for a group that stands alone: the key before its template's. */
static const char *name_of(const new_group *g) {
    return g->path.count > 1 ? g->path.keys[g->path.count - 1] : "main";
}

static void write_component_calls(const new_kind *k, rj_buf *out) {
    for (size_t i = 0; i < k->shape.group_count; i++) {
        const new_group *g = &k->shape.groups[i];
        rj_buf_printf(out,
                      g->container == NEW_SINGLE ? "  local group%zu = at(%s, "
                                                 : "  local groups%zu = tableAt(%s, ",
                      i + 1, variable);
        write_keys(&g->path, out);
        rj_buf_puts(out, ")\n");
        const char *replicas = g->replicas ? g->replicas : "";
        if (g->container == NEW_SINGLE)
            rj_buf_printf(
                out,
                "  if type(group%zu) == \"table\" then\n"
                "    components[#components + 1] = component(\"%s\", group%zu, \"%s\", \"%s\")\n"
                "  end\n",
                i + 1, name_of(g), i + 1, replicas, g->template);
        else if (g->container == NEW_LIST)
            rj_buf_printf(out,
                          "  for position, group in ipairs(groups%zu) do\n"
                          "    components[#components + 1] = component(\"%s-\" .. position, group, "
                          "\"%s\", \"%s\")\n"
                          "  end\n",
                          i + 1, name_of(g), replicas, g->template);
        else
            rj_buf_printf(out,
                          "  for _, name in ipairs(sortedNames(groups%zu)) do\n"
                          "    components[#components + 1] = component(name, groups%zu[name], "
                          "\"%s\", \"%s\")\n"
                          "  end\n",
                          i + 1, i + 1, replicas, g->template);
    }
}

static void write_get_components(const new_kind *k, rj_buf *out) {
    rj_buf_printf(out, "local kube = require(\"kube\")\n\n%s%s", at_function, number_function);
    if (has_container(&k->shape, NEW_LIST) || has_container(&k->shape, NEW_MAP))
        rj_buf_puts(out, table_function);
    if (has_container(&k->shape, NEW_MAP))
        rj_buf_puts(out, names_function);
    rj_buf_puts(out, "local function component(name, group, replicasKey, templateKey)\n"
                     "  local requirements = nil\n"
                     "  local template = at(group, templateKey)\n"
                     "  if type(template) == \"table\" then\n"
                     "    requirements = kube.accuratePodRequirements(template)\n"
                     "  end\n"
                     "  return {\n"
                     "    name = name,\n"
                     "    replicas = numberAt(1, group, replicasKey),\n"
                     "    replicaRequirements = requirements,\n"
                     "  }\n"
                     "end\n\n");
    rj_buf_printf(out, "function GetComponents(%s)\n  local components = {}\n", variable);
    write_component_calls(k, out);
    rj_buf_puts(out, "  return components\nend\n");
}

static void write_reflect(const new_kind *k, rj_buf *out) {
    const new_shape *s = &k->shape;
    rj_buf_puts(out, at_function);
    rj_buf_printf(out,
                  "-- What the control plane gets to know of each member. Leave out what changes "
                  "all the time.\n"
                  "function ReflectStatus(%s)\n  return {\n",
                  variable);
    if (s->has_conditions)
        rj_buf_printf(out, "    conditions = at(%s, \"status\", \"conditions\"),\n", variable);
    if (s->has_generation)
        rj_buf_printf(out, "    observedGeneration = at(%s, \"status\", \"observedGeneration\"),\n",
                      variable);
    if (s->phase)
        rj_buf_printf(out, "    %s = at(%s, \"status\", \"%s\"),\n", s->phase, variable, s->phase);
    for (size_t i = 0; i < s->counter_count; i++)
        rj_buf_printf(out, "    %s = at(%s, \"status\", \"%s\"),\n", s->counters[i], variable,
                      s->counters[i]);
    rj_buf_puts(out, "  }\nend\n");
}

static void write_aggregate(const new_kind *k, rj_buf *out) {
    const new_shape *s = &k->shape;
    rj_buf_puts(out, at_function);
    if (s->counter_count)
        rj_buf_puts(out, "local function sum(items, field)\n"
                         "  local total = 0\n"
                         "  for _, item in ipairs(items) do\n"
                         "    local number = at(item, \"status\", field)\n"
                         "    if type(number) == \"number\" then\n"
                         "      total = total + number\n"
                         "    end\n"
                         "  end\n"
                         "  return total\n"
                         "end\n\n");
    if (s->phase)
        rj_buf_puts(out, "-- What all members that say anything say; nil when they differ.\n"
                         "local function common(items, field)\n"
                         "  local found = nil\n"
                         "  for _, item in ipairs(items) do\n"
                         "    local value = at(item, \"status\", field)\n"
                         "    if found ~= nil and value ~= nil and value ~= found then\n"
                         "      return nil\n"
                         "    end\n"
                         "    if type(value) == \"string\" then\n"
                         "      found = value\n"
                         "    end\n"
                         "  end\n"
                         "  return found\n"
                         "end\n\n");
    rj_buf_printf(out,
                  "function AggregateStatus(%s, items)\n  items = items or {}\n  %s.status = {\n",
                  variable, variable);
    if (s->has_generation)
        rj_buf_printf(out, "    observedGeneration = at(%s, \"metadata\", \"generation\"),\n",
                      variable);
    if (s->phase)
        rj_buf_printf(out, "    %s = common(items, \"%s\"),\n", s->phase, s->phase);
    for (size_t i = 0; i < s->counter_count; i++)
        rj_buf_printf(out, "    %s = sum(items, \"%s\"),\n", s->counters[i], s->counters[i]);
    rj_buf_printf(out, "  }\n  return %s\nend\n", variable);
}

static void write_health(const new_kind *k, rj_buf *out) {
    const new_shape *s = &k->shape;
    rj_buf_puts(out, at_function);
    if (s->has_conditions)
        rj_buf_printf(
            out,
            "%slocal function isTrue(object, kind)\n"
            "  for _, condition in ipairs(tableAt(object, \"status\", \"conditions\")) do\n"
            "    if at(condition, \"type\") == kind then\n"
            "      return condition.status == \"True\"\n"
            "    end\n"
            "  end\n"
            "  return false\n"
            "end\n\n",
            table_function);
    rj_buf_printf(out, "function InterpretHealth(%s)\n", variable);
    if (s->has_generation)
        rj_buf_printf(
            out,
            "  -- A controller that hasn't seen the newest spec reports the state of an old one.\n"
            "  if at(%s, \"status\", \"observedGeneration\") ~= at(%s, \"metadata\", "
            "\"generation\") then\n"
            "    return false\n"
            "  end\n",
            variable, variable);
    if (s->has_conditions)
        rj_buf_printf(out, "  return isTrue(%s, \"Ready\")\nend\n", variable);
    else if (s->phase)
        rj_buf_printf(out, "  return at(%s, \"status\", \"%s\") == \"Running\"\nend\n", variable,
                      s->phase);
    else
        rj_buf_puts(out, "  return true\nend\n");
}

static void write_dependency_calls(const new_kind *k, rj_buf *out) {
    for (size_t i = 0; i < k->shape.group_count; i++) {
        const new_group *g = &k->shape.groups[i];
        if (g->container == NEW_SINGLE) {
            rj_buf_printf(out, "  add(result, at(%s, ", variable);
            write_keys(&g->path, out);
            rj_buf_printf(out, ", \"%s\"), namespace)\n", g->template);
            continue;
        }
        rj_buf_printf(out, "  local groups%zu = tableAt(%s, ", i + 1, variable);
        write_keys(&g->path, out);
        rj_buf_puts(out, ")\n");
        if (g->container == NEW_LIST)
            rj_buf_printf(out,
                          "  for _, group in ipairs(groups%zu) do\n"
                          "    add(result, at(group, \"%s\"), namespace)\n"
                          "  end\n",
                          i + 1, g->template);
        else
            rj_buf_printf(out,
                          "  for _, name in ipairs(sortedNames(groups%zu)) do\n"
                          "    add(result, at(groups%zu[name], \"%s\"), namespace)\n"
                          "  end\n",
                          i + 1, i + 1, g->template);
    }
}

static void write_dependencies(const new_kind *k, rj_buf *out) {
    rj_buf_printf(out, "local kube = require(\"kube\")\n\n%s", at_function);
    if (has_container(&k->shape, NEW_LIST) || has_container(&k->shape, NEW_MAP))
        rj_buf_puts(out, table_function);
    if (has_container(&k->shape, NEW_MAP))
        rj_buf_puts(out, names_function);
    rj_buf_puts(
        out,
        "-- What the pods of a template need: ConfigMaps, Secrets, service accounts, volume "
        "claims.\n"
        "local function add(result, template, namespace)\n"
        "  if type(template) ~= \"table\" then\n"
        "    return\n"
        "  end\n"
        "  for _, dependency in ipairs(kube.getPodDependencies(template, namespace) or {}) do\n"
        "    result[#result + 1] = dependency\n"
        "  end\n"
        "end\n\n");
    rj_buf_printf(out,
                  "function GetDependencies(%s)\n"
                  "  local result, namespace = {}, at(%s, \"metadata\", \"namespace\")\n",
                  variable, variable);
    write_dependency_calls(k, out);
    rj_buf_puts(out, "  return result\nend\n");
}

typedef void (*script_fn)(const new_kind *kind, rj_buf *out);

static const script_fn scripts[RJ_OPERATION_COUNT] = {
    [RJ_OPERATION_RETAIN] = write_retain,
    [RJ_OPERATION_INTERPRET_REPLICA] = write_get_replicas,
    [RJ_OPERATION_INTERPRET_COMPONENT] = write_get_components,
    [RJ_OPERATION_REVISE_REPLICA] = write_revise,
    [RJ_OPERATION_INTERPRET_STATUS] = write_reflect,
    [RJ_OPERATION_AGGREGATE_STATUS] = write_aggregate,
    [RJ_OPERATION_INTERPRET_HEALTH] = write_health,
    [RJ_OPERATION_INTERPRET_DEPENDENCY] = write_dependencies,
};

/* ---- the customization ---- */

static void write_indented(const rj_buf *text, const char *indent, rj_buf *out) {
    for (const char *line = rj_buf_text(text); *line;) {
        const size_t bytes = strcspn(line, "\n");
        if (bytes)
            rj_buf_printf(out, "%s%.*s", indent, (int)bytes, line);
        rj_buf_putc(out, '\n');
        line += bytes;
        line += *line == '\n';
    }
}

void new_write_customization(const new_kind *k, rj_buf *out) {
    rj_buf_printf(out,
                  "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\n"
                  "metadata:\n  name: %s\nspec:\n  target:\n    apiVersion: %s\n    kind: %s\n"
                  "  customizations:\n",
                  k->name, k->api_version, k->kind);
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        if (!k->operations[i])
            continue;
        rj_buf script = RJ_BUF_INIT;
        scripts[i](k, &script);
        rj_buf_printf(out, "    %s:\n      luaScript: |\n", rj_rule_of((rj_operation)i)->field);
        write_indented(&script, "        ", out);
        rj_buf_free(&script);
    }
}

/* ---- cases ---- */

enum {
    CASE_REPLICAS = 2
};

static const char template_text[] =
    "{spec: {containers: [{name: main, resources: {requests: {cpu: 500m, memory: 64Mi}}, "
    "envFrom: [{secretRef: {name: first-secret}}]}]}}";

/* The group's own members: replicas and a template. */
static void write_group(const new_group *g, rj_buf *out) {
    rj_buf_putc(out, '{');
    if (g->replicas)
        rj_buf_printf(out, "%s: %d, ", g->replicas, CASE_REPLICAS);
    rj_buf_printf(out, "%s: %s}", g->template, template_text);
}

/* Below a map at @p depth of the path: what groups have to be there. Paths share their first keys.
 */
static bool shares(const new_path *a, const new_path *b, size_t depth) {
    for (size_t i = 0; i < depth; i++)
        if (i >= a->count || i >= b->count || strcmp(a->keys[i], b->keys[i]) != 0)
            return false;
    return true;
}

/* Whether an earlier group has the same key at this depth. */
static bool was_written(const new_shape *s, size_t i, size_t depth) {
    for (size_t j = 0; j < i; j++)
        if (s->groups[j].path.count > depth &&
            shares(&s->groups[j].path, &s->groups[i].path, depth + 1))
            return true;
    return false;
}

static void write_spec_at(const new_kind *k, const new_path *prefix, size_t depth, rj_buf *out) {
    const new_shape *s = &k->shape;
    bool any = false;
    rj_buf_putc(out, '{');
    for (size_t i = 0; i < s->group_count; i++) {
        const new_group *g = &s->groups[i];
        if (!shares(prefix, &g->path, depth))
            continue;
        if (g->path.count == depth) {
            if (g->container == NEW_SINGLE) {
                rj_buf_printf(out, "%s", any ? ", " : "");
                if (g->replicas)
                    rj_buf_printf(out, "%s: %d, ", g->replicas, CASE_REPLICAS);
                rj_buf_printf(out, "%s: %s", g->template, template_text);
                any = true;
            }
            continue;
        }
        if (was_written(s, i, depth))
            continue;
        rj_buf_printf(out, "%s%s: ", any ? ", " : "", g->path.keys[depth]);
        any = true;
        if (g->path.count == depth + 1 && g->container == NEW_LIST) {
            rj_buf_putc(out, '[');
            write_group(g, out);
            rj_buf_putc(out, ']');
        } else if (g->path.count == depth + 1 && g->container == NEW_MAP) {
            rj_buf_puts(out, "{first: ");
            write_group(g, out);
            rj_buf_putc(out, '}');
        } else {
            write_spec_at(k, &g->path, depth + 1, out);
        }
    }
    const bool has_own_replicas =
        s->replicas.count && !(s->group_count == 1 && s->groups[0].replicas);
    if (has_own_replicas && s->replicas.count == depth + 1)
        rj_buf_printf(out, "%s%s: %d", any ? ", " : "", s->replicas.keys[depth], CASE_REPLICAS);
    rj_buf_putc(out, '}');
}

static void write_object_head(const new_kind *k, const char *argument, rj_buf *out) {
    rj_buf_printf(out,
                  "%s:\n  apiVersion: %s\n  kind: %s\n"
                  "  metadata: {name: first, namespace: default, generation: 1}\n",
                  argument, k->api_version, k->kind);
}

static void write_object(const new_kind *k, const char *argument, rj_buf *out) {
    const new_path spec = {{"spec"}, 1};
    write_object_head(k, argument, out);
    rj_buf_puts(out, "  spec: ");
    write_spec_at(k, &spec, 1, out);
    rj_buf_putc(out, '\n');
}

static void write_status_fields(const new_shape *s, int number, rj_buf *out) {
    const char *comma = "";
    rj_buf_putc(out, '{');
    if (s->has_conditions) {
        rj_buf_puts(out, "conditions: [{type: Ready, status: \"True\"}]");
        comma = ", ";
    }
    if (s->has_generation) {
        rj_buf_printf(out, "%sobservedGeneration: 1", comma);
        comma = ", ";
    }
    if (s->phase) {
        rj_buf_printf(out, "%s%s: Running", comma, s->phase);
        comma = ", ";
    }
    for (size_t i = 0; i < s->counter_count; i++) {
        rj_buf_printf(out, "%s%s: %d", comma, s->counters[i], number);
        comma = ", ";
    }
    rj_buf_putc(out, '}');
}

static void write_requirements(rj_buf *out) {
    rj_buf_puts(out, "{resourceRequest: {cpu: 500m, memory: 64Mi}}");
}

/* A path with a value in its place: {spec: {replicas: 5}}. */
static void write_nested(const new_path *path, int number, rj_buf *out) {
    for (size_t i = 0; i < path->count; i++)
        rj_buf_printf(out, "%s%s: ", i ? "{" : "", path->keys[i]);
    rj_buf_printf(out, "%d", number);
    for (size_t i = 1; i < path->count; i++)
        rj_buf_putc(out, '}');
}

static void write_replica_case(const new_kind *k, rj_buf *out) {
    rj_buf_puts(out, "name: two replicas\n");
    write_object(k, "desiredObj", out);
    rj_buf_printf(out, "operation: InterpretReplica\noutput:\n  replica: %d\n", CASE_REPLICAS);
    if (has_one_sort(&k->shape)) {
        rj_buf_puts(out, "  requires: ");
        write_requirements(out);
        rj_buf_putc(out, '\n');
    }
}

static void write_number_case(const new_kind *k, rj_operation operation, rj_buf *out) {
    const bool retains = operation == RJ_OPERATION_RETAIN;
    rj_buf_puts(out, retains ? "name: the member's replicas stay\n"
                             : "name: five replicas are wanted\n");
    write_object_head(k, "desiredObj", out);
    rj_buf_puts(out, "  ");
    write_nested(&k->shape.replicas, 1, out);
    rj_buf_putc(out, '\n');
    if (retains) {
        write_object_head(k, "observedObj", out);
        rj_buf_puts(out, "  ");
        write_nested(&k->shape.replicas, 5, out);
        rj_buf_putc(out, '\n');
    } else {
        rj_buf_puts(out, "inputReplicas: 5\n");
    }
    rj_buf_printf(out,
                  "operation: %s\noutput:\n  %s:\n    apiVersion: %s\n    kind: %s\n"
                  "    metadata: {name: first, namespace: default, generation: 1}\n    ",
                  retains ? "Retain" : "ReviseReplica", retains ? "retained" : "revised",
                  k->api_version, k->kind);
    write_nested(&k->shape.replicas, 5, out);
    rj_buf_putc(out, '\n');
}

static void write_component_case(const new_kind *k, rj_buf *out) {
    rj_buf_puts(out, "name: one group of each sort\n");
    write_object(k, "desiredObj", out);
    rj_buf_puts(out, "operation: InterpretComponent\noutput:\n  components:\n");
    for (size_t i = 0; i < k->shape.group_count; i++) {
        const new_group *g = &k->shape.groups[i];
        rj_buf_puts(out, "  - {name: ");
        if (g->container == NEW_MAP)
            rj_buf_puts(out, "first");
        else
            rj_buf_printf(out, "%s%s", name_of(g), g->container == NEW_LIST ? "-1" : "");
        rj_buf_printf(out,
                      ", replicas: %d, replicaRequirements: ", g->replicas ? CASE_REPLICAS : 1);
        write_requirements(out);
        rj_buf_puts(out, "}\n");
    }
}

static void write_status_case(const new_kind *k, rj_buf *out) {
    rj_buf_puts(out, "name: what a member reports\n");
    write_object_head(k, "observedObj", out);
    rj_buf_puts(out, "  status: ");
    write_status_fields(&k->shape, 2, out);
    rj_buf_puts(out, "\noperation: InterpretStatus\noutput:\n  status: ");
    write_status_fields(&k->shape, 2, out);
    rj_buf_putc(out, '\n');
}

static void write_aggregate_case(const new_kind *k, rj_buf *out) {
    new_shape expected = k->shape;
    expected.has_conditions = false;
    rj_buf_puts(out, "name: two members, one of which is silent\n");
    write_object_head(k, "desiredObj", out);
    rj_buf_puts(out, "statusItems:\n- {clusterName: member1, status: ");
    write_status_fields(&k->shape, 2, out);
    rj_buf_printf(
        out,
        "}\n- {clusterName: member2}\noperation: AggregateStatus\noutput:\n  aggregatedStatus:\n"
        "    apiVersion: %s\n    kind: %s\n"
        "    metadata: {name: first, namespace: default, generation: 1}\n    status: ",
        k->api_version, k->kind);
    write_status_fields(&expected, 2, out);
    rj_buf_putc(out, '\n');
}

static void write_health_cases(const new_kind *k, rj_buf *out) {
    rj_buf_puts(out, "name: it is well\n");
    write_object_head(k, "observedObj", out);
    rj_buf_puts(out, "  status: ");
    write_status_fields(&k->shape, 2, out);
    rj_buf_puts(out, "\noperation: InterpretHealth\noutput: {healthy: true}\n");
    rj_buf_puts(out, "---\nname: nothing was reported yet\n");
    write_object_head(k, "observedObj", out);
    rj_buf_puts(out, "operation: InterpretHealth\noutput: {healthy: false}\n");
}

static void write_dependency_case(const new_kind *k, rj_buf *out) {
    rj_buf_puts(out, "name: the secret of the pods\n");
    write_object(k, "desiredObj", out);
    rj_buf_puts(out,
                "operation: InterpretDependency\noutput:\n  dependencies:\n"
                "  - {apiVersion: v1, kind: Secret, namespace: default, name: first-secret}\n");
}

void new_write_cases(const new_kind *k, rj_buf *out) {
    bool any = false;
    for (int i = 0; i < RJ_OPERATION_COUNT; i++) {
        if (!k->operations[i])
            continue;
        rj_buf_puts(out, any ? "---\n" : "");
        any = true;
        switch ((rj_operation)i) {
        case RJ_OPERATION_INTERPRET_REPLICA:
            write_replica_case(k, out);
            break;
        case RJ_OPERATION_RETAIN:
        case RJ_OPERATION_REVISE_REPLICA:
            write_number_case(k, (rj_operation)i, out);
            break;
        case RJ_OPERATION_INTERPRET_COMPONENT:
            write_component_case(k, out);
            break;
        case RJ_OPERATION_INTERPRET_STATUS:
            write_status_case(k, out);
            break;
        case RJ_OPERATION_AGGREGATE_STATUS:
            write_aggregate_case(k, out);
            break;
        case RJ_OPERATION_INTERPRET_HEALTH:
            write_health_cases(k, out);
            break;
        case RJ_OPERATION_INTERPRET_DEPENDENCY:
            write_dependency_case(k, out);
            break;
        case RJ_OPERATION_COUNT:
            break;
        }
    }
}

void new_write_readme(const new_kind *k, rj_buf *out) {
    rj_buf_printf(out,
                  "# %s\n\nHow Karmada interprets a %s of %s: `customizations.yaml`. Its cases "
                  "stand in `testdata/`; "
                  "run them with `rjinterp test`, and look for more with `rjinterp lint` and "
                  "`rjinterp probe`.\n",
                  k->kind, k->kind, k->api_version);
    if (k->shape.replicas.count) {
        rj_buf_puts(out, "\nReplicas: `");
        write_dotted(&k->shape.replicas, out);
        rj_buf_puts(out, "`.\n");
    }
}
