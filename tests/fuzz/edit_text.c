/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that come back from an editor: what was read is read again when it is offered again, and a
 * text with problems keeps them. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "cli/edit_text.h"

static void offer(const edit_values *values, rj_arena *arena) {
    rj_buf file = RJ_BUF_INIT;
    edit_text again;
    edit_text_write(values, true, &file);
    if (edit_text_read(rj_buf_text(&file), file.bytes, values, arena, &again, NULL)) {
        require(again.problem_count == 0);
        require(edit_values_equal(values, &again.values));
    }
    rj_buf_free(&file);
}

static void offer_again(const edit_text *text, const char *bytes, size_t byte_count,
                        const edit_values *old, rj_arena *arena) {
    rj_buf file = RJ_BUF_INIT;
    edit_text again;
    edit_text_write_again(text, bytes, byte_count, &file);
    if (edit_text_read(rj_buf_text(&file), file.bytes, old, arena, &again, NULL)) {
        require(again.problem_count == text->problem_count);
        require(file.bytes - again.body == byte_count - text->body);
        for (size_t i = 0; i < text->problem_count; i++)
            require(again.problems[i].line == edit_problem_line(text, &text->problems[i]));
    }
    rj_buf_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    edit_values old = {.name = "n", .api_version = "a/v1", .kind = "K"};
    rj_arena *arena = rj_arena_new(0);
    edit_text text;
    for (size_t i = 0; i < RJ_OPERATION_COUNT; i++)
        old.scripts[i].text = "";
    old.scripts[RJ_OPERATION_RETAIN] = (edit_script){.text = "x = 1\n-- y\n", .bytes = 11};
    if (arena && edit_text_read((const char *)data, bytes, &old, arena, &text, NULL)) {
        if (text.problem_count)
            offer_again(&text, (const char *)data, bytes, &old, arena);
        else
            offer(&text.values, arena);
    }
    rj_arena_free(arena);
    return 0;
}
