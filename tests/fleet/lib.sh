# SPDX-License-Identifier: Apache-2.0
# What the tests of fleets share. Each is called as TEST.sh RJINTERP, and works in a directory of its own.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
export rjinterp
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-fleet.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "${BASH_SOURCE[1]##*/}:${BASH_LINENO[0]}: $*" >&2
    exit 1
}

# expect_equal EXPECTED GOT WHAT
expect_equal() {
    [ "$1" = "$2" ] || fail "$3: expected '$1', got '$2'"
}

# objects FIRST LAST: documents of the kind Boat; every third one is afloat.
objects() {
    awk -v first="$1" -v last="$2" 'BEGIN {
        for (i = first; i <= last; i++) {
            if (i > first) print "---"
            printf "apiVersion: sea.test/v1\nkind: Boat\nmetadata:\n  name: boat-%d\n  namespace: port-%d\n", i, i % 7
            printf "spec:\n  crew: %d\n  cargo:\n", i % 5
            for (j = 0; j < 12; j++) printf "  - name: crate-%d-%d\n    weight: %d.5\n", i, j, j
            printf "status:\n  afloat: %s\n", i % 3 ? "false" : "true"
        }
    }'
}

# The same as the list that kubectl prints.
list_of_objects() {
    printf 'apiVersion: v1\nitems:\n'
    { echo ---; objects "$1" "$2"; } | awk '/^---$/ { start = 1; next } { print (start ? "- " : "  ") $0; start = 0 }'
    printf 'kind: List\nmetadata:\n  resourceVersion: ""\n'
}

# customization HEALTH-SCRIPT: for Boats; the replica rule counts the crew.
customization() {
    cat <<END
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata:
  name: boat
spec:
  target:
    apiVersion: sea.test/v1
    kind: Boat
  customizations:
    replicaResource:
      luaScript: |
        function GetReplicas(o)
          return o.spec.crew
        end
    healthInterpretation:
      luaScript: |
END
    printf '%s\n' "$1" | sed 's/^/        /'
}

# shellcheck disable=SC2034 # used by the tests
plain_health='function InterpretHealth(o) return o.status.afloat end'

# names_of FILE.jsonl OPERATION: of the results, in their order.
names_of() {
    sed -nE 's/.*"name":"([^"]*)".*"operation":"'"$2"'".*/\1/p' "$1"
}

# children_of PID
children_of() {
    cat "/proc/$1/task/$1/children" 2>/dev/null || test ! -e "/proc/$1"
}
