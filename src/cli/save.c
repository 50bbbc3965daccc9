/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "rjinterp/input.h"

enum {
    READ_BYTES = 64 * 1024,
    ATTRIBUTE_BYTES = 64 * 1024
};

static bool fail(const char *verb, const char *path, int error, rj_error *err) {
    char room[128];
    return rj_error_set(err, RJ_ERROR_IO, "%s %s: %s", verb, path,
                        rj_input_errno_text(error, room, sizeof room));
}

/* ---- reading ---- */

static bool read_all(int fd, const char *path, rj_buf *out, rj_error *err) {
    for (;;) {
        char *room = rj_buf_reserve(out, READ_BYTES);
        if (!room)
            return rj_error_no_memory(err);
        ssize_t got = read(fd, room, READ_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail("read", path, errno, err);
        if (got == 0)
            return true;
        out->bytes += (size_t)got;
    }
}

bool cli_read_file(const char *path, rj_buf *out, rj_error *err) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fail("open", path, errno, err);
    bool ok = read_all(fd, path, out, err);
    close(fd);
    return ok;
}

/* ---- the new file ---- */

bool cli_write_all(int fd, const rj_buf *data) {
    for (size_t done = 0; done < data->bytes;) {
        ssize_t put = write(fd, data->data + done, data->bytes - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put == 0)
            errno = EIO;
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

typedef struct save {
    const char *path;      /* for messages */
    char target[PATH_MAX]; /* the file itself, where path is a link */
    char temporary[PATH_MAX];
    struct stat old;
    int fd; /* of the new file */
} save;

static bool find_target(save *s, rj_error *err) {
    if (!realpath(s->path, s->target) || stat(s->target, &s->old) != 0)
        return fail("open", s->path, errno, err);
    if (S_ISDIR(s->old.st_mode))
        return fail("open", s->path, EISDIR, err);
    if (!S_ISREG(s->old.st_mode))
        return rj_error_set(err, RJ_ERROR_IO, "%s is no regular file", s->path);
    /* Moving another file there would need no right to write this one. */
    if (faccessat(AT_FDCWD, s->target, W_OK, AT_EACCESS) != 0)
        return fail("open", s->path, errno, err);
    return true;
}

/* The name doesn't end like that of a manifest, so that a directory can be read meanwhile. */
static bool make_temporary(save *s, rj_error *err) {
    static const char suffix[] = ".rjinterp-XXXXXX";
    const char *name = strrchr(s->target, '/') + 1;
    size_t directory = (size_t)(name - s->target), bytes = strlen(name);
    if (bytes > NAME_MAX - sizeof suffix)
        bytes = NAME_MAX - sizeof suffix;
    if (directory + 1 + bytes + sizeof suffix > sizeof s->temporary)
        return fail("open", s->path, ENAMETOOLONG, err);
    char *end = mempcpy(s->temporary, s->target, directory);
    *end++ = '.';
    end = mempcpy(end, name, bytes);
    memcpy(end, suffix, sizeof suffix);
    s->fd = mkostemp(s->temporary, O_CLOEXEC);
    return s->fd >= 0 || fail("open", s->temporary, errno, err);
}

/* Lists of rights are extended attributes. What the file system doesn't take is left out. */
static bool copy_attributes(const save *s, rj_error *err) {
    char names[ATTRIBUTE_BYTES], value[ATTRIBUTE_BYTES];
    ssize_t bytes = listxattr(s->target, names, sizeof names);
    for (const char *name = names; name < names + bytes; name += strlen(name) + 1) {
        ssize_t length = getxattr(s->target, name, value, sizeof value);
        if (length >= 0 && fsetxattr(s->fd, name, value, (size_t)length, 0) != 0 &&
            errno != ENOTSUP && errno != EPERM && errno != EACCES)
            return fail("set attributes of", s->temporary, errno, err);
    }
    return true;
}

static bool copy_owner(const save *s, rj_error *err) {
    struct stat fresh;
    if (fstat(s->fd, &fresh) != 0)
        return fail("stat", s->temporary, errno, err);
    bool same = fresh.st_uid == s->old.st_uid && fresh.st_gid == s->old.st_gid;
    if (!same && fchown(s->fd, s->old.st_uid, s->old.st_gid) != 0)
        return rj_error_set(err, RJ_ERROR_IO,
                            "%s belongs to another user or group, which a new file can't be given",
                            s->path);
    if (fchmod(s->fd, s->old.st_mode & 07777) != 0)
        return fail("chmod", s->temporary, errno, err);
    return true;
}

static bool write_new(const save *s, const rj_buf *data, rj_error *err) {
    if (!cli_write_all(s->fd, data))
        return fail("write", s->path, errno, err);
    return fsync(s->fd) == 0 || fail("sync", s->path, errno, err);
}

/* ---- the move ---- */

static bool check_unchanged(const save *s, const rj_buf *old, rj_error *err) {
    rj_buf now = RJ_BUF_INIT;
    bool ok = cli_read_file(s->target, &now, err);
    if (ok && (now.bytes != old->bytes || memcmp(rj_buf_text(&now), rj_buf_text(old), now.bytes)))
        ok = rj_error_set(err, RJ_ERROR_IO,
                          "%s has been changed by someone else meanwhile and was not overwritten",
                          s->path);
    rj_buf_free(&now);
    return ok;
}

/* File systems that know no directories on disk say EINVAL. */
static bool sync_directory(save *s, rj_error *err) {
    *strrchr(s->target, '/') = '\0';
    int fd = open(*s->target ? s->target : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (ok)
        return true;
    fail("sync the directory of", s->path, error, err);
    rj_error_set_hint(err, "the file has its new content, but may lose it again if the machine "
                           "goes down now");
    return false;
}

static bool fill(save *s, const rj_buf *fresh, rj_error *err) {
    bool ok = copy_owner(s, err) && copy_attributes(s, err) && write_new(s, fresh, err);
    if (close(s->fd) != 0 && ok)
        ok = fail("write", s->path, errno, err);
    return ok;
}

bool cli_save_file(const char *path, const rj_buf *old, const rj_buf *fresh, rj_error *err) {
    save s = {.path = path};
    if (!find_target(&s, err) || !check_unchanged(&s, old, err) || !make_temporary(&s, err))
        return false;
    bool ok = fill(&s, fresh, err) && check_unchanged(&s, old, err);
    if (ok && rename(s.temporary, s.target) != 0)
        ok = fail("rename", s.temporary, errno, err);
    if (!ok) {
        unlink(s.temporary);
        return false;
    }
    return sync_directory(&s, err);
}
