/* SPDX-License-Identifier: Apache-2.0 */
#include "insight/probe_schema.h"

#include <math.h>
#include <regex.h>
#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/typed.h"
#include "rjinterp/utf8.h"

/* Where the check is, innermost first. */
typedef struct place {
    const struct place *up;
    const char *key; /* NULL: an item */
    size_t key_bytes, index;
} place;

typedef struct schema_pattern {
    const rj_value *schema;
    bool is_usable;
    regex_t compiled;
} schema_pattern;

typedef struct check {
    schema_checker *checker;
    rj_buf *why; /* NULL: nobody asks */
} check;

/* @p known: a value that the same schema has admitted in the same place, or NULL. */
static bool admits(const check *c, const rj_value *schema, const rj_value *value,
                   const rj_value *known, const place *at, bool is_structural);

/* A map or list whose content is that of the other one, not only equal to it. */
static bool is_shared(const rj_value *value, const rj_value *other) {
    if (!other || value->kind != other->kind)
        return false;
    if (value->kind == RJ_KIND_MAP)
        return value->map.members == other->map.members && value->map.count == other->map.count;
    return value->kind == RJ_KIND_LIST && value->list.items == other->list.items &&
           value->list.count == other->list.count;
}

/* The field of @p map, which is at @p hint unless one before it is gone. */
static const rj_value *field_near(const rj_value *map, const rj_member *field, size_t hint) {
    if (!rj_value_is(map, RJ_KIND_MAP))
        return NULL;
    for (size_t i = hint; i < map->map.count && i <= hint + 1; i++)
        if (map->map.members[i].key == field->key)
            return &map->map.members[i].value;
    return rj_value_get_n(map, field->key, field->key_bytes);
}

/* ---- reasons ---- */

static void write_place(const place *at, rj_buf *out) {
    /* From the outside in; reasons are rare and paths short. */
    size_t depth = 0;
    for (const place *p = at; p; p = p->up)
        depth++;
    for (size_t i = depth; i-- > 0;) {
        const place *p = at;
        for (size_t up = i; up-- > 0;)
            p = p->up;
        if (!p->key)
            rj_buf_printf(out, "[%zu]", p->index);
        else
            rj_buf_printf(out, "%s%.*s", i + 1 == depth ? "" : ".", (int)p->key_bytes, p->key);
    }
}

static bool refuse(const check *c, const place *at, const char *reason) {
    if (c->why) {
        write_place(at, c->why);
        rj_buf_printf(c->why, "%s%s", at ? ": " : "", reason);
    }
    return false;
}

/* ---- helpers ---- */

static bool is_true(const rj_value *schema, const char *key) {
    const rj_value *found = rj_value_get(schema, key);
    return rj_value_is(found, RJ_KIND_BOOL) && found->boolean;
}

static bool number_at(const rj_value *schema, const char *key, double *out) {
    const rj_value *found = rj_value_get(schema, key);
    if (!rj_value_is_number(found))
        return false;
    *out = found->number.f64;
    return true;
}

static bool is_whole(const rj_value *value) {
    return value->kind == RJ_KIND_INT ||
           (value->kind == RJ_KIND_FLOAT && floor(value->number.f64) == value->number.f64);
}

static bool is_of_type(const rj_value *value, const char *type) {
    switch ((rj_kind)value->kind) {
    case RJ_KIND_NULL:
        return strcmp(type, "null") == 0;
    case RJ_KIND_BOOL:
        return strcmp(type, "boolean") == 0;
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return strcmp(type, "number") == 0 || (strcmp(type, "integer") == 0 && is_whole(value));
    case RJ_KIND_STRING:
        return strcmp(type, "string") == 0;
    case RJ_KIND_LIST:
        return strcmp(type, "array") == 0;
    case RJ_KIND_MAP:
        break;
    }
    return strcmp(type, "object") == 0;
}

/* Numbers count by value here. */
static bool same(const rj_value *a, const rj_value *b) {
    return rj_value_is_number(a) && rj_value_is_number(b) ? a->number.f64 == b->number.f64
                                                          : rj_value_equal(a, b);
}

static bool is_within(const rj_value *schema, const char *least, const char *most, size_t count) {
    double bound;
    return (!number_at(schema, least, &bound) || (double)count >= bound) &&
           (!number_at(schema, most, &bound) || (double)count <= bound);
}

/* ---- numbers and strings ---- */

static bool admits_number(const check *c, const rj_value *schema, const rj_value *value,
                          const place *at) {
    const double number = value->number.f64;
    double bound;
    if (number_at(schema, "minimum", &bound) &&
        (number < bound || (number == bound && is_true(schema, "exclusiveMinimum"))))
        return refuse(c, at, "less than the minimum");
    if (number_at(schema, "maximum", &bound) &&
        (number > bound || (number == bound && is_true(schema, "exclusiveMaximum"))))
        return refuse(c, at, "more than the maximum");
    if (number_at(schema, "multipleOf", &bound) && bound > 0 && fmod(number, bound) != 0)
        return refuse(c, at, "not a multiple");
    const char *format = rj_value_get_text(schema, "format");
    if (format && strcmp(format, "int32") == 0 && (number < INT32_MIN || number > INT32_MAX))
        return refuse(c, at, "not of 32 bits");
    return true;
}

/* Go's expression in POSIX's words, as far as there are any. */
static void translate_pattern(const char *go, rj_buf *out) {
    for (; *go; go++) {
        if (go[0] == '\\' && go[1] == 'd') {
            rj_buf_puts(out, "[0-9]");
            go++;
        } else if (go[0] == '\\' && go[1]) {
            rj_buf_append(out, go++, 2);
        } else if (strncmp(go, "(?:", 3) == 0) {
            rj_buf_putc(out, '(');
            go += 2;
        } else {
            rj_buf_putc(out, *go);
        }
    }
}

static const schema_pattern *pattern_of(schema_checker *checker, const rj_value *schema,
                                        const char *text) {
    for (size_t i = 0; i < checker->count; i++)
        if (checker->patterns[i].schema == schema)
            return &checker->patterns[i];
    schema_pattern *grown = rj_arena_grow(checker->arena, checker->patterns, checker->count,
                                          &checker->capacity, sizeof *grown);
    if (!grown) {
        checker->has_no_memory = true;
        return NULL;
    }
    checker->patterns = grown;
    schema_pattern *made = &grown[checker->count++];
    rj_buf posix = RJ_BUF_INIT;
    made->schema = schema;
    translate_pattern(text, &posix);
    made->is_usable = rj_buf_ok(&posix) &&
                      regcomp(&made->compiled, rj_buf_text(&posix), REG_EXTENDED | REG_NOSUB) == 0;
    rj_buf_free(&posix);
    return made;
}

void schema_checker_free(schema_checker *checker) {
    for (size_t i = 0; i < checker->count; i++)
        if (checker->patterns[i].is_usable)
            regfree(&checker->patterns[i].compiled);
    checker->count = 0;
}

static size_t characters(const rj_value *text) {
    size_t count = 0;
    for (size_t i = 0; i < text->string.bytes; i++)
        count += ((unsigned char)text->string.data[i] & 0xC0U) != 0x80U;
    return count;
}

/* "2024-05-01T10:00:00Z", with fractions and zones. */
static bool looks_like_time(const char *text) {
    static const char form[] = "0000-00-00T00:00:00";
    for (const char *f = form; *f; f++, text++)
        if (*f == '0' ? *text < '0' || *text > '9' : *text != *f)
            return false;
    return *text != '\0';
}

static bool admits_string(const check *c, const rj_value *schema, const rj_value *value,
                          const place *at) {
    if (!is_within(schema, "minLength", "maxLength", characters(value)))
        return refuse(c, at, "too short or too long");
    const char *format = rj_value_get_text(schema, "format");
    if (format && strcmp(format, "date-time") == 0 && !looks_like_time(value->string.data))
        return refuse(c, at, "no time");
    const char *text = rj_value_get_text(schema, "pattern");
    const schema_pattern *pattern = text ? pattern_of(c->checker, schema, text) : NULL;
    if (pattern && pattern->is_usable &&
        regexec(&pattern->compiled, value->string.data, 0, NULL, 0) != 0)
        return refuse(c, at, "doesn't match the pattern");
    return true;
}

/* ---- lists and maps ---- */

static bool has_repeated(const rj_value *list) {
    for (size_t i = 0; i < list->list.count; i++)
        for (size_t j = 0; j < i; j++)
            if (same(&list->list.items[i], &list->list.items[j]))
                return true;
    return false;
}

static bool admits_list(const check *c, const rj_value *schema, const rj_value *value,
                        const rj_value *known, const place *at, bool is_structural) {
    const rj_value *items = rj_value_get(schema, "items");
    if (!is_within(schema, "minItems", "maxItems", value->list.count))
        return refuse(c, at, "too few or too many items");
    if (is_true(schema, "uniqueItems") && has_repeated(value))
        return refuse(c, at, "an item twice");
    for (size_t i = 0; items && i < value->list.count; i++) {
        const place item = {.up = at, .index = i};
        const rj_value *base = rj_value_is(known, RJ_KIND_LIST) && i < known->list.count
                                   ? &known->list.items[i]
                                   : NULL;
        if (!admits(c, items, &value->list.items[i], base, &item, is_structural))
            return false;
    }
    return true;
}

/* What isn't listed is dropped by the server, so that no script sees it. */
static bool admits_unlisted(const check *c, const rj_value *schema, const rj_value *value,
                            const rj_value *known, const place *at, bool is_structural) {
    const rj_value *additional = rj_value_get(schema, "additionalProperties");
    if (rj_value_is(additional, RJ_KIND_MAP))
        return admits(c, additional, value, known, at, is_structural);
    if (rj_value_is(additional, RJ_KIND_BOOL))
        return additional->boolean || refuse(c, at, "unknown field");
    return !is_structural || is_true(schema, "x-kubernetes-preserve-unknown-fields") ||
           is_true(schema, "x-kubernetes-embedded-resource") || refuse(c, at, "unknown field");
}

static bool has_required(const check *c, const rj_value *schema, const rj_value *value,
                         const place *at) {
    const rj_value *required = rj_value_get(schema, "required");
    const size_t count = rj_value_is(required, RJ_KIND_LIST) ? required->list.count : 0;
    for (size_t i = 0; i < count; i++) {
        const rj_value *name = &required->list.items[i];
        const place missing = {.up = at, .key = name->string.data, .key_bytes = name->string.bytes};
        if (name->kind == RJ_KIND_STRING &&
            !rj_value_get_n(value, name->string.data, name->string.bytes))
            return refuse(c, &missing, "is required");
    }
    return true;
}

/* A field with a default is never missing. */
static bool has_defaults(const check *c, const rj_value *properties, const rj_value *value,
                         const place *at) {
    const size_t count = rj_value_is(properties, RJ_KIND_MAP) ? properties->map.count : 0;
    for (size_t i = 0; i < count; i++) {
        const rj_member *m = &properties->map.members[i];
        const place missing = {.up = at, .key = m->key, .key_bytes = m->key_bytes};
        if (rj_value_get(&m->value, "default") && !rj_value_get_n(value, m->key, m->key_bytes))
            return refuse(c, &missing, "has a default, so it is never missing");
    }
    return true;
}

static bool admits_map(const check *c, const rj_value *schema, const rj_value *value,
                       const rj_value *known, const place *at, bool is_structural) {
    const rj_value *properties = rj_value_get(schema, "properties");
    if (!is_within(schema, "minProperties", "maxProperties", value->map.count))
        return refuse(c, at, "too few or too many fields");
    if (!has_required(c, schema, value, at) ||
        (is_structural && !has_defaults(c, properties, value, at)))
        return false;
    for (size_t i = 0; i < value->map.count; i++) {
        const rj_member *m = &value->map.members[i];
        const place field = {.up = at, .key = m->key, .key_bytes = m->key_bytes};
        const rj_value *base = field_near(known, m, i);
        const rj_value *property = rj_value_get_n(properties, m->key, m->key_bytes);
        if (property ? !admits(c, property, &m->value, base, &field, is_structural)
                     : !admits_unlisted(c, schema, &m->value, base, &field, is_structural))
            return false;
    }
    return true;
}

/* ---- any value ---- */

static size_t count_admitting(const check *c, const rj_value *schemas, const rj_value *value) {
    const check quiet = {.checker = c->checker};
    size_t count = 0;
    for (size_t i = 0; i < schemas->list.count; i++)
        count += admits(&quiet, &schemas->list.items[i], value, NULL, NULL, false);
    return count;
}

static bool admits_combined(const check *c, const rj_value *schema, const rj_value *value,
                            const place *at) {
    const rj_value *all = rj_value_get(schema, "allOf"), *any = rj_value_get(schema, "anyOf"),
                   *one = rj_value_get(schema, "oneOf"), *not = rj_value_get(schema, "not");
    if ((rj_value_is(all, RJ_KIND_LIST) && count_admitting(c, all, value) < all->list.count) ||
        (rj_value_is(any, RJ_KIND_LIST) && count_admitting(c, any, value) < 1) ||
        (rj_value_is(one, RJ_KIND_LIST) && count_admitting(c, one, value) != 1))
        return refuse(c, at, "not what allOf, anyOf or oneOf ask for");
    const check quiet = {.checker = c->checker};
    return !not || !admits(&quiet, not, value, NULL, NULL, false) ||
           refuse(c, at, "what `not` forbids");
}

static bool is_listed(const rj_value *schema, const rj_value *value) {
    const rj_value *list = rj_value_get(schema, "enum");
    if (!rj_value_is(list, RJ_KIND_LIST))
        return true;
    for (size_t i = 0; i < list->list.count; i++)
        if (same(&list->list.items[i], value))
            return true;
    return false;
}

static bool has_right_type(const rj_value *schema, const rj_value *value) {
    const char *type = rj_value_get_text(schema, "type");
    if (is_true(schema, "x-kubernetes-int-or-string"))
        return value->kind == RJ_KIND_STRING || (rj_value_is_number(value) && is_whole(value));
    return !type || is_of_type(value, type);
}

/* Types and quantities of pod templates, which every API server checks. */
static bool admits_template(const check *c, const rj_value *value, const place *at) {
    const rj_arena_mark mark = rj_arena_mark_of(c->checker->arena);
    rj_error err = RJ_ERROR_INIT;
    rj_value ignored;
    const bool ok =
        rj_typed_decode(RJ_SHAPE_POD_TEMPLATE_SPEC, value, c->checker->arena, &ignored, &err);
    c->checker->has_no_memory |= err.code == RJ_ERROR_MEMORY;
    rj_error_clear(&err);
    rj_arena_rewind(c->checker->arena, &mark);
    return ok || refuse(c, at, "no pod template");
}

/* Structural: fields that a schema doesn't name don't survive. Not so below allOf and the like. */
static bool admits(const check *c, const rj_value *schema, const rj_value *value,
                   const rj_value *known, const place *at, bool is_structural) {
    if (is_shared(value, known))
        return true;
    if (value->kind == RJ_KIND_NULL && is_true(schema, "nullable"))
        return true;
    if (is_true(schema, SCHEMA_POD_TEMPLATE))
        return admits_template(c, value, at);
    if (!has_right_type(schema, value))
        return refuse(c, at, "of the wrong type");
    if (!is_listed(schema, value))
        return refuse(c, at, "not among the values that are allowed");
    if (!admits_combined(c, schema, value, at))
        return false;
    switch ((rj_kind)value->kind) {
    case RJ_KIND_INT:
    case RJ_KIND_FLOAT:
        return admits_number(c, schema, value, at);
    case RJ_KIND_STRING:
        return admits_string(c, schema, value, at);
    case RJ_KIND_LIST:
        return admits_list(c, schema, value, known, at, is_structural);
    case RJ_KIND_MAP:
        return admits_map(c, schema, value, known, at, is_structural);
    case RJ_KIND_NULL:
    case RJ_KIND_BOOL:
        break;
    }
    return true;
}

bool schema_admits(schema_checker *checker, const rj_value *schema, const rj_value *value,
                   rj_buf *why) {
    const check c = {.checker = checker, .why = why};
    return admits(&c, schema, value, NULL, NULL, true);
}

bool schema_admits_change(schema_checker *checker, const rj_value *schema, const rj_value *value,
                          const rj_value *admitted) {
    const check c = {.checker = checker};
    return admits(&c, schema, value, admitted, NULL, true);
}
