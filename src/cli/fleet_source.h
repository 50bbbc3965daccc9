/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_FLEET_SOURCE_H
#define RJ_CLI_FLEET_SOURCE_H

/**
 * @file
 * The texts of all objects in a list of sources, one after the other. A source that can't be read
 * is a failure among them; those behind it are read.
 */

#include <stdbool.h>

#include "rjinterp/fleet.h"
#include "rjinterp/input.h"
#include "rjinterp/limits.h"
#include "rjinterp/pieces.h"

/** Zero-initialise but for the first two; end with cli_fleet_source_close(). */
typedef struct cli_fleet_source {
    const rj_source_list *sources;
    const rj_limits *limits;
    size_t next; /**< source to open */
    bool is_open;
    rj_input input;
    rj_piece_reader *reader;
    rj_error failure; /**< of the last source */
} cli_fleet_source;

/** See rj_fleet's next. */
rj_read_status cli_fleet_source_next(cli_fleet_source *source, rj_fleet_text *text, rj_error *err);

void cli_fleet_source_close(cli_fleet_source *source);

#endif
