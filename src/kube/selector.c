/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/selector.h"

#include <string.h>

#include "rjinterp/utf8.h"

enum {
    MAX_NAME_BYTES = 63,
    MAX_SUBDOMAIN_BYTES = 253
};

#define NAME_RULE                                                                                  \
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "    \
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "         \
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

static const char two_slashes[] = "a valid label key " NAME_RULE " with an optional DNS subdomain "
                                  "prefix and '/' (e.g. 'example.com/MyName')";
static const char empty_prefix[] = "prefix part must be non-empty";
static const char long_prefix[] = "prefix part must be no more than 253 bytes";
static const char bad_prefix[] =
    "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
    "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. "
    "'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
static const char empty_name[] = "name part must be non-empty";
static const char long_name[] = "name part must be no more than 63 bytes";
static const char bad_name[] = "name part " NAME_RULE;
static const char long_value[] = "must be no more than 63 bytes";
static const char bad_value[] =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  "
    "or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
static const char bad_operator[] = "not a valid selector operator";
static const char values_missing[] =
    "Required value: must be specified when `operator` is 'In' or 'NotIn'";
static const char values_forbidden[] =
    "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

text_view text_of(const rj_value *value) {
    if (!rj_value_is(value, RJ_KIND_STRING))
        return (text_view){"", 0};
    return (text_view){value->string.data, value->string.bytes};
}

static bool is_lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_alphanumeric(char c) {
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool name_is_label_name(text_view name) {
    if (name.bytes == 0 || !is_alphanumeric(name.data[0]) ||
        !is_alphanumeric(name.data[name.bytes - 1]))
        return false;
    for (size_t i = 0; i < name.bytes; i++) {
        const char c = name.data[i];
        if (!is_alphanumeric(c) && c != '-' && c != '_' && c != '.')
            return false;
    }
    return true;
}

bool name_is_subdomain(text_view name) {
    /* Every part between dots starts and ends with a letter or a digit. */
    char before = '.';
    for (size_t i = 0; i < name.bytes; i++) {
        const char c = name.data[i];
        const char after = i + 1 < name.bytes ? name.data[i + 1] : '.';
        if (c == '-' ? before == '.' || after == '.' : c != '.' && !is_lower_or_digit(c))
            return false;
        if (c == '.' && before == '.')
            return false;
        before = c;
    }
    return before != '.';
}

typedef void (*report_fn)(void *ctx, const char *message);

/* Says what is wrong with a label key, prefix first; the number of messages. */
static int check_key(text_view key, report_fn report, void *ctx) {
    const char *slash = key.bytes ? memchr(key.data, '/', key.bytes) : NULL;
    text_view name = key;
    int wrong = 0;
#define REJECT_IF(condition, message)                                                              \
    do {                                                                                           \
        if (condition) {                                                                           \
            wrong++;                                                                               \
            report(ctx, message);                                                                  \
        }                                                                                          \
    } while (0)
    if (slash) {
        const text_view prefix = {key.data, (size_t)(slash - key.data)};
        name = (text_view){slash + 1, key.bytes - prefix.bytes - 1};
        if (name.bytes && memchr(name.data, '/', name.bytes)) {
            report(ctx, two_slashes);
            return 1;
        }
        REJECT_IF(prefix.bytes == 0, empty_prefix);
        REJECT_IF(prefix.bytes > MAX_SUBDOMAIN_BYTES, long_prefix);
        REJECT_IF(prefix.bytes > 0 && !name_is_subdomain(prefix), bad_prefix);
    }
    REJECT_IF(name.bytes == 0, empty_name);
    REJECT_IF(name.bytes > MAX_NAME_BYTES, long_name);
    REJECT_IF(!name_is_label_name(name), bad_name);
#undef REJECT_IF
    return wrong;
}

static void ignore(void *ctx, const char *message) {
    (void)ctx;
    (void)message;
}

bool name_is_qualified(text_view name) {
    return check_key(name, ignore, NULL) == 0;
}

/* What a message is about: "PATH: Invalid value: "TEXT": …". */
typedef struct subject {
    field_errors *errors;
    const char *path;
    text_view value;
} subject;

static void report_invalid(void *ctx, const char *message) {
    const subject *about = ctx;
    rj_buf *out = field_errors_begin(about->errors);
    rj_buf_printf(out, "%s: Invalid value: ", about->path);
    rj_go_quote(about->value.data, about->value.bytes, out);
    rj_buf_printf(out, ": %s", message);
    field_errors_end(about->errors);
}

static void validate_key(text_view key, const char *path, field_errors *errors) {
    subject about = {errors, path, key};
    (void)check_key(key, report_invalid, &about);
}

static void validate_label_value(text_view value, const char *path, field_errors *errors) {
    subject about = {errors, path, value};
    if (value.bytes > MAX_NAME_BYTES)
        report_invalid(&about, long_value);
    if (value.bytes && !name_is_label_name(value))
        report_invalid(&about, bad_value);
}

static void report_values(const char *message, const char *path, field_errors *errors) {
    rj_buf_printf(field_errors_begin(errors), "%s.values: %s", path, message);
    field_errors_end(errors);
}

/* The operator is an enumeration, no string, for the reference: it prints as JSON. */
static void report_operator(text_view relation, const char *path, field_errors *errors) {
    rj_buf *out = field_errors_begin(errors);
    rj_buf_printf(out, "%s.operator: Invalid value: ", path);
    rj_json_quote(relation.data, relation.bytes, out);
    rj_buf_printf(out, ": %s", bad_operator);
    field_errors_end(errors);
}

static bool is_text(text_view text, const char *word) {
    return text.bytes == strlen(word) && memcmp(text.data, word, text.bytes) == 0;
}

static size_t item_count(const rj_value *list) {
    return rj_value_is(list, RJ_KIND_LIST) ? list->list.count : 0;
}

static void validate_requirement(const rj_value *requirement, rj_buf *path, field_errors *errors) {
    const text_view relation = text_of(rj_value_get(requirement, "operator"));
    const rj_value *values = rj_value_get(requirement, "values");
    const size_t count = item_count(values);
    const size_t path_bytes = path->bytes;
    if (is_text(relation, "In") || is_text(relation, "NotIn")) {
        if (count == 0)
            report_values(values_missing, rj_buf_text(path), errors);
    } else if (is_text(relation, "Exists") || is_text(relation, "DoesNotExist")) {
        if (count > 0)
            report_values(values_forbidden, rj_buf_text(path), errors);
    } else {
        report_operator(relation, rj_buf_text(path), errors);
    }
    rj_buf_puts(path, ".key");
    validate_key(text_of(rj_value_get(requirement, "key")), rj_buf_text(path), errors);
    for (size_t i = 0; i < count; i++) {
        path->bytes = path_bytes;
        rj_buf_printf(path, ".values[%zu]", i);
        validate_label_value(text_of(&values->list.items[i]), rj_buf_text(path), errors);
    }
}

static void validate_match_labels(const rj_value *labels, const char *path, field_errors *errors) {
    if (!rj_value_is(labels, RJ_KIND_MAP))
        return;
    for (size_t i = 0; i < labels->map.count; i++) {
        const rj_member *label = &labels->map.members[i];
        validate_key((text_view){label->key, label->key_bytes}, path, errors);
        validate_label_value(text_of(&label->value), path, errors);
    }
}

void selector_validate(const rj_value *selector, const char *selector_path, field_errors *errors) {
    const rj_value *expressions = rj_value_get(selector, "matchExpressions");
    rj_buf path = RJ_BUF_INIT;
    rj_buf_printf(&path, "%s.matchLabels", selector_path);
    validate_match_labels(rj_value_get(selector, "matchLabels"), rj_buf_text(&path), errors);
    for (size_t i = 0; i < item_count(expressions); i++) {
        rj_buf_reset(&path);
        rj_buf_printf(&path, "%s.matchExpressions[%zu]", selector_path, i);
        validate_requirement(&expressions->list.items[i], &path, errors);
    }
    errors->failed |= !rj_buf_ok(&path);
    rj_buf_free(&path);
}
