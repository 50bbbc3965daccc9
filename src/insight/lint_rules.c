/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <strings.h>

#include "rjinterp/lint.h"

/*
 * The one source of what is said about a check: `rjinterp lint --explain`, docs/lint.md, SARIF.
 * Examples are linted by a test: the bad one is found on its line, the good one isn't.
 */
static const rj_lint_rule rules[] = {
    {"RJ001", "syntax", RJ_LINT_ERROR, "The script can't be parsed.",
     "Production reads scripts as Lua 5.1 with small differences, and fails at the first object "
     "when it can't.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  if object.status then return true\n"
     "end\n",
     3,
     "function InterpretHealth(object)\n"
     "  if object.status then return true end\n"
     "  return false\n"
     "end\n"},
    {"RJ002", "missing-function", RJ_LINT_ERROR,
     "The script doesn't define the function that production calls.",
     "Each rule has a function of a fixed name: replicaResource has GetReplicas, "
     "healthInterpretation "
     "has InterpretHealth, and so on. Without it every call fails: \"not found function\".",
     "healthInterpretation",
     "function InterpretHealthy(object)\n"
     "  return true\n"
     "end\n",
     1,
     "function InterpretHealth(object)\n"
     "  return true\n"
     "end\n"},
    {"RJ003", "local-function", RJ_LINT_ERROR, "The function that production calls is local.",
     "Production looks for a global function.", "healthInterpretation",
     "local function InterpretHealth(object)\n"
     "  return true\n"
     "end\n",
     1,
     "function InterpretHealth(object)\n"
     "  return true\n"
     "end\n"},
    {"RJ004", "too-many-parameters", RJ_LINT_WARNING,
     "The function takes more parameters than production gives it.",
     "Those behind the last one are always nil. Fewer parameters are fine.", "healthInterpretation",
     "function InterpretHealth(object, items)\n"
     "  return items ~= nil\n"
     "end\n",
     1,
     "function InterpretHealth(object)\n"
     "  return object ~= nil\n"
     "end\n"},
    {"RJ005", "unknown-field", RJ_LINT_WARNING,
     "The customization has a field that its type doesn't know.",
     "The API server drops it, or refuses the object. Most often it is a misspelt rule, which then "
     "is "
     "never called.",
     NULL, NULL, 0, NULL},
    {"RJ006", "folded-comment", RJ_LINT_ERROR,
     "A folded scalar joins a comment with the code behind it.",
     "`luaScript: >` makes one line of several, so that everything behind the first `--` is a "
     "comment. "
     "Write scripts behind `|`.",
     NULL, NULL, 0, NULL},
    {"RJ007", "tab", RJ_LINT_INFO, "The script is indented with tabs.",
     "YAML forbids tabs in its own indentation; scripts that mix both break when they are moved.",
     NULL, NULL, 0, NULL},
    {"RJ008", "empty-rule", RJ_LINT_WARNING, "A rule is there, and its script is empty.",
     "Production takes it as not enabled, as if it weren't there.", NULL, NULL, 0, NULL},
    {"RJ009", "unknown-rule", RJ_LINT_ERROR,
     "The Karmada that --target-version names doesn't know the rule.",
     "It drops the field, and the rule is never called.", NULL, NULL, 0, NULL},
    {"RJ101", "global", RJ_LINT_WARNING, "A global variable or function is assigned.",
     "Production keeps the states in which scripts run. What one run leaves in a global is seen by "
     "the "
     "next, for another object: replicas of one job appear in another. Only the function that "
     "production calls has to be global.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  ready = object.status ~= nil\n"
     "  return ready\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  local ready = object.status ~= nil\n"
     "  return ready\n"
     "end\n"},
    {"RJ102", "undefined", RJ_LINT_ERROR, "A name is used that nothing defines.",
     "It is nil; calling or indexing it fails. Most often it is misspelt, or a local of another "
     "function.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return obj.status ~= nil\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return object.status ~= nil\n"
     "end\n"},
    {"RJ103", "refused-function", RJ_LINT_ERROR,
     "A function is used that production refuses or doesn't have.",
     "Scripts run without io, os.execute, metatables, load, coroutine, string.gsub, string.rep and "
     "others.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return string.rep(\"x\", 3) == object.kind\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return string.sub(object.kind, 1, 3) == \"xxx\"\n"
     "end\n"},
    {"RJ104", "unknown-library-field", RJ_LINT_ERROR, "A library has no such function.",
     "The field is nil, and calling it fails.", "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return string.upcase(object.kind) == \"X\"\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return string.upper(object.kind) == \"X\"\n"
     "end\n"},
    {"RJ105", "no-result", RJ_LINT_ERROR, "A path through the function ends without a result.",
     "nil is no result: production refuses it with a message about its type.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  if object.status then\n"
     "    return true\n"
     "  end\n"
     "end\n",
     5,
     "function InterpretHealth(object)\n"
     "  if object.status then\n"
     "    return true\n"
     "  end\n"
     "  return false\n"
     "end\n"},
    {"RJ106", "unguarded-index", RJ_LINT_WARNING, "A field is read from something that may be nil.",
     "Fields of custom resources may be missing: a new object has no status. Reading a field of "
     "nil "
     "fails, and the rule with it. metadata and spec of the object itself are taken to be there. "
     "`rjinterp probe` finds the objects that fail.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return object.status.phase == \"Running\"\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return object.status ~= nil and object.status.phase == \"Running\"\n"
     "end\n"},
    {"RJ107", "index-zero", RJ_LINT_WARNING, "A list is used from 0 on.",
     "Lists of Lua begin with 1. Element 0 of a list that came from JSON is nil, and a list that "
     "has "
     "one can't be given back: \"cannot encode sparse array\".",
     "statusReflection",
     "function ReflectStatus(object)\n"
     "  local list = {}\n"
     "  list[0] = object.kind\n"
     "  return {kinds = list}\n"
     "end\n",
     3,
     "function ReflectStatus(object)\n"
     "  local list = {}\n"
     "  list[1] = object.kind\n"
     "  return {kinds = list}\n"
     "end\n"},
    {"RJ108", "empty-table", RJ_LINT_WARNING, "An empty table in a result.",
     "Lua has one empty table for {} and []. Production keeps it only where an argument has one at "
     "the "
     "same path, and drops it everywhere else. A field that vanishes can restart pods.",
     "statusReflection",
     "function ReflectStatus(object)\n"
     "  return {kind = object.kind, conditions = {}}\n"
     "end\n",
     2,
     "function ReflectStatus(object)\n"
     "  return {kind = object.kind, conditions = nil}\n"
     "end\n"},
    {"RJ109", "shared-table", RJ_LINT_WARNING, "One table stands in two places of a result.",
     "Production refuses a result that visits a table twice: \"cannot encode recursively nested "
     "tables\".",
     "replicaRevision",
     "function ReviseReplica(object, desiredReplica)\n"
     "  object.spec.replicas = desiredReplica\n"
     "  object.spec.podLabels = object.metadata.labels\n"
     "  return object\n"
     "end\n",
     3,
     "function ReviseReplica(object, desiredReplica)\n"
     "  object.spec.replicas = desiredReplica\n"
     "  return object\n"
     "end\n"},
    {"RJ110", "pairs-order", RJ_LINT_WARNING, "The order of pairs reaches the result.",
     "pairs goes through a map that came from JSON in another order each time. A list or a text "
     "that is "
     "built in that order differs from run to run, and each difference is an update.",
     "statusReflection",
     "function ReflectStatus(object)\n"
     "  local names = {}\n"
     "  for name in pairs(object.spec) do\n"
     "    names[#names + 1] = name\n"
     "  end\n"
     "  return {names = names}\n"
     "end\n",
     4,
     "function ReflectStatus(object)\n"
     "  local names = {}\n"
     "  for name in pairs(object.spec) do\n"
     "    names[#names + 1] = name\n"
     "  end\n"
     "  table.sort(names)\n"
     "  return {names = names}\n"
     "end\n"},
    {"RJ111", "hole", RJ_LINT_WARNING, "A list with a hole.",
     "What `#` says of a list with a nil in the middle isn't defined, and production can't encode "
     "it: "
     "\"cannot encode sparse array\".",
     "statusReflection",
     "function ReflectStatus(object)\n"
     "  return {list = {object.kind, nil, object.apiVersion}}\n"
     "end\n",
     2,
     "function ReflectStatus(object)\n"
     "  return {list = {object.kind, object.apiVersion}}\n"
     "end\n"},
    {"RJ112", "quantity-arithmetic", RJ_LINT_WARNING,
     "A quantity is compared or used in arithmetic as if it were a number.",
     "\"500m\" and \"2\" are texts: < compares their letters, and + fails or takes \"2Gi\" for "
     "nothing.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  local resources = object.spec\n"
     "  return resources.limits ~= nil and resources.limits.cpu < \"2\"\n"
     "end\n",
     3,
     "local kube = require(\"kube\")\n"
     "function InterpretHealth(object)\n"
     "  local resources = object.spec\n"
     "  return resources.limits ~= nil and kube.getResourceQuantity(resources.limits.cpu) < 2\n"
     "end\n"},
    {"RJ113", "dead-code", RJ_LINT_WARNING, "Code that is never reached.",
     "Something in front of it always returns, breaks or fails.", "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  do return object ~= nil end\n"
     "  print(\"never\")\n"
     "end\n",
     3,
     "function InterpretHealth(object)\n"
     "  print(\"always\")\n"
     "  return object ~= nil\n"
     "end\n"},
    {"RJ114", "unused-local", RJ_LINT_WARNING, "A local variable or function is never used.",
     "It costs nothing, but often the wrong name was used somewhere else. A name that begins with "
     "_ is "
     "left alone.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  local status = object.status\n"
     "  return true\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  local status = object.status\n"
     "  return status ~= nil\n"
     "end\n"},
    {"RJ115", "result-type", RJ_LINT_ERROR, "A result is of a type that production refuses.",
     "Health is a boolean, replicas are a number, everything else is a table. Texts that look like "
     "numbers are no numbers.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return \"True\"\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return true\n"
     "end\n"},
    {"RJ116", "sequential-assignment", RJ_LINT_ERROR,
     "Locals are assigned from each other in one statement.",
     "Production gives each local its value before the next value is computed: `a, b = b, a` gives "
     "both "
     "the old b.",
     "statusReflection",
     "function ReflectStatus(object)\n"
     "  local a, b = object.kind, object.apiVersion\n"
     "  a, b = b, a\n"
     "  return {a = a, b = b}\n"
     "end\n",
     3,
     "function ReflectStatus(object)\n"
     "  local a, b = object.kind, object.apiVersion\n"
     "  local old = a\n"
     "  a = b\n"
     "  b = old\n"
     "  return {a = a, b = b}\n"
     "end\n"},
    {"RJ117", "component-name", RJ_LINT_ERROR,
     "A component's name is too long, or two have the same.",
     "Karmada allows 32 characters, and each name once.", "componentResource",
     "function GetComponents(object)\n"
     "  return {\n"
     "    {name = \"worker\", replicas = 1},\n"
     "    {name = \"worker\", replicas = 2},\n"
     "  }\n"
     "end\n",
     4,
     "function GetComponents(object)\n"
     "  return {\n"
     "    {name = \"head\", replicas = 1},\n"
     "    {name = \"worker\", replicas = 2},\n"
     "  }\n"
     "end\n"},
    {"RJ118", "useless-ignore", RJ_LINT_WARNING, "A comment asks to ignore what isn't there.",
     "`-- rjinterp: ignore RJ103` leaves findings of its line out, or of the next line with code "
     "when "
     "it stands alone.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return object ~= nil -- rjinterp: ignore RJ106\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  -- rjinterp: ignore RJ106\n"
     "  return object.status.ready\n"
     "end\n"},
    {"RJ119", "java-memory-size", RJ_LINT_WARNING,
     "A memory size of Flink or Spark is used as a quantity.",
     "Both write \"512m\" and mean mebibytes. In a quantity of Kubernetes m stands for a "
     "thousandth: the "
     "scheduler sees half a byte.",
     "componentResource",
     "function GetComponents(object)\n"
     "  local driver = object.spec.driver or {}\n"
     "  local spec = {driver = driver}\n"
     "  return {{name = \"driver\", replicas = 1, replicaRequirements = {resourceRequest = {\n"
     "    memory = spec.driver.memory}}}}\n"
     "end\n",
     5,
     "function GetComponents(object)\n"
     "  return {{name = \"job\", replicas = 1, replicaRequirements = {resourceRequest = {\n"
     "    memory = object.spec.memory}}}}\n"
     "end\n"},
    {"RJ120", "nil-result", RJ_LINT_WARNING, "A result is nil when a field is missing.",
     "`a and b` gives a itself when that is nil, and production refuses nil where it wants a "
     "boolean or "
     "a table. kube.getPodDependencies gives nil when it finds nothing.",
     "healthInterpretation",
     "function InterpretHealth(object)\n"
     "  return object.status and object.status.phase == \"Running\"\n"
     "end\n",
     2,
     "function InterpretHealth(object)\n"
     "  return object.status ~= nil and object.status.phase == \"Running\"\n"
     "end\n"},
};

const rj_lint_rule *rj_lint_rules(size_t *count) {
    *count = sizeof rules / sizeof *rules;
    return rules;
}

const rj_lint_rule *rj_lint_find_rule(const char *name) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcasecmp(rules[i].id, name) == 0 || strcasecmp(rules[i].name, name) == 0)
            return &rules[i];
    return NULL;
}
