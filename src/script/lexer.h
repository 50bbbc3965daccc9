/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_SCRIPT_LEXER_H
#define RJ_SCRIPT_LEXER_H

/**
 * @file
 * Tokens, as production's scanner cuts them.
 */

#include "script/ast.h"

/** Single characters are their own kind. */
typedef enum rj_token_kind {
    RJ_TK_EOF = 256,
    RJ_TK_NAME,
    RJ_TK_NUMBER,
    RJ_TK_STRING,
    RJ_TK_EQ,
    RJ_TK_NE,
    RJ_TK_LE,
    RJ_TK_GE,
    RJ_TK_CONCAT,
    RJ_TK_DOTS,
    RJ_TK_LABEL,
    RJ_TK_AND,
    RJ_TK_BREAK,
    RJ_TK_DO,
    RJ_TK_ELSE,
    RJ_TK_ELSEIF,
    RJ_TK_END,
    RJ_TK_FALSE,
    RJ_TK_FOR,
    RJ_TK_FUNCTION,
    RJ_TK_GOTO,
    RJ_TK_IF,
    RJ_TK_IN,
    RJ_TK_LOCAL,
    RJ_TK_NIL,
    RJ_TK_NOT,
    RJ_TK_OR,
    RJ_TK_REPEAT,
    RJ_TK_RETURN,
    RJ_TK_THEN,
    RJ_TK_TRUE,
    RJ_TK_UNTIL,
    RJ_TK_WHILE
} rj_token_kind;

typedef struct rj_token {
    int kind;
    bool newline_before; /**< of '(' behind ')': on a line of its own */
    uint32_t column;     /**< as production counts, in bytes */
    rj_place place;
    rj_bytes text; /**< as messages show it; of a string its value */
    rj_name *name; /**< of names and keywords */
} rj_token;

typedef struct rj_lexer {
    const char *text;
    size_t bytes;
    size_t at;
    uint32_t line;   /**< where production's scanner stands */
    uint32_t column; /**< bytes */
    bool at_end;     /**< its line is "EOF" then */
    size_t line_start;
    uint32_t continuation_bytes; /**< of UTF-8 sequences on this line */
    int previous;                /**< kind of the previous token */
    rj_arena *arena;
    rj_error *err;
    const rj_span_map *origin;
    rj_name **buckets;
    size_t bucket_count;
    size_t name_count;
    uint64_t seed;
    rj_comment *comments;
    size_t comment_count, comment_capacity;
    size_t *line_offsets;
    size_t line_count, line_capacity;
} rj_lexer;

bool rj_lexer_start(rj_lexer *lexer, const char *text, size_t bytes, const rj_span_map *origin,
                    rj_arena *arena, rj_error *err) RJ_MUST_USE;

/** The next token. False: an error is set. */
bool rj_lexer_next(rj_lexer *lexer, rj_token *tok) RJ_MUST_USE;

/** The name object of a text; NULL when there is no memory. */
rj_name *rj_lexer_intern(rj_lexer *lexer, const char *text, size_t bytes) RJ_MUST_USE;

/**
 * Production's error at the scanner's place: "<string> line:L(column:C) near 'TEXT':   MESSAGE\n".
 * @p place is what the user should look at. Returns false.
 */
bool rj_lexer_error(rj_lexer *lexer, rj_bytes near, rj_place place, const char *message);

/** The same at the place of a token. Returns false. */
bool rj_lexer_error_at(rj_lexer *lexer, const rj_token *token, const char *message);

/** An error of ours or of production's compiler, with its place in the file. Returns false. */
bool rj_lexer_fail(rj_lexer *lexer, rj_error_code code, rj_place place, size_t reason_offset,
                   const char *message);

/** The number that a token's text stands for, NaN when production can't read it. */
double rj_lexer_number(rj_bytes text);

#endif
