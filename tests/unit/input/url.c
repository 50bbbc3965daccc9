/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/url.h"

static void only_lower_case_http_is_an_address(void **state) {
    (void)state;
    assert_true(rj_url_is("http://a/b") && rj_url_is("https://a"));
    assert_false(rj_url_is("HTTP://a") || rj_url_is("ftp://a") || rj_url_is("http:/a") ||
                 rj_url_is("-") || rj_url_is(""));
}

/* Texts of Go's net/url; the first two rows are recorded (CLI case url-09-malformed). */
static void malformed_addresses_say_why(void **state) {
    (void)state;
    const struct {
        const char *url, *message;
    } cases[] = {
        {"http://[::1/c.yaml", "parse \"http://[::1/c.yaml\": missing ']' in host"},
        {"https://%zz/", "parse \"https://%zz/\": invalid URL escape \"%zz\""},
        {"http://a/%4", "parse \"http://a/%4\": invalid URL escape \"%4\""},
        {"http://a:x/", "parse \"http://a:x/\": invalid port \":x\" after host"},
        {"http://a b/", "parse \"http://a b/\": invalid character \" \" in host name"},
        {"http://a/\x01", "parse \"http://a/\\x01\": net/url: invalid control character in URL"},
        {"http://u^:p@a/", "parse \"http://u^:p@a/\": net/url: invalid userinfo"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_url_normalise(cases[i].url, &out, &err));
        assert_string_equal(err.message, cases[i].message);
        rj_error_clear(&err);
        rj_buf_free(&out);
    }
}

static void addresses_are_shown_escaped(void **state) {
    (void)state;
    const char *const cases[][2] = {
        {"http://127.0.0.1:8080/c.yaml?x=1", "http://127.0.0.1:8080/c.yaml?x=1"},
        {"http://a/b c.yaml", "http://a/b%20c.yaml"},
        {"http://a/b%20c.yaml", "http://a/b%20c.yaml"},
        {"http://a", "http://a"},
        {"http://[::1]:80/x", "http://[::1]:80/x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rj_buf out = RJ_BUF_INIT;
        rj_error err = RJ_ERROR_INIT;
        assert_true(rj_url_normalise(cases[i][0], &out, &err));
        assert_string_equal(rj_buf_text(&out), cases[i][1]);
        rj_buf_free(&out);
    }
}

/* ---- a server that answers by path ---- */

typedef struct server {
    pid_t pid;
    int port;
} server;

static void answer(int fd, const char *path, int *requests) {
    char text[512];
    if (strncmp(path, "/good", 5) == 0) {
        dprintf(fd, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    } else if (strncmp(path, "/count", 6) == 0) {
        int bytes = snprintf(text, sizeof text, "%d", *requests);
        dprintf(fd, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", bytes, text);
    } else if (strncmp(path, "/moved", 6) == 0) {
        dprintf(fd, "HTTP/1.1 302 Found\r\nLocation: /good\r\nContent-Length: 3\r\n\r\nold");
    } else if (strncmp(path, "/file", 5) == 0) {
        dprintf(fd,
                "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n");
    } else if (strncmp(path, "/flaky", 6) == 0 && *requests >= 2) {
        dprintf(fd, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nflaked");
    } else if (strncmp(path, "/flaky", 6) == 0 || strncmp(path, "/500", 4) == 0) {
        dprintf(fd, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\n\r\nno");
    } else if (strncmp(path, "/endless", 8) == 0) {
        dprintf(fd, "HTTP/1.1 200 OK\r\n\r\n");
        memset(text, 'x', sizeof text);
        for (int i = 0; i < 10000 && write(fd, text, sizeof text) > 0; i++)
            ;
    } else if (strncmp(path, "/stall", 6) == 0) {
        dprintf(fd, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe");
        sleep(1);
    } else {
        dprintf(fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }
}

static _Noreturn void serve(int listener) {
    int requests = 0;
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        char request[2048], path[256] = "";
        ssize_t n = read(fd, request, sizeof request - 1);
        request[n > 0 ? n : 0] = '\0';
        sscanf(request, "GET %255s", path);
        answer(fd, path, &requests);
        requests++;
        close(fd);
    }
}

static int start_server(void **state) {
    static server s;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 16) != 0 || getsockname(listener, (struct sockaddr *)&address, &length))
        return -1;
    s.port = ntohs(address.sin_port);
    s.pid = fork();
    if (s.pid == 0)
        serve(listener);
    close(listener);
    *state = &s;
    return 0;
}

static int stop_server(void **state) {
    server *s = *state;
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    return 0;
}

static bool fetch(const server *s, const char *path, rj_url_options options, rj_buf *out,
                  rj_url_failure *failure, rj_error *err) {
    char url[256];
    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", s->port, path);
    options.retry_delay_ms = 10;
    return rj_url_fetch(url, &options, out, failure, err);
}

static void expect_body(const server *s, const char *path, const char *body) {
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_url_failure failure;
    assert_true(fetch(s, path, RJ_URL_OPTIONS_DEFAULT, &out, &failure, &err));
    assert_string_equal(rj_buf_text(&out), body);
    assert_int_equal(failure, RJ_URL_FAILURE_NONE);
    assert_null(err.message);
    rj_buf_free(&out);
}

static void expect_failure(const server *s, const char *path, rj_url_options options,
                           rj_url_failure expected, const char *part) {
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_url_failure failure;
    assert_false(fetch(s, path, options, &out, &failure, &err));
    assert_int_equal(failure, expected);
    assert_non_null(strstr(err.message, part));
    assert_int_equal(out.bytes, 0);
    rj_error_clear(&err);
    rj_buf_free(&out);
}

static void bodies_arrive_through_redirects_and_retries(void **state) {
    const server *s = *state;
    expect_body(s, "/flaky", "flaked"); /* first: the server has counted no request yet */
    expect_body(s, "/good", "hello");
    expect_body(s, "/moved", "hello");
}

static void only_5xx_is_tried_again(void **state) {
    const server *s = *state;
    rj_buf before = RJ_BUF_INIT, after = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_url_failure failure;
    assert_true(fetch(s, "/count", RJ_URL_OPTIONS_DEFAULT, &before, &failure, &err));
    expect_failure(s, "/404", RJ_URL_OPTIONS_DEFAULT, RJ_URL_FAILURE_STATUS,
                   "server reported 404 Not Found, status code=404");
    expect_failure(s, "/500", RJ_URL_OPTIONS_DEFAULT, RJ_URL_FAILURE_STATUS,
                   "server reported 500 Internal Server Error, status code=500");
    assert_true(fetch(s, "/count", RJ_URL_OPTIONS_DEFAULT, &after, &failure, &err));
    assert_int_equal(atoi(rj_buf_text(&after)) - atoi(rj_buf_text(&before)), 1 + 1 + 3);
    rj_buf_free(&before);
    rj_buf_free(&after);
}

static void limits_hold(void **state) {
    const server *s = *state;
    rj_url_options options = RJ_URL_OPTIONS_DEFAULT;
    options.max_bytes = 4096;
    expect_failure(s, "/endless", options, RJ_URL_FAILURE_LOCAL, "larger than 4096 bytes");
    options = RJ_URL_OPTIONS_DEFAULT;
    options.total_timeout_ms = 300;
    options.attempts = 1;
    expect_failure(s, "/stall", options, RJ_URL_FAILURE_TRANSPORT, "stopped answering");
}

static void a_redirect_to_a_file_is_not_followed(void **state) {
    const server *s = *state;
    expect_failure(s, "/file", RJ_URL_OPTIONS_DEFAULT, RJ_URL_FAILURE_TRANSPORT, "Get \"http://");
}

static void nobody_listening_is_refused(void **state) {
    (void)state;
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    rj_url_failure failure;
    rj_url_options options = RJ_URL_OPTIONS_DEFAULT;
    options.retry_delay_ms = 1;
    assert_false(rj_url_fetch("http://127.0.0.1:1/o.yaml", &options, &out, &failure, &err));
    assert_int_equal(failure, RJ_URL_FAILURE_REFUSED);
    assert_string_equal(err.message, "Get \"http://127.0.0.1:1/o.yaml\": dial tcp 127.0.0.1:1: "
                                     "connect: connection refused");
    assert_string_equal(err.path, "127.0.0.1:1");
    rj_error_clear(&err);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_lower_case_http_is_an_address),
        cmocka_unit_test(malformed_addresses_say_why),
        cmocka_unit_test(addresses_are_shown_escaped),
        cmocka_unit_test(bodies_arrive_through_redirects_and_retries),
        cmocka_unit_test(only_5xx_is_tried_again),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_redirect_to_a_file_is_not_followed),
        cmocka_unit_test(nobody_listening_is_refused),
    };
    /* The server is on this machine; no proxy leads to it. */
    setenv("no_proxy", "127.0.0.1", 1);
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
