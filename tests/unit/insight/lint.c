/* SPDX-License-Identifier: Apache-2.0 */
#include "rjinterp/lint.h"

#include <stdio.h>
#include <string.h>

#include "rjinterp/document.h"
#include "unit/cmocka_all.h"

enum {
    SCRIPT_LINE = 9, /* of the file: the script's first */
};

/* A customization with one script, as a file would have it. */
static void write_customization(const char *field, const char *style, const char *script,
                                rj_buf *out) {
    rj_buf_printf(out,
                  "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\n"
                  "metadata: {name: tested}\nspec:\n  target: {apiVersion: e.test/v1, kind: Tank}\n"
                  "  customizations:\n    %s:\n      luaScript: %s\n",
                  field, style);
    for (const char *line = script; *line;) {
        const size_t bytes = strcspn(line, "\n");
        rj_buf_printf(out, "        %.*s\n", (int)bytes, line);
        line += bytes;
        line += *line == '\n';
    }
}

static void look_at(const rj_buf *text, rj_lint *lint) {
    rj_document doc;
    rj_customization *made = rj_arena_calloc(lint->arena, 1, sizeof *made);
    rj_document_reader *reader =
        rj_document_reader_new_bytes(rj_buf_text(text), text->bytes, "tested.yaml", true, NULL);
    assert_true(made && reader);
    assert_int_equal(rj_document_next(reader, lint->arena, &doc, NULL), RJ_READ_DOCUMENT);
    assert_true(rj_customization_bind(&doc, lint->arena, made, NULL));
    assert_true(rj_lint_customization(lint, made, NULL));
    rj_document_reader_free(reader);
    rj_lint_sort(lint);
}

static rj_lint lint_script(const char *field, const char *style, const char *script,
                           rj_arena *arena) {
    rj_lint lint = {.arena = arena};
    rj_buf text = RJ_BUF_INIT;
    write_customization(field, style, script, &text);
    look_at(&text, &lint);
    rj_buf_free(&text);
    return lint;
}

/* "RJ106@10:24 RJ114@11:15": what was found, and where in the file. */
static void describe(const rj_lint *lint, rj_buf *out) {
    for (size_t i = 0; i < lint->count; i++)
        rj_buf_printf(out, "%s%s@%u:%u", i ? " " : "", lint->items[i].rule->id,
                      (unsigned)lint->items[i].at.line, (unsigned)lint->items[i].at.column);
}

static void every_rule_finds_its_bad_example_and_no_other(void **state) {
    (void)state;
    size_t count;
    const rj_lint_rule *rules = rj_lint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        if (!rules[i].bad)
            continue;
        rj_arena *arena = rj_arena_new(0);
        rj_lint bad = lint_script(rules[i].field, "|", rules[i].bad, arena);
        rj_lint good = lint_script(rules[i].field, "|", rules[i].good, arena);
        rj_buf found = RJ_BUF_INIT;
        describe(&bad, &found);
        if (bad.count != 1 || bad.items[0].rule != &rules[i] ||
            bad.items[0].at.line != SCRIPT_LINE - 1 + rules[i].bad_line)
            fail_msg("%s: found %s, expected it alone on line %u", rules[i].id, rj_buf_text(&found),
                     SCRIPT_LINE - 1 + rules[i].bad_line);
        rj_buf_reset(&found);
        describe(&good, &found);
        if (good.count)
            fail_msg("%s: the good example has %s", rules[i].id, rj_buf_text(&found));
        rj_buf_free(&found);
        rj_arena_free(arena);
    }
}

typedef struct row {
    const char *field, *style, *script, *expected;
} row;

static const row rows[] = {
    /* guards */
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if o.status == nil then return false end\n"
     "  return o.status.ready == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if o.status and o.status.ready then return true end\n"
     "  return false\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  local s = o.status or {}\n"
     "  return s.ready == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  local s = o.status\n"
     "  return s.ready == true\n"
     "end\n",
     "RJ106@11:20"},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  o.status = o.status or {}\n"
     "  return o.status.ready == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if not o.status then\n"
     "    o.status = {}\n"
     "  end\n"
     "  return o.status.ready == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return (o.status or {}).ready == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o.spec.replicas == 1 and o.metadata.name ~= nil\n"
     "end\n",
     ""},
    {"statusAggregation", "|",
     "function AggregateStatus(o, items)\n"
     "  for i = 1, #items do\n"
     "    o.kind = items[i].clusterName\n"
     "  end\n"
     "  for _, item in ipairs(items) do\n"
     "    o.spec = item.status.ready\n"
     "  end\n"
     "  return o\n"
     "end\n",
     "RJ106@14:34"},
    {"statusAggregation", "|",
     "function AggregateStatus(o, items)\n"
     "  for _, item in ipairs(items or {}) do\n"
     "    if item.status ~= nil then\n"
     "      o.spec = item.status.ready\n"
     "    end\n"
     "  end\n"
     "  return o\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "local function ready(o, n)\n"
     "  return o.status.ready == n and o.spec.replicas == n\n"
     "end\n"
     "function InterpretHealth(o)\n"
     "  return ready(o, 1)\n"
     "end\n",
     "RJ106@10:27"},
    {"healthInterpretation", "|",
     "local function ready(status)\n"
     "  return status.ready == true\n"
     "end\n"
     "function InterpretHealth(o)\n"
     "  return ready(o.status or {})\n"
     "end\n",
     ""},
    /* a local counts as the path that it stands for */
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if o.status and o.status.sync then\n"
     "    local sync = o.status.sync\n"
     "    return sync.done == true\n"
     "  end\n"
     "  return false\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  local status = o.status\n"
     "  if status == nil then return false end\n"
     "  return o.status.done == true\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  local status = o.status\n"
     "  local sync = status.sync\n"
     "  return sync.done == true\n"
     "end\n",
     "RJ106@11:31 RJ106@12:23"},
    /* names */
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o ~= nil\n"
     "end\n"
     "function Retain(o)\n"
     "  return o\n"
     "end\n",
     "RJ101@12:18"},
    {"healthInterpretation", "|",
     "local function f() return g() end\n"
     "function InterpretHealth(o)\n"
     "  return f()\n"
     "end\n",
     "RJ102@9:35"},
    {"healthInterpretation", "|",
     "function helper(o) return o ~= nil end\n"
     "function InterpretHealth(o)\n"
     "  return helper(o) and print ~= nil\n"
     "end\n",
     "RJ101@9:18"},
    {"healthInterpretation", "|",
     "InterpretHealth = function(o)\n"
     "  return o ~= nil\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "local kube = require(\"kube\")\n"
     "function InterpretHealth(o)\n"
     "  return kube.accuratePodRequirement(o) ~= nil\n"
     "end\n",
     "RJ104@11:23"},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o.kind:gsub(\"a\", \"b\") ~= nil\n"
     "end\n",
     "RJ103@10:25"},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  local _, value = next(o)\n"
     "  return value ~= nil\n"
     "end\n",
     ""},
    /* results */
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  while true do\n"
     "    if o.kind then return true end\n"
     "  end\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if o.kind then return true else error(\"no kind\") end\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  if o.kind then return end\n"
     "  return true\n"
     "end\n",
     "RJ105@10:26"},
    {"componentResource", "|", "function GetComponents(o)\n  if o.kind then return {} end\nend\n",
     ""},
    {"statusReflection", "|",
     "function ReflectStatus(o)\n"
     "  local own, text = {b = 1, a = 2}, \"\"\n"
     "  for key in pairs(own) do text = text .. key end\n"
     "  for key in pairs(o) do text = text .. key end\n"
     "  return {text = text}\n"
     "end\n",
     "RJ110@12:34"},
    {"statusReflection", "|",
     "function ReflectStatus(o)\n"
     "  local t = {1, 2}\n"
     "  t[1] = nil\n"
     "  local both = {kind = t, again = t}\n"
     "  return both\n"
     "end\n",
     "RJ111@11:11 RJ109@12:43"},
    {"statusReflection", "|",
     "function ReflectStatus(o)\n"
     "  local sum = 0\n"
     "  for i = 0, 3 do sum = sum + i end\n"
     "  for i = 0, 3 do sum = sum + o[i] end\n"
     "  return {sum = sum}\n"
     "end\n",
     "RJ107@12:19"},
    {"statusReflection", "|",
     "function ReflectStatus(o)\n"
     "  local a, b = 1, 2\n"
     "  b, a = 3, a\n"
     "  return {a = a, b = b}\n"
     "end\n",
     ""},
    /* locals of a function around this one are assigned as everywhere; a function looks later */
    {"statusReflection", "|",
     "local a, b = 1, 2\n"
     "function ReflectStatus(o)\n"
     "  a, b = b, a\n"
     "  local c, get\n"
     "  c, get = o.kind, function() return c end\n"
     "  return {a = a, b = b, c = get()}\n"
     "end\n",
     ""},
    {"statusReflection", "|",
     "function ReflectStatus(o)\n"
     "  local a, get, b = 1, nil, 2\n"
     "  if o.kind then\n"
     "    a, get, b = 2, function() return a end, {a}\n"
     "  end\n"
     "  return {a = a, b = b, c = get and get()}\n"
     "end\n",
     "RJ116@12:53"},
    /* around the Lua */
    {"healthInterpretation", ">",
     "function InterpretHealth(o) -- asks nobody\n"
     "  return true\n"
     "end\n",
     ""},
    {"healthInterpretation", ">",
     "function InterpretHealth(o) return true end -- asks\n"
     "print(1)\n",
     "RJ006@9:53"},
    {"healthInterpretation", "|", "function InterpretHealth(o)\n\treturn o ~= nil\nend\n",
     "RJ007@10:9"},
    {"healthInterpretation", "\"function InterpretHealth(o)\\n\\treturn o ~= nil\\nend\"", "", ""},
    /* comments that ignore */
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o.status.ready -- rjinterp: ignore RJ106\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  -- rjinterp: ignore RJ101, RJ106: it is always there\n"
     "  -- (by the webhook)\n"
     "  return o.status.ready\n"
     "end\n",
     ""},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o.status.ready -- rjinterp: ignore RJ101\n"
     "end\n",
     "RJ106@10:27 RJ118@10:33"},
    {"healthInterpretation", "|",
     "function InterpretHealth(o)\n"
     "  return o.status.ready -- rjinterp: ignore\n"
     "end\n",
     ""},
};

static void finds_what_is_there(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_lint lint = lint_script(rows[i].field, rows[i].style, rows[i].script, arena);
        rj_buf found = RJ_BUF_INIT;
        describe(&lint, &found);
        if (strcmp(rj_buf_text(&found), rows[i].expected) != 0) {
            print_error("row %zu:\n%sfound \"%s\", expected \"%s\"\n", i, rows[i].script,
                        rj_buf_text(&found), rows[i].expected);
            wrong++;
        }
        rj_buf_free(&found);
        rj_arena_free(arena);
    }
    assert_int_equal(wrong, 0);
}

static void knows_rules_of_older_releases(void **state) {
    (void)state;
    static const struct {
        unsigned minor;
        const char *expected;
    } targets[] = {{14, "RJ009@8:18"}, {15, ""}, {0, ""}};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_lint lint = {.arena = arena, .target_minor = targets[i].minor};
        rj_buf text = RJ_BUF_INIT, found = RJ_BUF_INIT;
        write_customization("componentResource", "|",
                            "function GetComponents(o)\n  return {}\nend\n", &text);
        look_at(&text, &lint);
        describe(&lint, &found);
        assert_string_equal(rj_buf_text(&found), targets[i].expected);
        rj_buf_free(&text);
        rj_buf_free(&found);
        rj_arena_free(arena);
    }
}

static void fixes_only_what_is_certain(void **state) {
    (void)state;
    static const struct {
        const char *script;
        bool is_fixable;
    } scripts[] = {
        {"function InterpretHealth(o)\n  x = 1\n  return x == 1\nend\n", true},
        {"function f() return true end\nfunction InterpretHealth(o)\n  return f()\nend\n", true},
        {"function f(n) return n == 0 or f(n - 1) end\nfunction InterpretHealth(o)\n  return "
         "f(3)\nend\n",
         true},
        {"function InterpretHealth(o)\n  return f()\nend\nfunction f() return true end\n", false},
        {"function InterpretHealth(o)\n  if o then x = 1 end\n  return x == 1\nend\n", false},
        {"function g() x = 1 end\nfunction InterpretHealth(o)\n  g()\n  return x == 1\nend\n",
         true},
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        rj_arena *arena = rj_arena_new(0);
        rj_lint lint = lint_script("healthInterpretation", "|", scripts[i].script, arena);
        bool any = false;
        for (size_t j = 0; j < lint.count; j++)
            any |= lint.items[j].fix_text != NULL;
        if (any != scripts[i].is_fixable)
            fail_msg("row %zu: fixable is %d", i, any);
        rj_arena_free(arena);
    }
}

/* However memory runs out: no crash, and the error is said. */
static void survives_without_memory(void **state) {
    (void)state;
    bool ended = false;
    for (uint64_t n = 1; !ended; n++) {
        rj_arena *arena = rj_arena_new(0);
        rj_lint lint = {.arena = arena};
        rj_buf text = RJ_BUF_INIT;
        rj_document doc;
        rj_customization made;
        write_customization(
            "statusAggregation", "|",
            "function f(o) return o end\n"
            "function AggregateStatus(o, items)\n"
            "  for k in pairs(o.status.x) do y = y .. k end -- rjinterp: ignore RJ1\n"
            "  return {a = {}, b = {1, nil, 2}}\n"
            "end\n",
            &text);
        rj_document_reader *reader =
            rj_document_reader_new_bytes(rj_buf_text(&text), text.bytes, "tested.yaml", true, NULL);
        assert_int_equal(rj_document_next(reader, arena, &doc, NULL), RJ_READ_DOCUMENT);
        assert_true(rj_customization_bind(&doc, arena, &made, NULL));
        rj_arena_fail_at(arena, n);
        rj_error err = RJ_ERROR_INIT;
        ended = rj_lint_customization(&lint, &made, &err);
        assert_true(ended || err.code == RJ_ERROR_MEMORY);
        rj_error_clear(&err);
        rj_document_reader_free(reader);
        rj_buf_free(&text);
        rj_arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_finds_its_bad_example_and_no_other),
        cmocka_unit_test(finds_what_is_there),
        cmocka_unit_test(knows_rules_of_older_releases),
        cmocka_unit_test(fixes_only_what_is_certain),
        cmocka_unit_test(survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
