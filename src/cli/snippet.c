/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/snippet.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rjinterp/utf8.h"

enum {
    WINDOW = 120, /* characters of a line that are shown at most */
    LEAD = 70,    /* of them before the column, when the line is longer */
    READ_BYTES = 65536,
    MAX_LINE_BYTES = 1 << 20
};

typedef struct line {
    const char *text;
    size_t bytes;
} line;

/* ---- finding the line ---- */

/* Line @p number of @p text, whose first line has the number @p first. */
static bool line_of_text(const char *text, size_t bytes, uint32_t first, uint32_t number,
                         line *out) {
    const char *end = text + bytes;
    for (uint32_t at = first; text && at < number; at++) {
        text = memchr(text, '\n', (size_t)(end - text));
        if (text)
            text++;
    }
    if (!text || text == end || number < first)
        return false;
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    *out = (line){.text = text, .bytes = (size_t)((stop ? stop : end) - text)};
    return true;
}

static bool line_of_documents(const cli_documents *documents, const char *file, uint32_t number,
                              line *out) {
    for (size_t i = documents->count; i-- > 0;) {
        const rj_document *d = &documents->items[i];
        if (strcmp(d->file, file) == 0 &&
            line_of_text(d->text, d->text_bytes, d->first_line, number, out))
            return true;
    }
    return false;
}

/* Reads only as far as the line; @p room owns it. Only regular files can be read once more. */
static bool line_of_file(const char *file, uint32_t number, rj_buf *room, line *out) {
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return false;
    struct stat info;
    bool usable = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    uint32_t at = 1;
    bool complete = false;
    while (usable && !complete) {
        char *into = rj_buf_reserve(room, READ_BYTES);
        ssize_t n = into ? read(fd, into, READ_BYTES) : -1;
        if (n <= 0)
            break;
        room->bytes += (size_t)n;
        /* Drop the lines before the wanted one. */
        const char *start = room->data, *end = room->data + room->bytes, *stop;
        while (at < number && (stop = memchr(start, '\n', (size_t)(end - start)))) {
            start = stop + 1;
            at++;
        }
        if (at < number)
            start = end;
        room->bytes = (size_t)(end - start);
        memmove(room->data, start, room->bytes);
        complete = at == number && memchr(room->data, '\n', room->bytes);
        usable = room->bytes <= MAX_LINE_BYTES;
    }
    close(fd);
    return usable && at == number && line_of_text(room->data, room->bytes, 1, 1, out);
}

/* ---- showing it ---- */

static bool is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/* Characters that turn the direction of text, or hide in it. */
static bool is_format(uint32_t c) {
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}

/* Two columns on a terminal: East Asian scripts and pictographs. */
static bool is_wide(uint32_t c) {
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
           (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

/* Appends one character and returns how many columns it takes. */
static size_t write_character(const char *text, size_t bytes, uint32_t c, bool valid, rj_buf *out) {
    size_t before = out->bytes;
    if (!valid)
        rj_buf_printf(out, "\\x%02x", (unsigned char)*text);
    else if (c == '\t')
        rj_buf_puts(out, "    ");
    else if (is_control(c))
        rj_buf_printf(out, "\\x%02x", (unsigned)c);
    else if (is_format(c))
        rj_buf_printf(out, "\\u%04x", (unsigned)c);
    else {
        rj_buf_append(out, text, bytes);
        return is_wide(c) ? 2 : 1;
    }
    return out->bytes - before;
}

void cli_write_escaped(const char *text, size_t bytes, rj_buf *out) {
    while (bytes) {
        uint32_t c;
        bool valid;
        size_t n = rj_utf8_decode(text, bytes, &c, &valid);
        write_character(text, n, c, valid, out);
        text += n;
        bytes -= n;
    }
}

void cli_write_tamed(const char *text, size_t bytes, rj_buf *out) {
    while (bytes) {
        uint32_t c;
        bool valid;
        size_t n = rj_utf8_decode(text, bytes, &c, &valid);
        if (!valid)
            c = (unsigned char)*text; /* 0x9b alone is a control character to some terminals */
        if (is_control(c) && c != '\n' && c != '\t')
            rj_buf_printf(out, "\\x%02x", (unsigned)c);
        else
            rj_buf_append(out, text, n);
        text += n;
        bytes -= n;
    }
}

/* Shows characters [first, first + WINDOW) of the line; returns the columns before @p column. */
static size_t write_line(const line *l, size_t first, size_t column, rj_buf *out) {
    size_t columns = 0, before = 0;
    const char *text = l->text;
    size_t bytes = l->bytes;
    if (bytes && text[bytes - 1] == '\r')
        bytes--;
    if (first)
        before = 3;
    rj_buf_puts(out, first ? "..." : "");
    for (size_t i = 0; bytes; i++) {
        uint32_t c;
        bool valid;
        size_t n = rj_utf8_decode(text, bytes, &c, &valid);
        if (i >= first + WINDOW) {
            rj_buf_puts(out, "...");
            break;
        }
        if (i >= first)
            columns = write_character(text, n, c, valid, out);
        if (i >= first && i + 1 < column)
            before += columns;
        text += n;
        bytes -= n;
    }
    return before;
}

void cli_write_snippet(const cli_documents *documents, const char *file, rj_position at,
                       rj_buf *out) {
    line l;
    rj_buf room = RJ_BUF_INIT;
    if (!line_of_documents(documents, file, at.line, &l) &&
        !line_of_file(file, at.line, &room, &l)) {
        rj_buf_free(&room);
        return;
    }
    size_t length = rj_utf8_count(l.text, l.bytes);
    size_t first = length > WINDOW && at.column > LEAD ? at.column - LEAD : 0;
    size_t head = out->bytes;
    rj_buf_printf(out, "%5u | ", (unsigned)at.line);
    head = out->bytes - head;
    size_t before = write_line(&l, first, at.column, out);
    rj_buf_putc(out, '\n');
    if (at.column) {
        rj_buf_fill(out, ' ', head - 2);
        rj_buf_puts(out, "| ");
        rj_buf_fill(out, ' ', before);
        rj_buf_puts(out, "^\n");
    }
    rj_buf_free(&room);
}

void cli_write_command_text(const char *text, bool is_property, rj_buf *out) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ',')))
            rj_buf_printf(out, "%%%02X", c);
        else
            rj_buf_putc(out, *text);
    }
}
