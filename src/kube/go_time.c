/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/go_time.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"

/* A text being read from the front. */
typedef struct cursor {
    const char *at;
    size_t left;
} cursor;

typedef struct reading {
    int64_t year;
    int month, day, hour, minute, second;
    int offset_seconds;
} reading;

/* How one element of the layout ended. */
typedef enum outcome {
    READ,
    BAD,         /* not what the layout wants */
    OUT_OF_RANGE /* digits, but no such month, hour … */
} outcome;

static bool is_digit(cursor c, size_t i) {
    return i < c.left && c.at[i] >= '0' && c.at[i] <= '9';
}

static void skip(cursor *c, size_t bytes) {
    c->at += bytes;
    c->left -= bytes;
}

/* One or two digits; exactly two when @p fixed. */
static bool take_number(cursor *c, bool fixed, int *out) {
    *out = 0;
    if (!is_digit(*c, 0) || (fixed && !is_digit(*c, 1)))
        return false;
    *out = c->at[0] - '0';
    bool two = is_digit(*c, 1);
    if (two)
        *out = *out * 10 + c->at[1] - '0';
    skip(c, two ? 2 : 1);
    return true;
}

static outcome take_in_range(cursor *c, bool fixed, int low, int high, int *out) {
    if (!take_number(c, fixed, out))
        return BAD;
    return *out < low || *out > high ? OUT_OF_RANGE : READ;
}

static outcome take_year(cursor *c, reading *r) {
    for (size_t i = 0; i < 4; i++) {
        if (!is_digit(*c, i))
            return BAD;
        r->year = r->year * 10 + c->at[i] - '0';
    }
    skip(c, 4);
    return READ;
}

/* A fraction may follow although the layout has none. */
static outcome take_second(cursor *c, reading *r) {
    outcome result = take_in_range(c, true, 0, 59, &r->second);
    if (result == READ && c->left >= 2 && (c->at[0] == '.' || c->at[0] == ',') && is_digit(*c, 1)) {
        size_t bytes = 2;
        while (is_digit(*c, bytes))
            bytes++;
        skip(c, bytes);
    }
    return result;
}

static outcome take_zone(cursor *c, reading *r, const char **what) {
    if (c->left >= 1 && c->at[0] == 'Z') {
        skip(c, 1);
        return READ;
    }
    if (c->left < 6 || c->at[3] != ':')
        return BAD;
    char sign = c->at[0];
    cursor hours = {c->at + 1, 2}, minutes = {c->at + 4, 2};
    int h, m = 0;
    bool good = take_number(&hours, true, &h) && take_number(&minutes, true, &m);
    skip(c, 6);
    if (h > 24 || m > 60) {
        *what = m > 60 ? "time zone offset minute" : "time zone offset hour";
        return OUT_OF_RANGE;
    }
    r->offset_seconds = (h * 60 + m) * 60 * (sign == '-' ? -1 : 1);
    return good && (sign == '+' || sign == '-') ? READ : BAD;
}

/* The layout 2006-01-02T15:04:05Z07:00 piece by piece. */
static const struct {
    const char *before, *element, *what;
} layout[] = {
    {"", "2006", "year"},  {"-", "01", "month"},  {"-", "02", "day"},     {"T", "15", "hour"},
    {":", "04", "minute"}, {":", "05", "second"}, {"", "Z07:00", "zone"},
};

static outcome take_element(size_t i, cursor *c, reading *r, const char **what) {
    switch (i) {
    case 0:
        return take_year(c, r);
    case 1:
        return take_in_range(c, true, 1, 12, &r->month);
    case 2:
        return take_in_range(c, true, 0, 99, &r->day);
    case 3:
        return take_in_range(c, false, 0, 23, &r->hour);
    case 4:
        return take_in_range(c, true, 0, 59, &r->minute);
    case 5:
        return take_second(c, r);
    default:
        return take_zone(c, r, what);
    }
}

/* Quotes as the time package does: printable ASCII as it is, other bytes in hexadecimal. */
static void quote(rj_buf *out, const char *text, size_t bytes) {
    rj_buf_putc(out, '"');
    for (size_t i = 0; i < bytes; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c >= 0x80) {
            rj_buf_printf(out, "\\x%02x", c);
        } else {
            if (c == '"' || c == '\\')
                rj_buf_putc(out, '\\');
            rj_buf_putc(out, (char)c);
        }
    }
    rj_buf_putc(out, '"');
}

static bool finish_error(rj_buf *text, rj_error *err) {
    if (rj_buf_ok(text))
        rj_error_set_bytes(err, RJ_ERROR_TYPE, rj_buf_text(text), text->bytes);
    else
        rj_error_no_memory(err);
    rj_buf_free(text);
    return false;
}

static bool cannot_parse(cursor whole, cursor rest, const char *element, rj_error *err) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "parsing time ");
    quote(&text, whole.at, whole.left);
    rj_buf_puts(&text, " as \"2006-01-02T15:04:05Z07:00\": cannot parse ");
    quote(&text, rest.at, rest.left);
    rj_buf_printf(&text, " as \"%s\"", element);
    return finish_error(&text, err);
}

static bool out_of_range(cursor whole, const char *what, rj_error *err) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "parsing time ");
    quote(&text, whole.at, whole.left);
    rj_buf_printf(&text, ": %s out of range", what);
    return finish_error(&text, err);
}

static bool extra_text(cursor whole, cursor rest, rj_error *err) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "parsing time ");
    quote(&text, whole.at, whole.left);
    rj_buf_puts(&text, ": extra text: ");
    quote(&text, rest.at, rest.left);
    return finish_error(&text, err);
}

static int days_in_month(int month, int64_t year) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

static bool read_time(cursor whole, reading *r, rj_error *err) {
    cursor c = whole;
    for (size_t i = 0; i < sizeof layout / sizeof layout[0]; i++) {
        for (const char *p = layout[i].before; *p; p++) {
            if (c.left == 0 || *c.at != *p)
                return cannot_parse(whole, c, layout[i].before, err);
            skip(&c, 1);
        }
        cursor element = c;
        const char *what = layout[i].what;
        switch (take_element(i, &c, r, &what)) {
        case READ:
            break;
        case BAD:
            return cannot_parse(whole, element, layout[i].element, err);
        case OUT_OF_RANGE:
            return out_of_range(whole, what, err);
        }
    }
    if (c.left > 0)
        return extra_text(whole, c, err);
    if (r->day < 1 || r->day > days_in_month(r->month, r->year))
        return out_of_range(whole, "day", err);
    return true;
}

/* Moves the time by one day at most two times: offsets stay within a day and an hour. */
static void step_day(reading *r, int by) {
    r->day += by;
    if (r->day < 1) {
        r->year -= r->month == 1;
        r->month = r->month == 1 ? 12 : r->month - 1;
        r->day = days_in_month(r->month, r->year);
    } else if (r->day > days_in_month(r->month, r->year)) {
        r->day = 1;
        r->year += r->month == 12;
        r->month = r->month == 12 ? 1 : r->month + 1;
    }
}

static void to_utc(reading *r) {
    const int day = 24 * 60 * 60;
    int seconds = (r->hour * 60 + r->minute) * 60 + r->second - r->offset_seconds;
    for (; seconds < 0; seconds += day)
        step_day(r, -1);
    for (; seconds >= day; seconds -= day)
        step_day(r, 1);
    r->hour = seconds / 3600;
    r->minute = seconds / 60 % 60;
    r->second = seconds % 60;
}

bool rj_go_time_canonical(const char *text, size_t bytes, char *out, rj_error *err) {
    reading r = {0};
    if (!read_time((cursor){text, bytes}, &r, err))
        return false;
    to_utc(&r);
    bool zero = r.year == 1 && r.month == 1 && r.day == 1 && !r.hour && !r.minute && !r.second;
    if (zero)
        out[0] = '\0';
    else
        snprintf(out, RJ_GO_TIME_BYTES, "%s%04d-%02u-%02uT%02u:%02u:%02uZ", r.year < 0 ? "-" : "",
                 (int)(r.year < 0 ? -r.year : r.year), (unsigned)r.month % 100,
                 (unsigned)r.day % 100, (unsigned)r.hour % 100, (unsigned)r.minute % 100,
                 (unsigned)r.second % 100);
    return true;
}
