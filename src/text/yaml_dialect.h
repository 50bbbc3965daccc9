/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_DIALECT_H
#define RJ_TEXT_YAML_DIALECT_H

/**
 * @file
 * The few spots where libyaml reads YAML otherwise than the reference's library: found in a
 * document's text and rewritten so that libyaml reads what the reference reads.
 */

#include <stdbool.h>
#include <stddef.h>

#include "rjinterp/buf.h"
#include "text/yaml_chunk.h"

/** At byte @ref offset of the rewritten text, characters of the document's text were replaced. */
typedef struct rj_yaml_edit {
    size_t offset;
    size_t inserted_bytes;     /**< bytes here that the document doesn't have */
    size_t dropped_characters; /**< characters of the document that are missing behind them */
} rj_yaml_edit;

typedef struct rj_yaml_dialect {
    const char *text; /**< the document's own text when nothing had to be done */
    size_t bytes;
    size_t bom_bytes; /**< of a byte order mark that was cut off at the start */
    const rj_yaml_edit *edits;
    size_t edit_count;
    rj_buf rewritten, edit_list; /**< owned */
} rj_yaml_dialect;

bool rj_yaml_dialect_apply(const rj_yaml_chunk *chunk, rj_yaml_dialect *out);

void rj_yaml_dialect_free(rj_yaml_dialect *dialect);

#endif
