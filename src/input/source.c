/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/glob.h"
#include "input/path.h"
#include "input/url.h"
#include "input/walk.h"

enum {
    WRITER_POLL_MS = 10
};

/* The list while it is made. */
typedef struct resolver {
    rj_arena *arena;
    bool recursive;
    bool uses_stdin;
    rj_source *items;
    size_t count, capacity;
    text_list errors;
} resolver;

static bool add_source(resolver *r, rj_source_kind kind, const char *name) {
    rj_source *items = rj_arena_grow(r->arena, r->items, r->count, &r->capacity, sizeof *items);
    if (!items)
        return false;
    r->items = items;
    r->items[r->count++] = (rj_source){.kind = kind, .name = name};
    return true;
}

static bool add_error(resolver *r, const char *message) {
    return message && text_list_add(&r->errors, message);
}

static bool add_stdin(resolver *r) {
    if (r->uses_stdin && !add_error(r, "standard input cannot be used for multiple arguments"))
        return false;
    r->uses_stdin = true;
    return add_source(r, RJ_SOURCE_STDIN, "STDIN");
}

static bool path_error(resolver *r, const char *path, int error) {
    const char *quoted = text_quote(r->arena, path);
    if (!quoted)
        return false;
    if (error == ENOENT)
        return add_error(r, text_format(r->arena, "the path %s does not exist", quoted));
    char room[128];
    return add_error(r, text_format(r->arena, "the path %s cannot be accessed: stat %s: %s", quoted,
                                    path, rj_input_errno_text(error, room, sizeof room)));
}

static bool add_path(resolver *r, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0)
        return path_error(r, path, errno);
    text_list files = {.arena = r->arena};
    const char *problem;
    if (!walk_path(path, r->recursive, &files, &problem))
        return false;
    if (problem) {
        const char *quoted = text_quote(r->arena, path);
        if (!quoted ||
            !add_error(r, text_format(r->arena, "error reading %s: %s", quoted, problem)))
            return false;
    }
    for (size_t i = 0; i < files.count; i++) {
        if (!add_source(r, RJ_SOURCE_FILE, files.items[i]))
            return false;
    }
    return true;
}

/* One name may have become several paths; together they have to give a source, unless there
 * is one already. */
static bool add_paths(resolver *r, const text_list *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        if (!add_path(r, paths->items[i]))
            return false;
    }
    if (r->count || r->errors.count)
        return true;
    const char *all = "";
    for (size_t i = 0; i < paths->count; i++) {
        all = text_format(r->arena, "%s%s%s", all, i ? " " : "", paths->items[i]);
        if (!all)
            return false;
    }
    return add_error(r, text_format(r->arena,
                                    "error reading [%s]: recognized file extensions are [.json "
                                    ".yaml .yml]",
                                    all));
}

static bool add_path_or_pattern(resolver *r, const char *name) {
    text_list paths = {.arena = r->arena};
    struct stat info;
    if (stat(name, &info) == 0 || errno != ENOENT)
        return text_list_add(&paths, name) && add_paths(r, &paths);
    bool malformed = false;
    if (!glob_paths(name, &paths, &malformed))
        return false;
    if (malformed) {
        const char *quoted = text_quote(r->arena, name);
        return quoted &&
               add_error(r,
                         text_format(r->arena, "pattern %s is not valid: syntax error in pattern",
                                     quoted));
    }
    return paths.count ? add_paths(r, &paths) : path_error(r, name, ENOENT);
}

static bool add_url(resolver *r, const char *name) {
    rj_buf url = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    bool ok;
    if (rj_url_normalise(name, &url, &err)) {
        const char *copy = rj_arena_copy(r->arena, rj_buf_text(&url), url.bytes);
        ok = rj_buf_ok(&url) && copy && add_source(r, RJ_SOURCE_URL, copy);
    } else {
        const char *quoted = text_quote(r->arena, name);
        ok = err.code != RJ_ERROR_MEMORY && quoted &&
             add_error(r, text_format(r->arena, "the URL passed to filename %s is not valid: %s",
                                      quoted, err.message));
    }
    rj_buf_free(&url);
    rj_error_clear(&err);
    return ok;
}

bool rj_sources_resolve(const char *const *names, size_t name_count, bool recursive,
                        rj_arena *arena, rj_source_list *out) {
    resolver r = {.arena = arena, .recursive = recursive, .errors = {.arena = arena}};
    for (size_t i = 0; i < name_count; i++) {
        const char *name = names[i];
        bool ok = strcmp(name, "-") == 0 ? add_stdin(&r)
                  : rj_url_is(name)      ? add_url(&r, name)
                                         : add_path_or_pattern(&r, name);
        if (!ok)
            return false;
    }
    *out = (rj_source_list){.items = r.items,
                            .count = r.count,
                            .errors = r.errors.items,
                            .error_count = r.errors.count};
    return true;
}

const char *rj_input_errno_text(int error, char *room, size_t room_bytes) {
    const char *text = strerror_r(error, room, room_bytes);
    if (text != room) {
        strncpy(room, text, room_bytes - 1);
        room[room_bytes - 1] = '\0';
    }
    if (room[0] >= 'A' && room[0] <= 'Z' && !(room[1] >= 'A' && room[1] <= 'Z'))
        room[0] = (char)(room[0] - 'A' + 'a');
    return room;
}

static bool open_url(const char *url, rj_input *out, rj_input_failure *failure, rj_error *err) {
    rj_input input = {.fd = -1};
    rj_url_failure why = RJ_URL_FAILURE_NONE;
    if (rj_url_fetch(url, &RJ_URL_OPTIONS_DEFAULT, &input.body, &why, err)) {
        *out = input;
        return true;
    }
    rj_buf_free(&input.body);
    *failure = why == RJ_URL_FAILURE_REFUSED     ? RJ_INPUT_FAILURE_REFUSED
               : why == RJ_URL_FAILURE_TRANSPORT ? RJ_INPUT_FAILURE_TRANSPORT
                                                 : RJ_INPUT_FAILURE_OTHER;
    return false;
}

/* Waits until somebody has opened a named pipe for writing. Only a read can tell: it says EAGAIN
 * when there is a writer. Bytes that it gets are kept. False with errno. */
static bool wait_for_writer(rj_input *input) {
    for (int waited_ms = 0; waited_ms < RJ_INPUT_WRITER_MS; waited_ms += WRITER_POLL_MS) {
        struct pollfd p = {.fd = input->fd, .events = POLLIN};
        char first[512];
        const int ready = poll(&p, 1, WRITER_POLL_MS);
        const ssize_t n = read(input->fd, first, sizeof first);
        if (n > 0) {
            rj_buf_append(&input->body, first, (size_t)n);
            errno = ENOMEM;
            return rj_buf_ok(&input->body);
        }
        if (n == 0 && ready > 0) /* a writer came and went */
            return true;
        if (n < 0 && errno == EAGAIN)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
    errno = ETIMEDOUT;
    return false;
}

/* A named pipe must not make us wait for ever, so nothing waits in open(). */
static bool open_file(const char *path, rj_input *input) {
    input->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (input->fd < 0)
        return false;
    struct stat info;
    const bool ok = fstat(input->fd, &info) == 0 &&
                    (!S_ISFIFO(info.st_mode) || wait_for_writer(input)) &&
                    fcntl(input->fd, F_SETFL, O_RDONLY) == 0;
    const int error = errno;
    if (!ok)
        rj_input_close(input);
    errno = error;
    return ok;
}

bool rj_input_open(const rj_source *source, rj_input *out, rj_input_failure *failure,
                   rj_error *err) {
    *failure = RJ_INPUT_FAILURE_NONE;
    if (source->kind == RJ_SOURCE_URL)
        return open_url(source->name, out, failure, err);
    rj_input input = {.fd = STDIN_FILENO};
    if (source->kind == RJ_SOURCE_FILE && !open_file(source->name, &input)) {
        char room[128];
        *failure = RJ_INPUT_FAILURE_OTHER;
        if (errno == ETIMEDOUT)
            return rj_error_set(err, RJ_ERROR_IO, "open %s: nobody writes to this pipe",
                                source->name);
        return rj_error_set(err, RJ_ERROR_IO, "open %s: %s", source->name,
                            rj_input_errno_text(errno, room, sizeof room));
    }
    *out = input;
    return true;
}

/* The body of a URL, or what was read ahead of a pipe. */
static ssize_t read_body(rj_input *input, char *into, size_t bytes) {
    size_t left = input->body.bytes - input->body_offset;
    size_t n = bytes < left ? bytes : left;
    if (n)
        memcpy(into, input->body.data + input->body_offset, n);
    input->body_offset += n;
    return (ssize_t)n;
}

ssize_t rj_input_read(void *ctx, char *into, size_t bytes) {
    rj_input *input = ctx;
    if (input->fd < 0 || input->body_offset < input->body.bytes)
        return read_body(input, into, bytes);
    for (;;) {
        ssize_t n = read(input->fd, into, bytes);
        if (n >= 0)
            return n;
        if (errno != EINTR) {
            input->error = errno;
            return -1;
        }
    }
}

void rj_input_close(rj_input *input) {
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    rj_buf_free(&input->body);
    input->fd = -1;
}
