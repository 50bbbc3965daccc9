/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_TEXT_YAML_FAST_H
#define RJ_TEXT_YAML_FAST_H

/**
 * @file
 * YAML as programs and most people write it, read in one pass over its bytes: block maps and lists,
 * plain and quoted scalars of one line, literal scalars, and flow collections of one line.
 *
 * What compose and construct make of a text is the definition. This reader gives up at the first
 * thing of which it doesn't know for certain what they would make: anchors, tags, scalars of
 * several lines, tabs, repeated keys, odd indentation, and every error. Nothing has been shown
 * then, and they read the document from its start.
 */

#include <stdbool.h>

#include "text/yaml_chunk.h"

/**
 * Reads the whole of a document's text as rj_yaml_read() does. False when it gives up: *out, the
 * flow budget and the arena are as before, and no error is set.
 */
bool rj_yaml_fast_read(rj_yaml_chunk *chunk, rj_value *out) RJ_MUST_USE;

#endif
