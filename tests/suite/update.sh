#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `rjinterp test --update`: what it writes, what it leaves alone, what it refuses.
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# The whole tree: what could be updated passes afterwards, and there is nothing left to do.
cp -r pass untouched
run 0 pass --update
diff -r pass untouched >&2 || fail 'cases that pass were changed'
run 1 fail --update
mv out said
updated=$(grep -c '^updated ' said) kept=$(grep -c '^kept ' said)
grep -qx "$updated updated, $kept kept" said || fail "the summary: $(grep updated, said)"
[ "$updated" -ge 35 ] || fail "only $updated updated"
expect_equal "$updated passed" "$(tail -n 1 said | cut -d, -f1)" 'those that pass by now'
grep '^FAIL .*test' said | sed 's/^FAIL \([^ ]*:[0-9]*\): .*/\1/' | grep -E ':[0-9]+$' | grep -v text-test | sort >failing
grep '^kept ' said | sed 's/^kept \([^ ]*:[0-9]*\): .*/\1/' | sort | diff - failing >&2 || fail 'those kept are not those that still fail'
cp -r fail once
run 1 fail --update
diff -r fail once >&2 || fail 'a second update changes files'
grep -q '^updated ' out && fail 'a second update says that it does'
run 1 fail
expect_equal "$updated passed" "$(tail -n 1 out | cut -d, -f1)" 'those that pass in a run of its own'

# new [DIRECTORY]: the customization that echoes, without cases
new() {
    rm -rf t
    mkdir -p t/testdata
    cp "${1:-pass/example.com/v1/Echo}/customizations.yaml" t
}

# expect_file WANTED GOT WHAT
expect_file() {
    diff "$1" "$2" >&2 || fail "$3"
}

# The layout of lines: comments, order, a number that is a text, texts of several lines, maps and lists that come, go, grow and shrink.
new
cat >t/testdata/a.yaml <<'END'
# in front
name: one # a name
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {list: [1, two, {name: abc, v: 1}], text: "a\nb\n", nothing: null, deep: {x: {z: 1}}, count: 3, flat: 2, rows: [[1]]}}
operation: InterpretStatus
output: # of the status
  # first
  status: # what is there
    count: "3" # a text
    list: # three of them
    # the first
    - 0 # zero
    - two
    - name: abc # the name
      v: 2 # the value
    - four
    text: old # one line
    deep: 5 # not deep
    other: # goes
      a: 1
    # about rows
    rows:
    - - 2 # two
    flat: # was deep
      a: 1
# behind
---
name: two
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {phase: Ready}}
operation: InterpretHealth
# at the end
END
cat >wanted <<'END'
# in front
name: one # a name
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {list: [1, two, {name: abc, v: 1}], text: "a\nb\n", nothing: null, deep: {x: {z: 1}}, count: 3, flat: 2, rows: [[1]]}}
operation: InterpretStatus
output: # of the status
  # first
  status: # what is there
    count: 3 # a text
    list: # three of them
    # the first
    - 1 # zero
    - two
    - name: abc # the name
      v: 1 # the value
    text: | # one line
      a
      b
    deep: # not deep
      x:
        z: 1
    # about rows
    rows:
    - - 1 # two
    flat: 2 # was deep
# behind
---
name: two
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {phase: Ready}}
operation: InterpretHealth
output:
  healthy: true
# at the end
END
run 0 t --update
expect_file wanted t/testdata/a.yaml 'the layout of lines'
for line in 'updated t/testdata/a.yaml:2: one (InterpretStatus)' '    status.count: "3" became 3' \
    'updated t/testdata/a.yaml:27: two (InterpretHealth)' '    output was added' '2 updated, 0 kept' '2 passed, 0 failed, 0 skipped'; do
    grep -qxF -- "$line" out || fail "what was changed: $line is missing in $(cat out)"
done

# Marks, quantities, unordered lists and what output doesn't name stay as they are.
new
cat >t/testdata/a.yaml <<'END'
name: requirements
desiredObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, spec: {replicas: 3, requires: {resourceRequest: {cpu: "1", memory: 1Gi, gpu: "2"}}}}
operation: InterpretReplica
output:
  requires:
    resourceRequest:
      memory: 1024Mi # the same
      cpu: 1000m     # this too
      gpu: 3         # not this
---
name: components
desiredObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, spec: {components: [{name: a, replicas: 1}, {name: b, replicas: 2}, {name: d, replicas: 4}]}}
operation: InterpretComponent
output:
  components:
  # the third
  - {name: c, replicas: 3}
  # the second
  - name: b
    replicas: 1 # too few
  # the first
  - name: a
    replicas: 1
---
name: retained
desiredObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e, uid: x}, spec: {"a.b/c": 1}}
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, spec: {assigned: 7}}
operation: Retain
output:
  retained:
    apiVersion: example.com/v1
    kind: Echo
    metadata:
      uid: "{{EXCLUDE}}"
      name: "e"
    spec: {assigned: "{{EXCLUDE}}", a.b/c: 2}
END
sed -e 's/gpu: 3    /gpu: "2"    /' -e '/# the third/,/name: c/d' -e 's/replicas: 1 # too few/replicas: 2 # too few/' -e 's,a.b/c: 2},a.b/c: 1},' \
    t/testdata/a.yaml | awk '{ print } /^    replicas: 1$/ { print "  - name: d\n    replicas: 4" }' >wanted
run 0 t --update
# The comment before an item that goes stays where it was.
sed -i '/# the third/d' t/testdata/a.yaml
expect_file wanted t/testdata/a.yaml 'marks, quantities and lists'

# CR LF, no line end at the end, JSON in lines and in one, the older format with several cases.
new
printf 'name: x\r\nobservedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {phase: Ready}}\r\noperation: InterpretHealth' >t/testdata/a.yaml
cp t/testdata/a.yaml wanted
printf '\r\noutput:\r\n  healthy: true\r\n' >>wanted
cat >t/testdata/b.yaml <<'END'
{
  "name": "y",
  "observedObj": {"apiVersion": "example.com/v1", "kind": "Echo", "metadata": {"name": "e"}, "status": {"phase": "Ready", "list": [1]}},
  "operation": "InterpretStatus",
  "output": {
    "status": {
      "phase": "NotReady",
      "list": [ 1, 2 ]
    }
  }
}
{"name":"z","observedObj":{"apiVersion":"example.com/v1","kind":"Echo","metadata":{"name":"e"},"status":{"phase":"Ready"}},"operation":"InterpretHealth"}
END
sed -e 's/NotReady/Ready/' -e 's/ 1, 2 / 1 /' -e '$s/}$/, "output": {"healthy": true}}/' t/testdata/b.yaml >wanted.b
run 0 t --update
expect_file wanted t/testdata/a.yaml 'CR LF'
expect_file wanted.b t/testdata/b.yaml JSON
rm -rf t
cp -r pass/example.com/v1beta2/Older t
sed -i -e 's/output: {replica: [0-9]*/output: {replica: 99/' t/customizations_tests.yaml
sed -i -e '$a - name: added # new\n  desiredInputPath: testdata/desired-older.yaml\n  operation: ReviseReplica' t/customizations_tests.yaml
run 0 t --update --strict
[ "$(grep -c '^updated' out)" -ge 2 ] || fail "the older format: $(cat out)"
sed -n '/added # new/,$p' t/customizations_tests.yaml | grep -A 2 "operation: ReviseReplica" | grep -q '^  output:$' || fail 'no output in the older format'
cp t/customizations_tests.yaml wanted
run 0 t --update --strict
expect_file wanted t/customizations_tests.yaml 'a second update of the older format'

# Subsets, and reports that have no room for what is said.
new
for i in 1 2 3 4; do
    printf -- '---\nname: case %s\nobservedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: {phase: Ready}}\noperation: InterpretHealth\noutput: {healthy: false}\n' $i
done >t/testdata/a.yaml
run 0 t --update --run 'case 3' -o tap
grep -qx 'updated t/testdata/a.yaml:12: case 3 (InterpretHealth)' err || fail "--run: $(cat err)"
expect_equal 'false false true false' "$(sed -n 's/output: {healthy: \(.*\)}/\1/p' t/testdata/a.yaml | xargs)" '--run'
run 0 t --update --shard 4/4 --repeat 2
expect_equal 'true false true false' "$(sed -n 's/output: {healthy: \(.*\)}/\1/p' t/testdata/a.yaml | xargs)" '--shard'
run 0 t --update --shuffle=5 --jobs 3
expect_equal 'true true true true' "$(sed -n 's/output: {healthy: \(.*\)}/\1/p' t/testdata/a.yaml | xargs)" '--shuffle'

# refused WORDS: an update of t says so, changes nothing, and fails
refused() {
    rm -rf untouched
    cp -r t untouched
    run 1 t --update
    grep -q -- "$1" out || fail "refused without '$1': $(cat out err)"
    diff -r t untouched >&2 || fail "refused, and changed: $1"
}

# Where runs have different results, an operation fails or an anchor is in it, the file stays as it is.
new pass/example.com/v1/Twins
cat >t/testdata/a.yaml <<'END'
observedObj: {apiVersion: example.com/v1, kind: Twins, metadata: {name: p}, status: {ready: false}}
operation: InterpretHealth
END
refused '^kept .*: customizations or runs have different results'
new
cat >t/testdata/a.yaml <<'END'
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}}
operation: InterpretHealth
output: {healthy: true}
END
refused '^kept .*: there is no result to write'
sed -i 's/^output.*/error: no such text/' t/testdata/a.yaml
refused '^kept .*: it expects an error'
tie='^kept .*: an anchor, an alias or a merge key ties the place to others'
cat >t/testdata/a.yaml <<'END'
observedObj: {apiVersion: example.com/v1, kind: Echo, metadata: {name: e}, status: &status {phase: Ready, list: [1]}}
operation: InterpretStatus
output: {status: {phase: Ready, list: [&one 2], more: *one}}
END
refused "$tie"
sed -i -e 's/^output.*/output: {status: {<<: *other, list: [1]}}/' -e '1i statusItems: [{clusterName: a, status: \&other {phase: Other}}]' \
    t/testdata/a.yaml
refused "$tie"
sed -i 's/^output.*/output: {status: {phase: Ready, list: \&list [1, 2], again: *list}}/' t/testdata/a.yaml
refused "$tie"
sed -i 's/^output.*/output: {status: *status}/; s/status: &status/status: \&status/; s/list: \[1\]/list: [1]/' t/testdata/a.yaml
run 0 t --update
sed -i 's/^output.*/output: \&out {status: {phase: Ready, list: [2]}}/' t/testdata/a.yaml
run 0 t --update # the anchor stands around what changes, and nobody uses it
grep -qxF 'output: &out {status: {phase: Ready, list: [1]}}' t/testdata/a.yaml || fail "beside an anchor: $(cat t/testdata/a.yaml)"

# A file that can't be written, standard input, options that make no sense together.
cp t/testdata/a.yaml wanted
sed -i 's/list: \[1\]}}$/list: [3]}}/' t/testdata/a.yaml
if [ "$(id -u)" != 0 ]; then
    chmod a-w t/testdata
    run 1 t --update
    chmod u+w t/testdata
fi
run 1 - --update
grep -qx "error: --update writes into files: it can't take standard input" err || fail "standard input: $(cat err)"
run 1 t --update --list
run 1 t --update --fail-fast
grep -qx 'error: --update and --fail-fast exclude each other' err || fail "--fail-fast: $(cat err)"
expect_equal t/testdata/a.yaml "$(find t/testdata -type f)" 'files that were left behind'
