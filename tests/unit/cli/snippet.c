/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/snippet.h"

static const char text[] = "first\n"
                           "\ttab\n"
                           "k: \x1b[31mred\n"
                           "\xe5\xad\x97 x\r\n"
                           "bad \xff byte\n"
                           "last";

typedef struct row {
    rj_position at;
    const char *expected;
} row;

/* The document starts on line 11 of its file. */
static const row rows[] = {
    {{11, 1}, "   11 | first\n      | ^\n"},
    {{11, 5}, "   11 | first\n      |     ^\n"},
    {{11, 0}, "   11 | first\n"},
    {{12, 2}, "   12 |     tab\n      |     ^\n"},
    {{13, 5}, "   13 | k: \\x1b[31mred\n      |        ^\n"},
    {{14, 3}, "   14 | \xe5\xad\x97 x\n      |    ^\n"},
    {{15, 7}, "   15 | bad \\xff byte\n      |          ^\n"},
    {{16, 4}, "   16 | last\n      |    ^\n"},
    {{16, 5}, "   16 | last\n      |     ^\n"},
    {{17, 1}, ""},
    {{10, 1}, ""},
};

static void from_documents(void **state) {
    (void)state;
    const rj_document doc = {
        .file = "no/such/file", .first_line = 11, .text = text, .text_bytes = sizeof text - 1};
    const cli_documents documents = {.items = &doc, .count = 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_buf out = RJ_BUF_INIT;
        cli_write_snippet(&documents, "no/such/file", rows[i].at, &out);
        assert_string_equal(rj_buf_text(&out), rows[i].expected);
        rj_buf_free(&out);
    }
}

static void from_the_file(void **state) {
    (void)state;
    char name[] = "/tmp/rj-snippet-XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    for (int i = 1; i <= 30000; i++)
        fprintf(file, "line %d\n", i);
    fclose(file);
    const cli_documents none = {0};
    rj_buf out = RJ_BUF_INIT;
    cli_write_snippet(&none, name, (rj_position){.line = 29999, .column = 6}, &out);
    assert_string_equal(rj_buf_text(&out), "29999 | line 29999\n      |      ^\n");
    rj_buf_reset(&out);
    cli_write_snippet(&none, name, (rj_position){.line = 30001, .column = 1}, &out);
    assert_string_equal(rj_buf_text(&out), "");
    cli_write_snippet(&none, "/dev/zero", (rj_position){.line = 1, .column = 1}, &out);
    assert_string_equal(rj_buf_text(&out), "");
    rj_buf_free(&out);
    unlink(name);
}

static void of_a_long_line_a_part(void **state) {
    (void)state;
    char line[4001];
    memset(line, 'a', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    line[2000] = 'X';
    const rj_document doc = {
        .file = "f", .first_line = 1, .text = line, .text_bytes = sizeof line - 1};
    const cli_documents documents = {.items = &doc, .count = 1};
    rj_buf out = RJ_BUF_INIT;
    cli_write_snippet(&documents, "f", (rj_position){.line = 1, .column = 2001}, &out);
    const char *second = strchr(rj_buf_text(&out), '\n') + 1;
    size_t mark = (size_t)(strchr(second, '^') - second);
    assert_true(second - rj_buf_text(&out) < 140);
    assert_int_equal(rj_buf_text(&out)[mark], 'X');
    rj_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_documents),
        cmocka_unit_test(from_the_file),
        cmocka_unit_test(of_a_long_line_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
