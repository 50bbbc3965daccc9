/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/judge.h"

#include <string.h>

#include "suite/compare.h"

static const char no_assertion[] = "no assertion";

static void fail_at(rj_suite_result *result, const char *reason, const char *file, rj_position at) {
    result->status = RJ_SUITE_FAILED;
    result->reason = reason;
    result->reason_file = file;
    result->reason_at = at;
}

bool judge_beforehand(const judge *j, rj_suite_result *result) {
    const rj_suite_case *item = result->item;
    result->has_no_assertion =
        !item->problem && !item->property && !item->output && !item->expected_error;
    if (item->skip) {
        result->status = RJ_SUITE_SKIPPED;
        result->reason = item->skip;
        return true;
    }
    if (item->problem) {
        fail_at(result, item->problem, item->problem_file, item->problem_at);
        return true;
    }
    if (j->strict && item->note_count)
        fail_at(result, item->notes[0].text, item->file, item->notes[0].at);
    else if (j->strict && result->has_no_assertion)
        fail_at(result, no_assertion, item->file, item->at);
    return result->status == RJ_SUITE_FAILED;
}

/* ---- texts that outlive the answer ---- */

static const char *keep(const judge *j, const char *text) {
    return text ? rj_arena_copy(j->arena, text, strlen(text)) : NULL;
}

/* Failed for a reason other than differences. */
static bool fail(const judge *j, rj_suite_result *result, const rj_error *err,
                 const rj_value *expectation) {
    const rj_suite_case *item = result->item;
    const char *reason = keep(j, err->message ? err->message : "unknown error");
    const char *file = err->file ? keep(j, err->file) : item->file;
    const rj_position fallback = expectation && expectation->at.line ? expectation->at : item->at;
    if (!reason || !file)
        return false;
    fail_at(result, reason, file, err->file || err->at.line ? err->at : fallback);
    result->code = err->code;
    result->path = keep(j, err->path);
    result->detail = keep(j, err->detail);
    result->hint = keep(j, err->hint);
    return true;
}

/* ---- verdicts ---- */

static bool contains(const rj_error *failure, const char *text) {
    const size_t bytes = strlen(text);
    return bytes == 0 || (failure->message &&
                          memmem(failure->message, failure->message_bytes, text, bytes) != NULL);
}

static bool expect_error(const judge *j, const rj_error *failure, rj_suite_result *result) {
    const char *wanted = result->item->expected_error;
    if (failure && contains(failure, wanted))
        return true;
    rj_error err = RJ_ERROR_INIT;
    if (failure)
        rj_error_set(&err, RJ_ERROR_RULE, "expected an error that contains \"%s\", got: %s", wanted,
                     failure->message ? failure->message : "");
    else
        rj_error_set(&err, RJ_ERROR_RULE, "expected an error that contains \"%s\", got a result",
                     wanted);
    if (failure && failure->file)
        rj_error_locate(&err, failure->file, failure->at);
    const bool ok = fail(j, result, &err, NULL);
    rj_error_clear(&err);
    return ok;
}

static bool expect_output(const judge *j, const rj_result *answer, rj_arena *scratch,
                          rj_suite_result *result) {
    const rj_suite_case *item = result->item;
    diff_list differences = {.arena = j->arena};
    rj_error err = RJ_ERROR_INIT;
    bool ok = true;
    if (!suite_compare(item->rule, item->output, answer, scratch, &differences, &err))
        ok = err.code != RJ_ERROR_MEMORY && fail(j, result, &err, item->output);
    rj_error_clear(&err);
    if (differences.count) {
        result->status = RJ_SUITE_FAILED;
        result->differences = differences.items;
        result->difference_count = differences.count;
        result->differences_left_out = differences.left_out;
    }
    return ok;
}

bool judge_answer(const judge *j, const rj_result *answer, const rj_error *failure,
                  rj_arena *scratch, rj_suite_result *result) {
    if (result->item->expected_error)
        return expect_error(j, failure, result);
    if (failure)
        return fail(j, result, failure, NULL);
    return !result->item->output || expect_output(j, answer, scratch, result);
}
