/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/pod.h"

#include <stdlib.h>
#include <string.h>

#include "kube/resource_name.h"
#include "rjinterp/quantity.h"
#include "rjinterp/typed.h"

/* One amount of one resource, in the order in which it is reckoned. */
typedef struct amount {
    const char *name;
    size_t name_bytes;
    rj_resource_class class;
    size_t turn;
    bool is_maximum; /* raises the total to at least this much, instead of adding to it */
    int64_t value;
} amount;

typedef struct reckoning {
    rj_arena *arena;
    rj_quantity *quantity;
    amount *amounts;
    size_t count, capacity;
    rj_error *err;
} reckoning;

static bool grow(reckoning *r) {
    amount *amounts = rj_arena_grow(r->arena, r->amounts, r->count, &r->capacity, sizeof *amounts);
    if (!amounts)
        return rj_error_no_memory(r->err);
    r->amounts = amounts;
    return true;
}

/* Each amount is rounded up alone; what doesn't fit 64 bits counts as nothing, as in production. */
static bool put(reckoning *r, const rj_member *entry, bool is_maximum) {
    rj_resource_class class = rj_resource_classify(entry->key, entry->key_bytes);
    if (class == RJ_RESOURCE_IGNORED || !rj_value_is(&entry->value, RJ_KIND_STRING))
        return true;
    if (!grow(r) || !rj_quantity_parse(r->quantity, entry->value.string.data,
                                       entry->value.string.bytes, r->err))
        return false;
    amount *a = &r->amounts[r->count];
    *a = (amount){.name = entry->key,
                  .name_bytes = entry->key_bytes,
                  .class = class,
                  .turn = r->count++,
                  .is_maximum = is_maximum};
    if (!rj_quantity_scaled(r->quantity, class == RJ_RESOURCE_CPU ? -3 : 0, &a->value))
        a->value = 0;
    return true;
}

static bool put_all(reckoning *r, const rj_value *list, const rj_value *unless, bool is_maximum) {
    for (size_t i = 0; rj_value_is(list, RJ_KIND_MAP) && i < list->map.count; i++) {
        const rj_member *entry = &list->map.members[i];
        if (!rj_value_get_n(unless, entry->key, entry->key_bytes) && !put(r, entry, is_maximum))
            return false;
    }
    return true;
}

/* What each container requests; its limits stand in for requests that it doesn't make. */
static bool put_containers(reckoning *r, const rj_value *containers, bool is_maximum) {
    for (size_t i = 0; rj_value_is(containers, RJ_KIND_LIST) && i < containers->list.count; i++) {
        const rj_value *resources = rj_value_get(&containers->list.items[i], "resources");
        const rj_value *requests = rj_value_get(resources, "requests");
        if (!put_all(r, requests, NULL, is_maximum) ||
            !put_all(r, rj_value_get(resources, "limits"), requests, is_maximum))
            return false;
    }
    return true;
}

static int by_name_and_turn(const void *left, const void *right) {
    const amount *a = left, *b = right;
    int order = rj_key_compare(a->name, a->name_bytes, b->name, b->name_bytes);
    return order ? order : (a->turn > b->turn) - (a->turn < b->turn);
}

/* Sums wrap around, as production's do. */
static int64_t add(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static bool print_amount(reckoning *r, const amount *a, int64_t total, rj_map_builder *out) {
    bool binary = a->class == RJ_RESOURCE_BINARY;
    rj_buf text = RJ_BUF_INIT;
    bool good = rj_quantity_set(r->quantity, total, a->class == RJ_RESOURCE_CPU ? -3 : 0,
                                binary ? RJ_QUANTITY_BINARY_SI : RJ_QUANTITY_DECIMAL_SI);
    if (good)
        rj_quantity_write(r->quantity, &text);
    const char *copy =
        good && rj_buf_ok(&text) ? rj_arena_copy(r->arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_value value = rj_value_string(copy, text.bytes);
    rj_buf_free(&text);
    if (!copy || !rj_map_append(out, a->name, a->name_bytes, (rj_position){0, 0}, &value))
        return rj_error_no_memory(r->err);
    return true;
}

static bool print_totals(reckoning *r, rj_map_builder *out) {
    if (r->count)
        qsort(r->amounts, r->count, sizeof *r->amounts, by_name_and_turn);
    for (size_t i = 0; i < r->count;) {
        const amount *first = &r->amounts[i];
        int64_t total = 0;
        for (; i < r->count && rj_key_compare(first->name, first->name_bytes, r->amounts[i].name,
                                              r->amounts[i].name_bytes) == 0;
             i++) {
            int64_t value = r->amounts[i].value;
            if (!r->amounts[i].is_maximum)
                total = add(total, value);
            else if (value > total)
                total = value;
        }
        if (total > 0 && !print_amount(r, first, total, out))
            return false;
    }
    return true;
}

static bool resource_request(const rj_value *spec, rj_arena *arena, rj_value *out, rj_error *err) {
    reckoning r = {.arena = arena, .quantity = rj_quantity_new(), .err = err};
    if (!r.quantity)
        return rj_error_no_memory(err);
    rj_map_builder totals = {.arena = arena};
    bool good = put_containers(&r, rj_value_get(spec, "containers"), false) &&
                put_containers(&r, rj_value_get(spec, "initContainers"), true) &&
                put_all(&r, rj_value_get(spec, "overhead"), NULL, false) &&
                print_totals(&r, &totals);
    rj_quantity_free(r.quantity);
    if (good)
        *out = rj_map_finish(&totals);
    return good;
}

static bool append(rj_map_builder *map, const char *key, const rj_value *value, rj_error *err) {
    return rj_map_append(map, key, strlen(key), (rj_position){0, 0}, value) ||
           rj_error_no_memory(err);
}

/* Where the pod may run, raw; nothing in @p out when the template says nothing about it. */
static bool node_claim(const rj_value *spec, rj_map_builder *out, rj_error *err) {
    const rj_value *selector = rj_value_get(spec, "nodeSelector");
    const rj_value *tolerations = rj_value_get(spec, "tolerations");
    const rj_value *node_affinity = rj_value_get(rj_value_get(spec, "affinity"), "nodeAffinity");
    const rj_value *required =
        rj_value_get(node_affinity, "requiredDuringSchedulingIgnoredDuringExecution");
    bool has_tolerations = rj_value_is(tolerations, RJ_KIND_LIST) && tolerations->list.count > 0;
    if (!selector && !required && !has_tolerations)
        return true;
    rj_map_builder claim = {.arena = out->arena};
    if ((selector && !append(&claim, "nodeSelector", selector, err)) ||
        (required && !append(&claim, "hardNodeAffinity", required, err)) ||
        (has_tolerations && !append(&claim, "tolerations", tolerations, err)))
        return false;
    rj_value value = rj_map_finish(&claim);
    return append(out, "nodeClaim", &value, err);
}

bool rj_pod_requirements(const rj_value *pod_template, rj_arena *arena, rj_value *out,
                         rj_error *err) {
    const rj_value *spec = rj_value_get(pod_template, "spec");
    rj_map_builder raw = {.arena = arena}, requirements = {.arena = arena};
    rj_value resources;
    if (!node_claim(spec, &raw, err) || !resource_request(spec, arena, &resources, err))
        return false;
    if (raw.count > 0) {
        /* The template keeps its empty lists and maps; the result leaves them out. */
        rj_value claim = rj_map_finish(&raw);
        if (!rj_typed_decode(RJ_SHAPE_REPLICA_REQUIREMENTS, &claim, arena, &claim, err) ||
            !append(&requirements, "nodeClaim", rj_value_get(&claim, "nodeClaim"), err))
            return false;
    }
    if (resources.map.count > 0 && !append(&requirements, "resourceRequest", &resources, err))
        return false;
    *out = requirements.count > 0 ? rj_map_finish(&requirements) : rj_value_null;
    return true;
}
