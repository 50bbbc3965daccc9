/* SPDX-License-Identifier: Apache-2.0 */
#include "text/splice_value.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/yaml.h"
#include "text/splice_lines.h"

enum {
    INDENT = 2
};

/* Where a value stands, or will. */
typedef struct place {
    const rj_outline *o;
    uint32_t parent;
    int64_t key;      /* in the parent, when that is a map and has it */
    int64_t node;     /* RJ_OUTLINE_NOTHING: not there yet */
    const char *name; /* the last key of the path */
    const rj_value *value;
    const rj_splice_path *path;
    bool quoted;
    rj_text_edit *edit;
    rj_error *err;
} place;

static const rj_outline_node *node_of(const place *p) {
    return &p->o->nodes[p->node];
}

static const rj_outline_node *parent_of(const place *p) {
    return &p->o->nodes[p->parent];
}

static bool is_filled(const rj_value *value) {
    return (value->kind == RJ_KIND_MAP && value->map.count) ||
           (value->kind == RJ_KIND_LIST && value->list.count);
}

/* ---- texts ---- */

static rj_splice_string string_of(const rj_value *value) {
    return (rj_splice_string){.data = value->string.data, .bytes = value->string.bytes};
}

/* On one line; nesting is bounded by what was read. */
static void write_inline(const rj_value *value, bool is_json, bool in_flow, rj_buf *out) {
    const rj_style style = is_json ? RJ_STYLE_DOUBLE : RJ_STYLE_NONE;
    if (value->kind == RJ_KIND_STRING) {
        const rj_splice_string s = string_of(value);
        rj_splice_write_inline(&s, style, in_flow, out);
    } else if (value->kind == RJ_KIND_MAP) {
        for (size_t i = 0; i < value->map.count; i++) {
            const rj_member *m = &value->map.members[i];
            const rj_splice_string key = {.data = m->key, .bytes = m->key_bytes};
            rj_buf_puts(out, i ? ", " : "{");
            rj_splice_write_inline(&key, style, true, out);
            rj_buf_puts(out, ": ");
            write_inline(&m->value, is_json, true, out);
        }
        rj_buf_puts(out, value->map.count ? "}" : "{}");
    } else if (value->kind == RJ_KIND_LIST) {
        for (size_t i = 0; i < value->list.count; i++) {
            rj_buf_puts(out, i ? ", " : "[");
            write_inline(&value->list.items[i], is_json, true, out);
        }
        rj_buf_puts(out, value->list.count ? "]" : "[]");
    } else {
        rj_json_write(value, out);
    }
}

static void write_here(const place *p, bool in_flow) {
    write_inline(p->value, p->o->is_json, in_flow, &p->edit->text);
}

/* As lines. The first one isn't indented when something stands before it. */
static bool write_lines(const place *p, const rj_value *value, size_t column, bool first_too) {
    rj_buf lines = RJ_BUF_INIT;
    if (!rj_yaml_write_escaped(value, &lines, p->err))
        return false;
    const char *text = rj_buf_text(&lines);
    for (size_t i = 0, end; i < lines.bytes; i = end) {
        const char *feed = memchr(text + i, '\n', lines.bytes - i);
        end = feed ? (size_t)(feed - text) + 1 : lines.bytes;
        if (text[i] != '\n' && (i > 0 || first_too))
            rj_buf_fill(&p->edit->text, ' ', column);
        rj_buf_append(&p->edit->text, text + i, end - i);
    }
    const bool ok = rj_buf_ok(&lines) || rj_error_no_memory(p->err);
    rj_buf_free(&lines);
    return ok;
}

static void copy(const place *p, size_t from, size_t to) {
    rj_buf_append(&p->edit->text, p->o->text + from, to - from);
}

static void set_range(const place *p, size_t from, size_t to) {
    p->edit->from = from;
    p->edit->to = to;
}

static bool refuse(const place *p) {
    return rj_error_set(p->err, RJ_ERROR_TYPE,
                        "the layout there is one that only a person can change");
}

/* ---- what is there ---- */

static bool is_block(const rj_outline_node *n) {
    return (n->kind == RJ_OUTLINE_MAP || n->kind == RJ_OUTLINE_LIST) && !n->is_flow;
}

/* Behind what goes away, whole lines when the node takes lines of its own. */
static size_t end_of_old(const place *p) {
    const rj_outline_node *n = node_of(p);
    if (rj_node_is_block_scalar(n))
        return rj_node_block_end(p->o, n, false);
    return is_block(n) ? rj_node_end_of_lines(p->o, (uint32_t)p->node) : n->end;
}

/* Behind the colon of a map's key; SIZE_MAX when there is none. */
static size_t behind_colon(const place *p) {
    const rj_outline *o = p->o;
    size_t i = o->nodes[p->key].end;
    while (i < o->bytes && rj_line_is_blank(o, i, i + 1))
        i++;
    return i < o->bytes && o->text[i] == ':' ? i + 1 : SIZE_MAX;
}

static size_t column_at(const rj_outline *o, size_t i) {
    return i - rj_line_start(o, i);
}

/* The dash of a list's item; SIZE_MAX when other things stand between. */
static size_t dash_of(const rj_outline *o, uint32_t item) {
    size_t i = o->nodes[item].start;
    while (i > 0 && rj_line_is_blank(o, i - 1, i))
        i--;
    return i > 0 && o->text[i - 1] == '-' ? i - 1 : SIZE_MAX;
}

/* ---- setting what is there ---- */

/* The new value stands on the line where the old one began. */
static void replace_by_line(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    size_t from = n->start, rest = n->end;
    const size_t to = end_of_old(p);
    if (is_block(n) && p->key >= 0 && rj_line_start(o, from) > o->nodes[p->key].start) {
        from = behind_colon(p);
        rest = from;
    } else if (rj_node_is_block_scalar(n)) {
        char digit;
        bool keeps;
        rest = rj_node_header_end(o, n, &digit, &keeps);
    }
    set_range(p, from, to);
    if (from > 0 && o->text[from - 1] == ':' && !o->is_json)
        rj_buf_putc(&p->edit->text, ' ');
    write_here(p, parent_of(p)->is_flow);
    if (rest < to) { /* whole lines go: a comment at the end of the first stays */
        if (!is_block(n) || from == rest)
            copy(p, rest, rj_line_end(o, rest));
        rj_buf_putc(&p->edit->text, '\n');
    } else if (is_block(n)) {
        rj_buf_putc(&p->edit->text, '\n');
    }
}

/* The new value stands below the key. */
static bool replace_below_key(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    const size_t colon = behind_colon(p);
    size_t column = rj_node_column(o, p->parent) + (p->value->kind == RJ_KIND_MAP ? INDENT : 0);
    if (colon == SIZE_MAX)
        return refuse(p);
    if (is_block(n) && rj_line_start(o, n->start) > colon) {
        if (n->kind == RJ_OUTLINE_MAP || p->value->kind == RJ_KIND_LIST)
            column = column_at(o, o->nodes[p->node + 1].start);
        if (n->kind == RJ_OUTLINE_LIST && p->value->kind == RJ_KIND_LIST) {
            const size_t dash = dash_of(o, (uint32_t)p->node + 1);
            if (dash == SIZE_MAX)
                return refuse(p);
            column = column_at(o, dash);
        }
        set_range(p, rj_line_start(o, n->start), end_of_old(p));
        return write_lines(p, p->value, column, true);
    }
    size_t rest = n->end, to = rj_line_next(o, n->end);
    if (rj_node_is_block_scalar(n)) {
        char digit;
        bool keeps;
        rest = rj_node_header_end(o, n, &digit, &keeps);
        to = end_of_old(p);
    }
    set_range(p, colon, to);
    if (rj_line_is_blank(o, rest, rj_line_end(o, rest)))
        rest = rj_line_end(o, rest);
    copy(p, rest, rj_line_end(o, rest));
    rj_buf_putc(&p->edit->text, '\n');
    return write_lines(p, p->value, column, true);
}

/* The new value begins behind the dash. */
static bool replace_behind_dash(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p);
    const size_t dash = dash_of(o, (uint32_t)p->node), to = end_of_old(p);
    if (dash == SIZE_MAX)
        return refuse(p);
    const size_t end = is_block(n) || rj_node_is_block_scalar(n) ? to : rj_line_next(o, to);
    if (end != to && !rj_line_is_blank(o, to, rj_line_end(o, to))) {
        replace_by_line(p);
        return true;
    }
    set_range(p, dash + 1, end);
    rj_buf_putc(&p->edit->text, ' ');
    return write_lines(p, p->value, column_at(o, dash) + INDENT, false);
}

/* Anchors are names for others; an alias is what others have. */
static bool is_tied(const rj_outline *o, uint32_t node) {
    for (uint32_t i = node; i < o->nodes[node].next; i++) {
        const rj_outline_node *n = &o->nodes[i];
        if (n->kind == RJ_OUTLINE_ALIAS ||
            (!o->is_json && memchr(o->text + n->start, '&', n->content - n->start)))
            return true;
    }
    return false;
}

static bool refuse_tie(const place *p) {
    return rj_error_set(p->err, RJ_ERROR_TYPE,
                        "an anchor, an alias or a merge key ties the place to others");
}

static bool set_there(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p), *parent = parent_of(p);
    const bool stays_flow = n->is_flow && n->next > (uint32_t)p->node + 1;
    if (is_tied(o, (uint32_t)p->node))
        return refuse_tie(p);
    if (p->value->kind == RJ_KIND_STRING && n->kind == RJ_OUTLINE_SCALAR &&
        n->start == n->content) {
        const rj_splice_string s = string_of(p->value);
        return rj_splice_make_edit(o, p->path, &s, p->quoted, p->edit, p->err);
    }
    if (o->is_json || parent->is_flow || stays_flow || !is_filled(p->value))
        replace_by_line(p);
    else
        return parent->kind == RJ_OUTLINE_MAP ? replace_below_key(p) : replace_behind_dash(p);
    return true;
}

/* ---- adding ---- */

static uint32_t last_child(const rj_outline *o, uint32_t node) {
    uint32_t last = node + 1;
    for (uint32_t i = last; i < o->nodes[node].next; i = o->nodes[i].next)
        last = i;
    return last;
}

/* What stands before the last child of a node in brackets, and in a map between key and value. */
static void add_in_flow(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = parent_of(p);
    rj_buf *text = &p->edit->text;
    const bool is_map = n->kind == RJ_OUTLINE_MAP, is_empty = n->next == p->parent + 1;
    size_t at = n->content + 1, lead = at;
    if (!is_empty) {
        const uint32_t last = last_child(o, p->parent);
        at = o->nodes[last].end;
        lead = o->nodes[is_map ? last - 1 : last].start;
        if (is_map) /* the last key: its value is what comes last */
            for (uint32_t i = p->parent + 1; i < n->next; i = o->nodes[o->nodes[i].next].next)
                lead = o->nodes[i].start;
    }
    size_t from = lead;
    while (from > n->content + 1 && rj_line_is_space(o, from - 1, from))
        from--;
    size_t comma = at;
    while (rj_line_is_space(o, comma, comma + 1))
        comma++;
    const bool has_comma = !is_empty && o->text[comma] == ',';
    at = has_comma ? comma + 1 : at;
    set_range(p, at, at);
    if (!is_empty && !has_comma)
        rj_buf_putc(text, ',');
    if (from < lead)
        copy(p, from, lead);
    else if (!is_empty)
        rj_buf_putc(text, ' ');
    if (is_map) {
        const rj_splice_string key = {.data = p->name, .bytes = strlen(p->name)};
        rj_splice_write_inline(&key, o->is_json ? RJ_STYLE_DOUBLE : RJ_STYLE_NONE, true, text);
        rj_buf_puts(text, ": ");
    }
    write_here(p, true);
}

static bool add_lines(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = parent_of(p);
    const size_t at = rj_node_end_of_lines(o, p->parent);
    set_range(p, at, at);
    if (n->kind == RJ_OUTLINE_LIST) {
        const size_t dash = dash_of(o, last_child(o, p->parent));
        const rj_value list = rj_value_list(p->value, 1);
        return dash == SIZE_MAX ? refuse(p) : write_lines(p, &list, column_at(o, dash), true);
    }
    const rj_member member = {.key = p->name, .key_bytes = strlen(p->name), .value = *p->value};
    const rj_value map = rj_value_map(&member, 1);
    return write_lines(p, &map, rj_node_column(o, p->parent), true);
}

static bool add(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = parent_of(p);
    if (n->kind != RJ_OUTLINE_MAP && n->kind != RJ_OUTLINE_LIST)
        return n->kind == RJ_OUTLINE_ALIAS ? refuse_tie(p) : refuse(p);
    if (n->kind == RJ_OUTLINE_MAP && rj_outline_find_key(o, p->parent, "<<", 2) >= 0)
        return refuse_tie(p);
    if (!o->is_json && memchr(o->text + n->start, '&', n->content - n->start))
        return refuse_tie(p);
    if (!n->is_flow)
        return add_lines(p);
    add_in_flow(p);
    return true;
}

/* ---- removing ---- */

static bool remove_from_brackets(const place *p) {
    const rj_outline *o = p->o;
    const rj_outline_node *n = node_of(p), *list = parent_of(p);
    if (n->next < list->next) {
        set_range(p, n->start, o->nodes[n->next].start);
        return true;
    }
    uint32_t before = p->parent + 1;
    if (before == (uint32_t)p->node)
        return refuse(p);
    while (o->nodes[before].next != (uint32_t)p->node)
        before = o->nodes[before].next;
    set_range(p, o->nodes[before].end, n->end);
    return true;
}

static bool remove_item(const place *p) {
    const rj_outline *o = p->o;
    if (is_tied(o, (uint32_t)p->node))
        return refuse_tie(p);
    if (parent_of(p)->is_flow)
        return remove_from_brackets(p);
    const size_t dash = dash_of(o, (uint32_t)p->node);
    if (dash == SIZE_MAX || !rj_line_is_blank(o, rj_line_start(o, dash), dash) ||
        parent_of(p)->next == p->parent + 2)
        return refuse(p);
    set_range(p, rj_line_start(o, dash), rj_node_end_of_lines(o, (uint32_t)p->node));
    return true;
}

/* ---- the way there ---- */

/* Of a map's value the key stands right before it; false when it isn't there. */
static bool find_child(const rj_outline *o, uint32_t node, const char *key, int64_t *key_node,
                       int64_t *out) {
    const bool is_map = o->nodes[node].kind == RJ_OUTLINE_MAP;
    *key_node = *out = RJ_OUTLINE_NOTHING;
    if (is_map)
        *key_node = rj_outline_find_key(o, node, key, strlen(key));
    if (is_map && *key_node >= 0)
        *out = *key_node + 1;
    else if (o->nodes[node].kind == RJ_OUTLINE_LIST)
        *out = rj_outline_find_item(o, node, rj_splice_item_of(key));
    return *out >= 0;
}

bool rj_splice_make_value_edit(const rj_outline *outline, const rj_splice_path *path,
                               const rj_value *value, bool quoted, rj_text_edit *edit,
                               rj_error *err) {
    place p = {.o = outline,
               .node = 0,
               .value = value,
               .path = path,
               .quoted = quoted,
               .edit = edit,
               .err = err};
    if (!outline->count || !path->count)
        return rj_error_set(err, RJ_ERROR_TYPE, "there is nothing in the document");
    for (size_t i = 0; i < path->count; i++) {
        p.parent = (uint32_t)p.node;
        p.name = path->keys[i];
        if (!find_child(outline, p.parent, p.name, &p.key, &p.node) && i + 1 < path->count)
            return refuse_tie(&p);
    }
    bool ok;
    if (p.node < 0)
        ok = value ? add(&p) : refuse_tie(&p);
    else if (value)
        ok = set_there(&p);
    else if (parent_of(&p)->kind == RJ_OUTLINE_LIST)
        ok = remove_item(&p);
    else
        ok = is_tied(outline, (uint32_t)p.node)
                 ? refuse_tie(&p)
                 : rj_splice_make_edit(outline, path, NULL, false, edit, err);
    return ok && (rj_buf_ok(&edit->text) || rj_error_no_memory(err));
}
