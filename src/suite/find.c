/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/find.h"

#include <string.h>
#include <unistd.h>

#include "rjinterp/input.h"

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The directory that `end` ends, which stands in front of a name: "." for nothing. */
static const char *directory_until(rj_arena *arena, const char *path, const char *end) {
    if (end == path)
        return ".";
    const size_t bytes = (size_t)(end - path) - 1;
    return bytes ? rj_arena_copy(arena, path, bytes) : "/";
}

const char *find_join(rj_arena *arena, const char *directory, const char *name) {
    rj_buf path = RJ_BUF_INIT;
    if (strcmp(directory, "/") == 0)
        rj_buf_puts(&path, "/");
    else if (strcmp(directory, ".") != 0)
        rj_buf_printf(&path, "%s/", directory);
    rj_buf_puts(&path, name);
    const char *made =
        rj_buf_ok(&path) ? rj_arena_copy(arena, rj_buf_text(&path), path.bytes) : NULL;
    rj_buf_free(&path);
    return made;
}

static bool has_file(rj_arena *arena, const char *directory, const char *name, bool *out) {
    const char *path = find_join(arena, directory, name);
    *out = path && access(path, F_OK) == 0;
    return path != NULL;
}

/* Whose testdata a file is in: *out is NULL when in none's. */
static bool owner_of(rj_arena *arena, const char *file, const char **out) {
    *out = NULL;
    for (const char *name = file, *slash; (slash = strchr(name, '/')); name = slash + 1) {
        if ((size_t)(slash - name) != sizeof FIND_TESTDATA - 1 ||
            memcmp(name, FIND_TESTDATA, sizeof FIND_TESTDATA - 1) != 0)
            continue;
        const char *directory = directory_until(arena, file, name);
        bool has;
        if (!directory || !has_file(arena, directory, FIND_CUSTOMIZATIONS, &has))
            return false;
        if (has) {
            *out = directory;
            return true;
        }
    }
    return true;
}

/* ---- the list ---- */

/* Files of a directory usually come one after the other. */
static found_directory *directory_at(found_list *f, const char *path) {
    for (size_t i = f->count; i-- > 0;)
        if (strcmp(f->items[i].path, path) == 0)
            return &f->items[i];
    found_directory *items =
        rj_arena_grow(f->arena, f->items, f->count, &f->capacity, sizeof *items);
    if (!items)
        return NULL;
    f->items = items;
    found_directory *made = &f->items[f->count];
    *made = (found_directory){.path = path};
    if (!has_file(f->arena, path, FIND_TABLE, &made->has_table))
        return NULL;
    f->count++;
    return made;
}

static bool add_stream(found_list *f, found_directory *d, const char *file, bool may_be_there) {
    for (size_t i = 0; may_be_there && i < d->stream_count; i++)
        if (strcmp(d->streams[i], file) == 0)
            return true;
    const char **streams =
        rj_arena_grow(f->arena, d->streams, d->stream_count, &d->stream_capacity, sizeof *streams);
    if (!streams)
        return false;
    d->streams = streams;
    d->streams[d->stream_count++] = file;
    return true;
}

static bool is_yaml(const char *file) {
    const size_t bytes = strlen(file);
    return bytes > 5 && strcmp(file + bytes - 5, ".yaml") == 0;
}

static bool add_file(found_list *f, const char *file, bool may_be_there) {
    const char *owner, *base = base_of(file);
    if (!owner_of(f->arena, file, &owner))
        return false;
    if (owner) {
        found_directory *d = is_yaml(file) ? directory_at(f, owner) : NULL;
        return d ? add_stream(f, d, file, may_be_there) : !is_yaml(file);
    }
    const bool is_table = strcmp(base, FIND_TABLE) == 0;
    if (!is_table && strcmp(base, FIND_CUSTOMIZATIONS) != 0)
        return true;
    const char *path = directory_until(f->arena, file, base);
    found_directory *d = path ? directory_at(f, path) : NULL;
    if (d && is_table)
        d->table = file;
    return d != NULL;
}

/* ---- paths ---- */

/* The file of customizations stands for its directory. */
static const char *widen(rj_arena *arena, const char *path) {
    const char *base = base_of(path);
    return strcmp(base, FIND_CUSTOMIZATIONS) == 0 ? directory_until(arena, path, base) : path;
}

static bool refuse_path(const char *path, rj_error *err) {
    return rj_error_set(err, RJ_ERROR_USAGE, "%s is no file or directory",
                        strcmp(path, "STDIN") == 0 ? "-" : path);
}

/* That a directory has no manifests is an error of `interpret`; here it is no case. */
static bool is_only_empty(const rj_source_list *sources) {
    static const char words[] = "error reading [";
    for (size_t i = 0; i < sources->error_count; i++)
        if (strncmp(sources->errors[i], words, sizeof words - 1) != 0)
            return false;
    return true;
}

bool find_cases(const char *const *paths, size_t count, rj_arena *arena, found_list *out,
                rj_error *err) {
    found_list f = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        rj_source_list sources;
        const char *path = widen(arena, paths[i]);
        if (!path || !rj_sources_resolve(&path, 1, true, arena, &sources))
            return rj_error_no_memory(err);
        if (!is_only_empty(&sources))
            return rj_error_set(err, RJ_ERROR_IO, "%s", sources.errors[0]);
        for (size_t j = 0; j < sources.count; j++) {
            if (sources.items[j].kind != RJ_SOURCE_FILE)
                return refuse_path(sources.items[j].name, err);
            if (!add_file(&f, sources.items[j].name, count > 1))
                return rj_error_no_memory(err);
        }
    }
    *out = f;
    return true;
}
