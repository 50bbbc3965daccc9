/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of cases, in both formats: read, and each expected output compared with itself. The first
 * byte says which format: a digit is the older one.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "suite/compare.h"
#include "suite/testcase.h"

/* An answer that is exactly what was expected. */
static rj_result as_result(const rj_rule *rule, const rj_value *output) {
    rj_result made = {.count = rule->result_count};
    for (size_t i = 0; i < rule->result_count; i++) {
        const rj_value *value = rj_value_get(output, rule->result_names[i]);
        made.names[i] = rule->result_names[i];
        made.values[i] = value ? *value : rj_value_null;
    }
    return made;
}

static void check_output(const rj_suite_case *item, rj_arena *arena) {
    const rj_result result = as_result(item->rule, item->output);
    diff_list differences = {.arena = arena};
    rj_error err = RJ_ERROR_INIT;
    const bool ok = suite_compare(item->rule, item->output, &result, arena, &differences, &err);
    require(ok == (err.code == RJ_ERROR_NONE));
    require(!ok || (differences.count == 0 && differences.left_out == 0));
    rj_error_clear(&err);
}

static void check_case(const rj_suite_case *item, rj_arena *arena) {
    require(item->name && item->file && item->directory);
    require(item->problem || item->rule);
    require(!item->output || item->output->kind == RJ_KIND_MAP);
    for (size_t i = 0; i < item->note_count; i++)
        require(item->notes[i].text != NULL);
    if (item->rule && item->output && !item->problem)
        check_output(item, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static const rj_suite_directory directory = {.path = "/nowhere"};
    if (bytes == 0)
        return 0;
    const bool is_older = data[0] >= '0' && data[0] <= '9';
    const int file = memfd_create("cases", MFD_CLOEXEC);
    require(file >= 0 && write(file, data + 1, bytes - 1) == (ssize_t)(bytes - 1));
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    require(arena != NULL);
    case_reader reader = {.arena = arena, .limits = &fuzz_limits, .directory = &directory};
    require(is_older ? testcase_read_table(&reader, path)
                     : testcase_read_stream(&reader, path, false));
    for (size_t i = 0; i < reader.count; i++)
        check_case(&reader.cases[i], arena);
    rj_arena_free(arena);
    close(file);
    return 0;
}
