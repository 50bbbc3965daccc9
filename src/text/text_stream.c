/* SPDX-License-Identifier: Apache-2.0 */
#include "text/text_stream.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "rjinterp/utf8.h"

static const char replacement[] = "\xEF\xBF\xBD";

void rj_text_stream_init(rj_text_stream *stream, char *raw, rj_read_fn read, void *ctx,
                         const char *name, bool detect_bom, size_t max_bytes) {
    stream->raw = raw;
    stream->read = read;
    stream->ctx = ctx;
    stream->name = name;
    stream->max_bytes = max_bytes;
    stream->read_bytes = 0;
    stream->encoding = detect_bom ? RJ_ENCODING_UNKNOWN : RJ_ENCODING_UTF8;
    stream->ended = false;
    stream->raw_bytes = 0;
}

/* The system's words as Go has them: "read d: is a directory". */
static bool fail_read(const rj_text_stream *s, int code, rj_error *err) {
    char words[128];
    const char *text = strerrordesc_np(code);
    size_t bytes = text ? strlen(text) : 0;
    if (bytes >= sizeof words)
        bytes = sizeof words - 1;
    if (bytes)
        memcpy(words, text, bytes);
    words[bytes] = '\0';
    words[0] = (char)tolower((unsigned char)words[0]);
    rj_error_set(err, RJ_ERROR_IO, "read %s: %s", s->name, words);
    rj_error_locate(err, s->name, (rj_position){0});
    return false;
}

static bool read_raw(rj_text_stream *s, rj_error *err) {
    size_t room = RJ_TEXT_PIECE_BYTES - s->raw_bytes;
    ssize_t got = s->read(s->ctx, s->raw + s->raw_bytes, room);
    if (got < 0)
        return fail_read(s, errno, err);
    if (got == 0) {
        s->ended = true;
        return true;
    }
    s->raw_bytes += (size_t)got;
    s->read_bytes += (size_t)got;
    if (s->read_bytes > s->max_bytes) {
        rj_error_set(err, RJ_ERROR_LIMIT, "input is larger than the limit of %zu bytes",
                     s->max_bytes);
        rj_error_name_limit(err, RJ_LIMIT_INPUT);
        rj_error_locate(err, s->name, (rj_position){0});
        return false;
    }
    return true;
}

static void drop_raw(rj_text_stream *s, size_t bytes) {
    s->raw_bytes -= bytes;
    memmove(s->raw, s->raw + bytes, s->raw_bytes);
}

static bool raw_starts_with(const rj_text_stream *s, const char *mark, size_t bytes) {
    return s->raw_bytes >= bytes && memcmp(s->raw, mark, bytes) == 0;
}

/* Needs three bytes, or all there are. */
static void detect_encoding(rj_text_stream *s) {
    s->encoding = RJ_ENCODING_UTF8;
    if (raw_starts_with(s, "\xEF\xBB\xBF", 3)) {
        drop_raw(s, 3);
    } else if (raw_starts_with(s, "\xFF\xFE", 2)) {
        s->encoding = RJ_ENCODING_UTF16_LE;
        drop_raw(s, 2);
    } else if (raw_starts_with(s, "\xFE\xFF", 2)) {
        s->encoding = RJ_ENCODING_UTF16_BE;
        drop_raw(s, 2);
    }
}

/* Returns how many bytes were used up; the rest may be the start of a character. */
static size_t decode_utf8(const rj_text_stream *s, rj_buf *text) {
    size_t i = 0, good_from = 0;
    while (i < s->raw_bytes) {
        uint32_t c;
        bool valid;
        i += rj_utf8_ascii_run(s->raw + i, s->raw_bytes - i);
        if (i == s->raw_bytes)
            break;
        size_t left = s->raw_bytes - i, length = rj_utf8_decode(s->raw + i, left, &c, &valid);
        if (!valid) {
            length = rj_utf8_ill_formed_length(s->raw + i, left);
            /* A character of which the rest may yet come. */
            if (length == left && !s->ended && (unsigned char)s->raw[i] >= 0xC2)
                break;
            rj_buf_append(text, s->raw + good_from, i - good_from);
            rj_buf_puts(text, replacement);
            good_from = i + length;
        }
        i += length;
    }
    rj_buf_append(text, s->raw + good_from, i - good_from);
    return i;
}

static uint32_t unit_at(const rj_text_stream *s, size_t i) {
    uint32_t first = (unsigned char)s->raw[i], second = (unsigned char)s->raw[i + 1];
    return s->encoding == RJ_ENCODING_UTF16_LE ? second << 8 | first : first << 8 | second;
}

static bool is_second_half(uint32_t unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

static size_t decode_utf16(const rj_text_stream *s, rj_buf *text) {
    size_t i = 0;
    while (i + 1 < s->raw_bytes) {
        uint32_t c = unit_at(s, i);
        size_t length = 2;
        char encoded[4];
        if (c >= 0xD800 && c <= 0xDFFF) {
            if (i + 3 < s->raw_bytes) {
                uint32_t next = unit_at(s, i + 2);
                /* Two second halves are one bad character to the reference. */
                if (is_second_half(next)) {
                    c = is_second_half(c) ? RJ_UTF8_REPLACEMENT
                                          : 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
                    length = 4;
                }
            } else if (!s->ended) {
                return i;
            }
        }
        rj_buf_append(text, encoded, rj_utf8_encode(c, encoded));
        i += length;
    }
    if (s->ended && i < s->raw_bytes) {
        rj_buf_puts(text, replacement);
        i = s->raw_bytes;
    }
    return i;
}

rj_text_status rj_text_stream_read(rj_text_stream *s, rj_buf *text, rj_error *err) {
    size_t before = text->bytes;
    while (text->bytes == before) {
        if (s->ended && !s->raw_bytes)
            return RJ_TEXT_END;
        if (!s->ended && !read_raw(s, err))
            return RJ_TEXT_FAILED;
        if (s->encoding == RJ_ENCODING_UNKNOWN) {
            if (!s->ended && s->raw_bytes < 3)
                continue;
            detect_encoding(s);
        }
        drop_raw(s, s->encoding == RJ_ENCODING_UTF8 ? decode_utf8(s, text) : decode_utf16(s, text));
        if (!rj_buf_ok(text)) {
            rj_error_no_memory(err);
            return RJ_TEXT_FAILED;
        }
    }
    return RJ_TEXT_MORE;
}
