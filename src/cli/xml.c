/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/xml.h"

#include <stdbool.h>
#include <string.h>

#include "rjinterp/utf8.h"

void cli_write_xml(const char *text, size_t bytes, rj_buf *out) {
    static const char replacement[] = "\xEF\xBF\xBD";
    for (size_t n; bytes; text += n, bytes -= n) {
        uint32_t c;
        bool valid;
        n = rj_utf8_decode(text, bytes, &c, &valid);
        if (!valid || (c < ' ' && c != '\t' && c != '\n') || c == 0xFFFE || c == 0xFFFF)
            rj_buf_puts(out, replacement);
        else if (c == '<' || c == '>' || c == '&' || c == '"' || c < ' ')
            rj_buf_printf(out, "&#%u;", (unsigned)c);
        else
            rj_buf_append(out, text, n);
    }
}

void cli_write_xml_attribute(const char *name, const char *text, rj_buf *out) {
    rj_buf_printf(out, " %s=\"", name);
    cli_write_xml(text, strlen(text), out);
    rj_buf_putc(out, '"');
}
