#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `rjinterp test --properties`: for each property a customization that breaks it, with the smallest input that shows it, and a
# twin that doesn't.  properties.sh RJINTERP
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# rule NAME FIELD: a customization in directory NAME, whose script comes from standard input.
rule() {
    mkdir -p "$1/testdata"
    {
        printf 'apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\nmetadata: {name: %s}\n' "$1"
        printf 'spec:\n  target: {apiVersion: e.test/v1, kind: Tank}\n  customizations:\n    %s:\n      luaScript: |\n' "$2"
        sed 's/^/        /'
    } >"$1/customizations.yaml"
}
tank='{apiVersion: e.test/v1, kind: Tank, metadata: {name: t, labels: {b: x, a: w}}, spec: {replicas: 2, other: [1, 2]}'
cases() { # DIRECTORY OPERATION MORE
    printf 'name: tank\nobservedObj: %s}\noperation: %s\n%b' "$tank" "$2" "${3:-}" >"$1/testdata/cases.yaml"
}
members='statusItems:\n- {clusterName: m1, status: {phase: A, num: 1}}\n- {clusterName: m2, status: {phase: B, num: 2}}\n- {clusterName: m3, status: {phase: B, num: 3}}\n'

# breaks DIRECTORY PROPERTY TEXT…: this property fails, with these texts in the report, and no other.
breaks() {
    local directory=$1 property=$2 status=0 text
    shift 2
    "$rjinterp" test --properties "$directory" >out 2>&1 || status=$?
    [ $status = 1 ] || fail "$directory: exit status $status: $(cat out)"
    grep -qF "FAIL $directory/testdata/cases.yaml:1: tank: $property" out || fail "$directory: $property isn't told: $(cat out)"
    [ "$(grep -c '^FAIL.*cases.yaml' out)" = 1 ] || fail "$directory breaks more than that: $(cat out)"
    for text; do
        grep -qF -e "$text" out || fail "$directory: no \"$text\" in: $(cat out)"
    done
}
holds() {
    "$rjinterp" test --properties "$1" >out 2>&1 || fail "$1: $(cat out)"
    grep -q ' passed, 0 failed, 0 skipped$' out || fail "$1: $(cat out)"
}

rule order statusAggregation <<'LUA'
function AggregateStatus(object, items)
  local phase = nil
  for _, item in ipairs(items or {}) do
    phase = item.status and item.status.phase
  end
  object.status = {phase = phase}
  return object
end
LUA
cases order AggregateStatus "$members"
breaks order 'the same answer for every order of status items' 'aggregatedStatus.status: expected {"phase":"B"}, got nothing' \
    'observedObj: {"apiVersion":"e.test/v1","kind":"Tank"}' 'statusItems: [{},{"status":{"phase":"B"}}]'

rule order-twin statusAggregation <<'LUA'
function AggregateStatus(object, items)
  local sum = 0
  for _, item in ipairs(items or {}) do
    sum = sum + ((item.status or {}).num or 0)
  end
  object.status = {n = sum}
  return object
end
LUA
cases order-twin AggregateStatus "$members"
holds order-twin

# Seven members have 5040 orders: some of them are tried.
rule sampled statusAggregation <<'LUA'
function AggregateStatus(object, items)
  object.status = {first = items and items[1] and items[1].clusterName}
  return object
end
LUA
cases sampled AggregateStatus "statusItems: [$(seq -s, 7 | sed 's/[0-9]/{clusterName: m&}/g')]\n"
breaks sampled 'the same answer for every order of status items' 'aggregatedStatus.status: expected nothing, got {"first":"m7"}' \
    'statusItems: [{},{"clusterName":"m7"}]'

rule count statusAggregation <<'LUA'
function AggregateStatus(object, items)
  local n = 0
  for _, item in ipairs(items or {}) do
    n = n + item.status.num
  end
  object.status = {n = n}
  return object
end
LUA
cases count AggregateStatus "$members"
breaks count 'no failure for any number of status items' 'count/customizations.yaml:12:33' 'statusItems: [{}]'

rule none statusAggregation <<'LUA'
function AggregateStatus(object, items)
  object.status = {n = #items}
  return object
end
LUA
cases none AggregateStatus "$members"
breaks none 'no failure for any number of status items' 'none/customizations.yaml:10:32'

rule state healthInterpretation <<'LUA'
function InterpretHealth(object)
  seen = (seen or 0) + 1
  return seen == 1
end
LUA
cases state InterpretHealth
breaks state 'the same answer twice in one state' 'healthy: expected true, got false' \
    'observedObj: {"apiVersion":"e.test/v1","kind":"Tank"}'

rule state-twin healthInterpretation <<'LUA'
function InterpretHealth(object)
  local seen = 1
  return seen == 1
end
LUA
cases state-twin InterpretHealth
holds state-twin

rule pairs statusReflection <<'LUA'
function ReflectStatus(object)
  local names = {}
  for name in pairs(object.metadata.labels or {}) do
    names[#names + 1] = name
  end
  return {names = names}
end
LUA
cases pairs InterpretStatus
breaks pairs 'the same answer with pairs in reversed order' 'status.names[0]: expected "a", got "b"' '"labels":{"a":"w","b":"x"}'

rule pairs-twin statusReflection <<'LUA'
function ReflectStatus(object)
  local names = {}
  for name in pairs(object.metadata.labels or {}) do
    names[#names + 1] = name
  end
  table.sort(names)
  -- The order of a table that the script made is the same in production, too.
  local own, seen = {z = 1, a = 2}, ""
  for name in pairs(own) do
    seen = seen .. name
  end
  return {names = names, seen = seen}
end
LUA
cases pairs-twin InterpretStatus
holds pairs-twin

rule retain retention <<'LUA'
function Retain(desired, observed)
  desired.spec.replicas = 1
  return desired
end
LUA
cases retain Retain "desiredObj: $tank}\n"
breaks retain 'Retain of an object with itself changes nothing' '.spec.replicas'

rule retain-twin retention <<'LUA'
function Retain(desired, observed)
  desired.spec.replicas = observed.spec.replicas
  return desired
end
LUA
cases retain-twin Retain "desiredObj: $tank}\n"
holds retain-twin

component() { # DIRECTORY NAME NAME REPLICAS
    rule "$1" componentResource <<LUA
function GetComponents(object)
  return {{name = "$2", replicas = 1}, {name = "$3", replicas = $4}}
end
LUA
    cases "$1" InterpretComponent
}
component names head head 1
breaks names 'names of components are unique and short' 'two components have the same name'
component long head "$(printf 'w%.0s' {1..33})" 1
breaks long 'names of components are unique and short' "a component's name has more than 32 characters"
component unnamed head '' 1
breaks unnamed 'names of components are unique and short' 'a component has no name'
component negative head worker -1
breaks negative 'replicas fit 32 bits, quantities parse' 'the number of replicas is negative'
component names-twin head "$(printf 'w%.0s' {1..32})" 2147483647
holds names-twin

rule replicas replicaResource <<'LUA'
function GetReplicas(object)
  return 3000000000, nil
end
LUA
cases replicas InterpretReplica
breaks replicas 'replicas fit 32 bits, quantities parse' "the number of replicas doesn't fit 32 bits"

rule quantity replicaResource <<'LUA'
function GetReplicas(object)
  return 1, {resourceRequest = {cpu = "one"}}
end
LUA
cases quantity InterpretReplica
breaks quantity 'replicas fit 32 bits, quantities parse' 'quantities must match'

# A case that expects an error, or is skipped, is no ground for a property; a file that can't be read still fails.
rule refused healthInterpretation <<'LUA'
function InterpretHealth(object)
  error("no")
end
LUA
cases refused InterpretHealth 'error: "no"\n---\nname: later\nskip: not yet\noperation: InterpretHealth\n'
"$rjinterp" test --properties refused >out
grep -qx '0 passed, 0 failed, 1 skipped' out || fail "refused: $(cat out)"
printf 'a: [' >refused/testdata/broken.yaml
! "$rjinterp" test --properties refused >out || fail 'a broken file passes'

# The same in every form of report, and whoever runs it.
for format in tap junit json github markdown; do
    ! "$rjinterp" test --properties order pairs -o $format >out 2>err || fail "-o $format passes"
    grep -q 'the same answer for every order of status items' out || fail "-o $format: $(cat out)"
done
! "$rjinterp" test --properties order pairs state --jobs 1 >one || fail 'passes alone'
! "$rjinterp" test --properties order pairs state --jobs 3 >three || fail 'passes in parallel'
cmp one three || fail 'the report depends on the number of jobs'
