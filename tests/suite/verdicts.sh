#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every case below pass/ passes. Every case below fail/ fails, and says what its description says.
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

run 0 pass --strict
passing=$(cases pass)
[ "$passing" -ge 50 ] || fail "only $passing cases below pass/"
expect_equal "$passing passed, 0 failed, 0 skipped" "$(tail -n 1 out)" 'the last line'

run 1 fail
grep -qE '^0 passed, [0-9]+ failed, 0 skipped$' <(tail -n 1 out) || fail "the last line is $(tail -n 1 out)"

# Names with what they have to say, from all files; then the blocks of the report.
find fail -name '*.yaml' -exec cat {} + | awk -v report=out '
    /^(- |  )?name: / { name = $0; sub(/^(- |  )?name: /, "", name) }
    /^ *description: / {
        text = $0
        sub(/^ *description: ./, "", text)
        sub(/.$/, "", text)
        gsub(/\047\047/, "\047", text)
        wanted[name] = text
    }
    END {
        while ((getline line < report) > 0) {
            if (line ~ /^FAIL [^ ]*:[0-9]+: /) {
                name = line
                sub(/^FAIL [^ ]*:[0-9]+: /, "", name)
                sub(/ \([A-Za-z]*\)$/, "", name)
            } else {
                got[name] = got[name] line "\n"
            }
        }
        for (name in wanted) {
            count++
            if (!index(got[name], wanted[name])) {
                printf "%s\n  wanted: %s\n  got: %s\n", name, wanted[name], got[name]
                bad = 1
            }
        }
        if (count < 50) { print "only " count + 0 " cases below fail/"; bad = 1 }
        exit bad
    }' || fail 'reports differ from the descriptions of cases'

# Files that hold no case are entries of their own.
for words in 'there is no customization in fail/example.com/v1/Empty/customizations.yaml' \
    'the directory example.com/v1/Misplaced is not that of the target example.com/v1 Elsewhere' \
    'not a ResourceInterpreterCustomization, got /v1, Kind=ConfigMap' \
    "yaml: line 2: did not find expected ',' or '\\]'" 'at fail/example.com/v1/Broken/testdata/text-test.yaml:3:1'; do
    grep -q -- "$words" out || fail "the report lacks: $words"
done
