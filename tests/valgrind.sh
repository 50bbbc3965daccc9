#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The four operations of README under valgrind, workers too: no invalid access, no leak.  valgrind.sh RJINTERP
# A worker ends without freeing what it can still reach. valgrind is slow, so the time limit is longer than production's.
set -euo pipefail
program=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
customizations=customizations/ray.io/v1/RayJob/customizations.yaml
passed=0 failed=0
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

check() { # OPERATION ARGUMENT…
    local operation=$1
    shift
    if valgrind --quiet --trace-children=yes --leak-check=full --show-leak-kinds=definite,indirect,possible \
        --error-exitcode=9 "$program" interpret --timeout 60000 -f "$customizations" --operation "$operation" "$@" >/dev/null 2>"$errors" &&
        [ ! -s "$errors" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n' "$operation"
        cat "$errors"
    fi
}

check InterpretComponent --observed-file testdata/observed-rayjob.yaml
check InterpretHealth --observed-file testdata/observed-rayjob.yaml
check InterpretDependency --desired-file testdata/desired-rayjob-with-dependencies.yaml
check AggregateStatus --desired-file testdata/desired-rayjob.yaml --status-file testdata/status-file.yaml
echo "$passed passed, $failed failed"
[ $failed = 0 ]
