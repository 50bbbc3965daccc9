#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists of every sort are opened: of one kind or many, YAML or JSON, small or large, among other documents.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization "$plain_health" >c.yaml
run() { "$rjinterp" interpret -f c.yaml --each --operation InterpretHealth -o jsonl --observed-file "$@"; }
# names FILE SUMMARY NAME...: of the objects, and the last line of standard error
names() {
    local file=$1 summary=$2 status=0
    shift 2
    run "$file" >out 2>err || status=$?
    expect_equal "$summary" "$(cat err)" "$file"
    expect_equal "$*" "$(names_of out InterpretHealth | xargs)" "$file"
}

# What a typed list says need not be said by its items. Anchors work, as in any document.
cat >typed.yaml <<'END'
apiVersion: sea.test/v1
kind: BoatList
metadata: {resourceVersion: "7"}
items:
- metadata: {name: a}
  status: &status {afloat: true}
- metadata: {name: b}
  status: *status
END
names typed.yaml '2 objects, 2 ok, 0 failed' a b
grep -q '"apiVersion":"sea.test/v1".*"kind":"Boat","line":5,"name":"a"' out || fail "$(cat out)"

# Items that are no objects cost themselves; empty lists are nothing; a kind that ends otherwise is no list.
cat >odd.yaml <<'END'
apiVersion: v1
kind: List
items: []
---
apiVersion: v1
kind: List
items:
- apiVersion: sea.test/v1
  kind: Boat
  metadata: {name: c}
  status: {afloat: false}
- metadata: {name: nothing}
---
apiVersion: sea.test/v1
kind: Boat
metadata: {name: d}
items: [1, 2]
status: {afloat: false}
END
status=0
run odd.yaml >out 2>err || status=$?
expect_equal 1 $status 'exit status'
expect_equal '3 objects, 1 ok, 2 failed' "$(cat err)" 'odd.yaml'

# JSON, on one line and on many; values back to back; UTF-16.
objects 1 3 >boats.yaml
python3 - <<'END'
import json
items = [{"apiVersion": "sea.test/v1", "kind": "Boat", "metadata": {"name": "j%d" % i, "note": "]}\"{["}, "status": {"afloat": i % 2 == 0}} for i in range(9000)]
boats = {"apiVersion": "v1", "items": items, "kind": "List", "metadata": {"resourceVersion": ""}}
json.dump(boats, open("line.json", "w"))
json.dump(boats, open("lines.json", "w"), indent=4)
with open("values.json", "w") as out:
    out.write("".join(json.dumps(item) + "\n" for item in items))
open("utf16.yaml", "wb").write(b"\xff\xfe" + open("boats.yaml").read().encode("utf-16-le"))
END
for file in line.json lines.json values.json; do
    names "$file" '9000 objects, 9000 ok, 0 failed' "$(seq -f 'j%g' 0 8999 | xargs)"
done
names utf16.yaml '3 objects, 3 ok, 0 failed' boat-1 boat-2 boat-3
cat line.json boats.yaml >both.json
run both.json 2>err >out || fail "$(cat err)"
expect_equal '9003 objects, 9003 ok, 0 failed' "$(cat err)" 'JSON, then YAML'

# An item of a large list that refers to another one fails alone.
{
    list_of_objects 1 3000 | sed '/^kind: List/,$d'
    echo '- *gone'
    printf -- '- apiVersion: sea.test/v1\n  kind: Boat\n  metadata: {name: last}\n  status: {afloat: true}\n'
    printf 'kind: List\n'
} >large.yaml
status=0
run large.yaml >out 2>err || status=$?
expect_equal '3002 objects, 3001 ok, 1 failed' "$(cat err)" 'large.yaml'
grep '"ok":false' out | grep -q "unknown anchor 'gone' referenced" || fail "$(grep '"ok":false' out)"
expect_equal last "$(names_of out InterpretHealth | tail -n 1)" 'what stands behind it'
