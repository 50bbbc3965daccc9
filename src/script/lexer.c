/* SPDX-License-Identifier: Apache-2.0 */
#include "script/lexer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/buf.h"

enum {
    FIRST_BUCKETS = 128
};

/* ---- names ---- */

/* Seeded with an address, so that nobody can prepare names that all fall into one bucket. */
static uint64_t hash_of(const rj_lexer *lx, const char *text, size_t bytes) {
    uint64_t hash = lx->seed ^ bytes, piece;
    for (; bytes >= sizeof piece; text += sizeof piece, bytes -= sizeof piece) {
        memcpy(&piece, text, sizeof piece);
        hash = (hash ^ piece) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    piece = 0;
    for (size_t i = 0; i < bytes; i++)
        piece = piece << 8 | (unsigned char)text[i];
    hash = (hash ^ piece) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static bool widen_buckets(rj_lexer *lx) {
    size_t count = lx->bucket_count ? lx->bucket_count * 2 : FIRST_BUCKETS;
    rj_name **buckets = rj_arena_calloc(lx->arena, count, sizeof *buckets);
    if (!buckets)
        return false;
    for (size_t i = 0; i < lx->bucket_count; i++)
        for (rj_name *name = lx->buckets[i], *next; name; name = next) {
            next = name->next_name;
            rj_name **bucket = &buckets[name->hash & (count - 1)];
            name->next_name = *bucket;
            *bucket = name;
        }
    lx->buckets = buckets;
    lx->bucket_count = count;
    return true;
}

rj_name *rj_lexer_intern(rj_lexer *lx, const char *text, size_t bytes) {
    uint64_t hash = hash_of(lx, text, bytes);
    for (rj_name *name = lx->buckets[hash & (lx->bucket_count - 1)]; name; name = name->next_name)
        if (name->hash == hash && name->text.count == bytes &&
            memcmp(name->text.data, text, bytes) == 0)
            return name;
    if (lx->name_count >= lx->bucket_count && !widen_buckets(lx))
        return NULL;
    rj_name *name = rj_arena_calloc(lx->arena, 1, sizeof *name);
    if (!name)
        return NULL;
    rj_name **bucket = &lx->buckets[hash & (lx->bucket_count - 1)];
    *name = (rj_name){.text = {text, bytes}, .hash = hash, .token = RJ_TK_NAME};
    name->next_name = *bucket;
    *bucket = name;
    lx->name_count++;
    return name;
}

static bool intern_keywords(rj_lexer *lx) {
    static const struct {
        const char *text;
        int token;
    } keywords[] = {
        {"and", RJ_TK_AND},     {"break", RJ_TK_BREAK},   {"do", RJ_TK_DO},
        {"else", RJ_TK_ELSE},   {"end", RJ_TK_END},       {"elseif", RJ_TK_ELSEIF},
        {"false", RJ_TK_FALSE}, {"for", RJ_TK_FOR},       {"function", RJ_TK_FUNCTION},
        {"goto", RJ_TK_GOTO},   {"if", RJ_TK_IF},         {"in", RJ_TK_IN},
        {"local", RJ_TK_LOCAL}, {"nil", RJ_TK_NIL},       {"not", RJ_TK_NOT},
        {"or", RJ_TK_OR},       {"repeat", RJ_TK_REPEAT}, {"return", RJ_TK_RETURN},
        {"then", RJ_TK_THEN},   {"true", RJ_TK_TRUE},     {"until", RJ_TK_UNTIL},
        {"while", RJ_TK_WHILE},
    };
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        rj_name *name = rj_lexer_intern(lx, keywords[i].text, strlen(keywords[i].text));
        if (!name)
            return false;
        name->token = keywords[i].token;
    }
    return true;
}

/* ---- characters ---- */

static bool add_line(rj_lexer *lx) {
    size_t *offsets = rj_arena_grow(lx->arena, lx->line_offsets, lx->line_count, &lx->line_capacity,
                                    sizeof *offsets);
    if (!offsets)
        return false;
    lx->line_offsets = offsets;
    lx->line_offsets[lx->line_count++] = lx->at;
    lx->line_start = lx->at;
    lx->continuation_bytes = 0;
    return true;
}

bool rj_lexer_start(rj_lexer *lx, const char *text, size_t bytes, const rj_span_map *origin,
                    rj_arena *arena, rj_error *err) {
    *lx = (rj_lexer){.text = text, .bytes = bytes, .line = 1, .arena = arena, .err = err};
    lx->origin = origin;
    lx->seed = (uint64_t)(uintptr_t)arena * UINT64_C(0xD6E8FEB86659FD93) + 1;
    if (!widen_buckets(lx) || !intern_keywords(lx) || !add_line(lx))
        return rj_error_no_memory(err);
    return true;
}

static int peek(const rj_lexer *lx) {
    return lx->at < lx->bytes ? (unsigned char)lx->text[lx->at] : -1;
}

/* CR, LF, CR LF and LF CR are one line end each, and read as LF. -1 at the end of the text. */
static int take(rj_lexer *lx) {
    if (lx->at >= lx->bytes) {
        lx->at_end = true;
        lx->column = 0;
        return -1;
    }
    int c = (unsigned char)lx->text[lx->at++];
    if (c != '\n' && c != '\r') {
        lx->continuation_bytes += (c & 0xC0) == 0x80;
        lx->column++;
        return c;
    }
    if (peek(lx) == (c == '\n' ? '\r' : '\n'))
        lx->at++;
    lx->line++;
    lx->column = 0;
    /* A line that can't be noted stops the lexer at the next token: line_count falls behind. */
    if (lx->line_count == lx->line - 1)
        add_line(lx);
    return '\n';
}

/* Takes what is left of the line, without its end. */
static void skip_line(rj_lexer *lx) {
    const char *text = lx->text;
    const size_t start = lx->at;
    size_t i = start;
    for (; i < lx->bytes && text[i] != '\n' && text[i] != '\r'; i++)
        lx->continuation_bytes += (text[i] & 0xC0) == 0x80;
    lx->column += (uint32_t)(i - start);
    lx->at = i;
}

/* Takes blanks and tabs. */
static void skip_blanks(rj_lexer *lx) {
    const size_t start = lx->at;
    size_t i = start;
    while (i < lx->bytes && (lx->text[i] == ' ' || lx->text[i] == '\t'))
        i++;
    lx->column += (uint32_t)(i - start);
    lx->at = i;
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static bool is_hex_digit(int c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_name_start(int c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static rj_position position_here(const rj_lexer *lx, size_t offset) {
    return (rj_position){lx->line,
                         (uint32_t)(offset - lx->line_start) - lx->continuation_bytes + 1};
}

static rj_place place_here(const rj_lexer *lx) {
    return (rj_place){(uint32_t)lx->at, (uint32_t)lx->at, position_here(lx, lx->at)};
}

/* ---- errors ---- */

static bool locate(rj_lexer *lx, rj_place place, size_t reason_offset) {
    const rj_span_map *map = lx->origin;
    rj_position at = place.at;
    if (map && map->span_count)
        at = rj_span_map_at(map, lx->text, lx->bytes, place.offset);
    if (lx->err)
        lx->err->reason_offset = reason_offset;
    rj_error_locate(lx->err, map && map->file ? map->file : "<string>", at);
    return false;
}

bool rj_lexer_fail(rj_lexer *lx, rj_error_code code, rj_place place, size_t reason_offset,
                   const char *message) {
    rj_error_set(lx->err, code, "%s", message);
    return locate(lx, place, reason_offset);
}

static bool positioned(rj_lexer *lx, bool at_end, uint32_t line, uint32_t column, rj_bytes near,
                       rj_place place, const char *message) {
    static const char source[] = "<string> ";
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, source);
    size_t reason = sizeof source - 1;
    if (at_end) {
        rj_buf_puts(&text, "at EOF:   ");
    } else {
        rj_buf_printf(&text, "line:%u(column:%u) ", line, column);
        reason = text.bytes;
        rj_buf_puts(&text, "near '");
        rj_buf_append(&text, near.data, near.count);
        rj_buf_puts(&text, "':   ");
    }
    rj_buf_puts(&text, message);
    rj_buf_putc(&text, '\n');
    if (rj_buf_ok(&text)) {
        rj_error_set_bytes(lx->err, RJ_ERROR_SYNTAX, text.data, text.bytes);
        locate(lx, place, reason);
    } else {
        rj_error_no_memory(lx->err);
    }
    rj_buf_free(&text);
    return false;
}

bool rj_lexer_error(rj_lexer *lx, rj_bytes near, rj_place place, const char *message) {
    return positioned(lx, lx->at_end, lx->line, lx->column, near, place, message);
}

bool rj_lexer_error_at(rj_lexer *lx, const rj_token *token, const char *message) {
    return positioned(lx, false, token->place.at.line, token->column, token->text, token->place,
                      message);
}

/* ---- strings ---- */

static char *put_line_end(char *out, const char *text, size_t bytes, size_t *i) {
    char other = text[*i] == '\n' ? '\r' : '\n';
    (*i)++;
    if (*i < bytes && text[*i] == other)
        (*i)++;
    *out++ = '\n';
    return out;
}

static char *put_escape(char *out, const char *text, size_t bytes, size_t *i) {
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    if (*i >= bytes) {
        *out++ = '\xFF'; /* production's "no character", as a byte */
        return out;
    }
    char c = text[*i];
    if (c == '\n' || c == '\r')
        return put_line_end(out, text, bytes, i);
    if (is_digit((unsigned char)c)) {
        unsigned value = 0;
        for (int n = 0; n < 3 && *i < bytes && is_digit((unsigned char)text[*i]); n++)
            value = value * 10 + (unsigned)(text[(*i)++] - '0');
        *out++ = (char)(value & 0xFF);
        return out;
    }
    (*i)++;
    const char *letter = c ? strchr(letters, c) : NULL;
    *out++ = letter ? values[letter - letters] : c;
    return out;
}

/* Text between quotes or brackets to its value. NULL data: no memory. */
static rj_bytes decode(rj_lexer *lx, const char *text, size_t bytes, bool escapes) {
    /* Each source byte makes one byte at most, but for a lone backslash at the end. */
    char *data = rj_arena_alloc(lx->arena, bytes + 1), *out = data;
    if (!data)
        return (rj_bytes){NULL, 0};
    for (size_t i = 0; i < bytes;) {
        if (escapes && text[i] == '\\') {
            i++;
            out = put_escape(out, text, bytes, &i);
        } else if (text[i] == '\r' || text[i] == '\n') {
            out = put_line_end(out, text, bytes, &i);
        } else {
            *out++ = text[i++];
        }
    }
    return (rj_bytes){data, (size_t)(out - data)};
}

static bool take_string(rj_lexer *lx, int quote, rj_token *tok) {
    size_t start = lx->at, end;
    bool plain = true;
    for (;;) {
        end = lx->at;
        int c = take(lx);
        if (c == quote)
            break;
        bool broken = c == '\n' || c < 0;
        if (c == '\\') {
            plain = false;
            take(lx);
        }
        if (broken) {
            rj_bytes near = decode(lx, lx->text + start, end - start, true);
            if (!near.data)
                return rj_error_no_memory(lx->err);
            tok->place.end = (uint32_t)end;
            return rj_lexer_error(lx, near, tok->place, "unterminated string");
        }
    }
    tok->text = (rj_bytes){lx->text + start, end - start};
    if (!plain)
        tok->text = decode(lx, lx->text + start, end - start, true);
    return tok->text.data ? true : rj_error_no_memory(lx->err);
}

/* Equal signs from here on; returns the character behind them, taken. */
static int take_equals(rj_lexer *lx, int c, size_t *count) {
    for (*count = 0; c == '='; (*count)++)
        c = take(lx);
    return c;
}

typedef enum bracket_result {
    BRACKET_OK,
    BRACKET_INVALID, /* no second bracket */
    BRACKET_OPEN,    /* never closed */
} bracket_result;

/* Reads from behind the first '[' to behind the last ']'. */
static bracket_result take_bracket(rj_lexer *lx, rj_bytes *content, int *stopped_at) {
    size_t level, closing;
    int c = take_equals(lx, take(lx), &level);
    *stopped_at = c;
    *content = (rj_bytes){lx->text, 0};
    if (c != '[')
        return BRACKET_INVALID;
    size_t start = lx->at;
    c = take(lx);
    if (c == '\n') {
        start = lx->at;
        c = take(lx);
    }
    while (c >= 0) {
        if (c != ']') {
            c = take(lx);
            continue;
        }
        size_t end = lx->at - 1;
        c = take_equals(lx, take(lx), &closing);
        if (closing == level && c == ']') {
            *content = (rj_bytes){lx->text + start, end - start};
            return BRACKET_OK;
        }
    }
    *content = (rj_bytes){lx->text + start, lx->bytes - start};
    return BRACKET_OPEN;
}

static bool take_long_string(rj_lexer *lx, rj_token *tok) {
    int c;
    bracket_result result = take_bracket(lx, &tok->text, &c);
    tok->place.end = (uint32_t)lx->at;
    if (result == BRACKET_OPEN)
        return rj_lexer_error(lx, tok->text, tok->place, "unterminated multiline string");
    if (result == BRACKET_INVALID) {
        /* Production shows the character, not the byte. */
        char near[2] = {(char)c, 0};
        size_t bytes = 1;
        if (c >= 0x80) {
            near[0] = (char)(0xC0 | (c >> 6));
            near[1] = (char)(0x80 | (c & 0x3F));
            bytes = 2;
        }
        return rj_lexer_error(lx, (rj_bytes){near, bytes}, tok->place, "invalid multiline string");
    }
    if (memchr(tok->text.data, '\r', tok->text.count))
        tok->text = decode(lx, tok->text.data, tok->text.count, false);
    return tok->text.data ? true : rj_error_no_memory(lx->err);
}

/* ---- comments and space ---- */

static bool note_comment(rj_lexer *lx, rj_place place) {
    rj_comment *comments = rj_arena_grow(lx->arena, lx->comments, lx->comment_count,
                                         &lx->comment_capacity, sizeof *comments);
    if (!comments)
        return rj_error_no_memory(lx->err);
    lx->comments = comments;
    lx->comments[lx->comment_count++].place = place;
    return true;
}

/* From behind the dashes. A line comment takes its line end with it. */
static bool skip_comment(rj_lexer *lx, rj_place place) {
    int c = 0;
    if (peek(lx) == '[') {
        c = take(lx);
        if (peek(lx) == '[' || peek(lx) == '=') {
            rj_bytes content;
            if (take_bracket(lx, &content, &c) != BRACKET_OK)
                return rj_lexer_error(lx, content, place, "invalid multiline comment");
            place.end = (uint32_t)lx->at;
            return note_comment(lx, place);
        }
    }
    skip_line(lx);
    place.end = (uint32_t)lx->at;
    take(lx); /* the line end is part of the comment: a call may open behind it */
    return note_comment(lx, place);
}

/* Skips blanks; returns the next character, taken. *newline: there was a line end in between. */
static int skip_space(rj_lexer *lx, bool *newline) {
    int c;
    *newline = false;
    do {
        skip_blanks(lx);
        c = take(lx);
        *newline |= c == '\n';
    } while (c == '\n');
    return c;
}

/* ---- numbers ---- */

static void take_digits(rj_lexer *lx) {
    while (is_digit(peek(lx)))
        take(lx);
}

static bool take_number(rj_lexer *lx, int c, rj_token *tok) {
    size_t start = lx->at - 1;
    if (c == '0' && (peek(lx) == 'x' || peek(lx) == 'X')) {
        take(lx);
        while (is_hex_digit(peek(lx)))
            take(lx);
        tok->text = (rj_bytes){lx->text + start, lx->at - start};
        tok->place.end = (uint32_t)lx->at;
        if (tok->text.count == 2)
            return rj_lexer_error(lx, tok->text, tok->place, "illegal hexadecimal number");
        return true;
    }
    if (c == '0' && is_digit(peek(lx))) {
        start++; /* production drops this zero */
        take(lx);
    }
    take_digits(lx);
    if (peek(lx) == '.') {
        take(lx);
        take_digits(lx);
    }
    if (peek(lx) == 'e' || peek(lx) == 'E') {
        take(lx);
        if (peek(lx) == '+' || peek(lx) == '-')
            take(lx);
        take(lx); /* whatever it is */
        take_digits(lx);
    }
    tok->text = (rj_bytes){lx->text + start, lx->at - start};
    return true;
}

static double octal_or_decimal(rj_bytes text) {
    uint64_t value = 0;
    for (size_t i = 0; i < text.count; i++) {
        if (text.data[i] > '7' || value > (uint64_t)INT64_MAX >> 3)
            return NAN;
        value = value * 8 + (uint64_t)(text.data[i] - '0');
    }
    return (double)value;
}

static double hexadecimal(rj_bytes text) {
    uint64_t value = 0;
    for (size_t i = 2; i < text.count; i++) {
        int c = (unsigned char)text.data[i];
        unsigned digit = is_digit(c) ? (unsigned)c - '0' : ((unsigned)c | 0x20) - 'a' + 10;
        if (value > (uint64_t)INT64_MAX >> 4)
            return NAN;
        value = value * 16 + digit;
    }
    return (double)value;
}

static size_t digits_at(rj_bytes text, size_t i) {
    size_t start = i;
    while (i < text.count && is_digit((unsigned char)text.data[i]))
        i++;
    return i - start;
}

/* 12, 1.5, .5, 1., each with an exponent or not, and nothing else. */
static bool is_decimal(rj_bytes text, bool *integer) {
    size_t whole = digits_at(text, 0), i = whole, fraction = 0;
    *integer = i == text.count;
    if (i < text.count && text.data[i] == '.') {
        fraction = digits_at(text, i + 1);
        i += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (i < text.count && (text.data[i] | 0x20) == 'e') {
        i++;
        if (i < text.count && (text.data[i] == '+' || text.data[i] == '-'))
            i++;
        size_t exponent = digits_at(text, i);
        if (!exponent)
            return false;
        i += exponent;
    }
    return i == text.count;
}

static double decimal(rj_bytes text) {
    char small[64], *copy = small;
    rj_buf large = RJ_BUF_INIT;
    if (text.count >= sizeof small) {
        rj_buf_append(&large, text.data, text.count);
        if (!rj_buf_ok(&large))
            return NAN;
        copy = large.data;
    } else {
        memcpy(small, text.data, text.count);
        small[text.count] = '\0';
    }
    double value = strtod(copy, NULL);
    rj_buf_free(&large);
    return isinf(value) ? NAN : value;
}

double rj_lexer_number(rj_bytes text) {
    bool integer;
    if (text.count > 2 && text.data[0] == '0' && (text.data[1] | 0x20) == 'x')
        return hexadecimal(text);
    if (!is_decimal(text, &integer))
        return NAN;
    if (integer && text.count <= 15 && text.data[0] != '0') {
        int64_t value = 0;
        for (size_t i = 0; i < text.count; i++)
            value = value * 10 + (text.data[i] - '0');
        return (double)value;
    }
    if (integer && text.data[0] == '0') {
        double value = octal_or_decimal(text);
        if (!isnan(value))
            return value;
    }
    return decimal(text);
}

/* ---- tokens ---- */

/* The second character of a token of two makes another kind of it. */
static void maybe_two(rj_lexer *lx, rj_token *tok, int second, int kind) {
    tok->kind = (unsigned char)lx->text[tok->place.offset];
    if (peek(lx) == second) {
        take(lx);
        tok->kind = kind;
    }
    tok->text = (rj_bytes){lx->text + tok->place.offset, lx->at - tok->place.offset};
}

static bool take_dots(rj_lexer *lx, rj_token *tok) {
    if (is_digit(peek(lx))) {
        tok->kind = RJ_TK_NUMBER;
        return take_number(lx, '.', tok);
    }
    maybe_two(lx, tok, '.', RJ_TK_CONCAT);
    if (tok->kind == RJ_TK_CONCAT)
        maybe_two(lx, tok, '.', RJ_TK_DOTS);
    if (tok->kind == '.' && tok->text.count == 2)
        tok->kind = RJ_TK_CONCAT;
    if (tok->kind == '.')
        tok->text.count = 0; /* production's messages show nothing */
    return true;
}

static bool take_symbol(rj_lexer *lx, int c, rj_token *tok) {
    switch (c) {
    case '"':
    case '\'':
        tok->kind = RJ_TK_STRING;
        return take_string(lx, c, tok);
    case '[':
        if (peek(lx) == '[' || peek(lx) == '=') {
            tok->kind = RJ_TK_STRING;
            return take_long_string(lx, tok);
        }
        break;
    case '=':
        maybe_two(lx, tok, '=', RJ_TK_EQ);
        return true;
    case '<':
        maybe_two(lx, tok, '=', RJ_TK_LE);
        return true;
    case '>':
        maybe_two(lx, tok, '=', RJ_TK_GE);
        return true;
    case ':':
        maybe_two(lx, tok, ':', RJ_TK_LABEL);
        return true;
    case '.':
        return take_dots(lx, tok);
    case '~':
        maybe_two(lx, tok, '=', RJ_TK_NE);
        if (tok->kind == RJ_TK_NE)
            return true;
        return rj_lexer_error(lx, tok->text, tok->place, "Invalid '~' token");
    default:
        break;
    }
    tok->kind = c;
    tok->text = (rj_bytes){lx->text + tok->place.offset, 1};
    if (c == 0 || !strchr("-+*/%^#(){}[];,", c))
        return rj_lexer_error(lx, tok->text, tok->place, "Invalid token");
    return true;
}

static bool continues_name(int c) {
    return is_name_start(c) || is_digit(c);
}

static bool take_name(rj_lexer *lx, rj_token *tok) {
    const size_t start = lx->at - 1;
    size_t end = lx->at;
    while (end < lx->bytes && continues_name((unsigned char)lx->text[end]))
        end++;
    lx->column += (uint32_t)(end - lx->at);
    lx->at = end;
    tok->text = (rj_bytes){lx->text + start, lx->at - start};
    tok->name = rj_lexer_intern(lx, tok->text.data, tok->text.count);
    if (!tok->name)
        return rj_error_no_memory(lx->err);
    tok->kind = tok->name->token;
    return true;
}

static bool take_token(rj_lexer *lx, int c, rj_token *tok) {
    if (c < 0) {
        tok->kind = RJ_TK_EOF;
        tok->place = place_here(lx);
        return true;
    }
    if (is_name_start(c))
        return take_name(lx, tok);
    if (is_digit(c)) {
        tok->kind = RJ_TK_NUMBER;
        return take_number(lx, c, tok);
    }
    return take_symbol(lx, c, tok);
}

bool rj_lexer_next(rj_lexer *lx, rj_token *tok) {
    bool newline;
    int c;
    *tok = (rj_token){0};
    for (;;) {
        c = skip_space(lx, &newline);
        rj_position at = position_here(lx, lx->at - (c >= 0));
        tok->place = (rj_place){(uint32_t)(lx->at - (c >= 0)), (uint32_t)lx->at, at};
        if (c != '-' || peek(lx) != '-')
            break;
        take(lx);
        if (!skip_comment(lx, tok->place))
            return false;
    }
    tok->column = lx->column;
    tok->text = (rj_bytes){lx->text + tok->place.offset, 0};
    tok->newline_before = newline && c == '(' && lx->previous == ')';
    if (!take_token(lx, c, tok))
        return false;
    if (lx->line_count != lx->line)
        return rj_error_no_memory(lx->err);
    if (tok->kind != RJ_TK_EOF)
        tok->place.end = (uint32_t)lx->at;
    lx->previous = tok->kind;
    return true;
}
