/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rjinterp/input.h"

/* A tree in a fresh directory, which is the working directory while a test runs. */
static const char *const files[] = {
    "c.yaml",    "d/b.yaml",    "d/a.yml",      "d/c.json",          "d/E.YAML",
    "d/n.txt",   "d/.h.yaml",   "d/sub/x.yaml", "d/sub/deep/y.json", "d/sub.yaml/j.yml",
    "none/r.md", "odd[1].yaml", "odd1.yaml",    "d/zz.yaml.bak",
};

static char home[] = "/tmp/rj-source-XXXXXX";

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *where) {
    (void)info, (void)flag, (void)where;
    return remove(path);
}

static void make_parents(const char *path) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *slash = strchr(copy, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0700) != 0)
            assert_int_equal(errno, EEXIST);
        *slash = '/';
    }
}

static int set_up(void **state) {
    (void)state;
    assert_non_null(mkdtemp(home));
    assert_int_equal(chdir(home), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        make_parents(files[i]);
        int fd = open(files[i], O_CREAT | O_WRONLY, 0600);
        assert_true(fd >= 0);
        close(fd);
    }
    assert_int_equal(symlink("d", "dl"), 0);
    assert_int_equal(symlink("nowhere", "dangling.yaml"), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    return chdir("/") || nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

typedef struct row {
    const char *names;    /* between blanks */
    const char *expected; /* sources between blanks, then errors each behind "! " */
    bool recursive;
} row;

#define NO_MANIFEST "recognized file extensions are [.json .yaml .yml]"

/* Rules of cli.md section 4. */
static const row rows[] = {
    {.names = "c.yaml", .expected = "c.yaml"},
    {.names = "c.yaml c.yaml", .expected = "c.yaml c.yaml"},
    {.names = "d", .expected = "d/.h.yaml d/a.yml d/b.yaml d/c.json"},
    {.names = "d/", .expected = "d/.h.yaml d/a.yml d/b.yaml d/c.json"},
    {.names = "./d//", .expected = "d/.h.yaml d/a.yml d/b.yaml d/c.json"},
    {.names = "d/../d", .expected = "d/.h.yaml d/a.yml d/b.yaml d/c.json"},
    {.names = "d",
     .recursive = true,
     .expected = "d/.h.yaml d/a.yml d/b.yaml d/c.json d/sub/deep/y.json d/sub/x.yaml "
                 "d/sub.yaml/j.yml"},
    {.names = "none", .expected = "! error reading [none]: " NO_MANIFEST},
    {.names = "c.yaml none", .expected = "c.yaml"},
    {.names = "none c.yaml", .expected = "c.yaml ! error reading [none]: " NO_MANIFEST},
    {.names = "none none", .expected = "! error reading [none]: " NO_MANIFEST},
    {.names = "n*", .expected = "! error reading [none]: " NO_MANIFEST},
    {.names = "d/n.txt", .expected = "d/n.txt"},
    {.names = "d/[a-c].*", .expected = "d/a.yml d/b.yaml d/c.json"},
    {.names = "d/*.y*l", .expected = "d/.h.yaml d/a.yml d/b.yaml d/sub.yaml/j.yml"},
    {.names = "*/x.yaml */r.md", .expected = "none/r.md ! the path \"*/x.yaml\" does not exist"},
    {.names = "*/*/x.yaml", .expected = "d/sub/x.yaml dl/sub/x.yaml"},
    {.names = "odd[1].yaml", .expected = "odd[1].yaml"},
    {.names = "od?[1].yaml", .expected = "odd1.yaml"},
    {.names = "d/[a-", .expected = "! pattern \"d/[a-\" is not valid: syntax error in pattern"},
    {.names = "gone.yaml", .expected = "! the path \"gone.yaml\" does not exist"},
    {.names = "gone\t.yaml", .expected = "! the path \"gone\\t.yaml\" does not exist"},
    {.names = "dangling.yaml", .expected = "! the path \"dangling.yaml\" does not exist"},
    {.names = "c.yaml/x",
     .expected = "! the path \"c.yaml/x\" cannot be accessed: stat c.yaml/x: not a directory"},
    {.names = "loop",
     .expected = "! the path \"loop\" cannot be accessed: stat loop: too many "
                 "levels of symbolic links"},
    {.names = "dl", .expected = "dl"},
    {.names = "dl/", .expected = "dl/.h.yaml dl/a.yml dl/b.yaml dl/c.json"},
    {.names = "- c.yaml", .expected = "STDIN c.yaml"},
    {.names = "- -",
     .expected = "STDIN STDIN ! standard input cannot be used for multiple "
                 "arguments"},
    {.names = "http://[::1/c.yaml",
     .expected = "! the URL passed to filename \"http://[::1/c.yaml\" is not valid: parse "
                 "\"http://[::1/c.yaml\": missing ']' in host"},
    {.names = "http://x/y HTTP://x",
     .expected = "http://x/y ! the path \"HTTP://x\" does not exist"},
};

static void check_row(const row *r) {
    rj_arena *arena = rj_arena_new(0);
    assert_non_null(arena);
    char copy[256];
    snprintf(copy, sizeof copy, "%s", r->names);
    const char *names[8];
    size_t count = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        names[count++] = word;
    rj_source_list list;
    assert_true(rj_sources_resolve(names, count, r->recursive, arena, &list));
    char got[1024] = "";
    for (size_t i = 0; i < list.count; i++) {
        strcat(got, i ? " " : "");
        strcat(got, list.items[i].name);
    }
    for (size_t i = 0; i < list.error_count; i++) {
        strcat(got, *got ? " ! " : "! ");
        strcat(got, list.errors[i]);
    }
    assert_string_equal(got, r->expected);
    rj_arena_free(arena);
}

static void resolves(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

static void full_arena_is_told(void **state) {
    (void)state;
    const char *const names[] = {"d", "d/*", "gone", "-", "none"};
    for (uint64_t n = 1; n < 200; n++) {
        rj_arena *arena = rj_arena_new(0);
        assert_non_null(arena);
        rj_arena_fail_at(arena, n);
        rj_source_list list = {0};
        bool ok = rj_sources_resolve(names, 5, true, arena, &list);
        bool failed_before_end = rj_arena_allocations(arena) >= n;
        assert_int_equal(ok, !failed_before_end);
        rj_arena_free(arena);
        if (ok)
            return;
    }
    fail_msg("never succeeded");
}

static void opens_and_reads(void **state) {
    (void)state;
    rj_error err = RJ_ERROR_INIT;
    rj_input input;
    rj_input_failure failure;
    char byte;
    rj_source source = {.kind = RJ_SOURCE_FILE, .name = "gone/m.yaml"};
    assert_false(rj_input_open(&source, &input, &failure, &err));
    assert_string_equal(err.message, "open gone/m.yaml: no such file or directory");
    source.name = "dl";
    assert_true(rj_input_open(&source, &input, &failure, &err));
    assert_int_equal(rj_input_read(&input, &byte, 1), -1);
    assert_int_equal(input.error, EISDIR);
    rj_input_close(&input);
    source.name = "c.yaml";
    assert_true(rj_input_open(&source, &input, &failure, &err));
    assert_int_equal(rj_input_read(&input, &byte, 1), 0);
    assert_int_equal(input.error, 0);
    rj_input_close(&input);
    source = (rj_source){.kind = RJ_SOURCE_URL, .name = "http://127.0.0.1:1/"};
    assert_false(rj_input_open(&source, &input, &failure, &err));
    assert_int_equal(failure, RJ_INPUT_FAILURE_REFUSED);
    assert_int_equal(err.code, RJ_ERROR_IO);
    rj_error_clear(&err);
}

/* A pipe that nobody writes to must not hang; one whose writer is late is read whole. */
static void named_pipes(void **state) {
    (void)state;
    rj_error err = RJ_ERROR_INIT;
    rj_input input;
    rj_input_failure failure;
    const rj_source source = {.kind = RJ_SOURCE_FILE, .name = "pipe.yaml"};
    assert_int_equal(mkfifo(source.name, 0600), 0);
    assert_false(rj_input_open(&source, &input, &failure, &err));
    assert_string_equal(err.message, "open pipe.yaml: nobody writes to this pipe");
    rj_error_clear(&err);
    for (int slow = 0; slow < 2; slow++) {
        pid_t writer = fork();
        if (writer == 0) {
            usleep(100000);
            int fd = open(source.name, O_WRONLY);
            if (slow)
                usleep(300000);
            bool ok = write(fd, "first ", 6) == 6;
            usleep(50000);
            ok = ok && write(fd, "second", 6) == 6;
            _exit(!ok);
        }
        char text[16];
        size_t bytes = 0;
        assert_true(rj_input_open(&source, &input, &failure, &err));
        for (ssize_t n = 1; n > 0; bytes += (size_t)n) {
            n = rj_input_read(&input, text + bytes, sizeof text - bytes);
            assert_true(n >= 0);
        }
        rj_input_close(&input);
        assert_int_equal(bytes, 12);
        assert_memory_equal(text, "first second", 12);
        assert_int_equal(waitpid(writer, NULL, 0), writer);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resolves),
        cmocka_unit_test(full_arena_is_told),
        cmocka_unit_test(opens_and_reads),
        cmocka_unit_test(named_pipes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
