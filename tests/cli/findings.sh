#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What --check finds beyond the reference: told when it is asked for, a failure with --strict, part of -o json.
set -euo pipefail
rjinterp=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-findings.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "line ${BASH_LINENO[0]}: $*" >&2
    exit 1
}

cat >c.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata:
  name: b
  anything: goes
spec:
  retention: {luaScript: x}
  target: {apiVersion: v1, kind: X}
  customizations:
    retenton:
      luaScript: |
        function Retain(a, b) return a end
    healthInterpretation:
      luascript: |
        function InterpretHealth(o) return true end
    statusReflection:
      luaScript: |
        local x = 1
        local function ReflectStatus(o) return o.status end
    replicaResource:
      luaScript: "function GetReplica(o) return 1 end"
    componentResource:
      luaScript: "GetComponents = function(o) return {} end"
    dependencyInterpretation:
      luaScript: "function GetDependencies(o) return {} end"
    replicaRevision:
      luaScript: |
        function ReviseReplica(o, n) return o end
spek: {}
---
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata:
  name: a
spec:
  target: {apiVersion: v1, kind: X}
  customizations:
    replicaRevision:
      luaScript: |
        function ReviseReplica(o, n) return o end
    dependencyInterpretation:
      luaScript: "function GetDependencies(o) return {} end"
END
cat >expected <<'END'
c.yaml:7:3: unknown field "retention" in spec
c.yaml:10:5: unknown field "retenton" in spec.customizations
c.yaml:14:7: unknown field "luascript" in spec.customizations.healthInterpretation
c.yaml:19:24: function ReflectStatus of rule statusReflection is local, so it can't be called
c.yaml:21:18: the script of rule replicaResource doesn't define function GetReplicas
c.yaml:29:1: unknown field "spek" at the top
c.yaml:27:18: customization "b" has a script for rule replicaRevision of v1 X, which is never used: that of "a" (c.yaml:39) comes first
END
cat >hints <<'END'
hint: "retention" belongs below spec.customizations
hint: did you mean "retention"?
hint: did you mean "luaScript"?
hint: leave out "local"
hint: the script has to define a global function GetReplicas(obj)
hint: did you mean "spec"?
END

check() { "$rjinterp" interpret --check -f c.yaml "$@"; }

check >plain 2>err || fail 'findings alone made it fail'
[ ! -s err ] || fail 'findings were told without being asked for'
status=0
check --strict >strict 2>err || status=$?
[ $status = 1 ] || fail "--strict: exit status $status"
cmp plain strict || fail 'the report changed'
grep -E '^c\.yaml:' err | sed 's/: error: /: /' | diff expected - || fail 'findings of --strict'
grep '^hint: ' err | diff hints - || fail 'hints'
check -v 1 >/dev/null 2>err || fail '-v 1 made it fail'
grep -E '^c\.yaml:' err | sed 's/: warning: /: /' | diff expected - || fail 'findings of -v 1'

for options in '' --strict; do
    status=0
    # shellcheck disable=SC2086 # none or one
    check -o json $options >json 2>err || status=$?
    [ ! -s err ] || fail '-o json says something on standard error'
    python3 - expected "$status" <<'END'
import json, sys
report = json.load(open("json"))
found = ["%s:%d:%d: %s" % (f["file"], f["line"], f["column"], f["message"]) for f in report["findings"]]
assert found == open(sys.argv[1]).read().splitlines(), found
assert report["ok"] == (sys.argv[2] == "0")
b, a = report["customizations"]
assert (b["name"], b["source"], b["kind"], b["ok"]) == ("b", "c.yaml", "X", True)
assert a["rules"]["ReviseReplica"] == {"status": "PASS"} and a["rules"]["Retain"] == {"status": "UNSET"}
END
done

# Nothing to check.
echo '# nothing' >empty.yaml
"$rjinterp" interpret --check -f empty.yaml >out 2>&1 || fail 'nothing to check failed'
[ ! -s out ] || fail 'nothing to check was told'
status=0
"$rjinterp" interpret --check -f empty.yaml --strict >out 2>err || status=$?
[ $status = 1 ] && [ "$(cat err)" = 'error: there is no customization to check' ] || fail "nothing to check: $(cat err)"

# A script that doesn't compile has its place in the file.
sed 's/GetDependencies(o) return {} end/GetDependencies(o) return = end/' c.yaml >broken.yaml
status=0
"$rjinterp" interpret --check -f broken.yaml -o json >json || status=$?
[ $status = 1 ] || fail "broken scripts: exit status $status"
"$rjinterp" interpret --check -f broken.yaml -v 1 >report 2>err && fail 'a broken script passed'
grep -qxF "broken.yaml:25:54: error: near '=':   syntax error" err || fail "its place: $(cat err)"
"$rjinterp" interpret --check -f broken.yaml >plain 2>err && fail 'a broken script passed'
cmp plain report || fail 'another report with -v 1'
[ ! -s err ] || fail 'the place was told without being asked for'
python3 - <<'END'
import json
rule = json.load(open("json"))["customizations"][0]["rules"]["InterpretDependency"]
assert rule["status"] == "ERROR" and (rule["line"], rule["column"]) == (25, 54), rule
assert rule["message"] == "<string> line:1(column:36) near '=':   syntax error", rule
END
