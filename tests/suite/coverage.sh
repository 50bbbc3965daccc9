#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Coverage: counts held against those made by hand (covered.info), formats, the least.  coverage.sh RJINTERP
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# The counts, in every style of scalar, however the work is divided.
for jobs in 1 2 5; do
    run 0 covered --jobs $jobs --coverage=lcov=l.info
    diff "$here/covered.info" l.info || fail "the counts with --jobs $jobs"
done
# Each case three times: three times the counts of what ran.
run 0 covered --repeat 3 --coverage=lcov
awk -F '[:,]' -v OFS=, '
    /^BRDA:/ { print "BRDA:" $2, $3, $4, $5 == "-" ? "-" : 3 * $5; next }
    /^DA:/ { print "DA:" $2, 3 * $3; next }
    /^FNDA:/ { print "FNDA:" 3 * $2, $3; next }
    { print }' "$here/covered.info" >tripled.info
diff tripled.info lcov.info || fail 'the counts with --repeat 3'

# Counters change no verdict.
for tree in pass fail; do
    "$rjinterp" test $tree -o tap >plain.tap 2>plain.err && plain=0 || plain=$?
    "$rjinterp" test $tree -o tap --coverage=lcov=any.info >out 2>err && counted=0 || counted=$?
    expect_equal "$plain" "$counted" "the status of $tree"
    cmp plain.tap out && cmp plain.err err || fail "coverage changes what is said of $tree"
done

# Text stands in front of the last line; with formats of machines, beside it on standard error.
run 0 covered/literal covered/plain --coverage
expect_equal '3 passed, 0 failed, 1 skipped' "$(tail -n 1 out)" 'the last line'
sed -n '/^COVERAGE/,$p' out >text
cat >wanted <<'END'
COVERAGE                             LINES              BRANCHES           FUNCTIONS
covered/literal/customizations.yaml   75.00% 6/8         75.00% 6/8         50.00% 1/2
  InterpretHealth                    100.00% 6/6         75.00% 6/8        100.00% 1/1
    13:16: if never false: c.type == "Ready" and c.status
    13:16: and never false: c.type == "Ready"
  InterpretStatus                      0.00% 0/2        100.00% 0/0          0.00% 0/1
    missed: 22-23
covered/plain/customizations.yaml    100.00% 3/3         50.00% 1/2        100.00% 1/1
  InterpretHealth                    100.00% 3/3         50.00% 1/2        100.00% 1/1
    missed: 11:32
    11:15: while never true: o.status.more
all                                   81.81% 9/11        70.00% 7/10        66.66% 2/3
3 passed, 0 failed, 1 skipped
END
diff wanted text || fail 'the text'
run 0 covered --coverage -o json
grep -q '^COVERAGE' err || fail 'no text beside JSON'
python3 -m json.tool <out >/dev/null 2>&1 || ! command -v python3 >/dev/null || fail 'text in JSON'

# The least: of lines, of branches, and what stands in its way.
run 0 covered/literal --coverage-min 75
run 1 covered/literal --coverage-min 75.01
cat >wanted <<'END'
error: covered/literal/customizations.yaml: 75.00% of lines are covered (6 of 8), less than the 75.01% of --coverage-min: InterpretStatus 0.00%
error: covered/literal/customizations.yaml: 75.00% of branches are covered (6 of 8), less than the 75.01% of --coverage-min: InterpretHealth 75.00%
END
diff wanted err || fail 'what is said of too little'
run 0 covered/folded --coverage-min 100
for percent in 101 100.01 -1 x 50% 1.234 .5; do
    run 1 covered/folded --coverage-min "$percent"
    grep -q 'has to be a percentage' err || fail "$percent is taken as a percentage"
done
for wrong in txt lcov= =x; do
    run 1 covered/folded "--coverage=$wrong"
    [ -s err ] || fail "--coverage=$wrong is taken"
done
run 1 covered --coverage --fail-fast
grep -q 'leave out --fail-fast' err || fail '--fail-fast with --coverage'
run 1 covered --coverage=lcov=not/there.info
grep -q 'not/there.info' err || fail 'a file that cannot be written'
grep -q ' passed, ' out || fail 'results are lost with a file that cannot be written'

# A script that can't be compiled is never covered.
mkdir -p broken/testdata
sed 's/return not not/return return/; s/>$/|/' covered/folded/customizations.yaml >broken/customizations.yaml
cp covered/folded/testdata/health-test.yaml broken/testdata
run 1 broken --coverage --coverage-min 1
grep -q "can't be compiled" out || fail 'the text about a broken script'
grep -q "^error: broken/customizations.yaml:10: the coverage of InterpretHealth is not known" err || fail 'the least of a broken script'

# Cobertura's XML by its rules, with the same counts.
run 0 covered --coverage=cobertura
if command -v xmllint >/dev/null; then
    xmllint --noout --nonet --dtdvalid "$here/coverage-04.dtd" cobertura.xml 2>xml || fail "Cobertura's report: $(cat xml)"
fi
grep -c '<line number="[0-9]*" hits="[0-9]*" branch' cobertura.xml >lines
expect_equal "$(grep -c '^DA:' "$here/covered.info")" "$(cat lines)" "lines in Cobertura's report"
grep -q '<line number="13" hits="1" branch="true" condition-coverage="50% (2/4)">' cobertura.xml || fail 'the branches of line 13'
grep -qE '^<coverage line-rate="0.8500" branch-rate="0.6111" ' cobertura.xml || fail "Cobertura's rates"

# lcov's own reader, where it is installed.
if command -v genhtml >/dev/null; then
    genhtml --quiet --branch-coverage --output-directory lcov.html "$here/covered.info" 2>err || fail "genhtml: $(cat err)"
fi

# The page: nothing from a file becomes markup; each miss leads to the next.
mkdir -p odd/testdata
sed 's/return not not/return "<script>alert(1)<\/script>" and "\&amp;" ~= o.status.name or not not/' \
    covered/folded/customizations.yaml >odd/customizations.yaml
cp covered/folded/testdata/health-test.yaml odd/testdata
run 0 odd covered --coverage=html
expect_equal 1 "$(grep -c '<script>' coverage.html)" 'scripts in the page'
grep -qF '&#60;script&#62;alert(1)&#60;/script&#62;&#34; and &#34;&#38;amp;&#34;' coverage.html || fail 'the source in the page'
misses=$(grep -oE ' id="m[0-9]+"' coverage.html | wc -l)
grep -oE 'href="#m[0-9]+"' coverage.html | sort -u >links
expect_equal "$misses" "$(wc -l <links)" 'links to misses'
! grep -qE '(src|href)="?https?:' coverage.html || fail 'the page needs something from elsewhere'
