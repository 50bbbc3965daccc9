#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `rjinterp version`: as text and as JSON; anything else is refused.  version.sh RJINTERP VERSION
set -euo pipefail
program=$1 version=$2
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
[ "$("$program" version)" = "rjinterp $version" ] || fail "version"
"$program" version -o json | python3 -c '
import json, sys
said = json.load(sys.stdin)
assert said["version"] == sys.argv[1], said
assert set(said["answersAs"]) == {"karmada", "gopherLua"}, said
libraries = said["libraries"]
assert set(libraries) == {"gmp", "libcurl", "libseccomp", "libyaml", "luajit"}, said
# Only libcurl may be missing: it is loaded when an address is read.
assert all(text[-1:].isalnum() for name, text in libraries.items() if name != "libcurl"), said
assert libraries["luajit"].startswith("LuaJIT 2."), said
' "$version" || fail "version -o json"
for arguments in '-o yaml' 'more' '--unknown'; do
    # shellcheck disable=SC2086 # several arguments
    ! said=$("$program" version $arguments 2>&1) || fail "version $arguments was taken"
    [[ $said == "error: "* ]] || fail "version $arguments said: $said"
done
