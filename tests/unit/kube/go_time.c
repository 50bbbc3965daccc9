/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "kube/go_time.h"

static void readable(void **state) {
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"},
        {"2024-01-02T3:04:05Z", "2024-01-02T03:04:05Z"},
        {"2024-01-02T03:04:05.999999999999Z", "2024-01-02T03:04:05Z"},
        {"2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05Z"},
        {"2024-01-01T00:30:00+01:00", "2023-12-31T23:30:00Z"},
        {"2023-12-31T23:30:00-01:00", "2024-01-01T00:30:00Z"},
        {"2024-03-01T00:00:00+00:01", "2024-02-29T23:59:00Z"},
        {"2023-03-01T00:00:00+00:01", "2023-02-28T23:59:00Z"},
        {"1900-02-28T23:59:59-00:01", "1900-03-01T00:00:59Z"},
        {"2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"},
        {"2024-01-02T03:04:05+24:60", "2024-01-01T02:04:05Z"},
        {"2024-01-02T03:04:05-00:00", "2024-01-02T03:04:05Z"},
        {"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
        {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
        {"0001-01-01T00:00:00Z", ""},
        {"0001-01-01T02:00:00+02:00", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[RJ_GO_TIME_BYTES];
        rj_error err = RJ_ERROR_INIT;
        if (!rj_go_time_canonical(cases[i].in, strlen(cases[i].in), out, &err))
            fail_msg("%s: %s", cases[i].in, err.message);
        assert_string_equal(out, cases[i].out);
    }
}

#define AS " as \"2006-01-02T15:04:05Z07:00\": cannot parse "

static void unreadable(void **state) {
    (void)state;
    static const struct {
        const char *in, *message; /* behind: parsing time "…" */
    } cases[] = {
        {"", AS "\"\" as \"2006\""},
        {"yesterday", AS "\"yesterday\" as \"2006\""},
        {"202", AS "\"202\" as \"2006\""},
        {"20x4-01-02T03:04:05Z", AS "\"20x4-01-02T03:04:05Z\" as \"2006\""},
        {"2024", AS "\"\" as \"-\""},
        {"2024/01/02", AS "\"/01/02\" as \"-\""},
        {"2024-1-02T03:04:05Z", AS "\"1-02T03:04:05Z\" as \"01\""},
        {"2024-13-02T03:04:05Z", ": month out of range"},
        {"2024-00-02T03:04:05Z", ": month out of range"},
        {"2024-01-2T03:04:05Z", AS "\"2T03:04:05Z\" as \"02\""},
        {"2024-01-02", AS "\"\" as \"T\""},
        {"2024-01-02 03:04:05Z", AS "\" 03:04:05Z\" as \"T\""},
        {"2024-01-02t03:04:05Z", AS "\"t03:04:05Z\" as \"T\""},
        {"2024-01-02T24:04:05Z", ": hour out of range"},
        {"2024-01-02Tx", AS "\"x\" as \"15\""},
        {"2024-01-02T03:60:05Z", ": minute out of range"},
        {"2024-01-02T03:4:05Z", AS "\"4:05Z\" as \"04\""},
        {"2024-01-02T03:04:60Z", ": second out of range"},
        {"2024-01-02T03:04:5Z", AS "\"5Z\" as \"05\""},
        {"2024-01-02T03:04:05", AS "\"\" as \"Z07:00\""},
        {"2024-01-02T03:04:05.Z", AS "\".Z\" as \"Z07:00\""},
        {"2024-01-02T03:04:05z", AS "\"z\" as \"Z07:00\""},
        {"2024-01-02T03:04:05+0100", AS "\"+0100\" as \"Z07:00\""},
        {"2024-01-02T03:04:05*01:00", AS "\"*01:00\" as \"Z07:00\""},
        {"2024-01-02T03:04:05+xx:00", AS "\"+xx:00\" as \"Z07:00\""},
        {"2024-01-02T03:04:05+25:00", ": time zone offset hour out of range"},
        {"2024-01-02T03:04:05+01:61", ": time zone offset minute out of range"},
        {"2024-01-02T03:04:05*25:00", ": time zone offset hour out of range"},
        {"2024-01-02T03:04:05Zx", ": extra text: \"x\""},
        {"2024-01-02T03:04:05+01:000", ": extra text: \"0\""},
        {"2024-02-30T03:04:05Z", ": day out of range"},
        {"2023-02-29T03:04:05Z", ": day out of range"},
        {"2024-01-00T03:04:05Z", ": day out of range"},
        {"2024-04-31T03:04:05Zx", ": extra text: \"x\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[RJ_GO_TIME_BYTES], expected[256];
        snprintf(expected, sizeof expected, "parsing time \"%s\"%s", cases[i].in, cases[i].message);
        rj_error err = RJ_ERROR_INIT;
        assert_false(rj_go_time_canonical(cases[i].in, strlen(cases[i].in), out, &err));
        assert_string_equal(err.message, expected);
        rj_error_clear(&err);
    }
}

static void quoted_values(void **state) {
    (void)state;
    char out[RJ_GO_TIME_BYTES];
    rj_error err = RJ_ERROR_INIT;
    static const char text[] = "a\"\\\n\xC3\xA9\x7F\0z";
    assert_false(rj_go_time_canonical(text, sizeof text - 1, out, &err));
    assert_string_equal(err.message, "parsing time \"a\\\"\\\\\\x0a\\xc3\\xa9\x7F\\x00z\"" AS
                                     "\"a\\\"\\\\\\x0a\\xc3\\xa9\x7F\\x00z\" as \"2006\"");
    rj_error_clear(&err);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readable),
        cmocka_unit_test(unreadable),
        cmocka_unit_test(quoted_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
