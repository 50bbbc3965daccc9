/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A script of the rule Retain, run under tight limits on an object that has something of
 * everything. Whatever it does, it ends soon, and a result can be written.
 */
#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/interp.h"
#include "rjinterp/json.h"
#include "rjinterp/yaml.h"

static const char object_text[] =
    "{\"apiVersion\": \"x/v1\", \"kind\": \"K\", \"metadata\": {\"name\": \"n\", \"labels\": {}},"
    " \"spec\": {\"replicas\": 3, \"cpu\": \"500m\", \"list\": [1, 2.5, \"x\", null, [], {}]},"
    " \"status\": {\"ready\": true, \"big\": 9007199254740993, \"at\": \"2024-01-02T03:04:05Z\"}}";

static void count_print(void *ctx, const char *data, size_t bytes) {
    size_t *printed = ctx;
    require(bytes == 0 || data != NULL);
    *printed += bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    rj_value object;
    rj_result result;
    rj_error err = RJ_ERROR_INIT;
    size_t printed = 0;
    require(arena && fuzz_read_one(object_text, sizeof object_text - 1, arena, &object));
    /* The customization as a reader would have bound it, but for the place of the script. */
    rj_customization customization = {
        .source = "c.yaml", .name = "c", .api_version = "x/v1", .kind = "K"};
    char *script = rj_arena_copy(arena, (const char *)data, bytes);
    const rj_value scalar = rj_value_string(script, bytes);
    customization.scripts[RJ_OPERATION_RETAIN] =
        (rj_rule_script){.text = script, .text_bytes = bytes, .scalar = &scalar};
    customization.document = (rj_document){.root = scalar, .file = "c.yaml", .text = ""};
    const rj_customization_set set = {.items = &customization, .count = 1};
    const rj_request request = {.customizations = &set,
                                .operation = RJ_OPERATION_RETAIN,
                                .desired = &object,
                                .observed = &object,
                                .limits = &fuzz_limits,
                                .print = count_print,
                                .print_ctx = &printed};
    if (rj_interp_run(&request, arena, &result, &err)) {
        rj_buf text = RJ_BUF_INIT;
        require(result.count == 1 && err.code == RJ_ERROR_NONE);
        rj_json_write(&result.values[0], &text);
        require(rj_buf_ok(&text));
        rj_buf_reset(&text);
        (void)!rj_yaml_write(&result.values[0], &text, NULL);
        rj_buf_free(&text);
    } else {
        require(err.code != RJ_ERROR_NONE && err.code != RJ_ERROR_INTERNAL && err.message);
    }
    require(printed <= fuzz_limits.max_print_bytes);
    rj_error_clear(&err);
    rj_arena_free(arena);
    return 0;
}
