/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/utf8.h"

static const char *short_escape(uint32_t c) {
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

/* Control characters, those that could end a script in HTML, and JavaScript's line ends. */
static bool is_escaped(uint32_t c) {
    return c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029;
}

void rj_json_quote(const char *text, size_t bytes, rj_buf *out) {
    size_t plain = 0; /* characters up to here are written */
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        const size_t length = rj_utf8_decode(text + i, bytes - i, &c, &valid);
        const char *escape = short_escape(c);
        if (escape || !valid || is_escaped(c)) {
            rj_buf_append(out, text + plain, i - plain);
            plain = i + length;
            if (escape)
                rj_buf_puts(out, escape);
            else
                rj_buf_printf(out, "\\u%04x", valid ? (unsigned)c : RJ_UTF8_REPLACEMENT);
        }
        i += length;
    }
    rj_buf_append(out, text + plain, bytes - plain);
    rj_buf_putc(out, '"');
}
