/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/coverage.h"

/* A directory of its own for each test. */
typedef struct fixture {
    char directory[64];
    rj_arena *arena;
    rj_suite suite;
    rj_suite_selection selection;
    rj_coverage *coverage;
} fixture;

static void put_file(const fixture *f, const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->directory, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static fixture open_fixture(const char *customizations, const char *cases) {
    fixture f = {.directory = "/tmp/rj-coverage.XXXXXX", .arena = rj_arena_new(0)};
    char testdata[80];
    rj_error err = RJ_ERROR_INIT;
    assert_non_null(mkdtemp(f.directory));
    snprintf(testdata, sizeof testdata, "%s/testdata", f.directory);
    assert_int_equal(mkdir(testdata, 0700), 0);
    put_file(&f, "customizations.yaml", customizations);
    put_file(&f, "testdata/a-test.yaml", cases);
    const char *path = f.directory;
    assert_true(rj_suite_load(&path, 1, NULL, f.arena, &f.suite, &err));
    const rj_suite_filter all = {0};
    assert_true(rj_suite_select(&f.suite, &all, f.arena, &f.selection, &err));
    f.coverage = rj_coverage_new(&f.selection, NULL, f.arena, &err);
    assert_non_null(f.coverage);
    return f;
}

static void close_fixture(fixture *f) {
    static const char *const names[] = {"testdata/a-test.yaml", "testdata", "customizations.yaml",
                                        ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", f->directory, names[i]);
        assert_int_equal(remove(path), 0);
    }
    rj_coverage_free(f->coverage);
    rj_arena_free(f->arena);
}

static const rj_coverage_file *only_file(const fixture *f) {
    const rj_coverage_file *files;
    size_t count;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_coverage_view(f->coverage, f->arena, &files, &count, &err));
    assert_int_equal(count, 1);
    return files;
}

static void run_all(const fixture *f) {
    const rj_suite_options options = {.coverage = f->coverage};
    rj_suite_results results;
    rj_error err = RJ_ERROR_INIT;
    assert_true(rj_suite_run(&f->selection, &options, &results, &err));
    assert_int_equal(results.failed, 0);
    rj_suite_results_free(&results);
}

#define HEAD(name)                                                                                 \
    "apiVersion: config.karmada.io/v1alpha1\n"                                                     \
    "kind: ResourceInterpreterCustomization\n"                                                     \
    "metadata: {name: " name "}\n"                                                                 \
    "spec:\n"                                                                                      \
    "  target: {apiVersion: x/v1, kind: K}\n"                                                      \
    "  customizations:\n"

static const char two_cases[] = "name: a\n"
                                "observedObj: {apiVersion: x/v1, kind: K, c: 1}\n"
                                "operation: InterpretHealth\n"
                                "output: {healthy: true}\n"
                                "---\n"
                                "name: b\n"
                                "observedObj: {apiVersion: x/v1, kind: K, c: 2}\n"
                                "operation: InterpretHealth\n"
                                "output: {healthy: true}\n";

/* Two customizations of a file answer each case; one of them has a script that no case runs. */
static void customizations_of_a_file_are_told_apart(void **state) {
    (void)state;
    fixture f = open_fixture(HEAD("first") "    healthInterpretation:\n"
                                           "      luaScript: |\n"
                                           "        function InterpretHealth(o)\n"
                                           "          return o.c == 1 or o.c == 2\n"
                                           "        end\n"
                                           "    retention:\n"
                                           "      luaScript: function Retain(d, o) return d end\n"
                                           "---\n" HEAD("second") "    healthInterpretation:\n"
                                                                  "      luaScript: >-\n"
                                                                  "        function "
                                                                  "InterpretHealth(o) return true "
                                                                  "end\n",
                             two_cases);
    run_all(&f);
    const rj_coverage_file *file = only_file(&f);
    assert_int_equal(file->rule_count, 3);
    assert_string_equal(file->rules[0].customization->name, "first");
    assert_string_equal(file->rules[0].rule->name, "InterpretHealth");
    assert_int_equal(file->rules[0].first_line, 9);
    assert_int_equal(file->rules[0].last_line, 11);
    assert_int_equal(file->rules[0].part.branch_count, 1);
    const rj_coverage_branch *branch = &file->rules[0].part.branches[0];
    assert_int_equal(branch->kind, RJ_POINT_OR);
    assert_int_equal(branch->at.line, 10);
    assert_int_equal(branch->at.column, 18);
    assert_string_equal(branch->text, "o.c == 1");
    assert_int_equal(branch->hits[0], 1);
    assert_int_equal(branch->hits[1], 1);
    assert_string_equal(file->rules[1].rule->name, "Retain");
    assert_int_equal(file->rules[1].part.sums.lines_hit, 0);
    assert_string_equal(file->rules[2].customization->name, "second");
    assert_int_equal(file->rules[2].part.lines[0].hits, 2);
    /* 9, 10; 13; 22 */
    assert_int_equal(file->part.sums.lines, 4);
    assert_int_equal(file->part.sums.lines_hit, 3);
    assert_int_equal(file->part.sums.functions, 3);
    assert_int_equal(file->part.sums.functions_hit, 2);
    close_fixture(&f);
}

/* Two rules with one text: its places are counted once, with the counts of both. */
static void rules_that_share_a_text_add_up(void **state) {
    (void)state;
    fixture f = open_fixture(HEAD("c") "    healthInterpretation:\n"
                                       "      luaScript: &both |\n"
                                       "        function InterpretHealth(o)\n"
                                       "          return o.c == 1 or o.c == 2\n"
                                       "        end\n"
                                       "        function Retain(d, o) return d end\n"
                                       "    retention: {luaScript: *both}\n",
                             "name: health\n"
                             "observedObj: {apiVersion: x/v1, kind: K, c: 1}\n"
                             "operation: InterpretHealth\n"
                             "output: {healthy: true}\n"
                             "---\n"
                             "name: retain\n"
                             "desiredObj: {apiVersion: x/v1, kind: K}\n"
                             "observedObj: {apiVersion: x/v1, kind: K}\n"
                             "operation: Retain\n"
                             "output: {retained: {apiVersion: x/v1, kind: K}}\n");
    run_all(&f);
    const rj_coverage_file *file = only_file(&f);
    assert_int_equal(file->rule_count, 2);
    static const uint64_t hits[] = {2, 1, 2}; /* lines 9, 10, 12 */
    assert_int_equal(file->part.line_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(file->part.lines[i].hits, hits[i]);
    assert_int_equal(file->part.branch_count, 1);
    assert_int_equal(file->part.function_count, 2);
    assert_int_equal(file->part.functions[1].hits, 1);
    assert_int_equal(file->part.sums.lines_hit, 3);
    /* Both stand at one place; Retain is the first of the operations. */
    assert_string_equal(file->rules[0].rule->name, "Retain");
    assert_int_equal(file->rules[0].part.lines[1].hits, 0);
    close_fixture(&f);
}

/* A worker may claim what it likes. */
static void counts_that_do_not_fit_are_refused(void **state) {
    (void)state;
    fixture f = open_fixture(HEAD("c") "    healthInterpretation:\n"
                                       "      luaScript: function InterpretHealth(o) return true "
                                       "end\n",
                             two_cases);
    const coverage_script *script = &f.coverage->scripts[0];
    assert_int_equal(f.coverage->count, 1);
    assert_int_equal(script->chunk.point_count, 3);
    static const uint64_t counts[] = {1, 2, UINT64_MAX, 9};
    rj_measurements m = {.customization = script->customization,
                         .operation = RJ_OPERATION_INTERPRET_HEALTH,
                         .counts = counts};
    for (m.count_count = 0; m.count_count <= 4; m.count_count++)
        assert_int_equal(coverage_add(f.coverage, &m), m.count_count == 3);
    m.count_count = 3;
    m.operation = RJ_OPERATION_RETAIN;
    assert_false(coverage_add(f.coverage, &m));
    const rj_customization other = {0};
    m.operation = RJ_OPERATION_INTERPRET_HEALTH;
    m.customization = &other;
    assert_false(coverage_add(f.coverage, &m));
    assert_int_equal(atomic_load(&script->counts[1]), 2);
    close_fixture(&f);
}

static void shares_are_rounded_down(void **state) {
    (void)state;
    assert_int_equal(rj_coverage_share(0, 0), 10000);
    assert_int_equal(rj_coverage_share(0, 3), 0);
    assert_int_equal(rj_coverage_share(2, 3), 6666);
    assert_int_equal(rj_coverage_share(19999, 20000), 9999);
    assert_int_equal(rj_coverage_share(7, 7), 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(customizations_of_a_file_are_told_apart),
        cmocka_unit_test(rules_that_share_a_text_add_up),
        cmocka_unit_test(counts_that_do_not_fit_are_refused),
        cmocka_unit_test(shares_are_rounded_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
