/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const cli_sink *sink, const char *what, int error, rj_error *err) {
    return rj_error_set(err, RJ_ERROR_IO, "cannot %s %s: %s", what,
                        sink->path ? sink->path : "to standard output", strerror(error));
}

static size_t directory_bytes(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Rights of the file that is replaced, or those of a new one. */
static mode_t wanted_mode(const struct stat *old) {
    if (old)
        return old->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A file beside the target, so that it can be renamed. */
static bool open_temporary(cli_sink *sink, const struct stat *old, rj_error *err) {
    char real[PATH_MAX];
    rj_buf_puts(&sink->target, old && realpath(sink->path, real) ? real : sink->path);
    const char *target = rj_buf_text(&sink->target);
    const size_t directory = directory_bytes(target);
    rj_buf_append(&sink->temporary, target, directory);
    rj_buf_printf(&sink->temporary, ".%s.XXXXXX", target + directory);
    if (!rj_buf_ok(&sink->temporary))
        return rj_error_no_memory(err);
    sink->fd = mkostemp(sink->temporary.data, O_CLOEXEC);
    if (sink->fd < 0) {
        const int error = errno;
        rj_buf_reset(&sink->temporary);
        return fail(sink, "write", error, err);
    }
    if (fchmod(sink->fd, wanted_mode(old)) == 0)
        return true;
    const int error = errno;
    cli_sink_abandon(sink);
    return fail(sink, "write", error, err);
}

bool cli_sink_open(const char *path, cli_sink *sink, rj_error *err) {
    *sink = (cli_sink){.fd = STDOUT_FILENO};
    if (!*path)
        return true;
    sink->path = path;
    sink->fd = -1;
    struct stat old;
    const bool exists = stat(path, &old) == 0;
    if (!exists || S_ISREG(old.st_mode))
        return open_temporary(sink, exists ? &old : NULL, err);
    sink->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return sink->fd >= 0 || fail(sink, "write", errno, err);
}

bool cli_sink_write(cli_sink *sink, const char *data, size_t bytes, rj_error *err) {
    while (bytes) {
        const ssize_t n = write(sink->fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(sink, "write", errno, err);
        data += n;
        bytes -= (size_t)n;
    }
    return true;
}

bool cli_sink_commit(cli_sink *sink, rj_error *err) {
    if (!sink->path)
        return true;
    int error = 0;
    if (sink->temporary.bytes && fsync(sink->fd) != 0)
        error = errno;
    if (close(sink->fd) != 0 && !error)
        error = errno;
    sink->fd = -1;
    if (!error && sink->temporary.bytes && rename(sink->temporary.data, sink->target.data) != 0)
        error = errno;
    if (error) {
        cli_sink_abandon(sink);
        return fail(sink, "write", error, err);
    }
    rj_buf_free(&sink->temporary);
    rj_buf_free(&sink->target);
    return true;
}

void cli_sink_abandon(cli_sink *sink) {
    if (sink->path && sink->fd >= 0)
        close(sink->fd);
    sink->fd = -1;
    if (sink->temporary.bytes)
        unlink(sink->temporary.data);
    rj_buf_free(&sink->temporary);
    rj_buf_free(&sink->target);
}
