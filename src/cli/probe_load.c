/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_load.h"

bool probe_resolve(probe_source *r, const char *const *names, size_t count, rj_source_list *out,
                   rj_error *err) {
    if (!rj_sources_resolve(names, count, false, r->loader.arena, out))
        return rj_error_no_memory(err);
    return !out->error_count || rj_error_set(err, RJ_ERROR_IO, "%s", out->errors[0]);
}

/* What one member would report of an object as it is. */
static bool status_of(const rj_value *object, rj_arena *arena, const rj_value **out) {
    const rj_value *status = rj_value_get(object, "status");
    const rj_value name = rj_value_text("member1");
    rj_map_builder item = {.arena = arena};
    rj_list_builder items = {.arena = arena};
    rj_value *list = rj_arena_calloc(arena, 1, sizeof *list);
    if (!list || !rj_map_append(&item, "clusterName", 11, (rj_position){0}, &name) ||
        (status && !rj_map_append(&item, "status", 6, (rj_position){0}, status)))
        return false;
    const rj_value made = rj_map_finish(&item);
    if (!rj_list_append(&items, &made))
        return false;
    *list = rj_list_finish(&items);
    *out = list;
    return true;
}

static bool add_object(probe_source *r, const rj_suite_directory *directory, const char *name,
                       const rj_value *status_items, rj_error *err) {
    rj_source_list source;
    rj_suite_case given = {.directory = directory,
                           .file = name,
                           .name = "",
                           .status_items = status_items,
                           .desired_replica = r->desired_replica};
    if (!probe_resolve(r, &name, 1, &source, err) ||
        !cli_load_object(&r->loader, &source, &given.observed, err))
        return false;
    given.desired = given.observed;
    given.at = given.observed->at;
    if (!status_items && !status_of(given.observed, r->loader.arena, &given.status_items))
        return rj_error_no_memory(err);
    return rj_probe_inputs_add(&r->inputs, &given, r->rule, err);
}

static bool load_objects(probe_source *r, const cli_list *arguments, rj_error *err) {
    rj_arena *arena = r->loader.arena;
    rj_source_list sources;
    rj_customization_set *set = rj_arena_calloc(arena, 1, sizeof *set);
    rj_suite_directory *directory = rj_arena_calloc(arena, 1, sizeof *directory);
    const rj_value *status_items = NULL;
    if (!set || !directory)
        return rj_error_no_memory(err);
    set->arena = arena;
    if (!probe_resolve(r, r->filenames->items, r->filenames->count, &sources, err) ||
        !cli_load_customizations(&r->loader, &sources, set, err))
        return false;
    if (*r->status_file && (!probe_resolve(r, &r->status_file, 1, &sources, err) ||
                            !cli_load_status_items(&r->loader, &sources, &status_items, err)))
        return false;
    *directory = (rj_suite_directory){
        .path = r->filenames->items[0], .customizations = set, .customization_count = 1};
    for (size_t i = 0; i < arguments->count; i++)
        if (!add_object(r, directory, arguments->items[i], status_items, err))
            return false;
    return true;
}

static bool load_cases(probe_source *r, const cli_list *arguments, rj_error *err) {
    static const char *const here = ".";
    rj_suite suite;
    if (!rj_suite_load(arguments->count ? arguments->items : &here,
                       arguments->count ? arguments->count : 1, r->loader.limits, r->loader.arena,
                       &suite, err))
        return false;
    for (size_t i = 0; i < suite.count; i++) {
        const rj_suite_case *item = &suite.cases[i];
        if (item->problem) {
            rj_error_set(err, RJ_ERROR_TYPE, "%s", item->problem);
            rj_error_locate(err, item->problem_file, item->problem_at);
            return false;
        }
        if (!rj_probe_inputs_add(&r->inputs, item, r->rule, err))
            return false;
    }
    return true;
}

bool probe_load(probe_source *r, const cli_list *arguments, int *status, rj_error *err) {
    const bool has_files = r->filenames->count > 0;
    if (has_files && !arguments->count)
        return rj_error_set(err, RJ_ERROR_USAGE, "-f needs objects: -f FILE OBJECT...");
    if (!has_files && *r->status_file)
        return rj_error_set(err, RJ_ERROR_USAGE, "--status-file needs -f");
    if (r->desired_replica < 0)
        return rj_error_set(err, RJ_ERROR_USAGE, "--desired-replica can't be negative");
    if (!(has_files ? load_objects : load_cases)(r, arguments, err))
        return false;
    if (r->inputs.count)
        return true;
    *status = PROBE_EXIT_NO_INPUT;
    return rj_error_set(err, RJ_ERROR_USAGE,
                        has_files ? "no customization has a rule for these objects"
                                  : "no case was found that a rule can be run with");
}
