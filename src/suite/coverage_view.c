/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "suite/coverage.h"

enum {
    MOST_TEXT = 60 /* bytes of a condition that are shown */
};

/* What a point tells, before equal places are put together. */
typedef struct fact {
    rj_point_kind kind;
    rj_position at;
    size_t script;    /* number among the scripts of the part */
    uint64_t hits[2]; /* the second one only of branches */
    const rj_chunk *chunk;
    const rj_chunk_point *point;
} fact;

typedef struct facts {
    fact *items;
    size_t count;
} facts;

static bool is_branch(rj_point_kind kind) {
    return kind >= RJ_POINT_IF;
}

/* ---- texts ---- */

/* A stretch of the script on one line, cut. */
static const char *flat_text(const rj_chunk *chunk, const rj_chunk_point *point, rj_arena *arena) {
    char text[MOST_TEXT + sizeof "..."];
    size_t bytes = 0;
    bool blank = false;
    for (size_t i = point->offset; i < point->end; i++) {
        const char c = chunk->script[i];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            blank = bytes > 0;
            continue;
        }
        if (bytes + 2 > MOST_TEXT) {
            while (bytes && ((unsigned char)text[bytes - 1] & 0xC0) == 0x80)
                bytes--; /* no half characters */
            if (bytes && (unsigned char)text[bytes - 1] >= 0xC0)
                bytes--;
            memcpy(text + bytes, "...", 3);
            bytes += 3;
            break;
        }
        if (blank)
            text[bytes++] = ' ';
        blank = false;
        text[bytes++] = c == '\0' ? '?' : c;
    }
    return rj_arena_copy(arena, text, bytes);
}

/* ---- facts ---- */

/* `elseif` and `until` are lines of their own, `and` and `or` may stand on such. */
static bool decides_on_a_line(rj_point_kind kind) {
    return kind == RJ_POINT_ELSEIF || kind == RJ_POINT_REPEAT || kind == RJ_POINT_AND ||
           kind == RJ_POINT_OR;
}

static void add_facts(facts *f, const coverage_script *script, size_t number) {
    const rj_chunk *chunk = &script->chunk;
    for (size_t i = 0; i < chunk->point_count; i++) {
        const rj_chunk_point *point = &chunk->points[i];
        fact *made = &f->items[f->count++];
        *made = (fact){.kind = point->kind,
                       .at = rj_chunk_file_position(chunk, point->at),
                       .script = number,
                       .hits = {atomic_load(&script->counts[i])},
                       .chunk = chunk,
                       .point = point};
        if (is_branch(point->kind))
            made->hits[1] = atomic_load(&script->counts[++i]);
    }
}

static int compare_places(const fact *a, const fact *b) {
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    return (a->at.column > b->at.column) - (a->at.column < b->at.column);
}

/* By line and script: for lines. */
static int by_line(const void *a, const void *b) {
    const fact *left = a, *right = b;
    if (left->at.line != right->at.line)
        return left->at.line < right->at.line ? -1 : 1;
    if (left->script != right->script)
        return left->script < right->script ? -1 : 1;
    return compare_places(left, right);
}

/* By place and kind: for branches and functions. */
static int by_place(const void *a, const void *b) {
    const fact *left = a, *right = b;
    const int order = compare_places(left, right);
    if (order)
        return order;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return (left->script > right->script) - (left->script < right->script);
}

static bool same_place(const fact *a, const fact *b) {
    return a->kind == b->kind && compare_places(a, b) == 0 && a->script != b->script;
}

/* ---- lines ---- */

static bool is_of_lines(const fact *f) {
    return f->kind == RJ_POINT_STATEMENT || decides_on_a_line(f->kind);
}

/* Scripts that share a line (a YAML alias) add up; within one the most frequent counts. */
static void fold_line(const fact *from, const fact *end, rj_coverage_line *line) {
    uint64_t most = 0;
    for (const fact *f = from; f < end; f++) {
        const uint64_t hits = f->hits[0] + f->hits[1];
        if (f > from && f[-1].script != f->script) {
            line->hits += most;
            most = 0;
        }
        most = hits > most ? hits : most;
        if (!hits && f->kind == RJ_POINT_STATEMENT && !line->missed_column)
            line->missed_column = f->at.column;
    }
    line->hits += most;
    if (!line->hits)
        line->missed_column = 0;
}

static bool view_lines(facts *all, rj_arena *arena, rj_coverage_part *part) {
    rj_coverage_line *lines = rj_arena_calloc(arena, all->count + 1, sizeof *lines);
    fact *kept = rj_arena_calloc(arena, all->count + 1, sizeof *kept);
    size_t kept_count = 0, count = 0;
    if (!lines || !kept)
        return false;
    for (size_t i = 0; i < all->count; i++)
        if (is_of_lines(&all->items[i]) && all->items[i].at.line)
            kept[kept_count++] = all->items[i];
    qsort(kept, kept_count, sizeof *kept, by_line);
    for (size_t i = 0, end; i < kept_count; i = end) {
        for (end = i; end < kept_count && kept[end].at.line == kept[i].at.line;)
            end++;
        rj_coverage_line *line = &lines[count++];
        line->line = kept[i].at.line;
        fold_line(&kept[i], &kept[end], line);
        part->sums.lines_hit += line->hits > 0;
    }
    part->lines = lines;
    part->line_count = part->sums.lines = count;
    return true;
}

/* ---- branches and functions ---- */

static bool add_branch(const fact *f, const uint64_t *hits, rj_arena *arena,
                       rj_coverage_branch *out, rj_coverage_sums *sums) {
    *out = (rj_coverage_branch){.kind = f->kind,
                                .at = f->at,
                                .text = flat_text(f->chunk, f->point, arena),
                                .hits = {hits[0], hits[1]}};
    sums->ways += 2;
    sums->ways_hit += (hits[0] > 0) + (hits[1] > 0);
    return out->text != NULL;
}

static bool add_function(const fact *f, uint64_t hits, rj_arena *arena, rj_coverage_function *out,
                         rj_coverage_sums *sums) {
    const bool has_name = f->point->end > f->point->offset;
    *out = (rj_coverage_function){.name = has_name ? flat_text(f->chunk, f->point, arena)
                                                   : "(anonymous)",
                                  .at = f->at,
                                  .hits = hits};
    sums->functions++;
    sums->functions_hit += hits > 0;
    return out->name != NULL;
}

static bool view_places(facts *all, rj_arena *arena, rj_coverage_part *part) {
    rj_coverage_branch *branches = rj_arena_calloc(arena, all->count + 1, sizeof *branches);
    rj_coverage_function *functions = rj_arena_calloc(arena, all->count + 1, sizeof *functions);
    if (!branches || !functions)
        return false;
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, by_place);
    for (size_t i = 0, end; i < all->count; i = end) {
        const fact *f = &all->items[i];
        uint64_t hits[2] = {f->hits[0], f->hits[1]};
        for (end = i + 1; end < all->count && same_place(&all->items[end - 1], &all->items[end]);
             end++) {
            hits[0] += all->items[end].hits[0];
            hits[1] += all->items[end].hits[1];
        }
        if (is_branch(f->kind) &&
            !add_branch(f, hits, arena, &branches[part->branch_count++], &part->sums))
            return false;
        if (f->kind == RJ_POINT_FUNCTION &&
            !add_function(f, hits[0], arena, &functions[part->function_count++], &part->sums))
            return false;
    }
    part->branches = branches;
    part->functions = functions;
    return true;
}

/* The scripts of one rule or one file. */
static bool view_part(const coverage_script *const *scripts, size_t count, rj_arena *arena,
                      rj_coverage_part *out) {
    size_t points = 0;
    for (size_t i = 0; i < count; i++)
        points += scripts[i]->chunk.point_count;
    facts all = {.items = rj_arena_calloc(arena, points + 1, sizeof *all.items)};
    if (!all.items)
        return false;
    for (size_t i = 0; i < count; i++)
        add_facts(&all, scripts[i], i);
    *out = (rj_coverage_part){0};
    return view_lines(&all, arena, out) && view_places(&all, arena, out);
}

/* ---- rules and files ---- */

static const char *problem_of(const coverage_script *script) {
    if (script->problem)
        return script->problem;
    if (!script->chunk.points_left_out)
        return NULL;
    return script->chunk.point_count ? "too long for LuaJIT to count its branches too"
                                     : "too long for LuaJIT to be counted";
}

static bool view_rule(const coverage_script *script, rj_arena *arena, rj_coverage_rule *out) {
    const rj_rule_script *text = &script->customization->scripts[script->operation];
    const rj_span_map *origin = &script->origin;
    *out = (rj_coverage_rule){.customization = script->customization,
                              .rule = rj_rule_of(script->operation),
                              .problem = problem_of(script),
                              .is_broken = script->problem != NULL};
    out->first_line = rj_span_map_at(origin, text->text, text->text_bytes, 0).line;
    out->last_line =
        rj_span_map_at(origin, text->text, text->text_bytes, text->text_bytes - 1).line;
    return view_part(&script, 1, arena, &out->part);
}

static int by_file(const void *a, const void *b) {
    const coverage_script *left = *(const coverage_script *const *)a;
    const coverage_script *right = *(const coverage_script *const *)b;
    const int order = strcmp(left->customization->source, right->customization->source);
    if (order)
        return order;
    const rj_position p = left->customization->scripts[left->operation].at;
    const rj_position q = right->customization->scripts[right->operation].at;
    if (p.line != q.line)
        return p.line < q.line ? -1 : 1;
    if (p.column != q.column)
        return p.column < q.column ? -1 : 1;
    return (int)left->operation - (int)right->operation;
}

static bool view_file(const coverage_script *const *scripts, size_t count, rj_arena *arena,
                      rj_coverage_file *out) {
    rj_coverage_rule *rules = rj_arena_calloc(arena, count, sizeof *rules);
    *out = (rj_coverage_file){
        .path = scripts[0]->customization->source, .rules = rules, .rule_count = count};
    for (size_t i = 0; rules && i < count; i++)
        if (!view_rule(scripts[i], arena, &rules[i]))
            return false;
    return rules && view_part(scripts, count, arena, &out->part);
}

bool rj_coverage_view(const rj_coverage *coverage, rj_arena *arena, const rj_coverage_file **files,
                      size_t *file_count, rj_error *err) {
    const size_t all = coverage->count;
    const coverage_script **scripts = rj_arena_calloc(arena, all + 1, sizeof *scripts);
    rj_coverage_file *made = rj_arena_calloc(arena, all + 1, sizeof *made);
    size_t count = 0;
    if (!scripts || !made)
        return rj_error_no_memory(err);
    for (size_t i = 0; i < all; i++)
        scripts[i] = &coverage->scripts[i];
    qsort(scripts, all, sizeof *scripts, by_file);
    for (size_t i = 0, end; i < all; i = end) {
        for (end = i; end < all && strcmp(scripts[end]->customization->source,
                                          scripts[i]->customization->source) == 0;)
            end++;
        if (!view_file(&scripts[i], end - i, arena, &made[count++]))
            return rj_error_no_memory(err);
    }
    *files = made;
    *file_count = count;
    return true;
}

uint32_t rj_coverage_share(size_t hit, size_t all) {
    return all ? (uint32_t)((uint64_t)hit * 10000 / all) : 10000;
}
