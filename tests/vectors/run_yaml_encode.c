/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * yaml-encode.jsonl: "json", a value, and the "yaml" it is written as, or the "error".
 */
#include "vectors.h"

#include "rjinterp/yaml.h"

bool run_yaml_encode(vector_case *c) {
    const rj_value *value = rj_value_get(c->vector, "json");
    const rj_value *yaml = rj_value_get(c->vector, "yaml");
    if (!value)
        return vector_unexpected(c, "a case with \"json\"", "a case without");
    rj_buf out = RJ_BUF_INIT;
    rj_error err = RJ_ERROR_INIT;
    const bool written = rj_yaml_write(value, &out, &err);
    bool ok;
    if (written && yaml)
        ok = vector_same_text(c, yaml->string.data, yaml->string.bytes, rj_buf_text(&out),
                              out.bytes);
    else if (written)
        ok = vector_unexpected(c, rj_value_get_text(c->vector, "error"), rj_buf_text(&out));
    else if (yaml)
        ok = vector_unexpected(c, yaml->string.data, err.message);
    else
        ok = vector_same_error(c, &err);
    rj_error_clear(&err);
    rj_buf_free(&out);
    return ok;
}
