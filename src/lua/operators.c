/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "lua/lua_internal.h"
#include "script/helpers.h"

double rj_lua_modulo(double a, double b) {
    double rest = fmod(a, b);
    if ((b > 0 && rest < 0) || (b < 0 && rest > 0))
        rest += b;
    return rest;
}

/* Powers by squaring of the mantissa, as Go computes them: the last digit of 1.1^10 depends on it.
 * x is finite and not zero, y finite. */
static double power_by_squaring(double x, double y) {
    double whole, fraction = modf(fabs(y), &whole);
    double result = 1;
    long exponent = 0;
    if (fraction != 0 && x < 0)
        return NAN;
    if (whole >= 9.223372036854775808e18) {
        if (x == -1)
            return 1;
        return (fabs(x) < 1) == (y > 0) ? 0 : INFINITY;
    }
    if (fraction != 0) {
        if (fraction > 0.5) {
            fraction--;
            whole++;
        }
        result = exp(fraction * log(x));
    }
    int mantissa_exponent;
    double mantissa = frexp(x, &mantissa_exponent);
    long step = mantissa_exponent;
    for (int64_t bits = (int64_t)whole; bits != 0; bits >>= 1) {
        if (step < -(1L << 12) || step > 1L << 12) {
            exponent += step;
            break;
        }
        if (bits & 1) {
            result *= mantissa;
            exponent += step;
        }
        mantissa *= mantissa;
        step *= 2;
        if (mantissa < 0.5) {
            mantissa += mantissa;
            step--;
        }
    }
    if (y < 0) {
        result = 1 / result;
        exponent = -exponent;
    }
    return ldexp(result, exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent);
}

double rj_lua_power(double a, double b) {
    /* C and Go agree on what is special. */
    if (b == 0 || b == 1 || a == 1 || a == 0 || !isfinite(a) || !isfinite(b))
        return pow(a, b);
    if (b == 0.5)
        return sqrt(a);
    if (b == -0.5)
        return 1 / sqrt(a);
    return power_by_squaring(a, b);
}

/* ---- arithmetic ---- */

typedef enum operation {
    ADD,
    SUB,
    MUL,
    DIV,
    MOD,
    POW
} operation;

static double compute(operation op, double a, double b) {
    switch (op) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case MUL:
        return a * b;
    case DIV:
        return a / b;
    case MOD:
        return rj_lua_modulo(a, b);
    case POW:
        return rj_lua_power(a, b);
    }
    return 0;
}

/* The number that an operand is or, for text, reads as. */
static bool operand(lua_State *L, int index, double *out) {
    int type = lua_type(L, index);
    if (type == LUA_TNUMBER) {
        *out = lua_tonumber(L, index);
        return true;
    }
    if (type != LUA_TSTRING)
        return false;
    size_t bytes;
    const char *text = lua_tolstring(L, index, &bytes);
    return rj_lua_read_number(text, bytes, out);
}

static int arithmetic(lua_State *L, operation op) {
    static const char *const names[] = {"add", "sub", "mul", "div", "mod", "pow"};
    double a = 0, b = 0;
    bool left = operand(L, 1, &a), right = operand(L, 2, &b);
    if (!left || !right) {
        /* Production has turned the readable operand into a number by then. */
        const char *left_type = left ? "number" : rj_lua_type_at(L, 1);
        const char *right_type = right ? "number" : rj_lua_type_at(L, 2);
        return rj_lua_raise_in(L, RJ_SITE_OPERATOR, "cannot perform %s operation between %s and %s",
                               names[op], left_type, right_type);
    }
    lua_pushnumber(L, compute(op, a, b));
    return 1;
}

static int helper_add(lua_State *L) {
    return arithmetic(L, ADD);
}

static int helper_sub(lua_State *L) {
    return arithmetic(L, SUB);
}

static int helper_mul(lua_State *L) {
    return arithmetic(L, MUL);
}

static int helper_div(lua_State *L) {
    return arithmetic(L, DIV);
}

static int helper_mod(lua_State *L) {
    return arithmetic(L, MOD);
}

static int helper_pow(lua_State *L) {
    return arithmetic(L, POW);
}

static int helper_unm(lua_State *L) {
    double number;
    if (!operand(L, 1, &number))
        return rj_lua_raise_in(L, RJ_SITE_OPERATOR, "__unm undefined");
    lua_pushnumber(L, -number);
    return 1;
}

static bool has_text(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TSTRING || lua_type(L, index) == LUA_TNUMBER;
}

/* From right to left: the pair that fails first is the last one in the text. */
static int helper_cat(lua_State *L) {
    const int count = lua_gettop(L);
    for (int i = count; i >= 1; i--) {
        if (i < count && (!has_text(L, i) || !has_text(L, i + 1)))
            return rj_lua_raise_in(L, RJ_SITE_OPERATOR,
                                   "cannot perform concat operation between %s and %s",
                                   rj_lua_type_at(L, i), rj_lua_type_at(L, i + 1));
        if (lua_type(L, i) == LUA_TNUMBER && i < count)
            rj_lua_arg_string(L, i, NULL);
    }
    if (count >= 1 && lua_type(L, count) == LUA_TNUMBER)
        rj_lua_arg_string(L, count, NULL);
    lua_concat(L, count);
    return 1;
}

static int helper_len(lua_State *L) {
    switch (lua_type(L, 1)) {
    case LUA_TSTRING:
        lua_pushnumber(L, (lua_Number)lua_objlen(L, 1));
        return 1;
    case LUA_TTABLE:
        lua_pushnumber(L, (lua_Number)rj_lua_length(L, 1));
        return 1;
    default:
        return rj_lua_raise_in(L, RJ_SITE_OPERATOR, "__len undefined");
    }
}

bool rj_lua_less(lua_State *L, int a, int b) {
    int left = lua_type(L, a), right = lua_type(L, b);
    if (left != right || (left != LUA_TNUMBER && left != LUA_TSTRING))
        rj_lua_raise(L, "attempt to compare %s with %s", rj_lua_type_at(L, a),
                     rj_lua_type_at(L, b));
    return lua_lessthan(L, a, b);
}

/* ---- control ---- */

static int for_number(lua_State *L, const char *what) {
    if (lua_type(L, 1) != LUA_TNUMBER)
        return rj_lua_raise_in(L, RJ_SITE_FOR, "for statement %s must be a number", what);
    lua_settop(L, 1);
    return 1;
}

static int helper_forinit(lua_State *L) {
    return for_number(L, "init");
}

static int helper_forlimit(lua_State *L) {
    return for_number(L, "limit");
}

static int helper_forstep(lua_State *L) {
    return for_number(L, "step");
}

static int helper_forlimit0(lua_State *L) {
    lua_pushnumber(L, lua_tonumber(L, 1) >= lua_tonumber(L, 2) ? INFINITY : -INFINITY);
    return 1;
}

static int helper_none(lua_State *L) {
    (void)L;
    return 0;
}

/* What isn't a function at all is no Lua function either: its call fails, and must not lose its
 * place. */
static int helper_isc(lua_State *L) {
    lua_pushboolean(L, !lua_isfunction(L, 1) || lua_iscfunction(L, 1));
    return 1;
}

static int helper_pass(lua_State *L) {
    return lua_gettop(L);
}

static int helper_arg(lua_State *L) {
    const int count = lua_gettop(L);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i >= 1; i--)
        lua_rawseti(L, 1, i);
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    lua_pushliteral(L, "n");
    rj_lua_give_shape(L, 1, 2, 2);
    lua_settop(L, 1);
    return 1;
}

static int helper_table(lua_State *L) {
    rj_lua_give_shape(L, 1, 2, lua_gettop(L));
    lua_settop(L, 1);
    return 1;
}

static int helper_record(lua_State *L) {
    rj_lua_push_record(L, lua_gettop(L) / 2);
    return 1;
}

static int helper_enter(lua_State *L) {
    lua_Debug ar;
    /* Level 0 is this helper, the last one is the call from outside. */
    if (!lua_getstack(L, RJ_LUA_MAX_CALLS + 2, &ar))
        return 0;
    /* Production raises it in the caller: the callee doesn't exist yet. */
    rj_lua_push_where(L, 2, RJ_SITE_CALL);
    lua_pushliteral(L, " stack overflow");
    lua_concat(L, 2);
    return lua_error(L);
}

void rj_lua_open_helpers(lua_State *L) {
#define ROW(name, meaning) {#name, helper_##name},
    static const rj_lua_function helpers[] = {RJ_SCRIPT_HELPERS(ROW){NULL, NULL}};
#undef ROW
    lua_createtable(L, 0, (int)(sizeof helpers / sizeof *helpers));
    rj_lua_set_functions(L, helpers);
}

/* ---- types without fields ---- */

static int no_table(lua_State *L, rj_site_kind kind) {
    const char *key = rj_lua_push_text(L, 2, NULL);
    return rj_lua_raise_in(L, kind, "attempt to index a non-table object(%s) with key '%s'",
                           rj_lua_type_at(L, 1), key);
}

static int no_field(lua_State *L) {
    return no_table(L, RJ_SITE_INDEX);
}

static int no_field_to_set(lua_State *L) {
    return no_table(L, RJ_SITE_SET);
}

static int no_function(lua_State *L) {
    return rj_lua_raise(L, "attempt to call a non-function object");
}

/* Production's metatable of strings is the string table itself: its __index counts. */
static int string_field(lua_State *L) {
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_rawget(L, lua_upvalueindex(1));
    if (lua_istable(L, 3)) {
        lua_pushvalue(L, 2);
        lua_rawget(L, 3);
        return 1;
    }
    if (lua_isfunction(L, 3)) {
        rj_lua_enter(L);
        lua_insert(L, 1);
        lua_call(L, 2, 1);
        return 1;
    }
    return no_field(L);
}

static const rj_lua_function operators[] = {
    {"__call", no_function},  {"__newindex", no_field_to_set}, {"__add", helper_add},
    {"__sub", helper_sub},    {"__mul", helper_mul},           {"__div", helper_div},
    {"__mod", helper_mod},    {"__pow", helper_pow},           {"__unm", helper_unm},
    {"__concat", helper_cat}, {"__len", helper_len},           {NULL, NULL},
};

void rj_lua_set_type_metatables(lua_State *L) {
    lua_createtable(L, 0, 16);
    rj_lua_set_functions(L, operators);
    lua_pushcfunction(L, no_field);
    lua_setfield(L, -2, "__index");
    /* One value of each type stands for all of them. */
    lua_pushnil(L);
    lua_pushboolean(L, 1);
    lua_pushnumber(L, 0);
    lua_pushcfunction(L, no_field);
    lua_pushlightuserdata(L, NULL);
    for (int value = -1; value >= -5; value--) {
        lua_pushvalue(L, -6);
        lua_setmetatable(L, value - 1);
    }
    lua_pop(L, 5);
    lua_rawseti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_USERDATA);

    lua_pushliteral(L, "");
    lua_createtable(L, 0, 16);
    rj_lua_set_functions(L, operators);
    lua_rawgeti(L, LUA_REGISTRYINDEX, RJ_LUA_REF_STRING);
    lua_pushliteral(L, "__index");
    lua_pushcclosure(L, string_field, 2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}
