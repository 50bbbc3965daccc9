/* SPDX-License-Identifier: Apache-2.0 */
/* The program is linked with --wrap for the calls below, so that each of them can fail, or end the
 * process, at a chosen moment. */
#include "cli/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit/cmocka_all.h"

/* ---- calls that fail ---- */

typedef enum fate {
    FATE_GOOD,
    FATE_FAILS,
    FATE_KILLS
} fate;

static struct {
    fate fate;
    int countdown; /* calls until it happens */
    int calls;     /* since it was set */
    bool after;    /* the call is made first */
    bool is_short; /* every write takes one byte */
    const char *failed_call;
} plan;

static void set_plan(fate f, int countdown, bool after) {
    plan.fate = f;
    plan.countdown = countdown;
    plan.calls = 0;
    plan.after = after;
    plan.failed_call = NULL;
}

/* Whether this call's turn has come. */
static bool has_come(const char *name) {
    plan.calls++;
    if (plan.fate == FATE_GOOD || --plan.countdown != 0)
        return false;
    plan.failed_call = name;
    return true;
}

#define WRAPPED(type, name, parameters, arguments, failure)                                        \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        if (!has_come(#name))                                                                      \
            return __real_##name arguments;                                                        \
        if (plan.after)                                                                            \
            (void)!__real_##name arguments;                                                        \
        if (plan.fate == FATE_KILLS)                                                               \
            raise(SIGKILL);                                                                        \
        errno = (failure);                                                                         \
        return -1;                                                                                 \
    }

ssize_t __real_write(int fd, const void *data, size_t bytes);
ssize_t __wrap_write(int fd, const void *data, size_t bytes);
ssize_t __wrap_write(int fd, const void *data, size_t bytes) {
    if (!has_come("write"))
        return __real_write(fd, data, plan.is_short && bytes > 1 ? 1 : bytes);
    if (plan.after)
        (void)!__real_write(fd, data, bytes / 2);
    if (plan.fate == FATE_KILLS)
        raise(SIGKILL);
    errno = ENOSPC;
    return -1;
}

WRAPPED(int, fsync, (int fd), (fd), EIO)
WRAPPED(int, rename, (const char *from, const char *to), (from, to), EACCES)
WRAPPED(int, fchmod, (int fd, mode_t mode), (fd, mode), EPERM)
WRAPPED(int, mkostemp, (char *path, int flags), (path, flags), EACCES)
WRAPPED(int, close, (int fd), (fd), EIO)

/* ---- the place ---- */

static char directory[] = "/tmp/rj-save-XXXXXX";
static char file_path[64], link_path[64];

static int make_place(void **state) {
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(file_path, sizeof file_path, "%s/c.yaml", directory);
    snprintf(link_path, sizeof link_path, "%s/link.yaml", directory);
    return 0;
}

static int count_files(bool removes) {
    DIR *dir = opendir(directory);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (removes)
            unlinkat(dirfd(dir), entry->d_name, 0);
    }
    closedir(dir);
    return count;
}

static int remove_place(void **state) {
    (void)state;
    set_plan(FATE_GOOD, 0, false);
    count_files(true);
    return rmdir(directory);
}

static rj_buf text_of(char letter, size_t bytes) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_fill(&text, letter, bytes);
    return text;
}

static void put_file(const rj_buf *text) {
    FILE *file = fopen(file_path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, text->bytes, file), text->bytes);
    fclose(file);
}

static bool file_is(const rj_buf *text) {
    rj_buf now = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    assert_true(cli_read_file(file_path, &now, &err));
    bool same =
        now.bytes == text->bytes && memcmp(rj_buf_text(&now), rj_buf_text(text), now.bytes) == 0;
    rj_buf_free(&now);
    return same;
}

enum {
    OLD_BYTES = 5000,
    NEW_BYTES = 9000,
    FEWEST_CALLS = 8 /* that a save makes and that can fail here */
};

/* ---- what stays ---- */

static void saves_and_keeps(void **state) {
    (void)state;
    rj_buf old = text_of('a', OLD_BYTES), fresh = text_of('b', NEW_BYTES);
    rj_error err = RJ_ERROR_INIT;
    struct stat before, after;
    set_plan(FATE_GOOD, 0, false);
    put_file(&old);
    assert_int_equal(chmod(file_path, 0640), 0);
    (void)!chown(file_path, 1234, 2345); /* only root can */
    assert_int_equal(stat(file_path, &before), 0);
    assert_int_equal(symlink("c.yaml", link_path), 0);
    assert_true(cli_save_file(link_path, &old, &fresh, &err));
    assert_true(file_is(&fresh));
    assert_int_equal(lstat(link_path, &after), 0);
    assert_true(S_ISLNK(after.st_mode));
    assert_int_equal(stat(file_path, &after), 0);
    assert_int_equal(after.st_mode, before.st_mode);
    assert_int_equal(after.st_uid, before.st_uid);
    assert_int_equal(after.st_gid, before.st_gid);
    plan.is_short = true;
    assert_true(cli_save_file(file_path, &fresh, &old, &err));
    plan.is_short = false;
    assert_true(file_is(&old));
    assert_int_equal(count_files(true), 2);
    rj_buf_free(&old);
    rj_buf_free(&fresh);
}

static void refuses(void **state) {
    (void)state;
    rj_buf old = text_of('a', OLD_BYTES), other = text_of('c', 10), fresh = text_of('b', 10);
    rj_error err = RJ_ERROR_INIT;
    set_plan(FATE_GOOD, 0, false);
    put_file(&other);
    assert_false(cli_save_file(file_path, &old, &fresh, &err));
    assert_non_null(strstr(err.message, "changed by someone else"));
    assert_true(file_is(&other));
    assert_false(cli_save_file(directory, &old, &fresh, &err));
    assert_non_null(strstr(err.message, ": is a directory"));
    assert_false(cli_save_file("/dev/null", &old, &fresh, &err));
    assert_non_null(strstr(err.message, "no regular file"));
    assert_false(cli_save_file(link_path, &old, &fresh, &err));
    assert_non_null(strstr(err.message, "no such file"));
    assert_int_equal(count_files(true), 1);
    rj_error_clear(&err);
    rj_buf_free(&old);
    rj_buf_free(&other);
    rj_buf_free(&fresh);
}

/* ---- what fails ---- */

/* Each call fails in turn, before and after it has had its effect. */
static void any_call_fails(void **state) {
    (void)state;
    rj_buf old = text_of('a', OLD_BYTES), fresh = text_of('b', NEW_BYTES);
    for (int after = 0; after < 2; after++) {
        for (int n = 1;; n++) {
            rj_error err = RJ_ERROR_INIT;
            set_plan(FATE_GOOD, 0, false);
            put_file(&old);
            set_plan(FATE_FAILS, n, after);
            bool saved = cli_save_file(file_path, &old, &fresh, &err);
            const char *failed = plan.failed_call;
            set_plan(FATE_GOOD, 0, false);
            assert_true(saved ? file_is(&fresh) : file_is(&old) || file_is(&fresh));
            /* Nothing but the file is left, unless the new file had been made and the call said it
             * hadn't. */
            bool is_lost = failed && strcmp(failed, "mkostemp") == 0 && after;
            assert_int_equal(count_files(true), is_lost ? 2 : 1);
            rj_error_clear(&err);
            if (!failed) {
                assert_true(n > FEWEST_CALLS);
                break;
            }
            if (strcmp(failed, "close") != 0)
                assert_false(saved);
        }
    }
    rj_buf_free(&old);
    rj_buf_free(&fresh);
}

/* ---- what is killed ---- */

static int wait_for(pid_t child) {
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void any_call_kills(void **state) {
    (void)state;
    rj_buf old = text_of('a', OLD_BYTES), fresh = text_of('b', NEW_BYTES);
    for (int after = 0; after < 2; after++) {
        for (int n = 1, status = -1; status != 0; n++) {
            set_plan(FATE_GOOD, 0, false);
            put_file(&old);
            pid_t child = fork();
            assert_true(child >= 0);
            if (child == 0) {
                set_plan(FATE_KILLS, n, after);
                _exit(!cli_save_file(file_path, &old, &fresh, NULL));
            }
            status = wait_for(child);
            assert_true(status == 0 ? file_is(&fresh) : file_is(&old) || file_is(&fresh));
            count_files(true);
        }
    }
    rj_buf_free(&old);
    rj_buf_free(&fresh);
}

static void save_for_ever(const rj_buf *a, const rj_buf *b) {
    for (;;)
        if (!cli_save_file(file_path, a, b, NULL) || !cli_save_file(file_path, b, a, NULL))
            _exit(1);
}

/* The file is always whole, whenever the process that saves is killed. */
static void killed_at_random(void **state) {
    (void)state;
    enum {
        ROUNDS = 300,
        MOST_MICROSECONDS = 6000
    };
    rj_buf a = text_of('a', 400 * 1024), b = text_of('b', 700 * 1024);
    int old_seen = 0, new_seen = 0;
    set_plan(FATE_GOOD, 0, false);
    srand(1);
    for (int round = 0; round < ROUNDS; round++) {
        put_file(&a);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            save_for_ever(&a, &b);
        struct timespec pause = {.tv_nsec = (rand() % MOST_MICROSECONDS) * 1000L};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        assert_true(WIFSIGNALED(wait_for(child)));
        bool is_new = file_is(&b);
        assert_true(is_new || file_is(&a));
        old_seen += !is_new;
        new_seen += is_new;
        count_files(true);
    }
    assert_true(old_seen > 0 && new_seen > 0);
    rj_buf_free(&a);
    rj_buf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(saves_and_keeps), cmocka_unit_test(refuses),
                                       cmocka_unit_test(any_call_fails),
                                       cmocka_unit_test(any_call_kills),
                                       cmocka_unit_test(killed_at_random)};
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
