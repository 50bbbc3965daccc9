/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_chunk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rjinterp/number.h"
#include "rjinterp/utf8.h"

/* What the value that is being made will be for the collection above it. */
typedef enum role {
    ROLE_ITEM,
    ROLE_KEY, /* collections as keys: an error, but only once they are whole */
    ROLE_VALUE,
    ROLE_MERGE
} role;

/* A collection under construction. Its children wait, with those of all other open ones, in the
 * list of pending members until it is whole. */
typedef struct frame {
    uint32_t node;
    uint32_t child;   /* next child to be visited */
    uint32_t key;     /* node of the key whose value is being made */
    uint32_t height;  /* of its children so far */
    role role;        /* of the value being made for it */
    bool is_aliased;  /* an alias led here */
    uint32_t *merges; /* maps of a merge list that are still to come, the next one last */
    size_t merge_count;
    size_t first; /* its first pending member */
    const char *key_text;
    size_t key_bytes;
    uint64_t visits_before, alias_visits_before;
} frame;

typedef struct constructor {
    rj_yaml_chunk *chunk;
    rj_buf pending; /* of rj_member */
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
    char *decoded = rj_arena_alloc(chunk->arena, node->bytes + 3);
    if (!decoded)
        return rj_error_no_memory(chunk->err);
    size_t length = decode_base64(node->text, node->bytes, decoded);
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
    *bytes = node->bytes;
    *out = (rj_scalar){.kind = RJ_SCALAR_STRING};
    if (tag == RJ_YAML_TAG_STRING)
        return true;
    if (tag == RJ_YAML_TAG_BINARY)
        return resolve_binary(chunk, node, text, bytes);
    *out = rj_scalar_resolve(node->text, node->bytes);
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
static rj_value value_of_float(constructor *c, double number) {
    if (!isfinite(number)) {
        c->has_odd_number = true;
        return rj_value_float(number);
    }
    if (number == 0 && signbit(number)) {
        rj_value zero = rj_value_int(0);
        zero.form = RJ_NUMBER_NEGATIVE_ZERO;
        return zero;
    }
    if (number != trunc(number) || fabs(number) >= 1e19)
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

static bool make_scalar(constructor *c, const rj_yaml_node *node) {
    rj_scalar scalar;
    const char *text;
    size_t bytes;
    if (!rj_yaml_scalar(c->chunk, node, &scalar, &text, &bytes))
        return false;
    switch (scalar.kind) {
    case RJ_SCALAR_NULL:
        c->value = rj_value_null;
        break;
    case RJ_SCALAR_BOOL:
        c->value = rj_value_bool(scalar.boolean);
        break;
    case RJ_SCALAR_INT:
        c->value = rj_value_int(scalar.i64);
        break;
    case RJ_SCALAR_UINT:
        c->value = value_of_uint(scalar.u64);
        break;
    case RJ_SCALAR_FLOAT:
        c->value = value_of_float(c, scalar.f64);
        break;
    case RJ_SCALAR_TIMESTAMP:
    case RJ_SCALAR_STRING:
        c->value = rj_value_string(text, bytes);
        c->value.style = node->style;
        break;
    }
    c->value.at = node->at;
    c->value_height = 0;
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

static bool count_visits(constructor *c, uint64_t visits, uint64_t alias_visits, rj_position at) {
    const rj_limits *limits = c->chunk->limits;
    c->visits += visits;
    c->alias_visits += c->alias_depth ? visits : alias_visits;
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
                 "more than %zu values in one document, aliases expanded (limit max_nodes)",
                 limits->max_nodes);
    rj_error_locate(c->chunk->err, NULL, at);
    return false;
}

/* ---- collections ---- */

static frame *top_frame(const constructor *c) {
    return c->depth ? (frame *)(void *)c->chunk->open.data + (c->depth - 1) : NULL;
}

static size_t pending_count(const constructor *c) {
    return c->pending.bytes / sizeof(rj_member);
}

static bool fail_depth(const constructor *c, rj_position at) {
    rj_yaml_fail(c->chunk, at, "exceeded max depth of %u", c->chunk->limits->max_depth);
    if (c->chunk->err)
        c->chunk->err->code = RJ_ERROR_LIMIT;
    return false;
}

static bool open_frame(constructor *c, uint32_t index, bool is_aliased) {
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, index);
    if (c->depth >= c->chunk->limits->max_depth)
        return fail_depth(c, node->at);
    frame fresh = {.node = index,
                   .child = index + 1,
                   .is_aliased = is_aliased,
                   .first = pending_count(c),
                   .visits_before = c->visits,
                   .alias_visits_before = c->alias_visits};
    rj_buf_append(&c->chunk->open, (const char *)&fresh, sizeof fresh);
    if (!rj_buf_ok(&c->chunk->open))
        return rj_error_no_memory(c->chunk->err);
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

/* Makes c->value out of the children of the top frame, which goes. */
static bool close_frame(constructor *c) {
    frame f = *top_frame(c);
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, f.node);
    size_t count = pending_count(c) - f.first;
    const rj_member *children =
        count ? (const rj_member *)(const void *)c->pending.data + f.first : NULL;
    if (node->kind == RJ_YAML_MAP) {
        rj_map_builder map = {.arena = c->chunk->arena, .count = count, .capacity = count};
        map.members = rj_arena_alloc(c->chunk->arena, count * sizeof *map.members);
        if (!map.members)
            return rj_error_no_memory(c->chunk->err);
        if (count)
            memcpy(map.members, children, count * sizeof *children);
        c->value = rj_map_finish(&map);
    } else {
        rj_value *items = rj_arena_alloc(c->chunk->arena, count * sizeof *items);
        if (!items)
            return rj_error_no_memory(c->chunk->err);
        for (size_t i = 0; i < count; i++)
            items[i] = children[i].value;
        c->value = rj_value_list(items, count);
    }
    c->value.at = node->at;
    c->value_height = f.height + 1;
    c->pending.bytes = f.first * sizeof(rj_member);
    c->chunk->open.bytes -= sizeof f;
    c->depth--;
    /* What an alias inside this one led to can't be told from the rest below an alias. */
    remember_anchor(c, node, c->visits - f.visits_before + 1,
                    c->alias_depth ? 0 : c->alias_visits - f.alias_visits_before);
    if (f.is_aliased) {
        c->alias_depth--;
        c->value.in_alias = 1;
    }
    return true;
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
    if (!make_scalar(c, node))
        return false;
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
    f->merges = rj_arena_alloc(c->chunk->arena, node->count * sizeof *f->merges);
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

/* Begins what the top frame needs next. *is_done: it needs nothing more. */
static bool continue_frame(constructor *c, bool *is_made, bool *is_done) {
    frame *f = top_frame(c);
    const rj_yaml_node *node = rj_yaml_node_at(c->chunk, f->node);
    *is_done = false;
    if (f->merge_count)
        return begin_merge(c, f->merges[--f->merge_count], is_made);
    if (f->child >= node->next) {
        *is_done = true;
        return true;
    }
    uint32_t child = f->child;
    const rj_yaml_node *child_node = rj_yaml_node_at(c->chunk, child);
    f->child = child_node->next;
    if (node->kind == RJ_YAML_LIST) {
        f->role = ROLE_ITEM;
        return begin(c, child, is_made);
    }
    if (!child_node->is_merge) {
        f->role = ROLE_KEY;
        f->key = child;
        return begin(c, child, is_made);
    }
    uint32_t merged = f->child;
    f->child = rj_yaml_node_at(c->chunk, merged)->next;
    if (rj_yaml_node_at(c->chunk, merged)->kind != RJ_YAML_LIST)
        return begin_merge(c, merged, is_made);
    *is_made = false;
    return list_merges(c, f, merged);
}

static bool append_pending(constructor *c, const rj_member *member) {
    rj_buf_append(&c->pending, (const char *)member, sizeof *member);
    return rj_buf_ok(&c->pending) || rj_error_no_memory(c->chunk->err);
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
    if (!key_of_scalar(c, target_of(c, key), &f->key_text, &f->key_bytes))
        return false;
    uint32_t child = f->child;
    f->child = rj_yaml_node_at(c->chunk, child)->next;
    f->role = ROLE_VALUE;
    return begin(c, child, is_made);
}

/* Gives c->value to the top frame; a key begins the value that belongs to it. */
static bool deliver(constructor *c, bool *is_made) {
    frame *f = top_frame(c);
    rj_member member = {.value = c->value};
    *is_made = false;
    if (c->value_height > f->height && f->role != ROLE_MERGE)
        f->height = c->value_height;
    switch (f->role) {
    case ROLE_ITEM:
        return append_pending(c, &member);
    case ROLE_KEY:
        return take_key(c, is_made);
    case ROLE_VALUE:
        member.key = f->key_text;
        member.key_bytes = f->key_bytes;
        member.key_at = rj_yaml_node_at(c->chunk, f->key)->at;
        return append_pending(c, &member);
    case ROLE_MERGE:
        break;
    }
    if (c->value_height && c->value_height - 1 > f->height)
        f->height = c->value_height - 1;
    for (size_t i = 0; i < member.value.map.count; i++)
        if (!append_pending(c, &member.value.map.members[i]))
            return false;
    return true;
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
        if (!close_frame(c))
            return false;
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
    rj_buf_free(&c.pending);
    if (good)
        *out = c.value;
    return good;
}

bool rj_yaml_read(rj_yaml_chunk *chunk, rj_value *out) {
    bool good = rj_yaml_compose(chunk);
    if (good && chunk->nodes.bytes)
        good = rj_yaml_construct(chunk, out);
    else if (good)
        *out = rj_value_null;
    if (!good)
        rj_error_prefix(chunk->err, "error converting YAML to JSON: ");
    return good;
}
