/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_UTF8_H
#define RJINTERP_UTF8_H

/**
 * @file
 * UTF-8 by the Unicode standard's rules on ill-formed sequences, and Go's quoting of strings.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"
#include "rjinterp/macros.h"

enum {
    RJ_UTF8_REPLACEMENT = 0xFFFD,
    RJ_GO_ESCAPE_BYTES = 12
};

/**
 * Decodes one character of @p bytes > 0 bytes at @p text. Returns its length; *valid says whether
 * it was well-formed. An ill-formed one gives U+FFFD and length 1 (as Go does; see
 * rj_utf8_ill_formed_length() for the other practice).
 */
RJ_API size_t rj_utf8_decode(const char *text, size_t bytes, uint32_t *code_point, bool *valid);

/** Length of the maximal ill-formed subpart at @p text (W3C practice); call it where decoding
 * fails. */
RJ_API size_t rj_utf8_ill_formed_length(const char *text, size_t bytes);

/** Writes @p code_point to @p out (4 bytes of room); returns the length. Invalid ones as U+FFFD. */
RJ_API size_t rj_utf8_encode(uint32_t code_point, char *out);

/** Number of characters, an ill-formed byte counting as one. */
RJ_API size_t rj_utf8_count(const char *text, size_t bytes);

/** How many bytes from the start of @p text on are ASCII. */
RJ_API size_t rj_utf8_ascii_run(const char *text, size_t bytes);
RJ_API bool rj_utf8_valid(const char *text, size_t bytes);

/** Go's unicode.IsSpace: the White_Space property. */
RJ_API bool rj_utf8_is_space(uint32_t code_point);

/** Appends @p text in Go's double quotes (strconv.Quote): backslash and a letter for the usual
 * control characters, a number for others, printable characters raw. */
RJ_API void rj_go_quote(const char *text, size_t bytes, rj_buf *out);

/** Appends @p text as a JSON string as Go's encoding/json writes it: < > & U+2028 U+2029 escaped,
 * bytes that are not UTF-8 as an escaped U+FFFD. */
RJ_API void rj_json_quote(const char *text, size_t bytes, rj_buf *out);

/**
 * The first character of @p text as it stands between those quotes, written to @p out; with
 * @p ascii_only everything above 127 is escaped (strconv.QuoteToASCII). Returns how many bytes of
 * @p text it is.
 */
RJ_API size_t rj_go_quote_one(const char *text, size_t bytes, bool ascii_only,
                              char out[RJ_GO_ESCAPE_BYTES], size_t *out_bytes);

#endif
