/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/text/reading.h"

#include <math.h>

#include "rjinterp/json.h"
#include "rjinterp/utf8.h"

static rj_value read_json(rj_arena *arena, const char *text) {
    rj_value value;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, text, strlen(text), "a.json", NULL, &value, &err))
        fail_msg("%s: %s", text, err.message);
    return value;
}

/* ---- reading ---- */

static const struct {
    const char *text, *message;
    rj_position at;
} broken[] = {
    {"", "unexpected EOF", {1, 1}},
    {"{", "unexpected EOF", {1, 2}},
    {"[1,", "unexpected EOF", {1, 4}},
    {"\"a", "unexpected EOF", {1, 3}},
    {"\"\\u12", "unexpected EOF", {1, 6}},
    {"tru", "unexpected EOF", {1, 4}},
    {"-", "unexpected EOF", {1, 2}},
    {"1e", "unexpected EOF", {1, 3}},
    {"{a", "invalid character 'a' looking for beginning of object key string", {1, 2}},
    {"{\"a\":1,}", "invalid character '}' looking for beginning of object key string", {1, 8}},
    {"{\"a\" 1}", "invalid character '1' after object key", {1, 6}},
    {"{\"a\":\n 1 2}", "invalid character '2' after object key:value pair", {2, 4}},
    {"[1 2]", "invalid character '2' after array element", {1, 4}},
    {"[01]", "invalid character '1' after array element", {1, 3}},
    {"[,]", "invalid character ',' looking for beginning of value", {1, 2}},
    {"'a'", "invalid character '\\'' looking for beginning of value", {1, 1}},
    {"[\"\xC3\xA4\", \x01]", "invalid character '\\x01' looking for beginning of value", {1, 7}},
    {"[\"a\nb\"]", "invalid character '\\n' in string literal", {1, 4}},
    {"\"\\q\"", "invalid character 'q' in string escape code", {1, 3}},
    {"\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape", {1, 6}},
    {"-x", "invalid character 'x' in numeric literal", {1, 2}},
    {"1.x", "invalid character 'x' after decimal point in numeric literal", {1, 3}},
    {"1ex", "invalid character 'x' in exponent of numeric literal", {1, 3}},
    {"1e+\"", "invalid character '\"' in exponent of numeric literal", {1, 4}},
    {"trux", "invalid character 'x' in literal true (expecting 'e')", {1, 4}},
    {"nil", "invalid character 'i' in literal null (expecting 'u')", {1, 2}},
    {"[\xC3\xA4]", "invalid character '\xC3\x83' looking for beginning of value", {1, 2}},
    {"[\xC2\x80]", "invalid character '\xC3\x82' looking for beginning of value", {1, 2}},
    {"{} x", "invalid character 'x' after top-level value", {1, 4}},
    {"[1e999, 2]", "json: cannot unmarshal number 1e999 into Go value of type float64", {1, 2}},
    {"[1e999, }", "invalid character '}' looking for beginning of value", {1, 9}},
};

static void broken_json_is_named_as_go_does(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        rj_value value;
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_json_read(arena, broken[i].text, strlen(broken[i].text), "a.json", NULL,
                                  &value, &err));
        assert_string_equal(err.message, broken[i].message);
        assert_string_equal(err.file, "a.json");
        if (err.at.line != broken[i].at.line || err.at.column != broken[i].at.column)
            fail_msg("%s: at %u:%u", broken[i].text, err.at.line, err.at.column);
        rj_error_clear(&err);
    }
    assert_false(rj_json_read(arena, "{", 1, NULL, NULL, &(rj_value){0}, NULL));
    rj_arena_free(arena);
}

static void numbers_become_what_go_makes_of_them(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value list = read_json(arena, "[0, -0, 12, 9223372036854775807, -9223372036854775808,"
                                     " 9223372036854775808, 1.0, 1e3, -0.0, 1e-400]");
    static const int64_t integers[] = {0, 0, 12, INT64_MAX, INT64_MIN};
    static const double floats[] = {9223372036854775808.0, 1.0, 1000.0, -0.0, 0.0};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(list.list.items[i].kind, RJ_KIND_INT);
        assert_true(list.list.items[i].number.i64 == integers[i]);
        assert_int_equal(list.list.items[i + 5].kind, RJ_KIND_FLOAT);
        assert_true(list.list.items[i + 5].number.f64 == floats[i]);
    }
    assert_true(signbit(list.list.items[8].number.f64));
    rj_arena_free(arena);
}

static void strings_and_keys_are_decoded(void **state) {
    (void)state;
    static const struct {
        const char *text, *value;
    } strings[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20ac\\ud83d\\ude80\"", "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\x80"},
        {"\"\\ud800\"", "\xEF\xBF\xBD"},
        {"\"\\ud800x\"", "\xEF\xBF\xBDx"},
        {"\"\\ud800\\n\"", "\xEF\xBF\xBD\n"},
        {"\"\\ud800\\u0041\"", "\xEF\xBF\xBD"
                               "A"},
        {"\"\\ud800\\ud800\\udc00\"", "\xEF\xBF\xBD\xF0\x90\x80\x80"},
        {"\"\\udc00\\ud800\"", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\"\xFFx\xC3\"", "\xEF\xBF\xBDx\xEF\xBF\xBD"},
        {"\"\x7F\"", "\x7F"},
    };
    rj_arena *arena = rj_arena_new(0);
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        assert_string_equal(read_json(arena, strings[i].text).string.data, strings[i].value);
    rj_value nul = read_json(arena, "\"a\\u0000b\"");
    assert_int_equal(nul.string.bytes, 3);
    assert_memory_equal(nul.string.data, "a\0b", 3);
    rj_value map = read_json(arena, "{\"b\":1, \"a\":{\"x\":1}, \"\":[], \"a\":2}");
    assert_int_equal(map.map.count, 3);
    assert_int_equal(rj_value_get(&map, "a")->number.i64, 2);
    assert_int_equal(rj_value_get(&map, "")->kind, RJ_KIND_LIST);
    rj_arena_free(arena);
}

static void values_know_their_places(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value root = read_json(arena, " {\n  \"\xC3\xA4\": [1,\n true], \"k\": \"v\"}");
    const rj_value *list = rj_value_get(&root, "\xC3\xA4");
    const rj_member *k = &root.map.members[0];
    assert_int_equal(root.at.line, 1);
    assert_int_equal(root.at.column, 2);
    assert_int_equal(list->at.line, 2);
    assert_int_equal(list->at.column, 8);
    assert_int_equal(list->list.items[1].at.line, 3);
    assert_int_equal(list->list.items[1].at.column, 2);
    assert_int_equal(k->key_at.column, 9);
    assert_int_equal(k->value.at.column, 14);
    assert_int_equal(k->value.style, RJ_STYLE_DOUBLE);
    rj_arena_free(arena);
}

static char *nested(char open, char close, size_t depth) {
    char *text = malloc(2 * depth + 1);
    assert_non_null(text);
    memset(text, open, depth);
    memset(text + depth, close, close ? depth : 0);
    text[close ? 2 * depth : depth] = '\0';
    return text;
}

static void depth_and_number_of_values_are_bounded(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_value value;
    char *deep = nested('[', ']', 10000), *deeper = nested('[', ']', 10001),
         *endless = nested('[', '\0', 1000000);
    assert_true(rj_json_read(arena, deep, strlen(deep), NULL, NULL, &value, &err));
    rj_buf out = RJ_BUF_INIT;
    rj_json_write(&value, &out);
    assert_string_equal(rj_buf_text(&out), deep);
    rj_buf_free(&out);
    assert_false(rj_json_read(arena, deeper, strlen(deeper), NULL, NULL, &value, &err));
    assert_string_equal(err.message, "invalid character '[' exceeded max depth");
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    assert_int_equal(err.at.column, 10001);
    assert_false(rj_json_read(arena, endless, strlen(endless), NULL, NULL, &value, &err));
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    rj_limits limits = *rj_limits_default();
    limits.max_nodes = 3;
    assert_true(rj_json_read(arena, "[1,2]", 5, NULL, &limits, &value, &err));
    assert_false(rj_json_read(arena, "[1,2,3]", 7, NULL, &limits, &value, &err));
    assert_int_equal(err.code, RJ_ERROR_LIMIT);
    assert_int_equal(err.limit, RJ_LIMIT_NODES);
    rj_error_clear(&err);
    free(deep);
    free(deeper);
    free(endless);
    rj_arena_free(arena);
}

/* ---- writing ---- */

static void doubles_are_written_as_go_does(void **state) {
    (void)state;
    static const struct {
        double number;
        const char *text;
    } doubles[] = {{0, "0"},
                   {-0.0, "-0"},
                   {1, "1"},
                   {1.5, "1.5"},
                   {0.1, "0.1"},
                   {1e20, "100000000000000000000"},
                   {1e21, "1e+21"},
                   {1e-6, "0.000001"},
                   {1e-7, "1e-7"},
                   {1.5e-10, "1.5e-10"},
                   {-1e100, "-1e+100"},
                   {5e-324, "5e-324"},
                   {9007199254740993.0, "9007199254740992"},
                   {1.7976931348623157e308, "1.7976931348623157e+308"}};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        rj_buf out = RJ_BUF_INIT;
        rj_json_write_double(doubles[i].number, &out);
        assert_string_equal(rj_buf_text(&out), doubles[i].text);
        rj_buf_free(&out);
    }
}

static void strings_are_escaped_as_go_does(void **state) {
    (void)state;
    static const struct {
        const char *text, *json;
    } strings[] = {
        {"", "\"\""},
        {"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
        {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
        {"\x01\x1F\x7F\v", "\"\\u0001\\u001f\x7F\\u000b\""},
        {"<a>&", "\"\\u003ca\\u003e\\u0026\""},
        {"\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA", "\"\\u2028\\u2029\xE2\x80\xAA\""},
        {"\xC3\xA4\xF0\x9F\x9A\x80", "\"\xC3\xA4\xF0\x9F\x9A\x80\""},
        {"a\xFF\xC3", "\"a\\ufffd\\ufffd\""},
        {"\xEF\xBF\xBD", "\"\xEF\xBF\xBD\""},
    };
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        rj_buf out = RJ_BUF_INIT;
        rj_json_write_string(strings[i].text, strlen(strings[i].text), &out);
        assert_string_equal(rj_buf_text(&out), strings[i].json);
        rj_buf_free(&out);
    }
}

static void trees_are_written_compact_or_indented(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    rj_value root = read_json(
        arena, "{\"b\": [1, {}, [], {\"x\": null}], \"a\": true, \"B\": \"\", \"aa\": 1.5}");
    rj_buf out = RJ_BUF_INIT;
    rj_json_write(&root, &out);
    assert_string_equal(rj_buf_text(&out),
                        "{\"B\":\"\",\"a\":true,\"aa\":1.5,\"b\":[1,{},[],{\"x\":null}]}");
    rj_buf_reset(&out);
    rj_json_write_indented(&root, 2, &out);
    assert_string_equal(rj_buf_text(&out), "{\n  \"B\": \"\",\n  \"a\": true,\n  \"aa\": 1.5,\n"
                                           "  \"b\": [\n    1,\n    {},\n    [],\n    {\n"
                                           "      \"x\": null\n    }\n  ]\n}");
    rj_buf_reset(&out);
    rj_json_write_indented(&rj_value_null, 4, &out);
    assert_string_equal(rj_buf_text(&out), "null");
    rj_buf_free(&out);
    rj_arena_free(arena);
}

/* ---- random trees ---- */

static rj_value random_string(rj_arena *arena, uint64_t *seed) {
    static const uint32_t interesting[] = {0,      1,       9,      10,     '"',    '\\',
                                           '<',    0x7F,    0x85,   0x2028, 0xFFFD, 0xFFFE,
                                           0xFEFF, 0x1F680, 0xD7FF, 0xE9};
    char text[64];
    size_t bytes = 0;
    for (uint32_t i = random_below(seed, 12); i > 0; i--) {
        uint32_t c = random_below(seed, 3) ? 'a' + random_below(seed, 26)
                                           : interesting[random_below(seed, 16)];
        bytes += rj_utf8_encode(c, text + bytes);
    }
    return rj_value_string(rj_arena_copy(arena, text, bytes), bytes);
}

static rj_value random_number(uint64_t *seed) {
    uint64_t bits =
        (uint64_t)next_random(seed) << 33 ^ (uint64_t)next_random(seed) << 13 ^ next_random(seed);
    double number;
    if (random_below(seed, 2))
        return rj_value_int((int64_t)bits >> random_below(seed, 64));
    memcpy(&number, &bits, sizeof number);
    /* A whole number below 1e21 would come back as an integer. */
    if (!isfinite(number) || number == trunc(number))
        number = 0.5;
    return rj_value_float(number);
}

static rj_value random_tree(rj_arena *arena, uint64_t *seed, uint32_t depth) {
    rj_list_builder list = {.arena = arena};
    rj_map_builder map = {.arena = arena};
    switch (random_below(seed, depth ? 7 : 5)) {
    case 0:
        return rj_value_null;
    case 1:
        return rj_value_bool(random_below(seed, 2));
    case 2:
    case 3:
        return random_number(seed);
    case 4:
        return random_string(arena, seed);
    case 5:
        for (uint32_t i = random_below(seed, 5); i > 0; i--) {
            rj_value item = random_tree(arena, seed, depth - 1);
            assert_true(rj_list_append(&list, &item));
        }
        return rj_list_finish(&list);
    default:
        for (uint32_t i = random_below(seed, 5); i > 0; i--) {
            rj_value key = random_string(arena, seed), value = random_tree(arena, seed, depth - 1);
            assert_true(
                rj_map_append(&map, key.string.data, key.string.bytes, (rj_position){0}, &value));
        }
        return rj_map_finish(&map);
    }
}

/* Written, read and written again; compact and indented; alone and as a document. */
static void check_tree(rj_arena *arena, const rj_value *tree) {
    rj_buf compact = RJ_BUF_INIT, indented = RJ_BUF_INIT, again = RJ_BUF_INIT;
    rj_json_write(tree, &compact);
    rj_json_write_indented(tree, 3, &indented);
    assert_true(rj_buf_ok(&compact) && rj_buf_ok(&indented));
    rj_value back;
    rj_error err = RJ_ERROR_INIT;
    if (!rj_json_read(arena, compact.data, compact.bytes, NULL, NULL, &back, &err))
        fail_msg("%s: %s", compact.data, err.message);
    assert_true(rj_value_equal(tree, &back));
    rj_json_write(&back, &again);
    assert_string_equal(rj_buf_text(&again), rj_buf_text(&compact));
    assert_true(rj_json_read(arena, indented.data, indented.bytes, NULL, NULL, &back, &err));
    assert_true(rj_value_equal(tree, &back));
    if (tree->kind == RJ_KIND_MAP) {
        reading r = read_first(indented.data, indented.bytes, NULL);
        assert_int_equal(r.status, RJ_READ_DOCUMENT);
        assert_true(rj_value_equal(tree, &r.doc.root));
        rj_buf_reset(&again);
        rj_document_write_raw(&r.doc, &again);
        assert_string_equal(rj_buf_text(&again), rj_buf_text(&indented));
        end_reading(&r);
    }
    rj_buf_free(&compact);
    rj_buf_free(&indented);
    rj_buf_free(&again);
}

static void random_trees_survive_writing_and_reading(void **state) {
    (void)state;
    uint64_t seed = 42;
    rj_arena *arena = rj_arena_new(0);
    for (int i = 0; i < 12000; i++) {
        rj_value tree = random_tree(arena, &seed, 5);
        check_tree(arena, &tree);
        rj_arena_reset(arena);
    }
    rj_arena_free(arena);
}

static void running_out_of_memory_is_an_error(void **state) {
    (void)state;
    static const char text[] = "{\"a\": [1, \"two\", {\"b\": 3.5}], \"c\": \"\\u00e9\"}";
    rj_arena *arena = rj_arena_new(0);
    for (uint64_t n = 1;; n++) {
        rj_value value;
        rj_error err = RJ_ERROR_INIT;
        rj_arena_reset(arena);
        rj_arena_fail_at(arena, n);
        bool good = rj_json_read(arena, text, strlen(text), NULL, NULL, &value, &err);
        if (!good)
            assert_int_equal(err.code, RJ_ERROR_MEMORY);
        rj_error_clear(&err);
        if (good)
            break;
    }
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_json_is_named_as_go_does),
        cmocka_unit_test(numbers_become_what_go_makes_of_them),
        cmocka_unit_test(strings_and_keys_are_decoded),
        cmocka_unit_test(values_know_their_places),
        cmocka_unit_test(depth_and_number_of_values_are_bounded),
        cmocka_unit_test(doubles_are_written_as_go_does),
        cmocka_unit_test(strings_are_escaped_as_go_does),
        cmocka_unit_test(trees_are_written_compact_or_indented),
        cmocka_unit_test(random_trees_survive_writing_and_reading),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
