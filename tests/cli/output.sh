#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# output.sh RJINTERP: a full disk, a closed stream and a reader that has gone give exit status 1 and a message.
set -u
program=$(readlink -f "$1") || exit 2
files=$(cd "$(dirname "${BASH_SOURCE[0]}")/../oom/files" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
retain=(interpret -f "$files/customization.yaml" --operation Retain --desired-file "$files/object.yaml"
    --observed-file "$files/object.yaml")
check=(interpret -f "$files/customization.yaml" --check)
each=(interpret -f "$files/customization.yaml" --operation InterpretDependency --each --observed-file "$files/object.yaml")
failed=0

expect() { # WHAT STATUS STDERR
    if [ "$2" != 1 ]; then
        echo "$1: exit status $2 instead of 1" && failed=1
    elif ! grep -qF "$3" "$work/stderr"; then
        echo "$1: no message that says: $3" && sed 's/^/    /' "$work/stderr" && failed=1
    fi
}

for name in retain check each; do
    declare -n arguments=$name
    "$program" "${arguments[@]}" >/dev/full 2>"$work/stderr"
    expect "$name on a full disk" $? 'No space left on device'
    "$program" "${arguments[@]}" >&- 2>"$work/stderr"
    expect "$name with stdout closed" $? 'Bad file descriptor'
    # The reader is gone before anything is written.
    { sleep 0.3 && "$program" "${arguments[@]}" 2>"$work/stderr" && echo 0 >"$work/status" || echo 1 >"$work/status"; } | true
    expect "$name without a reader" "$(cat "$work/status")" 'Broken pipe'
done
unset -n arguments
for arguments in --help 'help interpret' --version; do
    # shellcheck disable=SC2086
    "$program" $arguments >/dev/full 2>"$work/stderr"
    expect "$arguments on a full disk" $? 'No space left on device'
done
# Nowhere to say it: the status is all there is.
"$program" "${retain[@]}" >/dev/full 2>/dev/full
[ $? = 1 ] || { echo 'everything full: not exit status 1' && failed=1; }
"$program" interpret --bad-option 2>&-
[ $? = 1 ] || { echo 'stderr closed: not exit status 1' && failed=1; }
exit $failed
