/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_chunk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <yaml.h>

#include "rjinterp/yaml.h"
#include "text/yaml_dialect.h"
#include "text/yaml_style.h"

enum {
    /* The reference looks through this much for forbidden characters at a time; which of two
     * errors is found first depends on it. */
    READ_BLOCK_BYTES = 512,
    FIRST_NAME_SLOTS = 64
};

/* libyaml's marks count characters of what it was fed; this finds the byte and the place in the
 * file for them on its way through the text. */
typedef struct tracker {
    size_t index;     /* character */
    size_t offset;    /* byte */
    size_t insertion; /* the next one ahead */
    rj_position at;
} tracker;

typedef struct open_node {
    uint32_t node;
    bool is_flow;
} open_node;

typedef struct composer {
    rj_yaml_chunk *chunk;
    rj_yaml_dialect input; /* what libyaml reads */
    size_t fed_bytes;
    size_t block_bytes; /* of fed_bytes, in the reference's current block */
    yaml_parser_t parser;
    tracker here;
    rj_position at; /* of the event being taken */
    size_t depth, flow_depth;
    bool ended;
} composer;

/* ---- places ---- */

static tracker first_place(const composer *c) {
    return (tracker){.at = {.line = c->chunk->first_line, .column = 1}};
}

/* Whether the byte that the tracker stands on was put there for libyaml only. */
static bool is_inserted(const composer *c, tracker *t) {
    const rj_yaml_dialect *input = &c->input;
    if (!input->insertion_count)
        return false;
    while (t->insertion < input->insertion_count &&
           t->offset >=
               input->insertions[t->insertion].offset + input->insertions[t->insertion].bytes)
        t->insertion++;
    return t->insertion < input->insertion_count &&
           t->offset >= input->insertions[t->insertion].offset;
}

static void step(const composer *c, tracker *t) {
    bool is_ours = is_inserted(c, t);
    unsigned char byte = (unsigned char)c->input.text[t->offset++];
    bool starts_character = byte < 0x80 || byte >= 0xC0;
    t->index += starts_character;
    if (is_ours)
        return;
    if (byte == '\n') {
        t->at.line++;
        t->at.column = 1;
    } else {
        t->at.column += starts_character;
    }
}

/* Stands on the first byte of the character. */
static void move_to_index(const composer *c, tracker *t, size_t index) {
    while (t->offset < c->input.bytes) {
        unsigned char next = (unsigned char)c->input.text[t->offset];
        if (t->index >= index && (next < 0x80 || next >= 0xC0))
            return;
        step(c, t);
    }
}

static void move_to_offset(const composer *c, tracker *t, size_t offset) {
    while (t->offset < offset && t->offset < c->input.bytes)
        step(c, t);
}

/* Errors may lie behind what was already delivered. */
static rj_position place_of_error(const composer *c, size_t index) {
    tracker t = index >= c->here.index ? c->here : first_place(c);
    move_to_index(c, &t, index);
    return t.at;
}

/* ---- errors ---- */

bool rj_yaml_fail(const rj_yaml_chunk *chunk, rj_position at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    rj_error_vset(chunk->err, RJ_ERROR_SYNTAX, format, args);
    va_end(args);
    rj_error_prefix(chunk->err, "yaml: ");
    rj_error_locate(chunk->err, NULL, at);
    return false;
}

/* @p line as the reference's message has it; 0: it names none. */
static bool fail_at(const composer *c, rj_error_code code, size_t line, rj_position at,
                    const char *problem) {
    rj_error_set(c->chunk->err, code, "%s", problem);
    if (line)
        rj_error_prefix(c->chunk->err, "yaml: line %zu: ", line);
    else
        rj_error_prefix(c->chunk->err, "yaml: ");
    rj_error_locate(c->chunk->err, NULL, at);
    return false;
}

/* 0-based lines of parser errors pass for 1-based ones in the reference's messages. */
static size_t message_line(const yaml_parser_t *p) {
    if (p->problem_mark.line)
        return p->problem_mark.line + (p->error == YAML_SCANNER_ERROR);
    return p->context_mark.line;
}

static bool fail_from_libyaml(const composer *c) {
    const yaml_parser_t *p = &c->parser;
    if (p->error == YAML_MEMORY_ERROR)
        return rj_error_no_memory(c->chunk->err);
    const char *problem = p->problem ? p->problem : "unknown problem parsing YAML content";
    if (p->error == YAML_READER_ERROR) {
        tracker t = first_place(c);
        move_to_offset(c, &t, p->problem_offset);
        return fail_at(c, RJ_ERROR_SYNTAX, 0, t.at, problem);
    }
    return fail_at(c, RJ_ERROR_SYNTAX, message_line(p), place_of_error(c, p->problem_mark.index),
                   problem);
}

/* The reference counts this in its scanner, and so names lines as for scanner errors. */
static bool fail_depth(const composer *c, yaml_mark_t mark) {
    char problem[64];
    snprintf(problem, sizeof problem, "exceeded max depth of %u", c->chunk->limits->max_depth);
    fail_at(c, RJ_ERROR_LIMIT, mark.line ? mark.line + 1 : 0, c->at, problem);
    rj_error_name_limit(c->chunk->err, RJ_LIMIT_DEPTH);
    return false;
}

/* ---- input ---- */

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Blocks end where the reference's do: it fills 512 bytes, keeps a character that was cut at the
 * end, and fills up behind that. */
static int feed(void *ctx, unsigned char *into, size_t bytes, size_t *fed) {
    composer *c = ctx;
    const rj_yaml_dialect *input = &c->input;
    size_t block = READ_BLOCK_BYTES - c->block_bytes, left = input->bytes - c->fed_bytes;
    if (block > left)
        block = left;
    if (block > bytes)
        block = bytes;
    memcpy(into, input->text + c->fed_bytes, block);
    c->fed_bytes += block;
    *fed = block;
    c->block_bytes = 0;
    if (c->fed_bytes < input->bytes && is_continuation(input->text[c->fed_bytes])) {
        size_t start = c->fed_bytes;
        while (start > 0 && is_continuation(input->text[start]))
            start--;
        c->block_bytes = c->fed_bytes - start;
    }
    return 1;
}

/* ---- anchors ---- */

static uint32_t *name_slots(const rj_yaml_chunk *chunk, size_t *count) {
    *count = chunk->names.bytes / sizeof(uint32_t);
    return (uint32_t *)(void *)chunk->names.data;
}

/* The seed keeps names that collide on purpose from doing so here. */
static size_t hash_name(const rj_yaml_chunk *chunk, const char *name, size_t bytes) {
    uint64_t hash = UINT64_C(14695981039346656037) ^ (uint64_t)(uintptr_t)chunk->arena;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

/* The slot that holds the name, or the empty one where it belongs. There is at least one slot. */
static uint32_t *find_slot(const rj_yaml_chunk *chunk, const char *name, size_t bytes) {
    size_t count;
    uint32_t *slots = name_slots(chunk, &count);
    for (size_t i = hash_name(chunk, name, bytes);; i++) {
        uint32_t *slot = &slots[i & (count - 1)];
        if (!*slot)
            return slot;
        const rj_yaml_anchor *anchor = rj_yaml_anchor_at(chunk, *slot - 1);
        if (anchor->name_bytes == bytes && memcmp(anchor->name, name, bytes) == 0)
            return slot;
    }
}

static bool make_name_slots(rj_yaml_chunk *chunk, size_t count) {
    rj_buf_reset(&chunk->names);
    rj_buf_fill(&chunk->names, '\0', count * sizeof(uint32_t));
    if (!rj_buf_ok(&chunk->names))
        return rj_error_no_memory(chunk->err);
    size_t anchors = chunk->anchors.bytes / sizeof(rj_yaml_anchor);
    for (uint32_t i = 0; i < anchors; i++) {
        const rj_yaml_anchor *anchor = rj_yaml_anchor_at(chunk, i);
        *find_slot(chunk, anchor->name, anchor->name_bytes) = i + 1;
    }
    return true;
}

/* Of equal names the one defined last counts for aliases that follow. */
static bool define_anchor(rj_yaml_chunk *chunk, const char *name, uint32_t node, uint32_t *out) {
    size_t count, anchors = chunk->anchors.bytes / sizeof(rj_yaml_anchor);
    name_slots(chunk, &count);
    if (anchors * 2 >= count && !make_name_slots(chunk, count ? count * 2 : FIRST_NAME_SLOTS))
        return false;
    rj_yaml_anchor fresh = {.name_bytes = strlen(name), .node = node};
    fresh.name = rj_arena_copy(chunk->arena, name, fresh.name_bytes);
    rj_buf_append(&chunk->anchors, (const char *)&fresh, sizeof fresh);
    if (!fresh.name || !rj_buf_ok(&chunk->anchors))
        return rj_error_no_memory(chunk->err);
    *out = (uint32_t)anchors;
    *find_slot(chunk, name, fresh.name_bytes) = *out + 1;
    return true;
}

static bool find_anchor(const rj_yaml_chunk *chunk, const char *name, uint32_t *out) {
    if (!chunk->names.bytes)
        return false;
    uint32_t slot = *find_slot(chunk, name, strlen(name));
    *out = slot - 1;
    return slot != 0;
}

/* ---- nodes ---- */

static size_t node_count(const rj_yaml_chunk *chunk) {
    return chunk->nodes.bytes / sizeof(rj_yaml_node);
}

static open_node *innermost(const composer *c) {
    return c->depth ? (open_node *)(void *)c->chunk->open.data + (c->depth - 1) : NULL;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Steps over anchor, tag and what separates them from the content that follows. */
static void skip_properties(composer *c, bool *has_tag) {
    const char *text = c->input.text;
    size_t i = c->here.offset, end = c->input.bytes;
    while (i < end && (text[i] == '&' || text[i] == '!')) {
        *has_tag |= text[i] == '!';
        while (i < end && !is_blank(text[i]))
            i++;
        while (i < end && (is_blank(text[i]) || text[i] == '#')) {
            if (text[i] == '#')
                while (i < end && text[i] != '\n')
                    i++;
            else
                i++;
        }
    }
    move_to_offset(c, &c->here, i);
    c->at = c->here.at;
}

/* Moves the tracker up to an event and c->at to the content behind its properties. */
static void find_content(composer *c, const yaml_event_t *event, bool *has_tag) {
    if (event->start_mark.index > c->here.index)
        move_to_index(c, &c->here, event->start_mark.index);
    skip_properties(c, has_tag);
}

static bool fail_node_count(const composer *c) {
    rj_error_set(c->chunk->err, RJ_ERROR_LIMIT, "more values in one document than the limit of %zu",
                 c->chunk->limits->max_nodes);
    rj_error_name_limit(c->chunk->err, RJ_LIMIT_NODES);
    rj_error_locate(c->chunk->err, NULL, c->at);
    return false;
}

/* A new node at c->at; NULL on failure. The pointer is good until the next one is added. */
static rj_yaml_node *add_node(composer *c, rj_yaml_kind kind, const yaml_char_t *anchor) {
    rj_yaml_chunk *chunk = c->chunk;
    size_t index = node_count(chunk);
    if (index >= chunk->limits->max_nodes || index >= UINT32_MAX - 1) {
        fail_node_count(c);
        return NULL;
    }
    if (chunk->nodes.capacity - chunk->nodes.bytes <= sizeof(rj_yaml_node) &&
        !rj_buf_reserve(&chunk->nodes, sizeof(rj_yaml_node))) {
        rj_error_no_memory(chunk->err);
        return NULL;
    }
    rj_yaml_node *node = rj_yaml_node_at(chunk, (uint32_t)index);
    *node = (rj_yaml_node){.kind = (uint8_t)kind,
                           .next = (uint32_t)index + 1,
                           .anchor = RJ_YAML_NO_ANCHOR,
                           .at = c->at};
    chunk->nodes.bytes += sizeof *node;
    if (anchor && !define_anchor(chunk, (const char *)anchor, (uint32_t)index, &node->anchor))
        return NULL;
    if (c->depth)
        rj_yaml_node_at(chunk, innermost(c)->node)->size++;
    return node;
}

static bool open_collection(composer *c, const yaml_event_t *event) {
    bool is_map = event->type == YAML_MAPPING_START_EVENT, has_tag = false;
    const yaml_char_t *anchor =
        is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const yaml_char_t *tag =
        is_map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    bool is_flow = is_map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                          : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    if (c->depth >= c->chunk->limits->max_depth)
        return fail_depth(c, event->start_mark);
    if (anchor || tag)
        find_content(c, event, &has_tag);
    open_node open = {.node = (uint32_t)node_count(c->chunk), .is_flow = is_flow};
    if (!add_node(c, is_map ? RJ_YAML_MAP : RJ_YAML_LIST, anchor))
        return false;
    rj_buf_append(&c->chunk->open, (const char *)&open, sizeof open);
    if (!rj_buf_ok(&c->chunk->open))
        return rj_error_no_memory(c->chunk->err);
    c->depth++;
    c->flow_depth += is_flow;
    return true;
}

static void close_collection(composer *c) {
    const open_node *open = innermost(c);
    rj_yaml_node_at(c->chunk, open->node)->next = (uint32_t)node_count(c->chunk);
    c->flow_depth -= open->is_flow;
    c->depth--;
    c->chunk->open.bytes -= sizeof *open;
}

static rj_yaml_tag tag_of(const char *tag) {
    static const struct {
        const char *name;
        rj_yaml_tag tag;
    } known[] = {{YAML_NULL_TAG, RJ_YAML_TAG_NULL},
                 {YAML_BOOL_TAG, RJ_YAML_TAG_BOOL},
                 {YAML_INT_TAG, RJ_YAML_TAG_INT},
                 {YAML_FLOAT_TAG, RJ_YAML_TAG_FLOAT},
                 {YAML_TIMESTAMP_TAG, RJ_YAML_TAG_TIMESTAMP},
                 {"tag:yaml.org,2002:binary", RJ_YAML_TAG_BINARY}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(tag, known[i].name) == 0)
            return known[i].tag;
    return RJ_YAML_TAG_STRING;
}

static bool add_scalar(composer *c, const yaml_event_t *event) {
    const char *value = (const char *)event->data.scalar.value;
    const char *tag = (const char *)event->data.scalar.tag;
    const yaml_char_t *anchor = event->data.scalar.anchor;
    size_t bytes = event->data.scalar.length;
    rj_style style = rj_yaml_style_of(event->data.scalar.style);
    bool is_plain = event->data.scalar.plain_implicit != 0, has_tag = tag != NULL;
    bool is_empty = !bytes && style == RJ_STYLE_PLAIN;
    /* libyaml keeps a lone "!" to itself. */
    if ((anchor || tag || c->input.has_tags) && !is_empty)
        find_content(c, event, &has_tag);
    if (style == RJ_STYLE_SINGLE && is_inserted(c, &c->here))
        style = RJ_STYLE_PLAIN;
    rj_yaml_node *node = add_node(c, RJ_YAML_SCALAR, anchor);
    if (!node)
        return false;
    node->style = (uint8_t)style;
    node->size = (uint32_t)bytes;
    node->text = rj_arena_copy(c->chunk->arena, value, bytes);
    if (!node->text)
        return rj_error_no_memory(c->chunk->err);
    if (tag)
        node->tag = (uint8_t)tag_of(tag);
    else if (!is_plain || has_tag)
        node->tag = RJ_YAML_TAG_STRING;
    node->is_merge = bytes == 2 && memcmp(value, "<<", 2) == 0 &&
                     (is_plain || (tag && strcmp(tag, "tag:yaml.org,2002:merge") == 0));
    return true;
}

static bool add_alias(composer *c, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    uint32_t anchor;
    if (!find_anchor(c->chunk, name, &anchor))
        return rj_yaml_fail(c->chunk, c->at, "unknown anchor '%s' referenced", name);
    rj_yaml_node *node = add_node(c, RJ_YAML_ALIAS, NULL);
    if (node)
        node->anchor = anchor;
    return node != NULL;
}

/* libyaml visits every open flow collection for every token. Without a bound on that, a document of
 * a few megabytes could keep it busy for hours. */
static bool spend_flow_budget(composer *c) {
    uint64_t *budget = c->chunk->flow_budget;
    if (*budget < c->flow_depth) {
        rj_error_set(c->chunk->err, RJ_ERROR_LIMIT,
                     "flow collections are nested too deeply for a document of %zu bytes",
                     c->chunk->bytes);
        rj_error_locate(c->chunk->err, NULL, c->at);
        return false;
    }
    *budget -= c->flow_depth;
    return true;
}

/* Mostly libyaml's own marks will do. */
static void locate_event(composer *c, const yaml_event_t *event) {
    if (c->input.has_plain_marks) {
        c->at = (rj_position){.line = c->chunk->first_line + (uint32_t)event->start_mark.line,
                              .column = (uint32_t)event->start_mark.column + 1};
        return;
    }
    if (event->start_mark.index > c->here.index)
        move_to_index(c, &c->here, event->start_mark.index);
    c->at = c->here.at;
}

static bool take_event(composer *c, const yaml_event_t *event) {
    locate_event(c, event);
    if (!spend_flow_budget(c))
        return false;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return add_scalar(c, event);
    case YAML_ALIAS_EVENT:
        return add_alias(c, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return open_collection(c, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_collection(c);
        return true;
    case YAML_DOCUMENT_END_EVENT:
    case YAML_STREAM_END_EVENT:
        c->ended = true;
        return true;
    default:
        return true;
    }
}

static bool take_events(composer *c) {
    while (!c->ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&c->parser, &event))
            return fail_from_libyaml(c);
        bool good = take_event(c, &event);
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    return true;
}

bool rj_yaml_compose(rj_yaml_chunk *chunk) {
    composer c = {.chunk = chunk};
    rj_buf_reset(&chunk->nodes);
    rj_buf_reset(&chunk->anchors);
    rj_buf_reset(&chunk->names);
    rj_buf_reset(&chunk->open);
    if (!rj_yaml_dialect_apply(chunk->text, chunk->bytes, &c.input))
        return rj_error_no_memory(chunk->err);
    if (!yaml_parser_initialize(&c.parser)) {
        rj_yaml_dialect_free(&c.input);
        return rj_error_no_memory(chunk->err);
    }
    c.here = first_place(&c);
    c.block_bytes = c.input.bom_bytes;
    yaml_parser_set_encoding(&c.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input(&c.parser, feed, &c);
    bool good = take_events(&c);
    yaml_parser_delete(&c.parser);
    rj_yaml_dialect_free(&c.input);
    return good;
}

void rj_yaml_chunk_clear(rj_yaml_chunk *chunk) {
    rj_buf_free(&chunk->nodes);
    rj_buf_free(&chunk->anchors);
    rj_buf_free(&chunk->names);
    rj_buf_free(&chunk->open);
}

const char *rj_yaml_library_version(void) {
    return yaml_get_version_string();
}
