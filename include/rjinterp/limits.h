/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RJINTERP_LIMITS_H
#define RJINTERP_LIMITS_H

/**
 * @file
 * Every bound that an input or a script meets, in one struct. Functions take a pointer to it; NULL
 * means the defaults.
 */

#include <stddef.h>
#include <stdint.h>

#include "rjinterp/macros.h"

typedef struct rj_limits {
    size_t max_input_bytes;    /**< one file or stream; default 256 MiB */
    size_t max_document_bytes; /**< one document of a stream; default 64 MiB */
    size_t max_tree_bytes;     /**< memory of the value trees of one run; default 1 GiB */
    uint32_t max_depth;        /**< nesting of values; default 10000, as the reference */
    size_t max_nodes;          /**< values in one document, aliases expanded; default 4,000,000 */
    size_t max_script_bytes;   /**< text of one script; default 1 MiB */
    size_t max_memory_bytes;   /**< Lua state of one run; default 64 MiB */
    uint32_t timeout_ms;       /**< one script run, load and call; default 1000, as production */
    size_t max_print_bytes;    /**< what print() may write in one run; default 1 MiB */
    size_t max_output_bytes;   /**< result as text; default 64 MiB */
} rj_limits;

/** The limits by name, for errors that say which one was reached. */
typedef enum rj_limit {
    RJ_LIMIT_NONE = 0,
    RJ_LIMIT_INPUT,
    RJ_LIMIT_DOCUMENT,
    RJ_LIMIT_DEPTH,
    RJ_LIMIT_NODES,
    RJ_LIMIT_SCRIPT,
    RJ_LIMIT_MEMORY,
    RJ_LIMIT_TIMEOUT,
    RJ_LIMIT_PRINT,
    RJ_LIMIT_OUTPUT
} rj_limit;

/** The defaults. */
RJ_API const rj_limits *rj_limits_default(void);

#endif
