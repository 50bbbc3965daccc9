/* SPDX-License-Identifier: Apache-2.0 */
#include "input/path.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "rjinterp/utf8.h"

bool text_list_add(text_list *list, const char *text) {
    const char **items =
        rj_arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->count++] = text;
    return true;
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void text_list_sort(text_list *list) {
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_texts);
}

/* Removes the last element of the path in [out, end) and returns its new end. */
static char *drop_element(char *out, char *end) {
    while (end > out && end[-1] != '/')
        end--;
    return end > out + 1 ? end - 1 : end;
}

/* Whether the path in [out, end) ends with a ".." that nothing could resolve. */
static bool ends_with_parent(const char *out, const char *end) {
    return end - out >= 2 && end[-1] == '.' && end[-2] == '.' && (end - out == 2 || end[-3] == '/');
}

/* Shortens @p path in place. */
static void path_clean(char *path) {
    bool rooted = path[0] == '/';
    char *end = path + (rooted ? 1 : 0);
    for (const char *p = end; *p;) {
        size_t bytes = strcspn(p, "/");
        bool is_parent = bytes == 2 && p[0] == '.' && p[1] == '.';
        bool at_top = end == path + (rooted ? 1 : 0);
        if (bytes == 0 || (bytes == 1 && p[0] == '.')) {
            /* nothing */
        } else if (is_parent && !at_top && !ends_with_parent(path, end)) {
            end = drop_element(path, end);
        } else if (!(is_parent && rooted)) {
            if (!at_top)
                *end++ = '/';
            memmove(end, p, bytes);
            end += bytes;
        }
        p += bytes;
        p += *p == '/';
    }
    if (end == path)
        *end++ = '.';
    *end = '\0';
}

const char *path_join(rj_arena *arena, const char *directory, const char *name) {
    char *path = rj_arena_alloc(arena, strlen(directory) + strlen(name) + 3);
    if (!path)
        return NULL;
    char *end = stpcpy(path, directory);
    if (*directory)
        *end++ = '/';
    strcpy(end, name);
    path_clean(path);
    return path;
}

bool directory_names(const char *path, text_list *names, int *error) {
    *error = 0;
    DIR *directory = opendir(path);
    if (!directory) {
        *error = errno;
        return true;
    }
    bool ok = true;
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(directory);
        if (!entry) {
            *error = errno;
            break;
        }
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        const char *copy = rj_arena_copy(names->arena, entry->d_name, strlen(entry->d_name));
        if (!copy || !text_list_add(names, copy)) {
            ok = false;
            break;
        }
    }
    closedir(directory);
    text_list_sort(names);
    return ok;
}

static const char *take_buf(rj_arena *arena, rj_buf *buf) {
    const char *text = rj_buf_ok(buf) ? rj_arena_copy(arena, rj_buf_text(buf), buf->bytes) : NULL;
    rj_buf_free(buf);
    return text;
}

const char *text_format(rj_arena *arena, const char *format, ...) {
    rj_buf buf = RJ_BUF_INIT;
    va_list args;
    va_start(args, format);
    rj_buf_vprintf(&buf, format, args);
    va_end(args);
    return take_buf(arena, &buf);
}

const char *text_quote(rj_arena *arena, const char *text) {
    rj_buf buf = RJ_BUF_INIT;
    rj_go_quote(text, strlen(text), &buf);
    return take_buf(arena, &buf);
}
