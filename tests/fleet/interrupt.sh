#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ctrl-C ends a fleet soon, leaves no worker behind, no half line on standard output and no temporary file.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization "$plain_health" >c.yaml
objects 1 3000 >boats.yaml
# An input without end, as a pipe from a slow producer is.
mkfifo pipe
produce() { while cat boats.yaml && echo ---; do sleep 0.05; done; }
program=
trap 'rm -rf "$work"; if [ -n "$program" ] && kill -0 "$program" 2>/dev/null; then kill -KILL "$program"; fi' EXIT
# Signals are ignored in background jobs of a script, so a fresh session starts the program with them in order.
cat >start.py <<'END'
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
END
start() { exec python3 start.py "$rjinterp" interpret -f c.yaml --each --operation InterpretHealth --observed-file - --jobs 2 "$@"; }

run_and_interrupt() { # SECONDS SIGNAL STATUS OPTION...
    local seconds=$1 signal=$2 expected=$3 status=0 child
    shift 3
    rm -f out # what the run before left there would pass for a beginning of this one
    produce >pipe 2>/dev/null &
    start "$@" <pipe >out 2>err & # in a subshell of its own, which becomes the program
    program=$!
    for _ in $(seq 300); do
        [ -s out ] || [ -n "$(find . -name '.result.*' -size +0)" ] && break
        sleep 0.1
    done
    sleep "$seconds"
    local children
    children=$(children_of "$program")
    kill "-$signal" "$program"
    wait "$program" || status=$?
    expect_equal "$expected" "$status" "exit status after SIG$signal"
    for child in $children; do
        [ ! -e "/proc/$child" ] || fail "worker $child is left"
    done
    grep -qE '^interrupted: [0-9]+ objects, [0-9]+ ok, 0 failed$' err || fail "the summary: $(cat err)"
}

for seconds in 0.1 0.37; do
    run_and_interrupt "$seconds" INT 130 -o jsonl
    expect_equal '' "$(tail -c 1 out)" 'last byte of the output'
    python3 -c 'import json, sys; [json.loads(line) for line in open("out")]' || fail 'a half line'
done
run_and_interrupt 0.2 TERM 143 -o jsonl --output-file result
[ ! -e result ] || fail 'a half result was left'
expect_equal 0 "$(find . -name '.result.*' | wc -l)" 'temporary files that are left'
