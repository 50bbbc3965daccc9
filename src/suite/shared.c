/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "suite/run.h"

enum {
    MOST_EXPLAINED = 20,   /* cases whose cause is looked for */
    MOST_CANDIDATES = 1000 /* cases before one of them that are tried */
};

/* The cases of a directory are a group; in it they come in the order of the selection. */
typedef struct sharing {
    const rj_suite_selection *selection;
    const rj_suite_options *options;
    rj_arena *arena;
    size_t *places; /* in the selection, group by group */
    size_t *starts; /* of groups, in places */
    size_t group_count;
    rj_suite_results alone;  /* in the order of the selection */
    rj_suite_results shared; /* in the order of places */
    size_t explained;
} sharing;

static int compare_places(const void *left, const void *right, void *selection) {
    const rj_suite_selection *s = selection;
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;
    const int order = strcmp(s->cases[a]->directory->path, s->cases[b]->directory->path);
    return order ? order : a < b ? -1 : a > b;
}

static bool is_same_group(const sharing *s, size_t i, size_t j) {
    const rj_suite_case *const *cases = s->selection->cases;
    return strcmp(cases[s->places[i]]->directory->path, cases[s->places[j]]->directory->path) == 0;
}

static bool group_cases(sharing *s) {
    const size_t count = s->selection->count;
    s->places = rj_arena_calloc(s->arena, count + 1, sizeof *s->places);
    s->starts = rj_arena_calloc(s->arena, count + 1, sizeof *s->starts);
    if (!s->places || !s->starts)
        return false;
    for (size_t i = 0; i < count; i++)
        s->places[i] = i;
    qsort_r(s->places, count, sizeof *s->places, compare_places, (void *)(uintptr_t)s->selection);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !is_same_group(s, i - 1, i))
            s->starts[s->group_count++] = i;
    s->starts[s->group_count] = count;
    return true;
}

/* The cases at @p places as a selection. */
static bool select_places(const sharing *s, const size_t *places, size_t count,
                          rj_suite_selection *out) {
    *out = (rj_suite_selection){.count = count, .found = count};
    out->cases = rj_arena_calloc(s->arena, count + 1, sizeof(void *));
    for (size_t i = 0; out->cases && i < count; i++)
        out->cases[i] = s->selection->cases[places[i]];
    return out->cases != NULL;
}

/* ---- verdicts ---- */

static bool is_same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_verdict(const rj_suite_result *a, const rj_suite_result *b) {
    if (a->status != b->status || !is_same_text(a->reason, b->reason) ||
        a->difference_count != b->difference_count)
        return false;
    for (size_t i = 0; i < a->difference_count; i++)
        if (!is_same_text(a->differences[i].path, b->differences[i].path) ||
            !is_same_text(a->differences[i].actual, b->differences[i].actual))
            return false;
    return true;
}

/* ---- who left something behind ---- */

/* Each candidate with the case, each pair in a state of its own. */
static bool select_pairs(const sharing *s, size_t first, size_t at, rj_suite_selection *out,
                         suite_groups *groups) {
    const size_t count = at - first;
    size_t *places = rj_arena_calloc(s->arena, 2 * count, sizeof *places);
    size_t *starts = rj_arena_calloc(s->arena, count + 1, sizeof *starts);
    if (!places || !starts)
        return false;
    for (size_t i = 0; i < count; i++) {
        places[2 * i] = s->places[first + i];
        places[2 * i + 1] = s->places[at];
        starts[i + 1] = 2 * i + 2;
    }
    *groups = (suite_groups){.starts = starts, .count = count};
    return select_places(s, places, 2 * count, out);
}

/* The first case that alone makes the one at @p at what it is. *out is NULL when there is none. */
static bool find_cause(sharing *s, size_t start, size_t at, const rj_suite_case **out,
                       rj_error *err) {
    const size_t first = at - start > MOST_CANDIDATES ? at - MOST_CANDIDATES : start;
    rj_suite_options options = *s->options;
    rj_suite_selection pairs;
    suite_groups groups;
    rj_suite_results results;
    *out = NULL;
    if (first == at || s->explained++ == MOST_EXPLAINED)
        return true;
    options.fail_fast = false;
    options.repeat = 1;
    if (!select_pairs(s, first, at, &pairs, &groups))
        return rj_error_no_memory(err);
    if (!suite_run_groups(&pairs, &options, &groups, &results, err))
        return false;
    for (size_t i = 0; !*out && i < groups.count; i++)
        if (is_same_verdict(&results.items[2 * i + 1], &s->shared.items[at]))
            *out = pairs.cases[2 * i];
    rj_suite_results_free(&results);
    return true;
}

/* ---- what is reported ---- */

static const char *keep(const sharing *s, const rj_buf *text) {
    return rj_buf_ok(text) ? rj_arena_copy(s->shared.arena, rj_buf_text(text), text->bytes) : NULL;
}

static const char *alone_as_text(const rj_suite_result *alone) {
    return alone->status == RJ_SUITE_PASSED ? "passes" : "fails";
}

/* The case fails, whichever of the two does, and says why. */
static bool say_that_it_differs(const sharing *s, const rj_suite_result *alone,
                                const rj_suite_case *cause, rj_suite_result *r) {
    const bool both = alone->status == r->status;
    rj_buf reason = RJ_BUF_INIT, hint = RJ_BUF_INIT;
    rj_buf_printf(&reason, "alone it %s%s, in the Lua state of the cases before it it %s%s",
                  alone_as_text(alone), both ? " otherwise" : "", alone_as_text(r),
                  r->reason ? ": " : "");
    rj_buf_puts(&reason, r->reason ? r->reason : "");
    if (cause)
        rj_buf_printf(&hint, "what it finds there was left by %s:%u: %s", cause->file,
                      (unsigned)(cause->at.line ? cause->at.line : 1), cause->name);
    else
        rj_buf_puts(&hint, "what it finds there was left by the cases before it");
    rj_buf_puts(&hint, "; a script's variables should be local");
    r->status = RJ_SUITE_FAILED;
    r->failed_runs = r->failed_runs ? r->failed_runs : 1;
    if (!r->reason) {
        r->reason_file = r->item->file;
        r->reason_at = r->item->at;
    }
    r->reason = keep(s, &reason);
    r->hint = keep(s, &hint);
    rj_buf_free(&reason);
    rj_buf_free(&hint);
    return r->reason && r->hint;
}

static bool compare_group(sharing *s, size_t group, rj_error *err) {
    for (size_t i = s->starts[group]; i < s->starts[group + 1]; i++) {
        const rj_suite_result *alone = &s->alone.items[s->places[i]];
        const rj_suite_case *cause;
        if (is_same_verdict(alone, &s->shared.items[i]))
            continue;
        if (!find_cause(s, s->starts[group], i, &cause, err))
            return false;
        if (!say_that_it_differs(s, alone, cause, &s->shared.items[i]))
            return rj_error_no_memory(err);
    }
    return true;
}

/* ---- the runs ---- */

/* From the order of groups to that of the selection; the results of the run alone go. */
static void take_shared(sharing *s, rj_suite_results *out) {
    for (size_t i = 0; i < s->shared.count; i++)
        s->alone.items[s->places[i]] = s->shared.items[i];
    memcpy(s->shared.items, s->alone.items, s->shared.count * sizeof *s->shared.items);
    s->shared.passed = s->shared.failed = s->shared.skipped = 0;
    s->shared.duration_us += s->alone.duration_us;
    if (s->options->fail_fast)
        suite_forget_behind(&s->shared);
    suite_count_results(&s->shared);
    *out = s->shared;
    s->shared = (rj_suite_results){0};
}

static bool run_both(sharing *s, rj_suite_results *out, rj_error *err) {
    rj_suite_options options = *s->options;
    rj_suite_selection grouped;
    options.fail_fast = false;
    if (!group_cases(s) || !select_places(s, s->places, s->selection->count, &grouped))
        return rj_error_no_memory(err);
    const suite_groups groups = {.starts = s->starts, .count = s->group_count};
    if (!suite_run_groups(s->selection, &options, NULL, &s->alone, err) ||
        !suite_run_groups(&grouped, &options, &groups, &s->shared, err))
        return false;
    for (size_t i = 0; i < s->group_count; i++)
        if (!compare_group(s, i, err))
            return false;
    take_shared(s, out);
    return true;
}

bool suite_run_shared(const rj_suite_selection *selection, const rj_suite_options *options,
                      rj_suite_results *out, rj_error *err) {
    sharing s = {.selection = selection, .options = options, .arena = rj_arena_new(0)};
    const bool ok = s.arena ? run_both(&s, out, err) : rj_error_no_memory(err);
    rj_suite_results_free(&s.alone);
    rj_suite_results_free(&s.shared);
    rj_arena_free(s.arena);
    return ok;
}
