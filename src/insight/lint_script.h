/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_INSIGHT_LINT_SCRIPT_H
#define RJ_INSIGHT_LINT_SCRIPT_H

/**
 * @file
 * One script under lint, and the groups of checks that walk its tree.
 */

#include <stdbool.h>

#include "rjinterp/lint.h"
#include "rjinterp/rule.h"
#include "script/ast.h"

typedef struct lint_script {
    rj_lint *lint;
    const rj_customization *customization;
    const rj_rule *rule;
    const char *text;
    size_t bytes;
    rj_span_map map;
    rj_ast ast;
    const rj_function *entry; /**< the function that production calls; NULL: not found */
    rj_expr *entry_name;      /**< where it is named; NULL */
    size_t first_finding;     /**< of this script */
    bool has_no_memory;
} lint_script;

/** Adds a finding at a place in the script. */
void lint_report(lint_script *s, const char *id, rj_place place, const char *format, ...)
    RJ_PRINTF(4, 5);

/** Gives the latest finding a hint. */
void lint_hint(lint_script *s, const char *format, ...) RJ_PRINTF(2, 3);

/** Gives the latest finding a fix: @p text instead of @p bytes bytes at @p offset of the script. */
void lint_fix(lint_script *s, const char *text, size_t offset, size_t bytes);

/* ---- about expressions ---- */

bool lint_is(rj_bytes bytes, const char *text);

/** A global of that name. */
bool lint_is_global(const rj_expr *expr, const char *name);

/** A call of a global, or of a field of a global ("table.insert"). */
bool lint_is_call_of(const rj_expr *expr, const char *name);

/** The last key of `a.b.c` when it is a constant text. */
bool lint_last_key(const rj_expr *expr, rj_bytes *out);

/**
 * Appends `variable.a.b` as a text that is the same for the same path, or returns false: not
 * everything in it is a constant key behind a local variable. *root is that variable.
 */
bool lint_path(const rj_expr *expr, rj_buf *out, const rj_variable **root, size_t *keys);

/** The value in the `local` or `local function` that declares it; NULL: none, or not known. */
const rj_expr *lint_declared_value(const rj_variable *variable);

/** A table that the script made: a constructor, or a local declared with one. */
bool lint_is_own_table(const rj_expr *expr);

/** The local function that is called, when the name never stands for anything else; or NULL. */
const rj_function *lint_local_function(const rj_expr *callee);

/** Whether nothing behind the statement is ever reached. */
bool lint_ends(const rj_stat *stat);

/** Whether the end of the block can be reached. */
bool lint_falls_through(const rj_block *block);

/* ---- groups of checks ---- */

void lint_names(lint_script *s);  /**< RJ002 to RJ004, RJ101 to RJ104, RJ114, RJ116 */
void lint_flow(lint_script *s);   /**< RJ105, RJ113, RJ115 */
void lint_data(lint_script *s);   /**< RJ106, RJ107, RJ112, RJ119, RJ120 */
void lint_result(lint_script *s); /**< RJ108, RJ109, RJ111, RJ117 */

/** RJ110, for one loop of @p function. */
void lint_order(lint_script *s, const rj_stat *loop, const rj_function *function);

#endif
