/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/alloc.h"
#include "insight/probe_parts.h"

enum {
    PORTION = 1024 /* runs that one worker gets: they are short */
};

rj_suite_case probe_case_of(const rj_probe_input *input, const rj_value *arguments) {
    const rj_value *replicas = rj_value_get(arguments, "inputReplicas");
    return (rj_suite_case){
        .directory = input->directory,
        .file = input->file,
        .at = input->at,
        .name = "",
        .rule = input->rule,
        .desired = rj_value_get(arguments, "desiredObj"),
        .observed = rj_value_get(arguments, "observedObj"),
        .status_items = rj_value_get(arguments, "statusItems"),
        .desired_replica = rj_value_is(replicas, RJ_KIND_INT) ? (int32_t)replicas->number.i64 : 0};
}

bool probe_run_cases(const rj_suite_case *cases, size_t count, const rj_probe_options *options,
                     rj_suite_results *out, rj_error *err) {
    const rj_suite_options how = {.limits = options->limits,
                                  .jail = options->jail,
                                  .jobs = options->jobs,
                                  .portion = PORTION};
    const rj_suite_case **list = rj_alloc_zeroed((count ? count : 1) * sizeof *list);
    if (!list)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < count; i++)
        list[i] = &cases[i];
    const rj_suite_selection selection = {.cases = list, .count = count, .found = count};
    const bool ok = rj_suite_run(&selection, &how, out, err);
    rj_alloc_free(list);
    return ok;
}

rj_probe_kind probe_kind_of(const rj_suite_result *result) {
    switch (result->code) {
    case RJ_ERROR_SCRIPT:
        return RJ_PROBE_CRASH;
    case RJ_ERROR_TYPE:
        return RJ_PROBE_REFUSED;
    case RJ_ERROR_DEADLINE:
        return RJ_PROBE_HANG;
    case RJ_ERROR_MEMORY:
    case RJ_ERROR_LIMIT:
        return RJ_PROBE_LIMIT;
    case RJ_ERROR_NONE:
    case RJ_ERROR_USAGE:
    case RJ_ERROR_IO:
    case RJ_ERROR_SYNTAX:
    case RJ_ERROR_RULE:
    case RJ_ERROR_INTERNAL:
        break;
    }
    return RJ_PROBE_BROKEN;
}

const char *rj_probe_kind_name(rj_probe_kind kind) {
    static const char *const names[] = {[RJ_PROBE_CRASH] = "crash",
                                        [RJ_PROBE_REFUSED] = "refused",
                                        [RJ_PROBE_HANG] = "hang",
                                        [RJ_PROBE_LIMIT] = "limit",
                                        [RJ_PROBE_BROKEN] = "broken"};
    return names[kind];
}

/* Where a script was when its time was up is a matter of chance. */
bool probe_is_same(const rj_probe_finding *finding, const rj_suite_result *result) {
    const rj_probe_input *input = finding->input;
    return result->status == RJ_SUITE_FAILED && probe_kind_of(result) == finding->kind &&
           result->item->rule == input->rule &&
           result->item->directory->customizations == input->directory->customizations &&
           (finding->kind == RJ_PROBE_HANG ||
            (result->reason_at.line == finding->at.line &&
             strcmp(result->reason_file ? result->reason_file : "", finding->file) == 0));
}

static bool keep(rj_arena *arena, const char *text, const char **out) {
    *out = text ? rj_arena_copy(arena, text, strlen(text)) : NULL;
    return *out || !text;
}

bool probe_describe(rj_probe_finding *finding, const rj_suite_result *result, rj_arena *arena) {
    if (finding->kind != RJ_PROBE_HANG)
        finding->at = result->reason_at;
    return keep(arena, result->reason ? result->reason : "", &finding->message) &&
           keep(arena, finding->kind == RJ_PROBE_HANG ? NULL : result->path, &finding->path) &&
           keep(arena, finding->kind == RJ_PROBE_HANG ? NULL : result->detail, &finding->detail);
}
