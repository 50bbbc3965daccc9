#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Holds the case runner (run) to what it promises, with made-up cases and a shell as the program.
# shellcheck disable=SC2016 # scripts of cases are not for this shell to expand
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(mktemp -d "${TMPDIR:-/tmp}/rj-cli-test.XXXXXX")
trap 'rm -rf "$root"' EXIT
wrong=0

# A case whose program is the script SCRIPT for sh; what it expects is nothing and status 0.
new_case() { # NAME SCRIPT
    local case=$root/cases/$1
    mkdir -p "$case"
    echo './script' >"$case/cmd"
    printf '%s\n' "$2" >"$case/script"
    : >"$case/expected.stdout"
    : >"$case/expected.stderr"
    echo 0 >"$case/expected.rc"
}

fresh() {
    rm -rf "$root/cases" "$root/improved" "$root/pending.txt"
}

# The last line of the run, and its exit status, have to be these.
expect() { # STATUS PASSED FAILED DIFFERING SKIPPED [OPTION]...
    local status=0 summary
    "$here/run" --cases "$root/cases" "${@:6}" sh >"$root/output" 2>&1 || status=$?
    summary="$2 passed, $3 failed, $4 differ where the reference does badly, $5 skipped"
    if [ "$status" != "$1" ] || [ "$(tail -n 1 "$root/output")" != "$summary" ]; then
        echo "line ${BASH_LINENO[0]}: expected status $1 and '$summary', got status $status and:"
        sed 's/^/    /' "$root/output"
        wrong=1
    fi
}

# What a case may ask for.
new_case plain ':'
new_case outputs 'echo out; echo err >&2; exit 3'
echo out >"$root/cases/outputs/expected.stdout"
echo err >"$root/cases/outputs/expected.stderr"
echo 3 >"$root/cases/outputs/expected.rc"
new_case input 'cat; cat file; echo "$KEY"'
printf 'in\n' >"$root/cases/input/stdin"
printf 'file\n' >"$root/cases/input/file"
printf 'KEY=a b\n' >"$root/cases/input/env"
printf 'in\nfile\na b\n' >"$root/cases/input/expected.stdout"
new_case quoting 'printf "<%s>" "$@"'
echo "./script 'a  b' \"\\\$x\" ''" >"$root/cases/quoting/cmd"
printf '<a  b><$x><>' >"$root/cases/quoting/expected.stdout"
new_case places 'echo "$PWD/x"; echo "stored to \"$TMPDIR/y\""'
printf '{WORK}/x\nstored to "{TMPFILE}"\n' >"$root/cases/places/expected.stdout"
new_case changes 'echo new >a; mkdir d; echo made >d/b'
echo old >"$root/cases/changes/a"
mkdir -p "$root/cases/changes/after/d"
echo new >"$root/cases/changes/after/a"
echo made >"$root/cases/changes/after/d/b"
new_case leftover 'touch "$TMPDIR/x"'
echo 1 >"$root/cases/leftover/expected.leftover"
new_case ignored 'echo any; echo thing >&2'
echo ignore >"$root/cases/ignored/stdout-mode"
echo ignore >"$root/cases/ignored/stderr-mode"
expect 0 8 0 0 0
expect 0 1 0 0 0 --only 'q*'
echo public/plain >"$root/list"
expect 0 1 0 0 0 --list "$root/list"
expect 0 8 0 0 0 --jobs 1

# Each difference is found.
fresh
new_case rc 'exit 1'
new_case stdout 'echo'
new_case stdout-end 'printf a'
echo a >"$root/cases/stdout-end/expected.stdout"
new_case stderr 'echo >&2'
new_case changed 'echo new >a'
echo old >"$root/cases/changed/a"
new_case unchanged ':'
mkdir "$root/cases/unchanged/after"
echo new >"$root/cases/unchanged/after/a"
new_case made 'touch a'
new_case removed 'rm a'
touch "$root/cases/removed/a"
new_case leftover 'touch "$TMPDIR/x"'
echo 0 >"$root/cases/leftover/expected.leftover"
expect 1 0 9 0 0

# Standard error: the first line, then the others among ours; no logs, no stack traces.
fresh
new_case more 'printf "first\nmore\nsecond\nend\n" >&2'
printf '{LOG} x\nfirst\nsecond\n' >"$root/cases/more/expected.stderr"
new_case script 'printf "printed\ne: <string>:3: why\nours\n" >&2'
printf 'e: <string>:3: why\nstack traceback:\n\t[G]: ?\n' >"$root/cases/script/expected.stderr"
expect 0 2 0 0 0
new_case late 'printf "other\nfirst\n" >&2'
echo first >"$root/cases/late/expected.stderr"
new_case reason 'printf "e: <string>:3: why not\ne: <string>:3: why\n" >&2'
echo 'e: <string>:3: why' >"$root/cases/reason/expected.stderr"
new_case order 'printf "first\nthird\nsecond\n" >&2'
printf 'first\nsecond\nthird\n' >"$root/cases/order/expected.stderr"
new_case silent ':'
echo first >"$root/cases/silent/expected.stderr"
expect 1 2 4 0 0

# Where the reference does badly.
fresh
new_case better 'echo better; touch a; exit 1'
echo 'rc stdout files: wrong' >"$root/cases/better/bug"
expect 0 0 0 1 0
mkdir -p "$root/improved/better/after"
touch "$root/improved/better/after/a"
echo better >"$root/improved/better/expected.stdout"
expect 0 0 0 1 0
echo 1 >"$root/improved/better/expected.rc"
expect 0 1 0 0 0
echo best >"$root/improved/better/expected.stdout"
expect 1 0 1 0 0
echo better >"$root/improved/better/expected.stdout"
echo 'rc files: wrong' >"$root/cases/better/bug"
expect 1 0 1 0 0

# What waits.
fresh
new_case good ':'
new_case waiting 'exit 1'
printf '# comment\n\nwaiting for something\n' >"$root/pending.txt"
expect 0 1 0 0 1
echo 'good for nothing' >>"$root/pending.txt"
expect 1 0 1 0 1
printf 'waiting for something\nunknown case\n' >"$root/pending.txt"
expect 1 1 1 0 1

exit $wrong
