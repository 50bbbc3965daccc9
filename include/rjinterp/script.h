/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_SCRIPT_H
#define RJINTERP_SCRIPT_H

/**
 * @file
 * The front end: script text as production (gopher-lua) reads it, into a chunk of Lua that means
 * the same on LuaJIT, with a map from each emitted line back to the script.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/error.h"
#include "rjinterp/limits.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"

/** What the operation of a site does. */
typedef enum rj_site_kind {
    RJ_SITE_NONE = 0, /**< nothing on this line can fail */
    RJ_SITE_FUNCTION, /**< a function begins here; script_line is where production says it does;
                           expression is the name in its definition, or NULL */
    RJ_SITE_CALL,     /**< a call; expression is what is called ("o.items.get", "s:upper") */
    RJ_SITE_INDEX,    /**< a field is read; expression is what has no such field */
    RJ_SITE_SET,      /**< a field is written; expression is what has no fields */
    RJ_SITE_OPERATOR, /**< arithmetic, comparison, `..`, `#`, `-`; expression is the operation */
    RJ_SITE_FOR       /**< start of a for loop, call of its iterator */
} rj_site_kind;

/**
 * What a line of the emitted chunk does, in terms of the script. LuaJIT can't be made to put
 * everything on a line of its own: `o.a.f()` indexes and calls on one, so that a line may have a
 * second site of another kind. A call comes first.
 */
typedef struct rj_chunk_site {
    uint32_t script_line;   /**< the line that production names in "<string>:LINE:" */
    rj_position at;         /**< the place in the script's text that the user should look at */
    const char *expression; /**< source of the operand that may fail ("o.status.job"), or NULL */
    rj_site_kind kind;
    const struct rj_chunk_site *next; /**< another operation of the same line, or NULL */
} rj_chunk_site;

/** What a counter of a chunk counts. */
typedef enum rj_point_kind {
    RJ_POINT_STATEMENT, /**< a statement begins */
    RJ_POINT_FUNCTION,  /**< a function is entered */
    /* Branches: two points in a row, for the one way and the other. */
    RJ_POINT_IF,     /**< the condition is true; is false */
    RJ_POINT_ELSEIF, /**< the same */
    RJ_POINT_AND,    /**< what stands in front of `and` is true, so that it goes on; is false */
    RJ_POINT_OR,     /**< what stands in front of `or` is true; is false, so that it goes on */
    RJ_POINT_WHILE,  /**< the condition is true; is false, so that the loop ends */
    RJ_POINT_FOR,    /**< a turn begins; the loop runs to its end, without `break` and the like */
    RJ_POINT_REPEAT  /**< the condition is true, so that the loop ends; is false */
} rj_point_kind;

/** One counter. What can't go but one way, as `while true`, has none for the branch. */
typedef struct rj_chunk_point {
    rj_point_kind kind;
    bool is_other;  /**< the second point of a branch */
    rj_position at; /**< in the script's text */
    /** The stretch of the script that is meant: the condition or operand, the loop, the statement,
     * the name of the function; empty when it has none. */
    size_t offset, end;
} rj_chunk_point;

/** A compiled script. *Arena-owned*; borrows script text and span map. */
typedef struct rj_chunk {
    const char *text; /**< Lua for LuaJIT */
    size_t text_bytes;
    const rj_chunk_site *sites; /**< sites[line - 1] for the emitted line */
    size_t site_count;
    const char *script; /**< the original */
    size_t script_bytes;
    const rj_chunk_point *points; /**< what it counts; none unless that was asked for */
    size_t point_count;
    size_t points_left_out;     /**< for which LuaJIT's bounds have no room */
    const size_t *line_offsets; /**< byte offset in script of each of its lines */
    size_t line_count;
    const rj_span_map *origin; /**< NULL: the script is its own file */
    /** The script can't tell a state in which its functions were called before from a fresh one. */
    bool is_repeatable;
    bool is_traced; /**< it tells what it does, see rj_script_compile_traced() */
} rj_chunk;

/** What a chunk does besides what its script says. */
typedef enum rj_chunk_detail {
    RJ_CHUNK_PLAIN,
    RJ_CHUNK_COUNTED, /**< rj_script_compile_counted() */
    RJ_CHUNK_TRACED   /**< rj_script_compile_traced() */
} rj_chunk_detail;

/**
 * Parses and emits. Errors have production's texts, which end with a line end for syntax errors
 * ("<string> line:2(column:10) near '=':   syntax error\n", "compile error near line(2) <string>:
 * …"), and the place in the file through @p origin.
 */
RJ_API bool rj_script_compile(const char *script, size_t script_bytes, const rj_span_map *origin,
                              const rj_limits *limits, rj_arena *arena, rj_chunk *out,
                              rj_error *err) RJ_MUST_USE;

/**
 * The same, with counters: the chunk means what the plain one means, and counts at each of its
 * points. Where LuaJIT's bounds leave no room for all of them, it has only those of statements and
 * functions, or none.
 */
RJ_API bool rj_script_compile_counted(const char *script, size_t script_bytes,
                                      const rj_span_map *origin, const rj_limits *limits,
                                      rj_arena *arena, rj_chunk *out, rj_error *err) RJ_MUST_USE;

/**
 * The same for a state that traces (rj_lua_options): the chunk tells each statement and function
 * that it comes to, which are its points, and what variables and fields are set to. It has no
 * points where LuaJIT's bounds leave no room for that.
 */
RJ_API bool rj_script_compile_traced(const char *script, size_t script_bytes,
                                     const rj_span_map *origin, const rj_limits *limits,
                                     rj_arena *arena, rj_chunk *out, rj_error *err) RJ_MUST_USE;

/** Whether a script defines a global function. */
typedef enum rj_definition {
    RJ_DEFINITION_NONE,
    RJ_DEFINITION_LOCAL, /**< only a local one of that name, which nobody outside can call */
    RJ_DEFINITION_GLOBAL /**< it does, or it does things that make it hard to tell */
} rj_definition;

/**
 * Looks for the definition of the global function @p name. *@p at is where the local one stands in
 * the script. False when the script can't be parsed (production's errors) or memory is out.
 */
RJ_API bool rj_script_find_function(const char *script, size_t script_bytes, const char *name,
                                    rj_arena *arena, rj_definition *out, rj_position *at,
                                    rj_error *err) RJ_MUST_USE;

/** The site of an emitted line; a zeroed one when there is none. */
RJ_API rj_chunk_site rj_chunk_site_at(const rj_chunk *chunk, uint32_t emitted_line);

/** The same for the operation of one kind on that line; that of another kind when there is none. */
RJ_API rj_chunk_site rj_chunk_site_for(const rj_chunk *chunk, uint32_t emitted_line,
                                       rj_site_kind kind);

/** A place in the script as a place in the file. */
RJ_API rj_position rj_chunk_file_position(const rj_chunk *chunk, rj_position in_script);

/** Name of the file, or "<string>". */
RJ_API const char *rj_chunk_file(const rj_chunk *chunk);

#endif
