/* SPDX-License-Identifier: Apache-2.0 */
#include "input/glob.h"

#include <string.h>
#include <sys/stat.h>

#include "rjinterp/input.h"

static bool has_meta(const char *path) {
    return strpbrk(path, "*?[\\") != NULL;
}

/* The part before the last slash ("." when there is none), without that slash. */
static const char *directory_part(rj_arena *arena, const char *pattern, const char *slash) {
    if (!slash)
        return ".";
    if (slash == pattern)
        return "/";
    return rj_arena_copy(arena, pattern, (size_t)(slash - pattern));
}

/* Names of one directory that match. */
static bool match_names(const char *directory, const char *pattern, text_list *out) {
    struct stat info;
    if (stat(directory, &info) != 0 || !S_ISDIR(info.st_mode))
        return true;
    text_list names = {.arena = out->arena};
    int error;
    if (!directory_names(directory, &names, &error))
        return false;
    for (size_t i = 0; i < names.count && !error; i++) {
        if (rj_pattern_test(pattern, names.items[i]) != RJ_PATTERN_MATCHES)
            continue;
        const char *path = path_join(out->arena, directory, names.items[i]);
        if (!path || !text_list_add(out, path))
            return false;
    }
    return true;
}

/* Recursion is bounded by the number of slashes that the system takes in a path. */
bool glob_paths(const char *pattern, text_list *out, bool *malformed) {
    if (rj_pattern_test(pattern, "") == RJ_PATTERN_MALFORMED) {
        *malformed = true;
        return true;
    }
    struct stat info;
    if (!has_meta(pattern))
        return lstat(pattern, &info) != 0 || text_list_add(out, pattern);
    const char *slash = strrchr(pattern, '/');
    const char *name = slash ? slash + 1 : pattern;
    const char *directory = directory_part(out->arena, pattern, slash);
    if (!directory)
        return false;
    if (!has_meta(directory))
        return match_names(directory, name, out);
    text_list directories = {.arena = out->arena};
    if (strlen(pattern) >= 4096)
        return true;
    if (!glob_paths(directory, &directories, malformed))
        return false;
    for (size_t i = 0; i < directories.count && !*malformed; i++) {
        if (!match_names(directories.items[i], name, out))
            return false;
    }
    return true;
}
