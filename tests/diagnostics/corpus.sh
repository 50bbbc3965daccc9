#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The corpus is of scripts that work: each passes the check and its cases, and lint finds nothing above notes in them (there and
# in lint/clean). A finding here is a false alarm.  corpus.sh RJINTERP
set -euo pipefail
export LC_ALL=C
rjinterp=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/corpus"
fail() {
    printf 'corpus:%s: %s\n' "${BASH_LINENO[0]}" "$*" >&2
    exit 1
}

tested=0
for file in */customizations.yaml; do
    said=$("$rjinterp" interpret --check -f "$file" --strict 2>&1) || fail "$file: $said"
    name=${file%/*}
    if [ -d "$name/testdata" ]; then
        "$rjinterp" test "$file" || fail "$name: a case failed"
        tested=$((tested + 1))
    fi
done
said=$("$rjinterp" lint --severity warning .) || fail "a false alarm: $said"
clean=(../lint/clean/*.yaml)
[ $((tested + 2 + ${#clean[@]})) -ge 30 ] || fail "only $tested tested customizations beside ${#clean[@]} clean ones"

# Two that no directory of cases can have: a stream for two targets, and a List.
# answers NAME OPERATION EXPECTED OBJECT: EXPECTED is an expression of Python about the answer `a`.
answers() {
    printf '%s\n' "$4" >"$work/object.yaml"
    "$rjinterp" interpret -f "$1/customizations.yaml" --operation "$2" --observed-file "$work/object.yaml" -o json >"$work/answer" ||
        fail "$1: $2: it fails"
    python3 -c 'import json, sys
a = json.load(open(sys.argv[1]))
sys.exit(not eval(sys.argv[2]))' "$work/answer" "$3" || fail "$1: $2: $(cat "$work/answer")"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for version in v1beta1 v1; do
    head="apiVersion: networking.istio.io/$version, kind: VirtualService, metadata: {name: v, namespace: shop}"
    answers virtual-service InterpretDependency 'sorted(d["name"] for d in a["dependencies"]) == ["db", "web"]' "{$head,
        spec: {http: [{route: [{destination: {host: web}}, {destination: {host: web.shop.svc.cluster.local}}]},
          {route: [{destination: {host: pay.bank}}, {weight: 1}]}], tcp: [{route: [{destination: {host: db.shop}}]}]}}"
    answers virtual-service InterpretHealth 'a["healthy"] is False' "{$head, status: {validationMessages: [{level: INFO}, {level: ERROR}]}}"
    answers virtual-service InterpretHealth 'a["healthy"] is True' "{$head}"
done
head="apiVersion: batch/v1, kind: CronJob, metadata: {name: c, namespace: ns}"
answers cron-job InterpretHealth 'a["healthy"] is False' \
    "{$head, spec: {}, status: {lastScheduleTime: '2026-01-02', lastSuccessfulTime: '2026-01-01'}}"
answers cron-job InterpretHealth 'a["healthy"] is True' "{$head, spec: {suspend: true}}"
answers cron-job InterpretDependency 'a == {"dependencies": []}' "{$head, spec: {jobTemplate: {spec: {template: {spec: {}}}}}}"
answers cron-job InterpretDependency 'a["dependencies"][0]["name"] == "env"' "{$head,
    spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a, envFrom: [{configMapRef: {name: env}}]}]}}}}}}"
