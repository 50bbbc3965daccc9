#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Output forms of single runs and fleets, and the file that they are written to.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization "$plain_health" >c.yaml
objects 1 3 >boats.yaml
objects 1 1 >boat.yaml
run() { "$rjinterp" interpret -f c.yaml "$@"; }

expect_equal $'replica: 1\nrequires: null' "$(run --operation InterpretReplica --observed-file boat.yaml -o yaml)" '-o yaml'
expect_equal $'{\n  "replica": 1,\n  "requires": null\n}' "$(run --operation InterpretReplica --observed-file boat.yaml -o json)" '-o json'
status=0
run --operation InterpretHealth --observed-file boat.yaml -o jsonl >out 2>err || status=$?
expect_equal 1 $status 'jsonl of a single run'
expect_equal 'error: unable to match a printer suitable for the output format "jsonl", allowed formats are: json,yaml' "$(cat err)" 'the message'

fleet() { run --each --operation InterpretHealth --observed-file boats.yaml "$@" 2>/dev/null; }
fleet -o json | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 3' || fail '-o json'
run --each --operation InterpretHealth --observed-file /dev/null -o json 2>/dev/null |
    python3 -c 'import json, sys; assert json.load(sys.stdin) == []' || fail '-o json of nothing'
cat >expected <<'END'
---
apiVersion: sea.test/v1
file: boats.yaml
kind: Boat
line: 1
name: boat-1
namespace: port-1
ok: true
operation: InterpretHealth
result:
  healthy: false
END
fleet -o yaml | sed -n 1,11p | diff expected - || fail '-o yaml'

# The file is replaced as a whole, keeps its rights, and stays when nothing comes.
echo old >result
chmod 640 result
run --operation InterpretHealth --observed-file boat.yaml --output-file result
expect_equal $'---\n# [1/1] healthy:\nfalse' "$(cat result)" 'the file'
expect_equal 640 "$(stat -c %a result)" 'its rights'
status=0
run --operation InterpretStatus --observed-file boat.yaml --output-file result 2>/dev/null || status=$?
expect_equal 1 $status 'a failing run'
expect_equal $'---\n# [1/1] healthy:\nfalse' "$(cat result)" 'the file after a failure'
ln -s result link
run --operation InterpretHealth --observed-file boat.yaml -o yaml --output-file link
expect_equal 'healthy: false' "$(cat result)" 'the file behind a symbolic link'
[ -L link ] || fail 'the link is gone'
run --operation InterpretHealth --observed-file boat.yaml -o yaml --output-file /dev/stderr 2>err
expect_equal 'healthy: false' "$(cat err)" 'what is no regular file'
fleet -o jsonl --output-file fleet.jsonl
expect_equal 3 "$(wc -l <fleet.jsonl)" 'the file of a fleet'
status=0
run --operation InterpretHealth --observed-file boat.yaml --output-file missing/result 2>err || status=$?
expect_equal 1 $status 'a directory that is not there'
grep -q '^error: cannot write missing/result: No such file or directory' err || fail "the message: $(cat err)"
expect_equal 0 "$(find . -name '.*.??????' | wc -l)" 'temporary files that are left'
