/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The field tables themselves, and what the decoder does with each field of each shape: the right
 * value, none, null, every wrong kind, another case, two spellings. And what it does with values
 * that it has made: nothing.
 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "kube/shape.h"
#include "unit/json_text.h"

static const rj_shape all_shapes[] = {
    RJ_SHAPE_REPLICA_REQUIREMENTS,    RJ_SHAPE_COMPONENT_LIST,         RJ_SHAPE_DEPENDENCY_LIST,
    RJ_SHAPE_POD_TEMPLATE_SPEC,       RJ_SHAPE_AGGREGATED_STATUS_ITEM, RJ_SHAPE_CUSTOMIZATION,
    RJ_SHAPE_PARTIAL_OBJECT_METADATA, RJ_SHAPE_VERSION_KIND,
};

enum {
    SHAPE_COUNT = sizeof all_shapes / sizeof all_shapes[0],
    MAX_DEPTH = 16
};

/* The way to a field, as the test builds values and messages for it. */
typedef struct way {
    rj_shape shape;
    const rj_struct *owners[MAX_DEPTH];
    const rj_field *fields[MAX_DEPTH];
    const char *embedded[MAX_DEPTH];
    size_t depth;
} way;

typedef void visitor(const way *w, void *data);

static void visit(way *w, const rj_struct *table, const char *embedded, const rj_struct *owner,
                  visitor *call, void *data) {
    assert_true(w->depth < MAX_DEPTH);
    for (size_t i = 0; i < table->field_count; i++) {
        const rj_field *f = &table->fields[i];
        if (f->kind == RJ_FIELD_EMBEDDED) {
            assert_null(embedded); /* one level is all that messages can tell */
            visit(w, f->of, f->name, owner, call, data);
            continue;
        }
        w->owners[w->depth] = owner;
        w->fields[w->depth] = f;
        w->embedded[w->depth] = embedded;
        w->depth++;
        call(w, data);
        if (f->kind == RJ_FIELD_STRUCT)
            visit(w, f->of, NULL, f->of, call, data);
        w->depth--;
    }
}

static void visit_all(visitor *call, void *data) {
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        way w = {.shape = all_shapes[i]};
        const rj_struct *root = rj_shape_root(all_shapes[i])->field.of;
        visit(&w, root, NULL, root, call, data);
    }
}

static const rj_field *last(const way *w) {
    return w->fields[w->depth - 1];
}

/* ---- tables ---- */

static void check_table(const rj_struct *table) {
    const rj_field *fields[RJ_MAX_FIELDS];
    size_t count = 0;
    for (size_t i = 0; i < table->field_count; i++)
        count += table->fields[i].kind == RJ_FIELD_EMBEDDED ? table->fields[i].of->field_count : 1;
    assert_true(count > 0 && count <= RJ_MAX_FIELDS);
    assert_int_equal(rj_struct_fields(table, fields), count);
    for (size_t i = 0; i < count; i++) {
        size_t slot;
        const char *embedded;
        const rj_field *f = fields[i];
        assert_ptr_equal(rj_struct_find(table, f->name, strlen(f->name), true, &slot, &embedded),
                         f);
        assert_int_equal(slot, i);
        /* No two names that differ in case alone, else the reference's choice would matter. */
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(strcasecmp(f->name, fields[k]->name), 0);
        assert_int_equal(f->kind == RJ_FIELD_STRUCT, f->of != NULL);
        bool both = f->flags & RJ_FIELD_LIST && f->flags & RJ_FIELD_MAP;
        assert_false(both);
        if (f->type_name)
            assert_int_equal(f->kind, RJ_FIELD_STRING);
    }
}

static void check_way(const way *w, void *data) {
    check_table(w->owners[w->depth - 1]);
    ++*(size_t *)data;
}

static void tables(void **state) {
    (void)state;
    size_t count = 0;
    visit_all(check_way, &count);
    assert_true(count > 1000);
}

/* ---- one field at a time ---- */

static rj_value good_value(const rj_field *f) {
    switch ((rj_field_kind)f->kind) {
    case RJ_FIELD_BOOL:
        return rj_value_bool(true);
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
    case RJ_FIELD_INT_OR_STRING:
        return rj_value_int(5);
    case RJ_FIELD_QUANTITY:
        return rj_value_text("5");
    case RJ_FIELD_TIME:
        return rj_value_text("2024-01-02T03:04:05Z");
    case RJ_FIELD_STRUCT:
        return rj_value_map(NULL, 0);
    default:
        return rj_value_text("text");
    }
}

static rj_value map_of(rj_arena *arena, const char *key, rj_value value) {
    rj_map_builder map = {.arena = arena};
    assert_true(rj_map_append(&map, key, strlen(key), (rj_position){0, 0}, &value));
    return rj_map_finish(&map);
}

static rj_value list_of(rj_arena *arena, rj_value value) {
    rj_list_builder list = {.arena = arena};
    assert_true(rj_list_append(&list, &value));
    return rj_list_finish(&list);
}

static rj_value in_container(rj_arena *arena, const rj_field *f, rj_value value) {
    if (f->flags & RJ_FIELD_LIST)
        return list_of(arena, value);
    return f->flags & RJ_FIELD_MAP ? map_of(arena, "key", value) : value;
}

/* The whole value in which the field has the given one. */
static rj_value whole(rj_arena *arena, const way *w, rj_value value, bool upper) {
    for (size_t i = w->depth; i-- > 0;) {
        const char *name = w->fields[i]->name;
        if (i < w->depth - 1)
            value = in_container(arena, w->fields[i], value);
        if (upper) {
            char *copy = rj_arena_copy(arena, name, strlen(name));
            for (char *p = copy; *p; p++)
                *p = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
            name = copy;
        }
        value = map_of(arena, name, value);
    }
    return in_container(arena, &rj_shape_root(w->shape)->field, value);
}

/* Where the field is in what was decoded; NULL: left out. */
static const rj_value *inside(const way *w, const rj_value *root) {
    const rj_value *value = root;
    if (rj_shape_root(w->shape)->field.flags & RJ_FIELD_LIST)
        value = &value->list.items[0];
    for (size_t i = 0; value && i < w->depth; i++) {
        value = rj_value_get(value, w->fields[i]->name);
        if (i + 1 < w->depth && w->fields[i]->flags & RJ_FIELD_LIST)
            value = &value->list.items[0];
    }
    return value;
}

static bool takes(const rj_field *f, const rj_value *value) {
    bool string = value->kind == RJ_KIND_STRING, number = rj_value_is_number(value);
    if (f->flags & RJ_FIELD_LIST)
        return value->kind == RJ_KIND_LIST;
    if (f->flags & RJ_FIELD_MAP)
        return value->kind == RJ_KIND_MAP;
    switch ((rj_field_kind)f->kind) {
    case RJ_FIELD_STRING:
    case RJ_FIELD_TIME:
        return string;
    case RJ_FIELD_BOOL:
        return value->kind == RJ_KIND_BOOL;
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
        return number;
    case RJ_FIELD_QUANTITY:
    case RJ_FIELD_INT_OR_STRING:
        return string || number;
    case RJ_FIELD_STRUCT:
        return value->kind == RJ_KIND_MAP;
    default:
        return true;
    }
}

static const char *type_name(const rj_field *f, char *out, size_t bytes) {
    static const char *const names[] = {
        [RJ_FIELD_STRING] = "string",       [RJ_FIELD_BOOL] = "bool",
        [RJ_FIELD_INT32] = "int32",         [RJ_FIELD_INT64] = "int64",
        [RJ_FIELD_INT_OR_STRING] = "int32", [RJ_FIELD_TIME] = "string",
    };
    const char *element = f->of ? f->of->type_name : f->type_name ? f->type_name : names[f->kind];
    if (f->map_name)
        return f->map_name;
    snprintf(out, bytes, "%s%s",
             f->flags & RJ_FIELD_LIST  ? "[]"
             : f->flags & RJ_FIELD_MAP ? "map[string]"
                                       : "",
             element);
    return out;
}

static void expected_message(const way *w, const rj_value *wrong, char *out, size_t bytes) {
    const rj_field *f = last(w);
    if (f->kind == RJ_FIELD_QUANTITY && !(f->flags & RJ_FIELD_MAP)) {
        snprintf(out, bytes,
                 "quantities must match the regular expression "
                 "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        return;
    }
    char path[512] = "", type[128];
    for (size_t i = 0; i < w->depth; i++)
        snprintf(path + strlen(path), sizeof path - strlen(path), "%s%s.%s",
                 w->embedded[i] ? "." : "", w->embedded[i] ? w->embedded[i] : "",
                 w->fields[i]->name);
    snprintf(out, bytes, "json: cannot unmarshal %s into Go struct field %s%s of type %s",
             rj_kind_json_name((rj_kind)wrong->kind), w->owners[w->depth - 1]->name, path,
             type_name(f, type, sizeof type));
}

static void check_wrong_kinds(rj_arena *arena, const way *w) {
    const rj_value kinds[] = {rj_value_bool(true), rj_value_int(5), rj_value_text("x"),
                              list_of(arena, rj_value_int(1)), map_of(arena, "a", rj_value_int(1))};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (takes(last(w), &kinds[i]))
            continue;
        char expected[1024];
        expected_message(w, &kinds[i], expected, sizeof expected);
        rj_value in = whole(arena, w, kinds[i], false), out;
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_typed_decode(w->shape, &in, arena, &out, &err));
        assert_string_equal(err.message, expected);
        rj_error_clear(&err);
    }
}

static rj_value decode(rj_arena *arena, rj_shape shape, const rj_value *in) {
    rj_value out;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_typed_decode(shape, in, arena, &out, &err))
        fail_msg("%s: %s", json_text(arena, in), err.message);
    return out;
}

static void check_field(const way *w, void *data) {
    (void)data;
    rj_arena *arena = rj_arena_new(0);
    const rj_field *f = last(w);
    rj_value good = in_container(arena, f, good_value(f));

    rj_value whole_value = whole(arena, w, good, false), in = whole_value;
    rj_value decoded = decode(arena, w->shape, &in);
    const rj_value *found = inside(w, &decoded);
    assert_non_null(found);
    if (f->kind != RJ_FIELD_STRUCT)
        assert_true(rj_value_equal(found, &good));
    else if (!(f->flags & RJ_FIELD_LIST))
        assert_int_equal(found->kind, RJ_KIND_MAP);

    in = whole(arena, w, good, true);
    rj_value upper = decode(arena, w->shape, &in);
    rj_value nothing = rj_value_map(NULL, 0);
    rj_value expected =
        decode(arena, w->shape, rj_shape_root(w->shape)->case_matters ? &nothing : &whole_value);
    if (!rj_value_equal(&upper, &expected))
        fail_msg("%s: %s", json_text(arena, &in), json_text(arena, &upper));

    /* Null is as good as nothing. */
    in = whole(arena, w, rj_value_null, false);
    rj_value with_null = decode(arena, w->shape, &in);
    way parent = *w;
    if (--parent.depth > 0)
        in = whole(arena, &parent, in_container(arena, last(&parent), nothing), false);
    else
        in = in_container(arena, &rj_shape_root(w->shape)->field, nothing);
    rj_value without = decode(arena, w->shape, &in);
    assert_true(rj_value_equal(&with_null, &without));

    check_wrong_kinds(arena, w);
    rj_arena_free(arena);
}

static void each_field(void **state) {
    (void)state;
    visit_all(check_field, NULL);
}

/* ---- random values ---- */

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static size_t below(uint64_t *seed, size_t n) {
    return (size_t)(next_random(seed) >> 16) % n;
}

static rj_value random_struct(rj_arena *arena, uint64_t *seed, const rj_struct *table,
                              size_t sparse);

static rj_value random_scalar(uint64_t *seed, const rj_field *f) {
    static const char *const texts[] = {"", "a", "default", "\xC3\xA9\xC3\xA9", "a\nb", "true"};
    static const char *const quantities[] = {"0",      "1",   "100m", "1000m", "1.5Gi", "007",
                                             "1e3",    "+5",  " 5 ",  "12E",   "-3Ki",  "0.1n",
                                             "1024Mi", "1E3", ".5",   "5."};
    static const char *const times[] = {"2024-01-02T03:04:05Z", "2024-12-31T23:04:05.5-05:30",
                                        "0001-01-01T00:00:00Z"};
    static const double numbers[] = {0, 1, -1, 2147483647, -2147483648.0, 80};
    size_t n = next_random(seed) % 64;
    switch ((rj_field_kind)f->kind) {
    case RJ_FIELD_BOOL:
        return rj_value_bool(n & 1);
    case RJ_FIELD_INT32:
    case RJ_FIELD_INT64:
        return n & 8 ? rj_value_float(numbers[n % 6]) : rj_value_int((int64_t)numbers[n % 6]);
    case RJ_FIELD_INT_OR_STRING:
        return n & 1 ? rj_value_int((int64_t)numbers[n % 6]) : rj_value_text(texts[n % 6]);
    case RJ_FIELD_QUANTITY:
        return n < 16 ? rj_value_float((double)n / 8) : rj_value_text(quantities[n % 16]);
    case RJ_FIELD_TIME:
        return rj_value_text(times[n % 3]);
    default:
        return rj_value_text(texts[n % 6]);
    }
}

static rj_value random_one(rj_arena *arena, uint64_t *seed, const rj_field *f, size_t sparse) {
    if (below(seed, 20) == 0)
        return rj_value_null;
    if (f->kind == RJ_FIELD_STRUCT)
        return random_struct(arena, seed, f->of, sparse + 1);
    return random_scalar(seed, f);
}

static rj_value random_field(rj_arena *arena, uint64_t *seed, const rj_field *f, size_t sparse) {
    if (!(f->flags & (RJ_FIELD_LIST | RJ_FIELD_MAP)))
        return random_one(arena, seed, f, sparse);
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    static const char *const keys[] = {"cpu", "memory", "a.b/c", "", "Key"};
    for (size_t i = below(seed, 4); i > 0; i--) {
        rj_value value = random_one(arena, seed, f, sparse);
        const char *key = keys[below(seed, 5)];
        assert_true(f->flags & RJ_FIELD_LIST
                        ? rj_list_append(&list, &value)
                        : rj_map_append(&map, key, strlen(key), (rj_position){0, 0}, &value));
    }
    return f->flags & RJ_FIELD_LIST ? rj_list_finish(&list) : rj_map_finish(&map);
}

/* The deeper, the fewer fields; some under a name in another case, some that nobody knows. */
static rj_value random_struct(rj_arena *arena, uint64_t *seed, const rj_struct *table,
                              size_t sparse) {
    const rj_field *fields[RJ_MAX_FIELDS];
    size_t count = rj_struct_fields(table, fields);
    rj_map_builder map = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (below(seed, 2 + sparse) != 0)
            continue;
        rj_value value = random_field(arena, seed, fields[i], sparse);
        char *name = rj_arena_copy(arena, fields[i]->name, strlen(fields[i]->name));
        if (below(seed, 5) == 0)
            name[0] = (char)(name[0] - 'a' + 'A');
        if (below(seed, 20) == 0)
            name[0] = '_';
        assert_true(rj_map_append(&map, name, strlen(name), (rj_position){0, 0}, &value));
    }
    return rj_map_finish(&map);
}

static void again_changes_nothing(void **state) {
    (void)state;
    uint64_t seed = 20261201;
    rj_arena *arena = rj_arena_new(0);
    for (int i = 0; i < 12000; i++) {
        rj_shape shape = all_shapes[i % SHAPE_COUNT];
        rj_value in = random_field(arena, &seed, &rj_shape_root(shape)->field, 0);
        rj_value once = decode(arena, shape, &in), twice = decode(arena, shape, &once);
        if (!rj_value_equal(&once, &twice))
            fail_msg("%s\n once  %s\n twice %s", json_text(arena, &in), json_text(arena, &once),
                     json_text(arena, &twice));
        rj_arena_reset(arena);
    }
    rj_arena_free(arena);
}

/* Known names with anything below them. */
static rj_value random_garbage(rj_arena *arena, uint64_t *seed, const rj_struct *table,
                               size_t depth) {
    const rj_field *fields[RJ_MAX_FIELDS];
    size_t count = rj_struct_fields(table, fields);
    const rj_field *f = fields[below(seed, count)];
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    switch (below(seed, depth > 6 ? 4 : 12)) {
    case 0:
        return rj_value_null;
    case 1:
        return rj_value_float((double)next_random(seed) / 7);
    case 2:
        return rj_value_bool(true);
    case 3:
        return random_scalar(seed, f);
    case 4:
    case 5:
        for (size_t i = below(seed, 3); i > 0; i--) {
            rj_value item = random_garbage(arena, seed, f->of ? f->of : table, depth + 1);
            assert_true(rj_list_append(&list, &item));
        }
        return rj_list_finish(&list);
    default:
        for (size_t i = below(seed, 4); i > 0; i--) {
            f = fields[below(seed, count)];
            rj_value value = below(seed, 2)
                                 ? random_field(arena, seed, f, depth)
                                 : random_garbage(arena, seed, f->of ? f->of : table, depth + 1);
            assert_true(rj_map_append(&map, f->name, strlen(f->name), (rj_position){0, 0}, &value));
        }
        return rj_map_finish(&map);
    }
}

/* Whatever comes, the answer is a value or one of the reference's messages. */
static void garbage(void **state) {
    (void)state;
    static const char *const beginnings[] = {"json: cannot unmarshal ", "quantities must match ",
                                             "unable to parse ", "parsing time "};
    uint64_t seed = 7;
    rj_arena *arena = rj_arena_new(0);
    size_t refused = 0;
    for (int i = 0; i < 20000; i++) {
        rj_shape shape = all_shapes[i % SHAPE_COUNT];
        const rj_field *root = &rj_shape_root(shape)->field;
        rj_value in = random_garbage(arena, &seed, root->of, 0), out;
        if (root->flags & RJ_FIELD_LIST && below(&seed, 4))
            in = list_of(arena, in);
        rj_error err = RJ_ERROR_INIT;
        if (!rj_typed_decode(shape, &in, arena, &out, &err)) {
            bool known = false;
            for (size_t k = 0; k < sizeof beginnings / sizeof beginnings[0]; k++)
                known |= strncmp(err.message, beginnings[k], strlen(beginnings[k])) == 0;
            if (!known)
                fail_msg("%s: %s", json_text(arena, &in), err.message);
            refused++;
        }
        rj_error_clear(&err);
        rj_arena_reset(arena);
    }
    assert_true(refused > 1000 && refused < 19000);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(each_field),
        cmocka_unit_test(again_changes_nothing),
        cmocka_unit_test(garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
