/* SPDX-License-Identifier: Apache-2.0 */
#include <regex.h>
#include <string.h>

#include "rjinterp/suite.h"
#include "suite/property.h"

static bool compile(const char *pattern, regex_t *out, rj_error *err) {
    const int code = regcomp(out, pattern, REG_EXTENDED | REG_NOSUB);
    if (code == 0)
        return true;
    char text[256];
    regerror(code, out, text, sizeof text);
    return rj_error_set(err, RJ_ERROR_USAGE, "\"%s\" is no regular expression: %s", pattern, text);
}

static bool matches(const regex_t *pattern, const rj_suite_case *item) {
    if (regexec(pattern, item->name, 0, NULL, 0) == 0)
        return true;
    rj_buf whole = RJ_BUF_INIT;
    rj_buf_printf(&whole, "%s/%s", item->directory->path, item->name);
    const bool found = rj_buf_ok(&whole) && regexec(pattern, rj_buf_text(&whole), 0, NULL, 0) == 0;
    rj_buf_free(&whole);
    return found;
}

static bool is_wanted(const rj_suite_case *item, const rj_suite_filter *filter,
                      const regex_t *pattern) {
    if (item->is_file)
        return true;
    return (!filter->rule || !item->rule || item->rule == filter->rule) &&
           (!pattern || matches(pattern, item));
}

/* The generator of splitmix64: every seed gives another good sequence. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

static void shuffle(const rj_suite_case **cases, size_t count, uint64_t seed) {
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(next_random(&seed) % i);
        const rj_suite_case *moved = cases[i - 1];
        cases[i - 1] = cases[j];
        cases[j] = moved;
    }
}

bool rj_suite_select(const rj_suite *suite, const rj_suite_filter *filter, rj_arena *arena,
                     rj_suite_selection *out, rj_error *err) {
    const size_t shards = filter->shard_count ? filter->shard_count : 1;
    rj_suite_selection made = {0};
    regex_t pattern;
    made.cases = rj_arena_calloc(arena, suite->count ? suite->count : 1, sizeof(void *));
    if (!made.cases)
        return rj_error_no_memory(err);
    if (filter->pattern && !compile(filter->pattern, &pattern, err))
        return false;
    for (size_t i = 0; i < suite->count; i++) {
        const rj_suite_case *item = &suite->cases[i];
        if (!is_wanted(item, filter, filter->pattern ? &pattern : NULL))
            continue;
        if (made.found++ % shards == filter->shard_index)
            made.cases[made.count++] = item;
    }
    if (filter->pattern)
        regfree(&pattern);
    if (filter->shuffle)
        shuffle(made.cases, made.count, filter->seed);
    *out = made;
    return true;
}

/* The case with a property in place of its own assertion. NULL: no memory. */
static rj_suite_case *with_property(const rj_suite_case *item, rj_property property,
                                    rj_arena *arena) {
    rj_suite_case *made = rj_arena_calloc(arena, 1, sizeof *made);
    rj_buf name = RJ_BUF_INIT;
    rj_buf_printf(&name, "%s: %s", item->name, property_title(property));
    if (made) {
        *made = *item;
        made->property = property;
        made->output = NULL;
        made->note_count = 0;
        made->name = rj_buf_ok(&name) ? rj_arena_copy(arena, rj_buf_text(&name), name.bytes) : NULL;
    }
    rj_buf_free(&name);
    return made && made->name ? made : NULL;
}

bool rj_suite_expand_properties(const rj_suite_selection *selection, rj_arena *arena,
                                rj_suite_selection *out, rj_error *err) {
    rj_suite_selection made = {.found = selection->found};
    made.cases =
        rj_arena_calloc(arena, selection->count * RJ_PROPERTY_COUNT + 1, sizeof *made.cases);
    if (!made.cases)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < selection->count; i++) {
        const rj_suite_case *item = selection->cases[i];
        if (item->problem || item->skip) {
            made.cases[made.count++] = item;
            continue;
        }
        for (int p = RJ_PROPERTY_NONE + 1; p < RJ_PROPERTY_COUNT; p++) {
            if (!property_applies((rj_property)p, item))
                continue;
            const rj_suite_case *tried = with_property(item, (rj_property)p, arena);
            if (!tried)
                return rj_error_no_memory(err);
            made.cases[made.count++] = tried;
        }
    }
    *out = made;
    return true;
}
