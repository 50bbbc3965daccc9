/* SPDX-License-Identifier: Apache-2.0 */
#include "input/walk.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "rjinterp/input.h"

typedef struct walk {
    bool recursive;
    text_list *out;
    const char *problem; /* the first; ends the walk */
} walk;

static bool is_manifest(const char *path) {
    static const char *const extensions[] = {".json", ".yaml", ".yml"};
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; i++) {
        if (strcmp(dot, extensions[i]) == 0)
            return true;
    }
    return false;
}

static bool set_problem(walk *w, const char *action, const char *path, int error) {
    char room[128];
    w->problem = text_format(w->out->arena, "%s %s: %s", action, path,
                             rj_input_errno_text(error, room, sizeof room));
    return w->problem != NULL;
}

/*
 * A directory is read before it is known whether it is wanted, as in the reference: one that can't
 * be read is a problem either way.  Depth is bounded by the length of paths that the system takes.
 */
static bool walk_directory(walk *w, const char *path, bool is_top) {
    text_list names = {.arena = w->out->arena};
    int error;
    if (!directory_names(path, &names, &error))
        return false;
    if (error)
        return set_problem(w, "open", path, error);
    if (!is_top && !w->recursive)
        return true;
    for (size_t i = 0; i < names.count && !w->problem; i++) {
        const char *below = path_join(w->out->arena, path, names.items[i]);
        struct stat info;
        bool ok = below != NULL;
        if (ok && lstat(below, &info) != 0)
            ok = set_problem(w, "lstat", below, errno);
        else if (ok && S_ISDIR(info.st_mode))
            ok = walk_directory(w, below, false);
        else if (ok && is_manifest(below))
            ok = text_list_add(w->out, below);
        if (!ok)
            return false;
    }
    return true;
}

bool walk_path(const char *path, bool recursive, text_list *out, const char **problem) {
    walk w = {.recursive = recursive, .out = out};
    struct stat info;
    bool ok;
    if (lstat(path, &info) != 0)
        ok = set_problem(&w, "lstat", path, errno);
    else if (S_ISDIR(info.st_mode))
        ok = walk_directory(&w, path, true);
    else
        ok = text_list_add(out, path);
    *problem = w.problem;
    return ok;
}
