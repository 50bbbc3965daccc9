/* SPDX-License-Identifier: Apache-2.0 */
#include "interp/results.h"

#include <math.h>

#include "rjinterp/dependency.h"
#include "rjinterp/empties.h"
#include "rjinterp/json.h"
#include "rjinterp/object.h"
#include "rjinterp/typed.h"

/* How a shape is got from what the function returned. */
typedef struct shape_row {
    const char *not_a_table; /* message when it is none; the type's name follows, then `closing` */
    const char *closing;
    const char *expected; /* for the hint */
    bool nil_is_null;
    bool is_list; /* an empty table at the top is [], else {} */
    bool has_kind;
    bool is_typed;
    rj_shape typed;
} shape_row;

static const shape_row shapes[] = {
    [RJ_RESULT_OBJECT] = {.not_a_table = "expect the returned requires type is table but got ",
                          .expected = "the object",
                          .has_kind = true},
    [RJ_RESULT_AGGREGATED] = {.not_a_table = "expect the returned requires type is table but got ",
                              .expected = "the object",
                              .has_kind = true},
    [RJ_RESULT_STATUS] = {.not_a_table = "expect the returned replica type is table but got ",
                          .expected = "the status as a table"},
    [RJ_RESULT_REQUIREMENTS] = {.not_a_table =
                                    "expect the returned requires type is table but got ",
                                .expected = "the number of replicas, then a table or nil",
                                .nil_is_null = true,
                                .is_typed = true,
                                .typed = RJ_SHAPE_REPLICA_REQUIREMENTS},
    [RJ_RESULT_COMPONENTS] = {.not_a_table = "expected result type 'table' or 'nil' from "
                                             "GetComponents, but got '",
                              .closing = "'",
                              .expected = "a list of components, or nil",
                              .nil_is_null = true,
                              .is_list = true,
                              .is_typed = true,
                              .typed = RJ_SHAPE_COMPONENT_LIST},
    [RJ_RESULT_DEPENDENCIES] = {.not_a_table =
                                    "expect the returned requires type is table but got ",
                                .expected = "a list of dependencies",
                                .is_list = true,
                                .is_typed = true,
                                .typed = RJ_SHAPE_DEPENDENCY_LIST},
};

static bool wrong_type(const rj_result_context *c, size_t i, const char *expected, rj_error *err) {
    rj_error_set_hint(err, "%s has to return %s; result %zu is of type %s", c->rule->function,
                      expected, i + 1, rj_lua_type_name(rj_lua_result_type(c->lua, i)));
    return false;
}

static bool take_health(const rj_result_context *c, size_t i, rj_value *out, rj_error *err) {
    rj_lua_type type = rj_lua_result_type(c->lua, i);
    if (type != RJ_LUA_BOOLEAN) {
        rj_error_set(err, RJ_ERROR_TYPE, "result type %d is not bool", (int)type);
        return wrong_type(c, i, "true or false", err);
    }
    *out = rj_value_bool(rj_lua_result_boolean(c->lua, i));
    return true;
}

static bool take_replica(const rj_result_context *c, size_t i, rj_value *out, rj_error *err) {
    rj_lua_type type = rj_lua_result_type(c->lua, i);
    if (type != RJ_LUA_NUMBER) {
        rj_error_set(err, RJ_ERROR_TYPE, "result type %d is not number", (int)type);
        return wrong_type(c, i, "the number of replicas", err);
    }
    double whole = trunc(rj_lua_result_number(c->lua, i));
    bool fits = whole >= INT32_MIN && whole <= INT32_MAX; /* not so for NaN */
    *out = rj_value_int(fits ? (int64_t)whole : INT32_MIN);
    return true;
}

static bool check_object(const rj_value *object, rj_error *err) {
    if (object->kind != RJ_KIND_MAP)
        return rj_error_set(err, RJ_ERROR_TYPE,
                            "json unmarshal obj failed: json: cannot unmarshal %s into Go value of "
                            "type map[string]interface {}",
                            rj_kind_json_name((rj_kind)object->kind));
    if (rj_object_has_kind(object))
        return true;
    rj_buf json = RJ_BUF_INIT;
    rj_buf_puts(&json, "json unmarshal obj failed: Object 'Kind' is missing in '");
    rj_json_write(object, &json);
    rj_buf_putc(&json, '\'');
    if (rj_buf_ok(&json))
        rj_error_set_bytes(err, RJ_ERROR_TYPE, rj_buf_text(&json), json.bytes);
    else
        rj_error_no_memory(err);
    rj_buf_free(&json);
    return false;
}

/* From the encoded table on: the rule about empty tables, then the shape. */
static bool shape_value(const rj_result_context *c, const shape_row *row, size_t i, rj_value *out,
                        rj_error *err) {
    rj_value raw, resolved;
    if (!rj_lua_result_value(c->lua, i, c->arena, &raw, err))
        return false;
    if (rj_value_is(&raw, RJ_KIND_LIST) && raw.list.count == 0)
        resolved = row->is_list ? raw : rj_value_map(NULL, 0);
    else if (!rj_empties_resolve(&raw, c->references, c->reference_count, c->arena, &resolved, err))
        return false;
    if (row->has_kind && !check_object(&resolved, err))
        return false;
    if (!row->is_typed) {
        *out = resolved;
        return true;
    }
    if (rj_typed_decode(row->typed, &resolved, c->arena, out, err))
        return true;
    if (err && err->code != RJ_ERROR_MEMORY)
        rj_error_prefix(err, "json unmarshal obj failed: ");
    return false;
}

static bool take_table(const rj_result_context *c, rj_result_shape shape, size_t i, rj_value *out,
                       rj_error *err) {
    const shape_row *row = &shapes[shape];
    rj_lua_type type = rj_lua_result_type(c->lua, i);
    if (type == RJ_LUA_NIL && row->nil_is_null) {
        *out = rj_value_null;
        return true;
    }
    if (type != RJ_LUA_TABLE) {
        rj_error_set(err, RJ_ERROR_TYPE, "%s%s%s", row->not_a_table, rj_lua_type_name(type),
                     row->closing ? row->closing : "");
        return wrong_type(c, i, row->expected, err);
    }
    if (!shape_value(c, row, i, out, err)) {
        if (err && shape == RJ_RESULT_COMPONENTS)
            rj_error_prefix(err, "failed to convert lua table for components: ");
        return false;
    }
    return shape == RJ_RESULT_DEPENDENCIES ? rj_dependencies_validate(out, err) : true;
}

bool rj_result_take(const rj_result_context *c, size_t i, rj_value *out, rj_error *err) {
    rj_result_shape shape = c->rule->result_shapes[i];
    if (shape == RJ_RESULT_HEALTH)
        return take_health(c, i, out, err);
    if (shape == RJ_RESULT_REPLICA)
        return take_replica(c, i, out, err);
    return take_table(c, shape, i, out, err);
}
