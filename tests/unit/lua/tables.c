/* SPDX-License-Identifier: Apache-2.0 */
#include "lua_runs.h"

#define KEYS                                                                                       \
    "local function keys(t) local s = '' for k in pairs(t) do s = s .. tostring(k) .. ' ' end "    \
    "return s end "

static void length_is_the_last_index(void **state) {
    (void)state;
    static const struct {
        const char *make, *length;
    } rows[] = {
        {"", "0"},
        {"t[1] = 1", "1"},
        {"t[5] = 5", "5"},
        {"t[1] = 1 t[10] = 1", "10"},
        {"t[2] = 1 t[1] = 1 t[4] = 1", "4"},
        {"for i = 1, 2000 do t[i] = i end", "2000"},
        {"for i = 1, 2000 do t[i] = i end for i = 3, 1999 do t[i] = nil end", "2000"},
        {"for i = 2000, 1, -1 do t[i] = i end t[700] = nil", "2000"},
        {"for i = 1, 100 do t[i] = i t['k' .. i] = i end t[100] = nil t[98] = nil", "99"},
        {"t[0] = 1 t[-3] = 1 t[1.5] = 1 t['7'] = 1", "0"},
        {"t[67108863] = 1", "67108863"},
        {"t[67108864] = 1", "0"},
        {"for i = 1, 3000 do t[#t + 1] = i end", "3000"},
        {"for i = 1, 3000 do t[#t + 1] = i end t[2500] = nil", "3000"},
        {"for i = 1, 3000 do t[#t + 1] = i end for i = 1, 500 do t[#t] = nil end", "2500"},
        {"for i = 1, 3000 do table.insert(t, i) end for i = 1, 10 do table.remove(t) end", "2990"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[512];
        snprintf(script, sizeof script,
                 "function F() local t = {} %s return table.getn(t) .. ' ' .. table.maxn(t) end",
                 rows[i].make);
        char expected[64];
        snprintf(expected, sizeof expected, "%s %s", rows[i].length, rows[i].length);
        runs_expect(script, expected);
    }
}

static void traversal_meets_every_key_once(void **state) {
    (void)state;
    /* Indexes ascend; all other keys come behind them. */
    runs_expect(KEYS "function F() local t = {} t[3] = 1 t[1] = 1 t[7] = 1 return keys(t) end",
                "1 3 7 ");
    runs_expect("function F() local t = {x = 1, 'a', y = 2, 'b'} local n, s = 0, '' for k, v in "
                "pairs(t) do n = n + 1 if type(k) == 'number' then s = s .. k .. n .. ' ' end end "
                "return s .. n end",
                "11 22 4");
    /* Fields may be changed and removed on the way. */
    runs_expect(
        "function F() local t, n = {}, 0 for i = 1, 500 do t['k' .. i] = i t[i] = i end for "
        "k in pairs(t) do t[k] = nil n = n + 1 end return n .. tostring(next(t)) end",
        "1000nil");
    runs_expect("function F() local t, n = {}, 0 for i = 1, 500 do t['k' .. i] = i end for k in "
                "pairs(t) do for i = 1, 500 do t['k' .. i] = 2 end n = n + t[k] end return n end",
                "1000");
    /* Traversals of one table inside each other, and one left early. */
    runs_expect(
        "function F() local t, n = {a = 1, b = 2, c = 3, 4, 5}, 0 for k in pairs(t) do for "
        "l in pairs(t) do if l == k then break end n = n + 1 end for l in pairs(t) do n = n "
        "+ 100 end end return n end",
        "2510");
    runs_expect(
        "function F() local t, n = {a = 1, b = 2}, 0 for k in pairs(t) do break end t.c = 3 "
        "t.A = 4 for k in pairs(t) do n = n + 1 end return n end",
        "4");
    /* By hand, too. */
    runs_expect("function F() local t, k, n = {}, nil, 0 for i = 1, 300 do t['k' .. i] = i end "
                "repeat k = next(t, k) if k then n = n + 1 end until k == nil return n end",
                "300");
    runs_expect(
        "function F() local t, n = {}, 0 for i = 1, 300 do t['k' .. i] = i end while next(t) "
        "do t[next(t)] = nil n = n + 1 end return n end",
        "300");
    runs_expect(
        "function F() local t, n = {[true] = 1, [false] = 2, [{}] = 3, [print] = 4, [1.5] = "
        "5, [-1] = 6, [2^60] = 7}, 0 for k, v in pairs(t) do n = n + v end return n end",
        "28");
}

static void own_tables_keep_the_order_of_insertion(void **state) {
    (void)state;
    static const struct {
        const char *make, *keys;
    } rows[] = {
        {"local t = {zeta = 1, alpha = 2, mid = 3}", "zeta alpha mid "},
        {"local t = {x = 1, 'a', y = 2, 'b'}", "1 2 x y "},
        {"local t = {} t.b = 1 t.a = 2 t.c = 3", "b a c "},
        {"local t = {} t.b = 1 t.a = 2 t.b = nil t.b = 3", "b a "}, /* keeps its place */
        {"local t = {b = nil, a = 1} t.b = 2", "a b "},             /* never had one */
        {"local t = {} t.b = nil t.a = 1 t.b = 2", "a b "},
        {"local t = {} t[true] = 1 t.x = 2 t[false] = 3 t[0] = 4", "true x false 0 "},
        {"local t = {[0.5] = 1, z = 2, [-1] = 3, [1] = 4, [2^40] = 5}",
         "1 0.5 z -1 1099511627776 "},
        {"local t = {z = 1} t[5] = 1 t.a = 1 t[2] = 1 t[1] = 1", "1 2 5 z a "},
        {"local t = {['end'] = 1, ['a b'] = 2, a = 3}", "end a b a "},
        {"local t = {b = 1, b = 2, a = 3}", "b a "},
        {"local t = {[true] = 1, x = 2, [false] = 3}", "true x false "},
        {"local k = 'y' local t = {[k] = 1} t.x = 2", "y x "},
        {"local k, l = 'z', 'y' local t = {[k] = 1, [l] = 2, x = 3}", "z y x "},
        {"local k, l = 'z', 2 local t = {w = 0, [k] = nil, [l] = 2, [k .. k] = 3, [1] = 4, z = 5}",
         "1 2 w zz z "},
        {"local function two() return 'p', 'q' end local t = {[two()] = 1, b = two(), [(two())] = "
         "two()}",
         "p b "},
        {"local k = 'k' local t = {[k] = {[k] = 1, a = 2}, a = 1}", "k a "},
        {"local t = {z = 1} for i = 20, 1, -1 do t['k' .. i] = i end t.a = 1",
         "z k20 k19 k18 k17 k16 k15 k14 k13 k12 k11 k10 k9 k8 k7 k6 k5 k4 k3 k2 k1 a "},
        {"local t = {} table.insert(t, -5, 'x') table.insert(t, 'y') table.insert(t, 0, 'z')",
         "1 -5 0 "},
        {"local t = {b = 1} for k in pairs(t) do t.a = 1 end", "b a "},
        {"local function f(...) return arg end local t = f(7) t.m = 1 t.a = 2", "1 n m a "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char script[512];
        snprintf(script, sizeof script, KEYS "function F() %s return keys(t) end", rows[i].make);
        runs_expect(script, rows[i].keys);
    }
    /* What one table goes through is not seen in another with the same keys. */
    runs_expect(KEYS
                "local function make() return {c = 1, b = 2} end function F() local p, q = "
                "make(), make() p.z = 1 p.a = 2 q.a = 1 q.z = 2 for i = 1, 40 do p['k' .. i] = "
                "1 end p.k3 = nil return keys(q) .. keys(make()) .. #keys(p) end",
                "c b a z c b 156");
    /* A key that isn't there counts as the first one. */
    runs_expect("function F() local t = {c = 1, b = 2, a = 3} return tostring(next(t, 'zz')) .. "
                "tostring(next(t, 'a')) .. next(t, 'c') .. next(t) end",
                "bnilbc");
}

static void shapes_are_bounded(void **state) {
    (void)state;
    /* Many different keys, many tables: memory stays what the tables need. */
    rj_limits limits = *rj_limits_default();
    lua_runs r;
    size_t bytes;
    limits.max_memory_bytes = 24 << 20;
    limits.timeout_ms = 20000;
    runs_open(&r, &limits);
    assert_true(
        runs_script(&r,
                    "function F() local all, n = {}, 0 for i = 1, 20000 do local t = {} t['a' "
                    ".. i % 97] = 1 t['b' .. i % 89] = 2 t['c' .. i % 83] = 3 all[i % 1000] = "
                    "t end for _, t in pairs(all) do for k, v in pairs(t) do n = n * 10 % "
                    "1000 + v end if n ~= 123 then return k end n = 0 end return 'ordered' "
                    "end",
                    NULL, 0, 1));
    assert_string_equal(rj_lua_result_text(r.lua, 0, &bytes), "ordered");
    runs_close(&r);
}

/* As runs_expect(), with time enough for a busy machine, but not for anything quadratic. */
static void expect_in_time(const char *script, const char *expected) {
    rj_limits limits = *rj_limits_default();
    lua_runs r;
    size_t bytes;
    limits.timeout_ms = 5000;
    runs_open(&r, &limits);
    if (!runs_script(&r, script, NULL, 0, 1)) {
        print_message("%s: %s\n", script, r.err.message);
        fail();
    }
    assert_string_equal(rj_lua_result_text(r.lua, 0, &bytes), expected);
    runs_close(&r);
}

static void traversal_is_fast_enough(void **state) {
    (void)state;
    expect_in_time(
        "function F() local t, n = {}, 0 for i = 1, 20000 do t['k' .. i] = i end for k, v in "
        "pairs(t) do n = n + 1 t[k] = nil end return n end",
        "20000");
    expect_in_time(
        "function F() local t, n = {}, 0 for i = 1, 50000 do t[i] = i end for k in pairs(t) "
        "do n = n + 1 end for i = 1, #t do n = n + #t - #t + 1 end return n end",
        "100000");
    expect_in_time(
        "function F() local t = {} for i = 1, 20000 do table.insert(t, i) end local n = 0 "
        "while #t > 0 do n = n + table.remove(t) end return n end",
        "200010000");
}

/* Sorts what a little generator yields, and looks whether it is sorted. */
#define SORT(fill, before)                                                                         \
    "function F() local t, x = {}, 7 for i = 1, 700 do x = (x * 1103 + 12345) % 65537 t[i] = "     \
    "" fill " end table.sort(t, function(a, b) return " before " end) local sum = 0 for i = 1, "   \
    "#t do sum = sum + t[i] end for i = 2, #t do local a, b = t[i], t[i - 1] if " before           \
    " then return 'unsorted' end end return #t end"

static void sorting_sorts(void **state) {
    (void)state;
    runs_expect(SORT("x", "a < b"), "700");
    runs_expect(SORT("x", "a > b"), "700");
    runs_expect(SORT("x % 5", "a < b"), "700");
    runs_expect(SORT("i", "a < b"), "700");
    runs_expect(SORT("-i", "a < b"), "700");
    runs_expect(SORT("i % 350", "a < b"), "700");
    runs_expect(SORT("i < 690 and i or x", "a < b"), "700");
    runs_expect(SORT("i % 2 * i", "a < b"), "700");
    runs_expect(SORT("1", "a < b"), "700");
}

static void comparators_may_be_inconsistent(void **state) {
    (void)state;
    static const char *const comparators[] = {
        "true", "false", "a ~= b", "math.random() < 0.5", "a * 7 % 11 < b * 5 % 13", "nil", "1"};
    for (size_t i = 0; i < sizeof comparators / sizeof *comparators; i++) {
        char script[512];
        snprintf(
            script, sizeof script,
            "function F() local sum = 0 for n = 1, 150 do local t = {} for i = 1, n do t[i] = i "
            "end table.sort(t, function(a, b) return %s end) for i = 1, n do sum = sum + t[i] "
            "end end return sum end",
            comparators[i]);
        runs_expect(script, "573800"); /* nothing lost: the sum of n (n + 1) / 2 */
    }
    runs_expect("function F() local t = {5, 3, 4, 1, 2} table.sort(t, function(a, b) t[1] = nil "
                "t[9] = 1 return false end) return 'alive' end",
                "alive");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(length_is_the_last_index),
        cmocka_unit_test(traversal_meets_every_key_once),
        cmocka_unit_test(own_tables_keep_the_order_of_insertion),
        cmocka_unit_test(shapes_are_bounded),
        cmocka_unit_test(traversal_is_fast_enough),
        cmocka_unit_test(sorting_sorts),
        cmocka_unit_test(comparators_may_be_inconsistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
