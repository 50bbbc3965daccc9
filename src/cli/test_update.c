/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/test_update.h"

#include <string.h>

#include "cli/report_test.h"
#include "cli/save.h"
#include "cli/snippet.h"

/* A file and what becomes of it. */
typedef struct update {
    const rj_suite_results *results;
    const rj_limits *limits;
    const char *file;
    rj_buf old, now;
    rj_buf *said;
    test_update_counts *counts;
} update;

/* ---- what is said ---- */

static void say_case(const update *u, const char *word, const rj_suite_case *item) {
    rj_buf_printf(u->said, "%s ", word);
    test_report_title(item, u->said);
}

static void say_line(const update *u, const char *text) {
    cli_write_escaped(text, strlen(text), u->said);
    rj_buf_putc(u->said, '\n');
}

static void say_updated(const update *u, const rj_suite_result *r) {
    say_case(u, "updated", r->item);
    rj_buf_putc(u->said, '\n');
    if (!r->item->output)
        rj_buf_puts(u->said, "    output was added\n");
    for (size_t i = 0; i < r->difference_count; i++) {
        const rj_difference *d = &r->differences[i];
        rj_buf_puts(u->said, "    ");
        cli_write_escaped(d->path, strlen(d->path), u->said);
        rj_buf_printf(u->said, ": %s became %s\n", d->expected ? d->expected : "nothing",
                      d->actual ? d->actual : "nothing");
    }
    if (r->differences_left_out)
        rj_buf_printf(u->said, "    and %zu more\n", r->differences_left_out);
    if (r->item->output && !r->difference_count)
        rj_buf_printf(u->said, "    output\n");
}

static void say_kept(const update *u, const rj_suite_result *r, const char *why) {
    say_case(u, "kept", r->item);
    rj_buf_puts(u->said, ": ");
    say_line(u, why);
    u->counts->kept++;
}

/* ---- cases ---- */

/* NULL: there is something to write, or nothing to say. */
static const char *reason_to_keep(const rj_suite_result *r) {
    if (r->outputs_differ && r->item->directory->customization_count > 1)
        return "customizations or runs have different results, of which output can hold one";
    if (r->outputs_differ)
        return "runs have different results, of which output can hold one";
    if (r->status != RJ_SUITE_FAILED || rj_suite_is_updatable(r))
        return NULL;
    if (r->item->problem)
        return "it can't be run";
    return r->item->expected_error ? "it expects an error, which only a person can change"
                                   : "there is no result to write";
}

static bool update_case(update *u, const rj_suite_result *r, rj_error *err) {
    rj_buf fresh = RJ_BUF_INIT;
    rj_error refused = RJ_ERROR_INIT;
    const bool ok =
        rj_suite_update(r, rj_buf_text(&u->now), u->now.bytes, u->limits, &fresh, &refused);
    const bool is_fatal = refused.code == RJ_ERROR_MEMORY || refused.code == RJ_ERROR_IO;
    if (ok) {
        say_updated(u, r);
        u->counts->updated++;
        rj_buf_free(&u->now);
        u->now = fresh;
    } else if (is_fatal) {
        rj_error_move(err, &refused);
    } else {
        say_kept(u, r, refused.message ? refused.message : "");
    }
    if (!ok)
        rj_buf_free(&fresh);
    rj_error_clear(&refused);
    return ok || !is_fatal;
}

static bool is_of(const update *u, size_t i, const char *file) {
    return strcmp(u->results->items[i].item->file, file) == 0;
}

static bool update_cases(update *u, size_t first, rj_error *err) {
    for (size_t i = first; i < u->results->count; i++) {
        const rj_suite_result *r = &u->results->items[i];
        if (!is_of(u, i, u->file))
            continue;
        const char *reason = reason_to_keep(r);
        if (reason)
            say_kept(u, r, reason);
        else if (rj_suite_is_updatable(r) && !update_case(u, r, err))
            return false;
    }
    return true;
}

/* ---- files ---- */

static bool update_file(update *u, size_t first, rj_error *err) {
    const size_t updated = u->counts->updated, said_bytes = u->said->bytes;
    rj_buf_reset(&u->old);
    rj_buf_reset(&u->now);
    if (!cli_read_file(u->file, &u->old, err))
        return false;
    rj_buf_append(&u->now, rj_buf_text(&u->old), u->old.bytes);
    if (!rj_buf_ok(&u->now))
        return rj_error_no_memory(err);
    if (update_cases(u, first, err) &&
        (updated == u->counts->updated || cli_save_file(u->file, &u->old, &u->now, err)))
        return true;
    u->said->bytes = said_bytes; /* nothing of it has come about */
    return false;
}

static bool wants_look(const rj_suite_result *r) {
    return r->status == RJ_SUITE_FAILED || r->outputs_differ || rj_suite_is_updatable(r);
}

/* Files in the order of their first case that needs it; of a shuffled run cases of a file may stand
 * apart. */
static bool update_files(update *u, rj_error *err) {
    bool ok = true;
    for (size_t i = 0; ok && i < u->results->count; i++) {
        const rj_suite_case *item = u->results->items[i].item;
        bool is_done = item->is_file || !wants_look(&u->results->items[i]);
        for (size_t j = 0; !is_done && j < i; j++)
            is_done = is_of(u, j, item->file) && wants_look(&u->results->items[j]);
        if (is_done)
            continue;
        u->file = item->file;
        ok = update_file(u, i, err);
    }
    return ok;
}

bool test_update(const rj_suite_selection *selection, const rj_suite_options *options, rj_buf *said,
                 test_update_counts *counts, rj_error *err) {
    rj_suite_options all = *options;
    rj_suite_results results;
    all.wants_outputs = true;
    all.fail_fast = false;
    all.strict = false;
    all.coverage = NULL;
    if (!rj_suite_run(selection, &all, &results, err))
        return false;
    update u = {.results = &results, .limits = options->limits, .said = said, .counts = counts};
    const bool ok = update_files(&u, err);
    rj_buf_free(&u.old);
    rj_buf_free(&u.now);
    rj_suite_results_free(&results);
    return ok;
}
