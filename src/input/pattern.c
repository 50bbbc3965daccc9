/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/input.h"

#include <string.h>

#include "rjinterp/utf8.h"

/* A stretch of a pattern, or of a name: [at, end). */
typedef struct text {
    const char *at, *end;
} text;

static uint32_t next_character(text *t) {
    uint32_t c;
    bool valid;
    t->at += rj_utf8_decode(t->at, (size_t)(t->end - t->at), &c, &valid);
    return c;
}

/* The next chunk: what lies between stars. */
static text next_chunk(text *pattern, bool *star) {
    *star = false;
    while (pattern->at < pattern->end && *pattern->at == '*') {
        pattern->at++;
        *star = true;
    }
    text chunk = {.at = pattern->at};
    bool in_class = false;
    const char *p = pattern->at;
    for (; p < pattern->end; p++) {
        if (*p == '\\' && p + 1 < pattern->end)
            p++;
        else if (*p == '[')
            in_class = true;
        else if (*p == ']')
            in_class = false;
        else if (*p == '*' && !in_class)
            break;
    }
    chunk.end = p;
    pattern->at = p;
    return chunk;
}

/* One character of a class, unescaped. False: malformed. */
static bool class_character(text *chunk, uint32_t *c) {
    if (chunk->at == chunk->end || *chunk->at == '-' || *chunk->at == ']')
        return false;
    if (*chunk->at == '\\' && ++chunk->at == chunk->end)
        return false;
    size_t bytes = (size_t)(chunk->end - chunk->at);
    bool valid;
    chunk->at += rj_utf8_decode(chunk->at, bytes, c, &valid);
    return valid && chunk->at < chunk->end;
}

/* A class behind its '['; *matches tells about @p c. False: malformed. */
static bool match_class(text *chunk, uint32_t c, bool *matches) {
    bool negated = chunk->at < chunk->end && *chunk->at == '^';
    if (negated)
        chunk->at++;
    bool found = false;
    for (size_t ranges = 0;; ranges++) {
        if (chunk->at < chunk->end && *chunk->at == ']' && ranges > 0) {
            chunk->at++;
            *matches = found != negated;
            return true;
        }
        uint32_t low, high;
        if (!class_character(chunk, &low))
            return false;
        high = low;
        if (*chunk->at == '-') {
            chunk->at++;
            if (!class_character(chunk, &high))
                return false;
        }
        if (low <= c && c <= high)
            found = true;
    }
}

/*
 * The chunk at the start of the name; *rest is what it leaves.  After a difference the chunk is
 * still read to its end, so that malformed ones are found out.
 */
static rj_pattern_match match_chunk(text chunk, text name, text *rest) {
    bool failed = false;
    while (chunk.at < chunk.end) {
        if (!failed && name.at == name.end)
            failed = true;
        char kind = *chunk.at;
        if (kind == '[') {
            uint32_t c = failed ? 0 : next_character(&name);
            bool matches;
            chunk.at++;
            if (!match_class(&chunk, c, &matches))
                return RJ_PATTERN_MALFORMED;
            failed = failed || !matches;
        } else if (kind == '?') {
            if (!failed && *name.at == '/')
                failed = true;
            if (!failed)
                next_character(&name);
            chunk.at++;
        } else {
            if (kind == '\\' && ++chunk.at == chunk.end)
                return RJ_PATTERN_MALFORMED;
            if (!failed && *chunk.at != *name.at++)
                failed = true;
            chunk.at++;
        }
    }
    *rest = name;
    return failed ? RJ_PATTERN_DIFFERS : RJ_PATTERN_MATCHES;
}

/* Whether what is left of the pattern is well-formed. */
static rj_pattern_match differs_if_well_formed(text pattern) {
    const text nothing = {0};
    text rest;
    while (pattern.at < pattern.end) {
        bool star;
        text chunk = next_chunk(&pattern, &star);
        if (match_chunk(chunk, nothing, &rest) == RJ_PATTERN_MALFORMED)
            return RJ_PATTERN_MALFORMED;
    }
    return RJ_PATTERN_DIFFERS;
}

/* A chunk behind a star: at any later place up to a '/'. */
static rj_pattern_match match_later(text chunk, text name, bool is_last, text *rest) {
    for (; name.at < name.end && *name.at != '/'; name.at++) {
        text after = {.at = name.at + 1, .end = name.end};
        rj_pattern_match got = match_chunk(chunk, after, rest);
        if (got == RJ_PATTERN_MALFORMED)
            return got;
        if (got == RJ_PATTERN_MATCHES && !(is_last && rest->at < rest->end))
            return got;
    }
    return RJ_PATTERN_DIFFERS;
}

rj_pattern_match rj_pattern_test(const char *pattern_text, const char *name_text) {
    text pattern = {.at = pattern_text, .end = pattern_text + strlen(pattern_text)};
    text name = {.at = name_text, .end = name_text + strlen(name_text)};
    while (pattern.at < pattern.end) {
        bool star;
        text chunk = next_chunk(&pattern, &star), rest;
        bool is_last = pattern.at == pattern.end;
        if (star && chunk.at == chunk.end)
            return memchr(name.at, '/', (size_t)(name.end - name.at)) ? RJ_PATTERN_DIFFERS
                                                                      : RJ_PATTERN_MATCHES;
        rj_pattern_match got = match_chunk(chunk, name, &rest);
        if (got == RJ_PATTERN_MATCHES && is_last && rest.at < rest.end)
            got = RJ_PATTERN_DIFFERS;
        if (got == RJ_PATTERN_DIFFERS && star)
            got = match_later(chunk, name, is_last, &rest);
        if (got == RJ_PATTERN_MALFORMED)
            return got;
        if (got == RJ_PATTERN_DIFFERS)
            return differs_if_well_formed(pattern);
        name = rest;
    }
    return name.at == name.end ? RJ_PATTERN_MATCHES : RJ_PATTERN_DIFFERS;
}
