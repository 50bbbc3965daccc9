/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "cli/options.h"
#include "rjinterp/version.h"

void cli_write_roff(const char *text, rj_buf *out) {
    bool at_start = true;
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\''))
            rj_buf_puts(out, "\\&");
        if (*text == '\\')
            rj_buf_puts(out, "\\e");
        else if (*text == '-')
            rj_buf_puts(out, "\\-");
        else
            rj_buf_putc(out, *text);
        at_start = *text == '\n';
    }
}

/* An empty line begins a paragraph. */
static void write_paragraphs(const char *text, rj_buf *out) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        rj_buf paragraph = RJ_BUF_INIT;
        rj_buf_append(&paragraph, text, end ? (size_t)(end - text) : strlen(text));
        cli_write_roff(rj_buf_text(&paragraph), out);
        rj_buf_free(&paragraph);
        rj_buf_putc(out, '\n');
        if (!end)
            return;
        rj_buf_puts(out, ".PP\n");
        text = end + 2;
    }
}

/* "\fB\-f\fR, \fB\-\-filename\fR \fIFILE\fR" */
static void write_names(const cli_option *o, rj_buf *out) {
    if (o->short_name)
        rj_buf_printf(out, "\\fB\\-%c\\fR, ", o->short_name);
    rj_buf_puts(out, "\\fB\\-\\-");
    cli_write_roff(o->name, out);
    rj_buf_puts(out, "\\fR");
    if (!o->argument)
        return;
    rj_buf_puts(out, o->bare_text ? "[=\\fI" : " \\fI");
    cli_write_roff(o->argument, out);
    rj_buf_puts(out, o->bare_text ? "\\fR]" : "\\fR");
}

static void write_option(const cli_option *o, rj_buf *out) {
    rj_buf_puts(out, ".TP\n");
    write_names(o, out);
    rj_buf_putc(out, '\n');
    cli_write_roff(o->help, out);
    if (o->default_text) {
        rj_buf_puts(out, " (default ");
        cli_write_roff(o->default_text, out);
        rj_buf_putc(out, ')');
    }
    rj_buf_putc(out, '\n');
}

void cli_write_manual(const cli_command *command, rj_buf *out) {
    rj_buf_puts(out, ".TH RJINTERP-");
    for (const char *p = command->name; *p; p++)
        rj_buf_putc(out, (char)toupper((unsigned char)*p));
    rj_buf_printf(out, " 1 \"\" \"rjinterp %s\"\n.SH NAME\n", rj_version());
    rj_buf_printf(out, "rjinterp\\-%s \\- ", command->name);
    cli_write_roff(command->summary, out);
    rj_buf_printf(out, "\n.SH SYNOPSIS\n.B rjinterp %s\n", command->name);
    cli_write_roff(command->usage, out);
    rj_buf_puts(out, "\n.SH DESCRIPTION\n");
    write_paragraphs(command->description, out);
    rj_buf_puts(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < command->option_count; i++)
        if (!command->options[i].hidden)
            write_option(&command->options[i], out);
    if (command->examples) {
        rj_buf_puts(out, ".SH EXAMPLES\n.nf\n");
        cli_write_roff(command->examples, out);
        rj_buf_puts(out, ".fi\n");
    }
    rj_buf_puts(out, ".SH SEE ALSO\n.BR rjinterp (1)\n");
}
