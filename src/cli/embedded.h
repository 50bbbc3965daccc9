/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJ_CLI_EMBEDDED_H
#define RJ_CLI_EMBEDDED_H

/**
 * @file
 * The customizations that were built into the program: customizations/GROUP/VERSION/KIND of the
 * source tree.
 */

#include <stddef.h>

typedef struct cli_embedded {
    const char *api_version; /**< "ray.io/v1" */
    const char *kind;        /**< "RayJob" */
    const char *name;        /**< as messages name the text */
    const unsigned char *data;
    size_t bytes;
} cli_embedded;

extern const cli_embedded cli_embedded_items[];
extern const size_t cli_embedded_count;

#endif
