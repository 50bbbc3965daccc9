/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/lua_internal.h"

/*
 * Pattern-defeating quicksort with the thresholds and choices of Go's sort.Sort. Sorting isn't
 * stable: which of two equal items comes first depends on every comparison and every exchange, so
 * the steps are made one by one as there. Bounds hold whatever a comparator answers.
 */

enum {
    INSERTION_LENGTH = 12, /* up to here: insertion sort */
    NINTHER_LENGTH = 50,   /* from here on: the pivot is a median of medians */
    GREATEST_SWAPS = 12,   /* as many exchanges as choosing a pivot can count */
    PATCHES = 5,           /* repairs that an almost sorted range may need */
    PATCH_LENGTH = 50
};

typedef enum hint {
    HINT_NONE,
    HINT_ASCENDING,
    HINT_DESCENDING
} hint;

typedef struct sorting {
    lua_State *L;
    rj_lua *lua;
} sorting;

/* Positions count from 0. */
static bool less(sorting *s, int64_t a, int64_t b) {
    lua_State *L = s->L;
    rj_lua_spend(L, s->lua, 5);
    if (lua_isnil(L, 2)) {
        lua_rawgeti(L, 1, (int)a + 1);
        lua_rawgeti(L, 1, (int)b + 1);
        bool answer = rj_lua_less(L, lua_gettop(L) - 1, lua_gettop(L));
        lua_pop(L, 2);
        return answer;
    }
    lua_pushvalue(L, 2);
    lua_rawgeti(L, 1, (int)a + 1);
    lua_rawgeti(L, 1, (int)b + 1);
    lua_call(L, 2, 1);
    bool answer = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return answer;
}

static void swap(sorting *s, int64_t a, int64_t b) {
    lua_rawgeti(s->L, 1, (int)a + 1);
    lua_rawgeti(s->L, 1, (int)b + 1);
    lua_rawseti(s->L, 1, (int)a + 1);
    lua_rawseti(s->L, 1, (int)b + 1);
}

static void insertion_sort(sorting *s, int64_t from, int64_t end) {
    for (int64_t i = from + 1; i < end; i++)
        for (int64_t j = i; j > from && less(s, j, j - 1); j--)
            swap(s, j, j - 1);
}

static void sift_down(sorting *s, int64_t from, int64_t root, int64_t count) {
    for (;;) {
        int64_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && less(s, from + child, from + child + 1))
            child++;
        if (!less(s, from + root, from + child))
            return;
        swap(s, from + root, from + child);
        root = child;
    }
}

static void heap_sort(sorting *s, int64_t from, int64_t end) {
    const int64_t count = end - from;
    for (int64_t root = (count - 1) / 2; root >= 0; root--)
        sift_down(s, from, root, count);
    for (int64_t last = count - 1; last >= 0; last--) {
        swap(s, from, from + last);
        sift_down(s, from, 0, last);
    }
}

/* ---- choosing a pivot ---- */

static int64_t median(sorting *s, int64_t a, int64_t b, int64_t c, int *swaps) {
    int64_t kept;
    if (less(s, b, a)) {
        kept = a, a = b, b = kept;
        ++*swaps;
    }
    if (less(s, c, b)) {
        kept = b, b = c, c = kept;
        ++*swaps;
    }
    if (less(s, b, a)) {
        kept = a, a = b, b = kept;
        ++*swaps;
    }
    return b;
}

static int64_t choose_pivot(sorting *s, int64_t from, int64_t end, hint *likely) {
    const int64_t length = end - from, quarter = length / 4;
    int64_t a = from + quarter, b = from + 2 * quarter, c = from + 3 * quarter;
    int swaps = 0;
    if (length >= NINTHER_LENGTH) {
        a = median(s, a - 1, a, a + 1, &swaps);
        b = median(s, b - 1, b, b + 1, &swaps);
        c = median(s, c - 1, c, c + 1, &swaps);
    }
    if (length >= 8)
        b = median(s, a, b, c, &swaps);
    *likely = swaps == 0 ? HINT_ASCENDING : swaps == GREATEST_SWAPS ? HINT_DESCENDING : HINT_NONE;
    return b;
}

static void reverse(sorting *s, int64_t from, int64_t end) {
    for (int64_t a = from, b = end - 1; a < b; a++, b--)
        swap(s, a, b);
}

/* Stirs the middle of a range that was split badly; the same way each time. */
static void break_pattern(sorting *s, int64_t from, int64_t end) {
    const int64_t length = end - from;
    if (length < 8)
        return;
    uint64_t random = (uint64_t)length, modulus = 1;
    while (modulus <= (uint64_t)length)
        modulus *= 2;
    const int64_t middle = from + length / 4 * 2 - 1;
    for (int64_t i = -1; i <= 1; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        int64_t other = (int64_t)(random & (modulus - 1));
        if (other >= length)
            other -= length;
        swap(s, middle + i, from + other);
    }
}

/* ---- splitting ---- */

/* What is less than the pivot to its left; returns where the pivot is then. */
static int64_t split(sorting *s, int64_t from, int64_t end, int64_t pivot, bool *was_split) {
    swap(s, from, pivot);
    int64_t i = from + 1, j = end - 1;
    *was_split = true;
    for (;;) {
        while (i <= j && less(s, i, from))
            i++;
        while (i <= j && !less(s, j, from))
            j--;
        if (i > j)
            break;
        *was_split = false;
        swap(s, i++, j--);
    }
    swap(s, j, from);
    return j;
}

/* Nothing is less than the pivot here: what equals it to the left; returns where the rest begins.
 */
static int64_t split_equal(sorting *s, int64_t from, int64_t end, int64_t pivot) {
    swap(s, from, pivot);
    int64_t i = from + 1, j = end - 1;
    for (;;) {
        while (i <= j && !less(s, from, i))
            i++;
        while (i <= j && less(s, from, j))
            j--;
        if (i > j)
            return i;
        swap(s, i++, j--);
    }
}

/* Tries to finish a range that looks sorted already. */
static bool patch(sorting *s, int64_t from, int64_t end) {
    int64_t i = from + 1;
    for (int tries = 0; tries < PATCHES; tries++) {
        while (i < end && !less(s, i, i - 1))
            i++;
        if (i == end)
            return true;
        if (end - from < PATCH_LENGTH)
            return false;
        swap(s, i, i - 1);
        if (i - from >= 2)
            for (int64_t j = i - 1; j >= 1 && less(s, j, j - 1); j--)
                swap(s, j, j - 1);
        if (end - i >= 2)
            for (int64_t j = i + 1; j < end && less(s, j, j - 1); j++)
                swap(s, j, j - 1);
    }
    return false;
}

/* Recursion goes into the shorter part only, so it is at most as deep as the length has bits. */
static void sort_range(sorting *s, int64_t from, int64_t end, int bad_splits_left) {
    bool balanced = true, was_split = true;
    while (end - from > INSERTION_LENGTH) {
        if (bad_splits_left == 0) {
            heap_sort(s, from, end);
            return;
        }
        if (!balanced) {
            break_pattern(s, from, end);
            bad_splits_left--;
        }
        hint likely;
        int64_t pivot = choose_pivot(s, from, end, &likely);
        if (likely == HINT_DESCENDING) {
            reverse(s, from, end);
            pivot = end - 1 - (pivot - from);
            likely = HINT_ASCENDING;
        }
        if (balanced && was_split && likely == HINT_ASCENDING && patch(s, from, end))
            return;
        if (from > 0 && !less(s, from - 1, pivot)) {
            from = split_equal(s, from, end, pivot);
            continue;
        }
        const int64_t enough = (end - from) / 8;
        const int64_t middle = split(s, from, end, pivot, &was_split);
        if (middle - from < end - middle) {
            balanced = middle - from >= enough;
            sort_range(s, from, middle, bad_splits_left);
            from = middle + 1;
        } else {
            balanced = end - middle >= enough;
            sort_range(s, middle + 1, end, bad_splits_left);
            end = middle;
        }
    }
    insertion_sort(s, from, end);
}

void rj_lua_sort(lua_State *L, size_t count) {
    int bits = 0;
    for (size_t rest = count; rest; rest /= 2)
        bits++;
    luaL_checkstack(L, 8, "");
    sorting s = {.L = L, .lua = rj_lua_of(L)};
    if (count > 1)
        sort_range(&s, 0, (int64_t)count, bits);
}
