/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_REPORT_FLEET_H
#define RJ_CLI_REPORT_FLEET_H

/**
 * @file
 * What became of the objects of a fleet, written as it comes, in each of the forms.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/output_form.h"
#include "cli/progress.h"
#include "cli/sink.h"
#include "cli/snippet.h"
#include "rjinterp/fleet.h"

/** Fill in the first three, zero the rest; end with fleet_report_free(). */
typedef struct fleet_report {
    cli_form form;
    cli_sink *sink;
    cli_documents documents; /**< of the customizations, for the lines of scripts */
    rj_buf out;              /**< not yet written; ends with a line end */
    rj_buf line;             /**< of the result in work */
    rj_buf printed;          /**< by scripts */
    uint64_t objects, failed;
    uint64_t errors;  /**< operations that failed */
    bool is_bad;      /**< an operation of the object in work failed */
    bool has_records; /**< something was written */
    int64_t written_ms;
    cli_progress progress;
    bool could_not_write;
} fleet_report;

/** An event of rj_fleet. False: nothing can be written any more, which has been told. */
bool fleet_report_take(fleet_report *report, const rj_fleet_event *event, rj_arena *arena);

/** What a script prints. */
void fleet_report_print(fleet_report *report, const char *data, size_t bytes);

/** Writes what is left, and "N objects, N ok, N failed" to standard error. */
bool fleet_report_finish(fleet_report *report, bool is_interrupted);

void fleet_report_free(fleet_report *report);

#endif
