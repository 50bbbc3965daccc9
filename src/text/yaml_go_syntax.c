/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes as Go's %#v prints the values that the reference makes of them. Some of its messages show
 * such texts. Only called after the nodes have been visited without error. */
#include "text/yaml_chunk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/number.h"
#include "rjinterp/utf8.h"

enum {
    /* Deeper levels are left out of a message that nobody could read anyway. */
    DEEPEST_LEVEL = 1000,
    WHOLE_NUMBER_EXPONENT = 6
};

typedef struct pair {
    rj_scalar key;
    const char *text; /* of a key that is a string */
    size_t bytes;
    uint32_t value;
    size_t order; /* of equal keys the last one stays */
} pair;

typedef struct printer {
    const rj_yaml_chunk *chunk;
    rj_buf *out;
} printer;

static uint32_t target_of(const rj_yaml_chunk *chunk, uint32_t index) {
    const rj_yaml_node *node = rj_yaml_node_at(chunk, index);
    return node->kind == RJ_YAML_ALIAS ? rj_yaml_anchor_at(chunk, node->anchor)->node : index;
}

static void print_scalar(const rj_scalar *scalar, const char *text, size_t bytes, bool is_nested,
                         rj_buf *out) {
    char number[RJ_DOUBLE_TEXT_BYTES];
    switch (scalar->kind) {
    case RJ_SCALAR_NULL:
        rj_buf_puts(out, is_nested ? "interface {}(nil)" : "<nil>");
        break;
    case RJ_SCALAR_BOOL:
        rj_buf_puts(out, scalar->boolean ? "true" : "false");
        break;
    case RJ_SCALAR_INT:
        rj_buf_printf(out, "%" PRId64, scalar->i64);
        break;
    case RJ_SCALAR_UINT:
        rj_buf_printf(out, "0x%" PRIx64, scalar->u64);
        break;
    case RJ_SCALAR_FLOAT:
        rj_buf_append(out, number, rj_number_format_g(scalar->f64, WHOLE_NUMBER_EXPONENT, number));
        break;
    case RJ_SCALAR_TIMESTAMP:
    case RJ_SCALAR_STRING:
        rj_go_quote(text, bytes, out);
        break;
    }
}

/* ---- maps ---- */

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_keys(const void *left, const void *right) {
    const pair *a = left, *b = right;
    int order = (a->key.kind > b->key.kind) - (a->key.kind < b->key.kind);
    if (order)
        return order;
    switch (a->key.kind) {
    case RJ_SCALAR_NULL:
        return 0;
    case RJ_SCALAR_BOOL:
        return a->key.boolean - b->key.boolean;
    case RJ_SCALAR_INT:
        return (a->key.i64 > b->key.i64) - (a->key.i64 < b->key.i64);
    case RJ_SCALAR_UINT:
        return (a->key.u64 > b->key.u64) - (a->key.u64 < b->key.u64);
    case RJ_SCALAR_FLOAT:
        return compare_numbers(a->key.f64, b->key.f64);
    case RJ_SCALAR_TIMESTAMP:
    case RJ_SCALAR_STRING:
        break;
    }
    return rj_key_compare(a->text, a->bytes, b->text, b->bytes);
}

static int compare_pairs(const void *left, const void *right) {
    const pair *a = left, *b = right;
    int order = compare_keys(a, b);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static void gather_map(const printer *p, uint32_t map, rj_buf *pairs, int level);

static void gather_merge(const printer *p, uint32_t merged, rj_buf *pairs, int level) {
    const rj_yaml_node *node = rj_yaml_node_at(p->chunk, target_of(p->chunk, merged));
    if (node->kind == RJ_YAML_MAP) {
        gather_map(p, target_of(p->chunk, merged), pairs, level + 1);
        return;
    }
    uint32_t *maps = rj_arena_calloc(p->chunk->arena, node->size + 1, sizeof *maps);
    size_t count = 0;
    for (uint32_t i = merged + 1; maps && i < node->next; i = rj_yaml_node_at(p->chunk, i)->next)
        maps[count++] = i;
    while (count > 0)
        gather_map(p, target_of(p->chunk, maps[--count]), pairs, level + 1);
}

static void gather_map(const printer *p, uint32_t map, rj_buf *pairs, int level) {
    const rj_yaml_node *node = rj_yaml_node_at(p->chunk, map);
    if (level > DEEPEST_LEVEL)
        return;
    for (uint32_t i = map + 1; i < node->next;) {
        const rj_yaml_node *key = rj_yaml_node_at(p->chunk, target_of(p->chunk, i));
        bool is_merge = rj_yaml_node_at(p->chunk, i)->is_merge;
        uint32_t value = rj_yaml_node_at(p->chunk, i)->next;
        i = rj_yaml_node_at(p->chunk, value)->next;
        if (is_merge) {
            gather_merge(p, value, pairs, level);
            continue;
        }
        pair fresh = {.value = value, .order = pairs->bytes};
        if (key->kind == RJ_YAML_SCALAR &&
            rj_yaml_scalar(p->chunk, key, &fresh.key, &fresh.text, &fresh.bytes))
            rj_buf_append(pairs, (const char *)&fresh, sizeof fresh);
    }
}

static void print_node(const printer *p, uint32_t index, int level);

static void print_map(const printer *p, uint32_t index, int level) {
    rj_buf gathered = RJ_BUF_INIT;
    gather_map(p, index, &gathered, 0);
    pair *pairs = (pair *)(void *)gathered.data;
    size_t count = gathered.bytes / sizeof *pairs;
    if (count)
        qsort(pairs, count, sizeof *pairs, compare_pairs);
    rj_buf_puts(p->out, "map[interface {}]interface {}{");
    const char *separator = "";
    for (size_t i = 0; i < count && rj_buf_ok(p->out); i++) {
        if (i + 1 < count && compare_keys(&pairs[i], &pairs[i + 1]) == 0)
            continue;
        rj_buf_puts(p->out, separator);
        print_scalar(&pairs[i].key, pairs[i].text, pairs[i].bytes, true, p->out);
        rj_buf_putc(p->out, ':');
        print_node(p, pairs[i].value, level + 1);
        separator = ", ";
    }
    rj_buf_putc(p->out, '}');
    rj_buf_free(&gathered);
}

static void print_list(const printer *p, uint32_t index, int level) {
    const rj_yaml_node *node = rj_yaml_node_at(p->chunk, index);
    rj_buf_puts(p->out, "[]interface {}{");
    for (uint32_t i = index + 1; i < node->next && rj_buf_ok(p->out);
         i = rj_yaml_node_at(p->chunk, i)->next) {
        if (i > index + 1)
            rj_buf_puts(p->out, ", ");
        print_node(p, i, level + 1);
    }
    rj_buf_putc(p->out, '}');
}

static void print_node(const printer *p, uint32_t index, int level) {
    rj_scalar scalar;
    const char *text;
    size_t bytes;
    index = target_of(p->chunk, index);
    const rj_yaml_node *node = rj_yaml_node_at(p->chunk, index);
    if (level > DEEPEST_LEVEL)
        rj_buf_puts(p->out, "...");
    else if (node->kind == RJ_YAML_MAP)
        print_map(p, index, level);
    else if (node->kind == RJ_YAML_LIST)
        print_list(p, index, level);
    else if (rj_yaml_scalar(p->chunk, node, &scalar, &text, &bytes))
        print_scalar(&scalar, text, bytes, level > 0, p->out);
}

void rj_yaml_go_syntax(const rj_yaml_chunk *chunk, uint32_t node, rj_buf *out) {
    print_node(&(printer){.chunk = chunk, .out = out}, node, 0);
}
