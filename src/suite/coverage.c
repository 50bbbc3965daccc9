/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/coverage.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"

/* ---- the scripts ---- */

static int compare_scripts(const void *a, const void *b) {
    const coverage_script *left = a, *right = b;
    const uintptr_t p = (uintptr_t)left->customization, q = (uintptr_t)right->customization;
    if (p != q)
        return p < q ? -1 : 1;
    return (int)left->operation - (int)right->operation;
}

static const coverage_script *find(const rj_coverage *coverage, const rj_customization *owner,
                                   rj_operation operation) {
    const coverage_script wanted = {.customization = owner, .operation = operation};
    return coverage->count ? bsearch(&wanted, coverage->scripts, coverage->count, sizeof wanted,
                                     compare_scripts)
                           : NULL;
}

/* The reason alone, on one line. */
static bool note_problem(coverage_script *script, const rj_error *err, rj_arena *arena) {
    const char *reason = rj_error_reason(err);
    script->problem = rj_arena_copy(arena, reason, strcspn(reason, "\n"));
    return script->problem != NULL;
}

static bool compile(coverage_script *script, const rj_limits *limits, rj_arena *arena,
                    rj_error *err) {
    const rj_rule_script *text = &script->customization->scripts[script->operation];
    rj_error own = RJ_ERROR_INIT;
    bool ok = rj_customization_script_spans(script->customization, script->operation, arena,
                                            &script->origin, err);
    if (ok && !rj_script_compile_counted(text->text, text->text_bytes, &script->origin, limits,
                                         arena, &script->chunk, &own)) {
        ok = own.code != RJ_ERROR_MEMORY && note_problem(script, &own, arena);
        if (!ok)
            rj_error_no_memory(err);
    }
    rj_error_clear(&own);
    return ok;
}

/* ---- which there are ---- */

typedef struct collecting {
    rj_coverage *coverage;
    size_t capacity;
    const rj_limits *limits;
    rj_arena *arena;
} collecting;

static bool add_script(collecting *c, const rj_customization *owner, rj_operation operation,
                       rj_error *err) {
    rj_coverage *coverage = c->coverage;
    coverage_script *scripts =
        rj_arena_grow(c->arena, coverage->scripts, coverage->count, &c->capacity, sizeof *scripts);
    if (!scripts)
        return rj_error_no_memory(err);
    coverage->scripts = scripts;
    scripts[coverage->count++] = (coverage_script){.customization = owner, .operation = operation};
    return true;
}

static bool add_directory(collecting *c, const rj_suite_directory *directory, rj_error *err) {
    for (size_t i = 0; i < directory->customization_count; i++) {
        const rj_customization *owner = &directory->customizations[i].items[0];
        for (int operation = 0; operation < RJ_OPERATION_COUNT; operation++)
            if (owner->scripts[operation].text_bytes &&
                !add_script(c, owner, (rj_operation)operation, err))
                return false;
    }
    return true;
}

static int compare_directories(const void *a, const void *b) {
    const uintptr_t p = (uintptr_t) * (const rj_suite_directory *const *)a;
    const uintptr_t q = (uintptr_t) * (const rj_suite_directory *const *)b;
    return (p > q) - (p < q);
}

/* Each directory once. */
static bool add_directories(collecting *c, const rj_suite_selection *selection, rj_error *err) {
    const rj_suite_directory **all =
        rj_arena_calloc(c->arena, selection->count ? selection->count : 1, sizeof *all);
    if (!all)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < selection->count; i++)
        all[i] = selection->cases[i]->directory;
    qsort(all, selection->count, sizeof *all, compare_directories);
    for (size_t i = 0; i < selection->count; i++)
        if ((i == 0 || all[i] != all[i - 1]) && !add_directory(c, all[i], err))
            return false;
    return true;
}

/* ---- counters ---- */

static bool map_counts(rj_coverage *coverage, rj_error *err) {
    size_t points = 0;
    for (size_t i = 0; i < coverage->count; i++)
        points += coverage->scripts[i].chunk.point_count;
    coverage->counts_bytes = (points + 1) * sizeof *coverage->counts;
    void *memory = mmap(NULL, coverage->counts_bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return rj_error_no_memory(err);
    coverage->counts = memory;
    atomic_uint_fast64_t *counts = coverage->counts;
    for (size_t i = 0; i < coverage->count; i++) {
        coverage->scripts[i].counts = counts;
        counts += coverage->scripts[i].chunk.point_count;
    }
    return true;
}

static bool collect(collecting *c, const rj_suite_selection *selection, rj_error *err) {
    rj_coverage *coverage = c->coverage;
    if (!add_directories(c, selection, err))
        return false;
    if (coverage->count)
        qsort(coverage->scripts, coverage->count, sizeof *coverage->scripts, compare_scripts);
    for (size_t i = 0; i < coverage->count; i++)
        if (!compile(&coverage->scripts[i], c->limits, c->arena, err))
            return false;
    return map_counts(coverage, err);
}

rj_coverage *rj_coverage_new(const rj_suite_selection *selection, const rj_limits *limits,
                             rj_arena *arena, rj_error *err) {
    collecting c = {
        .coverage = rj_alloc_zeroed(sizeof *c.coverage), .limits = limits, .arena = arena};
    if (!c.coverage)
        rj_error_no_memory(err);
    else if (collect(&c, selection, err))
        return c.coverage;
    rj_coverage_free(c.coverage);
    return NULL;
}

void rj_coverage_free(rj_coverage *coverage) {
    if (coverage && coverage->counts)
        munmap(coverage->counts, coverage->counts_bytes);
    rj_alloc_free(coverage);
}

void coverage_hide(const rj_coverage *coverage) {
    madvise(coverage->counts, coverage->counts_bytes, MADV_DONTFORK);
}

bool coverage_add(const rj_coverage *coverage, const rj_measurements *measurements) {
    const coverage_script *script =
        find(coverage, measurements->customization, measurements->operation);
    if (!script || measurements->count_count != script->chunk.point_count)
        return false;
    for (size_t i = 0; i < measurements->count_count; i++)
        if (measurements->counts[i])
            atomic_fetch_add_explicit(&script->counts[i], measurements->counts[i],
                                      memory_order_relaxed);
    return true;
}
