#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails when shellcheck warns of a shell script of ours.  shell.sh [SOURCE_DIR]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
mapfile -d '' -t scripts < <(find tools tests integrations examples .ci -type f \
    ! -path 'tests/cli/public/*' ! -path 'tests/fuzz/corpora/*' -print0 |
    xargs -0 awk 'FNR == 1 && (/^#!.*sh$/ || /^# shellcheck shell=/) { printf "%s%c", FILENAME, 0 }')
[ ${#scripts[@]} -gt 20 ]
# Names that a sourced file uses or sets (SC2034, SC2154) are beyond what it can see.
shellcheck --severity=warning --exclude=SC2034,SC2154 "${scripts[@]}"
