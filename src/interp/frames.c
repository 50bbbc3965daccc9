/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/frames.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interp/measure.h"
#include "interp/wire.h"
#include "rjinterp/jail.h"

size_t rj_frame_begin(rj_buf *out) {
    const rj_frame_head head = {0};
    const size_t start = out->bytes;
    rj_buf_append(out, (const char *)&head, sizeof head);
    return start;
}

void rj_frame_end(rj_buf *out, size_t start, rj_frame_kind kind, size_t index) {
    if (!rj_buf_ok(out))
        return;
    const rj_frame_head head = {.kind = (uint32_t)kind,
                                .index = (uint32_t)index,
                                .bytes = out->bytes - start - sizeof head};
    memcpy(out->data + start, &head, sizeof head);
}

/* ---- reading ---- */

/* One answer while it is read. */
typedef struct reading {
    rj_frame_reader *reader;
    const rj_request *request;
    const rj_limits *limits;
    int64_t deadline_ms;
    size_t scripts_left;  /* that haven't returned */
    size_t measured_left; /* whose measurements haven't come */
    rj_arena *arena;
    uint64_t printed_bytes;
} reading;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Every script of a request has the whole time limit for itself. */
static int64_t scripts_ms(const reading *r) {
    return (int64_t)r->limits->timeout_ms * (int64_t)r->scripts_left + RJ_JAIL_GRACE_MS;
}

static size_t script_count(const rj_request *request) {
    const bool may_be_many =
        rj_rule_of(request->operation)->result_shapes[0] == RJ_RESULT_DEPENDENCIES;
    return may_be_many && request->customizations->count ? request->customizations->count : 1;
}

/* Reads exactly `bytes` bytes before the deadline. */
static rj_answer_status read_exactly(const reading *r, char *into, size_t bytes) {
    while (bytes) {
        struct pollfd p = {.fd = r->reader->fd, .events = POLLIN};
        const int64_t left = r->deadline_ms - now_ms();
        if (left <= 0)
            return RJ_ANSWER_LATE;
        const int ready = poll(&p, 1, left > 60000 ? 60000 : (int)left);
        if (ready < 0 && errno != EINTR)
            return RJ_ANSWER_GONE;
        if (ready <= 0)
            continue;
        const ssize_t n = read(p.fd, into, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return RJ_ANSWER_GONE;
        into += n;
        bytes -= (size_t)n;
    }
    return RJ_ANSWER_TAKEN;
}

static rj_answer_status nonsense(reading *r, const char *what) {
    r->reader->nonsense = what;
    return RJ_ANSWER_BAD;
}

static uint64_t max_trace_bytes(const rj_trace_options *trace) {
    enum {
        MOST_EVENT_BYTES = 65536 /* of the event that goes beyond max_text_bytes */
    };
    return trace ? (uint64_t)trace->max_events * sizeof(rj_trace_event) + trace->max_text_bytes +
                       MOST_EVENT_BYTES
                 : 0;
}

/* More than the largest result as text can take on the wire, or the counts of the largest script:
 * a point takes some bytes of it. */
static uint64_t max_frame_bytes(const reading *r, uint32_t kind) {
    const uint64_t bytes = kind == RJ_FRAME_MEASURED ? r->limits->max_script_bytes : 0;
    if (bytes)
        return (bytes < UINT32_MAX ? bytes : UINT32_MAX) * 4 * sizeof(uint64_t) + 65536 +
               max_trace_bytes(r->request->measure.trace);
    return (uint64_t)r->limits->max_output_bytes * 2 + 65536;
}

static rj_answer_status read_frame(reading *r, size_t index, rj_frame_head *head) {
    rj_answer_status status = read_exactly(r, (char *)head, sizeof *head);
    if (status != RJ_ANSWER_TAKEN)
        return status;
    if (head->kind < RJ_FRAME_PRINT || head->kind > RJ_FRAME_MEASURED || head->index != index)
        return nonsense(r, "its answer makes no sense");
    if (head->bytes > max_frame_bytes(r, head->kind))
        return nonsense(r, "its answer is too large");
    rj_buf *frame = &r->reader->frame;
    rj_buf_reset(frame);
    char *into = rj_buf_reserve(frame, (size_t)head->bytes);
    if (!into)
        return nonsense(r, "there is no memory for its answer");
    status = read_exactly(r, into, (size_t)head->bytes);
    frame->bytes = (size_t)head->bytes;
    return status;
}

static rj_answer_status take_print(reading *r) {
    const rj_buf *frame = &r->reader->frame;
    r->printed_bytes += frame->bytes;
    if (r->printed_bytes > r->limits->max_print_bytes)
        return nonsense(r, "it printed more than the limit");
    if (r->request->print && frame->bytes)
        r->request->print(r->request->print_ctx, frame->data, frame->bytes);
    return RJ_ANSWER_TAKEN;
}

static rj_answer_status take_returned(reading *r) {
    if (r->scripts_left == 0 || r->reader->frame.bytes)
        return nonsense(r, "it says that more scripts returned than there are");
    r->scripts_left--;
    r->deadline_ms = now_ms() + scripts_ms(r) + RJ_FRAMES_RESULT_MS;
    return RJ_ANSWER_TAKEN;
}

static rj_answer_status take_measured(reading *r) {
    const rj_buf *frame = &r->reader->frame;
    rj_measurements measured;
    if (r->measured_left == 0)
        return nonsense(r, "it has measured more scripts than there are");
    r->measured_left--;
    if (!rj_wire_read_measurements(rj_buf_text(frame), frame->bytes, r->request, r->arena,
                                   &measured) ||
        !r->request->measured(r->request->measured_ctx, &measured))
        return nonsense(r, "what it has measured makes no sense, or memory is too short for it");
    return RJ_ANSWER_TAKEN;
}

static rj_answer_status take_answer(reading *r, rj_frame_kind kind, rj_answer *answer) {
    const rj_buf *frame = &r->reader->frame;
    const char *data = rj_buf_text(frame);
    rj_answer taken = {.ok = kind == RJ_FRAME_RESULT};
    if (!taken.ok && !rj_wire_read_error(data, frame->bytes, &taken.error))
        return nonsense(r, "its error makes no sense, or memory is too short for it");
    if (taken.ok && !rj_wire_read_result(data, frame->bytes, rj_rule_of(r->request->operation),
                                         r->request->customizations, r->limits->max_depth + 2,
                                         r->arena, &taken.result))
        return nonsense(r, "its result makes no sense, or memory is too short for it");
    *answer = taken;
    return RJ_ANSWER_TAKEN;
}

rj_answer_status rj_frames_take_answer(rj_frame_reader *reader, size_t index, rj_arena *arena,
                                       rj_answer *answer) {
    const rj_request *request = &reader->requests[index];
    reading r = {.reader = reader,
                 .request = request,
                 .limits = request->limits ? request->limits : rj_limits_default(),
                 .scripts_left = script_count(request),
                 .arena = arena};
    r.measured_left = rj_measuring_is_wanted(request) ? r.scripts_left : 0;
    r.deadline_ms = now_ms() + scripts_ms(&r);
    for (;;) {
        rj_frame_head head;
        rj_answer_status status = read_frame(&r, index, &head);
        if (status != RJ_ANSWER_TAKEN)
            return status;
        switch ((rj_frame_kind)head.kind) {
        case RJ_FRAME_RESULT:
        case RJ_FRAME_ERROR:
            return take_answer(&r, (rj_frame_kind)head.kind, answer);
        case RJ_FRAME_PRINT:
            status = take_print(&r);
            break;
        case RJ_FRAME_RETURNED:
            status = take_returned(&r);
            break;
        case RJ_FRAME_MEASURED:
            status = take_measured(&r);
            break;
        }
        if (status != RJ_ANSWER_TAKEN)
            return status;
    }
}
