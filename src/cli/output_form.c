/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/output_form.h"

#include <string.h>

#include "rjinterp/json.h"
#include "rjinterp/utf8.h"
#include "rjinterp/yaml.h"

enum {
    INDENT = 2 /* of JSON for people */
};

typedef struct form_row {
    const char *name;
    cli_form form;
    unsigned modes; /* bits */
} form_row;

enum {
    RUN = 1 << CLI_MODE_RUN,
    EACH = 1 << CLI_MODE_EACH,
    CHECK = 1 << CLI_MODE_CHECK
};

static const form_row forms[] = {
    {"json", CLI_FORM_JSON, RUN | EACH | CHECK},
    {"jsonl", CLI_FORM_JSONL, EACH},
    {"yaml", CLI_FORM_YAML, RUN | EACH | CHECK},
};
static const size_t form_count = sizeof forms / sizeof *forms;

bool cli_find_form(cli_mode mode, const char *name, cli_form *form, rj_error *err) {
    *form = CLI_FORM_DEFAULT;
    if (!*name)
        return true;
    rj_buf allowed = RJ_BUF_INIT;
    for (size_t i = 0; i < form_count; i++) {
        if (!(forms[i].modes & 1U << mode))
            continue;
        if (strcmp(forms[i].name, name) == 0) {
            *form = forms[i].form;
            rj_buf_free(&allowed);
            return true;
        }
        rj_buf_printf(&allowed, "%s%s", allowed.bytes ? "," : "", forms[i].name);
    }
    rj_buf quoted = RJ_BUF_INIT;
    rj_go_quote(name, strlen(name), &quoted);
    rj_error_set(err, RJ_ERROR_USAGE,
                 "unable to match a printer suitable for the output format %s, allowed formats "
                 "are: %s",
                 rj_buf_text(&quoted), rj_buf_text(&allowed));
    rj_buf_free(&quoted);
    rj_buf_free(&allowed);
    return false;
}

bool cli_result_map(const rj_result *result, rj_arena *arena, rj_value *out) {
    rj_map_builder builder = {.arena = arena};
    for (size_t i = 0; i < result->count; i++)
        if (!rj_map_append(&builder, result->names[i], strlen(result->names[i]), (rj_position){0},
                           &result->values[i]))
            return false;
    *out = rj_map_finish(&builder);
    return true;
}

bool cli_write_result_documents(const rj_result *result, rj_buf *out, rj_error *err) {
    for (size_t i = 0; i < result->count; i++) {
        rj_buf_printf(out, "---\n# [%zu/%zu] %s:\n", i + 1, result->count, result->names[i]);
        if (rj_yaml_write_escaped(&result->values[i], out, err))
            continue;
        rj_error_prefix(err, "ERROR: ");
        return false;
    }
    return true;
}

bool cli_write_result(cli_form form, const rj_result *result, rj_arena *arena, rj_buf *out,
                      rj_error *err) {
    rj_value map;
    if (form == CLI_FORM_DEFAULT)
        return cli_write_result_documents(result, out, err);
    if (!cli_result_map(result, arena, &map))
        return rj_error_no_memory(err);
    if (form == CLI_FORM_YAML)
        return rj_yaml_write_escaped(&map, out, err);
    rj_json_write_indented(&map, INDENT, out);
    rj_buf_putc(out, '\n');
    return true;
}
