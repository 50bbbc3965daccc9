/* SPDX-License-Identifier: Apache-2.0 */
#include "lua/format.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/unicode.h"
#include "rjinterp/number.h"
#include "rjinterp/utf8.h"

enum {
    MAX_NUMBER = 1000000, /* Go gives up on widths that are larger before their last digit */
    FILL_BYTES = 256,
    EXACT_DIGITS = 1100, /* after these a double has only zeros */
    NUMBER_BYTES = EXACT_DIGITS + 340
};

typedef struct flags {
    bool minus, plus, sharp, space, zero;
    bool go_syntax; /* %#v */
    bool has_width, has_precision;
    size_t width, precision;
} flags;

/* Formatting of one call. */
typedef struct printer {
    const rj_format_env *env;
    const rj_format_arg *args;
    size_t arg_count;
    flags f;
} printer;

/* ---- output ---- */

static void put(printer *p, const char *data, size_t bytes) {
    if (bytes > 0)
        p->env->write(p->env->ctx, data, bytes);
}

static void put_text(printer *p, const char *text) {
    put(p, text, strlen(text));
}

static void put_fill(printer *p, char c, size_t count) {
    char block[FILL_BYTES];
    memset(block, c, sizeof block);
    for (; count > sizeof block; count -= sizeof block)
        put(p, block, sizeof block);
    put(p, block, count);
}

static void put_rune(printer *p, uint32_t rune) {
    char bytes[4];
    put(p, bytes, rj_utf8_encode(rune, bytes));
}

/* The padding for something @p count characters wide, on the left or on the right. */
static void put_padding(printer *p, size_t count, bool left, bool zeros_allowed) {
    if (p->f.minus == left || !p->f.has_width || p->f.width <= count)
        return;
    bool zeros = zeros_allowed && p->f.zero && left;
    put_fill(p, zeros ? '0' : ' ', p->f.width - count);
}

static void put_padded(printer *p, const char *text, size_t bytes, bool zeros_allowed) {
    size_t count = p->f.has_width ? rj_utf8_count(text, bytes) : 0;
    put_padding(p, count, true, zeros_allowed);
    put(p, text, bytes);
    put_padding(p, count, false, zeros_allowed);
}

/* ---- integers ---- */

typedef struct integer_style {
    unsigned base;
    const char *digits;
    bool octal_prefix; /* 0o, whatever the flags */
} integer_style;

static const char lower_digits[] = "0123456789abcdef";
static const char upper_digits[] = "0123456789ABCDEF";

/* Digits of @p value, right-aligned in @p out; returns where they start. */
static size_t write_digits(uint64_t value, unsigned base, const char *digits, char *out,
                           size_t size) {
    size_t i = size;
    do {
        out[--i] = digits[value % base];
        value /= base;
    } while (value > 0);
    return i;
}

/* What stands before the digits: sign, then a prefix. Returns its length. */
static size_t write_integer_prefix(const printer *p, bool negative, const integer_style *style,
                                   bool zero_leads, char *out) {
    size_t n = 0;
    if (negative)
        out[n++] = '-';
    else if (p->f.plus)
        out[n++] = '+';
    else if (p->f.space)
        out[n++] = ' ';
    if (style->octal_prefix) {
        out[n++] = '0';
        out[n++] = 'o';
    }
    if (!p->f.sharp)
        return n;
    if (style->base == 8 && !zero_leads) {
        out[n++] = '0';
    } else if (style->base == 2 || style->base == 16) {
        out[n++] = '0';
        out[n++] = style->base == 2 ? 'b' : style->digits == upper_digits ? 'X' : 'x';
    }
    return n;
}

static void put_integer(printer *p, int64_t value, const integer_style *style) {
    bool negative = value < 0;
    uint64_t magnitude = negative ? -(uint64_t)value : (uint64_t)value;
    size_t least = 0; /* digits */
    if (p->f.has_precision) {
        least = p->f.precision;
        if (least == 0 && magnitude == 0) {
            put_fill(p, ' ', p->f.has_width ? p->f.width : 0);
            return;
        }
    } else if (p->f.zero && !p->f.minus && p->f.has_width) {
        least = p->f.width;
        if (least > 0 && (negative || p->f.plus || p->f.space))
            least--;
    }
    char digits[64], prefix[8];
    size_t start = write_digits(magnitude, style->base, style->digits, digits, sizeof digits);
    size_t digit_count = sizeof digits - start;
    size_t zeros = least > digit_count ? least - digit_count : 0;
    bool zero_leads = zeros > 0 || digits[start] == '0';
    size_t prefix_bytes = write_integer_prefix(p, negative, style, zero_leads, prefix);
    size_t count = prefix_bytes + zeros + digit_count;
    put_padding(p, count, true, false);
    put(p, prefix, prefix_bytes);
    put_fill(p, '0', zeros);
    put(p, digits + start, digit_count);
    put_padding(p, count, false, false);
}

static void put_character(printer *p, int64_t value) {
    char bytes[4];
    uint32_t rune = value < 0 || value > 0x10FFFF ? RJ_UTF8_REPLACEMENT : (uint32_t)value;
    put_padded(p, bytes, rj_utf8_encode(rune, bytes), true);
}

/* %U: U+0041, with # also the character itself. */
static void put_code_point(printer *p, int64_t value) {
    char digits[16], character[8];
    size_t start = write_digits((uint64_t)value, 16, upper_digits, digits, sizeof digits);
    size_t digit_count = sizeof digits - start, character_bytes = 0;
    size_t least = p->f.has_precision && p->f.precision > 4 ? p->f.precision : 4;
    size_t zeros = least > digit_count ? least - digit_count : 0;
    size_t count = 2 + zeros + digit_count;
    if (p->f.sharp && value >= 0 && value <= 0x10FFFF && rj_unicode_is_print((uint32_t)value)) {
        character[0] = ' ';
        character[1] = '\'';
        character_bytes = 2 + rj_utf8_encode((uint32_t)value, character + 2);
        character[character_bytes++] = '\'';
        count += 4;
    }
    put_padding(p, count, true, false);
    put_text(p, "U+");
    put_fill(p, '0', zeros);
    put(p, digits + start, digit_count);
    put(p, character, character_bytes);
    put_padding(p, count, false, false);
}

/* ---- floats ---- */

/* A number's text: sign, bytes, so many zeros, tail (the exponent). */
typedef struct float_text {
    char sign; /* + - or the blank that a flag asks for */
    char head[NUMBER_BYTES];
    size_t head_bytes;
    size_t zeros;
    char tail[8];
    size_t tail_bytes;
} float_text;

/* Moves the exponent from the head to the tail. */
static void split_exponent(float_text *t) {
    const char *e = memchr(t->head, 'e', t->head_bytes);
    if (!e)
        return;
    t->tail_bytes = t->head_bytes - (size_t)(e - t->head);
    memcpy(t->tail, e, t->tail_bytes);
    t->head_bytes -= t->tail_bytes;
}

/* Digits of a finite number >= 0. @p verb is one of e E f g G. */
static void write_float(const printer *p, double value, char verb, float_text *t) {
    bool general = verb == 'g' || verb == 'G';
    size_t wanted = p->f.has_precision ? p->f.precision : 6;
    int precision = wanted > EXACT_DIGITS ? EXACT_DIGITS : (int)wanted, written;
    if (general && !p->f.has_precision)
        written = (int)rj_number_format_g(value, 6, t->head);
    else if (general)
        written = snprintf(t->head, sizeof t->head, "%.*g", precision, value);
    else if (verb == 'f')
        written = snprintf(t->head, sizeof t->head, "%.*f", precision, value);
    else
        written = snprintf(t->head, sizeof t->head, "%.*e", precision, value);
    if (!general)
        t->zeros = wanted - (size_t)precision;
    t->head_bytes = (size_t)written;
    split_exponent(t);
    if (t->tail_bytes > 0 && (verb == 'E' || verb == 'G'))
        t->tail[0] = 'E';
}

/* The # flag: a decimal point always, and %g keeps trailing zeros up to its precision. */
static void sharpen_float(const printer *p, bool general, float_text *t) {
    size_t missing = 0;
    if (general)
        missing = p->f.has_precision ? p->f.precision : 6;
    bool point = false, nonzero = false;
    for (size_t i = 0; i < t->head_bytes; i++) {
        if (t->head[i] == '.') {
            point = true;
            continue;
        }
        nonzero = nonzero || t->head[i] != '0';
        if (nonzero && missing > 0)
            missing--;
    }
    if (!point) {
        if (t->head_bytes == 1 && t->head[0] == '0' && missing > 0)
            missing--;
        t->head[t->head_bytes++] = '.';
    }
    t->zeros += missing;
}

static void put_not_finite(printer *p, double value) {
    char text[5];
    bool nan = isnan(value);
    char sign = !nan && value < 0 ? '-' : p->f.space && !p->f.plus ? ' ' : '+';
    bool show = !nan || p->f.space || p->f.plus;
    snprintf(text, sizeof text, "%c%s", sign, nan ? "NaN" : "Inf");
    put_padded(p, text + !show, strlen(text) - !show, false);
}

static void put_float(printer *p, double value, char verb) {
    if (!isfinite(value)) {
        put_not_finite(p, value);
        return;
    }
    float_text t = {.sign = '+'};
    if (signbit(value))
        t.sign = '-';
    else if (p->f.space && !p->f.plus)
        t.sign = ' ';
    write_float(p, fabs(value), verb, &t);
    if (p->f.sharp)
        sharpen_float(p, verb == 'g' || verb == 'G', &t);
    bool show_sign = p->f.plus || t.sign != '+';
    size_t count = show_sign + t.head_bytes + t.zeros + t.tail_bytes;
    bool zeros_after_sign = show_sign && p->f.zero && !p->f.minus;
    if (!zeros_after_sign)
        put_padding(p, count, true, true);
    if (show_sign)
        put(p, &t.sign, 1);
    if (zeros_after_sign)
        put_padding(p, count, true, true);
    put(p, t.head, t.head_bytes);
    put_fill(p, '0', t.zeros);
    put(p, t.tail, t.tail_bytes);
    put_padding(p, count, false, true);
}

/* ---- strings ---- */

/* The bytes of the text's first characters, as many as the precision says. */
static size_t truncated(const printer *p, const char *text, size_t bytes) {
    if (!p->f.has_precision)
        return bytes;
    size_t i = 0;
    for (size_t n = 0; n < p->f.precision && i < bytes; n++) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(text + i, bytes - i, &c, &valid);
    }
    return i;
}

static void put_string(printer *p, const char *text, size_t bytes) {
    put_padded(p, text, truncated(p, text, bytes), true);
}

static bool fits_backquotes(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes;) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(text + i, bytes - i, &c, &valid);
        if (!valid || c == 0xFEFF || c == '`' || c == 0x7F || (c < ' ' && c != '\t'))
            return false;
    }
    return true;
}

/* Characters of the quoted text without its quotes. */
static size_t quoted_count(const char *text, size_t bytes, bool ascii_only) {
    size_t count = 0;
    for (size_t i = 0; i < bytes;) {
        char one[RJ_GO_ESCAPE_BYTES];
        size_t one_bytes;
        i += rj_go_quote_one(text + i, bytes - i, ascii_only, one, &one_bytes);
        count += rj_utf8_count(one, one_bytes);
    }
    return count;
}

static void put_quoted(printer *p, const char *text, size_t bytes) {
    bytes = truncated(p, text, bytes);
    bool raw = p->f.sharp && fits_backquotes(text, bytes);
    size_t count = 2;
    if (p->f.has_width)
        count += raw ? rj_utf8_count(text, bytes) : quoted_count(text, bytes, p->f.plus);
    put_padding(p, count, true, true);
    put_text(p, raw ? "`" : "\"");
    for (size_t i = 0; !raw && i < bytes;) {
        char one[RJ_GO_ESCAPE_BYTES];
        size_t one_bytes;
        i += rj_go_quote_one(text + i, bytes - i, p->f.plus, one, &one_bytes);
        put(p, one, one_bytes);
    }
    if (raw)
        put(p, text, bytes);
    put_text(p, raw ? "`" : "\"");
    put_padding(p, count, false, true);
}

/* %x of a string: its bytes. */
static void put_hex(printer *p, const char *text, size_t bytes, const char *digits) {
    if (p->f.has_precision && p->f.precision < bytes)
        bytes = p->f.precision;
    if (bytes == 0) {
        if (p->f.has_width)
            put_fill(p, p->f.zero && !p->f.minus ? '0' : ' ', p->f.width);
        return;
    }
    const char prefix[] = {'0', digits == upper_digits ? 'X' : 'x'};
    size_t count = 2 * bytes;
    if (p->f.space)
        count = count * (p->f.sharp ? 2 : 1) + bytes - 1;
    else if (p->f.sharp)
        count += 2;
    put_padding(p, count, true, true);
    for (size_t i = 0; i < bytes; i++) {
        if (p->f.space && i > 0)
            put(p, " ", 1);
        if (p->f.sharp && (p->f.space || i == 0))
            put(p, prefix, sizeof prefix);
        unsigned char c = (unsigned char)text[i];
        const char pair[] = {digits[c >> 4], digits[c & 15]};
        put(p, pair, sizeof pair);
    }
    put_padding(p, count, false, true);
}

/* ---- values ---- */

static bool is_whole(double number) {
    return number >= -0x1p63 && number < 0x1p63 && number == trunc(number);
}

/* Go's int64(number) on amd64. */
static int64_t to_int64(double number) {
    return number >= -0x1p63 && number < 0x1p63 ? (int64_t)number : INT64_MIN;
}

static const char *go_type(rj_format_kind kind) {
    static const char *const names[] = {
        [RJ_FORMAT_NIL] = "*lua.LNilType",       [RJ_FORMAT_BOOLEAN] = "lua.LBool",
        [RJ_FORMAT_NUMBER] = "lua.LNumber",      [RJ_FORMAT_STRING] = "lua.LString",
        [RJ_FORMAT_TABLE] = "*lua.LTable",       [RJ_FORMAT_FUNCTION] = "*lua.LFunction",
        [RJ_FORMAT_USERDATA] = "*lua.LUserData",
    };
    return names[kind];
}

static void open_complaint(printer *p, uint32_t verb, const char *type) {
    put_text(p, "%!");
    put_rune(p, verb);
    put_text(p, "(");
    put_text(p, type);
    put_text(p, "=");
}

static bool is_text_verb(uint32_t verb) {
    return verb == 'v' || verb == 's' || verb == 'x' || verb == 'X' || verb == 'q';
}

static void put_int64(printer *p, int64_t value, uint32_t verb) {
    static const integer_style decimal = {10, lower_digits, false};
    static const integer_style binary = {2, lower_digits, false};
    static const integer_style octal = {8, lower_digits, false};
    static const integer_style octal_marked = {8, lower_digits, true};
    static const integer_style hex = {16, lower_digits, false};
    static const integer_style hex_upper = {16, upper_digits, false};
    switch (verb) {
    case 'v':
    case 'd':
        put_integer(p, value, &decimal);
        break;
    case 'b':
        put_integer(p, value, &binary);
        break;
    case 'o':
        put_integer(p, value, &octal);
        break;
    case 'O':
        put_integer(p, value, &octal_marked);
        break;
    case 'x':
        put_integer(p, value, &hex);
        break;
    case 'X':
        put_integer(p, value, &hex_upper);
        break;
    case 'c':
        put_character(p, value);
        break;
    case 'U':
        put_code_point(p, value);
        break;
    default:
        open_complaint(p, verb, "int64");
        put_integer(p, value, &decimal);
        put_text(p, ")");
    }
}

/* %v and complaints about other verbs: shortest digits unless a precision is given. */
static void put_float64(printer *p, double value, uint32_t verb) {
    if (verb == 'v') {
        put_float(p, value, 'g');
        return;
    }
    open_complaint(p, verb, "float64");
    put_float(p, value, 'g');
    put_text(p, ")");
}

static void put_text_verb(printer *p, const char *text, size_t bytes, uint32_t verb) {
    switch (verb) {
    case 'v':
        if (p->f.go_syntax)
            put_quoted(p, text, bytes);
        else
            put_string(p, text, bytes);
        break;
    case 's':
        put_string(p, text, bytes);
        break;
    case 'q':
        put_quoted(p, text, bytes);
        break;
    case 'x':
        put_hex(p, text, bytes, lower_digits);
        break;
    case 'X':
        put_hex(p, text, bytes, upper_digits);
        break;
    default:
        open_complaint(p, verb, "string");
        put_string(p, text, bytes);
        put_text(p, ")");
    }
}

static void put_number_verb(printer *p, double number, uint32_t verb) {
    char text[RJ_DOUBLE_TEXT_BYTES];
    switch (verb) {
    case 'q':
    case 's': {
        size_t bytes = is_whole(number) ? (size_t)snprintf(text, sizeof text, "%lld",
                                                           (long long)to_int64(number))
                                        : rj_number_format_g(number, 6, text);
        put_text_verb(p, text, bytes, verb);
        break;
    }
    case 'i':
        put_int64(p, to_int64(number), 'd');
        break;
    case 'b':
    case 'c':
    case 'd':
    case 'o':
    case 'x':
    case 'X':
    case 'U':
        put_int64(p, to_int64(number), verb);
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G':
        put_float(p, number, (char)verb);
        break;
    case 'F':
        put_float(p, number, 'f');
        break;
    default:
        if (is_whole(number))
            put_int64(p, to_int64(number), verb);
        else
            put_float64(p, number, verb);
    }
}

/* A value in the words of Go's own printing, as complaints and %v of basic types have it. */
static void put_plain(printer *p, const rj_format_arg *arg) {
    switch (arg->kind) {
    case RJ_FORMAT_NIL:
        put_text(p, p->f.go_syntax ? "&lua.LNilType{}" : "&{}");
        break;
    case RJ_FORMAT_BOOLEAN:
        put_padded(p, arg->boolean ? "true" : "false", arg->boolean ? 4 : 5, true);
        break;
    case RJ_FORMAT_NUMBER:
        put_float(p, arg->number, 'g');
        break;
    case RJ_FORMAT_STRING:
        put_text_verb(p, arg->text, arg->bytes, 'v');
        break;
    default: /* production dumps its memory: any text is as good */
        put(p, arg->text, arg->bytes);
    }
}

static void complain(printer *p, const rj_format_arg *arg, uint32_t verb) {
    open_complaint(p, verb, go_type(arg->kind));
    put_plain(p, arg);
    put_text(p, ")");
}

/* %p: of a table, function or userdata what stands after "table: ". */
static void put_address(printer *p, const rj_format_arg *arg) {
    if (arg->kind == RJ_FORMAT_NIL) {
        put_padded(p, "0x0", 3, true);
        return;
    }
    if (arg->kind < RJ_FORMAT_TABLE) {
        complain(p, arg, 'p');
        return;
    }
    const char *colon = memchr(arg->text, ':', arg->bytes);
    size_t skipped = colon ? (size_t)(colon - arg->text) + 2 : 0;
    if (skipped > arg->bytes)
        skipped = 0;
    put_padded(p, arg->text + skipped, arg->bytes - skipped, true);
}

static void put_value(printer *p, const rj_format_arg *arg, uint32_t verb) {
    if (verb == 'T') {
        const char *type = go_type(arg->kind);
        put_string(p, type, strlen(type));
    } else if (verb == 'p') {
        put_address(p, arg);
    } else if (verb == 'w') {
        complain(p, arg, verb);
    } else if (arg->kind == RJ_FORMAT_NUMBER) {
        put_number_verb(p, arg->number, verb);
    } else if (arg->kind == RJ_FORMAT_STRING) {
        if (verb != 'd' && verb != 'i')
            put_text_verb(p, arg->text, arg->bytes, verb);
        else if (p->env->reads_as_number(arg->text, arg->bytes))
            put_string(p, arg->text, arg->bytes);
        else
            put_int64(p, 0, 'd');
    } else if (is_text_verb(verb) && !p->f.go_syntax) {
        const char *text = arg->kind == RJ_FORMAT_NIL     ? "nil"
                           : arg->kind > RJ_FORMAT_STRING ? arg->text
                           : arg->boolean                 ? "true"
                                                          : "false";
        put_text_verb(p, text, arg->kind > RJ_FORMAT_STRING ? arg->bytes : strlen(text), verb);
    } else if (arg->kind == RJ_FORMAT_BOOLEAN && verb != 't' && verb != 'v') {
        complain(p, arg, verb);
    } else {
        put_plain(p, arg);
    }
}

/* ---- the format ---- */

/* Where a format is being read. */
typedef struct cursor {
    const char *text;
    size_t bytes, at;
    size_t arg;      /* the next argument */
    bool index_good; /* of the current directive */
    bool reordered;  /* some index was given */
} cursor;

static bool at_byte(const cursor *c, char byte) {
    return c->at < c->bytes && c->text[c->at] == byte;
}

/* A number at @p at, before @p end. One that is far too large moves @p at to the end. */
static bool read_number(const char *text, size_t *at, size_t end, size_t *out) {
    bool found = false;
    *out = 0;
    for (; *at < end && text[*at] >= '0' && text[*at] <= '9'; ++*at) {
        if (*out > MAX_NUMBER) {
            *out = 0;
            *at = end;
            return false;
        }
        *out = *out * 10 + (size_t)(text[*at] - '0');
        found = true;
    }
    return found;
}

/* [n]: the argument to go on with. Says whether one is there, good or not. */
static bool read_index(cursor *c, size_t arg_count) {
    if (!at_byte(c, '['))
        return false;
    c->reordered = true;
    const char *close = memchr(c->text + c->at, ']', c->bytes - c->at);
    if (c->bytes - c->at < 3 || !close) {
        c->index_good = false;
        c->at++;
        return false;
    }
    size_t end = (size_t)(close - c->text), at = c->at + 1, number;
    bool readable = read_number(c->text, &at, end, &number) && at == end;
    c->at = end + 1;
    if (readable && number >= 1 && number <= arg_count)
        c->arg = number - 1;
    else
        c->index_good = false;
    return readable;
}

static void read_flags(cursor *c, flags *f) {
    for (; c->at < c->bytes; c->at++) {
        switch (c->text[c->at]) {
        case '#':
            f->sharp = true;
            break;
        case '0':
            f->zero = true;
            break;
        case '+':
            f->plus = true;
            break;
        case '-':
            f->minus = true;
            break;
        case ' ':
            f->space = true;
            break;
        default:
            return;
        }
    }
}

/* A * takes an argument; it would have to be one of Go's integers, which no value of Lua is. */
static bool read_star(cursor *c, printer *p, const char *complaint) {
    if (!at_byte(c, '*'))
        return false;
    c->at++;
    if (c->arg < p->arg_count)
        c->arg++;
    put_text(p, complaint);
    return true;
}

/* Flags, indexes, width and precision; leaves the cursor at the verb. */
static void read_directive(cursor *c, printer *p) {
    flags *f = &p->f;
    *f = (flags){0};
    c->index_good = true;
    read_flags(c, f);
    bool after_index = read_index(c, p->arg_count);
    if (read_star(c, p, "%!(BADWIDTH)")) {
        after_index = false;
    } else {
        f->has_width = read_number(c->text, &c->at, c->bytes, &f->width);
        if (after_index && f->has_width)
            c->index_good = false;
    }
    if (at_byte(c, '.') && c->at + 1 < c->bytes) { /* a final one counts as a verb */
        c->at++;
        if (after_index)
            c->index_good = false;
        after_index = read_index(c, p->arg_count);
        if (read_star(c, p, "%!(BADPREC)")) {
            after_index = false;
        } else {
            read_number(c->text, &c->at, c->bytes, &f->precision);
            f->has_precision = true;
        }
    }
    if (!after_index)
        read_index(c, p->arg_count);
}

static void put_directive(printer *p, cursor *c) {
    read_directive(c, p);
    if (c->at >= c->bytes) {
        put_text(p, "%!(NOVERB)");
        return;
    }
    uint32_t verb;
    bool valid;
    c->at += rj_utf8_decode(c->text + c->at, c->bytes - c->at, &verb, &valid);
    if (verb == '%') {
        put_text(p, "%");
        return;
    }
    if (!c->index_good || c->arg >= p->arg_count) {
        put_text(p, "%!");
        put_rune(p, verb);
        put_text(p, c->index_good ? "(MISSING)" : "(BADINDEX)");
        return;
    }
    if (verb == 'v' || verb == 'w') {
        p->f.go_syntax = p->f.sharp;
        p->f.sharp = p->f.plus = false;
    }
    put_value(p, &p->args[c->arg++], verb);
}

static void put_extra(printer *p, size_t first) {
    p->f = (flags){0};
    put_text(p, "%!(EXTRA ");
    for (size_t i = first; i < p->arg_count; i++) {
        if (i > first)
            put_text(p, ", ");
        put_text(p, go_type(p->args[i].kind));
        put_text(p, "=");
        put_value(p, &p->args[i], 'v');
    }
    put_text(p, ")");
}

size_t rj_format_wanted(const char *format, size_t bytes, size_t count) {
    size_t percents = 0;
    for (size_t i = 0; i < bytes; i++)
        percents += format[i] == '%';
    for (size_t i = 0; i + 1 < bytes; i++) {
        if (format[i] == '%' && format[i + 1] == '%') {
            percents--;
            i++;
        }
    }
    return percents < count ? percents : count;
}

void rj_format(const char *format, size_t bytes, const rj_format_arg *args, size_t count,
               const rj_format_env *env) {
    printer p = {.env = env, .args = args, .arg_count = count};
    cursor c = {.text = format, .bytes = bytes};
    while (c.at < bytes) {
        const char *percent = memchr(format + c.at, '%', bytes - c.at);
        size_t end = percent ? (size_t)(percent - format) : bytes;
        put(&p, format + c.at, end - c.at);
        c.at = end;
        if (percent) {
            c.at++;
            put_directive(&p, &c);
        }
    }
    if (!c.reordered && c.arg < count)
        put_extra(&p, c.arg);
}
