#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `rjinterp test --shared-vm`: globals that a case leaves to the next are told, with the case that left them.
# shellcheck source=tests/suite/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

# Nothing is left behind: nothing differs.
run 0 pass/core pass/flat pass/example.com/v1beta2 --shared-vm
grep -q 'alone it' out && fail 'a difference where there is none'

# The first case passes, the others find what it left.
run 1 pass/example.com/v1/Echo --operation InterpretHealth --shared-vm
expect_equal '3 passed, 3 failed, 0 skipped' "$(tail -n 1 out)" 'a counter'
expect_equal 3 "$(grep -c 'hint: what it finds there was left by .*interprethealth-test.yaml:2: healthy; ' out)" 'the cause'
cp out one
for jobs in 1 4; do
    run 1 pass/example.com/v1/Echo --operation InterpretHealth --shared-vm --jobs $jobs
    cmp one out || fail "--jobs $jobs"
done

# cases NAME…: t, whose cases have these names, in this order
cases_of() {
    rm -rf t u
    mkdir -p t/testdata
    cat >t/customizations.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: t}
spec:
  target: {apiVersion: example.com/v1, kind: T}
  customizations:
    healthInterpretation:
      luaScript: |
        function InterpretHealth(obj)
          local name = obj.metadata.name
          if name == "leaks" then seen = "a" end
          if name == "also" then seen = (seen or "") .. "b" end
          if name == "stops" then while true do end end
          if name == "needs" then return seen ~= nil end
          return seen ~= "ab" and name ~= "bad"
        end
END
    local name
    for name; do
        printf -- '---\nname: %s\nobservedObj: {apiVersion: example.com/v1, kind: T, metadata: {name: %s}}\noperation: InterpretHealth\noutput: {healthy: true}\n' \
            "$name" "$name"
    done >t/testdata/a.yaml
}

# A cause that isn't the case right before; what only fails alone; what fails in both ways is no difference.
cases_of leaks good needs bad
run 1 t --shared-vm
expect_equal '2 passed, 2 failed, 0 skipped' "$(tail -n 1 out)" 'what fails alone'
grep -qx 'FAIL t/testdata/a.yaml:12: needs (InterpretHealth)' out || fail "what fails alone: $(cat out)"
grep -q '^    alone it fails, in the Lua state of the cases before it it passes$' out || fail "what fails alone: $(cat out)"
grep -q 'left by t/testdata/a.yaml:2: leaks; ' out || fail "the cause: $(cat out)"
expect_equal 1 "$(grep -c 'alone it' out)" 'differences'

# It takes two: no single case is the cause.
cases_of leaks also good
run 1 t --shared-vm
grep -qx '    alone it passes, in the Lua state of the cases before it it fails' out || fail "two causes: $(cat out)"
grep -q "hint: what it finds there was left by the cases before it; " out || fail "two causes: $(cat out)"
grep -q 'healthy: expected true, got false' out || fail "differences stay: $(cat out)"

# Other directories have other states, another order other verdicts, and a script that doesn't stop costs the state.
cases_of leaks also
cp -r t u
sed -i -e '1,/^output/d' -e 's/also/good/' u/testdata/a.yaml
run 1 t u --shared-vm
expect_equal '2 passed, 1 failed, 0 skipped' "$(tail -n 1 out)" 'two directories'
cases_of leaks stops also good
run 1 t --shared-vm --timeout 150
expect_equal '3 passed, 1 failed, 0 skipped' "$(tail -n 1 out)" 'a fresh state behind a script that does not stop'

for other in --update --coverage; do
    run 1 t --shared-vm $other
    grep -q 'exclude each other' err || fail "$other: $(cat err)"
done
