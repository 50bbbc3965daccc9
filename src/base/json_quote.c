/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/utf8.h"

static const char *short_escape(unsigned char c) {
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

static bool stands_for_itself(unsigned char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
}

static void write_ascii_escape(unsigned char c, rj_buf *out) {
    const char *escape = short_escape(c);
    if (escape)
        rj_buf_puts(out, escape);
    else
        rj_buf_printf(out, "\\u%04x", c);
}

void rj_json_quote(const char *data, size_t bytes, rj_buf *out) {
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < bytes;) {
        size_t run = i;
        while (run < bytes && stands_for_itself((unsigned char)data[run]))
            run++;
        rj_buf_append(out, data + i, run - i);
        i = run;
        if (i == bytes)
            break;
        if ((unsigned char)data[i] < 0x80) {
            write_ascii_escape((unsigned char)data[i++], out);
            continue;
        }
        uint32_t c;
        bool valid;
        size_t length = rj_utf8_decode(data + i, bytes - i, &c, &valid);
        if (!valid)
            rj_buf_puts(out, "\\ufffd");
        else if (c == 0x2028 || c == 0x2029)
            rj_buf_printf(out, "\\u%04x", (unsigned)c);
        else
            rj_buf_append(out, data + i, length);
        i += length;
    }
    rj_buf_putc(out, '"');
}
