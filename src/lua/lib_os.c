/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lua/lua_internal.h"

/* A moment taken apart, in a zone. */
typedef struct moment {
    int64_t year;
    int month, day, hour, minute, second, weekday; /* month and day from 1, weekday from Sunday 0 */
    long offset_seconds;
    char zone[16];
} moment;

/* Days from 1970-01-01 to the given day of the proleptic Gregorian calendar. The arithmetic wraps
 * around like production's. */
static int64_t days_from_civil(int64_t year, int64_t month, int64_t day) {
    const int64_t shifted = month <= 2 ? year - 1 : year;
    const int64_t era = (shifted >= 0 ? shifted : shifted - 399) / 400;
    const int64_t year_of_era = shifted - era * 400;
    const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
    const int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return (int64_t)((uint64_t)(era * 146097 + day_of_era - 719468) + (uint64_t)day - 1);
}

static int64_t floor_divide(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static void civil_from_days(int64_t days, moment *out) {
    const int64_t shifted = days + 719468;
    const int64_t era = floor_divide(shifted, 146097);
    const int64_t day_of_era = shifted - era * 146097;
    const int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int64_t month = (5 * day_of_year + 2) / 153;
    out->day = (int)(day_of_year - (153 * month + 2) / 5 + 1);
    out->month = (int)(month < 10 ? month + 3 : month - 9);
    out->year = year_of_era + era * 400 + (out->month <= 2);
    out->weekday = (int)(((days + 4) % 7 + 7) % 7);
}

/* The offset of local time at a moment; 0 and "UTC" beyond what the system can say. */
static long local_offset(int64_t unix_seconds, char zone[16]) {
    struct tm local;
    time_t at = unix_seconds;
    if (!localtime_r(&at, &local)) {
        strcpy(zone, "UTC");
        return 0;
    }
    strncpy(zone, local.tm_zone ? local.tm_zone : "UTC", 15);
    zone[15] = '\0';
    return local.tm_gmtoff;
}

static moment take_apart(int64_t unix_seconds, bool utc) {
    /* Years stay in int64 and production's days in its range. */
    const int64_t bound = (int64_t)1 << 55;
    moment m = {.zone = "UTC"};
    if (unix_seconds > bound || unix_seconds < -bound)
        unix_seconds = unix_seconds > 0 ? bound : -bound;
    if (!utc)
        m.offset_seconds = local_offset(unix_seconds, m.zone);
    const int64_t seconds = unix_seconds + m.offset_seconds;
    const int64_t days = floor_divide(seconds, 86400);
    const int64_t rest = seconds - days * 86400;
    civil_from_days(days, &m);
    m.hour = (int)(rest / 3600);
    m.minute = (int)(rest / 60 % 60);
    m.second = (int)(rest % 60);
    return m;
}

/* ---- os.time ---- */

static int64_t field(lua_State *L, const char *name, int64_t fallback) {
    lua_pushstring(L, name);
    lua_rawget(L, 1);
    int64_t value = lua_type(L, -1) == LUA_TNUMBER ? rj_lua_cut(lua_tonumber(L, -1)) : fallback;
    lua_pop(L, 1);
    /* What lies outside is no date anybody means; keeps the arithmetic below in range. */
    const int64_t bound = (int64_t)1 << 36;
    return value > bound ? bound : value < -bound ? -bound : value;
}

static int os_time(lua_State *L) {
    if (lua_gettop(L) == 0) {
        lua_pushnumber(L, (lua_Number)time(NULL));
        return 1;
    }
    rj_lua_arg_table(L, 1);
    int64_t month = field(L, "month", -1) - 1;
    int64_t year = field(L, "year", -1) + floor_divide(month, 12);
    month -= floor_divide(month, 12) * 12;
    const int64_t days = days_from_civil(year, month + 1, field(L, "day", -1));
    const int64_t wall =
        days * 86400 + field(L, "hour", 12) * 3600 + field(L, "min", 0) * 60 + field(L, "sec", 0);
    /* The zone's offset depends on the moment, which depends on the offset. */
    char zone[16];
    long offset = local_offset(wall, zone);
    if (offset)
        offset = local_offset(wall - offset, zone);
    lua_pushnumber(L, (lua_Number)(wall - offset));
    return 1;
}

/* ---- os.date ---- */

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};
static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};

static void add_number(luaL_Buffer *out, int64_t number, int width) {
    char digits[24];
    int count = 0;
    if (number < 0) {
        luaL_addchar(out, '-');
        number = -number;
    }
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    for (int i = count; i < width; i++)
        luaL_addchar(out, '0');
    while (count)
        luaL_addchar(out, digits[--count]);
}

static void add_offset(luaL_Buffer *out, long offset_seconds) {
    long minutes = offset_seconds / 60;
    luaL_addchar(out, minutes < 0 ? '-' : '+');
    minutes = minutes < 0 ? -minutes : minutes;
    add_number(out, minutes / 60, 2);
    add_number(out, minutes % 60, 2);
}

static void add_time(luaL_Buffer *out, int a, int b, int c, char separator) {
    add_number(out, a, 2);
    luaL_addchar(out, separator);
    add_number(out, b, 2);
    if (c < 0)
        return;
    luaL_addchar(out, separator);
    add_number(out, c, 2);
}

static int64_t short_year(const moment *m) {
    return m->year < 0 ? 0 : m->year % 100;
}

/* "01 Jan 70 00:00 UTC" */
static void add_date_and_time(luaL_Buffer *out, const moment *m) {
    add_number(out, m->day, 2);
    luaL_addchar(out, ' ');
    luaL_addlstring(out, months[m->month - 1], 3);
    luaL_addchar(out, ' ');
    add_number(out, short_year(m), 2);
    luaL_addchar(out, ' ');
    add_time(out, m->hour, m->minute, -1, ':');
    luaL_addchar(out, ' ');
    luaL_addstring(out, m->zone);
}

/* The verbs that are one number; false: it is another verb. */
static bool add_number_verb(luaL_Buffer *out, const moment *m, char verb) {
    const struct {
        char verb;
        int64_t number;
        int width;
    } verbs[] = {{'d', m->day, 2},     {'H', m->hour, 2},       {'I', (m->hour + 11) % 12 + 1, 2},
                 {'m', m->month, 2},   {'M', m->minute, 2},     {'S', m->second, 2},
                 {'w', m->weekday, 1}, {'y', short_year(m), 2}, {'Y', m->year, 4}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i].verb == verb) {
            add_number(out, verbs[i].number, verbs[i].width);
            return true;
        }
    return false;
}

static void add_verb(luaL_Buffer *out, const moment *m, char verb) {
    if (add_number_verb(out, m, verb))
        return;
    switch (verb) {
    case 'a': /* in production the layout itself, which says "mon" */
        luaL_addstring(out, "mon");
        break;
    case 'A':
        luaL_addstring(out, weekdays[m->weekday]);
        break;
    case 'b':
        luaL_addlstring(out, months[m->month - 1], 3);
        break;
    case 'B':
        luaL_addstring(out, months[m->month - 1]);
        break;
    case 'c':
        add_date_and_time(out, m);
        break;
    case 'F':
        add_number(out, m->year, 4);
        luaL_addchar(out, '-');
        add_time(out, m->month, m->day, -1, '-');
        break;
    case 'p':
        luaL_addstring(out, m->hour < 12 ? "AM" : "PM");
        break;
    case 'P':
        luaL_addstring(out, m->hour < 12 ? "am" : "pm");
        break;
    case 'x':
    case 'X':
        add_time(out, m->hour, m->minute, m->second, verb == 'x' ? '/' : ':');
        break;
    case 'z':
        add_offset(out, m->offset_seconds);
        break;
    case 'Z':
        luaL_addstring(out, m->zone);
        break;
    default:
        luaL_addchar(out, '%');
        if (verb != '%')
            luaL_addchar(out, verb);
        break;
    }
}

static int push_date_table(lua_State *L, const moment *m) {
    const struct {
        const char *name;
        int64_t value;
    } fields[] = {{"year", m->year}, {"month", m->month},     {"day", m->day},
                  {"hour", m->hour}, {"min", m->minute},      {"sec", m->second},
                  {"yday", 0},       {"wday", m->weekday + 1}};
    lua_createtable(L, 0, 9);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        lua_pushnumber(L, (lua_Number)fields[i].value);
        lua_setfield(L, -2, fields[i].name);
    }
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "isdst");
    return 1;
}

static int os_date(lua_State *L) {
    const int args = lua_gettop(L);
    size_t bytes = 2;
    const char *format = args >= 1 ? rj_lua_arg_string(L, 1, &bytes) : "%c";
    bool utc = bytes && *format == '!';
    while (bytes && *format == '!') {
        format++;
        bytes--;
    }
    int64_t at = time(NULL);
    if (args >= 2) {
        /* An explicit time is always local: production looks at the mark before it. */
        at = rj_lua_arg_integer(L, 2);
        utc = false;
    }
    const moment m = take_apart(at, utc);
    if (bytes >= 2 && strncmp(format, "*t", 2) == 0)
        return push_date_table(L, &m);
    rj_lua *lua = rj_lua_of(L);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (size_t i = 0; i < bytes; i++) {
        if (format[i] == '%' && i + 1 < bytes)
            add_verb(&out, &m, format[++i]);
        else
            luaL_addchar(&out, format[i]);
        rj_lua_spend(L, lua, 1);
    }
    luaL_pushresult(&out);
    return 1;
}

static const rj_lua_function functions[] = {
    {"date", os_date},
    {"time", os_time},
    {NULL, NULL},
};

void rj_lua_open_os(lua_State *L) {
    lua_createtable(L, 0, 2);
    rj_lua_set_functions(L, functions);
}
