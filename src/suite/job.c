/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/job.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "rjinterp/json.h"
#include "suite/coverage.h"
#include "suite/judge.h"
#include "suite/property.h"
#include "suite/update.h"

enum {
    MOST_PRINTED_BYTES = 4096 /* of a case's prints that are kept */
};

/* A request of a portion and what it is for. */
typedef struct errand {
    struct job *job;
    size_t item;          /* number of the case */
    size_t customization; /* number in the directory */
} errand;

typedef struct job {
    const job_plan *plan;
    int pipe_fd;
    judge judge;
    rj_arena *scratch;
    size_t first;             /* case of the portion */
    rj_suite_result *results; /* of the portion */
    rj_request *requests;
    errand *errands;
    size_t count, capacity; /* of requests and errands */
    rj_buf printed;         /* by the request in work */
    rj_buf messages;
    int64_t heard_us;
    rj_error err;
} job;

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- a portion's requests ---- */

static void take_printed(void *ctx, const char *data, size_t bytes) {
    const errand *e = ctx;
    rj_buf *printed = &e->job->printed;
    const size_t room = MOST_PRINTED_BYTES - printed->bytes;
    rj_buf_append(printed, data, bytes < room ? bytes : room);
}

static bool take_measured(void *ctx, const rj_measurements *measurements) {
    const errand *e = ctx;
    return coverage_add(e->job->plan->options->coverage, measurements);
}

static bool reserve(job *j, size_t count) {
    if (count <= j->capacity)
        return true;
    rj_request *requests = rj_alloc_resize(j->requests, count * sizeof *requests);
    if (requests)
        j->requests = requests;
    errand *errands = rj_alloc_resize(j->errands, count * sizeof *errands);
    if (errands)
        j->errands = errands;
    if (!requests || !errands)
        return rj_error_no_memory(&j->err);
    j->capacity = count;
    return true;
}

static void add_request(job *j, size_t i, size_t customization) {
    const rj_suite_case *item = j->plan->selection->cases[i];
    j->errands[j->count] = (errand){.job = j, .item = i, .customization = customization};
    j->requests[j->count++] =
        (rj_request){.customizations = &item->directory->customizations[customization],
                     .operation = item->rule->operation,
                     .desired = item->desired,
                     .observed = item->observed,
                     .status_items = item->status_items,
                     .desired_replica = item->desired_replica,
                     .limits = j->plan->options->limits,
                     .print = take_printed,
                     .measure = {.coverage = j->plan->options->coverage != NULL},
                     .measured = j->plan->options->coverage ? take_measured : NULL};
}

/* Each customization with each case, as often as wanted. */
static bool add_case(job *j, size_t i) {
    const rj_suite_options *options = j->plan->options;
    rj_suite_result *result = &j->results[i - j->first];
    const size_t repeat = options->repeat ? options->repeat : 1;
    if (judge_beforehand(&j->judge, result))
        return true;
    if (result->item->property) {
        const int64_t started_us = now_us();
        const bool ok = property_check(options, j->judge.arena, result, &j->err);
        result->duration_us = now_us() - started_us;
        return ok;
    }
    const size_t customizations = result->item->directory->customization_count;
    if (!reserve(j, j->count + repeat * customizations))
        return false;
    for (size_t n = 0; n < repeat; n++)
        for (size_t c = 0; c < customizations; c++)
            add_request(j, i, c);
    return true;
}

/* ---- answers ---- */

static bool keep_printed(const job *j, rj_suite_result *result) {
    if (!j->printed.bytes)
        return true;
    result->printed = rj_arena_copy(j->judge.arena, rj_buf_text(&j->printed), j->printed.bytes);
    return result->printed != NULL;
}

/* With several customizations the report says which one it was. */
static void name_customization(const errand *e, rj_suite_result *result) {
    const rj_suite_directory *directory = result->item->directory;
    if (directory->customization_count > 1)
        result->customization = directory->customizations[e->customization].items[0].name;
}

/* The first bad answer of a case stays; more are only counted. */
static bool note_failure(const job *j, const errand *e, const rj_suite_result *judged,
                         rj_suite_result *result) {
    const bool is_first = result->status != RJ_SUITE_FAILED;
    result->failed_runs++;
    if (!is_first)
        return true;
    const rj_suite_result before = *result;
    *result = *judged;
    result->runs = before.runs;
    result->failed_runs = before.failed_runs;
    result->duration_us = before.duration_us;
    result->new_output = before.new_output;
    result->outputs_differ = before.outputs_differ;
    name_customization(e, result);
    return keep_printed(j, result);
}

/* All runs of a case have to ask for the same output, or there is none: "" stands for that. */
static bool note_output(job *j, const rj_result *answer, rj_suite_result *result) {
    const rj_suite_case *item = result->item;
    rj_value output;
    if (!j->plan->options->wants_outputs || item->expected_error)
        return true;
    if (!answer || !suite_new_output(item->rule, item->output, answer, j->scratch, &output)) {
        result->new_output = "";
        return true;
    }
    rj_buf json = RJ_BUF_INIT;
    rj_json_write(&output, &json);
    if (!result->new_output)
        result->new_output = rj_arena_copy(j->judge.arena, rj_buf_text(&json), json.bytes);
    else if (*result->new_output && strcmp(result->new_output, rj_buf_text(&json)) != 0)
        result->outputs_differ = true;
    const bool ok = rj_buf_ok(&json) && result->new_output;
    rj_buf_free(&json);
    return ok;
}

static void finish_output(rj_suite_result *result) {
    if (result->new_output && (!*result->new_output || result->outputs_differ))
        result->new_output = NULL;
}

static void lower_first_failed(job_counters *c, size_t i) {
    size_t known = atomic_load(&c->first_failed);
    while (i < known && !atomic_compare_exchange_weak(&c->first_failed, &known, i))
        continue;
}

static bool take_answer(void *ctx, size_t index, bool ok, const rj_result *answer, rj_error *err,
                        rj_arena *arena) {
    job *j = ctx;
    const errand *e = &j->errands[index];
    rj_suite_result *result = &j->results[e->item - j->first];
    rj_suite_result judged = {.item = result->item, .has_no_assertion = result->has_no_assertion};
    const int64_t now = now_us();
    (void)arena;
    result->duration_us += now - j->heard_us;
    result->runs++;
    bool has_memory = judge_answer(&j->judge, answer, ok ? NULL : err, j->scratch, &judged) &&
                      note_output(j, ok ? answer : NULL, result);
    if (has_memory && judged.status == RJ_SUITE_FAILED) {
        has_memory = note_failure(j, e, &judged, result);
        lower_first_failed(j->plan->counters, e->item);
    }
    rj_arena_reset(j->scratch);
    rj_buf_reset(&j->printed);
    if (!has_memory)
        return rj_error_no_memory(&j->err);
    j->heard_us = now_us();
    return !j->plan->options->fail_fast || index + 1 == j->count ||
           j->errands[index + 1].item <= atomic_load(&j->plan->counters->first_failed);
}

/* ---- what is sent ---- */

static bool send_messages(job *j) {
    const char *data = rj_buf_text(&j->messages);
    size_t bytes = j->messages.bytes;
    if (!rj_buf_ok(&j->messages))
        return rj_error_no_memory(&j->err);
    while (bytes) {
        const ssize_t n = write(j->pipe_fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return rj_error_set(&j->err, RJ_ERROR_IO, "cannot report: %s", strerror(errno));
        data += n;
        bytes -= (size_t)n;
    }
    rj_buf_reset(&j->messages);
    return true;
}

static bool send_results(job *j, size_t count) {
    for (size_t i = 0; i < count; i++) {
        finish_output(&j->results[i]);
        const job_message message = {.number = j->first + i, .result = j->results[i]};
        job_write(&message, &j->messages);
    }
    return send_messages(j);
}

static bool send_error(job *j) {
    const job_message message = {.is_error = true,
                                 .error = j->err.message ? j->err.message : "out of memory"};
    rj_buf_reset(&j->messages);
    job_write(&message, &j->messages);
    return send_messages(j);
}

/* ---- portions ---- */

static bool run_portion(job *j, size_t count) {
    const job_plan *plan = j->plan;
    j->count = 0;
    memset(j->results, 0, count * sizeof *j->results);
    for (size_t i = j->first; i < j->first + count; i++) {
        rj_suite_result *result = &j->results[i - j->first];
        result->item = plan->selection->cases[i];
        if (!add_case(j, i))
            return false;
        if (result->status == RJ_SUITE_FAILED)
            lower_first_failed(plan->counters, i);
    }
    /* Only now is it known where the errands stay. */
    for (size_t i = 0; i < j->count; i++)
        j->requests[i].print_ctx = j->requests[i].measured_ctx = &j->errands[i];
    rj_jail_options jail = {0};
    if (plan->options->jail)
        jail = *plan->options->jail;
    jail.shares_state = plan->groups != NULL;
    j->heard_us = now_us();
    if (j->count &&
        (!rj_jail_run_all(j->requests, j->count, &jail, take_answer, j, &j->err) || j->err.message))
        return false;
    const bool ok = send_results(j, count);
    rj_arena_reset(j->judge.arena);
    return ok;
}

/* False: there is no more. */
static bool take_portion(job *j, size_t *count) {
    const job_plan *plan = j->plan;
    const suite_groups *groups = plan->groups;
    const size_t all = plan->selection->count;
    if (groups) {
        const size_t i = atomic_fetch_add(&plan->counters->next, 1);
        j->first = i < groups->count ? groups->starts[i] : all;
        *count = i < groups->count ? groups->starts[i + 1] - groups->starts[i] : 0;
    } else {
        j->first = atomic_fetch_add(&plan->counters->next, plan->portion);
        *count = j->first < all && all - j->first < plan->portion ? all - j->first : plan->portion;
    }
    return j->first < all &&
           (!plan->options->fail_fast || j->first <= atomic_load(&plan->counters->first_failed));
}

static bool run_portions(job *j) {
    for (size_t count; take_portion(j, &count);)
        if (!run_portion(j, count))
            return false;
    return true;
}

_Noreturn void job_run(const job_plan *plan, int pipe_fd) {
    job j = {.plan = plan, .pipe_fd = pipe_fd, .judge = {.strict = plan->options->strict}};
    j.judge.arena = rj_arena_new(0);
    j.scratch = rj_arena_new(0);
    j.results = rj_alloc_zeroed(plan->portion * sizeof *j.results);
    if (!j.judge.arena || !j.scratch || !j.results)
        _exit(1);
    /* Workers run strangers' scripts: what jobs share is none of theirs. */
    madvise(plan->counters, sizeof *plan->counters, MADV_DONTFORK);
    if (plan->options->coverage)
        coverage_hide(plan->options->coverage);
    if (run_portions(&j))
        _exit(0);
    /* The others have nothing left to do. */
    atomic_store(&plan->counters->next, plan->selection->count);
    _exit(send_error(&j) ? 0 : 1);
}
