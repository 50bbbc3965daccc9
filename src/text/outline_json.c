/* SPDX-License-Identifier: Apache-2.0 */
/* The outline of JSON text that was read before: only brackets, quotes and what separates values
 * have to be told apart. */
#include "text/outline.h"

#include <string.h>

#include "rjinterp/json.h"

typedef struct drawer {
    const char *text;
    size_t bytes;
    size_t i;
    rj_buf *nodes; /* of rj_outline_node */
    rj_buf open;   /* of uint32_t */
} drawer;

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
}

static uint32_t node_count(const drawer *d) {
    return (uint32_t)(d->nodes->bytes / sizeof(rj_outline_node));
}

static void add_node(drawer *d, rj_outline_node node) {
    node.next = node_count(d) + 1;
    node.content = node.start;
    rj_buf_append(d->nodes, (const char *)&node, sizeof node);
}

static void open_collection(drawer *d) {
    uint32_t index = node_count(d);
    bool is_map = d->text[d->i] == '{';
    add_node(d, (rj_outline_node){.kind = is_map ? RJ_OUTLINE_MAP : RJ_OUTLINE_LIST,
                                  .is_flow = true,
                                  .start = d->i++});
    rj_buf_append(&d->open, (const char *)&index, sizeof index);
}

static void close_collection(drawer *d) {
    uint32_t index;
    d->open.bytes -= sizeof index;
    memcpy(&index, d->open.data + d->open.bytes, sizeof index);
    rj_outline_node *node = (rj_outline_node *)(void *)d->nodes->data + index;
    node->next = node_count(d);
    node->end = ++d->i;
}

static bool take_string(drawer *d, rj_arena *arena, rj_error *err) {
    size_t start = d->i++;
    while (d->i < d->bytes && d->text[d->i] != '"')
        d->i += d->text[d->i] == '\\' ? 2 : 1;
    d->i++;
    rj_value value;
    if (d->i > d->bytes ||
        !rj_json_read(arena, d->text + start, d->i - start, NULL, NULL, &value, err))
        return false;
    add_node(d, (rj_outline_node){.kind = RJ_OUTLINE_SCALAR,
                                  .style = RJ_STYLE_DOUBLE,
                                  .start = start,
                                  .end = d->i,
                                  .text = value.string.data,
                                  .bytes = value.string.bytes});
    return true;
}

/* A number, true, false or null. */
static void take_word(drawer *d) {
    size_t start = d->i;
    while (d->i < d->bytes && !is_separator(d->text[d->i]) && d->text[d->i] != '}' &&
           d->text[d->i] != ']')
        d->i++;
    add_node(d, (rj_outline_node){.kind = RJ_OUTLINE_SCALAR,
                                  .style = RJ_STYLE_PLAIN,
                                  .start = start,
                                  .end = d->i,
                                  .text = d->text + start,
                                  .bytes = d->i - start});
}

static bool take_token(drawer *d, rj_arena *arena, rj_error *err) {
    char c = d->text[d->i];
    if (is_separator(c)) {
        d->i++;
    } else if (c == '{' || c == '[') {
        open_collection(d);
    } else if (c == '}' || c == ']') {
        if (!d->open.bytes)
            return rj_error_set(err, RJ_ERROR_INTERNAL, "a text that was read can't be");
        close_collection(d);
    } else if (c == '"') {
        return take_string(d, arena, err);
    } else {
        take_word(d);
    }
    return (rj_buf_ok(d->nodes) && rj_buf_ok(&d->open)) || rj_error_no_memory(err);
}

bool rj_outline_json(const char *text, size_t bytes, rj_arena *arena, rj_buf *nodes,
                     rj_error *err) {
    drawer d = {.text = text, .bytes = bytes, .nodes = nodes};
    bool good = true;
    while (good && d.i < d.bytes)
        good = take_token(&d, arena, err);
    rj_buf_free(&d.open);
    return good;
}
