/* SPDX-License-Identifier: Apache-2.0 */
#include "insight/probe_parts.h"

/* The generator of splitmix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/* One of each of @p parts stretches that @p all is divided into. */
static uint64_t choose(uint64_t all, uint64_t parts, uint64_t part, uint64_t *seed) {
    const uint64_t from = all / parts * part + all % parts * part / parts;
    const uint64_t to = all / parts * (part + 1) + all % parts * (part + 1) / parts;
    return from + next_random(seed) % (to - from);
}

typedef struct planner {
    const rj_probe_options *options;
    schema_checker *checker;
    rj_arena *arena;
    rj_arena *scratch;
    uint64_t seed;
    probe_plan plan;
    mutation *singles; /* all that are admitted */
    size_t single_count, single_capacity;
    rj_error *err;
} planner;

static bool add_mutant(planner *p, probe_mutant mutant) {
    probe_mutant *grown =
        rj_arena_grow(p->arena, p->plan.mutants, p->plan.count, &p->plan.capacity, sizeof *grown);
    if (!grown)
        return rj_error_no_memory(p->err);
    p->plan.mutants = grown;
    grown[p->plan.count++] = mutant;
    return true;
}

static bool is_admitted(planner *p, const mutation *changes, size_t count, bool *out) {
    rj_value tree;
    rj_arena_reset(p->scratch);
    if (!mutation_apply(&p->plan.sites, changes, count, p->scratch, &tree))
        return rj_error_no_memory(p->err);
    *out = schema_admits_change(p->checker, p->plan.schema, &tree, p->plan.sites.items[0].value);
    return !p->checker->has_no_memory || rj_error_no_memory(p->err);
}

static bool is_wanted(const planner *p, mutation_kind kind) {
    const unsigned bit = kind == MUTATION_REMOVED ? RJ_PROBE_REMOVE
                         : kind == MUTATION_NULL  ? RJ_PROBE_NULL
                         : kind == MUTATION_EMPTY ? RJ_PROBE_EMPTY
                                                  : RJ_PROBE_TYPE;
    return (p->options->changes & bit) != 0;
}

static bool add_single(planner *p, mutation change) {
    bool admitted = false;
    if (!is_admitted(p, &change, 1, &admitted))
        return false;
    if (!admitted)
        return true;
    mutation *grown =
        rj_arena_grow(p->arena, p->singles, p->single_count, &p->single_capacity, sizeof *grown);
    if (!grown)
        return rj_error_no_memory(p->err);
    p->singles = grown;
    grown[p->single_count++] = change;
    return true;
}

static bool list_singles(planner *p) {
    for (uint32_t site = 1; site < p->plan.sites.count; site++) {
        for (int kind = 0; kind < MUTATION_COUNT; kind++) {
            const mutation change = {.site = site, .kind = (mutation_kind)kind};
            if (is_wanted(p, change.kind) &&
                mutation_applies(p->plan.sites.items[site].value, change.kind) &&
                !add_single(p, change))
                return false;
        }
    }
    return true;
}

static bool take_singles(planner *p) {
    const size_t all = p->single_count, most = p->options->max_mutants;
    const size_t count = all < most ? all : most;
    p->plan.possible = all;
    p->plan.is_sampled = count < all;
    for (size_t i = 0; i < count; i++) {
        const size_t chosen = count == all ? i : (size_t)choose(all, count, i, &p->seed);
        if (!add_mutant(p, (probe_mutant){.changes = {p->singles[chosen]}, .count = 1}))
            return false;
    }
    return true;
}

/* ---- pairs ---- */

/* The first single change behind that with number @p i which goes together with it: all from there
 * on do. */
static size_t first_partner(const planner *p, size_t i) {
    const uint32_t end = p->plan.sites.items[p->singles[i].site].end;
    size_t low = i + 1, high = p->single_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->singles[middle].site < end)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_pair(planner *p, size_t i, size_t j) {
    const probe_mutant pair = {.changes = {p->singles[i], p->singles[j]}, .count = 2};
    bool admitted = false;
    return is_admitted(p, pair.changes, 2, &admitted) && (!admitted || add_mutant(p, pair));
}

/* Pairs are numbered by their first, then their second change. */
static bool take_pairs(planner *p) {
    uint64_t all = 0, before = 0;
    for (size_t i = 0; i < p->single_count; i++)
        all += p->single_count - first_partner(p, i);
    const uint64_t room = p->options->max_mutants - p->single_count;
    const uint64_t count = all < room ? all : room;
    p->plan.possible += all;
    p->plan.is_sampled = count < all;
    uint64_t taken = 0, wanted = 0;
    bool is_chosen = false;
    for (size_t i = 0; i < p->single_count && taken < count; i++) {
        const size_t first = first_partner(p, i);
        const uint64_t behind = before + (p->single_count - first);
        for (; taken < count; taken++, is_chosen = false) {
            if (!is_chosen)
                wanted = count == all ? taken : choose(all, count, taken, &p->seed);
            is_chosen = true;
            if (wanted >= behind)
                break;
            if (!add_pair(p, i, first + (size_t)(wanted - before)))
                return false;
        }
        before = behind;
    }
    return true;
}

bool probe_plan_make(const rj_probe_input *input, const rj_value *schema,
                     const rj_probe_options *options, uint64_t seed, schema_checker *checker,
                     rj_arena *arena, probe_plan *out, rj_error *err) {
    planner p = {.options = options,
                 .checker = checker,
                 .arena = arena,
                 .scratch = rj_arena_new(0),
                 .seed = seed,
                 .plan = {.input = input, .schema = schema},
                 .err = err};
    bool ok = p.scratch && mutation_list_sites(&input->arguments, arena, &p.plan.sites);
    if (!ok)
        rj_error_no_memory(err);
    ok = ok && list_singles(&p) && add_mutant(&p, (probe_mutant){.count = 0}) && take_singles(&p);
    if (ok && options->depth > 1 && p.single_count < options->max_mutants)
        ok = take_pairs(&p);
    rj_arena_free(p.scratch);
    if (ok)
        *out = p.plan;
    return ok;
}
