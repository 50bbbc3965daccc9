#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A worker that dies costs the object that it worked on, no other.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# boat-40 takes its time: long enough to be killed in.
customization 'function InterpretHealth(o)
  while o.metadata.name == "boat-40" do end
  return o.status.afloat
end' >c.yaml
objects 1 100 >boats.yaml
"$rjinterp" interpret -f c.yaml --each --operation InterpretReplica,InterpretHealth --observed-file boats.yaml \
    --jobs 2 --timeout 60000 -o jsonl >out 2>err &
program=$!

# The worker that is left after a while hangs on boat-40. It is killed, and so is the next one that tries.
for _ in 1 2; do
    sleep 1
    for _ in $(seq 100); do
        children=$(children_of "$program")
        [ "$(wc -w <<<"$children")" = 1 ] && break
        sleep 0.1
    done
    kill -KILL "${children% }"
done
status=0
wait "$program" || status=$?
expect_equal 1 $status 'exit status'
expect_equal '100 objects, 99 ok, 1 failed' "$(cat err)" 'the summary'
expect_equal 200 "$(wc -l <out)" 'answers'
expect_equal "boat-40 the script's process was ended by signal 9 (Killed)" \
    "$(sed -nE 's/.*"message":"([^"]*)".*"name":"([^"]*)".*/\2 \1/p' out)" 'the one failure'

# One that doesn't stop at its limit costs itself alone too.
status=0
"$rjinterp" interpret -f c.yaml --each --operation InterpretHealth --observed-file boats.yaml --timeout 200 \
    >out 2>err || status=$?
expect_equal 1 $status 'exit status'
expect_equal '100 objects, 99 ok, 1 failed' "$(tail -n 1 err)" 'the summary'
grep -q 'boat-40: Execute InterpretHealth error: <string>:2: context deadline exceeded' err || fail "$(cat err)"
