/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whole runs: customizations, an operation and its arguments in, the command's output or error out.
 */
#include <string.h>

#include "rjinterp/interp.h"
#include "rjinterp/object.h"
#include "rjinterp/yaml.h"
#include "vectors.h"

static rj_rule_script script_of(const rj_value *text) {
    return (rj_rule_script){.text = text->string.data, .text_bytes = text->string.bytes};
}

static void set_target(const rj_value *from, rj_customization *c) {
    const char *api_version = rj_value_get_text(from, "apiVersion");
    const char *kind = rj_value_get_text(from, "kind");
    c->api_version = api_version ? api_version : "";
    c->kind = kind ? kind : "";
}

/* One customization named c with one script. */
static bool add_only(const vector_case *v, rj_operation operation, rj_customization_set *set) {
    const rj_value *target = rj_value_get(v->vector, "target");
    if (!rj_value_is(target, RJ_KIND_MAP))
        target = rj_value_get(v->vector, "desired");
    if (!rj_value_is(target, RJ_KIND_MAP))
        target = rj_value_get(v->vector, "observed");
    rj_customization c = {.source = "c.yaml", .name = "c"};
    set_target(target, &c);
    c.scripts[operation] = script_of(rj_value_get(v->vector, "script"));
    return rj_customization_set_add(set, &c);
}

static bool add_listed(const rj_value *list, rj_customization_set *set) {
    for (size_t i = 0; i < list->list.count; i++) {
        const rj_value *item = &list->list.items[i];
        const rj_value *rules = rj_value_get(item, "rules");
        rj_customization c = {.source = "c.yaml", .name = rj_value_get_text(item, "name")};
        set_target(rj_value_get(item, "target"), &c);
        for (size_t j = 0; j < rules->map.count; j++) {
            const rj_rule *rule = rj_rule_find(rules->map.members[j].key);
            c.scripts[rule->operation] = script_of(&rules->map.members[j].value);
        }
        if (!rj_customization_set_add(set, &c))
            return false;
    }
    return true;
}

/* As the command binds a document. */
static bool bind_object(const vector_case *v, const char *name, const rj_value **out,
                        rj_error *err) {
    const rj_value *given = rj_value_get(v->vector, name);
    if (!rj_value_is(given, RJ_KIND_MAP))
        return true;
    rj_value *bound = rj_arena_calloc(v->arena, 1, sizeof *bound);
    const rj_document doc = {.root = *given, .file = name};
    if (!bound)
        return rj_error_no_memory(err);
    *out = bound;
    return rj_object_bind(&doc, v->arena, bound, err);
}

static bool bind_items(const vector_case *v, const rj_value **out, rj_error *err) {
    const rj_value *given = rj_value_get(v->vector, "statusItems");
    if (!rj_value_is(given, RJ_KIND_LIST))
        return true;
    rj_list_builder items = {.arena = v->arena};
    for (size_t i = 0; i < given->list.count; i++) {
        const rj_document doc = {.root = given->list.items[i], .file = "statusItems"};
        rj_value item;
        if (!rj_status_item_bind(&doc, v->arena, &item, err) || !rj_list_append(&items, &item))
            return false;
    }
    rj_value *list = rj_arena_calloc(v->arena, 1, sizeof *list);
    if (!list)
        return rj_error_no_memory(err);
    *list = rj_list_finish(&items);
    *out = list;
    return true;
}

static void collect(void *ctx, const char *data, size_t bytes) {
    rj_buf_append(ctx, data, bytes);
}

/* The recorded stream has what was printed before the results. */
static bool compare_output(vector_case *v, const rj_result *result, rj_buf *printed) {
    const rj_value *expected = rj_value_get(v->vector, "stdout");
    const char *refused = rj_value_get_text(v->vector, "stderr");
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_buf_append(&out, rj_buf_text(printed), printed->bytes);
    if (!rj_value_get_text(v->vector, "printed"))
        rj_buf_reset(&out);
    rj_buf complaint = RJ_BUF_INIT;
    for (size_t i = 0; i < result->count; i++) {
        rj_buf_printf(&out, "---\n# [%zu/%zu] %s:\n", i + 1, result->count, result->names[i]);
        if (!rj_yaml_write(&result->values[i], &out, &err))
            rj_buf_printf(&complaint, "ERROR: %s\n", err.message);
    }
    bool same = vector_same_text(v, expected->string.data, expected->string.bytes,
                                 rj_buf_text(&out), out.bytes);
    const char *refusal = refused ? refused : "";
    same = same &&
           vector_same_text(v, refusal, strlen(refusal), rj_buf_text(&complaint), complaint.bytes);
    rj_error_clear(&err);
    rj_buf_free(&complaint);
    rj_buf_free(&out);
    return same;
}

static bool run_request(vector_case *v, rj_request *request) {
    rj_buf printed = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_result result;
    request->print = collect;
    request->print_ctx = &printed;
    bool fails = rj_value_get(v->vector, "error") != NULL, same;
    bool ok = bind_object(v, "desired", &request->desired, &err) &&
              bind_object(v, "observed", &request->observed, &err) &&
              bind_items(v, &request->status_items, &err) &&
              rj_interp_run(request, v->arena, &result, &err);
    if (ok && fails)
        same = vector_unexpected(v, rj_value_get_text(v->vector, "error"), "a result");
    else if (!ok && !fails)
        same = vector_unexpected(v, rj_value_get_text(v->vector, "stdout"), err.message);
    else
        same = ok ? compare_output(v, &result, &printed) : vector_same_error(v, &err);
    rj_error_clear(&err);
    rj_buf_free(&printed);
    return same;
}

bool run_convert(vector_case *v) {
    const rj_rule *rule = rj_rule_find(rj_value_get_text(v->vector, "operation"));
    rj_customization_set set = {.arena = v->arena};
    const rj_value *listed = rj_value_get(v->vector, "customizations");
    bool added = listed ? add_listed(listed, &set) : add_only(v, rule->operation, &set);
    if (!added)
        return vector_unexpected(v, "customizations", "out of memory");
    const rj_value *replica = rj_value_get(v->vector, "replica");
    rj_request request = {.customizations = &set,
                          .operation = rule->operation,
                          .desired_replica = (int32_t)replica->number.i64};
    return run_request(v, &request);
}
