/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the RayJob customization's AggregateStatus does, by hand in C over the same value trees: the
 * status of the whole out of the statuses of the members. It takes their times to be in UTC and
 * without fractions.
 *
 *   bench_aggregate_baseline FILE [RUNS]
 *
 * prints the milliseconds of each run on a line; with RUNS 0 the result as JSON.
 */

#include <string.h>

#include "bench/aggregate_inputs.h"
#include "rjinterp/quantity.h"

typedef struct ranked {
    const char *state;
    double rank;
} ranked;

static const ranked deployment_ranks[] = {
    {"", 0},           {"Initializing", 1}, {"Waiting", 2},
    {"Suspending", 3}, {"Suspended", 3},    {"Retrying", 4},
    {"Running", 5},    {"Complete", 6},     {"ValidationFailed", 7},
    {"Failed", 8}};
static const ranked job_ranks[] = {{"", 0},          {"PENDING", 1}, {"RUNNING", 2},
                                   {"SUCCEEDED", 3}, {"STOPPED", 4}, {"FAILED", 5}};
static const ranked cluster_ranks[] = {{"ready", 0}, {"", 1}, {"suspended", 2}, {"failed", 3}};

static double rank_of(const char *state, const ranked *ranks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(ranks[i].state, state) == 0)
            return ranks[i].rank;
    return 0.5;
}

/* The worst state of a field so far. */
static void take_state(const rj_value *status, const char *field, const ranked *ranks, size_t count,
                       const char **worst) {
    const char *state = rj_value_get_text(status, field);
    state = state ? state : "";
    if (rank_of(state, ranks, count) > rank_of(*worst, ranks, count))
        *worst = state;
}

typedef struct whole {
    rj_arena *arena;
    double failed, succeeded, counts[5];
    const char *deployment, *job, *cluster;
    const char *first_start, *last_end;
    size_t reports, clusters, ends;
    rj_quantity *sums[4], *operand;
    rj_list_builder conditions;
} whole;

static const char *const count_fields[] = {"availableWorkerReplicas", "desiredWorkerReplicas",
                                           "maxWorkerReplicas", "minWorkerReplicas",
                                           "readyWorkerReplicas"};
static const char *const sum_fields[] = {"desiredCPU", "desiredGPU", "desiredMemory", "desiredTPU"};

static double number_at(const rj_value *status, const char *field) {
    const rj_value *value = rj_value_get(status, field);
    return rj_value_is_number(value) ? value->number.f64 : 0;
}

static bool append(rj_map_builder *map, const char *key, const rj_value *value) {
    return rj_map_append(map, key, strlen(key), (rj_position){0, 0}, value);
}

/* Copies a condition and says whose it is. */
static bool take_condition(whole *w, const rj_value *condition, const rj_value *cluster_name) {
    rj_map_builder map = {.arena = w->arena};
    for (size_t i = 0; i < condition->map.count; i++) {
        const rj_member *m = &condition->map.members[i];
        if (!rj_map_append(&map, m->key, m->key_bytes, m->key_at, &m->value))
            return false;
    }
    if (cluster_name && !append(&map, "clusterName", cluster_name))
        return false;
    const rj_value copy = rj_map_finish(&map);
    return rj_list_append(&w->conditions, &copy);
}

static bool take_quantities(whole *w, const rj_value *cluster) {
    for (size_t i = 0; i < 4; i++) {
        const rj_value *value = rj_value_get(cluster, sum_fields[i]);
        if (rj_value_is(value, RJ_KIND_STRING) &&
            (!rj_quantity_parse(w->operand, value->string.data, value->string.bytes, NULL) ||
             !rj_quantity_add(w->sums[i], w->operand)))
            return false;
    }
    return true;
}

static bool take_cluster(whole *w, const rj_value *cluster, const rj_value *cluster_name) {
    const rj_value *conditions = rj_value_get(cluster, "conditions");
    w->clusters++;
    for (size_t i = 0; i < 5; i++)
        w->counts[i] += number_at(cluster, count_fields[i]);
    for (size_t i = 0; rj_value_is(conditions, RJ_KIND_LIST) && i < conditions->list.count; i++)
        if (!take_condition(w, &conditions->list.items[i], cluster_name))
            return false;
    return take_quantities(w, cluster);
}

static bool take_report(whole *w, const rj_value *item) {
    const rj_value *status = rj_value_get(item, "status");
    if (!rj_value_is(status, RJ_KIND_MAP))
        return true;
    const rj_value *cluster = rj_value_get(status, "rayClusterStatus");
    const char *start = rj_value_get_text(status, "startTime");
    const char *end = rj_value_get_text(status, "endTime");
    w->reports++;
    w->failed += number_at(status, "failed");
    w->succeeded += number_at(status, "succeeded");
    take_state(status, "jobDeploymentStatus", deployment_ranks, 10, &w->deployment);
    take_state(status, "jobStatus", job_ranks, 6, &w->job);
    take_state(cluster, "state", cluster_ranks, 4, &w->cluster);
    if (start && (!w->first_start || strcmp(start, w->first_start) < 0))
        w->first_start = start;
    if (end && (!w->last_end || strcmp(end, w->last_end) > 0))
        w->last_end = end;
    w->ends += end != NULL;
    return !cluster || take_cluster(w, cluster, rj_value_get(item, "clusterName"));
}

static bool append_text(rj_map_builder *map, const char *key, const char *text) {
    const rj_value value = rj_value_text(text ? text : "");
    return !text || !*text || append(map, key, &value);
}

static bool append_count(rj_map_builder *map, const char *key, double number) {
    const rj_value value = rj_value_int((int64_t)number);
    return append(map, key, &value);
}

static bool print_cluster(const whole *w, rj_value *out) {
    rj_map_builder map = {.arena = w->arena};
    const rj_value conditions = rj_list_finish(&w->conditions);
    bool good = append(&map, "conditions", &conditions) && append_text(&map, "state", w->cluster);
    for (size_t i = 0; i < 5; i++)
        good = good && append_count(&map, count_fields[i], w->counts[i]);
    for (size_t i = 0; good && i < 4; i++) {
        rj_buf text = RJ_BUF_INIT;
        rj_quantity_write(w->sums[i], &text);
        good = rj_buf_ok(&text) &&
               append_text(&map, sum_fields[i],
                           rj_arena_copy(w->arena, rj_buf_text(&text), text.bytes));
        rj_buf_free(&text);
    }
    *out = rj_map_finish(&map);
    return good;
}

static bool print(const whole *w, rj_value *out) {
    rj_map_builder map = {.arena = w->arena};
    rj_value cluster;
    if ((w->clusters &&
         (!print_cluster(w, &cluster) || !append(&map, "rayClusterStatus", &cluster))) ||
        !append_count(&map, "failed", w->failed) ||
        !append_count(&map, "succeeded", w->succeeded) ||
        !append_text(&map, "jobDeploymentStatus", w->deployment) ||
        !append_text(&map, "jobStatus", w->job) ||
        !append_text(&map, "startTime", w->first_start) ||
        (w->ends == w->reports && !append_text(&map, "endTime", w->last_end)))
        return false;
    *out = rj_map_finish(&map);
    return true;
}

static rj_value aggregate(const rj_value *items, rj_arena *arena) {
    whole w = {.arena = arena,
               .deployment = "",
               .job = "",
               .cluster = "ready",
               .operand = rj_quantity_new(),
               .conditions = {.arena = arena}};
    rj_value out;
    bool good = w.operand != NULL;
    for (size_t i = 0; i < 4; i++)
        good = (w.sums[i] = rj_quantity_new()) && good;
    for (size_t i = 0; good && i < items->list.count; i++)
        good = take_report(&w, &items->list.items[i]);
    if (!good || !print(&w, &out))
        bench_fail("a status makes no sense, or out of memory");
    for (size_t i = 0; i < 4; i++)
        rj_quantity_free(w.sums[i]);
    rj_quantity_free(w.operand);
    return out;
}

int main(int argc, char **argv) {
    int runs;
    const char *path = bench_arguments(argc, argv, &runs);
    rj_arena *inputs = rj_arena_new(0), *arena = rj_arena_new(0);
    if (!inputs || !arena)
        bench_fail("out of memory");
    const rj_value items = aggregate_read(path, inputs);
    if (!runs) {
        const rj_value result = aggregate(&items, arena);
        aggregate_print(&result);
    }
    for (int i = 0; i < runs; i++) {
        const double start = bench_now_ms();
        (void)aggregate(&items, arena);
        printf("%.3f\n", bench_now_ms() - start);
        rj_arena_reset(arena);
    }
    rj_arena_free(inputs);
    rj_arena_free(arena);
    return 0;
}
