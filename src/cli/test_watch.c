/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/test_watch.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rjinterp/input.h"

/* The file as it is named in changes. "": there is none. NULL: no memory. */
static const char *real_path(const char *path, rj_arena *arena) {
    char real[PATH_MAX];
    return realpath(path, real) ? rj_arena_copy(arena, real, strlen(real)) : "";
}

/* ---- what is watched ---- */

static bool watch_path(cli_watch *watch, const char *path, rj_error *err) {
    char real[PATH_MAX];
    struct stat info;
    if (!realpath(path, real) || stat(real, &info) != 0)
        return rj_error_set(err, RJ_ERROR_IO, "cannot watch %s: %s", path, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        strrchr(real, '/')[strrchr(real, '/') == real] = '\0';
    return cli_watch_add(watch, real, err);
}

bool test_watch_paths(cli_watch *watch, const cli_list *paths, rj_arena *arena, rj_error *err) {
    (void)arena;
    for (size_t i = 0; i < paths->count; i++)
        if (!watch_path(watch, paths->items[i], err))
            return false;
    return paths->count || watch_path(watch, ".", err);
}

bool test_watch_directories(cli_watch *watch, const rj_suite_selection *selection, rj_arena *arena,
                            rj_error *err) {
    const rj_suite_directory *last = NULL;
    for (size_t i = 0; i < selection->count; i++) {
        const rj_suite_directory *directory = selection->cases[i]->directory;
        if (directory == last)
            continue;
        const char *real = real_path(directory->path, arena);
        if (!real)
            return rj_error_no_memory(err);
        if (*real && !cli_watch_add(watch, real, err))
            return false;
        last = directory;
    }
    return true;
}

/* ---- what is touched ---- */

static bool is_at_or_below(const char *path, const char *directory) {
    const size_t bytes = strlen(directory);
    return bytes && strncmp(path, directory, bytes) == 0 &&
           (path[bytes] == '/' || !path[bytes] || directory[bytes - 1] == '/');
}

static bool is_customizations_of(const char *path, const char *directory) {
    const size_t bytes = strlen(directory);
    return is_at_or_below(path, directory) && strcmp(path + bytes, "/customizations.yaml") == 0;
}

/* Names of the last case, which the next one often has, too. */
typedef struct names {
    const char *file, *directory; /* as the case has them */
    const char *real_file, *real_directory;
} names;

static bool find_names(const rj_suite_case *item, rj_arena *arena, names *n) {
    if (n->file != item->file)
        n->real_file = real_path(item->file, arena);
    if (n->directory != item->directory->path)
        n->real_directory = real_path(item->directory->path, arena);
    n->file = item->file;
    n->directory = item->directory->path;
    return n->real_file && n->real_directory;
}

static bool is_touched(const rj_suite_case *item, const names *n, const cli_changes *changes) {
    for (size_t i = 0; i < changes->count; i++) {
        const char *path = changes->paths[i];
        if (is_at_or_below(n->real_file, path) || is_at_or_below(n->real_directory, path) ||
            is_customizations_of(path, n->real_directory) ||
            (item->is_listed && is_at_or_below(path, n->real_directory)))
            return true;
    }
    return changes->may_be_anything;
}

bool test_keep_touched(const cli_changes *changes, rj_arena *arena, rj_suite_selection *selection) {
    names n = {0};
    size_t count = 0;
    for (size_t i = 0; i < selection->count; i++) {
        const rj_suite_case *item = selection->cases[i];
        if (!find_names(item, arena, &n))
            return false;
        if (is_touched(item, &n, changes))
            selection->cases[count++] = item;
    }
    selection->count = count;
    return true;
}
