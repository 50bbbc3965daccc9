/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "cli/table_writer.h"

typedef struct row {
    const char *text, *expected;
} row;

/* Rules of cli.md section 7. */
static const row rows[] = {
    {"", ""},
    {"a\n", "a\n"},
    {"a", "a"},
    {"\n\n", "\n\n"},
    {"a\tb\n", "a     b\n"},
    {"abcd\tb\n", "abcd   b\n"},
    {"a\t\n", "a     \n"},
    /* Adjacent lines share a width, the widest counts. */
    {"a\tx\nabcdef\ty\n", "a        x\nabcdef   y\n"},
    /* A line without columns ends a block; widths stay remembered. */
    {"abcdefgh\tx\n--\na\ty\n", "abcdefgh   x\n--\na          y\n"},
    {"a\tx\n--\nabcdefgh\ty\n", "a     x\n--\nabcdefgh   y\n"},
    /* A second column is a block of its own where the lines have it. */
    {"a\tb\tc\na\tbbbbbb\tc\na\tb\n", "a     b        c\na     bbbbbb   c\na     b\n"},
    {"a\tbbbb\tc\na\tx\na\tb\tc\n", "a     bbbb   c\na     x\na     b      c\n"},
    /* Characters count, not bytes. */
    {"\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f\tx\n", "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f   x\n"},
    {"a\vb\fc\n", "a     b\nc\n"},
};

static void lays_out(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        table_writer w = {0};
        rj_buf out = RJ_BUF_INIT;
        table_puts(&w, rows[i].text, &out);
        table_flush(&w, &out);
        assert_string_equal(rj_buf_text(&out), rows[i].expected);
        table_writer_free(&w);
        rj_buf_free(&out);
    }
}

static void lines_without_columns_come_out_at_once(void **state) {
    (void)state;
    table_writer w = {0};
    rj_buf out = RJ_BUF_INIT;
    table_puts(&w, "a\tb\n", &out);
    assert_int_equal(out.bytes, 0);
    table_puts(&w, "--\n", &out);
    assert_string_equal(rj_buf_text(&out), "a     b\n--\n");
    table_writer_free(&w);
    rj_buf_free(&out);
}

static void pieces_join(void **state) {
    (void)state;
    const char *const pieces[] = {"a", "b", "cd", "\t", "e", "f\ng\t", "h", "\n"};
    table_writer w = {0};
    rj_buf out = RJ_BUF_INIT;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        table_puts(&w, pieces[i], &out);
    table_flush(&w, &out);
    assert_string_equal(rj_buf_text(&out), "abcd   ef\ng      h\n");
    table_writer_free(&w);
    rj_buf_free(&out);
}

/* A message may hold any number of TABs. */
static void many_columns(void **state) {
    (void)state;
    enum {
        COLUMNS = 20000
    };
    char *text = malloc(2 * COLUMNS + 2);
    assert_non_null(text);
    for (size_t i = 0; i < COLUMNS; i++)
        memcpy(text + 2 * i, "x\t", 2);
    strcpy(text + 2 * COLUMNS, "\n");
    table_writer w = {0};
    rj_buf out = RJ_BUF_INIT;
    table_puts(&w, text, &out);
    table_flush(&w, &out);
    assert_int_equal(out.bytes, COLUMNS * TABLE_MIN_WIDTH + 1);
    table_writer_free(&w);
    rj_buf_free(&out);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_out),
        cmocka_unit_test(lines_without_columns_come_out_at_once),
        cmocka_unit_test(pieces_join),
        cmocka_unit_test(many_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
