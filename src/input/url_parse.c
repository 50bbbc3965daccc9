/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "input/url.h"
#include "rjinterp/utf8.h"

bool rj_url_is(const char *text) {
    return strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0;
}

static bool refuse(rj_error *err, const char *url, const char *reason, const char *quoted,
                   size_t quoted_bytes, const char *behind) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_puts(&text, "parse ");
    rj_go_quote(url, strlen(url), &text);
    rj_buf_printf(&text, ": %s", reason);
    if (quoted)
        rj_go_quote(quoted, quoted_bytes, &text);
    rj_buf_puts(&text, behind);
    rj_error_set(err, RJ_ERROR_USAGE, "%s", rj_buf_text(&text));
    rj_buf_free(&text);
    return false;
}

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_in(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* An escape is % and two hex digits; the message shows up to three characters of a bad one. */
static bool check_escapes(const char *url, const char *part, size_t bytes, rj_error *err) {
    for (size_t i = 0; i < bytes; i++) {
        if (part[i] != '%')
            continue;
        if (i + 2 < bytes && is_hex(part[i + 1]) && is_hex(part[i + 2])) {
            i += 2;
            continue;
        }
        size_t shown = bytes - i < 3 ? bytes - i : 3;
        return refuse(err, url, "invalid URL escape ", part + i, shown, "");
    }
    return true;
}

/* Only bytes above 127 may be escaped in a host name, and some characters may not stand there at
 * all. */
static bool check_host_name(const char *url, const char *host, size_t bytes, rj_error *err) {
    for (size_t i = 0; i < bytes; i++) {
        if (host[i] == '%') {
            bool complete = i + 2 < bytes && is_hex(host[i + 1]) && is_hex(host[i + 2]);
            bool high = complete && (host[i + 1] >= '8');
            if (!high)
                return refuse(err, url, "invalid URL escape ", host + i,
                              bytes - i < 3 ? bytes - i : 3, "");
            i += 2;
        } else if ((unsigned char)host[i] < 0x80 && !is_alphanumeric(host[i]) &&
                   !is_in(host[i], "!$&'()*+,;=:[]<>\"-_.~")) {
            return refuse(err, url, "invalid character ", host + i, 1, " in host name");
        }
    }
    return true;
}

static bool check_port(const char *url, const char *port, size_t bytes, rj_error *err) {
    for (size_t i = 1; i < bytes; i++)
        if (port[i] < '0' || port[i] > '9')
            return refuse(err, url, "invalid port ", port, bytes, " after host");
    return bytes == 0 || port[0] == ':' ||
           refuse(err, url, "invalid port ", port, bytes, " after host");
}

static bool check_authority(const char *url, const char *part, size_t bytes, rj_error *err) {
    for (size_t i = bytes; i > 0; i--) {
        if (part[i - 1] != '@')
            continue;
        for (size_t j = 0; j < i - 1; j++)
            if (!is_alphanumeric(part[j]) && !is_in(part[j], "-._:~!$&'()*+,;=%@"))
                return refuse(err, url, "net/url: invalid userinfo", NULL, 0, "");
        if (!check_escapes(url, part, i - 1, err))
            return false;
        part += i;
        bytes -= i;
        break;
    }
    if (bytes && part[0] == '[') {
        size_t end = bytes;
        while (end > 0 && part[end - 1] != ']')
            end--;
        if (end == 0)
            return refuse(err, url, "missing ']' in host", NULL, 0, "");
        return check_port(url, part + end, bytes - end, err);
    }
    size_t colon = bytes;
    for (size_t i = 0; i < bytes; i++)
        if (part[i] == ':')
            colon = i;
    return check_port(url, part + colon, bytes - colon, err) &&
           check_host_name(url, part, bytes, err);
}

/* True when a path is an acceptable encoding of itself, so that it's shown as it was given. */
static bool keeps_its_encoding(const char *path, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (!is_alphanumeric(path[i]) && !is_in(path[i], "!$&'()*+,;=:@[]%-_.~/"))
            return false;
    return true;
}

static void put_path(const char *path, size_t bytes, rj_buf *out) {
    if (keeps_its_encoding(path, bytes)) {
        rj_buf_append(out, path, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        if (is_alphanumeric(path[i]) || is_in(path[i], "$&+,/:;=@-_.~%"))
            rj_buf_putc(out, path[i]);
        else
            rj_buf_printf(out, "%%%02X", (unsigned char)path[i]);
}

bool rj_url_normalise(const char *url, rj_buf *out, rj_error *err) {
    for (const char *p = url; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            return refuse(err, url, "net/url: invalid control character in URL", NULL, 0, "");
    const char *authority = strstr(url, "://") + 3;
    size_t authority_bytes = strcspn(authority, "/?#");
    const char *path = authority + authority_bytes;
    size_t path_bytes = strcspn(path, "?#");
    const char *fragment = strchr(path, '#');
    if (!check_authority(url, authority, authority_bytes, err) ||
        !check_escapes(url, path, path_bytes, err) ||
        (fragment && !check_escapes(url, fragment, strlen(fragment), err)))
        return false;
    rj_buf_append(out, url, (size_t)(path - url));
    put_path(path, path_bytes, out);
    rj_buf_puts(out, path + path_bytes);
    return true;
}
