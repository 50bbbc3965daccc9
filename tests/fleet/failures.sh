#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What fails is reported with its place and counted; everything else goes on.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization 'function InterpretHealth(o)
  if o.metadata.name == "boat-3" then
    error("leak")
  end
  return o.status.afloat
end' >c.yaml
{
    objects 1 4
    echo '---'
    printf 'kind: Boat\n  bad: [\n'
    echo '---'
    echo 'apiVersion: sea.test/v1'
    echo '---'
    echo '- a list'
    echo '---'
    printf 'apiVersion: land.test/v1\nkind: Cart\nmetadata:\n  name: cart\n'
    echo '---'
    objects 5 6
} >mixed.yaml
run() { "$rjinterp" interpret -f c.yaml --each --operation InterpretHealth "$@"; }

status=0
run --observed-file mixed.yaml >out 2>err || status=$?
expect_equal 1 $status 'exit status'
expect_equal '10 objects, 5 ok, 5 failed' "$(tail -n 1 err)" 'the summary'
expect_equal 5 "$(grep -c '^# Boat' out)" 'results'
line_of() { grep -n "$1" mixed.yaml | head -n 1 | cut -d: -f1; }
grep -q "^mixed.yaml:$(($(line_of 'name: boat-3$') - 3)): Boat port-3/boat-3: Execute InterpretHealth error: <string>:3: leak" err ||
    fail "the script's error: $(cat err)"
grep -q 'c.yaml:[0-9]*:[0-9]*: error: leak' err || fail 'the place in the script'
grep -q "^mixed.yaml:[0-9]*: object: error converting YAML to JSON: yaml: line" err || fail "the syntax error: $(cat err)"
grep -q "^mixed.yaml:$(line_of '^- a list'): object: json: cannot unmarshal array" err || fail 'what is no object'
grep -q 'Cart cart: Execute InterpretHealth error: rule is not enabled' err || fail 'the unknown kind'

# The same for machines: nothing is lost, and every line is an object.
run --observed-file mixed.yaml -o jsonl >out.jsonl 2>err || status=$?
expect_equal '10 objects, 5 ok, 5 failed' "$(cat err)" 'the summary'
python3 - out.jsonl <<'END'
import json, sys
records = [json.loads(line) for line in open(sys.argv[1])]
assert len(records) == 10, len(records)
assert [r["ok"] for r in records] == [True, True, False, True, False, False, False, False, True, True]
for r in records:
    assert r["file"] == "mixed.yaml" and isinstance(r["line"], int)
    assert ("result" in r) == r["ok"] and ("error" in r) == (not r["ok"])
assert records[2]["error"]["message"] == "<string>:3: leak" and records[2]["error"]["file"] == "c.yaml"
END

# Sources that can't be read are failures of their own.
mkdir d
objects 1 1 >d/a.yaml
ln -s missing d/b.yaml
objects 2 2 >d/c.yaml
status=0
run --observed-file d >out 2>err || status=$?
expect_equal 1 $status 'exit status'
expect_equal '3 objects, 2 ok, 1 failed' "$(tail -n 1 err)" 'the summary'
grep -q 'd/b.yaml: object: open d/b.yaml: no such file or directory' err || fail "the missing file: $(cat err)"

# "all" runs the rules that are set, no others.
run --observed-file d/a.yaml --operation all >out 2>/dev/null
expect_equal 'InterpretReplica InterpretReplica InterpretHealth' "$(grep -oE 'Interpret[A-Z][a-z]+' out | xargs)" 'operations of all'

# Nothing is run when the options are wrong.
refused() {
    local expected=$1
    shift
    status=0
    "$rjinterp" interpret -f c.yaml "$@" >out 2>err || status=$?
    expect_equal 1 $status 'exit status'
    expect_equal "$expected" "$(head -n 1 err)" 'the message'
    [ ! -s out ] || fail 'something was run'
}
refused 'error: --each needs the objects: --observed-file or --desired-file' --each --operation all
refused 'error: --shard needs --each' --operation InterpretHealth --shard 1/2 --observed-file d/a.yaml
refused 'error: --shard has to be I/N with N at least 1 and I from 0 to N, not "3/2"' --each --operation all --shard 3/2 --observed-file d
refused 'error: operation nope is not supported. Use one of: Retain, InterpretReplica, InterpretComponent, ReviseReplica, InterpretStatus, AggregateStatus, InterpretHealth, InterpretDependency' \
    --each --operation InterpretHealth,nope --observed-file d
refused 'error: unable to match a printer suitable for the output format "xml", allowed formats are: json,jsonl,yaml' \
    --each --operation all --observed-file d -o xml
