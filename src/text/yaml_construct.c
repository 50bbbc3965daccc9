/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_chunk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rjinterp/number.h"
#include "rjinterp/utf8.h"
#include "text/yaml_fast.h"

/* What the value that is being made will be for the collection above it. */
typedef enum role {
    ROLE_ITEM,
    ROLE_KEY, /* collections as keys: an error, but only once they are whole */
    ROLE_VALUE,
    ROLE_MERGE
} role;

/* A collection under construction: its children go straight into their final place. */
typedef struct frame {
    uint32_t node;
    uint32_t child;     /* next child to be visited */
    uint32_t key;       /* node of the key whose value is being made */
    uint32_t height;    /* of its children so far */
    role role;          /* of the value being made for it */
    bool is_aliased;    /* an alias led here */
    rj_map_builder map; /* of a map: room for all members but those that are merged in */
    rj_list_builder list;
    uint32_t *merges; /* maps of a merge list that are still to come, the next one last */
    size_t merge_count;
    const char *key_text;
    size_t key_bytes;
    uint64_t visits_before, alias_visits_before;
} frame;

typedef struct constructor {
    rj_yaml_chunk *chunk;
    size_t depth;
    size_t alias_depth;
    uint64_t visits, alias_visits;
    rj_value value;        /* the one made last */
    uint32_t value_height; /* its levels: 0 for a scalar */
    bool has_odd_key, has_odd_number;
} constructor;

/* Keys that JSON can't have are kept under texts that no document can hold (not UTF-8), so that
 * they sort and replace each other as keys do; they are reported when the whole document has been
 * made. */
#define NULL_KEY                                                                                   \
    "\xFF"                                                                                         \
    "null"
#define UINT_KEY_PREFIX                                                                            \
    "\xFF"                                                                                         \
    "uint"

static bool is_odd_key(const char *key) {
    return (unsigned char)key[0] == 0xFF;
}

/* ---- scalars ---- */

static int base64_digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Groups of four, the last one filled up with '='; line ends don't count. Returns the length, or
 * SIZE_MAX when the text is something else. */
static size_t decode_base64(const char *text, size_t bytes, char *out) {
    uint32_t bits = 0;
    size_t count = 0, padding = 0, length = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\n' || text[i] == '\r')
            continue;
        int digit = base64_digit(text[i]);
        bool is_padding = text[i] == '=' && count % 4 >= 2;
        if (digit < 0 ? !is_padding : padding > 0)
            return SIZE_MAX;
        if (padding && count % 4 == 0)
            return SIZE_MAX;
        padding += is_padding;
        bits = bits << 6 | (digit < 0 ? 0 : (uint32_t)digit);
        if (++count % 4 != 0)
            continue;
        for (size_t k = 0; k < 3 - padding; k++)
            out[length++] = (char)(bits >> (16 - 8 * k));
    }
    return count % 4 == 0 ? length : SIZE_MAX;
}

static bool resolve_binary(const rj_yaml_chunk *chunk, const rj_yaml_node *node, const char **text,
                           size_t *bytes) {
    char *decoded = rj_arena_alloc(chunk->arena, node->size + 3);
    if (!decoded)
        return rj_error_no_memory(chunk->err);
    size_t length = decode_base64(node->text, node->size, decoded);
    if (length == SIZE_MAX)
        return rj_yaml_fail(chunk, node->at, "!!binary value contains invalid base64 data");
    char *valid = rj_arena_alloc(chunk->arena, length * 3 + 1);
    if (!valid)
        return rj_error_no_memory(chunk->err);
    size_t n = 0;
    for (size_t i = 0; i < length;) {
        uint32_t c;
        bool is_valid;
        i += rj_utf8_decode(decoded + i, length - i, &c, &is_valid);
        n += rj_utf8_encode(c, valid + n);
    }
    valid[n] = '\0';
    *text = valid;
    *bytes = n;
    return true;
}

static rj_scalar_kind kind_of_tag(rj_yaml_tag tag) {
    switch (tag) {
    case RJ_YAML_TAG_NULL:
        return RJ_SCALAR_NULL;
    case RJ_YAML_TAG_BOOL:
        return RJ_SCALAR_BOOL;
    case RJ_YAML_TAG_INT:
        return RJ_SCALAR_INT;
    case RJ_YAML_TAG_FLOAT:
        return RJ_SCALAR_FLOAT;
    case RJ_YAML_TAG_TIMESTAMP:
        return RJ_SCALAR_TIMESTAMP;
    default:
        return RJ_SCALAR_STRING;
    }
}

bool rj_yaml_scalar(const rj_yaml_chunk *chunk, const rj_yaml_node *node, rj_scalar *out,
                    const char **text, size_t *bytes) {
    rj_yaml_tag tag = (rj_yaml_tag)node->tag;
    *text = node->text;
    *bytes = node->size;
    *out = (rj_scalar){.kind = RJ_SCALAR_STRING};
    if (tag == RJ_YAML_TAG_STRING)
        return true;
    if (tag == RJ_YAML_TAG_BINARY)
        return resolve_binary(chunk, node, text, bytes);
    if (tag == RJ_YAML_TAG_NONE && !rj_scalar_may_be_special(node->text, node->size))
        return true;
    *out = rj_scalar_resolve(node->text, node->size);
    /* Timestamps are looked for only where a tag asks for them, and are texts all the same. */
    if (out->kind == RJ_SCALAR_TIMESTAMP && tag != RJ_YAML_TAG_TIMESTAMP)
        out->kind = RJ_SCALAR_STRING;
    if (tag == RJ_YAML_TAG_NONE)
        return true;
    if (tag == RJ_YAML_TAG_FLOAT && out->kind == RJ_SCALAR_INT) {
        *out = (rj_scalar){.kind = RJ_SCALAR_FLOAT, .f64 = (double)out->i64};
        return true;
    }
    rj_scalar_kind wanted = kind_of_tag(tag);
    if (out->kind != wanted && !(out->kind == RJ_SCALAR_UINT && wanted == RJ_SCALAR_INT))
        return rj_yaml_fail(chunk, node->at, "cannot decode %s `%s` as a %s",
                            rj_scalar_tag(out->kind), node->text, rj_scalar_tag(wanted));
    if (out->kind == RJ_SCALAR_TIMESTAMP)
        out->kind = RJ_SCALAR_STRING;
    return true;
}

/* A float becomes JSON text and is read back, so that whole ones of moderate size are integers. */
static rj_value value_of_float(double number) {
    if (number == 0 && signbit(number)) {
        rj_value zero = rj_value_int(0);
        zero.form = RJ_NUMBER_NEGATIVE_ZERO;
        return zero;
    }
    if (!isfinite(number) || number != trunc(number) || fabs(number) >= 1e19)
        return rj_value_float(number);
    char text[RJ_DOUBLE_TEXT_BYTES];
    rj_decimal decimal = rj_decimal_shortest(number);
    rj_scalar read_back = rj_scalar_resolve(text, rj_decimal_plain(&decimal, text));
    return read_back.kind == RJ_SCALAR_INT ? rj_value_int(read_back.i64) : rj_value_float(number);
}

static rj_value value_of_uint(uint64_t number) {
    rj_value value = rj_value_float((double)number);
    value.form = RJ_NUMBER_UINT64;
    value.number.u64 = number;
    return value;
}

bool rj_yaml_value_of_scalar(const rj_scalar *scalar, rj_value *out) {
    switch (scalar->kind) {
    case RJ_SCALAR_NULL:
        *out = rj_value_null;
        return true;
    case RJ_SCALAR_BOOL:
        *out = rj_value_bool(scalar->boolean);
        return true;
    case RJ_SCALAR_INT:
        *out = rj_value_int(scalar->i64);
        return true;
    case RJ_SCALAR_UINT:
        *out = value_of_uint(scalar->u64);
        return true;
    case RJ_SCALAR_FLOAT:
        *out = value_of_float(scalar->f64);
        return isfinite(scalar->f64);
    case RJ_SCALAR_TIMESTAMP:
    case RJ_SCALAR_STRING:
        break;
    }
    return false;
}

static bool make_scalar(constructor *c, const rj_yaml_node *node, rj_value *out) {
    rj_scalar scalar;
    const char *text;
    size_t bytes;
    if (!rj_yaml_scalar(c->chunk, node, &scalar, &text, &bytes))
        return false;
    if (scalar.kind == RJ_SCALAR_STRING || scalar.kind == RJ_SCALAR_TIMESTAMP)
        *out = (rj_value){
            .kind = RJ_KIND_STRING, .style = node->style, .string = {.data = text, .bytes = bytes}};
    else if (!rj_yaml_value_of_scalar(&scalar, out))
        c->has_odd_number = true;
    out->at = node->at;
    return true;
}

/* ---- keys ---- */

static bool key_of_scalar(constructor *c, const rj_yaml_node *node, const char **key,
                          size_t *key_bytes) {
    rj_scalar scalar;
    char text[RJ_FLOAT_KEY_BYTES];
    size_t bytes = 0;
    if (!rj_yaml_scalar(c->chunk, node, &scalar, key, key_bytes))
        return false;
    switch (scalar.kind) {
    case RJ_SCALAR_TIMESTAMP:
    case RJ_SCALAR_STRING:
        return true;
    case RJ_SCALAR_NULL:
        c->has_odd_key = true;
        *key = NULL_KEY;
        *key_bytes = sizeof NULL_KEY - 1;
        return true;
    case RJ_SCALAR_BOOL:
        *key = scalar.boolean ? "true" : "false";
        *key_bytes = strlen(*key);
        return true;
    case RJ_SCALAR_INT:
        bytes = (size_t)snprintf(text, sizeof text, "%" PRId64, scalar.i64);
        break;
    case RJ_SCALAR_UINT:
        c->has_odd_key = true;
        bytes = (size_t)snprintf(text, sizeof text, UINT_KEY_PREFIX "0x%" PRIx64, scalar.u64);
        break;
    case RJ_SCALAR_FLOAT:
        bytes = rj_scalar_float_key(scalar.f64, text);
        break;
    }
    *key = rj_arena_copy(c->chunk->arena, text, bytes);
    *key_bytes = bytes;
    return *key || rj_error_no_memory(c->chunk->err);
}

/* ---- counting ---- */

/* The reference refuses documents that consist of repeated aliases for the most part: a part that
 * shrinks as the document grows. */
static double allowed_alias_ratio(uint64_t visits) {
    const double low = 400000, high = 4000000, n = (double)visits;
    if (n <= low)
        return 0.99;
    if (n >= high)
        return 0.10;
    return 0.99 - 0.89 * ((n - low) / (high - low));
}

static bool check_visits(const constructor *c, rj_position at) {
    const rj_limits *limits = c->chunk->limits;
    if (c->alias_visits > 100 && c->visits > 1000 &&
        (double)c->alias_visits / (double)c->visits > allowed_alias_ratio(c->visits)) {
        rj_yaml_fail(c->chunk, at, "document contains excessive aliasing");
        if (c->chunk->err)
            c->chunk->err->code = RJ_ERROR_LIMIT;
        return false;
    }
    /* The document itself is a visit, but no value. */
    if (c->visits - 1 <= limits->max_nodes)
        return true;
    rj_error_set(c->chunk->err, RJ_ERROR_LIMIT,
                 "more values in one document, aliases expanded, than the limit of %zu",
                 limits->max_nodes);
    rj_error_name_limit(c->chunk->err, RJ_LIMIT_NODES);
    rj_error_locate(c->chunk->err, NULL, at);
    return false;
}

static bool count_visits(constructor *c, uint64_t visits, uint64_t alias_visits, rj_position at) {
    c->visits += visits;
    c->alias_visits += c->alias_depth ? visits : alias_visits;
    /* compose has held the nodes to the limit; only aliases can make more visits of them. */
    return !c->alias_visits || check_visits(c, at);
}

/* ---- collections ---- */

static frame *top_frame(const constructor *c) {
    return c->depth ? (frame *)(void *)c->chunk->open.data + (c->depth - 1) : NULL;
}

static bool fail_depth(const constructor *c, rj_position at) {
    rj_yaml_fail(c->chunk, at, "exceeded max depth of %u", c->chunk->limits->max_depth);
    rj_error_name_limit(c->chunk->err, RJ_LIMIT_DEPTH);
    if (c->chunk->err)
        c->chunk->err->code = RJ_ERROR_LIMIT;
    return false;
}

static bool open_frame(constructor *c, uint32_t index, bool is_aliased) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, index);
    rj_arena *arena = c->chunk->arena;
    if (c->depth >= c->chunk->limits->max_depth)
        return fail_depth(c, node->at);
    frame *f = (frame *)(void *)rj_buf_reserve(&c->chunk->open, sizeof *f);
    if (!f)
        return rj_error_no_memory(c->chunk->err);
    *f = (frame){.node = index,
                 .child = index + 1,
                 .is_aliased = is_aliased,
                 .visits_before = c->visits,
                 .alias_visits_before = c->alias_visits};
    if (node->kind == RJ_YAML_MAP) {
        f->map = (rj_map_builder){.arena = arena, .capacity = node->size / 2};
        f->map.members = rj_arena_alloc(arena, f->map.capacity * sizeof *f->map.members);
    } else {
        f->list = (rj_list_builder){.arena = arena, .capacity = node->size};
        f->list.items = rj_arena_alloc(arena, f->list.capacity * sizeof *f->list.items);
    }
    if (!f->map.members && !f->list.items)
        return rj_error_no_memory(c->chunk->err);
    c->chunk->open.bytes += sizeof *f;
    c->depth++;
    c->alias_depth += is_aliased;
    if (node->anchor != RJ_YAML_NO_ANCHOR)
        rj_yaml_anchor_at(c->chunk, node->anchor)->state = RJ_YAML_ANCHOR_OPEN;
    return true;
}

static void remember_anchor(constructor *c, const rj_yaml_node *node, uint64_t visits,
                            uint64_t alias_visits) {
    if (node->anchor == RJ_YAML_NO_ANCHOR)
        return;
    rj_yaml_anchor *anchor = rj_yaml_anchor_at(c->chunk, node->anchor);
    anchor->state = RJ_YAML_ANCHOR_DONE;
    anchor->value = c->value;
    anchor->height = c->value_height;
    anchor->visits = visits;
    anchor->alias_visits = alias_visits;
}

/* Makes c->value out of the top frame, which goes. */
static void close_frame(constructor *c) {
    frame *f = top_frame(c);
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, f->node);
    c->value = node->kind == RJ_YAML_MAP ? rj_map_finish(&f->map) : rj_list_finish(&f->list);
    c->value.at = node->at;
    c->value_height = f->height + 1;
    c->chunk->open.bytes -= sizeof *f;
    c->depth--;
    /* What an alias inside this one led to can't be told from the rest below an alias. */
    remember_anchor(c, node, c->visits - f->visits_before + 1,
                    c->alias_depth ? 0 : c->alias_visits - f->alias_visits_before);
    if (f->is_aliased) {
        c->alias_depth--;
        c->value.in_alias = 1;
    }
}

/* ---- visiting ---- */

/* Begins the value of a node. *is_made says whether c->value is it already; else a frame was opened
 * for it. */
static bool visit(constructor *c, uint32_t index, bool is_aliased, bool *is_made) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, index);
    const rj_yaml_anchor *anchor =
        node->anchor != RJ_YAML_NO_ANCHOR ? rj_yaml_anchor_at(c->chunk, node->anchor) : NULL;
    *is_made = true;
    if (anchor && anchor->state == RJ_YAML_ANCHOR_DONE) {
        c->alias_depth += is_aliased;
        bool good = count_visits(c, anchor->visits, anchor->alias_visits, node->at);
        c->alias_depth -= is_aliased;
        if (!good)
            return false;
        c->value = anchor->value;
        c->value.in_alias = is_aliased;
        c->value_height = anchor->height;
        return c->depth + anchor->height <= c->chunk->limits->max_depth || fail_depth(c, node->at);
    }
    if (!count_visits(c, 1, is_aliased, node->at))
        return false;
    if (node->kind != RJ_YAML_SCALAR) {
        *is_made = false;
        return open_frame(c, index, is_aliased);
    }
    if (!make_scalar(c, node, &c->value))
        return false;
    c->value_height = 0;
    remember_anchor(c, node, 1, 0);
    c->value.in_alias = is_aliased;
    return true;
}

static bool begin(constructor *c, uint32_t index, bool *is_made) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, index);
    if (node->kind != RJ_YAML_ALIAS)
        return visit(c, index, false, is_made);
    const rj_yaml_anchor *anchor = rj_yaml_anchor_at(c->chunk, node->anchor);
    if (!count_visits(c, 1, 0, node->at))
        return false;
    if (anchor->state == RJ_YAML_ANCHOR_OPEN)
        return rj_yaml_fail(c->chunk, node->at, "anchor '%s' value contains itself", anchor->name);
    return visit(c, anchor->node, true, is_made);
}

/* The node that an alias leads to, or the node itself. */
static const rj_yaml_node *target_of(const constructor *c, const rj_yaml_node *node) {
    if (node->kind != RJ_YAML_ALIAS)
        return node;
    return rj_yaml_node_at(c->chunk, rj_yaml_anchor_at(c->chunk, node->anchor)->node);
}

static bool fail_merge(const constructor *c, const rj_yaml_node *node) {
    return rj_yaml_fail(c->chunk, node->at,
                        "map merge requires map or sequence of maps as the value");
}

/* The list of a merge key: its maps are merged from the last to the first. */
static bool list_merges(constructor *c, frame *f, uint32_t list) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, list);
    f->merges = rj_arena_alloc(c->chunk->arena, node->size * sizeof *f->merges);
    if (!f->merges)
        return rj_error_no_memory(c->chunk->err);
    f->merge_count = 0;
    for (uint32_t i = list + 1; i < node->next; i = rj_yaml_node_at(c->chunk, i)->next)
        f->merges[f->merge_count++] = i;
    return true;
}

static bool begin_merge(constructor *c, uint32_t index, bool *is_made) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, index);
    if (target_of(c, node)->kind != RJ_YAML_MAP)
        return fail_merge(c, node);
    top_frame(c)->role = ROLE_MERGE;
    return begin(c, index, is_made);
}

/* Nearly all scalars: nothing but their text and tag decides what they are. */
static bool is_simple(const rj_yaml_node *node) {
    return node->kind == RJ_YAML_SCALAR && node->anchor == RJ_YAML_NO_ANCHOR;
}

static bool take_simple_scalar(constructor *c, const rj_yaml_node *node, rj_value *out) {
    return count_visits(c, 1, 0, node->at) && make_scalar(c, node, out);
}

static bool continue_list(constructor *c, frame *f, bool *is_made) {
    uint32_t end = rj_yaml_node_at(c->chunk, f->node)->next;
    for (; f->child < end; f->child++) {
        const rj_yaml_node *child = rj_yaml_node_at(c->chunk, f->child);
        if (!is_simple(child))
            break;
        if (!take_simple_scalar(c, child, &f->list.items[f->list.count++]))
            return false;
    }
    if (f->child == end)
        return true;
    uint32_t child = f->child;
    f->child = rj_yaml_node_at(c->chunk, child)->next;
    f->role = ROLE_ITEM;
    return begin(c, child, is_made);
}

static bool append_member(constructor *c, frame *f, const rj_value *value) {
    return rj_map_append(&f->map, f->key_text, f->key_bytes, rj_yaml_node_at(c->chunk, f->key)->at,
                         value) ||
           rj_error_no_memory(c->chunk->err);
}

/* The value behind a key that has become text. */
static bool begin_member_value(constructor *c, frame *f, bool *is_made) {
    uint32_t child = f->child;
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, child);
    f->child = node->next;
    if (is_simple(node)) {
        rj_value value;
        return take_simple_scalar(c, node, &value) && append_member(c, f, &value);
    }
    f->role = ROLE_VALUE;
    return begin(c, child, is_made);
}

static bool continue_map(constructor *c, frame *f, bool *is_made) {
    uint32_t child = f->child;
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, child);
    f->key = child;
    f->child = node->next;
    if (node->is_merge) {
        uint32_t merged = f->child;
        f->child = rj_yaml_node_at(c->chunk, merged)->next;
        return rj_yaml_node_at(c->chunk, merged)->kind == RJ_YAML_LIST
                   ? list_merges(c, f, merged)
                   : begin_merge(c, merged, is_made);
    }
    if (is_simple(node))
        return count_visits(c, 1, 0, node->at) &&
               key_of_scalar(c, node, &f->key_text, &f->key_bytes) &&
               begin_member_value(c, f, is_made);
    f->role = ROLE_KEY;
    return begin(c, child, is_made);
}

/* Goes on with the top frame until a value for it is made or begun that isn't a simple scalar.
 * *is_done: there is nothing left to do for it. */
static bool continue_frame(constructor *c, bool *is_made, bool *is_done) {
    size_t depth = c->depth;
    frame *f = top_frame(c);
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, f->node);
    *is_done = false;
    *is_made = false;
    while (c->depth == depth && !*is_made) {
        bool good;
        if (f->merge_count) {
            good = begin_merge(c, f->merges[--f->merge_count], is_made);
        } else if (f->child >= node->next) {
            *is_done = true;
            return true;
        } else {
            good = node->kind == RJ_YAML_LIST ? continue_list(c, f, is_made)
                                              : continue_map(c, f, is_made);
        }
        if (!good)
            return false;
    }
    return true;
}

static bool take_key(constructor *c, bool *is_made) {
    frame *f = top_frame(c);
    const rj_yaml_node *key = rj_yaml_node_at(c->chunk, f->key);
    if (target_of(c, key)->kind != RJ_YAML_SCALAR) {
        rj_buf text = {.max_bytes = c->chunk->limits->max_script_bytes};
        rj_yaml_go_syntax(c->chunk, f->key, &text);
        rj_yaml_fail(c->chunk, key->at, "invalid map key: %s", rj_buf_text(&text));
        rj_buf_free(&text);
        return false;
    }
    return key_of_scalar(c, target_of(c, key), &f->key_text, &f->key_bytes) &&
           begin_member_value(c, f, is_made);
}

static bool merge_members(constructor *c, frame *f, const rj_value *map) {
    for (size_t i = 0; i < map->map.count; i++) {
        const rj_member *member = &map->map.members[i];
        if (!rj_map_append(&f->map, member->key, member->key_bytes, member->key_at, &member->value))
            return rj_error_no_memory(c->chunk->err);
    }
    return true;
}

/* Gives c->value to the top frame; a key begins the value that belongs to it. */
static bool deliver(constructor *c, bool *is_made) {
    frame *f = top_frame(c);
    uint32_t height = c->value_height - (f->role == ROLE_MERGE);
    *is_made = false;
    if (height > f->height)
        f->height = height;
    switch (f->role) {
    case ROLE_ITEM:
        f->list.items[f->list.count++] = c->value;
        return true;
    case ROLE_KEY:
        return take_key(c, is_made);
    case ROLE_VALUE:
        return append_member(c, f, &c->value);
    case ROLE_MERGE:
        break;
    }
    return merge_members(c, f, &c->value);
}

static bool make_root(constructor *c) {
    bool is_made, is_done;
    if (!begin(c, 0, &is_made))
        return false;
    while (c->depth || !is_made) {
        if (is_made) {
            if (!deliver(c, &is_made))
                return false;
            continue;
        }
        if (!continue_frame(c, &is_made, &is_done))
            return false;
        if (!is_done)
            continue;
        close_frame(c);
        is_made = true;
    }
    return true;
}

/* ---- what JSON can't have ---- */

static const rj_member *find_odd_key(const rj_value *value) {
    const rj_member *found = NULL;
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; !found && i < value->list.count; i++)
            found = find_odd_key(&value->list.items[i]);
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; !found && i < value->map.count; i++) {
            const rj_member *member = &value->map.members[i];
            found = is_odd_key(member->key) ? member : find_odd_key(&member->value);
        }
    return found;
}

static const rj_value *find_odd_number(const rj_value *value) {
    const rj_value *found = NULL;
    if (value->kind == RJ_KIND_FLOAT && !isfinite(value->number.f64))
        return value;
    if (value->kind == RJ_KIND_LIST)
        for (size_t i = 0; !found && i < value->list.count; i++)
            found = find_odd_number(&value->list.items[i]);
    if (value->kind == RJ_KIND_MAP)
        for (size_t i = 0; !found && i < value->map.count; i++)
            found = find_odd_number(&value->map.members[i].value);
    return found;
}

/* The node of a member's value: the one behind the key that stands at the member's place. */
static uint32_t node_of_value(const constructor *c, const rj_member *member) {
    size_t count = c->chunk->nodes.bytes / sizeof(rj_yaml_node);
    for (uint32_t i = 0; i < count; i++) {
        const rj_yaml_node *node = rj_yaml_node_at(c->chunk, i);
        if ((node->kind == RJ_YAML_SCALAR || node->kind == RJ_YAML_ALIAS) &&
            node->at.line == member->key_at.line && node->at.column == member->key_at.column &&
            node->next < count)
            return node->next;
    }
    return 0;
}

static bool fail_odd_key(const constructor *c, const rj_member *member) {
    rj_buf text = {.max_bytes = c->chunk->limits->max_script_bytes};
    bool is_null = strcmp(member->key, NULL_KEY) == 0;
    rj_buf_printf(&text, "unsupported map key of type: %s, key: %s, value: ",
                  is_null ? "%!s(<nil>)" : "uint64",
                  is_null ? "<nil>" : member->key + sizeof UINT_KEY_PREFIX - 1);
    rj_yaml_go_syntax(c->chunk, node_of_value(c, member), &text);
    rj_error_set(c->chunk->err, RJ_ERROR_SYNTAX, "%s", rj_buf_text(&text));
    rj_error_locate(c->chunk->err, NULL, member->key_at);
    rj_buf_free(&text);
    return false;
}

static bool fail_odd_number(const constructor *c, const rj_value *value) {
    double number = value->number.f64;
    rj_error_set(c->chunk->err, RJ_ERROR_SYNTAX, "json: unsupported value: %s",
                 isnan(number) ? "NaN"
                 : number > 0  ? "+Inf"
                               : "-Inf");
    rj_error_locate(c->chunk->err, NULL, value->at);
    return false;
}

static bool check_for_json(const constructor *c) {
    const rj_member *member = c->has_odd_key ? find_odd_key(&c->value) : NULL;
    if (member)
        return fail_odd_key(c, member);
    const rj_value *number = c->has_odd_number ? find_odd_number(&c->value) : NULL;
    return !number || fail_odd_number(c, number);
}

bool rj_yaml_construct(rj_yaml_chunk *chunk, rj_value *out) {
    constructor c = {.chunk = chunk, .visits = 1};
    rj_buf_reset(&chunk->open);
    bool good = make_root(&c) && check_for_json(&c);
    if (good)
        *out = c.value;
    return good;
}

bool rj_yaml_read_by_events(rj_yaml_chunk *chunk, rj_value *out) {
    bool good = rj_yaml_compose(chunk);
    if (good && chunk->nodes.bytes)
        good = rj_yaml_construct(chunk, out);
    else if (good)
        *out = rj_value_null;
    if (!good)
        rj_error_prefix(chunk->err, "error converting YAML to JSON: ");
    return good;
}

bool rj_yaml_read(rj_yaml_chunk *chunk, rj_value *out) {
    return rj_yaml_fast_read(chunk, out) || rj_yaml_read_by_events(chunk, out);
}
