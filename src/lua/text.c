/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lua/lua_internal.h"
#include "rjinterp/buf.h"

size_t rj_lua_number_text(double number, char out[RJ_DOUBLE_TEXT_BYTES]) {
    if (!(number >= -9223372036854775808.0 && number < 9223372036854775808.0) ||
        number != trunc(number))
        return rj_number_format_g(number, 6, out);
    const int64_t whole = (int64_t)number;
    uint64_t rest = whole < 0 ? -(uint64_t)whole : (uint64_t)whole;
    char digits[20];
    size_t count = 0, length = 0;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (whole < 0)
        out[length++] = '-';
    while (count)
        out[length++] = digits[--count];
    out[length] = '\0';
    return length;
}

const char *rj_lua_push_text(lua_State *L, int index, size_t *bytes) {
    switch (lua_type(L, index)) {
    case LUA_TSTRING:
        lua_pushvalue(L, index);
        break;
    case LUA_TNUMBER: {
        char text[RJ_DOUBLE_TEXT_BYTES];
        lua_pushlstring(L, text, rj_lua_number_text(lua_tonumber(L, index), text));
        break;
    }
    case LUA_TBOOLEAN:
        lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TNIL:
    case LUA_TNONE:
        lua_pushliteral(L, "nil");
        break;
    default:
        lua_pushfstring(L, "%s: %p", rj_lua_type_at(L, index), lua_topointer(L, index));
        break;
    }
    return lua_tolstring(L, -1, bytes);
}

/* ---- reading: Go's strconv ---- */

static void trim(const char **text, size_t *bytes) {
    while (*bytes && memchr(" \t\n", **text, 3)) {
        ++*text;
        --*bytes;
    }
    while (*bytes && memchr(" \t\n", (*text)[*bytes - 1], 3))
        --*bytes;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* Underscores stand between digits only; a base prefix counts as a digit. */
static bool underscores_fine(const char *text, size_t bytes) {
    size_t i = 0;
    bool hex = false, after_digit = false, after_underscore = false;
    if (bytes && (text[0] == '+' || text[0] == '-'))
        i++;
    if (bytes - i >= 2 && text[i] == '0' && memchr("box", lower(text[i + 1]), 3)) {
        hex = lower(text[i + 1]) == 'x';
        after_digit = true;
        i += 2;
    }
    for (; i < bytes; i++) {
        bool digit = digit_value(text[i]) < 10 || (hex && digit_value(text[i]) < 16);
        if (text[i] == '_' ? !after_digit : !digit && after_underscore)
            return false;
        after_underscore = text[i] == '_';
        after_digit = digit;
    }
    return !after_underscore;
}

/* An int64 in base 2 to 36; base 0: by the prefixes 0x 0b 0o 0, with underscores. */
static bool read_integer(const char *text, size_t bytes, int64_t base, double *out) {
    const char *whole = text;
    const size_t whole_bytes = bytes;
    bool negative = false, prefixed = base == 0;
    if (bytes && (*text == '+' || *text == '-')) {
        negative = *text == '-';
        text++;
        bytes--;
    }
    if (bytes == 0)
        return false;
    if (base == 0) {
        base = 10;
        if (text[0] == '0') {
            char kind = bytes >= 3 ? lower(text[1]) : '\0';
            size_t skip = kind == 'x' || kind == 'b' || kind == 'o' ? 2 : 1;
            base = kind == 'x' ? 16 : kind == 'b' ? 2 : 8;
            text += skip;
            bytes -= skip;
        }
    } else if (base < 2 || base > 36) {
        return false;
    }
    const uint64_t limit = negative ? (uint64_t)1 << 63 : INT64_MAX;
    uint64_t value = 0;
    bool underscores = false;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '_' && prefixed) {
            underscores = true;
            continue;
        }
        uint64_t digit = (uint64_t)digit_value(text[i]);
        if (digit >= (uint64_t)base || value > (limit - digit) / (uint64_t)base)
            return false;
        value = value * (uint64_t)base + digit;
    }
    if (underscores && !underscores_fine(whole, whole_bytes))
        return false;
    *out = negative ? -(double)value : (double)value;
    return true;
}

static size_t common_prefix(const char *text, size_t bytes, const char *word) {
    size_t i = 0;
    while (i < bytes && word[i] && lower(text[i]) == word[i])
        i++;
    return i;
}

/* inf, infinity (with sign) and nan. */
static bool read_special(const char *text, size_t bytes, double *out) {
    const bool sign = bytes && (*text == '+' || *text == '-');
    const size_t rest = bytes - sign;
    const size_t infinity = common_prefix(text + sign, rest, "infinity");
    if ((infinity == 3 || infinity == 8) && infinity == rest) {
        *out = *text == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (bytes == 3 && common_prefix(text, bytes, "nan") == 3) {
        *out = NAN;
        return true;
    }
    return false;
}

static size_t skip_digits(const char *text, size_t bytes, size_t i, bool hex, size_t *digits) {
    for (; i < bytes && (text[i] == '_' || digit_value(text[i]) < (hex ? 16 : 10)); i++)
        *digits += text[i] != '_';
    return i;
}

/* Whether the text has the form of a Go floating-point number. */
static bool is_float(const char *text, size_t bytes) {
    size_t i = bytes && (text[0] == '+' || text[0] == '-');
    size_t digits = 0, exponent_digits = 0;
    bool hex = bytes - i >= 2 && text[i] == '0' && lower(text[i + 1]) == 'x';
    if (hex)
        i += 2;
    i = skip_digits(text, bytes, i, hex, &digits);
    if (i < bytes && text[i] == '.')
        i = skip_digits(text, bytes, i + 1, hex, &digits);
    if (digits == 0)
        return false;
    if (i < bytes && lower(text[i]) == (hex ? 'p' : 'e')) {
        i++;
        if (i < bytes && (text[i] == '+' || text[i] == '-'))
            i++;
        if (i == bytes || digit_value(text[i]) > 9)
            return false;
        i = skip_digits(text, bytes, i, false, &exponent_digits);
    } else if (hex) {
        return false;
    }
    return i == bytes && (!memchr(text, '_', bytes) || underscores_fine(text, bytes));
}

static bool read_float(const char *text, size_t bytes, double *out) {
    if (read_special(text, bytes, out))
        return true;
    if (!is_float(text, bytes))
        return false;
    rj_buf plain = RJ_BUF_INIT;
    for (size_t i = 0; i < bytes; i++)
        if (text[i] != '_')
            rj_buf_putc(&plain, text[i]);
    const double number = rj_buf_ok(&plain) ? strtod(rj_buf_text(&plain), NULL) : INFINITY;
    rj_buf_free(&plain);
    if (isinf(number))
        return false;
    *out = number;
    return true;
}

bool rj_lua_read_number(const char *text, size_t bytes, double *out) {
    trim(&text, &bytes);
    return read_integer(text, bytes, 0, out) || read_float(text, bytes, out);
}

bool rj_lua_read_tonumber(const char *text, size_t bytes, int64_t base, bool base_given,
                          double *out) {
    trim(&text, &bytes);
    if (memchr(text, '.', bytes))
        return read_float(text, bytes, out);
    if (!base_given) {
        base = 10;
        if (bytes >= 2 && text[0] == '0' && lower(text[1]) == 'x') {
            base = 16;
            text += 2;
            bytes -= 2;
        }
    }
    return read_integer(text, bytes, base, out);
}
