/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/limits.h"

bool cli_limits_take(const interpret_values *v, rj_limits *out, rj_error *err) {
    if (v->timeout_ms < 1)
        return rj_error_set(err, RJ_ERROR_USAGE, "--timeout has to be at least 1 millisecond");
    /* What recursion over values is tested with. */
    if (v->max_depth > rj_limits_default()->max_depth)
        return rj_error_set(err, RJ_ERROR_USAGE, "--max-depth has to be at most %u",
                            (unsigned)rj_limits_default()->max_depth);
    *out = *rj_limits_default();
    out->timeout_ms = (uint32_t)v->timeout_ms;
    out->max_input_bytes = v->max_input;
    out->max_document_bytes = v->max_document;
    out->max_depth = (uint32_t)v->max_depth;
    out->max_nodes = v->max_nodes;
    out->max_script_bytes = v->max_script;
    out->max_memory_bytes = v->max_memory;
    out->max_print_bytes = v->max_print;
    out->max_output_bytes = v->max_output;
    return true;
}

const char *cli_limit_option(rj_limit limit) {
    static const char *const names[] = {
        [RJ_LIMIT_INPUT] = "max-input",   [RJ_LIMIT_DOCUMENT] = "max-document",
        [RJ_LIMIT_DEPTH] = "max-depth",   [RJ_LIMIT_NODES] = "max-nodes",
        [RJ_LIMIT_SCRIPT] = "max-script", [RJ_LIMIT_MEMORY] = "max-memory",
        [RJ_LIMIT_TIMEOUT] = "timeout",   [RJ_LIMIT_PRINT] = "max-print",
        [RJ_LIMIT_OUTPUT] = "max-output",
    };
    return (size_t)limit < sizeof names / sizeof *names ? names[limit] : NULL;
}
