/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_VALUE_H
#define RJINTERP_VALUE_H

/**
 * @file
 * The JSON data model as an immutable tree. Nodes are *arena-owned*; subtrees may be shared between
 * trees of one arena. Each node remembers the place in its source (line and column of the file).
 *
 * Maps are kept sorted by the bytes of their keys, each key once: that is the order in which
 * the reference writes JSON and reports the first error. rj_yaml_write() has an order of its own.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/arena.h"
#include "rjinterp/macros.h"
#include "rjinterp/position.h"

typedef enum rj_kind {
    RJ_KIND_NULL = 0,
    RJ_KIND_BOOL,
    RJ_KIND_INT,   /**< fits int64 */
    RJ_KIND_FLOAT, /**< any other number */
    RJ_KIND_STRING,
    RJ_KIND_LIST,
    RJ_KIND_MAP
} rj_kind;

/** How a string was written in YAML; RJ_STYLE_NONE for JSON and for values made by a script. */
typedef enum rj_style {
    RJ_STYLE_NONE = 0,
    RJ_STYLE_PLAIN,
    RJ_STYLE_SINGLE,
    RJ_STYLE_DOUBLE, /**< also JSON strings read from a file */
    RJ_STYLE_LITERAL,
    RJ_STYLE_FOLDED
} rj_style;

/** A number whose JSON text can't be told from its value. */
typedef enum rj_number_form {
    RJ_NUMBER_COMMON = 0,
    RJ_NUMBER_UINT64,       /**< float made from an integer above int64; number.u64 has it */
    RJ_NUMBER_NEGATIVE_ZERO /**< int 0 that was written as a float -0 */
} rj_number_form;

typedef struct rj_value rj_value;
typedef struct rj_member rj_member;

struct rj_value {
    uint8_t kind;     /**< rj_kind */
    uint8_t style;    /**< rj_style, of strings */
    uint8_t form;     /**< rj_number_form, of numbers */
    uint8_t in_alias; /**< 1: came through a YAML alias; the place is the anchor's */
    rj_position at;
    union {
        bool boolean;
        struct {
            union {
                int64_t i64; /**< RJ_KIND_INT */
                uint64_t u64;
            };
            double f64; /**< always set */
        } number;
        struct {
            const char *data; /**< UTF-8, NUL-terminated; may hold NULs */
            size_t bytes;
        } string;
        struct {
            const rj_value *items;
            size_t count;
        } list;
        struct {
            const rj_member *members; /**< sorted by key bytes */
            size_t count;
        } map;
    };
};

struct rj_member {
    const char *key; /**< NUL-terminated */
    size_t key_bytes;
    rj_position key_at;
    rj_value value;
};

/** Constants and simple values; places are unknown. */
RJ_API extern const rj_value rj_value_null;
RJ_API rj_value rj_value_bool(bool b);
RJ_API rj_value rj_value_int(int64_t i);
/** Any double; one that is a whole number is still RJ_KIND_FLOAT. */
RJ_API rj_value rj_value_float(double d);
/** Borrows @p data. */
RJ_API rj_value rj_value_string(const char *data, size_t bytes);
RJ_API rj_value rj_value_text(const char *text);
/** Borrows @p items. */
RJ_API rj_value rj_value_list(const rj_value *items, size_t count);
/** Borrows @p members, which must be sorted by key with each key once (see rj_map_finish()). */
RJ_API rj_value rj_value_map(const rj_member *members, size_t count);

/** Order of map keys: bytes, shorter first when one starts with the other. */
RJ_API int rj_key_compare(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

/** The value at @p key or NULL; NULL too when @p map is NULL or no map. Borrows. */
RJ_API const rj_value *rj_value_get(const rj_value *map, const char *key);
RJ_API const rj_value *rj_value_get_n(const rj_value *map, const char *key, size_t key_bytes);

/** A path as "spec.template.0.name": keys and list positions (from 0) between dots. */
RJ_API const rj_value *rj_value_at(const rj_value *root, const char *path);

static inline bool rj_value_is(const rj_value *value, rj_kind kind) {
    return value && value->kind == kind;
}

static inline bool rj_value_is_number(const rj_value *value) {
    return value && (value->kind == RJ_KIND_INT || value->kind == RJ_KIND_FLOAT);
}

/** The string at @p key when it is one, else NULL. */
RJ_API const char *rj_value_get_text(const rj_value *map, const char *key);

/** Same kinds and contents; places, styles and forms don't count. INT 1 and FLOAT 1.0 differ. */
RJ_API bool rj_value_equal(const rj_value *a, const rj_value *b);

/** The name of the kind in messages of Go's JSON package: null bool number string array object. */
RJ_API const char *rj_kind_json_name(rj_kind kind);

/**
 * Grows a list or a map in an arena. Zero-initialise, append, finish. Append fails (false)
 * only when the arena does.
 */
typedef struct rj_list_builder {
    rj_arena *arena;
    rj_value *items;
    size_t count, capacity;
} rj_list_builder;

typedef struct rj_map_builder {
    rj_arena *arena;
    rj_member *members;
    size_t count, capacity;
} rj_map_builder;

RJ_API bool rj_list_append(rj_list_builder *builder, const rj_value *item) RJ_MUST_USE;
RJ_API rj_value rj_list_finish(const rj_list_builder *builder);

/** Borrows @p key, which must live as long as the arena. */
RJ_API bool rj_map_append(rj_map_builder *builder, const char *key, size_t key_bytes,
                          rj_position key_at, const rj_value *value) RJ_MUST_USE;
/** Sorts; of equal keys the one appended last stays. */
RJ_API rj_value rj_map_finish(rj_map_builder *builder);

#endif
