/* SPDX-License-Identifier: Apache-2.0 */
#include "insight/lint_script.h"

/* ---- what can't be reached ---- */

static void check_block(lint_script *s, const rj_block *block) {
    for (const rj_stat *stat = block->first; stat; stat = stat->next) {
        /* A label may be jumped to. */
        if (!lint_ends(stat) || !stat->next || stat->next->kind == RJ_STAT_LABEL ||
            block->has_label)
            continue;
        lint_report(s, "RJ113", stat->next->place, "nothing leads here");
        return;
    }
}

static bool visit_block(void *context, const rj_block *block) {
    lint_script *s = context;
    check_block(s, block);
    return !s->has_no_memory;
}

/* ---- paths without a result ---- */

/* Whether production takes nil for the first result. */
static bool may_be_nil(const rj_rule *rule) {
    return rule->operation == RJ_OPERATION_INTERPRET_COMPONENT;
}

typedef struct return_search {
    const rj_function *function;
    const rj_stat *empty; /* a return without a value */
} return_search;

/* Returns of inner functions are others. */
static void find_empty_return(const rj_block *block, return_search *search) {
    for (const rj_stat *stat = block->first; stat && !search->empty; stat = stat->next) {
        if (stat->kind == RJ_STAT_RETURN && !stat->values)
            search->empty = stat;
        if (stat->body && stat->kind != RJ_STAT_FUNCTION && stat->kind != RJ_STAT_LOCAL_FUNCTION)
            find_empty_return(stat->body, search);
        for (const rj_clause *clause = stat->clauses; clause; clause = clause->next)
            find_empty_return(clause->body, search);
    }
}

/* Where the text of the function ends: its `end`. */
static rj_place end_of(const lint_script *s, const rj_function *function) {
    rj_place place = function->place;
    if (function->place.end >= 3 && function->place.end <= s->bytes) {
        place.offset = function->place.end - 3;
        place.at.line = 0;
    }
    return place;
}

void lint_flow(lint_script *s) {
    static const rj_ast_visitor visitor = {.block = visit_block};
    (void)rj_ast_visit(s->ast.main->body, &visitor, s);
    if (!s->entry || may_be_nil(s->rule))
        return;
    return_search search = {.function = s->entry};
    find_empty_return(s->entry->body, &search);
    if (search.empty)
        lint_report(s, "RJ105", search.empty->place, "%s returns nothing here", s->rule->function);
    else if (lint_falls_through(s->entry->body))
        lint_report(s, "RJ105", end_of(s, s->entry), "%s may end here without a result",
                    s->rule->function);
    else
        return;
    lint_hint(s, "every path has to return %s", s->rule->result_names[0]);
}
