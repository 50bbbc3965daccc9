/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns 0 or the errno of the failure. */
static int write_all(int fd, const char *data, size_t bytes) {
    while (bytes) {
        ssize_t n = write(fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        data += n;
        bytes -= (size_t)n;
    }
    return 0;
}

void cli_guard_streams(void) {
    /* A closed pipe is to be an error of write(), which has a message and an exit status. */
    signal(SIGPIPE, SIG_IGN);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            /* Opened the wrong way round: nothing can be read from it, or written to it. */
            int opened = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)opened;
        }
    }
}

bool cli_write_output(const rj_buf *out) {
    int error = rj_buf_ok(out) ? write_all(STDOUT_FILENO, rj_buf_text(out), out->bytes) : ENOMEM;
    if (!error)
        return true;
    rj_buf message = RJ_BUF_INIT;
    rj_buf_printf(&message, "error: cannot write to standard output: %s\n", strerror(error));
    cli_write_error(rj_buf_text(&message), message.bytes);
    rj_buf_free(&message);
    return false;
}

bool cli_wants_colour(int fd) {
    const char *unwanted = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fd) && !(unwanted && *unwanted) && terminal && strcmp(terminal, "dumb") != 0;
}

void cli_write_error(const char *data, size_t bytes) {
    int error = write_all(STDERR_FILENO, data, bytes);
    (void)error;
}

void cli_write_error_text(const char *text) {
    cli_write_error(text, strlen(text));
}
