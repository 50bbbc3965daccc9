/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/version.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "rjinterp/input.h"
#include "rjinterp/json.h"
#include "rjinterp/lua.h"
#include "rjinterp/quantity.h"
#include "rjinterp/yaml.h"

typedef struct version_values {
    const char *output;
    bool help;
} version_values;

/* Whose behaviour is answered, and what does the work. */
static void write_json(rj_buf *out) {
    const char *const libraries[][2] = {
        {"gmp", rj_quantity_library_version()}, {"libcurl", rj_input_curl_version()},
        {"libseccomp", RJ_SECCOMP_VERSION},     {"libyaml", rj_yaml_library_version()},
        {"luajit", rj_lua_library_version()},
    };
    rj_buf_printf(out,
                  "{\"version\":\"%s\",\"answersAs\":{\"karmada\":\"%s\",\"gopherLua\":\"%s\"}",
                  rj_version(), RJ_KARMADA_VERSION, RJ_GOPHER_LUA_VERSION);
    rj_buf_puts(out, ",\"libraries\":{");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        rj_buf_printf(out, "%s\"%s\":", i ? "," : "", libraries[i][0]);
        if (libraries[i][1])
            rj_json_write_string(libraries[i][1], strlen(libraries[i][1]), out);
        else
            rj_buf_puts(out, "null");
    }
    rj_buf_puts(out, "}}\n");
}

static int run_version(const void *values, const cli_list *arguments, rj_arena *arena) {
    const version_values *v = values;
    (void)arena;
    rj_buf out = RJ_BUF_INIT;
    if (arguments->count || (*v->output && strcmp(v->output, "json") != 0)) {
        rj_error err = RJ_ERROR_INIT;
        if (arguments->count)
            rj_error_set(&err, RJ_ERROR_USAGE, "unexpected argument \"%s\"", arguments->items[0]);
        else
            rj_error_set(&err, RJ_ERROR_USAGE, "unknown output \"%s\": json is known", v->output);
        cli_print_usage_error(&err, "version");
        rj_error_clear(&err);
        return CLI_EXIT_FAILURE;
    }
    if (*v->output)
        write_json(&out);
    else
        rj_buf_printf(&out, "rjinterp %s\n", rj_version());
    const bool ok = cli_write_output(&out);
    rj_buf_free(&out);
    return ok ? CLI_EXIT_OK : CLI_EXIT_FAILURE;
}

static const cli_option version_options[] = {
    {.name = "output",
     .short_name = 'o',
     .type = CLI_OPTION_TEXT,
     .complete = CLI_COMPLETE_WORDS,
     .words = "json",
     .argument = "FORM",
     .help = "Form of the output: json, with the versions of the libraries and of the Karmada "
             "whose behaviour is answered.",
     .offset = offsetof(version_values, output)},
    {.name = "help",
     .short_name = 'h',
     .type = CLI_OPTION_BOOL,
     .help = "Print this help.",
     .offset = offsetof(version_values, help)},
};

const cli_command cli_version_command = {
    .name = "version",
    .usage = "[-o json]",
    .argument_words = "",
    .summary = "Print the version",
    .description = "Prints the version of rjinterp; as JSON also what it answers as and what it is "
                   "built on. A library that isn't there is null.",
    .options = version_options,
    .option_count = sizeof version_options / sizeof *version_options,
    .values_bytes = sizeof(version_values),
    .help_offset = offsetof(version_values, help),
    .run = run_version,
};
