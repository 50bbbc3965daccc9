/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax tree: places, names, comments, what is known about values. */
#include "unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/buf.h"
#include "script/ast.h"

typedef struct parsed {
    rj_arena *arena;
    rj_error err;
    rj_ast ast;
    const char *text;
    rj_buf seen;
} parsed;

static void parse(parsed *p, const char *text) {
    *p = (parsed){.arena = rj_arena_new(0), .err = RJ_ERROR_INIT, .text = text};
    if (!rj_ast_parse(text, strlen(text), NULL, p->arena, &p->ast, &p->err))
        fail_msg("%s: %s", text, p->err.message);
}

static void done(parsed *p) {
    rj_buf_free(&p->seen);
    rj_arena_free(p->arena);
}

/* "LINE:COLUMN source, " of each. */
static void note(parsed *p, char mark, const rj_place *place) {
    rj_buf_printf(&p->seen, "%c%u:%u<%.*s> ", mark, place->at.line, place->at.column,
                  (int)(place->end - place->offset), p->text + place->offset);
}

static bool note_expr(void *context, const rj_expr *expr) {
    note(context, 'e', &expr->place);
    return true;
}

static bool note_stat(void *context, const rj_stat *stat) {
    parsed *p = context;
    rj_buf_printf(&p->seen, "s%u:%u ", stat->place.at.line, stat->place.at.column);
    return true;
}

static void every_node_has_its_place(void **state) {
    (void)state;
    static const rj_ast_visitor visitor = {.expr = note_expr, .stat = note_stat};
    static const struct {
        const char *text, *seen;
    } rows[] = {
        {"local x = a.b[1]\nreturn -x",
         "s1:1 e1:11<a.b[1]> e1:11<a.b> e1:11<a> e1:13<b> e1:15<1> s2:1 e2:8<-x> e2:9<x> "},
        {"f(g, 'h'):i {j = 1, [k] = l}",
         "s1:1 e1:1<f(g, 'h'):i {j = 1, [k] = l}> e1:1<f(g, 'h')> e1:1<f> e1:3<g> e1:6<'h'> "
         "e1:13<{j = 1, [k] = l}> e1:14<j> e1:18<1> e1:22<k> e1:27<l> "},
        {"x = (a .. b .. (c + d)) or not e",
         "s1:1 e1:1<x> e1:5<(a .. b .. (c + d)) or not e> e1:5<(a .. b .. (c + d))> "
         "e1:6<a .. b .. (c + d)> e1:6<a> e1:11<b> e1:16<(c + d)> e1:17<c + d> e1:17<c> e1:21<d> "
         "e1:28<not e> e1:32<e> "},
        {"repeat local y until z", "s1:1 s1:8 e1:22<z> "},
        {"if a then elseif b then c() else end",
         "s1:1 e1:4<a> e1:18<b> s1:25 e1:25<c()> e1:25<c> "},
        {"for i = 1, 2, 3 do break end", "s1:1 e1:9<1> e1:12<2> e1:15<3> s1:20 "},
        {"function a.b(x) return x end",
         "s1:1 e1:10<a.b> e1:10<a> e1:12<b> e1:1<function a.b(x) return x end> s1:17 e1:24<x> "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p;
        parse(&p, rows[i].text);
        assert_true(rj_ast_visit(p.ast.main->body, &visitor, &p));
        assert_string_equal(rj_buf_text(&p.seen), rows[i].seen);
        done(&p);
    }
}

static bool stop_at_call(void *context, const rj_expr *expr) {
    note_expr(context, expr);
    return !rj_expr_is_call(expr);
}

static void a_visit_can_be_stopped(void **state) {
    (void)state;
    static const rj_ast_visitor visitor = {.expr = stop_at_call};
    parsed p;
    parse(&p, "x = y f(z) g()");
    assert_false(rj_ast_visit(p.ast.main->body, &visitor, &p));
    assert_string_equal(rj_buf_text(&p.seen), "e1:1<x> e1:5<y> e1:7<f(z)> ");
    done(&p);
}

static void comments_are_kept(void **state) {
    (void)state;
    parsed p;
    parse(&p, "-- rjinterp: ignore\nx = 1 --[[ two\nlines ]] y = 2 --end");
    for (size_t i = 0; i < p.ast.comment_count; i++)
        note(&p, 'c', &p.ast.comments[i].place);
    assert_string_equal(rj_buf_text(&p.seen),
                        "c1:1<-- rjinterp: ignore> c2:7<--[[ two\nlines ]]> c3:16<--end> ");
    assert_int_equal(p.ast.line_count, 3);
    assert_int_equal(p.ast.line_offsets[2], 35);
    done(&p);
}

/* The variable of that name which was declared last. */
static const rj_variable *variable(const parsed *p, const char *name) {
    for (const rj_variable *v = p->ast.variables; v; v = v->older)
        if (v->name->text.count == strlen(name) &&
            memcmp(v->name->text.data, name, v->name->text.count) == 0)
            return v;
    fail_msg("no variable %s", name);
    return NULL;
}

static void values_are_inferred(void **state) {
    (void)state;
    static const struct {
        const char *text; /* about v */
        bool number, string;
    } rows[] = {
        {"local v = 1", true, false},
        {"local v = 'x'", false, true},
        {"local v", false, false},
        {"local v = nil", false, false},
        {"local v = x", false, false},
        {"local v = x + y", true, false},
        {"local v = -x", true, false},
        {"local v = #x", true, false},
        {"local v = not x", false, false},
        {"local v = x < y", false, false},
        {"local v = x .. y", false, true},
        {"local v = 1 v = v + 1", true, false},
        {"local v = 1 v = 'x'", false, false},
        {"local v = 1 v = v", true, false},
        {"local v = 1 v = x", false, false},
        {"local v = 1 function f() v = nil end", false, false},
        {"local v = 1 function f() v = v * 2 end", true, false},
        {"local v = 1 function v() end", false, false},
        {"local w = 1 local v = w", true, false},
        {"local w = 1 local v = w w = 's'", false, false},
        {"local w = 1 local u = w local v = u w = x", false, false},
        {"local w, v = 1, 2 w, v = v, w", true, false},
        {"local w, v = 1, 2 w, v = f()", false, false},
        {"local w, v = 1", false, false},
        {"local w, v = f(), 2", true, false},
        {"local v, w = 1, f()", true, false},
        {"local v = 1 or x", true, false},
        {"local v = x or 1", false, false},
        {"local v = 1 and 2", true, false},
        {"local v = x and 1", false, false},
        {"local v = (1)", true, false},
        {"local v = (f())", false, false},
        {"for v = 1, 2 do end", true, false},
        {"for v = 1, 2 do v = 's' end", false, false},
        {"for v in f do end", false, false},
        {"function f(v) v = 1 end", false, false},
        {"local v = {}", false, false},
        {"local v = function() end", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p;
        parse(&p, rows[i].text);
        const rj_variable *v = variable(&p, "v");
        if (!v->not_number != rows[i].number || !v->not_string != rows[i].string)
            fail_msg("%s: number %d, string %d", rows[i].text, !v->not_number, !v->not_string);
        done(&p);
    }
}

static void names_are_resolved(void **state) {
    (void)state;
    parsed p;
    parse(&p, "local a local function f() a = 1 local b return function() return a, b end end "
              "local c local d = c");
    assert_true(variable(&p, "a")->captured);
    assert_true(variable(&p, "a")->assigned);
    assert_true(variable(&p, "b")->captured);
    assert_false(variable(&p, "b")->assigned);
    assert_false(variable(&p, "c")->captured);
    assert_true(variable(&p, "c")->referenced);
    assert_false(variable(&p, "d")->referenced);
    assert_true(variable(&p, "f")->is_function);
    const rj_function *f = variable(&p, "b")->function;
    assert_int_equal(f->upvalue_count, 1);
    assert_ptr_equal(f->upvalues[0], variable(&p, "a"));
    done(&p);
}

/* Production's own line of an expression: that of its leftmost operand; parentheses move what
 * stands in them to their own line, but not a call. */
static void lines_are_productions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line;
    } rows[] = {
        {"return a\n+ b", 1},    {"return\na\n.b", 2},          {"return -\nb", 2},
        {"return (\na)", 1},     {"return (\na + b)", 1},       {"return (\nf())", 2},
        {"return f\n{}", 1},     {"return (\na\n):b()", 1},     {"return {\n}", 1},
        {"return ((\nf()))", 1}, {"return\nfunction() end", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p;
        parse(&p, rows[i].text);
        const rj_expr *value = rj_expr_bare(p.ast.main->body->first->values);
        if (value->script_line != rows[i].line)
            fail_msg("%s: %u", rows[i].text, value->script_line);
        done(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_has_its_place), cmocka_unit_test(a_visit_can_be_stopped),
        cmocka_unit_test(comments_are_kept),        cmocka_unit_test(values_are_inferred),
        cmocka_unit_test(names_are_resolved),       cmocka_unit_test(lines_are_productions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
