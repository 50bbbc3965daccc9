/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EDIT_TEXT_H
#define RJ_CLI_EDIT_TEXT_H

/**
 * @file
 * A customization as one Lua file for an editor, and that file back.
 *
 *   -- lines about the file itself                       not saved
 *   ---@name: tank                                       what the customization says about itself
 *   ---@apiVersion: brew.test/v1
 *   ---@kind: Tank
 *   ---@rule: Retain                                     one mark for each rule, its script below
 *   --~ explanations                                     not saved
 *   function Retain(desiredObj, observedObj) …
 *
 * Scripts come back to the byte. A line of a script that looks like a mark is written with a hyphen
 * more, one that looks like an explanation with a tilde more; reading takes it off again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/buf.h"
#include "rjinterp/customization.h"
#include "rjinterp/error.h"
#include "rjinterp/rule.h"

typedef struct edit_script {
    const char *text; /* never NULL; "": there is no such rule */
    size_t bytes;
    const uint32_t *lines; /* of the editor's file, for each line of the script; NULL: not known */
    size_t line_count;
} edit_script;

/** What can be edited. Borrows, or is arena-owned. */
typedef struct edit_values {
    const char *name, *api_version, *kind;
    edit_script scripts[RJ_OPERATION_COUNT];
} edit_values;

/** Something that keeps the text from being saved. */
typedef struct edit_problem {
    uint32_t line; /* of the editor's file */
    const char *reason;
    bool is_in_script; /* the script doesn't compile */
} edit_problem;

enum {
    EDIT_MAX_PROBLEMS = 20
};

typedef struct edit_text {
    edit_values values;
    bool is_empty;      /* no mark and no script */
    size_t body;        /* offset of what follows the lines about the file itself */
    uint32_t body_line; /* number of those lines */
    edit_problem problems[EDIT_MAX_PROBLEMS];
    size_t problem_count;
} edit_text;

edit_values edit_values_of(const rj_customization *customization);

bool edit_values_equal(const edit_values *a, const edit_values *b);
bool edit_script_equal(const edit_script *a, const edit_script *b);

/** Appends the file; @p explain: each rule gets an explanation. */
void edit_text_write(const edit_values *values, bool explain, rj_buf *out);

/** Appends a file that came back with its problems at the head. */
void edit_text_write_again(const edit_text *text, const char *bytes, size_t byte_count,
                           rj_buf *out);

/** The line of a problem in the file that edit_text_write_again() makes. */
uint32_t edit_problem_line(const edit_text *text, const edit_problem *problem);

/**
 * Reads what came back. @p old is what was offered. What is wrong with the text is listed in it;
 * false only when there is no memory. *out is arena-owned.
 */
bool edit_text_read(const char *bytes, size_t byte_count, const edit_values *old, rj_arena *arena,
                    edit_text *out, rj_error *err) RJ_MUST_USE;

#endif
