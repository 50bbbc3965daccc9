/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/shape.h"

#include <string.h>

/* The reference looks at a customization's apiVersion and kind through a type without a name. */
static const rj_field version_kind_fields[] = {
    RJ_STRING_O("apiVersion"),
    RJ_STRING_O("kind"),
};
static const rj_struct version_kind = {
    .type_name = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                 "Kind string \"json:\\\"kind,omitempty\\\"\" }",
    .name = "",
    .fields = version_kind_fields,
    .field_count = sizeof version_kind_fields / sizeof version_kind_fields[0]};

static const rj_root roots[] = {
    [RJ_SHAPE_REPLICA_REQUIREMENTS] = {.field = RJ_NESTED(NULL, rj_replica_requirements, 0)},
    [RJ_SHAPE_COMPONENT_LIST] = {.field = RJ_LIST(NULL, rj_component)},
    [RJ_SHAPE_DEPENDENCY_LIST] = {.field = RJ_LIST(NULL, rj_dependent_object_reference)},
    [RJ_SHAPE_POD_TEMPLATE_SPEC] = {.field = RJ_NESTED(NULL, rj_pod_template_spec, 0),
                                    .keeps_detail = true},
    [RJ_SHAPE_AGGREGATED_STATUS_ITEM] = {.field = RJ_NESTED(NULL, rj_aggregated_status_item, 0)},
    [RJ_SHAPE_CUSTOMIZATION] = {.field = RJ_NESTED(NULL, rj_resource_interpreter_customization, 0),
                                .case_matters = true},
    [RJ_SHAPE_PARTIAL_OBJECT_METADATA] = {.field = RJ_NESTED(NULL, rj_metadata_only, 0),
                                          .case_matters = true},
    [RJ_SHAPE_VERSION_KIND] = {.field = RJ_NESTED(NULL, version_kind, 0)},
};

const rj_root *rj_shape_root(rj_shape shape) {
    return &roots[shape];
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Go folds all of Unicode; two letters outside of ASCII have one in it as their fellow: the long s
 * and the Kelvin sign. */
static bool equal_folded(const char *name, const char *key, size_t key_bytes) {
    size_t i = 0;
    for (; *name && i < key_bytes; name++) {
        char c = lower(key[i]);
        size_t taken = 1;
        if (key_bytes - i >= 2 && memcmp(key + i, "\xC5\xBF", 2) == 0) {
            c = 's';
            taken = 2;
        } else if (key_bytes - i >= 3 && memcmp(key + i, "\xE2\x84\xAA", 3) == 0) {
            c = 'k';
            taken = 3;
        }
        if (c != lower(*name))
            return false;
        i += taken;
    }
    return !*name && i == key_bytes;
}

static bool equal_exactly(const char *name, const char *key, size_t key_bytes) {
    return strlen(name) == key_bytes && memcmp(name, key, key_bytes) == 0;
}

typedef bool name_test(const char *name, const char *key, size_t key_bytes);

static const rj_field *find(const rj_struct *table, name_test *test, const char *key,
                            size_t key_bytes, size_t *slot, const char **embedded) {
    for (size_t i = 0; i < table->field_count; i++) {
        const rj_field *f = &table->fields[i];
        if (f->kind == RJ_FIELD_EMBEDDED) {
            const char *deeper = NULL;
            const rj_field *found = find(f->of, test, key, key_bytes, slot, &deeper);
            if (found) {
                *embedded = f->name;
                return found;
            }
        } else if (test(f->name, key, key_bytes)) {
            *embedded = NULL;
            return f;
        } else {
            ++*slot;
        }
    }
    return NULL;
}

const rj_field *rj_struct_find(const rj_struct *table, const char *key, size_t key_bytes,
                               bool case_matters, size_t *slot, const char **embedded) {
    *slot = 0;
    const rj_field *found = find(table, equal_exactly, key, key_bytes, slot, embedded);
    if (found || case_matters)
        return found;
    *slot = 0;
    return find(table, equal_folded, key, key_bytes, slot, embedded);
}

size_t rj_struct_fields(const rj_struct *table, const rj_field **out) {
    size_t count = 0;
    for (size_t i = 0; i < table->field_count; i++) {
        const rj_field *f = &table->fields[i];
        if (f->kind == RJ_FIELD_EMBEDDED)
            count += rj_struct_fields(f->of, out + count);
        else
            out[count++] = f;
    }
    return count;
}
