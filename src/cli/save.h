/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_SAVE_H
#define RJ_CLI_SAVE_H

/**
 * @file
 * A file is replaced as a whole or not at all.
 */

#include <stdbool.h>

#include "rjinterp/buf.h"
#include "rjinterp/error.h"
#include "rjinterp/macros.h"

/**
 * Replaces what is in the file @p path by @p fresh: written to a new file in the same directory,
 * brought to the disk, and moved to the file's name. Whatever happens meanwhile, the name stands
 * for the old file or for the new one. Permissions, owner, extended attributes stay; of a symbolic
 * link the file that it leads to is replaced. (Other hard links keep the old content.)
 *
 * @p old is what the caller knows to be in the file; when something else is by now, the file isn't
 * replaced.
 */
bool cli_save_file(const char *path, const rj_buf *old, const rj_buf *fresh,
                   rj_error *err) RJ_MUST_USE;

/** Writes all of @p data; false with errno. */
bool cli_write_all(int fd, const rj_buf *data) RJ_MUST_USE;

/** Appends all of a file's bytes. */
bool cli_read_file(const char *path, rj_buf *out, rj_error *err) RJ_MUST_USE;

#endif
