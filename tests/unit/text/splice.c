/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/splice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/arena.h"
#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "rjinterp/utf8.h"
#include "rjinterp/value.h"
#include "unit/cmocka_all.h"

#define SCRIPT "spec.customizations.retention.luaScript"

typedef struct splice_case {
    const char *name;
    const char *before;
    const char *path;
    const char *text; /* NULL: remove */
    const char *after;
    size_t index;
} splice_case;

static const splice_case cases[] = {
    {.name = "a literal's line, with comments around it",
     .before = "# head\na: 1 # one\nb: |  # why\n    x = 1\n    y = 2\n\n# tail\nc: 3\n",
     .path = "b",
     .text = "x = 1\ny = 3\n",
     .after = "# head\na: 1 # one\nb: |  # why\n    x = 1\n    y = 3\n\n# tail\nc: 3\n"},
    {.name = "CRLF stays",
     .before = "a: |\r\n  x\r\n  y\r\nb: 1\r\n",
     .path = "a",
     .text = "x\nz\nw\n",
     .after = "a: |\r\n  x\r\n  z\r\n  w\r\nb: 1\r\n"},
    {.name = "one CRLF among LF stays",
     .before = "a: |\n  x\r\n  y\n  z\nb: 1\n",
     .path = "a",
     .text = "x\nv\nz\n",
     .after = "a: |\n  x\r\n  v\n  z\nb: 1\n"},
    {.name = "a byte order mark stays",
     .before = "\xEF\xBB\xBF"
               "a: x\n",
     .path = "a",
     .text = "w",
     .after = "\xEF\xBB\xBF"
              "a: w\n"},
    {.name = "a quoted script becomes a literal, the comment behind it stays",
     .before = "s:\n  a: \"x\\ny\\n\" # c\n  b: 1\n",
     .path = "s.a",
     .text = "x\nz\n",
     .after = "s:\n  a: | # c\n    x\n    z\n  b: 1\n"},
    {.name = "a folded script becomes a literal",
     .before = "a: >-\n  x\n  y\nb: 1\n",
     .path = "a",
     .text = "x\ny\n",
     .after = "a: |\n  x\n  y\nb: 1\n"},
    {.name = "no line end at the end",
     .before = "a: |\n  x\n  y\nb: 1\n",
     .path = "a",
     .text = "x\nz",
     .after = "a: |-\n  x\n  z\nb: 1\n"},
    {.name = "empty lines at the end are kept by +",
     .before = "a: |\n  x\n\n\nb: 1\n",
     .path = "a",
     .text = "x\n\n",
     .after = "a: |+\n  x\n\nb: 1\n"},
    {.name = "an indented first line needs an indicator",
     .before = "s:\n    a: |\n          x\n",
     .path = "s.a",
     .text = "  y\nz\n",
     .after = "s:\n    a: |6\n            y\n          z\n"},
    {.name = "an explicit indicator stays",
     .before = "a: |2-\n  x\n  y\n",
     .path = "a",
     .text = "x\nz",
     .after = "a: |2-\n  x\n  z\n"},
    {.name = "a tab at the start",
     .before = "a: |\n  x\n",
     .path = "a",
     .text = "\tx\n\ty\n",
     .after = "a: |2\n  \tx\n  \ty\n"},
    {.name = "a control character needs quotes",
     .before = "a: |\n  x\nb: 1\n",
     .path = "a",
     .text = "x\n\x07\n",
     .after = "a: \"x\\n\\u0007\\n\"\nb: 1\n"},
    {.name = "anchor and tag stay",
     .before = "a: &s !!str |\n  x\nb: 1\n",
     .path = "a",
     .text = "y\n",
     .after = "a: &s !!str |\n  y\nb: 1\n"},
    {.name = "an alias is replaced where it stands",
     .before = "a: &s |\n  x\nb: *s\nc: 1\n",
     .path = "b",
     .text = "y\nz\n",
     .after = "a: &s |\n  x\nb: |\n  y\n  z\nc: 1\n"},
    {.name = "inside braces",
     .before = "s: {a: 'it''s', b: \"x\\ny\" } # c\n",
     .path = "s.b",
     .text = "x\n\"z\"",
     .after = "s: {a: 'it''s', b: \"x\\n\\\"z\\\"\" } # c\n"},
    {.name = "a plain word stays plain, quotes stay quotes",
     .before = "a: Tank\nb: 'Tank'\n",
     .path = "b",
     .text = "Vat's",
     .after = "a: Tank\nb: 'Vat''s'\n"},
    {.name = "what would be a number gets quotes",
     .before = "a: Tank\n",
     .path = "a",
     .text = "1e3",
     .after = "a: \"1e3\"\n"},
    {.name = "an empty value",
     .before = "a:\nb: 1\n",
     .path = "a",
     .text = "x\ny\n",
     .after = "a: |\n  x\n  y\nb: 1\n"},
    {.name = "a plain scalar of several lines",
     .before = "a: x\n  y\n  z # c\nb: 1\n",
     .path = "a",
     .text = "p\nq\n",
     .after = "a: | # c\n  p\n  q\nb: 1\n"},
    {.name = "JSON",
     .before = "{\"a\": \"x\\ny\", \"b\":[1,2]}\r\n",
     .path = "a",
     .text = "x\n<z>",
     .after = "{\"a\": \"x\\n<z>\", \"b\":[1,2]}\r\n"},
    {.name = "the second document",
     .before = "a: x\n---\na: |\n  x\n--- # third\na: x\n",
     .path = "a",
     .text = "y\n",
     .after = "a: x\n---\na: |\n  y\n--- # third\na: x\n",
     .index = 1},
    {.name = "the second JSON value",
     .before = "{\"a\":\"x\"}\n  {\"a\":\"x\"}\n",
     .path = "a",
     .text = "y",
     .after = "{\"a\":\"x\"}\n  {\"a\":\"y\"}\n",
     .index = 1},
    {.name = "an item of a list",
     .before = "items:\n- a: |\n    x\n  b: 1\n- a: |\n    x\n",
     .path = "items.1.a",
     .text = "y\n",
     .after = "items:\n- a: |\n    x\n  b: 1\n- a: |\n    y\n"},
    {.name = "the last of repeated keys counts",
     .before = "a: x\na: y\n",
     .path = "a",
     .text = "z",
     .after = "a: x\na: z\n"},
    {.name = "a last line without line end",
     .before = "a: |\n  x",
     .path = "a",
     .text = "x\ny\n",
     .after = "a: |\n  x\n  y\n"},
    {.name = "an entry is added to lines",
     .before = "spec:\n  customizations:\n    x:\n      luaScript: |\n        y\n\n  target: t\n",
     .path = SCRIPT,
     .text = "z\n",
     .after =
         "spec:\n  customizations:\n    x:\n      luaScript: |\n        y\n    retention:\n      "
         "luaScript: |\n        z\n\n  target: t\n"},
    {.name = "behind a last line without line end",
     .before = "a: 1",
     .path = "b.c",
     .text = "x",
     .after = "a: 1\nb:\n  c: x\n"},
    {.name = "{} opens into lines",
     .before = "spec:\n  customizations: {} # none\n  target: t\n",
     .path = SCRIPT,
     .text = "z\n",
     .after = "spec:\n  customizations: # none\n    retention:\n      luaScript: |\n        z\n  "
              "target: t\n"},
    {.name = "an empty value opens into lines",
     .before = "spec:\n  customizations:\n  target: t\n",
     .path = SCRIPT,
     .text = "z\n",
     .after = "spec:\n  customizations:\n    retention:\n      luaScript: |\n        z\n  target: "
              "t\n"},
    {.name = "an entry is added in braces",
     .before = "spec: {customizations: {}, t: 1}\n",
     .path = SCRIPT,
     .text = "z\n",
     .after = "spec: {customizations: {retention: {luaScript: \"z\\n\"}}, t: 1}\n"},
    {.name = "behind others in braces",
     .before = "{a: 1, b: 2,}\n",
     .path = "c.d",
     .text = "x",
     .after = "{a: 1, b: 2, c: {d: x}}\n"},
    {.name = "in compact JSON",
     .before = "{\"a\":{\"b\":1},\"c\":{}}",
     .path = "a.c.d",
     .text = "x",
     .after = "{\"a\":{\"b\":1,\"c\":{\"d\":\"x\"}},\"c\":{}}"},
    {.name = "in indented JSON",
     .before = "{\n    \"a\": {\n        \"b\": 1\n    }\n}\n",
     .path = "a.c.d",
     .text = "x",
     .after =
         "{\n    \"a\": {\n        \"b\": 1,\n        \"c\": {\n            \"d\": \"x\"\n      "
         "  }\n    }\n}\n"},
    {.name = "an entry is removed, comments around it stay",
     .before = "s:\n  # a\n  a:\n    x: |\n      1\n\n  # b\n  b: 1\n",
     .path = "s.a",
     .after = "s:\n  # a\n\n  # b\n  b: 1\n"},
    {.name = "the last entry is removed",
     .before = "s:\n  a: 1\n  b: 2 # two\nc: 3\n",
     .path = "s.b",
     .after = "s:\n  a: 1\nc: 3\n"},
    {.name = "the only entry is removed",
     .before = "s: # c\n  a:\n    b: x\nc: 3\n",
     .path = "s.a",
     .after = "s: {} # c\nc: 3\n"},
    {.name = "the only entry of an anchored map is removed",
     .before = "s: &m\n  a: x\nc: 3\n",
     .path = "s.a",
     .after = "s: &m {}\nc: 3\n"},
    {.name = "the first entry of an item is removed",
     .before = "- a: 1\n  b: 2\n- c\n",
     .path = "0.a",
     .after = "- b: 2\n- c\n"},
    {.name = "the only entry of an item is removed",
     .before = "- a: 1\n- c\n",
     .path = "0.a",
     .after = "- {}\n- c\n"},
    {.name = "entries in braces are removed",
     .before = "{a: 1, b: 2, c: 3}\n",
     .path = "b",
     .after = "{a: 1, c: 3}\n"},
    {.name = "the last one in braces",
     .before = "{a: 1, b: 2, c: 3}\n",
     .path = "c",
     .after = "{a: 1, b: 2}\n"},
    {.name = "the only one in braces",
     .before = "{\"s\": {\"a\": 1}}\n",
     .path = "s.a",
     .after = "{\"s\": {}}\n"},
};

static void splice_table(void **state) {
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const splice_case *c = &cases[i];
        const rj_splice_change change = {
            .path = c->path, .text = c->text, .bytes = c->text ? strlen(c->text) : 0};
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        bool good = rj_splice(c->before, strlen(c->before), "f.yaml", c->index, &change, 1, NULL,
                              &out, &err);
        if (!good || strcmp(rj_buf_text(&out), c->after) != 0) {
            print_error("%s: got %s\n", c->name, good ? rj_buf_text(&out) : err.message);
            failed++;
        }
        rj_error_clear(&err);
        rj_buf_free(&out);
    }
    assert_int_equal(failed, 0);
}

/* ---- what can't be done is an error, and nothing is written ---- */

static const splice_case failing[] = {
    {.name = "an anchor that others use", .before = "a: &s x\nb: *s\n", .path = "a", .text = "z"},
    {.name = "an entry that a merge key brings",
     .before = "m: &m {a: x}\ns: {<<: *m, b: 1}\n",
     .path = "s.a",
     .text = NULL},
    {.name = "a file in UTF-16",
     .before = "\xFF\xFE"
               "a: x",
     .path = "a",
     .text = "z"},
    {.name = "a byte that isn't UTF-8", .before = "a: x\nb: \xE4\n", .path = "b", .text = "z"},
    {.name = "no such document", .before = "a: x\n", .path = "a", .text = "z", .index = 1},
    {.name = "a map where a text belongs", .before = "a: {b: 1}\n", .path = "a", .text = "z"},
    {.name = "a list where a map belongs", .before = "a: [1]\n", .path = "a.b", .text = "z"},
};

static void splice_fails_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
        const splice_case *c = &failing[i];
        const rj_splice_change change = {
            .path = c->path, .text = c->text, .bytes = c->text ? strlen(c->text) : 0};
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        if (rj_splice(c->before, strlen(c->before), "f.yaml", c->index, &change, 1, NULL, &out,
                      &err))
            fail_msg("%s: got\n%s", c->name, rj_buf_text(&out));
        assert_int_equal(out.bytes, 0);
        assert_non_null(err.message);
        rj_error_clear(&err);
        rj_buf_free(&out);
    }
}

/* ---- any document, any script ---- */

static uint64_t seed;

static uint32_t any(uint32_t below) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

/* A script: lines of words, blanks, quotes, tabs, letters beyond ASCII, empty lines, rarely
 * characters that have to be escaped. */
static void make_script(bool with_odd, rj_buf *out) {
    static const char *const words[] = {"function f(o)",
                                        "  return o",
                                        "end",
                                        "\t-- x",
                                        " ",
                                        "",
                                        "\"a\\n\"",
                                        "'b'",
                                        "# c",
                                        "- d: e",
                                        "{[",
                                        "gr\xC3\xBC\xC3\x9F",
                                        "\xF0\x9F\x8D\xBA",
                                        "---",
                                        "...",
                                        "x = 1   ",
                                        "%y",
                                        "| >",
                                        "&a *b",
                                        ": ",
                                        "?"};
    static const char *const odd[] = {"\x01",         "\r",   "\xC2\x85",
                                      "\xE2\x80\xA8", "\x7F", "\xEF\xBB\xBF"};
    uint32_t lines = any(6);
    for (uint32_t i = 0; i < lines; i++) {
        for (uint32_t n = any(4); n > 0; n--)
            rj_buf_puts(out, words[any(sizeof words / sizeof *words)]);
        if (with_odd && any(40) == 0)
            rj_buf_puts(out, odd[any(sizeof odd / sizeof *odd)]);
        rj_buf_puts(out, "\n");
    }
    if (any(3) == 0)
        rj_buf_puts(out, "last");
}

static void put_quoted(rj_buf *out, const rj_buf *script) {
    rj_json_quote(rj_buf_text(script), script->bytes, out);
}

/* Only texts that a simple writer can write so that they are read again. */
static bool put_literal(rj_buf *out, const rj_buf *script, uint32_t column) {
    const char *text = rj_buf_text(script);
    size_t bytes = script->bytes;
    bool is_plain = bytes && !strchr(" \t\n", text[0]) && text[bytes - 1] == '\n' &&
                    (bytes < 2 || text[bytes - 2] != '\n') &&
                    !strpbrk(text, "\x01\r\x7F\xC2\xE2\xEF");
    if (!is_plain)
        return false;
    rj_buf_puts(out, any(2) ? "|" : "| # why");
    uint32_t indent = column + 1 + any(4);
    rj_buf_putc(out, '\n');
    for (size_t i = 0; i < bytes;) {
        size_t end = i + strcspn(text + i, "\n");
        rj_buf_fill(out, ' ', end > i ? indent : any(indent + 1));
        rj_buf_append(out, text + i, end + 1 - i);
        i = end + 1;
    }
    return true;
}

/* A stream in which one scalar is going to be changed: what is before it and behind its lines. */
typedef struct stream {
    rj_buf text;
    size_t scalar; /* first byte */
    size_t behind; /* first byte of what has to stay behind it */
    size_t index;  /* of the document */
    const char *path;
} stream;

static void put_filler(rj_buf *out, uint32_t column) {
    static const char *const lines[] = {"# a comment\n",
                                        "\n",
                                        "k%u: [1, {a: b}, \"c\"]\n",
                                        "l%u: &x%u \"d\" # e\n",
                                        "m%u: |+\n%*s  text\n\n",
                                        "n%u: >-\n%*s  folded\n%*s  text\n",
                                        "o%u: 'q''r'\n"};
    static uint32_t number;
    for (uint32_t n = any(3); n > 0; n--) {
        const char *line = lines[any(sizeof lines / sizeof *lines)];
        char text[200];
        number++;
        if (strstr(line, "&x"))
            snprintf(text, sizeof text, "l%u: &x%u \"d\" # e\n", number, number);
        else if (*line == 'm')
            snprintf(text, sizeof text, "m%u: |+\n%*s  text\n\n", number, (int)column, "");
        else if (*line == 'n')
            snprintf(text, sizeof text, "n%u: >-\n%*s  folded\n%*s  text\n", number, (int)column,
                     "", (int)column, "");
        else if (*line == 'k' || *line == 'o')
            snprintf(text, sizeof text,
                     *line == 'k' ? "k%u: [1, {a: b}, \"c\"]\n" : "o%u: 'q''r'\n", number);
        else
            snprintf(text, sizeof text, "%s", line);
        if (*text != '\n')
            rj_buf_fill(out, ' ', column);
        rj_buf_puts(out, text);
    }
}

static void put_block_document(stream *s, const rj_buf *script) {
    rj_buf *out = &s->text;
    uint32_t step = 2 + any(3);
    put_filler(out, 0);
    rj_buf_puts(out, "spec:\n");
    put_filler(out, step);
    rj_buf_fill(out, ' ', step);
    rj_buf_puts(out, "retention:\n");
    put_filler(out, 2 * step);
    rj_buf_fill(out, ' ', 2 * step);
    rj_buf_puts(out, any(3) ? "luaScript: " : "luaScript: &script ");
    s->scalar = out->bytes;
    s->path = "spec.retention.luaScript";
    if (any(3) == 0 || !put_literal(out, script, 2 * step)) {
        put_quoted(out, script);
        rj_buf_puts(out, any(2) ? "\n" : "  # why\n");
    }
    s->behind = out->bytes;
    put_filler(out, 2 * step);
    put_filler(out, step);
    rj_buf_puts(out, any(2) ? "last: 1\n" : "# end\n");
}

static void put_flow_document(stream *s, const rj_buf *script) {
    rj_buf *out = &s->text;
    bool json = any(2), pretty = any(2);
    rj_buf_puts(out, json ? "{\"a\": [1, \"}\"]," : "# c\n{a: [1, '}'], ");
    rj_buf_puts(out, pretty ? "\n  \"s\": {\n    \"t\": " : "\"s\": {\"t\": ");
    s->scalar = out->bytes;
    s->path = "s.t";
    put_quoted(out, script);
    s->behind = out->bytes;
    rj_buf_puts(out, pretty ? "\n  }\n}\n" : "}}\n");
}

static void make_stream(stream *s, const rj_buf *script) {
    bool in_braces = any(4) == 0;
    uint32_t before = in_braces ? 0 : any(3);
    if (any(8) == 0)
        rj_buf_puts(&s->text, "\xEF\xBB\xBF");
    for (uint32_t i = 0; i < before; i++)
        rj_buf_puts(&s->text, any(2) ? "x: |\n  y\n---\n" : "[1, 2] # z\n--- # w\n");
    s->index = before;
    if (in_braces)
        put_flow_document(s, script);
    else
        put_block_document(s, script);
    if (!in_braces && any(2))
        rj_buf_puts(&s->text, "---\n# more\nu: v\n");
}

/* Every line end becomes CR LF; offsets follow. */
static void make_crlf(stream *s) {
    rj_buf text = RJ_BUF_INIT;
    size_t scalar = 0, behind = 0;
    for (size_t i = 0; i < s->text.bytes; i++) {
        scalar = i == s->scalar ? text.bytes : scalar;
        behind = i == s->behind ? text.bytes : behind;
        if (s->text.data[i] == '\n')
            rj_buf_putc(&text, '\r');
        rj_buf_putc(&text, s->text.data[i]);
    }
    rj_buf_free(&s->text);
    s->text = text;
    s->scalar = scalar;
    s->behind = behind;
}

/* The string at the stream's path, read from scratch. */
static bool reads_as(const char *file, size_t bytes, const stream *s, const rj_buf *script) {
    rj_arena *arena = rj_arena_new(0);
    rj_document_reader *reader = rj_document_reader_new_bytes(file, bytes, "f", true, NULL);
    rj_document doc;
    bool same = false;
    while (rj_document_next(reader, arena, &doc, NULL) == RJ_READ_DOCUMENT) {
        const rj_value *value = rj_value_at(&doc.root, s->path);
        if (doc.index == s->index)
            same = rj_value_is(value, RJ_KIND_STRING) && value->string.bytes == script->bytes &&
                   memcmp(value->string.data, rj_buf_text(script), script->bytes) == 0;
    }
    rj_document_reader_free(reader);
    rj_arena_free(arena);
    return same;
}

/* All bytes but those of the scalar's lines are the same. Empty lines behind it may have become a
 * part of it. */
static bool only_scalar_differs(const stream *s, const rj_buf *script, const rj_buf *out) {
    const char *tail = s->text.data + s->behind;
    size_t bytes = s->text.bytes - s->behind;
    size_t ends = script->bytes;
    if (ends && script->data[ends - 1] == '\n' && (ends == 1 || script->data[ends - 2] == '\n'))
        for (; bytes && (*tail == '\n' || *tail == '\r'); tail++)
            bytes--;
    return out->bytes >= s->scalar + bytes && memcmp(out->data, s->text.data, s->scalar) == 0 &&
           memcmp(out->data + out->bytes - bytes, tail, bytes) == 0;
}

/* Texts of several lines are literals, where they can be. */
static bool has_right_style(const stream *s, const rj_buf *script, const rj_buf *out) {
    const char *text = rj_buf_text(script);
    if (!strchr(text, '\n') || strpbrk(text, "\x01\r\x7F") || strstr(text, "\xC2\x85") ||
        strstr(text, "\xE2\x80\xA8") || strstr(text, "\xEF\xBB\xBF"))
        return true;
    return out->data[s->scalar] == (strcmp(s->path, "s.t") == 0 ? '"' : '|');
}

static void splice_any_document(void **state) {
    (void)state;
    enum {
        ROUNDS = 12000
    };
    for (uint32_t round = 0; round < ROUNDS; round++) {
        seed = round;
        rj_buf before = RJ_BUF_INIT, after = RJ_BUF_INIT, out = RJ_BUF_INIT;
        stream s = {0};
        rj_error err = RJ_ERROR_INIT;
        make_script(false, &before);
        make_script(true, &after);
        make_stream(&s, &before);
        if (any(4) == 0)
            make_crlf(&s);
        const rj_splice_change change = {
            .path = s.path, .text = rj_buf_text(&after), .bytes = after.bytes};
        if (!rj_splice(s.text.data, s.text.bytes, "f", s.index, &change, 1, NULL, &out, &err))
            fail_msg("round %u: %s\n%s", round, err.message, s.text.data);
        if (!reads_as(out.data, out.bytes, &s, &after))
            fail_msg("round %u: another script is read\n%s\n--\n%s", round, s.text.data, out.data);
        if (!only_scalar_differs(&s, &after, &out))
            fail_msg("round %u: more was changed\n%s\n--\n%s", round, s.text.data, out.data);
        if (!has_right_style(&s, &after, &out))
            fail_msg("round %u: no literal\n%s\n--\n%s", round, s.text.data, out.data);
        rj_buf_free(&before);
        rj_buf_free(&after);
        rj_buf_free(&out);
        rj_buf_free(&s.text);
    }
}

/* ---- every place of every recorded document ---- */

typedef struct visitor {
    const rj_value *vector;
    const char *text; /* of the stream */
    size_t bytes, index;
    size_t changed, refused;
} visitor;

static const char *const fresh_texts[] = {"x = 1\n  y = \"2\"\n", "", "plain", "  a\n\n",
                                          "- b: c # d"};

/* Either the change is made, or a reason is given: an anchor, a merge key, an encoding. */
static void change_place(visitor *v, const char *path, const char *text) {
    const rj_splice_change change = {.path = path, .text = text, .bytes = text ? strlen(text) : 0};
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    bool good = rj_splice(v->text, v->bytes, "f", v->index, &change, 1, NULL, &out, &err);
    v->changed += good;
    v->refused += !good;
    if (!good && getenv("RJ_SHOW_REFUSED"))
        print_message("%s %s: %s\n", rj_value_get_text(v->vector, "id"), path, err.message);
    assert_true(good == (out.bytes > 0));
    assert_true(good || err.message);
    rj_error_clear(&err);
    rj_buf_free(&out);
}

static void visit_value(visitor *v, const rj_value *value, const char *path, int depth) {
    enum {
        MAX_DEPTH = 6
    };
    char inner[300];
    if (depth > MAX_DEPTH || strlen(path) > 200)
        return;
    for (size_t i = 0; value->kind == RJ_KIND_MAP && i < value->map.count; i++) {
        const rj_member *m = &value->map.members[i];
        if (!m->key_bytes || m->key_bytes > 40 || strpbrk(m->key, ".\n"))
            continue;
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", m->key);
        change_place(v, inner, NULL);
        visit_value(v, &m->value, inner, depth + 1);
    }
    for (size_t i = 0; value->kind == RJ_KIND_LIST && i < value->list.count && i < 20; i++) {
        snprintf(inner, sizeof inner, "%s%s%zu", path, *path ? "." : "", i);
        visit_value(v, &value->list.items[i], inner, depth + 1);
    }
    if (value->kind == RJ_KIND_MAP) {
        snprintf(inner, sizeof inner, "%s%sfresh.luaScript", path, *path ? "." : "");
        change_place(v, inner, fresh_texts[0]);
    }
    for (size_t i = 0;
         value->kind == RJ_KIND_STRING && *path && i < sizeof fresh_texts / sizeof *fresh_texts;
         i++)
        change_place(v, path, fresh_texts[i]);
}

static void visit_stream(visitor *v) {
    rj_arena *arena = rj_arena_new(0);
    rj_document_reader *reader = rj_document_reader_new_bytes(v->text, v->bytes, "f", true, NULL);
    rj_document doc;
    while (rj_document_next(reader, arena, &doc, NULL) == RJ_READ_DOCUMENT) {
        v->index = doc.index;
        visit_value(v, &doc.root, "", 0);
    }
    rj_document_reader_free(reader);
    rj_arena_free(arena);
}

static void splice_recorded_documents(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    FILE *file = fopen(RJ_SOURCE_DIR "/tests/vectors/yaml-decode.jsonl", "r");
    char *line = NULL;
    size_t room = 0;
    visitor v = {0};
    assert_non_null(file);
    for (ssize_t got; (got = getline(&line, &room, file)) > 0; rj_arena_reset(arena)) {
        rj_value vector;
        assert_true(rj_json_read(arena, line, (size_t)got, "vectors", NULL, &vector, NULL));
        const rj_value *text = rj_value_get(&vector, "yaml");
        if (!rj_value_is(text, RJ_KIND_STRING))
            continue;
        v.vector = &vector;
        v.text = text->string.data;
        v.bytes = text->string.bytes;
        visit_stream(&v);
    }
    free(line);
    fclose(file);
    rj_arena_free(arena);
    assert_true(v.changed > 9 * v.refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splice_table), cmocka_unit_test(splice_fails_whole),
        cmocka_unit_test(splice_any_document), cmocka_unit_test(splice_recorded_documents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
