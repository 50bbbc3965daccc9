#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# explain.sh RJINTERP: interpret --explain says what was asked, who answered or why nobody did, and what was used.
set -euo pipefail
program=$(readlink -f "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-explain.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "line ${BASH_LINENO[0]}: $*" >&2
    cat stderr >&2
    exit 1
}
explained() { # STATUS ARGUMENTS…: the explanation alone is left in the file stderr
    local status=0
    "$program" interpret "${@:2}" --explain >stdout 2>all || status=$?
    sed -n '/^explain: /,$p' all >stderr
    [ "$status" = "$1" ] || fail "exit status $status"
}
says() { grep -qFx -- "$1" stderr || fail "it doesn't say: $1"; }
matches() { grep -qxE -- "$1" stderr || fail "no line matches: $1"; }
says_no() { ! grep -q -- "$1" stderr || fail "it says: $1"; }

customization() { # NAME APIVERSION KIND
    cat <<END
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: $1}
spec:
  target: {apiVersion: $2, kind: $3}
  customizations:
END
}
{
    customization b example.io/v1 Web
    cat <<'END'
    healthInterpretation:
      luaScript: |
        function InterpretHealth(o)
          return o.spec.replicas == 2
        end
    replicaResource: {luaScript: ""}
    statusReflection: {luaScript: "function ReflectStatus(o) return o.a.b.c end"}
    dependencyInterpretation: {luaScript: "function GetDependencies(o) return {} end"}
    retention: {luaScript: "function Retain("}
    replicaRevision:
      luaScript: |
        function ReviseReplica(o, n) for i = 1, 100000 do n = i end return o end
    statusAggregation:
      luaScript: |
        function AggregateStatus(o, items) while true do end end
---
END
    customization c example.io/v1 Web
    cat <<'END'
    healthInterpretation: {luaScript: "function InterpretHealth(o) return false end"}
    dependencyInterpretation: {luaScript: "function GetDependencies(o) return {} end"}
---
END
    customization near example.io/v1beta1 Web
    echo '    {}'
    echo ---
    customization far other.io/v7 Thing
    echo '    {}'
} >c.yaml
object='{apiVersion: example.io/v1, kind: Web, metadata: {name: a, namespace: d}, spec: {replicas: 2}}'
echo "$object" >o.yaml
printf '# desired\n%s\n' "$object" >desired.yaml
echo '{clusterName: m1}' >items.yaml
printf -- '---\n{clusterName: m2}\n' >>items.yaml

# It succeeds: the second customization of the same target isn't asked, nothing is said of other targets.
explained 0 -f c.yaml --operation InterpretHealth --observed-file o.yaml
grep -qx true stdout || fail 'the result is missing'
says 'explain: InterpretHealth, to tell whether the object is healthy'
says '  obj: example.io/v1 Web "d/a" of o.yaml:1'
says '  asked: customization "b" of c.yaml:1, spec.customizations.healthInterpretation, script on line 8'
says '  passed over: customization "c" of c.yaml:23: "b" has the same target and comes first by its name'
says '  passed over: 2 more'
says_no near
matches '  time: [0-9]+\.[0-9]{2} ms \(the limit of each script is 1000 ms\)'
says '  instructions: fewer than 100'
matches '  memory: [0-9]+\.[0-9] KiB at most, arguments and library included \(the limit is 64\.0 MiB\)'

# Without it nothing of this is said, and the result is the same.
cp stdout with
"$program" interpret -f c.yaml --operation InterpretHealth --observed-file o.yaml >stdout 2>stderr
cmp stdout with && [ ! -s stderr ] || fail 'another result without --explain'

# Several scripts answer together.
explained 0 -f c.yaml --operation InterpretDependency --observed-file o.yaml
[ "$(grep -c '^  asked: customization "[bc]" of ' stderr)" = 2 ] || fail 'two are asked'
matches '  time: .* in 2 scripts .*'

# A loop of 100000 turns has two instructions in each, or a few more.
explained 0 -f c.yaml --operation ReviseReplica --desired-file desired.yaml --desired-replica 7
says '  obj: example.io/v1 Web "d/a" of desired.yaml:2'
says '  desiredReplica: 7 (--desired-replica)'
matches '  instructions: at least [2-5][0-9]{3}00, counted in steps of 100'

# The script fails, is stopped, doesn't compile.
explained 1 -f c.yaml --operation InterpretStatus --observed-file o.yaml
says '  asked: customization "b" of c.yaml:1, spec.customizations.statusReflection, script on line 13'
matches '  memory: .*'
explained 1 -f c.yaml --operation AggregateStatus --desired-file desired.yaml --status-file items.yaml --timeout 50
says '  statusItems: 2 items of items.yaml'
matches '  time: [5-9][0-9]\.[0-9]+ ms .*|  time: [0-9]{3,}\.[0-9]+ ms .*'
explained 1 -f c.yaml --operation Retain --desired-file desired.yaml --observed-file o.yaml
says '  desiredObj: example.io/v1 Web "d/a" of desired.yaml:2'
says '  observedObj: example.io/v1 Web "d/a" of o.yaml:1'
says '  used: not known, as no script ran, or its process was ended'

# The rule isn't enabled: an empty script, no rule, another kind, another apiVersion, nothing alike.
explained 1 -f c.yaml --operation InterpretReplica --observed-file o.yaml
says '  asked: no customization, of 4'
head -4 stderr | tail -1 | grep -qFx '  passed over: customization "b" of c.yaml:1: its script under spec.customizations.replicaResource is empty' || fail 'the nearest first'
says '  passed over: customization "c" of c.yaml:23: spec.customizations.replicaResource isn'\''t set (set: healthInterpretation, dependencyInterpretation)'
says '  passed over: customization "near" of c.yaml:32: its target is example.io/v1beta1 Web: the apiVersion differs'
says '  passed over: 1 more'
says_no used
says_no memory
for row in 'web:the kind differs in the case of its letters' 'Wep:the kind differs'; do
    sed "s/kind: Web/kind: ${row%%:*}/" o.yaml >other.yaml
    explained 1 -f c.yaml --operation InterpretHealth --observed-file other.yaml
    says "  passed over: customization \"b\" of c.yaml:1: its target is example.io/v1 Web: ${row#*:}"
done
echo '{apiVersion: x/v1, kind: Nobody}' >other.yaml
explained 1 -f c.yaml --operation InterpretHealth --observed-file other.yaml
says '  obj: x/v1 Nobody without a name of other.yaml:1'
says '  passed over: 4 of other targets'

# Built in: those of other targets are known, too.
echo '{apiVersion: ray.io/v1alpha1, kind: RayJob}' >other.yaml
explained 1 --operation InterpretHealth --observed-file other.yaml
matches '  passed over: customization ".*" of .*: its target is ray\.io/v1 RayJob: the apiVersion differs'

# No object; names can't command a terminal.
explained 1 -f c.yaml --operation InterpretHealth
says '  obj: not given (--desired-file or --observed-file)'
printf '{apiVersion: "x\\e[31m", kind: Web}' >other.yaml
explained 1 -f c.yaml --operation InterpretHealth --observed-file other.yaml
! grep -q $'\e' stderr || fail 'an escape sequence'

for mode in check edit each; do
    status=0
    "$program" interpret -f c.yaml --explain --$mode --observed-file o.yaml >stdout 2>stderr || status=$?
    [ "$status" = 1 ] && grep -qF "you can't set both --explain and --$mode options" stderr || fail "--$mode"
done
