#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether everything that measures works, on small inputs: every row has its programs and gives numbers. Nothing is said about how
# fast anything is.  smoke.sh BUILD_DIR
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tests/bench/run --quick --build "$1"
tests/bench/run --quick --plots --build "$1"
python3 -c '
import json, sys
rows = json.load(open("build/bench/results.json"))["rows"]
assert len(rows) >= 11, rows
for row in rows:
    assert "missing" not in row, row
    assert row["rjinterp"] > 0 and row["baseline"] > 0 and row["ratio"] > 0, row
'
xmllint --noout build/bench/quick/performance/*.svg
