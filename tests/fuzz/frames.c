/* SPDX-License-Identifier: Apache-2.0 */
/* What a worker that was taken over may write to its pipe. First byte: the operation. */
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "interp/frames.h"
#include "rjinterp/json.h"

static void count_print(void *ctx, const char *data, size_t bytes) {
    size_t *printed = ctx;
    require(bytes == 0 || data != NULL);
    *printed += bytes;
}

/* Everything that is announced is there. */
static bool sum_measured(void *ctx, const rj_measurements *m) {
    uint64_t *sum = ctx;
    size_t text_bytes = 0;
    require(m->customization);
    for (size_t i = 0; i < m->count_count; i++)
        *sum += m->counts[i];
    for (size_t i = 0; i < m->line_count; i++)
        *sum += m->lines[i].instructions + m->lines[i].bytes;
    *sum += m->run_ns + m->usage.instructions + m->usage.instruction_step + m->usage.peak_bytes;
    for (size_t i = 0; i < m->trace.event_count; i++) {
        require(m->trace.events[i].kind <= RJ_TRACE_VARIABLE);
        text_bytes += m->trace.events[i].text_bytes;
    }
    require(text_bytes == m->trace.text_bytes);
    for (size_t i = 0; i < text_bytes; i++)
        *sum += (unsigned char)m->trace.text[i];
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    enum {
        PIPE_BYTES = 65536
    };
    int ends[2];
    size_t printed = 0;
    uint64_t sum = 0;
    if (bytes < 1 || bytes > PIPE_BYTES)
        return 0;
    rj_arena *arena = rj_arena_new((size_t)64 << 20);
    require(arena && pipe(ends) == 0);
    require(write(ends[1], data + 1, bytes - 1) == (ssize_t)bytes - 1);
    close(ends[1]);
    const rj_customization customization = {.source = "c.yaml", .name = "c"};
    const rj_customization_set set = {.items = (rj_customization *)&customization, .count = 1};
    static const rj_trace_options trace = {.max_events = 100, .max_text_bytes = 1000};
    /* The bits above the operation say what is wanted. */
    const unsigned wanted = data[0] / RJ_OPERATION_COUNT;
    const rj_measure measure = {.coverage = (wanted & 1) == 0,
                                .time = (wanted & 2) != 0,
                                .lines = (wanted & 4) != 0,
                                .usage = (wanted & 8) != 0,
                                .trace = wanted & 2 ? &trace : NULL};
    const rj_request request = {.customizations = &set,
                                .operation = (rj_operation)(data[0] % RJ_OPERATION_COUNT),
                                .limits = &fuzz_limits,
                                .print = count_print,
                                .print_ctx = &printed,
                                .measure = measure,
                                .measured = data[0] >= 128 ? sum_measured : NULL,
                                .measured_ctx = &sum};
    rj_frame_reader reader = {.fd = ends[0], .requests = &request};
    rj_answer answer = {0};
    const rj_answer_status status = rj_frames_take_answer(&reader, 0, arena, &answer);
    require(status != RJ_ANSWER_LATE);
    require((status == RJ_ANSWER_BAD) == (reader.nonsense != NULL));
    if (status == RJ_ANSWER_TAKEN && answer.ok) {
        rj_buf text = RJ_BUF_INIT;
        for (size_t i = 0; i < answer.result.count; i++)
            rj_json_write(&answer.result.values[i], &text);
        rj_buf_free(&text);
    }
    require(printed <= fuzz_limits.max_print_bytes);
    rj_error_clear(&answer.error);
    rj_buf_free(&reader.frame);
    rj_arena_free(arena);
    close(ends[0]);
    return 0;
}
