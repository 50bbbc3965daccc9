/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/fleet_source.h"

#include <errno.h>
#include <poll.h>

#include "cli/interrupt.h"

enum {
    LONGEST_POLL_MS = 200
};

/* A signal ends the wait for a slow standard input, as if it ended there. */
static ssize_t read_input(void *ctx, char *into, size_t bytes) {
    cli_fleet_source *s = ctx;
    struct pollfd p = {.fd = s->input.fd, .events = POLLIN};
    while (p.fd >= 0) {
        const int ready = poll(&p, 1, LONGEST_POLL_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            break;
        if (cli_interrupted())
            return 0;
    }
    return rj_input_read(&s->input, into, bytes);
}

static const rj_source *current(const cli_fleet_source *s) {
    return &s->sources->items[s->next - 1];
}

static void close_source(cli_fleet_source *s) {
    if (!s->is_open)
        return;
    rj_piece_reader_free(s->reader);
    rj_input_close(&s->input);
    s->reader = NULL;
    s->is_open = false;
}

void cli_fleet_source_close(cli_fleet_source *s) {
    close_source(s);
    rj_error_clear(&s->failure);
}

static rj_read_status deliver_failure(const cli_fleet_source *s, rj_fleet_text *text) {
    *text = (rj_fleet_text){.file = current(s)->name, .failure = &s->failure};
    return RJ_READ_DOCUMENT;
}

/* RJ_READ_END: it is open. */
static rj_read_status open_next(cli_fleet_source *s, rj_fleet_text *text, rj_error *err) {
    rj_input_failure why;
    const rj_source *source = &s->sources->items[s->next++];
    if (!rj_input_open(source, &s->input, &why, &s->failure))
        return deliver_failure(s, text);
    s->is_open = true;
    s->reader =
        rj_piece_reader_new(read_input, s, source->name, source->kind != RJ_SOURCE_URL, s->limits);
    if (s->reader)
        return RJ_READ_END;
    rj_error_no_memory(err);
    return RJ_READ_FAILED;
}

static rj_read_status fail_source(cli_fleet_source *s, rj_fleet_text *text) {
    char room[128];
    const char *name = current(s)->name;
    if (s->input.error)
        rj_error_set(&s->failure, RJ_ERROR_IO, "read %s: %s", name,
                     rj_input_errno_text(s->input.error, room, sizeof room));
    rj_error_prefix(&s->failure, "error parsing %s: ", name);
    close_source(s);
    return deliver_failure(s, text);
}

rj_read_status cli_fleet_source_next(cli_fleet_source *s, rj_fleet_text *text, rj_error *err) {
    rj_error_clear(&s->failure);
    for (;;) {
        if (cli_interrupted())
            return RJ_READ_END;
        if (!s->is_open) {
            if (s->next == s->sources->count)
                return RJ_READ_END;
            const rj_read_status opened = open_next(s, text, err);
            if (opened != RJ_READ_END)
                return opened;
        }
        rj_piece piece;
        switch (rj_piece_next(s->reader, &piece, &s->failure)) {
        case RJ_READ_DOCUMENT:
            *text = (rj_fleet_text){
                .text = piece.text, .bytes = piece.bytes, .file = current(s)->name, .at = piece.at};
            return RJ_READ_DOCUMENT;
        case RJ_READ_FAILED:
            return fail_source(s, text);
        case RJ_READ_END:
            close_source(s);
        }
    }
}
