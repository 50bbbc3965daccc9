/* SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include "lua/lua_internal.h"

static const double pi = 3.14159265358979323846;

/* Functions of one number. */
#define UNARY(name, expression)                                                                    \
    static int math_##name(lua_State *L) {                                                         \
        const double x = rj_lua_arg_number(L, 1);                                                  \
        lua_pushnumber(L, expression);                                                             \
        return 1;                                                                                  \
    }

UNARY(abs, fabs(x))
UNARY(acos, acos(x))
UNARY(asin, asin(x))
UNARY(atan, atan(x))
UNARY(ceil, ceil(x))
UNARY(cos, cos(x))
UNARY(cosh, cosh(x))
UNARY(deg, x * 180 / pi)
UNARY(exp, exp(x))
UNARY(floor, floor(x))
UNARY(log, log(x))
UNARY(log10, log10(x))
UNARY(rad, x *pi / 180)
UNARY(sin, sin(x))
UNARY(sinh, sinh(x))
UNARY(sqrt, sqrt(x))
UNARY(tan, tan(x))
UNARY(tanh, tanh(x))

static int math_atan2(lua_State *L) {
    const double y = rj_lua_arg_number(L, 1), x = rj_lua_arg_number(L, 2);
    lua_pushnumber(L, atan2(y, x));
    return 1;
}

static int math_fmod(lua_State *L) {
    const double a = rj_lua_arg_number(L, 1), b = rj_lua_arg_number(L, 2);
    lua_pushnumber(L, fmod(a, b));
    return 1;
}

static int math_mod(lua_State *L) {
    const double a = rj_lua_arg_number(L, 1), b = rj_lua_arg_number(L, 2);
    lua_pushnumber(L, rj_lua_modulo(a, b));
    return 1;
}

static int math_pow(lua_State *L) {
    const double a = rj_lua_arg_number(L, 1), b = rj_lua_arg_number(L, 2);
    lua_pushnumber(L, rj_lua_power(a, b));
    return 1;
}

static int math_frexp(lua_State *L) {
    const double x = rj_lua_arg_number(L, 1);
    int exponent = 0;
    lua_pushnumber(L, isfinite(x) ? frexp(x, &exponent) : x);
    lua_pushinteger(L, exponent);
    return 2;
}

static int math_ldexp(lua_State *L) {
    const double x = rj_lua_arg_number(L, 1);
    const int64_t exponent = rj_lua_arg_integer(L, 2);
    const int64_t bound = 10000; /* far outside what a double can hold */
    lua_pushnumber(L, ldexp(x, (int)(exponent > bound    ? bound
                                     : exponent < -bound ? -bound
                                                         : exponent)));
    return 1;
}

static int math_modf(lua_State *L) {
    const double x = rj_lua_arg_number(L, 1);
    lua_pushnumber(L, trunc(x));
    lua_pushnumber(L, x - trunc(x)); /* NaN for infinities */
    return 2;
}

/* NaN is neither greater nor less: only the first argument's stays. */
static int extreme(lua_State *L, bool greatest) {
    const int count = lua_gettop(L);
    if (count == 0)
        return rj_lua_raise(L, "wrong number of arguments");
    double best = rj_lua_arg_number(L, 1);
    for (int i = 2; i <= count; i++) {
        const double other = rj_lua_arg_number(L, i);
        if (greatest ? other > best : other < best)
            best = other;
    }
    lua_pushnumber(L, best);
    return 1;
}

static int math_max(lua_State *L) {
    return extreme(L, true);
}

static int math_min(lua_State *L) {
    return extreme(L, false);
}

/* ---- random numbers: always the same ones, so that a result can be had again ---- */

static const uint64_t first_seed = 0x9e3779b97f4a7c15u;

static uint64_t next_random(rj_lua *lua) {
    uint64_t mixed = lua->random_state += first_seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

/* A whole number from low on, count of them possible. */
static int random_whole(lua_State *L, int64_t low, int64_t count) {
    if (count <= 0)
        return rj_lua_raise_bare(L, "invalid argument to Intn");
    const uint64_t offset = next_random(rj_lua_of(L)) % (uint64_t)count;
    lua_pushnumber(L, (double)(int64_t)((uint64_t)low + offset));
    return 1;
}

static int math_random(lua_State *L) {
    const int count = lua_gettop(L);
    if (count == 0) {
        lua_pushnumber(L, (double)(next_random(rj_lua_of(L)) >> 11) * 0x1p-53);
        return 1;
    }
    const int64_t low = rj_lua_arg_integer(L, 1);
    if (count == 1)
        return random_whole(L, 1, low);
    const uint64_t high = (uint64_t)rj_lua_arg_integer(L, 2) + 1;
    return random_whole(L, low, (int64_t)(high - (uint64_t)low));
}

static int math_randomseed(lua_State *L) {
    rj_lua_of(L)->random_state = (uint64_t)rj_lua_arg_integer(L, 1);
    return 0;
}

static const rj_lua_function functions[] = {
    {"abs", math_abs},     {"acos", math_acos},     {"asin", math_asin},
    {"atan", math_atan},   {"atan2", math_atan2},   {"ceil", math_ceil},
    {"cos", math_cos},     {"cosh", math_cosh},     {"deg", math_deg},
    {"exp", math_exp},     {"floor", math_floor},   {"fmod", math_fmod},
    {"frexp", math_frexp}, {"ldexp", math_ldexp},   {"log", math_log},
    {"log10", math_log10}, {"max", math_max},       {"min", math_min},
    {"mod", math_mod},     {"modf", math_modf},     {"pow", math_pow},
    {"rad", math_rad},     {"random", math_random}, {"randomseed", math_randomseed},
    {"sin", math_sin},     {"sinh", math_sinh},     {"sqrt", math_sqrt},
    {"tan", math_tan},     {"tanh", math_tanh},     {NULL, NULL},
};

void rj_lua_open_math(lua_State *L) {
    lua_createtable(L, 0, 32);
    rj_lua_set_functions(L, functions);
    lua_pushnumber(L, pi);
    lua_setfield(L, -2, "pi");
    lua_pushnumber(L, DBL_MAX);
    lua_setfield(L, -2, "huge");
}
