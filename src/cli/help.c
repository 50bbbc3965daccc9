/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/options.h"
#include "rjinterp/utf8.h"

enum {
    HELP_WIDTH = 96,      /* of a line */
    HELP_MAX_COLUMN = 34, /* where the texts start at most */
};

/* Appends @p text, wrapped at blanks, each line after the first behind @p indent blanks. */
static void write_wrapped(const char *text, size_t indent, rj_buf *out) {
    size_t column = indent;
    for (const char *p = text; *p;) {
        size_t word = strcspn(p, " \n");
        size_t width = rj_utf8_count(p, word);
        if (column > indent && column + 1 + width > HELP_WIDTH) {
            rj_buf_putc(out, '\n');
            rj_buf_fill(out, ' ', indent);
            column = indent;
        } else if (column > indent) {
            rj_buf_putc(out, ' ');
            column++;
        }
        rj_buf_append(out, p, word);
        column += width;
        p += word;
        if (*p == '\n') {
            rj_buf_putc(out, '\n');
            if (p[1])
                rj_buf_fill(out, ' ', indent);
            column = indent;
        }
        p += *p != '\0';
    }
}

/* "  -f, --filename FILE" */
static void write_names(const cli_option *o, rj_buf *out) {
    if (o->short_name)
        rj_buf_printf(out, "  -%c, --%s", o->short_name, o->name);
    else
        rj_buf_printf(out, "      --%s", o->name);
    if (o->argument)
        rj_buf_printf(out, o->bare_text ? "[=%s]" : " %s", o->argument);
}

static void write_option(const cli_option *o, size_t column, rj_buf *out) {
    rj_buf names = RJ_BUF_INIT;
    write_names(o, &names);
    rj_buf_append(out, rj_buf_text(&names), names.bytes);
    if (names.bytes + 2 > column) {
        rj_buf_putc(out, '\n');
        rj_buf_fill(out, ' ', column);
    } else {
        rj_buf_fill(out, ' ', column - names.bytes);
    }
    rj_buf_free(&names);
    write_wrapped(o->help, column, out);
    if (o->default_text)
        rj_buf_printf(out, " (default %s)", o->default_text);
    rj_buf_putc(out, '\n');
}

static size_t names_column(const cli_command *command) {
    size_t widest = 0;
    for (size_t i = 0; i < command->option_count; i++) {
        rj_buf names = RJ_BUF_INIT;
        if (!command->options[i].hidden)
            write_names(&command->options[i], &names);
        if (names.bytes + 2 > widest && names.bytes + 2 <= HELP_MAX_COLUMN)
            widest = names.bytes + 2;
        rj_buf_free(&names);
    }
    return widest;
}

void cli_write_help(const cli_command *command, rj_buf *out) {
    write_wrapped(command->description, 0, out);
    rj_buf_printf(out, "\n\nUsage:\n  rjinterp %s %s\n", command->name, command->usage);
    if (command->examples)
        rj_buf_printf(out, "\nExamples:\n%s", command->examples);
    rj_buf_puts(out, "\nOptions:\n");
    size_t column = names_column(command);
    for (size_t i = 0; i < command->option_count; i++) {
        if (!command->options[i].hidden)
            write_option(&command->options[i], column, out);
    }
}
