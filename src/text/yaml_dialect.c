/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_dialect.h"

#include <stdint.h>
#include <string.h>

enum {
    LONGEST_KEY = 1024, /* characters between the start of a simple key and its colon */
    NO_INDENT = -1
};

/* A token that turns out to be a key when a colon follows it on the same line. */
typedef struct simple_key {
    size_t index; /* character of the text */
    size_t line;
    int column;
    bool is_possible;
    bool is_flow;      /* it is a collection in brackets or braces, in which … */
    bool is_forgotten; /* … no further key was possible: the reference then loses this one */
} simple_key;

/* Walks over the tokens of a text as far as it takes to know what each character is. Where the text
 * is broken it stops: from there on both readers fail in the same way. */
typedef struct scan {
    const char *text;
    size_t bytes;
    size_t i;     /* byte, */
    size_t index; /* character, */
    size_t line;  /* and line of the next character; lines end as YAML 1.1 has it */
    int column;
    int indent;
    bool key_allowed;
    rj_buf indents; /* of int: the indents outside of the current one */
    rj_buf keys;    /* of simple_key: one for each level of brackets, and the one outside */
    size_t copied;  /* bytes of the text that are in the rewritten one */
    bool changed;
    rj_yaml_dialect *out;
} scan;

/* ---- characters ---- */

static char at(const scan *s, size_t ahead) {
    return s->i + ahead < s->bytes ? s->text[s->i + ahead] : '\0';
}

static bool is_end(const scan *s) {
    return s->i >= s->bytes;
}

/* Bytes of the line break that stands @p ahead bytes on; 0: none. */
static size_t break_bytes(const scan *s, size_t ahead) {
    unsigned char c = (unsigned char)at(s, ahead);
    if (c == '\n' || c == '\r')
        return c == '\r' && at(s, ahead + 1) == '\n' ? 2 : 1;
    if (c == 0xC2 && (unsigned char)at(s, ahead + 1) == 0x85)
        return 2;
    if (c == 0xE2 && (unsigned char)at(s, ahead + 1) == 0x80 &&
        ((unsigned char)at(s, ahead + 2) == 0xA8 || (unsigned char)at(s, ahead + 2) == 0xA9))
        return 3;
    return 0;
}

static bool is_break(const scan *s) {
    return break_bytes(s, 0) > 0;
}

static bool is_blank(const scan *s, size_t ahead) {
    return at(s, ahead) == ' ' || at(s, ahead) == '\t';
}

static bool is_blank_or_end(const scan *s, size_t ahead) {
    return s->i + ahead >= s->bytes || is_blank(s, ahead) || break_bytes(s, ahead) > 0;
}

static bool is_any_of(char c, const char *set) {
    return c && strchr(set, c);
}

static bool is_name_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '-';
}

static bool is_bom(const scan *s) {
    return s->bytes - s->i >= 3 && memcmp(s->text + s->i, "\xEF\xBB\xBF", 3) == 0;
}

static void step(scan *s) {
    do
        s->i++;
    while (s->i < s->bytes && ((unsigned char)s->text[s->i] & 0xC0) == 0x80);
    s->index++;
    s->column++;
}

/* Steps over characters that no kind of scalar treats specially. */
static void step_over_word(scan *s) {
    size_t from = s->i;
    while (s->i < s->bytes && is_name_character(s->text[s->i]))
        s->i++;
    s->index += s->i - from;
    s->column += (int)(s->i - from);
}

/* To the end of the line. */
static void step_over_line(scan *s) {
    if (s->out->has_plain_marks) {
        const char *feed = memchr(s->text + s->i, '\n', s->bytes - s->i);
        size_t end = feed ? (size_t)(feed - s->text) : s->bytes;
        s->index += end - s->i; /* bytes for characters: no key can span a line */
        s->i = end;
        return;
    }
    while (!is_end(s) && !is_break(s))
        step(s);
}

static void steps(scan *s, int count) {
    while (count-- > 0)
        step(s);
}

static void step_break(scan *s) {
    size_t bytes = break_bytes(s, 0);
    s->index += s->text[s->i] == '\r' && bytes == 2 ? 2 : 1;
    s->i += bytes;
    s->line++;
    s->column = 0;
}

static bool is_document_mark(const scan *s) {
    return s->column == 0 && s->bytes - s->i >= 3 &&
           (memcmp(s->text + s->i, "---", 3) == 0 || memcmp(s->text + s->i, "...", 3) == 0) &&
           is_blank_or_end(s, 3);
}

/* ---- rewriting ---- */

static void copy_up_to(scan *s, size_t offset) {
    rj_buf_append(&s->out->rewritten, s->text + s->copied, offset - s->copied);
    s->copied = offset;
    s->changed = true;
}

/* Puts text in front of byte @p offset of the original. */
static void insert(scan *s, size_t offset, const char *text) {
    copy_up_to(s, offset);
    rj_yaml_insertion insertion = {.offset = s->out->rewritten.bytes, .bytes = strlen(text)};
    rj_buf_append(&s->out->insertion_list, (const char *)&insertion, sizeof insertion);
    rj_buf_puts(&s->out->rewritten, text);
}

/* Puts another character in the place of the one-byte character at @p offset. */
static void replace(scan *s, size_t offset, char c) {
    copy_up_to(s, offset);
    rj_buf_putc(&s->out->rewritten, c);
    s->copied = offset + 1;
}

/* ---- levels ---- */

static simple_key *level_key(const scan *s) {
    return (simple_key *)(void *)(s->keys.data + s->keys.bytes) - 1;
}

static size_t flow_depth(const scan *s) {
    return s->keys.bytes / sizeof(simple_key) - 1;
}

static bool push_level(scan *s) {
    simple_key none = {.is_possible = false};
    rj_buf_append(&s->keys, (const char *)&none, sizeof none);
    return rj_buf_ok(&s->keys);
}

/* A token that could be a key starts here. */
static void save_key(scan *s) {
    if (!s->key_allowed)
        return;
    *level_key(s) =
        (simple_key){.index = s->index, .line = s->line, .column = s->column, .is_possible = true};
    if (flow_depth(s))
        (level_key(s) - 1)->is_forgotten = false;
}

static bool is_valid_key(const scan *s, const simple_key *key) {
    return key->is_possible && key->line == s->line && s->index - key->index <= LONGEST_KEY;
}

/* The reference hands its parser a token as soon as it can't be a key any more. */
static bool holds_tokens_back(const scan *s) {
    for (const simple_key *key = level_key(s); key > (simple_key *)(void *)s->keys.data;)
        if (is_valid_key(s, --key))
            return true;
    return false;
}

static void roll_indent(scan *s, int column) {
    if (flow_depth(s) || s->indent >= column)
        return;
    rj_buf_append(&s->indents, (const char *)&s->indent, sizeof s->indent);
    s->indent = column;
}

static void unroll_indent(scan *s, int column) {
    if (flow_depth(s))
        return;
    while (s->indent > column && s->indents.bytes) {
        s->indents.bytes -= sizeof s->indent;
        memcpy(&s->indent, s->indents.data + s->indents.bytes, sizeof s->indent);
    }
}

/* ---- between tokens ---- */

static void skip_to_token(scan *s) {
    for (;;) {
        if (s->index == 0 && is_bom(s))
            step(s);
        while (at(s, 0) == ' ' || (at(s, 0) == '\t' && (flow_depth(s) || !s->key_allowed)))
            step(s);
        if (at(s, 0) == '#')
            step_over_line(s);
        if (!is_break(s))
            return;
        step_break(s);
        if (!flow_depth(s))
            s->key_allowed = true;
    }
}

/* ---- tokens: each returns false to stop ---- */

static bool open_flow(scan *s) {
    save_key(s);
    if (s->key_allowed)
        level_key(s)->is_flow = level_key(s)->is_forgotten = true;
    s->key_allowed = true;
    step(s);
    return push_level(s);
}

static bool close_flow(scan *s) {
    if (!flow_depth(s))
        return false;
    s->keys.bytes -= sizeof(simple_key);
    s->key_allowed = false;
    step(s);
    return true;
}

static bool take_comma(scan *s) {
    level_key(s)->is_possible = false;
    s->key_allowed = true;
    step(s);
    return true;
}

static bool take_dash_or_question(scan *s, bool is_dash) {
    if (!flow_depth(s) && !s->key_allowed)
        return false;
    roll_indent(s, s->column);
    level_key(s)->is_possible = false;
    s->key_allowed = is_dash || !flow_depth(s);
    step(s);
    return true;
}

static bool take_colon(scan *s) {
    simple_key *key = level_key(s);
    if (is_valid_key(s, key)) {
        if (key->is_flow && key->is_forgotten && !holds_tokens_back(s)) {
            /* The collection has gone to the parser as a node of its own, and what follows stands
             * where nothing may: a scalar there makes libyaml say so too. */
            replace(s, s->i, 'x');
            return false;
        }
        roll_indent(s, key->column);
        key->is_possible = false;
        s->key_allowed = false;
    } else {
        if (!flow_depth(s) && !s->key_allowed)
            return false;
        roll_indent(s, s->column);
        key->is_possible = false;
        s->key_allowed = !flow_depth(s);
    }
    step(s);
    return true;
}

static bool take_anchor(scan *s) {
    save_key(s);
    s->key_allowed = false;
    step(s);
    while (is_name_character(at(s, 0)))
        step(s);
    return true;
}

static bool take_tag(scan *s) {
    save_key(s);
    s->key_allowed = false;
    bool is_verbatim = at(s, 1) == '<';
    for (step(s); !is_blank_or_end(s, 0); step(s)) {
        char c = at(s, 0);
        if (!is_name_character(c) && !is_any_of(c, ";/?:@&=+$,.!~*'()[]%<>"))
            return false;
        if (!is_verbatim && is_any_of(c, ",[]"))
            replace(s, s->i, 'x');
    }
    return true;
}

/* ---- quoted scalars ---- */

/* What follows a backslash; the backslash is next. */
static void take_escape(scan *s) {
    char c = at(s, 1);
    if (c == '/')
        replace(s, s->i + 1, '.'); /* no escape to either */
    if (c == '\'') {
        replace(s, s->i + 1, 'x');
        insert(s, s->i + 2, "27");
    }
    step(s);
    if (is_break(s))
        step_break(s);
    else if (!is_end(s))
        step(s);
}

static bool take_quoted(scan *s) {
    char quote = at(s, 0);
    save_key(s);
    s->key_allowed = false;
    step(s);
    while (!is_end(s) && !is_document_mark(s)) {
        step_over_word(s);
        if (is_end(s))
            return false;
        if (quote == '"' && at(s, 0) == '\\') {
            take_escape(s);
        } else if (at(s, 0) == quote && quote == '\'' && at(s, 1) == quote) {
            steps(s, 2);
        } else if (at(s, 0) == quote) {
            step(s);
            return true;
        } else if (is_break(s)) {
            step_break(s);
        } else {
            step(s);
        }
    }
    return false;
}

/* ---- block scalars ---- */

/* The explicit indent of a header, 0 for none; ends behind the header's line. */
static int take_block_header(scan *s) {
    int increment = 0;
    for (step(s); !is_blank_or_end(s, 0) && at(s, 0) != '#'; step(s))
        if (at(s, 0) >= '1' && at(s, 0) <= '9')
            increment = at(s, 0) - '0';
    step_over_line(s);
    if (!is_end(s))
        step_break(s);
    return increment;
}

/* Steps over indentation and empty lines. A missing indent is found on the way. */
static void take_block_indent(scan *s, int *indent) {
    int widest = 0;
    for (;;) {
        while ((!*indent || s->column < *indent) && at(s, 0) == ' ')
            step(s);
        if (s->column > widest)
            widest = s->column;
        if (!is_break(s))
            break;
        step_break(s);
    }
    if (*indent)
        return;
    *indent = widest;
    if (*indent < s->indent + 1)
        *indent = s->indent + 1;
    if (*indent < 1)
        *indent = 1;
}

static bool take_block_scalar(scan *s) {
    level_key(s)->is_possible = false;
    s->key_allowed = true;
    int indent = take_block_header(s);
    if (indent && s->indent >= 0)
        indent += s->indent;
    take_block_indent(s, &indent);
    while (s->column == indent && !is_end(s)) {
        step_over_line(s);
        if (!is_end(s))
            step_break(s);
        take_block_indent(s, &indent);
    }
    return true;
}

/* ---- plain scalars ---- */

/* Whether a plain scalar goes on with this character. *needs_quotes: libyaml thinks otherwise. */
static bool goes_on_plain(const scan *s, bool *needs_quotes) {
    char c = at(s, 0);
    if (is_blank_or_end(s, 0) || (c == ':' && is_blank_or_end(s, 1)))
        return false;
    if (!flow_depth(s))
        return true;
    if (is_any_of(c, ",?[]{}")) {
        *needs_quotes |= c == '?';
        return false;
    }
    *needs_quotes |= c == ':' && is_any_of(at(s, 1), ",?[]{}");
    return true;
}

/* Blanks and line breaks behind a part of a plain scalar; *broken tells of a break. */
static void skip_plain_space(scan *s, bool *broken) {
    while (is_blank(s, 0) || is_break(s)) {
        if (is_break(s)) {
            *broken = true;
            step_break(s);
        } else {
            step(s);
        }
    }
}

static void quote_plain(scan *s, size_t start, size_t end) {
    insert(s, start, "'");
    for (size_t i = start; i < end; i++)
        if (s->text[i] == '\'')
            insert(s, i, "'");
    insert(s, end, "'");
}

static bool take_plain(scan *s) {
    size_t start = s->i, end = s->i;
    bool needs_quotes = s->column == 0 && is_bom(s), broken = false;
    save_key(s);
    s->key_allowed = false;
    for (;;) {
        if (is_document_mark(s) || at(s, 0) == '#')
            break;
        while (goes_on_plain(s, &needs_quotes)) {
            step(s);
            step_over_word(s);
            end = s->i;
            broken = false;
        }
        if (!is_blank(s, 0) && !is_break(s))
            break;
        skip_plain_space(s, &broken);
        if (!flow_depth(s) && s->column < s->indent + 1)
            break;
    }
    if (broken)
        s->key_allowed = true;
    if (needs_quotes && end > start)
        quote_plain(s, start, end);
    return true;
}

static bool starts_plain(const scan *s) {
    char c = at(s, 0);
    if (!is_blank_or_end(s, 0) && !is_any_of(c, "-?:,[]{}#&*!|>'\"%@`"))
        return true;
    if (c == '-')
        return !is_blank(s, 1);
    return !flow_depth(s) && (c == '?' || c == ':') && !is_blank_or_end(s, 1);
}

/* ---- the text ---- */

static bool take_token(scan *s) {
    skip_to_token(s);
    unroll_indent(s, s->column);
    char c = at(s, 0);
    if (is_end(s) || (s->column == 0 && c == '%'))
        return false;
    if (is_document_mark(s)) {
        bool is_start = c == '-';
        unroll_indent(s, NO_INDENT);
        level_key(s)->is_possible = false;
        s->key_allowed = false;
        steps(s, 3);
        return is_start;
    }
    if (c == '[' || c == '{')
        return open_flow(s);
    if (c == ']' || c == '}')
        return close_flow(s);
    if (c == ',')
        return take_comma(s);
    if (c == '-' && is_blank_or_end(s, 1))
        return take_dash_or_question(s, true);
    if (c == '?' && (flow_depth(s) || is_blank_or_end(s, 1)))
        return take_dash_or_question(s, false);
    if (c == ':' && (flow_depth(s) || is_blank_or_end(s, 1)))
        return take_colon(s);
    if (c == '*' || c == '&')
        return take_anchor(s);
    if (c == '!')
        return take_tag(s);
    if ((c == '|' || c == '>') && !flow_depth(s))
        return take_block_scalar(s);
    if (c == '\'' || c == '"')
        return take_quoted(s);
    return starts_plain(s) && take_plain(s);
}

static bool has_tag_with_indicator(const char *p, const char *end) {
    for (; p < end && (unsigned char)*p > ' '; p++)
        if (*p == ',' || *p == '[' || *p == ']')
            return true;
    return false;
}

/* A colon that belongs to a scalar, or that may follow an empty flow collection. */
static bool is_suspicious_colon(const char *text, const char *p, const char *end) {
    if (p + 1 < end && p[1] > ' ' && is_any_of(p[1], ",?[]{}"))
        return true;
    const char *before = p;
    while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    return before > text && (before[-1] == ']' || before[-1] == '}');
}

/* The first bytes of what is looked for. */
static const bool is_remarkable[256] = {
    ['\\'] = true, [':'] = true,  ['?'] = true,  ['!'] = true,
    ['\r'] = true, [0xC2] = true, [0xE2] = true, [0xEF] = true,
};

/* Looks whether the text holds anything that could be one of the spots: a pass over its bytes that
 * costs little beside libyaml's. */
static bool is_suspicious(rj_yaml_dialect *d) {
    const char *p = d->text, *end = p + d->bytes;
    bool suspicious = false, odd_breaks = false;
    for (; p < end; p++) {
        while (p < end && !is_remarkable[(unsigned char)*p])
            p++;
        if (p == end)
            break;
        switch ((unsigned char)*p) {
        case '\\':
            suspicious |= p + 1 < end && (p[1] == '/' || p[1] == '\'');
            break;
        case ':':
            suspicious |= is_suspicious_colon(d->text, p, end);
            break;
        case '?':
            suspicious = true;
            break;
        case '!':
            d->has_tags = true;
            suspicious |= has_tag_with_indicator(p, end);
            break;
        case 0xEF:
            suspicious |= end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0;
            break;
        case 0xC2:
            odd_breaks |= (unsigned char)p[1] == 0x85;
            break;
        case 0xE2:
            odd_breaks |= (unsigned char)p[1] == 0x80 && ((unsigned char)p[2] & 0xFE) == 0xA8;
            break;
        default:
            odd_breaks = true;
            break;
        }
    }
    d->has_plain_marks = !odd_breaks;
    return suspicious;
}

static void rewrite(const char *text, size_t bytes, rj_yaml_dialect *out, bool *changed) {
    scan s = {.text = text, .bytes = bytes, .indent = NO_INDENT, .key_allowed = true, .out = out};
    if (push_level(&s))
        while (take_token(&s) && rj_buf_ok(&s.keys) && rj_buf_ok(&s.indents))
            continue;
    *changed = s.changed;
    if (s.changed)
        copy_up_to(&s, bytes);
    /* A failure here has to be seen below. */
    out->rewritten.failed |= s.keys.failed | s.indents.failed;
    rj_buf_free(&s.keys);
    rj_buf_free(&s.indents);
}

bool rj_yaml_dialect_apply(const char *text, size_t bytes, rj_yaml_dialect *out) {
    static const char bom[] = "\xEF\xBB\xBF";
    *out = (rj_yaml_dialect){.text = text, .bytes = bytes};
    if (bytes >= 3 && memcmp(text, bom, 3) == 0) {
        out->bom_bytes = 3;
        out->text += 3;
        out->bytes -= 3;
    }
    if (!is_suspicious(out))
        return true;
    bool changed;
    rewrite(out->text, out->bytes, out, &changed);
    if (!rj_buf_ok(&out->rewritten) || !rj_buf_ok(&out->insertion_list)) {
        rj_yaml_dialect_free(out);
        return false;
    }
    if (changed) {
        out->text = rj_buf_text(&out->rewritten);
        out->bytes = out->rewritten.bytes;
        out->has_plain_marks &= out->insertion_list.bytes == 0;
        out->insertions = (const rj_yaml_insertion *)(const void *)out->insertion_list.data;
        out->insertion_count = out->insertion_list.bytes / sizeof *out->insertions;
    }
    return true;
}

void rj_yaml_dialect_free(rj_yaml_dialect *dialect) {
    rj_buf_free(&dialect->rewritten);
    rj_buf_free(&dialect->insertion_list);
}
