/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain_candidates.h"

#include <string.h>

#include "base/near.h"
#include "cli/snippet.h"

enum {
    MOST_CANDIDATES = 5
};

/* What keeps a customization from answering, the nearest first. */
typedef enum obstacle {
    OBSTACLE_ORDER, /* another of the same target comes first */
    OBSTACLE_EMPTY_SCRIPT,
    OBSTACLE_NO_SCRIPT,
    OBSTACLE_API_VERSION,
    OBSTACLE_LETTER_CASE,
    OBSTACLE_KIND,      /* it is spelt alike */
    OBSTACLE_BOTH,      /* the kind is spelt alike */
    OBSTACLE_OTHER_KIND /* of the same apiVersion */
} obstacle;

typedef struct candidate {
    const rj_customization *customization;
    obstacle obstacle;
    size_t distance;
} candidate;

static void write_escaped(const char *text, rj_buf *out) {
    cli_write_escaped(text, strlen(text), out);
}

void explain_write_customization(const rj_customization *customization, rj_buf *out) {
    rj_buf_puts(out, "customization \"");
    write_escaped(customization->name, out);
    rj_buf_puts(out, "\" of ");
    write_escaped(customization->source, out);
    if (customization->at.line)
        rj_buf_printf(out, ":%u", (unsigned)customization->at.line);
}

/* "/v1" is "v1". */
static bool is_same_version(const char *a, const char *b) {
    return strcmp(a + (*a == '/'), b + (*b == '/')) == 0;
}

static obstacle obstacle_in_script(const explain_question *q, const rj_customization *c) {
    const rj_rule_script *script = &c->scripts[q->rule->operation];
    if (!script->text)
        return OBSTACLE_NO_SCRIPT;
    return script->text_bytes ? OBSTACLE_ORDER : OBSTACLE_EMPTY_SCRIPT;
}

/* False: it is nothing that the user may have meant. */
static bool judge(const explain_question *q, const rj_customization *c, candidate *out) {
    const bool has_version = is_same_version(c->api_version, q->api_version);
    *out = (candidate){.customization = c};
    if (c->other_kind)
        return false;
    if (strcmp(c->kind, q->kind) == 0) {
        rj_near near = {.given = q->api_version, .given_bytes = strlen(q->api_version)};
        rj_near_offer(&near, c->api_version);
        out->distance = near.best ? near.best_distance : strlen(q->api_version);
        out->obstacle = has_version ? obstacle_in_script(q, c) : OBSTACLE_API_VERSION;
        return true;
    }
    rj_near near = {.given = q->kind, .given_bytes = strlen(q->kind)};
    rj_near_offer(&near, c->kind);
    out->distance = near.best_distance;
    if (near.best && has_version)
        out->obstacle = near.best_distance ? OBSTACLE_KIND : OBSTACLE_LETTER_CASE;
    else
        out->obstacle = near.best ? OBSTACLE_BOTH : OBSTACLE_OTHER_KIND;
    return near.best || has_version;
}

static bool has_matched(const explain_question *q, const rj_customization *c) {
    for (size_t i = 0; i < q->match_count; i++)
        if (q->matches[i].customization == c)
            return true;
    return false;
}

static bool is_nearer(const candidate *a, const candidate *b) {
    return a->obstacle != b->obstacle ? a->obstacle < b->obstacle : a->distance < b->distance;
}

/* Keeps the nearest, in order; of equals the first. */
static void keep(candidate *list, size_t *count, const candidate *new) {
    size_t at = *count;
    while (at > 0 && is_nearer(new, &list[at - 1]))
        at--;
    if (at == MOST_CANDIDATES)
        return;
    *count += *count < MOST_CANDIDATES;
    memmove(&list[at + 1], &list[at], (*count - at - 1) * sizeof *list);
    list[at] = *new;
}

static void write_target(const rj_customization *c, rj_buf *out) {
    rj_buf_puts(out, "its target is ");
    write_escaped(c->api_version, out);
    rj_buf_putc(out, ' ');
    write_escaped(c->kind, out);
}

static void write_set_rules(const rj_customization *c, rj_buf *out) {
    const char *before = " (set: ";
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        if (c->scripts[i].text) {
            rj_buf_printf(out, "%s%s", before, rj_rule_of((rj_operation)i)->field);
            before = ", ";
        }
    rj_buf_puts(out, *before == ',' ? ")" : " (no rule is)");
}

static void write_obstacle(const explain_question *q, const candidate *found, rj_buf *out) {
    static const char *const differs[] = {
        [OBSTACLE_API_VERSION] = ": the apiVersion differs",
        [OBSTACLE_LETTER_CASE] = ": the kind differs in the case of its letters",
        [OBSTACLE_KIND] = ": the kind differs",
        [OBSTACLE_BOTH] = ": apiVersion and kind differ",
        [OBSTACLE_OTHER_KIND] = ": the kind differs",
    };
    const rj_customization *c = found->customization;
    switch (found->obstacle) {
    case OBSTACLE_ORDER:
        rj_buf_puts(out, "\"");
        write_escaped(q->matches[0].customization->name, out);
        rj_buf_puts(out, "\" has the same target and comes first by its name");
        break;
    case OBSTACLE_EMPTY_SCRIPT:
        rj_buf_printf(out, "its script under spec.customizations.%s is empty", q->rule->field);
        break;
    case OBSTACLE_NO_SCRIPT:
        rj_buf_printf(out, "spec.customizations.%s isn't set", q->rule->field);
        write_set_rules(c, out);
        break;
    case OBSTACLE_API_VERSION:
    case OBSTACLE_LETTER_CASE:
    case OBSTACLE_KIND:
    case OBSTACLE_BOTH:
    case OBSTACLE_OTHER_KIND:
        write_target(c, out);
        rj_buf_puts(out, differs[found->obstacle]);
        break;
    }
}

void explain_write_candidates(const explain_question *question, const rj_customization_set *set,
                              rj_buf *out) {
    candidate nearest[MOST_CANDIDATES + 1], found;
    size_t count = 0, left = 0;
    for (size_t i = 0; i < set->count; i++) {
        const rj_customization *c = &set->items[i];
        if (has_matched(question, c))
            continue;
        left++;
        if (judge(question, c, &found) &&
            (!question->match_count || found.obstacle <= OBSTACLE_NO_SCRIPT))
            keep(nearest, &count, &found);
    }
    for (size_t i = 0; i < count; i++) {
        rj_buf_puts(out, "  passed over: ");
        explain_write_customization(nearest[i].customization, out);
        rj_buf_puts(out, ": ");
        write_obstacle(question, &nearest[i], out);
        rj_buf_putc(out, '\n');
    }
    if (left > count)
        rj_buf_printf(out, "  passed over: %zu %s\n", left - count,
                      count       ? "more"
                      : left == 1 ? "of another target"
                                  : "of other targets");
}
