/* SPDX-License-Identifier: Apache-2.0 */
#include "input/url.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rjinterp/input.h"

/* curl.h checks the arguments of these two with macros, which would get in the way of pointers. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

typedef struct curl_library {
    void *handle;
    CURLcode (*global_init)(long flags);
    void (*global_cleanup)(void);
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *curl, CURLoption option, ...);
    CURLcode (*getinfo)(CURL *curl, CURLINFO info, ...);
    CURLcode (*perform)(CURL *curl);
    const char *(*strerror)(CURLcode code);
    void (*cleanup)(CURL *curl);
} curl_library;

static bool find(void *handle, const char *name, void *pointer_to_function) {
    void *symbol = dlsym(handle, name);
    memcpy(pointer_to_function, &symbol, sizeof symbol);
    return symbol != NULL;
}

#ifdef RJ_STATIC_PROGRAM

/* A program that is linked statically loads nothing. */
static void *open_curl(void) {
    return NULL;
}

static bool refuse_curl(rj_error *err) {
    rj_error_set(err, RJ_ERROR_IO,
                 "addresses can't be read: this rjinterp is linked statically, without libcurl");
    rj_error_set_hint(err, "fetch the file first, or use the package that is linked dynamically");
    return false;
}

#else

static void *open_curl(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    void *handle = NULL;
    for (size_t i = 0; !handle && i < sizeof names / sizeof *names; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

static bool refuse_curl(rj_error *err) {
    rj_error_set(err, RJ_ERROR_IO, "addresses can't be read: libcurl isn't installed");
    rj_error_set_hint(err, "install the package libcurl4, or give a file");
    return false;
}

#endif

static bool load_curl(curl_library *c, rj_error *err) {
    c->handle = open_curl();
    if (!c->handle)
        return refuse_curl(err);
    if (find(c->handle, "curl_global_init", &c->global_init) &&
        find(c->handle, "curl_global_cleanup", &c->global_cleanup) &&
        find(c->handle, "curl_easy_init", &c->init) &&
        find(c->handle, "curl_easy_setopt", &c->setopt) &&
        find(c->handle, "curl_easy_getinfo", &c->getinfo) &&
        find(c->handle, "curl_easy_perform", &c->perform) &&
        find(c->handle, "curl_easy_strerror", &c->strerror) &&
        find(c->handle, "curl_easy_cleanup", &c->cleanup) &&
        c->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        return true;
    dlclose(c->handle);
    return rj_error_set(err, RJ_ERROR_IO, "addresses can't be read: libcurl can't be used");
}

/* Its TLS library keeps state of the process, so the library itself stays loaded. */
static void unload_curl(curl_library *c) {
    c->global_cleanup();
}

typedef struct transfer {
    const curl_library *curl;
    const char *url;
    const rj_url_options *options;
    rj_buf body;
    char reason[128]; /* of the status line: "Not Found" */
    bool too_large;
} transfer;

static size_t take_body(char *data, size_t size, size_t count, void *ctx) {
    transfer *t = ctx;
    const size_t bytes = size * count;
    rj_buf_append(&t->body, data, bytes);
    t->too_large = !rj_buf_ok(&t->body);
    return t->too_large ? 0 : bytes;
}

/* Keeps the reason of the last status line; each redirect starts anew. */
static size_t take_header(char *data, size_t size, size_t count, void *ctx) {
    transfer *t = ctx;
    const size_t bytes = size * count;
    if (bytes > 5 && memcmp(data, "HTTP/", 5) == 0) {
        const char *code = memchr(data, ' ', bytes);
        const char *end = data + bytes;
        const char *reason = code ? memchr(code + 1, ' ', (size_t)(end - code - 1)) : NULL;
        t->reason[0] = '\0';
        rj_buf_reset(&t->body);
        if (reason) {
            size_t length = (size_t)(end - reason - 1);
            while (length && (reason[length] == '\r' || reason[length] == '\n'))
                length--;
            if (length >= sizeof t->reason)
                length = sizeof t->reason - 1;
            memcpy(t->reason, reason + 1, length);
            t->reason[length] = '\0';
        }
    }
    return bytes;
}

static bool configure(CURL *curl, transfer *t) {
    const curl_library *c = t->curl;
    const rj_url_options *o = t->options;
    const long stall_s = (long)(o->stall_timeout_ms + 999) / 1000;
    return c->setopt(curl, CURLOPT_URL, t->url) == CURLE_OK &&
           c->setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           c->setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           c->setopt(curl, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
           c->setopt(curl, CURLOPT_MAXREDIRS, 10L) == CURLE_OK &&
           c->setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           c->setopt(curl, CURLOPT_USERAGENT, "rjinterp") == CURLE_OK &&
           c->setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)o->connect_timeout_ms) == CURLE_OK &&
           c->setopt(curl, CURLOPT_TIMEOUT_MS, (long)o->total_timeout_ms) == CURLE_OK &&
           c->setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK &&
           c->setopt(curl, CURLOPT_LOW_SPEED_TIME, stall_s) == CURLE_OK &&
           c->setopt(curl, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           c->setopt(curl, CURLOPT_WRITEDATA, t) == CURLE_OK &&
           c->setopt(curl, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           c->setopt(curl, CURLOPT_HEADERDATA, t) == CURLE_OK;
}

/* "host:port" of the address, for messages. */
static void host_and_port(const char *url, rj_buf *out) {
    const char *host = strstr(url, "://") + 3;
    size_t bytes = strcspn(host, "/?#");
    for (size_t i = bytes; i > 0; i--)
        if (host[i - 1] == '@') {
            host += i;
            bytes -= i;
            break;
        }
    rj_buf_append(out, host, bytes);
    const char *bracket = memchr(host, ']', bytes);
    const char *colon =
        memchr(bracket ? bracket : host, ':', bytes - (size_t)((bracket ? bracket : host) - host));
    if (!colon)
        rj_buf_puts(out, url[4] == 's' ? ":443" : ":80");
}

static bool transport_error(const transfer *t, CURL *curl, CURLcode code, rj_url_failure *failure,
                            rj_error *err) {
    rj_buf place = RJ_BUF_INIT;
    long os_errno = 0;
    t->curl->getinfo(curl, CURLINFO_OS_ERRNO, &os_errno);
    host_and_port(t->url, &place);
    *failure = RJ_URL_FAILURE_TRANSPORT;
    if (t->too_large) {
        *failure = RJ_URL_FAILURE_LOCAL;
        rj_error_set(err, RJ_ERROR_LIMIT, "Get \"%s\": the answer is larger than %zu bytes", t->url,
                     t->options->max_bytes);
    } else if (code == CURLE_COULDNT_CONNECT && os_errno == ECONNREFUSED) {
        *failure = RJ_URL_FAILURE_REFUSED;
        rj_error_set(err, RJ_ERROR_IO, "Get \"%s\": dial tcp %s: connect: connection refused",
                     t->url, rj_buf_text(&place));
    } else if (code == CURLE_COULDNT_RESOLVE_HOST) {
        rj_error_set(err, RJ_ERROR_IO, "Get \"%s\": dial tcp: lookup %.*s: no such host", t->url,
                     (int)strcspn(rj_buf_text(&place), ":"), rj_buf_text(&place));
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
        rj_error_set(err, RJ_ERROR_IO, "Get \"%s\": the server stopped answering", t->url);
    } else {
        rj_error_set(err, RJ_ERROR_IO, "Get \"%s\": %s", t->url, t->curl->strerror(code));
    }
    rj_error_set_path(err, rj_buf_text(&place));
    rj_buf_free(&place);
    return false;
}

/* One attempt; *again says whether another one may help. */
static bool attempt(transfer *t, bool *again, rj_url_failure *failure, rj_error *err) {
    CURL *curl = t->curl->init();
    long status = 0;
    *again = false;
    *failure = RJ_URL_FAILURE_LOCAL;
    if (!curl)
        return rj_error_no_memory(err);
    rj_buf_reset(&t->body);
    t->too_large = false;
    bool ok = configure(curl, t) ||
              rj_error_set(err, RJ_ERROR_IO, "addresses can't be read: libcurl is too old");
    if (ok) {
        CURLcode code = t->curl->perform(curl);
        if (code != CURLE_OK) {
            ok = transport_error(t, curl, code, failure, err);
            *again = *failure != RJ_URL_FAILURE_LOCAL;
        }
    }
    if (ok) {
        t->curl->getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (status != 200) {
            *failure = RJ_URL_FAILURE_STATUS;
            *again = status >= 500;
            ok = rj_error_set(err, RJ_ERROR_IO,
                              "unable to read URL \"%s\", server reported %ld %s, status code=%ld",
                              t->url, status, t->reason, status);
        }
    }
    t->curl->cleanup(curl);
    return ok;
}

static void sleep_ms(uint32_t ms) {
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

bool rj_url_fetch(const char *url, const rj_url_options *options, rj_buf *out,
                  rj_url_failure *failure, rj_error *err) {
    curl_library curl;
    *failure = RJ_URL_FAILURE_LOCAL;
    if (!load_curl(&curl, err))
        return false;
    transfer t = {
        .curl = &curl, .url = url, .options = options, .body = {.max_bytes = options->max_bytes}};
    bool ok = false, again = true;
    for (uint32_t i = 0; !ok && again && i < options->attempts; i++) {
        if (i)
            sleep_ms(options->retry_delay_ms);
        ok = attempt(&t, &again, failure, err);
    }
    if (ok) {
        *failure = RJ_URL_FAILURE_NONE;
        rj_error_clear(err);
        rj_buf_append(out, rj_buf_text(&t.body), t.body.bytes);
        ok = rj_buf_ok(out) || rj_error_no_memory(err);
    }
    rj_buf_free(&t.body);
    unload_curl(&curl);
    return ok;
}

const char *rj_input_curl_version(void) {
    void *handle = open_curl();
    curl_version_info_data *(*version_info)(CURLversion);
    return handle && find(handle, "curl_version_info", &version_info)
               ? version_info(CURLVERSION_NOW)->version
               : NULL;
}
