/* SPDX-License-Identifier: Apache-2.0 */
#include "text/outline.h"

#include <string.h>

#include <yaml.h>

#include "text/yaml_dialect.h"
#include "text/yaml_style.h"

/* libyaml's marks count characters of what it was fed. */
typedef struct tracker {
    size_t index;  /* character */
    size_t offset; /* byte */
} tracker;

typedef struct drawer {
    rj_yaml_dialect input; /* what libyaml reads */
    yaml_parser_t parser;
    tracker here;
    rj_buf *nodes; /* of rj_outline_node */
    rj_buf open;   /* of uint32_t: the lists and maps that are not ended */
    rj_arena *arena;
    rj_error *err;
    bool ended;
} drawer;

/* ---- places ---- */

static size_t offset_of(drawer *d, size_t index) {
    const char *text = d->input.text;
    while (d->here.index < index && d->here.offset < d->input.bytes) {
        d->here.offset++;
        while (d->here.offset < d->input.bytes &&
               ((unsigned char)text[d->here.offset] & 0xC0) == 0x80)
            d->here.offset++;
        d->here.index++;
    }
    return d->here.offset;
}

/* From the text that libyaml reads to the document's own. */
static size_t own_offset(const drawer *d, size_t offset) {
    const rj_yaml_dialect *input = &d->input;
    size_t inserted = 0;
    for (size_t i = 0; i < input->insertion_count && input->insertions[i].offset < offset; i++) {
        size_t inside = offset - input->insertions[i].offset;
        inserted += inside < input->insertions[i].bytes ? inside : input->insertions[i].bytes;
    }
    return offset - inserted + input->bom_bytes;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Behind anchor, tag and what separates them from the content. */
static size_t skip_properties(const drawer *d, size_t i) {
    const char *text = d->input.text;
    size_t end = d->input.bytes;
    while (i < end && (text[i] == '&' || text[i] == '!')) {
        while (i < end && !is_space(text[i]))
            i++;
        while (i < end && (is_space(text[i]) || text[i] == '#')) {
            if (text[i] == '#')
                while (i < end && text[i] != '\n')
                    i++;
            else
                i++;
        }
    }
    return i;
}

/* ---- nodes ---- */

static uint32_t node_count(const drawer *d) {
    return (uint32_t)(d->nodes->bytes / sizeof(rj_outline_node));
}

static rj_outline_node *node_at(const drawer *d, uint32_t index) {
    return (rj_outline_node *)(void *)d->nodes->data + index;
}

static bool add_node(drawer *d, rj_outline_node node) {
    node.next = node_count(d) + 1;
    rj_buf_append(d->nodes, (const char *)&node, sizeof node);
    return rj_buf_ok(d->nodes) || rj_error_no_memory(d->err);
}

static bool add_scalar(drawer *d, const yaml_event_t *event) {
    size_t start = offset_of(d, event->start_mark.index);
    rj_outline_node node = {.kind = RJ_OUTLINE_SCALAR,
                            .style = (uint8_t)rj_yaml_style_of(event->data.scalar.style),
                            .start = own_offset(d, start),
                            .bytes = event->data.scalar.length};
    bool is_empty = !node.bytes && node.style == RJ_STYLE_PLAIN;
    size_t content = skip_properties(d, start);
    size_t end = offset_of(d, event->end_mark.index);
    node.end = own_offset(d, end);
    if (node.style == RJ_STYLE_SINGLE && d->input.text[content] == '\'' &&
        own_offset(d, content) == own_offset(d, content + 1))
        node.style = RJ_STYLE_PLAIN; /* the quotes are there for libyaml only */
    node.content = is_empty ? node.end : own_offset(d, content);
    node.text =
        rj_arena_copy(d->arena, (const char *)event->data.scalar.value, event->data.scalar.length);
    if (!node.text)
        return rj_error_no_memory(d->err);
    return add_node(d, node);
}

static bool add_alias(drawer *d, const yaml_event_t *event) {
    size_t start = own_offset(d, offset_of(d, event->start_mark.index));
    size_t end = own_offset(d, offset_of(d, event->end_mark.index));
    return add_node(d, (rj_outline_node){
                           .kind = RJ_OUTLINE_ALIAS, .start = start, .content = start, .end = end});
}

static bool open_collection(drawer *d, const yaml_event_t *event) {
    bool is_map = event->type == YAML_MAPPING_START_EVENT;
    bool is_flow = is_map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                          : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    size_t start = offset_of(d, event->start_mark.index);
    rj_outline_node node = {.kind = is_map ? RJ_OUTLINE_MAP : RJ_OUTLINE_LIST,
                            .is_flow = is_flow,
                            .start = own_offset(d, start),
                            .content = own_offset(d, skip_properties(d, start))};
    uint32_t index = node_count(d);
    rj_buf_append(&d->open, (const char *)&index, sizeof index);
    if (!rj_buf_ok(&d->open))
        return rj_error_no_memory(d->err);
    return add_node(d, node);
}

/* A collection without brackets ends where its last child does. */
static void close_collection(drawer *d, const yaml_event_t *event) {
    uint32_t index, count = node_count(d);
    d->open.bytes -= sizeof index;
    memcpy(&index, d->open.data + d->open.bytes, sizeof index);
    rj_outline_node *node = node_at(d, index);
    node->next = count;
    node->end = node->content;
    if (node->is_flow)
        node->end = own_offset(d, offset_of(d, event->end_mark.index));
    else
        for (uint32_t i = index + 1; i < count; i = node_at(d, i)->next)
            node->end = node_at(d, i)->end;
}

static bool take_event(drawer *d, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return add_scalar(d, event);
    case YAML_ALIAS_EVENT:
        return add_alias(d, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return open_collection(d, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_collection(d, event);
        return true;
    case YAML_DOCUMENT_END_EVENT:
    case YAML_STREAM_END_EVENT:
        d->ended = true;
        return true;
    default:
        return true;
    }
}

static bool take_events(drawer *d) {
    while (!d->ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&d->parser, &event))
            return d->parser.error == YAML_MEMORY_ERROR
                       ? rj_error_no_memory(d->err)
                       : rj_error_set(d->err, RJ_ERROR_INTERNAL, "a text that was read can't be");
        bool good = take_event(d, &event);
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    return true;
}

static bool outline_yaml(const rj_document *doc, rj_arena *arena, rj_buf *nodes, rj_error *err) {
    drawer d = {.nodes = nodes, .arena = arena, .err = err};
    if (!rj_yaml_dialect_apply(doc->text, doc->text_bytes, &d.input))
        return rj_error_no_memory(err);
    bool good = yaml_parser_initialize(&d.parser) || rj_error_no_memory(err);
    if (good) {
        yaml_parser_set_encoding(&d.parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&d.parser, (const unsigned char *)d.input.text, d.input.bytes);
        good = take_events(&d);
        yaml_parser_delete(&d.parser);
    }
    rj_buf_free(&d.open);
    rj_yaml_dialect_free(&d.input);
    return good;
}

/* ---- both ---- */

bool rj_outline_make(const rj_document *doc, rj_arena *arena, rj_outline *out, rj_error *err) {
    rj_buf nodes = RJ_BUF_INIT;
    bool good = doc->is_json ? rj_outline_json(doc->text, doc->text_bytes, arena, &nodes, err)
                             : outline_yaml(doc, arena, &nodes, err);
    rj_outline_node *kept = good ? rj_arena_alloc(arena, nodes.bytes + 1) : NULL;
    if (kept) {
        if (nodes.bytes)
            memcpy(kept, nodes.data, nodes.bytes);
        *out = (rj_outline){.text = doc->text,
                            .bytes = doc->text_bytes,
                            .is_json = doc->is_json,
                            .nodes = kept,
                            .count = nodes.bytes / sizeof *kept};
    } else if (good) {
        good = rj_error_no_memory(err);
    }
    rj_buf_free(&nodes);
    return good;
}

int64_t rj_outline_find_key(const rj_outline *o, uint32_t map, const char *key, size_t bytes) {
    int64_t found = RJ_OUTLINE_NOTHING;
    for (uint32_t i = map + 1; i < o->nodes[map].next; i = o->nodes[o->nodes[i].next].next) {
        const rj_outline_node *node = &o->nodes[i];
        if (node->kind == RJ_OUTLINE_SCALAR && node->bytes == bytes &&
            memcmp(node->text, key, bytes) == 0)
            found = i;
    }
    return found;
}

int64_t rj_outline_find_item(const rj_outline *o, uint32_t list, size_t index) {
    for (uint32_t i = list + 1; i < o->nodes[list].next; i = o->nodes[i].next) {
        if (index-- == 0)
            return i;
    }
    return RJ_OUTLINE_NOTHING;
}
