/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The recorded answers about pod templates, without Lua: what accuratePodRequirements and
 * getPodDependencies do between reading their argument and handing back a result.
 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rjinterp/arena.h"
#include "rjinterp/empties.h"
#include "rjinterp/json.h"
#include "rjinterp/pod.h"
#include "rjinterp/typed.h"
#include "unit/lua_shape.h"

static rj_value read_json(rj_arena *arena, const char *text, size_t bytes) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, text, bytes, NULL, NULL, &value, &err))
        fail_msg("%s", err.message);
    return value;
}

static bool shape_template(rj_arena *arena, const rj_value *arg, rj_value *out, rj_error *err) {
    rj_value table = lua_shape(arena, arg);
    if (table.kind == RJ_KIND_LIST && table.list.count == 0)
        table = rj_value_map(NULL, 0);
    rj_value resolved;
    return rj_empties_resolve(&table, NULL, 0, arena, &resolved, err) &&
           rj_typed_decode(RJ_SHAPE_POD_TEMPLATE_SPEC, &resolved, arena, out, err);
}

static bool answer(rj_arena *arena, const char *function, const rj_value *args, rj_value *out,
                   rj_error *err) {
    rj_value template;
    if (!shape_template(arena, &args->list.items[0], &template, err))
        return false;
    if (strcmp(function, "accuratePodRequirements") == 0)
        return rj_pod_requirements(&template, arena, out, err);
    const rj_value *ns = &args->list.items[1];
    rj_value name = ns->kind == RJ_KIND_STRING ? *ns : rj_value_text("default");
    return rj_pod_dependencies(&template, name.string.data, name.string.bytes, arena, out, err);
}

/* Cases that never get as far as a template, or whose namespace is a number, are Lua's. */
static bool is_ours(const char *function, const rj_value *args) {
    bool requirements = strcmp(function, "accuratePodRequirements") == 0;
    bool dependencies = strcmp(function, "getPodDependencies") == 0;
    if ((!requirements && !dependencies) || args->list.count != (requirements ? 1u : 2u))
        return false;
    if (args->list.items[0].kind != RJ_KIND_MAP && args->list.items[0].kind != RJ_KIND_LIST)
        return false;
    return requirements || args->list.items[1].kind == RJ_KIND_STRING ||
           args->list.items[1].kind == RJ_KIND_NULL;
}

static bool same_error(const rj_value *vector, const rj_error *err) {
    const char *expected = rj_value_get_text(vector, "error");
    static const char before[] = "json unmarshal obj failed: ";
    const char *reason = expected ? strstr(expected, before) : NULL;
    return reason && strcmp(reason + sizeof before - 1, err->message) == 0;
}

static bool run(rj_arena *arena, const rj_value *vector) {
    const rj_value *args = rj_value_get(vector, "args");
    rj_value out;
    rj_error err = RJ_ERROR_INIT;
    const char *id = rj_value_get_text(vector, "id");
    bool good;
    if (!answer(arena, rj_value_get_text(vector, "fn"), args, &out, &err)) {
        good = same_error(vector, &err);
        if (!good)
            print_error("%s: %s\n", id, err.message);
    } else {
        const rj_value *expected = rj_value_get(vector, "out");
        rj_value shown = lua_shape(arena, &out);
        good = expected && rj_value_equal(expected, &shown);
        if (!good) {
            rj_buf text = RJ_BUF_INIT;
            rj_json_write(&shown, &text);
            print_error("%s: %s\n", id, rj_buf_text(&text));
            rj_buf_free(&text);
        }
    }
    rj_error_clear(&err);
    return good;
}

static void recorded_answers(void **state) {
    (void)state;
    FILE *file = fopen(RJ_SOURCE_DIR "/tests/vectors/kube.jsonl", "r");
    assert_non_null(file);
    char *line = NULL;
    size_t capacity = 0, passed = 0, failed = 0;
    rj_arena *arena = rj_arena_new(0);
    for (ssize_t bytes; (bytes = getline(&line, &capacity, file)) > 0; rj_arena_reset(arena)) {
        rj_value vector = read_json(arena, line, (size_t)bytes);
        if (!is_ours(rj_value_get_text(&vector, "fn"), rj_value_get(&vector, "args")))
            continue;
        if (run(arena, &vector))
            passed++;
        else
            failed++;
    }
    rj_arena_free(arena);
    free(line);
    fclose(file);
    print_message("%zu passed\n", passed);
    assert_int_equal(failed, 0);
    assert_true(passed > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(recorded_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
