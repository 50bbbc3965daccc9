#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No object sees what a script did for another one: every answer is that of a single run.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

objects 1 30 >boats.yaml
check() { # SCRIPT
    customization "$1" >c.yaml
    "$rjinterp" interpret -f c.yaml --each --operation InterpretHealth --observed-file boats.yaml --jobs 1 2>err |
        grep -v '^#' >got || fail "$(cat err)"
    objects 1 1 >first.yaml
    for i in 1 17 30; do
        objects "$i" "$i" >one.yaml
        "$rjinterp" interpret -f c.yaml --operation InterpretHealth --observed-file one.yaml | grep -v '^#' >expected
        sed -n "$((2 * i - 1)),$((2 * i))p" got | cmp - expected || fail "boat $i gets another answer: $1"
    done
}
check 'function InterpretHealth(o) count = (count or 0) + 1 return count == 1 end'
check $'local count = 0\nfunction InterpretHealth(o) count = count + 1 return count == 1 end'
check $'local seen = {}\nfunction InterpretHealth(o) seen[#seen + 1] = 1 return #seen == 1 end'
check $'local seen = {n = 0}\nfunction InterpretHealth(o) seen.n = seen.n + 1 return seen.n == 1 end'
check 'function InterpretHealth(o) local first = not math.mark math.mark = true return first end'
check 'function InterpretHealth(o) local m = math local first = not m.mark m.mark = true return first end'
check $'local m = math\nfunction InterpretHealth(o) local first = not m.mark m.mark = true return first end'
check 'function InterpretHealth(o) local first = not string.mark table.insert({string}, 1) string.mark = 1 return first end'
check 'function InterpretHealth(o) local first = not ("").mark for _, t in ipairs({string}) do t.mark = 1 end return first end'
check $'local kube = require("kube")\nfunction InterpretHealth(o) local k = kube local first = not k.mark k.mark = 1 return first end'
check 'function InterpretHealth(o) local first = InterpretHealth ~= nil and not helper function helper() end return first end'
check $'function helper() return true end\nfunction InterpretHealth(o) local h = helper helper = function() return false end return h() end'
check 'function InterpretHealth(o) local g = _G local first = not g.mark g.mark = 1 return first end'
check 'function InterpretHealth(o) return math.random(1000000) == math.random(1000000) end'
