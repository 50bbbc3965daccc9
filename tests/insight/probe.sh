#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `rjinterp probe` promises as a program.  probe.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/rj-probe.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "line ${BASH_LINENO[0]}: $*" >&2
    exit 1
}
# probe STATUS ARGUMENT…: output in the files out and err
probe() {
    local wanted=$1 status=0
    shift
    "$rjinterp" probe "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] || { cat out err >&2; fail "probe $*: expected status $wanted, got $status"; }
}
says() { grep -qF -e "$2" "$1" || { cat "$1" err >&2; fail "$1 doesn't say: $2"; }; }

mkdir -p apps.example.com/v1/Widget/testdata
cat >apps.example.com/v1/Widget/customizations.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: widget}
spec:
  target: {apiVersion: apps.example.com/v1, kind: Widget}
  customizations:
    healthInterpretation:
      luaScript: |
        function InterpretHealth(o)
          if o.spec == nil and o.status == nil then
            error("neither")
          end
          return o.a ~= nil and o.a.b.c == 1
        end
END
cat >widget.yaml <<'END'
apiVersion: apps.example.com/v1
kind: Widget
metadata: {name: w, labels: {x: z}}
spec: {size: 1}
status: {ready: true}
a: {b: {c: 1}, d: [1, 2]}
END
{ echo 'name: one'; echo 'operation: InterpretHealth'; echo 'observedObj:'; sed 's/^/  /' widget.yaml; } \
    >apps.example.com/v1/Widget/testdata/w.yaml

# One change at a time: b missing, and a of a type that has no fields. In pairs: also spec and status missing.
probe 1 -f apps.example.com/v1/Widget/customizations.yaml widget.yaml
says out 'customizations.yaml:13:'
says out 'o.a.b is nil'
! grep -q ':11:' out || fail 'a pair without --depth 2'
probe 1 -f apps.example.com/v1/Widget/customizations.yaml widget.yaml --depth 2 --max-mutants 100000
says out 'customizations.yaml:11:'
says out 'at 2 places'
! grep -q sampled out || fail 'sampled although all have room'

# The smallest object: with neither spec nor status nothing else is needed.
probe 1 -f apps.example.com/v1/Widget/customizations.yaml widget.yaml --depth 2 --max-mutants 100000 -o cases
grep -B 6 -A 6 -F 'error: neither' out | grep -vE 'size|ready|labels' >small
says small 'kind: Widget'
[ "$(grep -c . out)" -le 20 ] || { cat out; fail 'cases are not small'; }

# They are cases: they hold as they are.
cp out apps.example.com/v1/Widget/testdata/probe.yaml
"$rjinterp" test --strict . --run 'at line' >tested || { cat tested; fail 'the cases do not hold'; }
says tested '2 passed, 0 failed'
rm apps.example.com/v1/Widget/testdata/probe.yaml

# A tree gives the same findings as its object.
probe 1 . -o json --depth 2
says out '"line":13'
says out '"path":"o.a.b"'
python3 -c 'import json, sys; r = json.load(open("out")); assert len(r["findings"]) >= 1 and r["runs"] > 50' || fail 'no JSON'

# The same seed, the same answers, whatever the jobs; and what was sampled is told.
probe 1 . -o json --depth 2 --max-mutants 120 --seed 7 --jobs 1
mv out one
probe 1 . -o json --depth 2 --max-mutants 120 --seed 7 --jobs 3
cmp one out || fail 'jobs change the answer'
says err 'sampled: there are'
says err 'seed 7'

# Only what a definition admits: a is required to be whole, spec to be there.
cat >crd.yaml <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.apps.example.com}
spec:
  group: apps.example.com
  names: {kind: Widget}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec: {type: object, properties: {size: {type: integer, minimum: 0}}}
          status: {type: object, properties: {ready: {type: boolean}}}
          a:
            type: object
            required: [b]
            properties:
              b: {type: object, properties: {c: {type: integer}}}
              d: {type: array, items: {type: integer}}
END
probe 0 . --depth 2 --crd crd.yaml
says out ' 0 failed, at 0 places'
sed 's/ready: true/ready: 5/' widget.yaml >other.yaml
probe 2 -f apps.example.com/v1/Widget/customizations.yaml other.yaml --crd crd.yaml
says out 'observedObj.status.ready: of the wrong type'
sed 's/kind: Widget}/kind: Gadget}/' crd.yaml >gadget.yaml
probe 2 . --crd gadget.yaml
says out 'there is no schema for apps.example.com/v1 Widget'
probe 1 . --crd widget.yaml
says err 'widget.yaml:1:1: error: not a CustomResourceDefinition'

# Only some changes, only some rules.
probe 1 . --changes remove
says out 'o.a.b is nil'
probe 2 . --operation Retain

# A hang is told at its script's start, also when another file comes first.
cat >first.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: a}
spec:
  target: {apiVersion: apps.example.com/v1, kind: Widget}
  customizations: {}
END
cat >second.yaml <<'END'
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: b}
spec:
  target: {apiVersion: apps.example.com/v1, kind: Widget}
  customizations:
    healthInterpretation:
      luaScript: |
        function InterpretHealth(o)
          while o.spec == nil do end
          return true
        end
END
probe 1 -f first.yaml -f second.yaml widget.yaml --timeout 100
says out 'hang second.yaml:8:'
says out 'context deadline exceeded'
says out 'at 1 place'

# Bad options.
probe 1 . --changes more
says err '--changes knows remove, null, empty and type, not "more"'
probe 1 . --depth 3
probe 1 . --max-mutants 0
probe 1 . -o xml
probe 1 . --operation Health
probe 1 -f apps.example.com/v1/Widget/customizations.yaml
says err '-f needs objects'
probe 1 -f apps.example.com/v1/Widget/customizations.yaml missing.yaml
mkdir empty
probe 2 empty
