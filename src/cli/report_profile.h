/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_PROFILE_H
#define RJ_CLI_REPORT_PROFILE_H

/**
 * @file
 * What profile has measured, for people and for programs.
 */

#include <stdbool.h>

#include "rjinterp/buf.h"
#include "rjinterp/profile.h"

typedef struct profile_text {
    const rj_profile_report *report;
    uint32_t limit_ms;
    size_t most_lines;
} profile_text;

void profile_write_pretty(const profile_text *text, rj_buf *out);
void profile_write_json(const profile_text *text, rj_buf *out);

/** Nothing takes too long or grows too fast. */
bool profile_is_fine(const profile_text *text);

#endif
