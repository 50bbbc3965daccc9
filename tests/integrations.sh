#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The integrations, as far as one machine can try them: the script that all of them call, on good and on bad customizations; the
# steps of action.yml as a runner would start them; hooks, jobs and tasks as YAML whose commands exist.
#   integrations.sh RJINTERP SOURCE_DIR
set -euo pipefail
rjinterp=$(realpath "$1") source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    printf 'integrations:%s: %s\n' "${BASH_LINENO[0]}" "$*" >&2
    exit 1
}
mkdir bin && ln -s "$rjinterp" bin/rjinterp
export PATH=$work/bin:$PATH
cp -r "$source/customizations" good

# Everything is good: all reports are there.
RJ_STRICT=true RJ_COVERAGE_MIN=90 RJ_SARIF=s.sarif RJ_JUNIT=j.xml RJ_COBERTURA=c.xml RJ_SUMMARY=summary.md \
    "$source/integrations/validate" good >out 2>err || fail "good: $(cat out err)"
grep -qE '^[0-9]+ passed, 0 failed, 0 skipped$' out || fail "good: $(cat out)"
python3 -c 'import json; assert json.load(open("s.sarif"))["runs"][0]["results"] == []' || fail 'the SARIF file'
xmllint --noout j.xml c.xml
grep -q '|' summary.md || fail "the summary: $(cat summary.md)"

# A warning, a failing case, a script that doesn't compile: each fails, and what is behind it still runs.
mkdir -p bad/e.test/v1/Tank/testdata
tank=bad/e.test/v1/Tank
cat >$tank/customizations.yaml <<'YAML'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: tank}
spec:
  target: {apiVersion: e.test/v1, kind: Tank}
  customizations:
    healthInterpretation:
      luaScript: |
        function InterpretHealth(tank)
          return tank.status.ready == true
        end
YAML
cat >$tank/testdata/cases.yaml <<'YAML'
name: ready
observedObj: {apiVersion: e.test/v1, kind: Tank, status: {ready: true}}
operation: InterpretHealth
output: {healthy: true}
YAML
"$source/integrations/validate" bad >out 2>err || fail "a warning fails without RJ_STRICT: $(cat out err)"
! RJ_STRICT=true "$source/integrations/validate" bad >out 2>err || fail 'a warning passes with RJ_STRICT'
grep -q '^1 passed, 0 failed, 0 skipped$' out || fail "the cases aren't run behind a warning: $(cat out)"
sed -i 's/healthy: true/healthy: false/' $tank/testdata/cases.yaml
! RJ_FORMAT=github "$source/integrations/validate" bad >out 2>err || fail 'a failing case passes'
grep -q '^::error file=bad/e.test/v1/Tank/testdata/cases.yaml,line=1' out || fail "no annotation: $(cat out)"
grep -q '^::warning file=bad/e.test/v1/Tank/customizations.yaml,line=10' out || fail "no annotation of lint: $(cat out)"
! RJ_COVERAGE_MIN=100 "$source/integrations/validate" bad >out 2>err || fail 'too little coverage passes'
sed -i 's/return tank/return (tank/' $tank/customizations.yaml
! "$source/integrations/validate" bad >out 2>err || fail 'a broken script passes'
mkdir empty
status=0
"$source/integrations/validate" empty >out 2>err || status=$?
[ $status != 0 ] || fail 'nothing at all passes'

# The steps of the action, with what a runner gives them.
python3 - "$source" <<'PY'
import os, re, sys
text = open(os.path.join(sys.argv[1], "action.yml"), encoding="utf-8").read()
defaults = dict(re.findall(r"\n  ([a-z-]+):\n    description: .*\n    default: '?([^'\n]*)'?", text))
step = text[text.index("- name: Validate"):]
environment = re.findall(r"\n        (\w+): (\$\{\{ ([^}]+) \}\}[^\n]*|[^\n]*)", step[:step.index("run: |")])
script = re.sub(r"(?m)^        ", "", step[step.index("run: |\n") + 7:])
with open("step.sh", "w", encoding="utf-8") as out:
    for name, value, expression in environment:
        if expression.startswith("inputs."):
            value = defaults[expression.removeprefix("inputs.")]
        elif expression == "github.action_path":
            continue
        out.write(f"export {name}='{value}'\n")
    out.write("export RJINTERP=rjinterp RJ_PATHS=good\n" + script)
PY
GITHUB_ACTION_PATH=$source GITHUB_OUTPUT=$work/output GITHUB_STEP_SUMMARY=$work/step.md bash -e step.sh >out 2>err ||
    fail "the action's step: $(cat step.sh out err)"
grep -qx 'sarif=rjinterp.sarif' output && [ -s rjinterp.sarif ] && [ -s step.md ] || fail "what the action leaves: $(ls)"

# Hooks: each entry is a command that is there.
grep -oE 'entry: rjinterp [a-z]+' "$source/.pre-commit-hooks.yaml" | while read -r _ _ command; do
    "$rjinterp" help "$command" >/dev/null || fail "a hook calls rjinterp $command"
done
# The fleet's command line, on a directory as a volume would be.
mkdir objects && cp "$source/testdata/observed-rayjob.yaml" objects
arguments=$(sed -n '/^ *exec rjinterp/,/^ *resources:/p' "$source/integrations/kubernetes-job.yaml" | sed '$d' | tr '\n' ' ' |
    sed "s|exec rjinterp||; s|\"\$JOB_COMPLETION_INDEX/4\"|0/1|; s|/customizations|$work/good/ray.io/v1/RayJob/customizations.yaml|; s|/objects|$work/objects|")
# shellcheck disable=SC2086 # several arguments
"$rjinterp" $arguments >out 2>err || fail "the fleet's job: rjinterp $arguments: $(cat out err)"
[ "$(wc -l <out)" = 2 ] || fail "the fleet's job answers: $(cat out)"
# Documents of the right kind, as far as a parser can tell: rjinterp reads YAML as Kubernetes does.
for file in kubernetes-job.yaml tekton-task.yaml; do
    ! "$rjinterp" lint "$source/integrations/$file" >out 2>err || fail "$file has customizations"
    grep -q 'there is no customization' err || fail "$file can't be read: $(cat err)"
done
