/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/fmt_script.h"

#include <string.h>

#include "rjinterp/limits.h"
#include "rjinterp/script.h"

/* ---- blanks at the ends of lines ---- */

typedef struct trimmer {
    const char *text;
    size_t bytes, i;
    rj_buf *out;
    size_t floor; /* of out: nothing before it is taken back */
} trimmer;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void take(trimmer *t) {
    char c = t->text[t->i++];
    if (c == '\n')
        while (t->out->bytes > t->floor && is_blank(t->out->data[t->out->bytes - 1]))
            t->out->bytes--;
    rj_buf_putc(t->out, c);
}

static char at(const trimmer *t, size_t ahead) {
    return t->i + ahead < t->bytes ? t->text[t->i + ahead] : '\0';
}

/* The length of a long bracket's opening at the next byte; 0: there is none. */
static size_t long_bracket(const trimmer *t, size_t ahead) {
    size_t n = ahead + 1;
    if (at(t, ahead) != '[')
        return 0;
    while (at(t, n) == '=')
        n++;
    return at(t, n) == '[' ? n + 1 - ahead : 0;
}

/* Up to the closing bracket of the same level. */
static void take_long(trimmer *t, size_t opening, bool is_string) {
    size_t end = t->i + opening;
    for (; end < t->bytes; end++) {
        if (t->text[end] != ']' || end + opening > t->bytes || t->text[end + opening - 1] != ']')
            continue;
        size_t level = 0;
        while (level < opening - 2 && t->text[end + 1 + level] == '=')
            level++;
        if (level == opening - 2)
            break;
    }
    end = end + opening < t->bytes ? end + opening : t->bytes;
    if (is_string) {
        rj_buf_append(t->out, t->text + t->i, end - t->i);
        t->i = end;
        t->floor = t->out->bytes;
    }
    while (t->i < end)
        take(t);
}

static void take_short_string(trimmer *t) {
    char quote = at(t, 0);
    take(t);
    while (t->i < t->bytes && at(t, 0) != quote && at(t, 0) != '\n') {
        if (at(t, 0) == '\\' && t->i + 1 < t->bytes) {
            rj_buf_append(t->out, t->text + t->i, 2);
            t->i += 2;
            t->floor = t->out->bytes;
        } else {
            take(t);
        }
    }
    if (at(t, 0) == quote)
        take(t);
    t->floor = t->out->bytes;
}

void fmt_trim(const char *text, size_t bytes, rj_buf *out) {
    trimmer t = {.text = text, .bytes = bytes, .out = out, .floor = out->bytes};
    while (t.i < bytes) {
        bool is_comment = at(&t, 0) == '-' && at(&t, 1) == '-';
        size_t opening = long_bracket(&t, is_comment ? 2 : 0);
        if (is_comment && !opening) {
            while (t.i < bytes && at(&t, 0) != '\n')
                take(&t);
        } else if (is_comment) {
            take(&t);
            take(&t);
            take_long(&t, opening, false);
        } else if (opening) {
            take_long(&t, opening, true);
        } else if (at(&t, 0) == '"' || at(&t, 0) == '\'') {
            take_short_string(&t);
        } else {
            take(&t);
        }
    }
    while (out->bytes > t.floor && is_blank(out->data[out->bytes - 1]))
        out->bytes--;
    if (out->data)
        out->data[out->bytes] = '\0';
}

/* ---- folded texts ---- */

static size_t end_of_line(const rj_document *doc, size_t i) {
    const char *feed =
        i < doc->text_bytes ? memchr(doc->text + i, '\n', doc->text_bytes - i) : NULL;
    return feed ? (size_t)(feed - doc->text) : doc->text_bytes;
}

static size_t leading_blanks(const char *text, size_t i, size_t end) {
    size_t from = i;
    while (i < end && text[i] == ' ')
        i++;
    return i - from;
}

/* The lines of a folded block scalar as they stand in the file, without their indentation. */
static void unfold(const rj_document *doc, const rj_value *scalar, rj_buf *out) {
    size_t i = 0, indent = 0;
    for (uint32_t line = doc->first_line; line <= scalar->at.line; line++)
        i = end_of_line(doc, i) + 1;
    size_t empty = 0;
    bool has_indent = false;
    for (size_t end; i < doc->text_bytes; i = end + 1) {
        end = end_of_line(doc, i);
        size_t blanks = leading_blanks(doc->text, i, end);
        if (i + blanks == end) {
            empty++;
            continue;
        }
        if (!has_indent) {
            size_t own = leading_blanks(scalar->string.data, strspn(scalar->string.data, "\n"),
                                        scalar->string.bytes);
            indent = blanks > own ? blanks - own : 0;
            has_indent = true;
        }
        if (blanks < indent || indent == 0)
            break;
        rj_buf_fill(out, '\n', empty);
        empty = 0;
        rj_buf_append(out, doc->text + i + indent, end + 1 - i - indent);
    }
    bool is_stripped =
        !scalar->string.bytes || scalar->string.data[scalar->string.bytes - 1] != '\n';
    if (is_stripped && out->bytes && out->data[out->bytes - 1] == '\n')
        out->bytes--;
}

/* ---- both ---- */

/* The program that a script means, whatever its lines are. */
static bool compile(const char *text, size_t bytes, rj_arena *arena, rj_chunk *chunk,
                    bool *compiles, rj_error *err) {
    rj_error own = RJ_ERROR_INIT;
    *compiles = rj_script_compile(text, bytes, NULL, rj_limits_default(), arena, chunk, &own);
    bool ok = *compiles || own.code != RJ_ERROR_MEMORY;
    if (!ok)
        rj_error_move(err, &own);
    rj_error_clear(&own);
    return ok;
}

static bool means(const rj_chunk *chunk, const rj_buf *text, rj_arena *arena, bool *same,
                  rj_error *err) {
    rj_chunk other;
    bool compiles;
    if (!rj_buf_ok(text))
        return rj_error_no_memory(err);
    if (!compile(rj_buf_text(text), text->bytes, arena, &other, &compiles, err))
        return false;
    *same = compiles && other.text_bytes == chunk->text_bytes &&
            memcmp(other.text, chunk->text, chunk->text_bytes) == 0;
    return true;
}

bool fmt_script(const rj_document *doc, const rj_value *scalar, rj_arena *arena, rj_buf *out,
                fmt_verdict *verdict, rj_error *err) {
    const char *text = scalar->string.data;
    size_t bytes = scalar->string.bytes;
    rj_chunk chunk;
    bool compiles, same = false;
    rj_buf lines = RJ_BUF_INIT;
    *verdict = FMT_GOOD;
    bool ok = compile(text, bytes, arena, &chunk, &compiles, err);
    if (ok && compiles && scalar->style == RJ_STYLE_FOLDED) {
        unfold(doc, scalar, &lines);
        ok = means(&chunk, &lines, arena, &same, err);
        *verdict = same ? FMT_GOOD : FMT_AMBIGUOUS;
    } else {
        rj_buf_append(&lines, text, bytes);
    }
    same = false;
    if (ok && compiles && *verdict == FMT_GOOD) {
        fmt_trim(rj_buf_text(&lines), lines.bytes, out);
        ok = means(&chunk, out, arena, &same, err);
    }
    if (ok && !same) {
        rj_buf_reset(out);
        rj_buf_append(out, text, bytes);
    }
    rj_buf_free(&lines);
    return ok && (rj_buf_ok(out) || rj_error_no_memory(err));
}
