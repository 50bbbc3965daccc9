/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/suite.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "suite/find.h"
#include "suite/testcase.h"

/* The customizations of a directory, one set each. */
typedef struct collection {
    rj_arena *arena;
    rj_customization_set all;
    const char *file;
} collection;

static bool collect(void *ctx, const rj_document *doc, rj_error *err) {
    collection *c = ctx;
    rj_customization made;
    if (!rj_customization_bind(doc, c->arena, &made, err)) {
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    if (made.other_kind) {
        rj_error_set(err, RJ_ERROR_TYPE, "not a ResourceInterpreterCustomization, got %s",
                     made.other_kind);
        rj_error_locate(err, doc->file, made.at);
        return false;
    }
    return rj_customization_set_add(&c->all, &made) || rj_error_no_memory(err);
}

static bool split(const collection *c, rj_suite_directory *out) {
    rj_customization_set *sets = rj_arena_calloc(c->arena, c->all.count, sizeof *sets);
    if (!sets)
        return false;
    for (size_t i = 0; i < c->all.count; i++) {
        sets[i].arena = c->arena;
        if (!rj_customization_set_add(&sets[i], &c->all.items[i]))
            return false;
    }
    out->customizations = sets;
    out->customization_count = c->all.count;
    return true;
}

/* ---- the layout GROUP/VERSION/KIND ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* "v1", "v1beta2" */
static bool is_version(const char *text, size_t bytes) {
    size_t i = 1;
    if (bytes < 2 || text[0] != 'v' || !is_digit(text[1]))
        return false;
    while (i < bytes && is_digit(text[i]))
        i++;
    if (i == bytes)
        return true;
    const size_t word = bytes - i > 5 && memcmp(text + i, "alpha", 5) == 0  ? 5
                        : bytes - i > 4 && memcmp(text + i, "beta", 4) == 0 ? 4
                                                                            : 0;
    i += word;
    while (i < bytes && is_digit(text[i]))
        i++;
    return word && i == bytes;
}

/* The last parts of an absolute path, the last one first. */
static size_t last_parts(const char *path, const char *parts[3], size_t bytes[3]) {
    const char *end = path + strlen(path);
    size_t count = 0;
    while (count < 3 && end > path) {
        const char *start = end;
        while (start > path && start[-1] != '/')
            start--;
        parts[count] = start;
        bytes[count++] = (size_t)(end - start);
        end = start > path ? start - 1 : start;
    }
    return count;
}

static bool same(const char *text, size_t bytes, const char *other, size_t other_bytes) {
    return bytes == other_bytes && memcmp(text, other, bytes) == 0;
}

/* A directory that is named GROUP/VERSION/KIND has customizations of that target. In the group
 * without a name any name will do. */
static bool check_target(const char *path, const rj_customization *c, rj_error *err) {
    char real[PATH_MAX];
    const char *parts[3];
    size_t bytes[3];
    if (!realpath(path, real) || last_parts(real, parts, bytes) < 3 ||
        !is_version(parts[1], bytes[1]))
        return true;
    const char *slash = strchr(c->api_version, '/');
    const char *version = slash ? slash + 1 : c->api_version;
    if (same(parts[0], bytes[0], c->kind, strlen(c->kind)) &&
        same(parts[1], bytes[1], version, strlen(version)) &&
        (!slash || same(parts[2], bytes[2], c->api_version, (size_t)(slash - c->api_version))))
        return true;
    rj_error_set(err, RJ_ERROR_TYPE, "the directory %s is not that of the target %s %s", parts[2],
                 c->api_version, c->kind);
    rj_error_locate(err, c->source, c->at);
    return false;
}

/* ---- directories ---- */

static bool load_customizations(case_reader *reader, const char *file, rj_suite_directory *out,
                                rj_error *err) {
    collection c = {.arena = reader->arena, .all = {.arena = reader->arena}, .file = file};
    if (!testcase_documents(reader, file, collect, &c, err))
        return false;
    if (!c.all.count) {
        rj_error_set(err, RJ_ERROR_TYPE, "there is no customization in %s", file);
        rj_error_locate(err, file, (rj_position){0});
        return false;
    }
    return split(&c, out) || rj_error_no_memory(err);
}

static bool check_targets(case_reader *reader, const rj_suite_directory *directory,
                          const char *file) {
    bool ok = true;
    for (size_t i = 0; ok && i < directory->customization_count; i++) {
        rj_error err = RJ_ERROR_INIT;
        if (!check_target(directory->path, &directory->customizations[i].items[0], &err))
            ok = testcase_add_problem(reader, file, &err);
        rj_error_clear(&err);
    }
    return ok;
}

static bool load_directory(case_reader *reader, const found_directory *found) {
    rj_suite_directory *directory = rj_arena_calloc(reader->arena, 1, sizeof *directory);
    const char *file = find_join(reader->arena, found->path, FIND_CUSTOMIZATIONS);
    rj_error err = RJ_ERROR_INIT;
    if (!directory || !file)
        return false;
    directory->path = found->path;
    reader->directory = directory;
    if (!load_customizations(reader, file, directory, &err)) {
        const bool ok = err.code != RJ_ERROR_MEMORY && testcase_add_problem(reader, file, &err);
        rj_error_clear(&err);
        return ok;
    }
    if (!check_targets(reader, directory, file) ||
        (found->table && !testcase_read_table(reader, found->table)))
        return false;
    for (size_t i = 0; i < found->stream_count; i++)
        if (!testcase_read_stream(reader, found->streams[i], found->has_table))
            return false;
    return true;
}

bool rj_suite_load(const char *const *paths, size_t path_count, const rj_limits *limits,
                   rj_arena *arena, rj_suite *out, rj_error *err) {
    case_reader reader = {.arena = arena, .limits = limits ? limits : rj_limits_default()};
    found_list directories;
    if (!find_cases(paths, path_count, arena, &directories, err))
        return false;
    for (size_t i = 0; i < directories.count; i++)
        if (!load_directory(&reader, &directories.items[i]))
            return rj_error_no_memory(err);
    *out = (rj_suite){.cases = reader.cases, .count = reader.count};
    return true;
}
