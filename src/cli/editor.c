/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/editor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/save.h"
#include "rjinterp/input.h"
#include "rjinterp/utf8.h"

extern char **environ;

static bool fail_file(const char *verb, const char *path, int error, rj_error *err) {
    char room[128];
    return rj_error_set(err, RJ_ERROR_IO, "%s %s: %s", verb, path,
                        rj_input_errno_text(error, room, sizeof room));
}

static const char *variable(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

/* ---- the file ---- */

bool editor_make_file(const rj_buf *text, rj_arena *arena, const char **path, rj_error *err) {
    static const char suffix[] = ".lua";
    rj_buf name = RJ_BUF_INIT;
    rj_buf_printf(&name, "%s/rjinterp-edit-XXXXXX%s", variable("TMPDIR", "/tmp"), suffix);
    char *copy = rj_buf_ok(&name) ? rj_arena_copy(arena, rj_buf_text(&name), name.bytes) : NULL;
    rj_buf_free(&name);
    if (!copy)
        return rj_error_no_memory(err);
    int fd = mkostemps(copy, sizeof suffix - 1, O_CLOEXEC);
    if (fd < 0)
        return fail_file("open", copy, errno, err);
    bool ok = cli_write_all(fd, text);
    int error = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        error = errno;
    }
    if (!ok) {
        unlink(copy);
        return fail_file("write", copy, error, err);
    }
    *path = copy;
    return true;
}

/* ---- the program ---- */

typedef struct command {
    char **arguments; /* without the file */
    size_t count;
    bool in_shell; /* the file belongs to the last argument */
} command;

static bool add_argument(command *c, rj_arena *arena, const char *text, size_t bytes) {
    c->arguments[c->count] = rj_arena_copy(arena, text, bytes);
    return c->arguments[c->count++] != NULL;
}

/* A text with quotes is the shell's to read, others are split at their blanks. */
static bool make_command(const char *editor, rj_arena *arena, command *out) {
    size_t words = 1;
    for (const char *c = editor; *c; c++)
        words += *c == ' ';
    *out = (command){.in_shell = words > 1 && strpbrk(editor, "\"'\\")};
    if (out->in_shell)
        words = 3;
    out->arguments = rj_arena_calloc(arena, words + 2, sizeof *out->arguments);
    if (!out->arguments)
        return false;
    if (out->in_shell) {
        const char *shell = variable("SHELL", "/bin/bash");
        return add_argument(out, arena, shell, strlen(shell)) &&
               add_argument(out, arena, "-c", 2) &&
               add_argument(out, arena, editor, strlen(editor));
    }
    for (const char *word = editor;; word++) {
        size_t bytes = strcspn(word, " ");
        if (!add_argument(out, arena, word, bytes))
            return false;
        word += bytes;
        if (!*word)
            return true;
    }
}

static bool fail_editor(const char *what, const command *c, rj_error *err) {
    rj_buf joined = RJ_BUF_INIT, quoted = RJ_BUF_INIT;
    for (size_t i = 0; i < c->count; i++)
        rj_buf_printf(&joined, "%s%s", i ? " " : "", c->arguments[i]);
    rj_go_quote(rj_buf_text(&joined), joined.bytes, &quoted);
    rj_error_set(err, RJ_ERROR_IO, "%s the editor %s", what, rj_buf_text(&quoted));
    rj_buf_free(&joined);
    rj_buf_free(&quoted);
    return false;
}

/* The file for the shell, whatever its name is. */
static char *with_quoted_file(const char *editor, const char *path, rj_arena *arena) {
    rj_buf text = RJ_BUF_INIT;
    rj_buf_printf(&text, "%s '", editor);
    for (const char *c = path; *c; c++)
        rj_buf_printf(&text, *c == '\'' ? "'\\%c'" : "%c", *c);
    rj_buf_putc(&text, '\'');
    char *copy = rj_buf_ok(&text) ? rj_arena_copy(arena, rj_buf_text(&text), text.bytes) : NULL;
    rj_buf_free(&text);
    return copy;
}

/* Interrupts from the keyboard are meant for the editor. */
static int spawn_and_wait(char **arguments, int *status) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    pid_t child;
    sigemptyset(&defaults);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    if (interrupt.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGINT);
    if (quit.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGQUIT);
    int error = posix_spawnattr_init(&attributes);
    if (!error) {
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        error = posix_spawnp(&child, arguments[0], NULL, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    while (!error && waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            error = errno;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return error;
}

bool editor_run(const char *path, rj_arena *arena, rj_error *err) {
    const char *editor = variable("KUBE_EDITOR", variable("EDITOR", "vi"));
    command c;
    if (!make_command(editor, arena, &c))
        return rj_error_no_memory(err);
    command shown = c;
    char *file = c.in_shell ? with_quoted_file(editor, path, arena)
                            : rj_arena_copy(arena, path, strlen(path));
    char **arguments = rj_arena_calloc(arena, c.count + 2, sizeof *arguments);
    if (!file || !arguments)
        return rj_error_no_memory(err);
    memcpy(arguments, c.arguments, c.count * sizeof *arguments);
    arguments[c.in_shell ? c.count - 1 : c.count] = file;
    int status = 0, error = spawn_and_wait(arguments, &status);
    if (error && !strchr(arguments[0], '/'))
        return fail_editor("unable to launch", &shown, err);
    if (error || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail_editor("there was a problem with", &shown, err);
    return true;
}
