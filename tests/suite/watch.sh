#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `rjinterp test --watch`: what is run after which change, and how it ends.
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"
set -m # jobs get Ctrl-C as from a terminal
pid=
trap '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT

# start ARGUMENT…: watches, and waits for the first round
start() {
    : >out
    : >err
    "$rjinterp" test --watch "$@" >>out 2>>err &
    pid=$!
    rounds=0 heard=0
    next
}

# next: waits until one more round has ended; the file report has what it said
next() {
    local tries=0
    rounds=$((rounds + 1))
    until [ "$(grep -c '^watching' err || true)" -ge $rounds ]; do
        tries=$((tries + 1))
        if [ $tries -gt 600 ] || ! kill -0 "$pid"; then
            cat out err >&2
            fail "round $rounds did not come"
        fi
        sleep 0.05
    done
    tail -c +$((heard + 1)) out >report
    heard=$(stat -c %s out)
}

# said COUNTS WHAT
said() {
    expect_equal "$1" "$(tail -n 1 report)" "$2"
}

# stop STATUS: Ctrl-C
stop() {
    local status=0
    kill -INT "$pid"
    wait "$pid" || status=$?
    pid=
    expect_equal "$1" $status 'the status'
}

# write FILE HEALTHY…: a case for each, saved as editors do: another file gets the name
write() {
    local file=$1 value
    shift
    for value; do
        printf -- '---\nobservedObj: {apiVersion: example.com/v1, kind: Flat, status: {ready: true}}\noperation: InterpretHealth\noutput: {healthy: %s}\n' \
            "$value"
    done >"${file%/*}/.new"
    mv "${file%/*}/.new" "$file"
}

mkdir -p w
cp -r pass/flat w/a
cp -r pass/flat w/b
cp -r pass/example.com/v1beta2/Older w/older
write w/a/testdata/one.yaml true true
start w
said '12 passed, 0 failed, 0 skipped' 'all'

# A file of cases: its cases, whether it is replaced or written in its place, new, or in a directory that is new.
write w/a/testdata/one.yaml true false
next
said '1 passed, 1 failed, 0 skipped' 'a file that fails'
write w/a/testdata/one.yaml true
next
said '1 passed, 0 failed, 0 skipped' 'a file that was replaced'
sed 's/true}$/false}/' w/a/testdata/one.yaml >one
cat one >w/a/testdata/one.yaml
next
said '0 passed, 1 failed, 0 skipped' 'a file that was written'
mkdir -p w/a/testdata/deep/deeper
write w/a/testdata/deep/deeper/two.yaml true true true
next
[ -s report ] || next # the directory may have been a round of its own
grep -q '^3 passed, 0 failed, 0 skipped$' report || fail "a directory that is new: $(cat report)"
write w/a/testdata/deep/deeper/two.yaml true
next
said '1 passed, 0 failed, 0 skipped' 'a file in a directory that is new'

# Customizations: all cases of their directory. What else there is doesn't count.
touch w/a/notes.txt w/a/testdata/.swap.yaml.swp
printf '# changed\n' >>w/b/customizations.yaml
next
said '1 passed, 0 failed, 0 skipped' 'customizations'
grep -q '^ok   w/b: ' report || fail "another directory: $(cat report)"
sed -i 's/^/#/' w/a/customizations.yaml
next
grep -q '^FAIL w/a/customizations.yaml' report || fail "customizations that are gone: $(cat report)"
sed -i 's/^#//' w/a/customizations.yaml
next
said '2 passed, 1 failed, 0 skipped' 'customizations that are back'

# An object that a case of the older format names; files that go; a directory that comes with all that is in it.
cp w/older/testdata/observed-older.yaml object
cat object >w/older/testdata/observed-older.yaml
next
grep -qE '^7 passed, 0 failed, 0 skipped$' report || fail "an input: $(cat report)"
rm w/a/testdata/one.yaml
next
expect_equal '' "$(cat report)" 'a file that is gone'
grep -q '^nothing to run$' err || fail "a file that is gone: $(cat err)"
cp -r w/b elsewhere
mv elsewhere w/c
next
grep -q '^ok   w/c: 1 of 1 passed$' report || fail "a directory that was moved there: $(cat report)"
mv w/c elsewhere
next
expect_equal '' "$(cat report)" 'a directory that was moved away'
printf '# changed\n' >>elsewhere/customizations.yaml

# The status is that of the last run.
write w/b/testdata/three.yaml false
next
said '0 passed, 1 failed, 0 skipped' 'the last run'
stop 1
start w/b/testdata/three.yaml
printf '# changed\n' >>w/b/customizations.yaml
next
said '0 passed, 1 failed, 0 skipped' 'a file alone, by its customizations'
write w/b/testdata/three.yaml true
next
stop 0
mkdir none
start none
stop 2
run 1 nowhere --watch
grep -q 'cannot watch nowhere' err || fail "a path that is not there: $(cat err)"
run 1 w --watch --update
grep -q 'exclude each other' err || fail "--update: $(cat err)"
# No codes of a terminal where there is none.
grep -q "$(printf '\033')" out report && fail 'codes in a file'
exit 0
