/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/update.h"

#include <string.h>

#include "rjinterp/document.h"
#include "rjinterp/json.h"
#include "rjinterp/splice.h"
#include "rjinterp/suite.h"
#include "suite/diff.h"

/* From an old output to a new one as changes of a file. */
typedef struct changer {
    rj_arena *arena;
    const char **keys; /* the way to what is looked at */
    size_t depth, key_capacity;
    rj_splice_change *changes;
    size_t count, capacity;
} changer;

/* ---- changes ---- */

static bool push(changer *c, const char *key) {
    const char **keys = rj_arena_grow(c->arena, c->keys, c->depth, &c->key_capacity, sizeof *keys);
    if (!keys)
        return false;
    c->keys = keys;
    c->keys[c->depth++] = key;
    return true;
}

static bool push_number(changer *c, size_t number) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "%zu", number);
    const char *kept = rj_arena_copy(c->arena, rj_buf_text(&text), text.bytes);
    const bool ok = rj_buf_ok(&text) && kept && push(c, kept);
    rj_buf_free(&text);
    return ok;
}

/* Sets what is looked at, or removes it. */
static bool add_change(changer *c, const rj_value *value) {
    rj_splice_change *changes =
        rj_arena_grow(c->arena, c->changes, c->count, &c->capacity, sizeof *changes);
    const char **keys = rj_arena_calloc(c->arena, c->depth, sizeof *keys);
    if (!changes || !keys)
        return false;
    memcpy(keys, c->keys, c->depth * sizeof *keys);
    c->changes = changes;
    c->changes[c->count++] =
        (rj_splice_change){.keys = keys, .key_count = c->depth, .value = value};
    return true;
}

static bool change(changer *c, const rj_value *old, const rj_value *fresh);

static bool change_at(changer *c, const char *key, const rj_value *old, const rj_value *fresh) {
    const bool ok = push(c, key) && (old && fresh ? change(c, old, fresh) : add_change(c, fresh));
    c->depth--;
    return ok;
}

static bool change_item(changer *c, size_t i, const rj_value *old, const rj_value *fresh) {
    const bool ok =
        push_number(c, i) && (old && fresh ? change(c, old, fresh) : add_change(c, fresh));
    c->depth--;
    return ok;
}

/* ---- maps ---- */

static size_t common_keys(const rj_value *old, const rj_value *fresh) {
    size_t count = 0;
    for (size_t i = 0; i < old->map.count; i++)
        count += rj_value_get(fresh, old->map.members[i].key) != NULL;
    return count;
}

static bool change_map(changer *c, const rj_value *old, const rj_value *fresh) {
    if (!common_keys(old, fresh))
        return (!old->map.count && !fresh->map.count) || add_change(c, fresh);
    for (size_t i = 0; i < old->map.count; i++) {
        const rj_member *m = &old->map.members[i];
        if (!change_at(c, m->key, &m->value, rj_value_get(fresh, m->key)))
            return false;
    }
    for (size_t i = 0; i < fresh->map.count; i++) {
        const rj_member *m = &fresh->map.members[i];
        if (!rj_value_get(old, m->key) && !change_at(c, m->key, NULL, &m->value))
            return false;
    }
    return true;
}

/* ---- lists ---- */

static bool has_same_text(const rj_value *a, const rj_value *b, const char *key, bool *has_any) {
    const char *left = rj_value_get_text(a, key), *right = rj_value_get_text(b, key);
    *has_any = *has_any || (left && right);
    return (!left && !right) || (left && right && strcmp(left, right) == 0);
}

/* Whether an item is the other, perhaps changed. */
static bool is_same_item(const rj_value *a, const rj_value *b) {
    bool has_any = false;
    if (a->kind != RJ_KIND_MAP || b->kind != RJ_KIND_MAP)
        return a->kind != RJ_KIND_LIST && diff_same_leaf(a, b, false);
    return has_same_text(a, b, "name", &has_any) && has_same_text(a, b, "kind", &has_any) &&
           has_same_text(a, b, "namespace", &has_any) &&
           has_same_text(a, b, "clusterName", &has_any) && has_any;
}

/* Which of the old items stay, where some have gone from between them: those whose likes are the
 * first new ones, in order. Returns how many. */
static size_t match_items(const rj_value *old, const rj_value *fresh, bool *stays) {
    size_t count = 0;
    for (size_t i = 0; i < old->list.count; i++) {
        stays[i] = count < fresh->list.count &&
                   is_same_item(&old->list.items[i], &fresh->list.items[count]);
        count += stays[i];
    }
    return count;
}

/* As many, at the same places as before. Returns how many are the same. */
static size_t match_places(const rj_value *old, const rj_value *fresh) {
    size_t count = 0;
    for (size_t i = 0; i < old->list.count && i < fresh->list.count; i++)
        count += is_same_item(&old->list.items[i], &fresh->list.items[i]);
    return count;
}

/* Places don't move: first what stays, then removals from behind, then what is added. */
static bool change_items(changer *c, const rj_value *old, const rj_value *fresh, const bool *stays,
                         size_t count) {
    for (size_t i = 0, j = 0; i < old->list.count; i++)
        if (stays[i] && !change_item(c, i, &old->list.items[i], &fresh->list.items[j++]))
            return false;
    for (size_t i = old->list.count; i-- > 0;)
        if (!stays[i] && !change_item(c, i, &old->list.items[i], NULL))
            return false;
    for (size_t i = count; i < fresh->list.count; i++)
        if (!change_item(c, i, NULL, &fresh->list.items[i]))
            return false;
    return true;
}

static bool change_list(changer *c, const rj_value *old, const rj_value *fresh) {
    const size_t least = old->list.count < fresh->list.count ? old->list.count : fresh->list.count;
    bool *stays = rj_arena_calloc(c->arena, old->list.count + 1, sizeof *stays);
    if (!stays)
        return false;
    if (!least)
        return old->list.count == fresh->list.count || add_change(c, fresh);
    size_t count = match_items(old, fresh, stays);
    if (count <= match_places(old, fresh)) {
        memset(stays, false, old->list.count * sizeof *stays);
        memset(stays, true, least * sizeof *stays);
        count = least;
    }
    return change_items(c, old, fresh, stays, count);
}

static bool change(changer *c, const rj_value *old, const rj_value *fresh) {
    if (old->kind == RJ_KIND_MAP && fresh->kind == RJ_KIND_MAP)
        return change_map(c, old, fresh);
    if (old->kind == RJ_KIND_LIST && fresh->kind == RJ_KIND_LIST)
        return change_list(c, old, fresh);
    return diff_same_leaf(old, fresh, false) || add_change(c, fresh);
}

/* ---- a case in its file ---- */

static bool push_case(changer *c, const rj_suite_case *item) {
    return (!item->is_listed || (push(c, "tests") && push_number(c, item->entry))) &&
           push(c, "output");
}

/* The mapping of the case in a document. NULL: there is none. */
static const rj_value *find_case(const rj_suite_case *item, const rj_value *root) {
    if (!item->is_listed)
        return root;
    const rj_value *tests = rj_value_get(root, "tests");
    return rj_value_is(tests, RJ_KIND_LIST) && item->entry < tests->list.count
               ? &tests->list.items[item->entry]
               : NULL;
}

static bool refuse_other(const rj_suite_case *item, rj_error *err) {
    return rj_error_set(err, RJ_ERROR_IO,
                        "%s has been changed by someone else meanwhile and was not overwritten",
                        item->file);
}

/* Whether the document is the one that the case was read from, as far as matters. */
static bool check_document(const rj_suite_case *item, const rj_document *doc, rj_error *err) {
    const rj_value *map = find_case(item, &doc->root);
    const rj_value *output = map ? rj_value_get(map, "output") : NULL;
    const bool is_filled = rj_value_is(output, RJ_KIND_MAP) && output->map.count;
    if (map && rj_value_is(map, RJ_KIND_MAP) && is_filled == (item->output != NULL) &&
        (!is_filled || rj_value_equal(output, item->output)))
        return true;
    return refuse_other(item, err);
}

static bool check_file(const rj_suite_case *item, const char *file, size_t bytes,
                       const rj_limits *limits, rj_arena *arena, rj_error *err) {
    rj_document_reader *reader =
        rj_document_reader_new_bytes(file, bytes, item->file, true, limits);
    if (!reader)
        return rj_error_no_memory(err);
    rj_document doc;
    rj_read_status status;
    do {
        status = rj_document_next(reader, arena, &doc, err);
    } while (status == RJ_READ_DOCUMENT && doc.index < item->document);
    bool ok = status == RJ_READ_DOCUMENT ? check_document(item, &doc, err)
              : status == RJ_READ_END    ? refuse_other(item, err)
                                         : false;
    rj_document_reader_free(reader);
    return ok;
}

static bool update(const rj_suite_result *result, const char *file, size_t bytes,
                   const rj_limits *limits, rj_arena *arena, rj_buf *out, rj_error *err) {
    const rj_suite_case *item = result->item;
    changer c = {.arena = arena};
    rj_value fresh;
    if (!check_file(item, file, bytes, limits, arena, err) ||
        !rj_json_read(arena, result->new_output, strlen(result->new_output), NULL, limits, &fresh,
                      err))
        return false;
    if (!push_case(&c, item) ||
        !(item->output ? change(&c, item->output, &fresh) : add_change(&c, &fresh)))
        return rj_error_no_memory(err);
    return rj_splice(file, bytes, item->file, item->document, c.changes, c.count, limits, out, err);
}

bool rj_suite_is_updatable(const rj_suite_result *result) {
    return result->new_output && (result->status == RJ_SUITE_FAILED || result->has_no_assertion);
}

bool rj_suite_update(const rj_suite_result *result, const char *file, size_t file_bytes,
                     const rj_limits *limits, rj_buf *out, rj_error *err) {
    rj_arena *arena = rj_arena_new(0);
    const bool ok = arena ? update(result, file, file_bytes, limits ? limits : rj_limits_default(),
                                   arena, out, err)
                          : rj_error_no_memory(err);
    rj_arena_free(arena);
    return ok;
}
