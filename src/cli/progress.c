/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/output.h"
#include "rjinterp/buf.h"

enum {
    PATIENCE_MS = 1000, /* without a line */
    REFRESH_MS = 200
};

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void cli_progress_begin(cli_progress *p) {
    const char *terminal = getenv("TERM");
    *p = (cli_progress){.is_wanted =
                            isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0,
                        .started_ms = now_ms()};
}

void cli_progress_show(cli_progress *p, uint64_t done, uint64_t failed) {
    if (!p->is_wanted)
        return;
    const int64_t now = now_ms(), passed_ms = now - p->started_ms;
    if (passed_ms < PATIENCE_MS || now - p->shown_ms < REFRESH_MS)
        return;
    rj_buf line = RJ_BUF_INIT;
    rj_buf_printf(&line, "\r%llu %s, %llu failed, %llu/s\x1b[K", (unsigned long long)done,
                  p->what ? p->what : "objects", (unsigned long long)failed,
                  (unsigned long long)done * 1000 / (uint64_t)passed_ms);
    cli_write_error(rj_buf_text(&line), line.bytes);
    rj_buf_free(&line);
    p->is_shown = true;
    p->shown_ms = now;
}

void cli_progress_clear(cli_progress *p) {
    if (p->is_shown)
        cli_write_error_text("\r\x1b[K");
    p->is_shown = false;
}
