/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/utf8.h"

#include <stdio.h>
#include <string.h>

#include "base/unicode.h"

/* What a lead byte promises: length, and the range of its second byte (Unicode, table 3-7). */
typedef struct lead {
    unsigned char length, second_low, second_high;
} lead;

static lead lead_of(unsigned char byte) {
    if (byte < 0x80)
        return (lead){1, 0, 0};
    if (byte >= 0xC2 && byte <= 0xDF)
        return (lead){2, 0x80, 0xBF};
    if (byte >= 0xE0 && byte <= 0xEF)
        return (lead){3, byte == 0xE0 ? 0xA0 : 0x80, byte == 0xED ? 0x9F : 0xBF};
    if (byte >= 0xF0 && byte <= 0xF4)
        return (lead){4, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF};
    return (lead){0, 0, 0};
}

/* Number of bytes at text that start a well-formed sequence, up to its whole length. */
static size_t well_formed_prefix(const char *text, size_t bytes, lead l) {
    size_t i = 1;
    for (; i < l.length && i < bytes; i++) {
        unsigned char c = (unsigned char)text[i];
        unsigned char low = i == 1 ? l.second_low : 0x80, high = i == 1 ? l.second_high : 0xBF;
        if (c < low || c > high)
            break;
    }
    return i;
}

size_t rj_utf8_decode(const char *text, size_t bytes, uint32_t *code_point, bool *valid) {
    const unsigned char *p = (const unsigned char *)text;
    lead l = lead_of(p[0]);
    *valid = l.length && well_formed_prefix(text, bytes, l) == l.length;
    if (!*valid) {
        *code_point = RJ_UTF8_REPLACEMENT;
        return 1;
    }
    switch (l.length) {
    case 1:
        *code_point = p[0];
        break;
    case 2:
        *code_point = (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
        break;
    case 3:
        *code_point = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        break;
    default:
        *code_point =
            (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
    }
    return l.length;
}

size_t rj_utf8_ill_formed_length(const char *text, size_t bytes) {
    lead l = lead_of((unsigned char)text[0]);
    return l.length ? well_formed_prefix(text, bytes, l) : 1;
}

size_t rj_utf8_encode(uint32_t c, char *out) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        c = RJ_UTF8_REPLACEMENT;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

size_t rj_utf8_count(const char *text, size_t bytes) {
    size_t count = 0;
    for (size_t i = 0; i < bytes; count++) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(text + i, bytes - i, &c, &valid);
    }
    return count;
}

size_t rj_utf8_ascii_run(const char *text, size_t bytes) {
    size_t i = 0;
    for (uint64_t word; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        if (word & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < bytes && (unsigned char)text[i] < 0x80)
        i++;
    return i;
}

bool rj_utf8_valid(const char *text, size_t bytes) {
    for (size_t i = 0; (i += rj_utf8_ascii_run(text + i, bytes - i)) < bytes;) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(text + i, bytes - i, &c, &valid);
        if (!valid)
            return false;
    }
    return true;
}

bool rj_utf8_is_space(uint32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

static const char *short_escape(uint32_t c) {
    switch (c) {
    case '\a':
        return "\\a";
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
    case '\v':
        return "\\v";
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    default:
        return NULL;
    }
}

size_t rj_go_quote_one(const char *text, size_t bytes, bool ascii_only,
                       char out[RJ_GO_ESCAPE_BYTES], size_t *out_bytes) {
    uint32_t c;
    bool valid;
    size_t length = rj_utf8_decode(text, bytes, &c, &valid);
    const char *escape = short_escape(c);
    int written;
    if (!valid) {
        written = snprintf(out, RJ_GO_ESCAPE_BYTES, "\\x%02x", (unsigned char)text[0]);
    } else if (escape) {
        written = snprintf(out, RJ_GO_ESCAPE_BYTES, "%s", escape);
    } else if (rj_unicode_is_print(c) && !(ascii_only && c >= 0x80)) {
        memcpy(out, text, length);
        written = (int)length;
    } else {
        written = snprintf(out, RJ_GO_ESCAPE_BYTES,
                           c < 0x80      ? "\\x%02x"
                           : c < 0x10000 ? "\\u%04x"
                                         : "\\U%08x",
                           (unsigned)c);
    }
    *out_bytes = (size_t)written;
    return length;
}

void rj_go_quote(const char *text, size_t bytes, rj_buf *out) {
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < bytes;) {
        char one[RJ_GO_ESCAPE_BYTES];
        size_t one_bytes;
        i += rj_go_quote_one(text + i, bytes - i, false, one, &one_bytes);
        rj_buf_append(out, one, one_bytes);
    }
    rj_buf_putc(out, '"');
}
