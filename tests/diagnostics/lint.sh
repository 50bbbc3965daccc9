#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each customization below lint/ says on its first line what `rjinterp lint` has to find, and that is all it may find above
# notes: "# expect: lint RJ106 line 12", several with commas between,
# or "# expect: nothing". What stands in parentheses behind is for readers.  lint.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/lint"
bad=0 count=0
for file in defects/*.yaml clean/*.yaml; do
    expected=$(sed -n '1s/^# expect: //p' "$file" | sed 's/^nothing$//; s/ (.*//; s/, /\n/g')
    found=$("$rjinterp" lint --severity warning -o json "$file" | python3 -c 'import json, sys
for f in json.load(sys.stdin)["findings"]:
    print("lint", f["id"], "line", f["line"])' | sort -u || test $? = 1)
    if [ "$found" != "$expected" ]; then
        printf '%s: expected "%s", found "%s"\n' "$file" "$expected" "$found"
        bad=1
    fi
    count=$((count + 1))
done
for defect in defects/*.yaml; do
    [ -e "${defect%-clean.yaml}.yaml" ] || [ -e "${defect%.yaml}-clean.yaml" ] || { echo "$defect has no clean twin"; bad=1; }
done
[ "$count" -ge 40 ] || { echo "only $count files"; exit 1; }
exit $bad
