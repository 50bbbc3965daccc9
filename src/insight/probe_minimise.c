/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/alloc.h"
#include "insight/probe_parts.h"

enum {
    SHORT_TIMEOUT_MS = 100 /* while a hang is made smaller: most tries hang */
};

typedef struct minimiser {
    rj_probe_finding *finding;
    const rj_value *schema;
    const rj_probe_options *options;
    schema_checker *checker;
    rj_arena *arena; /* of one round's trees */
    mutation_sites sites;
    mutation *removals; /* that can be made alone */
    size_t count, capacity;
    rj_error *err;
} minimiser;

/* Runs trees; *same[i] tells whether the failure is the finding's. */
static bool try_trees(minimiser *m, const rj_value *trees, size_t count, bool *same) {
    rj_suite_results results;
    rj_suite_case *cases = rj_alloc_zeroed((count ? count : 1) * sizeof *cases);
    if (!cases)
        return rj_error_no_memory(m->err);
    for (size_t i = 0; i < count; i++)
        cases[i] = probe_case_of(m->finding->input, &trees[i]);
    const bool ok = probe_run_cases(cases, count, m->options, &results, m->err);
    for (size_t i = 0; ok && i < count; i++)
        same[i] = probe_is_same(m->finding, &results.items[i]);
    if (ok)
        rj_suite_results_free(&results);
    rj_alloc_free(cases);
    return ok;
}

/* Whether the failure stays when the first @p count removals are made together. */
static bool try_together(minimiser *m, size_t count, rj_value *tree, bool *out) {
    *out = false;
    if (!mutation_apply(&m->sites, m->removals, count, m->arena, tree))
        return rj_error_no_memory(m->err);
    return !schema_admits(m->checker, m->schema, tree, NULL) || try_trees(m, tree, 1, out);
}

/* Finds the removals that can be made alone; what is inside another one is left out. */
static bool list_removals(minimiser *m) {
    const size_t most = m->sites.count;
    rj_value *trees = rj_arena_calloc(m->arena, most, sizeof *trees);
    mutation *changes = rj_arena_calloc(m->arena, most, sizeof *changes);
    bool *same = rj_arena_calloc(m->arena, most, sizeof *same);
    size_t count = 0;
    if (!trees || !changes || !same)
        return rj_error_no_memory(m->err);
    for (uint32_t site = 1; site < most; site++) {
        const mutation change = {.site = site, .kind = MUTATION_REMOVED};
        if (!mutation_apply(&m->sites, &change, 1, m->arena, &trees[count]))
            return rj_error_no_memory(m->err);
        if (schema_admits(m->checker, m->schema, &trees[count], NULL))
            changes[count++] = change;
    }
    if (count && !try_trees(m, trees, count, same))
        return false;
    m->removals = changes;
    m->count = 0;
    for (size_t i = 0; i < count; i++)
        if (same[i] &&
            (!m->count || mutations_go_together(&m->sites, changes[m->count - 1], changes[i])))
            m->removals[m->count++] = changes[i];
    return true;
}

/* Removes as much as goes at once. *@p done when nothing does. */
static bool shrink(minimiser *m, rj_value *tree, bool *done) {
    if (!mutation_list_sites(tree, m->arena, &m->sites))
        return rj_error_no_memory(m->err);
    if (!list_removals(m))
        return false;
    *done = true;
    for (size_t count = m->count; count; count /= 2) {
        rj_value smaller;
        bool same;
        if (!try_together(m, count, &smaller, &same))
            return false;
        if (!same)
            continue;
        *tree = smaller;
        *done = false;
        return true;
    }
    return true;
}

/* The whole tree in another arena, with texts and all. */
static bool copy_tree(const rj_value *tree, rj_arena *arena, rj_value *out);

static bool copy_list(const rj_value *list, rj_arena *arena, rj_value *out) {
    rj_value *items = rj_arena_calloc(arena, list->list.count + 1, sizeof *items);
    for (size_t i = 0; items && i < list->list.count; i++)
        if (!copy_tree(&list->list.items[i], arena, &items[i]))
            return false;
    out->list.items = items;
    return items != NULL;
}

static bool copy_map(const rj_value *map, rj_arena *arena, rj_value *out) {
    rj_member *members = rj_arena_calloc(arena, map->map.count + 1, sizeof *members);
    for (size_t i = 0; members && i < map->map.count; i++) {
        members[i] = map->map.members[i];
        if (!copy_tree(&map->map.members[i].value, arena, &members[i].value))
            return false;
    }
    out->map.members = members;
    return members != NULL;
}

/* Texts and keys are the input's or constant; only lists and maps are new. */
static bool copy_tree(const rj_value *tree, rj_arena *arena, rj_value *out) {
    *out = *tree;
    return tree->kind == RJ_KIND_LIST  ? copy_list(tree, arena, out)
           : tree->kind == RJ_KIND_MAP ? copy_map(tree, arena, out)
                                       : true;
}

/* Says what the smallest one fails with; it has to fail within the usual time, too. */
static bool confirm(rj_probe_finding *finding, const rj_value *tree,
                    const rj_probe_options *options, rj_arena *arena, rj_error *err) {
    const rj_suite_case item = probe_case_of(finding->input, tree);
    rj_suite_results results;
    if (!probe_run_cases(&item, 1, options, &results, err))
        return false;
    bool ok = true;
    if (probe_is_same(finding, &results.items[0]))
        ok = copy_tree(tree, arena, &finding->arguments) &&
             probe_describe(finding, &results.items[0], arena);
    rj_suite_results_free(&results);
    return ok || rj_error_no_memory(err);
}

bool probe_minimise(rj_probe_finding *finding, const rj_value *schema,
                    const rj_probe_options *options, schema_checker *checker, rj_arena *arena,
                    rj_error *err) {
    const rj_limits *limits = options->limits ? options->limits : rj_limits_default();
    rj_limits hurried = *limits;
    rj_probe_options how = *options;
    if (finding->kind == RJ_PROBE_HANG && hurried.timeout_ms > SHORT_TIMEOUT_MS) {
        hurried.timeout_ms = SHORT_TIMEOUT_MS;
        how.limits = &hurried;
    }
    minimiser m = {.finding = finding,
                   .schema = schema,
                   .options = &how,
                   .checker = checker,
                   .arena = rj_arena_new(0),
                   .err = err};
    rj_value tree = finding->arguments;
    bool ok = m.arena || rj_error_no_memory(err), done = false;
    while (ok && !done)
        ok = shrink(&m, &tree, &done);
    ok = ok && confirm(finding, &tree, options, arena, err);
    rj_arena_free(m.arena);
    return ok;
}
