#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# large.sh RJINTERP COUNT [MOST_KB]: a fleet of COUNT objects in one file, in a list on standard input, and as files of a
# directory (10,000 at most). No process may have needed more than MOST_KB.
count=$2 most_kb=${3:-}
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization "$plain_health" >c.yaml
cat >measure.py <<'END'
import os, resource, subprocess, sys
status = subprocess.run(sys.argv[3:], stdin=open(sys.argv[2]) if sys.argv[2] else None).returncode
with open(sys.argv[1], "w") as out:
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=out)
sys.exit(status)
END
run() { # STDIN NAME
    python3 measure.py kb "$1" "$rjinterp" interpret -f c.yaml --each --operation InterpretReplica,InterpretHealth \
        --observed-file "$2" -o jsonl >out 2>err
    [ -z "$most_kb" ] || [ "$(cat kb)" -le "$most_kb" ] || fail "$2: a process needed $(cat kb) KB"
    echo "$2: $(cat err), peak $(cat kb) KB"
}

objects 1 "$count" >boats.yaml
run '' boats.yaml
expect_equal "$count objects, $count ok, 0 failed" "$(cat err)" 'a file'
diff -q <(seq -f 'boat-%.0f' 1 "$count") <(names_of out InterpretHealth) || fail 'order'

list_of_objects 1 "$count" >list.yaml
rm boats.yaml
run list.yaml -
expect_equal "$count objects, $count ok, 0 failed" "$(cat err)" 'a list on standard input'
rm list.yaml

files=$((count < 10000 ? count : 10000))
mkdir d
objects 1 "$files" | awk 'BEGIN { i = 1 } /^---$/ { close(name); i++; next } { name = sprintf("d/%05d.yaml", i); print >name }'
run '' d
expect_equal "$files objects, $files ok, 0 failed" "$(cat err)" 'a directory'
