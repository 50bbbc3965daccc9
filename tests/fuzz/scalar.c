/* SPDX-License-Identifier: Apache-2.0 */
/* A plain scalar, and a string of the same bytes, which has to come back as that string. */
#include "fuzz/fuzz.h"
#include "fuzz/trees.h"
#include "rjinterp/utf8.h"
#include "rjinterp/yaml.h"
#include "text/scalar.h"

static void check_scalar(const char *text, size_t bytes) {
    const rj_scalar scalar = rj_scalar_resolve(text, bytes);
    require(rj_scalar_tag(scalar.kind) != NULL);
    (void)rj_scalar_is_base60(text, bytes);
    double number;
    (void)rj_scalar_parse_decimal(text, bytes, &number);
    if (scalar.kind == RJ_SCALAR_FLOAT) {
        char key[RJ_FLOAT_KEY_BYTES];
        require(rj_scalar_float_key(scalar.f64, key) < sizeof key);
    }
}

static bool is_utf8(const char *text, size_t bytes) {
    while (bytes) {
        uint32_t c;
        bool valid;
        size_t n = rj_utf8_decode(text, bytes, &c, &valid);
        if (!valid)
            return false;
        text += n;
        bytes -= n;
    }
    return true;
}

/* As a value, as a list item, and as a key. */
static void check_string(const char *text, size_t bytes, rj_arena *arena) {
    const rj_value string = rj_value_string(text, bytes);
    const rj_member member = {.key = text, .key_bytes = bytes, .value = string};
    const rj_value items[] = {string, rj_value_map(&member, 1), rj_value_text("end")};
    const rj_value value = rj_value_list(items, 3);
    rj_buf out = RJ_BUF_INIT;
    rj_value read;
    if (fuzz_comes_back(&value) && rj_yaml_write(&value, &out, NULL)) {
        require(fuzz_read_one(out.data, out.bytes, arena, &read));
        require(rj_value_equal(&value, &read));
    }
    rj_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    rj_arena *arena = rj_arena_new((size_t)64 << 20);
    require(arena != NULL);
    const char *text = rj_arena_copy(arena, (const char *)data, bytes);
    check_scalar(text, bytes);
    if (is_utf8(text, bytes))
        check_string(text, bytes, arena);
    rj_arena_free(arena);
    return 0;
}
