#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `rjinterp trace` promises as a program.  trace.sh RJINTERP SOURCE_DIR
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1") source=$(realpath "$2")
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-trace.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "line ${BASH_LINENO[0]}: $*" >&2
    exit 1
}
customization() { # the script on standard input begins on line 9 of c.yaml
    cat <<'END' >c.yaml
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: widget}
spec:
  target: {apiVersion: apps.example.com/v1, kind: Widget}
  customizations:
    healthInterpretation:
      luaScript: |
END
    sed 's/^/        /' >>c.yaml
}
printf 'apiVersion: apps.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {parts: [a, "b\\"\\x01", 3]}\n' >o.yaml
# trace STATUS ARGUMENT…: output in the files out and err
trace() {
    local wanted=$1 status=0
    shift
    "$rjinterp" trace -f c.yaml --operation InterpretHealth --observed-file o.yaml "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] || { cat out err >&2; fail "trace $*: expected status $wanted, got $status"; }
}
# expect: the lines of out up to the result are those on standard input, blanks in a row taken as one
expect() {
    cat >expected
    sed '/^---$/,$d' out | sed 's/  */ /g; s/^ //' >got
    diff -u expected got >&2 || fail "the trace differs"
}
says() { grep -qF -e "$2" "$1" || { cat "$1" err >&2; fail "$1 doesn't say: $2"; }; }

# Declarations, assignments, several at once, fields, loops, calls, what is returned.
customization <<'END'
local LIMIT = 3
local function count(list, from)
  local n, unused = from
  for i, part in ipairs(list) do
    n = n + i
  end
  return n, #list
end
function InterpretHealth(o)
  local total, length = count(o.spec.parts, 10)
  o.status = {}
  o.status.ready, o.status[length] = true, nil
  local seen = {}
  seen[#seen + 1] = total
  seen["a b"], seen[LIMIT] = o.spec.parts, "x"
  _ = 1
  while total > 15 do total = total - 1 end
  repeat local done = true until done
  if total < 0 then return false elseif total == 15 then
    return (total == 15)
  end
end
END
trace 0
says out 'true'
expect <<'END'
c.yaml: InterpretHealth
9 local LIMIT = 3 LIMIT = 3
17 function InterpretHealth(o) o = {apiVersion = "apps.example.com/v1", kind = "Widget", metadata = {name = "w"}, spec = {parts = {"a", …}}}
18 local total, length = count(o.spec.parts, 10)
10 │ local function count(list, from) list = {"a", "b\"\1", 3}, from = 10
11 │ local n, unused = from n = 10, unused = nil
12 │ for i, part in ipairs(list) do i = 1, part = "a"
13 │ n = n + i n = 11
12 │ for i, part in ipairs(list) do i = 2, part = "b\"\1"
13 │ n = n + i n = 13
12 │ for i, part in ipairs(list) do i = 3, part = 3
13 │ n = n + i n = 16
15 │ return n, #list returns 16, 3
18 local total, length = count(o.spec.parts, 10) total = 16, length = 3
19 o.status = {} o.status = {}
20 o.status.ready, o.status[length] = true, nil o.status.ready = true, o.status[length] = nil
21 local seen = {} seen = {}
22 seen[#seen + 1] = total seen[#seen + 1] = 16
23 seen["a b"], seen[LIMIT] = o.spec.parts, "x" seen["a b"] = {"a", "b\"\1", 3}, seen[LIMIT] = "x"
24 _ = 1
25 while total > 15 do total = total - 1 end total = 15
26 repeat local done = true until done done = true
27 if total < 0 then return false elseif total == 15 then
28 return (total == 15) returns true
END

# A break shows what is visible: of two variables with one name the inner one, and the table above.
trace 0 --break 13 --break c.yaml:28 --break other.yaml:20
expect <<'END'
c.yaml: InterpretHealth
13 │ n = n + i
list = {"a", "b\"\1", 3}
from = 10
n = 10
unused = nil
i = 1
part = "a"
13 │ n = n + i
list = {"a", "b\"\1", 3}
from = 10
n = 11
unused = nil
i = 2
part = "b\"\1"
13 │ n = n + i
list = {"a", "b\"\1", 3}
from = 10
n = 13
unused = nil
i = 3
part = 3
28 return (total == 15)
o = {apiVersion = "apps.example.com/v1", kind = "Widget", metadata = {name = "w"}, spec = {parts = {"a", "b\"\1", 3}}, status = {ready = true}}
total = 15
length = 3
seen = {16, [3] = "x", ["a b"] = {"a", "b\"\1", 3}}
LIMIT = 3
END

# JSON has the same events, whatever bytes a script has.
trace 0 -o json
python3 - out <<'END'
import json, sys
document = json.load(open(sys.argv[1], encoding="utf-8"))
events = document["events"]
assert document["operation"] == "InterpretHealth" and document["leftOut"] == 0, document
assert document["result"] == {"healthy": True}, document["result"]
assert [e["event"] for e in events[:4]] == ["statement", "value", "call", "value"], events[:4]
assert events[0] == {"event": "statement", "file": "c.yaml", "line": 9, "column": 9, "depth": events[0]["depth"],
                     "source": "local LIMIT = 3"}, events[0]
part = [e for e in events if e.get("name") == "part"]
assert [e["value"] for e in part] == ['"a"', '"b\\"\\1"', "3"], part
returns = [e["value"] for e in events if e["event"] == "return"]
assert returns == ["16, 3", "true"], returns
inner = {e["depth"] for e in events if 10 <= e["line"] <= 15}
outer = {e["depth"] for e in events if e["line"] >= 17}
assert len(inner) == len(outer) == 1 and inner.pop() == outer.pop() + 1
END
trace 0 -o json --break 13
[ "$(grep -c '"event":"variable"' out)" = 18 ] || fail 'variables of the break'

# What fails is shown up to there, and the error comes as from interpret; so do pcall and error.
customization <<'END'
local function deep(x) return x.a.b end
function InterpretHealth(o)
  local ok, why = pcall(deep, {})
  return deep(o.spec)
end
END
trace 1
[ "$(tail -n 1 out | sed 's/  */ /g')" = ' 9 local function deep(x) return x.a.b end x = {parts = {"a", "b\"\1", 3}}' ] || { cat out; fail 'the last line'; }
says out 'ok = false, why = "<string>:1: attempt to index a non-table object(nil) with ke…"'
"$rjinterp" interpret -f c.yaml --operation InterpretHealth --observed-file o.yaml 2>interpret.err && fail 'interpret did not fail'
tail -n +2 interpret.err >interpret.tail
tail -n +2 err | diff - interpret.tail || fail 'the error differs from that of interpret'
trace 1 -o json
python3 -c 'import json; d = json.load(open("out")); assert d["error"]["line"] == 9 and "result" not in d, d' || fail 'the error as JSON'

# Nothing is traced without bound, and the script's own limits hold.
customization <<'END'
function InterpretHealth(o)
  local n = 0
  for i = 1, 20000 do n = n + i end
  return n == 200010000
end
END
trace 0 --max-events 50
[ "$(sed '/^---$/,$d' out | wc -l)" -le 53 ] || fail 'more than 50 events'
says out 'and 59'
says out 'true'
customization <<'END'
function InterpretHealth(o)
  while true do local x = 1 end
end
END
trace 1 --timeout 200
says err 'deadline exceeded'
says out 'local x = 1'
customization <<'END'
function InterpretHealth(o)
  local s = "x"
  while true do s = s .. s end
end
END
trace 1
says err 'memory'
says out 's = "xxxxxxxx'

# A trace changes nothing: tail calls without end, several values, none, nil among them; what is refused.
customization <<'END'
local function loop(n) if n == 0 then return "done" end return loop(n - 1) end
local function all(...) return ... end
local function nothing() return end
function InterpretHealth(o)
  local x = {}
  x[tostring(#o.spec.parts)] = 1
  local a, b, c = all(1, nil, 3)
  local refused, why = pcall(setmetatable, x, {})
  return loop(5000) == "done" and select("#", all(nil, nil)) == 2 and c == 3 and select("#", nothing()) == 0
    and select("#", (all(1, 2))) == 1 and not refused
end
END
trace 0 --max-events 100
says out 'true'

# What is wrong with the options is said before anything runs.
for wrong in '--break x' '--break 0' '--break c.yaml:' '--max-events 0' '--max-events 2000000' '-o yaml' '--timeout 0' '--operation Fly'; do
    # shellcheck disable=SC2086
    trace 1 $wrong
    [ ! -s out ] || fail "$wrong wrote something"
    grep -q '^error: ' err || fail "$wrong: $(cat err)"
done
status=0
"$rjinterp" trace --operation InterpretHealth --observed-file o.yaml >out 2>err || status=$?
[ "$status" = 1 ] || fail 'no customization: status'
says err 'rule is not enabled'

# Each rule that is shipped answers as without a trace.
cd "$source"
compare() { # ARGUMENT…
    "$rjinterp" interpret "$@" >"$work/plain"
    "$rjinterp" trace "$@" --max-events 1000000 | sed -n '/^---$/,$p' | cmp - "$work/plain" || fail "trace $*: another result"
}
compare --operation InterpretHealth --observed-file testdata/observed-rayjob.yaml
compare --operation InterpretComponent --observed-file testdata/observed-rayjob.yaml
compare --operation InterpretDependency --desired-file testdata/desired-rayjob-with-dependencies.yaml
compare --operation AggregateStatus --desired-file testdata/desired-rayjob.yaml --status-file testdata/status-file.yaml
