/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_value.h"

#include <string.h>

#include "rjinterp/utf8.h"

static bool number_error(const char *function, const char *text, const char *reason,
                         rj_error *err) {
    rj_buf quoted = RJ_BUF_INIT;
    rj_go_quote(text, strlen(text), &quoted);
    rj_error_set(err, RJ_ERROR_USAGE, "strconv.%s: parsing %s: %s", function, rj_buf_text(&quoted),
                 reason);
    rj_buf_free(&quoted);
    return false;
}

bool cli_value_bool(const char *text, bool *out, rj_error *err) {
    static const char *const yes[] = {"1", "t", "T", "true", "TRUE", "True"};
    static const char *const no[] = {"0", "f", "F", "false", "FALSE", "False"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        bool is_yes = strcmp(text, yes[i]) == 0;
        if (is_yes || strcmp(text, no[i]) == 0) {
            *out = is_yes;
            return true;
        }
    }
    return number_error("ParseBool", text, "invalid syntax", err);
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The base that the prefix of *text names; skips a prefix of two characters. */
static int prefix_base(const char **text) {
    if ((*text)[0] != '0')
        return 10;
    char kind = (*text)[1] ? (char)((*text)[1] | 0x20) : '\0';
    int base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    if (base && (*text)[2]) {
        *text += 2;
        return base;
    }
    *text += 1;
    return 8;
}

/*
 * Digits to the end of the text.  An underscore has to stand between digits, where a prefix counts
 * as one (@p after_digit).  False: not a number.
 */
static bool read_digits(const char *digits, int base, bool underscores, bool after_digit,
                        int64_t *value, bool *overflow) {
    int64_t sum = 0;
    *overflow = false;
    for (const char *p = digits; *p; p++) {
        if (*p == '_' && underscores) {
            if (!after_digit || digit_value(p[1]) >= base)
                return false;
            after_digit = false;
            continue;
        }
        int digit = digit_value(*p);
        if (digit >= base)
            return false;
        after_digit = true;
        sum = sum * base + digit;
        if (sum > UINT32_MAX) { /* found before what may be wrong behind it */
            *overflow = true;
            return true;
        }
    }
    *value = sum;
    return after_digit;
}

bool cli_value_int32(const char *text, int base, int32_t *out, rj_error *err) {
    const char *p = text;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    const char *digits = p;
    bool any_syntax = base == 0;
    if (any_syntax)
        base = prefix_base(&digits);
    int64_t value = 0;
    bool overflow;
    if (!*p || !read_digits(digits, base, any_syntax, digits != p, &value, &overflow))
        return number_error("ParseInt", text, "invalid syntax", err);
    int64_t bound = negative ? -(int64_t)INT32_MIN : INT32_MAX;
    if (overflow || value > bound)
        return number_error("ParseInt", text, "value out of range", err);
    *out = (int32_t)(negative ? -value : value);
    return true;
}

bool cli_value_size(const char *text, size_t *out, rj_error *err) {
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi"};
    const uint64_t most = (uint64_t)1 << 40;
    uint64_t number = 0;
    const char *p = text;
    while (*p >= '0' && *p <= '9' && number <= most)
        number = number * 10 + (uint64_t)(*p++ - '0');
    for (size_t i = 0; p != text && i < sizeof suffixes / sizeof *suffixes; i++) {
        if (strcmp(p, suffixes[i]) != 0)
            continue;
        if (number == 0 || number > most >> 10 * i)
            break;
        *out = (size_t)(number << 10 * i);
        return true;
    }
    return rj_error_set(err, RJ_ERROR_USAGE, "not a size from 1 to 1024Gi, such as 64Mi or 65536");
}

/* ---- CSV ---- */

typedef struct csv {
    const char *text; /* what is left */
    size_t bytes;
    uint32_t line, column; /* both from 1 */
    const char *problem;
} csv;

static const char bare_quote[] = "bare \" in non-quoted field";
static const char stray_quote[] = "extraneous or missing \" in quoted-field";

static void skip(csv *c, size_t bytes) {
    c->text += bytes;
    c->bytes -= bytes;
    c->column += (uint32_t)bytes;
}

/* Length of a line end at the start of what is left: 0 when there is none. */
static size_t line_end(const csv *c) {
    if (c->bytes && c->text[0] == '\n')
        return 1;
    return c->bytes > 1 && c->text[0] == '\r' && c->text[1] == '\n' ? 2 : 0;
}

static bool plain_field(csv *c, rj_buf *field) {
    while (c->bytes && *c->text != ',' && !line_end(c)) {
        if (*c->text == '"') {
            c->problem = bare_quote;
            return false;
        }
        rj_buf_putc(field, *c->text);
        skip(c, 1);
    }
    return true;
}

static bool quoted_field(csv *c, rj_buf *field) {
    skip(c, 1);
    while (c->bytes) {
        size_t end = line_end(c);
        if (end) {
            rj_buf_putc(field, '\n');
            skip(c, end);
            if (c->bytes) {
                c->line++;
                c->column = 1;
            }
        } else if (*c->text != '"') {
            rj_buf_putc(field, *c->text);
            skip(c, 1);
        } else if (c->bytes > 1 && c->text[1] == '"') {
            rj_buf_putc(field, '"');
            skip(c, 2);
        } else {
            skip(c, 1);
            if (!c->bytes || *c->text == ',' || line_end(c))
                return true;
            c->column--;
            break;
        }
    }
    c->problem = stray_quote;
    return false;
}

static bool csv_error(const csv *c, uint32_t first_line, rj_error *err) {
    if (c->line != first_line)
        return rj_error_set(err, RJ_ERROR_USAGE,
                            "record on line %u; parse error on line %u, column %u: %s", first_line,
                            c->line, c->column, c->problem);
    return rj_error_set(err, RJ_ERROR_USAGE, "parse error on line %u, column %u: %s", c->line,
                        c->column, c->problem);
}

static bool take_field(cli_list *list, rj_buf *field, rj_error *err) {
    const char *copy =
        rj_buf_ok(field) ? rj_arena_copy(list->arena, rj_buf_text(field), field->bytes) : NULL;
    rj_buf_reset(field);
    return (copy && cli_list_add(list, copy)) || rj_error_no_memory(err);
}

/* The first record that isn't an empty line; what follows it is ignored, as in the reference. */
bool cli_value_csv(const char *text, cli_list *list, rj_error *err) {
    csv c = {.text = text, .bytes = strlen(text), .line = 1, .column = 1};
    list->given = true;
    if (!c.bytes)
        return true;
    if (c.text[c.bytes - 1] == '\r') /* before the end of the text it counts as a line end */
        c.bytes--;
    for (size_t end; (end = line_end(&c)) > 0; c.line++)
        skip(&c, end);
    c.column = 1;
    if (!c.bytes)
        return rj_error_set(err, RJ_ERROR_USAGE, "EOF");
    uint32_t first_line = c.line;
    rj_buf field = RJ_BUF_INIT;
    bool ok = true;
    for (bool more = true; ok && more;) {
        ok = c.bytes && *c.text == '"' ? quoted_field(&c, &field) : plain_field(&c, &field);
        if (!ok)
            csv_error(&c, first_line, err);
        else
            ok = take_field(list, &field, err);
        more = c.bytes && *c.text == ',';
        if (more)
            skip(&c, 1);
    }
    rj_buf_free(&field);
    return ok;
}
