/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/customization.h"

#include <stdlib.h>
#include <string.h>

#include "rjinterp/typed.h"
#include "rule/kinds.h"

static const char target_api_version[] = "config.karmada.io/v1alpha1";
static const char target_kind[] = "ResourceInterpreterCustomization";

/* apiVersion and kind of a document, "" when absent. */
typedef struct version_kind {
    const char *api_version;
    const char *kind;
} version_kind;

static const char *text_or_empty(const rj_value *map, const char *key) {
    const char *text = rj_value_get_text(map, key);
    return text ? text : "";
}

static bool find_version_kind(const rj_document *doc, rj_arena *arena, version_kind *out,
                              rj_error *err) {
    rj_value shaped;
    if (!rj_typed_decode(RJ_SHAPE_VERSION_KIND, &doc->root, arena, &shaped, err)) {
        rj_error_prefix(err, "couldn't get version/kind; json parse error: ");
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    out->api_version = text_or_empty(&shaped, "apiVersion");
    out->kind = text_or_empty(&shaped, "kind");
    return true;
}

static bool missing(const rj_document *doc, const char *what, rj_error *err) {
    rj_buf raw = RJ_BUF_INIT;
    rj_document_write_raw(doc, &raw);
    if (!rj_buf_ok(&raw)) {
        rj_buf_free(&raw);
        return rj_error_no_memory(err);
    }
    rj_error_set(err, RJ_ERROR_TYPE, "Object '%s' is missing in '%s'", what, rj_buf_text(&raw));
    rj_buf_free(&raw);
    rj_error_locate(err, doc->file, doc->root.at);
    return false;
}

/* Group and version of an API version; both empty when it has more than one slash. */
typedef struct group_version {
    const char *group, *version;
    size_t group_bytes, version_bytes;
    bool valid;
} group_version;

static group_version split_api_version(const char *api_version) {
    group_version gv = {.group = "", .version = "", .valid = true};
    const char *slash = strchr(api_version, '/');
    if (!slash) {
        gv.version = api_version;
        gv.version_bytes = strlen(api_version);
    } else if (!strchr(slash + 1, '/')) {
        gv.group = api_version;
        gv.group_bytes = (size_t)(slash - api_version);
        gv.version = slash + 1;
        gv.version_bytes = strlen(slash + 1);
    } else {
        gv.valid = false;
    }
    return gv;
}

static bool same_group_version(const group_version *a, const group_version *b) {
    return a->group_bytes == b->group_bytes && a->version_bytes == b->version_bytes &&
           memcmp(a->group, b->group, a->group_bytes) == 0 &&
           memcmp(a->version, b->version, a->version_bytes) == 0;
}

static bool check_version_kind(const rj_document *doc, const version_kind *vk, rj_error *err) {
    group_version gv = split_api_version(vk->api_version);
    if (!gv.valid) {
        rj_error_set(err, RJ_ERROR_TYPE, "unexpected GroupVersion string: %s", vk->api_version);
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    if (!*vk->kind)
        return missing(doc, "Kind", err);
    if (!gv.version_bytes)
        return missing(doc, "apiVersion", err);
    if (!rj_kind_is_registered(vk->api_version, vk->kind)) {
        rj_error_set(err, RJ_ERROR_TYPE,
                     "no kind \"%s\" is registered for version \"%s\" in scheme "
                     "\"pkg/util/gclient/gclient.go:41\"",
                     vk->kind, vk->api_version);
        rj_error_locate(err, doc->file, doc->root.at);
        rj_error_set_hint(err, "expected apiVersion: %s, kind: %s", target_api_version,
                          target_kind);
        return false;
    }
    return true;
}

/* A rule that is there counts even without a script: merging needs to know. */
static void bind_scripts(const rj_value *spec, rj_customization *out) {
    const rj_value *rules = rj_value_get(spec, "customizations");
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++) {
        const rj_value *rule = rj_value_get(rules, rj_rule_of((rj_operation)i)->field);
        if (!rj_value_is(rule, RJ_KIND_MAP))
            continue;
        rj_rule_script *script = &out->scripts[i];
        const rj_value *scalar = rj_value_get(rule, "luaScript");
        script->text = "";
        script->at = rule->at;
        if (rj_value_is(scalar, RJ_KIND_STRING)) {
            script->text = scalar->string.data;
            script->text_bytes = scalar->string.bytes;
            script->at = scalar->at;
            script->scalar = scalar;
        }
    }
}

static bool bind_other_kind(const version_kind *vk, rj_arena *arena, rj_customization *out,
                            rj_error *err) {
    group_version gv = split_api_version(vk->api_version);
    size_t room = strlen(vk->api_version) + strlen(vk->kind) + sizeof "/, Kind=";
    char *text = rj_arena_alloc(arena, room);
    if (!text)
        return rj_error_no_memory(err);
    char *end = text;
    end = mempcpy(end, gv.group, gv.group_bytes);
    *end++ = '/';
    end = mempcpy(end, gv.version, gv.version_bytes);
    end = stpcpy(end, ", Kind=");
    strcpy(end, vk->kind);
    out->other_kind = text;
    return true;
}

bool rj_customization_bind(const rj_document *doc, rj_arena *arena, rj_customization *out,
                           rj_error *err) {
    version_kind vk;
    if (!find_version_kind(doc, arena, &vk, err) || !check_version_kind(doc, &vk, err))
        return false;
    group_version own = split_api_version(target_api_version);
    group_version gv = split_api_version(vk.api_version);
    bool is_customization = strcmp(vk.kind, target_kind) == 0 && same_group_version(&own, &gv);
    rj_value shaped;
    if (!rj_typed_decode(is_customization ? RJ_SHAPE_CUSTOMIZATION
                                          : RJ_SHAPE_PARTIAL_OBJECT_METADATA,
                         &doc->root, arena, &shaped, err)) {
        rj_error_locate(err, doc->file, doc->root.at);
        return false;
    }
    rj_customization bound = {.at = doc->root.at, .document = *doc};
    if (doc->file) {
        bound.source = rj_arena_copy(arena, doc->file, strlen(doc->file));
        if (!bound.source)
            return rj_error_no_memory(err);
    }
    bound.document.file = bound.source;
    bound.name = text_or_empty(rj_value_get(&doc->root, "metadata"), "name");
    bound.api_version = bound.kind = "";
    if (!is_customization) {
        if (!bind_other_kind(&vk, arena, &bound, err))
            return false;
    } else {
        const rj_value *spec = rj_value_get(&doc->root, "spec");
        const rj_value *target = rj_value_get(spec, "target");
        bound.api_version = text_or_empty(target, "apiVersion");
        bound.kind = text_or_empty(target, "kind");
        bind_scripts(spec, &bound);
    }
    *out = bound;
    return true;
}

bool rj_customization_script_spans(const rj_customization *customization, rj_operation operation,
                                   rj_arena *arena, rj_span_map *map, rj_error *err) {
    const rj_value *scalar = customization->scripts[operation].scalar;
    if (!scalar) {
        *map = (rj_span_map){.file = customization->source};
        return true;
    }
    return rj_document_string_spans(&customization->document, scalar, arena, map, err);
}

bool rj_customization_set_add(rj_customization_set *set, const rj_customization *customization) {
    rj_customization *items =
        rj_arena_grow(set->arena, set->items, set->count, &set->capacity, sizeof *items);
    if (!items)
        return false;
    set->items = items;
    set->items[set->count++] = *customization;
    return true;
}

static bool targets(const rj_customization *c, const group_version *gv, const char *kind) {
    if (c->other_kind || strcmp(c->kind, kind) != 0)
        return false;
    group_version own = split_api_version(c->api_version);
    return same_group_version(&own, gv);
}

static int compare_by_name(const void *a, const void *b) {
    const rj_rule_match *x = a, *y = b;
    int order = strcmp(x->customization->name, y->customization->name);
    if (order)
        return order;
    /* Items of one set: their addresses are in the order of adding. */
    return (x->customization > y->customization) - (x->customization < y->customization);
}

/*
 * Of single-script operations the first customization with the rule wins; where its script is empty
 * the first later one that isn't fills it.  Both ways that is the first script with text.
 */
static size_t keep_non_empty(rj_rule_match *m, size_t count, bool all) {
    size_t kept = 0;
    for (size_t i = 0; i < count && (all || kept == 0); i++) {
        if (m[i].script->text && m[i].script->text_bytes)
            m[kept++] = m[i];
    }
    return kept;
}

bool rj_customization_set_match(const rj_customization_set *set, rj_operation operation,
                                const char *api_version, const char *kind, rj_arena *arena,
                                const rj_rule_match **matches, size_t *match_count, rj_error *err) {
    rj_rule_match *found = rj_arena_calloc(arena, set->count + 1, sizeof *found);
    if (!found)
        return rj_error_no_memory(err);
    group_version gv = split_api_version(api_version);
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        const rj_customization *c = &set->items[i];
        if (targets(c, &gv, kind))
            found[count++] = (rj_rule_match){.customization = c, .script = &c->scripts[operation]};
    }
    if (count > 1)
        qsort(found, count, sizeof *found, compare_by_name);
    *match_count = keep_non_empty(found, count, operation == RJ_OPERATION_INTERPRET_DEPENDENCY);
    *matches = found;
    return true;
}

const rj_value *rj_customization_root(const rj_customization *c) {
    const rj_value *root = &c->document.root, *items = rj_value_get(root, "items");
    for (size_t i = 0; rj_value_is(items, RJ_KIND_LIST) && i < items->list.count; i++) {
        const rj_value *item = &items->list.items[i];
        if (item->at.line == c->at.line && item->at.column == c->at.column)
            return item;
    }
    return root;
}
