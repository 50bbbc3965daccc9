/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_PROBE_H
#define RJ_CLI_REPORT_PROBE_H

/**
 * @file
 * What a probe found, for people, for programs, and as cases.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/snippet.h"
#include "rjinterp/probe.h"

typedef struct probe_text {
    const rj_probe_report *report;
    const rj_probe_options *options;
    cli_documents documents;
    bool is_coloured;
} probe_text;

typedef struct probe_format {
    const char *name;
    /** Whether the counts don't belong to the report itself and go to standard error. */
    bool counts_apart;
    /** False: out of memory. */
    bool (*write)(const probe_text *text, rj_arena *arena, rj_buf *out);
} probe_format;

/** NULL when there is none of that name. */
const probe_format *probe_format_find(const char *name);

/** Appends inputs that were left out, what was sampled, and the counts. */
void probe_write_counts(const probe_text *text, rj_buf *out);

#endif
