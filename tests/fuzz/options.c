/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of each command, separated by line feeds. */
#include <string.h>

#include "cli/commands.h"
#include "cli/limits.h"
#include "fuzz/fuzz.h"

static void parse(const cli_command *command, char *const *arguments, size_t count) {
    rj_arena *arena = rj_arena_new(0);
    rj_buf warnings = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    cli_list positional = {0};
    require(arena != NULL);
    void *values = rj_arena_alloc(arena, command->values_bytes);
    const bool ok =
        cli_parse(command, arguments, count, arena, values, &positional, &warnings, &err);
    require(ok == (err.code == RJ_ERROR_NONE));
    require(ok || err.code == RJ_ERROR_USAGE);
    if (ok)
        require(positional.count <= count);
    rj_error_clear(&err);
    rj_buf_free(&warnings);
    rj_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    enum {
        MOST_ARGUMENTS = 64
    };
    char *arguments[MOST_ARGUMENTS];
    size_t count = 0;
    char *text = malloc(bytes + 1);
    require(text != NULL);
    if (bytes)
        memcpy(text, data, bytes);
    text[bytes] = '\0';
    for (char *at = text; at && count < MOST_ARGUMENTS; count++) {
        arguments[count] = at;
        at = strchr(at, '\n');
        if (at)
            *at++ = '\0';
    }
    for (size_t i = 0; i < cli_command_count; i++)
        parse(cli_commands[i], arguments, count);
    free(text);
    return 0;
}
