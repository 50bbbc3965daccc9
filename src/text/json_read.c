/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "rjinterp/utf8.h"
#include "text/json_scan.h"
#include "text/scalar.h"

/* An open object or array. */
typedef struct frame {
    size_t first;       /* index of its first pending child */
    rj_position at;     /* of the bracket */
    rj_position key_at; /* of the key that waits for its value */
    const char *key;
    size_t key_bytes;
    bool is_object;
} frame;

/* Nothing here recurses: containers are frames on a stack, and the finished children of all open
 * containers wait on another one until the bracket closes and they are copied out in one go. */
typedef struct scanner {
    rj_json_source *source;
    rj_arena *arena;
    const rj_limits *limits;
    rj_json_result *result;
    rj_error *err;
    size_t at; /* offset of the next byte */
    rj_buf frames, pending, text;
    size_t depth, node_count;
    rj_json_outcome outcome; /* of a step that returned false */
    bool is_out_of_range;    /* err has the first number that no double holds */
} scanner;

/* ---- failures ---- */

static bool fail_at(scanner *s, rj_json_outcome outcome, size_t offset) {
    rj_place_move(&s->source->place, s->source->data, offset);
    if (s->err)
        rj_error_locate(s->err, NULL, s->source->place.at);
    s->outcome = outcome;
    return false;
}

static bool fail_no_memory(scanner *s) {
    rj_error_no_memory(s->err);
    s->outcome = RJ_JSON_FAILED;
    return false;
}

static bool fail_truncated(scanner *s) {
    rj_error_set(s->err, RJ_ERROR_SYNTAX, "unexpected EOF");
    s->result->is_truncated = true;
    s->result->bad_offset = s->source->bytes;
    return fail_at(s, RJ_JSON_SYNTAX, s->source->bytes);
}

/* The bad byte as the Latin-1 character it would be, quoted as Go quotes characters. */
static void quote_byte(unsigned char byte, rj_buf *out) {
    if (byte == '\'' || byte == '"') {
        rj_buf_puts(out, byte == '"' ? "'\"'" : "'\\''");
        return;
    }
    char character[4];
    size_t first = out->bytes;
    rj_go_quote(character, rj_utf8_encode(byte, character), out);
    if (rj_buf_ok(out)) {
        out->data[first] = '\'';
        out->data[out->bytes - 1] = '\'';
    }
}

static bool RJ_PRINTF(2, 3) fail_syntax(scanner *s, const char *context, ...) {
    rj_buf *text = &s->text;
    va_list args;
    va_start(args, context);
    rj_buf_reset(text);
    rj_buf_puts(text, "invalid character ");
    quote_byte((unsigned char)s->source->data[s->at], text);
    rj_buf_putc(text, ' ');
    rj_buf_vprintf(text, context, args);
    va_end(args);
    if (!rj_buf_ok(text))
        return fail_no_memory(s);
    rj_error_set(s->err, RJ_ERROR_SYNTAX, "%s", rj_buf_text(text));
    s->result->bad_offset = s->at;
    return fail_at(s, RJ_JSON_SYNTAX, s->at);
}

/* ---- bytes ---- */

/* The next byte without taking it, or -1 at the end of input. */
static int peek(scanner *s) {
    while (s->at >= s->source->bytes)
        if (!s->source->more || !s->source->more(s->source))
            return -1;
    return (unsigned char)s->source->data[s->at];
}

static int peek_token(scanner *s) {
    int c = peek(s);
    while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        s->at++;
        c = peek(s);
    }
    return c;
}

static rj_position place_of(scanner *s, size_t offset) {
    rj_place_move(&s->source->place, s->source->data, offset);
    return s->source->place.at;
}

/* ---- strings ---- */

static int hex_digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits behind "\u". */
static bool take_code_unit(scanner *s, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        int c = peek(s);
        if (c < 0)
            return fail_truncated(s);
        int digit = hex_digit(c);
        if (digit < 0)
            return fail_syntax(s, "in \\u hexadecimal character escape");
        *unit = *unit * 16 + (uint32_t)digit;
        s->at++;
    }
    return true;
}

static void append_code_point(scanner *s, uint32_t c) {
    char encoded[4];
    rj_buf_append(&s->text, encoded, rj_utf8_encode(c, encoded));
}

/* A code unit, with the other half of a pair when it stands right behind; a half alone becomes
 * U+FFFD. *high is the half that waits for its other one, 0 when there is none. */
static void append_code_unit(scanner *s, uint32_t unit, uint32_t *high) {
    bool is_low = unit >= 0xDC00 && unit <= 0xDFFF;
    if (*high && is_low) {
        append_code_point(s, 0x10000 + ((*high - 0xD800) << 10) + (unit - 0xDC00));
        *high = 0;
        return;
    }
    if (*high)
        append_code_point(s, RJ_UTF8_REPLACEMENT);
    *high = unit >= 0xD800 && unit <= 0xDBFF ? unit : 0;
    if (!*high)
        append_code_point(s, unit);
}

static bool take_escape(scanner *s, uint32_t *high) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    int c = peek(s);
    if (c < 0)
        return fail_truncated(s);
    if (c == 'u') {
        uint32_t unit;
        s->at++;
        if (!take_code_unit(s, &unit))
            return false;
        append_code_unit(s, unit, high);
        return true;
    }
    const char *letter = c ? strchr(letters, c) : NULL;
    if (!letter)
        return fail_syntax(s, "in string escape code");
    if (*high)
        append_code_point(s, RJ_UTF8_REPLACEMENT);
    *high = 0;
    rj_buf_putc(&s->text, meanings[letter - letters]);
    s->at++;
    return true;
}

static size_t plain_run(const char *data, size_t from, size_t end) {
    while (from < end && (unsigned char)data[from] >= 0x20 && data[from] != '"' &&
           data[from] != '\\')
        from++;
    return from;
}

/* Bytes that are not UTF-8 become U+FFFD. */
static bool replace_ill_formed(scanner *s, const char **data, size_t *bytes) {
    rj_buf_reset(&s->text);
    for (size_t i = 0; i < *bytes;) {
        uint32_t c;
        bool valid;
        i += rj_utf8_decode(*data + i, *bytes - i, &c, &valid);
        append_code_point(s, c);
    }
    if (!rj_buf_ok(&s->text))
        return fail_no_memory(s);
    *bytes = s->text.bytes;
    *data = rj_arena_copy(s->arena, rj_buf_text(&s->text), *bytes);
    return *data || fail_no_memory(s);
}

/* Takes the string whose opening quote is next; *data is arena-owned. */
static bool take_string(scanner *s, const char **data, size_t *bytes) {
    uint32_t high = 0;
    size_t run = ++s->at;
    rj_buf_reset(&s->text);
    for (;;) {
        s->at = plain_run(s->source->data, s->at, s->source->bytes);
        int c = peek(s);
        if (c < 0)
            return fail_truncated(s);
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        if (high && s->at > run) {
            append_code_point(s, RJ_UTF8_REPLACEMENT);
            high = 0;
        }
        rj_buf_append(&s->text, s->source->data + run, s->at - run);
        if (c < 0x20)
            return fail_syntax(s, "in string literal");
        s->at++;
        if (c == '"')
            break;
        if (!take_escape(s, &high))
            return false;
        run = s->at;
    }
    if (high)
        append_code_point(s, RJ_UTF8_REPLACEMENT);
    if (!rj_buf_ok(&s->text))
        return fail_no_memory(s);
    *bytes = s->text.bytes;
    *data = rj_arena_copy(s->arena, rj_buf_text(&s->text), *bytes);
    if (!*data)
        return fail_no_memory(s);
    return rj_utf8_valid(*data, *bytes) || replace_ill_formed(s, data, bytes);
}

static bool take_string_value(scanner *s, rj_value *out) {
    const char *data;
    size_t bytes;
    if (!take_string(s, &data, &bytes))
        return false;
    *out = rj_value_string(data, bytes);
    out->style = RJ_STYLE_DOUBLE;
    return true;
}

/* ---- numbers and words ---- */

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static void take_digits(scanner *s) {
    while (is_digit(peek(s)))
        s->at++;
}

static bool take_needed_digits(scanner *s, const char *context) {
    int c = peek(s);
    if (c < 0)
        return fail_truncated(s);
    if (!is_digit(c))
        return fail_syntax(s, "%s", context);
    take_digits(s);
    return true;
}

static bool take_whole_part(scanner *s) {
    if (peek(s) == '-')
        s->at++;
    int c = peek(s);
    if (c == '0') {
        s->at++;
        return true;
    }
    return take_needed_digits(s, "in numeric literal");
}

static bool take_fraction_and_exponent(scanner *s, bool *is_integer) {
    int c = peek(s);
    if (c == '.') {
        s->at++;
        *is_integer = false;
        if (!take_needed_digits(s, "after decimal point in numeric literal"))
            return false;
        c = peek(s);
    }
    if (c == 'e' || c == 'E') {
        s->at++;
        *is_integer = false;
        c = peek(s);
        if (c == '+' || c == '-')
            s->at++;
        return take_needed_digits(s, "in exponent of numeric literal");
    }
    return true;
}

static bool integer_value(const char *text, size_t bytes, int64_t *out) {
    bool negative = text[0] == '-';
    int64_t value = 0;
    for (size_t i = negative; i < bytes; i++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            (negative ? __builtin_sub_overflow(value, text[i] - '0', &value)
                      : __builtin_add_overflow(value, text[i] - '0', &value)))
            return false;
    *out = value;
    return true;
}

/* The reference finds such a number only when the whole text has turned out well-formed. */
static void note_out_of_range(scanner *s, size_t start, size_t bytes, rj_position at) {
    if (s->is_out_of_range)
        return;
    s->is_out_of_range = true;
    rj_error_set(s->err, RJ_ERROR_SYNTAX,
                 "json: cannot unmarshal number %.*s into Go value of type float64", (int)bytes,
                 s->source->data + start);
    rj_error_locate(s->err, NULL, at);
}

static bool take_number(scanner *s, rj_position at, rj_value *out) {
    size_t start = s->at;
    bool is_integer = true;
    if (!take_whole_part(s) || !take_fraction_and_exponent(s, &is_integer))
        return false;
    const char *text = s->source->data + start;
    size_t bytes = s->at - start;
    int64_t integer;
    double number;
    if (is_integer && integer_value(text, bytes, &integer)) {
        *out = rj_value_int(integer);
        return true;
    }
    if (!rj_scalar_parse_decimal(text, bytes, &number) || isinf(number)) {
        note_out_of_range(s, start, bytes, at);
        number = 0;
    }
    *out = rj_value_float(number);
    return true;
}

static bool take_word(scanner *s, const char *word, rj_value value, rj_value *out) {
    for (const char *p = word; *p; p++) {
        int c = peek(s);
        if (c < 0)
            return fail_truncated(s);
        if (c != *p)
            return fail_syntax(s, "in literal %s (expecting '%c')", word, *p);
        s->at++;
    }
    *out = value;
    return true;
}

/* ---- containers ---- */

static frame *top_frame(scanner *s) {
    return s->depth ? (frame *)(void *)s->frames.data + (s->depth - 1) : NULL;
}

static size_t pending_count(const scanner *s) {
    return s->pending.bytes / sizeof(rj_member);
}

static bool open_container(scanner *s, bool is_object, rj_position at) {
    if (s->depth >= s->limits->max_depth) {
        fail_syntax(s, "exceeded max depth");
        if (s->err)
            s->err->code = RJ_ERROR_LIMIT;
        rj_error_name_limit(s->err, RJ_LIMIT_DEPTH);
        return false;
    }
    frame fresh = {.first = pending_count(s), .at = at, .is_object = is_object};
    rj_buf_append(&s->frames, (const char *)&fresh, sizeof fresh);
    if (!rj_buf_ok(&s->frames))
        return fail_no_memory(s);
    s->depth++;
    s->at++;
    return true;
}

static bool take_key(scanner *s) {
    frame *open = top_frame(s);
    open->key_at = place_of(s, s->at);
    if (!take_string(s, &open->key, &open->key_bytes))
        return false;
    int c = peek_token(s);
    if (c < 0)
        return fail_truncated(s);
    if (c != ':')
        return fail_syntax(s, "after object key");
    s->at++;
    return true;
}

static bool close_container(scanner *s, rj_value *out) {
    const frame *open = top_frame(s);
    size_t count = pending_count(s) - open->first;
    const rj_member *children =
        count ? (const rj_member *)(const void *)s->pending.data + open->first : NULL;
    if (open->is_object) {
        rj_map_builder map = {.arena = s->arena, .count = count, .capacity = count};
        map.members = rj_arena_alloc(s->arena, count * sizeof *map.members);
        if (!map.members)
            return fail_no_memory(s);
        if (count)
            memcpy(map.members, children, count * sizeof *children);
        *out = rj_map_finish(&map);
    } else {
        rj_value *items = rj_arena_alloc(s->arena, count * sizeof *items);
        if (!items)
            return fail_no_memory(s);
        for (size_t i = 0; i < count; i++)
            items[i] = children[i].value;
        *out = rj_value_list(items, count);
    }
    out->at = open->at;
    s->pending.bytes = open->first * sizeof *children;
    s->frames.bytes -= sizeof *open;
    s->depth--;
    s->at++;
    return true;
}

static bool add_child(scanner *s, const rj_value *value) {
    const frame *open = top_frame(s);
    rj_member child = {
        .key = open->key, .key_bytes = open->key_bytes, .key_at = open->key_at, .value = *value};
    rj_buf_append(&s->pending, (const char *)&child, sizeof child);
    return rj_buf_ok(&s->pending) || fail_no_memory(s);
}

/* ---- the value ---- */

static bool take_scalar(scanner *s, int c, rj_position at, rj_value *out) {
    switch (c) {
    case '"':
        return take_string_value(s, out);
    case 't':
        return take_word(s, "true", rj_value_bool(true), out);
    case 'f':
        return take_word(s, "false", rj_value_bool(false), out);
    case 'n':
        return take_word(s, "null", rj_value_null, out);
    default:
        if (c == '-' || is_digit(c))
            return take_number(s, at, out);
        return fail_syntax(s, "looking for beginning of value");
    }
}

static bool count_node(scanner *s) {
    if (++s->node_count <= s->limits->max_nodes)
        return true;
    rj_error_set(s->err, RJ_ERROR_LIMIT, "more values in one document than the limit of %zu",
                 s->limits->max_nodes);
    rj_error_name_limit(s->err, RJ_LIMIT_NODES);
    return fail_at(s, RJ_JSON_FAILED, s->at);
}

/* Takes what a value starts with: a whole scalar, an empty container (*is_whole), or the opening of
 * one up to its first value. */
static bool begin_value(scanner *s, rj_value *out, bool *is_whole) {
    int c = peek_token(s);
    if (c < 0)
        return fail_truncated(s);
    rj_position at = place_of(s, s->at);
    if (!count_node(s))
        return false;
    *is_whole = true;
    if (c != '{' && c != '[') {
        if (!take_scalar(s, c, at, out))
            return false;
        out->at = at;
        return true;
    }
    if (!open_container(s, c == '{', at))
        return false;
    int next = peek_token(s);
    if (next < 0)
        return fail_truncated(s);
    if (next == (c == '{' ? '}' : ']'))
        return close_container(s, out);
    *is_whole = false;
    if (c == '[')
        return true;
    return next == '"' ? take_key(s) : fail_syntax(s, "looking for beginning of object key string");
}

/* After a value inside a container: a comma (and a key), or the end of the container, which is then
 * a finished value itself (*is_whole). */
static bool continue_container(scanner *s, rj_value *out, bool *is_whole) {
    bool is_object = top_frame(s)->is_object;
    int c = peek_token(s);
    if (c < 0)
        return fail_truncated(s);
    *is_whole = false;
    if (c == ',') {
        s->at++;
        if (!is_object)
            return true;
        c = peek_token(s);
        if (c < 0)
            return fail_truncated(s);
        return c == '"' ? take_key(s)
                        : fail_syntax(s, "looking for beginning of object key string");
    }
    if (c == (is_object ? '}' : ']')) {
        *is_whole = true;
        return close_container(s, out);
    }
    return fail_syntax(s, is_object ? "after object key:value pair" : "after array element");
}

static bool scan_value(scanner *s, rj_value *out) {
    bool is_whole;
    if (!begin_value(s, out, &is_whole))
        return false;
    while (!is_whole || s->depth) {
        if (is_whole) {
            if (!add_child(s, out) || !continue_container(s, out, &is_whole))
                return false;
        } else if (!begin_value(s, out, &is_whole)) {
            return false;
        }
    }
    return true;
}

rj_json_outcome rj_json_scan(rj_json_source *source, rj_arena *arena, const rj_limits *limits,
                             rj_json_result *result, rj_error *err) {
    scanner s = {.source = source,
                 .arena = arena,
                 .limits = limits ? limits : rj_limits_default(),
                 .result = result,
                 .err = err,
                 .at = source->place.offset};
    *result = (rj_json_result){.bad_offset = 0};
    rj_json_outcome outcome;
    if (peek_token(&s) < 0) {
        outcome = RJ_JSON_END;
    } else {
        result->start = s.at;
        result->at = place_of(&s, s.at);
        if (!scan_value(&s, &result->value))
            outcome = s.outcome;
        else
            outcome = s.is_out_of_range ? RJ_JSON_RANGE : RJ_JSON_VALUE;
    }
    if (outcome == RJ_JSON_END || outcome == RJ_JSON_VALUE || outcome == RJ_JSON_RANGE)
        rj_place_move(&source->place, source->data, s.at);
    rj_buf_free(&s.frames);
    rj_buf_free(&s.pending);
    rj_buf_free(&s.text);
    return outcome;
}

static bool fail_reading(rj_json_outcome outcome, const char *name, rj_position at, rj_error *err) {
    if (outcome == RJ_JSON_END)
        rj_error_set(err, RJ_ERROR_SYNTAX, "unexpected EOF");
    if (!err)
        return false;
    if (outcome == RJ_JSON_END)
        rj_error_locate(err, NULL, at);
    if (err->at.line) {
        rj_position where = err->at;
        err->at = (rj_position){0};
        rj_error_locate(err, name, where);
    }
    return false;
}

bool rj_json_read(rj_arena *arena, const char *data, size_t bytes, const char *name,
                  const rj_limits *limits, rj_value *out, rj_error *err) {
    rj_json_source source = {.data = data, .bytes = bytes, .place = {.at = {1, 1}}};
    rj_json_result result;
    rj_json_outcome outcome = rj_json_scan(&source, arena, limits, &result, err);
    if (outcome != RJ_JSON_VALUE)
        return fail_reading(outcome, name, source.place.at, err);
    scanner rest = {.source = &source, .result = &result, .err = err, .at = source.place.offset};
    if (peek_token(&rest) >= 0) {
        fail_syntax(&rest, "after top-level value");
        rj_buf_free(&rest.text);
        return fail_reading(rest.outcome, name, source.place.at, err);
    }
    *out = result.value;
    return true;
}
