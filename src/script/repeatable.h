/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_REPEATABLE_H
#define RJ_SCRIPT_REPEATABLE_H

/**
 * @file
 * Whether a script can tell a state in which its functions have been called before from a fresh
 * one.
 */

#include <stdbool.h>

#include "script/ast.h"

/**
 * True when it provably can't: its top level only defines functions, constants and names for
 * libraries, and nothing in it writes to a global, to a variable of the top level or to a library,
 * or hands one of these on to where that isn't seen. Many scripts are so; for the others false is
 * always right. Marks variables of the tree (is_shared_table).
 */
bool rj_ast_is_repeatable(const rj_ast *ast);

#endif
