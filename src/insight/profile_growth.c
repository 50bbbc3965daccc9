/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "insight/mutate.h"
#include "insight/profile_parts.h"

enum {
    MOST_LISTS = 16,  /* of an input */
    SHARE_PERCENT = 5 /* of the whole that a line has to cost to be worth a word */
};

/* Sorting is fine: n log n is 1.18 between 100 and 1000, and production's sort, which takes short
 * lists another way, 1.32. */
static const double steep_exponent = 1.5;

static const size_t sizes[RJ_PROFILE_SIZES] = {1, 10, 100, 1000};

/* ---- longer lists ---- */

static bool is_name(const rj_member *m) {
    return m->value.kind == RJ_KIND_STRING && m->key_bytes >= 4 &&
           (strcmp(m->key + m->key_bytes - 4, "name") == 0 ||
            strcmp(m->key + m->key_bytes - 4, "Name") == 0);
}

/* The item with other names: items of a list have names of their own. */
static bool rename_item(const rj_value *item, size_t number, rj_arena *arena, rj_value *out) {
    rj_member *members = rj_arena_calloc(arena, item->map.count + 1, sizeof *members);
    if (!members)
        return false;
    for (size_t i = 0; i < item->map.count; i++) {
        members[i] = item->map.members[i];
        if (!is_name(&members[i]))
            continue;
        rj_buf name = RJ_BUF_INIT;
        rj_buf_printf(&name, "%s-%zu", members[i].value.string.data, number);
        const char *copy =
            rj_buf_ok(&name) ? rj_arena_copy(arena, rj_buf_text(&name), name.bytes) : NULL;
        if (copy)
            members[i].value = rj_value_string(copy, name.bytes);
        rj_buf_free(&name);
        if (!copy)
            return false;
    }
    *out = *item;
    out->map.members = members;
    return true;
}

static bool lengthen(const rj_value *list, size_t count, rj_arena *arena, rj_value *out) {
    rj_value *items = rj_arena_calloc(arena, count, sizeof *items);
    if (!items)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!rename_item(&list->list.items[i % list->list.count], i, arena, &items[i]))
            return false;
    *out = rj_value_list(items, count);
    return true;
}

static bool is_list_of_maps(const rj_value *value) {
    if (value->kind != RJ_KIND_LIST || !value->list.count)
        return false;
    for (size_t i = 0; i < value->list.count; i++)
        if (value->list.items[i].kind != RJ_KIND_MAP)
            return false;
    return true;
}

/* ---- what grows ---- */

static double exponent_of(uint64_t less, uint64_t more, size_t n) {
    if (n < 1 || !less || more <= less)
        return 0;
    return log((double)more / (double)less) / log((double)sizes[n] / (double)sizes[n - 1]);
}

static bool is_dear(uint64_t part, uint64_t whole) {
    return part * 100 >= whole * SHARE_PERCENT;
}

/* Memory also comes in leaps, when a table of LuaJIT's own gets larger: it has to grow so twice. */
static double memory_exponent(const profile_sample *samples, size_t line, size_t n) {
    const double last =
        exponent_of(samples[n - 1].lines[line].bytes, samples[n].lines[line].bytes, n);
    const double before =
        exponent_of(samples[n - 2].lines[line].bytes, samples[n - 1].lines[line].bytes, n - 1);
    return last < before ? last : before;
}

/* Looks at the longest lists that could be run. */
static bool find_steep(const profile_subject *s, const profile_sample *samples,
                       rj_profile_growth *growth, rj_arena *arena) {
    if (growth->count < 3)
        return true;
    const size_t n = growth->count - 1;
    const profile_sample *less = &samples[n - 1], *more = &samples[n];
    rj_profile_steep_line *steep = rj_arena_calloc(arena, s->line_count + 1, sizeof *steep);
    if (!steep)
        return false;
    for (size_t i = 0; i < s->line_count; i++) {
        const rj_lua_line *a = &less->lines[i], *b = &more->lines[i];
        const double time = is_dear(b->instructions, more->total.instructions)
                                ? exponent_of(a->instructions, b->instructions, n)
                                : 0;
        const double memory =
            is_dear(b->bytes, more->total.bytes) ? memory_exponent(samples, i, n) : 0;
        if (time < steep_exponent && memory < steep_exponent)
            continue;
        rj_profile_steep_line *found = &steep[growth->steep_count++];
        found->in_memory = time < steep_exponent;
        found->exponent = found->in_memory ? memory : time;
        found->at = profile_line_place(s, i, &found->file);
    }
    growth->steep = steep;
    return true;
}

static bool measure_list(const profile_subject *s, const mutation_sites *sites, uint32_t site,
                         const rj_jail_options *jail, rj_arena *arena, rj_profile_growth *growth,
                         rj_error *err) {
    profile_sample samples[RJ_PROFILE_SIZES];
    for (size_t n = 0; n < RJ_PROFILE_SIZES && !growth->problem; n++) {
        rj_value list, tree;
        if (!lengthen(sites->items[site].value, sizes[n], arena, &list) ||
            !mutation_replace(sites, site, &list, arena, &tree))
            return rj_error_no_memory(err);
        if (!profile_sample_take(s, &tree, false, s->limits, jail, arena, &samples[n], err))
            return false;
        growth->problem = samples[n].problem;
        if (!growth->problem)
            growth->costs[growth->count++] = samples[n].total;
    }
    return find_steep(s, samples, growth, arena) || rj_error_no_memory(err);
}

static const char *path_of(const mutation_sites *sites, uint32_t site, rj_arena *arena) {
    rj_buf text = RJ_BUF_INIT;
    mutation_write_path(sites, site, &text);
    const char *path =
        rj_buf_ok(&text) ? rj_arena_copy(arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_buf_free(&text);
    return path;
}

bool profile_measure_growth(const profile_subject *s, const rj_jail_options *jail, rj_arena *arena,
                            rj_profile_rule *rule, rj_error *err) {
    mutation_sites sites;
    rule->growths = rj_arena_calloc(arena, MOST_LISTS, sizeof *rule->growths);
    if (!rule->growths || !mutation_list_sites(&s->input->arguments, arena, &sites))
        return rj_error_no_memory(err);
    for (uint32_t i = 1; i < sites.count && rule->growth_count < MOST_LISTS; i++) {
        if (!is_list_of_maps(sites.items[i].value))
            continue;
        rj_profile_growth *growth = &rule->growths[rule->growth_count++];
        growth->list = path_of(&sites, i, arena);
        if (!growth->list)
            return rj_error_no_memory(err);
        if (!measure_list(s, &sites, i, jail, arena, growth, err))
            return false;
    }
    return true;
}
