/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_TEXT_H
#define RJ_TEXT_YAML_TEXT_H

/**
 * @file
 * One string as a YAML scalar: which styles its characters allow, which the reference picks, and
 * the scalar's bytes.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"

/** The end of a text being written. line_start is the offset in out of the current line. */
typedef struct rj_yaml_cursor {
    rj_buf *out;
    size_t line_start;
} rj_yaml_cursor;

/** What is in a string, as far as it matters for its style. */
enum {
    RJ_YAML_LINE_FEED = 1 << 0,
    RJ_YAML_BREAK = 1 << 1,        /**< LF, CR, LS or PS */
    RJ_YAML_WIDE_BREAK = 1 << 2,   /**< LS or PS */
    RJ_YAML_UNPRINTABLE = 1 << 3,  /**< has to be escaped; LF has not */
    RJ_YAML_SPACE_BREAK = 1 << 4,  /**< a space before a break */
    RJ_YAML_BREAK_SPACE = 1 << 5,  /**< a space after a break */
    RJ_YAML_BLANK_EDGE = 1 << 6,   /**< starts or ends with a space or a break */
    RJ_YAML_SPACE_END = 1 << 7,    /**< ends with a space */
    RJ_YAML_INDICATOR = 1 << 8,    /**< plain, it would mean something else */
    RJ_YAML_ILL_FORMED = 1 << 9,   /**< bytes that are not UTF-8 */
    RJ_YAML_NEXT_LINE = 1 << 10,   /**< U+0085 */
    RJ_YAML_FORBIDDEN = 1 << 11,   /**< a control character or U+FFFE, U+FFFF */
    RJ_YAML_MARKED_START = 1 << 12 /**< starts with a byte order mark */
};

/** A string with its traits. Borrows data. */
typedef struct rj_yaml_text {
    const char *data;
    size_t bytes;
    unsigned traits;
} rj_yaml_text;

rj_yaml_text rj_yaml_text_of(const char *data, size_t bytes);

/** A key that can stand before its colon on one line. */
bool rj_yaml_text_is_simple_key(const rj_yaml_text *text);

/** Ends the current line, unless it is empty, and indents the next. */
void rj_yaml_begin_line(rj_yaml_cursor *at, size_t indent);

/**
 * Appends the scalar. Its further lines are indented by @p indent; without @p folds it has none,
 * save for the breaks of its own.
 */
void rj_yaml_text_write(const rj_yaml_text *text, size_t indent, bool folds, rj_yaml_cursor *at);

#endif
