/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "text/yaml_fast_scan.h"

static bool take_collection(rj_yaml_fast *f, size_t level, rj_value *out);

static void skip_blanks(rj_yaml_fast *f) {
    while (*f->p == ' ')
        f->p++;
}

/* An event of libyaml's inside of this many brackets. */
static void count_event(rj_yaml_fast *f, size_t level, bool is_node) {
    f->flow_cost += level;
    f->nodes += is_node;
}

/* Only letters, digits and the few signs that mean nothing anywhere in a plain scalar. */
static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '/';
}

static bool is_plain_inside(char c) {
    return is_plain(c) || c == '-' || c == '+' || c == '=';
}

/* The text of a plain scalar, words with single blanks between them. It gets no NUL. */
static bool take_plain(rj_yaml_fast *f, const char **text, size_t *bytes) {
    char *start = f->p;
    if (!is_plain(*start))
        return false;
    while (is_plain_inside(*f->p) || (*f->p == ' ' && is_plain(f->p[1])))
        f->p++;
    *text = start;
    *bytes = (size_t)(f->p - start);
    return true;
}

/* Ends a plain scalar once what follows it has been stepped over. */
static void terminate(const rj_yaml_fast *f, const char *text, size_t bytes) {
    f->text[(size_t)(text - f->text) + bytes] = '\0';
}

typedef enum ending {
    ENDING_COMMA,
    ENDING_CLOSE
} ending;

/* The comma or the bracket behind an entry. */
static bool take_ending(rj_yaml_fast *f, char close, ending *out) {
    skip_blanks(f);
    if (*f->p != ',' && *f->p != close)
        return false;
    *out = *f->p == ',' ? ENDING_COMMA : ENDING_CLOSE;
    f->p++;
    return true;
}

/* A value, and the comma or bracket behind it. */
static bool take_value(rj_yaml_fast *f, size_t level, char close, rj_value *out, ending *how) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    const char *text;
    size_t bytes;
    if (*f->p == '[' || *f->p == '{')
        return take_collection(f, level + 1, out) && take_ending(f, close, how);
    count_event(f, level, true);
    if (*f->p == '"' || *f->p == '\'')
        return rj_yaml_fast_quoted(f, out) && take_ending(f, close, how);
    if (!take_plain(f, &text, &bytes) || !take_ending(f, close, how))
        return false;
    terminate(f, text, bytes);
    return rj_yaml_fast_plain_value(text, bytes, at, out);
}

/* A key, the colon and the blanks behind it. */
static bool take_key(rj_yaml_fast *f, size_t level, const char **key, size_t *bytes) {
    count_event(f, level, true);
    if (*f->p == '"' || *f->p == '\'') {
        rj_value text;
        if (!rj_yaml_fast_quoted(f, &text) || text.string.bytes > RJ_YAML_FAST_KEY_BYTES)
            return false;
        *key = text.string.data;
        *bytes = text.string.bytes;
    } else if (!take_plain(f, key, bytes) || !rj_yaml_fast_is_plain_key(*key, *bytes)) {
        return false;
    }
    if (f->p[0] != ':' || f->p[1] != ' ')
        return false;
    terminate(f, *key, *bytes);
    f->p++;
    skip_blanks(f);
    return true;
}

static bool take_entries(rj_yaml_fast *f, size_t level, bool is_list) {
    const char close = is_list ? ']' : '}';
    ending how = ENDING_COMMA;
    skip_blanks(f);
    if (*f->p == close) {
        f->p++;
        return true;
    }
    while (how == ENDING_COMMA) {
        const char *key = NULL;
        size_t bytes = 0;
        rj_value value;
        skip_blanks(f);
        const rj_position at = rj_yaml_fast_place(f, f->p);
        if ((!is_list && !take_key(f, level, &key, &bytes)) ||
            !take_value(f, level, close, &value, &how) ||
            !rj_yaml_fast_add(f, key, bytes, at, &value))
            return false;
    }
    return true;
}

/* Stands on the opening bracket. */
static bool take_collection(rj_yaml_fast *f, size_t level, rj_value *out) {
    const rj_position at = rj_yaml_fast_place(f, f->p);
    const bool is_list = *f->p == '[';
    const size_t first = f->pending->bytes;
    if (level > RJ_YAML_FAST_FLOW_LEVELS)
        return false;
    count_event(f, level - 1, true);
    f->p++;
    if (!take_entries(f, level, is_list))
        return false;
    count_event(f, level, false);
    return rj_yaml_fast_collect(f, is_list, first, at, out);
}

bool rj_yaml_fast_flow(rj_yaml_fast *f, rj_value *out) {
    return take_collection(f, 1, out);
}
