#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Options of `rjinterp test`: which cases run, in what order, and with what status it ends.
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"
all=$(cases pass)

# Paths: the working directory, a tree, a directory, each kind of file, one named twice.
(cd pass && "$rjinterp" test >../out) || fail 'no path'
expect_equal "$all passed, 0 failed, 0 skipped" "$(tail -n 1 out)" 'the working directory'
run 0 pass/core/v1/Pod pass/core/v1/Pod/testdata pass/core/v1/Pod/customizations.yaml
expect_equal '1 passed, 0 failed, 0 skipped' "$(tail -n 1 out)" 'one case by three paths'
run 0 pass/example.com/v1/Echo/testdata/nested
expect_equal '6 passed, 0 failed, 0 skipped' "$(tail -n 1 out)" 'a part of testdata'
run 0 pass/example.com/v1beta2/Older/customizations_tests.yaml
expect_equal '7 passed, 0 failed, 0 skipped' "$(tail -n 1 out)" 'the older file alone'
run 1 nowhere
expect_equal 'error: the path "nowhere" does not exist' "$(head -n 1 err)" 'a path that is not there'
mkdir nothing
run 2 nothing
expect_equal 'error: no case was found' "$(cat err)" 'no case'

# Selection
run 0 pass --operation interprethealth
expect_equal "$(grep -rhE '^ *operation: InterpretHealth$' pass --include '*.yaml' | wc -l) passed, 0 failed, 0 skipped" \
    "$(tail -n 1 out)" '--operation'
run 0 pass --run '^quantities (by|of)'
expect_equal '2 passed, 0 failed, 0 skipped' "$(tail -n 1 out)" '--run by name'
run 0 pass --run 'v1/Pod/ready'
expect_equal '1 passed, 0 failed, 0 skipped' "$(tail -n 1 out)" '--run by directory and name'
run 2 pass --run 'no such case'
run 1 pass --run '('
grep -q 'is no regular expression' err || fail "--run '(': $(cat err)"
run 1 pass --operation Nope
grep -q 'operation Nope is not supported' err || fail "--operation Nope: $(cat err)"
run 0 pass --list
expect_equal "$all" "$(wc -l <out)" '--list'
grep -qx 'pass/core/v1/Pod/testdata/health-test.yaml:2: ready pod (InterpretHealth)' out || fail "--list: $(cat out)"
mv out listed
for i in 1 2 3; do
    run 0 pass --list --shard $i/3
    cat out
done | sort >shards
sort listed | cmp - shards || fail 'shards are not the whole'
run 1 pass --shard 4/3

# Order
run 0 pass --list --shuffle=7
cp out shuffled
run 0 pass --list --shuffle=7
cmp out shuffled || fail 'a seed gives two orders'
cmp -s listed shuffled && fail 'nothing was shuffled'
sort shuffled | cmp - shards || fail 'cases were lost when they were shuffled'
run 0 pass --shuffle
grep -qE '^shuffled with --shuffle=[0-9]+$' out || fail '--shuffle does not tell its seed'

# Neither the number of workers nor the order changes what is said.
run 1 fail --jobs 1
cp out one
for jobs in 2 7; do
    run 1 fail --jobs $jobs
    cmp one out || fail "--jobs $jobs"
done
run 1 fail --shuffle=3 --jobs 3
sort out | grep -v '^shuffled' | cmp - <(sort one) || fail '--shuffle changes verdicts'

# --fail-fast stops at the same case whatever runs beside it.
run 1 fail --fail-fast --jobs 1
cp out one
grep -qE '^0 passed, 1 failed, [0-9]+ skipped$' <(tail -n 1 out) || fail "--fail-fast: $(tail -n 1 out)"
for jobs in 2 5; do
    run 1 fail --fail-fast --jobs $jobs
    cmp one out || fail "--fail-fast --jobs $jobs"
done

# Repetition: each in a state of its own, or the second one would find what the first one leaves.
run 0 pass --repeat 5
expect_equal "$all passed, 0 failed, 0 skipped" "$(tail -n 1 out)" '--repeat'
run 1 fail --run 'health changed' --repeat 3 --operation InterpretHealth
grep -qx '    failed in 3 of 3 runs' out || fail "--repeat: $(cat out)"

# Cases without assertion, unknown fields, skipped ones.
mkdir -p more/testdata
cp pass/flat/customizations.yaml more
cat >more/testdata/a.yaml <<'END'
name: asserts nothing
observedObj: {apiVersion: example.com/v1, kind: Flat, status: {ready: true}}
operation: InterpretHealth
---
name: misspelt
observedObj: {apiVersion: example.com/v1, kind: Flat, status: {ready: true}}
operation: InterpretHealth
output: {healthy: true}
colour: red
---
name: later
operation: InterpretHealth
skip: not built yet
output: {healthy: true}
END
run 0 more
expect_equal '2 passed, 0 failed, 1 skipped' "$(tail -n 1 out)" 'remarks'
grep -qx 'warn more/testdata/a.yaml:1: asserts nothing (InterpretHealth): no assertion' out || fail 'no assertion'
grep -qx 'warn more/testdata/a.yaml:5: misspelt (InterpretHealth): unknown field "colour" (line 9)' out || fail 'unknown field'
grep -qx 'skip more/testdata/a.yaml:11: later (InterpretHealth): not built yet' out || fail 'skipped'
run 1 more --strict
expect_equal '0 passed, 2 failed, 1 skipped' "$(tail -n 1 out)" '--strict'

# A script that doesn't stop, and one that prints.
mkdir -p slow/testdata
sed 's/return obj.status.ready/print("checking", obj.metadata.name) while obj.metadata.name == "slow" do end return false/' \
    pass/flat/customizations.yaml >slow/customizations.yaml
for name in a slow b; do
    printf -- '---\nname: %s\nobservedObj: {apiVersion: example.com/v1, kind: Flat, metadata: {name: %s}}\noperation: InterpretHealth\n' \
        $name $name
    case $name in b) echo 'output: {healthy: true}' ;; *) echo 'output: {healthy: false}' ;; esac
done >slow/testdata/cases.yaml
run 1 slow --timeout 150 --jobs 1
expect_equal '1 passed, 2 failed, 0 skipped' "$(tail -n 1 out)" 'a script that does not stop'
grep -q 'context deadline exceeded' out || fail "the deadline: $(cat out)"
grep -qE '^    [|] checking +b$' out || fail "what was printed: $(cat out)"
