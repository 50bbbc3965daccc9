/* SPDX-License-Identifier: Apache-2.0 */
#include "kube/resource_name.h"

#include <string.h>

/* An extended resource is checked as if a quota named it: with this prefix. */
static const char quota_prefix[] = "requests.";

enum {
    QUOTA_PREFIX_BYTES = sizeof quota_prefix - 1,
    MAX_SUBDOMAIN_BYTES = 253,
    MAX_NAME_BYTES = 63
};

static bool is_lower_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_alphanumeric(char c) {
    return is_lower_alphanumeric(c) || (c >= 'A' && c <= 'Z');
}

/* Labels of lower-case letters, digits and inner dashes, with dots between. */
static bool is_subdomain(const char *text, size_t bytes) {
    size_t label = 0;
    for (size_t i = 0; i <= bytes; i++) {
        if (i < bytes && text[i] != '.') {
            if (!is_lower_alphanumeric(text[i]) && text[i] != '-')
                return false;
            continue;
        }
        if (i == label || text[label] == '-' || text[i - 1] == '-')
            return false;
        label = i + 1;
    }
    return true;
}

static bool is_qualified_name_part(const char *text, size_t bytes) {
    if (bytes == 0 || bytes > MAX_NAME_BYTES || !is_alphanumeric(text[0]) ||
        !is_alphanumeric(text[bytes - 1]))
        return false;
    for (size_t i = 0; i < bytes; i++)
        if (!is_alphanumeric(text[i]) && text[i] != '-' && text[i] != '_' && text[i] != '.')
            return false;
    return true;
}

static bool starts_with(const char *name, size_t bytes, const char *prefix) {
    size_t length = strlen(prefix);
    return bytes >= length && memcmp(name, prefix, length) == 0;
}

static bool equals(const char *name, size_t bytes, const char *text) {
    return bytes == strlen(text) && memcmp(name, text, bytes) == 0;
}

static bool is_extended(const char *name, size_t bytes) {
    const char *slash = memchr(name, '/', bytes);
    if (!slash || starts_with(name, bytes, quota_prefix))
        return false;
    size_t prefix = (size_t)(slash - name), rest = bytes - prefix - 1;
    /* A second slash is no character of a name part. */
    return prefix + QUOTA_PREFIX_BYTES <= MAX_SUBDOMAIN_BYTES && is_subdomain(name, prefix) &&
           is_qualified_name_part(slash + 1, rest);
}

rj_resource_class rj_resource_classify(const char *name, size_t bytes) {
    static const char *const binary[] = {"memory", "ephemeral-storage"};
    if (equals(name, bytes, "cpu"))
        return RJ_RESOURCE_CPU;
    for (size_t i = 0; i < sizeof binary / sizeof binary[0]; i++)
        if (equals(name, bytes, binary[i]))
            return RJ_RESOURCE_BINARY;
    if (starts_with(name, bytes, "hugepages-"))
        return RJ_RESOURCE_BINARY;
    static const char domain[] = "kubernetes.io/";
    bool native = equals(name, bytes, "pods") || starts_with(name, bytes, "attachable-volumes-") ||
                  memmem(name, bytes, domain, sizeof domain - 1);
    return native || is_extended(name, bytes) ? RJ_RESOURCE_DECIMAL : RJ_RESOURCE_IGNORED;
}
