/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/limits.h"

static const rj_limits defaults = {
    .max_input_bytes = (size_t)256 << 20,
    .max_document_bytes = (size_t)64 << 20,
    .max_tree_bytes = (size_t)1 << 30,
    .max_depth = 10000,
    .max_nodes = 4000000,
    .max_script_bytes = (size_t)1 << 20,
    .max_memory_bytes = (size_t)64 << 20,
    .timeout_ms = 1000,
    .max_print_bytes = (size_t)1 << 20,
    .max_output_bytes = (size_t)64 << 20,
};

const rj_limits *rj_limits_default(void) {
    return &defaults;
}
