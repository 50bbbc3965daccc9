/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INPUT_PATH_H
#define RJ_INPUT_PATH_H

/**
 * @file
 * Path texts, and lists of texts in an arena.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/arena.h"
#include "rjinterp/macros.h"

/** A growing list of texts. Zero-initialise with the arena. */
typedef struct text_list {
    rj_arena *arena;
    const char **items;
    size_t count, capacity;
} text_list;

/** Borrows @p text. False: the arena is full. */
bool text_list_add(text_list *list, const char *text) RJ_MUST_USE;

/** Sorts by bytes. */
void text_list_sort(text_list *list);

/**
 * @p directory and @p name as one path in its shortest form: no ".", no doubled slashes, ".."
 * resolved by the text alone. NULL: the arena is full.
 */
const char *path_join(rj_arena *arena, const char *directory, const char *name) RJ_MUST_USE;

/** The names in a directory, sorted; *error is the errno of a failure, else 0. False: no memory. */
bool directory_names(const char *path, text_list *names, int *error) RJ_MUST_USE;

/** A text from a format. NULL: the arena is full. */
const char *text_format(rj_arena *arena, const char *format, ...) RJ_PRINTF(2, 3) RJ_MUST_USE;

/** @p text in Go's double quotes. NULL: the arena is full. */
const char *text_quote(rj_arena *arena, const char *text) RJ_MUST_USE;

#endif
