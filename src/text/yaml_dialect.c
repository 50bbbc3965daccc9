/* SPDX-License-Identifier: Apache-2.0 */
#include "text/yaml_dialect.h"

#include <string.h>

bool rj_yaml_dialect_apply(const rj_yaml_chunk *chunk, rj_yaml_dialect *out) {
    static const char bom[] = "\xEF\xBB\xBF";
    *out = (rj_yaml_dialect){.text = chunk->text, .bytes = chunk->bytes};
    if (chunk->bytes >= 3 && memcmp(chunk->text, bom, 3) == 0) {
        out->bom_bytes = 3;
        out->text += 3;
        out->bytes -= 3;
    }
    return true;
}

void rj_yaml_dialect_free(rj_yaml_dialect *dialect) {
    rj_buf_free(&dialect->rewritten);
    rj_buf_free(&dialect->edit_list);
}
