/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_XML_H
#define RJ_CLI_XML_H

/**
 * @file
 * Text in XML and HTML.
 */

#include <stddef.h>
#include <stdint.h>

#include "rjinterp/buf.h"

/** Appends text for content or a quoted attribute. Characters that XML doesn't have, and bytes that
 * are no characters, become U+FFFD. */
void cli_write_xml(const char *text, size_t bytes, rj_buf *out);

/** Appends ` NAME="TEXT"`. */
void cli_write_xml_attribute(const char *name, const char *text, rj_buf *out);

#endif
