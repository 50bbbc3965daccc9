/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/empties.h"
#include "unit/json_text.h"

#define REFUSED                                                                                    \
    "error: convert empty object back to empty slice failed: sjson delete empty slice field "      \
    "failed: cannot delete value from a complex path"

/* Backslashes in keys are doubled twice: for C and for JSON. */
typedef struct resolution {
    const char *reference, *in, *out;
} resolution;

static void check(const resolution *cases, size_t count) {
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < count; i++) {
        rj_value reference = json_value(arena, cases[i].reference);
        rj_value in = json_value(arena, cases[i].in), out = rj_value_int(7);
        const rj_value *references[] = {&reference};
        rj_error err = RJ_ERROR_INIT;
        bool good = rj_empties_resolve(&in, references, 1, arena, &out, &err);
        char message[256];
        snprintf(message, sizeof message, "error: %s", good ? "" : err.message);
        const char *got = good ? json_text(arena, &out) : message;
        if (strcmp(got, cases[i].out) != 0)
            fail_msg("%s of %s\n expected %s\n got      %s", cases[i].in, cases[i].reference,
                     cases[i].out, got);
        if (!good) {
            assert_int_equal(out.number.i64, 7);
            assert_non_null(err.path);
            assert_non_null(strstr(err.hint, "leave the table out"));
        }
        rj_error_clear(&err);
        rj_arena_reset(arena);
    }
    rj_arena_free(arena);
}

#define CHECK(cases) check(cases, sizeof(cases) / sizeof(cases)[0])

static void plain_paths(void **state) {
    (void)state;
    static const resolution cases[] = {
        {"{}", "{'a':[],'b':1}", "{'b':1}"},
        {"{'a':{}}", "{'a':[],'b':1}", "{'a':{},'b':1}"},
        {"{'a':[]}", "{'a':[],'b':1}", "{'a':[],'b':1}"},
        {"{'a':null}", "{'a':[]}", "{}"},
        {"{'a':[null]}", "{'a':[]}", "{}"},
        {"{'a':{'x':1}}", "{'a':[]}", "{}"},
        {"{'b':{}}", "{'a':[]}", "{}"},
        /* Only what was empty goes: parents stay, empty as they are now. */
        {"{}", "{'a':{'b':{'c':[]}}}", "{'a':{'b':{}}}"},
        {"{}", "{'a':[[],[]],'b':1}", "{'a':[],'b':1}"},
        {"{}", "{'a':[[[]],1]}", "{'a':[[],1]}"},
        {"{}", "[[],1,{'a':[]}]", "[1,{}]"},
        /* List positions are no part of a path. */
        {"{'l':[{'e':{},'n':1}]}", "{'l':[{'e':[]},{'e':[],'n':3},[{'e':[]}]]}",
         "{'l':[{'e':{}},{'e':{},'n':3},[{'e':{}}]]}"},
        {"{'l':[{'a':1},{}]}", "{'l':[{'a':1},[]]}", "{'l':[{'a':1},{}]}"},
        {"{'l':[{'a':1},{}]}", "{'l':[]}", "{'l':{}}"},
        {"{'l':[[[]],[1]]}", "{'l':[[[]],[1]]}", "{'l':[[[]],[1]]}"},
        /* The reference's own root counts for nothing. */
        {"[]", "[[],1]", "[1]"},
        {"{}", "[[],1]", "[1]"},
        {"[[]]", "[[],1]", "[[],1]"},
        /* The result's root is the caller's. */
        {"{}", "[]", "[]"},
        {"{}", "{}", "{}"},
        {"{}", "'text'", "'text'"},
        {"5", "{'a':[]}", "{}"},
        {"{'a':{}}", "{'a':[],'b':'[]','c':null,'d':{}}", "{'a':{},'b':'[]','c':null,'d':{}}"},
    };
    CHECK(cases);
}

static void several_references(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value first = json_value(arena, "{'a':[],'b':{},'c':[]}");
    rj_value second = json_value(arena, "{'a':{},'b':[],'d':{}}");
    rj_value in = json_value(arena, "{'a':[],'b':[],'c':[],'d':[],'e':[]}"), out;
    const rj_value *references[] = {&first, &second};
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_empties_resolve(&in, references, 2, arena, &out, &err));
    assert_string_equal(json_text(arena, &out), "{'a':{},'b':{},'c':[],'d':{}}");
    assert_true(rj_empties_resolve(&in, NULL, 0, arena, &out, &err));
    assert_string_equal(json_text(arena, &out), "{}");
    rj_arena_free(arena);
}

/* All keys whose characters mean nothing in production's paths, or are escaped there. */
static void ordinary_keys(void **state) {
    (void)state;
    static const char *const keys[] = {
        "a.b",
        ".a",
        "a.",
        "..",
        "a:b",
        ":a",
        ":1",
        "123",
        "0",
        "-1",
        "",
        "a b",
        "a/b",
        "<a&>",
        "a{b}",
        "!a",
        "50%",
        "$a",
        "~a",
        "(a)",
        "a,b",
        "a=b",
        "a\tb",
        "a\nb",
        "\xC3\xA9\xE4\xB8\xAD",
        "\xF0\x9F\x98\x80",
        "a\x7F",
        "karmada.io/x.y-z_1",
    };
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const rj_value empty_map = rj_value_map(NULL, 0), empty_list = rj_value_list(NULL, 0);
        const rj_member in_member = {
            .key = keys[i], .key_bytes = strlen(keys[i]), .value = empty_list};
        rj_member map_member = in_member;
        map_member.value = empty_map;
        rj_value inner[] = {rj_value_map(&in_member, 1), rj_value_map(&map_member, 1), empty_map};
        rj_member outer[3];
        rj_value roots[3];
        for (size_t k = 0; k < 3; k++) {
            outer[k] = (rj_member){.key = "s", .key_bytes = 1, .value = inner[k]};
            roots[k] = rj_value_map(&outer[k], 1);
        }
        rj_value out;
        rj_error err = RJ_ERROR_INIT;
        /* Turned, kept, removed. */
        const rj_value *reference = &roots[1];
        assert_true(rj_empties_resolve(&roots[0], &reference, 1, arena, &out, &err));
        assert_true(rj_value_equal(&out, &roots[1]));
        reference = &roots[0];
        assert_true(rj_empties_resolve(&roots[0], &reference, 1, arena, &out, &err));
        assert_true(rj_value_equal(&out, &roots[0]));
        assert_true(rj_empties_resolve(&roots[0], NULL, 0, arena, &out, &err));
        assert_true(rj_value_equal(&out, &roots[2]));
    }
    rj_arena_free(arena);
}

static void searching_keys(void **state) {
    (void)state;
    static const resolution cases[] = {
        {"{}", "{'s':{'a*b':[]}}", REFUSED},
        {"{}", "{'s':{'a?b':[]}}", REFUSED},
        {"{}", "{'s':{'a#b':[]}}", REFUSED},
        {"{}", "{'s':{'a|b':[]}}", REFUSED},
        {"{}", "{'s':{'a@b':[]}}", REFUSED},
        {"{}", "{'s':{'@this':[]}}", REFUSED},
        {"{}", "{'s':{'#':{'e':[],'v':1}}}", REFUSED},
        {"{}", "{'*':[{'e':[]}]}", REFUSED},
        /* Only paths of empty lists matter. */
        {"{}", "{'s':{'a*b':5,'c':[]}}", "{'s':{'a*b':5}}"},
        {"{'s':{'a*b':[],'|':[]}}", "{'s':{'a*b':[],'|':[]}}", "{'s':{'a*b':[],'|':[]}}"},
        {"{'s':{'a*b':{}}}", "{'s':{'a*b':[]}}", "{'s':{'a*b':{}}}"},
        {"{'s':{'?':{}}}", "{'s':{'?':[]}}", "{'s':{'?':{}}}"},
        {"{'s':{'#':{}}}", "{'s':{'#':[]}}", "{'s':{'#':{}}}"},
        {"{'s':{'a@b':{},'@x':{}}}", "{'s':{'@x':[],'a@b':[]}}", "{'s':{'@x':{},'a@b':{}}}"},
        {"{'s':{'@this':{}}}", "{'s':{'@this':[]}}", "{'s':{'@this':[]}}"},
        {"{'@keys':{}}", "{'@keys':[]}", "{'@keys':[]}"},
        {"{'s':{'@thisx':{}}}", "{'s':{'@thisx':[]}}", "{'s':{'@thisx':{}}}"},
        {"{'s':{'a|b':{}}}", "{'s':{'a|b':[]}}", "{'s':{'a|b':[]}}"},
        {"{'s':{'a|b':{'e':{}}}}", "{'s':{'a|b':{'e':[]}}}", "{'s':{'a|b':{'e':[]}}}"},
        {"{'s':{'a*b':{'e':{}}}}", "{'s':{'a*b':{'e':[],'v':1}}}", "{'s':{'a*b':{'e':{},'v':1}}}"},
        {"{'l':[{'a*':{}}]}", "{'l':[{'x':1},{'a*':[]}]}", "{'l':[{'x':1},{'a*':{}}]}"},
        /* A search takes the first that matches, and looks further when it leads no further. */
        {"{'s':{'a*':{}}}", "{'s':{'a!':5,'a*':[]}}", "{'s':{'a!':{},'a*':[]}}"},
        {"{'s':{'a*':{'e':{}}}}", "{'s':{'a!':{'f':5},'a\\u0022':5,'a*':{'e':[]}}}",
         "{'s':{'a!':{'f':5},'a\\'':5,'a*':{'e':{}}}}"},
        {"{'s':{'?':{}}}", "{'s':{'!!':1,'?':[]}}", "{'s':{'!!':1,'?':{}}}"},
        {"{'s':{'*.*':{}}}", "{'s':{'!':1,'*.*':[]}}", "{'s':{'!':1,'*.*':{}}}"},
    };
    CHECK(cases);
}

static void keys_with_backslashes(void **state) {
    (void)state;
    static const resolution cases[] = {
        {"{}", "{'s':{'a\\\\b':[],'z':1}}", "{'s':{'a\\\\b':[],'z':1}}"},
        {"{'s':{'a\\\\b':[]}}", "{'s':{'a\\\\b':[]}}", "{'s':{'a\\\\b':[]}}"},
        {"{'s':{'a\\\\b':{}}}", "{'s':{'a\\\\b':[],'z':1}}", "{'s':{'a\\\\b':[],'ab':{},'z':1}}"},
        {"{'s':{'a\\\\':{}}}", "{'s':{'a\\\\':[]}}", "{'s':{'a':{},'a\\\\':[]}}"},
        {"{'s':{'a\\\\b':{'e':{}}}}", "{'s':{'a\\\\b':{'e':[],'v':1}}}",
         "{'s':{'a\\\\b':{'e':[],'v':1},'ab':{'e':{}}}}"},
        /* The place that the path names in fact is changed when it is there. */
        {"{'s':{'a\\\\b':{}}}", "{'s':{'a\\\\b':[],'ab':5}}", "{'s':{'a\\\\b':[],'ab':{}}}"},
        {"{}", "{'s':{'a\\\\b':[],'ab':5}}", "{'s':{'a\\\\b':[]}}"},
        {"{'s':{'a\\\\b':{'e':{}}}}", "{'s':{'a\\\\b':{'e':[]},'ab':5}}",
         "{'s':{'a\\\\b':{'e':[]},'ab':5}}"},
        /* A backslash before a dot makes the dot a step. */
        {"{}", "{'s':{'a\\\\.b':[]}}", "{'s':{'a\\\\.b':[]}}"},
        {"{'s':{'a\\\\.b':{}}}", "{'s':{'a\\\\.b':[]}}", "{'s':{'a\\\\':{'b':{}},'a\\\\.b':[]}}"},
        /* Numbers that aren't there become lists. */
        {"{'a\\\\b':[{'e':{}}]}", "{'a\\\\b':[{'e':[]}]}", "{'a\\\\b':[{'e':[]}],'ab':[{'e':{}}]}"},
        {"{'a\\\\b':{'2':{}}}", "{'a\\\\b':{'2':[]}}", "{'a\\\\b':{'2':[]},'ab':[null,null,{}]}"},
        /* What a backslash hides is no search. */
        {"{}", "{'a\\\\*b':[]}", "{'a\\\\*b':[]}"},
        {"{}", "{'a\\\\*b*':[]}", REFUSED},
        {"{'l':[{'a\\\\b':{}}]}", "{'l':[1,{'a\\\\b':[]}]}", "{'l':[1,{'a\\\\b':[],'ab':{}}]}"},
    };
    CHECK(cases);
}

/* ---- against the rule told in the plainest way ---- */

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 16;
}

static rj_value random_tree(rj_arena *arena, uint64_t *seed, int depth, bool with_maps) {
    static const char *const keys[] = {"a", "b", "c.d"};
    size_t kind = next_random(seed) % 8, count = next_random(seed) % 4;
    if (depth == 0)
        count = 0;
    if (kind == 0)
        return rj_value_int(1);
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        rj_value child = random_tree(arena, seed, depth - 1, with_maps);
        const char *key = keys[next_random(seed) % 3];
        assert_true(kind < 4 ? rj_list_append(&list, &child)
                             : rj_map_append(&map, key, strlen(key), (rj_position){0, 0}, &child));
    }
    bool as_list = kind < 4 || (count == 0 && !with_maps);
    return as_list ? rj_list_finish(&list) : rj_map_finish(&map);
}

enum {
    MAX_PATHS = 512,
    PATH_BYTES = 64
};

typedef struct paths {
    char maps[MAX_PATHS][PATH_BYTES], lists[MAX_PATHS][PATH_BYTES];
    size_t map_count, list_count;
} paths;

static void join(char *out, const char *path, const char *key) {
    if (key)
        snprintf(out, PATH_BYTES, "%.40s/%s", path, key);
    else
        snprintf(out, PATH_BYTES, "%s", path);
}

static void collect(const rj_value *node, const char *path, paths *out) {
    size_t count = node->kind == RJ_KIND_LIST  ? node->list.count
                   : node->kind == RJ_KIND_MAP ? node->map.count
                                               : 0;
    for (size_t i = 0; i < count; i++) {
        const rj_member *m = node->kind == RJ_KIND_MAP ? &node->map.members[i] : NULL;
        const rj_value *child = m ? &m->value : &node->list.items[i];
        char here[PATH_BYTES];
        join(here, path, m ? m->key : NULL);
        if (child->kind == RJ_KIND_LIST && child->list.count == 0)
            strcpy(out->lists[out->list_count++], here);
        if (child->kind == RJ_KIND_MAP && child->map.count == 0)
            strcpy(out->maps[out->map_count++], here);
        assert_true(out->list_count < MAX_PATHS && out->map_count < MAX_PATHS);
        collect(child, here, out);
    }
}

static bool is_among(char list[][PATH_BYTES], size_t count, const char *path) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], path) == 0)
            return true;
    return false;
}

static rj_value resolve_plainly(rj_arena *arena, const rj_value *node, const char *path,
                                paths *known) {
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    if (node->kind != RJ_KIND_LIST && node->kind != RJ_KIND_MAP)
        return *node;
    size_t count = node->kind == RJ_KIND_LIST ? node->list.count : node->map.count;
    for (size_t i = 0; i < count; i++) {
        const rj_member *m = node->kind == RJ_KIND_MAP ? &node->map.members[i] : NULL;
        const rj_value *child = m ? &m->value : &node->list.items[i];
        char here[PATH_BYTES];
        join(here, path, m ? m->key : NULL);
        rj_value value = resolve_plainly(arena, child, here, known);
        if (child->kind == RJ_KIND_LIST && child->list.count == 0) {
            if (is_among(known->maps, known->map_count, here))
                value = rj_value_map(NULL, 0);
            else if (!is_among(known->lists, known->list_count, here))
                continue;
        }
        assert_true(m ? rj_map_append(&map, m->key, m->key_bytes, m->key_at, &value)
                      : rj_list_append(&list, &value));
    }
    return node->kind == RJ_KIND_LIST ? rj_list_finish(&list) : rj_map_finish(&map);
}

static void random_trees(void **state) {
    (void)state;
    static paths known;
    uint64_t seed = 11;
    rj_arena *arena = rj_arena_new(0);
    for (int i = 0; i < 20000; i++) {
        rj_value in = random_tree(arena, &seed, 4, false), out;
        rj_value first = random_tree(arena, &seed, 4, true);
        rj_value second = random_tree(arena, &seed, 3, true);
        const rj_value *references[] = {&first, &second};
        known.map_count = known.list_count = 0;
        collect(&first, "", &known);
        collect(&second, "", &known);
        rj_value expected = resolve_plainly(arena, &in, "", &known);
        rj_error err = RJ_ERROR_INIT;
        assert_true(rj_empties_resolve(&in, references, 2, arena, &out, &err));
        if (!rj_value_equal(&out, &expected))
            fail_msg("%s\n expected %s\n got      %s", json_text(arena, &in),
                     json_text(arena, &expected), json_text(arena, &out));
        rj_arena_reset(arena);
    }
    rj_arena_free(arena);
}

/* ---- limits ---- */

/* Lists and maps around @p core by turns. */
static rj_value wrap(rj_arena *arena, rj_value core, int levels, const char *key) {
    for (int i = 0; i < levels; i++) {
        rj_list_builder list = {.arena = arena};
        rj_map_builder map = {.arena = arena};
        assert_true(i % 2 ? rj_list_append(&list, &core)
                          : rj_map_append(&map, key, strlen(key), (rj_position){0, 0}, &core));
        core = i % 2 ? rj_list_finish(&list) : rj_map_finish(&map);
    }
    return core;
}

static void deep_trees(void **state) {
    (void)state;
    static const char *const keys[] = {"a", "a\\b", "*"};
    for (size_t k = 0; k < 3; k++) {
        rj_arena *arena = rj_arena_new(0);
        const int levels = 10000;
        rj_value in = wrap(arena, rj_value_list(NULL, 0), levels, keys[k]), out;
        rj_value reference = wrap(arena, rj_value_map(NULL, 0), levels, keys[k]);
        const rj_value *references[] = {&reference};
        rj_error err = RJ_ERROR_INIT;
        assert_true(rj_empties_resolve(&in, references, 1, arena, &out, &err));
        const rj_value *node = &out;
        size_t depth = 0;
        for (; node->kind == RJ_KIND_LIST ? node->list.count : node->map.count; depth++)
            node = node->kind == RJ_KIND_LIST ? &node->list.items[0] : &node->map.members[0].value;
        assert_int_equal(depth, levels);
        assert_int_equal(node->kind, k == 1 ? RJ_KIND_LIST : RJ_KIND_MAP);
        rj_arena_free(arena);
    }
}

static void out_of_memory(void **state) {
    (void)state;
    rj_arena *source = rj_arena_new(0);
    rj_value in = json_value(
        source, "{'a':[],'b':[{'c':[]}],'d\\\\e':[],'f\\\\g':[],'h*':[],'i':[],'j':{'k':[1]}}");
    rj_value reference = json_value(source, "{'a':{},'d\\\\e':{},'h*':{},'i':[]}");
    const rj_value *references[] = {&reference};
    bool passed = false;
    for (uint64_t n = 1; !passed && n < 1000; n++) {
        rj_arena *arena = rj_arena_new(0);
        rj_arena_fail_at(arena, n);
        rj_value out = rj_value_int(7);
        rj_error err = RJ_ERROR_INIT;
        passed = rj_empties_resolve(&in, references, 1, arena, &out, &err);
        if (!passed) {
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
            assert_int_equal(out.number.i64, 7);
        }
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
    assert_true(passed);
    rj_arena_free(source);
}

/* Places stay; a map made of an empty list has the list's. */
static void places(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value in = json_value(arena, "{'a':\n [],'b':\n  'x'}"), out;
    rj_value reference = json_value(arena, "{'a':{}}");
    const rj_value *references[] = {&reference};
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_empties_resolve(&in, references, 1, arena, &out, &err));
    assert_int_equal(out.at.line, 1);
    assert_int_equal(rj_value_get(&out, "a")->kind, RJ_KIND_MAP);
    assert_int_equal(rj_value_get(&out, "a")->at.line, 2);
    assert_int_equal(rj_value_get(&out, "b")->at.line, 3);
    assert_int_equal(out.map.members[1].key_at.line, 2);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_paths),
        cmocka_unit_test(several_references),
        cmocka_unit_test(ordinary_keys),
        cmocka_unit_test(searching_keys),
        cmocka_unit_test(keys_with_backslashes),
        cmocka_unit_test(random_trees),
        cmocka_unit_test(deep_trees),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
