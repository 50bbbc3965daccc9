/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <string.h>

#include "base/near.h"
#include "cli/option_value.h"
#include "rjinterp/utf8.h"

bool cli_list_add(cli_list *list, const char *text) {
    const char **items =
        rj_arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->count++] = text;
    return true;
}

/* ---- values ---- */

static bool read_value(const cli_option *option, const char *text, void *values, rj_error *err) {
    void *slot = (char *)values + option->offset;
    switch (option->type) {
    case CLI_OPTION_BOOL:
        return cli_value_bool(text, slot, err);
    case CLI_OPTION_TEXT:
        memcpy(slot, &text, sizeof text);
        return true;
    case CLI_OPTION_INT32:
        return cli_value_int32(text, 0, slot, err);
    case CLI_OPTION_LEVEL:
        return cli_value_int32(text, 10, slot, err);
    case CLI_OPTION_SIZE:
        return cli_value_size(text, slot, err);
    case CLI_OPTION_LIST:
        return cli_value_csv(text, slot, err);
    }
    return true;
}

bool cli_set_option(const cli_option *option, const char *value, rj_arena *arena, void *values,
                    rj_error *err) {
    if (option->type == CLI_OPTION_LIST)
        ((cli_list *)(void *)((char *)values + option->offset))->arena = arena;
    if (read_value(option, value, values, err))
        return true;
    if (!err || err->code == RJ_ERROR_MEMORY)
        return false;
    rj_buf quoted = RJ_BUF_INIT;
    rj_go_quote(value, strlen(value), &quoted);
    if (option->short_name)
        rj_error_prefix(err, "invalid argument %s for \"-%c, --%s\" flag: ", rj_buf_text(&quoted),
                        option->short_name, option->name);
    else
        rj_error_prefix(err, "invalid argument %s for \"--%s\" flag: ", rj_buf_text(&quoted),
                        option->name);
    rj_buf_free(&quoted);
    return false;
}

static bool set_defaults(const cli_command *command, rj_arena *arena, void *values, rj_error *err) {
    memset(values, 0, command->values_bytes);
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *option = &command->options[i];
        if (option->type == CLI_OPTION_LIST)
            continue;
        const char *text = option->default_text;
        if (!text && option->type == CLI_OPTION_TEXT)
            text = "";
        if (text && !cli_set_option(option, text, arena, values, err))
            return false;
    }
    return true;
}

/* ---- arguments ---- */

typedef struct parser {
    const cli_command *command;
    char *const *arguments; /* what is left */
    size_t count;
    rj_arena *arena;
    void *values;
    rj_buf *warnings;
    rj_error *err;
} parser;

/* An underscore counts as a hyphen. */
static bool same_name(const char *name, const char *given, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        char c = given[i] == '_' ? '-' : given[i];
        if (name[i] != c)
            return false;
    }
    return name[bytes] == '\0';
}

static const cli_option *find_long(const cli_command *command, const char *name, size_t bytes) {
    for (size_t i = 0; i < command->option_count; i++) {
        if (same_name(command->options[i].name, name, bytes))
            return &command->options[i];
    }
    return NULL;
}

static const cli_option *find_short(const cli_command *command, char name) {
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].short_name == name)
            return &command->options[i];
    }
    return NULL;
}

static bool set(const parser *p, const cli_option *option, const char *value) {
    if (!cli_set_option(option, value, p->arena, p->values, p->err))
        return false;
    if (option->deprecated)
        rj_buf_printf(p->warnings, "Flag --%s has been deprecated, %s\n", option->name,
                      option->deprecated);
    return true;
}

static const char *take_argument(parser *p) {
    if (!p->count)
        return NULL;
    p->count--;
    return *p->arguments++;
}

static bool refuse_option(const parser *p, const char *name, size_t bytes) {
    rj_near near = {.given = name, .given_bytes = bytes};
    for (size_t i = 0; i < p->command->option_count; i++)
        if (!p->command->options[i].hidden)
            rj_near_offer(&near, p->command->options[i].name);
    rj_error_set(p->err, RJ_ERROR_USAGE, "unknown flag: --%.*s", (int)bytes, name);
    if (near.best)
        rj_error_set_hint(p->err, "did you mean --%s?", near.best);
    return false;
}

/* --name, --name=value, --name value */
static bool parse_long(parser *p, const char *argument) {
    const char *name = argument + 2;
    if (*name == '-' || *name == '=')
        return rj_error_set(p->err, RJ_ERROR_USAGE, "bad flag syntax: %s", argument);
    size_t bytes = strcspn(name, "=");
    const cli_option *option = find_long(p->command, name, bytes);
    if (!option)
        return refuse_option(p, name, bytes);
    if (name[bytes] == '=')
        return set(p, option, name + bytes + 1);
    if (option->type == CLI_OPTION_BOOL)
        return set(p, option, "true");
    if (option->bare_text)
        return set(p, option, option->bare_text);
    const char *value = take_argument(p);
    if (!value)
        return rj_error_set(p->err, RJ_ERROR_USAGE, "flag needs an argument: --%s", name);
    return set(p, option, value);
}

/* The character in Go's single quotes; a byte above 127 stands for the character of that number. */
static bool short_error(const parser *p, const char *format_head, char name, const char *all) {
    char text[4];
    size_t bytes = rj_utf8_encode((unsigned char)name, text);
    rj_buf quoted = RJ_BUF_INIT;
    if (name == '\'')
        rj_buf_puts(&quoted, "\"\\'\"");
    else if (name == '"')
        rj_buf_puts(&quoted, "\"\"\"");
    else
        rj_go_quote(text, bytes, &quoted);
    const char *inner = rj_buf_text(&quoted) + 1;
    rj_error_set(p->err, RJ_ERROR_USAGE, "%s'%.*s' in -%s", format_head, (int)strlen(inner) - 1,
                 inner, all);
    rj_buf_free(&quoted);
    return false;
}

/* -x, -xVALUE, -x=VALUE, -x VALUE, and several bools in one */
static bool parse_short(parser *p, const char *argument) {
    const char *all = argument + 1;
    for (const char *letter = all; *letter; letter++) {
        const cli_option *option = find_short(p->command, *letter);
        if (!option)
            return short_error(p, "unknown shorthand flag: ", *letter, letter);
        if (letter[1] == '=' && letter[2])
            return set(p, option, letter + 2);
        if (option->type == CLI_OPTION_BOOL) {
            if (!set(p, option, "true"))
                return false;
            continue;
        }
        if (letter[1])
            return set(p, option, letter + 1);
        const char *value = take_argument(p);
        if (!value)
            return short_error(p, "flag needs an argument: ", *letter, letter);
        return set(p, option, value);
    }
    return true;
}

bool cli_parse(const cli_command *command, char *const *arguments, size_t argument_count,
               rj_arena *arena, void *values, cli_list *positional, rj_buf *warnings,
               rj_error *err) {
    parser p = {.command = command,
                .arguments = arguments,
                .count = argument_count,
                .arena = arena,
                .values = values,
                .warnings = warnings,
                .err = err};
    positional->arena = arena;
    if (!set_defaults(command, arena, values, err))
        return false;
    bool options_ended = false;
    for (const char *argument; (argument = take_argument(&p));) {
        bool ok;
        if (options_ended || argument[0] != '-' || !argument[1])
            ok = cli_list_add(positional, argument) || rj_error_no_memory(err);
        else if (argument[1] != '-')
            ok = parse_short(&p, argument);
        else if (argument[2])
            ok = parse_long(&p, argument);
        else
            ok = options_ended = true;
        if (!ok)
            return false;
    }
    return true;
}
