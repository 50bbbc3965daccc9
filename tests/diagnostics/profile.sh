#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each customization in profile/ says on its first line which line `rjinterp profile` has to name as steep:
# "# expect: profile line 15", or "# expect: nothing".  profile.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/profile"
bad=0 count=0
for file in *.yaml; do
    expected=$(sed -n '1s/^# expect: //p' "$file" | sed 's/^nothing$//; s/profile line //')
    status=0
    found=$("$rjinterp" profile -f "$file" ../probe/widget.yaml -o json) || status=$?
    lines=$(python3 -c 'import json, sys
for rule in json.load(sys.stdin)["rules"]:
    print(*sorted({line["line"] for growth in rule["growth"] for line in growth["steep"]}))' <<<"$found")
    if [ "$lines" != "$expected" ] || [ "$status" != "$([ -z "$expected" ] && echo 0 || echo 1)" ]; then
        printf '%s: expected "%s", found "%s" (status %s)\n%s\n' "$file" "$expected" "$lines" "$status" "$found"
        bad=1
    fi
    # Instructions are the same in each run.
    again=$("$rjinterp" profile -f "$file" ../probe/widget.yaml -o json || true)
    for run in found again; do grep -oE '"instructions":[0-9]+' <<<"${!run}" >"${TMPDIR:-/tmp}/rj-$run.$$"; done
    cmp "${TMPDIR:-/tmp}/rj-found.$$" "${TMPDIR:-/tmp}/rj-again.$$" || bad=1
    rm -f "${TMPDIR:-/tmp}/rj-found.$$" "${TMPDIR:-/tmp}/rj-again.$$"
    count=$((count + 1))
done
[ "$count" -ge 5 ] || { echo "only $count files"; exit 1; }
exit $bad
