/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/lua_internal.h"
#include "rjinterp/empties.h"
#include "rjinterp/pod.h"
#include "rjinterp/quantity.h"
#include "rjinterp/typed.h"

/*
 * The kube module. What src/kube needs (an arena, quantities, an error) belongs to the state, so
 * that an error of Lua in the middle loses nothing.
 */

static rj_arena *fresh_arena(rj_lua *lua) {
    if (lua->arena)
        rj_arena_reset(lua->arena);
    else
        lua->arena = rj_arena_new(lua->limits->max_tree_bytes);
    return lua->arena;
}

/* Raises for want of memory outside Lua's own. */
static int raise_no_memory(lua_State *L, rj_lua *lua) {
    rj_lua_stop_run(lua, RJ_LUA_STOP_NO_MEMORY);
    rj_lua_push_stop_text(L, lua);
    return rj_lua_raise_top(L, RJ_SITE_CALL);
}

/* Pushes the text of the state's error. */
static const char *push_error_text(lua_State *L, rj_lua *lua) {
    if (lua->error.code == RJ_ERROR_MEMORY)
        raise_no_memory(L, lua);
    lua_pushlstring(L, lua->error.message, lua->error.message_bytes);
    return lua_tostring(L, -1);
}

/* ---- pod templates ---- */

/* The table at index 1 as a pod template; raises with @p type_name in the message. */
static void read_template(lua_State *L, rj_lua *lua, const char *type_name, rj_value *out) {
    rj_arena *arena = fresh_arena(lua);
    rj_value encoded, resolved;
    rj_error_clear(&lua->error);
    if (!arena)
        raise_no_memory(L, lua);
    bool fine = rj_lua_encode(L, 1, arena, &encoded, &lua->error);
    if (fine && encoded.kind == RJ_KIND_LIST && encoded.list.count == 0)
        resolved = rj_value_map(NULL, 0);
    else
        fine = fine && rj_empties_resolve(&encoded, NULL, 0, arena, &resolved, &lua->error);
    if (fine) {
        fine = rj_typed_decode(RJ_SHAPE_POD_TEMPLATE_SPEC, &resolved, arena, out, &lua->error);
        if (!fine)
            rj_error_prefix(&lua->error, "json unmarshal obj failed: ");
    }
    if (fine)
        return;
    const char *reason = push_error_text(L, lua);
    rj_lua_raise(L, "fail to convert lua value %s to %s: %s", "table", type_name, reason);
}

static int kube_pod_requirements(lua_State *L) {
    rj_lua *lua = rj_lua_of(L);
    rj_value template, requirements;
    if (lua_gettop(L) != 1)
        return rj_lua_raise(L, "getPodRequirements only accepts one argument");
    rj_lua_arg_table(L, 1);
    read_template(L, lua, "PodTemplateSpec", &template);
    if (!rj_pod_requirements(&template, lua->arena, &requirements, &lua->error))
        return rj_lua_raise(L, "%s", push_error_text(L, lua));
    rj_lua_push_value(L, &requirements);
    return 1;
}

static int kube_pod_dependencies(lua_State *L) {
    rj_lua *lua = rj_lua_of(L);
    rj_value template, dependencies;
    size_t bytes;
    if (lua_gettop(L) != 2)
        return rj_lua_raise(L, "getPodDependencies only accepts two argument");
    rj_lua_arg_table(L, 1);
    if (lua_isnil(L, 2)) {
        lua_pushliteral(L, "default");
        lua_replace(L, 2);
    }
    const char *name_space = rj_lua_arg_string(L, 2, &bytes);
    read_template(L, lua, "corev1.PodTemplateSpec", &template);
    if (!rj_pod_dependencies(&template, name_space, bytes, lua->arena, &dependencies, &lua->error))
        return rj_lua_raise(L, "%s", push_error_text(L, lua));
    rj_lua_push_value(L, &dependencies);
    return 1;
}

/* ---- quantities ---- */

/* Reads the argument into the state's operand. False: it is nil, which counts as nothing. */
static bool read_quantity(lua_State *L, rj_lua *lua, int arg) {
    if (lua_isnil(L, arg))
        return false;
    if (lua_type(L, arg) != LUA_TSTRING)
        rj_lua_raise_type(L, arg, "string");
    size_t bytes;
    const char *text = lua_tolstring(L, arg, &bytes);
    rj_error_clear(&lua->error);
    if (!rj_quantity_parse(lua->operand, text, bytes, &lua->error)) {
        const char *reason = push_error_text(L, lua);
        rj_lua_raise_bare(L, "cannot parse '%s': %s", text, reason);
    }
    return true;
}

/* Fresh quantities in the state: zero, without a style. */
static void renew_quantities(lua_State *L, rj_lua *lua) {
    rj_quantity_free(lua->sum);
    rj_quantity_free(lua->operand);
    lua->sum = rj_quantity_new();
    lua->operand = rj_quantity_new();
    if (!lua->sum || !lua->operand)
        raise_no_memory(L, lua);
}

/* Pushes what the state's buffer holds. */
static void push_text(lua_State *L, rj_lua *lua) {
    if (!rj_buf_ok(&lua->text))
        raise_no_memory(L, lua);
    lua_pushlstring(L, rj_buf_text(&lua->text), lua->text.bytes);
}

static int kube_resource_add(lua_State *L) {
    rj_lua *lua = rj_lua_of(L);
    const int count = lua_gettop(L);
    renew_quantities(L, lua);
    for (int i = 1; i <= count; i++) {
        const bool given = read_quantity(L, lua, i);
        if (!rj_quantity_add(lua->sum, given ? lua->operand : NULL))
            return raise_no_memory(L, lua);
        rj_lua_spend(L, lua, 100);
    }
    rj_buf_reset(&lua->text);
    rj_quantity_write(lua->sum, &lua->text);
    push_text(L, lua);
    return 1;
}

static int kube_resource_quantity(lua_State *L) {
    rj_lua *lua = rj_lua_of(L);
    if (lua_gettop(L) != 1)
        return rj_lua_raise(L, "getResourceQuantity only accepts one argument");
    renew_quantities(L, lua);
    const double amount = read_quantity(L, lua, 1) ? rj_quantity_approx(lua->operand) : 0;
    if (amount < 0) {
        rj_buf_reset(&lua->text);
        rj_quantity_write_go(lua->operand, &lua->text);
        push_text(L, lua);
        return rj_lua_raise(L, "int approximation unexpectedly returned a negative value: %s,",
                            lua_tostring(L, -1));
    }
    lua_pushnumber(L, amount);
    return 1;
}

static const rj_lua_function functions[] = {
    {"accuratePodRequirements", kube_pod_requirements},
    {"getPodDependencies", kube_pod_dependencies},
    {"getResourceQuantity", kube_resource_quantity},
    {"resourceAdd", kube_resource_add},
    {NULL, NULL},
};

void rj_lua_open_kube(lua_State *L) {
    lua_createtable(L, 0, 4);
    rj_lua_set_functions(L, functions);
}
