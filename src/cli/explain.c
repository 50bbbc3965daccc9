/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <string.h>

#include "cli/explain_candidates.h"
#include "cli/snippet.h"

static bool hear(void *ctx, const rj_measurements *measurements) {
    cli_explain *explain = ctx;
    explain->script_count++;
    explain->run_ns = measurements->run_ns;
    explain->usage = measurements->usage;
    return true;
}

void cli_explain_ask(cli_explain *explain, rj_request *request) {
    request->measure.time = request->measure.usage = true;
    request->measured = hear;
    request->measured_ctx = explain;
}

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strlen(text), out);
}

/* ---- arguments ---- */

/* The file that an option's object comes from: that of its document among the option's sources. */
static const char *file_of(const rj_source_list *sources, const cli_documents *documents) {
    for (size_t i = 0; i < sources->count; i++)
        for (size_t j = 0; j < documents->count; j++)
            if (strcmp(documents->items[j].file, sources->items[i].name) == 0)
                return sources->items[i].name;
    return sources->count ? sources->items[0].name : "";
}

static void write_identity(const rj_value *object, rj_buf *out) {
    const rj_value *metadata = rj_value_get(object, "metadata");
    const char *name_space = rj_value_get_text(metadata, "namespace");
    const char *name = rj_value_get_text(metadata, "name");
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    write_escaped(api_version ? api_version : "(no apiVersion)", out);
    rj_buf_putc(out, ' ');
    write_escaped(kind ? kind : "(no kind)", out);
    rj_buf_puts(out, name ? " \"" : " without a name");
    if (!name)
        return;
    if (name_space) {
        write_escaped(name_space, out);
        rj_buf_putc(out, '/');
    }
    write_escaped(name, out);
    rj_buf_putc(out, '"');
}

static void write_object(const rj_value *object, const rj_source_list *sources, const char *option,
                         const cli_documents *documents, rj_buf *out) {
    if (!object) {
        rj_buf_printf(out, "not given (%s)\n", option);
        return;
    }
    write_identity(object, out);
    rj_buf_puts(out, " of ");
    write_escaped(file_of(sources, documents), out);
    rj_buf_printf(out, ":%u\n", (unsigned)object->at.line);
}

static void write_status_items(const rj_request *request, const rj_source_list *sources,
                               rj_buf *out) {
    if (!request->status_items) {
        rj_buf_puts(out, "nil, not given (--status-file)\n");
        return;
    }
    const size_t count =
        rj_value_is(request->status_items, RJ_KIND_LIST) ? request->status_items->list.count : 0;
    rj_buf_printf(out, "%zu %s of ", count, count == 1 ? "item" : "items");
    write_escaped(sources->items[0].name, out);
    if (sources->count > 1)
        rj_buf_printf(out, " and %zu more", sources->count - 1);
    rj_buf_putc(out, '\n');
}

static void write_argument(const rj_request *request, rj_parameter parameter,
                           const cli_sources *sources, const cli_documents *documents,
                           rj_buf *out) {
    const bool is_desired = parameter == RJ_PARAMETER_DESIRED || request->desired;
    switch (parameter) {
    case RJ_PARAMETER_OBJECT:
        write_object(is_desired ? request->desired : request->observed,
                     is_desired ? &sources->desired : &sources->observed,
                     "--desired-file or --observed-file", documents, out);
        break;
    case RJ_PARAMETER_DESIRED:
        write_object(request->desired, &sources->desired, "--desired-file", documents, out);
        break;
    case RJ_PARAMETER_OBSERVED:
        write_object(request->observed, &sources->observed, "--observed-file", documents, out);
        break;
    case RJ_PARAMETER_REPLICA:
        rj_buf_printf(out, "%d (--desired-replica)\n", (int)request->desired_replica);
        break;
    case RJ_PARAMETER_STATUS_ITEMS:
        write_status_items(request, &sources->status, out);
        break;
    case RJ_PARAMETER_NONE:
        break;
    }
}

/* ---- who answered ---- */

static bool find_matches(const rj_request *request, explain_question *q, rj_arena *arena,
                         rj_error *err) {
    const rj_value *object = request->desired ? request->desired : request->observed;
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *kind = rj_value_get_text(object, "kind");
    q->api_version = api_version ? api_version : "";
    q->kind = kind ? kind : "";
    return rj_customization_set_match(request->customizations, request->operation, q->api_version,
                                      q->kind, arena, &q->matches, &q->match_count, err);
}

/* Of those that are built in only those were loaded that have the object's target. */
static bool find_candidates(const rj_request *request, const cli_sources *sources,
                            cli_loader *loader, const explain_question *q,
                            rj_customization_set *all, rj_error *err) {
    *all = *request->customizations;
    if (!sources->built_in || q->match_count)
        return true;
    *all = (rj_customization_set){.arena = loader->arena};
    return cli_load_built_in(loader, NULL, all, err);
}

static void write_matches(const explain_question *q, const rj_customization_set *all, rj_buf *out) {
    for (size_t i = 0; i < q->match_count; i++) {
        rj_buf_puts(out, "  asked: ");
        explain_write_customization(q->matches[i].customization, out);
        rj_buf_printf(out, ", spec.customizations.%s, script on line %u\n", q->rule->field,
                      (unsigned)q->matches[i].script->at.line);
    }
    if (!q->match_count)
        rj_buf_printf(out, "  asked: no customization, of %zu\n", all->count);
    explain_write_candidates(q, all, out);
}

/* ---- what it has cost ---- */

static void write_bytes(uint64_t bytes, rj_buf *out) {
    if (bytes < (uint64_t)1 << 20)
        rj_buf_printf(out, "%.1f KiB", (double)bytes / 1024);
    else
        rj_buf_printf(out, "%.1f MiB", (double)bytes / (1 << 20));
}

static void write_usage(const cli_explain *explain, const rj_limits *limits, rj_buf *out) {
    const rj_lua_usage *usage = &explain->usage;
    if (!explain->script_count) {
        rj_buf_puts(out, "  used: not known, as no script ran, or its process was ended\n");
        return;
    }
    rj_buf_printf(out, "  time: %.2f ms", (double)explain->run_ns / 1e6);
    if (explain->script_count > 1)
        rj_buf_printf(out, " in %zu scripts", explain->script_count);
    rj_buf_printf(out, " (the limit of each script is %u ms)\n", (unsigned)limits->timeout_ms);
    if (usage->instructions)
        rj_buf_printf(out, "  instructions: at least %llu, counted in steps of %llu\n",
                      (unsigned long long)usage->instructions,
                      (unsigned long long)usage->instruction_step);
    else
        rj_buf_printf(out, "  instructions: fewer than %llu\n",
                      (unsigned long long)(usage->instruction_step * explain->script_count));
    rj_buf_puts(out, "  memory: ");
    write_bytes(usage->peak_bytes, out);
    rj_buf_puts(out, " at most, arguments and library included (the limit is ");
    write_bytes(limits->max_memory_bytes, out);
    rj_buf_puts(out, ")\n");
}

bool cli_explain_write(const cli_explain *explain, const rj_request *request,
                       const cli_sources *sources, cli_loader *loader, rj_buf *out, rj_error *err) {
    const rj_rule *rule = rj_rule_of(request->operation);
    explain_question q = {.rule = rule};
    rj_customization_set all;
    const cli_documents documents = cli_loaded_documents(loader);
    rj_buf_printf(out, "explain: %s, to %s\n", rule->name, rule->summary);
    for (size_t i = 0; i < rule->parameter_count; i++) {
        rj_buf_printf(out, "  %s: ", rule->parameter_names[i]);
        write_argument(request, rule->parameters[i], sources, &documents, out);
    }
    if (request->desired || request->observed) {
        if (!find_matches(request, &q, loader->arena, err) ||
            !find_candidates(request, sources, loader, &q, &all, err))
            return false;
        write_matches(&q, &all, out);
    }
    if (q.match_count)
        write_usage(explain, request->limits, out);
    return rj_buf_ok(out) || rj_error_no_memory(err);
}
