# SPDX-License-Identifier: Apache-2.0
# What the tests of `rjinterp test` share. Each is called as TEST.sh RJINTERP and works in a copy of the trees.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
here=$(realpath "${BASH_SOURCE[0]%/*}")
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-suite.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp -r "$here/pass" "$here/fail" "$here/covered" "$work"
cd "$work"

fail() {
    echo "${BASH_SOURCE[1]##*/}:${BASH_LINENO[0]}: $*" >&2
    exit 1
}

# expect_equal EXPECTED GOT WHAT
expect_equal() {
    [ "$1" = "$2" ] || fail "$3: expected '$1', got '$2'"
}

# run STATUS ARGUMENT…: `rjinterp test` with output in the files out and err
run() {
    local wanted=$1 status=0
    shift
    "$rjinterp" test "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] || {
        cat out err >&2
        fail "test $*: expected status $wanted, got $status"
    }
}

# cases TREE: how many cases its files hold
cases() {
    find "$1" \( -name '*-test.yaml' -o -name customizations_tests.yaml \) -exec cat {} + | grep -cE '^ *(- )?operation:|^  operation:'
}
