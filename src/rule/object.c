/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/object.h"

#include <string.h>

#include "rjinterp/typed.h"

static bool wrong_type(const rj_document *doc, const rj_value *value, const char *where,
                       rj_error *err) {
    rj_error_set(err, RJ_ERROR_TYPE, "json: cannot unmarshal %s into Go %s",
                 rj_kind_json_name((rj_kind)value->kind), where);
    rj_error_locate(err, doc->file, value->at);
    return false;
}

static bool missing_kind(const rj_document *doc, rj_error *err) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "Object 'Kind' is missing in '");
    rj_document_write_raw(doc, &text);
    rj_buf_putc(&text, '\'');
    if (rj_buf_ok(&text))
        rj_error_set_bytes(err, RJ_ERROR_TYPE, rj_buf_text(&text), text.bytes);
    else
        rj_error_no_memory(err);
    rj_buf_free(&text);
    rj_error_locate(err, doc->file, doc->root.at);
    return false;
}

bool rj_object_has_kind(const rj_value *object) {
    const char *api_version = rj_value_get_text(object, "apiVersion");
    const char *slash = api_version ? strchr(api_version, '/') : NULL;
    if (slash && strchr(slash + 1, '/'))
        return false;
    const rj_value *kind = rj_value_get(object, "kind");
    return rj_value_is(kind, RJ_KIND_STRING) && kind->string.bytes > 0;
}

/* A copy of @p map in which the member @p key has @p value. */
static bool with_member(const rj_value *map, const char *key, const rj_value *value,
                        rj_arena *arena, rj_value *out) {
    rj_map_builder builder = {.arena = arena};
    for (size_t i = 0; map->kind == RJ_KIND_MAP && i < map->map.count; i++) {
        const rj_member *m = &map->map.members[i];
        if (!rj_map_append(&builder, m->key, m->key_bytes, m->key_at, &m->value))
            return false;
    }
    if (!rj_map_append(&builder, key, strlen(key), value->at, value))
        return false;
    rj_value made = rj_map_finish(&builder);
    made.at = map->at;
    *out = made;
    return true;
}

static bool has_text(const rj_value *map, const char *key) {
    const char *text = rj_value_get_text(map, key);
    return text && *text;
}

/* What kind the items of a list have: that of the list without "List" at its end. */
static bool implied_kind(const rj_value *list, rj_arena *arena, rj_value *out) {
    static const char suffix[] = "List";
    const rj_value *kind = rj_value_get(list, "kind");
    if (!rj_value_is(kind, RJ_KIND_STRING)) {
        *out = rj_value_text("");
        return true;
    }
    size_t bytes = kind->string.bytes, suffix_bytes = sizeof suffix - 1;
    if (bytes >= suffix_bytes &&
        memcmp(kind->string.data + bytes - suffix_bytes, suffix, suffix_bytes) == 0)
        bytes -= suffix_bytes;
    const char *copy = rj_arena_copy(arena, kind->string.data, bytes);
    *out = rj_value_string(copy, bytes);
    return copy != NULL;
}

static bool bind_item(const rj_value *list, const rj_value *item, rj_arena *arena, rj_value *out,
                      rj_error *err) {
    *out = *item;
    if (has_text(item, "kind") || has_text(item, "apiVersion"))
        return true;
    rj_value kind, api_version = rj_value_text("");
    if (has_text(list, "apiVersion"))
        api_version = *rj_value_get(list, "apiVersion");
    if (!implied_kind(list, arena, &kind) || !with_member(item, "kind", &kind, arena, out) ||
        !with_member(out, "apiVersion", &api_version, arena, out))
        return rj_error_no_memory(err);
    return true;
}

static bool bind_list(const rj_document *doc, const rj_value *items, rj_arena *arena, rj_value *out,
                      rj_error *err) {
    if (items->kind != RJ_KIND_LIST)
        return wrong_type(doc, items, "struct field decodeList.items of type []json.RawMessage",
                          err);
    rj_list_builder builder = {.arena = arena};
    for (size_t i = 0; i < items->list.count; i++) {
        const rj_value *item = &items->list.items[i];
        if (item->kind != RJ_KIND_MAP && item->kind != RJ_KIND_NULL)
            return wrong_type(doc, item, "value of type map[string]interface {}", err);
        rj_value bound;
        if (!bind_item(&doc->root, item, arena, &bound, err))
            return false;
        if (!rj_list_append(&builder, &bound))
            return rj_error_no_memory(err);
    }
    rj_value list = rj_list_finish(&builder);
    list.at = items->at;
    return with_member(&doc->root, "items", &list, arena, out) || rj_error_no_memory(err);
}

bool rj_object_bind(const rj_document *doc, rj_arena *arena, rj_value *out, rj_error *err) {
    if (doc->root.kind != RJ_KIND_MAP)
        return wrong_type(doc, &doc->root, "value of type unstructured.detector", err);
    rj_value bound = doc->root, metadata;
    const rj_value *items = rj_value_get(&doc->root, "items");
    if (items && items->kind != RJ_KIND_NULL && !bind_list(doc, items, arena, &bound, err))
        return false;
    if (!rj_object_has_kind(&bound))
        return missing_kind(doc, err);
    if (!rj_typed_decode(RJ_SHAPE_PARTIAL_OBJECT_METADATA, &doc->root, arena, &metadata, err)) {
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    *out = bound;
    return true;
}

bool rj_status_item_bind(const rj_document *doc, rj_arena *arena, rj_value *out, rj_error *err) {
    if (rj_typed_decode(RJ_SHAPE_AGGREGATED_STATUS_ITEM, &doc->root, arena, out, err))
        return true;
    rj_error_locate(err, doc->file, doc->root.at);
    return false;
}
