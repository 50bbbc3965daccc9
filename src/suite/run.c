/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "suite/judge.h"

enum {
    MOST_JOBS = 1024,
    LARGEST_PORTION = 64,     /* cases that one worker gets */
    PORTIONS_PER_JOB = 4,     /* so that none waits long for the last */
    MOST_PRINTED_BYTES = 4096 /* of a case's prints that are kept */
};

/* What all jobs share. A case's result is written by the one job that has its portion. */
typedef struct run {
    const rj_suite_selection *selection;
    const rj_suite_options *options;
    rj_suite_result *results;
    size_t portion; /* cases at a time */
    atomic_size_t next_case;
    atomic_size_t first_failed; /* with fail_fast: what stands behind it isn't run */
    atomic_bool is_broken;      /* a job gave up */
} run;

/* A request of a portion and what it is for. */
typedef struct errand {
    struct job *job;
    size_t item;          /* number of the case */
    size_t customization; /* number in the directory */
} errand;

typedef struct job {
    run *run;
    pthread_t thread;
    bool has_thread;
    judge judge; /* with the job's own arena */
    rj_arena *scratch;
    rj_request *requests;
    errand *errands;
    size_t count, capacity;
    rj_buf printed; /* by the request in work */
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
    const rj_suite_case *item = j->run->selection->cases[i];
    j->errands[j->count] = (errand){.job = j, .item = i, .customization = customization};
    j->requests[j->count++] =
        (rj_request){.customizations = &item->directory->customizations[customization],
                     .operation = item->rule->operation,
                     .desired = item->desired,
                     .observed = item->observed,
                     .status_items = item->status_items,
                     .desired_replica = item->desired_replica,
                     .limits = j->run->options->limits,
                     .print = take_printed};
}

/* Each customization with each case, as often as wanted. */
static bool add_case(job *j, size_t i) {
    const rj_suite_options *options = j->run->options;
    rj_suite_result *result = &j->run->results[i];
    const size_t repeat = options->repeat ? options->repeat : 1;
    if (judge_beforehand(&j->judge, result))
        return true;
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
    const uint32_t runs = result->runs, failed_runs = result->failed_runs;
    const int64_t duration_us = result->duration_us;
    *result = *judged;
    result->runs = runs;
    result->failed_runs = failed_runs;
    result->duration_us = duration_us;
    name_customization(e, result);
    return keep_printed(j, result);
}

static void lower_first_failed(run *r, size_t i) {
    size_t known = atomic_load(&r->first_failed);
    while (i < known && !atomic_compare_exchange_weak(&r->first_failed, &known, i))
        continue;
}

static bool take_answer(void *ctx, size_t index, bool ok, const rj_result *answer, rj_error *err,
                        rj_arena *arena) {
    job *j = ctx;
    const errand *e = &j->errands[index];
    rj_suite_result *result = &j->run->results[e->item];
    rj_suite_result judged = {.item = result->item, .has_no_assertion = result->has_no_assertion};
    const int64_t now = now_us();
    (void)arena;
    result->duration_us += now - j->heard_us;
    result->runs++;
    bool has_memory = judge_answer(&j->judge, answer, ok ? NULL : err, j->scratch, &judged);
    if (has_memory && judged.status == RJ_SUITE_FAILED) {
        has_memory = note_failure(j, e, &judged, result);
        lower_first_failed(j->run, e->item);
    }
    rj_arena_reset(j->scratch);
    rj_buf_reset(&j->printed);
    if (!has_memory)
        return rj_error_no_memory(&j->err);
    j->heard_us = now_us();
    return !j->run->options->fail_fast || index + 1 == j->count ||
           j->errands[index + 1].item <= atomic_load(&j->run->first_failed);
}

/* ---- jobs ---- */

static bool run_portion(job *j, size_t first, size_t end) {
    run *r = j->run;
    j->count = 0;
    for (size_t i = first; i < end; i++) {
        if (!add_case(j, i))
            return false;
        if (r->results[i].status == RJ_SUITE_FAILED)
            lower_first_failed(r, i);
    }
    /* Only now is it known where the errands stay. */
    for (size_t i = 0; i < j->count; i++)
        j->requests[i].print_ctx = &j->errands[i];
    j->heard_us = now_us();
    return !j->count ||
           (rj_jail_run_all(j->requests, j->count, r->options->jail, take_answer, j, &j->err) &&
            !j->err.message);
}

static void *work(void *ctx) {
    job *j = ctx;
    run *r = j->run;
    const size_t count = r->selection->count;
    while (!atomic_load(&r->is_broken)) {
        const size_t first = atomic_fetch_add(&r->next_case, r->portion);
        if (first >= count || (r->options->fail_fast && first > atomic_load(&r->first_failed)))
            break;
        const size_t end = count - first < r->portion ? count : first + r->portion;
        if (!run_portion(j, first, end))
            atomic_store(&r->is_broken, true);
    }
    return NULL;
}

static bool start_job(job *j, run *r) {
    *j = (job){.run = r, .judge = {.strict = r->options->strict}};
    j->judge.arena = rj_arena_new(0);
    j->scratch = rj_arena_new(0);
    return j->judge.arena && j->scratch;
}

static void end_job(job *j) {
    rj_arena_free(j->scratch);
    rj_alloc_free(j->requests);
    rj_alloc_free(j->errands);
    rj_buf_free(&j->printed);
}

/* The first job is the calling thread; where no more threads are to be had, it does all. */
static bool run_jobs(job *jobs, size_t count, rj_error *err) {
    for (size_t i = 1; i < count; i++)
        jobs[i].has_thread = pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) == 0;
    work(&jobs[0]);
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].has_thread)
            pthread_join(jobs[i].thread, NULL);
        if (ok && jobs[i].err.message) {
            rj_error_move(err, &jobs[i].err);
            ok = false;
        }
        rj_error_clear(&jobs[i].err);
    }
    return ok;
}

/* ---- results ---- */

/* What stands behind the first case that failed may have been run or not; it isn't told. */
static void forget_behind(rj_suite_results *results, size_t first_failed) {
    for (size_t i = first_failed + 1; i < results->count; i++)
        results->items[i] = (rj_suite_result){.item = results->items[i].item,
                                              .status = RJ_SUITE_SKIPPED,
                                              .was_not_run = true,
                                              .reason = "not run: an earlier case failed"};
}

static void count_results(rj_suite_results *results) {
    for (size_t i = 0; i < results->count; i++) {
        const rj_suite_status status = results->items[i].status;
        results->passed += status == RJ_SUITE_PASSED;
        results->failed += status == RJ_SUITE_FAILED;
        results->skipped += status == RJ_SUITE_SKIPPED;
    }
}

static size_t choose_jobs(const rj_suite_selection *selection, const rj_suite_options *options) {
    size_t jobs = options->jobs ? options->jobs : 1;
    if (jobs > MOST_JOBS)
        jobs = MOST_JOBS;
    if (jobs > selection->count)
        jobs = selection->count ? selection->count : 1;
    return jobs;
}

static size_t choose_portion(size_t cases, size_t jobs) {
    const size_t portion = cases / (jobs * PORTIONS_PER_JOB);
    return portion < 1 ? 1 : portion > LARGEST_PORTION ? LARGEST_PORTION : portion;
}

static bool run_all(run *r, size_t job_count, rj_suite_results *made, rj_error *err) {
    job *jobs = rj_alloc_zeroed(job_count * sizeof *jobs);
    bool ok = jobs && made->arenas;
    for (size_t i = 0; ok && i < job_count; i++) {
        ok = start_job(&jobs[i], r);
        made->arenas[made->arena_count++] = jobs[i].judge.arena;
    }
    ok = ok ? run_jobs(jobs, job_count, err) : rj_error_no_memory(err);
    for (size_t i = 0; jobs && i < job_count; i++)
        end_job(&jobs[i]);
    rj_alloc_free(jobs);
    return ok;
}

bool rj_suite_run(const rj_suite_selection *selection, const rj_suite_options *options,
                  rj_suite_results *out, rj_error *err) {
    const int64_t started_us = now_us();
    const size_t jobs = choose_jobs(selection, options);
    rj_suite_results made = {.count = selection->count};
    made.items = rj_alloc_zeroed((made.count ? made.count : 1) * sizeof *made.items);
    made.arenas = rj_alloc_zeroed(jobs * sizeof(rj_arena *));
    if (!made.items) {
        rj_suite_results_free(&made);
        return rj_error_no_memory(err);
    }
    run r = {.selection = selection,
             .options = options,
             .results = made.items,
             .portion = choose_portion(selection->count, jobs)};
    atomic_init(&r.first_failed, SIZE_MAX);
    for (size_t i = 0; i < made.count; i++)
        made.items[i].item = selection->cases[i];
    if (!run_all(&r, jobs, &made, err)) {
        rj_suite_results_free(&made);
        return false;
    }
    if (options->fail_fast && atomic_load(&r.first_failed) < made.count)
        forget_behind(&made, atomic_load(&r.first_failed));
    count_results(&made);
    made.duration_us = now_us() - started_us;
    *out = made;
    return true;
}

void rj_suite_results_free(rj_suite_results *results) {
    for (size_t i = 0; i < results->arena_count; i++)
        rj_arena_free(results->arenas[i]);
    rj_alloc_free(results->arenas);
    rj_alloc_free(results->items);
    *results = (rj_suite_results){0};
}
