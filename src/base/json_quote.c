/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/utf8.h"

#include <string.h>

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

/* Top bits of the bytes that equal c. */
static uint64_t find_byte(uint64_t word, unsigned char c) {
    const uint64_t ones = UINT64_C(0x0101010101010101), lows = ones * 0x7F;
    const uint64_t rest = word ^ (ones * c);
    return ~(((rest & lows) + lows) | rest | lows);
}

/* How many bytes from the start on stand for themselves; eight at a time. */
static size_t plain_run(const char *data, size_t bytes) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
    size_t run = 0;
    for (uint64_t word; run + sizeof word <= bytes; run += sizeof word) {
        memcpy(&word, data + run, sizeof word);
        const uint64_t has_control = ~((word & ~tops) + ones * (0x80 - ' ')) & tops;
        if ((word & tops) | has_control | find_byte(word, '"') | find_byte(word, '\\') |
            find_byte(word, '<') | find_byte(word, '>') | find_byte(word, '&'))
            break;
    }
    while (run < bytes && stands_for_itself((unsigned char)data[run]))
        run++;
    return run;
}

static void write_ascii_escape(unsigned char c, rj_buf *out) {
    const char *escape = short_escape(c);
    if (escape)
        rj_buf_puts(out, escape);
    else
        rj_buf_printf(out, "\\u%04x", c);
}

/* From the first byte that doesn't stand for itself on. */
static void write_escaped(const char *data, size_t bytes, rj_buf *out) {
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        if ((unsigned char)data[i] < 0x80) {
            write_ascii_escape((unsigned char)data[i++], out);
        } else {
            const size_t length = rj_utf8_decode(data + i, bytes - i, &c, &valid);
            if (!valid)
                rj_buf_puts(out, "\\ufffd");
            else if (c == 0x2028 || c == 0x2029)
                rj_buf_printf(out, "\\u%04x", (unsigned)c);
            else
                rj_buf_append(out, data + i, length);
            i += length;
        }
        const size_t run = plain_run(data + i, bytes - i);
        rj_buf_append(out, data + i, run);
        i += run;
    }
}

void rj_json_quote(const char *data, size_t bytes, rj_buf *out) {
    const size_t run = plain_run(data, bytes);
    char *into = rj_buf_reserve(out, run + 2); /* it has as many bytes at least */
    if (!into)
        return;
    *into++ = '"';
    if (run)
        memcpy(into, data, run);
    into[run] = '"';
    out->bytes += run + 2;
    if (run == bytes)
        return;
    out->bytes--;
    write_escaped(data + run, bytes - run, out);
    rj_buf_putc(out, '"');
}
