/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/messages.h"

#include <string.h>
#include <unistd.h>

#include "cli/limits.h"
#include "cli/output.h"

/* A message with its control characters escaped; on a terminal also what hides in text. */
static void write_message(const char *text, size_t bytes, rj_buf *out) {
    if (!isatty(STDERR_FILENO)) {
        cli_write_tamed(text, bytes, out);
        return;
    }
    while (bytes) {
        size_t n = 0;
        while (n < bytes && text[n] != '\n' && text[n] != '\t')
            n++;
        cli_write_escaped(text, n, out);
        if (n < bytes)
            rj_buf_putc(out, text[n++]);
        text += n;
        bytes -= n;
    }
}

void cli_write_label(const char *label, rj_buf *out) {
    static const struct {
        const char *label, *start;
    } colours[] = {{"error:", "\x1b[1;31m"}, {"warning:", "\x1b[1;33m"}, {"hint:", "\x1b[36m"}};
    const char *start = NULL;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colours[i].label, label) == 0)
            start = colours[i].start;
    if (start && cli_wants_colour(STDERR_FILENO))
        rj_buf_printf(out, "%s%s\x1b[0m", start, label);
    else
        rj_buf_puts(out, label);
}

static void write_hint_head(rj_buf *out) {
    cli_write_label("hint:", out);
    rj_buf_putc(out, ' ');
}

void cli_write_place(const rj_error *err, const cli_documents *documents, rj_buf *out) {
    const char *reason = rj_error_reason(err);
    cli_write_escaped(err->file, strlen(err->file), out);
    rj_buf_printf(out, ":%u:", (unsigned)err->at.line);
    if (err->at.column)
        rj_buf_printf(out, "%u:", (unsigned)err->at.column);
    rj_buf_putc(out, ' ');
    cli_write_label("error:", out);
    rj_buf_putc(out, ' ');
    cli_write_escaped(reason, strcspn(reason, "\n"), out);
    rj_buf_putc(out, '\n');
    cli_write_snippet(documents, err->file, err->at, out);
}

/* The operand in the script, or the place in the value, that the message is about. */
static void write_path(const rj_error *err, rj_buf *out) {
    const bool is_operand = err->code == RJ_ERROR_SCRIPT;
    const bool is_nil = is_operand && strstr(rj_error_reason(err), "(nil)") != NULL;
    rj_buf_puts(out, is_operand ? "note: " : "note: at ");
    cli_write_escaped(err->path, strlen(err->path), out);
    rj_buf_puts(out, is_nil ? " is nil\n" : is_operand ? " is what failed\n" : "\n");
}

/* Each line indented. */
static void write_detail(const char *detail, rj_buf *out) {
    while (*detail) {
        size_t bytes = strcspn(detail, "\n");
        rj_buf_puts(out, "    ");
        cli_write_escaped(detail, bytes, out);
        rj_buf_putc(out, '\n');
        detail += bytes;
        detail += *detail == '\n';
    }
}

void cli_print_error(const rj_error *err, const cli_documents *documents) {
    rj_buf out = RJ_BUF_INIT;
    const char *message = err->message ? err->message : "unknown error";
    size_t bytes = err->message ? err->message_bytes : strlen(message);
    write_message(message, bytes, &out);
    rj_buf_putc(&out, '\n');
    if (err->file && err->at.line)
        cli_write_place(err, documents, &out);
    if (err->detail)
        write_detail(err->detail, &out);
    if (err->path && *err->path)
        write_path(err, &out);
    if (err->limit != RJ_LIMIT_NONE) {
        write_hint_head(&out);
        rj_buf_printf(&out, "--%s sets the limit\n", cli_limit_option(err->limit));
    }
    if (err->hint) {
        write_hint_head(&out);
        cli_write_escaped(err->hint, strlen(err->hint), &out);
        rj_buf_putc(&out, '\n');
    }
    if (rj_buf_ok(&out))
        cli_write_error(rj_buf_text(&out), out.bytes);
    else
        cli_write_error_text("error: out of memory\n");
    rj_buf_free(&out);
}

void cli_print_plain_error(rj_error *err, const cli_documents *documents) {
    static const char prefix[] = "error: ";
    if (!err->message || strncmp(err->message, prefix, sizeof prefix - 1) != 0)
        rj_error_prefix(err, "%s", prefix);
    cli_print_error(err, documents);
}

void cli_print_note(int32_t verbosity, const char *message) {
    if (verbosity < 1)
        return;
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "rjinterp: %s\n", message);
    cli_write_error(rj_buf_text(&text), text.bytes);
    rj_buf_free(&text);
}

void cli_print_source_failure(rj_error *err, rj_input_failure failure) {
    const cli_documents none = {0};
    if (failure == RJ_INPUT_FAILURE_REFUSED) {
        rj_buf address = RJ_BUF_INIT;
        rj_buf_puts(&address, err->path ? err->path : "");
        rj_error_set(err, RJ_ERROR_IO,
                     "The connection to the server %s was refused - did you specify the right host "
                     "or port?",
                     rj_buf_text(&address));
        rj_buf_free(&address);
        cli_print_error(err, &none);
    } else if (failure == RJ_INPUT_FAILURE_TRANSPORT) {
        rj_error_prefix(err, "Unable to connect to the server: ");
        cli_print_error(err, &none);
    } else {
        cli_print_plain_error(err, &none);
    }
}

void cli_print_usage_error(const rj_error *err, const char *command) {
    rj_buf out = RJ_BUF_INIT;
    rj_buf_printf(&out, "error: %s\nSee 'rjinterp%s%s --help' for usage.\n", err->message,
                  command ? " " : "", command ? command : "");
    if (err->hint) {
        write_hint_head(&out);
        rj_buf_printf(&out, "%s\n", err->hint);
    }
    if (rj_buf_ok(&out))
        cli_write_error(rj_buf_text(&out), out.bytes);
    else
        cli_write_error_text("error: out of memory\n");
    rj_buf_free(&out);
}
