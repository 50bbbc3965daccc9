#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each customization in probe/ says on its first line at which line `rjinterp probe` has to find something:
# "# expect: probe line 17", or "# expect: nothing" for its clean twin.  probe.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/probe"
bad=0 count=0
for file in *.yaml; do
    [ "$file" != widget.yaml ] || continue
    expected=$(sed -n '1s/^# expect: //p' "$file" | sed 's/^nothing$//; s/probe line //')
    status=0
    # Few ways to change a value: a hang takes its time.
    found=$("$rjinterp" probe -f "$file" widget.yaml --timeout 100 -o json 2>/dev/null) || status=$?
    lines=$(grep -oE '^\{"kind":.*"column"' <<<"$found" | sed -E 's/.*"line":([0-9]+),"column"/\1/' | tr '\n' ' ' | sed 's/ $//' || true)
    if [ "$lines" != "$expected" ] || [ "$status" != "$([ -z "$expected" ] && echo 0 || echo 1)" ]; then
        printf '%s: expected "%s", found "%s" (status %s)\n%s\n' "$file" "$expected" "$lines" "$status" "$found"
        bad=1
    fi
    count=$((count + 1))
done
[ "$count" -ge 18 ] || { echo "only $count files"; exit 1; }
exit $bad
