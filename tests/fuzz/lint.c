/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as the script of any rule (the first byte says which): lint looks at it. */
#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/lint.h"

static void check_findings(const rj_lint *lint, size_t script_bytes) {
    for (size_t i = 0; i < lint->count; i++) {
        const rj_lint_finding *f = &lint->items[i];
        require(f->rule && f->message && f->file && f->field && f->customization);
        require(f->at.line > 0);
        require(!f->fix_text || f->fix_offset + f->fix_bytes <= script_bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    if (bytes == 0)
        return 0;
    rj_arena *arena = rj_arena_new((size_t)256 << 20);
    rj_customization customization = {
        .source = "fuzz", .name = "fuzz", .api_version = "v1", .kind = "Kind"};
    require(arena != NULL);
    const size_t script_bytes = bytes - 1;
    char *script = rj_arena_copy(arena, (const char *)data + 1, script_bytes);
    require(script != NULL);
    customization.document.root = rj_value_null;
    customization.scripts[data[0] % RJ_OPERATION_COUNT] = (rj_rule_script){
        .text = script, .text_bytes = script_bytes, .at = {.line = 1, .column = 1}};
    rj_lint lint = {.arena = arena, .limits = &fuzz_limits};
    rj_error err = RJ_ERROR_INIT;
    if (rj_lint_customization(&lint, &customization, &err))
        check_findings(&lint, script_bytes);
    else
        require(err.code == RJ_ERROR_LIMIT || err.code == RJ_ERROR_MEMORY);
    rj_lint_sort(&lint);
    rj_error_clear(&err);
    rj_arena_free(arena);
    return 0;
}
