/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/interp.h"

#include <math.h>
#include <string.h>

#include "interp/measure.h"
#include "interp/phases.h"
#include "interp/results.h"
#include "interp/session.h"
#include "rjinterp/dependency.h"
#include "rjinterp/script.h"

/* What one run needs at every step. */
typedef struct run {
    const rj_request *request;
    const rj_rule *rule;
    const rj_value *object; /* whose apiVersion and kind choose the customizations */
    const rj_limits *limits;
    rj_arena *arena;
    rj_session *session; /* may be NULL */
    rj_lua *lua;
    rj_measuring *measuring;
    bool is_loaded;              /* the state has run the script's top level */
    void (*returned)(void *ctx); /* may be NULL */
    void *returned_ctx;
} run;

/* ---- arguments ---- */

static bool need(const rj_value *object, const char *which, rj_error *err) {
    return object ||
           rj_error_set(err, RJ_ERROR_USAGE, "%s, %s-file options are not set", which, which);
}

/* Finds the object, with the reference's complaints in the reference's order. */
static bool check_arguments(run *r, rj_error *err) {
    const rj_value *desired = r->request->desired, *observed = r->request->observed;
    if (r->rule->parameters[0] == RJ_PARAMETER_DESIRED) {
        r->object = desired;
        return need(desired, "desired", err) && need(observed, "observed", err);
    }
    if (!desired && !observed)
        return rj_error_set(err, RJ_ERROR_USAGE, "desired-file, observed-file options are not set");
    if (desired && observed)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "you can not specify both desired-file and observed-file options");
    r->object = desired ? desired : observed;
    return true;
}

static void fill_arguments(const run *r, rj_value *replica, const rj_value **args) {
    *replica = rj_value_int(r->request->desired_replica);
    for (size_t i = 0; i < r->rule->parameter_count; i++) {
        switch (r->rule->parameters[i]) {
        case RJ_PARAMETER_OBJECT:
            args[i] = r->object;
            break;
        case RJ_PARAMETER_DESIRED:
            args[i] = r->request->desired;
            break;
        case RJ_PARAMETER_OBSERVED:
            args[i] = r->request->observed;
            break;
        case RJ_PARAMETER_REPLICA:
            args[i] = replica;
            break;
        case RJ_PARAMETER_STATUS_ITEMS:
            args[i] = r->request->status_items;
            break;
        case RJ_PARAMETER_NONE:
            args[i] = NULL;
            break;
        }
    }
}

/* ---- the rule ---- */

/* Says why nothing answers: no customization for the kind, or none with this rule. */
static bool not_enabled(const run *r, const char *api_version, const char *kind, rj_error *err) {
    rj_error_set(err, RJ_ERROR_RULE, "rule is not enabled");
    const rj_customization *other = NULL;
    for (size_t i = 0; i < RJ_OPERATION_COUNT && !other; i++) {
        const rj_rule_match *matches;
        size_t count;
        if (!rj_customization_set_match(r->request->customizations, (rj_operation)i, api_version,
                                        kind, r->arena, &matches, &count, err))
            return false;
        if (count)
            other = matches[0].customization;
    }
    if (other)
        rj_error_set_hint(err,
                          "customization \"%s\" for %s %s has no script under "
                          "spec.customizations.%s",
                          other->name, api_version, kind, r->rule->field);
    else
        rj_error_set_hint(err, "no customization has the target apiVersion \"%s\", kind \"%s\"",
                          api_version, kind);
    return false;
}

static bool find_rule(const run *r, const rj_rule_match **matches, size_t *count, rj_error *err) {
    const char *api_version = rj_value_get_text(r->object, "apiVersion");
    const char *kind = rj_value_get_text(r->object, "kind");
    api_version = api_version ? api_version : "";
    kind = kind ? kind : "";
    if (!rj_customization_set_match(r->request->customizations, r->rule->operation, api_version,
                                    kind, r->arena, matches, count, err))
        return false;
    return *count ? true : not_enabled(r, api_version, kind, err);
}

/* ---- one script ---- */

/* Where the script defines the rule's function, as far as a look at the text can tell; else its
 * start. */
static rj_position function_place(const rj_chunk *chunk, const char *function) {
    size_t name_bytes = strlen(function);
    const char *text = chunk->script, *end = text + chunk->script_bytes;
    const char *at = text;
    while ((at = memmem(at, (size_t)(end - at), "function", 8))) {
        const char *name = at + 8;
        while (name < end && (*name == ' ' || *name == '\t'))
            name++;
        if ((size_t)(end - name) > name_bytes && memcmp(name, function, name_bytes) == 0 &&
            (name[name_bytes] == '(' || name[name_bytes] == ' '))
            break;
        at += 8;
    }
    return rj_span_map_at(chunk->origin, text, chunk->script_bytes, at ? (size_t)(at - text) : 0);
}

static rj_chunk_detail detail_of(const rj_request *request) {
    if (!rj_measuring_is_wanted(request))
        return RJ_CHUNK_PLAIN;
    return request->measure.coverage ? RJ_CHUNK_COUNTED
           : request->measure.trace  ? RJ_CHUNK_TRACED
                                     : RJ_CHUNK_PLAIN;
}

/* The chunk stays: functions of an earlier script may run later. NULL: it can't be compiled. */
static const rj_chunk *compile(const run *r, const rj_rule_match *match, rj_error *err) {
    if (r->session && !rj_measuring_is_wanted(r->request)) {
        const rj_session_script *script =
            rj_session_compile(r->session, match, r->rule->operation, err);
        return script ? &script->chunk : NULL;
    }
    rj_chunk *chunk = rj_arena_calloc(r->arena, 1, sizeof *chunk);
    if (!chunk)
        rj_error_no_memory(err);
    else if (rj_rule_compile(match, r->rule->operation, r->limits, detail_of(r->request), r->arena,
                             chunk, err))
        return chunk;
    return NULL;
}

/* What the script lacks: "the script has to define a global function Retain(desiredObj,
 * observedObj)" */
static void hint_at_function(const rj_rule *rule, rj_error *err) {
    rj_error_set_hint(err, "the script has to define a global function %s(%s%s%s)", rule->function,
                      rule->parameter_names[0], rule->parameter_count > 1 ? ", " : "",
                      rule->parameter_count > 1 ? rule->parameter_names[1] : "");
}

static bool call_function(const run *r, const rj_chunk *chunk, rj_error *err) {
    rj_value replica;
    const rj_value *args[RJ_RULE_MAX_PARAMETERS];
    fill_arguments(r, &replica, args);
    return (r->is_loaded ? rj_lua_run_again : rj_lua_run)(r->lua, chunk, r->rule->function, args,
                                                          r->rule->parameter_count,
                                                          r->rule->result_count, err);
}

static bool run_script(const run *r, const rj_rule_match *match, const rj_chunk **out,
                       rj_error *err) {
    const rj_chunk *chunk = compile(r, match, err);
    bool ok = chunk && rj_measuring_begin(r->measuring, match->customization, chunk, err);
    if (ok) {
        ok = call_function(r, chunk, err);
        if (!ok && err) {
            rj_error_locate(err, match->customization->source,
                            function_place(chunk, r->rule->function));
            if (err->code == RJ_ERROR_RULE)
                hint_at_function(r->rule, err);
        }
    }
    if (ok && r->returned)
        r->returned(r->returned_ctx);
    if (!ok && err && r->rule->result_shapes[0] == RJ_RESULT_COMPONENTS)
        rj_error_prefix(err, "failed to run '%s' script: ", r->rule->function);
    *out = chunk;
    return ok;
}

/* ---- results ---- */

/* One script's results; the places of their errors are those of the function. */
static bool take_results(const run *r, const rj_rule_match *match, const rj_chunk *chunk,
                         rj_value *values, rj_error *err) {
    const rj_value *references[2];
    size_t reference_count = 0;
    if (r->rule->result_shapes[0] == RJ_RESULT_OBJECT) {
        if (r->request->desired)
            references[reference_count++] = r->request->desired;
        if (r->request->observed)
            references[reference_count++] = r->request->observed;
    }
    const rj_result_context context = {.rule = r->rule,
                                       .lua = r->lua,
                                       .references = references,
                                       .reference_count = reference_count,
                                       .arena = r->arena};
    for (size_t i = 0; i < r->rule->result_count; i++) {
        if (rj_result_take(&context, i, &values[i], err))
            continue;
        if (err)
            rj_error_locate(err, match->customization->source,
                            function_place(chunk, r->rule->function));
        return false;
    }
    return true;
}

static bool run_dependencies(const run *r, const rj_rule_match *matches, size_t count,
                             rj_value *out, rj_error *err) {
    rj_value *lists = rj_arena_calloc(r->arena, count, sizeof *lists);
    if (!lists)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        const rj_chunk *chunk;
        if (!run_script(r, &matches[i], &chunk, err) ||
            !take_results(r, &matches[i], chunk, &lists[i], err))
            return false;
    }
    return rj_dependencies_merge(lists, count, r->arena, out, err);
}

static bool run_matches(const run *r, const rj_rule_match *matches, size_t count, rj_value *values,
                        rj_error *err) {
    if (r->rule->operation == RJ_OPERATION_INTERPRET_DEPENDENCY)
        return run_dependencies(r, matches, count, &values[0], err);
    const rj_chunk *chunk;
    return run_script(r, &matches[0], &chunk, err) &&
           take_results(r, &matches[0], chunk, values, err);
}

/* All in one state, which is fresh unless r->is_loaded. */
static bool run_in_state(const run *r, const rj_rule_match *matches, size_t count,
                         rj_result *result, rj_error *err) {
    rj_result made = {.count = r->rule->result_count, .answered_by = matches[0].customization};
    for (size_t i = 0; i < made.count; i++)
        made.names[i] = r->rule->result_names[i];
    if (!run_matches(r, matches, count, made.values, err))
        return false;
    *result = made;
    return true;
}

static rj_lua *new_state(const run *r, rj_error *err) {
    const rj_lua_options options = {
        .limits = r->limits,
        .print = r->request->print,
        .print_ctx = r->request->print_ctx,
        .profiles = r->request->measured && r->request->measure.lines,
        .counts_usage = r->request->measured && r->request->measure.usage,
        .trace = r->request->measured ? r->request->measure.trace : NULL,
        .reverses_pairs = r->request->reverses_pairs};
    return rj_lua_new(&options, err);
}

static bool run_fresh(run *r, const rj_rule_match *matches, size_t count, rj_result *result,
                      rj_error *err) {
    rj_error refused = RJ_ERROR_INIT;
    r->lua = new_state(r, err);
    bool ok = r->lua && run_in_state(r, matches, count, result, err);
    if (!rj_measuring_end(r->measuring, r->lua, &refused)) {
        ok = false;
        if (err)
            rj_error_move(err, &refused);
    }
    rj_error_clear(&refused);
    rj_lua_free(r->lua);
    return ok;
}

/* What an error leaves behind in a state doesn't matter to a repeatable script, unless the state
 * itself has come to an end of something. */
static bool may_be_used_again(const rj_error *err) {
    return err->code == RJ_ERROR_SCRIPT || err->code == RJ_ERROR_TYPE;
}

enum {
    KEPT_STATE_BYTES = 2 * 1024 * 1024 /* a state that has grown larger isn't kept */
};

static bool run_kept(run *r, rj_session_script *script, const rj_rule_match *match,
                     rj_result *result, rj_error *err) {
    if (!script->lua && !rj_session_has_room(r->session))
        return run_fresh(r, match, 1, result, err);
    if (!script->lua) {
        rj_lua *lua = new_state(r, err);
        if (!lua)
            return false;
        rj_session_keep_state(r->session, script, lua);
    }
    r->lua = script->lua;
    r->is_loaded = script->is_loaded;
    bool ok = run_in_state(r, match, 1, result, err);
    script->is_loaded = ok || (r->is_loaded && may_be_used_again(err));
    if (script->is_loaded && rj_lua_used_bytes(script->lua) <= KEPT_STATE_BYTES)
        return ok;
    rj_session_drop_state(r->session, script);
    if (ok)
        return true;
    /* What earlier requests have left behind counts as memory: without it, it may be enough. */
    if (!r->is_loaded || err->code != RJ_ERROR_MEMORY)
        return false;
    r->is_loaded = false;
    return run_fresh(r, match, 1, result, err);
}

/* The state stays, whatever the scripts left there, unless it has come to an end of something. */
static bool run_shared(run *r, const rj_rule_match *matches, size_t count, rj_result *result,
                       rj_error *err) {
    rj_lua **state = rj_session_shared_state(r->session);
    if (!*state)
        *state = new_state(r, err);
    r->lua = *state;
    if (!r->lua)
        return false;
    const bool ok = run_in_state(r, matches, count, result, err);
    if (!ok && !may_be_used_again(err) && err->code != RJ_ERROR_RULE) {
        rj_lua_free(*state);
        *state = NULL;
    }
    return ok;
}

static bool run_rule(run *r, rj_result *result, rj_error *err) {
    const rj_rule_match *matches;
    size_t count;
    rj_measuring measuring = {.request = r->request, .arena = r->arena};
    r->measuring = &measuring;
    if (!check_arguments(r, err) || !find_rule(r, &matches, &count, err))
        return false;
    const bool is_special = rj_measuring_is_wanted(r->request) || r->request->reverses_pairs;
    if (r->session && rj_session_is_shared(r->session) && !is_special)
        return run_shared(r, matches, count, result, err);
    if (!r->session || count > 1 || is_special)
        return run_fresh(r, matches, count, result, err);
    rj_error ignored = RJ_ERROR_INIT;
    rj_session_script *script =
        rj_session_compile(r->session, matches, r->rule->operation, &ignored);
    rj_error_clear(&ignored);
    return script && script->chunk.is_repeatable ? run_kept(r, script, matches, result, err)
                                                 : run_fresh(r, matches, count, result, err);
}

bool rj_interp_refuse_large_result(const rj_limits *limits, rj_error *err) {
    rj_error_set(err, RJ_ERROR_LIMIT, "out of memory for the result: its limit is %zu bytes",
                 limits->max_output_bytes);
    rj_error_name_limit(err, RJ_LIMIT_OUTPUT);
    return false;
}

static void note_returned(void *ctx) {
    *(bool *)ctx = true;
}

bool rj_interp_run_in_session(rj_session *session, const rj_request *request, rj_arena *arena,
                              rj_result *result, rj_error *err) {
    bool returned = false;
    if (rj_interp_run_in_phases(session, request, note_returned, &returned, arena, result, err))
        return true;
    const rj_limits *limits = request->limits ? request->limits : rj_limits_default();
    return returned && err->code == RJ_ERROR_MEMORY ? rj_interp_refuse_large_result(limits, err)
                                                    : false;
}

bool rj_interp_run_in_phases(rj_session *session, const rj_request *request,
                             void (*returned)(void *ctx), void *ctx, rj_arena *arena,
                             rj_result *result, rj_error *err) {
    run r = {.request = request,
             .rule = rj_rule_of(request->operation),
             .limits = request->limits ? request->limits : rj_limits_default(),
             .arena = arena,
             .session = session,
             .returned = returned,
             .returned_ctx = ctx};
    return run_rule(&r, result, err);
}

bool rj_interp_run(const rj_request *request, rj_arena *arena, rj_result *result, rj_error *err) {
    return rj_interp_run_in_phases(NULL, request, NULL, NULL, arena, result, err);
}
