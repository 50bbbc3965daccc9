/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "rjinterp/buf.h"
#include "rjinterp/input.h"

enum {
    QUIET_MS = 80, /* of an editor that writes, renames and removes */
    PATIENCE_MS = 1000,
    READ_BYTES = 64 * 1024
};

static const uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE |
                               IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

typedef struct watched {
    int number;       /* the kernel's; -1: no more */
    const char *path; /* arena-owned */
} watched;

struct cli_watch {
    int fd;
    rj_arena *arena;
    watched *items;
    size_t count, capacity;
};

static bool fail(const char *verb, const char *path, int error, rj_error *err) {
    char room[128];
    rj_error_set(err, RJ_ERROR_IO, "cannot %s %s: %s", verb, path,
                 rj_input_errno_text(error, room, sizeof room));
    if (error == ENOSPC || error == EMFILE)
        rj_error_set_hint(err, "the system's limits are in /proc/sys/fs/inotify");
    return false;
}

cli_watch *cli_watch_new(rj_error *err) {
    rj_arena *arena = rj_arena_new(0);
    cli_watch *w = arena ? rj_arena_calloc(arena, 1, sizeof *w) : NULL;
    if (!w) {
        rj_arena_free(arena);
        rj_error_no_memory(err);
        return NULL;
    }
    w->arena = arena;
    w->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (w->fd >= 0)
        return w;
    fail("watch", "files", errno, err);
    rj_arena_free(arena);
    return NULL;
}

void cli_watch_free(cli_watch *w) {
    if (!w)
        return;
    close(w->fd);
    rj_arena_free(w->arena);
}

/* ---- directories ---- */

static const char *join(rj_arena *arena, const char *directory, const char *name) {
    rj_buf path = RJ_BUF_INIT;
    rj_buf_printf(&path, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, name);
    const char *made =
        rj_buf_ok(&path) ? rj_arena_copy(arena, rj_buf_text(&path), path.bytes) : NULL;
    rj_buf_free(&path);
    return made;
}

static watched *find(const cli_watch *w, int number) {
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].number == number)
            return &w->items[i];
    return NULL;
}

static bool remember(cli_watch *w, int number, const char *path) {
    const char *kept = rj_arena_copy(w->arena, path, strlen(path));
    watched *known = find(w, number);
    if (kept && known) { /* it has another name now */
        known->path = kept;
        return true;
    }
    watched *items = rj_arena_grow(w->arena, w->items, w->count, &w->capacity, sizeof *items);
    if (!kept || !items)
        return false;
    w->items = items;
    w->items[w->count++] = (watched){.number = number, .path = kept};
    return true;
}

static bool is_gone(int error) {
    return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

static bool add_below(cli_watch *w, const char *directory, rj_error *err);

static bool add_entry(cli_watch *w, const char *directory, const char *name, rj_error *err) {
    struct stat info;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    const char *path = join(w->arena, directory, name);
    if (!path)
        return rj_error_no_memory(err);
    return lstat(path, &info) != 0 || !S_ISDIR(info.st_mode) || cli_watch_add(w, path, err);
}

/* Links aren't followed: cases aren't looked for behind them either. */
static bool add_below(cli_watch *w, const char *directory, rj_error *err) {
    DIR *d = opendir(directory);
    bool ok = true;
    if (!d)
        return is_gone(errno) || errno == EACCES || fail("watch", directory, errno, err);
    for (const struct dirent *e; ok && (e = readdir(d));)
        ok = (e->d_type != DT_DIR && e->d_type != DT_UNKNOWN) ||
             add_entry(w, directory, e->d_name, err);
    closedir(d);
    return ok;
}

/* The directory first: what is made in it from then on is told. */
bool cli_watch_add(cli_watch *w, const char *directory, rj_error *err) {
    const int number = inotify_add_watch(w->fd, directory, events);
    if (number < 0)
        return is_gone(errno) || fail("watch", directory, errno, err);
    return (remember(w, number, directory) || rj_error_no_memory(err)) &&
           add_below(w, directory, err);
}

/* ---- events ---- */

static bool is_below(const char *path, const char *directory) {
    const size_t bytes = strlen(directory);
    return strncmp(path, directory, bytes) == 0 && (path[bytes] == '/' || !path[bytes]);
}

/* What has been moved away would be told under its old name. */
static void forget_below(cli_watch *w, const char *directory) {
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].number >= 0 && is_below(w->items[i].path, directory)) {
            inotify_rm_watch(w->fd, w->items[i].number);
            w->items[i].number = -1;
        }
}

static bool is_manifest(const char *name) {
    static const char *const ends[] = {".yaml", ".yml", ".json"};
    const size_t bytes = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (bytes > strlen(ends[i]) && strcmp(name + bytes - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

static bool note(cli_changes *c, const char *path) {
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->paths[i], path) == 0)
            return true;
    const char **paths = rj_arena_grow(c->arena, c->paths, c->count, &c->capacity, sizeof *paths);
    if (!paths)
        return false;
    c->paths = paths;
    c->paths[c->count++] = path;
    return true;
}

static bool take_directory(cli_watch *w, uint32_t mask, const char *path, rj_error *err) {
    if (mask & (IN_MOVED_FROM | IN_DELETE))
        forget_below(w, path);
    return !(mask & (IN_CREATE | IN_MOVED_TO)) || cli_watch_add(w, path, err);
}

static bool take_event(cli_watch *w, const struct inotify_event *e, cli_changes *c, rj_error *err) {
    if (e->mask & IN_Q_OVERFLOW) {
        c->may_be_anything = true;
        return true;
    }
    watched *place = find(w, e->wd);
    if (!place)
        return true;
    if (e->mask & IN_IGNORED)
        place->number = -1;
    if (!e->len)
        return true;
    const bool is_directory = e->mask & IN_ISDIR;
    if (!is_directory && (!is_manifest(e->name) || (e->mask & IN_CREATE)))
        return true;
    const char *path = join(c->arena, place->path, e->name);
    if (!path || !note(c, path))
        return rj_error_no_memory(err);
    return !is_directory || take_directory(w, e->mask, path, err);
}

static bool take_events(cli_watch *w, char *room, cli_changes *c, rj_error *err) {
    for (ssize_t bytes;;) {
        bytes = read(w->fd, room, READ_BYTES);
        if (bytes < 0 && errno == EINTR)
            continue;
        if (bytes < 0 && errno != EAGAIN)
            return fail("watch", "files", errno, err);
        if (bytes <= 0)
            return true;
        for (ssize_t at = 0; at < bytes;) {
            const struct inotify_event *e = (const struct inotify_event *)(const void *)(room + at);
            if (!take_event(w, e, c, err))
                return false;
            at += (ssize_t)(sizeof *e + e->len);
        }
    }
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A program that never stops writing doesn't keep us for ever. */
static bool wait_for_events(cli_watch *w, char *room, cli_changes *c, rj_error *err) {
    struct pollfd p = {.fd = w->fd, .events = POLLIN};
    int64_t until = 0;
    for (;;) {
        const bool has_any = c->count || c->may_be_anything;
        if (has_any && !until)
            until = now_ms() + PATIENCE_MS;
        const int ready = poll(&p, 1, has_any ? QUIET_MS : -1);
        if (ready < 0 && errno != EINTR)
            return fail("watch", "files", errno, err);
        if (ready > 0 && !take_events(w, room, c, err))
            return false;
        if (has_any && (ready == 0 || now_ms() >= until))
            return true;
    }
}

bool cli_watch_wait(cli_watch *w, cli_changes *changes, rj_error *err) {
    char *room = rj_alloc_zeroed(READ_BYTES);
    const bool ok = room ? wait_for_events(w, room, changes, err) : rj_error_no_memory(err);
    rj_alloc_free(room);
    return ok;
}
