/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/property.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "rjinterp/utf8.h"
#include "suite/diff.h"
#include "suite/shrink.h"

enum {
    ALL_ORDERS_UP_TO = 6, /* items; 720 orders */
    MOST_ORDERS = 720,
    SAMPLED_ORDERS = 100,
    MOST_TRIES = 400,       /* to make an input smaller */
    LONGEST_NAME = 32,      /* characters of a component's name */
    MOST_INPUT_BYTES = 4000 /* of an input that is told */
};

/* The arguments of one call. */
typedef struct input {
    const rj_value *desired, *observed, *status_items;
} input;

/* What came back, kept. */
typedef struct answer {
    bool ok;
    rj_value value;  /* a list of the results; null when it failed */
    rj_buf text;     /* the same as JSON, or the message */
    const char *bad; /* why the results themselves break the property, or NULL */
    const char *file, *detail;
    rj_position at;
} answer;

typedef struct trial {
    const rj_suite_options *options;
    const rj_suite_case *item;
    const rj_customization_set *customization;
    rj_arena *arena;
    rj_arena *scratch; /* for values of answers and of smaller inputs */
    answer *answers;
    size_t answer_count;
    rj_error *err;
    bool failed; /* no worker, no memory: *err says which */
    /* What makes the next call special. */
    bool shares_state, reverses_second;
    input (*inputs)(const struct trial *t, const rj_value *part); /* see shrinking */
    bool (*is_shown)(struct trial *t, const input *in);
    input found; /* the smallest so far */
    /* The failure that was seen first: a smaller input has to show this one. */
    bool has_first;
    const char *first_reason;
    rj_position first_at;
} trial;

static bool give_up(trial *t) {
    t->failed = true;
    rj_error_no_memory(t->err);
    return false;
}

/* ---- what holds for single results ---- */

static const char *check_component_names(const rj_value *components) {
    for (size_t i = 0; i < components->list.count; i++) {
        const char *name = rj_value_get_text(&components->list.items[i], "name");
        size_t characters = 0;
        for (const char *p = name ? name : ""; *p; p++)
            characters += (*p & 0xC0) != 0x80;
        if (!characters)
            return "a component has no name";
        if (characters > LONGEST_NAME)
            return "a component's name has more than 32 characters";
        for (size_t j = 0; j < i; j++) {
            const char *other = rj_value_get_text(&components->list.items[j], "name");
            if (strcmp(other, name) == 0)
                return "two components have the same name";
        }
    }
    return NULL;
}

static const char *check_replicas(const rj_value *replicas) {
    if (rj_value_is_number(replicas) && replicas->number.f64 < 0)
        return replicas->number.f64 <= INT32_MIN ? "the number of replicas doesn't fit 32 bits"
                                                 : "the number of replicas is negative";
    return NULL;
}

static const char *check_ranges(const rj_rule *rule, const rj_result *result) {
    const rj_value *first = &result->values[0];
    if (rule->operation == RJ_OPERATION_INTERPRET_REPLICA)
        return check_replicas(first);
    for (size_t i = 0; first->kind == RJ_KIND_LIST && i < first->list.count; i++) {
        const rj_value *replicas = rj_value_get(&first->list.items[i], "replicas");
        const char *bad = replicas ? check_replicas(replicas) : NULL;
        if (bad)
            return bad;
    }
    return NULL;
}

static const char *check_result(const trial *t, const rj_result *result) {
    switch (t->item->property) {
    case RJ_PROPERTY_COMPONENT_NAMES:
        return result->values[0].kind == RJ_KIND_LIST ? check_component_names(&result->values[0])
                                                      : NULL;
    case RJ_PROPERTY_RANGES:
        return check_ranges(t->item->rule, result);
    default:
        return NULL;
    }
}

/* ---- calls ---- */

/* Values of an answer live only until the next: their JSON is read again. */
static bool keep_values(trial *t, const rj_result *result, answer *out) {
    const rj_value list = rj_value_list(result->values, result->count);
    rj_document document;
    rj_json_write(&list, &out->text);
    if (!rj_buf_ok(&out->text))
        return give_up(t);
    rj_document_reader *reader = rj_document_reader_new_bytes(
        rj_buf_text(&out->text), out->text.bytes, "result", false, t->options->limits);
    const bool ok =
        reader && rj_document_next(reader, t->scratch, &document, t->err) == RJ_READ_DOCUMENT;
    rj_document_reader_free(reader);
    if (!ok)
        return give_up(t);
    out->value = document.root;
    return true;
}

static const char *keep(trial *t, const char *text) {
    return text ? rj_arena_copy(t->arena, text, strlen(text)) : NULL;
}

static bool take_answer(void *ctx, size_t index, bool ok, const rj_result *result, rj_error *err,
                        rj_arena *arena) {
    trial *t = ctx;
    answer *out = &t->answers[index];
    (void)arena;
    *out = (answer){.ok = ok, .value = rj_value_null};
    if (ok) {
        out->bad = check_result(t, result);
        return keep_values(t, result, out);
    }
    rj_buf_puts(&out->text, err->message ? err->message : "failed");
    out->file = keep(t, err->file);
    out->detail = keep(t, err->detail);
    out->at = err->at;
    return rj_buf_ok(&out->text) || give_up(t);
}

static void forget_answers(trial *t) {
    for (size_t i = 0; i < t->answer_count; i++)
        rj_buf_free(&t->answers[i].text);
    t->answers = NULL;
    t->answer_count = 0;
}

/* Calls the operation once with each input; the answers stay until the next call. */
static bool call(trial *t, const input *inputs, size_t count) {
    rj_jail_options jail = t->options->jail ? *t->options->jail : (rj_jail_options){0};
    jail.shares_state = t->shares_state;
    forget_answers(t);
    rj_request *requests = rj_arena_calloc(t->scratch, count, sizeof *requests);
    t->answers = rj_arena_calloc(t->scratch, count, sizeof *t->answers);
    if (!requests || !t->answers)
        return give_up(t);
    t->answer_count = count;
    for (size_t i = 0; i < count; i++)
        requests[i] = (rj_request){.customizations = t->customization,
                                   .operation = t->item->rule->operation,
                                   .desired = inputs[i].desired,
                                   .observed = inputs[i].observed,
                                   .status_items = inputs[i].status_items,
                                   .desired_replica = t->item->desired_replica,
                                   .limits = t->options->limits,
                                   .reverses_pairs = t->reverses_second && i % 2};
    if (!rj_jail_run_all(requests, count, &jail, take_answer, t, t->err))
        t->failed = true;
    return !t->failed;
}

static bool same_answers(const answer *a, const answer *b) {
    return a->ok == b->ok &&
           (!a->ok || (a->text.bytes == b->text.bytes &&
                       memcmp(rj_buf_text(&a->text), rj_buf_text(&b->text), a->text.bytes) == 0));
}

/* ---- the smallest input ---- */

static bool still_shown(void *ctx, const rj_value *candidate) {
    trial *t = ctx;
    const input smaller = t->inputs(t, candidate);
    return !t->failed && t->is_shown(t, &smaller);
}

static input with_items(const trial *t, const rj_value *part) {
    input changed = t->found;
    changed.status_items = part;
    return changed;
}

static input with_desired(const trial *t, const rj_value *part) {
    input changed = t->found;
    changed.desired = part;
    return changed;
}

static input with_observed(const trial *t, const rj_value *part) {
    input changed = t->found;
    changed.observed = part;
    return changed;
}

static bool shrink_part(trial *t, const rj_value **part,
                        input (*inputs)(const trial *t, const rj_value *part)) {
    rj_value *smaller = rj_arena_calloc(t->scratch, 1, sizeof *smaller);
    if (!smaller)
        return give_up(t);
    *smaller = **part;
    t->inputs = inputs;
    if (!suite_shrink(smaller, still_shown, t, MOST_TRIES, t->scratch))
        return give_up(t);
    *part = smaller;
    return !t->failed;
}

/* From an input that shows a failure to a small one; the answers are those to it. */
static bool shrink(trial *t, const input *start) {
    t->found = *start;
    const bool one_object = t->found.desired == t->found.observed;
    if ((t->found.status_items && !shrink_part(t, &t->found.status_items, with_items)) ||
        (t->found.desired && !one_object && !shrink_part(t, &t->found.desired, with_desired)) ||
        (t->found.observed && !one_object && !shrink_part(t, &t->found.observed, with_observed)))
        return false;
    return t->is_shown(t, &t->found) || t->failed;
}

/* ---- properties ---- */

static bool differs_twice(trial *t, const input *in) {
    const input both[] = {*in, *in};
    return call(t, both, 2) && !same_answers(&t->answers[0], &t->answers[1]);
}

/* Whether the answer fails as the first did: at the same place, or where there is none, with the
 * same words. */
static bool fails_alike(trial *t, const answer *a) {
    const char *reason = a->ok ? a->bad : rj_buf_text(&a->text);
    if (!reason)
        return false;
    if (!t->has_first) {
        t->has_first = true;
        t->first_reason = keep(t, reason);
        t->first_at = a->at;
        return t->first_reason || give_up(t);
    }
    if (t->first_at.line)
        return a->at.line == t->first_at.line && a->at.column == t->first_at.column;
    return strcmp(reason, t->first_reason) == 0;
}

static bool breaks_alone(trial *t, const input *in) {
    return call(t, in, 1) && fails_alike(t, &t->answers[0]);
}

static bool changes_itself(trial *t, const input *in) {
    diff_list differences = {.arena = t->scratch};
    const diff_rules rules = {0};
    if (!call(t, in, 1) || !t->answers[0].ok)
        return false;
    if (!diff_values("", in->desired, &t->answers[0].value.list.items[0], &rules, &differences))
        return give_up(t);
    return differences.count != 0;
}

static uint32_t random_below(uint64_t *seed, uint32_t bound) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % bound;
}

/* The next order of the items, which differs from all before it; Heap's method. */
static void permute(rj_value *items, size_t *state, size_t count, size_t *at) {
    while (*at < count && state[*at] >= *at) {
        state[*at] = 0;
        (*at)++;
    }
    if (*at >= count)
        return;
    const size_t other = *at % 2 ? state[*at] : 0;
    const rj_value moved = items[other];
    items[other] = items[*at];
    items[*at] = moved;
    state[*at]++;
    *at = 1;
}

static void shuffle(rj_value *items, size_t count, uint64_t *seed) {
    for (size_t i = count; i > 1; i--) {
        const size_t other = random_below(seed, (uint32_t)i);
        const rj_value moved = items[i - 1];
        items[i - 1] = items[other];
        items[other] = moved;
    }
}

static size_t factorial(size_t n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* Lists of the items in all orders, or in some; the first is the given one. NULL: no memory. */
static rj_value *orders_of(trial *t, const rj_value *items, size_t *count) {
    const size_t n = items->list.count;
    const bool all = n <= ALL_ORDERS_UP_TO;
    *count = all ? factorial(n) : SAMPLED_ORDERS + 1;
    rj_value *lists = rj_arena_calloc(t->scratch, *count, sizeof *lists);
    rj_value *current = rj_arena_calloc(t->scratch, n, sizeof *current);
    size_t state[ALL_ORDERS_UP_TO] = {0}, at = 1;
    uint64_t seed = 1;
    if (!lists || !current)
        return NULL;
    memcpy(current, items->list.items, n * sizeof *current);
    for (size_t i = 0; i < *count; i++) {
        rj_value *copy = rj_arena_calloc(t->scratch, n, sizeof *copy);
        if (!copy)
            return NULL;
        memcpy(copy, current, n * sizeof *copy);
        lists[i] = rj_value_list(copy, n);
        if (all)
            permute(current, state, n, &at);
        else
            shuffle(current, n, &seed);
    }
    return lists;
}

/* Of the answers the first and one that differs are left, in places 0 and 1. */
static bool differs_by_order(trial *t, const input *in) {
    size_t count;
    if (!in->status_items || in->status_items->list.count < 2)
        return false;
    rj_value *lists = orders_of(t, in->status_items, &count);
    input *inputs = lists ? rj_arena_calloc(t->scratch, count, sizeof *inputs) : NULL;
    if (!inputs)
        return give_up(t);
    for (size_t i = 0; i < count; i++)
        inputs[i] = (input){in->desired, in->observed, &lists[i]};
    if (!call(t, inputs, count))
        return false;
    for (size_t i = 1; i < count; i++) {
        if (same_answers(&t->answers[0], &t->answers[i]))
            continue;
        const answer moved = t->answers[1];
        t->answers[1] = t->answers[i];
        t->answers[i] = moved;
        return true;
    }
    return false;
}

/* An item that says nothing but where it is from. */
static rj_value *item_without_status(trial *t) {
    rj_map_builder item = {.arena = t->scratch};
    const rj_value name = rj_value_text("member-without-status");
    rj_value *made = rj_arena_calloc(t->scratch, 1, sizeof *made);
    if (!made ||
        !rj_map_append(&item, "clusterName", strlen("clusterName"), (rj_position){0}, &name))
        return NULL;
    *made = rj_map_finish(&item);
    return made;
}

/* No list, an empty one, each item alone, one without a status, and that behind all others. */
static bool add_lists(trial *t, const rj_value *given, rj_list_builder *lists) {
    const size_t n = given ? given->list.count : 0;
    const rj_value *lonely = item_without_status(t), empty = rj_value_list(NULL, 0);
    rj_value *all = rj_arena_calloc(t->scratch, n + 1, sizeof *all);
    if (!lonely || !all || !rj_list_append(lists, &rj_value_null) || !rj_list_append(lists, &empty))
        return false;
    for (size_t i = 0; i < n; i++) {
        const rj_value one = rj_value_list(&given->list.items[i], 1);
        all[i] = given->list.items[i];
        if (!rj_list_append(lists, &one))
            return false;
    }
    all[n] = *lonely;
    const rj_value alone = rj_value_list(lonely, 1), behind = rj_value_list(all, n + 1);
    return rj_list_append(lists, &alone) && rj_list_append(lists, &behind);
}

static bool find_failing_count(trial *t, const input *in, input *failing) {
    rj_list_builder lists = {.arena = t->scratch};
    if (!add_lists(t, in->status_items, &lists))
        return give_up(t);
    input *inputs = rj_arena_calloc(t->scratch, lists.count, sizeof *inputs);
    if (!inputs)
        return give_up(t);
    for (size_t i = 0; i < lists.count; i++)
        inputs[i] = (input){in->desired, in->observed,
                            lists.items[i].kind == RJ_KIND_LIST ? &lists.items[i] : NULL};
    if (!call(t, inputs, lists.count))
        return false;
    for (size_t i = 0; i < lists.count; i++)
        if (fails_alike(t, &t->answers[i])) {
            *failing = inputs[i];
            return true;
        }
    return false;
}

/* ---- what is told ---- */

static void write_input(const char *name, const rj_value *value, rj_buf *out) {
    rj_buf json = RJ_BUF_INIT;
    if (!value)
        return;
    rj_json_write(value, &json);
    const bool is_long = json.bytes > MOST_INPUT_BYTES;
    rj_buf_printf(out, "%s%s: %.*s%s", out->bytes ? "\n" : "", name,
                  is_long ? MOST_INPUT_BYTES : (int)json.bytes, rj_buf_text(&json),
                  is_long ? "…" : "");
    rj_buf_free(&json);
}

/* The frames of a script that failed, and the smallest input. */
static const char *describe(trial *t, const answer *failed) {
    rj_buf text = RJ_BUF_INIT;
    if (failed && failed->detail)
        rj_buf_puts(&text, failed->detail);
    if (text.bytes && rj_buf_text(&text)[text.bytes - 1] == '\n')
        text.bytes--;
    rj_buf_printf(&text, "%ssmallest input that shows it:", text.bytes ? "\n" : "");
    write_input("desiredObj", t->found.desired, &text);
    write_input("observedObj", t->found.observed, &text);
    write_input("statusItems", t->found.status_items, &text);
    const char *kept = rj_buf_ok(&text) ? keep(t, rj_buf_text(&text)) : NULL;
    rj_buf_free(&text);
    return kept;
}

static bool tell_failure(trial *t, const answer *failed, rj_suite_result *result) {
    result->reason = keep(t, rj_buf_text(&failed->text));
    result->reason_file = failed->file ? failed->file : t->item->file;
    result->reason_at = failed->file ? failed->at : t->item->at;
    result->detail = describe(t, failed);
    return (result->reason && result->detail) || give_up(t);
}

static bool tell_reason(trial *t, const char *reason, rj_suite_result *result) {
    result->reason = reason;
    result->reason_file = t->item->file;
    result->reason_at = t->item->at;
    result->detail = describe(t, NULL);
    return result->detail || give_up(t);
}

/* Two answers that should be the same; the second counts as the actual one. */
static bool tell_difference(trial *t, const rj_value *expected, const answer *actual,
                            rj_suite_result *result) {
    diff_list differences = {.arena = t->arena};
    const rj_rule *rule = t->item->rule;
    const diff_rules rules = {0};
    for (size_t i = 0; i < rule->result_count; i++)
        if (!diff_values(rule->result_names[i], &expected[i], &actual->value.list.items[i], &rules,
                         &differences))
            return give_up(t);
    for (size_t i = 0; i < differences.count; i++)
        differences.items[i].at = (rj_position){0}; /* no line of a file has these values */
    result->differences = differences.items;
    result->difference_count = differences.count;
    result->differences_left_out = differences.left_out;
    return tell_reason(t, "the answers differ", result);
}

static bool tell(trial *t, rj_suite_result *result) {
    const answer *first = &t->answers[0], *second = &t->answers[1];
    result->status = RJ_SUITE_FAILED;
    if (!first->ok)
        return tell_failure(t, first, result);
    if (first->bad)
        return tell_reason(t, first->bad, result);
    if (t->item->property == RJ_PROPERTY_RETAIN_ITSELF)
        return tell_difference(t, t->found.desired, first, result);
    return second->ok ? tell_difference(t, first->value.list.items, second, result)
                      : tell_failure(t, second, result);
}

/* ---- one property ---- */

static bool is_of(const rj_suite_case *item, rj_operation operation) {
    return item->rule->operation == operation;
}

bool property_applies(rj_property property, const rj_suite_case *item) {
    if (item->expected_error)
        return false;
    switch (property) {
    case RJ_PROPERTY_ITEM_ORDER:
        return is_of(item, RJ_OPERATION_AGGREGATE_STATUS) && item->status_items &&
               item->status_items->list.count > 1;
    case RJ_PROPERTY_ITEM_COUNT:
        return is_of(item, RJ_OPERATION_AGGREGATE_STATUS);
    case RJ_PROPERTY_RETAIN_ITSELF:
        return is_of(item, RJ_OPERATION_RETAIN);
    case RJ_PROPERTY_COMPONENT_NAMES:
        return is_of(item, RJ_OPERATION_INTERPRET_COMPONENT);
    case RJ_PROPERTY_RANGES:
        return is_of(item, RJ_OPERATION_INTERPRET_COMPONENT) ||
               is_of(item, RJ_OPERATION_INTERPRET_REPLICA);
    case RJ_PROPERTY_REPEATED:
    case RJ_PROPERTY_PAIRS_ORDER:
        return true;
    case RJ_PROPERTY_NONE:
    case RJ_PROPERTY_COUNT:
        break;
    }
    return false;
}

const char *property_title(rj_property property) {
    static const char *const titles[RJ_PROPERTY_COUNT] = {
        [RJ_PROPERTY_NONE] = "",
        [RJ_PROPERTY_REPEATED] = "the same answer twice in one state",
        [RJ_PROPERTY_PAIRS_ORDER] = "the same answer with pairs in reversed order",
        [RJ_PROPERTY_ITEM_ORDER] = "the same answer for every order of status items",
        [RJ_PROPERTY_ITEM_COUNT] = "no failure for any number of status items",
        [RJ_PROPERTY_RETAIN_ITSELF] = "Retain of an object with itself changes nothing",
        [RJ_PROPERTY_COMPONENT_NAMES] = "names of components are unique and short",
        [RJ_PROPERTY_RANGES] = "replicas fit 32 bits, quantities parse",
    };
    return titles[property];
}

static bool is_broken(trial *t, input *in) {
    t->shares_state = t->item->property == RJ_PROPERTY_REPEATED;
    t->reverses_second = t->item->property == RJ_PROPERTY_PAIRS_ORDER;
    switch (t->item->property) {
    case RJ_PROPERTY_ITEM_ORDER:
        t->is_shown = differs_by_order;
        break;
    case RJ_PROPERTY_ITEM_COUNT:
        t->is_shown = breaks_alone;
        return find_failing_count(t, in, in);
    case RJ_PROPERTY_RETAIN_ITSELF:
        t->is_shown = changes_itself;
        in->desired = in->observed = in->observed ? in->observed : in->desired;
        break;
    case RJ_PROPERTY_COMPONENT_NAMES:
    case RJ_PROPERTY_RANGES:
        t->is_shown = breaks_alone;
        break;
    default:
        t->is_shown = differs_twice;
        break;
    }
    return t->is_shown(t, in);
}

static bool check_customization(trial *t, rj_suite_result *result) {
    input in = {t->item->desired, t->item->observed, t->item->status_items};
    if (is_broken(t, &in) && shrink(t, &in) && !t->failed && tell(t, result))
        result->customization =
            t->item->directory->customization_count > 1 ? t->customization->items[0].name : NULL;
    forget_answers(t);
    return !t->failed;
}

bool property_check(const rj_suite_options *options, rj_arena *arena, rj_suite_result *result,
                    rj_error *err) {
    const rj_suite_directory *directory = result->item->directory;
    trial t = {.options = options, .item = result->item, .arena = arena, .err = err};
    t.scratch = rj_arena_new(0);
    bool ok = t.scratch || rj_error_no_memory(err);
    for (size_t i = 0; ok && i < directory->customization_count; i++) {
        t.customization = &directory->customizations[i];
        t.has_first = false;
        if (result->status != RJ_SUITE_FAILED)
            ok = check_customization(&t, result);
        rj_arena_reset(t.scratch);
    }
    result->runs = 1;
    result->failed_runs = result->status == RJ_SUITE_FAILED;
    rj_arena_free(t.scratch);
    return ok;
}
