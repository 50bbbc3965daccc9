/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rjinterp/probe.h"

/* ---- from a case ---- */

static bool set(rj_map_builder *arguments, const char *key, const rj_value *value) {
    return rj_map_append(arguments, key, strlen(key), value->at, value);
}

/* False in *@p has when the case lacks the argument. */
static bool add_argument(rj_map_builder *arguments, rj_parameter parameter,
                         const rj_suite_case *given, bool *has) {
    const rj_value replicas = rj_value_int(given->desired_replica);
    const bool is_desired =
        parameter == RJ_PARAMETER_DESIRED || (parameter == RJ_PARAMETER_OBJECT && !given->observed);
    const rj_value *value = NULL;
    const char *key = is_desired ? "desiredObj" : "observedObj";
    if (parameter == RJ_PARAMETER_REPLICA) {
        key = "inputReplicas";
        value = &replicas;
    } else if (parameter == RJ_PARAMETER_STATUS_ITEMS) {
        key = "statusItems";
        value = given->status_items;
    } else {
        value = is_desired ? given->desired : given->observed;
    }
    *has = value != NULL;
    return !value || set(arguments, key, value);
}

static bool add_input(rj_probe_inputs *inputs, const rj_suite_directory *directory,
                      const rj_rule *rule, const rj_value *arguments, const rj_suite_case *given) {
    for (size_t i = 0; i < inputs->count; i++) {
        const rj_probe_input *other = &inputs->items[i];
        if (other->rule == rule && other->directory->customizations == directory->customizations &&
            rj_value_equal(&other->arguments, arguments))
            return true;
    }
    rj_probe_input *grown = rj_arena_grow(inputs->arena, inputs->items, inputs->count,
                                          &inputs->capacity, sizeof *grown);
    if (!grown)
        return false;
    inputs->items = grown;
    grown[inputs->count++] = (rj_probe_input){.directory = directory,
                                              .rule = rule,
                                              .arguments = *arguments,
                                              .file = given->file,
                                              .at = given->at};
    return true;
}

/* The object that chooses the customization. */
static const rj_value *object_of(const rj_value *arguments) {
    const rj_value *desired = rj_value_get(arguments, "desiredObj");
    return desired ? desired : rj_value_get(arguments, "observedObj");
}

static bool is_enabled(rj_probe_inputs *inputs, const rj_suite_directory *directory,
                       const rj_rule *rule, const rj_value *object, bool *out, rj_error *err) {
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    const rj_rule_match *matches;
    size_t count = 0;
    if (!rj_customization_set_match(directory->customizations, rule->operation,
                                    api_version ? api_version : "", kind ? kind : "", inputs->arena,
                                    &matches, &count, err))
        return false;
    *out = count > 0;
    return true;
}

static bool add_rule(rj_probe_inputs *inputs, const rj_suite_directory *directory,
                     const rj_rule *rule, const rj_suite_case *given, rj_error *err) {
    rj_map_builder builder = {.arena = inputs->arena};
    for (size_t i = 0; i < rule->parameter_count; i++) {
        bool has;
        if (!add_argument(&builder, rule->parameters[i], given, &has))
            return rj_error_no_memory(err);
        if (!has)
            return true;
    }
    const rj_value arguments = rj_map_finish(&builder);
    bool enabled;
    if (!is_enabled(inputs, directory, rule, object_of(&arguments), &enabled, err))
        return false;
    return !enabled || add_input(inputs, directory, rule, &arguments, given) ||
           rj_error_no_memory(err);
}

/* A directory with one set of the given one's. */
static const rj_suite_directory *single(rj_probe_inputs *inputs, const rj_suite_directory *given,
                                        size_t i) {
    if (given->customization_count == 1)
        return given;
    rj_suite_directory *made = rj_arena_calloc(inputs->arena, 1, sizeof *made);
    if (made)
        *made = (rj_suite_directory){.path = given->path,
                                     .customizations = &given->customizations[i],
                                     .customization_count = 1};
    return made;
}

bool rj_probe_inputs_add(rj_probe_inputs *inputs, const rj_suite_case *given, const rj_rule *rule,
                         rj_error *err) {
    for (size_t i = 0; i < given->directory->customization_count; i++) {
        const rj_suite_directory *directory = single(inputs, given->directory, i);
        if (!directory)
            return rj_error_no_memory(err);
        for (size_t j = 0; j < RJ_OPERATION_COUNT; j++) {
            const rj_rule *row = rj_rule_of((rj_operation)j);
            if ((!rule || rule == row) && !add_rule(inputs, directory, row, given, err))
                return false;
        }
    }
    return true;
}

/* ---- to a case ---- */

/* The reason alone: production's line in front of it changes with every edit. */
static const char *bare_reason(const char *message) {
    const char *at = strstr(message, "<string>:");
    const size_t digits = at ? strspn(at + 9, "0123456789") : 0;
    return digits && strncmp(at + 9 + digits, ": ", 2) == 0 ? at + 9 + digits + 2 : message;
}

bool rj_probe_finding_case(const rj_probe_finding *finding, rj_arena *arena, rj_value *out) {
    const char *operation = finding->input->rule->name;
    const char *reason = bare_reason(finding->message);
    rj_map_builder builder = {.arena = arena};
    rj_buf name = RJ_BUF_INIT;
    rj_buf_printf(&name, "%s: %s at line %u", operation, rj_probe_kind_name(finding->kind),
                  (unsigned)finding->at.line);
    const char *title =
        rj_buf_ok(&name) ? rj_arena_copy(arena, rj_buf_text(&name), name.bytes) : NULL;
    rj_buf_free(&name);
    const char *text = rj_arena_copy(arena, reason, strcspn(reason, "\n"));
    if (!title || !text)
        return false;
    const rj_value fields[] = {rj_value_text(title), rj_value_text(operation), rj_value_text(text)};
    const rj_value *arguments = &finding->arguments;
    bool ok = set(&builder, "name", &fields[0]) && set(&builder, "operation", &fields[1]) &&
              set(&builder, "error", &fields[2]);
    for (size_t i = 0; ok && i < arguments->map.count; i++)
        ok = set(&builder, arguments->map.members[i].key, &arguments->map.members[i].value);
    *out = rj_map_finish(&builder);
    return ok;
}
