#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Reports against the rules of their formats.  reports.sh RJINTERP
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# Texts that mean something to each format.
mkdir -p odd/testdata
cp pass/flat/customizations.yaml odd
cat >odd/testdata/a.yaml <<'END'
name: "a | b # c \\ <d> & \"e\" 100% `f` ::g,h \a"
observedObj: {apiVersion: example.com/v1, kind: Flat, status: {ready: "<&>\"]]>|"}}
operation: InterpretHealth
output: {healthy: true}
---
name: later
operation: InterpretHealth
skip: "not # yet"
---
name: asserts nothing
observedObj: {apiVersion: example.com/v1, kind: Flat, status: {ready: true}}
operation: InterpretHealth
END

status=0
"$rjinterp" test odd pass fail --report junit=j.xml,tap=t.tap --report json=r.json --report markdown=m.md --report github=g.txt \
    --report pretty=p.txt -o tap >out 2>err || status=$?
expect_equal 1 $status 'the status'
last=$(cat err)
grep -qE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' err || fail "the last line: $last"
read -r passed _ failed _ skipped _ <<<"${last//,/}"
cmp out t.tap || fail 'a report in a file is another'

# TAP 14: version, plan, numbered points, blocks of YAML indented by two behind failed ones.
awk -v failed="$failed" -v skipped="$skipped" '
    function bad(why) { print "line " NR ": " why; wrong = 1 }
    NR == 1 { if ($0 != "TAP version 14") bad("version"); next }
    NR == 2 { if ($0 !~ /^1\.\.[0-9]+$/) bad("plan"); plan = substr($0, 4); next }
    in_block { if ($0 == "  ...") in_block = 0; else if ($0 !~ /^  /) bad("block"); next }
    /^  ---$/ { if (!after_failure) bad("block behind no failure"); in_block = 1; blocks++; next }
    /^(not )?ok / {
        points++
        after_failure = /^not /
        number = after_failure ? $3 : $2
        if (number != points) bad("number")
        not_ok += after_failure
        if (/[^\\]# SKIP /) skips++
        else if (/[^\\]#/) bad("a directive")
        next
    }
    /^#/ { next }
    { bad("unknown: " $0) }
    END {
        if (points != plan || not_ok != failed || blocks != failed || skips != skipped) bad("counts")
        exit wrong
    }' t.tap || fail 'the TAP report'

# JUnit: by the schema.
if command -v xmllint >/dev/null; then
    xmllint --noout --schema "$here/junit.xsd" j.xml 2>xml || fail "the JUnit report: $(cat xml)"
    expect_equal "$failed" "$(xmllint --xpath 'count(//failure)' j.xml)" 'failures of JUnit'
    expect_equal "$skipped" "$(xmllint --xpath 'count(//skipped)' j.xml)" 'skipped ones of JUnit'
    expect_equal "$((passed + failed + skipped))" "$(xmllint --xpath 'sum(/testsuites/testsuite/@tests)' j.xml)" 'tests of JUnit'
else
    fail 'xmllint is missing'
fi

# JSON and the blocks of TAP: our own reader takes them as an object. Fields are those of docs/test-format.md, with their kinds; counts are
# those of the last line.
printf 'apiVersion: v1\nkind: X\nreport:\n' >object.yaml
sed 's/^/  /' r.json >>object.yaml
echo 'blocks:' >>object.yaml
awk '/^  ---$/ { inside = 1; print "-"; next } /^  \.\.\.$/ { inside = 0 } inside' t.tap >>object.yaml
cat >c.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: x}
spec:
  target: {apiVersion: v1, kind: X}
  customizations:
    statusReflection:
      luaScript: |
        function ReflectStatus(obj)
          -- "!": has to be there
          local place = {file = "!string", line = "!number", column = "!number"}
          local difference = {line = "!number", path = "!string", expected = "string", actual = "string"}
          local note = {line = "!number", text = "!string"}
          local case = {status = "!string", directory = "!string", file = "!string", line = "!number", name = "!string",
            description = "string", operation = "string", durationMs = "!number", runs = "!number", failedRuns = "!number",
            noAssertion = "boolean", reason = "string", at = place, detail = "string", hint = "string",
            customization = "string", printed = "string", differences = {difference}, differencesLeftOut = "number",
            notes = {note}}
          local report = {passed = "!number", failed = "!number", skipped = "!number", seed = "string", cases = {case}}
          local block = {message = "!string", file = "!string", line = "!number", operation = "string",
            differences = {{path = "!string", expected = "string", got = "string"}}}
          local function check(value, wanted, where)
            if type(wanted) == "string" then
              local kind = wanted:sub(1, 1) == "!" and wanted:sub(2) or wanted
              assert(type(value) == kind, where .. " is no " .. kind)
            elseif wanted[1] then
              assert(type(value) == "table" and #value > 0, where .. " is no list")
              for i = 1, #value do check(value[i], wanted[1], where .. "[" .. i .. "]") end
            else
              for key in pairs(value) do assert(wanted[key], where .. " has " .. key) end
              for key, kind in pairs(wanted) do
                if value[key] ~= nil then
                  check(value[key], kind, where .. "." .. key)
                else
                  assert(type(kind) ~= "string" or kind:sub(1, 1) ~= "!", where .. " lacks " .. key)
                end
              end
            end
          end
          local r, counts = obj.report, {passed = 0, failed = 0, skipped = 0}
          check(r, report, "report")
          check(obj.blocks, {block}, "blocks")
          local failures = {}
          for i = 1, #r.cases do
            local c = r.cases[i]
            counts[c.status] = counts[c.status] + 1
            assert(c.name ~= "" and c.file ~= "" and c.line > 0)
            if c.status == "failed" then failures[#failures + 1] = c end
            assert(c.status == "passed" or c.reason or c.differences, "nothing is said of " .. c.name)
          end
          assert(#failures == #obj.blocks, "blocks of TAP")
          for i = 1, #failures do
            local c, b = failures[i], obj.blocks[i]
            assert(c.file == b.file and c.line == b.line and c.operation == b.operation, "the block of " .. c.name)
            assert(not c.reason or b.message:find(c.reason, 1, true), "the message of " .. c.name)
            assert(#(c.differences or {}) == #(b.differences or {}), "the differences of " .. c.name)
          end
          assert(counts.passed == r.passed and counts.failed == r.failed and counts.skipped == r.skipped)
          return {text = r.passed .. " passed, " .. r.failed .. " failed, " .. r.skipped .. " skipped"}
        end
END
"$rjinterp" interpret -f c.yaml --operation InterpretStatus --observed-file object.yaml >json 2>&1 || fail "the JSON report: $(cat json)"
expect_equal "text: $last" "$(tail -n 1 json)" 'counts of JSON'

# Annotations: one for each failed case, a second one at the error of a script; nothing that breaks a line or a property.
expect_equal 0 "$(grep -vcE '^::(error|warning) file=[^,:]+,line=[0-9]+(,col=[0-9]+)?,title=[^,:]*::' g.txt || true)" 'other lines'
grep -qF '::error file=odd/testdata/a.yaml,line=1,title=a | b # c \ <d> & "e" 100%25 `f` %3A%3Ag%2Ch ' g.txt || fail 'escapes of annotations'
grep -qF '::error file=fail/example.com/v1/Echo/customizations.yaml,line=66,col=29,title=health fails::' g.txt ||
    fail 'no annotation at the error of the script'
grep -qF '::error file=fail/example.com/v1/Echo/testdata/interprethealth-test.yaml,line=14,title=health fails::' g.txt ||
    fail 'no annotation at the case'

# Markdown: tables whose rows have as many cells as their heads; each failed case has a row.
awk -F'|' -v failed="$failed" '
    /^\|/ { if (!cells) cells = NF; if (NF != cells) { print "line " NR ": " NF " cells"; wrong = 1 } rows++; next }
    { last = rows; cells = rows = 0 }
    END { if ((rows ? rows : last) - 2 != failed) { print "rows: " last; wrong = 1 } exit wrong }' m.md || fail 'the Markdown report'

# A report that can't be written is an error, and the others are there.
status=0
"$rjinterp" test pass --report junit=nowhere/j.xml >out 2>err || status=$?
expect_equal 1 $status 'the status'
grep -q 'cannot write nowhere/j.xml' err || fail "the message: $(cat err)"
for wrong in junit =x nope=x junit=; do
    run 1 pass --report "$wrong"
done
