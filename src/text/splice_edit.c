/* SPDX-License-Identifier: Apache-2.0 */
#include "text/splice_edit.h"

#include <string.h>

#include "text/splice_lines.h"

enum {
    INDENT = 2
};

/* The node at hand and how it was reached. */
typedef struct spot {
    const rj_outline *o;
    int64_t parent; /* RJ_OUTLINE_NOTHING: the node is the root */
    int64_t key;    /* in the parent, when that is a map */
    uint32_t node;
    const rj_splice_string *s;
    bool quoted;
    rj_text_edit *edit;
} spot;

static const rj_outline_node *node_of(const spot *p) {
    return &p->o->nodes[p->node];
}

static const rj_outline_node *parent_of(const spot *p) {
    return p->parent < 0 ? NULL : &p->o->nodes[p->parent];
}

static void copy(const spot *p, size_t from, size_t to) {
    rj_buf_append(&p->edit->text, p->o->text + from, to - from);
}

static void set_range(const spot *p, size_t from, size_t to) {
    p->edit->from = from;
    p->edit->to = to;
}

/* ---- setting a scalar ---- */

/* What stands on the line behind the scalar stays there, behind the header. */
static void replace_by_literal(const spot *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    size_t column = rj_node_column(o, (uint32_t)p->parent), indent = column + INDENT;
    size_t rest = n->end, to = rj_line_next(o, n->end);
    char digit = '\0';
    if (rj_node_is_block_scalar(n)) {
        bool keeps;
        rest = rj_node_header_end(o, n, &digit, &keeps);
        to = rj_node_block_end(o, n, rj_splice_keeps(p->s));
        size_t found = rj_node_content_indent(o, n);
        indent = found < SIZE_MAX ? found : digit ? column + (size_t)(digit - '0') : indent;
    } else if (rj_splice_keeps(p->s)) { /* empty lines that follow would be a part of it */
        while (to < o->bytes && rj_line_is_blank(o, to, rj_line_end(o, to)))
            to = rj_line_next(o, to);
    }
    set_range(p, n->content, to);
    if (n->content > 0 && o->text[n->content - 1] == ':')
        rj_buf_putc(&p->edit->text, ' ');
    rj_splice_write_header(p->s, indent - column, digit != '\0', &p->edit->text);
    copy(p, rest, rj_line_end(o, rest));
    rj_buf_putc(&p->edit->text, '\n');
    rj_splice_write_lines(p->s, indent, &p->edit->text);
}

static void replace_by_line(const spot *p, bool in_flow) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    rj_style style = o->is_json || p->quoted ? RJ_STYLE_DOUBLE : (rj_style)n->style;
    set_range(p, n->content, n->end);
    if (n->content > 0 && o->text[n->content - 1] == ':' && !o->is_json)
        rj_buf_putc(&p->edit->text, ' ');
    if (!rj_node_is_block_scalar(n)) {
        rj_splice_write_inline(p->s, style, in_flow, &p->edit->text);
        return;
    }
    char digit;
    bool keeps;
    size_t rest = rj_node_header_end(o, n, &digit, &keeps);
    rj_splice_write_inline(p->s, p->quoted ? RJ_STYLE_DOUBLE : RJ_STYLE_PLAIN, in_flow,
                           &p->edit->text);
    copy(p, rest, rj_line_end(o, rest));
    rj_buf_putc(&p->edit->text, '\n');
    p->edit->to = rj_node_block_end(o, n, false);
}

static bool wants_literal(const spot *p) {
    return !p->quoted && rj_splice_fits_literal(p->s) && memchr(p->s->data, '\n', p->s->bytes);
}

static bool set_scalar(const spot *p, rj_error *err) {
    const rj_outline_node *parent = parent_of(p), *n = node_of(p);
    if (!parent || (n->kind != RJ_OUTLINE_SCALAR && n->kind != RJ_OUTLINE_ALIAS))
        return rj_error_set(err, RJ_ERROR_TYPE, "what stands there is no text");
    bool in_flow = parent->is_flow, in_lines = !in_flow && parent->kind == RJ_OUTLINE_MAP;
    bool stays_block = rj_node_is_block_scalar(n) && !p->quoted && rj_splice_fits_literal(p->s);
    if (in_lines && (wants_literal(p) || stays_block))
        replace_by_literal(p);
    else
        replace_by_line(p, in_flow);
    return true;
}

/* ---- adding entries ---- */

/* How the entries of the map in braces are laid out; of an empty one, those of the root. */
static rj_splice_layout layout_of(const rj_outline *o, uint32_t map) {
    const rj_outline_node *n = &o->nodes[map];
    rj_splice_layout layout = {
        .quotes_keys = o->is_json, .lead = "", .step = INDENT, .colon = ": ", .colon_bytes = 2};
    bool is_empty = n->next == map + 1;
    uint32_t sample = is_empty ? 0 : map;
    if (o->nodes[sample].kind != RJ_OUTLINE_MAP || !o->nodes[sample].is_flow ||
        o->nodes[sample].next == sample + 1)
        return layout;
    uint32_t key = sample + 1, last = key;
    for (uint32_t i = key; i < o->nodes[sample].next; i = o->nodes[o->nodes[i].next].next)
        last = i;
    const rj_outline_node *k = &o->nodes[last], *value = &o->nodes[k->next];
    layout.quotes_keys = o->text[k->content] == '"';
    if (value->start > k->end && rj_line_is_blank(o, k->end + 1, value->start)) {
        layout.colon = o->text + k->end;
        layout.colon_bytes = value->start - k->end;
    }
    if (is_empty)
        return layout;
    size_t from = k->start;
    while (from > n->start + 1 && rj_line_is_space(o, from - 1, from))
        from--;
    layout.lead = o->text + from;
    layout.lead_bytes = k->start - from;
    size_t closing = n->end - 1;
    while (closing > from && o->text[closing - 1] == ' ')
        closing--;
    size_t inner = k->start - rj_line_start(o, k->start), outer = n->end - 1 - closing;
    if (memchr(layout.lead, '\n', layout.lead_bytes) && inner > outer)
        layout.step = inner - outer;
    return layout;
}

static void add_to_braces(const spot *p, const rj_splice_path *rest) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    rj_splice_layout layout = layout_of(o, p->node);
    rj_buf *text = &p->edit->text;
    if (n->next == p->node + 1) {
        set_range(p, n->content + 1, n->content + 1);
        if (rj_line_is_space(o, n->content + 1, n->end - 1))
            p->edit->to = n->end - 1;
        rj_splice_write_entry(rest, p->s, &layout, text);
        return;
    }
    uint32_t last = p->node + 1;
    for (uint32_t i = last; i < n->next; i = o->nodes[i].next)
        last = i;
    size_t at = o->nodes[last].end, comma = at;
    while (rj_line_is_space(o, comma, comma + 1))
        comma++;
    bool has_comma = o->text[comma] == ',';
    at = has_comma ? comma + 1 : at;
    set_range(p, at, at);
    if (!has_comma)
        rj_buf_putc(text, ',');
    if (layout.lead_bytes)
        rj_buf_append(text, layout.lead, layout.lead_bytes);
    else if (layout.colon_bytes > 1)
        rj_buf_putc(text, ' ');
    rj_splice_write_entry(rest, p->s, &layout, text);
}

static void add_lines(const spot *p, const rj_splice_path *rest) {
    size_t at = rj_node_end_of_lines(p->o, p->node);
    set_range(p, at, at);
    rj_splice_write_block(rest, p->s, rj_node_column(p->o, p->node), wants_literal(p),
                          &p->edit->text);
}

/* An empty value, {} or an alias gives way to a map. */
static void replace_by_map(const spot *p, const rj_splice_path *rest) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p), *parent = parent_of(p);
    rj_buf *text = &p->edit->text;
    if (!parent || parent->kind != RJ_OUTLINE_MAP || parent->is_flow) {
        rj_splice_layout layout = layout_of(o, 0);
        set_range(p, n->content, n->end);
        if (n->content > 0 && o->text[n->content - 1] == ':' && !o->is_json)
            rj_buf_putc(text, ' ');
        rj_buf_putc(text, '{');
        rj_splice_write_entry(rest, p->s, &layout, text);
        rj_buf_putc(text, '}');
        return;
    }
    size_t from = n->content, end = rj_line_end(o, n->end);
    while (from > 0 && o->text[from - 1] == ' ')
        from--;
    if (!rj_line_is_blank(o, n->end, end))
        copy(p, n->end, end);
    rj_buf_putc(text, '\n');
    set_range(p, from, rj_line_next(o, n->end));
    rj_splice_write_block(rest, p->s, rj_node_column(o, (uint32_t)p->parent) + INDENT,
                          wants_literal(p), text);
}

static bool add_entry(const spot *p, const rj_splice_path *rest, rj_error *err) {
    const rj_outline_node *n = node_of(p), *parent = parent_of(p);
    bool is_map = n->kind == RJ_OUTLINE_MAP, is_empty = n->next == p->node + 1;
    if (!p->s)
        return rj_error_set(err, RJ_ERROR_TYPE, "it isn't written there");
    if (n->kind == RJ_OUTLINE_LIST)
        return rj_error_set(err, RJ_ERROR_TYPE, "a list stands where a map was looked for");
    bool opens = is_empty && parent && parent->kind == RJ_OUTLINE_MAP && !parent->is_flow;
    if (!is_map || (opens && !p->quoted))
        replace_by_map(p, rest);
    else if (n->is_flow)
        add_to_braces(p, rest);
    else
        add_lines(p, rest);
    return true;
}

/* ---- removing entries ---- */

static void remove_from_braces(const spot *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *map = parent_of(p), *key = &o->nodes[p->key], *value = node_of(p);
    size_t from = key->start, to = value->end;
    if (value->next < map->next) {
        to = o->nodes[value->next].start;
    } else if (p->key != p->parent + 1) {
        uint32_t before = (uint32_t)p->parent + 1;
        while (o->nodes[before].next != (uint32_t)p->key)
            before = o->nodes[before].next;
        from = o->nodes[before].end;
    } else {
        size_t comma = to;
        while (rj_line_is_space(o, comma, comma + 1))
            comma++;
        to = o->text[comma] == ',' ? comma + 1 : to;
    }
    set_range(p, from, to);
}

/* Behind anchor and tag, of which there is at least one. */
static size_t end_of_properties(const rj_outline *o, size_t i, size_t first) {
    for (;;) {
        while (i < first && !rj_line_is_space(o, i, i + 1))
            i++;
        size_t next = i;
        while (next < first && rj_line_is_space(o, next, next + 1))
            next++;
        if (o->text[next] != '&' && o->text[next] != '!')
            return i;
        i = next;
    }
}

/* Behind the colon, or the anchor and tag, that the map without braces follows. */
static size_t end_of_introduction(const rj_outline *o, uint32_t map, size_t first) {
    if (o->nodes[map].start < first)
        return end_of_properties(o, o->nodes[map].start, first);
    size_t colon = o->nodes[map - 1].end;
    while (colon < first && rj_line_is_blank(o, colon, colon + 1))
        colon++;
    if (o->text[colon] == ':')
        return colon + 1;
    while (first > 0 &&
           rj_line_is_space(o, first - 1, first)) /* back to the dash of a list's item */
        first--;
    return first;
}

/* The only entry of its map: {} stays. */
static void remove_only_lines(const spot *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *key = &o->nodes[p->key];
    size_t start = rj_line_start(o, key->start), to = rj_node_end_of_lines(o, p->node);
    bool has_own_line = rj_line_is_blank(o, start, key->start);
    size_t from = has_own_line && p->parent > 0
                      ? end_of_introduction(o, (uint32_t)p->parent, key->start)
                      : key->start;
    set_range(p, from, to);
    if (from < start) {
        rj_buf_puts(&p->edit->text, " {}");
        copy(p, from, start);
    } else {
        rj_buf_puts(&p->edit->text, "{}\n");
    }
}

static void remove_lines(const spot *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *map = parent_of(p), *key = &o->nodes[p->key], *value = node_of(p);
    size_t start = rj_line_start(o, key->start);
    bool is_first = p->key == p->parent + 1, is_last = value->next >= map->next;
    if (is_first && is_last)
        remove_only_lines(p);
    else if (rj_line_is_blank(o, start, key->start))
        set_range(p, start, rj_node_end_of_lines(o, p->node));
    else /* behind the dash of a list's item */
        set_range(p, key->start, o->nodes[value->next].start);
}

static bool remove_entry(const spot *p, rj_error *err) {
    const rj_outline_node *parent = parent_of(p);
    if (!parent || parent->kind != RJ_OUTLINE_MAP)
        return rj_error_set(err, RJ_ERROR_TYPE, "it is no entry of a map");
    if (parent->is_flow)
        remove_from_braces(p);
    else
        remove_lines(p);
    return true;
}

/* ---- the way there ---- */

/* One key further; false when there is no such child. */
static bool descend(spot *p, const char *key) {
    const rj_outline_node *n = node_of(p);
    int64_t found = RJ_OUTLINE_NOTHING;
    if (n->kind == RJ_OUTLINE_MAP)
        found = rj_outline_find_key(p->o, p->node, key, strlen(key));
    else if (n->kind == RJ_OUTLINE_LIST)
        found = rj_outline_find_item(p->o, p->node, rj_splice_item_of(key));
    if (found < 0)
        return false;
    p->parent = p->node;
    p->key = n->kind == RJ_OUTLINE_MAP ? found : RJ_OUTLINE_NOTHING;
    p->node = (uint32_t)found + (n->kind == RJ_OUTLINE_MAP);
    return true;
}

bool rj_splice_make_edit(const rj_outline *outline, const rj_splice_path *path,
                         const rj_splice_string *s, bool quoted, rj_text_edit *edit,
                         rj_error *err) {
    spot p = {.o = outline,
              .parent = RJ_OUTLINE_NOTHING,
              .key = RJ_OUTLINE_NOTHING,
              .s = s,
              .quoted = quoted,
              .edit = edit};
    if (!outline->count)
        return rj_error_set(err, RJ_ERROR_TYPE, "there is nothing in the document");
    size_t i = 0;
    while (i < path->count && descend(&p, path->keys[i]))
        i++;
    bool good;
    if (i < path->count) {
        const rj_splice_path rest = {.keys = path->keys + i, .count = path->count - i};
        good = add_entry(&p, &rest, err);
    } else {
        good = s ? set_scalar(&p, err) : remove_entry(&p, err);
    }
    return good && (rj_buf_ok(&edit->text) || rj_error_no_memory(err));
}
