/* SPDX-License-Identifier: Apache-2.0 */

/*
 * AggregateStatus of the RayJob customization over the member statuses of a file, from value trees
 * to the checked result, without the jail.
 *
 *   bench_aggregate FILE [RUNS]
 *
 * prints the milliseconds of each run on a line; with RUNS 0 the result as JSON.
 */

#include "bench/aggregate_inputs.h"
#include "rjinterp/customization.h"
#include "rjinterp/interp.h"

static rj_value run(const rj_request *request, rj_arena *arena) {
    rj_error err = RJ_ERROR_INIT;
    rj_result result;
    if (!rj_interp_run(request, arena, &result, &err))
        bench_fail(err.message);
    return result.values[0];
}

static rj_customization_set read_customizations(const char *path, rj_arena *arena) {
    static rj_document doc;
    rj_customization_set set = {.arena = arena};
    rj_customization customization;
    rj_error err = RJ_ERROR_INIT;
    const rj_value root = aggregate_read(path, arena).list.items[0];
    doc = (rj_document){.root = root, .file = path, .first_line = 1, .text = ""};
    if (!rj_customization_bind(&doc, arena, &customization, &err) ||
        !rj_customization_set_add(&set, &customization))
        bench_fail(err.message ? err.message : "out of memory");
    return set;
}

int main(int argc, char **argv) {
    int runs;
    const char *path = bench_arguments(argc, argv, &runs);
    rj_arena *inputs = rj_arena_new(0), *arena = rj_arena_new(0);
    if (!inputs || !arena)
        bench_fail("out of memory");
    const rj_value items = aggregate_read(path, inputs);
    const rj_value desired =
        aggregate_read(RJ_SOURCE_DIR "/testdata/desired-rayjob.yaml", inputs).list.items[0];
    const rj_customization_set set = read_customizations(
        RJ_SOURCE_DIR "/customizations/ray.io/v1/RayJob/customizations.yaml", inputs);
    rj_limits limits = *rj_limits_default();
    limits.timeout_ms = 60000;
    limits.max_memory_bytes = (size_t)1 << 30;
    const rj_request request = {.customizations = &set,
                                .operation = RJ_OPERATION_AGGREGATE_STATUS,
                                .desired = &desired,
                                .status_items = &items,
                                .limits = &limits};
    if (!runs) {
        const rj_value result = run(&request, arena);
        aggregate_print(rj_value_get(&result, "status"));
    }
    for (int i = 0; i < runs; i++) {
        const double start = bench_now_ms();
        (void)run(&request, arena);
        printf("%.3f\n", bench_now_ms() - start);
        rj_arena_reset(arena);
    }
    rj_arena_free(inputs);
    rj_arena_free(arena);
    return 0;
}
