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
        cmocka_unit_test(traversal_is_fast_enough),
        cmocka_unit_test(sorting_sorts),
        cmocka_unit_test(comparators_may_be_inconsistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
