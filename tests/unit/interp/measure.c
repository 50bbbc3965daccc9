/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/interp/requests.h"

#include <stdlib.h>

#include "interp/measure.h"
#include "rjinterp/jail.h"
#include "rjinterp/script.h"

/* What a receiver heard. */
typedef struct heard {
    uint64_t counts[64];
    size_t count_count, times;
    bool refuses;
} heard;

static bool hear(void *ctx, const rj_measurements *m) {
    heard *h = ctx;
    h->times++;
    h->count_count = m->count_count;
    for (size_t i = 0; i < m->count_count && i < 64; i++)
        h->counts[i] = m->counts[i];
    return !h->refuses && m->customization && m->operation == RJ_OPERATION_INTERPRET_HEALTH;
}

typedef bool run_fn(const rj_request *request, rj_arena *arena, rj_result *result, rj_error *err);

static bool run_jailed(const rj_request *request, rj_arena *arena, rj_result *result,
                       rj_error *err) {
    return rj_jail_run(request, NULL, arena, result, err);
}

static run_fn *const ways[] = {rj_interp_run, run_jailed};

static health *measured(const char *body, heard *h, rj_arena *arena) {
    health *made = make_health(body, arena);
    made->request.measure.coverage = true;
    made->request.measured = hear;
    made->request.measured_ctx = h;
    return made;
}

/* The script of make_health() has points for: its statement `function`, the function, then what
 * stands in it. */
static void counts_come_before_the_answer(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        heard h = {0};
        health *made = measured("local n = 0\n"
                                "for i = 1, #'xyz' do n = n + i end\n"
                                "return n == 6",
                                &h, arena);
        assert_true(ways[i](&made->request, arena, &result, &err));
        assert_true(result.values[0].boolean);
        assert_int_equal(h.times, 1);
        /* function, its body; local, for, its turns and ends, n = n + i, return */
        static const uint64_t expected[] = {1, 1, 1, 1, 3, 1, 3, 1};
        assert_int_equal(h.count_count, sizeof expected / sizeof *expected);
        for (size_t n = 0; n < h.count_count; n++)
            assert_int_equal(h.counts[n], expected[n]);
        rj_arena_free(arena);
    }
}

static void counts_come_when_the_script_fails(void **state) {
    (void)state;
    static const char *const bodies[] = {"local n = 0\n"
                                         "n = o.nothing.here\n"
                                         "return true",
                                         "local n = 0\n"
                                         "while true do end\n"
                                         "return true"};
    static const uint64_t expected[] = {1, 1, 1, 1, 0};
    for (size_t i = 0; i < 4; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        heard h = {0};
        rj_limits limits = *rj_limits_default();
        health *made = measured(bodies[i / 2], &h, arena);
        limits.timeout_ms = 50;
        made->request.limits = &limits;
        assert_false(ways[i % 2](&made->request, arena, &result, &err));
        assert_int_equal(err.code, i / 2 ? RJ_ERROR_DEADLINE : RJ_ERROR_SCRIPT);
        assert_int_equal(h.times, 1);
        assert_int_equal(h.count_count, 5);
        assert_memory_equal(h.counts, expected, sizeof expected);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void nothing_is_measured_unless_it_is_wanted(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        heard h = {0};
        health *made = measured("return true", &h, arena);
        made->request.measure.coverage = false;
        assert_true(ways[i](&made->request, arena, &result, &err));
        assert_int_equal(h.times, 0);
        rj_arena_free(arena);
    }
}

/* A script that can't be compiled wasn't begun. */
static void a_broken_script_has_no_counts(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        heard h = {0};
        health *made = measured("return return", &h, arena);
        assert_false(ways[i](&made->request, arena, &result, &err));
        assert_int_equal(h.times, 0);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void what_the_receiver_refuses_is_an_error(void **state) {
    (void)state;
    static const char *const bodies[] = {"return true", "return nothing.here"};
    for (size_t i = 0; i < 4; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        heard h = {.refuses = true};
        health *made = measured(bodies[i / 2], &h, arena);
        assert_false(ways[i % 2](&made->request, arena, &result, &err));
        assert_int_equal(err.code, RJ_ERROR_INTERNAL);
        assert_non_null(strstr(err.message, "measured"));
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

/* ---- lines and time ---- */

typedef struct costs {
    rj_lua_line lines[16];
    size_t line_count;
    uint64_t run_ns;
} costs;

static bool hear_costs(void *ctx, const rj_measurements *m) {
    costs *c = ctx;
    c->line_count = m->line_count;
    c->run_ns = m->run_ns;
    for (size_t i = 0; i < m->line_count && i < 16; i++)
        c->lines[i] = m->lines[i];
    return m->count_count == 0;
}

/* The function's body begins on line 2. A turn more costs the same each time, and only there. */
static void instructions_are_those_of_their_lines(void **state) {
    (void)state;
    static const char *const bodies[] = {"local n, t = 0, {}\n"
                                         "for i = 1, 10 do n = n + i end\n"
                                         "return true",
                                         "local n, t = 0, {}\n"
                                         "for i = 1, 30 do n = n + i end\n"
                                         "return true",
                                         "local n, t = 0, {}\n"
                                         "for i = 1, 50 do n = n + i end\n"
                                         "return true"};
    costs all[2][3] = {0};
    for (size_t i = 0; i < 6; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        health *made = make_health(bodies[i / 2], arena);
        made->request.measure.lines = true;
        made->request.measured = hear_costs;
        made->request.measured_ctx = &all[i % 2][i / 2];
        assert_true(ways[i % 2](&made->request, arena, &result, &err));
        rj_arena_free(arena);
    }
    for (size_t way = 0; way < 2; way++) {
        const costs *h = all[way];
        assert_in_range(h[0].line_count, 4, 16);
        assert_int_equal(h[0].run_ns, 0);
        const uint64_t ten = h[0].lines[2].instructions, thirty = h[1].lines[2].instructions,
                       fifty = h[2].lines[2].instructions;
        assert_true(ten >= 20);
        assert_true(thirty > ten);
        assert_int_equal(thirty - ten, fifty - thirty);
        assert_true(h[0].lines[1].bytes > 0);
        for (size_t i = 0; i < h[0].line_count; i++)
            if (i != 2)
                assert_int_equal(h[0].lines[i].instructions, h[2].lines[i].instructions);
        assert_memory_equal(all[0][0].lines, h[0].lines, sizeof h[0].lines);
    }
}

static void profiled_scripts_are_stopped_as_others(void **state) {
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        costs h = {0};
        rj_limits limits = *rj_limits_default();
        health *made = make_health(
            i / 2 ? "local s = 'x' while true do s = s .. s end" : "while true do end", arena);
        limits.timeout_ms = i / 2 ? 5000 : 100;
        limits.max_memory_bytes = 4U << 20;
        made->request.limits = &limits;
        made->request.measure.lines = true;
        made->request.measured = hear_costs;
        made->request.measured_ctx = &h;
        assert_false(ways[i % 2](&made->request, arena, &result, &err));
        assert_int_equal(err.code, i / 2 ? RJ_ERROR_MEMORY : RJ_ERROR_DEADLINE);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void time_comes_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        costs h = {0};
        health *made = make_health("return true", arena);
        made->request.measure.time = true;
        made->request.measured = hear_costs;
        made->request.measured_ctx = &h;
        assert_true(ways[i](&made->request, arena, &result, &err));
        assert_true(h.run_ns > 0);
        assert_int_equal(h.line_count, 0);
        rj_arena_free(arena);
    }
}

/* ---- usage ---- */

typedef struct used {
    rj_lua_usage usage;
    uint64_t run_ns, line_instructions;
} used;

static bool hear_usage(void *ctx, const rj_measurements *m) {
    used *u = ctx;
    u->usage = m->usage;
    u->run_ns = m->run_ns;
    for (size_t i = 0; i < m->line_count; i++)
        u->line_instructions += m->lines[i].instructions;
    return true;
}

static used use(size_t way, const char *body, rj_measure measure, const rj_limits *limits,
                bool succeeds) {
    rj_arena *arena = rj_arena_new(0);
    rj_error err = RJ_ERROR_INIT;
    rj_result result;
    used u = {0};
    health *made = make_health(body, arena);
    made->request.limits = limits;
    made->request.measure = measure;
    made->request.measured = hear_usage;
    made->request.measured_ctx = &u;
    assert_int_equal(ways[way](&made->request, arena, &result, &err), succeeds);
    rj_error_clear(&err);
    rj_arena_free(arena);
    return u;
}

/* The counts by line come from a run in which each single instruction is seen. */
static void instructions_are_counted_by_steps(void **state) {
    (void)state;
    static const struct {
        const char *body;
        bool succeeds;
    } cases[] = {{"local n = 0 for i = 1, 50000 do n = n + i end return true", true},
                 {"local n = 0 for i = 1, 50000 do n = n + i end return nothing.here", false},
                 {"return true", true}};
    for (size_t i = 0; i < 6; i++) {
        const char *body = cases[i / 2].body;
        const bool succeeds = cases[i / 2].succeeds;
        const used exact = use(i % 2, body, (rj_measure){.lines = true}, NULL, succeeds);
        const used u = use(i % 2, body, (rj_measure){.usage = true, .time = true}, NULL, succeeds);
        assert_int_equal(exact.usage.instruction_step, 0);
        assert_int_equal(u.usage.instruction_step, 100);
        assert_int_equal(u.usage.instructions % 100, 0);
        assert_in_range(u.usage.instructions + 200, exact.line_instructions,
                        exact.line_instructions + 300);
        assert_true(i / 2 == 2 || u.usage.instructions >= 100000);
        assert_true(u.run_ns > 0);
    }
}

static void peak_memory_is_the_most_that_there_was(void **state) {
    (void)state;
    rj_limits limits = *rj_limits_default();
    limits.max_memory_bytes = 4U << 20;
    limits.timeout_ms = 5000;
    const rj_measure usage = {.usage = true};
    for (size_t i = 0; i < 2; i++) {
        const used small = use(i, "return true", usage, &limits, true);
        assert_in_range(small.usage.peak_bytes, 1, 500000);
        assert_int_equal(small.run_ns, 0);
        /* What is garbage in the end has been there. */
        const used large =
            use(i, "local s = 'x' for i = 1, 19 do s = s .. s end s = nil return true", usage,
                &limits, true);
        const uint64_t last_two = (1U << 19) + (1U << 18);
        assert_in_range(large.usage.peak_bytes, small.usage.peak_bytes + last_two, 4U << 20);
        const used most =
            use(i, "local s = 'x' while true do s = s .. s end", usage, &limits, false);
        assert_in_range(most.usage.peak_bytes, 1U << 20, 4U << 20);
    }
}

/* ---- the wire ---- */

static void lines_arrive_only_when_they_were_asked_for(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    heard h = {0};
    health *made = measured("return true", &h, arena);
    static const uint64_t counts[] = {7};
    static const rj_lua_line lines[] = {{1, 2}, {UINT64_MAX, 0}};
    const rj_measurements sent = {.customization = &made->customization,
                                  .operation = RJ_OPERATION_INTERPRET_HEALTH,
                                  .counts = counts,
                                  .count_count = 1,
                                  .lines = lines,
                                  .line_count = 2,
                                  .run_ns = 5,
                                  .usage = {300, 100, 4096}};
    rj_measurements got;
    rj_buf wire = RJ_BUF_INIT;
    made->request.measure =
        (rj_measure){.coverage = true, .lines = true, .time = true, .usage = true};
    rj_wire_write_measurements(&sent, &made->set, &wire);
    assert_true(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    assert_int_equal(got.counts[0], 7);
    assert_int_equal(got.line_count, 2);
    assert_memory_equal(got.lines, lines, sizeof lines);
    assert_int_equal(got.run_ns, 5);
    assert_int_equal(got.usage.instructions, 300);
    assert_int_equal(got.usage.instruction_step, 100);
    assert_int_equal(got.usage.peak_bytes, 4096);
    for (size_t bytes = 0; bytes < wire.bytes; bytes++) {
        char *exact = malloc(bytes + 1);
        memcpy(exact, wire.data, bytes);
        assert_false(rj_wire_read_measurements(exact, bytes, &made->request, arena, &got));
        free(exact);
    }
    for (size_t i = 0; i < 4; i++) {
        made->request.measure =
            (rj_measure){.coverage = i != 0, .lines = i != 1, .time = i != 2, .usage = i != 3};
        assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    }
    rj_buf_free(&wire);
    rj_arena_free(arena);
}

static void a_trace_arrives_only_when_it_was_asked_for(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    heard h = {0};
    health *made = measured("return true", &h, arena);
    static const rj_trace_options options = {.max_events = 10, .max_text_bytes = 100};
    static const rj_trace_event events[] = {
        {.point = 1, .kind = RJ_TRACE_CALL},
        {.text_bytes = 5, .kind = RJ_TRACE_VALUE},
        {.script = 9, .text_bytes = 3, .kind = RJ_TRACE_RETURN}};
    rj_measurements sent = {.customization = &made->customization,
                            .operation = RJ_OPERATION_INTERPRET_HEALTH,
                            .trace = {.events = events,
                                      .event_count = 3,
                                      .text = "a = 1nil",
                                      .text_bytes = 8,
                                      .left_out = 4}};
    rj_measurements got;
    rj_buf wire = RJ_BUF_INIT;
    made->request.measure = (rj_measure){.trace = &options};
    rj_wire_write_measurements(&sent, &made->set, &wire);
    assert_true(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    assert_int_equal(got.trace.event_count, 3);
    assert_memory_equal(got.trace.events, events, sizeof events);
    assert_int_equal(got.trace.text_bytes, 8);
    assert_memory_equal(got.trace.text, "a = 1nil", 8);
    assert_int_equal(got.trace.left_out, 4);
    for (size_t bytes = 0; bytes < wire.bytes; bytes++) {
        char *exact = malloc(bytes + 1);
        memcpy(exact, wire.data, bytes);
        assert_false(rj_wire_read_measurements(exact, bytes, &made->request, arena, &got));
        free(exact);
    }
    made->request.measure =
        (rj_measure){.coverage = true, .lines = true, .time = true, .usage = true};
    assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    /* Texts that aren't the text, and an event of no kind. */
    made->request.measure = (rj_measure){.trace = &options};
    const rj_trace_event wrong[2][1] = {{{.text_bytes = 9}},
                                        {{.text_bytes = 8, .kind = RJ_TRACE_VARIABLE + 1}}};
    for (size_t i = 0; i < 2; i++) {
        rj_buf_reset(&wire);
        sent.trace.events = wrong[i];
        sent.trace.event_count = 1;
        rj_wire_write_measurements(&sent, &made->set, &wire);
        assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    }
    rj_buf_free(&wire);
    rj_arena_free(arena);
}

/* What a script has done comes in process and out of the jail alike. */
static bool hear_trace(void *ctx, const rj_measurements *m) {
    rj_buf *text = ctx;
    rj_buf_append(text, m->trace.text, m->trace.text_bytes);
    rj_buf_printf(text, " (%zu events)", m->trace.event_count);
    return true;
}

static void a_trace_comes_whether_the_script_fails_or_not(void **state) {
    (void)state;
    static const struct {
        const char *body, *expected;
        bool succeeds;
    } rows[] = {{"local n = 1\nreturn n == 1", "o = {}n = 1true (6 events)", true},
                {"local n = 1\nreturn nothing.here", "o = {}n = 1 (5 events)", false}};
    static const rj_trace_options options = {.max_events = 10, .max_text_bytes = 1000};
    for (size_t i = 0; i < 4; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_error err = RJ_ERROR_INIT;
        rj_result result;
        rj_buf text = RJ_BUF_INIT;
        health *made = make_health(rows[i / 2].body, arena);
        made->request.measure.trace = &options;
        made->request.measured = hear_trace;
        made->request.measured_ctx = &text;
        assert_int_equal(ways[i % 2](&made->request, arena, &result, &err), rows[i / 2].succeeds);
        /* The object's own fields don't matter here. */
        const char *object = strstr(rj_buf_text(&text), "o = {"), *end = strchr(object, '}');
        while (end[1] == '}')
            end++;
        rj_buf shown = RJ_BUF_INIT;
        rj_buf_printf(&shown, "o = {}%s", end + 1);
        assert_string_equal(rj_buf_text(&shown), rows[i / 2].expected);
        rj_buf_free(&shown);
        rj_buf_free(&text);
        rj_error_clear(&err);
        rj_arena_free(arena);
    }
}

static void measurements_arrive_as_they_were_sent(void **state) {
    (void)state;
    rj_arena *arena = rj_arena_new(0);
    heard h = {0};
    health *made = measured("return true", &h, arena);
    static const uint64_t counts[] = {0, 1, UINT64_MAX};
    const rj_measurements sent = {.customization = &made->customization,
                                  .operation = RJ_OPERATION_INTERPRET_HEALTH,
                                  .counts = counts,
                                  .count_count = 3};
    rj_measurements got;
    rj_buf wire = RJ_BUF_INIT;
    rj_wire_write_measurements(&sent, &made->set, &wire);
    assert_true(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    assert_ptr_equal(got.customization, sent.customization);
    assert_int_equal(got.operation, sent.operation);
    assert_int_equal(got.count_count, 3);
    assert_memory_equal(got.counts, counts, sizeof counts);
    /* Cut, of another operation, or not asked for. */
    for (size_t bytes = 0; bytes < wire.bytes; bytes++) {
        char *exact = malloc(bytes + 1);
        memcpy(exact, wire.data, bytes);
        assert_false(rj_wire_read_measurements(exact, bytes, &made->request, arena, &got));
        free(exact);
    }
    made->request.measure.coverage = false;
    assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    made->request.measure.coverage = true;
    made->request.operation = RJ_OPERATION_RETAIN;
    assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    made->request.operation = RJ_OPERATION_INTERPRET_HEALTH;
    /* Of a customization that isn't there. */
    wire.data[0] = 1;
    assert_false(rj_wire_read_measurements(wire.data, wire.bytes, &made->request, arena, &got));
    rj_buf_free(&wire);
    rj_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_come_before_the_answer),
        cmocka_unit_test(counts_come_when_the_script_fails),
        cmocka_unit_test(nothing_is_measured_unless_it_is_wanted),
        cmocka_unit_test(a_broken_script_has_no_counts),
        cmocka_unit_test(what_the_receiver_refuses_is_an_error),
        cmocka_unit_test(instructions_are_those_of_their_lines),
        cmocka_unit_test(profiled_scripts_are_stopped_as_others),
        cmocka_unit_test(time_comes_alone),
        cmocka_unit_test(instructions_are_counted_by_steps),
        cmocka_unit_test(peak_memory_is_the_most_that_there_was),
        cmocka_unit_test(lines_arrive_only_when_they_were_asked_for),
        cmocka_unit_test(a_trace_arrives_only_when_it_was_asked_for),
        cmocka_unit_test(a_trace_comes_whether_the_script_fails_or_not),
        cmocka_unit_test(measurements_arrive_as_they_were_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
