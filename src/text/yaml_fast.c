/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_fast.h"

#include <string.h>

#include "rjinterp/utf8.h"
#include "text/yaml_fast_scan.h"

/* ---- the text as a whole ---- */

/* Control characters, among them tabs and carriage returns; eight bytes at a time. */
static bool has_control(const char *text, size_t bytes, bool *has_wide) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
    uint64_t found = 0, wide = 0;
    size_t i = 0;
    for (uint64_t word; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        wide |= word & tops;
        /* Top bit: below ' ' and no line feed. Bytes above 127 are never below. */
        const uint64_t low = word & ~tops, feed = low ^ (ones * '\n');
        const uint64_t is_small = ~(low + ones * (0x80 - ' ')) & tops;
        const uint64_t is_feed = ~(feed + ones * 0x7F) & tops;
        const uint64_t is_delete = (low + ones) & tops;
        found |= ((is_small & ~is_feed) | is_delete) & ~word;
    }
    for (; i < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        wide |= c & 0x80;
        found |= (c < ' ' && c != '\n') || c == 0x7F;
    }
    *has_wide = wide != 0;
    return found != 0;
}

/* Characters of more than one byte that are more than text somewhere: U+0080 to U+009F, U+2028,
 * U+2029, and those from U+F000 on with the byte order mark and U+FFFE among them. */
static bool has_special(const char *text, size_t bytes) {
    for (size_t i = 0; i + 2 < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < 0xC2)
            continue;
        if ((c == 0xC2 && (unsigned char)text[i + 1] < 0xA0) || c == 0xEF ||
            (c == 0xE2 && memcmp(text + i + 1, "\x80\xA8", 2) == 0) ||
            (c == 0xE2 && memcmp(text + i + 1, "\x80\xA9", 2) == 0))
            return true;
    }
    return false;
}

rj_position rj_yaml_fast_place(const rj_yaml_fast *f, const char *byte) {
    size_t column = (size_t)(byte - f->line);
    if (f->has_wide) {
        /* In the document's own text: the copy changes while it is read. */
        const char *line = f->chunk->text + (f->line - f->text);
        size_t characters = 0;
        for (size_t i = 0; i < column; i++)
            characters += ((unsigned char)line[i] & 0xC0) != 0x80;
        column = characters;
    }
    return (rj_position){.line = f->line_number, .column = (uint32_t)column + 1};
}

/* ---- collections ---- */

bool rj_yaml_fast_add(rj_yaml_fast *f, const char *key, size_t key_bytes, rj_position key_at,
                      const rj_value *value) {
    rj_member *member = (rj_member *)(void *)rj_buf_reserve(f->pending, sizeof *member);
    if (!member)
        return false;
    *member = (rj_member){.key = key, .key_bytes = key_bytes, .key_at = key_at, .value = *value};
    f->pending->bytes += sizeof *member;
    return true;
}

static bool collect_list(const rj_yaml_fast *f, const rj_member *children, size_t count,
                         rj_value *out) {
    rj_value *items = rj_arena_alloc(f->chunk->arena, count * sizeof *items);
    if (!items)
        return false;
    for (size_t i = 0; i < count; i++)
        items[i] = children[i].value;
    *out = rj_value_list(items, count);
    return true;
}

/* Not with a key that comes twice. */
static bool collect_map(const rj_yaml_fast *f, const rj_member *children, size_t count,
                        rj_value *out) {
    rj_map_builder map = {.arena = f->chunk->arena, .count = count, .capacity = count};
    map.members = rj_arena_alloc(f->chunk->arena, count * sizeof *map.members);
    if (!map.members)
        return false;
    memcpy(map.members, children, count * sizeof *map.members);
    *out = rj_map_finish(&map);
    return out->map.count == count;
}

bool rj_yaml_fast_collect(rj_yaml_fast *f, bool is_list, size_t first, rj_position at,
                          rj_value *out) {
    const rj_member *children = (const rj_member *)(const void *)(f->pending->data + first);
    const size_t count = (f->pending->bytes - first) / sizeof *children;
    if (!count)
        *out = is_list ? rj_value_list(NULL, 0) : rj_value_map(NULL, 0);
    else if (!(is_list ? collect_list : collect_map)(f, children, count, out))
        return false;
    out->at = at;
    f->pending->bytes = first;
    return true;
}

/* ---- levels ---- */

static rj_yaml_fast_level *top_level(rj_yaml_fast *f) {
    return &f->levels[f->depth - 1];
}

static bool open_level(rj_yaml_fast *f, bool is_list, uint32_t indent, bool has_own_indent,
                       rj_position at) {
    if (f->depth == RJ_YAML_FAST_BLOCK_LEVELS)
        return false;
    f->levels[f->depth++] = (rj_yaml_fast_level){.indent = indent,
                                                 .is_list = is_list,
                                                 .has_own_indent = has_own_indent,
                                                 .first = f->pending->bytes,
                                                 .at = at};
    f->nodes++;
    return true;
}

static rj_member *last_child(const rj_yaml_fast *f) {
    return (rj_member *)(void *)(f->pending->data + f->pending->bytes) - 1;
}

/* A child whose value is to come; until then it is the null that an empty value is, at @p behind,
 * where the colon or dash ends. */
static bool begin_child(rj_yaml_fast *f, const char *key, size_t key_bytes, rj_position key_at,
                        rj_position behind) {
    rj_value nothing = rj_value_null;
    nothing.at = behind;
    top_level(f)->is_waiting = true;
    return rj_yaml_fast_add(f, key, key_bytes, key_at, &nothing);
}

/* The value that the innermost collection waits for. */
static void give_value(rj_yaml_fast *f, const rj_value *value) {
    last_child(f)->value = *value;
    top_level(f)->is_waiting = false;
}

/* It stays the null that it is. */
static void give_nothing(rj_yaml_fast *f) {
    f->nodes += top_level(f)->is_waiting;
    top_level(f)->is_waiting = false;
}

/* Its value goes to the collection around it, or is the document's. */
static bool close_level(rj_yaml_fast *f, rj_value *out) {
    give_nothing(f);
    const rj_yaml_fast_level *level = top_level(f);
    if (!rj_yaml_fast_collect(f, level->is_list, level->first, level->at, out))
        return false;
    if (--f->depth)
        give_value(f, out);
    return true;
}

/* ---- scalars in their line ---- */

static void next_line(rj_yaml_fast *f, char *feed) {
    f->p = f->line = feed + 1;
    f->line_number++;
}

bool rj_yaml_fast_end_line(rj_yaml_fast *f) {
    char *at = f->p;
    while (*at == ' ')
        at++;
    if (*at == '#' && at > f->p)
        at = memchr(at, '\n', (size_t)(f->end - at));
    if (*at != '\n')
        return false;
    next_line(f, at);
    return true;
}

static bool ends_word(char c) {
    return c == ' ' || c == '\n';
}

static bool is_dash(const char *at) {
    return at[0] == '-' && ends_word(at[1]);
}

/* A plain scalar ends in front of a colon with a blank or line end behind it, of a blank with a
 * number sign behind it, or at the line's end. */
static char *find_plain_end(char *at) {
    static const bool may_end[256] = {['\n'] = true, [':'] = true, ['#'] = true};
    for (;; at++) {
        while (!may_end[(unsigned char)*at])
            at++;
        if (*at == '\n' || (*at == ':' && ends_word(at[1])) || (*at == '#' && at[-1] == ' '))
            return at;
    }
}

static bool starts_plain(const char *at) {
    static const bool is_indicator[256] = {
        ['-'] = true, ['?'] = true, [':'] = true, [','] = true, ['['] = true,  [']'] = true,
        ['{'] = true, ['}'] = true, ['#'] = true, ['&'] = true, ['*'] = true,  ['!'] = true,
        ['|'] = true, ['>'] = true, ['%'] = true, ['@'] = true, ['\''] = true, ['"'] = true,
        ['`'] = true, [' '] = true, ['\n'] = true};
    return !is_indicator[(unsigned char)*at] || (*at == '-' && !ends_word(at[1]));
}

static bool is_quote(char c) {
    return c == '"' || c == '\'';
}

static bool take_plain(rj_yaml_fast *f, rj_position at, rj_value *out) {
    char *start = f->p, *end = find_plain_end(start);
    if (*end == ':' || !starts_plain(start))
        return false;
    while (end[-1] == ' ')
        end--;
    f->p = end;
    if (!rj_yaml_fast_end_line(f))
        return false;
    *end = '\0';
    return rj_yaml_fast_plain_value(start, (size_t)(end - start), at, out);
}

/* A scalar or flow collection with its line, or a literal scalar with all of its lines. */
static bool take_value(rj_yaml_fast *f, rj_value *out) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    if (*f->p == '[' || *f->p == '{')
        return rj_yaml_fast_flow(f, out) && rj_yaml_fast_end_line(f);
    f->nodes++;
    if (*f->p == '|')
        return rj_yaml_fast_literal(f, top_level(f)->indent, out);
    return is_quote(*f->p) ? rj_yaml_fast_quoted(f, out) && rj_yaml_fast_end_line(f)
                           : take_plain(f, at, out);
}

/* ---- keys ---- */

/* Whether a key of one line starts here. */
static bool starts_key(char *at) {
    if (!is_quote(*at))
        return starts_plain(at) && *find_plain_end(at) == ':';
    const char quote = *at++;
    while (*at != quote || (quote == '\'' && *++at == '\'')) {
        if (*at == '\n')
            return false;
        at += 1 + (quote == '"' && *at == '\\' && at[1] != '\n');
    }
    at += quote == '"';
    return *at == ':' && ends_word(at[1]);
}

/* A key and its colon. */
static bool take_key(rj_yaml_fast *f, const char **key, size_t *bytes) {
    if (is_quote(*f->p)) {
        rj_value text;
        if (!rj_yaml_fast_quoted(f, &text) || text.string.bytes > RJ_YAML_FAST_KEY_BYTES ||
            *f->p != ':' || !ends_word(f->p[1]))
            return false;
        *key = text.string.data;
        *bytes = text.string.bytes;
    } else {
        char *end = find_plain_end(f->p);
        *key = f->p;
        *bytes = (size_t)(end - f->p);
        if (*end != ':' || !starts_plain(f->p) || end[-1] == ' ' ||
            !rj_yaml_fast_is_plain_key(*key, *bytes))
            return false;
        *end = '\0';
        f->p = end;
    }
    f->p++;
    f->nodes++;
    return true;
}

/* ---- lines ---- */

/* A key or dash of the innermost collection. */
static bool take_mark(rj_yaml_fast *f) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    const char *key = NULL;
    size_t bytes = 0;
    if (top_level(f)->is_list)
        f->p++;
    else if (!take_key(f, &key, &bytes))
        return false;
    return begin_child(f, key, bytes, at, rj_yaml_fast_place(f, f->p));
}

/* A line from its first key or dash on. A dash may have another one behind it, or the first key of
 * a map. */
static bool take_line(rj_yaml_fast *f) {
    for (;;) {
        rj_value value;
        if (!take_mark(f))
            return false;
        if (rj_yaml_fast_end_line(f))
            return true; /* the value may be on the lines that follow */
        while (*f->p == ' ')
            f->p++;
        const bool has_dash = is_dash(f->p);
        if (!top_level(f)->is_list || (!has_dash && !starts_key(f->p))) {
            if (!take_value(f, &value))
                return false;
            give_value(f, &value);
            return true;
        }
        if (!open_level(f, has_dash, (uint32_t)(f->p - f->line), true, rj_yaml_fast_place(f, f->p)))
            return false;
    }
}

/* Makes the collection innermost to which a line with this indentation belongs. */
static bool find_level(rj_yaml_fast *f, uint32_t indent) {
    const bool has_dash = is_dash(f->p);
    const rj_yaml_fast_level *top = f->depth ? top_level(f) : NULL;
    if (!top)
        return open_level(f, has_dash, indent, true, rj_yaml_fast_place(f, f->p));
    if (top->is_waiting && indent > top->indent)
        return open_level(f, has_dash, indent, true, rj_yaml_fast_place(f, f->p));
    if (top->is_waiting && indent == top->indent && has_dash && !top->is_list)
        return open_level(f, true, indent, false, rj_yaml_fast_place(f, f->p));
    while (top->indent > indent ||
           (top->indent == indent && top->is_list && !top->has_own_indent && !has_dash)) {
        rj_value ignored;
        if (f->depth == 1 || !close_level(f, &ignored))
            return false;
        top = top_level(f);
    }
    give_nothing(f);
    return top->indent == indent && top->is_list == has_dash;
}

static bool is_document_mark(const rj_yaml_fast *f) {
    return memcmp(f->p, "---", 3) == 0 || memcmp(f->p, "...", 3) == 0;
}

/* A line that says nothing. */
static bool skip_empty_line(rj_yaml_fast *f) {
    char *at = f->p;
    while (*at == ' ')
        at++;
    if (*at == '#')
        at = memchr(at, '\n', (size_t)(f->end - at));
    if (*at != '\n')
        return false;
    next_line(f, at);
    return true;
}

static bool take_lines(rj_yaml_fast *f) {
    /* Only the first line can be a mark: the stream has been cut at the others. */
    if (f->end - f->p > 3 && memcmp(f->p, "---", 3) == 0) {
        f->p += 3;
        if (!rj_yaml_fast_end_line(f))
            return false;
    }
    while (f->p < f->end) {
        if (skip_empty_line(f))
            continue;
        while (*f->p == ' ')
            f->p++;
        const uint32_t indent = (uint32_t)(f->p - f->line);
        if ((!indent && is_document_mark(f)) || !find_level(f, indent) || !take_line(f))
            return false;
    }
    return f->depth > 0;
}

static bool read_copy(rj_yaml_fast *f, rj_value *out) {
    rj_value value;
    if (!take_lines(f))
        return false;
    while (f->depth)
        if (!close_level(f, &value))
            return false;
    if (f->nodes > f->chunk->limits->max_nodes || f->flow_cost > *f->chunk->flow_budget)
        return false;
    *f->chunk->flow_budget -= f->flow_cost;
    *out = value;
    return true;
}

bool rj_yaml_fast_read(rj_yaml_chunk *chunk, rj_value *out) {
    bool has_wide;
    if (!chunk->bytes || chunk->text[chunk->bytes - 1] != '\n' ||
        chunk->limits->max_depth < RJ_YAML_FAST_BLOCK_LEVELS + RJ_YAML_FAST_FLOW_LEVELS ||
        has_control(chunk->text, chunk->bytes, &has_wide) ||
        (has_wide &&
         (has_special(chunk->text, chunk->bytes) || !rj_utf8_valid(chunk->text, chunk->bytes))))
        return false;
    const rj_arena_mark before = rj_arena_mark_of(chunk->arena);
    rj_yaml_fast f = {.chunk = chunk,
                      .text = rj_arena_copy(chunk->arena, chunk->text, chunk->bytes),
                      .line_number = chunk->first_line,
                      .has_wide = has_wide,
                      .pending = &chunk->open};
    f.p = f.line = f.text;
    f.end = f.text + chunk->bytes;
    rj_buf_reset(&chunk->open);
    if (f.text && read_copy(&f, out))
        return true;
    rj_arena_rewind(chunk->arena, &before);
    return false;
}
