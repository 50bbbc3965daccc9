/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_KUBE_SHAPE_H
#define RJ_KUBE_SHAPE_H

/**
 * @file
 * How the field tables of typed shapes are written. A table says what the Go declaration of the
 * type says: JSON name, type, and whether the field is left out when it is empty.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/typed.h"

typedef enum rj_field_kind {
    RJ_FIELD_STRING,
    RJ_FIELD_BOOL,
    RJ_FIELD_INT32,
    RJ_FIELD_INT64,
    RJ_FIELD_QUANTITY,
    RJ_FIELD_TIME,
    RJ_FIELD_INT_OR_STRING,
    RJ_FIELD_RAW,     /**< any JSON, kept as it is */
    RJ_FIELD_STRUCT,  /**< of another table */
    RJ_FIELD_EMBEDDED /**< the fields of another table stand among this table's own */
} rj_field_kind;

enum {
    /** Left out when empty: "", 0, false, no items, no pointer. Structs by value never are. */
    RJ_FIELD_OMIT = 1,
    /** A Go pointer: null and absent are nil, anything else is there even when it is empty. */
    RJ_FIELD_POINTER = 2,
    RJ_FIELD_LIST = 4,
    RJ_FIELD_MAP = 8, /**< text to the field's kind */
    /** More fields than any table has, embedded ones counted. */
    RJ_MAX_FIELDS = 48
};

typedef struct rj_struct rj_struct;

typedef struct rj_field {
    const char *name;      /**< in JSON; of an embedded struct its Go name */
    const rj_struct *of;   /**< of structs */
    const char *type_name; /**< Go's name of a string type; NULL: string */
    const char *map_name;  /**< Go's name of a map type; NULL: map[string]… */
    uint8_t kind;          /**< rj_field_kind */
    uint8_t flags;
} rj_field;

struct rj_struct {
    const char *type_name; /**< with the package, as in messages: v1.PodSpec */
    const char *name;      /**< without: PodSpec */
    const rj_field *fields;
    size_t field_count;
};

/** The table of the Go type @p package.@p go. */
#define RJ_TABLE(package, go, table)                                                               \
    {                                                                                              \
        .type_name = package "." go, .name = go, .fields = table,                                  \
        .field_count = sizeof(table) / sizeof(table)[0]                                            \
    }

#define RJ_SCALAR(json, scalar, bits)                                                              \
    { .name = json, .kind = scalar, .flags = bits }
/* A string type with a name of its own. */
#define RJ_NAMED(json, go, bits)                                                                   \
    { .name = json, .kind = RJ_FIELD_STRING, .type_name = go, .flags = bits }
#define RJ_NESTED(json, table, bits)                                                               \
    { .name = json, .kind = RJ_FIELD_STRUCT, .of = &table, .flags = bits }
#define RJ_EMBED(go, table)                                                                        \
    { .name = go, .kind = RJ_FIELD_EMBEDDED, .of = &table }

/* The common fields by short names; _O: left out when empty, _P: pointer, left out when nil. */
#define RJ_STRING(json)          RJ_SCALAR(json, RJ_FIELD_STRING, 0)
#define RJ_STRING_O(json)        RJ_SCALAR(json, RJ_FIELD_STRING, RJ_FIELD_OMIT)
#define RJ_STRING_P(json)        RJ_SCALAR(json, RJ_FIELD_STRING, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_STRINGS_O(json)       RJ_SCALAR(json, RJ_FIELD_STRING, RJ_FIELD_OMIT | RJ_FIELD_LIST)
#define RJ_STRING_MAP_O(json)    RJ_SCALAR(json, RJ_FIELD_STRING, RJ_FIELD_OMIT | RJ_FIELD_MAP)
#define RJ_BOOL_O(json)          RJ_SCALAR(json, RJ_FIELD_BOOL, RJ_FIELD_OMIT)
#define RJ_BOOL_P(json)          RJ_SCALAR(json, RJ_FIELD_BOOL, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_INT32(json)           RJ_SCALAR(json, RJ_FIELD_INT32, 0)
#define RJ_INT32_O(json)         RJ_SCALAR(json, RJ_FIELD_INT32, RJ_FIELD_OMIT)
#define RJ_INT32_P(json)         RJ_SCALAR(json, RJ_FIELD_INT32, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_INT64_P(json)         RJ_SCALAR(json, RJ_FIELD_INT64, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_NAMED_O(json, go)     RJ_NAMED(json, go, RJ_FIELD_OMIT)
#define RJ_NAMED_P(json, go)     RJ_NAMED(json, go, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_NESTED_P(json, table) RJ_NESTED(json, table, RJ_FIELD_OMIT | RJ_FIELD_POINTER)
#define RJ_LIST(json, table)     RJ_NESTED(json, table, RJ_FIELD_LIST)
#define RJ_LIST_O(json, table)   RJ_NESTED(json, table, RJ_FIELD_OMIT | RJ_FIELD_LIST)
#define RJ_RESOURCE_LIST_O(json)                                                                   \
    {                                                                                              \
        .name = json, .kind = RJ_FIELD_QUANTITY, .map_name = "v1.ResourceList",                    \
        .flags = RJ_FIELD_OMIT | RJ_FIELD_MAP                                                      \
    }

/* meta/v1 */
extern const rj_struct rj_type_meta;
extern const rj_struct rj_object_meta;
extern const rj_struct rj_label_selector;
extern const rj_struct rj_metadata_only;

/* core/v1 */
extern const rj_struct rj_local_object_reference;
extern const rj_struct rj_object_field_selector;
extern const rj_struct rj_resource_field_selector;
extern const rj_struct rj_volume;
extern const rj_struct rj_container;
extern const rj_struct rj_ephemeral_container;
extern const rj_struct rj_resource_requirements;
extern const rj_struct rj_se_linux_options;
extern const rj_struct rj_windows_options;
extern const rj_struct rj_seccomp_profile;
extern const rj_struct rj_app_armor_profile;
extern const rj_struct rj_node_selector;
extern const rj_struct rj_affinity;
extern const rj_struct rj_toleration;
extern const rj_struct rj_topology_spread_constraint;
extern const rj_struct rj_pod_template_spec;

/* work/v1alpha2, config/v1alpha1 of Karmada */
extern const rj_struct rj_replica_requirements;
extern const rj_struct rj_component;
extern const rj_struct rj_aggregated_status_item;
extern const rj_struct rj_dependent_object_reference;
extern const rj_struct rj_resource_interpreter_customization;

/** What stands at the root of a shape. */
typedef struct rj_root {
    rj_field field;
    bool case_matters; /**< field names have to match exactly */
    bool keeps_detail; /**< nobody prints it: lists and maps that are there stay, even when they are
                          empty, and quantities keep their text */
} rj_root;

const rj_root *rj_shape_root(rj_shape shape);

/**
 * The field called @p key: by its exact name, or else, unless @p case_matters, without regard to
 * case. *@p slot is its place among all fields of @p table, *@p embedded the Go name of the
 * embedded struct that it is in or NULL. NULL: no such field.
 */
const rj_field *rj_struct_find(const rj_struct *table, const char *key, size_t key_bytes,
                               bool case_matters, size_t *slot, const char **embedded);

/** All fields of @p table, those of embedded structs among them, by their slots; returns how many.
 * @p out has room for RJ_MAX_FIELDS. */
size_t rj_struct_fields(const rj_struct *table, const rj_field **out);

#endif
